"""What beat starts each minute; operators may change the rows, so they are only made when missing."""

from django.db import migrations

ROUNDS = {
    "Sweep waiting jobs": "extraction.tasks.sweep",
    "Embed facts that have no vector": "extraction.tasks.embed_missing",
}


def create(apps, schema_editor):
    interval = apps.get_model("django_celery_beat", "IntervalSchedule")
    minute = interval.objects.filter(every=60, period="seconds").first()
    minute = minute or interval.objects.create(every=60, period="seconds")
    for name, task in ROUNDS.items():
        apps.get_model("django_celery_beat", "PeriodicTask").objects.get_or_create(
            name=name, defaults={"task": task, "interval": minute, "queue": "background", "expire_seconds": 600}
        )


def remove(apps, schema_editor):
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name__in=ROUNDS).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("extraction", "0002_who_holds_a_job_and_since_when"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]

    operations = [migrations.RunPython(create, remove)]
