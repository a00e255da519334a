"""Extraction over HTTP: everything that a real endpoint can do wrong, and what is made of it."""

import json
import logging
import time
from typing import Any

import pytest

from engine import breaker
from engine.model import extract
from engine.questions import ExtractAnswer, ExtractQuestion, Line, ModelChoice, Switches
from observability import sink
from observability.models import ModelCall
from tests.builders import make_profile
from tests.scripted_server import Answer, Script, ScriptedServer, refused, said

INSERT = sink.insert
GOOD = said('{"memories": [{"type": "user_fact", "content": "The user keeps bees", "confidence": 0.9}]}')


pytestmark = pytest.mark.usefixtures("records")


def question(*said_by_user: str, **more: Any) -> ExtractQuestion:
    texts = said_by_user or ("I keep bees",)
    lines = tuple(Line(role="user", content=text, key=key) for key, text in enumerate(texts, start=1))
    return ExtractQuestion(target=lines, reference=lines, **more)


def ask(server: ScriptedServer, asked: ExtractQuestion | None = None, **choice: Any) -> ExtractAnswer:
    return extract.extract(asked or question(), ModelChoice(base_url=server.url, model="small-1", **choice))


def contents(answer: ExtractAnswer) -> list[str]:
    return [item.content for item in answer.items]


def facts(*statements: str) -> str:
    return json.dumps({"memories": [{"type": "user_fact", "content": text} for text in statements]})


def target_of(prompt: str) -> str:
    return prompt[prompt.index('<target_messages of="user">') : prompt.index("</target_messages>")]


def test_a_good_answer_takes_one_call_and_names_its_engine(records: list[ModelCall]) -> None:
    with ScriptedServer([GOOD]) as server:
        answer = ask(server, profile_id=7, tenant_id=3, price_in=1.0)

    assert contents(answer) == ["The user keeps bees"]
    assert answer.items[0].evidence == (1,)
    assert (answer.failed, answer.is_partial, answer.engine) == ("", False, "small-1")
    (row,) = records
    assert (row.purpose, row.outcome, row.attempt, row.tokens_in, row.tokens_out) == ("extract", "ok", 1, 100, 10)
    assert (row.tenant_id, row.profile_id, str(row.price)) == (3, 7, "0.00010000")
    assert row.request_text == row.reply_text == ""
    assert len(row.prompt_version) == 12


def test_texts_of_a_call_are_recorded_when_content_is_logged(records: list[ModelCall]) -> None:
    with ScriptedServer([GOOD]) as server:
        ask(server, profile_id=7, log_content=True)

    assert "I keep bees" in records[0].request_text
    assert "The user keeps bees" in records[0].reply_text


@pytest.mark.parametrize(
    "asked",
    [
        ExtractQuestion(target=()),
        question("   "),
        ExtractQuestion(target=(Line("assistant", "You could weigh both options against each other first."),)),
        ExtractQuestion(target=(Line("tool", "I keep bees"),)),
        question(switches=Switches(long_term=False)),
        question(switches=Switches(user_profile=False, semantic_memory=False, episodic_memory=False)),
    ],
    ids=["no lines", "blank", "nothing confirmed", "tool", "off", "all categories off"],
)
def test_where_nothing_can_be_learned_nobody_is_asked(asked: ExtractQuestion) -> None:
    with ScriptedServer([GOOD]) as server:
        answer = ask(server, asked)

    assert server.requests == []
    assert (answer.items, answer.failed) == ((), "")


BAD_THEN_REASON: list[tuple[Script, str]] = [
    (said(None), "no_content"),
    (said(""), "no_content"),
    (said("", reasoning_content=facts("The user keeps bees")), "no_content"),
    (said("", finish_reason="length"), "truncated"),
    (said("I am sorry, but I cannot help with that."), "format"),
    (said('["The user keeps bees"]'), "format"),
    (said('{"result": "ok"}'), "format"),
    (Answer({"choices": []}), "no_choices"),
    (Answer({"choices": None}), "no_choices"),
    (Answer({"choices": ["x"]}), "no_choices"),
    (Answer({"choices": [{"message": None}]}), "no_content"),
    (Answer({"error": {"message": "overloaded"}}), "no_choices"),
    (Answer("<html><body>Welcome to the console</body></html>"), "not_json"),
    (Answer(b'[{"choices": []}]'), "not_json"),
    (Answer(b'{"choices": [{"message": {"content": "{\\"mem'), "not_json"),
    (Answer(b"[" * 300_000), "not_json"),
    (Answer(b""), "not_json"),
    (said("x" * 10_000_000), "too_large"),
    (Answer(b"{}", headers={"content-encoding": "gzip"}), "too_large"),
    (Answer(hangs_up=True), "unreachable"),
    (refused(500, "internal error"), "server_error"),
    (refused(503, "starting"), "server_error"),
    (refused(429, "slow down"), "rate_limited"),
    (refused(413, "too long"), "too_large"),
    (refused(302, "over there", headers={"location": "http://127.0.0.1:1/"}), "redirected"),
    (refused(404, "no such model"), "not_found"),
    (refused(401, "bad key"), "unauthorized"),
    (refused(429, "You exceeded your current quota", code="insufficient_quota"), "quota"),
    (refused(402, "Insufficient Balance"), "quota"),
]
HOPELESS = {"redirected", "not_found", "unauthorized", "quota"}


