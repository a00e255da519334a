"""Observations, feedback, work log and model calls in the admin: to look at, never to write."""

from django.contrib import admin

from observability.guarded import Guarded
from observability.models import (
    ContextText,
    Feedback,
    HourlyFigures,
    HourlyJobs,
    HourlySpending,
    MemoryFeedback,
    ModelCall,
    Observation,
    WorkLogEntry,
)


@admin.register(Observation)
class ObservationAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = (
        "observation_id", "at", "profile_id", "agent_id", "is_enabled", "is_injected", "retrieved_count",
        "injected_count", "build_ms", "top_score", "tokens",
    )  # fmt: skip
    contents = ("question",)
    list_filter = ("is_enabled", "is_injected", "is_degraded")
    search_fields = ("=observation_id", "=profile_id")


@admin.register(ContextText)
class ContextTextAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = ("id", "observation", "profile_id", "at")
    contents = ("text",)
    tells_of = ("company_id",)


@admin.register(Feedback)
class FeedbackAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = ("id", "observation", "rating", "reason", "at")
    contents = ("remark",)
    list_filter = ("rating", "reason")


@admin.register(MemoryFeedback)
class MemoryFeedbackAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = ("id", "observation", "memory_id", "rating", "reason", "at")
    list_filter = ("rating", "reason")


@admin.register(WorkLogEntry)
class WorkLogEntryAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = ("at", "module", "level", "actor", "message", "profile_id")
    list_filter = ("module", "level")


@admin.register(ModelCall)
class ModelCallAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = (
        "id", "at", "purpose", "model", "prompt_version", "tokens_in", "tokens_out", "price", "latency_ms", "outcome",
        "attempt", "job_id",
    )  # fmt: skip
    contents = ("request_text", "reply_text")
    list_filter = ("purpose", "outcome")


@admin.register(HourlyFigures)
class HourlyFiguresAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = ("hour", "agent_id", "requests", "enabled", "injected", "failed")


@admin.register(HourlyJobs)
class HourlyJobsAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = ("hour", "kind", "state", "jobs")


@admin.register(HourlySpending)
class HourlySpendingAdmin(Guarded):
    tenant_path = "tenant_id"
    columns = ("hour", "purpose", "calls", "failed", "tokens_in", "tokens_out", "price")
