"""The cases of ingestion and jobs, each kind through one adapter, from the API to what is stored."""

import json
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from engine import mind
from engine.questions import ExtractAnswer, ExtractQuestion, Item
from extraction import bell, runner, tasks
from extraction.models import Job
from profiles import keys
from profiles.models import Fact, Member, Profile
from summaries.models import Message
from tests.accounts import make_member
from tests.builders import make_tenant
from tests.flows.steps import person, profile_of, say, work_off

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent
LATER = {f"job-00{number}": "the schedule of the dream is tried in test_schedule_cases" for number in range(1, 9)}


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]


ALL = [*read("ingestion"), *read("jobs")]


def cases(*kinds: str) -> list[Any]:
    return [
        pytest.param(case, id=case["id"]) for case in ALL if case["input"]["kind"] in kinds and case["id"] not in LATER
    ]


def test_what_comes_later_is_listed_by_id_and_nothing_else_is_left_out() -> None:
    ours = {case["id"] for case in ALL}
    run = {param.id for param in cases("ingest", "task_delivery", "task_dispatch", "task_run", "worker_health")}

    assert ours - run == LATER.keys()


@pytest.fixture(autouse=True)
def bells(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    rung: list[int] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append(profile_id)
        return True

    monkeypatch.setattr(bell, "ring", ring)
    return rung


# --- ingest --------------------------------------------------------------------------------------------------------


class Sender:
    """An agent that posts messages for end users."""

    def __init__(self) -> None:
        made = keys.create(make_tenant(), name="cases", scopes=["ingest", "read"], actor="_system")
        self.client = Client(headers={"authorization": f"Api-Key {made[1]}"})

    def post(self, messages: Any, *, session: str = "s1", user: str = "acme") -> Any:
        body = {"session_id": session, "agent_id": "helper", "end_user_id": user, "messages": messages}
        return self.client.post("/api/messages", json.dumps(body), content_type="application/json")

    def end(self) -> int:
        status: int = self.client.post(
            "/api/sessions/s1/end", json.dumps({"end_user_id": "acme"}), content_type="application/json"
        ).status_code
        return status

    def job(self, answer: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/jobs/{answer.json()['job_id']}").json()
        return found


def wire(message: dict[str, Any]) -> dict[str, Any]:
    """A message of a case as it travels."""
    content = message.get("content", "你好")
    if generator := message.get("content_generator"):
        content = generator["char"] * generator["count"]
    sent = {"message_id": message["id"], "role": message.get("role", "user"), "content": content}
    return {**sent, "created_at": message["at"]} if "at" in message else sent


def messages_of(given: dict[str, Any]) -> list[dict[str, Any]]:
    if given["messages"] == "201 messages":
        return [{"id": f"m{number}", "content": "x"} for number in range(201)]
    return list(given["messages"])


def post_case(sender: Sender, given: dict[str, Any]) -> list[Any]:
    messages = messages_of(given)
    if given.get("posted") == "one call each, in this order":
        return [sender.post([wire(message)]) for message in messages]
    if given.get("different_users"):
        return [
            sender.post([wire(message)], session=message["session"], user=f"user-{place}")
            for place, message in enumerate(messages)
        ]
    return [sender.post([wire(message) for message in messages])]


@pytest.mark.parametrize("case", cases("ingest"))
def test_ingest(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    sender = Sender()

    answers = post_case(sender, given)

    statuses = [answer.status_code for answer in answers]
    assert statuses == expected.get("statuses", [expected.get("status", 202)] * len(answers))
    if "stored" in expected:
        assert Message.objects.count() == expected["stored"]
    check_ingested(sender, answers, given, expected)


def check_ingested(sender: Sender, answers: list[Any], given: dict[str, Any], expected: dict[str, Any]) -> None:
    if "both_in_one_call" in expected:
        both = sender.post([wire(message) for message in messages_of(given)], session="another")
        assert both.status_code == expected["both_in_one_call"]["status"]
        assert not Message.objects.filter(session__session_id="another").exists()
    if "extractions" in expected:
        assert [sender.end() for _ in range(3)] == [202] * 3
        learning = Job.objects.filter(kind=Job.Kind.LEARN)
        assert learning.count() == Job.objects.count() == expected["extractions"]
    if "api_says" in expected:
        assert sender.job(answers[0])["state"] == "pending"
    if "job_says" in expected:
        runner.run_next(Profile.objects.get().pk, queue="learning", now=timezone.now())
        job = sender.job(answers[0])
        assert (job["state"], job["fact_ids"]) == ("done", expected["fact_ids"])
        assert job["reason"]
    check_stored(given, expected)


def check_stored(given: dict[str, Any], expected: dict[str, Any]) -> None:
    messages = list(Message.objects.select_related("session").as_said())
    if "read_back_order" in expected:
        assert [message.message_id for message in messages] == expected["read_back_order"]
    if "stored_content" in expected:
        assert [message.content for message in messages] == [expected["stored_content"]]
        assert messages[0].dropped_parts == expected["dropped_parts_counted"]
    if expected.get("stored_aware"):
        written = parse_datetime(given["messages"][0]["at"])
        assert written is not None
        assert messages[0].said_at == timezone.make_aware(written)
    if given.get("different_users"):
        assert [message.session.profile_id for message in messages] == [message.profile_id for message in messages]


# --- jobs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("task_delivery"))
def test_task_delivery(case: dict[str, Any]) -> None:
    say(person(), "我住在烟台的海边")

    for _ in range(case["input"]["delivered"]):
        tasks.work.run(profile_id=profile_of(person()).pk, queue="learning")

    assert Job.objects.get().attempt == case["expect"]["effective_runs"]
    assert all(fact.source_count == 1 for fact in Fact.objects.all())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("case", cases("task_dispatch"))
def test_task_dispatch(case: dict[str, Any], bells: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    given, expected = case["input"], case["expect"]
    seen: list[int] = []
    if given.get("worker") == "starts at once":
        monkeypatch.setattr(
            bell, "ring", lambda profile_id, *, queue: seen.append(Job.objects.using("default").count())
        )
    if given.get("broker") == "down":
        monkeypatch.undo()

    started = time.monotonic()
    with transaction.atomic():
        recorded = say(person(), "我住在烟台的海边")
        assert seen == []
        transaction.set_rollback(given.get("transaction") == "rolled back")
    if given.get("transaction") == "rolled back":
        assert len(bells) == expected["tasks_sent"]
        return

    assert recorded.state == "pending"
    assert Job.objects.get().state == "pending"
    assert seen == ([1] if given.get("worker") == "starts at once" else [])
    if "latency_added_max_ms" in expected:
        assert (time.monotonic() - started) * 1000 < expected["latency_added_max_ms"] + 500


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("case", cases("task_run"))
def test_task_run(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    open_ones: list[bool] = []

    class Slow:
        def extract(self, question: ExtractQuestion) -> ExtractAnswer:
            open_ones.append(connection.in_atomic_block)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                (pid,) = cursor.fetchone()
            other = connection.copy()
            with other.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
            other.close()
            return ExtractAnswer(items=(Item("user_fact", "用户住在烟台"),))

    monkeypatch.setattr(mind, "for_scope", lambda choice: Slow())
    say(person(), "我住在烟台的海边")

    work_off(profile_of(person()))

    assert open_ones == [not case["expect"]["no_open_transaction_during_call"]]
    assert Job.objects.get().state == "done"
    assert Fact.objects.exists() is case["expect"]["result_saved"]


@pytest.mark.parametrize("case", cases("worker_health"))
def test_worker_health(case: dict[str, Any], client: Client) -> None:
    """A worker that lives and takes nothing gives no other sign than the age of what waits and of what was done."""
    assert "age of the oldest waiting task or of the last finished one" in case["expect"]["detected_by"]
    client.force_login(make_member(make_tenant(), role=Member.Role.OPERATOR).account)
    say(person(), "我住在烟台的海边", at=timezone.now())
    alarm = "Nobody takes up what waits"
    assert alarm not in client.get("/jobs/").content.decode()

    long_ago = timezone.now() - timedelta(hours=1)
    Job.objects.update(created_at=long_ago, due_at=long_ago)

    page = client.get("/jobs/").content.decode().replace("\xa0", " ")
    assert alarm in page
    assert "The oldest that waits was asked for 1 hour ago." in page
    work_off(profile_of(person()), now=timezone.now())
    assert alarm not in client.get("/jobs/").content.decode()
