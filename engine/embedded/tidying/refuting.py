"""Which facts the day's words put an end to: the trip is cancelled, the loan paid off, the course over."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.condensing import Stored
from engine.embedded.tidying import end_words, ends, sorts, terms
from engine.embedded.tidying.day import OTHER, Clause
from engine.embedded.tidying.ends import End
from engine.text import normal, relatives

# Of what is said to have ended so much has to be named by the fact, and so much of the fact by what is said.
LEAST_OF_END, LEAST_OF_FACT = 0.5, 0.25
# A fact that is meant less than the one that is meant best by this share is not meant.
NEARLY = 0.8
SURE, LIKELY, INFERRED = 0.1, 0.3, 0.6


@dataclass(frozen=True)
class Refuted:
    """A fact that has ended, by which words, and how far that is in doubt."""

    fact_id: str
    reason: str
    doubt: float
    worth: float


def refuted(facts: Sequence[Stored], clauses: Iterable[Clause]) -> list[Refuted]:
    """Each fact that some clause ends, once."""
    found: dict[str, Refuted] = {}
    for clause in clauses:
        for one in _by(clause, facts):
            if one.fact_id not in found or found[one.fact_id].doubt > one.doubt:
                found[one.fact_id] = one
    return list(found.values())


def _by(clause: Clause, facts: Sequence[Stored]) -> list[Refuted]:
    """What one clause ends: of the facts that its words fit, those that they fit best."""
    fitting = [one for end in ends.ends(clause.text) for fact in facts for one in _fit(clause, end, fact)]
    best = max((one.worth for one in fitting), default=0.0)
    return [one for one in fitting if one.worth >= NEARLY * best]


def _fit(clause: Clause, end: End, fact: Stored) -> Iterator[Refuted]:
    if (
        fact.is_pinned
        or _is_news(clause, fact)
        or not _is_theirs(clause, end, fact)
        or not sorts.may_end(fact.content, end.kind, type_=fact.type)
    ):
        return
    if clause.is_once and end.kind in (end_words.NO_MORE, end_words.CANCELLED, end_words.LEFT):
        if sorts.PLAN not in sorts.of(fact.content) and fact.type != "user_goal":
            return
    content = normal.bare(fact.content)
    is_named = bool(terms.of(end.what))
    for what in (end.what,) if is_named else clause.before[:2]:
        worth = _worth(what, f"{what} {end.rest}" if is_named else what, content)
        if worth:
            doubt = (SURE if worth > 1.2 else LIKELY) if is_named else INFERRED
            yield Refuted(fact.fact_id, clause.text, doubt, worth)
            return


def _is_theirs(clause: Clause, end: End, fact: Stored) -> bool:
    """Whether the clause tells of whom the fact is about; what was lent, the borrower brings back."""
    owner = sorts.owner(fact.content)
    if end.kind == end_words.RETURNED:
        return owner == "" and (not clause.owner or relatives.mentions(normal.bare(fact.content), clause.owner))
    if clause.owner and clause.is_carried and not owner:  # "the child has a fever, Harbin is cancelled"
        return clause.owner != OTHER and sorts.PLAN in sorts.of(fact.content)
    return clause.owner == owner


def _is_news(clause: Clause, fact: Stored) -> bool:
    """Whether the fact was said when the clause was, or later."""
    return bool(fact.said_at and clause.said_at and fact.said_at >= clause.said_at)


def _worth(what: str, told: str, content: str) -> float:
    """How well what has ended fits a fact; 0 when it does not."""
    shared = terms.shared(what, content)
    if not shared:
        return 0.0
    of_end = terms.weight(shared) / terms.weight(terms.of(what), shared)
    all_shared = terms.shared(told, content)
    of_fact = terms.weight(all_shared) / terms.weight(terms.of(content), all_shared)
    return of_end + of_fact if of_end >= LEAST_OF_END and of_fact >= LEAST_OF_FACT else 0.0
