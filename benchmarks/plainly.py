"""What the product's search is measured against: BM25 and plain vectors over the same texts.

Each of them over messages (ranked as the product's, by the best message of an exchange) and over whole exchanges; BM25
and vectors with and without the day in the text.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from benchmarks import bm25
from benchmarks.evidence import Answered, Talk, units
from engine import embeddings
from engine.embeddings import EmbedChoice

BUNDLED = EmbedChoice()
Ranker = Callable[[str], Sequence[int]]


def baselines(talks: Sequence[Talk]) -> dict[str, list[Answered]]:
    """The answers of every baseline to every question, in the order of the talks and their questions."""
    found: dict[str, list[Answered]] = defaultdict(list)
    for talk in talks:
        for name, (keys, texts) in _indexed(talk).items():
            for way, ranker in (("bm25", bm25.Index(texts).ranked), ("vectors", _vectors(texts))):
                for question in talk.questions:
                    ranking = units(keys[at] for at in ranker(question.text))
                    found[f"{way} {name}"].append(Answered(question, talk.language, ranking))
    return dict(found)


def _indexed(talk: Talk) -> dict[str, tuple[list[str], list[str]]]:
    """Units and texts of each way to index a conversation."""
    keys = [one.unit for one in talk.said]
    found = {
        "of messages": (keys, [one.text for one in talk.said]),
        "of messages, dated": (keys, [bm25.dated(one.text, one.at, talk.language) for one in talk.said]),
    }
    if len(set(keys)) < len(keys):
        joined = list(_joined(talk))
        found["of exchanges, dated"] = ([unit for unit, _ in joined], [text for _, text in joined])
    return found


def _joined(talk: Talk) -> Iterator[tuple[str, str]]:
    texts: dict[str, str] = {}
    for one in talk.said:
        texts[one.unit] = (
            f"{texts[one.unit]} {one.text}" if one.unit in texts else bm25.dated(one.text, one.at, talk.language)
        )
    yield from texts.items()


def _vectors(texts: Sequence[str]) -> Ranker:
    """Nearest first, as they come: nothing subtracted, nothing weighed."""
    matrix = np.asarray(embeddings.embed_passages(texts, BUNDLED))

    def ranked(query: str) -> Sequence[int]:
        order: list[int] = np.argsort(
            -(matrix @ np.asarray(embeddings.embed_query(query, BUNDLED))), kind="stable"
        ).tolist()
        return order

    return ranked
