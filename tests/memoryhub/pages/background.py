"""What tests of pages share: who looks, what they see, which look is on record, and jobs to look at."""

import json
from html import unescape
from typing import Any

from django.test import Client
from django.test.utils import CaptureQueriesContext

from extraction.models import Decision, Job
from observability import figures
from observability.models import ModelCall, WorkLogEntry
from profiles import ledger
from profiles.changes import New, Origin
from profiles.lifecycle import Source
from profiles.models import Member, Profile
from tests.accounts import make_member
from tests.builders import NOON, make_job

PAGE = "/jobs/"
HTMX = {"HX-Request": "true"}
SECRET = "collects invisible stamps"
SCRIPT = "<script>alert(1)</script>"
AROUND = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET ")
OPERATOR, ADMINISTRATOR = Member.Role.OPERATOR, Member.Role.ADMINISTRATOR


def signed_in(role: str = ADMINISTRATOR, **fields: Any) -> Client:
    client = Client()
    client.force_login(make_member(role=role, **fields).account)
    return client


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


def exported_in(answer: Any) -> list[dict[str, Any]]:
    """The lines of a file that was sent in pieces."""
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def text_of(client: Client, address: str = PAGE, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def plain_text_of(client: Client, address: str) -> str:
    """The page with a plain space where a number holds on to its unit."""
    return text_of(client, address).replace("\xa0", " ")


def secret_in(page: str) -> str:
    """The key or the password that a page shows once."""
    return unescape(page.split('id="secret">')[1].split("</pre>")[0])


def counted(asked: CaptureQueriesContext) -> int:
    """How many statements were sent, apart from those that begin, end and set (SPEC C5)."""
    return sum(not query["sql"].startswith(AROUND) for query in asked.captured_queries)


def looked_at() -> list[tuple[int | None, str]]:
    """Whose contents somebody looked into, and into which, as it is on record."""
    found = WorkLogEntry.objects.filter(module="Admin").order_by("pk")
    return [(entry.profile_id, entry.details["model"]) for entry in found]
