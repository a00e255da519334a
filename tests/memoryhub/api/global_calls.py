"""What tests of global memories ask the API, and how they read its answers."""

from typing import Any

from django.http import HttpResponse

from tests.callers import Api

PATH = "/api/global-memories"
ACME = {"end_user_id": "acme"}
TENANT = {"owner": "tenant"}


def made(api: Api, name: str = "Work", whose: dict[str, Any] = ACME, **fields: Any) -> dict[str, Any]:
    answer = api.post(PATH, whose | {"name": name} | fields)
    assert answer.status_code == 201, answer.content
    return answer.json()


def bound(api: Api, memory: dict[str, Any], agent_id: str = "a1", whose: dict[str, Any] = ACME) -> dict[str, Any]:
    answer = api.post(f"{PATH}/bindings", whose | {"memory_id": memory["id"], "agent_id": agent_id})
    assert answer.status_code == 201, answer.content
    return answer.json()


def listed(api: Api, **filters: Any) -> list[str]:
    answer = api.get(PATH, **ACME | filters)
    assert answer.status_code == 200, answer.content
    return [one["name"] for one in answer.json()["items"]]


def problem(answer: HttpResponse) -> tuple[int, str, str | None]:
    body = answer.json()
    return answer.status_code, body["code"], body.get("field")
