"""Background work in the API: one job, what it learned taken back, and all jobs for those who run the service."""

from typing import Any

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Refused
from extraction import jobs, overview, undo
from extraction.models import Job, JobQuerySet
from extraction.overview import Figures
from memoryhub.api.review import whose
from memoryhub.api.serializers import moment
from profiles import fields, identity, paging
from profiles.api import LIST
from profiles.changes import Origin
from profiles.lifecycle import Source

FILTERS = frozenset({"state", "reason", "kind"}) | paging.FILTERS
CHOICES = {"state": Job.State.values, "kind": Job.Kind.values}


class JobAnswer(serializers.Serializer[Any]):
    """`reason` says why nothing was found or what went wrong; `counts` what was found, stored and dropped, and why.
    `undone_at` is when what it learned was taken back."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Job.Kind.choices)
    state = serializers.ChoiceField(choices=Job.State.choices)
    reason = serializers.CharField(allow_blank=True)
    fact_ids = serializers.ListField(child=serializers.CharField())
    counts = serializers.DictField(child=serializers.IntegerField())
    attempts = serializers.IntegerField()
    engine = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    undone_at = serializers.DateTimeField(allow_null=True)


class JobRow(JobAnswer):
    user_id = serializers.CharField(required=False)
    end_user_id = serializers.CharField(required=False)
    end_sub_user_id = serializers.CharField(required=False, allow_blank=True)
    due_at = serializers.DateTimeField()


class GroupAnswer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=Job.State.choices)
    reason = serializers.CharField(allow_blank=True)
    number = serializers.IntegerField()


class SpendingAnswer(serializers.Serializer[Any]):
    """What the model calls of one day and purpose came to."""

    day = serializers.DateField()
    purpose = serializers.CharField()
    calls = serializers.IntegerField()
    tokens_in = serializers.IntegerField()
    tokens_out = serializers.IntegerField()
    price = serializers.DecimalField(max_digits=20, decimal_places=8)


class FiguresAnswer(serializers.Serializer[Any]):
    """All jobs, whatever the filters; those that are done only of the last 24 hours. `budget` null: no limit."""

    pending = serializers.IntegerField()
    running = serializers.IntegerField()
    failed = serializers.IntegerField()
    partial = serializers.IntegerField()  # type: ignore[assignment]  # DRF takes declared fields out of the class
    done = serializers.IntegerField()
    by_reason = GroupAnswer(many=True)
    oldest_waiting_at = serializers.DateTimeField(allow_null=True)
    oldest_waiting_seconds = serializers.IntegerField()
    last_finished_at = serializers.DateTimeField(allow_null=True)
    standing_still = serializers.BooleanField()
    spent_today = serializers.DecimalField(max_digits=14, decimal_places=8)
    spent_by_day = SpendingAnswer(many=True, help_text="Of the last fourteen days, the newest first.")
    budget = serializers.DecimalField(max_digits=14, decimal_places=8, allow_null=True)


class JobsPage(serializers.Serializer[Any]):
    figures = FiguresAnswer()
    items = JobRow(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class UndoneAnswer(serializers.Serializer[Any]):
    """The same however often it is asked for. `fact_ids` are as they were before the job; `kept` are not, and why."""

    id = serializers.IntegerField()
    undone_at = serializers.DateTimeField(allow_null=True)
    fact_ids = serializers.ListField(child=serializers.CharField())
    kept = serializers.DictField(
        child=serializers.ChoiceField(choices=["changed_since", "said_since", "replaced_since"])
    )


class JobView(APIView):
    @extend_schema(summary="What became of a job", responses=JobAnswer)
    def get(self, request: Request, job_id: int) -> Response:
        return Response(_wire(_one(request, job_id)))


class UndoView(APIView):
    @extend_schema(summary="Take back what a job learned", request=None, responses=UndoneAnswer)
    def post(self, request: Request, job_id: int) -> Response:
        """Every fact returns to its former state unless it changed since. A second time answers the same."""
        caller = identity.caller_of(request)
        job = _one(request, job_id)
        origin = Origin(caller.actor_on(job.profile), Source.CONSOLE if caller.kind == "session" else Source.API)
        scope_ids = caller.key.scope_ids if caller.key else ()
        done = undo.take_back(job, origin=origin, now=timezone.now(), scope_ids=scope_ids)
        answer = {"id": job.pk, "undone_at": done.at or None, "fact_ids": list(done.fact_ids), "kept": done.kept}
        return Response(answer)


class JobsView(APIView):
    @extend_schema(
        operation_id="admin_jobs_list",
        summary="List jobs",
        parameters=[
            OpenApiParameter("state", str, enum=Job.State.values),
            OpenApiParameter("reason", str),
            OpenApiParameter("kind", str, enum=Job.Kind.values),
            *LIST,
        ],
        responses=JobsPage,
    )
    def get(self, request: Request) -> Response:
        """The newest first, with the figures of all: ids, reasons and counts, no contents."""
        query = fields.query(request, known=FILTERS)
        wanted = paging.asked(query, int)
        reach = _within_reach(request)
        found = reach.filter(**_filters(query)).select_related("profile__user", "profile__end_user")
        page = paging.rows(found, wanted)
        tenant_id = identity.caller_of(request).tenant.pk
        stand = overview.figures(reach, tenant_id=tenant_id, now=timezone.now())
        rows = [whose(job.profile) | _wire(job) | {"due_at": moment(job.due_at)} for job in page.items]
        return Response({"figures": _wire_figures(stand)} | page.wire(rows))


class RerunView(APIView):
    @extend_schema(summary="Run a job again", request=None, responses={202: JobAnswer})
    def post(self, request: Request, job_id: int) -> Response:
        """Only one that failed or ended partly, and was not undone."""
        job = _within_reach(request).select_related("profile").filter(pk=job_id).first()
        if job is None:
            raise identity.NotFound
        caller = identity.caller_of(request)
        jobs.rerun(job, actor=caller.actor_on(job.profile), now=timezone.now())
        job.refresh_from_db()
        return Response(_wire(job), status=202)


def _one(request: Request, job_id: int) -> Job:
    """A job within the caller's reach: of the person, and of the agents and scopes that a key is confined to."""
    caller = identity.caller_of(request)
    job = _confined(request, identity.within_reach(caller, "profile__")).filter(pk=job_id).first()
    if job is None:
        raise identity.NotFound
    return job


