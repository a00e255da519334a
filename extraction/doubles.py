"""When one statement is another's double, within a batch or beside a stored fact: M1 to M3. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.questions import ASSISTANT_TYPES
from engine.text import keywords, normal
from extraction.candidates import Candidate
from extraction.rulings import Known, Rules
from profiles import same

# How much of the known wording a fuller one must still say.
KEPT_SHARE = 0.8
# Words that make a statement longer and not fuller.
_DEGREE = re.compile(
    r"(?<![a-z])(?:really|very|quite|also|so|just|actually)(?![a-z])|非常|特别|真的|十分|很|挺|也|还", re.IGNORECASE
)


def together(candidates: Iterable[Candidate], rules: Rules) -> tuple[list[Candidate], list[tuple[Candidate, int]]]:
    """Doubles within one batch made one: the fuller wording with the evidence of both.

    Answers what is left, and each wording that gave way with the place of the one that stands for it.
    """
    kept: list[Candidate] = []
    gave_way: list[tuple[Candidate, int]] = []
    for candidate in candidates:
        place = _twin(candidate, kept, rules)
        if place is None:
            kept.append(candidate)
            continue
        before = kept[place]
        kept[place] = _joined(before, candidate)
        lesser = candidate if kept[place].content == before.content else before
        if lesser.content != kept[place].content:
            gave_way.append((lesser, place))
    return kept, gave_way


def says_more(new: str, old: str) -> bool:
    """Whether a wording of the same statement is the more informative one: it keeps nearly all and adds something."""
    words, before = _words(new), _words(old)
    return len(words & before) >= KEPT_SHARE * len(before) and len(words) > len(before)


def likeness(candidate: Candidate, kin: Sequence[Known], rules: Rules) -> list[tuple[Known, float]]:
    """Facts with their scores (0–1), nearest first. All of `kin` have a vector."""
    if candidate.vector is None or not kin:
        return []
    scores = rules.scores(candidate.vector, [one.vector for one in kin if one.vector is not None])
    return sorted(zip(kin, scores, strict=True), key=lambda pair: (-pair[1], pair[0].fact))


def nearest_same(
    candidate: Candidate, scored: Sequence[tuple[Known, float]], rules: Rules
) -> tuple[Known, float] | None:
    """The most similar fact that says the same (M3)."""
    line = rules.limits.same_score
    return next(
        ((one, score) for one, score in scored if same.is_same(one.content, candidate.content, score, line)), None
    )


def _twin(candidate: Candidate, kept: Sequence[Candidate], rules: Rules) -> int | None:
    for place, one in enumerate(kept):
        if one.content == candidate.content:
            return place
    places = [
        place
        for place, one in enumerate(kept)
        if one.vector is not None and (one.type in ASSISTANT_TYPES) is (candidate.type in ASSISTANT_TYPES)
    ]
    if candidate.vector is None or not places:
        return None
    scores = rules.scores(candidate.vector, [kept[place].vector or () for place in places])
    line = rules.limits.same_score
    return next(
        (
            place
            for place, score in zip(places, scores, strict=True)
            if same.is_same(kept[place].content, candidate.content, score, line)
        ),
        None,
    )


def _joined(one: Candidate, other: Candidate) -> Candidate:
    fuller, lesser = (other, one) if says_more(other.content, one.content) else (one, other)
    return replace(
        fuller,
        confidence=max(fuller.confidence, lesser.confidence),
        evidence=tuple(sorted({*fuller.evidence, *lesser.evidence})),
        said_at=max(filter(None, (fuller.said_at, lesser.said_at)), default=None),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(keywords.tokens(_DEGREE.sub(" ", normal.bare(text))))
