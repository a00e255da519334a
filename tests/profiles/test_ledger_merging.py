"""What the decisions of a merge ask of the ledger: replacing within one write, yielding to what was said later, blocking."""

import pytest

from profiles import ledger
from profiles.changes import Blocked, Move, New
from profiles.lifecycle import Status
from profiles.models import Fact, Profile
from tests.builders import BY_OWNER, LEARNED, NOON, after, make_fact, make_profile

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def apply(profile, *changes, now=NOON):
    return ledger.apply(profile.pk, list(changes), origin=LEARNED, now=now)


def statuses(profile):
    return dict(Fact.objects.of(profile).values_list("content", "status"))


def last_event(profile, content):
    return Fact.objects.of(profile).get(content=content).events.order_by("pk").last()


def test_a_statement_of_the_same_write_is_replaced_and_both_are_on_record(profile):
    outcome = apply(
        profile,
        New("likes tea", said_at=NOON),
        New("hates tea", said_at=after(5), replaces_contents=("likes tea",), replaces_reason="replaced"),
    )

    assert statuses(profile) == {"likes tea": "superseded", "hates tea": "active"}
    assert last_event(profile, "likes tea").reason == "replaced"
    assert Fact.objects.get(content="likes tea").status_at == after(5)
    assert [fact.content for fact in outcome.facts] == ["hates tea"]


def test_a_statement_yields_to_one_that_was_said_later_and_is_kept(profile):
    later = make_fact(profile, "hates tea", said_at=after(60))

    outcome = apply(profile, New("likes tea", said_at=NOON, yields_to=later.pk))

    assert statuses(profile) == {"hates tea": "active", "likes tea": "superseded"}
    event = last_event(profile, "likes tea")
    assert (event.reason, event.related_fact) == ("older", later.fact_id)
    assert outcome.facts == []


def test_a_statement_that_yields_stays_superseded_when_it_is_learned_again(profile):
    later = make_fact(profile, "hates tea", said_at=after(60))
    new = New("likes tea", said_at=NOON, yields_to=later.pk)
    apply(profile, new)

    apply(profile, new)

    assert statuses(profile)["likes tea"] == "superseded"
    assert Fact.objects.get(content="likes tea").events.count() == 2


def test_a_statement_that_yields_to_what_changed_meanwhile_is_decided_again(profile):
    later = make_fact(profile, "hates tea", said_at=after(60))
    seen = ledger.last_events([later.pk])[later.pk]
    ledger.apply(profile.pk, [New("hates tea", is_pinned=True)], origin=BY_OWNER, now=after(61))

    with pytest.raises(ledger.Stale):
        apply(profile, New("likes tea", said_at=NOON, yields_to=later.pk, seen_events=((later.pk, seen),)))


def test_a_paraphrase_of_a_deleted_fact_is_counted_on_the_person_and_leaves_no_row(profile):
    fact = make_fact(profile, "smokes")
    ledger.apply(profile.pk, [deletion_of(fact)], origin=BY_OWNER, now=NOON)

    outcome = apply(profile, Blocked(fact.pk))

    profile.refresh_from_db()
    assert (profile.blocked_count, outcome.counts["blocked"]) == (1, 1)
    assert statuses(profile) == {"smokes": "deprecated"}


def test_a_deleted_fact_that_was_restored_meanwhile_blocks_nothing(profile):
    fact = make_fact(profile, "smokes")
    ledger.apply(profile.pk, [deletion_of(fact)], origin=BY_OWNER, now=NOON)
    seen = ledger.last_events([fact.pk])[fact.pk]
    ledger.apply(profile.pk, [New("smokes")], origin=BY_OWNER, now=after(1))

    with pytest.raises(ledger.Stale):
        apply(profile, Blocked(fact.pk, seen_event=seen))


def deletion_of(fact):
    return Move(fact.pk, Status.DEPRECATED, reason="deleted")


def test_what_is_said_again_after_its_time_is_in_force_again(profile):
    fact = make_fact(profile, "rents a flat in Graz", valid_to=after(10), said_at=NOON)

    apply(profile, New("rents a flat in Graz", said_at=after(20)), now=after(20))

    fact.refresh_from_db()
    assert fact.valid_to is None


def test_a_flood_from_an_engine_pushes_out_nothing_that_was_known(profile, settings):
    settings.MEMORYHUB_FACT_LIMIT = 10
    for number in range(10):
        make_fact(profile, f"knows song {number}")

    outcome = apply(profile, *(New(f"invented thing {number}", importance=1.0) for number in range(20)), now=after(9))

    assert {content for content, status in statuses(profile).items() if status == "active"} == {
        f"knows song {number}" for number in range(10)
    }
    assert outcome.counts["evicted"] == 20


def test_a_few_new_statements_make_room_for_themselves(profile, settings):
    settings.MEMORYHUB_FACT_LIMIT = 10
    for number in range(10):
        make_fact(profile, f"knows song {number}", now=after(number))

    apply(profile, New("plays the cello"), New("likes tea"), now=after(20))

    active = {content for content, status in statuses(profile).items() if status == "active"}
    assert {"plays the cello", "likes tea"} <= active
    assert len(active) == 10
