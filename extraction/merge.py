"""What becomes of a new statement beside those already known: M1 to M4. Pure; the ledger carries it out.

A statement with the same content is left to the ledger (M2), and so is who stays in a single slot (M4).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.questions import RESIDENT_TYPES
from engine.text import keywords, normal
from extraction.candidates import Candidate
from profiles import same
from profiles.changes import Again, Change, New

Vector = Sequence[float]
# Scores (0–1) of one vector with each of the others.
Scores = Callable[[Vector, Sequence[Vector]], Sequence[float]]

# How much of the known wording a fuller one must still say, and how many words or characters it must add.
KEPT_SHARE = 0.8
ADDED_WORDS = 1


@dataclass(frozen=True)
class Known:
    """An active fact as it was when the decision was taken. `is_fixed`: pinned or written by hand, its wording stays."""

    fact: int
    content: str
    type: str = "user_fact"
    slot: str = ""
    slot_key: str | None = None
    is_fixed: bool = False
    event: int | None = None
    confidence: float = 1.0
    importance: float = 0.5
    evidence: tuple[int, ...] = ()
    said_at: datetime | None = None
    vector: Vector | None = None


@dataclass(frozen=True)
class Rules:
    """How likeness is measured, and from which score two statements are the same."""

    scores: Scores
    same_score: float
    vector_model: str = ""
    scope_id: str = "__default__"
    agent_id: str = ""


def decide(candidates: Iterable[Candidate], known: Sequence[Known], rules: Rules) -> list[Change]:
    """One change for each statement that is not another's double."""
    return [_change(candidate, known, rules) for candidate in together(candidates, rules)]


def append(candidates: Iterable[Candidate], rules: Rules) -> list[Change]:
    """Every statement as it is, compared with nothing."""
    return [_new(candidate, rules) for candidate in candidates]


def together(candidates: Iterable[Candidate], rules: Rules) -> list[Candidate]:
    """Doubles within one batch made one: the fuller wording with the evidence of both."""
    kept: list[Candidate] = []
    for candidate in candidates:
        place = _twin(candidate, kept, rules)
        if place is None:
            kept.append(candidate)
        else:
            kept[place] = _joined(kept[place], candidate)
    return kept


def says_more(new: str, old: str) -> bool:
    """Whether a wording of the same statement is the more informative one: it keeps nearly all and adds something."""
    words, before = _words(new), _words(old)
    return len(words & before) >= KEPT_SHARE * len(before) and len(words) > len(before) + ADDED_WORDS


def _change(candidate: Candidate, known: Sequence[Known], rules: Rules) -> Change:
    if any(one.content == candidate.content for one in known):
        return _new(candidate, rules)
    twin = _nearest_same(candidate, known, rules)
    if twin is None:
        return _new(candidate, rules)
    if not twin.is_fixed and says_more(candidate.content, twin.content):
        return _reworded(candidate, twin, rules)
    return Again(
        twin.fact,
        evidence=candidate.evidence,
        confidence=candidate.confidence,
        said_at=candidate.said_at,
        seen_event=twin.event,
    )


def _nearest_same(candidate: Candidate, known: Sequence[Known], rules: Rules) -> Known | None:
    """The most similar fact that says the same (M3). Facts of another speaker or another kind of memory never do."""
    kin = [one for one in known if one.vector is not None and _is_kin(one.type, candidate.type)]
    if candidate.vector is None or not kin:
        return None
    scores = rules.scores(candidate.vector, [one.vector for one in kin if one.vector is not None])
    near = sorted(zip(scores, kin, strict=True), key=lambda pair: (-pair[0], pair[1].fact))
    return next(
        (one for score, one in near if same.is_same(one.content, candidate.content, score, rules.same_score)),
        None,
    )


def _is_kin(one: str, other: str) -> bool:
    return one == other or (one in RESIDENT_TYPES and other in RESIDENT_TYPES)


def _twin(candidate: Candidate, kept: Sequence[Candidate], rules: Rules) -> int | None:
    for place, one in enumerate(kept):
        if one.content == candidate.content:
            return place
        if one.vector is None or candidate.vector is None or not _is_kin(one.type, candidate.type):
            continue
        score = rules.scores(candidate.vector, [one.vector])[0]
        if same.is_same(one.content, candidate.content, score, rules.same_score):
            return place
    return None


def _joined(one: Candidate, other: Candidate) -> Candidate:
    fuller, lesser = (other, one) if says_more(other.content, one.content) else (one, other)
    return replace(
        fuller,
        confidence=max(fuller.confidence, lesser.confidence),
        evidence=tuple(sorted({*fuller.evidence, *lesser.evidence})),
        said_at=max(filter(None, (fuller.said_at, lesser.said_at)), default=None),
    )


def _new(candidate: Candidate, rules: Rules) -> New:
    return New(
        content=candidate.content,
        type=candidate.type,
        scope_id=rules.scope_id,
        slot=candidate.slot,
        slot_key=candidate.slot_key,
        source_role=candidate.source_role,
        confidence=candidate.confidence,
        importance=candidate.importance,
        evidence=candidate.evidence,
        agent_id=rules.agent_id,
        said_at=candidate.said_at,
        vector=candidate.vector,
        vector_model=rules.vector_model,
    )


def _reworded(candidate: Candidate, old: Known, rules: Rules) -> New:
    """The fuller wording takes the place of the old one and inherits what it rested on."""
    return replace(
        _new(candidate, rules),
        slot=candidate.slot or old.slot,
        slot_key=candidate.slot_key or (old.slot_key if candidate.type == old.type else None),
        confidence=max(candidate.confidence, old.confidence),
        importance=max(candidate.importance or 0.0, old.importance),
        evidence=tuple(dict.fromkeys((*old.evidence, *candidate.evidence))),
        said_at=max(filter(None, (old.said_at, candidate.said_at)), default=None),
        replaces=(old.fact,),
        replaces_reason="reworded",
        seen_events=((old.fact, old.event),) if old.event is not None else (),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(keywords.tokens(normal.bare(text)))
