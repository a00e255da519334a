"""What can be found: facts, messages and condensed conversations with vectors of a model that is nobody's."""

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memoryhub import retrieval
from memoryhub.retrieval import KINDS, Results, Wanted
from profiles.models import Fact, FactVector, Profile
from summaries.models import (
    EpisodeSummary,
    EpisodeVector,
    Message,
    MessageVector,
    Session,
    SnapshotVector,
    SummarySnapshot,
)
from tests.builders import NOON, make_fact, make_message, make_session

MODEL = "two-numbers"
QUESTION = [1.0, 0.0]  # the vector of whatever is asked
AT_NOON = {"now": NOON, "model": MODEL}
EVERYTHING = frozenset(KINDS)


def like(similarity: float) -> list[float]:
    """A vector that is so similar to the question."""
    return [similarity, math.sqrt(1 - similarity**2)]


def vector_of_fact(fact: Fact, embedding: Sequence[float], model: str = MODEL) -> FactVector:
    return FactVector.objects.create(
        fact=fact, profile=fact.profile, scope_id=fact.scope_id, type=fact.type, model=model, embedding=embedding
    )


def remember(profile: Profile, content: str, similarity: float | None = None, **fields: Any) -> Fact:
    """A fact, with a vector when it has a similarity."""
    fact = make_fact(profile, content, **fields)
    if similarity is not None:
        vector_of_fact(fact, like(similarity))
    return fact


def say(
    profile: Profile, content: str, similarity: float | None = None, *, session_id: str = "s1", **fields: Any
) -> Message:
    message = make_message(make_session(profile, session_id), content, **fields)
    if similarity is not None:
        MessageVector.objects.create(
            message=message, profile=profile, scope_id=message.scope_id, model=MODEL, embedding=like(similarity)
        )
    return message


def describe(
    session: Session, summary: str, similarity: float | None = None, *, at: datetime = NOON, **fields: Any
) -> EpisodeSummary:
    """The episode of a conversation."""
    episode = EpisodeSummary.objects.create(
        session=session, profile=session.profile, summary=summary, happened_at=at, written_at=at, **fields
    )
    if similarity is not None:
        EpisodeVector.objects.create(
            episode=episode, profile=session.profile, scope_id=episode.scope_id, model=MODEL, embedding=like(similarity)
        )
    return episode


def condense(
    session: Session,
    text: str,
    similarity: float | None = None,
    *,
    version: int = 1,
    at: datetime = NOON,
    **fields: Any,
) -> SummarySnapshot:
    """A version of a conversation's running summary."""
    snapshot = SummarySnapshot.objects.create(
        session=session, profile=session.profile, text=text, version=version, created_at=at, covered_until=at, **fields
    )
    if similarity is not None:
        SnapshotVector.objects.create(
            snapshot=snapshot,
            profile=session.profile,
            scope_id=snapshot.scope_id,
            model=MODEL,
            embedding=like(similarity),
        )
    return snapshot


def found(profile: Profile, query: str = "x", *, vector: list[float] | None = QUESTION, **wanted: Any) -> Results:
    wanted.setdefault("kinds", EVERYTHING)
    return retrieval.find(Wanted((profile,), query, **wanted), vector=vector, **AT_NOON)


def contents(results: Results) -> list[str]:
    return [one.hit.content for one in (*results.facts, *results.summaries, *results.messages)]


def remember_everything(profile: Profile, words: str, scope_id: str = "__default__") -> None:
    message = say(profile, words, 0.9, scope_id=scope_id)
    remember(profile, words, 0.9, scope_id=scope_id)
    describe(message.session, words, 0.9, scope_id=scope_id)
    condense(message.session, words, 0.9, scope_id=scope_id)
