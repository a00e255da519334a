"""While an embedder elsewhere thinks about a question, nobody keeps a database connection for it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connections
from pytest_django import Settings

from tests.builders import make_end_user, make_fact
from tests.callers import api_with_key
from tests.globalmemory.builders import make_global_memory
from tests.scripted_server import Answer, ScriptedServer

pytestmark = pytest.mark.django_db(transaction=True)

ACME = {"end_user_id": "acme"}
ASKED = {"agent_id": "helper", "question": "Which tea do I like?"}
ROUTES = {
    "/api/memories/search": ACME | {"query": "tea", "include_messages": True},
    "/api/context": ACME | ASKED | {"session_id": "s1"},
    "/api/global-memories/try": ACME | ASKED,
}


class Watching:
    """An embedder that notes whether whoever asks it holds a connection."""

    def __init__(self) -> None:
        self.asker = connections[DEFAULT_DB_ALIAS]  # of the thread that asks
        self.held: list[bool] = []

    def __call__(self, request: dict[str, Any]) -> Answer:
        self.held.append(self.asker.connection is not None)
        return Answer({"data": [{"index": at, "embedding": [1.0, 0.5]} for at, _ in enumerate(request["input"])]})


@pytest.fixture
def watching(settings: Settings) -> Iterator[Watching]:
    embedder = Watching()
    with ScriptedServer([embedder]) as server:
        settings.MEMORYHUB_EMBEDDING_BASE_URL, settings.MEMORYHUB_EMBEDDING_MODEL = server.url, "elsewhere"
        settings.MEMORYHUB_CONTEXT_MILLISECONDS = 20_000
        yield embedder


@pytest.mark.parametrize("route", ROUTES)
def test_no_connection_is_held_while_the_embedder_thinks(watching: Watching, route: str) -> None:
    person = make_end_user("acme")
    make_fact(person, "likes green tea")
    # More than may be told without asking by meaning.
    for number in range(30):
        make_global_memory(person, f"memory {number}", agents=("helper",))
    caller = api_with_key()

    answer = caller.post(route, ROUTES[route])

    assert answer.status_code == 200, answer.content
    assert watching.held == [False]
