"""People and facts in the admin: ids and figures for operators, contents one at a time for administrators."""

from django.contrib import admin

from observability.guarded import Guarded
from profiles import names
from profiles.models import (
    EmbeddingModel,
    EndUserProfile,
    ErasureReceipt,
    Fact,
    FactEvent,
    FactVector,
    HeldItem,
    IdempotencyKey,
    Profile,
    RateCounter,
    UserProfile,
)

FACT_WORDS = {"type": names.TYPES, "source": names.SOURCE_NAMES, "status": names.STATUS_NAMES}
EVENT_WORDS = {"source": names.SOURCE_NAMES, "from_status": names.STATUS_NAMES, "to_status": names.STATUS_NAMES}
BY_FACT_ID = {"fact": "fact_id"}


@admin.register(Profile)
class ProfileAdmin(Guarded):
    tenant_path = "tenant"
    profile_attribute = "pk"
    columns = ("id", "kind", "active_facts", "blocked_count", "is_paused", "updated_at")
    contents = ("preferences", "metadata", "memory")
    list_filter = ("kind", "is_paused")
    search_fields = ("=id", "=user__user_id", "=end_user__end_user_id")


@admin.register(UserProfile)
class UserProfileAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("profile", "user_id")
    contents = ("nickname", "avatar")
    search_fields = ("=user_id",)


@admin.register(EndUserProfile)
class EndUserProfileAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("profile", "end_user_id", "end_sub_user_id")
    search_fields = ("=end_user_id", "=end_sub_user_id")


@admin.register(Fact)
class FactAdmin(Guarded):
    columns = ("fact_id", "profile", "scope_id", "type", "status", "source", "importance", "source_count", "updated_at")
    contents = ("content", "slot", "slot_key")
    never_shown = ("words",)
    words = FACT_WORDS
    list_filter = ("status", "type", "source", "is_pinned")
    search_fields = ("=fact_id", "=profile__id")


@admin.register(FactEvent)
class FactEventAdmin(Guarded):
    columns = ("id", "fact", "at", "actor", "from_status", "to_status", "source", "reason")
    words = EVENT_WORDS
    shown_by = BY_FACT_ID
    list_filter = ("to_status", "source")
    search_fields = ("=fact__fact_id", "=profile__id")


@admin.register(FactVector)
class FactVectorAdmin(Guarded):
    columns = ("fact", "profile", "scope_id", "type", "model", "is_blocked")
    never_shown = ("embedding",)
    words = FACT_WORDS
    shown_by = BY_FACT_ID
    list_filter = ("is_blocked",)


@admin.register(HeldItem)
class HeldItemAdmin(Guarded):
    columns = ("id", "profile", "scope_id", "type", "source", "reason", "created_at")
    contents = ("content", "slot")
    words = FACT_WORDS
    list_filter = ("reason", "source")


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("id", "profile", "caller", "status", "created_at")
    contents = ("answer",)
    never_shown = ("key", "request_hash")


@admin.register(ErasureReceipt)
class ErasureReceiptAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("id", "actor", "erased_at")


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(Guarded):
    tenant_path = ""
    columns = ("name", "dimensions", "calibrated_at")
    never_shown = ("passage_mean", "query_mean", "directions")


@admin.register(RateCounter)
class RateCounterAdmin(Guarded):
    tenant_path = ""
    columns = ("caller", "minute", "count")