@pytest.mark.parametrize(("bad", "reason"), BAD_THEN_REASON)
def test_a_bad_answer_is_tried_again_unless_that_is_hopeless(
    bad: Script, reason: str, records: list[ModelCall], caplog: pytest.LogCaptureFixture
) -> None:
    with ScriptedServer([bad]) as server:
        answer = ask(server)

    assert answer.failed == reason
    assert (answer.items, answer.is_partial) == ((), False)
    assert len(server.requests) == (1 if reason in HOPELESS else 3)
    assert [row.outcome for row in records] == [reason] * len(server.requests)
    assert [record.levelno for record in caplog.records if record.levelno >= logging.WARNING] == [logging.ERROR]


@pytest.mark.parametrize(("bad", "reason"), [row for row in BAD_THEN_REASON if row[1] not in HOPELESS])
def test_a_bad_answer_before_a_good_one_leaves_no_trace_but_its_record(
    bad: Script, reason: str, records: list[ModelCall], caplog: pytest.LogCaptureFixture
) -> None:
    with ScriptedServer([bad, GOOD]) as server:
        answer = ask(server)

    assert contents(answer) == ["The user keeps bees"]
    assert not answer.failed
    assert [row.attempt for row in records] == [1, 2]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_each_retry_of_an_unreadable_answer_asks_differently() -> None:
    with ScriptedServer([said("none found"), said("really none"), GOOD]) as server:
        ask(server)

    first, second, third = server.requests
    assert len(set(server.prompts)) == 3
    assert first["response_format"] == second["response_format"]
    assert "response_format" not in third


def test_a_cut_off_answer_is_kept_and_only_the_rest_is_asked_for_with_more_room() -> None:
    cut = said(facts("The user keeps bees", "The user sells honey")[:-20], finish_reason="length")
    with ScriptedServer([cut, said(facts("The user sells honey", "The user keeps bees"))]) as server:
        answer = ask(server, max_tokens=500)

    assert contents(answer) == ["The user keeps bees", "The user sells honey"]
    assert not answer.is_partial
    assert [request["max_tokens"] for request in server.requests] == [500, 1000]
    assert "- The user keeps bees" in server.prompts[1]


def test_an_answer_that_is_always_cut_off_is_partial_and_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    with ScriptedServer(
        [said(facts("The user keeps bees", "The user sells honey")[:-20], finish_reason="length")]
    ) as server:
        answer = ask(server)

    assert contents(answer) == ["The user keeps bees"]
    assert (answer.is_partial, answer.failed) == (True, "")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_target_that_is_too_much_is_read_in_parts() -> None:
    def by_target(request: dict[str, Any]) -> Answer:
        target = target_of(request["messages"][0]["content"])
        found = [name for name in ("bees", "goats", "hens", "ducks") if name in target]
        if len(found) > 2:
            return said("", finish_reason="length")
        return said(facts(*(f"The user keeps {name}" for name in found)))

    with ScriptedServer([by_target]) as server:
        answer = ask(server, question("I keep bees", "I keep goats", "I keep hens", "I keep ducks"))

    assert contents(answer) == [f"The user keeps {name}" for name in ("bees", "goats", "hens", "ducks")]
    assert [item.evidence for item in answer.items] == [(1,), (2,), (3,), (4,)]
    assert not answer.is_partial


def test_two_hundred_facts_are_taken_and_thousands_are_not() -> None:
    with ScriptedServer([said(facts(*(f"The user owns cup number {n}" for n in range(200))))]) as server:
        some = ask(server)
    with ScriptedServer([said(facts(*(f"The user owns cup number {n}" for n in range(3000))))]) as server:
        many = ask(server)

    assert len(some.items) == 200
    assert (len(many.items), many.dropped["too_many"]) == (300, 2700)


