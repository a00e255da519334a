"""One question's way out: what is remembered is gathered level by level, fitted to its budget, and observed."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from memoryhub import conversation_levels, layout
from memoryhub.layout import Item, Layout, Yields
from observability import observations
from observability.models import Observation
from profiles import recall
from profiles.models import Fact, Profile
from summaries import window

log = structlog.get_logger(__name__)

LEAST_STATEMENT_MS = 5
# The levels of lasting memory, as against conversations and what was condensed from them.
LONG_TERM = ("company", "user", "memories")


@dataclass(frozen=True)
class Asked:
    """One request for a context. `profile` None: nobody known; `company` is the main account of a sub-account."""

    tenant_id: int
    profile: Profile | None
    company: Profile | None = None
    agent_id: str = ""
    session_id: str = ""
    question: str = ""
    message_id: str = ""
    scope_id: str = "__default__"
    is_enabled: bool = True
    is_paused: bool = False
    max_tokens: int = 0
    locale: str = ""


@dataclass
class Assembled:
    """The text for pasting, its parts for programs, and the record of how it came about."""

    layout: Layout
    observation_id: str
    is_paused: bool = False
    is_degraded: bool = False
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def parts(self) -> list[dict[str, Any]]:
        return [
            {
                "level": part,
                "heading": heading,
                "items": [_shown(item) for item in self.layout.kept if item.part == part],
            }
            for part, heading in self.layout.headings.items()
        ]

    @property
    def dropped(self) -> list[dict[str, Any]]:
        return [{"level": item.part, "id": item.key, "reason": "max_tokens"} for item in self.layout.dropped]


def _shown(item: Item) -> dict[str, Any]:
    return {"id": item.key, "text": layout.one_line(item.text), "type": item.type, "score": item.score}


class _Levels:
    """Runs each level within what is left of the time budget; one that fails is left out and noted."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.errors: dict[str, str] = {}

    @property
    def left_ms(self) -> int:
        spent = (time.monotonic() - self.started) * 1000
        return int(settings.MEMORYHUB_CONTEXT_MILLISECONDS - spent)

    def run(self, name: str, level: Callable[[], list[Item]]) -> list[Item]:
        if self.left_ms < LEAST_STATEMENT_MS:
            self.errors[name] = "time_budget"
            return []
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute(f"SET LOCAL statement_timeout = {self.left_ms}")
                return level()
        except DatabaseError as error:
            self.errors[name] = type(error).__name__
            log.warning("context_level_failed", level=name, error=type(error).__name__)
            return []


def assemble(asked: Asked, *, choice: EmbedChoice, now: datetime) -> Assembled:
    """The context for one question. A level that fails or is too slow is missing from it, and said to be missing."""
    levels = _Levels()
    observation = Observation(at=now)
    remembers = asked.is_enabled and not asked.is_paused and asked.profile is not None
    items: list[Item] = []
    is_degraded = False
    chinese = layout.is_chinese(asked.locale, asked.question)
    if remembers:
        items += levels.run("long_term", lambda: _residents(asked, now))
        items += levels.run("episodes", lambda: _episodes(asked, now, chinese))
        items += levels.run("summary", lambda: _summary(asked, items))
    if asked.profile is not None and asked.session_id:
        items += levels.run("recent", lambda: _recent(asked))
    if remembers:  # last, because an embedder may use up all the time there is
        found, is_degraded = _recalled(asked, levels, choice, now)
        items += found
    retrieval_ms = (time.monotonic() - levels.started) * 1000
    laid = layout.fit(items, max_tokens=asked.max_tokens or settings.MEMORYHUB_CONTEXT_TOKENS, chinese=chinese)
    build_ms = (time.monotonic() - levels.started) * 1000
    _fill(observation, asked, laid, levels.errors, is_degraded=is_degraded)
    observation.retrieval_ms, observation.build_ms = round(retrieval_ms, 2), round(build_ms, 2)
    observations.record(observation)
    return Assembled(laid, observation.observation_id, asked.is_paused, is_degraded, levels.errors)


def _residents(asked: Asked, now: datetime) -> list[Item]:
    """The person's facts, and before them those of their company."""
    owners = [("company", asked.company), ("user", asked.profile)]
    people = [profile for _, profile in owners if profile is not None]
    by_owner = recall.residents(people, scope_id=asked.scope_id, now=now)
    return [_resident(fact, part) for part, profile in owners if profile is not None for fact in by_owner[profile.pk]]


def _resident(fact: Fact, part: str) -> Item:
    value = fact.importance + (1.0 if fact.is_pinned else 0.0)
    return Item(part, fact.fact_id, fact.content, Yields.RESIDENT, weight=value, type=fact.type)


def _episodes(asked: Asked, now: datetime, chinese: bool) -> list[Item]:
    """Recent conversations of the person alone: a company's are not its sub-accounts'."""
    if asked.profile is None:
        return []
    return conversation_levels.recent(
        asked.profile, scope_id=asked.scope_id, question=asked.question, now=now, is_chinese=chinese
    )


