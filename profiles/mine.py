"""What the page of a person's own memory shows: read in a fixed number of statements, however much there is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.db.models import QuerySet

from profiles import document, editing, firstcall, inforce, names, reading, room, shelves, story
from profiles.console import ConsoleRequest, Visitor
from profiles.lifecycle import Status
from profiles.models import ErasureReceipt, Fact, HeldItem, Profile, ScopeConfig
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.shelves import View

FACTS_SHOWN = 100
HELD_SHOWN = 20
NIGHT_SHOWN = 10
LONGEST_CHAIN = 50
PAST = frozenset({Status.SUPERSEDED, Status.DEPRECATED})


@dataclass(frozen=True)
class Joined:
    """Wordings that a dream put together, and the one that has their place."""

    before: Sequence[str]
    after: str


@dataclass(frozen=True)
class Night:
    """What the last dream did for a person, in their own words; `run` and `part` lead to it."""

    at: datetime
    merged: Sequence[Joined]
    outdated: Sequence[str]
    run: int
    part: int

    @property
    def merged_shown(self) -> Sequence[Joined]:
        return self.merged[:NIGHT_SHOWN]

    @property
    def outdated_shown(self) -> Sequence[str]:
        return self.outdated[:NIGHT_SHOWN]


@dataclass(frozen=True)
class Told:
    """Something that happened, as a reader is told: when, by whom, what."""

    at: datetime
    who: str
    what: str


def board(profile: Profile, view: View, request: ConsoleRequest) -> dict[str, Any]:
    """Everything that the list of facts and what stands around it needs."""
    counts = reading.counts_of(profile)
    remembered, past = counts.get(view.scope_id, (0, 0))
    about = {
        "view": view,
        "remembered": remembered,
        "past": past,
        "scopes": sorted({DEFAULT_SCOPE, view.scope_id, *counts}),
        "held": _unremembered(profile, view.scope_id).order_by("-pk")[:HELD_SHOWN],
        "model": model_of(profile, view.scope_id),
        "profile": profile,
        "groups": names.TYPES.items(),
        "sources": names.SOURCE_NAMES.items(),
        "states": [(state, names.STATUS_NAMES[state]) for state in shelves.PAST_STATES],
        "is_paused": profile.is_paused or profile.tenant.is_paused,
    }
    return about | (_past(profile, view) if view.is_past else _remembered(profile, view, request))


def _remembered(profile: Profile, view: View, request: ConsoleRequest) -> dict[str, Any]:
    every = reading.facts_of(profile, scope_id=view.scope_id)
    page = Paginator(shelves.by_type(shelves.matching(every, view)), FACTS_SHOWN).get_page(view.page)
    return {
        "remembered": len(every),
        "facts": page.object_list,
        "page": page,
        "shelves": shelves.shelved(list(page.object_list)),
        "rooms": room.taken(every),
        "night": last_night(profile),
        "call": None if every else first_call(profile, request, view.scope_id),
    }


def _past(profile: Profile, view: View) -> dict[str, Any]:
    """What is no longer in force: it grows with the years, so it is read page by page."""
    rows = Fact.objects.of(profile).filter(scope_id=view.scope_id).containing(view.query.split())
    ahead = list(rows.filter(**view.columns).for_past_page(view.after)[: FACTS_SHOWN + 1])
    shown = ahead[:FACTS_SHOWN]
    is_first = view.after is None and view.scope_id == DEFAULT_SCOPE
    waiting = reading.waiting_of(profile, PAST) if is_first and document.is_document(profile.memory) else []
    return {
        "facts": [*shelves.matching(waiting, view), *shown],
        "next": shown[-1].pk if len(ahead) > FACTS_SHOWN else None,
    }


def _unremembered(profile: Profile, scope_id: str) -> QuerySet[HeldItem]:
    """What waits for a word before it counts; a fact that is to be retired counts until then."""
    waiting = HeldItem.objects.filter(profile=profile, scope_id=scope_id, released_at=None)
    return waiting.exclude(op__in=(HeldItem.Op.RETIRE, HeldItem.Op.DOUBT))


def last_night(profile: Profile) -> Night | None:
    """The last dream as the profile's metadata tells it, None when it changed nothing."""
    log, last = profile.metadata.get("dreamLog"), profile.metadata.get("lastDream")
    if not (isinstance(log, dict) and isinstance(last, dict)):
        return None
    merged = [Joined(before, after) for before, after in log.get("merged", [])]
    outdated = list(log.get("outdated", []))
    if not (merged or outdated):
        return None
    return Night(datetime.fromisoformat(last["at"]), merged, outdated, run=last["run"], part=last["part"])


def model_of(profile: Profile, scope_id: str) -> str:
    """The language model that learns in this scope, '' when the built-in rules do."""
    if not settings.MEMORYHUB_LLM_BASE_URL:
        return ""
    own = ScopeConfig.objects.filter(tenant=profile.tenant_id, scope_id=scope_id).values(*inforce.MODELS).first()
    return inforce.model_named(own or {}, "extract") or str(settings.MEMORYHUB_LLM_MODELS["extract"])


def first_call(profile: Profile, request: ConsoleRequest, scope_id: str) -> str:
    base_url, said = firstcall.base_of(request), firstcall.said()
    return firstcall.command(profile, base_url=base_url, said=said, scope_id=scope_id)


def known(profile: Profile, fact_id: str, *, scope_id: str) -> Fact:
    """The fact, stored or still in the legacy column (then unsaved: looking writes nothing). Raises UnknownFact."""
    stored = Fact.objects.of(profile).filter(scope_id=scope_id, fact_id=fact_id).first()
    if stored:
        return stored
    waiting = reading.facts_of(profile, scope_id=scope_id, statuses=reading.EVERY_STATUS) if profile.memory else []
    found = next((fact for fact in waiting if fact.fact_id == fact_id), None)
    if found is None:
        raise editing.UnknownFact
    return found


def in_force(fact: Fact) -> Fact | None:
    """The fact itself if it is active, otherwise what took its place in the end; None when nothing did."""
    seen: Fact | None = fact
    for _step in range(LONGEST_CHAIN):
        if seen is None or seen.is_active:
            return seen
        seen = Fact.objects.filter(
            profile=fact.profile_id, scope_id=fact.scope_id, fact_id=seen.superseded_by or None
        ).first()
    return None


def told(fact: Fact, visitor: Visitor) -> Told | None:
    """The last thing that happened to a fact; None when nothing is on record."""
    event = fact.events.order_by("pk").last() if fact.pk else None
    if event is None:
        return None
    names = names_of([event.actor])
    return Told(event.at, story.who(event.actor, own=own_actors(visitor), accounts=names), story.sentence(event))


def last_receipt(visitor: Visitor) -> ErasureReceipt | None:
    """Of what the visitor last had erased in the tenant, None when nothing was."""
    found = ErasureReceipt.objects.filter(tenant=visitor.member.tenant_id) if visitor.member else None
    return found.filter(actor=visitor.actor).order_by("-pk").first() if found is not None else None


def own_actors(visitor: Visitor) -> frozenset[str]:
    """The names under which the visitor stands in events."""
    profile = visitor.profile
    return frozenset({visitor.actor, f"user:{profile.pk}"} if profile else {visitor.actor})


def names_of(actors: list[str]) -> dict[int, str]:
    """The names of the accounts among these actors."""
    rows = get_user_model().objects.filter(pk__in=story.accounts_in(actors))
    return {account.pk: account.get_username() for account in rows}
