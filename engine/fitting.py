"""Finds how the cosines of an embedding model become scores, from labelled sentences that come with the package. Pure."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine import calibration
from engine.calibration import IDENTITY, Background, Calibration, Knots, Matrix

PAIRS = Path(__file__).parent / "calibration_pairs"
SAME, CONTRADICTION, RELATED, UNRELATED = "same", "contradiction", "related", "unrelated"
# Directions that are taken off: more of them begin to carry meaning.
MOST_DIRECTIONS = 2
# The least that a score's cosine lies above that of the score before it.
STEP = 0.02

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


@dataclass(frozen=True)
class Material:
    """The labelled sentences as vectors. `pairs` by label, two rows of passages each; `questions` with their `facts`.

    `others` are, for each question, the numbers of the facts that answer it not.
    """

    pairs: Mapping[str, tuple[Matrix, Matrix]]
    questions: Matrix
    facts: Matrix
    others: tuple[tuple[int, ...], ...]
    passages: Matrix
    queries: Matrix

    @property
    def dimensions(self) -> int:
        return int(self.facts.shape[1])


@dataclass(frozen=True)
class Figures:
    """How well scores tell apart what they are to tell apart. `auc` of same against unrelated statements; the rest are
    shares: of the same at 0.85 or above, of the unrelated at 0.40 or above, of right and wrong answers at 0.30 or above."""

    auc: float
    same: float
    unrelated: float
    right: float
    wrong: float


def material(embed_passages: Embed, embed_queries: Embed) -> Material:
    """Embed everything: some six hundred short texts."""
    statements, asked = _lines("statements.jsonl"), _lines("questions.jsonl")
    background = (PAIRS / "background.txt").read_text(encoding="utf-8").splitlines()
    pairs = {
        label: (_rows(embed_passages([a for a, _ in said])), _rows(embed_passages([b for _, b in said])))
        for label in (SAME, CONTRADICTION, RELATED, UNRELATED)
        if (said := [(row["a"], row["b"]) for row in statements if row["label"] == label])
    }
    facts = [row["fact"] for row in asked]
    half = [fact.isascii() for fact in facts]
    others = tuple(
        tuple(other for other in range(len(facts)) if other != number and half[other] == half[number])
        for number in range(len(facts))
    )
    return Material(
        pairs=pairs,
        questions=_rows(embed_queries([row["question"] for row in asked])),
        facts=_rows(embed_passages(facts)),
        others=others,
        passages=_rows(embed_passages(background)),
        queries=_rows(embed_queries(background)),
    )


def fit(said: Material) -> Calibration:
    """The background that tells paraphrases apart best, or none, and the cosines at which the scores lie."""
    backgrounds = [None, *(_background(said, count) for count in range(MOST_DIRECTIONS + 1))]
    best = max(backgrounds, key=lambda shared: _separation(said, shared))
    cosines = {label: _pair_cosines(said, label, best) for label in said.pairs}
    right, wrong = _answers(said, best)
    return Calibration(
        similar=_knots(
            np.quantile(cosines[UNRELATED], 0.86),
            np.quantile(cosines[UNRELATED], 0.97),
            (np.quantile(cosines[SAME], 0.10) + np.quantile(cosines[RELATED], 0.90)) / 2,
        ),
        relevant=_knots(np.quantile(right, 0.02), max(np.quantile(wrong, 0.96), 0.0), np.quantile(right, 0.92)),
        background=best,
    )


def figures(said: Material, known: Calibration) -> Figures:
    same, unrelated = (
        _scores(_pair_cosines(said, label, known.background), known.similar) for label in (SAME, UNRELATED)
    )
    right, wrong = (_scores(cosines, known.relevant) for cosines in _answers(said, known.background))
    return Figures(
        auc=_auc(same, unrelated),
        same=float(np.mean(same >= 0.85)),
        unrelated=float(np.mean(unrelated >= 0.40)),
        right=float(np.mean(right >= 0.30)),
        wrong=float(np.mean(wrong >= 0.30)),
    )


def _lines(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (PAIRS / name).read_text(encoding="utf-8").splitlines()]


def _rows(vectors: Sequence[Sequence[float]]) -> Matrix:
    return np.asarray(vectors, dtype=np.float64)


def _background(said: Material, count: int) -> Background:
    mean = said.passages.mean(axis=0)
    directions = np.linalg.svd(said.passages - mean, full_matrices=False)[2][:count]
    return Background(mean, said.queries.mean(axis=0), directions)


def _separation(said: Material, shared: Background | None) -> float:
    """Of the same from the rest, of the related from the unrelated, and how far apart the same and the unrelated lie."""
    same, related, unrelated = (_pair_cosines(said, label, shared) for label in (SAME, RELATED, UNRELATED))
    spread = float(same.std() + unrelated.std()) or 1.0
    far = float(np.median(same) - np.median(unrelated)) / spread
    return _auc(same, np.concatenate([related, unrelated])) + _auc(related, unrelated) + far / 10


def _pair_cosines(said: Material, label: str, shared: Background | None) -> Matrix:
    left, right = (calibration.alike(rows, shared) for rows in said.pairs[label])
    return np.concatenate([calibration.cosines(a, b[np.newaxis, :]) for a, b in zip(left, right, strict=True)])


def _answers(said: Material, shared: Background | None) -> tuple[Matrix, Matrix]:
    """The cosines of questions with their facts, and with those of others."""
    questions = said.questions if shared is None else said.questions - shared.query_mean
    facts = said.facts if shared is None else said.facts - shared.passage_mean
    table = np.stack([calibration.cosines(question, facts) for question in questions])
    wrong = [table[number, list(others)] for number, others in enumerate(said.others)]
    return np.diag(table), np.concatenate(wrong)


def _knots(worth_showing: float, on_topic: float, the_same: float) -> Knots:
    """Rising steps through 0.30, 0.40 and 0.85, whatever the cosines found for them."""
    first = float(np.clip(worth_showing, STEP, 1 - 4 * STEP))
    second = float(np.clip(on_topic, first + STEP, 1 - 3 * STEP))
    third = float(np.clip(the_same, second + STEP, 1 - STEP))
    return ((0.0, 0.0), (first, 0.30), (second, 0.40), (third, 0.85), (1.0, 1.0))


def _scores(cosines: Matrix, knots: Knots) -> Matrix:
    raw, score = zip(*(knots or IDENTITY), strict=True)
    found: Matrix = np.interp(cosines, raw, score)
    return found


def _auc(higher: Matrix, lower: Matrix) -> float:
    """How often one of the first is above one of the second; a tie counts half."""
    pairs = higher[:, np.newaxis] - lower[np.newaxis, :]
    return float(np.mean((pairs > 0) + (pairs == 0) / 2))
