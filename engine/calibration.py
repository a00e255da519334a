"""Scores of 0 to 1 that mean the same with every embedding model: 0.30 worth showing, 0.40 on the topic, 0.85 the same."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine import bundled

Matrix = NDArray[np.float64]
Knots = tuple[tuple[float, float], ...]

BACKGROUND = Path(__file__).parent / "background"

# Cosine of two stored vectors, background removed → score. Measured on labelled pairs in Chinese and English: nine in ten
# paraphrases lie above .55, half of the pairs on one topic above .44, nine in ten unrelated ones below .31.
SIMILAR: dict[str, Knots] = {
    bundled.NANO: ((0.0, 0.0), (0.26, 0.30), (0.34, 0.40), (0.62, 0.85), (1.0, 1.0)),
}
# Cosine of a question and a stored vector, each role's mean removed → score: nine in ten right facts lie above .20.
RELEVANT: dict[str, Knots] = {
    bundled.NANO: ((0.0, 0.0), (0.20, 0.30), (0.30, 0.40), (0.60, 0.85), (1.0, 1.0)),
}
# A model that nobody has measured: its cosines as they are.
IDENTITY: Knots = ((0.0, 0.0), (1.0, 1.0))


@dataclass(frozen=True)
class Background:
    """What all sentences of a model share: the mean of each role, and the directions that tell no two apart."""

    passage_mean: Matrix
    query_mean: Matrix
    directions: Matrix


@dataclass(frozen=True)
class Calibration:
    """How cosines of one model become scores, in both uses."""

    similar: Knots
    relevant: Knots
    background: Background | None = None


def _nothing_measured(_model: str) -> Calibration | None:
    return None


_measured: Callable[[str], Calibration | None] = _nothing_measured


def register(measured: Callable[[str], Calibration | None]) -> None:
    """Where to ask, before anything else, what was measured of a model on this installation; None goes by what is here."""
    global _measured  # one process, one source
    _measured = measured


def of(model: str) -> Calibration:
    """What was measured of a model here, else what is shipped for it, else its cosines as they are."""
    return _measured(model) or shipped(model)


@lru_cache(maxsize=8)
def shipped(model: str) -> Calibration:
    return Calibration(SIMILAR.get(model, IDENTITY), RELEVANT.get(model, IDENTITY), background(model))


@lru_cache(maxsize=8)
def background(model: str) -> Background | None:
    """The frozen background of a model, None for one that nobody has measured."""
    path = BACKGROUND / f"{model}.npz"
    if model not in SIMILAR or not path.exists():
        return None
    with np.load(path) as frozen:
        means = (frozen[name].astype(np.float64) for name in ("passage_mean", "query_mean", "directions"))
        return Background(*means)


def similar(a: ArrayLike, b: ArrayLike, model: str) -> float:
    """How much two stored statements say the same; both vectors are those of embed_passages."""
    return similarities(a, np.asarray([b]), model)[0]


def relevant(question: ArrayLike, passage: ArrayLike, model: str) -> float:
    """How much a stored statement answers a question; the vectors are those of embed_query and embed_passages."""
    return relevances(question, np.asarray([passage]), model)[0]


def similarities(one: ArrayLike, others: ArrayLike, model: str) -> list[float]:
    """`similar` of one statement with each of the others."""
    left, right = _row(one), _rows(others)
    if not len(right):
        return []
    known = of(model)
    left, right = alike(left, known.background), alike(right, known.background)
    return _scores(left, right, known.similar)


def relevances(question: ArrayLike, passages: ArrayLike, model: str) -> list[float]:
    """`relevant` of each of the passages."""
    left, right = _row(question), _rows(passages)
    if not len(right):
        return []
    known = of(model)
    if (shared := known.background) is not None:
        left, right = left - shared.query_mean, right - shared.passage_mean
    return _scores(left, right, known.relevant)


def alike(rows: Matrix, shared: Background | None) -> Matrix:
    """Stored vectors without what all sentences of the model share."""
    return rows if shared is None else _without(rows - shared.passage_mean, shared.directions)


def _row(vector: ArrayLike) -> Matrix:
    return _rows(vector)[np.newaxis, :]


def _rows(vectors: ArrayLike) -> Matrix:
    return np.asarray(vectors, dtype=np.float64)


def _without(rows: Matrix, directions: Matrix) -> Matrix:
    return rows - (rows @ directions.T) @ directions


def _scores(left: Matrix, right: Matrix, knots: Knots) -> list[float]:
    """The cosines of the first row of `left` with the rows of `right`, read off the knots."""
    raw, score = zip(*knots, strict=True)
    found: list[float] = np.interp(cosines(left[0], right), raw, score).tolist()
    return found


def cosines(one: Matrix, others: Matrix) -> Matrix:
    """Of a vector with each row; a zero vector is like nothing."""
    norms = np.linalg.norm(one) * np.linalg.norm(others, axis=1)
    found: Matrix = np.divide(others @ one, norms, out=np.zeros(len(others)), where=norms > 0)
    return found
