"""The pages that the console's benchmark opens, with ids of what really is in its database."""

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model

from extraction.models import Job
from profiles.models import Fact, Member, Profile, Tenant

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def administrator() -> "User":
    """An account that may see everything, and is the person with the most facts."""
    tenant = Tenant.objects.get(slug="default")
    person = Profile.objects.filter(tenant=tenant).order_by("-active_facts", "pk")[0]
    account = get_user_model().objects.create_user("visitor")
    Member.objects.create(account=account, tenant=tenant, role=Member.Role.ADMINISTRATOR, profile=person)
    return account


def found() -> list[str]:
    """Every page that shows something, filtered and unfiltered."""
    own = Member.objects.exclude(profile=None).values("profile")[:1]
    fact = Fact.objects.filter(profile__in=own)[0]
    job = Job.objects.order_by("-pk")[0]
    return [
        "/memory/",
        "/memory/?q=tea",
        "/memory/?past=yes",
        f"/memory/{fact.fact_id}/",
        "/memory/looks",
        "/memory/asked",
        "/memory/conversations",
        "/review/",
        "/review/?whose=all",
        "/dream/",
        "/jobs/",
        "/jobs/?state=failed",
        "/jobs/?reason=timeout",
        f"/jobs/{job.pk}/",
    ]
