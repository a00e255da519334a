"""Vectors of texts, from the bundled model or from an endpoint: of unit length, in the order of the texts."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx2
import numpy as np

from engine import bundled, endpoint
from engine.endpoint import EndpointRefused
from engine.errors import ProviderFailed
from engine.text import keywords
from observability import calls

log = logging.getLogger(__name__)

# The most that a row of vectors holds: half-precision numbers of a covering index.
MAX_DIMENSIONS = 1_024
# Beyond it squares are no numbers any more, and a length could not be told.
MAX_NUMBER = 1e100
# Some two thousand vectors of a thousand dimensions, written out.
MAX_REPLY_BYTES = 33_554_432

# Answers that are about what was sent, and would be the same for it tomorrow.
OF_THE_TEXT = frozenset({400, 413, 422})
PURPOSE = "embed"  # what its calls are for, on record

Vector = list[float]


@dataclass(frozen=True)
class EmbedChoice:
    """Which embedder answers: plain values. An empty `base_url` means the bundled model; `dimensions` 0 takes what the
    endpoint gives; `tenant_id` and `profile_id` only label the record of the call; `price_in` is per million
    tokens.

    `stored_dimensions` are those of the vectors that are stored under this name, 0 while there are none. `missing` names
    the model whose vectors are stored when no setting says where it is to be had: then nothing is embedded.
    """

    base_url: str = ""
    api_key: str = field(default="", repr=False)
    model: str = ""
    dimensions: int = 0
    tenant_id: int | None = None
    profile_id: int | None = None
    timeout_s: float = 30.0
    batch: int = 10
    price_in: float = 0.0
    stored_dimensions: int = 0
    missing: str = ""

    @property
    def is_bundled(self) -> bool:
        return not self.base_url


def model_name(choice: EmbedChoice) -> str:
    """The name under which vectors of this choice are stored: vectors of different names are never compared."""
    if choice.missing or choice.is_bundled:
        return choice.missing or bundled.name()
    return f"{choice.model}@{choice.dimensions}" if choice.dimensions else choice.model


def embed_passages(texts: Sequence[str], choice: EmbedChoice) -> list[Vector]:
    """Vectors of what is stored. To be given the bare text: a tag or a leading subject draws unrelated texts together.

    Raises ProviderFailed for a blank text, an embedder that fails, and vectors that cannot be stored.
    """
    return _embed(texts, choice, is_query=False)


def embed_query(text: str, choice: EmbedChoice) -> Vector:
    """The vector of a question; raises as embed_passages does."""
    return embed_queries([text], choice)[0]


def embed_queries(texts: Sequence[str], choice: EmbedChoice) -> list[Vector]:
    """Vectors of questions; raises as embed_passages does."""
    return _embed(texts, choice, is_query=True)


def try_embed(texts: Sequence[str], choice: EmbedChoice, *, is_query: bool = False) -> list[Vector] | None:
    """Vectors, or None where there are none to be had: the caller goes on by words."""
    try:
        return _embed(texts, choice, is_query=is_query)
    except ProviderFailed as failure:
        log.warning("%d texts were not embedded: %s", len(texts), failure.reason)
        return None


def embed_each(texts: Sequence[str], choice: EmbedChoice) -> list[Vector | None]:
    """Vectors of what is stored; None for a text that has no word in it, or that the embedder takes from nobody.

    So one such text does not keep the others from theirs. Raises ProviderFailed when it is the embedder that fails.
    """
    found: list[Vector | None] = [None] * len(texts)
    spoken = [number for number, text in enumerate(texts) if _plain(text)]
    for number, vector in zip(spoken, _some([texts[number] for number in spoken], choice), strict=True):
        found[number] = vector
    return found


def _some(texts: Sequence[str], choice: EmbedChoice) -> list[Vector | None]:
    """A batch that is refused is halved until what is refused stands alone."""
    try:
        return list(_embed(texts, choice, is_query=False))
    except EndpointRefused as refusal:
        if refusal.status not in OF_THE_TEXT:
            raise
    if len(texts) == 1:
        return [None]
    half = len(texts) // 2
    return [*_some(texts[:half], choice), *_some(texts[half:], choice)]


def _embed(texts: Sequence[str], choice: EmbedChoice, *, is_query: bool) -> list[Vector]:
    if not texts:
        return []
    if choice.missing:
        log.warning("The stored vectors are by %s, which no setting names: run manage.py reembed", choice.missing)
        raise ProviderFailed("not_configured", is_retryable=False)
    plain = [_sendable(text) for text in texts]
    batch = bundled.BATCH if choice.is_bundled else max(1, choice.batch)
    vectors: list[Vector] = []
    for start in range(0, len(plain), batch):
        part = plain[start : start + batch]
        raw = bundled.embed(part, is_query=is_query) if choice.is_bundled else _by_endpoint(part, choice)
        vectors.extend(_checked(raw, len(part)))
    for given in {len(vector) for vector in vectors}:
        _check_dimensions(given, choice)
    return vectors


def _check_dimensions(given: int, choice: EmbedChoice) -> None:
    """Vectors of two lengths cannot be compared: an embedder that changed its own is one that fails."""
    wanted = 0 if choice.is_bundled else choice.dimensions or choice.stored_dimensions
    if wanted not in {0, given}:
        log.warning("The embedder %s answered with %d dimensions instead of %d", model_name(choice), given, wanted)
        raise ProviderFailed("wrong_dimensions", is_retryable=False)


def _sendable(text: str) -> str:
    plain = _plain(text)
    if not plain:
        raise ProviderFailed("blank_text", is_retryable=False)
    return plain


def _plain(text: str) -> str:
    return " ".join(text.replace("\0", " ").encode("utf-8", "ignore").decode("utf-8").split())


def _checked(raw: Any, count: int) -> list[Vector]:
    """Unit vectors of what came back; ProviderFailed when it is not `count` storable vectors of one length."""
    try:
        matrix = np.asarray(raw, dtype=np.float64)
    except (TypeError, ValueError):
        raise ProviderFailed("wrong_vectors") from None
    if matrix.ndim != 2 or matrix.shape[0] != count or not (np.abs(matrix) < MAX_NUMBER).all():
        raise ProviderFailed("wrong_vectors")
    if matrix.shape[1] > MAX_DIMENSIONS:
        raise ProviderFailed("too_many_dimensions", is_retryable=False)
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not (norms > 1e-12).all():
        raise ProviderFailed("zero_vector")
    unit: list[Vector] = (matrix / norms).tolist()
    return unit


_refuses_dimensions: set[tuple[str, str]] = set()


def _by_endpoint(texts: list[str], choice: EmbedChoice) -> Any:
    key = (choice.base_url, choice.model)
    has_dimensions = bool(choice.dimensions) and key not in _refuses_dimensions
    try:
        return _vectors(_recorded(texts, choice, has_dimensions=has_dimensions), len(texts))
    except EndpointRefused as refusal:
        if not has_dimensions or refusal.status not in {400, 422}:
            raise
    vectors = _vectors(_recorded(texts, choice, has_dimensions=False), len(texts))
    _refuses_dimensions.add(key)
    return vectors


def _recorded(texts: list[str], choice: EmbedChoice, *, has_dimensions: bool) -> dict[str, Any]:
    """Send one request and record it, whatever comes of it."""
    calls.let_go_of_the_database()
    started = time.monotonic()
    outcome, tokens = "interrupted", 0
    try:
        body = endpoint.ask(
            f"{choice.base_url} embeddings", partial(_send, texts, choice, has_dimensions=has_dimensions)
        )
        outcome, tokens = calls.OK, _tokens(body, texts)
        return body
    except ProviderFailed as failure:
        outcome = failure.reason
        raise
    finally:
        calls.record(
            calls.Call(
                purpose=PURPOSE,
                model=choice.model,
                outcome=outcome,
                latency_ms=round((time.monotonic() - started) * 1000),
                tokens_in=tokens,
                price_in=choice.price_in,
                tenant_id=choice.tenant_id,
                profile_id=choice.profile_id,
            )
        )


def _send(texts: list[str], choice: EmbedChoice, *, has_dimensions: bool) -> httpx2.Response:
    arguments: dict[str, Any] = {"model": choice.model, "input": texts, "encoding_format": "float"}
    if has_dimensions:
        arguments["dimensions"] = choice.dimensions
    embeddings = endpoint.client(choice.base_url, choice.api_key, max_bytes=MAX_REPLY_BYTES).embeddings
    answer = embeddings.with_raw_response.create(**arguments, timeout=endpoint.timeout(choice.timeout_s))
    return answer.http_response


def _tokens(body: dict[str, Any], texts: Sequence[str]) -> int:
    """What the server counted; estimated where it does not say, for it is paid for all the same."""
    usage = body.get("usage")
    tokens = usage.get("prompt_tokens", usage.get("total_tokens")) if isinstance(usage, dict) else None
    if isinstance(tokens, int) and 0 <= tokens < 2**31:
        return tokens
    return sum(map(keywords.estimate_tokens, texts))


def _vectors(body: dict[str, Any], count: int) -> list[Any]:
    """The vectors in the order of the texts; a server may answer in another."""
    data = body.get("data")
    if not isinstance(data, list) or len(data) != count or not all(isinstance(row, dict) for row in data):
        raise ProviderFailed("wrong_vectors")
    indexes = [row.get("index") for row in data]
    if all(isinstance(index, int) for index in indexes) and sorted(indexes) == list(range(count)):
        data = sorted(data, key=lambda row: int(row["index"]))
    elif any(index is not None for index in indexes):
        raise ProviderFailed("wrong_vectors")
    return [row.get("embedding") for row in data]
