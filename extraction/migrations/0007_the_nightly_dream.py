"""When the dream starts: three in the morning. Operators may change the row, so it is only made when missing."""

from django.conf import settings
from django.db import migrations

NAME = "Dream each night"
THREE = {"minute": "0", "hour": "3", "day_of_month": "*", "month_of_year": "*", "day_of_week": "*"}


def create(apps, schema_editor):
    crontab = apps.get_model("django_celery_beat", "CrontabSchedule")
    wanted = THREE | {"timezone": settings.TIME_ZONE}
    apps.get_model("django_celery_beat", "PeriodicTask").objects.get_or_create(
        name=NAME,
        defaults={
            "task": "extraction.tasks.start_dreams",
            "crontab": crontab.objects.filter(**wanted).first() or crontab.objects.create(**wanted),
            "queue": "dream",
            "expire_seconds": 3600,
        },
    )


def remove(apps, schema_editor):
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [("extraction", "0006_dreams"), ("django_celery_beat", "0019_alter_periodictasks_options")]

    operations = [migrations.RunPython(create, remove)]
