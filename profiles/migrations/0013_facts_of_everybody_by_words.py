"""The words of all facts in force are indexed, while facts go on being written: of a million that takes about a minute."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("profiles", "0012_people_by_name_and_own_id"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="fact",
            index=GinIndex(fields=["words"], name="fact_words", condition=models.Q(("status", "active"))),
        ),
    ]
