"""What people say, ask and are known by, and what opens doors, is in no log line: whatever fails, and wherever."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django_structlog.celery.receivers import CeleryReceiver

from extraction import jobs, runner, tasks
from extraction.models import Job
from memoryhub import conversation_levels, ingest, logs
from observability import calls
from tests.builders import NOON, make_profile
from tests.callers import Api, api_with_key, make_key
from tests.scripted_server import Answer, ScriptedServer

pytestmark = pytest.mark.django_db

SAID = '我的暗号是蓝莓松饼 blueberry-muffin 4711\n"}{%s %(x)s DETAIL: \x1b[31m'
SECRETS = ("蓝莓松饼", "blueberry-muffin", "4711", "acme-of-nowhere", "li-the-unnamed")
WHO = {"end_user_id": "acme-of-nowhere", "end_sub_user_id": "li-the-unnamed"}
TURN = {**WHO, "agent_id": "a", "session_id": "s"}


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the service's own handler writes at its usual level."""
    stream = io.StringIO()
    handler = next(one for one in logging.getLogger().handlers if one.get_name() == "stderr")
    former = handler.setStream(stream)  # type: ignore[attr-defined]
    yield stream
    handler.setStream(former)  # type: ignore[attr-defined]


def lines(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def assert_silent(written: io.StringIO, *more: str) -> None:
    text = written.getvalue()
    assert text, "nothing was logged at all"
    readable = text.encode().decode("unicode_escape", errors="replace")  # should anybody write escapes
    assert [word for word in (*SECRETS, *more) if word in text or word in readable] == []


def say(api: Api, content: Any = SAID, message_id: str = "m1") -> Any:
    messages = [{"message_id": message_id, "role": "user", "content": content}]
    return api.post("/api/messages", TURN | {"messages": messages})


def test_nothing_of_it_is_there_when_all_goes_well(written):
    key = make_key()[1]
    api = Api(f"Api-Key {key}")

    assert say(api).status_code == 202
    assert api.post("/api/context", TURN | {"question": SAID}).status_code == 200
    assert api.post("/api/profile/memory", WHO | {"content": SAID}).status_code in {201, 202}
    assert api.get("/api/facts", **WHO).status_code == 200
    assert api.post("/api/memories/search", WHO | {"query": SAID}).status_code == 200

    assert_silent(written, key, key[11:])
    finished = [line for line in lines(written) if line["event"] == "request_finished"]
    assert len(finished) == 5
    assert all(line["tenant_id"] and line["caller"].startswith("key:") and line["request_id"] for line in finished)


def test_nothing_of_it_is_there_when_it_is_refused(written):
    api = api_with_key()
    say(api)

    assert say(api, SAID + "!").status_code == 409
    assert say(api, {"nothing": SAID}).status_code == 400
    assert api.send("POST", "/api/messages", SAID).status_code == 400
    assert api.get("/api/facts", status=SAID, **WHO).status_code == 400
    assert api.post("/api/context", TURN | {"question": SAID, "max_tokens": SAID}).status_code == 400
    assert Api(f"Api-Key mh_{SAID.split()[1]}").get("/api/facts").status_code == 401

    assert_silent(written)


def test_nothing_of_it_is_there_when_a_view_breaks(written, monkeypatch):
    def broken(*args: Any, **kwargs: Any) -> None:
        try:
            raise KeyError(SAID)
        except KeyError as cause:
            raise ValueError(f"cannot read {SAID}") from cause

    monkeypatch.setattr(ingest, "record", broken)

    assert say(api_with_key()).status_code == 500

    assert_silent(written)
    (failed,) = [line for line in lines(written) if line["event"] == "request_failed"]
    assert "builtins.KeyError" in failed["exception"]
    assert failed["exception"].endswith("builtins.ValueError")
    assert "in broken" in failed["exception"]  # where it was is what mends it
    assert failed["request_id"]


def test_nothing_of_it_is_there_when_a_level_of_the_context_breaks(written, monkeypatch):
    api = api_with_key()
    say(api)

    def broken(*args: Any, **kwargs: Any) -> None:
        raise ValueError(SAID)

    monkeypatch.setattr(conversation_levels, "rounds", broken)
    answer = api.post("/api/context", TURN | {"question": SAID})

    assert answer.json()["errors"]
    assert_silent(written)


def test_nothing_of_it_is_there_when_the_embedder_fails(written, settings):
    echo = lambda request: Answer({"error": {"message": f"cannot embed {request['input']}"}}, status=500)  # noqa: E731
    with ScriptedServer([echo]) as server:
        settings.MEMORYHUB_EMBEDDING_BASE_URL = server.url
        settings.MEMORYHUB_EMBEDDING_MODEL = "tiny"
        settings.MEMORYHUB_EMBEDDING_API_KEY = "sk-not-to-be-shown"
        api = api_with_key()
        added = api.post("/api/profile/memory", WHO | {"content": "喜欢蓝莓松饼 blueberry-muffin"})
        asked = api.post("/api/context", TURN | {"question": SAID})

        assert (added.status_code, asked.status_code) == (201, 200)
        assert server.requests

    assert_silent(written, "sk-not-to-be-shown")


def test_nothing_of_it_is_there_when_background_work_breaks_and_the_job_is_named(written, monkeypatch):
    receiver = CeleryReceiver()
    receiver.connect_worker_signals()
    job = jobs.add(make_profile(), Job.Kind.LEARN, now=NOON)

    def broken(*args: Any) -> None:
        raise ValueError(SAID)

    monkeypatch.setattr(runner, "WORK", {Job.Kind.LEARN: broken})
    tasks.work.apply(kwargs={"profile_id": job.profile_id, "queue": "learning"})

    assert_silent(written)
    (failed,) = [line for line in lines(written) if line["event"] == "task_failed"]
    assert (failed["job_id"], failed["error"]) == (job.pk, "ValueError")
    assert "builtins.ValueError" in failed["exception"]


def test_the_words_of_exceptions_are_there_when_contents_may_be_logged(written, monkeypatch):
    monkeypatch.setattr(logs.exceptions, "keeps_words", True)
    try:
        raise ValueError("a muffin")
    except ValueError:
        logging.getLogger("anything").exception("It broke")

    assert lines(written)[0]["exception"].endswith("builtins.ValueError: a muffin")


def test_what_a_failure_of_the_machinery_says_is_always_there(written):
    try:
        raise ConnectionRefusedError(111, "Connection refused")
    except OSError:
        logging.getLogger("anything").exception("It broke")

    assert "Connection refused" in lines(written)[0]["exception"]


@pytest.mark.parametrize("brought", ["0af7651916cd43dd8448eb211c80319c", "Root=1-67891233-abcdef012345678912345678"])
def test_a_request_keeps_the_id_that_a_proxy_gave_it(written, client, brought):
    answer = client.get("/healthz", headers={"X-Request-ID": brought})

    assert answer["X-Request-ID"] == brought
    assert [line["request_id"] for line in lines(written)] == [brought]


@pytest.mark.parametrize(
    "brought", ["", "of a stranger", "short", "x" * 129, "蓝莓松饼蓝莓松饼", "mh_0123456789abcdef", "a\x00b" * 4]
)
def test_an_id_that_no_machine_makes_is_replaced(written, client, brought):
    answer = client.get("/healthz", headers={"X-Request-ID": brought})

    (line,) = lines(written)
    assert line["request_id"] == answer["X-Request-ID"]
    assert line["request_id"] != brought
    assert len(line["request_id"]) == 36


def test_a_call_for_a_job_is_recorded_under_it(written):
    with calls.of_job(4712):
        logging.getLogger("anything").warning("At work")

    assert lines(written)[0]["job_id"] == 4712


def test_a_message_carries_its_request_and_neither_the_job_nor_the_address():
    headers: dict[str, Any] = {}
    with structlog.contextvars.bound_contextvars(request_id="r", tenant_id=1, job_id=4712, ip="10.0.0.8"):
        CeleryReceiver().receiver_before_task_publish(headers=headers)

    carried = headers["__django_structlog__"]
    assert (carried["request_id"], carried["tenant_id"]) == ("r", 1)
    assert carried.keys().isdisjoint({"job_id", "ip"})
