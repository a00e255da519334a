"""Each route asks for its right, and answers nothing about another tenant or person."""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from extraction.models import DreamOperation, DreamRun, Job
from globalmemory.models import AgentBinding, Folder, GlobalMemory
from memoryhub.api import urls
from memoryhub.api.scopes import ADMIN, ONES_OWN, TABLE
from observability.models import Feedback, Observation
from profiles.models import Agent, ApiKey, Fact, HeldItem, Member, Profile, ScopeConfig
from tests.accounts import make_member
from tests.builders import NOON, make_end_user, make_fact, make_message, make_profile, make_session, make_tenant
from tests.callers import Api, api_with_key, api_with_token, make_issuer
from tests.extraction.nights import make_part, make_retirement
from tests.globalmemory.builders import bind, make_folder, make_global_memory

pytestmark = pytest.mark.django_db
OPEN_TO_ALL = {"schema", "docs"}
GLOBAL = "/api/global-memories"
ACME = {"end_user_id": "acme"}
SECRET = "only the owner may see this"


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    data: dict[str, Any] = field(default_factory=dict)

    def by(self, api: Api) -> HttpResponse:
        if self.method in {"GET", "DELETE"}:
            return getattr(api, self.method.lower())(self.path, **self.data)
        return getattr(api, self.method.lower())(self.path, self.data)


def calls(
    fact_id: str = "f_00000000",
    job_id: int = 0,
    held_id: int = 0,
    run_id: int = 0,
    memory_id: int = 1,
    folder_id: int = 1,
    binding_id: int = 1,
    observation_id: str = "obs_0",
) -> dict[tuple[str, str], Call]:
    """One good call of each route and method, about `acme`."""
    fact = f"/api/profile/memory/{fact_id}"
    talk = ACME | {"agent_id": "a1", "session_id": "s9"}
    return {
        ("profile", "GET"): Call("GET", "/api/profile", ACME),
        ("profile", "PUT"): Call("PUT", "/api/profile", ACME | {"preferences": {"model": "m"}}),
        ("profile-touch", "POST"): Call("POST", "/api/profile/touch", ACME | {"agent_id": "a1"}),
        ("profile-memory", "POST"): Call("POST", "/api/profile/memory", ACME | {"content": "likes new things"}),
        ("profile-fact", "GET"): Call("GET", fact, ACME),
        ("profile-fact", "PATCH"): Call("PATCH", fact, ACME | {"pinned": True}),
        ("profile-fact", "DELETE"): Call("DELETE", fact, ACME),
        ("profile-fact-restore", "POST"): Call("POST", f"{fact}/restore", ACME),
        ("profile-fact-history", "GET"): Call("GET", f"{fact}/history", ACME),
        ("profile-pause", "POST"): Call("POST", "/api/profile/pause", ACME | {"paused": False}),
        ("profile-export", "GET"): Call("GET", "/api/profile/export", ACME),
        ("profile-erase", "POST"): Call("POST", "/api/profile/erase", ACME),
        ("facts", "GET"): Call("GET", "/api/facts", ACME),
        ("messages", "POST"): Call(
            "POST", "/api/messages", talk | {"messages": [{"role": "user", "content": "hello"}]}
        ),
        ("extract", "POST"): Call(
            "POST", "/api/extract", ACME | {"messages": [{"role": "user", "content": "I live in Lisbon"}]}
        ),
        ("session-message", "DELETE"): Call("DELETE", "/api/sessions/s1/messages/m1", ACME),
        ("session-end", "POST"): Call("POST", "/api/sessions/s1/end", ACME),
        ("session-summary", "GET"): Call("GET", "/api/sessions/s1/summary", ACME),
        ("session-summaries", "GET"): Call("GET", "/api/sessions/s1/summaries", ACME),
        ("session-messages", "GET"): Call("GET", "/api/sessions/s1/messages", ACME),
        ("session", "DELETE"): Call("DELETE", "/api/sessions/s1", ACME),
        ("job", "GET"): Call("GET", f"/api/jobs/{job_id}"),
        ("job-undo", "POST"): Call("POST", f"/api/jobs/{job_id}/undo"),
        ("review", "GET"): Call("GET", "/api/review", ACME),
        ("review-accept", "POST"): Call("POST", f"/api/review/{held_id}/accept"),
        ("review-refuse", "POST"): Call("POST", f"/api/review/{held_id}/refuse"),
        ("memories-search", "POST"): Call(
            "POST",
            "/api/memories/search",
            ACME | {"query": "only the owner", "include_messages": True, "explain": True},
        ),
        ("context", "POST"): Call("POST", "/api/context", talk | {"question": "What do I like?"}),
        ("global-memories", "GET"): Call("GET", GLOBAL, ACME),
        ("global-memories", "POST"): Call("POST", GLOBAL, ACME | {"name": "new"}),
        ("global-memories-bulk", "POST"): Call(
            "POST", f"{GLOBAL}/bulk", ACME | {"action": "enable", "ids": [memory_id]}
        ),
        ("global-memories-try", "POST"): Call("POST", f"{GLOBAL}/try", ACME | {"agent_id": "a1", "question": "what?"}),
        ("global-memory", "GET"): Call("GET", f"{GLOBAL}/{memory_id}", ACME),
        ("global-memory", "PATCH"): Call("PATCH", f"{GLOBAL}/{memory_id}", ACME | {"name": "renamed"}),
        ("global-memory", "DELETE"): Call("DELETE", f"{GLOBAL}/{memory_id}", ACME),
        ("global-memory-restore", "POST"): Call("POST", f"{GLOBAL}/{memory_id}/restore", ACME),
        ("global-memory-copy", "POST"): Call("POST", f"{GLOBAL}/{memory_id}/copy", ACME),
        ("global-memory-folders", "GET"): Call("GET", f"{GLOBAL}/folders", ACME),
        ("global-memory-folders", "POST"): Call("POST", f"{GLOBAL}/folders", ACME | {"name": "new"}),
        ("global-memory-folder", "PATCH"): Call("PATCH", f"{GLOBAL}/folders/{folder_id}", ACME | {"name": "renamed"}),
        ("global-memory-folder", "DELETE"): Call("DELETE", f"{GLOBAL}/folders/{folder_id}", ACME | {"move_to": "none"}),
        ("global-memory-tags", "GET"): Call("GET", f"{GLOBAL}/tags", ACME),
        ("global-memory-bindings", "GET"): Call("GET", f"{GLOBAL}/bindings", ACME),
        ("global-memory-bindings", "POST"): Call(
            "POST", f"{GLOBAL}/bindings", ACME | {"memory_id": memory_id, "agent_id": "a2"}
        ),
        ("global-memory-binding", "PATCH"): Call("PATCH", f"{GLOBAL}/bindings/{binding_id}", ACME | {"enabled": False}),
        ("global-memory-binding", "DELETE"): Call("DELETE", f"{GLOBAL}/bindings/{binding_id}", ACME),
        ("observations", "GET"): Call("GET", "/api/observations", ACME),
        ("observation", "GET"): Call("GET", f"/api/observations/{observation_id}"),
        ("observation-feedback", "POST"): Call("POST", f"/api/observations/{observation_id}/feedback", {"rating": 2}),
        ("agents", "GET"): Call("GET", "/api/agents"),
        ("agents", "POST"): Call("POST", "/api/agents", {"agent_id": "a9"}),
        ("agent", "GET"): Call("GET", "/api/agents/a1"),
        ("agent", "PATCH"): Call("PATCH", "/api/agents/a1", {"name": "Renamed"}),
        ("scopes", "GET"): Call("GET", "/api/scopes"),
        ("scope", "GET"): Call("GET", "/api/scopes/club"),
        ("scope", "PUT"): Call("PUT", "/api/scopes/club", {"enable_user_profile": False}),
        ("admin-end-users", "GET"): Call("GET", "/api/admin/end-users"),
        ("admin-end-user", "GET"): Call("GET", "/api/admin/end-users/acme"),
        ("admin-dream", "POST"): Call("POST", "/api/admin/dream"),
        ("admin-dream-runs", "GET"): Call("GET", "/api/admin/dream/runs"),
        ("admin-dream-run", "GET"): Call("GET", f"/api/admin/dream/runs/{run_id}"),
        ("admin-dream-undo", "POST"): Call("POST", f"/api/admin/dream/runs/{run_id}/undo"),
        ("admin-jobs", "GET"): Call("GET", "/api/admin/jobs"),
        ("admin-job-rerun", "POST"): Call("POST", f"/api/admin/jobs/{job_id}/rerun"),
    }


