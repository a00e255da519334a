"""Rows of the sink. They name tenants and people by plain ids, so that writing one locks and needs no other table."""

from observability.models.answers import (
    SLOW_MS,
    ContextText,
    Feedback,
    Handed,
    MemoryFeedback,
    Observation,
    is_fresh,
    new_observation_id,
)
from observability.models.hours import (
    LATENCY_BOUNDS_MS,
    LEVELS,
    REASONS,
    HourlyFigures,
    HourlyJobs,
    HourlySpending,
    empty_histogram,
    empty_histograms,
    no_counts,
    no_reasons,
)
from observability.models.records import ModelCall, WorkLogEntry

__all__ = [
    "LATENCY_BOUNDS_MS",
    "LEVELS",
    "REASONS",
    "SLOW_MS",
    "ContextText",
    "Feedback",
    "Handed",
    "HourlyFigures",
    "HourlyJobs",
    "HourlySpending",
    "MemoryFeedback",
    "ModelCall",
    "Observation",
    "WorkLogEntry",
    "empty_histogram",
    "empty_histograms",
    "is_fresh",
    "new_observation_id",
    "no_counts",
    "no_reasons",
]
