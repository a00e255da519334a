"""The write guard for the text of a fact: what may be stored, what waits for a person, what is dropped. Pure."""

from dataclasses import dataclass
from typing import Literal

from engine.text import contacts as contact_data
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


def admit(text: str, *, longest: int = LONGEST, contacts: str = contact_data.KEEP) -> Admitted:
    """Judge a statement that somebody wrote or an engine found: normalised by M1, never cut, never with a secret.

    `contacts` is the scope's policy for phone numbers and e-mail addresses: unless they are kept, no fact has one.
    """
    content = normal.statement(text)
    if not content:
        return Admitted("", DROPPED, "blank")
    if len(content) > longest:
        return Admitted("", DROPPED, "too_long")
    if secrets.has_secret(content):
        return Admitted("", DROPPED, "secret")
    if contacts != contact_data.KEEP and contact_data.has_contact(content):
        return Admitted("", DROPPED, "contact")
    return _weighed(content)


def admit_loaded(text: str, *, contacts: str = contact_data.KEEP) -> Admitted:
    """Judge a fact of a loaded document: kept as it is written, but cleaned and with its secrets masked (P3, P4).

    What `contacts` does not let a scope keep is masked too: nothing of a document is lost.
    """
    content = secrets.mask(normal.single_line(normal.clean(text))).text.strip()
    if contacts != contact_data.KEEP:
        content = contact_data.mask(content).text
    return _weighed(content) if content else Admitted("", DROPPED, "blank")


def _weighed(content: str) -> Admitted:
    if guard.steering(content) >= guard.STEERING_LIMIT:
        return Admitted(content, HELD, "steering")
    return Admitted(content)
