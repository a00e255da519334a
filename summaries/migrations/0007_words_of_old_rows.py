"""Messages, summaries and episodes from before the column get their words."""

from typing import Any

from django.db import migrations

from engine.text import words
from profiles.models.words import day_of, fill_old


def fill(apps: Any, schema_editor: Any) -> None:
    fill_old(
        apps.get_model("summaries", "Message"),
        ["content", "said_at", "said_offset_minutes"],
        lambda content, said_at, offset: words.lexemes(content, day_of(said_at, offset)),
    )
    fill_old(
        apps.get_model("summaries", "SummarySnapshot"),
        ["text", "covered_until"],
        lambda text, until: words.lexemes(text, day_of(until) if until else None),
    )
    fill_old(
        apps.get_model("summaries", "EpisodeSummary"),
        ["summary", "topics", "happened_at", "said_offset_minutes"],
        lambda summary, topics, at, offset: words.lexemes("\n".join([summary, *topics]), day_of(at, offset)),
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("summaries", "0006_words_and_vectors_of_conversations")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
