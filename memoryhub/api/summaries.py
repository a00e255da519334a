"""Conversations in the API: their running summary and its versions, their messages, and their end."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Refused
from engine.text.headings import NAMES
from extraction import summarising
from extraction.models import Job
from memoryhub.api.serializers import moment
from profiles import fields, idempotency, identity, paging
from profiles.api import LIST, ONCE, PLACE
from profiles.fields import Identity, Scope, Switch
from profiles.idempotency import Done
from profiles.identity import Named
from profiles.paging import Page
from summaries import sections, snapshots
from summaries.models import Message, Session, SummarySnapshot

NOT_DUE = "not_due"
STATES = {SummarySnapshot.State.OK: "ok", SummarySnapshot.State.FAILED: "failed"}
FILTERS = frozenset({"user_id", "end_user_id", "end_sub_user_id", "scope_id"})
LIST_FILTERS = FILTERS | paging.FILTERS


class EndQuestion(Identity, Scope):
    """A conversation is over. `force`: it is condensed however little was said."""

    force = Switch(default=False)


class EndAnswer(serializers.Serializer[Any]):
    """`job_id` null: nothing is due, and `reason` says why. Sent again, it names the job that waits already."""

    session_id = serializers.CharField()
    ended_at = serializers.DateTimeField()
    job_id = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=[NOT_DUE, *Job.State.values])
    reason = serializers.ChoiceField(
        choices=["", snapshots.NOTHING_NEW, snapshots.TOO_LITTLE, snapshots.PAUSED], allow_blank=True
    )


class SectionsAnswer(serializers.Serializer[Any]):
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: serializers.ListField(child=serializers.CharField()) for name in NAMES}


class SummaryAnswer(serializers.Serializer[Any]):
    """The version in use; without one `version` is null and everything is empty.

    The messages named are the first and the last that it covers, null for one that is no longer stored.
    `source_message_count` counts all that it covers.
    """

    session_id = serializers.CharField()
    version = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    sections = SectionsAnswer()
    first_message_id = serializers.CharField(allow_null=True)
    last_message_id = serializers.CharField(allow_null=True)
    covered_until = serializers.DateTimeField(allow_null=True)
    source_message_count = serializers.IntegerField()
    engine = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class VersionAnswer(serializers.Serializer[Any]):
    """A failed version has no text; `error` is the class of what went wrong."""

    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=list(STATES.values()))
    text = serializers.CharField(allow_blank=True)
    first_message_id = serializers.CharField(allow_null=True)
    last_message_id = serializers.CharField(allow_null=True)
    covered_until = serializers.DateTimeField(allow_null=True)
    source_message_count = serializers.IntegerField()
    engine = serializers.CharField(allow_blank=True)
    latency_ms = serializers.IntegerField()
    error = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()


class VersionPage(serializers.Serializer[Any]):
    items = VersionAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class MessageAnswer(serializers.Serializer[Any]):
    """A deleted message stands here without its words. `gen_mem` false: nothing is learned from it."""

    message_id = serializers.CharField()
    parent_message_id = serializers.CharField(allow_blank=True)
    agent_id = serializers.CharField(allow_blank=True)
    role = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    content = serializers.CharField(allow_blank=True)
    message_type = serializers.CharField()
    gen_mem = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    deleted = serializers.BooleanField()


class MessagePage(serializers.Serializer[Any]):
    items = MessageAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class EndView(APIView):
    @extend_schema(summary="End a conversation", parameters=[ONCE], request=EndQuestion, responses={202: EndAnswer})
    def post(self, request: Request, session_id: str) -> Response:
        """What was said since the last summary is condensed in the background, if it is enough. Of an unknown one: 404."""
        data = fields.body(request)
        wanted = fields.checked(EndQuestion, data)
        person, scope_id = fields.named_in(request, data)
        session = _session(request, person, scope_id, session_id)
        if session is None:
            raise identity.NotFound
        return idempotency.once(request, lambda: _end(session, person, scope_id, is_forced=wanted["force"]))


class SummaryView(APIView):
    @extend_schema(summary="The summary of a conversation", parameters=PLACE, responses=SummaryAnswer)
    def get(self, request: Request, session_id: str) -> Response:
        """The latest good version. Of an unknown conversation it is empty."""
        person, scope_id = fields.named_in(request, fields.query(request, known=FILTERS))
        session = _session(request, person, scope_id, session_id)
        return Response(_wire_summary(session, session_id, scope_id))


class SummariesView(APIView):
    @extend_schema(
        operation_id="session_summaries_list",
        summary="All versions of a conversation's summary",
        parameters=[*PLACE, *LIST],
        responses=VersionPage,
    )
    def get(self, request: Request, session_id: str) -> Response:
        """The newest first, failed ones too; those that a deleted message was in are gone."""
        query = fields.query(request, known=LIST_FILTERS)
        wanted = paging.asked(query, int)
        person, scope_id = fields.named_in(request, query)
        session = _session(request, person, scope_id, session_id)
        if session is None:
            return Response(Page[Any]([]).wire([]))
        page = paging.rows(SummarySnapshot.objects.of(session, scope_id), wanted)
        names = _names(page.items)
        return Response(page.wire([_wire_version(one, names) for one in page.items]))


class SessionMessagesView(APIView):
    @extend_schema(
        operation_id="session_messages_list",
        summary="The messages of a conversation",
        parameters=[*PLACE, *LIST],
        responses=MessagePage,
    )
    def get(self, request: Request, session_id: str) -> Response:
        """By when they were said, the newest first."""
        query = fields.query(request, known=LIST_FILTERS)
        wanted = paging.asked(query, str)
        person, scope_id = fields.named_in(request, query)
        session = _session(request, person, scope_id, session_id)
        if session is None:
            return Response(Page[Any]([]).wire([]))
        found = Message.objects.filter(session=session, scope_id=scope_id)
        if wanted.after is not None:
            found = found.filter(_said_before(wanted.after))
        page = paging.cut(list(found.order_by("-said_at", "-pk")[: wanted.limit + 1]), wanted.limit, _position)
        return Response(page.wire([_wire_message(one) for one in page.items]))


def _session(request: Request, person: Named, scope_id: str, session_id: str) -> Session | None:
    """The person's conversation, None when there is nothing of it in this scope.

    A key that is confined to agents reaches only a conversation that no other agent took part in. Raises NotFound.
    """
    name = identity.identifier(session_id, field="session_id")
    profile = identity.find(person)
    found = Session.objects.select_related("profile__tenant").filter(profile=profile, session_id=name)
    session = found.first() if profile else None
    if session is None:
        return None
    messages = Message.objects.filter(session=session, scope_id=scope_id).order_by("agent_id")
    agents = set(messages.values_list("agent_id", flat=True).distinct())
    for agent_id in {session.agent_id, *agents}:
        identity.check_agent(identity.caller_of(request), agent_id)
    return session if agents else None


def _end(session: Session, person: Named, scope_id: str, *, is_forced: bool) -> Done:
    with transaction.atomic():
        job, reason = summarising.end(session, scope_id=scope_id, now=timezone.now(), force=is_forced)
        session.refresh_from_db(fields=["ended_at"])
    answer = {
        "session_id": session.session_id,
        "ended_at": moment(session.ended_at),
        "job_id": job.pk if job else None,
        "state": job.state if job else NOT_DUE,
        "reason": reason,
    }
    return Done(202, answer, person, session.profile_id)


def _wire_summary(session: Session | None, session_id: str, scope_id: str) -> dict[str, Any]:
    latest = snapshots.current(session, scope_id) if session else None
    names = _names([latest] if latest else [])
    return {
        "session_id": session.session_id if session else session_id,
        "version": latest.version if latest else None,
        "text": latest.text if latest else "",
        "sections": sections.as_object(latest.text if latest else ""),
        "first_message_id": names.get(latest.first_message_id) if latest else None,
        "last_message_id": names.get(latest.last_message_id) if latest else None,
        "covered_until": moment(latest.covered_until) if latest else None,
        "source_message_count": latest.source_message_count if latest else 0,
        "engine": latest.engine if latest else "",
        "created_at": moment(latest.created_at) if latest else None,
        "ended_at": moment(session.ended_at) if session else None,
    }


def _wire_version(one: SummarySnapshot, names: dict[int | None, str]) -> dict[str, Any]:
    return {
        "version": one.version,
        "state": STATES[SummarySnapshot.State(one.status)],
        "text": one.text,
        "first_message_id": names.get(one.first_message_id),
        "last_message_id": names.get(one.last_message_id),
        "covered_until": moment(one.covered_until),
        "source_message_count": one.source_message_count,
        "engine": one.engine,
        "latency_ms": one.latency_ms,
        "error": one.error,
        "created_at": moment(one.created_at),
    }


def _names(found: Iterable[SummarySnapshot]) -> dict[int | None, str]:
    """The wire ids of the messages at the ends, those that are still stored."""
    keys = {key for one in found for key in (one.first_message_id, one.last_message_id) if key is not None}
    return dict(Message.objects.filter(pk__in=keys).values_list("pk", "message_id"))


def _wire_message(message: Message) -> dict[str, Any]:
    is_deleted = message.deleted_at is not None
    return {
        "message_id": message.message_id,
        "parent_message_id": message.parent_message_id,
        "agent_id": message.agent_id,
        "role": message.role,
        "name": "" if is_deleted else message.name,
        "content": "" if is_deleted else message.content,
        "message_type": message.message_type,
        "gen_mem": message.teaches,
        "created_at": moment(message.said_at),
        "deleted": is_deleted,
    }


def _position(message: Message) -> str:
    return f"{message.said_at.isoformat()} {message.pk}"


def _said_before(position: str) -> Q:
    """The condition on what stands behind a position. Raises Refused (`field_invalid`)."""
    at, _, key = position.rpartition(" ")
    try:
        said_at, last = datetime.fromisoformat(at), int(key[:19])
        if said_at.tzinfo is None:
            raise ValueError(at)
    except ValueError as broken:
        raise Refused("This cursor is broken: begin without one.", code="field_invalid", field="cursor") from broken
    return Q(said_at__lt=said_at) | Q(said_at=said_at, pk__lt=last)
