"""Which messages a model's statement rests on; pure."""

from collections.abc import Iterable, Sequence

from engine.questions import ASSISTANT, USER, Item, Line
from engine.text import confirmation, keywords

# A line with at least this share of the best line's common words is named beside it: "there" and "it" hide the rest.
NEARLY_AS_GOOD = 0.7


def behind(statement: str, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines that share most words with the statement; all of them when none shares any."""
    wanted = set(keywords.tokens(statement))
    shared = [len(wanted.intersection(keywords.tokens(line.content))) for line in lines]
    best = max(shared, default=0)
    return tuple(line for line, count in zip(lines, shared, strict=True) if count >= best * NEARLY_AS_GOOD)


def of_role(fact_type: str) -> str:
    """Whose words a fact of this type can come from."""
    return ASSISTANT if fact_type.startswith("assistant_") else USER


def check(item: Item, target: Iterable[Line]) -> str:
    """'' when the target can carry the item, otherwise why it cannot.

    Nobody's words but the user's say something about the user, and the assistant decides only what it confirms.
    """
    role = of_role(item.type)
    lines = [line for line in target if line.role == role]
    if not lines:
        return "wrong_role"
    if role == ASSISTANT and not any(confirmation.is_confirmed(line.content) for line in behind(item.content, lines)):
        return "not_confirmed"
    return ""
