"""What tests of the playground share: who plays, what is said there, and learning from it."""

from typing import Any

from django.test import Client

from extraction import runner
from extraction.models import Job
from profiles.models import Member
from tests.accounts import make_member

PAGE = "/playground/"
SANDBOX = {"whose": "sandbox", "agent": "playground"}
ME = {"whose": "me", "agent": "playground"}
TEA = "I am allergic to peanuts and I live in Lisbon."


def player(role: str = Member.Role.MEMBER, **fields: Any) -> tuple[Client, Member]:
    member, client = make_member(role=role, **fields), Client()
    client.force_login(member.account)
    return client, member


def say(client: Client, said: str, seat: dict[str, str] = SANDBOX, **fields: str) -> Any:
    return client.post(f"{PAGE}say", {**seat, "said": said, **fields})


def learn(job: Job) -> Job:
    runner.run_next(job.profile_id, queue="learning", now=job.created_at)
    job.refresh_from_db()
    return job


def said_and_learned(client: Client, said: str = TEA, seat: dict[str, str] = SANDBOX, **fields: str) -> Job:
    answer = say(client, said, seat, **fields)
    assert answer.status_code == 302, answer.content.decode()
    return learn(Job.objects.latest("pk"))


def refused(client: Client, address: str, data: dict[str, str], status: int) -> str:
    answer = client.post(address, data)
    assert answer.status_code == status
    return answer.content.decode()
