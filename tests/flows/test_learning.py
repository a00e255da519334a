"""From a message to a fact: stored, learned in order, exactly once, whatever is repeated or comes at once."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

import pytest
from django.db import connection

from extraction import bell, runner
from extraction.models import Job
from memoryhub import ingest
from profiles.models import Fact, Profile
from summaries.models import Message
from tests.builders import NOON, after
from tests.flows.steps import known, person, profile_of, say, work_off

Answer = TypeVar("Answer")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


def test_what_somebody_says_becomes_a_fact_that_names_its_message() -> None:
    kai = person()

    recorded = say(kai, "我住在烟台，平时喜欢木工", ids=["m1"])
    (job,) = work_off(profile_of(kai))

    message = Message.objects.get(message_id="m1")
    facts = list(Fact.objects.active())
    assert job.pk == recorded.job_id
    assert (job.state, job.engine) == ("done", "embedded")
    assert any("烟台" in fact.content for fact in facts)
    assert any("木工" in fact.content for fact in facts)
    assert all(fact.evidence == [message.pk] and fact.said_at == NOON for fact in facts)
    assert sorted(job.fact_ids) == sorted(fact.fact_id for fact in facts)


def test_english_is_learned_as_english() -> None:
    kai = person()

    say(kai, "I live in Berlin and I can't eat gluten.")
    work_off(profile_of(kai))

    assert any("Berlin" in content for content in known(kai))
    assert any("gluten" in content for content in known(kai))


def test_the_same_batch_twice_is_learned_once() -> None:
    kai = person()

    say(kai, "我住在烟台的海边", ids=["m1"])
    work_off(profile_of(kai))
    say(kai, "我住在烟台的海边", ids=["m1"])
    work_off(profile_of(kai))

    assert Job.objects.count() == 1
    assert [fact.source_count for fact in Fact.objects.all()] == [1] * Fact.objects.count()


def test_overlapping_batches_teach_each_message_once() -> None:
    kai = person()

    say(kai, "我住在烟台的海边", "我喜欢木工活", ids=["m1", "m2"])
    say(kai, "我喜欢木工活", "我对花生过敏", ids=["m2", "m3"])
    work_off(profile_of(kai))

    assert Message.objects.count() == 3
    assert all(fact.source_count == 1 for fact in Fact.objects.all())
    assert any("花生" in content for content in known(kai))


def test_something_said_again_later_is_counted_as_said_twice() -> None:
    kai = person()

    say(kai, "我对花生过敏")
    say(kai, "我对花生过敏", at=after(60))
    work_off(profile_of(kai), now=after(60))

    (fact,) = Fact.objects.active()
    assert fact.source_count == 2
    assert len(fact.evidence) == 2
    assert fact.said_at == after(60)


def test_the_newer_name_wins_though_it_was_learned_first() -> None:
    kai = person()

    say(kai, "我的名字叫李晨曦", at=NOON)
    say(kai, "我的名字叫王晓东", at=NOON - timedelta(days=3))
    work_off(profile_of(kai))

    assert any("李晨曦" in content for content in known(kai))
    assert not any("王晓东" in content for content in known(kai))


def test_jobs_of_one_person_run_in_the_order_in_which_they_were_promised() -> None:
    kai = person()
    promised = [say(kai, f"我喜欢第{number}种运动方式", session=f"s{number}").job_id for number in range(5)]

    done = work_off(profile_of(kai))

    assert [job.pk for job in done] == promised


def test_what_must_not_teach_teaches_nothing() -> None:
    kai = person()

    say(kai, "我住在烟台的海边", teaches=False)
    work_off(profile_of(kai))

    assert known(kai) == []


def test_a_secret_reaches_neither_message_nor_fact() -> None:
    kai = person()

    say(kai, "我的身份证号是110101190001010014，我住在通州")
    work_off(profile_of(kai))

    stored = [*Message.objects.values_list("content", flat=True), *Fact.objects.values_list("content", flat=True)]
    assert not any("110101190001010014" in text for text in stored)
    assert any("通州" in content for content in known(kai))


@pytest.mark.django_db(transaction=True)
def test_the_same_batch_sent_by_many_at_once_is_stored_and_learned_once() -> None:
    kai = person()

    answers = _at_once(8, lambda number: say(kai, "我住在烟台的海边", "我喜欢木工活", ids=["m1", "m2"]))
    work_off(profile_of(kai))

    assert sorted(answer.stored for answer in answers) == [0] * 7 + [2]
    assert len({answer.job_id for answer in answers}) == 1
    assert Profile.objects.count() == 1
    assert all(fact.source_count == 1 for fact in Fact.objects.all())


@pytest.mark.django_db(transaction=True)
def test_overlapping_batches_at_once_store_each_message_once() -> None:
    kai = person()
    texts = ["我住在烟台的海边", "我喜欢木工活", "我对花生过敏", "我打算学游泳"]

    def overlapping(number: int) -> ingest.Recorded:
        window = slice(number % 3, number % 3 + 2)
        return say(kai, *texts[window], ids=[f"m{place}" for place in range(4)][window])

    answers = _at_once(9, overlapping)

    taught = [key for job in Job.objects.all() for key in job.message_ids]
    assert sum(answer.stored for answer in answers) == 4
    assert sorted(taught) == sorted(Message.objects.values_list("pk", flat=True))


@pytest.mark.django_db(transaction=True)
def test_two_contents_under_one_id_at_once_leave_one() -> None:
    kai = person()

    answers = _at_once(6, lambda number: _outcome(lambda: say(kai, f"我喜欢第{number % 2}种茶", ids=["m1"])))

    assert Message.objects.count() == 1
    assert sorted(set(answers)) == ["accepted", "message_conflict"]


@pytest.mark.django_db(transaction=True)
def test_many_workers_on_one_person_run_each_job_once_and_in_order() -> None:
    kai = person()
    promised = [say(kai, f"我喜欢第{number}种运动方式", session=f"s{number}").job_id for number in range(12)]
    ran: list[int] = []
    profile = profile_of(kai)

    def worker(number: int) -> None:
        while Job.objects.open().exists():
            job = runner.run_next(profile.pk, queue="learning", now=NOON)
            if job is not None:
                ran.append(job.pk)

    _at_once(4, worker)

    finished = list(Job.objects.order_by("finished_at", "pk").values_list("state", "attempt"))
    assert sorted(ran) == promised
    assert finished == [("done", 1)] * 12


def _at_once(count: int, act: Callable[[int], Answer]) -> list[Answer]:
    """Run in threads that start together; what one raises is raised here."""
    start = threading.Barrier(count)
    answers: list[Answer] = []
    failures: list[Exception] = []

    def run(number: int) -> None:
        try:
            start.wait()
            answers.append(act(number))
        except Exception as failure:
            failures.append(failure)
            raise
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return answers


def _outcome(act: Callable[[], object]) -> str:
    try:
        act()
    except ingest.MessageConflict as refusal:
        return refusal.code
    return "accepted"
