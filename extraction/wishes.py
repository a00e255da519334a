"""What a person asks of the memory, made ready to be carried out, and what became of it: plain values. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine.questions import USER, Instruction, Item, Line
from engine.text import atoms, attributes, normal, own_words, secrets, topics, wish_cues
from engine.text.topics import Topic
from extraction.candidates import Candidate, Screen
from profiles.changes import Change

ADD, UPDATE, DELETE = "ADD", "UPDATE", "DELETE"
OPS = (ADD, UPDATE, DELETE)

# What became of a wish. Only the first three changed something; WAITING does when a person says so.
FORGOTTEN, UPDATED, REMEMBERED, WAITING = "forgotten", "updated", "remembered", "waiting"
NOT_FOUND, NOT_CONFIRMED, UNDECIDED, NOT_STORED = "not_found", "not_confirmed", "undecided", "not_stored"

# Why nothing was done: what is meant was said or handled later than the wish; or no rule could read these words.
SAID_SINCE, NOT_UNDERSTOOD = "said_since", "not_understood"

# The reason in the history of every fact that an instruction changed.
INSTRUCTED = "instructed"

# Attributes of which a statement that is to be remembered makes a profile, when no engine told its type.
_PROFILE = frozenset(
    ("name", "nickname", "english_name", "form_of_address", "age", "birthday", "gender", "height", "weight", "blood_type",
     "nationality", "religion", "native_language", "time_zone", "occupation", "employer", "work_location", "location",
     "hometown", "school", "major", "degree", "marital_status", "children", "email", "phone", "zodiac_sign", "language")
)  # fmt: skip
_FULL = re.compile(r"^(?:(?:the )?user\b|该?用户|i\b|i'm\b|my\b|我)", re.IGNORECASE)
LONGEST_VALUE = 40


@dataclass(frozen=True)
class Wish:
    """One wish. `candidate` is what `new` may become, None when it may not; then `why_not` says why.

    `held` is a reason for which the new statement has to wait. `vector` is that of `old`. `said_at` is from when on it
    counts (None: now). `is_done`: an earlier run of the same job has carried it out.
    """

    op: str
    old: str = ""
    new: str = ""
    evidence: tuple[int, ...] = ()
    candidate: Candidate | None = None
    why_not: str = ""
    held: str = ""
    vector: tuple[float, ...] | None = None
    said_at: datetime | None = None
    is_done: bool = False

    @property
    def told(self) -> str:
        """The wish in words, without any secret in it."""
        both = f"{self.old} → {self.new}" if self.op == UPDATE and self.old else self.new or self.old
        return secrets.mask(both).text

    @property
    def bare(self) -> str:
        """What is embedded to find what it means."""
        return normal.bare(self.old)

    @property
    def topic(self) -> Topic | None:
        """What it means everything about: "my job"; None when it names one statement."""
        return topics.of_wish(self.old)

    @property
    def is_topic(self) -> bool:
        return self.topic is not None

    @property
    def is_value(self) -> bool:
        """Whether only a value is to be exchanged: York, Leeds."""
        short = max(len(self.old), len(self.new)) <= LONGEST_VALUE
        return self.op == UPDATE and short and not (_FULL.match(self.old) or _FULL.match(self.new))


@dataclass(frozen=True)
class Verdict:
    """One wish and what became of it. `candidates` are the facts that were looked at: `fact_id`, `score`, `action`
    (what was done with it, or why nothing was) and `reason`. `stands` is the content of the fact that came of it."""

    wish: Wish
    outcome: str
    reason: str = ""
    stands: str = ""
    facts: tuple[int, ...] = ()
    candidates: tuple[dict[str, str | float | None], ...] = ()
    engine: str = ""


@dataclass(frozen=True)
class HeldWish:
    """What has to wait for a person's word: a wish about the fact `target`, or (ADD) a statement."""

    op: str
    reason: str
    content: str = ""
    target: str = ""
    type: str = "user_fact"
    slot: str = ""
    evidence: tuple[int, ...] = ()