def test_a_target_that_takes_too_long_is_read_in_parts() -> None:
    with ScriptedServer([Answer(delay_s=600), GOOD, said(facts("The user keeps goats"))]) as server:
        answer = ask(server, question("I keep bees", "I keep goats"), timeout_s=2)

    assert contents(answer) == ["The user keeps bees", "The user keeps goats"]
    assert ["I keep goats" in target_of(prompt) for prompt in server.prompts] == [True, False, True]


def test_a_slow_endpoint_is_given_up_in_time() -> None:
    with ScriptedServer([Answer(delay_s=600)]) as server:
        started = time.monotonic()
        answer = ask(server, timeout_s=0.4)

    assert answer.failed == "timeout"
    assert time.monotonic() - started < 1.2


def test_an_endpoint_that_drips_is_given_up_in_time_too() -> None:
    with ScriptedServer([Answer({"choices": [], "padding": "x" * 200}, drip_s=0.1)]) as server:
        started = time.monotonic()
        answer = ask(server, timeout_s=0.5)

    assert answer.failed == "timeout"
    assert time.monotonic() - started < 1.8


def test_a_wait_longer_than_the_time_left_is_left_to_the_job() -> None:
    with ScriptedServer([refused(429, "slow down", headers={"retry-after": "600"})]) as server:
        started = time.monotonic()
        answer = ask(server)

    assert answer.failed == "rate_limited"
    assert len(server.requests) == 1
    assert time.monotonic() - started < 5


def test_a_dead_address_is_left_alone_after_some_failures(records: list[ModelCall]) -> None:
    with ScriptedServer([refused(500, "broken")]) as server:
        answers = [ask(server) for _ in range(4)]

    assert len(server.requests) == breaker.FAILURES
    assert answers[0].failed == "server_error"
    assert answers[-1].failed == "breaker_open"


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"type": "assistant_decision", "content": "Adopt the queue"}, "wrong_role"),
        ({"type": "episodic_memory", "content": "The user moved on 2026-01-03"}, "switched_off"),
    ],
)
def test_an_item_that_the_target_cannot_carry_is_dropped(item: dict[str, str], reason: str) -> None:
    with ScriptedServer([said(json.dumps({"memories": [item]}))]) as server:
        answer = ask(server, question(switches=Switches(episodic_memory=False)))

    assert answer.items == ()
    assert answer.dropped == {reason: 1}


def test_a_decision_comes_from_a_confirming_answer_and_names_it() -> None:
    lines = (
        Line("user", "Which database shall we take?", key=1),
        Line("assistant", "We have decided: the project goes with PostgreSQL.", key=2),
    )
    reply = json.dumps(
        {
            "memories": [
                {"type": "assistant_decision", "content": "The project goes with PostgreSQL", "slot": "database"},
                {"type": "user_fact", "content": "The user has a project"},
            ]
        }
    )
    with ScriptedServer([said(reply)]) as server:
        answer = ask(server, ExtractQuestion(target=lines[1:], reference=lines))

    assert [(item.type, item.source_role, item.evidence) for item in answer.items] == [
        ("assistant_decision", "assistant", (2,))
    ]
    assert answer.dropped == {"wrong_role": 1}


def test_an_instruction_names_the_message_that_gave_it() -> None:
    wish = {"op": "DELETE", "old": "The user likes cola", "new": None}
    with ScriptedServer([said(json.dumps({"memories": [], "instructions": [wish]}))]) as server:
        answer = ask(server, question("My cat is ill", "Please forget that I like cola"))

    (instruction,) = answer.instructions
    assert (instruction.op, instruction.old, instruction.evidence) == ("DELETE", "The user likes cola", (2,))


def test_nothing_is_asked_after_the_moment_that_was_set() -> None:
    with ScriptedServer([GOOD]) as server:
        answer = ask(server, until=time.monotonic() - 1)

    assert (answer.failed, server.requests) == ("timeout", [])


def test_an_attempt_has_no_more_time_than_is_left_until_the_moment_that_was_set() -> None:
    with ScriptedServer([Answer(delay_s=600)]) as server:
        started = time.monotonic()
        answer = ask(server, until=started + 0.3)

    assert answer.failed == "timeout"
    assert time.monotonic() - started < 1.5


@pytest.mark.django_db
def test_each_call_stands_in_the_record_whatever_the_endpoint_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("observability.sink.insert", INSERT)
    person = make_profile().pk
    with ScriptedServer([said("nul \0 inside, and half \ud83d"), GOOD]) as server:
        ask(server, profile_id=person, log_content=True)

    rows = ModelCall.objects.order_by("pk")
    assert [(row.outcome, row.attempt, row.reply_text[:3]) for row in rows] == [("format", 1, "nul"), ("ok", 2, '{"m')]
