"""The routes of one person's memory."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memoryhub_client.answers import people as answers
from memoryhub_client.call import ONESELF, Call, Page, Person, given, path, words


def profile(who: Person = ONESELF, *, scope_id: str | None = None, status: str | None = None) -> Call[answers.Profile]:
    """The person, their preferences, and the resident facts; `status="all"` adds what was replaced or deleted."""
    return Call("GET", path("profile"), words(**who.wire(), scope_id=scope_id, status=status), has_etag=True)


def update_profile(
    who: Person = ONESELF,
    *,
    memory: Mapping[str, Any] | None = None,
    preferences: Mapping[str, Any] | None = None,
    nickname: str | None = None,
    avatar: str | None = None,
    scope_id: str | None = None,
    if_match: str | None = None,
) -> Call[answers.Profile]:
    """Replace what is named. A fact that is missing from `memory` counts as deleted.

    With `if_match` (the `etag` that was read) a profile that has changed since is left alone: Conflict.
    """
    body = who.wire() | given(
        memory=memory, preferences=preferences, nickname=nickname, avatar=avatar, scope_id=scope_id
    )
    headers = {} if if_match is None else {"If-Match": if_match}
    # Repeated after it had taken effect, it would meet its own change.
    return Call("PUT", path("profile"), body=body, headers=headers, is_safe=if_match is None, has_etag=True)


def touch(
    who: Person = ONESELF, *, agent_id: str | None = None, knowledge_base_id: str | None = None
) -> Call[answers.Touched]:
    """Note the agent or knowledge base that a person used."""
    body = who.wire() | given(agent_id=agent_id, knowledge_base_id=knowledge_base_id)
    return Call("POST", path("profile", "touch"), body=body)


def pause(who: Person = ONESELF, *, paused: bool = True, session_id: str | None = None) -> Call[answers.Paused]:
    """Let memory rest, or work again: everywhere, or in one conversation."""
    return Call("POST", path("profile", "pause"), body=who.wire() | given(paused=paused, session_id=session_id))


def add_fact(
    content: str,
    who: Person = ONESELF,
    *,
    type: str | None = None,
    pinned: bool | None = None,
    scope_id: str | None = None,
) -> Call[answers.FactAdded]:
    """Add a fact by hand. What reads like an instruction to an agent waits for a person's word (`outcome` held)."""
    body = who.wire() | given(content=content, type=type, pinned=pinned, scope_id=scope_id)
    return Call("POST", path("profile", "memory"), body=body, is_safe=False, is_keyed=True)


def fact(fact_id: str, who: Person = ONESELF, *, scope_id: str | None = None) -> Call[answers.Fact]:
    """Read one fact, whatever its state."""
    return Call("GET", path("profile", "memory", fact_id), words(**who.wire(), scope_id=scope_id))


def edit_fact(
    fact_id: str,
    who: Person = ONESELF,
    *,
    content: str | None = None,
    type: str | None = None,
    pinned: bool | None = None,
    scope_id: str | None = None,
) -> Call[answers.Fact]:
    """Edit, retype or pin. Other content makes a new fact, which is answered; the old one is superseded."""
    body = who.wire() | given(content=content, type=type, pinned=pinned, scope_id=scope_id)
    return Call("PATCH", path("profile", "memory", fact_id), body=body, is_safe=False)


def forget_fact(fact_id: str, who: Person = ONESELF, *, scope_id: str | None = None) -> Call[answers.Fact]:
    """Delete a fact: it leaves every answer and can be restored. A second time answers the same."""
    return Call("DELETE", path("profile", "memory", fact_id), words(**who.wire(), scope_id=scope_id))


def restore_fact(fact_id: str, who: Person = ONESELF, *, scope_id: str | None = None) -> Call[answers.Fact]:
    """Bring a fact back into force."""
    return Call("POST", path("profile", "memory", fact_id, "restore"), body=who.wire() | given(scope_id=scope_id))


def history(
    fact_id: str, who: Person = ONESELF, *, as_of: datetime | None = None, scope_id: str | None = None
) -> Call[answers.History]:
    """Why this is known: what happened to a fact, and the messages it was learned from; with `as_of` as it stood then."""
    asked = words(**who.wire(), scope_id=scope_id, as_of=as_of)
    return Call("GET", path("profile", "memory", fact_id, "history"), asked)


def facts(
    who: Person = ONESELF,
    *,
    status: str | None = None,
    type: str | None = None,
    scope_id: str | None = None,
    limit: int | None = None,
) -> Call[Page[answers.Fact]]:
    """Facts of every type, the newest first. `status`: active (unless said), superseded, deprecated, all."""
    asked = words(**who.wire(), status=status, type=type, scope_id=scope_id, limit=limit)
    return Call("GET", path("facts"), asked)


def export(who: Person = ONESELF) -> Call[dict[str, Any]]:
    """Everything that is stored about a person, as objects; `kind` says what each is, the last is `end`."""
    return Call("GET", path("profile", "export"), words(**who.wire()))


def erase(
    who: Person = ONESELF, *, confirm: str | None = None, include_sub_accounts: bool | None = None
) -> Call[answers.Erased]:
    """Erase a person from every table, for good. Who erases themself types their own id as `confirm`."""
    body = who.wire() | given(confirm=confirm, include_sub_accounts=include_sub_accounts)
    return Call("POST", path("profile", "erase"), body=body, is_safe=False, is_keyed=True)
