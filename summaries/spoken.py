"""Messages as the engines read them: without recalled memory, and without the middle of a long paste."""

from datetime import timedelta, timezone

from django.conf import settings

from engine.questions import Line
from engine.text import guard
from summaries.models import Message

CUT = "\n…\n"


def line(message: Message) -> Line:
    """One message, at the time of its speaker's own clock."""
    offset = timezone(timedelta(minutes=message.said_offset_minutes))
    return Line(
        role=message.role,
        content=own_words(message.content),
        name=message.name,
        key=message.pk,
        said_at=message.said_at.astimezone(offset),
    )


def own_words(text: str) -> str:
    """What somebody says themselves (X15), and no more of it than extraction reads."""
    own, _ = guard.cut_recalled(text)
    return excerpt(own, settings.MEMORYHUB_EXTRACT_CHARACTERS)


def excerpt(text: str, longest: int) -> str:
    """The beginning and the end of a text that is too long: what people say of themselves stands around what they paste."""
    if len(text) <= longest:
        return text
    half = (longest - len(CUT)) // 2
    return f"{text[:half]}{CUT}{text[-half:]}"