ROUTES = sorted(calls())


def called(route: tuple[str, str], api: Api, world: "World | None" = None) -> HttpResponse:
    made = calls(**world.ids) if world else calls()
    answer = made[route].by(api)
    if not answer.streaming:
        return answer
    return HttpResponse(b"".join(answer.streaming_content), status=answer.status_code)


@dataclass(frozen=True)
class World:
    """What `acme` of the default tenant has: a fact with its message, a failed job, something that waits, a dream that
    retired a fact, an answer, an agent, and a global memory in a folder that is bound to it."""

    profile: Profile
    fact: Fact
    job: Job
    held: HeldItem
    run: DreamRun
    binding: AgentBinding
    observed: Observation

    @property
    def ids(self) -> dict[str, Any]:
        memory = self.binding.global_memory
        return {
            "fact_id": self.fact.fact_id,
            "job_id": self.job.pk,
            "held_id": self.held.pk,
            "run_id": self.run.pk,
            "observation_id": self.observed.observation_id,
            "memory_id": memory.pk,
            "folder_id": memory.folder_id,
            "binding_id": self.binding.pk,
        }


@pytest.fixture
def world() -> World:
    profile = make_end_user("acme", preferences={"note": SECRET}, metadata={"note": SECRET})
    said = make_message(make_session(profile, "s1"), SECRET, message_id="m1")
    fact = make_fact(profile, SECRET, evidence=(said.pk,))
    job = Job.objects.create(profile=profile, kind="learn", state="failed", due_at=NOON, created_at=NOON)
    held = HeldItem.objects.create(
        profile=profile, content=SECRET, type="user_fact", source="extraction", reason="steering", created_at=NOON
    )
    Agent.objects.create(tenant=profile.tenant, agent_id="a1", name=SECRET)
    ScopeConfig.objects.create(tenant=profile.tenant, scope_id="club", user_profile_definition=SECRET)
    part = make_part(profile)
    make_retirement(part, make_fact(profile, f"{SECRET}, too"))
    memory = make_global_memory(profile, SECRET, content=SECRET, tags=[SECRET], folder=make_folder(profile, SECRET))
    observed = Observation.objects.create(
        tenant_id=profile.tenant_id,
        profile_id=profile.pk,
        scope_id="__default__",
        agent_id="a1",
        question=SECRET,
        at=NOON,
    )
    return World(profile, fact, job, held, part.run, bind(memory, "a1"), observed)


