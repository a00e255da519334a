"""Learning with models that fail, lie or cost too much, over HTTP: what is stored stays true, and the record says why."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import Settings

from engine.model import ladder
from extraction import jobs, runner
from extraction.models import Decision, Job
from observability.models import ModelCall, WorkLogEntry
from profiles.models import Fact
from summaries.models import Session
from tests.builders import NOON, after, make_fact, make_message, make_profile
from tests.extraction.scripted import active, learned
from tests.scripted_server import Answer, ScriptedServer, refused, said

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_bells")]

OLD, NEW = "用户喜欢喝绿茶", "用户不喜欢喝绿茶"
WORDS = "我不喜欢喝绿茶了，换个口味"

BAD: dict[str, tuple[Answer, str]] = {
    "html": (Answer("<html>Sign in</html>"), "not_json"),
    "no choices": (Answer({"choices": []}), "no_choices"),
    "ten megabytes": (said("x" * 10_000_000), "too_large"),
    "wrong shape": (said('{"status": "ok"}'), "format"),
    "ids of others": (said('{"operations": [{"op": "outdated", "ids": ["f_0badf00d"]}]}'), "format"),
    "never": (Answer(delay_s=600), "timeout"),
    "broken": (refused(500, "internal error"), "server_error"),
}


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(ladder, "FIRST_WAIT", 0.01)
    settings.MEMORYHUB_LLM_MODELS = {
        "extract": "reader", "judge": "arbiter", "consolidate": "reader", "summarise": "reader",
    }  # fmt: skip


@pytest.fixture
def endpoint(settings: Settings) -> Iterator[Callable[..., ScriptedServer]]:
    """Starts the endpoint of both models; each has one answer, that of the judge only when it is named."""
    started: list[ScriptedServer] = []

    def start(*, extract: Answer, judge: Answer | None = None) -> ScriptedServer:
        def by_model(request: dict[str, Any]) -> Answer:
            return judge if judge is not None and request["model"] == "arbiter" else extract

        server = ScriptedServer([by_model])
        settings.MEMORYHUB_LLM_BASE_URL = server.url
        started.append(server.__enter__())
        return server

    yield start
    for server in started:
        server.__exit__(None, None, None)


def facts(*contents: str) -> Answer:
    return said(json.dumps({"memories": [{"type": "user_preference", "content": text} for text in contents]}))


def wish(op: str, *, old: str | None = None, new: str | None = None) -> Answer:
    return said(json.dumps({"memories": [], "instructions": [{"op": op, "old": old, "new": new}]}))


def outcomes(purpose: str) -> list[tuple[str, int]]:
    return list(ModelCall.objects.filter(purpose=purpose).order_by("pk").values_list("outcome", "attempt"))


@pytest.mark.parametrize("bad", BAD)
def test_when_extraction_fails_nothing_changes_and_the_job_is_tried_again(
    bad: str, session: Session, endpoint: Callable[..., ScriptedServer], settings: Settings
) -> None:
    settings.MEMORYHUB_LLM_TIMEOUT_SECONDS = 2 if bad == "never" else 60
    make_fact(session.profile, OLD, type="user_preference")
    answer, reason = BAD[bad]
    server = endpoint(extract=answer)

    job = learned(session, WORDS)

    assert (job.state, job.reason, job.attempt) == ("pending", reason, 1)
    assert set(ModelCall.objects.values_list("job_id", flat=True)) == {job.pk}
    assert active(session.profile) == [OLD]
    assert {outcome for outcome, _ in outcomes("extract")} == {reason}
    assert len(server.prompts) == len(set(server.prompts)) > 1


@pytest.mark.parametrize("bad", BAD)
def test_when_the_judge_fails_both_statements_are_kept_and_the_decision_says_so(
    bad: str, session: Session, endpoint: Callable[..., ScriptedServer], settings: Settings
) -> None:
    settings.MEMORYHUB_LLM_TIMEOUT_SECONDS = 2 if bad == "never" else 60
    make_fact(session.profile, OLD, type="user_preference")
    answer, reason = BAD[bad]
    server = endpoint(extract=facts(NEW), judge=answer)

    job = learned(session, WORDS)

    assert job.state == "done"
    assert active(session.profile) == [OLD, NEW]
    assert [outcome for outcome, _ in outcomes("judge")] == [reason] * 2
    (compared,) = Decision.objects.get().candidates
    assert reason in compared["reason"]
    assert len(server.prompts) == len(set(server.prompts)) == 3


def test_the_verdict_of_a_model_is_carried_out(session: Session, endpoint: Callable[..., ScriptedServer]) -> None:
    make_fact(session.profile, OLD, type="user_preference")
    endpoint(extract=facts(NEW), judge=said('{"action": "replace", "reason": "口味变了"}'))

    learned(session, WORDS)

    assert active(session.profile) == [NEW]
    assert outcomes("judge") == [("ok", 1)]
    decision = Decision.objects.get()
    assert (decision.action, decision.reason, decision.engine) == ("replaced", "口味变了", "arbiter")


@pytest.mark.parametrize("bad", BAD)
def test_when_a_wish_cannot_be_confirmed_nothing_changes_and_the_record_says_so(
    bad: str, session: Session, endpoint: Callable[..., ScriptedServer], settings: Settings
) -> None:
    settings.MEMORYHUB_LLM_TIMEOUT_SECONDS = 2 if bad == "never" else 60
    make_fact(session.profile, OLD, type="user_preference")
    answer, reason = BAD[bad]
    server = endpoint(extract=wish("DELETE", old=OLD), judge=answer)

    job = learned(session, "请忘掉我喜欢喝绿茶这件事")

    assert job.state == "done"
    assert active(session.profile) == [OLD]
    assert [outcome for outcome, _ in outcomes("match")] == [reason] * 2
    decision = Decision.objects.get()
    assert (decision.kind, decision.action, decision.reason) == ("instruction", "undecided", reason)
    assert len(server.prompts) == len(set(server.prompts)) == 3


@pytest.mark.parametrize(("match", "left"), [("true", []), ("false", [OLD])])
def test_a_wish_is_carried_out_when_the_model_confirms_it_and_only_then(
    match: str, left: list[str], session: Session, endpoint: Callable[..., ScriptedServer]
) -> None:
    make_fact(session.profile, OLD, type="user_preference")
    endpoint(extract=wish("DELETE", old=OLD), judge=said(f'{{"match": {match}}}'))

    learned(session, "请忘掉我喜欢喝绿茶这件事")

    assert active(session.profile) == left
    assert outcomes("match") == [("ok", 1)]


def test_ids_of_another_persons_facts_reach_nobody(session: Session, endpoint: Callable[..., ScriptedServer]) -> None:
    theirs = make_fact(make_profile(), OLD, type="user_preference")
    reply = {
        "memories": [
            {
                "type": "user_preference",
                "content": NEW,
                "fact_id": theirs.fact_id,
                "id": theirs.pk,
                "replaces": [theirs.pk],
            }
        ],
        "instructions": [
            {"op": "DELETE", "old": theirs.fact_id, "fact_id": theirs.fact_id},
            {"op": "UPDATE", "old": theirs.fact_id, "new": "nothing"},
        ],
        "operations": [{"op": "outdated", "ids": [theirs.fact_id]}],
    }
    endpoint(extract=said(json.dumps(reply)), judge=said(json.dumps({"action": "replace", "ids": [theirs.fact_id]})))

    learned(session, WORDS)

    assert Fact.objects.get(pk=theirs.pk).status == "active"
    assert active(theirs.profile) == [OLD]
    assert theirs.events.count() == 1
    assert active(session.profile) == [NEW]


def test_two_hundred_facts_of_one_reply_are_kept_to_the_cap(
    session: Session, endpoint: Callable[..., ScriptedServer], settings: Settings
) -> None:
    many = [f"用户有第{number}号杯子" for number in range(200)]
    server = endpoint(extract=facts(*many), judge=said('{"action": "append"}'))

    job = learned(session, "我有很多很多杯子，一共两百只")

    assert job.state == "done"
    assert Fact.objects.of(session.profile).active().count() == settings.MEMORYHUB_FACT_LIMIT
    assert server.requests[0]["model"] == "reader"


def test_over_the_budget_learning_waits_costs_no_attempt_and_goes_on_when_there_is_money_again(
    session: Session, endpoint: Callable[..., ScriptedServer], settings: Settings
) -> None:
    settings.MEMORYHUB_LLM_DAILY_BUDGET = 1.0
    tenant_id = session.profile.tenant_id
    ModelCall.objects.create(tenant_id=tenant_id, purpose="embed", model="e", outcome="ok", price="1.0")
    server = endpoint(extract=facts(OLD))

    job = learned(session, WORDS)

    assert (job.state, job.reason, job.options["untried"]) == ("pending", "budget", 1)
    assert after(0) < job.due_at <= after(60)
    assert server.requests == []
    assert [entry.message for entry in WorkLogEntry.objects.filter(tenant_id=tenant_id, level="warning")] == [
        "The budget for model calls of this day is used up; learning waits."
    ]

    settings.MEMORYHUB_LLM_DAILY_BUDGET = 2.0
    runner.run_next(session.profile_id, queue="learning", now=after(61))

    job.refresh_from_db()
    assert (job.state, job.reason) == ("done", "")
    assert active(session.profile) == [OLD]


def test_a_budget_that_ends_before_the_judge_is_asked_puts_the_whole_job_off(
    session: Session, endpoint: Callable[..., ScriptedServer], settings: Settings
) -> None:
    settings.MEMORYHUB_LLM_DAILY_BUDGET = 0.001
    settings.MEMORYHUB_LLM_PRICE_IN = 10.0
    make_fact(session.profile, OLD, type="user_preference")
    server = endpoint(extract=facts(NEW), judge=said('{"action": "replace"}'))

    job = learned(session, WORDS)

    assert (job.state, job.reason, len(server.requests)) == ("pending", "budget", 1)
    assert active(session.profile) == [OLD]

    settings.MEMORYHUB_LLM_DAILY_BUDGET = 1.0
    runner.run_next(session.profile_id, queue="learning", now=after(61))

    job.refresh_from_db()
    assert job.state == "done"
    assert active(session.profile) == [NEW]


def test_a_job_whose_time_is_used_up_asks_no_model_any_more(
    session: Session, endpoint: Callable[..., ScriptedServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_fact(session.profile, OLD, type="user_preference")
    server = endpoint(extract=facts(NEW), judge=said('{"action": "replace"}'))
    monkeypatch.setattr(jobs, "THINKING_SHARE", 0.0)

    job = learned(session, WORDS)

    assert (job.state, job.reason) == ("pending", "timeout")
    assert server.requests == []
    assert active(session.profile) == [OLD]


def test_a_claim_may_think_for_less_time_than_it_is_leased_or_may_run(session: Session, settings: Settings) -> None:
    message = make_message(session, WORDS)
    jobs.add(session.profile, Job.Kind.LEARN, now=NOON, session=session, message_ids=[message.pk])

    job = jobs.claim(session.profile_id, queue="learning", now=NOON)

    assert job is not None
    assert job.thinks_until is not None
    left = job.thinks_until - time.monotonic()
    assert 60 < left < min(settings.CELERY_TASK_SOFT_TIME_LIMIT, settings.MEMORYHUB_JOB_LEASE_SECONDS) - 60
