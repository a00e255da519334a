"""Background work in the admin: to look at, and to start again where it was given up; dreams are started elsewhere."""

from contextlib import suppress

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from extraction import jobs, names
from extraction.dream import names as dream_names
from extraction.models import Decision, DreamOperation, DreamPart, DreamRun, Job
from observability.guarded import Guarded

JOB_WORDS = {"kind": names.KINDS, "state": names.STATES, "reason": names.REASONS}


@admin.register(Job)
class JobAdmin(Guarded):
    columns = ("id", "kind", "state", "reason", "profile", "attempt", "engine", "created_at", "due_at", "finished_at")
    contents = ("options",)
    words = JOB_WORDS
    list_filter = ("state", "kind")
    search_fields = ("=id", "=profile__id")
    actions = ("run_again",)

    def has_run_again_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    @admin.action(description=gettext_lazy("Run the selected jobs again"), permissions=["run_again"])
    def run_again(self, request: HttpRequest, rows: QuerySet[Job]) -> None:
        """Failed and partial jobs get all their attempts again; others stay as they are."""
        started = 0
        for job in rows.order_by("pk"):
            with suppress(jobs.NotOver):
                jobs.rerun(job, actor=f"account:{request.user.pk}", now=timezone.now())
                started += 1
        messages.info(request, _("Jobs that run again: {number}.").format(number=started))


@admin.register(Decision)
class DecisionAdmin(Guarded):
    columns = ("id", "kind", "action", "profile", "type", "fact_id", "job_id", "engine", "at")
    contents = ("content", "reason", "candidates")  # a reason may be a model's own words
    list_filter = ("kind", "action")
    search_fields = ("=id", "=profile__id", "=fact_id", "=job_id")


@admin.register(DreamRun)
class DreamRunAdmin(Guarded):
    tenant_path = "tenant"
    columns = ("id", "state", "slot", "actor", "is_dry", "for_one", "started_at", "finished_at", "undone_at")
    words = {"state": dream_names.RUNS}
    list_filter = ("state", "is_dry")
    search_fields = ("=id", "=slot")


@admin.register(DreamPart)
class DreamPartAdmin(Guarded):
    columns = ("id", "run", "profile", "state", "reason", "engine", "tokens", "seconds", "finished_at", "undone_at")
    contents = ("log",)
    words = {"state": dream_names.PARTS, "reason": dream_names.REASONS}
    list_filter = ("state",)
    search_fields = ("=id", "=run__id", "=profile__id")


@admin.register(DreamOperation)
class DreamOperationAdmin(Guarded):
    columns = ("id", "part", "profile", "op", "state", "why", "result", "doubt", "decided_at")
    contents = ("before", "content", "reason")  # a reason may be a model's own words
    words = {"state": dream_names.STATES, "why": dream_names.WHY}
    list_filter = ("op", "state")
    search_fields = ("=id", "=part__id", "=profile__id", "=result")
