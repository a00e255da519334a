"""One person's memory: facts, their history, the profile around them."""

from typing import Any, NotRequired, TypedDict


class Fact(TypedDict):
    """`status` is active (used), superseded (replaced) or deprecated (deleted). `factId` names it in every route."""

    factId: str
    content: str
    status: str
    updatedAt: str
    source: str
    type: str
    slot: NotRequired[str]
    scopeId: NotRequired[str]
    agentId: NotRequired[str]
    confidence: NotRequired[float]
    importance: NotRequired[float]
    sourceCount: NotRequired[int]
    pinned: NotRequired[bool]
    supersededBy: NotRequired[str]
    createdAt: NotRequired[str]


class FactAdded(TypedDict):
    """`outcome` held: it waits for a person's word, and there is no fact yet."""

    outcome: str
    fact: Fact | None


class Document(TypedDict):
    """The facts of a profile."""

    version: NotRequired[int]
    facts: list[Fact]


class Profile(TypedDict):
    """`etag` goes into `update_profile` as `if_match`, so that a lost race is refused."""

    kind: str
    user_id: NotRequired[str]
    end_user_id: NotRequired[str]
    end_sub_user_id: NotRequired[str]
    nickname: str
    avatar: str
    preferences: dict[str, Any]
    memory: Document
    metadata: dict[str, Any]
    paused: bool
    engine: str
    pending_jobs: int
    created_at: str | None
    updated_at: str | None
    etag: str


class Event(TypedDict):
    at: str
    actor: str
    from_status: str
    to_status: str
    source: str
    reason: str
    related_fact: str
    message_ids: list[str]


class Evidence(TypedDict):
    message_id: str
    session_id: str
    role: str
    content: str
    created_at: str
    deleted: bool


class Compared(TypedDict):
    fact_id: str
    score: float | None
    screen: NotRequired[str]
    action: NotRequired[str]
    reason: NotRequired[str]
    engine: NotRequired[str]


class Decision(TypedDict):
    at: str
    kind: str
    action: str
    reason: str
    engine: str
    content: str
    candidates: list[Compared]


class History(TypedDict):
    """`missing` counts messages that it was learned from and that are no longer stored."""

    fact: Fact
    events: list[Event]
    messages: list[Evidence]
    missing: int
    decisions: list[Decision]


class Touched(TypedDict):
    recent_agents: list[str]
    recent_knowledge_bases: list[str]


class Paused(TypedDict):
    paused: bool
    session_id: NotRequired[str]


class Erased(TypedDict):
    receipt_id: int
    receipt_ids: list[int]
    erased_at: str
    counts: dict[str, int]
    backups: str
