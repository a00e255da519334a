"""A request for a context: whom it is about, what is told of them, and whether memory rests."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet, Value

from extraction.policy import policy_for
from memoryhub import context
from profiles import identity
from profiles.composed import Composed
from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries.models import Session


def of(
    person: identity.Named,
    wanted: Mapping[str, Any],
    *,
    scope_id: str = DEFAULT_SCOPE,
    agents: frozenset[str] = frozenset(),
) -> context.Asked:
    """What is `wanted`, by the names that the API has for it, of a person stored or not. In two statements.

    `agents`: those that a key is confined to.
    """
    profile, company, rests = _people(person, wanted["session_id"])
    is_paused = profile is not None and profile.is_paused
    policy = policy_for(person.tenant_id, agent_id=wanted["agent_id"], scope_id=scope_id, is_paused=is_paused)
    return context.Asked(
        tenant_id=person.tenant_id,
        profile=profile,
        company=company if company and not company.is_paused else None,
        agent_id=wanted["agent_id"],
        session_id=wanted["session_id"],
        question=wanted["question"],
        message_id=wanted.get("message_id", ""),
        scope_id=scope_id,
        is_enabled=wanted.get("memory_enabled", True),
        is_paused=policy.is_paused or rests,
        max_tokens=wanted.get("max_tokens", 0),
        locale=wanted.get("locale", ""),
        agents=agents,
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
