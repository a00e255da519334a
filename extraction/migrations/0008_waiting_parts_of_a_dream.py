"""Finds what a run still waits for among tens of thousands of parts that are over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("extraction", "0007_the_nightly_dream")]

    operations = [
        migrations.AddIndex(
            model_name="dreampart",
            index=models.Index(fields=["run", "id"], condition=models.Q(state="pending"), name="dream_part_waiting"),
        ),
    ]
