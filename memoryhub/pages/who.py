"""Whom a page may show: oneself, or for those who administer, the people of the tenant in use; and how people are named."""

from collections.abc import Iterable, Mapping

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from observability import looks
from profiles.console import Visitor
from profiles.models import EndUserProfile, Member, Profile, UserProfile


class NotForYou(Refused):
    code = "not_for_your_role"
    status = 403

    def __init__(self) -> None:
        super().__init__(_("Only operators and administrators of your organisation can open this page."))


class NoOrganisation(Refused):
    code = "member_missing"
    status = 403

    def __init__(self) -> None:
        super().__init__(
            _("Your account belongs to no organisation, so there is nothing here. The administration shows all.")
        )


def operator(visitor: Visitor) -> Member:
    """The membership of somebody who may see how the service works for a tenant. Raises NotForYou, NoOrganisation."""
    if not visitor.may_administer:
        raise NotForYou
    if visitor.member is None:
        raise NoOrganisation
    return visitor.member


def administrator(visitor: Visitor) -> Member:
    """Like `operator`, of somebody who may read contents and change what there is or is set up."""
    member = operator(visitor)
    if not member.is_administrator:
        raise NotForYou
    return member


def sees_contents(visitor: Visitor, profile_id: int) -> bool:
    """One's own, and for administrators that of everybody in the tenant."""
    member = visitor.member
    return member is not None and (member.is_administrator or member.profile_id == profile_id)


def reads_logged(visitor: Visitor) -> bool:
    """Whether the visitor may read what the service only keeps while MEMORYHUB_LOG_CONTENT is on: administrators may."""
    member = visitor.member
    return member is not None and member.is_administrator and bool(settings.MEMORYHUB_LOG_CONTENT)


def note_look(visitor: Visitor, profile_id: int | None, *, model: str, key: object) -> None:
    """Put a look at what is somebody else's on record, where its owner can see it. One's own is looked at unrecorded."""
    member = visitor.member
    if member is not None and member.profile_id != profile_id:
        looks.record(tenant_id=member.tenant_id, profile_id=profile_id, actor=visitor.actor, model=model, key=key)


def note_looks(visitor: Visitor, profiles: Iterable[int], *, model: str, key: object) -> None:
    """The same of several people of whom one page tells, in one statement."""
    member = visitor.member
    if member is not None:
        rows = [(pk, key) for pk in profiles if pk != member.profile_id]
        looks.record_all(tenant_id=member.tenant_id, actor=visitor.actor, model=model, rows=rows)


def name_of(profile: Profile) -> str:
    """The id by which agents know a person; profiles come with their identity rows."""
    if profile.kind == Profile.Kind.USER:
        return profile.user.user_id
    known = profile.end_user
    return f"{known.end_user_id} / {known.end_sub_user_id}" if known.end_sub_user_id else known.end_user_id


def with_name(tenant_id: int, name: str) -> int | None:
    """The profile of the person whom agents know by this id (`company / sub-account` for a sub-account), None of nobody."""
    user = UserProfile.objects.filter(tenant=tenant_id, user_id=name).values_list("profile_id", flat=True).first()
    if user is not None:
        return user
    company, _slash, sub = (part.strip() for part in name.partition(" / "))
    found = EndUserProfile.objects.filter(tenant=tenant_id, end_user_id=company, end_sub_user_id=sub)
    return found.values_list("profile_id", flat=True).first()


def names_of(tenant_id: int, keys: set[int]) -> Mapping[int, str]:
    """How agents know these people, by the key of their profile; in one statement."""
    found = Profile.objects.filter(tenant=tenant_id, pk__in=keys).select_related("user", "end_user")
    return {profile.pk: name_of(profile) for profile in found} if keys else {}
