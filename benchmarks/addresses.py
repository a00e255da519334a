"""The pages that the console's benchmark opens, with ids of what really is in its database."""

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model

from benchmarks.companies import LARGE
from extraction.models import Job
from observability.models import ModelCall, Observation
from profiles.models import EndUserProfile, Fact, Member, Profile, Tenant

if TYPE_CHECKING:
    from django.contrib.auth.models import User

# What is common, what is rare, and what is nowhere.
REQUESTS = (
    "memory=empty", "over=500", "score=low", "state=failed", "state=degraded", "feedback=bad", "feedback=bad&reason=private",
    "agent=agent-2", "agent=nobody", "memory=empty&over=500&period=30d", f"person={LARGE}",
)  # fmt: skip


def administrator() -> "User":
    """An account that may see everything, and is the person with the most facts."""
    tenant = Tenant.objects.get(slug="default")
    person = Profile.objects.filter(tenant=tenant).order_by("-active_facts", "pk")[0]
    account = get_user_model().objects.create_user("visitor")
    Member.objects.create(account=account, tenant=tenant, role=Member.Role.ADMINISTRATOR, profile=person)
    return account


def found() -> list[str]:
    """Every page that shows something, filtered and unfiltered, and some of them far from the beginning."""
    own = Member.objects.exclude(profile=None).values("profile")[:1]
    fact = Fact.objects.filter(profile__in=own).active()[0]
    job = Job.objects.order_by("-pk")[0]
    call = ModelCall.objects.order_by("-pk")[0]
    asked = Observation.objects.order_by("-pk")[0]
    someone = EndUserProfile.objects.get(end_user_id=LARGE, end_sub_user_id="sub-0040").pk
    return [
        *(
            "/memory/",
            "/memory/?q=tea",
            "/memory/?show=past",
            f"/memory/{fact.fact_id}/",
            f"/memory/{fact.fact_id}/edit",
        ),
        *("/memory/looks", "/memory/asked", "/memory/conversations", "/memory/data"),
        *(
            "/review/",
            "/review/?whose=all",
            "/global/",
            "/global/?owner=tenant",
            "/global/new",
            "/global/try?question=tea",
        ),
        *("/people/", "/people/?after=company-090000", "/people/?q=company-05", "/people/?q=sub-0001"),
        *("/people/?tab=employees", "/people/?tab=facts&q=tea", "/people/?tab=facts&q=lisbon+bicycle"),
        *(
            f"/people/company/?id={LARGE}",
            f"/people/company/?id={LARGE}&after=sub-4000",
            f"/people/company/?id={LARGE}&facts=yes",
        ),
        *(f"/people/{someone}/", f"/people/{someone}/context", f"/people/{someone}/context?ask=yes&question=tea"),
        *(
            "/observations/",
            "/observations/?period=30d",
            "/observations/levels/?period=30d",
            "/observations/?agent=agent-1",
            "/observations/requests/",
        ),
        *(f"/observations/requests/?{asked_for}" for asked_for in REQUESTS),
        f"/observations/requests/{asked.observation_id}/",
        *("/dream/", "/jobs/", "/jobs/?state=failed", "/jobs/?reason=timeout", f"/jobs/{job.pk}/", "/playground/"),
        *(
            "/operations/",
            "/operations/log/",
            "/operations/log/?level=error",
            "/operations/log/?module=dream&level=warning",
        ),
        *(f"/operations/log/?person={LARGE}", "/operations/log/?actor=nobody", "/operations/calls/"),
        *("/operations/calls/?outcome=timeout", "/operations/calls/?days=31", f"/operations/calls/{call.pk}/"),
        *("/operations/settings/", "/operations/keys/", "/operations/keys/new", "/operations/members/"),
        *("/operations/scopes/", "/operations/scopes/settings"),
    ]
