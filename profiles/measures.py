"""What this installation knows of embedding models: how long their vectors are, and how their cosines become scores.

Kept in the process for a minute, so that no request waits for it.
"""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from engine.calibration import Background, Calibration, Knots
from profiles.models import EmbeddingModel, Tenant

FRESH_SECONDS = 60.0


@dataclass
class _Known:
    """`read_at` is by the clock of the process; None before the first reading."""

    dimensions: Mapping[str, int] = field(default_factory=dict)
    calibrations: Mapping[str, Calibration] = field(default_factory=dict)
    read_at: float | None = None


_known = _Known()


def calibration_of(model: str) -> Calibration | None:
    """What was measured here; None goes by what is shipped."""
    _refresh()
    return _known.calibrations.get(model)


def dimensions_of(model: str) -> int:
    """Of the vectors that are stored under this name; 0 while there are none."""
    _refresh()
    return _known.dimensions.get(model, 0)


def admit(model: str, dimensions: int) -> bool:
    """Whether vectors of this length may be stored under the name: the first that come decide it for all."""
    if _known.dimensions.get(model) != dimensions:
        EmbeddingModel.objects.bulk_create([EmbeddingModel(name=model, dimensions=dimensions)], ignore_conflicts=True)
        forget()
        _refresh()
    return _known.dimensions.get(model) == dimensions


def keep(model: str, found: Calibration, *, dimensions: int, now: datetime) -> bool:
    """Put what was measured in force for all processes, within a minute; False when the stored vectors are of other length."""
    if not admit(model, dimensions):
        return False
    shared = found.background
    EmbeddingModel.objects.filter(name=model).update(
        similar=[list(pair) for pair in found.similar],
        relevant=[list(pair) for pair in found.relevant],
        passage_mean=shared.passage_mean.tolist() if shared else [],
        query_mean=shared.query_mean.tolist() if shared else [],
        directions=shared.directions.ravel().tolist() if shared else [],
        calibrated_at=now,
    )
    forget()
    return True


def drop(model: str) -> bool:
    """Go back to what is shipped for a model, or to its bare cosines; whether there was anything else."""
    nothing: dict[str, object] = {"similar": [], "relevant": [], "passage_mean": [], "query_mean": [], "directions": []}
    gone = EmbeddingModel.objects.filter(name=model).exclude(calibrated_at=None).update(calibrated_at=None, **nothing)
    forget()
    return bool(gone)


def pin(tenant: Tenant, model: str) -> None:
    """From now on search uses this model for the tenant, whatever the settings name; nothing if that is decided already."""
    Tenant.objects.filter(pk=tenant.pk, embedding_model="").update(embedding_model=model)


def start_afresh() -> None:
    """Know nothing, and look for nothing until something is put here or forgotten."""
    _known.dimensions, _known.calibrations, _known.read_at = {}, {}, math.inf


def forget() -> None:
    """Read anew when it is asked for next."""
    _known.read_at = None


def _refresh() -> None:
    now = time.monotonic()
    if _known.read_at is not None and now - _known.read_at < FRESH_SECONDS:
        return
    rows = list(EmbeddingModel.objects.all())
    _known.dimensions = {row.name: row.dimensions for row in rows}
    _known.calibrations = {row.name: _calibration(row) for row in rows if row.calibrated_at}
    _known.read_at = now


def _calibration(row: EmbeddingModel) -> Calibration:
    shared = None
    if row.passage_mean:
        directions = np.asarray(row.directions, dtype=np.float64).reshape(-1, row.dimensions)
        shared = Background(np.asarray(row.passage_mean), np.asarray(row.query_mean), directions)
    return Calibration(_knots(row.similar), _knots(row.relevant), shared)


def _knots(pairs: list[list[float]]) -> Knots:
    return tuple((float(raw), float(score)) for raw, score in pairs)
