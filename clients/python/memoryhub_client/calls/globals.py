"""The routes of global memories: a person's, or with `owner="tenant"` everybody's, kept by administrators.

`at_top` says of a folder that it is none: the top of the tree.
"""

from collections.abc import Sequence
from typing import Any

from memoryhub_client.answers import globals as answers
from memoryhub_client.call import ONESELF, Call, Page, Person, given, path, words

TOP = "none"  # how a query says it
BASE = "global-memories"


def global_memories(
    who: Person = ONESELF,
    *,
    folder_id: int | None = None,
    at_top: bool = False,
    tag: str | None = None,
    agent_id: str | None = None,
    enabled: bool | None = None,
    deleted: bool | None = None,
    query: str | None = None,
    owner: str | None = None,
    scope_id: str | None = None,
    limit: int | None = None,
) -> Call[Page[answers.GlobalMemory]]:
    """The newest first. `query`: words that must all stand somewhere in it."""
    asked = words(
        **who.wire(),
        folder=TOP if at_top else folder_id,
        tag=tag,
        agent_id=agent_id,
        enabled=enabled,
        deleted=deleted,
        q=query,
        owner=owner,
        scope_id=scope_id,
        limit=limit,
    )
    return Call("GET", path(BASE), asked)


def write_global_memory(
    name: str,
    who: Person = ONESELF,
    *,
    folder_id: int | None = None,
    tags: Sequence[str] | None = None,
    profile: str | None = None,
    preferred_language: str | None = None,
    answer_style: str | None = None,
    long_term_goal: str | None = None,
    constraints: str | None = None,
    content: str | None = None,
    enabled: bool | None = None,
    owner: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.GlobalMemory]:
    """It reaches no agent until it is bound to one. With `profile` or `long_term_goal` it stands in every context."""
    body = who.wire() | given(
        name=name,
        folder_id=folder_id,
        tags=None if tags is None else list(tags),
        profile=profile,
        preferred_language=preferred_language,
        answer_style=answer_style,
        long_term_goal=long_term_goal,
        constraints=constraints,
        content=content,
        enabled=enabled,
        owner=owner,
        scope_id=scope_id,
    )
    return Call("POST", path(BASE), body=body, is_safe=False, is_keyed=True)


def global_memory(
    memory_id: int, who: Person = ONESELF, *, owner: str | None = None, scope_id: str | None = None
) -> Call[answers.GlobalMemory]:
    """Read one, also one that is deleted: `deleted_at` says so."""
    return Call("GET", path(BASE, memory_id), words(**who.wire(), owner=owner, scope_id=scope_id))


def change_global_memory(
    memory_id: int,
    who: Person = ONESELF,
    *,
    name: str | None = None,
    folder_id: int | None = None,
    at_top: bool = False,
    tags: Sequence[str] | None = None,
    profile: str | None = None,
    preferred_language: str | None = None,
    answer_style: str | None = None,
    long_term_goal: str | None = None,
    constraints: str | None = None,
    content: str | None = None,
    enabled: bool | None = None,
    version: int | None = None,
    owner: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.GlobalMemory]:
    """Replace what is named. With the `version` that was read a memory that has changed since is left alone: Conflict."""
    body = who.wire() | given(
        name=name,
        folder_id=folder_id,
        tags=None if tags is None else list(tags),
        profile=profile,
        preferred_language=preferred_language,
        answer_style=answer_style,
        long_term_goal=long_term_goal,
        constraints=constraints,
        content=content,
        enabled=enabled,
        version=version,
        owner=owner,
        scope_id=scope_id,
    )
    body |= _top("folder_id", at_top)
    return Call("PATCH", path(BASE, memory_id), body=body, is_safe=version is None)


def delete_global_memory(
    memory_id: int, who: Person = ONESELF, *, owner: str | None = None, scope_id: str | None = None
) -> Call[answers.GlobalMemory]:
    """It is in no recall any more and can be restored. A second time answers the same."""
    return Call("DELETE", path(BASE, memory_id), words(**who.wire(), owner=owner, scope_id=scope_id))


def restore_global_memory(
    memory_id: int, who: Person = ONESELF, *, owner: str | None = None, scope_id: str | None = None
) -> Call[answers.GlobalMemory]:
    """With its bindings."""
    return Call("POST", path(BASE, memory_id, "restore"), body=who.wire() | given(owner=owner, scope_id=scope_id))


def copy_global_memory(
    memory_id: int,
    who: Person = ONESELF,
    *,
    name: str | None = None,
    folder_id: int | None = None,
    at_top: bool = False,
    owner: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.GlobalMemory]:
    """The same texts, tags and switch, bound to nobody; beside the original unless a folder is named."""
    body = who.wire() | given(name=name, folder_id=folder_id, owner=owner, scope_id=scope_id)
    body |= _top("folder_id", at_top)
    return Call("POST", path(BASE, memory_id, "copy"), body=body, is_safe=False, is_keyed=True)


