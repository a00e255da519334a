"""The only writer: every change under the lock, with its event, and nothing behind anybody's back."""

import pytest

from profiles import ledger
from profiles.changes import Again, Mark, Move, New, Origin
from profiles.lifecycle import ForbiddenTransition, Source, Status
from profiles.models import Fact, FactEvent, FactVector, Profile
from tests.builders import BY_OWNER, LEARNED, NOON, after, make_fact, make_profile

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def apply(profile, *changes, origin=LEARNED, now=NOON, **options):
    return ledger.apply(profile.pk, list(changes), origin=origin, now=now, **options)


def statuses(profile):
    return dict(Fact.objects.of(profile).values_list("content", "status"))


def reasons(fact):
    return list(fact.events.order_by("pk").values_list("from_status", "to_status", "reason"))


def test_a_new_statement_becomes_an_active_fact_with_its_event(profile):
    outcome = apply(profile, New("用户喜欢茶", type="user_preference", evidence=(7,), said_at=NOON))

    fact = Fact.objects.get()
    event = FactEvent.objects.get()
    assert outcome.fact_ids == [fact.fact_id] == ["f_59020544"]
    assert (fact.status, fact.importance, fact.evidence) == (Status.ACTIVE, 0.7, [7])
    assert (event.from_status, event.to_status, event.actor, event.message_ids) == ("", "active", "_system", [7])


def test_what_is_said_again_is_strengthened_and_makes_neither_row_nor_event(profile):
    fact = make_fact(profile, "likes tea", confidence=0.6, evidence=(1,))

    outcome = apply(profile, New("likes tea", confidence=0.9, evidence=(2,)), now=after(5))

    fact.refresh_from_db()
    assert (fact.source_count, fact.confidence, fact.evidence, fact.last_seen_at) == (2, 0.9, [1, 2], after(5))
    assert fact.events.count() == 1
    assert outcome.counts == {"repeated": 1}


def test_the_same_message_delivered_twice_counts_once(profile):
    fact = make_fact(profile, "likes tea", evidence=(1,))

    apply(profile, New("likes tea", evidence=(1,)))

    fact.refresh_from_db()
    assert (fact.source_count, fact.evidence) == (1, [1])


def test_a_deleted_fact_does_not_come_back_by_itself_and_the_attempt_is_counted(profile):
    fact = make_fact(profile, "likes tea")
    apply(profile, Move(fact.pk, Status.DEPRECATED, reason="deleted"), origin=BY_OWNER)

    outcome = apply(profile, New("likes tea", said_at=after(9)), now=after(9))

    profile.refresh_from_db()
    assert statuses(profile) == {"likes tea": "deprecated"}
    assert (outcome.fact_ids, profile.blocked_count) == ([], 1)


@pytest.mark.parametrize("source", [Source.CONSOLE, Source.API, Source.INSTRUCTION])
def test_a_person_brings_a_deleted_fact_back(profile, source):
    fact = make_fact(profile, "likes tea")
    apply(profile, Move(fact.pk, Status.DEPRECATED), origin=BY_OWNER)

    apply(profile, New("likes tea"), origin=Origin("account:1", source))

    assert statuses(profile) == {"likes tea": "active"}
    assert Fact.objects.count() == 1


def test_a_person_moves_freely_but_nobody_makes_a_deleted_fact_superseded(profile):
    fact = make_fact(profile, "likes tea")
    apply(profile, Move(fact.pk, Status.DEPRECATED), origin=BY_OWNER)

    with pytest.raises(ForbiddenTransition):
        apply(profile, Move(fact.pk, Status.SUPERSEDED), origin=BY_OWNER)
    with pytest.raises(ForbiddenTransition):
        apply(profile, Move(fact.pk, Status.ACTIVE), origin=LEARNED)

    assert statuses(profile) == {"likes tea": "deprecated"}


def test_the_state_that_a_fact_has_already_is_answered_as_done_without_an_event(profile):
    fact = make_fact(profile, "likes tea")
    apply(profile, Move(fact.pk, Status.DEPRECATED), origin=BY_OWNER)

    outcome = apply(profile, Move(fact.pk, Status.DEPRECATED), origin=BY_OWNER)

    assert outcome.changed == []
    assert fact.events.count() == 2


def test_a_single_slot_keeps_the_newer_statement_and_both_on_record(profile):
    old = make_fact(
        profile,
        "用户是后端开发",
        type="user_profile",
        slot="occupation",
        slot_key="user_profile:occupation",
        said_at=NOON,
    )

    new = make_fact(
        profile,
        "用户是前端开发",
        type="user_profile",
        slot="occupation",
        slot_key="user_profile:occupation",
        said_at=after(1),
    )

    old.refresh_from_db()
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, new.fact_id)
    assert reasons(old)[-1] == ("active", "superseded", "slot")


