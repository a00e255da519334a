"""A person's profile as a whole, why something is known about them, and who is known at all."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine import mind
from engine.errors import Refused
from extraction.dream import retold
from extraction.models import Decision, Job
from extraction.policy import policy_for
from memoryhub import explanation
from memoryhub.api import serializers
from memoryhub.api.serializers import moment
from profiles import card, choices, directory, editing, fields, identity, ledger, paging, reading, wording
from profiles.api import ALL, LIST, PLACE, origin_of, person_known, statuses_in, stored_or_waiting
from profiles.directory import Company
from profiles.lifecycle import Status
from profiles.models import EndUserProfile, FactEvent, Profile
from profiles.serializers import ProfileUpdate
from summaries.models import Message

UNKNOWN_ETAG = '"0.0"'  # of somebody of whom nothing is stored
ETAG = OpenApiParameter("ETag", str, OpenApiParameter.HEADER, response=[200], description="Facts and preferences.")
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag that was read: 412 when it has changed since."
)
_PLACE = frozenset({"user_id", "end_user_id", "end_sub_user_id", "scope_id"})
PROFILE_FILTERS = _PLACE | {"status"}
HISTORY_FILTERS = _PLACE | {"as_of"}


class ChangedSince(Refused):
    code = "precondition_failed"
    status = 412

    def __init__(self) -> None:
        super().__init__("The profile has changed since you read it: read it again.", field="If-Match")


class ProfileView(APIView):
    @extend_schema(
        summary="Read a profile",
        parameters=[*PLACE, OpenApiParameter("status", str, enum=["active", ALL], default="active"), ETAG],
        responses=serializers.ProfileAnswer,
    )
    def get(self, request: Request) -> Response:
        """The resident facts in force; `status=all` adds what was replaced and what was deleted."""
        query = fields.query(request, known=PROFILE_FILTERS)
        statuses = statuses_in(query, unnamed=Status.ACTIVE)
        person, scope_id = fields.named_in(request, query)
        return _answer(request, person, scope_id, statuses)

    @extend_schema(
        summary="Replace parts of a profile",
        parameters=[IF_MATCH, ETAG],
        request=ProfileUpdate,
        responses=serializers.ProfileAnswer,
    )
    def put(self, request: Request) -> Response:
        """What is named is replaced, what is not named stays. A fact missing from the list counts as deleted."""
        data = fields.body(request)
        person, scope_id = fields.named_in(request, data)
        wanted = fields.checked(ProfileUpdate, data)
        card.check_preferences(wanted.get("preferences", {}))
        now = timezone.now()
        with transaction.atomic():
            profile = identity.get_or_create(person, now=now)
            _check_unchanged(request, ledger.locked(profile.pk))
            if "memory" in wanted:
                contacts = wording.contacts_in(profile, scope_id)
                contents = editing.from_document(wanted["memory"], scope_id=scope_id, contacts=contacts)
                editing.replace(profile, contents, origin=origin_of(request, profile), now=now, scope_id=scope_id)
            card.update(
                ledger.locked(profile.pk),
                now=now,
                preferences=wanted.get("preferences"),
                nickname=wanted.get("nickname"),
                avatar=wanted.get("avatar"),
            )
        return _answer(request, person, scope_id, reading.ACTIVE_ONLY)


class HistoryView(APIView):
    @extend_schema(
        summary="Why this is known",
        parameters=[*PLACE, OpenApiParameter("as_of", datetime, description="What was recorded by then.")],
        responses=serializers.HistoryAnswer,
    )
    def get(self, request: Request, fact_id: str) -> Response:
        """Everything that happened to a fact, and the messages it was learned from; with `as_of` as it stood then."""
        query = fields.query(request, known=HISTORY_FILTERS)
        as_of = fields.checked(serializers.HistoryQuestion, query).get("as_of")
        profile, scope_id = person_known(request, query)
        fact = stored_or_waiting(profile, fact_id, scope_id)
        found = explanation.explain(fact, as_of=as_of)
        if as_of and fact.pk and not found.events:
            raise editing.UnknownFact
        return Response(_wire_history(found))


class EndUsersView(APIView):
    @extend_schema(
        operation_id="admin_end_users_list",
        summary="List end users",
        parameters=LIST,
        responses=serializers.CompanyPage,
    )
    def get(self, request: Request) -> Response:
        """By company, in the order of their ids, with the number of profiles and facts."""
        query = fields.query(request, known=paging.FILTERS)
        wanted = paging.asked(query, str)
        ahead = directory.companies(
            identity.caller_of(request).tenant.pk,
            limit=wanted.limit + 1,
            after=wanted.after or "",
            beginning=_confined(request),
            counts_all=True,
        )
        page = paging.cut(ahead, wanted.limit, lambda company: company.end_user_id)
        return Response(page.wire([_wire_company(company) for company in page.items]))


class EndUserView(APIView):
    @extend_schema(summary="The accounts of one end user", parameters=LIST, responses=serializers.AccountPage)
    def get(self, request: Request, end_user_id: str) -> Response:
        """The main account first, then its people in the order of their ids."""
        query = fields.query(request, known=paging.FILTERS)
        wanted = paging.asked(query, str)
        known = identity.identifier(end_user_id, field="end_user_id")
        rows = _end_users(request).filter(end_user_id=known).select_related("profile")
        if wanted.after is not None:
            rows = rows.filter(end_sub_user_id__gt=wanted.after)
        found = list(rows.order_by("end_sub_user_id")[: wanted.limit + 1])
        if not found and wanted.after is None:
            raise identity.NotFound
        page = paging.cut(found, wanted.limit, lambda row: row.end_sub_user_id)
        return Response(page.wire([_wire_account(row) for row in page.items]))


def _check_unchanged(request: Request, profile: Profile) -> None:
    tags = [tag.strip() for tag in request.headers.get("If-Match", "*").split(",")]
    if "*" not in tags and profile.etag not in tags:
        raise ChangedSince


def _answer(request: Request, person: identity.Named, scope_id: str, statuses: frozenset[Status]) -> Response:
    profile = identity.find(person)
    facts = reading.facts_of(profile, scope_id=scope_id, statuses=statuses, resident_only=True) if profile else []
    policy = policy_for(
        person.tenant_id, agent_id="", scope_id=scope_id, is_paused=profile is not None and profile.is_paused
    )
    choice = choices.model_choice("extract", tenant_id=person.tenant_id, model=policy.model_for("extract"))
    body = _identity_keys(person) | _names(person, profile)
    body |= {
        "preferences": profile.preferences if profile else {},
        "memory": reading.wire_document(facts),
        "metadata": _metadata(request, profile) if profile else {},
        "paused": policy.is_paused,
        "engine": mind.for_scope(choice).name,
        "pending_jobs": Job.objects.open().filter(profile=profile).count() if profile else 0,
        "created_at": moment(profile.created_at) if profile else None,
        "updated_at": moment(profile.updated_at) if profile else None,
    }
    return Response(body, headers={"ETag": profile.etag if profile else UNKNOWN_ETAG})


def _metadata(request: Request, profile: Profile) -> dict[str, Any]:
    """Without a dream's log, which tells of all scopes and agents, for a key that is confined to some."""
    key = identity.caller_of(request).key
    hidden = (retold.LOG, retold.LAST) if key and (key.scope_ids or key.agents) else ()
    return {name: value for name, value in profile.metadata.items() if name not in hidden}


