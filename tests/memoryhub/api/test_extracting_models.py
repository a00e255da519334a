"""The stateless extraction with models that fail, lie or are silent."""

import time

import pytest
from django.db import connection

from engine import mind
from engine.questions import ExtractAnswer, ExtractQuestion, Item
from tests.callers import api_with_key
from tests.memoryhub.api.extracting import LINE, ask
from tests.scripted_server import Answer, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def api():
    return api_with_key(scopes=["ingest"])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (said("I cannot help with that."), "format"),
        (Answer("<html>gateway</html>"), "not_json"),
        (Answer({"choices": []}), "no_choices"),
        (Answer({"error": {"message": "no"}}, status=401), "unauthorized"),
    ],
)
def test_a_failed_model_is_an_empty_answer_that_says_so(api, endpoint, answer, reason):
    endpoint(answer)

    given = ask(api, LINE, retries=1)

    body = given.json()
    assert (given.status_code, body["failed"], body["partial"], body["reason"]) == (200, True, False, reason)
    assert (body["memories"], body["user_profile"], body["engine"]) == ([], [], "m")


@pytest.mark.parametrize(("retries", "calls"), [(0, 1), (1, 1), (2, 2), (None, 3)])
def test_a_model_is_asked_as_often_as_the_call_says(api, endpoint, retries, calls):
    server = endpoint(said("no JSON"))

    ask(api, LINE, **({} if retries is None else {"retries": retries}))

    assert len(server.requests) == calls


def test_a_failed_day_leaves_what_the_others_gave(api, engine):
    engine.answers = [
        ExtractAnswer(items=(Item("user_fact", "The user rows", evidence=(1,)),), engine="m"),
        ExtractAnswer(failed="timeout", engine="m"),
    ]
    messages = [{"role": "user", "content": LINE, "created_at": f"2026-01-0{day}T10:00:00Z"} for day in (7, 8, 9)]

    body = api.post("/api/extract", {"messages": messages}).json()

    assert (body["user_profile"], body["partial"], body["failed"], body["reason"]) == (
        ["The user rows"],
        True,
        False,
        "",
    )
    assert len(engine.asked) == 2


def test_all_days_together_are_given_so_much_time(api, engine, settings):
    settings.MEMORYHUB_EXTRACT_SECONDS = 1
    engine.meanwhile = lambda: time.sleep(0.6)
    messages = [{"role": "user", "content": LINE, "created_at": f"2026-01-0{day}T10:00:00Z"} for day in range(1, 9)]

    body = api.post("/api/extract", {"messages": messages}).json()

    assert len(engine.asked) == 2
    assert body["partial"]


def test_the_rules_too_are_stopped_when_the_time_is_up(api, settings):
    settings.MEMORYHUB_EXTRACT_SECONDS = 1
    started = time.monotonic()

    body = ask(api, *["我喜欢喝茶，我住在烟台。" * 60] * 200).json()

    assert time.monotonic() - started < 10
    assert (body["partial"], body["failed"], len(body["user_profile"])) == (True, False, 2)


def test_a_silent_model_is_waited_for_no_longer_than_set(api, endpoint, settings):
    settings.MEMORYHUB_EXTRACT_SECONDS = 2
    endpoint(Answer(delay_s=60))
    started = time.monotonic()

    body = ask(api, LINE).json()

    assert time.monotonic() - started < 4
    assert (body["failed"], body["reason"]) == (True, "timeout")


@pytest.mark.django_db(transaction=True)
def test_no_connection_is_kept_while_a_model_thinks(monkeypatch):
    api, kept = api_with_key(scopes=["ingest"]), []

    class Thinking(mind.Mind):
        def extract(self, question: ExtractQuestion) -> ExtractAnswer:
            kept.append(connection.connection)
            return ExtractAnswer()

    monkeypatch.setattr(mind, "for_scope", Thinking)

    assert ask(api, LINE).status_code == 200
    assert kept == [None]
