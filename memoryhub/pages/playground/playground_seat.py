"""Who is spoken for at the playground, and which agent listens."""

import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from engine.text import normal
from extraction.policy import Policy, policy_for
from memoryhub.pages import who
from profiles import identity
from profiles.console import Visitor
from profiles.forms import Marked
from profiles.identity import Named
from profiles.models import Member, Profile
from profiles.models.tenants import DEFAULT_SCOPE

SANDBOX, ME, USER, END_USER = "sandbox", "me", "user", "end_user"
AGENT = "playground"
SIGNED = 16  # hexadecimal digits of a sandbox's name that nobody hits upon by chance
FIELD = {"class": "form-control", "dir": "auto", "autocomplete": "off"}


@dataclass(frozen=True)
class Seat:
    """One person of the tenant and one agent. `profile` None: of the person nothing is stored yet.

    `is_others`: neither the visitor nor their sandbox; each look at what is theirs is on record.
    """

    whose: str
    named: Named
    agent_id: str = AGENT
    profile: Profile | None = None

    @property
    def is_sandbox(self) -> bool:
        return self.whose == SANDBOX

    @property
    def is_others(self) -> bool:
        return self.whose in (USER, END_USER)

    @property
    def names(self) -> dict[str, str]:
        """The keys by which the API names the person."""
        named = {key: getattr(self.named, key) for key in ("user_id", "end_user_id", "end_sub_user_id")}
        return {key: value for key, value in named.items() if value}

    @property
    def title(self) -> str:
        return " / ".join(self.names.values())

    @property
    def values(self) -> dict[str, str]:
        """The seat as fields of a form, or of an address."""
        ids = {"id": self.named.user_id or self.named.end_user_id, "sub": self.named.end_sub_user_id}
        return {"whose": self.whose, "agent": self.agent_id} | (ids if self.is_others else {})

    @property
    def query(self) -> str:
        return urlencode(self.values)


class SeatForm(forms.Form):
    """The choice of a seat. Nobody but an administrator chooses somebody else."""

    bound_field_class = Marked

    whose = forms.ChoiceField(
        label=_("Whose memory"),
        widget=forms.Select(attrs={"class": "form-select"}),
        error_messages={"invalid_choice": _("Only administrators may speak for somebody else.")},
    )
    id = forms.CharField(label=_("Their id"), required=False, max_length=256, widget=forms.TextInput(attrs=FIELD))
    sub = forms.CharField(
        label=_("Sub-account, if any"), required=False, max_length=256, widget=forms.TextInput(attrs=FIELD)
    )
    agent = forms.CharField(
        label=_("Agent"),
        initial=AGENT,
        max_length=256,
        widget=forms.TextInput(attrs=FIELD | {"list": "agents"}),
        error_messages={"required": _("Name an agent: any id will do.")},
    )

    def __init__(self, member: Member, data: QueryDict | dict[str, str] | None = None) -> None:
        super().__init__(data, auto_id="seat_%s")
        self.member = member
        self.profile: Profile | None = None
        whose = self.fields["whose"]
        if isinstance(whose, forms.ChoiceField):
            whose.choices = _choices(member)

    @property
    def is_for_others(self) -> bool:
        return self.member.is_administrator

    def clean_agent(self) -> str:
        name = normal.identifier(self.cleaned_data["agent"])
        if name is None:
            raise forms.ValidationError(_("An id has 1 to 64 characters, all of them visible."))
        return name

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("whose") in (USER, END_USER):
            self.profile = self._somebody(values)
            if self.profile is None and "id" not in self.errors:
                self.add_error("id", _("Nobody is known by this id."))
        return values

    def seat(self) -> Seat:
        """The seat that a valid form names."""
        whose, agent_id = self.cleaned_data["whose"], self.cleaned_data["agent"]
        if self.profile is not None:
            return of(self.member, self.profile, agent_id=agent_id)
        if whose == ME and self.member.profile is not None:
            return of(self.member, self.member.profile, agent_id=agent_id)
        return sandbox(self.member, agent_id=agent_id)

    def _somebody(self, values: dict[str, Any]) -> Profile | None:
        ids = [normal.identifier(values[name]) if values.get(name) else "" for name in ("id", "sub")]
        if not ids[0]:
            self.add_error("id", _("Enter the id of the person."))
        if not ids[0] or ids[1] is None:
            return None
        if values["whose"] == USER:
            return identity.find(Named(self.member.tenant_id, identity.USER, user_id=ids[0]))
        named = Named(self.member.tenant_id, identity.END_USER, end_user_id=ids[0], end_sub_user_id=ids[1])
        return identity.find(named)


class TalkForm(forms.Form):
    """Something that is said in a conversation. `session` is its id, also of a form that failed."""

    bound_field_class = Marked

    session = forms.RegexField(r"\A[a-zA-Z0-9_.:-]{1,64}\Z", required=False, widget=forms.HiddenInput)

    @property
    def session_id(self) -> str:
        if not self.is_bound:
            return str(self.initial["session"])
        self.is_valid()
        return str(self.cleaned_data.get("session") or new_session())


def new_session() -> str:
    return f"playground-{uuid.uuid4().hex[:12]}"


def sandbox_id(member: Member) -> str:
    """The end user that is this account's sandbox. No customer is called so: the end of the name is signed."""
    account = f"playground-{member.account_id}"
    signed = salted_hmac("memoryhub.playground", f"{member.tenant_id}:{account}", algorithm="sha256")
    return f"{account}-{signed.hexdigest()[:SIGNED]}"


def sandbox(member: Member, *, agent_id: str = AGENT) -> Seat:
    """Somebody who is nobody: each account has one of its own, so that nobody reads what another has typed."""
    named = Named(member.tenant_id, identity.END_USER, end_user_id=sandbox_id(member))
    return Seat(SANDBOX, named, agent_id, identity.find(named))


def of(member: Member, profile: Profile, *, agent_id: str = AGENT) -> Seat:
    """The seat of a person who comes with the identity row."""
    named = identity.person_behind(profile)
    if profile.pk == member.profile_id:
        return Seat(ME, named, agent_id, profile)
    if named.end_user_id == sandbox_id(member) and not named.end_sub_user_id:
        return Seat(SANDBOX, named, agent_id, profile)
    return Seat(USER if profile.kind == Profile.Kind.USER else END_USER, named, agent_id, profile)


def policy(seat: Seat) -> Policy:
    """What holds for this person and agent."""
    is_paused = seat.profile is not None and seat.profile.is_paused
    return policy_for(seat.named.tenant_id, agent_id=seat.agent_id, scope_id=DEFAULT_SCOPE, is_paused=is_paused)


def may_sit(visitor: Visitor, seat: Seat) -> bool:
    """Whether the visitor may see and change what is this person's."""
    return not seat.is_others or bool(visitor.member and visitor.member.is_administrator)


def reads_global(visitor: Visitor, seat: Seat) -> bool:
    """Whether the visitor may read what global memories say to this seat's agent.

    Whose agents are told them, may. Operators read contents as the person that they are, and as nobody else.
    """
    member = visitor.member
    return not (seat.is_sandbox and visitor.may_administer and not (member and member.is_administrator))


def sitting(visitor: Visitor) -> Member:
    """The membership of whoever plays. Raises NoOrganisation."""
    if visitor.member is None:
        raise who.NoOrganisation
    return visitor.member


def _choices(member: Member) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = [(SANDBOX, _("A sandbox of your own"))]
    if member.profile is not None:
        found.append((ME, _("Your own memory")))
    if member.is_administrator:
        found += [(USER, _("An internal user, by id")), (END_USER, _("An end user, by id"))]
    return found
