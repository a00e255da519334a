"""Embedders that answer nonsense, or nothing: search, context and the try-out answer by words, and say so."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from globalmemory import recall
from profiles.models import FactVector
from summaries.models import MessageVector
from tests.builders import make_end_user, make_fact, make_message, make_session
from tests.callers import Api, api_with_key
from tests.globalmemory.builders import make_global_memory
from tests.scripted_server import Answer, ScriptedServer, refused

pytestmark = pytest.mark.django_db
ACME = {"end_user_id": "acme"}
WORD = "zanzibarium"
MODEL = "of-a-stranger"


def vectors(*numbers: Any) -> Callable[[dict[str, Any]], Answer]:
    return lambda asked: Answer(
        {"data": [{"index": n, "embedding": list(numbers)} for n in range(len(asked["input"]))]}
    )


NAN = Answer(b'{"data": [{"index": 0, "embedding": [NaN, 0.5]}]}', headers={"content-type": "application/json"})
# Answers in which there is no vector that could be compared.
NONSENSE: dict[str, Any] = {
    "no numbers": vectors("a", "b"),
    "not a number": NAN,
    "nothing but zeros": vectors(0, 0),
    "no vector": vectors(),
    "infinite": vectors(1e308, 1e308),
    "too many dimensions": vectors(*[0.1] * 5_000),
    "nested": vectors([1.0], [0.0]),
    "no data": Answer({"data": []}),
    "null": Answer({"data": None}),
    "a page": Answer("<html>login</html>"),
    "half a reply": Answer(b'{"data": [{"index": 0, "embe'),
    "refused": refused(401, "no"),
    "out of order": Answer({"data": [{"index": 7, "embedding": [1.0, 0.0]}]}),
    "hung up": Answer(hangs_up=True),
}


@pytest.fixture
def api() -> Api:
    """Somebody with a fact, a message and a global memory that hold the word, and vectors of two numbers."""
    profile = make_end_user("acme")
    fact = make_fact(profile, f"likes {WORD}", type="semantic_memory")
    FactVector.objects.create(
        fact=fact, profile=profile, scope_id="__default__", type=fact.type, model=MODEL, embedding=[1.0, 0.0]
    )
    said = make_message(make_session(profile), f"I like {WORD}")
    MessageVector.objects.create(message=said, profile=profile, model=MODEL, embedding=[1.0, 0.0])
    for number in range(25):  # so many that their vectors are asked for
        name = f"about {WORD}" if number == 0 else f"about matter {number}"
        make_global_memory(profile, name, agents=("a1",), tags=[WORD] if number == 0 else [])
    return api_with_key()


@pytest.fixture
def embedder(settings: Any) -> Iterator[Callable[[Any], ScriptedServer]]:
    servers: list[ScriptedServer] = []

    def start(answer: Any) -> ScriptedServer:
        servers.append(ScriptedServer([answer]).__enter__())
        settings.MEMORYHUB_EMBEDDING_BASE_URL, settings.MEMORYHUB_EMBEDDING_MODEL = servers[-1].url, MODEL
        settings.MEMORYHUB_EMBEDDING_TIMEOUT_SECONDS = 1
        return servers[-1]

    yield start
    for server in servers:
        server.__exit__(None, None, None)


def search(api: Api) -> dict[str, Any]:
    answer = api.post("/api/memories/search", ACME | {"query": WORD, "include_messages": True, "threshold": 0.0})
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def context(api: Api) -> dict[str, Any]:
    asked = {"agent_id": "a1", "session_id": "s9", "question": f"What about {WORD}?"}
    answer = api.post("/api/context", ACME | asked)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def tried(api: Api) -> dict[str, Any]:
    answer = api.post("/api/global-memories/try", ACME | {"agent_id": "a1", "question": f"What about {WORD}?"})
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


@pytest.mark.parametrize("answer", NONSENSE.values(), ids=list(NONSENSE))
def test_nonsense_is_no_vector_and_words_still_find(api, embedder, settings, answer):
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 20_000
    embedder(answer)

    assert_found_by_words(search(api), context(api), tried(api))


def assert_found_by_words(searched: dict[str, Any], told: dict[str, Any], weighed: dict[str, Any]) -> None:
    assert searched["degraded"] is True
    assert [one["mem_info"]["content"] for one in searched["fragment_memory_results"]] == [f"likes {WORD}"]
    assert [one["mem_info"]["content"] for one in searched["message_results"]] == [f"I like {WORD}"]
    assert told["degraded"] is True
    assert f"likes {WORD}" in told["text"]
    assert weighed["mode"] == recall.scoring.FULL_WITHOUT_VECTORS
    assert [one["name"] for one in weighed["candidates"] if one["recalled"]] == [f"about {WORD}"]


@pytest.mark.parametrize("numbers", [(1.0,), (0.5, 0.5, 0.5)])
def test_other_dimensions_than_those_stored_are_told_and_nothing_is_lost(api, embedder, settings, numbers):
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 20_000
    embedder(vectors(*numbers))

    searched, told = search(api), context(api)

    assert searched["degraded"] is True
    assert [one["mem_info"]["content"] for one in searched["fragment_memory_results"]] == [f"likes {WORD}"]
    assert f"likes {WORD}" in told["text"]


def test_an_embedder_that_hangs_takes_no_longer_than_the_context_has(api, embedder, settings):
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 1_000
    embedder(Answer(delay_s=60))
    started = time.monotonic()

    told = context(api)

    assert time.monotonic() - started < 6  # the budget, and a busy machine
    assert told["degraded"] is True
    assert told["observation_id"]


def test_a_search_with_an_embedder_that_hangs_finds_by_words_when_its_time_is_over(api, embedder):
    embedder(Answer(delay_s=60))

    searched = search(api)

    assert searched["degraded"] is True
    assert [one["mem_info"]["content"] for one in searched["fragment_memory_results"]] == [f"likes {WORD}"]
