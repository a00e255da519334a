"""Background work in the admin: to look at, never to write."""

from django.contrib import admin

from extraction.models import Job
from observability.guarded import Guarded


@admin.register(Job)
class JobAdmin(Guarded):
    columns = ("id", "kind", "state", "reason", "profile", "attempt", "engine", "created_at", "due_at", "finished_at")
    contents = ("options",)
    list_filter = ("state", "kind")
    search_fields = ("=id", "=profile__id")
