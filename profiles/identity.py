"""Who calls, whom the call is about, and the profile of that person."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from engine.errors import Refused
from engine.text import normal
from profiles.models import ApiKey, EndUserProfile, Member, Profile, Tenant, UserProfile
from profiles.models.tenants import DEFAULT_SCOPE

SCOPE_ID = re.compile(r"^[A-Za-z0-9_.:-]{1,64}$")
SCOPE_SENTENCE = "scope_id must be 1 to 64 of the characters A-Z a-z 0-9 _ . : and -."
USER = Profile.Kind.USER.value
END_USER = Profile.Kind.END_USER.value


class IdentityMissing(Refused):
    code = "identity_missing"


class IdentityForeign(Refused):
    """Somebody who may act for themselves alone named another person."""

    code = "identity_foreign"


class EmployeesForbidden(Refused):
    code = "employees_forbidden"
    status = 403


class NotFound(Refused):
    """Not there, or not for this caller: which of the two is not said."""

    code = "not_found"
    status = 404

    def __init__(self) -> None:
        super().__init__("There is nothing here by that name that this caller may use.")


@dataclass(frozen=True)
class Named:
    """The person that a request is about, stored or not. `end_sub_user_id` '' is the company's main account.

    `nickname` and `avatar` are what the caller's token says, '' when it says nothing.
    """

    tenant_id: int
    kind: str
    user_id: str = ""
    end_user_id: str = ""
    end_sub_user_id: str = ""
    nickname: str = ""
    avatar: str = ""

    @property
    def own_id(self) -> str:
        """The innermost id: what is typed to confirm that it is this person."""
        return self.user_id or self.end_sub_user_id or self.end_user_id

    @property
    def company(self) -> "Named | None":
        """The main account above a sub-account."""
        return replace(self, end_sub_user_id="") if self.end_sub_user_id else None


@dataclass(frozen=True)
class Caller:
    """Who sent a request, verified. `person` is who a token or a session belongs to; a key belongs to nobody.

    `role` is '' except for sessions. `profile_id` None: a key, or a person of whom nothing is stored yet.
    """

    tenant: Tenant
    actor: str
    kind: Literal["key", "token", "session"]
    key: ApiKey | None = None
    profile_id: int | None = None
    role: str = ""
    person: Named | None = None

    @property
    def is_administrator(self) -> bool:
        return self.role == Member.Role.ADMINISTRATOR

    @cached_property
    def name(self) -> str:
        """The same for every request of this caller, in no more than 64 characters and without a person's id."""
        if self.key:
            return f"key:{self.key.pk}"
        if self.kind == "token" and self.person:
            known = salted_hmac("profiles.identity", f"{self.tenant.pk}:{self.person.user_id}", algorithm="sha256")
            return f"user:{known.hexdigest()[:32]}"
        return self.actor

    def actor_on(self, profile: Profile) -> str:
        """How events and logs name this caller; a token's person may have had no profile before this request."""
        return f"user:{profile.pk}" if self.kind == "token" else self.actor


def caller_of(request: Request) -> Caller:
    if not isinstance(request.auth, Caller):
        raise NotAuthenticated
    return request.auth


def named(caller: Caller, data: Mapping[str, Any], *, agent_id: str = "", scope_id: str = "") -> Named:
    """The person that `data` names, checked against what the caller may do (I4, I5, I8).

    Raises IdentityMissing, IdentityForeign, EmployeesForbidden, or NotFound where the key is confined elsewhere.
    """
    user_id = identifier(data.get("user_id"), field="user_id")
    end_user_id = identifier(data.get("end_user_id"), field="end_user_id")
    sub_user_id = identifier(data.get("end_sub_user_id") or None, field="end_sub_user_id")
    if caller.key is None:
        return _themselves(caller, user_id, end_user_id or sub_user_id)
    _check_shape(user_id, end_user_id, sub_user_id)
    if user_id and not caller.key.acts_for_employees:
        raise EmployeesForbidden("This key may not act for employees: name an end_user_id.", field="user_id")
    check_reach(caller, end_user_id=end_user_id or "", agent_id=agent_id, scope_id=scope_id)
    return Named(
        tenant_id=caller.tenant.pk,
        kind=USER if user_id else END_USER,
        user_id=user_id or "",
        end_user_id=end_user_id or "",
        end_sub_user_id=sub_user_id or "",
    )


def identifier(value: object, *, field: str) -> str | None:
    """An opaque id in its stored form, None when none was given. An empty or disguised one is refused."""
    if value is None:
        return None
    name = normal.identifier(value) if isinstance(value, str) else None
    if name is None:
        raise Refused(
            f"{field} must be a text of 1 to {normal.MAX_IDENTIFIER} characters without control characters.",
            code="field_invalid",
            field=field,
        )
    return name


