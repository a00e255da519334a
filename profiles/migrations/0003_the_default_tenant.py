"""A single-tenant installation has one tenant, named default."""

from django.db import migrations


def create(apps, schema_editor):
    apps.get_model("profiles", "Tenant").objects.get_or_create(slug="default", defaults={"name": "Default"})


class Migration(migrations.Migration):
    dependencies = [("profiles", "0002_rules_of_the_database")]

    # Undone, the tenant stays: it may own data.
    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
