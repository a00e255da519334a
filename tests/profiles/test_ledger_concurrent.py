"""Many hands on one person's facts at once: nothing is lost, doubled or left half done."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from profiles import editing, identity, ledger
from profiles.changes import New
from profiles.identity import Named
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent, Profile
from tests.builders import BY_OWNER, LEARNED, after, make_fact, make_profile, make_tenant

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 8


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """What each deed came to, an exception included."""

    def one(deed: Callable[[], object]) -> object:
        try:
            return deed()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(HANDS) as pool:
        return list(pool.map(one, deeds))


def test_eighty_writers_leave_eighty_facts():
    profile = make_profile()

    results = at_once(
        *(
            lambda n=n: ledger.apply(profile.pk, [New(f"likes number {n}")], origin=LEARNED, now=after(n))
            for n in range(80)
        )
    )

    profile.refresh_from_db()
    assert not [one for one in results if isinstance(one, Exception)]
    assert Fact.objects.active().count() == 80 == profile.active_facts
    assert FactEvent.objects.count() == 80
    assert profile.facts_version == 80


def test_the_same_statement_from_everybody_is_one_fact_said_many_times():
    profile = make_profile()

    at_once(
        *(
            lambda n=n: ledger.apply(profile.pk, [New("likes tea", evidence=(n,))], origin=LEARNED, now=after(n))
            for n in range(40)
        )
    )

    fact = Fact.objects.get()
    assert fact.source_count == 40
    assert sorted(fact.evidence) == list(range(40))


def test_one_slot_has_one_holder_and_every_loser_is_on_record():
    profile = make_profile()

    def move_to(n: int) -> object:
        new = New(f"lives in town {n}", type="user_profile", slot="location", slot_key="p:location", said_at=after(n))
        return ledger.apply(profile.pk, [new], origin=LEARNED, now=after(100))

    at_once(*(lambda n=n: move_to(n) for n in range(30)))

    assert Fact.objects.active().get().content == "lives in town 29"
    assert Fact.objects.filter(status=Status.SUPERSEDED).count() == 29


def test_deleting_while_it_is_said_again_ends_deleted():
    profile = make_profile()
    fact = make_fact(profile, "likes tea")

    def say() -> object:
        return ledger.apply(profile.pk, [New("likes tea", said_at=after(5))], origin=LEARNED, now=after(5))

    def forget() -> object:
        return editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=after(5))

    at_once(*[say] * 10, forget, *[say] * 10)

    fact.refresh_from_db()
    assert fact.status == Status.DEPRECATED
    assert fact.events.count() == 2


def test_two_decisions_about_one_fact_are_not_both_carried_out():
    profile = make_profile()
    fact = make_fact(profile, "likes tea")
    seen = ((fact.pk, ledger.last_events([fact.pk])[fact.pk]),)

    def reword(n: int) -> object:
        new = New(f"likes tea of kind {n}", replaces=(fact.pk,), replaces_reason="reworded", seen_events=seen)
        return ledger.apply(profile.pk, [new], origin=LEARNED, now=after(n))

    results = at_once(*(lambda n=n: reword(n) for n in range(10)))

    assert sum(isinstance(one, ledger.Stale) for one in results) == 9
    assert Fact.objects.active().count() == 1


def test_everybody_who_names_a_person_first_means_the_same_profile():
    named = Named(make_tenant().pk, "end_user", end_user_id="acme", end_sub_user_id="li")

    found = at_once(*(lambda: identity.get_or_create(named, now=after(0)).pk for _ in range(24)))

    assert set(found) == {Profile.objects.get().pk}


def test_an_old_document_is_taken_in_once():
    profile = make_profile(memory={"facts": [f"old {n}" for n in range(20)]})

    at_once(*[lambda: ledger.take_in_legacy(profile.pk)] * 8)

    assert Fact.objects.count() == 20 == FactEvent.objects.count()
