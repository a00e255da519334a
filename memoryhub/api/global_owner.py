"""Whose global memories a request is about: a person's, or with `owner=tenant` those of the whole tenant."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from engine.errors import Refused
from globalmemory.hands import Hand
from globalmemory.models import Owner
from memoryhub.api.scopes import ADMIN, ScopeMissing
from profiles import fields, identity
from profiles.api import PLACE
from profiles.identity import Caller, Named

PERSON, TENANT = "person", "tenant"
WHOSE = [
    *PLACE,
    OpenApiParameter(
        "owner", str, enum=[PERSON, TENANT], default=PERSON, description="tenant: everybody's, kept by administrators."
    ),
]
WHOSE_NAMES = frozenset({"user_id", "end_user_id", "end_sub_user_id", "scope_id", "owner"})


@dataclass(frozen=True)
class Whose:
    """`person` None: the tenant's."""

    caller: Caller
    person: Named | None

    def known(self) -> Owner | None:
        """None: nothing is stored of this person."""
        if self.person is None:
            return Owner(self.caller.tenant.pk)
        profile = identity.find(self.person)
        return Owner(profile.tenant_id, profile.pk) if profile else None

    def hand(self) -> Hand:
        """Whoever writes to what is there. Raises NotFound where nothing is stored of the person."""
        owner = self.known()
        if owner is None:
            raise identity.NotFound
        return self._hand(owner, timezone.now())

    def hand_of_new(self) -> Hand:
        """Whoever writes something new: the person is stored if need be."""
        now = timezone.now()
        if self.person is None:
            return self._hand(Owner(self.caller.tenant.pk), now)
        profile = identity.get_or_create(self.person, now=now)
        return self._hand(Owner(profile.tenant_id, profile.pk), now)

    def _hand(self, owner: Owner, now: datetime) -> Hand:
        is_themselves = self.caller.kind == "token" and owner.profile_id is not None
        return Hand(owner, f"user:{owner.profile_id}" if is_themselves else self.caller.actor, now)


def whose(request: Request, data: Mapping[str, Any], *, agent_id: str = "") -> Whose:
    """The owner that a query or a body names, within the caller's reach, and the agent too if there is one.

    Raises what `identity.named` raises, and for the tenant's: 403 unless the caller is an administrator, NotFound for a
    key that is confined to some people, agents or scopes, because what it changed would reach the others.
    """
    caller = identity.caller_of(request)
    named = data.get("owner", PERSON)
    if named not in (PERSON, TENANT):
        raise Refused(f"owner must be {PERSON} or {TENANT}.", code="field_invalid", field="owner")
    if named == PERSON:
        return Whose(caller, fields.named_in(request, data, agent_id=agent_id)[0])
    if any(data.get(name) for name in ("user_id", "end_user_id", "end_sub_user_id")):
        raise Refused("Name either a person or owner=tenant, not both.", code="field_invalid", field="owner")
    _check_keeps(caller)
    identity.check_reach(caller, agent_id=agent_id, scope_id=identity.scope_of(data.get("scope_id")))
    return Whose(caller, None)


def _check_keeps(caller: Caller) -> None:
    if caller.key is None and not caller.is_administrator:
        raise Refused("The tenant's global memories are kept by administrators.", code="forbidden", status=403)
    if caller.key is None:
        return
    if ADMIN not in caller.key.scopes:
        raise ScopeMissing("The tenant's global memories need a key with the scope admin.")
    if caller.key.agents or caller.key.end_user_prefix or caller.key.scope_ids:
        raise identity.NotFound
