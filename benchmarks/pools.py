"""Pools of texts, each with its words and a vector, from which the rows of a benchmark's database are made."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import psycopg

from benchmarks import sentences
from engine.text import headings, words

# Different texts of each kind: primes, so that any step meets all of them.
FACTS, MESSAGES, EPISODES, SNAPSHOTS, MEMORIES = 2_003, 2_003, 211, 101, 307
# Texts that are really embedded. All vectors are mixtures of two of these, so they lie as the embedder's vectors do.
EMBEDDED = 199
SHARE = 0.7  # of the first of the two

Embed = Callable[[Sequence[str]], list[list[float]]]


def fill(connection: psycopg.Connection[Any], embed: Embed) -> None:
    """The temporary table `pool`: for each kind texts numbered from 0, each with what it is found by."""
    connection.execute(
        "CREATE TEMP TABLE pool (kind text, n integer, content text, topics text[], words tsvector, embedding halfvec,"
        " PRIMARY KEY (kind, n))"
    )
    base = np.array(embed(sentences.told(EMBEDDED, seed=6)))
    with connection.cursor() as cursor:
        for kind, texts in _texts().items():
            rows = _rows(kind, texts, base)
            cursor.executemany("INSERT INTO pool VALUES (%s, %s, %s, %s, array_to_tsvector(%s), %s)", rows)
    connection.execute("ANALYZE pool")


def at_random(texts: Sequence[str], dimensions: int = 384) -> list[list[float]]:
    """Vectors for a benchmark that embeds nothing."""
    found: list[list[float]] = np.random.default_rng(11).normal(size=(len(texts), dimensions)).tolist()
    return found


def _texts() -> dict[str, list[tuple[str, list[str]]]]:
    """Content and topics of each kind."""
    return {
        "fact": [(text, []) for text in sentences.told(FACTS, seed=1)],
        "message": [(text, []) for text in sentences.said(MESSAGES, seed=2)],
        "episode": sentences.summaries(EPISODES, seed=3),
        "snapshot": [(_condensed(sentences.said(len(headings.NAMES), seed=100 + n)), []) for n in range(SNAPSHOTS)],
        "memory": sentences.summaries(MEMORIES, seed=5),
    }


def _condensed(lines: Sequence[str]) -> str:
    """A summary with a line in each of its five sections."""
    return headings.write({name: (line,) for name, line in zip(headings.NAMES, lines, strict=True)}, is_chinese=False)


def _rows(kind: str, texts: Sequence[tuple[str, list[str]]], base: Any) -> Iterator[tuple[Any, ...]]:
    for n, (content, topics) in enumerate(texts):
        mixed = SHARE * base[n % len(base)] + (1 - SHARE) * base[(n // len(base) + n * 7) % len(base)]
        vector = [round(number, 5) for number in (mixed / np.linalg.norm(mixed)).tolist()]
        yield kind, n, content, topics, words.lexemes("\n".join([content, *topics])), str(vector)