def test_every_route_stands_in_the_table_with_its_methods():
    routed = {}
    for pattern in urls.urlpatterns:
        view = getattr(pattern.callback, "view_class", None)
        if pattern.name not in OPEN_TO_ALL:
            methods = {"GET", "POST", "PUT", "PATCH", "DELETE"}
            routed[pattern.name] = {name for name in methods if hasattr(view, name.lower())}

    assert routed == {name: set(methods) for name, methods in TABLE.items()}
    assert {(name, method) for name, methods in TABLE.items() for method in methods} == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
def test_a_route_works_with_its_scope_alone(route, world):
    for scope in TABLE[route[0]][route[1]]:
        answer = called(route, api_with_key(scopes=[scope]), world)
        assert answer.status_code in {200, 201, 202}, answer.content


@pytest.mark.parametrize("route", ROUTES)
def test_a_route_is_closed_to_a_key_with_all_other_scopes(route, world):
    others = [scope for scope in ApiKey.Scope.values if scope not in TABLE[route[0]][route[1]]]

    answer = called(route, api_with_key(scopes=others), world)

    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


@pytest.mark.parametrize("route", ROUTES)
def test_a_route_is_closed_to_nobody_in_particular(route, world):
    assert called(route, Api(), world).status_code == 401


@pytest.mark.parametrize("route", ROUTES)
def test_another_tenant_learns_nothing_and_changes_nothing(route, world):
    before = snapshot_of(world)
    stranger = api_with_key(make_tenant("other"), acts_for_employees=True)

    known, unknown = called(route, stranger, world), called(route, api_with_key(make_tenant("third")))

    assert SECRET not in known.content.decode()
    assert known.status_code == unknown.status_code
    assert without_ids(known) == without_ids(unknown)
    assert snapshot_of(world) == before


@pytest.mark.parametrize("route", ROUTES)
def test_another_person_of_the_tenant_learns_nothing_and_changes_nothing(route, world):
    make_issuer()
    make_profile("u1")
    before = snapshot_of(world)

    answer = called(route, api_with_token("u1"), world)

    if not route[0].startswith("agent"):  # agents belong to the tenant
        assert answer.status_code in {400, 403, 404}
        assert SECRET not in answer.content.decode()
    assert snapshot_of(world) == before


def snapshot_of(world: World) -> list[Any]:
    profile = Profile.objects.values().get(pk=world.profile.pk)
    facts = list(Fact.objects.values().filter(profile=world.profile))
    messages = list(world.profile.messages.values().filter(session__session_id="s1"))
    return [
        profile,
        facts,
        messages,
        list(Job.objects.values().filter(profile=world.profile)),
        list(HeldItem.objects.values().filter(profile=world.profile)),
        list(Feedback.objects.values().filter(profile_id=world.profile.pk)),
        list(DreamOperation.objects.values().filter(profile=world.profile)),
        list(Agent.objects.filter(tenant=world.profile.tenant).exclude(agent_id="a9").values()),
        list(ScopeConfig.objects.filter(tenant=world.profile.tenant).values()),
        *(list(model.objects.filter(profile=world.profile).values()) for model in (Folder, GlobalMemory, AgentBinding)),
    ]


def without_ids(answer: HttpResponse) -> str:
    """The body without what the database counts, who asked, and the clock tells."""
    text = answer.content.decode()
    text = re.sub(r'"(\w+_at|\w+At|at)": ?"[^"]*"', r'"\1":', text)
    return re.sub(
        r'"(id|created_by|updated_by|job_id|run_id|observation_id|message_ids|receipt_ids?)": ?("[^"]*"|\d+|\[[^]]*\])',
        r'"\1":',
        text,
    )


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if TABLE[route[0]][route[1]] == {ADMIN} and route[0] not in ONES_OWN]
)
def test_management_is_for_administrators(route, world):
    make_issuer()
    statuses = {}
    for role in Member.Role.values:
        member = make_member(role=role, profile=make_profile(f"person-{role}"))
        client = Client()
        client.force_login(member.account)
        statuses[role] = called(route, Api(client=client), world).status_code

    done = 202 if route[0] in {"admin-job-rerun", "admin-dream"} else 200
    assert statuses == {"member": 403, "operator": 403, "administrator": done}
    assert called(route, api_with_token("u1"), world).status_code == 403
