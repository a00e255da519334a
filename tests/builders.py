"""Rows for tests, made with as few words as the test needs."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from extraction.models import Job
from profiles import ledger, slots
from profiles.changes import New, Origin
from profiles.lifecycle import Source
from profiles.models import EndUserProfile, Fact, Profile, Tenant, UserProfile
from profiles.models.tenants import DEFAULT_TENANT
from summaries.models import Message, Session

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
LEARNED = Origin("_system", Source.EXTRACTION)
BY_OWNER = Origin("account:1", Source.CONSOLE)
BY_API = Origin("key:test", Source.API)

_numbers = itertools.count(1)


def after(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def make_tenant(slug: str = DEFAULT_TENANT) -> Tenant:
    """The tenant, made when a flush took away the one of the migration."""
    return Tenant.objects.get_or_create(slug=slug, defaults={"name": slug.title()})[0]


def make_profile(user_id: str = "", *, tenant: Tenant | None = None, **fields: Any) -> Profile:
    """An internal user."""
    tenant = tenant or make_tenant()
    profile = Profile.objects.create(tenant=tenant, kind=Profile.Kind.USER, updated_at=NOON, **fields)
    UserProfile.objects.create(profile=profile, tenant=tenant, user_id=user_id or f"user-{next(_numbers)}")
    return profile


def make_end_user(
    end_user_id: str = "", end_sub_user_id: str = "", *, tenant: Tenant | None = None, **fields: Any
) -> Profile:
    """An end user: a company, or with `end_sub_user_id` one of its people."""
    tenant = tenant or make_tenant()
    profile = Profile.objects.create(tenant=tenant, kind=Profile.Kind.END_USER, updated_at=NOON, **fields)
    EndUserProfile.objects.create(
        profile=profile,
        tenant=tenant,
        end_user_id=end_user_id or f"company-{next(_numbers)}",
        end_sub_user_id=end_sub_user_id,
    )
    return profile


def make_fact(profile: Profile, content: str, *, origin: Origin = LEARNED, now: datetime = NOON, **fields: Any) -> Fact:
    """A fact as the ledger writes it, with its slot derived as in the product."""
    kind = fields.setdefault("type", "user_fact")
    slot = fields.setdefault("slot", slots.slot_of(kind, content, ""))
    fields.setdefault("slot_key", slots.slot_key(kind, slot, fields.get("agent_id", "")))
    return ledger.apply(profile.pk, [New(content, **fields)], origin=origin, now=now).facts[0]


def make_session(profile: Profile, session_id: str = "s1", **fields: Any) -> Session:
    return Session.objects.get_or_create(profile=profile, session_id=session_id, defaults=fields)[0]


def make_message(
    session: Session, content: str, *, role: str = "user", said_at: datetime = NOON, **fields: Any
) -> Message:
    number = next(_numbers)
    fields.setdefault("message_id", f"made-{number}")  # never one that a test writes itself
    return Message.objects.create(
        session=session,
        profile=session.profile,
        role=role,
        content=content,
        content_hash=f"{number:064d}",
        said_at=said_at,
        **fields,
    )


def make_job(profile: Profile, state: str = "failed", reason: str = "", **fields: Any) -> Job:
    now = timezone.now()
    values = {"kind": "learn", "due_at": now, "created_at": now} | fields
    if state in ("failed", "partial", "done"):
        values.setdefault("finished_at", now)
    return Job.objects.create(profile=profile, state=state, reason=reason, **values)
