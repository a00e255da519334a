"""Every way in which an endpoint goes wrong, for every question: nothing comes of it, all is recorded, retries differ."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from engine import breaker
from engine.model import extract, judge, match
from engine.questions import (
    ExtractAnswer,
    ExtractQuestion,
    JudgeAnswer,
    JudgeQuestion,
    Line,
    MatchAnswer,
    MatchQuestion,
    ModelChoice,
)
from observability.models import ModelCall
from tests.scripted_server import Answer, ScriptedServer, refused, said

EXTRACT = ExtractQuestion(target=(Line("user", "I keep bees", key=1),))
JUDGE = JudgeQuestion("The user keeps bees", "The user gave up beekeeping")
MATCH = MatchQuestion("DELETE", "I keep bees", "The user keeps bees")


@dataclass(frozen=True)
class Verb:
    """A question to a model: its attempts, the answer that changes nothing, and a good reply."""

    ask: Callable[[ModelChoice], ExtractAnswer | JudgeAnswer | MatchAnswer]
    attempts: int
    nothing: Callable[..., ExtractAnswer | JudgeAnswer | MatchAnswer]
    good: str


VERBS = {
    "extract": Verb(
        lambda choice: extract.extract(EXTRACT, choice), 3, ExtractAnswer, '{"facts": ["The user keeps bees"]}'
    ),
    "judge": Verb(lambda choice: judge.judge(JUDGE, choice), 2, JudgeAnswer, '{"action": "replace"}'),
    "match": Verb(lambda choice: match.match(MATCH, choice), 2, MatchAnswer, '{"match": true}'),
}

BAD: dict[str, tuple[Answer, str]] = {
    "html": (Answer("<html><body>Sign in</body></html>"), "not_json"),
    "html as content": (said("<html><body>Sign in</body></html>"), "format"),
    "no choices": (Answer({"choices": []}), "no_choices"),
    "an error with status 200": (Answer({"error": {"message": "overloaded"}}), "no_choices"),
    "no content": (said(None), "no_content"),
    "blank": (said(" \n"), "no_content"),
    "ten megabytes": (said("x" * 10_000_000), "too_large"),
    "ten megabytes of an error": (Answer("x" * 10_000_000, status=500), "too_large"),
    "packed": (Answer(b"\x1f\x8b", headers={"content-encoding": "gzip"}), "too_large"),
    "a list": (said("[]"), "format"),
    "another object": (said('{"status": "ok", "data": []}'), "format"),
    "the ids of others alone": (said('{"ids": ["f_0badf00d"], "operations": [{"op": "outdated"}]}'), "format"),
    "prose": (said("I cannot help with that."), "format"),
    "a key of ours with a value of no use": (said('{"memories": 7, "action": 7, "match": 7}'), "format"),
    "half a document": (Answer(b'{"choices": [{"message": {"content": "{'), "not_json"),
    "hangs up": (Answer(hangs_up=True), "unreachable"),
    "broken": (refused(500, "internal error"), "server_error"),
}
HOPELESS: dict[str, tuple[Answer, str]] = {
    "wrong key": (refused(401, "bad key"), "unauthorized"),
    "no money": (refused(429, "exceeded your current quota", code="insufficient_quota"), "quota"),
    "elsewhere": (refused(302, "there", headers={"location": "http://127.0.0.1:1/"}), "redirected"),
}


def sent(server: ScriptedServer) -> list[str]:
    return [json.dumps(request, sort_keys=True) for request in server.requests]


@pytest.fixture(params=VERBS)
def verb(request: pytest.FixtureRequest) -> Verb:
    return VERBS[request.param]


@pytest.mark.parametrize("bad", BAD)
def test_nothing_comes_of_it_and_no_request_is_sent_twice(verb: Verb, bad: str, records: list[ModelCall]) -> None:
    answer, reason = BAD[bad]
    with ScriptedServer([answer]) as server:
        got = verb.ask(ModelChoice(base_url=server.url, model="m"))

    assert got == verb.nothing(failed=reason, engine="m")
    assert len(sent(server)) == len(set(sent(server))) == verb.attempts
    assert [(row.outcome, row.attempt) for row in records] == [(reason, n + 1) for n in range(verb.attempts)]


def test_a_request_that_is_refused_in_every_form_is_not_sent_again_as_it_was(
    verb: Verb, records: list[ModelCall]
) -> None:
    with ScriptedServer([refused(400, "context length exceeded")]) as server:
        got = verb.ask(ModelChoice(base_url=server.url, model="m"))

    assert got == verb.nothing(failed="bad_request", engine="m")
    assert len(sent(server)) == len(set(sent(server))) == len(records)


@pytest.mark.parametrize("bad", HOPELESS)
def test_what_is_hopeless_is_asked_once(verb: Verb, bad: str, records: list[ModelCall]) -> None:
    answer, reason = HOPELESS[bad]
    with ScriptedServer([answer]) as server:
        got = verb.ask(ModelChoice(base_url=server.url, model="m"))

    assert got == verb.nothing(failed=reason, engine="m")
    assert [row.outcome for row in records] == [reason]


@pytest.mark.parametrize("bad", BAD)
def test_a_server_that_takes_plain_text_alone_is_not_asked_the_same_twice_either(
    verb: Verb, bad: str, records: list[ModelCall]
) -> None:
    def plain_only(request: dict[str, Any]) -> Answer:
        return refused(400, "response_format is not supported") if "response_format" in request else said(verb.good)

    with ScriptedServer([plain_only] * 3 + [BAD[bad][0]]) as server:
        choice = ModelChoice(base_url=server.url, model="m")
        verb.ask(choice)
        verb.ask(choice)

    later = sent(server)[3:]
    assert all("response_format" not in request for request in later)
    assert len(later) == len(set(later)) == verb.attempts


@pytest.mark.parametrize("bad", BAD)
def test_a_good_answer_to_the_second_attempt_is_taken(verb: Verb, bad: str, records: list[ModelCall]) -> None:
    with ScriptedServer([BAD[bad][0], said(verb.good)]) as server:
        got = verb.ask(ModelChoice(base_url=server.url, model="m"))

    assert not got.failed
    assert [row.outcome for row in records] == [BAD[bad][1], "ok"]


@pytest.mark.parametrize("answer", [Answer(delay_s=600), Answer({"choices": [], "x": "y" * 99}, drip_s=0.1)])
def test_an_endpoint_that_answers_late_or_never_is_given_up_in_time(
    verb: Verb, answer: Answer, records: list[ModelCall]
) -> None:
    with ScriptedServer([answer]) as server:
        started = time.monotonic()
        got = verb.ask(ModelChoice(base_url=server.url, model="m", timeout_s=0.4))

    assert got == verb.nothing(failed="timeout", engine="m")
    assert time.monotonic() - started < 1.5
    assert {row.outcome for row in records} == {"timeout"}
    assert len(sent(server)) == len(set(sent(server)))


def test_an_endpoint_that_asks_for_patience_is_sent_the_same_again(verb: Verb, records: list[ModelCall]) -> None:
    with ScriptedServer([refused(429, "slow down"), said(verb.good)]) as server:
        got = verb.ask(ModelChoice(base_url=server.url, model="m"))

    assert not got.failed
    assert len(set(sent(server))) == 1


def test_the_wait_that_an_endpoint_asks_for_is_passed_on(verb: Verb, records: list[ModelCall]) -> None:
    with ScriptedServer([refused(429, "slow down", headers={"retry-after": "600"})]) as server:
        got = verb.ask(ModelChoice(base_url=server.url, model="m"))

    assert got == verb.nothing(failed="rate_limited", retry_after=600.0, engine="m")
    assert len(server.requests) == 1


def test_a_dead_endpoint_is_left_alone(verb: Verb, records: list[ModelCall]) -> None:
    with ScriptedServer([refused(500, "broken")]) as server:
        got = [verb.ask(ModelChoice(base_url=server.url, model="m")) for _ in range(breaker.FAILURES)][-1]

    assert got.failed == "breaker_open"
    assert got.retry_after is not None
    assert len(server.requests) == breaker.FAILURES


def test_nothing_is_asked_after_the_moment_that_was_set(verb: Verb, records: list[ModelCall]) -> None:
    with ScriptedServer([said(verb.good)]) as server:
        got = verb.ask(ModelChoice(base_url=server.url, model="m", until=time.monotonic() - 1))

    assert got == verb.nothing(failed="timeout", engine="m")
    assert server.requests == []


@pytest.mark.parametrize(
    ("answer", "outcome", "tokens"),
    [
        (Answer({"choices": [], "usage": {"prompt_tokens": 80, "completion_tokens": 9}}), "no_choices", (80, 9)),
        (said("no JSON"), "format", (100, 10)),
        (Answer({"error": {"message": "overloaded"}}), "no_choices", (0, 0)),
    ],
)
def test_what_a_useless_answer_cost_is_recorded(
    answer: Answer, outcome: str, tokens: tuple[int, int], records: list[ModelCall]
) -> None:
    with ScriptedServer([answer]) as server:
        judge.judge(JUDGE, ModelChoice(base_url=server.url, model="m"))

    assert [(row.outcome, row.tokens_in, row.tokens_out) for row in records] == [(outcome, *tokens)] * 2


def test_tokens_that_a_server_does_not_report_are_estimated(records: list[ModelCall]) -> None:
    reply = '{"action": "replace", "reason": "搬家了"}'
    body = {"choices": [{"message": {"content": reply}}], "usage": None}
    with ScriptedServer([Answer(body)]) as server:
        judge.judge(JUDGE, ModelChoice(base_url=server.url, model="m"))

    assert 300 < records[0].tokens_in < 3000
    assert records[0].tokens_out == 12
