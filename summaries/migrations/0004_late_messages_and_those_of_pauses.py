from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("summaries", "0003_news_of_sessions_and_who_wrote_summaries")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="in_pause",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="summarysnapshot",
            name="covers_through",
            field=models.BigIntegerField(default=0),
        ),
    ]
