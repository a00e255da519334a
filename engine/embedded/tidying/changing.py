"""Which facts a newer one of the day contradicts, where the person's own words of that day say what the newer one says."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from engine.condensing import Stored
from engine.embedded import judge
from engine.embedded.pair import Pair
from engine.embedded.tidying import ends, kin, moments, sorts, terms
from engine.embedded.tidying.day import Clause
from engine.embedded.tidying.refuting import INFERRED, LIKELY, Refuted
from engine.questions import REPLACE, JudgeQuestion
from engine.text import polarity, stance

# So much of what a fact names stands in one clause that says it.
SAID = 0.5
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z]\d?(?![A-Za-z'’])")


def contradicted(facts: Sequence[Stored], clauses: Sequence[Clause]) -> list[Refuted]:
    """Older facts that cannot be true beside a newer one which the day confirms."""
    found: dict[str, Refuted] = {}
    for newer in facts:
        saying = _saying(newer, clauses)
        if saying is None:
            continue
        for older in facts:
            if older.fact_id not in found and _is_older(older, newer) and (doubt := _doubt(older, newer, saying)):
                found[older.fact_id] = Refuted(older.fact_id, saying.text, doubt, 1.0)
    return list(found.values())


def _saying(fact: Stored, clauses: Iterable[Clause]) -> Clause | None:
    """The clause of the day that says a fact; None when the day does not say it."""
    content = sorts.bare_of(fact.content)
    own, owner = terms.of(content), sorts.owner(fact.content)
    for clause in clauses:
        if not kin.are_one(clause.owner, owner) or (fact.said_at and clause.said_at and fact.said_at < clause.said_at):
            continue
        both = own & terms.of(clause.text)
        if both and terms.weight(both) >= SAID * terms.weight(own, both):
            return clause
    return None


def _is_older(older: Stored, newer: Stored) -> bool:
    if older.is_pinned or older.fact_id == newer.fact_id or newer.said_at is None:
        return False
    return (older.said_at or _LONG_AGO) < newer.said_at and kin.are_one(
        sorts.owner(older.content), sorts.owner(newer.content)
    )


def _doubt(older: Stored, newer: Stored, saying: Clause) -> float:
    """How far it is in doubt that the newer takes the place of the older one; 0 when it does not."""
    if sorts.is_fixed(older.content) or not _may_differ(older.content, newer.content):
        return 0.0
    question = JudgeQuestion(older.content, newer.content, newer.type, older.said_at, newer.said_at)
    if judge.judge(question).action != REPLACE:
        return 0.0
    return LIKELY if ends.ends(saying.text) or stance.looks_like_change(saying.text) else INFERRED


def _may_differ(older: str, newer: str) -> bool:
    """Not two refusals, not the same once more, and no other thing of which another number is told."""
    pair = Pair.of(older, newer)
    if polarity.is_negative(pair.existing) and polarity.is_negative(pair.incoming):
        return False
    if _letters(pair.existing) != _letters(pair.incoming):
        return False
    if not (pair.only_old or pair.only_new or pair.is_reversal) and moments.are_same(pair.existing, pair.incoming):
        return False  # the same in other words
    is_of_value = bool(pair.other_value or pair.other_date)
    return not (is_of_value and pair.only_old and pair.only_new and not stance.looks_like_change(newer))


def _letters(text: str) -> set[str]:
    return {found[0].lower() for found in _LETTER.finditer(text)} - {"a", "i"}
