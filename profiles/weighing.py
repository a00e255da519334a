"""What may be stored of the contents of many loaded statements, and which attribute each fills. Pure: for any process."""

from collections.abc import Sequence
from dataclasses import dataclass

from profiles import admission, slots


@dataclass(frozen=True)
class Asked:
    """`contacts` is the scope's policy for phone numbers and e-mail addresses, `slot` what the line says, '' for nothing."""

    content: str
    type: str
    slot: str
    contacts: str


@dataclass(frozen=True)
class Weighed:
    """`held` is why the statement waits for a person's word, `refused` why it may not be stored at all; '' for neither."""

    content: str
    slot: str = ""
    held: str = ""
    refused: str = ""


def weigh(asked: Sequence[Asked]) -> list[Weighed]:
    """One answer for each, in their order."""
    return [_weigh(one) for one in asked]


def _weigh(asked: Asked) -> Weighed:
    verdict = admission.admit_loaded(asked.content, contacts=asked.contacts)
    if verdict.outcome == admission.DROPPED:
        return Weighed("", refused=verdict.reason)
    slot = slots.slot_of(asked.type, verdict.content, asked.slot)
    return Weighed(verdict.content, slot, held=verdict.reason if verdict.outcome == admission.HELD else "")
