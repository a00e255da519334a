"""Memberships: what an account may do in an organisation, and which remembered person it is there.

Each change holds the organisation's row first: of two at once the second sees what the first has done.
"""

from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from observability import looks, worklog
from profiles import identity
from profiles.console import NothingHere, Visitor
from profiles.firststart import PASSWORD_LENGTH
from profiles.identity import Named
from profiles.models import Member, Profile, Tenant


class NotAdministrator(Refused):
    code = "not_for_your_role"
    status = 403

    def __init__(self) -> None:
        super().__init__(_("You are no longer an administrator of this organisation, so nothing was done."))


class LastAdministrator(Refused):
    code = "last_administrator"
    status = 409

    def __init__(self) -> None:
        super().__init__(
            _("This is the last administrator of your organisation. Make somebody else an administrator first."),
            field="role",
        )


class NameTaken(Refused):
    """By an account that the visitor may not bring in; whether it belongs to another organisation is not said."""

    code = "name_taken"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("There is an account of this name already. Choose another name."), field="name")


class MemberAlready(Refused):
    code = "member_already"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This account belongs to your organisation already."), field="name")


class UnknownPerson(Refused):
    code = "unknown_person"
    status = 404

    def __init__(self) -> None:
        super().__init__(_("Nobody is known by this id. Check it, or let an empty memory begin."), field="user_id")


class PersonTaken(Refused):
    code = "person_taken"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("Another account is linked to this person. Unlink it first."), field="user_id")


class PersonNotYours(Refused):
    """Who could set it would read another's memory as their own, without a word among those who looked (SPEC I7)."""

    code = "person_not_yours"
    status = 403

    def __init__(self) -> None:
        super().__init__(
            _("Which person an account is, the superuser of the installation sets, or single sign-on."), field="user_id"
        )


class PasswordNotYours(Refused):
    code = "password_not_yours"
    status = 403

    def __init__(self) -> None:
        super().__init__(
            _("The password of this account is not yours to set: it opens more than your organisation's pages.")
        )


@dataclass(frozen=True)
class Entry:
    """A membership that was made. `password` is the account's new one, '' where it belongs elsewhere and keeps its own."""

    member: Member
    password: str = field(default="", repr=False)


def add(by: Visitor, name: str, *, role: str, user_id: str = "", may_begin: bool = False, now: datetime) -> Entry:
    """Bring in the account of that name, made if there is none; `user_id` '' links it to nobody.

    An account that no organisation has gets a new password like one that is made: whoever set the old one stays out. One
    that belongs elsewhere, or to a superuser, comes in by a superuser alone, and so does a person. Raises
    NotAdministrator, NameTaken, MemberAlready, PersonNotYours, UnknownPerson, PersonTaken.
    """
    with transaction.atomic():
        tenant = _hold(by)
        if user_id and not may_link(by):
            raise PersonNotYours
        account, password = _account(name, tenant, by_superuser=by.account.is_superuser)
        profile = _person(tenant, user_id, may_begin=may_begin, now=now) if user_id else None
        member = Member.objects.create(account=account, tenant=tenant, role=role, profile=profile)
        _log(by, member, "A membership was made.", role=role)
        if profile:
            _note_link(by, member, profile)
    return Entry(member, password)


def change_role(by: Visitor, member_id: int, role: str) -> Member:
    """Raises NotAdministrator, NothingHere, LastAdministrator."""
    with transaction.atomic():
        member = _known(_hold(by), member_id)
        if member.role == role:
            return member
        check_not_last(member)
        member.role = role
        member.save(update_fields=["role"])
        _log(by, member, "A membership was changed.", role=role)
    return member


def link(by: Visitor, member_id: int, user_id: str, *, may_begin: bool = False, now: datetime) -> Member:
    """Let an account be this employee. Raises NotAdministrator, PersonNotYours, NothingHere, UnknownPerson, PersonTaken.

    The account sees that memory as its own from now on, so the person finds it among those who looked.
    """
    with transaction.atomic():
        tenant = _hold(by)
        member = _known(tenant, member_id)
        if not may_link(by):
            raise PersonNotYours
        profile = _person(tenant, user_id, may_begin=may_begin, now=now, but=member)
        if member.profile_id != profile.pk:
            member.profile = profile
            member.save(update_fields=["profile"])
            _note_link(by, member, profile)
    return member


def unlink(by: Visitor, member_id: int) -> Member:
    """What is remembered about the person stays. Raises NotAdministrator, PersonNotYours, NothingHere."""
    with transaction.atomic():
        member = _known(_hold(by), member_id)
        if not may_link(by):
            raise PersonNotYours
        if member.profile_id is not None:
            _log(by, member, "An account was unlinked from a person.", profile_id=member.profile_id)
            member.profile = None
            member.save(update_fields=["profile"])
    return member


