"""What one conversation brings to a person's facts, in few characters (SPEC D3): beginning, what matters, conclusion. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.condensing import Digest
from engine.questions import ASSISTANT, USER, Line
from engine.text import guard, keywords, normal, similarity, small_talk, stance

# Parts of the whole that the beginning and the conclusion may take; what they leave belongs to the middle.
OPENING_SHARE, CONCLUSION_SHARE = 0.2, 0.2
# What a passage counts for by its kind: an end or a change speaks about facts, a question or an agent's text hardly does.
END, CHANGE, OWN, QUESTION, AGENTS = 0.5, 0.2, 0.2, 0.4, 0.5
# Of what the passage before is about, an end that names nothing takes over so much: "about the flat" – "that fell through".
HEARD = 0.7
# A passage that shares less with every fact and tells no end says nothing about them.
LEAST = 0.15
LONGEST_PASSAGE = 160  # characters
CUT = "…"

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_SENTENCE = re.compile(
    r".+?(?:[。！？!?；;]+[\"”」』)）]*|(?<!\bMr)(?<!\bDr)(?<!\be\.g)(?<!\bi\.e)(?<![ap]\.m)[.…]+(?=\s|$)|$)"
)
_ASKS = re.compile(r"[?？][\"”」』)）]*$|[吗么呢]$")


@dataclass(frozen=True)
class _Passage:
    """A sentence of a message: `place` of its message, `at` its own place in it, and what it counts for."""

    place: int
    at: int
    text: str
    worth: float = 0.0

    @property
    def order(self) -> tuple[int, int]:
        return self.place, self.at


def digest(lines: Sequence[Line], facts: Sequence[str], longest: int) -> Digest:
    """The conversation in at most `longest` characters: the person's first message, the passages of the middle that bear
    on `facts` (their wordings), and the agent's conclusion, each with who said it and when, in the order said.
    """
    passages = _weighed(lines, [known for fact in facts if (known := _words(normal.bare(fact)))])
    opening, conclusion = _opening(lines, passages), _conclusion(lines, passages)
    kept = _within([*opening], int(longest * OPENING_SHARE), is_whole=False)
    kept += _within([one for one in conclusion if one not in opening], int(longest * CONCLUSION_SHARE), is_whole=False)
    middle = _different(one for one in passages if one.worth >= LEAST and one.order not in {kin.order for kin in kept})
    left = longest - sum(len(one.text) + 1 for one in kept)
    said = {one.text for one in kept}
    kept += _within([one for one in middle if one.text not in said], left, is_whole=True)
    times = [line.said_at for line in lines if line.said_at is not None]
    return Digest(lines=tuple(_joined(lines, kept)), ended_at=max(times, default=None))


def _weighed(lines: Sequence[Line], facts: Sequence[frozenset[str]]) -> list[_Passage]:
    found: list[_Passage] = []
    heard = 0.0
    for place, line in enumerate(lines):
        for at, text in enumerate(_sentences(line.content)):
            shared = _share(text, facts)
            ends = stance.tells_end(text) or stance.is_correction(text)
            about = max(shared, HEARD * heard) if ends else shared
            heard = shared
            found.append(_Passage(place, at, text, _worth(text, line.role, about, ends=ends)))
    return found


def _worth(text: str, role: str, about: float, *, ends: bool) -> float:
    if small_talk.is_small_talk(text):
        return 0.0
    worth = about + (END if ends else CHANGE if stance.looks_like_change(text) else 0.0) * bool(about or role == USER)
    if role == ASSISTANT:
        return worth * AGENTS
    return worth * QUESTION if _asks(text) else worth + (OWN if about else 0.0)


def _share(text: str, facts: Sequence[frozenset[str]]) -> float:
    """How much of the fact nearest to it a passage repeats, 0–1."""
    said = _words(text)
    return max((len(said & fact) / len(fact) for fact in facts if not said.isdisjoint(fact)), default=0.0)


@lru_cache(maxsize=8192)
def _words(text: str) -> frozenset[str]:
    """Key words and what they are about under its one name; of Chinese the pairs of signs besides."""
    things = similarity.shared_things(text, text)
    words = keywords.key_words(text)
    pairs = [pair for word in words if keywords.has_cjk(word) for pair in keywords.tokens(word)]
    return frozenset((*things, *pairs, *(word for word in words if not keywords.has_cjk(word))))


def _sentences(content: str) -> list[str]:
    """The sentences of a message without recalled memory (X15) and code, long ones by their beginning and end."""
    own, _ = guard.cut_recalled(content)
    lines = _FENCE.sub("\n", own).split("\n")
    found = [match[0].strip() for line in lines for match in _SENTENCE.finditer(line)]
    return [_cut(text, LONGEST_PASSAGE) for text in found if any(sign.isalnum() for sign in text)]


def _cut(text: str, longest: int) -> str:
    """What is too long by its beginning and its end; nothing where not even a few characters fit."""
    if len(text) <= longest:
        return text
    if longest < 2 * len(CUT) + 6:
        return ""
    head = (longest - len(CUT)) * 2 // 3
    return f"{text[:head]}{CUT}{text[len(text) - (longest - len(CUT) - head) :]}"


def _asks(text: str) -> bool:
    return bool(_ASKS.search(text)) or stance.no_statement(text) == stance.QUESTION


def _opening(lines: Sequence[Line], passages: Sequence[_Passage]) -> list[_Passage]:
    """The person's first message, from its beginning."""
    first = next((one.place for one in passages if lines[one.place].role == USER), None)
    return [one for one in passages if one.place == first]


def _conclusion(lines: Sequence[Line], passages: Sequence[_Passage]) -> list[_Passage]:
    """Of what the agent said last, the sentence that bears most on the facts; the later of two; no question, no courtesy."""
    last = max((one.place for one in passages if lines[one.place].role == ASSISTANT), default=None)
    told = [one for one in passages if one.place == last and not _asks(one.text)]
    told = [one for one in told if not small_talk.is_small_talk(one.text)]
    return [max(told, key=lambda one: (one.worth, one.at))] if told else []


def _different(passages: Iterable[_Passage]) -> list[_Passage]:
    """Those that count most first; of the same words those said first."""
    found: dict[str, _Passage] = {}
    for one in sorted(passages, key=lambda one: (-one.worth, one.order)):
        found.setdefault(one.text, one)
    return list(found.values())


def _within(passages: Iterable[_Passage], room: int, *, is_whole: bool) -> list[_Passage]:
    """The passages that fit, in the order given; `is_whole` False: the first that does not is cut, and ends it."""
    kept: list[_Passage] = []
    for one in passages:
        if len(one.text) < room:
            kept.append(one)
            room -= len(one.text) + 1
        elif not is_whole:
            short = "" if one.worth >= LEAST else _cut(one.text, room - 1)  # what matters competes whole, in the middle
            return [*kept, replace(one, text=short)] if short else kept
    return kept


def _joined(lines: Sequence[Line], kept: Iterable[_Passage]) -> Iterable[Line]:
    """One line for each message that has something to say."""
    by_place: dict[int, list[str]] = {}
    for one in sorted(kept, key=lambda one: one.order):
        by_place.setdefault(one.place, []).append(one.text)
    for place, texts in by_place.items():
        yield replace(lines[place], content=" ".join(texts))
