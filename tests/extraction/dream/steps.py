"""What tests of runs do: somebody says something, a run is opened, and a fake worker ends a part as the real one would."""

from datetime import datetime
from typing import Any

from django.db.models import F
from django.db.models.functions import Greatest

from extraction.dream import runs
from extraction.models import DreamPart, DreamRun, Job
from profiles.models import Profile, Tenant
from summaries.models import Message
from tests.builders import NOON, make_message, make_session

ACTOR = "account:1"


def say(profile: Profile, text: str = "我住在烟台", *, at: datetime = NOON, **fields: Any) -> Message:
    """A message that was said and stored at that time."""
    message = make_message(make_session(profile), text, said_at=at, **fields)
    Message.objects.filter(pk=message.pk).update(stored_at=at)
    return message


def opened(tenant: Tenant, *, now: datetime = NOON, **words: Any) -> DreamRun:
    run, is_new = runs.start(tenant, actor=ACTOR, now=now, **words)
    assert is_new
    runs.open_parts(run.pk, now)
    run.refresh_from_db()
    return run


def people_of(run: DreamRun) -> set[int]:
    return set(run.parts.values_list("profile", flat=True))


def succeed(part: DreamPart, *, now: datetime = NOON, **fields: Any) -> list[int]:
    """What the real worker does to the rows that runs look at; answers with the keys of the messages that it read."""
    read = list(Message.objects.filter(profile=part.profile_id, pk__gt=part.after_message).values_list("pk", flat=True))
    through = max(read, default=part.after_message)
    Job.objects.filter(pk=part.job_id).update(state="done", finished_at=now)
    DreamPart.objects.filter(pk=part.pk).update(state="done", through_message=through, finished_at=now, **fields)
    if not part.run.is_dry:
        Profile.objects.filter(pk=part.profile_id).update(dreamed_through=Greatest(F("dreamed_through"), through))
    return read


def fail(part: DreamPart, *, reason: str = "timeout", now: datetime = NOON) -> None:
    """A failure is booked on the job alone, by whoever ran it."""
    Job.objects.filter(pk=part.job_id).update(state="failed", reason=reason, finished_at=now)


def skip(part: DreamPart, *, now: datetime = NOON) -> None:
    Job.objects.filter(pk=part.job_id).update(state="done", reason="paused", finished_at=now)
    DreamPart.objects.filter(pk=part.pk).update(state="skipped", reason="paused", finished_at=now)