def test_a_statement_said_earlier_but_learned_later_does_not_take_the_slot(profile):
    make_fact(profile, "lives in Rome", type="user_profile", slot="location", slot_key="p:location", said_at=after(9))

    outcome = apply(
        profile,
        New("lives in Oslo", type="user_profile", slot="location", slot_key="p:location", said_at=NOON),
        now=after(20),
    )

    assert statuses(profile) == {"lives in Rome": "active", "lives in Oslo": "superseded"}
    assert outcome.counts["older"] == 1
    assert outcome.facts == []


def test_a_then_b_then_a_again_leaves_a_whenever_the_jobs_ran(profile):
    for minute, place in [(0, "Rome"), (1, "Oslo"), (2, "Rome")]:
        new = New(
            f"lives in {place}", type="user_profile", slot="location", slot_key="p:location", said_at=after(minute)
        )
        apply(profile, new, now=after(10_000))

    assert statuses(profile) == {"lives in Rome": "active", "lives in Oslo": "superseded"}


def test_a_superseded_statement_from_before_its_end_stays_superseded(profile):
    for minute, place in [(0, "Rome"), (5, "Oslo"), (3, "Rome")]:
        new = New(
            f"lives in {place}", type="user_profile", slot="location", slot_key="p:location", said_at=after(minute)
        )
        outcome = apply(profile, new, now=after(10_000))

    assert statuses(profile) == {"lives in Oslo": "active", "lives in Rome": "superseded"}
    assert outcome.counts == {"already_superseded": 1}


def test_a_pinned_fact_keeps_its_slot_against_learning(profile):
    fact = make_fact(
        profile, "lives in Rome", type="user_profile", slot="location", slot_key="p:location", said_at=NOON
    )
    apply(profile, Mark(fact.pk, is_pinned=True), origin=BY_OWNER)

    make = New("lives in Oslo", type="user_profile", slot="location", slot_key="p:location", said_at=after(1))
    apply(profile, make)

    assert statuses(profile) == {"lives in Rome": "active", "lives in Oslo": "superseded"}


@pytest.mark.parametrize("is_said_again", [True, False])
def test_what_comes_back_contests_the_slot_that_it_once_had(profile, is_said_again):
    slot = {"type": "user_profile", "slot": "location", "slot_key": "user_profile:location"}
    old = make_fact(profile, "lives in Rome", said_at=NOON, **slot)
    make_fact(profile, "lives in Oslo", said_at=after(1), **slot)

    back = New("lives in Rome", said_at=after(2)) if is_said_again else Move(old.pk, Status.ACTIVE)
    apply(profile, back, origin=LEARNED if is_said_again else BY_OWNER, now=after(3))

    assert statuses(profile) == {"lives in Rome": "active", "lives in Oslo": "superseded"}


def test_one_batch_with_two_values_for_one_slot_keeps_the_one_said_last(profile):
    first = New("budget is 3000", type="user_constraint", slot="budget", slot_key="c:budget", said_at=NOON)
    second = New("budget is 5000", type="user_constraint", slot="budget", slot_key="c:budget", said_at=after(1))

    apply(profile, first, second, first)

    assert statuses(profile) == {"budget is 3000": "superseded", "budget is 5000": "active"}


def test_the_same_content_in_two_scopes_is_two_facts(profile):
    make_fact(profile, "likes tea")
    make_fact(profile, "likes tea", scope_id="work")

    apply(profile, New("likes tea", scope_id="work"))

    assert sorted(Fact.objects.values_list("scope_id", "fact_id")) == [
        ("__default__", Fact.objects.first().fact_id),
        ("work", Fact.objects.first().fact_id),
    ]


def test_two_texts_with_one_short_digest_are_both_kept_and_deleting_one_leaves_the_other(profile):
    first, second = "用户的储物柜编号是3920", "用户的储物柜编号是14264"

    apply(profile, New(first), New(second))
    one = Fact.objects.get(content=second)
    apply(profile, Move(one.pk, Status.DEPRECATED), origin=BY_OWNER)

    assert statuses(profile) == {first: "active", second: "deprecated"}
    assert one.fact_id.startswith("f_8a2e243b")
    assert len(one.fact_id) == 11


def test_the_cap_takes_the_least_valuable_and_keeps_what_came_now(profile, settings):
    settings.MEMORYHUB_FACT_LIMIT = 3
    make_fact(profile, "old and dull", now=NOON)
    make_fact(profile, "younger and dull", now=after(1))
    make_fact(profile, "important", type="user_constraint", slot="", slot_key=None, now=NOON)

    outcome = apply(profile, New("brand new", importance=0.01), now=after(2))

    assert statuses(profile) == {
        "old and dull": "superseded",
        "younger and dull": "active",
        "important": "active",
        "brand new": "active",
    }
    assert outcome.counts["evicted"] == 1
    assert reasons(Fact.objects.get(content="old and dull"))[-1] == ("active", "superseded", "evicted")


