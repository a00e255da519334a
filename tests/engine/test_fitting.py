"""What is measured of a model makes its scores mean what they are to mean."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from engine import bundled, calibration, embeddings, fitting
from engine.calibration import Calibration
from engine.embeddings import EmbedChoice


def by_letters(texts: Any) -> list[list[float]]:
    rows = np.array([bundled._by_letters(text) for text in texts])
    unit: list[list[float]] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).tolist()
    return unit


def rotated(vectors: list[list[float]]) -> list[list[float]]:
    """As of a model whose vectors all point about one way: no cosine of it is below 0.8."""
    rows = np.array(vectors) * 0.4
    shifted = np.hstack([rows, np.ones((len(rows), 1))])
    narrow: list[list[float]] = (shifted / np.linalg.norm(shifted, axis=1, keepdims=True)).tolist()
    return narrow


def test_the_bundled_model_is_measured_as_well_as_it_is_shipped() -> None:
    choice = EmbedChoice()
    said = fitting.material(
        partial(embeddings.embed_passages, choice=choice), partial(embeddings.embed_queries, choice=choice)
    )

    shipped, found = (fitting.figures(said, one) for one in (calibration.shipped(bundled.NANO), fitting.fit(said)))

    assert found.auc >= shipped.auc - 0.005
    assert found.same >= 0.85
    assert found.unrelated <= 0.05
    assert found.right >= 0.95
    assert found.wrong < shipped.wrong


def test_a_model_that_sees_everything_alike_is_of_use_once_it_is_measured() -> None:
    said = fitting.material(lambda texts: rotated(by_letters(texts)), lambda texts: rotated(by_letters(texts)))
    as_it_is = fitting.figures(said, Calibration(calibration.IDENTITY, calibration.IDENTITY))

    found = fitting.fit(said)
    after = fitting.figures(said, found)

    assert as_it_is.unrelated == 1.0
    assert after.unrelated <= 0.05
    assert after.same >= 0.5
    assert found.background is not None


@pytest.mark.parametrize(("first", "second", "third"), [(0.9, 0.9, 0.9), (-0.5, 0.0, 0.1), (0.99, 1.0, 1.0)])
def test_steps_rise_whatever_was_found(first: float, second: float, third: float) -> None:
    knots = fitting._knots(first, second, third)

    raw = [one for one, _ in knots]
    assert raw == sorted(set(raw))
    assert [score for _, score in knots] == [0.0, 0.30, 0.40, 0.85, 1.0]


def test_what_was_measured_here_goes_before_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    halved = Calibration(((0.0, 0.0), (1.0, 0.5)), ((0.0, 0.0), (1.0, 0.5)))
    monkeypatch.setattr(calibration, "_measured", lambda model: halved if model == "theirs" else None)

    assert calibration.similar([1.0, 0.0], [1.0, 0.0], "theirs") == 0.5
    assert calibration.similar([1.0, 0.0], [1.0, 0.0], "another") == 1.0
