import pytest

from profiles.models import Agent
from tests.builders import make_profile, make_tenant
from tests.callers import api_with_key, api_with_token, make_issuer

pytestmark = pytest.mark.django_db


@pytest.fixture
def api():
    return api_with_key()


def test_an_agent_is_made_read_listed_and_changed(api):
    made = api.post("/api/agents", {"agent_id": "a/1 x", "name": "Support", "settings": {"model": "small"}})

    assert made.status_code == 201
    assert api.get("/api/agents/a%2F1%20x").json() == made.json()
    assert api.get("/api/agents").json()["items"] == [made.json()]
    changed = api.patch("/api/agents/a%2F1%20x", {"paused": True}).json()
    assert (changed["paused"], changed["name"], changed["settings"]) == (True, "Support", {"model": "small"})


def test_a_new_agent_takes_from_its_maker_what_it_is_not_told():
    make_issuer()
    make_profile("u1", preferences={"model": "small", "language": "zh"})

    made = api_with_token("u1").post("/api/agents", {"agent_id": "a1", "settings": {"model": "large"}}).json()

    assert made["settings"] == {"model": "large", "language": "zh"}


def test_an_id_is_given_once_and_a_repetition_is_answered(api):
    first = api.post("/api/agents", {"agent_id": "a1"}, Idempotency_Key="k")
    again = api.post("/api/agents", {"agent_id": "a1"}, Idempotency_Key="k")
    taken = api.post("/api/agents", {"agent_id": "a1"})

    assert (again.status_code, again.json()) == (201, first.json())
    assert (taken.status_code, taken.json()["code"]) == (409, "agent_exists")


@pytest.mark.parametrize(
    "wrong", [{"agent_id": ""}, {"agent_id": 1}, {"name": 1}, {"settings": []}, {"memory_config": "off"}, {"paused": 1}]
)
def test_a_wrong_agent_is_named_and_not_made(api, wrong):
    answer = api.post("/api/agents", {"agent_id": "a1"} | wrong)

    assert (answer.status_code, answer.json()["field"]) == (400, next(iter(wrong)))
    assert not Agent.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"settings": {"temperature": "hot"}}, "settings.temperature"),
        ({"memory_config": {"enable_user_profile": "false"}}, "memory_config.enable_user_profile"),
    ],
)
def test_a_wrong_value_inside_is_named_too(api, wrong, field):
    api.post("/api/agents", {"agent_id": "known"})

    made = api.post("/api/agents", {"agent_id": "a1"} | wrong)
    changed = api.patch("/api/agents/known", wrong)

    for answer in (made, changed):
        assert (answer.status_code, answer.json()["field"]) == (400, field)
    assert Agent.objects.get().agent_id == "known"


def test_agents_of_another_tenant_do_not_exist(api):
    Agent.objects.create(tenant=make_tenant("other"), agent_id="a1")

    assert api.get("/api/agents/a1").status_code == 404
    assert api.patch("/api/agents/a1", {"name": "x"}).status_code == 404
    assert api.get("/api/agents").json()["items"] == []


def test_a_key_confined_to_agents_sees_and_makes_only_those(api):
    api.post("/api/agents", {"agent_id": "a1"})
    api.post("/api/agents", {"agent_id": "a2"})
    confined = api_with_key(agents=["a1"])

    assert [agent["agent_id"] for agent in confined.get("/api/agents").json()["items"]] == ["a1"]
    assert confined.get("/api/agents/a2").status_code == 404
    assert confined.post("/api/agents", {"agent_id": "a3"}).status_code == 404


def test_an_employee_does_not_change_an_agent_that_everybody_uses(api):
    make_issuer()
    api.post("/api/agents", {"agent_id": "a1"})

    assert api_with_token("u1").patch("/api/agents/a1", {"paused": True}).status_code == 403
    assert Agent.objects.get().is_paused is False


def test_a_change_names_what_it_changes_and_leaves_the_rest(api):
    api.post("/api/agents", {"agent_id": "a1", "name": "Support", "settings": {"model": "small"}})
    row = Agent.objects.get()
    Agent.objects.update(name="Renamed meanwhile", memory_config={"enable_user_profile": False})

    api.patch("/api/agents/a1", {"paused": True, "agent_id": "a2"})

    row.refresh_from_db()
    assert (row.agent_id, row.is_paused, row.name) == ("a1", True, "Renamed meanwhile")
    assert (row.settings, row.memory_config) == ({"model": "small"}, {"enable_user_profile": False})
