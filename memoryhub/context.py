"""One question's way out: what is remembered is gathered level by level, fitted to its budget, and observed."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings

from engine import embeddings
from engine.embeddings import EmbedChoice
from globalmemory import recall
from memoryhub import conversation_levels, layout, memory_levels, observing
from memoryhub.layout import Candidate, Item, Layout
from memoryhub.levels import Levels
from observability import observations
from observability.models import Handed, Observation
from profiles.models import Profile


@dataclass(frozen=True)
class Asked:
    """One request for a context. `profile` None: nobody known; `company` is the main account of a sub-account.

    `agents`: those that a key is confined to; what was said to others is not found for it. `contacts`: what the
    scope does with them ('' looks it up).
    """

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
    agents: frozenset[str] = frozenset()
    contacts: str = ""

    @property
    def remembers(self) -> bool:
        return self.is_enabled and not self.is_paused

    @property
    def is_chinese(self) -> bool:
        return layout.is_chinese(self.locale, self.question)

    @property
    def owners(self) -> list[tuple[str, Profile]]:
        """Whose facts there are, under the parts in which they stand."""
        owners = (("company", self.company), ("user", self.profile))
        return [(part, profile) for part, profile in owners if profile is not None]


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
        """What is not in the text: the repeated first, then what had to go, in the order in which it went."""
        repeated = [(item, "repeated") for item in self.layout.repeated]
        for_room = [(item, "max_tokens") for item in self.layout.dropped]
        return [{"level": item.part, "id": item.key, "reason": why} for item, why in (*repeated, *for_room)]


def _shown(item: Item) -> dict[str, Any]:
    return {"id": item.key, "text": item.shown, "type": item.type, "score": item.score}


def assemble(
    asked: Asked,
    *,
    choice: EmbedChoice,
    now: datetime,
    record: Callable[[Observation], None] = observations.record,
) -> Assembled:
    """The context for one question. A level that fails or is too slow is missing from it, and said to be missing.

    `record` is given the observation when all is done, at once or to be stored when the answer is on its way.
    """
    observation = _observation(asked, now)
    with Levels(settings.MEMORYHUB_CONTEXT_MILLISECONDS, embed=partial(_embedded, asked, choice)) as levels:
        gathered = _gathered(asked, levels, choice, now)
    retrieval_ms = levels.spent_ms
    laid = layout.fit(
        gathered.items, max_tokens=asked.max_tokens or settings.MEMORYHUB_CONTEXT_TOKENS, chinese=asked.is_chinese
    )
    observing.fill(observation, laid, levels, gathered.considered)
    observation.handed = _handed(asked, laid)
    observation.is_degraded = gathered.is_degraded or bool(levels.embed_error)
    observation.mode_of_global = gathered.mode_of_global
    observation.retrieval_ms, observation.build_ms = round(retrieval_ms, 2), round(levels.spent_ms, 2)
    record(observation)
    return Assembled(laid, observation.observation_id, asked.is_paused, observation.is_degraded, levels.errors)


@dataclass
class _Gathered:
    items: list[Item] = field(default_factory=list)
    considered: list[Candidate] = field(default_factory=list)
    mode_of_global: str = ""
    is_degraded: bool = False


def _gathered(asked: Asked, levels: Levels, choice: EmbedChoice, now: datetime) -> _Gathered:
    """What each level brings: the cheap ones first, then those that may ask an embedder, which may use up all the time."""
    found = _Gathered()
    profile, scope_id = asked.profile, asked.scope_id
    told = found.items
    if profile is not None and asked.remembers:
        told += levels.run(
            "long_term",
            lambda: memory_levels.residents(asked.owners, scope_id=scope_id, now=now, contacts=asked.contacts),
        )
        told += levels.run("episodes", lambda: _episodes(asked, profile, now))
        if asked.session_id:
            told += levels.run("summary", lambda: _summary(asked, profile, tuple(told)))
    if profile is not None and asked.session_id:
        told += levels.run("recent", lambda: _rounds(asked, profile))
    if asked.remembers:
        told += levels.run("global", lambda: _global(asked, levels, choice, found))
    if profile is not None and asked.remembers and asked.question.strip():
        told += levels.run("related", lambda: _related(asked, levels, choice, now, found))
    return found


def _global(asked: Asked, levels: Levels, choice: EmbedChoice, found: _Gathered) -> list[Item]:
    """What the person, or the organisation, told this agent for all conversations."""
    recalled = recall.recall(
        asked.tenant_id,
        asked.profile.pk if asked.profile else None,
        agent_id=asked.agent_id,
        question=asked.question,
        embed=levels.vector,
        model=embeddings.model_name(choice),
    )
    found.mode_of_global = recalled.mode
    found.considered += map(memory_levels.weighed, recalled.considered)
    return [memory_levels.global_item(one, is_chinese=asked.is_chinese) for one in recalled.found]


def _episodes(asked: Asked, profile: Profile, now: datetime) -> list[Item]:
    """Recent conversations of the person alone: a company's are not its sub-accounts'."""
    return conversation_levels.recent(
        profile,
        scope_id=asked.scope_id,
        question=asked.question,
        now=now,
        is_chinese=asked.is_chinese,
        session_id=asked.session_id,
        agents=asked.agents,
    )


def _summary(asked: Asked, profile: Profile, told: tuple[Item, ...]) -> list[Item]:
    """What the running conversation has been condensed to."""
    return conversation_levels.running(
        profile, asked.session_id, scope_id=asked.scope_id, told=told, agents=asked.agents
    )


def _rounds(asked: Asked, profile: Profile) -> list[Item]:
    return conversation_levels.rounds(
        profile,
        asked.session_id,
        scope_id=asked.scope_id,
        most=settings.MEMORYHUB_RECENT_ROUNDS,
        question=asked.question,
        message_id=asked.message_id,
        agents=asked.agents,
    )


def _related(asked: Asked, levels: Levels, choice: EmbedChoice, now: datetime, found: _Gathered) -> list[Item]:
    """What the question calls up beyond what is there already; without an embedder by its words."""
    shown = [item.key for item in found.items if item.part == "recent"]
    question = memory_levels.Question(
        people=tuple(profile for _part, profile in reversed(asked.owners)),
        question=asked.question,
        scope_id=asked.scope_id,
        is_chinese=asked.is_chinese,
        agents=asked.agents,
        shown=frozenset((asked.session_id, key) for key in (*shown, asked.message_id) if key),
    )
    results = memory_levels.related(question, levels.vector(), model=embeddings.model_name(choice), now=now)
    found.is_degraded = results.is_degraded
    found.considered += (memory_levels.not_related(question, one) for one in results.candidates)
    return memory_levels.related_items(question, results)


def _embedded(asked: Asked, choice: EmbedChoice, seconds: float) -> list[float] | None:
    """The vector of the question within the time that is left. Raises ProviderFailed."""
    if not asked.question.strip():
        return None
    return embeddings.embed_query(asked.question, replace(choice, timeout_s=seconds))


def _observation(asked: Asked, now: datetime) -> Observation:
    return Observation(
        at=now,
        tenant_id=asked.tenant_id,
        profile_id=asked.profile.pk if asked.profile else None,
        agent_id=asked.agent_id,
        session_id=asked.session_id,
        message_id=asked.message_id,
        scope_id=asked.scope_id,
        question=asked.question if settings.MEMORYHUB_LOG_CONTENT and asked.profile else "",
        is_enabled=asked.remembers,
    )


def _handed(asked: Asked, laid: Layout) -> Handed | None:
    """The text to be kept with the question, for as long as nothing of what it tells is forgotten."""
    if not settings.MEMORYHUB_LOG_CONTENT or asked.profile is None or not laid.text:
        return None
    company = asked.company.pk if asked.company else None
    return Handed(
        laid.text,
        forgettings={profile.pk: profile.forgettings for _part, profile in asked.owners},
        company_id=company,
        global_memory_ids=memory_levels.global_memory_ids(laid.kept),
    )
