"""Who counts as brought back by a person, and what that means for the slot of a fact."""

from dataclasses import replace

import pytest

from profiles import editing, hands, ledger
from profiles.changes import LEARNED, Move, New
from profiles.lifecycle import Source, Status
from profiles.models import Fact
from tests.builders import BY_OWNER, after, make_fact, make_profile

pytestmark = pytest.mark.django_db

SLOT = {"type": "user_profile", "slot": "location", "slot_key": "location"}


@pytest.fixture
def profile():
    return make_profile("kai")


def learned(profile, content, *, said_at, now, source=Source.EXTRACTION):
    new = New(content, said_at=said_at, **SLOT)
    ledger.apply(profile.pk, [new], origin=replace(LEARNED, source=source), now=now)
    return list(Fact.objects.active().values_list("content", flat=True))


def test_only_what_a_person_put_back_in_force_counts(profile):
    restored, written, tidied = (make_fact(profile, f"likes {thing}") for thing in ("tea", "jazz", "chess"))
    editing.delete(profile, restored.fact_id, origin=BY_OWNER, now=after(1))
    editing.restore(profile, restored.fact_id, origin=BY_OWNER, now=after(2))
    editing.edit(profile, written.fact_id, is_pinned=True, origin=BY_OWNER, now=after(3))
    ledger.apply(profile.pk, [Move(tidied.pk, Status.SUPERSEDED)], origin=LEARNED, now=after(4))
    ledger.apply(profile.pk, [Move(tidied.pk, Status.ACTIVE)], origin=LEARNED, now=after(5))

    assert hands.brought_back([restored.pk, written.pk, tidied.pk]) == {restored.pk: after(2)}


@pytest.mark.parametrize("source", [Source.EXTRACTION, Source.IMPORT])
def test_a_restored_fact_keeps_its_slot_against_what_was_said_before(profile, source):
    fact = make_fact(profile, "The user lives in Bonn", said_at=after(0), **SLOT)
    editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=after(10))
    editing.restore(profile, fact.fact_id, origin=BY_OWNER, now=after(30))

    assert learned(profile, "The user lives in Oslo", said_at=after(20), now=after(40), source=source) == [fact.content]
    assert learned(profile, "The user lives in Turin", said_at=after(35), now=after(41), source=source) == [
        "The user lives in Turin"
    ]


def test_only_a_slot_about_to_change_hands_asks_for_them(profile, monkeypatch):
    asked = []
    real = hands.brought_back
    monkeypatch.setattr(hands, "brought_back", lambda facts: asked.append(facts) or real(facts))

    learned(profile, "The user lives in Oslo", said_at=after(20), now=after(20))
    learned(profile, "The user lives in Bonn", said_at=after(10), now=after(21))

    assert asked == []
