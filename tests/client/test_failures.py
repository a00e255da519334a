"""What both clients do when the service refuses, fails, or is something else."""

import json
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from memoryhub_client import (
    AsyncMemoryHub,
    Conflict,
    ConnectionFailed,
    Forbidden,
    InvalidField,
    InvalidRequest,
    MemoryHub,
    MemoryHubError,
    NotFound,
    Person,
    RateLimited,
    Retries,
    ServerError,
    StoreUnavailable,
    TimedOut,
    Unauthorized,
    UnreadableAnswer,
)
from memoryhub_client.call import Answer as Answered
from memoryhub_client.call import Call, Lines
from memoryhub_client.calls import conversations, people, tenant
from memoryhub_client.retries import Tries

from tests.client.loops import finished
from tests.memoryhub.service import free_port
from tests.scripted_server import Answer, Script, ScriptedServer

LI = Person(end_user_id="acme", end_sub_user_id="li")
QUICK = Retries(attempts=4, first=0.01, longest=0.02, patience=5)
SAID = conversations.add_messages([{"role": "user", "content": "hello"}], LI, agent_id="a", session_id="s")
ACCEPTED = Answer({"session_id": "s", "message_ids": [], "stored": 1, "job_id": 1, "state": "pending"}, status=202)
EMPTY_CONTEXT = Answer({"text": ""})
ASKED = conversations.context("why?", LI, agent_id="a", session_id="s")

Send = Callable[..., Any]


def problem(status: int, code: str, field: str | None = None, **headers: str) -> Answer:
    body = {"type": "about:blank", "status": status, "code": code, "detail": "Do otherwise."}
    return Answer(body | ({"field": field} if field else {}), status=status, headers=headers)


def sent_by_sync(url: str, call: Call[Any], **options: Any) -> Any:
    with MemoryHub(url, api_key="mh_secret", **{"retries": QUICK, "timeout": 2.0, **options}) as hub:
        return hub.send(call)


def sent_by_async(url: str, call: Call[Any], **options: Any) -> Any:
    async def send() -> Any:
        async with AsyncMemoryHub(url, api_key="mh_secret", **{"retries": QUICK, "timeout": 2.0, **options}) as hub:
            return await hub.send(call)

    return finished(send())


@pytest.fixture(params=[sent_by_sync, sent_by_async], ids=["sync", "async"])
def send(request: pytest.FixtureRequest) -> Send:
    return request.param  # type: ignore[no-any-return]


def keys(server: ScriptedServer) -> set[str]:
    return {headers["Idempotency-Key"] for headers in server.headers}


def answered(send: Send, script: Iterable[Script], call: Call[Any] = ASKED, **options: Any) -> tuple[Any, int]:
    """What comes of the call, an error too, and how many requests it took."""
    with ScriptedServer(script) as server:
        try:
            found = send(server.url, call, **options)
        except MemoryHubError as error:
            found = error
        return found, len(server.requests)


def test_too_many_requests_are_sent_again_after_the_time_asked_for(send):
    with ScriptedServer([problem(429, "rate_limited", **{"Retry-After": "1"}), EMPTY_CONTEXT]) as server:
        found = send(server.url, ASKED)

        assert found == {"text": ""}
        assert server.times[1] - server.times[0] >= 1.0


def test_a_longer_wait_than_the_caller_has_patience_for_is_told_at_once(send):
    started = time.monotonic()

    error, requests = answered(send, [problem(429, "rate_limited", **{"Retry-After": "60"})])

    assert isinstance(error, RateLimited)
    assert error.retry_after == 60
    assert requests == 1
    assert time.monotonic() - started < 3


def test_what_creates_is_sent_again_under_one_key_until_it_is_accepted(send):
    with ScriptedServer([problem(503, "store_unavailable"), problem(503, "store_unavailable"), ACCEPTED]) as server:
        found = send(server.url, SAID)

        assert found["job_id"] == 1
        assert len(server.requests) == 3
        assert len(keys(server)) == 1
        assert server.requests[0] == server.requests[2]


def test_each_call_has_a_key_of_its_own_and_a_callers_key_stays(send):
    with ScriptedServer([ACCEPTED]) as server:
        for call in (SAID, SAID, SAID.with_key("order-7")):
            send(server.url, call)

        assert len(keys(server)) == 3
        assert server.headers[2]["Idempotency-Key"] == "order-7"


def test_a_database_that_stays_away_ends_with_its_error(send):
    error, requests = answered(send, [problem(503, "store_unavailable")])

    assert isinstance(error, StoreUnavailable)
    assert (error.code, error.status, requests) == ("store_unavailable", 503, QUICK.attempts)


