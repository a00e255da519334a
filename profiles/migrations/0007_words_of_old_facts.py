"""Facts from before the column get their words."""

from typing import Any

from django.db import migrations

from engine.text import words
from profiles.models.words import day_of, fill_old


def fill(apps: Any, schema_editor: Any) -> None:
    fill_old(
        apps.get_model("profiles", "Fact"),
        ["content", "said_at", "created_at"],
        lambda content, said_at, created_at: words.lexemes(content, day_of(said_at or created_at)),
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("profiles", "0006_words_of_facts")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
