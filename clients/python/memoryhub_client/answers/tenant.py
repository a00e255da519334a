"""What belongs to a tenant: agents, scopes, companies, dreams, background work."""

from typing import Any, NotRequired, TypedDict

from memoryhub_client.answers.conversations import Job
from memoryhub_client.call import Page


class MemoryConfig(TypedDict, total=False):
    """Switches; each can only switch off."""

    enable_long_term_mem: bool
    enable_user_profile: bool
    enable_semantic_memory: bool
    enable_episodic_memory: bool


class Agent(TypedDict):
    agent_id: str
    name: str
    settings: dict[str, Any]
    memory_config: MemoryConfig
    paused: bool
    created_at: str


class Setting(TypedDict):
    """`own` is what the scope itself says (None: nothing), `in_force` what holds, `origin` who says so."""

    own: Any
    in_force: Any
    origin: str


class Scope(TypedDict):
    scope_id: str
    settings: dict[str, Setting]


class Company(TypedDict):
    end_user_id: str
    profiles: int
    facts: int


class Account(TypedDict):
    end_user_id: str
    end_sub_user_id: str
    facts: int
    created_at: str
    updated_at: str


class DreamStarted(TypedDict):
    """`is_new` False: one was at work already, and this is it."""

    run_id: int
    state: str
    is_new: bool
    dry_run: bool


class DreamPeople(TypedDict):
    pending: int
    done: int
    failed: int
    skipped: int


class Dream(TypedDict):
    id: int
    state: str
    dry_run: bool
    for_one: bool
    slot: str
    actor: str
    window_from: str | None
    started_at: str
    finished_at: str | None
    undone_at: str | None
    people: DreamPeople
    counts: dict[str, int]


class Operation(TypedDict):
    id: int
    op: str
    state: str
    scope_id: str
    fact_ids: list[str]
    before: list[str]
    content: str
    result: str
    reason: str
    why: str
    held_id: int | None
    decided_at: str | None
    kept: dict[str, str]


class DreamPart(TypedDict):
    """What a dream did for one person."""

    part_id: int
    user_id: NotRequired[str]
    end_user_id: NotRequired[str]
    end_sub_user_id: NotRequired[str]
    state: str
    reason: str
    engine: str
    counts: dict[str, int]
    finished_at: str | None
    undone_at: str | None
    operations: list[Operation]


class DreamPage(Page[DreamPart]):
    """A dream, and a page of its people."""

    id: int
    state: str
    dry_run: bool
    for_one: bool
    slot: str
    actor: str
    window_from: str | None
    started_at: str
    finished_at: str | None
    undone_at: str | None
    people: DreamPeople
    counts: dict[str, int]


class Schedule(TypedDict):
    crontab: str
    timezone: str


class DreamsPage(Page[Dream]):
    next_run_at: str | None
    schedules: list[Schedule]


class PersonUndone(TypedDict):
    part_id: int
    user_id: NotRequired[str]
    end_user_id: NotRequired[str]
    end_sub_user_id: NotRequired[str]
    undone_at: str | None
    fact_ids: list[str]
    kept: dict[str, str]


class DreamUndone(TypedDict):
    """`left` people remain: ask again."""

    run_id: int
    undone_at: str | None
    people: list[PersonUndone]
    left: int


class JobRow(Job):
    user_id: NotRequired[str]
    end_user_id: NotRequired[str]
    end_sub_user_id: NotRequired[str]
    due_at: str


class JobGroup(TypedDict):
    state: str
    reason: str
    number: int


class Spending(TypedDict):
    """`price` is a decimal number as text."""

    day: str
    purpose: str
    calls: int
    tokens_in: int
    tokens_out: int
    price: str


class JobFigures(TypedDict):
    pending: int
    running: int
    failed: int
    partial: int
    done: int
    by_reason: list[JobGroup]
    oldest_waiting_at: str | None
    oldest_waiting_seconds: int
    last_finished_at: str | None
    standing_still: bool
    spent_today: str
    spent_by_day: list[Spending]
    budget: str | None


class JobsPage(Page[JobRow]):
    figures: JobFigures
