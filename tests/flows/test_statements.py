"""What storing messages costs in statements, from the key to the answer: the same for one message and for two hundred."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from extraction import bell
from profiles import keys
from tests.builders import make_tenant

pytestmark = pytest.mark.django_db

NOT_COUNTED = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "SET")
ONCE = {"idempotency-key": "the-first-time"}


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


@pytest.fixture
def client() -> Client:
    text = keys.create(make_tenant(), name="counting", scopes=["ingest"])[1]
    return Client(headers={"authorization": f"Api-Key {text}"})


def statements(client: Client, count: int, *, start: int = 0, headers: dict[str, str] | None = None) -> int:
    messages = [
        {"message_id": f"m{number}", "role": "user", "content": f"text {number}"}
        for number in range(start, start + count)
    ]
    body: dict[str, Any] = {"session_id": "s1", "agent_id": "helper", "end_user_id": "acme", "messages": messages}
    with CaptureQueriesContext(connection) as seen:
        answer = client.post("/api/messages", json.dumps(body), content_type="application/json", headers=headers or {})
    assert answer.status_code == 202
    return sum(not query["sql"].startswith(NOT_COUNTED) for query in seen.captured_queries)


@pytest.mark.parametrize("count", [1, 200])
@pytest.mark.parametrize("headers", [{}, ONCE])
def test_messages_of_somebody_known_cost_at_most_twelve(client: Client, count: int, headers: dict[str, str]) -> None:
    statements(client, 1)

    assert statements(client, count, start=1, headers=headers) <= 12


@pytest.mark.parametrize("count", [1, 200])
def test_a_first_mention_of_everybody_costs_at_most_eighteen(client: Client, count: int) -> None:
    assert statements(client, count) <= 12 + 6
