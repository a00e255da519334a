"""The routes of a tenant: agents, scopes, companies, dreams, background work."""

from collections.abc import Mapping
from typing import Any

from memoryhub_client.answers import conversations
from memoryhub_client.answers import tenant as answers
from memoryhub_client.call import Call, Page, Person, given, path, words


def agents(*, limit: int | None = None) -> Call[Page[answers.Agent]]:
    return Call("GET", path("agents"), words(limit=limit))


def make_agent(
    agent_id: str,
    *,
    name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    memory_config: answers.MemoryConfig | None = None,
    paused: bool | None = None,
) -> Call[answers.Agent]:
    body = given(agent_id=agent_id, name=name, settings=settings, memory_config=memory_config, paused=paused)
    return Call("POST", path("agents"), body=body, is_safe=False, is_keyed=True)


def agent(agent_id: str) -> Call[answers.Agent]:
    return Call("GET", path("agents", agent_id))


def change_agent(
    agent_id: str,
    *,
    name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    memory_config: answers.MemoryConfig | None = None,
    paused: bool | None = None,
) -> Call[answers.Agent]:
    """Replace what is named; what is not named stays."""
    body = given(name=name, settings=settings, memory_config=memory_config, paused=paused)
    return Call("PATCH", path("agents", agent_id), body=body)


def scopes(*, limit: int | None = None) -> Call[Page[answers.Scope]]:
    """The scopes that set something for themselves."""
    return Call("GET", path("scopes"), words(limit=limit))


def scope(scope_id: str) -> Call[answers.Scope]:
    """What a scope sets, and what holds in it."""
    return Call("GET", path("scopes", scope_id))


def change_scope(scope_id: str, changes: Mapping[str, Any]) -> Call[answers.Scope]:
    """Replace the settings named; None leaves one to what holds everywhere."""
    return Call("PUT", path("scopes", scope_id), body=dict(changes))


def companies(*, limit: int | None = None) -> Call[Page[answers.Company]]:
    """End users with figures."""
    return Call("GET", path("admin", "end-users"), words(limit=limit))


def accounts(end_user_id: str, *, limit: int | None = None) -> Call[Page[answers.Account]]:
    """The accounts of one end user."""
    return Call("GET", path("admin", "end-users", end_user_id), words(limit=limit))


def start_dream(who: Person | None = None, *, dry_run: bool | None = None) -> Call[answers.DreamStarted]:
    """Consolidate now: of everybody with news, or of one person; `dry_run` plans and changes nothing."""
    body = (who.wire() if who else {}) | given(dry_run=dry_run)
    return Call("POST", path("admin", "dream"), body=body, is_safe=False, is_keyed=True)


def dreams(*, limit: int | None = None) -> Call[answers.DreamsPage]:
    """The newest first."""
    return Call("GET", path("admin", "dream", "runs"), words(limit=limit))


def dream(run_id: int) -> Call[answers.DreamPage]:
    """One dream with the first of its people; `dream_people` goes through all of them."""
    return Call("GET", path("admin", "dream", "runs", run_id))


def dream_people(run_id: int, *, limit: int | None = None) -> Call[answers.DreamPage]:
    """What a dream did for whom."""
    return Call("GET", path("admin", "dream", "runs", run_id), words(limit=limit))


def undo_dream(run_id: int, *, who: Person | None = None, operation: int | None = None) -> Call[answers.DreamUndone]:
    """Take it back: everything, or of one person, or one operation. While people are `left`, ask again."""
    body = given(profile=who.wire() if who else None, operation=operation)
    return Call("POST", path("admin", "dream", "runs", run_id, "undo"), body=body)


def jobs(
    *, state: str | None = None, reason: str | None = None, kind: str | None = None, limit: int | None = None
) -> Call[answers.JobsPage]:
    """Background work, the newest first."""
    return Call("GET", path("admin", "jobs"), words(state=state, reason=reason, kind=kind, limit=limit))


def job_overview() -> Call[answers.JobsPage]:
    """How background work stands: the `figures` of all jobs, and the newest one."""
    return Call("GET", path("admin", "jobs"), words(limit=1))


def rerun_job(job_id: int) -> Call[conversations.Job]:
    """Start a failed or partial job again."""
    return Call("POST", path("admin", "jobs", job_id, "rerun"), body={}, is_safe=False)
