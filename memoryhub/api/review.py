"""The review list: what waits for a person's word, and that word."""

from typing import Any

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from extraction import review
from extraction.review import Reach, Waiting, Word
from memoryhub.api.serializers import moment
from observability import looks
from profiles import fields, identity, paging
from profiles.api import LIST, PLACE
from profiles.changes import Origin
from profiles.fields import Identity
from profiles.identity import Caller
from profiles.lifecycle import Source
from profiles.models import ApiKey, HeldItem, Profile

WHO = ("user_id", "end_user_id", "end_sub_user_id")
FILTERS = frozenset({*WHO, "scope_id", "reason"}) | paging.FILTERS


class WordsAnswer(serializers.Serializer[Any]):
    message_id = serializers.CharField()
    session_id = serializers.CharField()


class HeldAnswer(serializers.Serializer[Any]):
    """`op` ADD: the content becomes a fact. DELETE and UPDATE: a wish about the fact `target`. RETIRE: a dream finds it
    outdated, and `why` are the words of its engine. DOUBT: somebody called it inaccurate or outdated after an answer. `evidence` are the messages it came from. `state` accepted: a job is
    about to carry it out."""

    id = serializers.IntegerField()
    user_id = serializers.CharField(required=False)
    end_user_id = serializers.CharField(required=False)
    end_sub_user_id = serializers.CharField(required=False, allow_blank=True)
    scope_id = serializers.CharField()
    op = serializers.ChoiceField(choices=HeldItem.Op.values)
    target = serializers.CharField(allow_blank=True)
    content = serializers.CharField(allow_blank=True)
    type = serializers.CharField()
    slot = serializers.CharField(allow_blank=True)
    source = serializers.ChoiceField(choices=[one.value for one in Source])  # type: ignore[assignment]  # DRF takes it out
    reason = serializers.CharField()
    why = serializers.CharField(allow_blank=True)
    evidence = WordsAnswer(many=True)
    state = serializers.ChoiceField(choices=["waiting", review.ACCEPTED])
    created_at = serializers.DateTimeField()


class HeldPage(serializers.Serializer[Any]):
    items = HeldAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class WordAnswer(serializers.Serializer[Any]):
    """The same however often it is asked for. `job_id` carries out what was accepted."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[review.ACCEPTED, review.REFUSED])
    job_id = serializers.IntegerField(allow_null=True)


class ReviewView(APIView):
    @extend_schema(
        operation_id="review_list",
        summary="What waits for a person's word",
        parameters=[*PLACE, OpenApiParameter("reason", str, description="Only what waits for this reason."), *LIST],
        responses=HeldPage,
    )
    def get(self, request: Request) -> Response:
        """The items of the person named, the newest first; without a name, for administrators, those of everybody."""
        query = fields.query(request, known=FILTERS)
        wanted = paging.asked(query, int)
        found = review.listed(_people(request, query))
        if query.get("scope_id") is not None:
            found = found.filter(scope_id=identity.scope_of(query["scope_id"]))
        if "reason" in query:
            found = found.filter(reason=identity.identifier(query["reason"], field="reason"))
        page = paging.rows(found, wanted)
        _note_looks(identity.caller_of(request), page.items)
        return Response(page.wire([_wire(one) for one in review.told(page.items)]))


class AcceptView(APIView):
    @extend_schema(summary="Accept what waits", request=Identity, responses={202: WordAnswer})
    def post(self, request: Request, held_id: int) -> Response:
        """It goes the way of any new statement, by a job, as an explicit word of a person. A second time answers the same."""
        word = review.accept(
            held_id, reach=_reach(request), origin=_origin(identity.caller_of(request)), now=timezone.now()
        )
        return Response(_wire_word(word), status=202)


class RefuseView(APIView):
    @extend_schema(summary="Refuse what waits", request=Identity, responses=WordAnswer)
    def post(self, request: Request, held_id: int) -> Response:
        """It is deleted. A second time answers the same."""
        word = review.refuse(
            held_id, reach=_reach(request), origin=_origin(identity.caller_of(request)), now=timezone.now()
        )
        return Response(_wire_word(word))


def _people(request: Request, query: dict[str, str]) -> Reach:
    """Whose items a list shows. Raises IdentityMissing when nobody is named by a key that may not see everybody."""
    caller = identity.caller_of(request)
    may_see_all = caller.is_administrator or bool(caller.key and ApiKey.Scope.ADMIN in caller.key.scopes)
    if may_see_all and not any(name in query for name in WHO):
        return _everybody(caller)
    person, _scope_id = fields.named_in(request, query)
    return _only(caller, person)


def _reach(request: Request) -> Reach:
    """Whose items may be decided; a person named in the body narrows it."""
    caller = identity.caller_of(request)
    data = fields.body(request)
    if not any(data.get(name) for name in WHO):
        return _everybody(caller)
    person, _scope_id = fields.named_in(request, data)
    return _only(caller, person)


def _only(caller: Caller, person: identity.Named) -> Reach:
    profile = identity.find(person)
    return _confined(caller, Q(profile=profile.pk if profile else 0))


def _everybody(caller: Caller) -> Reach:
    """All people whom the caller may decide for: administrators at the console for those of their tenant."""
    if caller.is_administrator:
        return Reach(Q(profile__tenant=caller.tenant))
    return _confined(caller, identity.within_reach(caller, "profile__"))


def _confined(caller: Caller, people: Q) -> Reach:
    """A key sees what came about with the agents and in the scopes that it is confined to."""
    if caller.key is None:
        return Reach(people)
    return Reach(people, tuple(caller.key.scope_ids), tuple(caller.key.agents))


def _origin(caller: Caller) -> Origin:
    actor = f"user:{caller.profile_id}" if caller.kind == "token" else caller.actor
    return Origin(actor, Source.CONSOLE if caller.kind == "session" else Source.API)


def _note_looks(caller: Caller, items: list[HeldItem]) -> None:
    """A key acts for those it asks about; what an administrator sees of somebody else's is on record."""
    if caller.kind == "session":
        others = [(item.profile_id, item.pk) for item in items if item.profile_id != caller.profile_id]
        looks.record_all(tenant_id=caller.tenant.pk, actor=caller.actor, model="helditem", rows=others)


def _wire(one: Waiting) -> dict[str, Any]:
    item = one.item
    return whose(item.profile) | {
        "id": item.pk,
        "scope_id": item.scope_id,
        "op": item.op,
        "target": item.target,
        "content": item.content,
        "type": item.type,
        "slot": item.slot,
        "source": item.source,
        "reason": item.reason,
        "why": one.why,
        "evidence": [
            {"message_id": message.message_id, "session_id": message.session.session_id} for message in one.messages
        ],
        "state": "waiting" if item.released_at is None else review.ACCEPTED,
        "created_at": moment(item.created_at),
    }


def whose(profile: Profile) -> dict[str, Any]:
    if profile.kind == Profile.Kind.USER:
        return {"user_id": profile.user.user_id}
    return {
        "end_user_id": profile.end_user.end_user_id,
        "end_sub_user_id": profile.end_user.end_sub_user_id,
    }


def _wire_word(word: Word) -> dict[str, Any]:
    return {"id": word.id, "state": word.state, "job_id": word.job_id}
