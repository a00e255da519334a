"""What is deleted each hour, and what is not yet."""

from datetime import datetime, timedelta

import pytest
from django_celery_beat.models import PeriodicTask

from extraction import housekeeping
from extraction.models import Decision
from memoryhub import explanation
from observability import retention
from observability.models import Feedback, ModelCall, Observation
from profiles.models import Fact, HeldItem, IdempotencyKey, RateCounter
from summaries.models import Message, MessageVector, SeenMessage, Session
from tests.builders import NOON, make_fact, make_message, make_profile, make_session, make_tenant

pytestmark = pytest.mark.django_db


def test_only_what_nobody_can_ask_for_any_more_goes():
    tenant = make_tenant()
    for hours in (1, 30):
        key = IdempotencyKey.objects.create(
            tenant=tenant, caller="key:1", key=f"{hours}", request_hash="x", status=201, answer={}
        )
        IdempotencyKey.objects.filter(pk=key.pk).update(created_at=NOON - timedelta(hours=hours))
    for minutes in (5, 90):
        RateCounter.objects.create(caller="key:1", minute=NOON - timedelta(minutes=minutes), count=1)

    assert housekeeping.forget_leftovers(now=NOON) == 2
    assert IdempotencyKey.objects.get().key == "1"
    assert RateCounter.objects.count() == 1


def test_the_round_stands_in_the_schedule_that_operators_edit():
    assert PeriodicTask.objects.filter(task="extraction.tasks.forget_leftovers", queue="background").exists()


def days_ago(days: float) -> datetime:
    return NOON - timedelta(days=days)


def said(session: Session, days: float) -> Message:
    """A message that was stored so many days ago, with its vector."""
    message = make_message(session, f"said {days} days ago", said_at=days_ago(days))
    Message.objects.filter(pk=message.pk).update(stored_at=days_ago(days))
    MessageVector.objects.create(message=message, profile=session.profile, model="m", embedding=[1.0])
    return message


def asked(days: float, **fields: object) -> Observation:
    return Observation.objects.create(tenant_id=1, at=days_ago(days), **fields)


class TestRetention:
    def test_words_go_after_their_days_and_facts_stay_and_say_so(self, settings):
        settings.MEMORYHUB_MESSAGE_DAYS = 30
        session = make_session(make_profile())
        old, new = said(session, 31), said(session, 29)
        fact = make_fact(session.profile, "lives in Bonn", evidence=(old.pk, new.pk))

        housekeeping.forget_expired(now=NOON)

        told = explanation.explain(Fact.objects.get(pk=fact.pk))
        assert Message.objects.get() == new
        assert MessageVector.objects.get().message == new
        assert (list(told.messages), told.missing) == ([new], 1)

    def test_what_repeats_words_goes_with_the_last_of_them(self, settings):
        settings.MEMORYHUB_MESSAGE_DAYS = 30
        session = make_session(make_profile("kai"))
        others = make_session(make_profile("bob"))
        oldest, old, new, foreign = said(session, 40), said(session, 31), said(session, 29), said(others, 31)
        rests_on = {
            "old": (session, [old.pk]), "two old": (session, [oldest.pk, old.pk]), "foreign": (others, [foreign.pk]),
            "mixed": (session, [old.pk, new.pk]), "by hand": (session, []),
        }  # fmt: skip
        for content, (where, evidence) in rests_on.items():
            HeldItem.objects.create(
                profile=where.profile, content=content, type="user_fact", source="extraction", reason="steering",
                evidence=evidence, created_at=NOON,
            )  # fmt: skip
            for fact_id in ("", "f_00000001"):
                Decision.objects.create(
                    profile=where.profile, content=content, fact_id=fact_id, action="skip", message_ids=evidence,
                    at=NOON,
                )  # fmt: skip

        assert housekeeping.forget_expired(now=NOON) == 3

        assert set(HeldItem.objects.values_list("content", flat=True)) == {"mixed", "by hand"}
        assert set(Decision.objects.filter(fact_id="").values_list("content", flat=True)) == {"mixed", "by hand"}
        assert Decision.objects.exclude(fact_id="").count() == len(rests_on)

    def test_nothing_goes_when_words_are_kept_for_ever(self, settings):
        settings.MEMORYHUB_MESSAGE_DAYS = settings.MEMORYHUB_OBSERVATION_DAYS = 0
        said(make_session(make_profile()), 9_000)
        asked(9_000)

        assert housekeeping.forget_expired(now=NOON) == 0
        assert (Message.objects.count(), Observation.objects.count()) == (1, 1)

    def test_observations_go_with_what_was_thought_of_them(self, settings):
        settings.MEMORYHUB_OBSERVATION_DAYS = 90
        old, new = asked(91), asked(89)
        for one in (old, new):
            Feedback.objects.create(observation=one, tenant_id=1, rating=1)

        housekeeping.forget_expired(now=NOON)

        assert Observation.objects.get() == new
        assert Feedback.objects.get().observation == new

    def test_texts_of_model_calls_go_with_the_shorter_of_the_two(self, settings):
        settings.MEMORYHUB_MESSAGE_DAYS, settings.MEMORYHUB_OBSERVATION_DAYS = 10, 90
        for days in (11, 9):
            ModelCall.objects.create(
                purpose="extract",
                model="m",
                outcome="ok",
                profile_id=1,
                request_text="x",
                at=days_ago(days),
                tokens_in=5,
            )

        housekeeping.forget_expired(now=NOON)

        assert list(ModelCall.objects.order_by("at").values_list("request_text", "tokens_in")) == [("", 5), ("x", 5)]

    def test_hashes_of_erased_messages_go_after_their_days(self, settings):
        for days in (settings.MEMORYHUB_SEEN_MESSAGE_DAYS + 1, settings.MEMORYHUB_SEEN_MESSAGE_DAYS - 1):
            row = SeenMessage.objects.create(tenant=make_tenant(), digest=f"{days:064d}")
            SeenMessage.objects.filter(pk=row.pk).update(seen_at=days_ago(days))

        housekeeping.forget_expired(now=NOON)

        assert SeenMessage.objects.get().seen_at > days_ago(settings.MEMORYHUB_SEEN_MESSAGE_DAYS)

    def test_one_round_takes_batch_after_batch_and_no_more_than_its_share(self, settings, monkeypatch):
        settings.MEMORYHUB_MESSAGE_DAYS = 30
        monkeypatch.setattr(retention, "BATCH", 2)
        monkeypatch.setattr(retention, "MOST_BATCHES", 2)
        session = make_session(make_profile())
        for _number in range(5):
            said(session, 40)

        assert housekeeping.forget_expired(now=NOON) == 4
        assert housekeeping.forget_expired(now=NOON) == 1
        assert not Message.objects.exists()

    def test_what_is_kept_is_not_read_through_each_hour(self, settings, monkeypatch, django_assert_max_num_queries):
        settings.MEMORYHUB_MESSAGE_DAYS, settings.MEMORYHUB_OBSERVATION_DAYS = 30, 0
        monkeypatch.setattr(retention, "BATCH", 2)
        session = make_session(make_profile())
        for _number in range(9):
            said(session, 1)

        with django_assert_max_num_queries(20):
            assert housekeeping.forget_expired(now=NOON) == 0
