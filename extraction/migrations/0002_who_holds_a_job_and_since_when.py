from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("extraction", "0001_jobs")]

    operations = [
        migrations.AddField("job", "waiting_since", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("job", "claimed_by", models.CharField(blank=True, default="", max_length=64)),
    ]