def remove(by: Visitor, member_id: int) -> None:
    """The account stays, without this membership. Raises NotAdministrator, NothingHere, LastAdministrator."""
    with transaction.atomic():
        member = _known(_hold(by), member_id)
        check_not_last(member)
        _log(by, member, "A membership was ended.", role=member.role)
        member.delete()


def renew_password(by: Visitor, member_id: int) -> Entry:
    """A new random password; whoever is signed in with the old one is out. Raises PasswordNotYours and as above."""
    with transaction.atomic():
        member = _known(_hold(by), member_id)
        if not may_renew_password(by, member):
            raise PasswordNotYours
        password = _renewed(member.account)
        _log(by, member, "An account got a new password.", profile_id=member.profile_id)
        if member.profile_id is not None:
            _note_look(by, member, member.profile_id)
    return Entry(member, password)


def may_link(by: Visitor) -> bool:
    """Whether they may say which person an account is: no member and no administrator may (SPEC I7)."""
    return by.account.is_superuser


def may_renew_password(by: Visitor, member: Member) -> bool:
    """Not one's own, and none that opens anything besides this organisation's pages: with the password of an account that
    is a person, an administrator would be that person."""
    account = member.account
    if account.pk == by.account.pk or account.is_superuser or account.is_staff:
        return False
    if member.profile_id is not None and not may_link(by):
        return False
    return not Member.objects.filter(account=account).exclude(pk=member.pk).exists()


def check_not_last(member: Member) -> None:
    """Raise LastAdministrator if nobody else could administer. Holds the organisation until the transaction ends."""
    Tenant.objects.select_for_update(no_key=True).get(pk=member.tenant_id)
    administrators = Member.objects.filter(
        tenant=member.tenant_id, role=Member.Role.ADMINISTRATOR, account__is_active=True
    )
    if member.is_administrator and not administrators.exclude(pk=member.pk).exists():
        raise LastAdministrator


def _hold(by: Visitor) -> Tenant:
    """The visitor's organisation, held until the transaction ends, if they still administer it."""
    if by.member is None:
        raise NotAdministrator
    # No key: other rows may go on referring to it.
    tenant = Tenant.objects.select_for_update(no_key=True).get(pk=by.member.tenant_id)
    if not Member.objects.filter(pk=by.member.pk, role=Member.Role.ADMINISTRATOR).exists():
        raise NotAdministrator
    return tenant


def _known(tenant: Tenant, member_id: int) -> Member:
    member = Member.objects.filter(tenant=tenant, pk=member_id).select_related("account").first()
    if member is None:
        raise NothingHere
    return member


def _person(tenant: Tenant, user_id: str, *, may_begin: bool, now: datetime, but: Member | None = None) -> Profile:
    """The employee of that id whom no other account is; `but` is the membership that may."""
    person = Named(tenant.pk, identity.USER, user_id=user_id)
    profile = identity.get_or_create(person, now=now) if may_begin else identity.find(person)
    if profile is None:
        raise UnknownPerson
    if Member.objects.filter(tenant=tenant, profile=profile).exclude(pk=but.pk if but else 0).exists():
        raise PersonTaken
    return profile


def _account(name: str, tenant: Tenant, *, by_superuser: bool) -> tuple[User, str]:
    # Held: of two organisations that bring in one account at once, the second sees what it has become.
    account = get_user_model().objects.select_for_update(no_key=True).filter(username=name).first()
    if account is None:
        password = get_random_string(PASSWORD_LENGTH)
        return get_user_model().objects.create_user(name, password=password), password
    belongs_to = set(Member.objects.filter(account=account).values_list("tenant_id", flat=True))
    if tenant.pk in belongs_to:
        raise MemberAlready
    if not (belongs_to or account.is_superuser or account.is_staff):
        return account, _renewed(account)
    if not by_superuser:
        raise NameTaken
    return account, ""


def _renewed(account: User) -> str:
    password = get_random_string(PASSWORD_LENGTH)
    account.set_password(password)
    account.save(update_fields=["password"])
    return password


def _note_link(by: Visitor, member: Member, profile: Profile) -> None:
    _log(by, member, "An account was linked to a person.", profile_id=profile.pk)
    _note_look(by, member, profile.pk)


def _note_look(by: Visitor, member: Member, profile_id: int) -> None:
    """Who can sign in as a person can look at everything of theirs."""
    looks.record(tenant_id=member.tenant_id, profile_id=profile_id, actor=by.actor, model="member", key=member.pk)


def _log(by: Visitor, member: Member, message: str, *, profile_id: int | None = None, **details: object) -> None:
    worklog.publish(
        tenant_id=member.tenant_id,
        module="Members",
        level="success",
        actor=by.actor,
        message=message,
        details={"member": member.pk, "account": member.account_id, **details},
        profile_id=profile_id,
    )
