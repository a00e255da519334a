"""Which facts tell a state that a newer statement of the very same thing ends: broken – mended, waited for – arrived."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from engine.condensing import Stored
from engine.embedded.tidying import closing_words as words
from engine.embedded.tidying import end_words, ends, heads, same_thing, sorts, states, terms, whose
from engine.embedded.tidying.day import OTHER, Clause
from engine.embedded.tidying.refuting import LIKELY, Refuted
from engine.text import keywords, ordinals, plans, values

# Said by a fact of the day it leaves less doubt than said in passing.
BY_FACT = 0.2


def _both(zh: str, en: str) -> re.Pattern[str]:
    return re.compile(rf"{zh}|(?<![a-z'-])(?:{en})(?![a-z-])", re.IGNORECASE)


_STATES = tuple((_both(zh, en), _both(zh_end, en_end)) for _, zh, zh_end, en, en_end in words.STATES)
# What a thing does not outlast, whatever a fact tells of it.
_FOR_GOOD = frozenset(
    (end_words.CANCELLED, end_words.PAID, end_words.DISPOSED, end_words.SHUT, end_words.GONE, end_words.LEFT)
)
_DENIED = re.compile(
    r"(?:没有?|还没|未|不|别|快|要|想)$|(?:not|n't|never|halfway|half|partly|mostly|yet to be|yet to|to be|almost|nearly|being)\s+(?:been |be )?$",
    re.IGNORECASE,
)
# Another one of what somebody has had already.
_AGAIN = re.compile(r"再|又|另一|第二|(?<![a-z])(?:again|another|second|more)(?![a-z])", re.IGNORECASE)
_CLAUSE = re.compile(r"[，,。；;]|\s(?:and|but|so|because)\s", re.IGNORECASE)


def closed(facts: Sequence[Stored], fresh: Iterable[Stored], clauses: Iterable[Clause]) -> Iterator[Refuted]:
    """Each fact whose state the day's own facts, or its words, tell to be over."""
    for newer in fresh:
        for older in facts:
            if _is_older(older, newer) and _is_closed(older, newer):
                yield Refuted(older.fact_id, newer.content, BY_FACT, 1.0)
    for clause in clauses:
        owner = whose.of_clause(clause)
        for fact in facts:
            is_theirs = owner != OTHER and whose.are_one(whose.of(fact.content), owner)
            if is_theirs and not fact.is_pinned and clause.is_after(fact) and is_over_by(fact.content, clause.text):
                yield Refuted(fact.fact_id, clause.text, LIKELY, 1.0)


@lru_cache(maxsize=8192)
def is_over_by(state: str, said: str) -> bool:
    """The same of what is only said: that names nothing else, and no part of it."""
    ours = sorts.bare_of(state)
    if not is_over(state, said) or heads.is_part(said):
        return False
    return any(not same_thing.own(_STATES[place][1].sub(" ", said), ours)[0] for place in _going_on(ours) & _over(said))


def _is_older(older: Stored, newer: Stored) -> bool:
    is_before = newer.said_at is not None and (older.said_at is None or older.said_at < newer.said_at)
    return is_before and not older.is_pinned and whose.may_end(older.content, newer.content)


def _is_closed(older: Stored, newer: Stored) -> bool:
    return (
        is_over(older.content, newer.content)
        or is_ended(older.content, newer.content)
        or _is_state_over(older.content, newer.content)
    )


def _is_state_over(older: str, newer: str) -> bool:
    """Whether the newer tells the end of a state without its name; of two colleagues each has one of their own."""
    if sorts.is_fixed(older) or not states.ends(sorts.bare_of(older), newer):
        return False
    return not whose.of(older) or same_thing.are_one(older, newer)


@lru_cache(maxsize=8192)
def is_over(state: str, told: str) -> bool:
    """Whether what is told ends the state, and both are of one thing."""
    ours, theirs = sorts.bare_of(state), sorts.bare_of(told)
    both = _going_on(ours) & _over(theirs)
    if not both or sorts.explains(state) or plans.is_plan(theirs) or ordinals.name_two(ours, theirs):
        return False
    if _are_of_two_numbers(ours, theirs) or bool(_AGAIN.search(ours)) > bool(_AGAIN.search(theirs)):
        return False
    old, new = (_CLAUSE.split(text)[0] for text in (ours, theirs))
    return _are_of_one(old, new) or any(
        _are_of_one(_STATES[place][0].sub(" ", old), _STATES[place][1].sub(" ", new)) for place in both
    )


def _are_of_one(old: str, new: str) -> bool:
    """Whether both are of one thing, and what the newer names besides is no part of it: a thesis, a thesis proposal."""
    return same_thing.are_one(old, new) and (
        not same_thing.own(new, old)[0] or keywords.has_cjk(new) or heads.names(new, terms.shared(new, old), old)
    )


def _are_of_two_numbers(ours: str, theirs: str) -> bool:
    """Whether each names another number: a hundred of the five hundred owed is a part."""
    was, now = (values.values(values.marked(text)).get(values.NUMBER, frozenset()) for text in (ours, theirs))
    return bool(was and now) and was.isdisjoint(now)


@lru_cache(maxsize=4096)
def _going_on(text: str) -> frozenset[int]:
    return frozenset(place for place, (state, _) in enumerate(_STATES) if state.search(text))


@lru_cache(maxsize=4096)
def _over(text: str) -> frozenset[int]:
    return frozenset(
        place for place, (_, end) in enumerate(_STATES)
        if any(not _DENIED.search(text[: found.start()]) for found in end.finditer(text))
    )  # fmt: skip


@lru_cache(maxsize=8192)
def is_ended(older: str, newer: str) -> bool:
    """Whether the newer statement tells the end of what the older one tells: the contract is cancelled."""
    ours, theirs = sorts.bare_of(older), sorts.bare_of(newer)
    if plans.is_plan(theirs) or heads.is_part(theirs) or ordinals.name_two(ours, theirs):
        return False
    told, was = (_CLAUSE.split(text)[0] for text in (theirs, ours))
    found = ends.ends(told)
    kinds = {end.kind for end in found}
    if sorts.is_fixed(older) or sorts.CHOICE in sorts.of(older) or not kinds or _are_of_two_numbers(ours, theirs):
        return False
    if not same_thing.are_one(was, told) and not any(
        same_thing.are_one(was, told.replace(end.cue, " ")) for end in found
    ):
        return False
    return not kinds.isdisjoint(_FOR_GOOD) or any(sorts.may_end(older, kind) for kind in kinds)
