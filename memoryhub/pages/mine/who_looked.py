"""Who looked at my memory: every look of somebody else is on record, and leads to what was looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from engine.text import normal
from observability import looks
from observability.models import WorkLogEntry
from profiles import firstcall, mine, story
from profiles.console import ConsoleRequest, own_profile, signed_in
from profiles.models import Fact, Profile
from profiles.shelves import scope_query
from summaries.models import Session

SHOWN = 100
FACT, SESSION, HELD = "fact", "session", "helditem"


@dataclass(frozen=True)
class Look:
    """One look, told. `address` leads to what was looked at, '' where it is gone; `words` are those of a fact."""

    at: datetime
    who: str
    what: str
    address: str = ""
    words: str = ""


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    profile = own_profile(request)
    entries = looks.at_profile(profile.pk, limit=SHOWN)
    facts, sessions = _facts(profile, entries), _sessions(profile, entries)
    names = mine.names_of([entry.actor for entry in entries])
    own = mine.own_actors(request.visitor)
    told = []
    for entry in entries:
        kind, key = str(entry.details.get("model")), str(entry.details.get("id"))
        fact = facts.get(key) if kind == FACT else None
        told.append(
            Look(
                at=entry.at,
                who=story.who(entry.actor, own=own, accounts=names),
                what=story.looked_at(entry.details),
                address=_address(kind, key, fact, sessions),
                words=fact.content if fact else "",
            )
        )
    about: dict[str, Any] = {"looks": told, "limit": SHOWN}
    if not told:
        about["call"] = _first_call(profile, request)
    return render(request, "pages/who_looked.html", about)


def _first_call(profile: Profile, request: ConsoleRequest) -> str:
    """What fills this page: a program that takes out everything of this person."""
    whose = urlencode(firstcall.identity_of(profile))
    return firstcall.shell("GET", f"{firstcall.base_of(request)}/api/profile/export?{whose}")


def _keys(entries: Sequence[WorkLogEntry], kind: str) -> list[int]:
    """Primary keys of the rows of one model that were looked at."""
    named = (str(entry.details.get("id")) for entry in entries if entry.details.get("model") == kind)
    return [key for one in named if (key := normal.whole_number(one)) is not None]


def _facts(profile: Profile, entries: Sequence[WorkLogEntry]) -> dict[str, Fact]:
    rows = Fact.objects.of(profile).filter(pk__in=_keys(entries, FACT))
    return {str(fact.pk): fact for fact in rows.only("fact_id", "scope_id", "content")}


def _sessions(profile: Profile, entries: Sequence[WorkLogEntry]) -> set[str]:
    rows = Session.objects.of(profile).filter(pk__in=_keys(entries, SESSION))
    return {str(key) for key in rows.values_list("pk", flat=True)}


def _address(kind: str, key: str, fact: Fact | None, sessions: set[str]) -> str:
    if fact is not None:
        return reverse("fact", args=[fact.fact_id]) + scope_query(fact.scope_id)
    if kind == SESSION and key in sessions:
        return reverse("conversation", args=[key])
    return reverse("waiting") if kind == HELD else ""