def scope_of(value: object) -> str:
    """The scope that a request names, the default one when it names none. A wrong one is refused, never replaced."""
    if value is None:
        return DEFAULT_SCOPE
    if not isinstance(value, str) or not SCOPE_ID.fullmatch(value):
        raise Refused(SCOPE_SENTENCE, code="scope_invalid", field="scope_id")
    return value


def check_reach(caller: Caller, *, end_user_id: str = "", agent_id: str = "", scope_id: str = "") -> None:
    """Raise NotFound when the caller's key is confined to other persons, agents or scopes."""
    key = caller.key
    if key is None:
        return
    if key.end_user_prefix and not end_user_id.startswith(key.end_user_prefix):
        raise NotFound
    check_agent(caller, agent_id)
    check_scope(caller, scope_id)


def check_scope(caller: Caller, scope_id: str) -> None:
    """Raise NotFound when the caller's key is confined to other scopes; '' names none."""
    if caller.key and caller.key.scope_ids and scope_id and scope_id not in caller.key.scope_ids:
        raise NotFound


def check_agent(caller: Caller, agent_id: str) -> None:
    """Raise NotFound when the caller's key is confined to other agents; '' names none."""
    if caller.key and caller.key.agents and agent_id and agent_id not in caller.key.agents:
        raise NotFound


def within_reach(caller: Caller, path: str = "") -> Q:
    """The condition on profiles (`path` leads to them) that this caller may reach by the id of something of theirs."""
    if caller.key is None:
        return Q(**{f"{path}tenant": caller.tenant, f"{path}pk": caller.profile_id or 0})
    reach = Q(**{f"{path}tenant": caller.tenant})
    if not caller.key.acts_for_employees:
        reach &= Q(**{f"{path}kind": END_USER})
    if caller.key.end_user_prefix:
        reach &= Q(**{f"{path}end_user__end_user_id__startswith": caller.key.end_user_prefix})
    return reach


def find(person: Named) -> Profile | None:
    """The profile of this person with its identity row (`user` or `end_user`); None when nothing is stored."""
    if person.kind == USER:
        employees = Profile.objects.select_related("user")
        return employees.filter(user__tenant=person.tenant_id, user__user_id=person.user_id).first()
    end_users = Profile.objects.select_related("end_user")
    return end_users.filter(
        end_user__tenant=person.tenant_id,
        end_user__end_user_id=person.end_user_id,
        end_user__end_sub_user_id=person.end_sub_user_id,
    ).first()


def person_behind(profile: Profile) -> Named:
    """Whose profile it is; it comes with its identity row."""
    if profile.kind == USER:
        return Named(profile.tenant_id, profile.kind, user_id=profile.user.user_id)
    known = profile.end_user
    return Named(profile.tenant_id, profile.kind, end_user_id=known.end_user_id, end_sub_user_id=known.end_sub_user_id)


def get_or_create(person: Named, *, now: datetime) -> Profile:
    """The profile of this person, made if need be; of two callers at once both get the same."""
    profile = find(person)
    if profile:
        return profile
    try:
        with transaction.atomic():
            return _create(person, now)
    except IntegrityError:
        profile = find(person)
        if profile is None:
            raise
        return profile


def refresh_names(profile: Profile, *, nickname: str, avatar: str) -> None:
    """Take over what single sign-on says about an employee; '' says nothing. Writes only what differs."""
    told = {"nickname": nickname, "avatar": avatar}
    news = {name: value for name, value in told.items() if value and getattr(profile.user, name) != value}
    if news:
        UserProfile.objects.filter(pk=profile.pk).update(**news)
        for name, value in news.items():
            setattr(profile.user, name, value)


def _themselves(caller: Caller, user_id: str | None, end_user: str | None) -> Named:
    if caller.person is None:
        raise Refused("This account is linked to no person: ask an administrator.", code="person_missing", status=403)
    if end_user or (user_id and user_id != caller.person.user_id):
        raise IdentityForeign(
            "You may act for yourself alone: leave the identity out.", field="end_user_id" if end_user else "user_id"
        )
    return caller.person


def _check_shape(user_id: str | None, end_user_id: str | None, sub_user_id: str | None) -> None:
    if user_id and (end_user_id or sub_user_id):
        raise Refused("Name either a user_id or an end_user_id, not both.", code="field_invalid", field="user_id")
    if not user_id and not end_user_id:
        raise IdentityMissing("Say whom this is about: name an end_user_id.", field="end_user_id")


def _create(person: Named, now: datetime) -> Profile:
    profile = Profile.objects.create(tenant_id=person.tenant_id, kind=person.kind, updated_at=now)
    if person.kind == USER:
        profile.user = UserProfile.objects.create(
            profile=profile,
            tenant_id=person.tenant_id,
            user_id=person.user_id,
            nickname=person.nickname,
            avatar=person.avatar,
        )
    else:
        profile.end_user = EndUserProfile.objects.create(
            profile=profile,
            tenant_id=person.tenant_id,
            end_user_id=person.end_user_id,
            end_sub_user_id=person.end_sub_user_id,
        )
    return profile
