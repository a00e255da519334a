"""How changes of facts are taken back: the last one of a fact with what it did to others, or all that one job or dream did."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from profiles import ledger
from profiles.changes import Change, Mark, Move, Origin, touched
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent

CHANGED, SAID, REPLACED = "changed_since", "said_since", "replaced_since"
LONGEST_CHAIN = 50
# Reasons with which one statement takes another's place on a person's word.
CORRECTIONS = frozenset({"edited", "instructed", "accepted"})
# The reason with which a dream puts a statement out of force that stands in a joint wording from then on.
JOINED = "merged"


def changes_of(fact: Fact) -> list[Change]:
    """What takes back the last thing that happened to a fact; empty when that cannot be taken back."""
    last = _last_event(fact)
    if last is None:
        return []
    if last.from_status == last.to_status:
        return [Mark(fact.pk, is_pinned=last.reason == "unpinned")] if "pinned" in last.reason else []
    if last.to_status == Status.DEPRECATED:
        return [Move(fact.pk, Status.ACTIVE, reason="undone")]
    if last.to_status == Status.SUPERSEDED:
        return _unedit(fact, last) if last.reason in CORRECTIONS else []
    return _unenter(fact, last)


def _unedit(before: Fact, last: FactEvent) -> list[Change]:
    """The former wording is back; the corrected one goes, unless it was known before the correction."""
    after = Fact.objects.filter(
        profile=before.profile_id, scope_id=before.scope_id, fact_id=last.related_fact, status=Status.ACTIVE
    ).first()
    entry = _last_event(after) if after else None
    if after is None or entry is None or entry.at != last.at:
        return [Move(before.pk, Status.ACTIVE, reason="undone")]
    return _unenter(after, entry)


def _unenter(fact: Fact, entry: FactEvent) -> list[Change]:
    """The fact leaves again, and what it pushed out when it came is back."""
    displaced = Fact.objects.filter(
        profile=fact.profile_id,
        scope_id=fact.scope_id,
        status=Status.SUPERSEDED,
        superseded_by=fact.fact_id,
        events__at=entry.at,
        events__to_status=Status.SUPERSEDED,
    )
    back = list(displaced.order_by("pk").distinct())
    leaves = Move(fact.pk, _former(entry), reason="undone", related=back[0].fact_id if back else "")
    moves = [leaves, *(Move(one.pk, Status.ACTIVE, reason="undone") for one in back)]
    return [*moves, *_unblock(_parts_of(back, entry.at))]


def _parts_of(whole: Iterable[Fact], at: datetime) -> list[Fact]:
    """What was taken out of joined statements and kept as deleted."""
    parts = [
        Fact.objects.filter(
            profile=one.profile_id, scope_id=one.scope_id, status=Status.DEPRECATED,
            events__at=at, events__from_status="", events__related_fact=one.fact_id,
        ).order_by("pk")
        for one in whole
    ]  # fmt: skip
    return [part for found in parts for part in found]


def _unblock(parts: Iterable[Fact]) -> list[Move]:
    """A part is within its whole again: it is neither in force by itself nor deleted."""
    ways = (Status.ACTIVE, Status.SUPERSEDED)
    return [Move(part.pk, way, reason="undone") for part in parts for way in ways]


def _former(entry: FactEvent) -> Status:
    """The state before; what had none goes as its origin has it: a correction is replaced, a statement forgotten."""
    is_correction = entry.from_status == "" and entry.reason in CORRECTIONS and entry.related_fact != ""
    return Status.SUPERSEDED if is_correction or entry.from_status == Status.SUPERSEDED else Status.DEPRECATED


def _last_event(fact: Fact) -> FactEvent | None:
    return fact.events.order_by("pk").last() if fact.pk else None


@dataclass
class Reversal:
    """What takes back a job or a dream. `facts` are the ids that it concerns, `kept` those that stay, each with why."""

    changes: list[Move] = field(default_factory=list)
    facts: dict[int, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)

    def take(self, fact: Fact, move: Move) -> None:
        self.changes.append(move)
        self.facts[fact.pk] = fact.fact_id


@dataclass(frozen=True)
class _Deed:
    """What was done to one fact: the state in which it was found, and the last event of what is taken back."""

    fact: Fact
    found: str
    event: int
    reason: str = ""

    @property
    def former(self) -> Status:
        """The state to return to. What was written by mistake is replaced by nothing: deleted, it would block (P7)."""
        return Status(self.found) if self.found else Status.SUPERSEDED

    @property
    def is_joined(self) -> bool:
        return self.reason == JOINED and self.fact.status == Status.SUPERSEDED


@dataclass(frozen=True)
class Undone:
    """`fact_ids` returned to their former states; `kept` are those that did not, each with why."""

    at: str
    fact_ids: tuple[str, ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict)


def carry_out(profile_id: int, which: Q, *, over_at: datetime | None, origin: Origin, now: datetime) -> Undone:
    """Take back what some events did to facts, as far as `of_events` allows it."""
    plan = of_events(profile_id, which, over_at=over_at)
    outcome = ledger.apply(profile_id, plan.changes, origin=origin, now=now, on_stale="skip")
    stale = touched(outcome.stale).keys()
    kept = plan.kept | {fact_id: CHANGED for key, fact_id in plan.facts.items() if key in stale}
    return Undone(now.isoformat(), tuple(plan.facts[key] for key in plan.facts if key not in stale), kept)


def of_events(profile_id: int, which: Q, *, over_at: datetime | None) -> Reversal:
    """What returns the facts that some events are about to the states in which these events found them.

    A fact that changed since stays, and so does one that was said again after `over_at`, and one whose place somebody
    else holds by now. What was joined into one wording comes back if that wording leaves, or was there before.
    """
    found = Reversal()
    deeds = _deeds(profile_id, which)
    newest = ledger.last_events(deed.fact.pk for deed in deeds)
    untouched = [deed for deed in deeds if newest.get(deed.fact.pk) == deed.event]
    found.kept.update({deed.fact.fact_id: CHANGED for deed in deeds if deed not in untouched})
    blocked = [deed for deed in untouched if not deed.found and deed.fact.status == Status.DEPRECATED]
    entered = [deed for deed in untouched if deed.fact.is_active and deed.former is not Status.ACTIVE]
    leaving = [deed for deed in entered if over_at is None or deed.fact.last_seen_at <= over_at]
    found.kept.update({deed.fact.fact_id: SAID for deed in entered if deed not in leaving})
    returning = [deed for deed in untouched if not deed.fact.is_active and deed.former is Status.ACTIVE]
    places = _Places(profile_id, {deed.fact.scope_id for deed in returning}, leaving)
    made = {deed.fact.pk: deed in untouched for deed in deeds if deed.former is not Status.ACTIVE}
    hindered = {deed.fact.fact_id: why for deed in returning if (why := places.why_not(deed, made))}
    back = [deed for deed in returning if deed.fact.fact_id not in hindered]
    found.kept.update(hindered)
    for deed in leaving:
        before = next((one.fact.fact_id for one in back if one.fact.superseded_by == deed.fact.fact_id), "")
        found.take(deed.fact, Move(deed.fact.pk, deed.former, "undone", related=before, seen_event=deed.event))
    for deed in back:
        found.take(deed.fact, Move(deed.fact.pk, Status.ACTIVE, "undone", seen_event=deed.event))
    for deed in blocked:
        for move in _unblock([deed.fact]):
            found.take(deed.fact, move)
    return found


def _deeds(profile_id: int, which: Q) -> list[_Deed]:
    events = FactEvent.objects.filter(which, profile=profile_id).select_related("fact").order_by("pk")
    by_fact: dict[int, list[FactEvent]] = {}
    for event in events:
        by_fact.setdefault(event.fact_id, []).append(event)
    return [_Deed(one[0].fact, one[0].from_status, one[-1].pk, one[-1].reason) for one in by_fact.values()]


class _Places:
    """Who is in force in some scopes once `leaving` are gone."""

    def __init__(self, profile_id: int, scopes: Iterable[str], leaving: Iterable[_Deed]) -> None:
        gone = {deed.fact.pk for deed in leaving}
        facts = Fact.objects.filter(profile=profile_id, scope_id__in=scopes)
        rows = facts.only("scope_id", "fact_id", "status", "slot_key", "superseded_by")
        self.by_id = {(fact.scope_id, fact.fact_id): fact for fact in rows}
        self.stays = {key for key, fact in self.by_id.items() if fact.is_active and fact.pk not in gone}
        self.slots = {(key[0], self.by_id[key].slot_key) for key in self.stays if self.by_id[key].slot_key}

    def why_not(self, deed: _Deed, made: Mapping[int, bool]) -> str:
        """Why a fact cannot return, '' when it can. `made` are the facts that came with what is taken back: whether
        each is as it was then."""
        if self._is_held(deed.fact):
            return REPLACED
        heir = self.by_id.get((deed.fact.scope_id, deed.fact.superseded_by))
        if not deed.is_joined or heir is None:
            return REPLACED if self._has_heir(deed.fact) else ""
        is_released = made[heir.pk] and not self._stays(heir) if heir.pk in made else heir.is_active
        if is_released:
            return ""
        return REPLACED if self._has_heir(deed.fact) else CHANGED  # deleted by its owner, it would return in pieces

    def _is_held(self, fact: Fact) -> bool:
        """Whether another in the fact's slot is in force."""
        return (fact.scope_id, fact.slot_key) in self.slots

    def _stays(self, fact: Fact) -> bool:
        return (fact.scope_id, fact.fact_id) in self.stays

    def _has_heir(self, fact: Fact) -> bool:
        """Whether what took the fact's place in the end is in force."""
        heir = fact.superseded_by
        for _step in range(LONGEST_CHAIN):
            if (fact.scope_id, heir) in self.stays:
                return True
            after = self.by_id.get((fact.scope_id, heir))
            heir = after.superseded_by if after else ""
        return False
