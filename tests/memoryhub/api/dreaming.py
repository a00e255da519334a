"""A dream of three people, and how the API is asked about it."""

from typing import Any

from django.test import Client

from extraction.models import DreamRun
from profiles.models import Member, Profile
from tests.accounts import make_member
from tests.builders import make_end_user, make_fact, make_profile
from tests.callers import Api
from tests.extraction.nights import make_merge, make_part, make_retirement, make_run

START, RUNS = "/api/admin/dream", "/api/admin/dream/runs"
TEA, GREEN, BOTH = "likes tea", "drinks green tea every morning", "likes tea, drinks green tea every morning"


def make_night(acme: Profile) -> DreamRun:
    """A night with a merge for acme, a retirement in the scope `work` for bolt, and nothing for an employee."""
    run = make_run(acme.tenant, counts={"users": 3, "merged": 1, "outdated": 1})
    make_merge(make_part(acme, run), [make_fact(acme, TEA), make_fact(acme, GREEN)], BOTH)
    bolt = make_end_user("bolt")
    make_retirement(make_part(bolt, run), make_fact(bolt, "plans a trip to Oslo", scope_id="work"))
    make_part(make_profile("u1"), run)
    return run


def administrator(**fields: Any) -> Api:
    client = Client(raise_request_exception=False)
    client.force_login(make_member(role=Member.Role.ADMINISTRATOR, **fields).account)
    return Api(client=client)


def refusal(answer: Any) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


def undo(api: Api, run: DreamRun, **body: Any) -> Any:
    return api.post(f"{RUNS}/{run.pk}/undo", body)


def people_in(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [one.get("end_user_id") or one["user_id"] for one in answer.json()["items"]]
