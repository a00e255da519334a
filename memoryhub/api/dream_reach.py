"""Whose dreams a caller may start, see and take back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.errors import Refused
from extraction.models import DreamOperation, DreamPart, DreamRun
from profiles import identity
from profiles.identity import Caller, Named
from profiles.models import Profile

WHO = ("user_id", "end_user_id", "end_sub_user_id")


class KeyConfined(Refused):
    """A key that reaches some people alone may not start what reaches all."""

    code = "key_confined"
    status = 403

    def __init__(self) -> None:
        super().__init__("This key is confined: name a person that it may act for.")


@dataclass(frozen=True)
class Reach:
    """Whose parts a caller sees and takes back: `people` is a condition on `profile…`; no `scope_ids`: all scopes."""

    tenant_id: int
    actor: str
    people: Q
    scope_ids: tuple[str, ...] = ()
    is_confined: bool = False

    @property
    def parts(self) -> QuerySet[DreamPart]:
        found = DreamPart.objects.filter(self.people)
        return found.filter(Exists(self.operations.filter(part=OuterRef("pk")))) if self.scope_ids else found

    @property
    def operations(self) -> QuerySet[DreamOperation]:
        found = DreamOperation.objects.filter(self.people)
        return found.filter(scope_id__in=self.scope_ids) if self.scope_ids else found

    @property
    def runs(self) -> QuerySet[DreamRun]:
        """All of the tenant; for a confined key those that it started, and those that did something for its people."""
        found = DreamRun.objects.filter(tenant=self.tenant_id)
        if not self.is_confined:
            return found
        return found.filter(Exists(self.parts.filter(run=OuterRef("pk"))) | Q(actor=self.actor))


def of(caller: Caller) -> Reach:
    """Administrators at the console reach their tenant. A dream belongs to no agent: a key of some agents sees none."""
    key = caller.key
    if key is None:
        return Reach(caller.tenant.pk, caller.actor, Q(profile__tenant=caller.tenant))
    people = identity.within_reach(caller, "profile__")
    if key.agents:
        people &= Q(pk__in=[])
    is_confined = bool(key.agents or key.scope_ids or key.end_user_prefix)
    return Reach(caller.tenant.pk, caller.actor, people, tuple(key.scope_ids), is_confined)


def person_in(caller: Caller, data: Mapping[str, Any], *, is_whole: bool = True) -> Named:
    """The person named; `is_whole`: a key must reach them in all scopes. Administrators at the console name anybody."""
    if caller.key is None:
        return _named_by_administrator(caller, data)
    if is_whole and (caller.key.scope_ids or caller.key.agents):
        raise identity.NotFound
    return identity.named(caller, data)


def _named_by_administrator(caller: Caller, data: Mapping[str, Any]) -> Named:
    ids = {name: identity.identifier(data.get(name) or None, field=name) or "" for name in WHO}
    if bool(ids["user_id"]) == bool(ids["end_user_id"] or ids["end_sub_user_id"]):
        raise Refused("Name either a user_id or an end_user_id.", code="field_invalid", field="user_id")
    return Named(caller.tenant.pk, identity.USER if ids["user_id"] else identity.END_USER, **ids)


def known(person: Named) -> Profile:
    profile = identity.find(person)
    if profile is None:
        raise identity.NotFound
    return profile
