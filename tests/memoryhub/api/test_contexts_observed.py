"""The context through the door: what comes after the answer."""

import json
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.test import RequestFactory

from engine.embeddings import EmbedChoice
from memoryhub.api.contexts import ObservedResponse
from observability import observations
from observability.models import HourlyFigures, Observation
from tests.builders import (
    make_end_user,
    make_fact,
)  # fmt: skip
from tests.callers import Api, api_with_key

CHOICE = EmbedChoice()
ACME = {"end_user_id": "acme"}
CALL = ACME | {"agent_id": "helper", "session_id": "s1", "question": "Which tea do I like?"}
UNCOUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET")


@pytest.fixture(autouse=True)
def _patience(settings: Any) -> None:
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 30_000


@pytest.fixture
def api() -> Api:
    return api_with_key()


def ask(api: Api, **more: Any) -> dict[str, Any]:
    answer = api.post("/api/context", CALL | more)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


@pytest.mark.django_db
def test_the_observation_is_stored_when_the_answer_is_made_and_not_before(api, monkeypatch):
    stored: list[str] = []
    monkeypatch.setattr(observations, "record", lambda row: stored.append(row.observation_id))
    row = Observation(tenant_id=1)
    response = ObservedResponse({"text": ""}, [row])
    before = list(stored)
    response.close()
    response.close()

    assert (before, stored) == ([], [row.observation_id])


@pytest.mark.django_db(transaction=True)
def test_a_server_has_sent_the_whole_answer_before_anything_is_stored(api):
    make_fact(make_end_user("acme"), "The user likes tea")
    request = RequestFactory().post(
        "/api/context", CALL, content_type="application/json", headers={"authorization": api.authorization}
    )

    response = get_wsgi_application()(request.environ, lambda *_args: None)
    sent = json.loads(b"".join(response))
    before = Observation.objects.count()
    response.close()  # as every server does at the end

    assert "likes tea" in sent["text"]
    assert (before, Observation.objects.count()) == (0, 1)


@pytest.mark.django_db
def test_a_record_that_fails_harms_no_answer(api, monkeypatch):
    make_fact(make_end_user("acme"), "The user likes tea")

    def fail(_row: Observation) -> str:
        raise ValueError("no")

    monkeypatch.setattr(observations, "_write", fail)
    body = ask(api)

    assert "likes tea" in body["text"]
    assert not Observation.objects.exists()


@pytest.mark.django_db
def test_each_request_counts_in_the_figures_of_its_hour(api):
    make_fact(make_end_user("acme"), "The user likes tea")
    ask(api)
    ask(api, memory_enabled=False)

    row = HourlyFigures.objects.get()
    assert (row.agent_id, row.requests, row.enabled, row.injected, row.failed) == ("helper", 2, 1, 1, 0)
    assert sum(row.latency) == 2
