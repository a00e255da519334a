"""The pages that the console's benchmark opens, with ids of what really is in its database."""

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model

from benchmarks.companies import LARGE
from extraction.models import DreamPart, Job
from globalmemory.models import GlobalMemoryVersion
from observability.models import ModelCall, Observation
from profiles.models import EndUserProfile, Fact, Member, Profile, Tenant
from summaries.models import Session

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
    return [*_own(), *_global_memories(), *_people(), *_observations(), *_work(), *_operations()]


def _own() -> list[str]:
    """What belongs to the visitor, and what waits for somebody's word."""
    visitor = Member.objects.exclude(profile=None)[0].profile
    fact = Fact.objects.filter(profile=visitor).active()[0]
    conversation = Session.objects.filter(profile=visitor).order_by("-pk")[0]
    return [
        *("/memory/", "/memory/?q=tea", "/memory/?show=past"),
        *(f"/memory/{fact.fact_id}/", f"/memory/{fact.fact_id}/edit"),
        *("/memory/looks", "/memory/asked", "/memory/conversations", f"/memory/conversations/{conversation.pk}/"),
        *("/memory/data", "/review/", "/review/?whose=all", "/password"),
    ]


def _global_memories() -> list[str]:
    former = GlobalMemoryVersion.objects.order_by("-pk")[0]
    memory = f"/global/{former.global_memory_id}"
    return [
        *("/global/", "/global/?whose=tenant", "/global/?whose=tenant&agent=agent-1", "/global/new"),
        *("/global/try?question=tea&agent=agent-1", "/global/try?whose=tenant&question=tea&agent=agent-1"),
        *(f"{memory}/", f"{memory}/edit", f"{memory}/move", f"{memory}/versions/{former.version}/"),
    ]


def _people() -> list[str]:
    someone = EndUserProfile.objects.get(end_user_id=LARGE, end_sub_user_id="sub-0040").pk
    fact = Fact.objects.active().exclude(evidence=[]).order_by("-pk")[0]
    return [
        *("/people/", "/people/?after=company-090000", "/people/?q=company-05", "/people/?q=sub-0001"),
        *("/people/?tab=employees", "/people/?tab=facts&q=tea", "/people/?tab=facts&q=lisbon+bicycle"),
        f"/people/company/?id={LARGE}",
        f"/people/company/?id={LARGE}&after=sub-4000",
        f"/people/company/?id={LARGE}&facts=yes",
        *(f"/people/{someone}/", f"/people/{someone}/context", f"/people/{someone}/context?ask=yes&question=tea"),
        *(f"/people/{someone}/data", f"/people/{fact.profile_id}/facts/{fact.fact_id}/"),
        f"/people/{fact.profile_id}/facts/{fact.fact_id}/edit",
    ]


def _observations() -> list[str]:
    asked = Observation.objects.order_by("-pk")[0]
    return [
        *("/observations/", "/observations/?period=30d", "/observations/levels/?period=30d"),
        *("/observations/?agent=agent-1", "/observations/requests/"),
        *(f"/observations/requests/?{asked_for}" for asked_for in REQUESTS),
        f"/observations/requests/{asked.observation_id}/",
    ]


def _work() -> list[str]:
    """What is done in the background, and what somebody tries out."""
    part = DreamPart.objects.order_by("-pk")[0]
    job, heard = Job.objects.order_by("-pk")[0], Job.objects.exclude(session=None).order_by("-pk")[0]
    return [
        *(
            "/dream/",
            f"/dream/{part.run_id}/",
            f"/dream/{part.run_id}/?show=changes",
            f"/dream/{part.run_id}/{part.pk}/",
        ),
        *("/jobs/", "/jobs/?state=failed", "/jobs/?reason=timeout", f"/jobs/{job.pk}/", f"/jobs/{heard.pk}/"),
        *("/playground/", f"/playground/{heard.pk}/", "/first-run/"),
    ]


def _operations() -> list[str]:
    call = ModelCall.objects.order_by("-pk")[0]
    member = Member.objects.order_by("-pk")[0]
    return [
        *("/operations/", "/operations/log/", "/operations/log/?level=error"),
        *("/operations/log/?module=Dream&level=warning", f"/operations/log/?person={LARGE}"),
        *("/operations/log/?actor=nobody", "/operations/calls/", "/operations/calls/?outcome=timeout"),
        *("/operations/calls/?days=31", f"/operations/calls/{call.pk}/", "/operations/settings/"),
        *("/operations/keys/", "/operations/keys/new", "/operations/members/", "/operations/members/new"),
        *(f"/operations/members/{member.pk}/", "/operations/scopes/", "/operations/scopes/settings"),
        "/operations/scopes/edit",
    ]
