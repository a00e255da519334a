"""Doubts about facts: what becomes of them by the time somebody decides."""

from datetime import timedelta

import pytest
from django.db.models import Q
from django.utils import timezone

from extraction import doubts, quotes, review, runner, undo
from extraction.models import Job
from extraction.review import Reach
from profiles import editing
from profiles.lifecycle import Source, Status
from profiles.models import Fact, HeldItem
from tests.builders import BY_API, BY_OWNER, NOON, after, make_fact, make_message, make_profile, make_session

pytestmark = pytest.mark.django_db


def raised(fact: Fact, reason: str = "outdated") -> HeldItem:
    doubts.raise_about(fact.profile_id, fact.scope_id, {fact.fact_id: reason}, source=Source.API, now=after(1))
    return HeldItem.objects.get()


def let_through(item: HeldItem) -> Job:
    word = review.accept(item.pk, reach=Reach(Q(profile=item.profile_id)), origin=BY_API, now=after(2))
    while runner.run_next(item.profile_id, queue="learning", now=timezone.now()):
        pass
    return Job.objects.get(pk=word.job_id)


def status_of(fact: Fact) -> str:
    return Fact.objects.get(pk=fact.pk).status


def test_a_doubt_that_is_let_through_puts_the_fact_out_of_force_and_can_be_undone():
    fact = make_fact(make_profile(), "lives in Rome")

    job = let_through(raised(fact))

    retired = status_of(fact)
    undo.take_back(job, origin=BY_OWNER, now=timezone.now())
    assert (retired, status_of(fact)) == (Status.SUPERSEDED, Status.ACTIVE)


def test_what_was_said_again_since_stays():
    fact = make_fact(make_profile(), "lives in Rome")
    item = raised(fact)
    Fact.objects.filter(pk=fact.pk).update(last_seen_at=after(1.5))

    job = let_through(item)

    assert (status_of(fact), job.reason) == (Status.ACTIVE, "changed")


def test_what_is_out_of_force_already_stays_as_it_is():
    profile = make_profile()
    fact = make_fact(profile, "lives in Rome")
    item = raised(fact)
    editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=after(1.5))

    job = let_through(item)

    assert (status_of(fact), job.reason) == (Status.DEPRECATED, "gone")


def test_a_fact_out_of_force_and_one_of_another_scope_or_person_cannot_be_doubted():
    profile, other = make_profile(), make_profile()
    gone = make_fact(profile, "likes cola")
    editing.delete(profile, gone.fact_id, origin=BY_OWNER, now=NOON)
    elsewhere, theirs = make_fact(profile, "likes chess", scope_id="club"), make_fact(other, "likes rum")
    reasons = dict.fromkeys([gone.fact_id, elsewhere.fact_id, theirs.fact_id, "f_00000000"], "outdated")

    assert doubts.raise_about(profile.pk, "__default__", reasons, source=Source.API, now=NOON) == []
    assert not HeldItem.objects.exists()


def test_a_doubt_stays_when_the_messages_of_its_fact_go():
    profile = make_profile()
    said = make_message(make_session(profile), "I live in Rome")
    raised(make_fact(profile, "lives in Rome", evidence=(said.pk,)))

    key = said.pk
    said.delete()
    quotes.forget([key], profiles=[profile.pk])

    assert HeldItem.objects.get().op == "DOUBT"


def test_a_doubt_that_was_accepted_is_no_longer_withdrawn():
    fact = make_fact(make_profile(), "lives in Rome")
    item = raised(fact)
    HeldItem.objects.update(released_at=NOON + timedelta(minutes=2))

    assert doubts.withdraw(fact.profile_id, fact.scope_id, [item.target]) == 0
    assert HeldItem.objects.exists()