def test_a_runaway_batch_meets_the_cap(profile):
    outcome = apply(profile, *(New(f"用户收藏了第{n}号茶杯") for n in range(200)))

    profile.refresh_from_db()
    assert Fact.objects.active().count() == 100 == profile.active_facts
    assert outcome.counts["evicted"] == 100
    assert len(outcome.facts) == 100
    assert Fact.objects.count() == 200


def test_the_other_types_have_a_cap_of_their_own(profile, settings):
    settings.MEMORYHUB_FACT_LIMIT = settings.MEMORYHUB_RECALLED_FACT_LIMIT = 2
    for number in range(3):
        make_fact(profile, f"resident {number}", now=after(number))
        make_fact(profile, f"recalled {number}", type="semantic_memory", now=after(number))

    assert statuses(profile) == {
        "resident 0": "superseded", "resident 1": "active", "resident 2": "active",
        "recalled 0": "superseded", "recalled 1": "active", "recalled 2": "active",
    }  # fmt: skip


def test_an_evicted_fact_that_is_said_again_comes_back(profile, settings):
    settings.MEMORYHUB_FACT_LIMIT = 1
    make_fact(profile, "likes tea", said_at=NOON)
    make_fact(profile, "likes jazz", said_at=after(1))

    apply(profile, New("likes tea", said_at=after(2)), now=after(60))

    assert statuses(profile) == {"likes tea": "active", "likes jazz": "superseded"}


def test_a_decision_about_a_fact_that_changed_meanwhile_applies_nothing(profile):
    fact = make_fact(profile, "likes tea")
    seen = ledger.last_events([fact.pk])[fact.pk]
    apply(profile, Move(fact.pk, Status.DEPRECATED), origin=BY_OWNER)

    with pytest.raises(ledger.Stale) as stale:
        apply(profile, New("likes jazz"), Move(fact.pk, Status.SUPERSEDED, seen_event=seen))

    assert stale.value.facts == {fact.pk}
    assert statuses(profile) == {"likes tea": "deprecated"}


def test_with_skip_the_stale_change_is_left_out_and_returned(profile):
    fact = make_fact(profile, "likes tea")
    apply(profile, Mark(fact.pk, is_pinned=True), origin=BY_OWNER)
    change = Move(fact.pk, Status.SUPERSEDED, seen_event=1)

    outcome = apply(profile, New("likes jazz"), change, on_stale="skip")

    assert outcome.stale == [change]
    assert statuses(profile) == {"likes tea": "active", "likes jazz": "active"}


def test_other_words_for_a_known_fact_strengthen_it(profile):
    fact = make_fact(profile, "likes tea", evidence=(1,))

    apply(profile, Again(fact.pk, evidence=(2, 3), said_at=after(1)))

    fact.refresh_from_db()
    assert (fact.evidence, fact.source_count) == ([1, 2, 3], 2)


def test_a_resident_type_takes_over_from_another_type_for_the_same_content(profile):
    fact = make_fact(profile, "plays chess", type="semantic_memory")

    apply(profile, New("plays chess", type="user_fact"))
    apply(profile, New("plays chess", type="episodic_memory"))

    fact.refresh_from_db()
    assert fact.type == "user_fact"


def test_vectors_follow_the_state_of_their_fact(profile):
    vector = {"vector": (0.5, 0.5), "vector_model": "m"}
    apply(profile, New("likes tea", **vector), New("likes jazz", **vector), New("likes rain", **vector))
    facts = {fact.content: fact for fact in Fact.objects.all()}

    apply(profile, Move(facts["likes tea"].pk, Status.DEPRECATED), origin=BY_OWNER)
    apply(profile, Move(facts["likes jazz"].pk, Status.SUPERSEDED))

    assert dict(FactVector.objects.values_list("fact__content", "is_blocked")) == {
        "likes tea": True,
        "likes rain": False,
    }
    apply(profile, Move(facts["likes tea"].pk, Status.ACTIVE), origin=BY_OWNER)
    assert not FactVector.objects.get(fact=facts["likes tea"]).is_blocked


def test_the_version_grows_with_status_and_content_but_not_with_counters(profile):
    fact = make_fact(profile, "likes tea")
    profile.refresh_from_db()
    before = profile.facts_version

    apply(profile, New("likes tea"), Mark(fact.pk, is_pinned=True))
    profile.refresh_from_db()
    unchanged = profile.facts_version
    apply(profile, Move(fact.pk, Status.DEPRECATED), origin=BY_OWNER)
    profile.refresh_from_db()

    assert (unchanged, profile.facts_version) == (before, before + 1)


def test_an_erased_profile_is_gone_and_nothing_is_written(profile):
    with pytest.raises(ledger.ProfileGone):
        ledger.apply(profile.pk + 999, [New("x")], origin=LEARNED, now=NOON)

    assert Fact.objects.count() == 0
