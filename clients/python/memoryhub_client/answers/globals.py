"""Global memories: what somebody, or a whole organisation, tells its agents once for all conversations."""

from typing import NotRequired, TypedDict


class Stamps(TypedDict):
    created_at: str
    created_by: str
    updated_at: str
    updated_by: str


class GlobalMemory(Stamps):
    """`mandatory`: it stands in every context of its agents. `version` goes into a change as what was read."""

    id: int
    owner: str
    name: str
    folder_id: int | None
    tags: list[str]
    profile: str
    preferred_language: str
    answer_style: str
    long_term_goal: str
    constraints: str
    content: str
    enabled: bool
    mandatory: bool
    version: int
    deleted_at: str | None


class Folder(Stamps):
    id: int
    owner: str
    name: str
    parent_id: int | None
    memory_count: NotRequired[int]


class FolderGone(TypedDict):
    id: int
    moved_memories: int
    moved_folders: int


class Tag(TypedDict):
    tag: str
    memory_count: int


class Binding(Stamps):
    """That an agent is told a memory."""

    id: int
    owner: str
    memory_id: int
    agent_id: str
    enabled: bool
    deleted_at: str | None


class Outcome(TypedDict):
    """`outcome`: done, unchanged or refused; `code` and `detail` say why it was refused."""

    id: int
    outcome: str
    code: str | None
    detail: str | None


class Outcomes(TypedDict):
    results: list[Outcome]


class Considered(TypedDict):
    id: int
    owner: str
    name: str
    recalled: bool
    mandatory: bool
    why: str
    score: float | None
    similarity: float | None
    tags: list[str]


class Tried(TypedDict):
    mode: str
    key_words: list[str]
    candidates: list[Considered]
