"""What both languages hand on: a settled statement with its type, and the passage that it is read from."""

from dataclasses import dataclass

DECISION, CONSTRAINT, PLAN, ACTION = (
    "assistant_decision",
    "assistant_constraint",
    "assistant_plan",
    "assistant_action",
)


@dataclass(frozen=True)
class Draft:
    type: str
    content: str


@dataclass(frozen=True)
class Settled:
    """A confirmed passage: its text, the place of the clause that confirms, and the lead that it stands under.

    With neither, the sentence beside it confirms it: then only what can be nothing but an agreement is taken.
    """

    text: str
    clauses: tuple[str, ...]
    cue: int | None = None
    lead: str = ""

    @property
    def is_beside(self) -> bool:
        return self.cue is None and not self.lead
