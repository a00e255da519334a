"""Dreams in the API: start one, follow them, see what they did for whom, and take it back."""

from collections.abc import Iterable

from django.db.models import Count, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from extraction.dream import runs, schedule, undo
from extraction.models import DreamOperation, DreamPart, DreamRun
from memoryhub.api import dream_reach, dream_shapes
from memoryhub.api.dream_reach import Reach
from memoryhub.api.serializers import moment
from observability import looks
from profiles import fields, idempotency, identity, paging
from profiles.api import LIST, ONCE
from profiles.changes import Origin
from profiles.idempotency import Done
from profiles.identity import Caller, Named
from profiles.lifecycle import Source
from profiles.models import Profile
from profiles.reversal import Undone

STARTED_BY = frozenset({*dream_reach.WHO, "dry_run"})
TAKEN_BACK_BY = frozenset({"profile", "operation"})


class DreamView(APIView):
    @extend_schema(
        summary="Start a dream",
        operation_id="admin_dream_start",
        parameters=[ONCE],
        request=dream_shapes.StartQuestion,
        responses={202: dream_shapes.StartAnswer},
    )
    def post(self, request: Request) -> Response:
        """For everybody with news, or for one person. While one is running it is answered, and no other one starts."""
        data = fields.body(request, known=STARTED_BY)
        wanted = fields.checked(dream_shapes.StartQuestion, data)
        caller = identity.caller_of(request)
        person = dream_reach.person_in(caller, data) if any(name in data for name in dream_reach.WHO) else None
        if person is None and dream_reach.of(caller).is_confined:
            raise dream_reach.KeyConfined
        return idempotency.once(request, lambda: _start(caller, person, is_dry=wanted["dry_run"]))


class RunsView(APIView):
    @extend_schema(
        operation_id="admin_dream_runs_list", summary="List dreams", parameters=LIST, responses=dream_shapes.RunsPage
    )
    def get(self, request: Request) -> Response:
        """The newest first, and when the next one starts by itself."""
        wanted = paging.asked(fields.query(request, known=paging.FILTERS), int)
        reach = dream_reach.of(identity.caller_of(request))
        page = paging.rows(reach.runs, wanted)
        people = _people_of(reach, [run for run in page.items if reach.is_confined or run.state != DreamRun.State.DONE])
        slot = schedule.upcoming(timezone.now())
        about = {
            "next_run_at": moment(slot.at) if slot else None,
            "schedules": [{"crontab": text, "timezone": zone} for text, zone in schedule.told()],
        }
        return Response(
            about
            | page.wire([dream_shapes.wire_run(run, people, with_counts=not reach.is_confined) for run in page.items])
        )


class RunView(APIView):
    @extend_schema(
        operation_id="admin_dream_run",
        summary="What a dream did for whom",
        parameters=LIST,
        responses=dream_shapes.RunPage,
    )
    def get(self, request: Request, run_id: int) -> Response:
        """Its people, a page at a time, each with what was proposed and what became of it, with old and new wordings."""
        wanted = paging.asked(fields.query(request, known=paging.FILTERS), int)
        caller = identity.caller_of(request)
        reach = dream_reach.of(caller)
        run = _run(reach, run_id)
        found = reach.parts.filter(run=run).select_related("profile__user", "profile__end_user")
        page = paging.rows(found, wanted)
        operations = _operations_of(reach, page.items)
        _note_looks(caller, [part for part in page.items if operations[part.pk]])
        about = dream_shapes.wire_run(run, _people_of(reach, [run]), with_counts=not reach.is_confined)
        return Response(
            about
            | page.wire(
                [
                    dream_shapes.wire_part(part, operations[part.pk], with_counts=not reach.scope_ids)
                    for part in page.items
                ]
            )
        )


