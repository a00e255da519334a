"""What tests of the pages of background work share: who looks, and jobs to look at."""

from typing import Any

from django.test import Client
from django.utils import timezone

from extraction.models import Decision, Job
from observability import figures
from observability.models import ModelCall
from profiles import ledger
from profiles.changes import New, Origin
from profiles.lifecycle import Source
from profiles.models import Member, Profile
from tests.accounts import make_member
from tests.builders import NOON

PAGE = "/jobs/"
HTMX = {"HX-Request": "true"}
SECRET = "collects invisible stamps"
OPERATOR, ADMINISTRATOR = Member.Role.OPERATOR, Member.Role.ADMINISTRATOR


def signed_in(role: str, **fields: Any) -> Client:
    client = Client()
    client.force_login(make_member(role=role, **fields).account)
    return client


def make_job(profile: Profile, state: str = "failed", reason: str = "", **fields: Any) -> Job:
    now = timezone.now()
    values = {"kind": "learn", "due_at": now, "created_at": now} | fields
    if state in ("failed", "partial", "done"):
        values.setdefault("finished_at", now)
    return Job.objects.create(profile=profile, state=state, reason=reason, **values)


def make_learned(profile: Profile) -> Job:
    """A job that is done and stored one fact for a reason that is on record."""
    job = make_job(profile, "done", counts={"target": 1, "added": 1, "dropped_secret": 2}, engine="embedded")
    origin = Origin("_system", Source.EXTRACTION, job_id=job.pk)
    fact = ledger.apply(profile.pk, [New(SECRET)], origin=origin, now=NOON).facts[0]
    Job.objects.filter(pk=job.pk).update(fact_ids=[fact.fact_id])
    Decision.objects.create(
        profile=profile, job_id=job.pk, fact_id=fact.fact_id, content=SECRET, type="user_fact", action="appended",
        candidates=[{"fact_id": "f_11111111", "score": 0.61, "action": "append", "reason": SECRET, "engine": "m"}], at=NOON,
    )  # fmt: skip
    return job


def make_call(job: Job, **fields: Any) -> ModelCall:
    values = {"purpose": "extract", "model": "small-one", "outcome": "format", "reply_text": SECRET} | fields
    call = ModelCall.objects.create(
        tenant_id=job.profile.tenant_id, profile_id=job.profile_id, job_id=job.pk, at=job.created_at, **values
    )
    figures.add_call(call)
    return call


def text_of(client: Client, address: str = PAGE, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()
