"""Conversations: what was said, what became of it, and what is handed to an agent."""

from typing import Any, NotRequired, TypedDict


class NewMessage(TypedDict):
    """A message as it is sent. With a `message_id` of yours it can be sent again without being stored twice."""

    role: str
    content: str | list[dict[str, Any]] | None
    message_id: NotRequired[str]
    name: NotRequired[str]
    created_at: NotRequired[str]
    parent_message_id: NotRequired[str]
    message_type: NotRequired[str]
    stage: NotRequired[str]
    sub_type: NotRequired[str]
    step: NotRequired[str]
    token_count: NotRequired[int]


class Accepted(TypedDict):
    """`job_id` None: nothing is to be learned from these messages."""

    session_id: str
    message_ids: list[str]
    stored: int
    job_id: int | None
    state: str
    paused: bool


class Message(TypedDict):
    """A deleted message stands without its words."""

    message_id: str
    parent_message_id: str
    agent_id: str
    role: str
    name: str
    content: str
    message_type: str
    gen_mem: bool
    created_at: str
    deleted: bool


class MessageDeleted(TypedDict):
    session_id: str
    message_id: str
    deleted: bool


class LearnedFact(TypedDict):
    fact_id: str
    content: str
    type: str
    status: str
    scope_id: str


class SessionDeleted(TypedDict):
    """The facts named rest on nothing any more."""

    session_id: str
    deleted: bool
    messages: int
    facts_learned_only_here: list[LearnedFact]
    facts_forgotten: bool


class Ended(TypedDict):
    session_id: str
    ended_at: str
    job_id: int | None
    state: str
    reason: str


class Sections(TypedDict):
    CURRENT_TOPIC: list[str]
    CONFIRMED_FACTS: list[str]
    TODO_ITEMS: list[str]
    USER_CONSTRAINTS: list[str]
    OPEN_QUESTIONS: list[str]


class Summary(TypedDict):
    """Without a version everything is empty."""

    session_id: str
    version: int | None
    text: str
    sections: Sections
    first_message_id: str | None
    last_message_id: str | None
    covered_until: str | None
    source_message_count: int
    engine: str
    created_at: str | None
    ended_at: str | None


class SummaryVersion(TypedDict):
    version: int
    state: str
    text: str
    first_message_id: str | None
    last_message_id: str | None
    covered_until: str | None
    source_message_count: int
    engine: str
    latency_ms: int
    error: str
    created_at: str


class ContextItem(TypedDict):
    id: str
    text: str
    type: str
    score: float | None


class ContextPart(TypedDict):
    level: str
    heading: str
    items: list[ContextItem]


class Dropped(TypedDict):
    level: str
    id: str
    reason: str


class Context(TypedDict):
    """`text` goes into the prompt as it is; it is empty when nothing is remembered."""

    text: str
    parts: list[ContextPart]
    dropped: list[Dropped]
    tokens: int
    observation_id: str
    paused: bool
    degraded: bool
    errors: dict[str, str]


class Statement(TypedDict):
    type: str
    slot: str
    content: str
    confidence: float


class Wish(TypedDict):
    op: str
    old: str
    new: str


class Extracted(TypedDict):
    """`failed`: no engine gave an answer; `partial`: it did not read everything."""

    user_profile: list[str]
    semantic_memory: list[str]
    episodic_memory: list[str]
    memories: list[Statement]
    instructions: list[Wish]
    dropped: dict[str, int]
    held: dict[str, int]
    gate: dict[str, int]
    engine: str
    partial: bool
    failed: bool
    reason: str


class Job(TypedDict):
    """`state`: pending, running, done, partial, failed. `reason` says why nothing came of it."""

    id: int
    kind: str
    state: str
    reason: str
    fact_ids: list[str]
    counts: dict[str, int]
    attempts: int
    engine: str
    created_at: str
    finished_at: str | None
    undone_at: str | None


class Undone(TypedDict):
    """`fact_ids` are as before; `kept` are not, and why."""

    id: int
    undone_at: str | None
    fact_ids: list[str]
    kept: dict[str, str]


class Words(TypedDict):
    message_id: str
    session_id: str


class Held(TypedDict):
    """What waits for a person's word."""

    id: int
    user_id: NotRequired[str]
    end_user_id: NotRequired[str]
    end_sub_user_id: NotRequired[str]
    scope_id: str
    op: str
    target: str
    content: str
    type: str
    slot: str
    source: str
    reason: str
    why: str
    evidence: list[Words]
    state: str
    created_at: str


class Word(TypedDict):
    id: int
    state: str
    job_id: int | None
