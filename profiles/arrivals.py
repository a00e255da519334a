"""The profiles of many people at once: found, or made, in a few statements however many they are."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from profiles import identity
from profiles.identity import Named
from profiles.models import EndUserProfile, Profile, UserProfile


def keys_of(people: Iterable[Named], *, now: datetime) -> tuple[dict[Named, int], int]:
    """Profile keys of everybody and how many were made; somebody who is made elsewhere at once is found."""
    everyone = set(people)
    known = _known(everyone)
    missing = [person for person in everyone if person not in known]
    try:
        with transaction.atomic():
            _make(missing, now)
    except IntegrityError:
        for person in missing:
            identity.get_or_create(person, now=now)
    return known | _known(missing), len(missing)


def _known(people: Iterable[Named]) -> dict[Named, int]:
    users = {person.user_id: person for person in people if person.kind == identity.USER}
    others = {(p.end_user_id, p.end_sub_user_id): p for p in people if p.kind == identity.END_USER}
    tenants = {person.tenant_id for person in people}
    found: dict[Named, int] = {}
    for user_id, pk in UserProfile.objects.filter(tenant__in=tenants, user_id__in=users).values_list("user_id", "pk"):
        found[users[user_id]] = pk
    companies = EndUserProfile.objects.filter(tenant__in=tenants, end_user_id__in={company for company, _ in others})
    for company, sub, pk in companies.values_list("end_user_id", "end_sub_user_id", "pk"):
        if (company, sub) in others:
            found[others[company, sub]] = pk
    return found


def _make(people: Sequence[Named], now: datetime) -> None:
    rows = [Profile(tenant_id=one.tenant_id, kind=one.kind, updated_at=now) for one in people]
    pairs = list(zip(Profile.objects.bulk_create(rows), people, strict=True))
    UserProfile.objects.bulk_create(
        [
            UserProfile(profile=profile, tenant_id=one.tenant_id, user_id=one.user_id)
            for profile, one in pairs
            if one.kind == identity.USER
        ]
    )
    EndUserProfile.objects.bulk_create(
        [
            EndUserProfile(
                profile=profile,
                tenant_id=one.tenant_id,
                end_user_id=one.end_user_id,
                end_sub_user_id=one.end_sub_user_id,
            )
            for profile, one in pairs
            if one.kind == identity.END_USER
        ]
    )
