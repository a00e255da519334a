"""How a server is asked: the ladder of structured output, what is remembered, what is limited."""

import threading
from typing import Any

import pytest

from engine.errors import ProviderFailed
from engine.model import chat
from engine.questions import ModelChoice
from tests.scripted_server import Answer, ScriptedServer, refused, said

SCHEMA = {"type": "object", "properties": {"match": {"type": "boolean"}}}


@pytest.fixture(autouse=True)
def _no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("observability.sink.insert", lambda _row, **_besides: True)


def complete(server: ScriptedServer, *, model: str = "m", is_plain: bool = False, **choice: Any) -> chat.Said:
    ask = chat.Ask("judge", "Do they match?", "v1", SCHEMA, max_tokens=50, timeout_s=10, is_plain=is_plain)
    return chat.complete(ask, ModelChoice(base_url=server.url, model=model, **choice), lambda answer: answer)


def forms(server: ScriptedServer) -> list[str | None]:
    return [request.get("response_format", {}).get("type") for request in server.requests]


def understands(*accepted: str | None, status: int = 400) -> Any:
    def answer(request: dict[str, Any]) -> Answer:
        form = request.get("response_format", {}).get("type")
        return said("{}") if form in accepted else refused(status, f"response_format {form} is not supported")

    return answer


@pytest.mark.parametrize("status", [400, 422, 500])
def test_a_server_is_asked_for_ever_looser_forms_until_it_answers(status: int) -> None:
    with ScriptedServer([understands(None, status=status)]) as server:
        complete(server)

    assert forms(server) == ["json_schema", "json_object", None]


def test_what_a_server_understands_is_remembered_for_that_model_alone() -> None:
    with ScriptedServer([understands("json_object", None)]) as server:
        complete(server)
        complete(server)
        complete(server, model="other")

    assert forms(server) == ["json_schema", "json_object", "json_object", "json_schema", "json_object"]


def test_a_refusal_with_another_cause_is_not_remembered() -> None:
    with ScriptedServer([refused(400, "context length exceeded")] * 3 + [said("{}")]) as server:
        with pytest.raises(ProviderFailed, match="bad_request"):
            complete(server)
        complete(server)

    assert forms(server) == ["json_schema", "json_object", None, "json_schema"]


def test_an_internal_error_that_names_no_form_is_no_reason_to_step_down() -> None:
    with ScriptedServer([refused(500, "out of memory")]) as server, pytest.raises(ProviderFailed, match="server_error"):
        complete(server)

    assert forms(server) == ["json_schema"]


def test_a_plain_question_leaves_no_memory_of_its_form() -> None:
    with ScriptedServer([said("{}")]) as server:
        complete(server, is_plain=True)
        complete(server)

    assert forms(server) == [None, "json_schema"]


def test_the_word_json_is_always_there_and_the_schema_where_the_form_does_not_carry_it() -> None:
    with ScriptedServer([understands(None)]) as server:
        complete(server)

    assert all("JSON" in prompt for prompt in server.prompts)
    assert ['"match"' in prompt for prompt in server.prompts] == [False, True, True]
    assert [len(request["messages"]) for request in server.requests] == [1, 1, 1]


def test_parameters_that_a_model_refuses_are_left_out_from_then_on() -> None:
    def reasoning(request: dict[str, Any]) -> Answer:
        if "max_tokens" in request:
            return refused(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if "temperature" in request:
            return refused(400, "Unsupported value: 'temperature' does not support 0 with this model.")
        return said("{}")

    with ScriptedServer([reasoning]) as server:
        complete(server)
        complete(server)

    assert len(server.requests) == 4
    assert server.requests[-1]["max_completion_tokens"] == 50
    assert forms(server) == ["json_schema"] * 4


def test_content_in_parts_is_joined_and_thoughts_are_left_out() -> None:
    with ScriptedServer(
        [
            said(
                [{"type": "text", "text": "{"}, {"type": "image"}, {"type": "text", "text": "}"}],
                reasoning_content="hm",
            )
        ]
    ) as server:
        assert complete(server).text == "{}"


def test_no_key_is_needed_for_a_server_that_asks_for_none() -> None:
    with ScriptedServer([said("{}")]) as server:
        assert complete(server, api_key="").text == "{}"


def test_no_more_calls_run_at_once_than_allowed() -> None:
    running, most, lock = [0], [0], threading.Lock()

    def slow(_: dict[str, Any]) -> Answer:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        threading.Event().wait(0.05)
        with lock:
            running[0] -= 1
        return said("{}")

    with ScriptedServer([slow]) as server:
        threads = [threading.Thread(target=complete, args=(server,), kwargs={"concurrency": 2}) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert most[0] == 2
    assert len(server.requests) == 6


def test_the_key_never_shows_in_a_printed_choice() -> None:
    assert "sk-secret" not in repr(ModelChoice(base_url="http://x", api_key="sk-secret", model="m"))