def test_a_connection_that_breaks_is_made_again(send):
    found, requests = answered(send, [Answer(hangs_up=True), ACCEPTED], SAID)

    assert found["job_id"] == 1
    assert requests == 2


def test_what_could_take_effect_twice_is_not_sent_again_when_no_answer_came(send):
    error, requests = answered(send, [Answer(hangs_up=True), Answer({})], people.edit_fact("f", LI, content="x"))

    assert isinstance(error, ConnectionFailed)
    assert requests == 1


def test_nobody_listening_is_told_after_all_attempts(send):
    with pytest.raises(ConnectionFailed) as failed:
        send(f"http://127.0.0.1:{free_port()}", people.edit_fact("f", LI, content="secret words"))

    assert failed.value.code == "not_sent"
    assert "secret" not in str(failed.value)


@pytest.mark.parametrize("status", [200, 301, 404, 502])
def test_a_page_in_place_of_json_is_no_answer(send, status):
    error, _ = answered(send, [Answer("<html>Welcome</html>", status=status)])

    assert isinstance(error, {404: NotFound, 502: ServerError}.get(status, UnreadableAnswer))
    assert error.status == status


@pytest.mark.parametrize("body", [b"", b"[1, 2]", b"{", b"null", b"\xff\xfe", b"[" * 100_000])
def test_a_body_that_is_no_object_is_no_answer(send, body):
    error, requests = answered(send, [Answer(body)])

    assert isinstance(error, UnreadableAnswer)
    assert requests == 1


def test_a_body_that_is_cut_off_is_asked_for_again(send):
    cut = Answer(b'{"text": "half', headers={"content-length": "999", "connection": "close"})

    found, requests = answered(send, [cut, EMPTY_CONTEXT])
    error, _ = answered(send, [cut])

    assert (found, requests) == ({"text": ""}, 2)
    assert isinstance(error, ConnectionFailed)


@pytest.mark.parametrize("slow", [Answer({"text": ""}, delay_s=20), Answer({"text": "x" * 400}, drip_s=0.05)])
def test_a_slow_answer_is_not_waited_for_longer_than_the_timeout(send, slow):
    started = time.monotonic()

    error, requests = answered(send, [slow], timeout=0.4, retries=Retries(attempts=2, first=0.01))

    assert isinstance(error, TimedOut)
    assert requests == 2
    assert time.monotonic() - started < 4


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (problem(400, "field_invalid", "limit"), InvalidField),
        (problem(400, "query_blank", "query"), InvalidField),
        (problem(400, "body_invalid"), InvalidRequest),
        (problem(413, "body_too_large"), InvalidRequest),
        (problem(401, "not_authenticated"), Unauthorized),
        (problem(403, "scope_missing"), Forbidden),
        (problem(404, "unknown_fact"), NotFound),
        (problem(409, "message_differs"), Conflict),
        (problem(412, "precondition_failed", "If-Match"), Conflict),
        (problem(422, "idempotency_key_reused", "Idempotency-Key"), Conflict),
        (problem(500, "internal_error"), ServerError),
    ],
)
def test_every_family_of_codes_is_an_error_of_its_own(send, answer, kind):
    error, requests = answered(send, [answer])

    assert type(error) is kind
    assert (error.code, error.status, error.detail) == (answer.body["code"], answer.status, "Do otherwise.")
    assert error.field == answer.body.get("field")
    assert requests == 1


def test_the_key_is_in_no_error(send):
    error, _ = answered(send, [problem(401, "not_authenticated")])

    assert "mh_secret" not in repr(error) + str(error)


def page(number: int, cursor: str | None) -> Answer:
    return Answer({"items": [{"agent_id": f"a{number}"}], "next_cursor": cursor})


def test_lists_go_through_all_pages_and_ask_only_for_those_that_are_needed():
    with ScriptedServer([page(1, "c1"), page(2, "c2"), page(3, None)]) as server:
        with MemoryHub(server.url, api_key="k", retries=QUICK) as hub:
            first = next(iter(hub.agents(limit=1)))
            asked = len(server.requests)
            server.requests.clear()
            every = [agent["agent_id"] for agent in hub.agents(limit=1)]

        assert (first["agent_id"], asked) == ("a1", 1)
        assert every == ["a1", "a2", "a3"]
        assert [path.rpartition("?")[2] for path in server.paths[-3:]] == [
            "limit=1",
            "limit=1&cursor=c1",
            "limit=1&cursor=c2",
        ]


def test_lists_are_asynchronous_too():
    async def every(url: str) -> list[str]:
        async with AsyncMemoryHub(url, api_key="k", retries=QUICK) as hub:
            return [agent["agent_id"] async for agent in hub.agents()]

    with ScriptedServer([page(1, "c1"), problem(503, "store_unavailable"), page(2, None)]) as server:
        assert finished(every(server.url)) == ["a1", "a2"]


