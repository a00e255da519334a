"""Which messages a model's statement rests on; pure."""

from collections.abc import Iterable, Sequence

from engine.questions import Item, Line
from engine.text import keywords

# A line with at least this share of the best line's common words is named beside it: "there" and "it" hide the rest.
NEARLY_AS_GOOD = 0.7


def behind(statement: str, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines that share most words with the statement; all of them when none shares any."""
    wanted = set(keywords.tokens(statement))
    shared = [len(wanted.intersection(keywords.tokens(line.content))) for line in lines]
    best = max(shared, default=0)
    return tuple(line for line, count in zip(lines, shared, strict=True) if count >= best * NEARLY_AS_GOOD)


def under(item: Item, target: Iterable[Line]) -> tuple[Line, ...]:
    """The lines of the target that an item rests on, of the speaker whose word it is; none when they did not speak."""
    return behind(item.content, [line for line in target if line.role == item.source_role])
