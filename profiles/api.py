"""The routes of one person's memory."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine import questions
from engine.errors import Refused
from engine.text import normal
from profiles import card, document, editing, fields, idempotency, identity, ledger, paging, reading, serializers
from profiles.changes import Origin
from profiles.idempotency import Done
from profiles.lifecycle import Source, Status
from profiles.models import Fact, Profile

ALL = "all"
_ID = {"type": "string", "minLength": 1, "maxLength": normal.MAX_IDENTIFIER}
PLACE = [
    OpenApiParameter("user_id", _ID, description="An employee; only for keys that may act for them."),
    OpenApiParameter("end_user_id", _ID, description="An end user, usually a company; for API keys."),
    OpenApiParameter("end_sub_user_id", _ID, description="One of its people; left out: the company itself."),
    OpenApiParameter(
        "scope_id",
        {"type": "string", "pattern": identity.SCOPE_ID.pattern},
        description="A namespace; left out: the default one.",
    ),
]
LIST = [
    OpenApiParameter("cursor", str, description="Where the page begins: next_cursor of the page before."),
    OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": paging.MOST, "default": 50}),
]
ONCE = OpenApiParameter(idempotency.HEADER, str, OpenApiParameter.HEADER, description="Makes a repetition harmless.")
FACT_FILTERS = frozenset({"user_id", "end_user_id", "end_sub_user_id", "scope_id", "status", "type"}) | paging.FILTERS


class MemoryFull(Refused):
    code = "memory_full"
    status = 409

    def __init__(self) -> None:
        super().__init__("Every fact that could make room is pinned: unpin or delete one first.")


class TouchView(APIView):
    @extend_schema(summary="Note what a person used", request=serializers.Touch, responses=serializers.Touched)
    def post(self, request: Request) -> Response:
        """Idempotent: the same agent twice is one entry, moved to the front."""
        data = fields.body(request)
        used = fields.checked(serializers.Touch, data)
        agent_id = used.get("agent_id", "")
        person, _ = fields.named_in(request, data, agent_id=agent_id)
        with transaction.atomic():
            profile = ledger.locked(identity.get_or_create(person, now=timezone.now()).pk)
            card.touch(profile, agent_id=agent_id, knowledge_base_id=used.get("knowledge_base_id", ""))
        recent = (card.RECENT_AGENTS, card.RECENT_KNOWLEDGE_BASES)
        return Response({name: profile.metadata.get(name, []) for name in recent})


class MemoryView(APIView):
    @extend_schema(
        summary="Add a fact by hand",
        parameters=[ONCE],
        request=serializers.NewFact,
        responses={201: serializers.FactAdded, 202: serializers.FactAdded},
    )
    def post(self, request: Request) -> Response:
        """A deleted fact of the same content comes back. What reads like an instruction waits for a decision (202)."""
        data = fields.body(request)
        person, scope_id = fields.named_in(request, data)
        wanted = fields.checked(serializers.NewFact, data)
        return idempotency.once(request, lambda: _add(request, person, scope_id, wanted, now=timezone.now()))


class FactView(APIView):
    @extend_schema(summary="Read one fact", parameters=PLACE, responses=serializers.FactAnswer)
    def get(self, request: Request, fact_id: str) -> Response:
        profile, scope_id = person_known(request, fields.query(request))
        return Response(reading.wire(stored_or_waiting(profile, fact_id, scope_id)))

    @extend_schema(
        summary="Edit, retype or pin a fact", request=serializers.FactChange, responses=serializers.FactAnswer
    )
    def patch(self, request: Request, fact_id: str) -> Response:
        """Other content makes a new fact, which is answered; the old one is superseded with reason `edited`."""
        data = fields.body(request)
        profile, scope_id = person_known(request, data)
        wanted = fields.checked(serializers.FactChange, data)
        fact = editing.edit(
            profile,
            fact_id,
            scope_id=scope_id,
            origin=origin_of(request, profile),
            now=timezone.now(),
            content=wanted.get("content"),
            type=wanted.get("type"),
            is_pinned=wanted.get("pinned"),
        )
        return Response(reading.wire(fact))

    @extend_schema(summary="Forget a fact", parameters=PLACE, responses={200: serializers.FactAnswer})
    def delete(self, request: Request, fact_id: str) -> Response:
        """It leaves every answer and is kept for audit. A second time answers the same."""
        profile, scope_id = person_known(request, fields.query(request))
        origin = origin_of(request, profile)
        fact = editing.delete(profile, fact_id, scope_id=scope_id, origin=origin, now=timezone.now())
        return Response(reading.wire(fact))


class RestoreView(APIView):
    @extend_schema(
        summary="Bring a fact back into force", request=serializers.Reference, responses=serializers.FactAnswer
    )
    def post(self, request: Request, fact_id: str) -> Response:
        profile, scope_id = person_known(request, fields.body(request))
        origin = origin_of(request, profile)
        fact = editing.restore(profile, fact_id, scope_id=scope_id, origin=origin, now=timezone.now())
        return Response(reading.wire(fact))


class FactsView(APIView):
    @extend_schema(
        summary="List facts",
        parameters=[
            *PLACE,
            *LIST,
            OpenApiParameter("status", str, enum=[*Status, ALL], default=Status.ACTIVE.value),
            OpenApiParameter("type", str, enum=questions.FACT_TYPES),
        ],
        responses=serializers.FactPage,
    )
    def get(self, request: Request) -> Response:
        """Of every type, the newest first; what still waits in an old document comes last."""
        query = fields.query(request, known=FACT_FILTERS)
        statuses = statuses_in(query, unnamed=Status.ACTIVE)
        kind = _type_in(query)
        wanted = paging.asked(query, int)
        person, scope_id = fields.named_in(request, query)
        profile = identity.find(person)
        if profile is None:
            return Response(paging.Page[Any]([]).wire([]))
        page = _facts(profile, scope_id, statuses, kind, wanted)
        return Response(page.wire([reading.wire(fact) for fact in page.items]))


def statuses_in(query: dict[str, str], *, unnamed: Status) -> frozenset[Status]:
    """The states that a query asks for. Raises Refused for an unknown one."""
    asked = query.get("status", unnamed)
    if asked == ALL:
        return reading.EVERY_STATUS
    if asked not in list(Status):
        raise Refused(f"status must be one of {', '.join(Status)} or all.", code="field_invalid", field="status")
    return frozenset({Status(asked)})


def origin_of(request: Request, profile: Profile) -> Origin:
    """Under whose name a change of this profile is written down."""
    return Origin(identity.caller_of(request).actor_on(profile), Source.API)


def person_known(request: Request, data: dict[str, Any]) -> tuple[Profile, str]:
    """The stored person that `data` names, and the scope. Of somebody unknown there is no fact."""
    person, scope_id = fields.named_in(request, data)
    profile = identity.find(person)
    if profile is None:
        raise editing.UnknownFact
    return profile, scope_id


def stored_or_waiting(profile: Profile, fact_id: str, scope_id: str) -> Fact:
    """A fact in whatever state, without taking in the legacy column for it. Raises UnknownFact."""
    fact = Fact.objects.of(profile).filter(scope_id=scope_id, fact_id=fact_id).first()
    waiting = [] if fact else _waiting(profile, scope_id, reading.EVERY_STATUS)
    found = fact or next((one for one in waiting if one.fact_id == fact_id), None)
    if found is None:
        raise editing.UnknownFact
    return found


def _add(request: Request, person: identity.Named, scope_id: str, wanted: dict[str, Any], *, now: datetime) -> Done:
    with transaction.atomic():
        profile = identity.get_or_create(person, now=now)
        outcome = editing.add(
            profile,
            wanted["content"],
            type=wanted["type"],
            scope_id=scope_id,
            is_pinned=wanted["pinned"],
            origin=origin_of(request, profile),
            now=now,
        )
        if not outcome.facts and not outcome.counts["held"]:
            raise MemoryFull
    if outcome.counts["held"]:
        return Done(202, {"outcome": "held", "fact": None}, person)
    return Done(201, {"outcome": "active", "fact": reading.wire(outcome.facts[0])}, person)


def _type_in(query: dict[str, str]) -> str | None:
    kind = query.get("type")
    if kind is not None and kind not in questions.FACT_TYPES:
        raise Refused(f"type must be one of {', '.join(questions.FACT_TYPES)}.", code="field_invalid", field="type")
    return kind


def _facts(
    profile: Profile, scope_id: str, statuses: frozenset[Status], kind: str | None, wanted: paging.Asked[int]
) -> paging.Page[Fact]:
    """Rows by their key, newest first, then those of the legacy column, at positions below zero."""
    rows = Fact.objects.of(profile).filter(scope_id=scope_id, status__in=statuses)
    waiting = _waiting(profile, scope_id, statuses)
    if kind is not None:
        rows = rows.filter(type=kind)
        waiting = [fact for fact in waiting if fact.type == kind]
    positions = {fact.fact_id: -1 - index for index, fact in enumerate(waiting)}
    after = wanted.after
    if after is not None:
        rows = rows.filter(pk__lt=after)
        waiting = [fact for fact in waiting if positions[fact.fact_id] < after]
    ahead = [*rows.order_by("-pk")[: wanted.limit + 1], *waiting]
    return paging.cut(ahead[: wanted.limit + 1], wanted.limit, lambda fact: fact.pk or positions[fact.fact_id])


def _waiting(profile: Profile, scope_id: str, statuses: frozenset[Status]) -> list[Fact]:
    """The facts that are still in the legacy column only."""
    if not document.is_document(profile.memory):
        return []
    return [fact for fact in reading.facts_of(profile, scope_id=scope_id, statuses=statuses) if fact.pk is None]