@dataclass(frozen=True)
class Plan:
    """`touched` are facts, and `taken` contents, that the wishes have settled: merging leaves them alone."""

    changes: tuple[Change, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    waiting: tuple[HeldWish, ...] = ()
    touched: frozenset[int] = frozenset()
    taken: frozenset[str] = frozenset()
    counts: dict[str, int] = field(default_factory=dict)


def prepare(instructions: Iterable[Instruction], screen: Screen) -> list[Wish]:
    """The wishes of one turn in the user's own words, each once; what is to be stored passes the checks of anything learned."""
    wishes: dict[tuple[str, str, str], Wish] = {}
    for instruction in instructions:
        behind = _behind(instruction, screen)
        if instruction.op not in OPS or not _is_own(behind):
            continue
        said_at = max((line.said_at for line in behind if line.said_at is not None), default=None)
        for op, old, new in _one_by_one(instruction):
            if new if op == ADD else old:
                wish = Wish(op, old, new, instruction.evidence, said_at=said_at)
                screened = _screened(wish, screen) if instruction.is_clear else replace(wish, why_not=NOT_UNDERSTOOD)
                wishes.setdefault((op, old, new), screened)
    return list(wishes.values())


def _behind(instruction: Instruction, screen: Screen) -> list[Line]:
    lines = [line for line in screen.lines if line.role == USER]
    return [line for line in lines if line.key in instruction.evidence] or lines


def _is_own(behind: Sequence[Line]) -> bool:
    """Whether the user's own words may hold a wish at all, whatever an engine claims to have read in them."""
    return any(wish_cues.may_ask_of_memory(own_words.spoken(line.content)) for line in behind)


def _one_by_one(instruction: Instruction) -> Iterator[tuple[str, str, str]]:
    """A wish for each of the statements that one instruction joins, as op, old and new."""
    olds = [normal.statement(part) for part in atoms.parts(instruction.old)]
    news = [normal.statement(part) for part in atoms.parts(instruction.new)]
    if instruction.op == DELETE:
        yield from ((DELETE, old, "") for old in olds)
    elif instruction.op == ADD:
        yield from ((ADD, "", new) for new in news)
    elif len(olds) == len(news):
        yield from ((UPDATE, old, new) for old, new in zip(olds, news, strict=True))
    else:  # one takes the place of what is corrected, the others are told beside it
        yield UPDATE, normal.statement(instruction.old), news[0]
        yield from ((ADD, "", new) for new in news[1:])


def with_types(wishes: Sequence[Wish], learned: Sequence[Candidate]) -> list[Wish]:
    """The wishes with the type, slot and vector under which an engine found the same statement."""
    known = {candidate.content: candidate for candidate in learned}
    return [
        replace(wish, candidate=known[wish.candidate.content])
        if wish.candidate is not None and wish.candidate.content in known
        else wish
        for wish in wishes
    ]


def texts(wishes: Sequence[Wish]) -> list[str]:
    """What has to be embedded, two texts a wish at most; `with_vectors` takes the vectors in the same order."""
    return [text for wish in wishes for text in _texts(wish)]


def with_vectors(wishes: Sequence[Wish], vectors: Sequence[Sequence[float]]) -> list[Wish]:
    left = iter(vectors)
    return [_with_vectors(wish, [tuple(next(left)) for _ in _texts(wish)]) for wish in wishes]


def _texts(wish: Wish) -> list[str]:
    return [wish.bare] * bool(wish.old) + ([wish.candidate.bare] if wish.candidate else [])


def _with_vectors(wish: Wish, found: list[tuple[float, ...]]) -> Wish:
    candidate = replace(wish.candidate, vector=found[-1]) if wish.candidate else None
    return replace(wish, vector=found[0] if wish.old else None, candidate=candidate)


def _screened(wish: Wish, screen: Screen) -> Wish:
    if wish.op == DELETE:
        return wish
    if not wish.new:
        return replace(wish, why_not="blank")
    slot = attributes.attribute_of(wish.new)
    kind = "user_profile" if re.split("[:@]", slot)[0] in _PROFILE else "user_fact"
    found = screen.sift([Item(kind, wish.new, evidence=wish.evidence)])
    if found.accepted:
        return replace(wish, candidate=found.accepted[0])
    if found.held:
        return replace(wish, candidate=found.held[0].candidate, held=found.held[0].reason)
    return replace(wish, why_not=next(iter(found.dropped), "blank"))
