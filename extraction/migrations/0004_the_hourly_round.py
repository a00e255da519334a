"""What beat starts each hour; operators may change the row, so it is only made when missing."""

from django.db import migrations

NAME = "Forget leftovers"


def create(apps, schema_editor):
    interval = apps.get_model("django_celery_beat", "IntervalSchedule")
    hour = interval.objects.filter(every=1, period="hours").first() or interval.objects.create(every=1, period="hours")
    apps.get_model("django_celery_beat", "PeriodicTask").objects.get_or_create(
        name=NAME,
        defaults={
            "task": "extraction.tasks.forget_leftovers",
            "interval": hour,
            "queue": "background",
            "expire_seconds": 3600,
        },
    )


def remove(apps, schema_editor):
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [("extraction", "0003_the_minute_round")]

    operations = [migrations.RunPython(create, remove)]
