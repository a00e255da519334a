"""The write guard for the text of a fact: what may be stored, what waits for a person, what is dropped. Pure."""

from dataclasses import dataclass
from typing import Literal

from engine.text import guard, normal, secrets

# Characters of one statement: what is longer is an excerpt, not a fact.
LONGEST = 500

OK: Literal["ok"] = "ok"
HELD: Literal["held"] = "held"
DROPPED: Literal["dropped"] = "dropped"


@dataclass(frozen=True)
class Admitted:
    """`content` is what may be stored ('' when dropped); `reason` says in one word why it is held or dropped."""

    content: str
    outcome: Literal["ok", "held", "dropped"] = OK
    reason: str = ""


def admit(text: str, *, longest: int = LONGEST) -> Admitted:
    """Judge a statement that somebody wrote or an engine found: normalised by M1, never cut, never with a secret."""
    content = normal.statement(text)
    if not content:
        return Admitted("", DROPPED, "blank")
    if len(content) > longest:
        return Admitted("", DROPPED, "too_long")
    if secrets.has_secret(content):
        return Admitted("", DROPPED, "secret")
    return _weighed(content)


def admit_loaded(text: str) -> Admitted:
    """Judge a fact of a loaded document: kept as it is written, but cleaned and with its secrets masked (P3, P4)."""
    content = secrets.mask(normal.single_line(normal.clean(text))).text.strip()
    return _weighed(content) if content else Admitted("", DROPPED, "blank")


def _weighed(content: str) -> Admitted:
    if guard.steering(content) >= guard.STEERING_LIMIT:
        return Admitted(content, HELD, "steering")
    return Admitted(content)
