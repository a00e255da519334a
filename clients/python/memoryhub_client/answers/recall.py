"""What was found for a question, what became of each request for a context, and what people thought of it."""

from typing import Any, NotRequired, TypedDict

from memoryhub_client.answers.conversations import Words


class MemoryInfo(TypedDict):
    """`timestamp` is when the newest message was said that it rests on; `evidence` names those that are still stored."""

    mem_id: str
    content: str
    type: str
    timestamp: str
    evidence: list[Words]


class Found(TypedDict):
    """`score`: 0 to 1; from 0.3 it is worth showing."""

    mem_info: MemoryInfo
    score: float


class Candidate(TypedDict):
    mem_id: str
    type: str
    score: float
    relevance: float | None
    words: float
    of_the_day: bool
    vector_rank: int | None
    word_rank: int | None
    day_rank: int | None
    why: str


class Search(TypedDict):
    """Each list is sorted by score. `degraded`: the embedder is away, and it was found by words."""

    fragment_memory_results: list[Found]
    summary_results: list[Found]
    message_results: NotRequired[list[Found]]
    degraded: bool
    paused: bool
    candidates: NotRequired[list[Candidate]]


class MemoryOpinion(TypedDict):
    """What is said of one memory, by its id in the parts of the context."""

    id: str
    rating: int | str
    reason: NotRequired[str]


class MemoryFeedback(TypedDict):
    id: str
    rating: int
    reason: str
    at: str


class Feedback(TypedDict):
    """`waiting`: the facts that wait on the review list because of what was said now."""

    observation_id: str
    rating: int
    reason: str
    remark: str
    memories: list[MemoryFeedback]
    waiting: list[str]


class Opinion(TypedDict):
    rating: int
    reason: str
    remark: str
    at: str


class Observation(TypedDict):
    """One request for a context; times are milliseconds. `question` is kept only where contents are logged."""

    observation_id: str
    at: str
    agent_id: str
    session_id: str
    message_id: str
    scope_id: str
    question: str
    enabled: bool
    injected: bool
    degraded: bool
    retrieved_count: int
    injected_count: int
    retrieved_ids: list[str]
    retrieval_ms: float
    build_ms: float
    recent_message_count: int
    long_term_count: int
    has_summary: bool
    top_score: float | None
    average_score: float | None
    mode_of_global: str
    tokens: int
    error: str
    feedback: Opinion | None
    memory_feedback: list[MemoryFeedback]


class TracedObservation(Observation):
    """With what was weighed on each level, and why it was used or not."""

    trace: dict[str, Any]
