"""The only writer of facts and their events: every change of a fact happens in `apply`, under its profile's lock."""

from collections.abc import Iterable, Sequence, Set
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from engine import questions
from engine.errors import Refused
from profiles import legacy, lifecycle, sheet, told
from profiles.changes import Change, New, Origin, Outcome, touched
from profiles.lifecycle import Source, Standing, Status
from profiles.models import Fact, FactEvent, Profile
from profiles.pending import Hand
from profiles.sheet import Sheet

# Statements of one learned write from which it may be a flood: nobody says so many of themselves in one breath.
FLOOD = 10


class ProfileGone(Refused):
    """The profile was erased while somebody was thinking about it."""

    code = "profile_gone"
    status = 404

    def __init__(self) -> None:
        super().__init__("This person is no longer known.")


class Stale(Refused):
    """A fact changed after the decision about it was taken; nothing was applied."""

    code = "stale"
    status = 409

    def __init__(self, facts: Iterable[int]) -> None:
        super().__init__("This was changed meanwhile. Look at it again.")
        self.facts = frozenset(facts)


def apply(
    profile_id: int,
    changes: Sequence[Change],
    *,
    origin: Origin,
    now: datetime,
    on_stale: Literal["raise", "skip"] = "raise",
) -> Outcome:
    """Carry out all changes in one transaction, or, when one is stale and `on_stale` is 'raise', none (Stale).

    With 'skip' stale changes are left out and returned. The first write to a profile whose legacy column holds a
    document takes that document in first. Raises ProfileGone, and ForbiddenTransition for a Move that may not be.
    """
    with transaction.atomic():
        profile = locked(profile_id)
        found = Outcome()
        arrived = legacy.take_in(profile, now=now)
        fresh = _without_stale(changes, found, on_stale)
        news = [*arrived, *(change for change in changes if isinstance(change, New))]
        met = Fact.objects.of(profile).filter(sheet.met_by(news, touched(changes)))
        page = Sheet(profile, met, {(new.scope_id, new.slot_key) for new in news if new.slot_key})
        for new in arrived:
            page.carry_out(new, Hand(legacy.ORIGIN, now, Outcome()))
        hand = Hand(origin, now, found)
        for change in fresh:
            page.carry_out(change, hand)
        page.write()
        _keep_caps(page, hand)
        _close(page, found, now=now, took_legacy=bool(arrived))
        return found


def locked(profile_id: int) -> Profile:
    """The profile, locked against other writers of it (not against rows that only refer to it). Raises ProfileGone."""
    profile = Profile.objects.select_for_update(no_key=True).filter(pk=profile_id).first()
    if profile is None:
        raise ProfileGone
    return profile


def last_events(facts: Iterable[int]) -> dict[int, int]:
    """The newest event of each fact: what a decision is based on, and compared with when it is applied."""
    newest = FactEvent.objects.filter(fact__in=list(facts)).values_list("fact_id").annotate(Max("pk"))
    return dict(newest.order_by())


def _without_stale(changes: Sequence[Change], found: Outcome, on_stale: str) -> list[Change]:
    compared = {fact: event for fact, event in touched(changes).items() if event is not None}
    if not compared:
        return list(changes)
    present = last_events(compared)
    stale = {fact for fact, event in compared.items() if present.get(fact) != event}
    if stale and on_stale == "raise":
        raise Stale(stale)
    found.stale = [change for change in changes if stale & touched([change]).keys()]
    return [change for change in changes if change not in found.stale]


def _keep_caps(page: Sheet, hand: Hand) -> None:
    """Evict what is too much (P8) in each scope where a fact came into force."""
    entered = {fact.pk for fact in page.pending.entered}
    for scope_id, is_resident in page.grown():
        limit = settings.MEMORYHUB_FACT_LIMIT if is_resident else settings.MEMORYHUB_RECALLED_FACT_LIMIT
        active = Fact.objects.of(page.profile).active().filter(scope_id=scope_id)
        kin = active.resident() if is_resident else active.exclude(type__in=questions.RESIDENT_TYPES)
        if kin.count() <= limit:
            continue
        page.adopt(kin)
        standings = [sheet.standing(fact) for fact in kin]
        leaving = lifecycle.evicted(standings, limit=limit, fresh=_kept_first(standings, entered, limit, hand))
        for key in leaving:
            fact = page.by_key[key]
            # Said again later it comes back, however long ago its conversation was.
            page.move(fact, Status.SUPERSEDED, hand, reason="evicted", at=fact.said_at)
        hand.found.counts["evicted"] += len(leaving)
    page.write()
    hand.found.facts = [fact for fact in dict.fromkeys(hand.found.facts) if fact.is_active]


def _kept_first(standings: Sequence[Standing], entered: Set[int], limit: int, hand: Hand) -> Set[int]:
    """Whom an eviction spares: what the present write brought, unless an engine brought a flood of it at once."""
    brought = len([one for one in standings if one.key in entered])
    if hand.origin.source is Source.EXTRACTION and brought > max(FLOOD, limit // 2):
        return {one.key for one in standings} - entered
    return entered


def _close(page: Sheet, found: Outcome, *, now: datetime, took_legacy: bool) -> None:
    """Count on the profile's own row what changed."""
    profile = page.profile
    if not (page.pending.has_changes or took_legacy or found.counts["blocked"]):
        return
    profile.facts_version += page.moves_version
    profile.active_facts = Fact.objects.of(profile).active().count()
    profile.blocked_count += found.counts["blocked"]
    profile.updated_at = now
    profile.save(update_fields=["facts_version", "active_facts", "blocked_count", "updated_at", "memory"])
    if page.pending.forgets:
        told.forget(profile.pk)


def take_in_legacy(profile_id: int) -> None:
    """Upgrade what waits in the legacy column to rows, and nothing else."""
    apply(profile_id, [], origin=legacy.ORIGIN, now=timezone.now())
