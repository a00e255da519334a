"""What a person said about the dream's proposals."""

import pytest

from engine.condensing import MERGE, OUTDATED
from extraction.dream import approval
from extraction.dream.decided import Decided
from extraction.models import DreamOperation
from profiles import editing
from profiles.models import Fact
from profiles.models.tenants import DEFAULT_SCOPE
from tests.builders import BY_OWNER, make_fact, make_profile
from tests.extraction.nights import MORNING, make_merge, make_part, make_retirement, make_waiting

pytestmark = pytest.mark.django_db
State = DreamOperation.State


def test_a_merge_taken_back_covers_every_merge_of_two_of_its_facts():
    decided = Decided(merges=frozenset({frozenset({"a", "b", "r"})}))

    assert decided.covers(MERGE, ["a", "b"])
    assert decided.covers(MERGE, ["a", "b", "c"])
    assert decided.covers(MERGE, ["r", "a"])
    assert not decided.covers(MERGE, ["a", "c"])
    assert not decided.covers(OUTDATED, ["a"])


def test_a_retirement_taken_back_covers_only_retirements_of_that_fact():
    decided = Decided(retirements=frozenset({frozenset({"a"})}))

    assert decided.covers(OUTDATED, ["a"])
    assert not decided.covers(OUTDATED, ["b"])
    assert not decided.covers(MERGE, ["a", "b"])


@pytest.mark.parametrize("state", [State.UNDONE, State.REFUSED])
def test_what_was_undone_or_refused_is_decided(state):
    profile = make_profile()
    part = make_part(profile)
    tea, coffee = make_fact(profile, "用户喜欢喝茶"), make_fact(profile, "用户每天喝咖啡")
    make_retirement(part, tea)
    make_retirement(part, coffee)
    DreamOperation.objects.filter(fact_ids=[tea.fact_id]).update(state=state)

    decided = approval.decided_before(profile.pk, DEFAULT_SCOPE)

    assert decided.covers(OUTDATED, [tea.fact_id])
    assert not decided.covers(OUTDATED, [coffee.fact_id])
    assert approval.decided_before(profile.pk, "other") == Decided()
    assert approval.decided_before(make_profile().pk, DEFAULT_SCOPE) == Decided()


def test_a_fact_that_a_person_restored_is_neither_retired_nor_merged_again():
    profile = make_profile()
    part = make_part(profile)
    gone, first, second = (make_fact(profile, text) for text in ("likes tea", "has a dog", "has a dog named Rex"))
    make_retirement(part, gone)
    merge = make_merge(part, [first, second], "has a dog named Rex")
    for fact in (gone, first):
        editing.restore(profile, fact.fact_id, origin=BY_OWNER, now=MORNING)

    decided = approval.decided_before(profile.pk, DEFAULT_SCOPE)

    assert decided.covers(OUTDATED, [gone.fact_id])
    assert decided.covers(MERGE, [first.fact_id, merge.result])


def test_what_waits_is_known_by_its_fact():
    profile = make_profile()
    fact = make_fact(profile, "plans a trip to Oslo")
    make_waiting(make_part(profile), fact)

    assert approval.waiting(profile.pk, DEFAULT_SCOPE) == {fact.fact_id}
    assert approval.waiting(profile.pk, "other") == frozenset()
    assert Fact.objects.get(pk=fact.pk).is_active