def _summary(asked: Asked, told: Sequence[Item]) -> list[Item]:
    """What the running conversation has been condensed to."""
    if asked.profile is None or not asked.session_id:
        return []
    return conversation_levels.running(asked.profile, asked.session_id, scope_id=asked.scope_id, told=told)


def _recalled(asked: Asked, levels: _Levels, choice: EmbedChoice, now: datetime) -> tuple[list[Item], bool]:
    """Memories that the question calls up; without an embedding the level is empty and the answer degraded."""
    if not asked.question.strip() or asked.profile is None:
        return [], False
    try:
        vector = embeddings.embed_query(asked.question, replace(choice, timeout_s=max(levels.left_ms, 1) / 1000))
    except ProviderFailed as error:
        levels.errors["related"] = error.reason
        return [], True
    people = [profile for profile in (asked.profile, asked.company) if profile is not None]

    def level() -> list[Item]:
        found = recall.for_question(
            people, vector, model=embeddings.model_name(choice), scope_id=asked.scope_id, least=settings.MEMORYHUB_SEARCH_SCORE,
            limit=settings.MEMORYHUB_SIMILAR_FACTS, now=now,
        )  # fmt: skip
        return [_found(one) for one in found]

    return levels.run("related", level), False


def _found(one: recall.Found) -> Item:
    fact, score = one.fact, one.score
    return Item(
        "memories",
        fact.fact_id,
        fact.stored_text,
        Yields.MEMORY_FOUND,
        weight=score,
        score=round(score, 4),
        type=fact.type,
    )


def _recent(asked: Asked) -> list[Item]:
    if asked.profile is None:
        return []
    rounds = window.recent(
        asked.profile,
        asked.session_id,
        scope_id=asked.scope_id,
        rounds=settings.MEMORYHUB_RECENT_ROUNDS,
        question=asked.question,
        message_id=asked.message_id,
    )
    return [item for age, one in enumerate(rounds) for item in _round(one, age, is_newest=age == len(rounds) - 1)]


def _round(one: window.Round, age: int, *, is_newest: bool) -> list[Item]:
    items = []
    for message in one.messages:
        is_kept = is_newest and message is one.asked
        yields = Yields.NEVER if is_kept else Yields.RECENT
        text = f"{message.name or message.role}: {message.content}"
        items.append(Item("recent", message.message_id, text, yields, weight=age, type=message.role))
    return items


def _fill(observation: Observation, asked: Asked, laid: Layout, errors: dict[str, str], *, is_degraded: bool) -> None:
    """What the observation tells of this request: ids and figures; the question only where contents are logged."""
    memories = [item for item in laid.kept if item.part != "recent"]
    found = [item for item in (*laid.kept, *laid.dropped) if item.part != "recent"]
    scores = [item.score for item in found if item.score is not None]
    observation.tenant_id = asked.tenant_id
    observation.profile_id = asked.profile.pk if asked.profile else None
    observation.agent_id, observation.session_id = asked.agent_id, asked.session_id
    observation.message_id, observation.scope_id = asked.message_id, asked.scope_id
    if settings.MEMORYHUB_LOG_CONTENT and asked.profile:
        observation.question = asked.question
    observation.is_enabled = asked.is_enabled and not asked.is_paused
    observation.is_injected = bool(memories)
    observation.is_degraded = is_degraded
    observation.retrieved_count, observation.injected_count = len(found), len(memories)
    observation.retrieved_ids = [item.key for item in sorted(found, key=_best_first)[: observations.TRACE_LIMIT]]
    observation.recent_message_count = sum(item.part == "recent" for item in laid.kept)
    observation.long_term_count = sum(item.part in LONG_TERM for item in memories)
    observation.has_summary = any(item.part == "summary" for item in memories)
    observation.top_score = max(scores, default=None)
    observation.average_score = sum(scores) / len(scores) if scores else None
    observation.trace = _trace(laid, errors)
    observation.tokens = laid.tokens
    observation.error = "; ".join(f"{level}: {why}" for level, why in errors.items())[:512]


def _trace(laid: Layout, errors: dict[str, str]) -> dict[str, Any]:
    levels: dict[str, list[dict[str, Any]]] = {}
    candidates: Sequence[tuple[Item, str]] = [
        *((item, "kept") for item in laid.kept),
        *((item, "max_tokens") for item in laid.dropped),
    ]
    for item, why in sorted(candidates, key=lambda one: _best_first(one[0]))[: observations.TRACE_LIMIT]:
        levels.setdefault(item.part, []).append({"id": item.key, "score": item.score, "why": why})
    return {"levels": levels, "errors": errors}


def _best_first(item: Item) -> tuple[bool, float]:
    """What the question called up, by its score, before what stands in every context anyway."""
    return item.score is None, -(item.score or 0.0)
