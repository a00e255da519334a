"""A question's way to what is remembered: facts, summaries, episodes and messages, by words, by vector and by day.

Whatever may not be found is filtered here and below, for all who ask.
"""

import time
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from engine import embeddings, fusion, questions
from engine.embeddings import EmbedChoice
from engine.errors import Refused
from engine.fusion import Matched, Near, Scored, Terms
from memoryhub import hits, outage
from memoryhub.hits import EPISODE, FACT, MESSAGE, SUMMARY, Hit
from profiles import matching
from profiles import recall as facts
from profiles.matching import Source, Vector
from profiles.models import Fact, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries import recall as conversations

log = structlog.get_logger(__name__)

CONDENSED = frozenset({SUMMARY, EPISODE})
KINDS = (FACT, SUMMARY, EPISODE, MESSAGE)
TYPES = (*questions.FACT_TYPES, SUMMARY, EPISODE, MESSAGE)
KEPT, BELOW_THRESHOLD, TOP_K = "kept", "below_threshold", "top_k"


class StoreUnavailable(Refused):
    code = "store_unavailable"
    status = 503

    def __init__(self) -> None:
        super().__init__("The store did not answer this search: try again in a few seconds.")


@dataclass(frozen=True)
class Wanted:
    """One search. Facts are those of all `people`, conversations those of the first alone: a company's are not its
    sub-accounts'.

    `types` empty: facts of all types. `limit` is of each list, `explained` how many candidates of each kind are told besides.
    `agents`: those that a key is confined to; it reads no conversation with others, and every fact. `without_residents`: facts that stand in every context anyway are left out.
    `hides_superseded`: no message of which all that came was overtaken. `contacts`: what the scope does with them ('' looks
    it up).
    """

    people: tuple[Profile, ...]
    query: str
    scope_id: str = DEFAULT_SCOPE
    kinds: frozenset[str] = frozenset({FACT, SUMMARY, EPISODE})
    types: frozenset[str] = frozenset()
    agent_id: str = ""
    agents: frozenset[str] = frozenset()
    limit: int = 5
    threshold: float = 0.3
    explained: int = 0
    without_residents: bool = False
    hides_superseded: bool = False
    contacts: str = ""


@dataclass(frozen=True)
class Candidate:
    """A row that a search weighed, and why it was kept or not. `why`: kept, below_threshold, top_k."""

    hit: Hit
    scored: Scored
    why: str

    @property
    def score(self) -> float:
        return self.scored.score


@dataclass(frozen=True)
class Results:
    """What was found, each list best first; `candidates` are those of all kinds, best first, kept or not.

    `is_degraded`: found by words alone, or without some vectors.
    """

    candidates: tuple[Candidate, ...] = ()
    is_degraded: bool = False

    @property
    def facts(self) -> list[Candidate]:
        return self._kept({FACT})

    @property
    def summaries(self) -> list[Candidate]:
        """Running summaries and episodes together."""
        return self._kept(CONDENSED)

    @property
    def messages(self) -> list[Candidate]:
        return self._kept({MESSAGE})

    def _kept(self, kinds: Container[str]) -> list[Candidate]:
        return [one for one in self.candidates if one.why == KEPT and one.hit.kind in kinds]


def search(wanted: Wanted, *, choice: EmbedChoice, now: datetime) -> Results:
    """Embed the query and find, logging how it went. No connection is held while an embedder elsewhere thinks.

    Without an embedder it is found by words. Raises StoreUnavailable when the store fails, and what `outage` knows.
    """
    started = time.monotonic()
    told = _told_of(wanted)
    log.info("search_started", **told)
    try:
        results = find(wanted, vector=_vector(wanted, choice), model=embeddings.model_name(choice), now=now)
    except DatabaseError as failure:
        log.exception("search_failed", error=type(failure).__name__, ms=_since(started), **told)
        if isinstance(failure, outage.AWAY):
            raise
        raise StoreUnavailable from failure
    counts = {name: len(getattr(results, name)) for name in ("facts", "summaries", "messages")}
    log.info("search_finished", ms=_since(started), is_degraded=results.is_degraded, **counts, **told)
    return results


