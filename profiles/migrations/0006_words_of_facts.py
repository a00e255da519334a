from django.db import migrations

import profiles.models.words


class Migration(migrations.Migration):
    dependencies = [
        ("profiles", "0005_when_facts_wait_for_a_dream"),
    ]

    operations = [
        migrations.AddField(
            model_name="fact",
            name="words",
            field=profiles.models.words.WordsField(),
        ),
    ]
