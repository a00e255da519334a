"""Global memories in the admin: to look at; they are written by their owners."""

from django.contrib import admin

from globalmemory.models import AgentBinding, Folder, GlobalMemory, GlobalMemoryVector, GlobalMemoryVersion
from globalmemory.models.memories import FIELDS
from observability.guarded import Guarded


@admin.register(Folder)
class FolderAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("id", "profile", "parent", "updated_at")
    contents = ("name",)
    never_shown = ("owner_key",)
    search_fields = ("=profile__id",)


@admin.register(GlobalMemory)
class GlobalMemoryAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("id", "profile", "folder", "is_enabled", "version", "updated_at", "deleted_at")
    contents = ("name", "tags", *FIELDS)
    never_shown = ("owner_key",)
    list_filter = ("is_enabled",)
    search_fields = ("=id", "=profile__id")


@admin.register(GlobalMemoryVersion)
class GlobalMemoryVersionAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("id", "global_memory", "version", "profile", "created_at")
    contents = ("name", "tags", *FIELDS)
    never_shown = ("owner_key",)
    search_fields = ("=global_memory__id", "=profile__id")


@admin.register(AgentBinding)
class AgentBindingAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("id", "global_memory", "agent_id", "profile", "is_enabled", "updated_at", "deleted_at")
    never_shown = ("owner_key",)
    list_filter = ("is_enabled",)
    search_fields = ("=agent_id", "=profile__id")


@admin.register(GlobalMemoryVector)
class GlobalMemoryVectorAdmin(Guarded):
    tenant_path = "global_memory__tenant"
    columns = ("global_memory", "model", "version")
    never_shown = ("embedding",)
