"""The routes of conversations, of what is learned from them and of what is recalled for them."""

from collections.abc import Mapping, Sequence

from memoryhub_client.answers import conversations as answers
from memoryhub_client.answers.tenant import MemoryConfig
from memoryhub_client.call import ONESELF, Call, Page, Person, given, path, words


def add_messages(
    messages: Sequence[answers.NewMessage],
    who: Person = ONESELF,
    *,
    agent_id: str,
    session_id: str,
    gen_mem: bool | None = None,
    gen_mem_with_history_msg_num: int | None = None,
    memory_config: MemoryConfig | None = None,
    scope_id: str | None = None,
) -> Call[answers.Accepted]:
    """Say what was said: 1 to 200 messages, all or none. They are safe once this answers, and learned from later."""
    body = who.wire() | given(
        agent_id=agent_id,
        session_id=session_id,
        messages=list(messages),
        gen_mem=gen_mem,
        gen_mem_with_history_msg_num=gen_mem_with_history_msg_num,
        memory_config=memory_config,
        scope_id=scope_id,
    )
    return Call("POST", path("messages"), body=body, is_safe=False, is_keyed=True)


def delete_message(
    session_id: str, message_id: str, who: Person = ONESELF, *, scope_id: str | None = None
) -> Call[answers.MessageDeleted]:
    """Take a message out again. Facts that were learned from it stay."""
    address = path("sessions", session_id, "messages", message_id)
    return Call("DELETE", address, words(**who.wire(), scope_id=scope_id))


def delete_session(
    session_id: str, who: Person = ONESELF, *, forget_facts: bool | None = None, scope_id: str | None = None
) -> Call[answers.SessionDeleted]:
    """Take out a whole conversation; `forget_facts` deletes also the facts that were learned nowhere else."""
    asked = words(**who.wire(), scope_id=scope_id, forget_facts=forget_facts)
    return Call("DELETE", path("sessions", session_id), asked, is_safe=False)


def end_session(
    session_id: str, who: Person = ONESELF, *, force: bool | None = None, scope_id: str | None = None
) -> Call[answers.Ended]:
    """A conversation is over for now: it is condensed, if enough was said or `force` says so."""
    body = who.wire() | given(force=force, scope_id=scope_id)
    return Call("POST", path("sessions", session_id, "end"), body=body, is_safe=False, is_keyed=True)


def summary(session_id: str, who: Person = ONESELF, *, scope_id: str | None = None) -> Call[answers.Summary]:
    """The summary in use; of a conversation without one it is empty."""
    return Call("GET", path("sessions", session_id, "summary"), words(**who.wire(), scope_id=scope_id))


def summaries(
    session_id: str, who: Person = ONESELF, *, scope_id: str | None = None, limit: int | None = None
) -> Call[Page[answers.SummaryVersion]]:
    """All versions of a conversation's summary, the newest first, failed ones too."""
    return Call("GET", path("sessions", session_id, "summaries"), words(**who.wire(), scope_id=scope_id, limit=limit))


def messages(
    session_id: str, who: Person = ONESELF, *, scope_id: str | None = None, limit: int | None = None
) -> Call[Page[answers.Message]]:
    """The messages of a conversation by when they were said, the newest first."""
    return Call("GET", path("sessions", session_id, "messages"), words(**who.wire(), scope_id=scope_id, limit=limit))


def context(
    question: str,
    who: Person = ONESELF,
    *,
    agent_id: str,
    session_id: str,
    message_id: str | None = None,
    memory_enabled: bool | None = None,
    max_tokens: int | None = None,
    locale: str | None = None,
    scope_id: str | None = None,
) -> Call[answers.Context]:
    """Ask before you answer: what is remembered for this question, as a text for the prompt."""
    body = who.wire() | given(
        question=question,
        agent_id=agent_id,
        session_id=session_id,
        message_id=message_id,
        memory_enabled=memory_enabled,
        max_tokens=max_tokens,
        locale=locale,
        scope_id=scope_id,
    )
    return Call("POST", path("context"), body=body)


def extract(
    messages: Sequence[answers.NewMessage],
    who: Person = ONESELF,
    *,
    history: Sequence[answers.NewMessage] | None = None,
    timestamp: str | None = None,
    agent_id: str | None = None,
    definitions: Mapping[str, str] | None = None,
    memory_config: MemoryConfig | None = None,
    retries: int | None = None,
    scope_id: str | None = None,
) -> Call[answers.Extracted]:
    """What a conversation says, without storing anything. It waits for a model: give it a longer timeout.

    Not sent again when no answer came: the model may be at it still, and each time costs.
    """
    body = who.wire() | given(
        messages=list(messages),
        history=None if history is None else list(history),
        timestamp=timestamp,
        agent_id=agent_id,
        definitions=definitions,
        memory_config=memory_config,
        retries=retries,
        scope_id=scope_id,
    )
    return Call("POST", path("extract"), body=body, is_safe=False)


def job(job_id: int) -> Call[answers.Job]:
    """What became of what was sent."""
    return Call("GET", path("jobs", job_id))


def undo_job(job_id: int) -> Call[answers.Undone]:
    """Take back what a job learned. A second time answers the same."""
    return Call("POST", path("jobs", job_id, "undo"), body={})


def review(
    who: Person = ONESELF, *, reason: str | None = None, scope_id: str | None = None, limit: int | None = None
) -> Call[Page[answers.Held]]:
    """What waits for a person's word, the newest first."""
    return Call("GET", path("review"), words(**who.wire(), reason=reason, scope_id=scope_id, limit=limit))


def accept(held_id: int, who: Person = ONESELF) -> Call[answers.Word]:
    """Let it come true; a job carries it out. A second time answers the same."""
    return Call("POST", path("review", held_id, "accept"), body=who.wire())


def refuse(held_id: int, who: Person = ONESELF) -> Call[answers.Word]:
    """Let it go. A second time answers the same."""
    return Call("POST", path("review", held_id, "refuse"), body=who.wire())
