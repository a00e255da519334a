"""What a look at the service came to: well, not known, wants an eye, broken; with a sentence and what to do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _


class Level(StrEnum):
    """What a look came to, the worst last."""

    WELL = "well"
    UNKNOWN = "unknown"
    WATCH = "watch"
    BROKEN = "broken"


ORDER = list(Level)


@dataclass(frozen=True)
class Check:
    """One thing and how it is. `advice` says what to do about it; `links` lead to what is counted."""

    subject: str
    level: Level
    sentence: str
    advice: str = ""
    links: Sequence[tuple[str, str]] = ()


def worst(all_checks: Sequence[Check]) -> Level:
    return max((check.level for check in all_checks), key=ORDER.index, default=Level.WELL)


def by_weight(all_checks: Iterable[Check]) -> list[Check]:
    """What is broken first, then what wants an eye; otherwise as they come."""
    return sorted(all_checks, key=lambda check: -ORDER.index(check.level))


def unread(subject: str) -> Check:
    """Of what could not be read in time."""
    return Check(subject, Level.UNKNOWN, _("The database took too long to say."))