class UndoView(APIView):
    @extend_schema(
        operation_id="admin_dream_run_undo",
        summary="Take back what a dream did",
        request=dream_shapes.UndoQuestion,
        responses=dream_shapes.DreamUndoneAnswer,
    )
    def post(self, request: Request, run_id: int) -> Response:
        """Every fact returns to its former state unless it changed since; what waits is withdrawn.

        Of very many people it is done for some at a time: `left` says for how many it has to be sent again.
        """
        wanted = fields.checked(dream_shapes.UndoQuestion, fields.body(request, known=TAKEN_BACK_BY))
        caller = identity.caller_of(request)
        reach = dream_reach.of(caller)
        run = _run(reach, run_id)
        named = wanted.get("profile")  # an empty one names nobody, which is not everybody
        person = None if named is None else dream_reach.person_in(caller, named, is_whole=False)
        profile = dream_reach.known(person) if person else None
        done, left = _take_back(run, reach, profile, wanted.get("operation"), _origin(caller))
        run.refresh_from_db()
        return Response(
            {
                "run_id": run.pk,
                "undone_at": moment(run.undone_at),
                "people": [dream_shapes.wire_undone(part, one) for part, one in done],
                "left": left,
            }
        )


def _start(caller: Caller, person: Named | None, *, is_dry: bool) -> Done:
    profile = dream_reach.known(person) if person else None
    run, is_new = runs.start(caller.tenant, actor=caller.actor, now=timezone.now(), profile=profile, is_dry=is_dry)
    answer = {"run_id": run.pk, "state": run.state, "is_new": is_new, "dry_run": run.is_dry}
    return Done(202, answer, person, profile.pk if profile else None)


def _run(reach: Reach, run_id: int) -> DreamRun:
    run = reach.runs.filter(pk=run_id).first()
    if run is None:
        raise identity.NotFound
    return run


def _origin(caller: Caller) -> Origin:
    return Origin(caller.actor, Source.CONSOLE if caller.kind == "session" else Source.API)


def _take_back(
    run: DreamRun, reach: Reach, person: Profile | None, operation_id: int | None, origin: Origin
) -> tuple[list[tuple[DreamPart, Undone]], int]:
    """What was taken back, by part, and for how many people it has still to be asked. Raises NotFound."""
    now = timezone.now()
    if operation_id is None and person is None:
        found = undo.of_run(run, origin=origin, now=now, people=reach.people, scope_ids=reach.scope_ids)
        return list(found.parts), found.left
    parts = reach.parts.filter(run=run, **({"profile": person} if person else {}))
    if operation_id is None:
        part = _one_of(parts)
        return [(part, undo.of_part(part, origin=origin, now=now, scope_ids=reach.scope_ids))], 0
    operation = reach.operations.filter(pk=operation_id, part__in=parts).first()
    if operation is None:
        raise identity.NotFound
    part = _one_of(parts.filter(pk=operation.part_id))
    return [(part, undo.of_operation(operation, origin=origin, now=now))], 0


def _one_of(parts: QuerySet[DreamPart]) -> DreamPart:
    part = parts.select_related("profile__user", "profile__end_user").first()
    if part is None:
        raise identity.NotFound
    return part


def _operations_of(reach: Reach, parts: Iterable[DreamPart]) -> dict[int, list[DreamOperation]]:
    found: dict[int, list[DreamOperation]] = {part.pk: [] for part in parts}
    for operation in reach.operations.filter(part__in=found).order_by("pk"):
        found[operation.part_id].append(operation)
    return found


def _people_of(reach: Reach, found: Iterable[DreamRun]) -> dict[int, dict[str, int]]:
    """How many parts are in which state, by run."""
    states: dict[int, dict[str, int]] = {run.pk: dict.fromkeys(DreamPart.State.values, 0) for run in found}
    rows = reach.parts.filter(run__in=states).values_list("run", "state").annotate(number=Count("pk"))
    for run_id, state, number in rows.order_by():
        states[run_id][state] = number
    return states


def _note_looks(caller: Caller, parts: Iterable[DreamPart]) -> None:
    """What somebody else reads of a person's memory is on record, and they can see it."""
    others = [(part.profile_id, part.pk) for part in parts if part.profile_id != caller.profile_id]
    looks.record_all(tenant_id=caller.tenant.pk, actor=caller.actor, model="dreampart", rows=others)