def change_global_memories(
    action: str,
    ids: Sequence[int],
    who: Person = ONESELF,
    *,
    agent_id: str | None = None,
    folder_id: int | None = None,
    at_top: bool = False,
    owner: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.Outcomes]:
    """`action`: enable, disable, delete, restore, move, bind, unbind; each of up to 200 memories answers for itself."""
    body = who.wire() | given(
        action=action, ids=list(ids), agent_id=agent_id, folder_id=folder_id, owner=owner, scope_id=scope_id
    )
    body |= _top("folder_id", at_top)
    return Call("POST", path(BASE, "bulk"), body=body, is_safe=False, is_keyed=True)


def try_global_memories(
    question: str, who: Person = ONESELF, *, agent_id: str, owner: str | None = None, scope_id: str | None = None
) -> Call[answers.Tried]:
    """Which memories an agent would be told for a question, and why each of the others would not be."""
    body = who.wire() | given(question=question, agent_id=agent_id, owner=owner, scope_id=scope_id)
    return Call("POST", path(BASE, "try"), body=body)


def folders(
    who: Person = ONESELF, *, owner: str | None = None, scope_id: str | None = None, limit: int | None = None
) -> Call[Page[answers.Folder]]:
    """All of the tree, the newest first; `parent_id` says where each lies."""
    return Call("GET", path(BASE, "folders"), words(**who.wire(), owner=owner, scope_id=scope_id, limit=limit))


def make_folder(
    name: str,
    who: Person = ONESELF,
    *,
    parent_id: int | None = None,
    owner: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.Folder]:
    """At the top unless a parent is named."""
    body = who.wire() | given(name=name, parent_id=parent_id, owner=owner, scope_id=scope_id)
    return Call("POST", path(BASE, "folders"), body=body, is_safe=False, is_keyed=True)


def change_folder(
    folder_id: int,
    who: Person = ONESELF,
    *,
    name: str | None = None,
    parent_id: int | None = None,
    at_top: bool = False,
    owner: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.Folder]:
    """Rename or move, with all that is in it."""
    body = who.wire() | given(name=name, parent_id=parent_id, owner=owner, scope_id=scope_id)
    return Call("PATCH", path(BASE, "folders", folder_id), body=body | _top("parent_id", at_top))


def delete_folder(
    folder_id: int,
    who: Person = ONESELF,
    *,
    move_to: int | None = None,
    at_top: bool = False,
    owner: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.FolderGone]:
    """For good. Unless its contents go to another folder or to the top, only an empty one goes."""
    asked = words(**who.wire(), move_to=TOP if at_top else move_to, owner=owner, scope_id=scope_id)
    return Call("DELETE", path(BASE, "folders", folder_id), asked, is_safe=False)


def tags(
    who: Person = ONESELF, *, owner: str | None = None, scope_id: str | None = None, limit: int | None = None
) -> Call[Page[answers.Tag]]:
    """With how many memories have each."""
    return Call("GET", path(BASE, "tags"), words(**who.wire(), owner=owner, scope_id=scope_id, limit=limit))


def bindings(
    who: Person = ONESELF,
    *,
    memory_id: int | None = None,
    agent_id: str | None = None,
    enabled: bool | None = None,
    deleted: bool | None = None,
    owner: str | None = None,
    scope_id: str | None = None,
    limit: int | None = None,
) -> Call[Page[answers.Binding]]:
    """Which agents are told what, the newest first."""
    asked = words(
        **who.wire(),
        memory_id=memory_id,
        agent_id=agent_id,
        enabled=enabled,
        deleted=deleted,
        owner=owner,
        scope_id=scope_id,
        limit=limit,
    )
    return Call("GET", path(BASE, "bindings"), asked)


def bind(
    memory_id: int,
    agent_id: str,
    who: Person = ONESELF,
    *,
    enabled: bool | None = None,
    owner: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.Binding]:
    """Let an agent be told a memory. One that is bound already is answered as it is."""
    body = who.wire() | given(memory_id=memory_id, agent_id=agent_id, enabled=enabled, owner=owner, scope_id=scope_id)
    return Call("POST", path(BASE, "bindings"), body=body, is_safe=False, is_keyed=True)


def switch_binding(
    binding_id: int, who: Person = ONESELF, *, enabled: bool, owner: str | None = None, scope_id: str | None = None
) -> Call[answers.Binding]:
    """Tell the agent, or not for now."""
    body = who.wire() | given(enabled=enabled, owner=owner, scope_id=scope_id)
    return Call("PATCH", path(BASE, "bindings", binding_id), body=body)


def unbind(
    binding_id: int, who: Person = ONESELF, *, owner: str | None = None, scope_id: str | None = None
) -> Call[answers.Binding]:
    """The agent is not told it any more. A second time answers the same."""
    return Call("DELETE", path(BASE, "bindings", binding_id), words(**who.wire(), owner=owner, scope_id=scope_id))


def _top(name: str, at_top: bool) -> dict[str, Any]:
    """Null says it in a body, where a missing word says nothing."""
    return {name: None} if at_top else {}