LINES = [json.dumps({"kind": "fact", "n": 1}), json.dumps({"kind": "end", "counts": {}})]


def exported_by_sync(url: str) -> list[dict[str, Any]]:
    with MemoryHub(url, api_key="k", retries=QUICK) as hub:
        return list(hub.export(LI))


def exported_by_async(url: str) -> list[dict[str, Any]]:
    async def every() -> list[dict[str, Any]]:
        async with AsyncMemoryHub(url, api_key="k", retries=QUICK) as hub:
            return [one async for one in hub.export(LI)]

    return finished(every())


@pytest.mark.parametrize("export", [exported_by_sync, exported_by_async])
def test_an_export_without_its_last_line_was_cut_off(export):
    with ScriptedServer(
        [Answer("\n".join(LINES) + "\n"), Answer(LINES[0] + "\n"), problem(404, "not_found")]
    ) as server:
        whole = export(server.url)
        with pytest.raises(ConnectionFailed, match="cut off"):
            export(server.url)
        with pytest.raises(NotFound):
            export(server.url)

    assert [one["kind"] for one in whole] == ["fact", "end"]


ODD = "one\u2028two\u2029three\x85four"


@pytest.mark.parametrize("export", [exported_by_sync, exported_by_async])
def test_only_a_line_feed_ends_a_line_of_an_export(export):
    odd = json.dumps({"kind": "profile", "preferences": {"note": ODD}}, ensure_ascii=False)

    with ScriptedServer([Answer(f"{odd}\n{LINES[1]}\n")]) as server:
        first, _end = export(server.url)

    assert first["preferences"]["note"] == ODD


@pytest.mark.parametrize("export", [exported_by_sync, exported_by_async])
def test_a_line_of_an_export_that_is_no_object_is_no_answer(export):
    with ScriptedServer([Answer(f"[1]\n{LINES[1]}\n")]) as server, pytest.raises(UnreadableAnswer):
        export(server.url)


def test_lines_are_whole_wherever_the_body_is_parted():
    body = "".join(f"{line}\n" for line in ['{"kind": "事实"}', "", *LINES]).encode()

    for size in (1, 2, 7, len(body)):
        lines = Lines()
        found = [one for at in range(0, len(body), size) for one in lines.of(body[at : at + size])]
        lines.close()
        assert [one["kind"] for one in found] == ["事实", "fact", "end"]


def test_what_costs_money_is_not_asked_again_while_the_first_may_be_at_it(send):
    asked = conversations.extract([{"role": "user", "content": "hello"}], LI)

    error, requests = answered(send, [Answer({}, delay_s=20), Answer({})], asked, timeout=0.3)

    assert isinstance(error, TimedOut)
    assert requests == 1


@pytest.mark.parametrize("wrong", ["", "mh_x\n", "mh_ü", " mh_x", "mh_x\0"])
def test_what_no_header_can_hold_is_refused_without_quoting_it(wrong):
    for build in (
        lambda: MemoryHub("http://127.0.0.1:9", api_key=wrong),
        lambda: AsyncMemoryHub("http://127.0.0.1:9", token=wrong),
        lambda: SAID.with_key(wrong),
    ):
        with pytest.raises(ValueError, match="printable ASCII") as refused:
            build()
        assert "mh_" not in str(refused.value)


def test_other_bounds_hold_for_one_call_alone():
    with ScriptedServer([problem(503, "store_unavailable")]) as server:
        hub = MemoryHub(server.url, api_key="k", retries=QUICK)
        with pytest.raises(StoreUnavailable):
            hub.with_options(retries=Retries(attempts=1)).job(7)
        once = len(server.requests)
        with pytest.raises(StoreUnavailable):
            hub.job(7)
        hub.close()

    assert (once, len(server.requests)) == (1, 1 + QUICK.attempts)


def test_pauses_double_and_are_never_alike():
    tries = [Tries(tenant.agent("a"), Retries(attempts=5, first=1, longest=3)) for _ in range(2)]
    away = Answered(503, {}, b"")

    pauses = [[one.pause_after(away, spent=0.0) for _ in range(5)] for one in tries]

    for first, second, third, fourth, last in pauses:
        assert 0.5 <= first <= 1 <= second <= 2
        assert 1.5 <= third <= 3
        assert 1.5 <= fourth <= 3
        assert last is None
    assert pauses[0] != pauses[1]


def test_a_time_of_day_is_understood_as_retry_after():
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=30))
    tries = Tries(tenant.agent("a"), Retries())

    pause = tries.pause_after(Answered(429, {"retry-after": at}, b""), spent=0.0)

    assert pause is not None
    assert 25 < pause < 35