def find(wanted: Wanted, *, vector: Vector | None, model: str, now: datetime) -> Results:
    """What the question calls up, given its vector; None: by words alone. Three statements, whatever is stored."""
    sources = _sources(wanted, model, now)
    terms = fusion.terms(wanted.query, timezone.localdate(now, timezone.get_default_timezone()))
    by_words = matching.by_words(sources, terms)
    near: Mapping[str, Near] = {}
    is_whole = vector is not None
    if vector is not None:
        near, is_whole = matching.by_vector(sources, vector, model=model, found=by_words)
        near = {kind: one if kind == MESSAGE else matching.standing_out(one, model=model) for kind, one in near.items()}
    legacy, waiting = _waiting(wanted, terms)
    ranked = {}
    for kind, found in by_words.items():
        matched = found.matched.and_also(legacy) if kind == FACT else found.matched
        ranked[kind] = fusion.fuse(
            terms,
            matched,
            near.get(kind, Near()),
            without=found.hidden,
            limit=max(wanted.limit, wanted.explained),
            in_turn=kind == MESSAGE,
        )
    return Results(tuple(_candidates(ranked, waiting, wanted, now)), is_degraded=not is_whole)


def _told_of(wanted: Wanted) -> dict[str, Any]:
    """What a log line says of a search: no contents, unless they are logged."""
    told: dict[str, Any] = {
        "query_length": len(wanted.query),
        "top_k": wanted.limit,
        "threshold": wanted.threshold,
        "owner": wanted.people[0].pk,
        "scope_id": wanted.scope_id,
        "kinds": sorted(wanted.kinds),
    }
    return told | ({"query": wanted.query} if settings.MEMORYHUB_LOG_CONTENT else {})


def _since(started: float) -> float:
    return round((time.monotonic() - started) * 1000, 2)


def _vector(wanted: Wanted, choice: EmbedChoice) -> Vector | None:
    found = embeddings.try_embed([wanted.query], choice, is_query=True)
    return found[0] if found else None


def _sources(wanted: Wanted, model: str, now: datetime) -> list[Source]:
    among = conversations.Among(
        wanted.people[0], wanted.scope_id, wanted.agent_id, wanted.agents, wanted.hides_superseded
    )
    makers = {
        SUMMARY: conversations.snapshots,
        EPISODE: conversations.episodes,
        MESSAGE: conversations.messages,
    }
    found = [make(among, model=model) for kind, make in makers.items() if kind in wanted.kinds]
    return found + ([facts.source(_facts(wanted), model=model, now=now)] if FACT in wanted.kinds else [])


def _facts(wanted: Wanted) -> facts.Among:
    return facts.Among(
        wanted.people,
        wanted.scope_id,
        wanted.types,
        wanted.agent_id,
        wanted.without_residents,
        wanted.contacts,
    )


def _waiting(wanted: Wanted, terms: Terms) -> tuple[Matched, list[Fact]]:
    return facts.waiting(_facts(wanted), terms) if FACT in wanted.kinds else (Matched(), [])


def _candidates(
    ranked: Mapping[str, Sequence[Scored]], waiting: Sequence[Fact], wanted: Wanted, now: datetime
) -> list[Candidate]:
    """Best first, equals the newest first; told are those that may be shown and as many others as are explained."""
    shown = {kind: _shown(scored, wanted) for kind, scored in ranked.items()}
    told = hits.told({kind: [one.key for one in its] for kind, its in shown.items()}, waiting, now=now)
    found = [(told[kind, one.key], one) for kind, scored in shown.items() for one in scored if (kind, one.key) in told]
    found.sort(key=lambda pair: (-pair[1].score, -pair[0].at.timestamp(), -pair[0].pk))
    places: Counter[str] = Counter()
    candidates = []
    for hit, one in found:
        is_near = one.score >= wanted.threshold
        list_of = SUMMARY if hit.kind in CONDENSED else hit.kind
        places[list_of] += is_near
        why = BELOW_THRESHOLD if not is_near else KEPT if places[list_of] <= wanted.limit else TOP_K
        candidates.append(Candidate(hit, one, why))
    return candidates


def _shown(scored: Sequence[Scored], wanted: Wanted) -> list[Scored]:
    near = [one for one in scored if one.score >= wanted.threshold]
    return list(scored[: max(wanted.explained, min(len(near), wanted.limit))])
