"""The cases of extraction that a reply or an endpoint decides: one adapter for each kind."""

import json
import logging
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.errors import ProviderFailed
from engine.model import extract, prompting, reply
from engine.questions import Definitions, ExtractAnswer, ExtractQuestion, Line, ModelChoice
from tests import effort
from tests.scripted_server import Answer, ScriptedServer, refused, said

CASES = [json.loads(line) for line in (Path(__file__).parent / "extraction.jsonl").read_text("utf-8").splitlines()]


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["input"]["kind"] == kind]


def everything_in(answer: Any) -> str:
    """All text that could be stored, one statement a line."""
    wishes = [text for wish in answer.instructions for text in (wish.old, wish.new)]
    return "\n".join([*(item.content for item in answer.items), *wishes])


def by_category(answer: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for item in answer.items:
        found.setdefault(item.type, []).append(item.content)
    return found


@pytest.fixture(autouse=True)
def _no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of calls has its own tests; these need no database."""
    monkeypatch.setattr("observability.sink.insert", lambda _row, **_besides: True)


# --- parse_reply ---------------------------------------------------------------------------------------------------


def reply_of(given: Mapping[str, Any]) -> str:
    generator = given.get("reply_generator")
    if generator is None:
        return str(given["reply"])
    if "long_item" in generator:
        long_item = generator["long_item"]["char"] * generator["long_item"]["count"]
        return json.dumps({generator["key"]: [long_item, *generator["plus"]]}, ensure_ascii=False)
    if "key" in generator:
        items = [generator["template"].replace("{n}", str(n)) for n in range(generator["count"])]
        return json.dumps({generator["key"]: items}, ensure_ascii=False)
    return str(generator["template"]) * int(generator["count"])


def outcome_of(given: Mapping[str, Any]) -> tuple[str, reply.Reply, str]:
    try:
        read = reply.parse(reply_of(given), is_truncated=given.get("finish_reason") == "length")
    except ProviderFailed as failure:
        return "reject", reply.Reply(), failure.reason
    return ("partial" if read.is_partial else "accept"), read, ""


def agrees(expected: Mapping[str, Any], outcome: str, read: reply.Reply, reason: str) -> bool:
    if expected.get("outcome", outcome) != outcome:
        return False
    wanted = {name: items for name, items in expected.get("value", {}).items() if items}
    checks = [
        "value" not in expected or by_category(read) == wanted,
        set(expected.get("must_include", [])) <= set(everything_in(read).split("\n")),
        all(part in everything_in(read) for part in expected.get("contains", [])),
        "reason" not in expected or reason == expected["reason"],
        "instructions" not in expected or list(read.instructions) == expected["instructions"],
    ]
    return all(checks)


def stored_as(expected: Mapping[str, Any], read: reply.Reply) -> bool:
    pairs = [[item.type, item.content] for item in read.items]
    allowed = expected.get("stored_any_of", [expected["stored"]] if "stored" in expected else [pairs])
    return pairs in allowed


@pytest.mark.parametrize("case", cases("parse_reply"))
def test_a_reply_is_read_as_the_case_says(case: dict[str, Any]) -> None:
    expected = case["expect"]

    with effort.at_most(expected.get("max_ms", 1000) / 1000):
        outcome, read, reason = outcome_of(case["input"])

    assert any(agrees(option, outcome, read, reason) for option in expected.get("any_of", [expected]))
    assert stored_as(expected, read)
    assert not set(expected.get("never_stored", [])) & set(everything_in(read).split("\n"))
    assert not any(sign in everything_in(read) for sign in expected.get("stored_without", []))
    assert not any("\n" in item.content for item in read.items)


@pytest.mark.parametrize("case", [case for case in cases("parse_reply") if "retries" in case.values[0]["input"]])
def test_an_unreadable_reply_is_asked_for_as_often_as_the_case_says(
    case: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    with ScriptedServer([said(case["input"]["reply"])]) as server:
        answer = ask(server, attempts=case["input"]["retries"])

    assert len(server.requests) == case["expect"]["calls"]
    assert by_category(answer) == case["expect"]["value"]
    assert errors_in(caplog) == 1


# --- llm_response, llm_request_check -------------------------------------------------------------------------------


def ask(server: ScriptedServer, *, attempts: int = 3, timeout_s: float = 60.0) -> ExtractAnswer:
    line = Line(role="user", content="这是一条目标消息", key=1)
    question = ExtractQuestion(target=(line,), reference=(line,), attempts=attempts)
    return extract.extract(question, ModelChoice(base_url=server.url, model="m", timeout_s=timeout_s))


def errors_in(caplog: pytest.LogCaptureFixture) -> int:
    return len([record for record in caplog.records if record.levelno >= logging.ERROR])


def script_of(given: Mapping[str, Any]) -> list[Answer]:
    if "hang_s" in given:
        return [Answer(delay_s=given["hang_s"])]
    return [answer_of(step) for step in given.get("sequence", [given])]


def answer_of(step: Mapping[str, Any]) -> Answer:
    if step.get("raise") == "timeout":
        return Answer(delay_s=3600)
    if "content" in step:
        return said(step["content"])
    return Answer(step["body"], status=step["http"], headers=step.get("headers", {}))


@pytest.mark.parametrize("case", cases("llm_response"))
def test_an_endpoint_is_dealt_with_as_the_case_says(case: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    given, expected = case["input"], case["expect"]
    is_slow = "hang_s" in given or any("raise" in step for step in given.get("sequence", []))
    started = time.monotonic()

    with ScriptedServer(script_of(given)) as server:
        answer = ask(server, timeout_s=1.0 if is_slow else 60.0)

    took = time.monotonic() - started
    assert bool(answer.failed) == (expected["outcome"] == "reject")
    assert len(server.requests) == expected.get("calls", len(server.requests))
    assert len(server.requests) <= expected.get("calls_max", 3)
    assert took >= expected.get("waits_at_least_s", 0)
    assert not set(expected.get("never_stored", [])) & set(everything_in(answer).split("\n"))
    assert {k: v for k, v in expected.get("value", by_category(answer)).items() if v} == by_category(answer)
    assert stored_as(expected, answer)  # type: ignore[arg-type]
    assert errors_in(caplog) == expected.get("error_log_lines", 1 if answer.failed else 0)
    if "hang_s" in given:  # a call's limit is a second here and a minute by default
        assert took * 60 < expected["gives_up_within_s"]


@pytest.mark.parametrize("case", cases("llm_request_check"))
def test_a_request_is_sent_as_the_case_says(case: dict[str, Any]) -> None:
    with ScriptedServer([refused(400, "json_schema is not supported"), said('{"memories": []}')]) as server:
        ask(server)

    assert server.requests[-1]["response_format"] == {"type": "json_object"}
    assert "json" in server.prompts[-1].lower()
    assert case["expect"]["request"]


# --- prompt_build --------------------------------------------------------------------------------------------------


def lines_of(messages: list[dict[str, str]] | None) -> tuple[Line, ...]:
    return tuple(Line(role=m["role"], content=m["content"], name=m.get("name", "")) for m in messages or [])


@pytest.fixture
def listener() -> Iterator[ScriptedServer]:
    with ScriptedServer([said('{"memories": []}')]) as server:
        yield server


@pytest.mark.parametrize("case", cases("prompt_build"))
def test_a_prompt_is_built_as_the_case_says(case: dict[str, Any], listener: ScriptedServer) -> None:
    given, expected = case["input"], case["expect"]
    current, wording = lines_of(given["current"]), given.get("scope_config", {})
    question = ExtractQuestion(
        target=current,
        reference=(*lines_of(given.get("history")), *current),
        conversation_time=given.get("timestamp", ""),
        definitions=Definitions(**{k.removesuffix("_definition"): v or "" for k, v in wording.items()}),
    )

    extract.extract(question, ModelChoice(base_url=listener.url, model="m"))

    assert bool(listener.requests) == expected.get("llm_called", True)
    prompt = "".join(listener.prompts)
    assert expected.get("prompt_contains", "") in prompt
    assert expected.get("reference_messages", "") in prompt
    assert expected.get("input_messages", "") in prompt
    assert [m["role"] for request in listener.requests for m in request["messages"]] in ([], ["user"])
    if "other_definitions" in expected:
        assert prompting.DEFAULTS.user_profile in prompt
        assert prompting.DEFAULTS.episodic_memory in prompt
        assert prompting.DEFAULTS.semantic_memory not in prompt
    assert all(
        "{{" + name + "}}" not in prompt.replace(question.target[0].content, "")
        for name in given.get("template_vars", [])
    )
