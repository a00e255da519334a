"""A person's own: everything about them to take away, everything about them erased, a conversation deleted."""

from typing import Any

from django.db import transaction
from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Refused
from extraction import deletion
from memoryhub import erasure, export
from memoryhub.api.serializers import moment
from profiles import fields, idempotency, identity
from profiles.api import ONCE, PLACE, origin_of
from profiles.fields import Identity, Switch, Text
from profiles.idempotency import Done
from profiles.identity import Caller, Named
from profiles.models import Fact, Profile
from summaries.models import Message, Session

WHOLE_PERSON = [one for one in PLACE if one.name != "scope_id"]
PERSON_FILTERS = frozenset({"user_id", "end_user_id", "end_sub_user_id"})
SESSION_FILTERS = PERSON_FILTERS | {"scope_id", "forget_facts"}
BACKUPS = "Copies in backups go when the backups' own retention ends."


class EraseQuestion(Identity):
    """Who is to be erased. A person who erases themself types their own id once more as `confirm`."""

    confirm = Text(
        required=False, allow_blank=True, help_text="The id of the person, letter by letter; needed unless a key asks."
    )
    include_sub_accounts = Switch(default=False, help_text="Of a company: all its people too.")


class EraseAnswer(serializers.Serializer[Any]):
    """`counts` are the rows that went, by kind; what was not there is not counted."""

    receipt_id = serializers.IntegerField()
    receipt_ids = serializers.ListField(child=serializers.IntegerField())
    erased_at = serializers.DateTimeField()
    counts = serializers.DictField(child=serializers.IntegerField())
    backups = serializers.CharField()


class LearnedFact(serializers.Serializer[Any]):
    fact_id = serializers.CharField()
    content = serializers.CharField()
    type = serializers.CharField()
    status = serializers.CharField()
    scope_id = serializers.CharField()


class SessionDeleted(serializers.Serializer[Any]):
    """The facts named rest on nothing any more. They stay until they are deleted, unless `forget_facts` did it."""

    session_id = serializers.CharField()
    deleted = serializers.BooleanField()
    messages = serializers.IntegerField()
    facts_learned_only_here = LearnedFact(many=True)
    facts_forgotten = serializers.BooleanField()


class ExportView(APIView):
    @extend_schema(
        summary="Take away everything about a person",
        parameters=WHOLE_PERSON,
        responses={(200, export.NDJSON): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """One JSON object a line; `kind` says what it is. The last line, `end`, counts the others."""
        query = fields.query(request, known=PERSON_FILTERS)
        person = _whole_person(request, query)
        profile = identity.find(person)
        if profile is not None:
            _note_export(identity.caller_of(request), profile)
        return export.response(person, profile, now=timezone.now())


class EraseView(APIView):
    @extend_schema(summary="Erase a person", parameters=[ONCE], request=EraseQuestion, responses=EraseAnswer)
    def post(self, request: Request) -> Response:
        """Everything, for good. What stays is a receipt with counts. Of somebody unknown nothing goes: no refusal."""
        data = fields.body(request)
        wanted = fields.checked(EraseQuestion, data)
        person = _whole_person(request, data)
        caller = identity.caller_of(request)
        if caller.key is None or "confirm" in wanted:
            erasure.check_confirmation(person, wanted.get("confirm"))
        return idempotency.once(request, lambda: _erase(person, caller, wanted["include_sub_accounts"]))


class SessionView(APIView):
    @extend_schema(
        summary="Delete a conversation",
        parameters=[*PLACE, OpenApiParameter("forget_facts", bool, default=False)],
        responses=SessionDeleted,
    )
    def delete(self, request: Request, session_id: str) -> Response:
        """Messages, summaries, episode and vectors go. Facts stay; those learned nowhere else are named."""
        query = fields.query(request, known=SESSION_FILTERS)
        forgets_facts = _switch(query, "forget_facts")
        person, scope_id = fields.named_in(request, query)
        session = _session(request, person, scope_id, session_id)
        deleted = deletion.delete_conversation(
            session,
            scope_id=scope_id,
            origin=origin_of(request, session.profile),
            now=timezone.now(),
            forgets_facts=forgets_facts,
        )
        if deleted is None:
            raise identity.NotFound
        return Response(
            {
                "session_id": session.session_id,
                "deleted": True,
                "messages": deleted.messages,
                "facts_learned_only_here": [_wire_fact(fact) for fact in deleted.facts],
                "facts_forgotten": deleted.is_forgotten,
            }
        )


def _whole_person(request: Request, data: dict[str, Any]) -> Named:
    """The person that is named. A key that is confined to scopes or agents does not reach a whole one: NotFound."""
    person, _scope_id = fields.named_in(request, data)
    key = identity.caller_of(request).key
    if key is not None and (key.scope_ids or key.agents):
        raise identity.NotFound
    return person


def _note_export(caller: Caller, profile: Profile) -> None:
    with transaction.atomic():
        export.log(profile, actor=caller.actor_on(profile), is_owner=caller.key is None)


def _erase(person: Named, caller: Caller, include_sub_accounts: bool) -> Done:
    erased = erasure.erase(person, actor=caller.actor, now=timezone.now(), include_sub_accounts=include_sub_accounts)
    first = erased.receipts[0]
    answer = {
        "receipt_id": first.pk,
        "receipt_ids": [receipt.pk for receipt in erased.receipts],
        "erased_at": moment(first.erased_at),
        "counts": erased.counts,
        "backups": BACKUPS,
    }
    return Done(200, answer)


def _session(request: Request, person: Named, scope_id: str, session_id: str) -> Session:
    """The person's conversation, if it has anything in this scope, or nothing at all. Raises NotFound.

    A key that is confined to agents reaches only a conversation that no other agent took part in.
    """
    profile = identity.find(person)
    name = identity.identifier(session_id, field="session_id")
    session = Session.objects.select_related("profile").filter(profile=profile, session_id=name).first()
    if profile is None or session is None:
        raise identity.NotFound
    caller = identity.caller_of(request)
    messages = Message.objects.filter(session=session, scope_id=scope_id)
    for agent_id in {session.agent_id, *messages.values_list("agent_id", flat=True).distinct()}:
        identity.check_agent(caller, agent_id)
    return session


def _switch(query: dict[str, str], name: str) -> bool:
    given = query.get(name, "false")
    if given not in {"true", "false"}:
        raise Refused(f"{name} must be true or false.", code="field_invalid", field=name)
    return given == "true"


def _wire_fact(fact: Fact) -> dict[str, str]:
    return {
        "fact_id": fact.fact_id,
        "content": fact.content,
        "type": fact.type,
        "status": fact.status,
        "scope_id": fact.scope_id,
    }
