"""Rows of the sink. They name tenants and people by plain ids, so that writing one locks and needs no other table."""

from observability.models.answers import Feedback, MemoryFeedback, Observation, is_fresh, new_observation_id
from observability.models.hours import (
    LATENCY_BOUNDS_MS,
    LEVELS,
    HourlyFigures,
    empty_histogram,
    empty_histograms,
    no_counts,
)
from observability.models.records import ModelCall, WorkLogEntry

__all__ = [
    "LATENCY_BOUNDS_MS",
    "LEVELS",
    "Feedback",
    "HourlyFigures",
    "MemoryFeedback",
    "ModelCall",
    "Observation",
    "WorkLogEntry",
    "empty_histogram",
    "empty_histograms",
    "is_fresh",
    "new_observation_id",
    "no_counts",
]
