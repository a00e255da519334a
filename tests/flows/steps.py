"""The steps that flows are told in: say something, let the workers run, look at what is known."""

from datetime import datetime
from typing import Any

from extraction import runner
from extraction.models import Job
from memoryhub import ingest
from memoryhub.ingest import Batch, Incoming, Recorded
from profiles import identity
from profiles.models import Fact, Profile
from tests.builders import NOON, make_tenant


def person(name: str = "kai") -> identity.Named:
    return identity.Named(tenant_id=make_tenant().pk, kind=identity.USER, user_id=name)


def say(named: identity.Named, *contents: str, at: datetime = NOON, session: str = "s1", **fields: Any) -> Recorded:
    """One batch of messages of the user; `ids` names them."""
    ids = fields.pop("ids", [""] * len(contents))
    messages = tuple(
        Incoming(role="user", content=content, message_id=message_id, said_at=at)
        for content, message_id in zip(contents, ids, strict=True)
    )
    return ingest.record(named, Batch(session_id=session, messages=messages, **fields), now=at)


def work_off(profile: Profile, *, now: datetime = NOON) -> list[Job]:
    """Run the jobs of a person that are due, one after the other."""
    done = []
    while job := runner.run_next(profile.pk, queue="learning", now=now):
        job.refresh_from_db()
        done.append(job)
    return done


def profile_of(named: identity.Named) -> Profile:
    profile = identity.find(named)
    assert profile is not None
    return profile


def known(named: identity.Named) -> list[str]:
    return list(Fact.objects.of(profile_of(named)).active().order_by("pk").values_list("content", flat=True))
