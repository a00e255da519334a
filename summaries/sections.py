"""What a new summary may make of the one before it: mended, guarded and bounded. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.text import contacts as contact_data
from engine.text import guard, headings, keywords, secrets

# Headings by which a text shows that it is a summary: one alone may be a quotation.
LEAST = 2


@dataclass(frozen=True)
class Limits:
    """Lines of one section, the oldest of which go first, and characters of a line; `contacts` is the scope's policy."""

    lines: int = 12
    characters: int = 500
    contacts: str = contact_data.KEEP


@dataclass(frozen=True)
class Tidied:
    """The text that may be stored. `dropped` counts by reason the lines that may not: `steering`, `too_long`, `too_many`."""

    text: str
    dropped: Counter[str] = field(default_factory=Counter)


def tidy(reply: str, *, previous: str = "", limits: Limits = Limits()) -> Tidied | None:
    """A reply as a summary; None when it is none, or when it would empty the previous one.

    A section that it leaves out stays as it was. A line that it repeats keeps its former wording.
    """
    found, former = headings.read(reply), headings.read(previous)
    if len(found) < LEAST or (any(former.values()) and not any(found.values())):
        return None
    dropped: Counter[str] = Counter()
    kept = {
        name: _kept(found.get(name, former.get(name, ())), former.get(name, ()), limits, dropped)
        for name in headings.NAMES
    }
    return Tidied(headings.write(kept, is_chinese=is_chinese(kept, otherwise=reply)), dropped)


def as_object(text: str) -> dict[str, list[str]]:
    """All five sections with their lines."""
    found = headings.read(text)
    return {name: list(found.get(name, ())) for name in headings.NAMES}


def is_chinese(sections: headings.Sections, *, otherwise: str = "") -> bool:
    """Whether most lines are; where there are none, whether the text is."""
    lines = [line for of_section in sections.values() for line in of_section]
    return 2 * sum(map(keywords.has_cjk, lines)) > len(lines) if lines else keywords.has_cjk(otherwise)


def _kept(lines: Iterable[str], former: Iterable[str], limits: Limits, dropped: Counter[str]) -> tuple[str, ...]:
    wording = {headings.key(line): line for line in former}
    kept: dict[str, str] = {}
    for line in lines:
        safe = _masked(wording.get(headings.key(line), line), limits.contacts)
        if len(safe) > limits.characters:
            dropped["too_long"] += 1
        elif not guard.cut_recalled(safe)[0]:
            dropped["recalled"] += 1  # a heading of ours is no line
        elif guard.steering(safe) >= guard.STEERING_LIMIT:
            dropped["steering"] += 1
        else:
            kept.setdefault(headings.key(safe), safe)
    dropped["too_many"] += max(0, len(kept) - limits.lines)
    return tuple(kept.values())[-limits.lines :]


def _masked(line: str, contacts: str) -> str:
    safe = secrets.mask(line).text
    return safe if contacts == contact_data.KEEP else contact_data.mask(safe).text
