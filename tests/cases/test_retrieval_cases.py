"""The cases of retrieval: what a search answers, through the API and an embedder that gives the vectors of the case."""

import json
import logging
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import embeddings
from engine.embeddings import EmbedChoice
from extraction import embedding
from profiles.lifecycle import Status
from profiles.models import Fact, FactVector, Profile
from tests.builders import make_end_user, make_fact, make_profile
from tests.callers import api_with_key
from tests.finding import like, vector_of_fact
from tests.scripted_server import Answer, ScriptedServer, refused

pytestmark = pytest.mark.django_db

LINES = (Path(__file__).parent / "retrieval.jsonl").read_text("utf-8").splitlines()
ALL: list[dict[str, Any]] = [json.loads(line) for line in LINES]
KINDS = {"search", "search_after_delete", "embed_batch", "embed_request"}
PATH = "/api/memories/search"
MODEL = "of-the-case"
MAIL = ["请用邮件联系", "喜欢爬山"]
SPOT = "x marks the spot"


def cases(kind: str) -> list[Any]:
    return [pytest.param(case["input"], case["expect"], id=case["id"]) for case in ALL if case["input"]["kind"] == kind]


def test_every_case_of_retrieval_is_run() -> None:
    assert {case["input"]["kind"] for case in ALL} == KINDS
    assert sum(len(cases(kind)) for kind in KINDS) == len(ALL) == 22


class Embedder:
    """An endpoint whose answer to every question a test can set."""

    def __init__(self) -> None:
        self.vector: list[float] = [1.0, 0.0]
        self.fails = False

    def __call__(self, request: dict[str, Any]) -> Answer:
        if self.fails:
            return Answer(delay_s=600)
        return Answer({"data": [{"index": n, "embedding": self.vector} for n in range(len(request["input"]))]})


@pytest.fixture
def embedder(settings: Any) -> Iterator[Embedder]:
    answering = Embedder()
    with ScriptedServer([answering]) as server:
        settings.MEMORYHUB_EMBEDDING_BASE_URL, settings.MEMORYHUB_EMBEDDING_MODEL = server.url, MODEL
        settings.MEMORYHUB_EMBEDDING_TIMEOUT_SECONDS = 1
        yield answering


def person(name: str) -> Profile:
    """Whom a case names: employees are u1 and u2."""
    known = {"u1", "u2"}
    found = Profile.objects.filter(user__user_id=name) | Profile.objects.filter(end_user__end_user_id=name)
    return found.first() or (make_profile(name) if name in known else make_end_user(name))


def store(row: dict[str, Any], owner: str) -> None:
    similarity = row["similarity"] if "similarity" in row else 1 - row["cosine_distance"]
    fact = make_fact(person(row.get("owner", owner)), row["text"], scope_id=row.get("scope", "__default__"))
    status = Status(row.get("status", "active"))
    Fact.objects.filter(pk=fact.pk).update(status=status)
    if status is not Status.SUPERSEDED:
        vector_of_fact(fact, like(similarity), MODEL)
    FactVector.objects.filter(fact=fact).update(is_blocked=status is Status.DEPRECATED)


def prepare(given: dict[str, Any], embedder: Embedder, settings: Any) -> None:
    owner = given["body"].get("user_id") or given["body"]["end_user_id"]
    person(owner)
    for row in given.get("rows", ()):
        store(row, owner)
    for text in (*given.get("rows_without_vector", ()), *_known_by_words(given)):
        make_fact(person(owner), text)
    if "table" in given:
        _fill(owner, given["table"]["rows_per_user"])
    settings.MEMORYHUB_EMBEDDING_DIMENSIONS = given.get("embedding_dims_configured", 0)
    returned = given.get("embedding_returned", 2)
    embedder.vector = given.get("embedding") or [1.0, *[0.0] * (returned - 1)]
    embedder.fails = "embedding_raises" in given


def _known_by_words(given: dict[str, Any]) -> list[str]:
    if "embedding_raises" in given:
        return MAIL
    return [SPOT] if "embedding" in given or "embedding_returned" in given else []


def _fill(owner: str, rows: int) -> None:
    """A table of which most belongs to others; twenty stand for the two thousand."""
    for name in (owner, *(f"other-{number}" for number in range(20))):
        for number in range(rows):
            vector_of_fact(make_fact(person(name), f"row {number}"), like(0.5), MODEL)


