"""Conversations in the admin: to look at, never to write."""

from django.contrib import admin

from observability.guarded import Guarded
from summaries.models import (
    EpisodeSummary,
    EpisodeVector,
    Message,
    MessageMean,
    MessageVector,
    SeenMessage,
    Session,
    SnapshotVector,
    SummarySnapshot,
)


@admin.register(Session)
class SessionAdmin(Guarded):
    columns = ("id", "session_id", "profile", "agent_id", "is_paused", "last_message_at", "ended_at")
    list_filter = ("is_paused",)
    search_fields = ("=session_id", "=profile__id")


@admin.register(Message)
class MessageAdmin(Guarded):
    columns = ("id", "message_id", "session", "profile", "role", "message_type", "teaches", "said_at", "deleted_at")
    contents = ("content", "name")
    never_shown = ("content_hash", "words")
    list_filter = ("role", "teaches")
    search_fields = ("=message_id", "=profile__id")


@admin.register(SummarySnapshot)
class SummarySnapshotAdmin(Guarded):
    columns = ("id", "session", "profile", "version", "status", "source_message_count", "latency_ms", "created_at")
    contents = ("text",)
    never_shown = ("words",)
    list_filter = ("status",)


@admin.register(EpisodeSummary)
class EpisodeSummaryAdmin(Guarded):
    columns = ("id", "session", "profile", "happened_at", "written_at")
    contents = ("summary", "topics")
    never_shown = ("words",)


@admin.register(SeenMessage)
class SeenMessageAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("id", "seen_at")
    never_shown = ("digest",)


@admin.register(MessageVector)
class MessageVectorAdmin(Guarded):
    columns = ("message", "profile", "scope_id", "model")
    never_shown = ("embedding",)


@admin.register(EpisodeVector)
class EpisodeVectorAdmin(Guarded):
    columns = ("episode", "profile", "scope_id", "model")
    never_shown = ("embedding",)


@admin.register(SnapshotVector)
class SnapshotVectorAdmin(Guarded):
    columns = ("snapshot", "profile", "scope_id", "model")
    never_shown = ("embedding",)


@admin.register(MessageMean)
class MessageMeanAdmin(Guarded):
    columns = ("profile", "scope_id", "model", "count")
    never_shown = ("mean",)
