"""The embedded engine's dream: what the day ended or contradicted leaves, what says the same is joined, by rules, offline."""

from collections.abc import Collection, Iterable, Sequence

from engine.condensing import (
    ALLERGY,
    FACETS,
    MERGE,
    OUTDATED,
    SAME,
    ConsolidateAnswer,
    ConsolidateQuestion,
    Operation,
    Stored,
)
from engine.embedded.tidying import allergies, changing, closing, day, denying, doubles, facets, news, refuting
from engine.embedded.tidying.aspects import Facets
from engine.embedded.tidying.refuting import Refuted

# Characters of a reason: the words of the day that decided.
LONGEST_REASON = 200


def consolidate(question: ConsolidateQuestion) -> ConsolidateAnswer:
    """What is to leave, then what is to be joined of the rest; a fact stands in one operation at most."""
    clauses = day.clauses(question.digests)
    fresh = news.of_day(question.facts, question.digests)
    leaving = _least_doubtful(
        [
            *refuting.refuted(question.facts, clauses),
            *changing.contradicted(question.facts, fresh, clauses),
            *closing.closed(question.facts, fresh, clauses),
            *denying.denied(question.facts, clauses),
        ]
    )
    joined: list[Operation] = []
    free = _without(question.facts, {one.fact_id for one in leaving})
    for join in (_allergies, _many_facets, _doubles, _facets, _fuller):
        found = join(free, question)
        joined += found
        free = _without(free, {fact_id for one in found for fact_id in one.ids})
    return ConsolidateAnswer((*map(_outdated, leaving), *joined))


def _least_doubtful(found: Iterable[Refuted]) -> list[Refuted]:
    """Each fact once, by what leaves the least doubt; the surest first."""
    best: dict[str, Refuted] = {}
    for one in found:
        if one.fact_id not in best or one.doubt < best[one.fact_id].doubt:
            best[one.fact_id] = one
    return sorted(best.values(), key=lambda one: (one.doubt, one.fact_id))


def _without(facts: Sequence[Stored], ids: Collection[str]) -> tuple[Stored, ...]:
    return tuple(fact for fact in facts if fact.fact_id not in ids)


def _outdated(one: Refuted) -> Operation:
    return Operation(OUTDATED, (one.fact_id,), reason=one.reason[:LONGEST_REASON], doubt=one.doubt)


def _doubles(facts: Sequence[Stored], question: ConsolidateQuestion) -> list[Operation]:
    return [_into_fullest(group, 0.2) for group in doubles.groups(facts, question.alike)]


def _allergies(facts: Sequence[Stored], question: ConsolidateQuestion) -> list[Operation]:
    found = (one for one in allergies.groups(facts) if len(one.content) <= question.longest)
    return [Operation(MERGE, _ids(one.facts), one.content, ALLERGY, 0.3) for one in found]


def _many_facets(facts: Sequence[Stored], question: ConsolidateQuestion) -> list[Operation]:
    """Three facts of one thing and more, before two of them are taken for the same."""
    return [_of_one(one) for one in facets.of_many(facts, question.facts, longest=question.longest)]


def _facets(facts: Sequence[Stored], question: ConsolidateQuestion) -> list[Operation]:
    return [_of_one(one) for one in facets.groups(facts, question.facts, longest=question.longest)]


def _of_one(found: Facets) -> Operation:
    return Operation(MERGE, _ids(found.facts), found.content, FACETS, 0.4)


def _fuller(facts: Sequence[Stored], question: ConsolidateQuestion) -> list[Operation]:
    return [_into_fullest(group, 0.4) for group in doubles.groups(facts, question.alike, is_fuller=True)]


def _into_fullest(group: Sequence[Stored], doubt: float) -> Operation:
    return Operation(MERGE, _ids(group), doubles.fullest(group).content, SAME, doubt)


def _ids(facts: Sequence[Stored]) -> tuple[str, ...]:
    return tuple(fact.fact_id for fact in facts)
