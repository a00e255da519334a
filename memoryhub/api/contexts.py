"""The context for a question: answered first, observed when the answer is on its way."""

from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet, Value
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from extraction.policy import policy_for, policy_of
from memoryhub import context
from memoryhub.api import serializers
from observability import observations
from observability.models import Observation
from profiles import choices, fields, identity
from profiles.composed import Composed
from profiles.identity import Caller
from profiles.models import Profile
from summaries.models import Session


class ObservedResponse(Response):
    """An answer whose observation is stored when the server has sent it and closes it: nobody waits for that."""

    def __init__(self, data: dict[str, Any], observed: list[Observation]) -> None:
        super().__init__(data)
        self._observed = observed

    def close(self) -> None:
        """Before the connection to the database is given back, so that no second one is taken."""
        while self._observed:
            observations.record(self._observed.pop())
        super().close()


class ContextView(APIView):
    @extend_schema(
        summary="The context for a question", request=serializers.ContextQuestion, responses=serializers.ContextAnswer
    )
    def post(self, request: Request) -> Response:
        """What is worth knowing before the question is answered. Of somebody unknown there is only the organisation's."""
        data = fields.body(request)
        wanted = fields.checked(serializers.ContextQuestion, data)
        person, scope_id = fields.named_in(request, data, agent_id=wanted["agent_id"])
        asked = _asked(person, wanted, scope_id, identity.caller_of(request))
        profile_id = asked.profile.pk if asked.profile else None
        stored = identity.caller_of(request).tenant.embedding_model
        choice = choices.embed_choice(tenant_id=person.tenant_id, profile_id=profile_id, stored=stored)
        observed: list[Observation] = []
        assembled = context.assemble(asked, choice=choice, now=timezone.now(), record=observed.append)
        return ObservedResponse(_wire(assembled), observed)


def _asked(person: identity.Named, wanted: dict[str, Any], scope_id: str, caller: Caller) -> context.Asked:
    profile, company, rests = _people(person, wanted["session_id"])
    agent_id = wanted["agent_id"]
    if profile is None:
        policy = policy_for(person.tenant_id, agent_id=agent_id, scope_id=scope_id)
    else:
        policy = policy_of(profile, agent_id=agent_id, scope_id=scope_id)
    return context.Asked(
        tenant_id=person.tenant_id,
        profile=profile,
        company=company if company and not company.is_paused else None,
        agent_id=agent_id,
        session_id=wanted["session_id"],
        question=wanted["question"],
        message_id=wanted.get("message_id", ""),
        scope_id=scope_id,
        is_enabled=wanted["memory_enabled"],
        is_paused=policy.is_paused or rests,
        max_tokens=wanted.get("max_tokens", 0),
        locale=wanted.get("locale", ""),
        agents=frozenset(caller.key.agents) if caller.key else frozenset(),
        contacts=policy.contacts,
    )


def _people(person: identity.Named, session_id: str) -> tuple[Profile | None, Profile | None, bool]:
    """The person, the company above a sub-account where its facts are to be shown, and whether the conversation rests.

    In one statement; of whom nothing is stored there is None.
    """
    who = {"tenant": person.tenant_id, "session_id": session_id}
    if person.kind == identity.USER:
        rows = _USER.rows(user_id=person.user_id, **who)
    else:
        shows_company = settings.MEMORYHUB_SHOW_COMPANY_FACTS and person.end_sub_user_id != ""
        names = [person.end_sub_user_id, ""] if shows_company else [person.end_sub_user_id]
        rows = _END_USER.rows(names=names, end_user_id=person.end_user_id, **who)
    found = {name: (Profile.from_db(connection.alias, _COLUMNS, row), rests) for name, rests, *row in rows}
    profile, rests = found.get(person.end_sub_user_id, (None, False))
    company = found.get("", (None, False))[0] if person.end_sub_user_id else None
    return profile, company, bool(profile and rests)


_COLUMNS = [field.attname for field in Profile._meta.concrete_fields]


def _rests(session_id: str) -> Exists:
    return Exists(Session.objects.filter(profile=OuterRef("pk"), session_id=session_id, is_paused=True))


def _user(*, tenant: int, user_id: str, session_id: str) -> QuerySet[Profile, Any]:
    its = Profile.objects.filter(user__tenant=tenant, user__user_id=user_id)
    return its.values_list(Value(""), _rests(session_id), *_COLUMNS)


def _end_user(*, tenant: int, end_user_id: str, names: list[str], session_id: str) -> QuerySet[Profile, Any]:
    its = Profile.objects.filter(
        end_user__tenant=tenant, end_user__end_user_id=end_user_id, end_user__end_sub_user_id__in=names
    )
    return its.values_list("end_user__end_sub_user_id", _rests(session_id), *_COLUMNS)


_USER, _END_USER = Composed(_user), Composed(_end_user)


def _wire(assembled: context.Assembled) -> dict[str, Any]:
    return {
        "text": assembled.layout.text,
        "parts": assembled.parts,
        "dropped": assembled.dropped,
        "tokens": assembled.layout.tokens,
        "observation_id": assembled.observation_id,
        "paused": assembled.is_paused,
        "degraded": assembled.is_degraded,
        "errors": assembled.errors,
    }