@pytest.mark.parametrize(("given", "expected"), cases("search"))
def test_a_search(
    given: dict[str, Any], expected: dict[str, Any], embedder: Embedder, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    prepare(given, embedder, settings)
    threshold = {"threshold": given["threshold"]} if "threshold" in given else {}
    caller = api_with_key(acts_for_employees="caller" in given)

    with caplog.at_level(logging.WARNING):
        answer = caller.post(given["path"], given["body"] | threshold)

    allowed = {one["status"] for one in expected.get("any_of", ()) if isinstance(one, dict)}
    assert answer.status_code in (allowed or {expected.get("status", 200)}), answer.content
    if answer.status_code != 200:
        assert expected.get("message_names", "") in answer.json()["detail"]
        return
    check(answer.json(), expected, given)
    if "log" in expected:
        assert str(given["embedding_dims_configured"]) in caplog.text
        assert str(given["embedding_returned"]) in caplog.text


def check(body: dict[str, Any], expected: dict[str, Any], given: dict[str, Any]) -> None:
    found = {one["mem_info"]["content"]: one["score"] for one in body["fragment_memory_results"]}
    assert set(expected.get("contains", ())) <= set(found)
    assert not set(expected.get("lacks", ())) & set(found)
    assert all(math.isfinite(score) and 0 <= score <= 1 for score in found.values())
    assert all(score >= given.get("threshold", 0.3) for score in found.values())
    for name in ("fragment_memory_results", "summary_results"):
        assert body[name] == expected.get(name, body[name])
    assert set(expected.get("contains_only", found)) == set(found)
    assert len(found) == expected.get("results_for_the_user", len(found))
    if "keyword_results" in expected:
        assert body["degraded"]
        assert list(found) == (MAIL[:1] if "embedding_raises" in given else [SPOT])


def test_what_was_stored_while_the_embedder_was_away_gets_its_vector_later() -> None:
    """The other half of ret-017: the row is queued."""
    profile = make_end_user("cust_a")
    fact = make_fact(profile, "用户在温习日语")

    embedding.fill(profile.pk, choice=EmbedChoice())

    assert fact.vectors.get().model == embeddings.model_name(EmbedChoice())


@pytest.mark.parametrize(("given", "expected"), cases("search_after_delete"))
def test_a_search_after_a_deletion(given: dict[str, Any], expected: dict[str, Any], embedder: Embedder) -> None:
    text = expected["second_search_lacks"]
    caller, who = api_with_key(), {"end_user_id": "cust_a"}
    fact = make_fact(make_end_user("cust_a"), text)
    vector_of_fact(fact, like(0.9), MODEL)
    talk = who | {"agent_id": "a1", "session_id": "s1", "question": "爱吃什么"}
    assert text in caller.post(PATH, who | {"query": "榴莲"}).content.decode()
    assert text in caller.post("/api/context", talk).json()["text"]

    caller.delete(f"/api/profile/memory/{fact.fact_id}", **who)

    assert text not in caller.post(PATH, who | {"query": "榴莲"}).content.decode()
    assert text not in caller.post("/api/context", talk).json()["text"]


@pytest.mark.parametrize(("given", "expected"), cases("embed_batch"))
def test_a_batch(given: dict[str, Any], expected: dict[str, Any]) -> None:
    texts = given["texts"] if isinstance(given["texts"], list) else [f"text {n}" for n in range(1, given["texts"] + 1)]
    lengths = [len(text) + texts.index(text) for text in texts]

    def by_text(request: dict[str, Any]) -> Answer:
        rows = [{"index": n, "embedding": [lengths[texts.index(text)], 1]} for n, text in enumerate(request["input"])]
        return Answer({"data": rows[::-1]})

    with ScriptedServer([by_text]) as server:
        found = embeddings.embed_each(
            texts, EmbedChoice(base_url=server.url, model="e", batch=given.get("provider_limit", 10))
        )

    sent = [text for request in server.requests for text in request["input"]]
    assert sent == expected.get("sent", texts)
    assert len(server.requests) == expected.get("requests", 1)
    given_back = [round(vector[0] / vector[1]) if vector else None for vector in found]
    assert given_back == [length if text else None for text, length in zip(texts, lengths, strict=True)]


@pytest.mark.parametrize(("given", "expected"), cases("embed_request"))
@pytest.mark.parametrize("length", ["right", "wrong"])
def test_a_request(
    given: dict[str, Any], expected: dict[str, Any], length: str, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = given["configured_dims"]
    vector = [1.0] * (wanted if length == "right" else wanted - 1)

    def fussy(request: dict[str, Any]) -> Answer:
        if "dimensions" in request:
            return refused(400, "dimensions is not supported")
        return Answer({"data": [{"index": 0, "embedding": vector}]})

    with ScriptedServer([fussy]) as server:
        found = embeddings.try_embed(["x"], EmbedChoice(base_url=server.url, model="e", dimensions=wanted))

    assert [request.get("dimensions") for request in server.requests] == [expected["request_has_dimensions"], None]
    assert (found is not None) is (length == "right")
