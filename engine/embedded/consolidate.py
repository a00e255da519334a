"""The embedded engine's dream: what the day ended or contradicted leaves, what says the same is joined, by rules, offline."""

from collections.abc import Collection, Iterable, Sequence

from engine.condensing import MERGE, OUTDATED, ConsolidateAnswer, ConsolidateQuestion, Operation, Stored
from engine.embedded.tidying import changing, day, doubles, facets, refuting
from engine.embedded.tidying.refuting import Refuted

# Characters of a reason: the words of the day that decided.
LONGEST_REASON = 200


def consolidate(question: ConsolidateQuestion) -> ConsolidateAnswer:
    """What is to leave, then what is to be joined of the rest; a fact stands in one operation at most."""
    clauses = day.clauses(question.digests)
    leaving = _least_doubtful(
        [*refuting.refuted(question.facts, clauses), *changing.contradicted(question.facts, clauses)]
    )
    staying = _without(question.facts, {one.fact_id for one in leaving})
    doubles_found = doubles.groups(staying, question.alike)
    joined = [_into_fullest(group) for group in doubles_found]
    single = _without(staying, {fact.fact_id for group in doubles_found for fact in group})
    joined += [_facet(one) for one in facets.groups(single, question.facts, longest=question.longest)]
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


def _into_fullest(group: Sequence[Stored]) -> Operation:
    return Operation(MERGE, tuple(fact.fact_id for fact in group), doubles.fullest(group).content, "says the same", 0.2)


def _facet(one: facets.Facets) -> Operation:
    return Operation(MERGE, tuple(fact.fact_id for fact in one.facts), one.content, "one thing", 0.4)