def _within_reach(request: Request) -> JobQuerySet:
    """All jobs that the caller manages: those of the tenant, unless a key is confined."""
    caller = identity.caller_of(request)
    if caller.key is None:
        return Job.objects.filter(profile__tenant=caller.tenant)
    return _confined(request, identity.within_reach(caller, "profile__"))


def _confined(request: Request, people: Q) -> JobQuerySet:
    key = identity.caller_of(request).key
    found = Job.objects.filter(people).select_related("profile")
    if key and key.agents:
        found = found.filter(agent_id__in=key.agents)
    if key and key.scope_ids:
        found = found.filter(scope_id__in=key.scope_ids)
    return found


def _filters(query: dict[str, str]) -> dict[str, str]:
    for name, words in CHOICES.items():
        if name in query and query[name] not in words:
            raise Refused(f"{name} must be one of {', '.join(words)}.", code="field_invalid", field=name)
    chosen = {name: query[name] for name in CHOICES if name in query}
    if "reason" in query:
        chosen["reason"] = identity.identifier(query["reason"], field="reason") or ""
    return chosen


def _wire(job: Job) -> dict[str, Any]:
    taken_back = undo.undone(job)
    return {
        "id": job.pk,
        "kind": job.kind,
        "state": job.state,
        "reason": job.reason,
        "fact_ids": job.fact_ids,
        "counts": job.counts,
        "attempts": job.attempt,
        "engine": job.engine,
        "created_at": moment(job.created_at),
        "finished_at": moment(job.finished_at),
        "undone_at": taken_back.at if taken_back else None,
    }


def _wire_figures(stand: Figures) -> dict[str, Any]:
    oldest = stand.oldest_waiting_at
    return {state: stand.count(state) for state in Job.State.values} | {
        "by_reason": [
            {"state": group.state, "reason": group.reason, "number": group.number}
            for group in stand.groups
            if group.reason
        ],
        "oldest_waiting_at": moment(oldest),
        "oldest_waiting_seconds": int((stand.now - oldest).total_seconds()) if oldest else 0,
        "last_finished_at": moment(stand.last_finished_at),
        "standing_still": stand.is_standing_still,
        "spent_today": str(stand.spent),
        "spent_by_day": [
            {
                "day": one.place.isoformat(),
                "purpose": one.purpose,
                "calls": one.calls,
                "tokens_in": one.tokens_in,
                "tokens_out": one.tokens_out,
                "price": str(one.price),
            }
            for one in stand.spending
        ],
        "budget": str(stand.budget) if stand.budget is not None else None,
    }
