"""Which stored facts a new statement is compared with (SPEC M5, find). Pure.

The nearest by vector; besides, whatever the score, what fills the same slot, and what shares a thing where vectors see
little: across languages, and where the statement tells of a change. Such pairs lie below the line of likeness.
"""

from collections.abc import Sequence

from engine.text import concepts, keywords, normal, similarity, stance
from engine.text.concept_domains import STATES
from extraction.candidates import Candidate
from extraction.rulings import Known
from extraction.screening import Limits

Scored = Sequence[tuple[Known, float]]

# Facts that are compared for a shared thing alone.
BY_THINGS = 2


def find(candidate: Candidate, scored: Scored, limits: Limits) -> list[tuple[Known, float]]:
    """Facts to compare with, nearest first. `scored` are all of its kind, nearest first."""
    near = [pair for pair in scored if pair[1] > limits.similar_score][: limits.nearest]
    places = {one.fact for one, _ in near}
    rest = [pair for pair in scored if pair[0].fact not in places]
    by_slot = [pair for pair in rest if candidate.slot and pair[0].slot == candidate.slot]
    places |= {one.fact for one, _ in by_slot}
    by_things = [pair for pair in rest if pair[0].fact not in places and _shares_a_thing(candidate.content, pair[0])]
    return [*near, *by_slot[: limits.nearest], *by_things[:BY_THINGS]]


def _shares_a_thing(incoming: str, one: Known) -> bool:
    ours, theirs = normal.bare(incoming), normal.bare(one.content)
    is_across = keywords.has_cjk(ours) != keywords.has_cjk(theirs)
    if not (is_across or stance.tells_end(ours)):
        return False
    domains = concepts.content(ours).domains & concepts.content(theirs).domains
    return bool(similarity.shared_things(ours, theirs) or domains & STATES or (domains and stance.tells_end(ours)))
