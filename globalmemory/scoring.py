"""How much a global memory has to do with a question, and which are recalled (G3–G6). Pure."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from engine.text import keywords

Mode = Literal["none", "minimal", "lightweight", "full", "full_without_vectors"]
NONE: Mode = "none"
MINIMAL: Mode = "minimal"
LIGHTWEIGHT: Mode = "lightweight"
FULL: Mode = "full"
FULL_WITHOUT_VECTORS: Mode = "full_without_vectors"

# Why a memory is recalled …
MANDATORY, ALL, TAGS, SIMILAR, SIMILAR_TAGS, WORDS = "mandatory", "all", "tags", "similar", "similar_and_tags", "words"
# … and why it is not.
NO_TAG, TOO_FAR, NO_WORDS, NO_PLACE = "no_tag", "too_far", "no_words", "no_place"
RECALLED = frozenset({MANDATORY, ALL, TAGS, SIMILAR, SIMILAR_TAGS, WORDS})


@dataclass(frozen=True)
class Limits:
    """The numbers of recall. Up to `minimal` candidates all come, up to `lightweight` no vector is needed; `low` and
    `high` are calibrated scores."""

    minimal: int = 5
    lightweight: int = 20
    most: int = 5
    tag_score: float = 0.1
    tag_step: float = 0.05
    low: float = 0.40
    high: float = 0.60


@dataclass(frozen=True)
class Candidate:
    """What of a memory is weighed. `text` is all its filled fields."""

    key: int
    tags: Sequence[str] = ()
    is_mandatory: bool = False
    text: str = ""


@dataclass(frozen=True)
class Asked:
    """A question's key words in small letters; those of one letter apart, because nearly every tag contains them."""

    words: tuple[str, ...] = ()
    letters: frozenset[str] = frozenset()

    @cached_property
    def together(self) -> str:
        """All words in one text, so that one look tells whether something stands in any of them."""
        return "\n".join(self.words)


@dataclass(frozen=True)
class Weighed:
    """A candidate's verdict. `score` None: it was not weighed, it comes anyway. `similarity` None: it has no vector."""

    key: int
    why: str
    score: float | None = None
    similarity: float | None = None
    tags: tuple[str, ...] = ()

    @property
    def is_recalled(self) -> bool:
        return self.why in RECALLED


def mode_of(count: int, limits: Limits) -> Mode:
    """How so many candidates are recalled; a question's vector is needed for `full` alone."""
    if count == 0:
        return NONE
    if count <= limits.minimal:
        return MINIMAL
    return LIGHTWEIGHT if count <= limits.lightweight else FULL


def ask(question: str) -> Asked:
    """The key words of a question (segmented, so that a long sentence yields them)."""
    words = keywords.key_words(keywords.asked_part(question))
    return Asked(tuple(word for word in words if len(word) > 1), frozenset(word for word in words if len(word) == 1))


def matching(asked: Asked, tags: Iterable[str]) -> tuple[str, ...]:
    """The tags that the question names: equal or contained either way, one letter by equality only."""
    return tuple(tag for tag in tags if _names(asked, _plain(tag)))


def tag_score(hits: int, limits: Limits, *, present: float = 0.0) -> float:
    """What so many tags are worth, if that is more than the present score."""
    return max(present, bonus(hits, limits)) if hits else present


def bonus(hits: int, limits: Limits) -> float:
    return round(limits.tag_score + limits.tag_step * hits, 6)


def word_share(asked: Asked, text: str) -> float:
    """The share of the question's words and character pairs that stand in a text, 0 to 1."""
    wanted = {token for word in (*asked.words, *asked.letters) for token in keywords.tokens(word)}
    plain = unicodedata.normalize("NFKC", text).lower() if wanted else ""
    return sum(_stands_in(token, plain) for token in wanted) / len(wanted) if wanted else 0.0


def weigh(
    candidates: Sequence[Candidate],
    asked: Asked,
    *,
    mode: Mode,
    limits: Limits,
    similarities: Mapping[int, float] | None = None,
) -> list[Weighed]:
    """The verdict on every candidate: the mandatory first, then the best; who finds no place any more is told so.

    `similarities` are calibrated, by key, of those that have a vector; None: there is no vector of the question.
    """
    verdicts = [_weigh(candidate, asked, mode, limits, similarities) for candidate in candidates]
    rank = {candidate.key: place for place, candidate in enumerate(candidates)}
    verdicts.sort(key=lambda one: (one.why != MANDATORY, not one.is_recalled, -(one.score or 0.0), rank[one.key]))
    if mode == MINIMAL:
        return verdicts
    mandatory = sum(one.why == MANDATORY for one in verdicts)
    places = max(limits.most, mandatory)
    return [_at(place, verdict, places) for place, verdict in enumerate(verdicts)]


def _at(place: int, verdict: Weighed, places: int) -> Weighed:
    if place < places or not verdict.is_recalled:
        return verdict
    return Weighed(verdict.key, NO_PLACE, verdict.score, verdict.similarity, verdict.tags)


def _weigh(
    candidate: Candidate, asked: Asked, mode: Mode, limits: Limits, similarities: Mapping[int, float] | None
) -> Weighed:
    tags = matching(asked, candidate.tags)
    similarity = (similarities or {}).get(candidate.key)
    if candidate.is_mandatory:
        return Weighed(candidate.key, MANDATORY, None, similarity, tags)
    if mode == MINIMAL:
        return Weighed(candidate.key, ALL, None, None, tags)
    if similarity is not None:
        why, score = _by_vector(similarity, len(tags), limits)
    elif mode == FULL and similarities is not None:
        why, score = _by_words(candidate, asked, len(tags), limits)
    else:
        why, score = (TAGS, tag_score(len(tags), limits)) if tags else (NO_TAG, 0.0)
    return Weighed(candidate.key, why, round(score, 4), similarity, tags)


def _by_vector(similarity: float, hits: int, limits: Limits) -> tuple[str, float]:
    if similarity >= limits.high:
        return SIMILAR, similarity
    if similarity < limits.low:
        return TOO_FAR, similarity
    return (SIMILAR_TAGS, min(1.0, similarity + bonus(hits, limits))) if hits else (NO_TAG, similarity)


def _by_words(candidate: Candidate, asked: Asked, hits: int, limits: Limits) -> tuple[str, float]:
    """A memory whose text has changed since it was embedded, or was never: by its tags and its words (G7)."""
    share = word_share(asked, candidate.text)
    found = share if share >= limits.low else 0.0
    if hits:
        return TAGS, tag_score(hits, limits, present=found)
    return (WORDS, found) if found else (NO_WORDS, share)


def _plain(tag: str) -> str:
    """A tag as key words are written: in small letters of usual width, without blanks inside."""
    return "".join(unicodedata.normalize("NFKC", tag).lower().split())


def _stands_in(token: str, plain: str) -> bool:
    """As a whole word, or as a pair of characters where there are no blanks; without cutting up a long text for it."""
    if token not in plain:
        return False
    return keywords.has_cjk(token) or bool(re.search(f"(?<![a-z0-9]){re.escape(token)}(?![a-z0-9])", plain))


def _names(asked: Asked, tag: str) -> bool:
    if not tag:
        return False
    if len(tag) == 1:
        return tag in asked.letters
    return tag in asked.together or any(word in tag for word in asked.words)
