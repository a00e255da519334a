import json
from pathlib import Path

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS

from memoryhub.api import docs

COMMITTED = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")


def operations() -> dict[str, dict]:
    paths = docs.generated()["paths"]
    return {f"{method} {path}": told[method] for path, told in paths.items() for method in METHODS if method in told}


def test_the_committed_schema_is_that_of_the_running_code():
    assert json.loads(COMMITTED.read_text()) == json.loads(json.dumps(docs.generated())), (
        "The API has changed: manage.py spectacular --file docs/openapi.json --format openapi-json --settings tests.settings"
    )


def test_no_two_shapes_share_a_name_and_nothing_is_guessed():
    docs.generated.cache_clear()
    GENERATOR_STATS.reset()

    docs.generated()

    assert not GENERATOR_STATS, "The warnings on the error output name the shapes"


def test_every_operation_documents_its_refusals_as_problems():
    for name, operation in operations().items():
        answers = operation["responses"]
        assert {"400", "401", "403", "404", "413", "429", "503"} <= answers.keys(), name
        refusals = [answer for status, answer in answers.items() if status >= "400"]
        assert all("application/problem+json" in answer["content"] for answer in refusals), name


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does():
    names = [operation["operationId"] for operation in operations().values()]

    assert len(set(names)) == len(names)
    assert all(operation["summary"] for operation in operations().values())


def test_what_creates_takes_an_idempotency_key():
    creating = {
        "post /api/messages",
        "post /api/profile/memory",
        "post /api/profile/erase",
        "post /api/agents",
        "post /api/global-memories",
        "post /api/global-memories/bindings",
        "post /api/global-memories/bulk",
        "post /api/global-memories/folders",
        "post /api/global-memories/{memory_id}/copy",
        "post /api/admin/dream",
        "post /api/observations/{observation_id}/feedback",
        "post /api/sessions/{session_id}/end",
    }

    told = {
        name
        for name, operation in operations().items()
        if any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", []))
    }

    assert told == creating


@pytest.mark.django_db
def test_the_schema_is_open_to_everybody(client: Client):
    assert client.get("/api/schema").json()["info"]["title"] == "MemoryHub"


@pytest.mark.django_db
def test_the_page_needs_nothing_from_outside_and_has_a_policy_of_its_own(client: Client):
    page = client.get("/api/docs")

    policy = page["Content-Security-Policy"]
    assert page.status_code == 200
    assert b"swagger-ui-bundle.js" in page.content
    assert b"https://" not in page.content
    assert "'unsafe-inline'" in policy
    assert "script-src" not in policy.replace("default-src 'self'", "")
    assert client.get("/api/docs?script=").status_code == 200