def _identity_keys(person: identity.Named) -> dict[str, Any]:
    if person.kind == identity.USER:
        return {"kind": person.kind, "user_id": person.user_id}
    return {"kind": person.kind, "end_user_id": person.end_user_id, "end_sub_user_id": person.end_sub_user_id}


def _names(person: identity.Named, profile: Profile | None) -> dict[str, str]:
    if person.kind != identity.USER:
        return {"nickname": "", "avatar": ""}
    known = profile.user if profile else person
    return {"nickname": known.nickname, "avatar": known.avatar}


def _wire_history(found: explanation.Explanation) -> dict[str, Any]:
    wire_ids = {message.pk: message.message_id for message in found.messages}
    return {
        "fact": reading.wire(found.fact),
        "events": [_wire_event(event, wire_ids) for event in found.events],
        "messages": [_wire_message(message) for message in found.messages],
        "missing": found.missing,
        "decisions": [_wire_decision(decision) for decision in found.decisions],
    }


def _wire_decision(decision: Decision) -> dict[str, Any]:
    return {
        "at": moment(decision.at),
        "kind": decision.kind,
        "action": decision.action,
        "reason": decision.reason,
        "engine": decision.engine,
        "content": decision.content,
        "candidates": decision.candidates,
    }


def _wire_event(event: FactEvent, wire_ids: dict[int, str]) -> dict[str, Any]:
    return {
        "at": moment(event.at),
        "actor": event.actor,
        "from_status": event.from_status,
        "to_status": event.to_status,
        "source": event.source,
        "reason": event.reason,
        "related_fact": event.related_fact,
        "message_ids": [wire_ids[key] for key in event.message_ids if key in wire_ids],
    }


def _wire_message(message: Message) -> dict[str, Any]:
    return {
        "message_id": message.message_id,
        "session_id": message.session.session_id,
        "role": message.role,
        "content": message.content,
        "created_at": moment(message.said_at),
        "deleted": message.deleted_at is not None,
    }


def _end_users(request: Request) -> QuerySet[EndUserProfile]:
    rows = EndUserProfile.objects.filter(tenant=identity.caller_of(request).tenant)
    confined = _confined(request)
    return rows.filter(end_user_id__startswith=confined) if confined else rows


def _confined(request: Request) -> str:
    """The beginning of the ids that the caller's key may see; '' of all."""
    key = identity.caller_of(request).key
    return key.end_user_prefix if key else ""


def _wire_company(company: Company) -> dict[str, Any]:
    return {"end_user_id": company.end_user_id, "profiles": company.profiles, "facts": company.facts}


def _wire_account(row: EndUserProfile) -> dict[str, Any]:
    return {
        "end_user_id": row.end_user_id,
        "end_sub_user_id": row.end_sub_user_id,
        "facts": row.profile.active_facts,
        "created_at": moment(row.profile.created_at),
        "updated_at": moment(row.profile.updated_at),
    }
