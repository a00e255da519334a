"""The routes of searching, of observations and of feedback."""

from collections.abc import Sequence

from memoryhub_client.answers import recall as answers
from memoryhub_client.call import ONESELF, Call, Page, Person, given, path, words


def search(
    query: str,
    who: Person = ONESELF,
    *,
    top_k: int | None = None,
    threshold: float | None = None,
    types: Sequence[str] | None = None,
    agent_id: str | None = None,
    include_messages: bool | None = None,
    explain: bool | None = None,
    scope_id: str | None = None,
) -> Call[answers.Search]:
    """Search what is remembered: facts, summaries and episodes, and messages when asked for.

    `types` are fact types, `summary`, `episode` and `message`. `explain` tells of every candidate why it was kept or not.
    """
    body = who.wire() | given(
        query=query,
        top_k=top_k,
        threshold=threshold,
        types=None if types is None else list(types),
        agent_id=agent_id,
        include_messages=include_messages,
        explain=explain,
        scope_id=scope_id,
    )
    return Call("POST", path("memories", "search"), body=body)


def observations(
    who: Person = ONESELF,
    *,
    agent_id: str | None = None,
    session_id: str | None = None,
    scope_id: str | None = None,
    limit: int | None = None,
) -> Call[Page[answers.Observation]]:
    """The requests for a context about a person, the newest first."""
    asked = words(**who.wire(), agent_id=agent_id, session_id=session_id, scope_id=scope_id, limit=limit)
    return Call("GET", path("observations"), asked)


def observation(observation_id: str) -> Call[answers.TracedObservation]:
    """What became of one request for a context, with its trace."""
    return Call("GET", path("observations", observation_id))


def give_feedback(
    observation_id: str,
    *,
    rating: int | str | None = None,
    reason: str | None = None,
    remark: str | None = None,
    memories: Sequence[answers.MemoryOpinion] | None = None,
) -> Call[answers.Feedback]:
    """Say what an answer was worth: `rating` none, good or bad (0, 1, 2), of the whole and of single memories.

    Given again, it is changed; what is left out stays.
    """
    body = given(rating=rating, reason=reason, remark=remark, memories=None if memories is None else list(memories))
    return Call("POST", path("observations", observation_id, "feedback"), body=body, is_safe=False, is_keyed=True)
