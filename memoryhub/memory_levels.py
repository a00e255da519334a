"""What a context tells of lasting memory: global memories, the facts that always stand in it, what the question calls up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from engine.text import keywords, small_talk
from globalmemory import recall as global_recall
from globalmemory import wording
from globalmemory.models import GlobalMemory
from globalmemory.models.memories import FIELDS
from memoryhub import retrieval
from memoryhub.hits import FACT, MESSAGE, Hit
from memoryhub.layout import Candidate, Item, Yields
from memoryhub.retrieval import Results, Wanted
from profiles import recall
from profiles.models import Fact, Profile

# Candidates of each kind that a trace names besides those found.
EXPLAINED = 10
GLOBAL = "g_"
# Why a message that was found is not told: it stands among the last ones, or is what is being asked.
REPEATED, QUESTION = "repeated", "question"

Owners = Sequence[tuple[str, Profile]]


@dataclass(frozen=True)
class Question:
    """What is asked about whom. `shown` are the messages that stand in the text anyway, by conversation and id."""

    people: tuple[Profile, ...]
    question: str
    scope_id: str
    is_chinese: bool
    agents: frozenset[str] = frozenset()
    shown: frozenset[tuple[str, str]] = frozenset()


def residents(owners: Owners, *, scope_id: str, now: datetime, contacts: str = "") -> list[Item]:
    """The facts of each owner under the part named with them. One statement."""
    found = recall.residents([profile for _part, profile in owners], scope_id=scope_id, now=now, contacts=contacts)
    return [_resident(fact, part) for part, profile in owners for fact in found[profile.pk]]


def related(asked: Question, vector: Sequence[float] | None, *, model: str, now: datetime) -> Results:
    """What the question calls up beyond the resident facts: other facts, and messages. Three statements."""
    kinds = {FACT, MESSAGE} if settings.MEMORYHUB_CONTEXT_MESSAGES else {FACT}
    wanted = Wanted(
        asked.people,
        keywords.asked_part(asked.question),
        scope_id=asked.scope_id,
        kinds=frozenset(kinds),
        agents=asked.agents,
        limit=max(settings.MEMORYHUB_SIMILAR_FACTS, settings.MEMORYHUB_CONTEXT_MESSAGES + len(asked.shown)),
        threshold=settings.MEMORYHUB_SEARCH_SCORE,
        explained=EXPLAINED,
        without_residents=True,
        hides_superseded=True,
    )
    return retrieval.find(wanted, vector=vector, model=model, now=now)


def related_items(asked: Question, found: Results) -> list[Item]:
    """The nearest facts, and the nearest messages that are neither shown already nor the question itself."""
    facts = [one for one in found.facts if _is_worth_it(one)]
    messages = [one for one in found.messages if _is_worth_it(one) and not _is_shown(one.hit, asked)]
    return [
        *map(_fact, facts[: settings.MEMORYHUB_SIMILAR_FACTS]),
        *(_message(one, asked) for one in messages[: settings.MEMORYHUB_CONTEXT_MESSAGES]),
    ]


def not_related(asked: Question, one: retrieval.Candidate) -> Candidate:
    """A candidate that is not in the text."""
    why = _why_not(asked, one) if one.why == retrieval.KEPT else one.why
    return Candidate("memories", one.hit.key, round(one.score, 4), why)


def _why_not(asked: Question, one: retrieval.Candidate) -> str:
    """Why something that a search would have shown is not told, in the order in which it is sorted out."""
    if not _is_worth_it(one):
        return retrieval.BELOW_THRESHOLD
    if one.hit.kind != MESSAGE or not _is_shown(one.hit, asked):
        return retrieval.TOP_K
    return QUESTION if _is_question(one.hit, asked) else REPEATED


def _is_worth_it(one: retrieval.Candidate) -> bool:
    """Whether it is worth its room in a prompt, where nobody asked to see what is merely likely.

    Words alone and a day that is named score low where they are right, too: of these the search's word is taken.
    """
    if one.hit.kind == MESSAGE and small_talk.is_small_talk(one.hit.content):
        return False
    is_weighed = one.scored.relevance is not None and not one.scored.is_of_day
    return one.score >= settings.MEMORYHUB_CONTEXT_SCORE or not is_weighed


def _is_shown(hit: Hit, asked: Question) -> bool:
    said = {(one.session_id, one.message_id) for one in hit.evidence}
    return not said.isdisjoint(asked.shown) or _is_question(hit, asked)


def _is_question(hit: Hit, asked: Question) -> bool:
    return hit.content.strip() == asked.question.strip()


def _fact(one: retrieval.Candidate) -> Item:
    hit = one.hit
    text = f"[{hit.type}] {hit.content}"
    return Item(
        "memories", hit.key, text, Yields.MEMORY_FOUND, weight=one.score, score=round(one.score, 4), type=hit.type
    )


def _message(one: retrieval.Candidate, asked: Question) -> Item:
    """With the day on which it was said, and by whom."""
    hit = one.hit
    day = timezone.localdate(hit.at, timezone.get_default_timezone()).isoformat()
    said = f"（{day}）{hit.role}: {hit.content}" if asked.is_chinese else f"({day}) {hit.role}: {hit.content}"
    return Item(
        "memories", hit.key, f"[{MESSAGE}] {said}", Yields.MESSAGE_FOUND, weight=one.score, score=round(one.score, 4),
        type=MESSAGE, says=(hit.content,),
    )  # fmt: skip


def global_item(found: global_recall.Found, *, is_chinese: bool) -> Item:
    """Its name, and below it a labelled line for each field."""
    name, *fields = wording.lines(found.memory, is_chinese)
    return Item(
        "global",
        global_key(found.memory),
        name,
        Yields.GLOBAL_MANDATORY if found.is_mandatory else Yields.GLOBAL,
        weight=found.score or 0.0,
        score=None if found.score is None else round(found.score, 4),
        type="global_memory",
        more=tuple(fields),
        says=tuple(filter(None, (name, *(getattr(found.memory, field) for field in FIELDS)))),
    )


def weighed(one: global_recall.Considered) -> Candidate:
    return Candidate("global", global_key(one.memory), one.score, one.why)


def global_memory_ids(items: Iterable[Item]) -> list[int]:
    """The keys of the global memories among these entries."""
    return sorted(int(item.key.removeprefix(GLOBAL)) for item in items if item.part == "global")


def global_key(memory: GlobalMemory) -> str:
    return f"{GLOBAL}{memory.pk}"


def _resident(fact: Fact, part: str) -> Item:
    value = fact.importance + (1.0 if fact.is_pinned else 0.0)
    return Item(part, fact.fact_id, fact.content, Yields.RESIDENT, weight=value, type=fact.type)
