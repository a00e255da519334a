"""The facts that one write meets, held in memory while it decides, and written in the order that the database needs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.db.models import Q

from profiles import document, hands, lifecycle
from profiles.changes import Again, Blocked, Change, Mark, Move, New
from profiles.lifecycle import Source, Standing, Status
from profiles.models import Fact, Profile
from profiles.pending import Hand, Pending


def importance_of(kind: str) -> float:
    """What a fact of this type weighs when nobody says otherwise, 0..1."""
    weight: float = settings.MEMORYHUB_IMPORTANCE.get(kind, settings.MEMORYHUB_OTHER_IMPORTANCE)
    return weight


def standing(fact: Fact) -> Standing:
    return Standing(
        key=fact.pk or 0,
        importance=fact.importance,
        last_seen_at=fact.last_seen_at,
        is_pinned=fact.is_pinned,
        said_at=fact.said_at,
        written_at=fact.written_at,
    )


def met_by(news: Sequence[New], touched: Mapping[int, object]) -> Q:
    """Which stored facts the changes may meet: named, of one content, of one short id, or in one slot."""
    contents = [new.content for new in news]
    return (
        Q(pk__in=list(touched))
        | Q(content__in=contents)
        | Q(fact_id__in=[document.digest_of(content) for content in contents])
        | Q(slot_key__in=[new.slot_key for new in news if new.slot_key], status=Status.ACTIVE)
    )


class Sheet:
    """One profile's facts in one write. `carry_out` decides in memory, `write` brings it to the database.

    `slots` are scope and key of the slots whose holders are among `facts` already; others are read when they matter.
    """

    def __init__(self, profile: Profile, facts: Iterable[Fact], slots: Iterable[tuple[str, str]] = ()) -> None:
        self.profile = profile
        self.pending = Pending(profile)
        self.by_content: dict[tuple[str, str], Fact] = {}
        self.by_key: dict[int, Fact] = {}
        self.ids: set[tuple[str, str]] = set()
        self.slots = set(slots)
        self.moves_version = False
        self.adopt(facts)

    def adopt(self, facts: Iterable[Fact]) -> None:
        """Take stored facts onto the sheet; one that is already there stays as it is there."""
        for fact in facts:
            if fact.pk not in self.by_key:
                self.by_key[fact.pk] = fact
                self.by_content[fact.scope_id, fact.content] = fact
                self.ids.add((fact.scope_id, fact.fact_id))

    def carry_out(self, change: Change, hand: Hand) -> None:
        """Decide one change. Raises ForbiddenTransition for a Move that may not be."""
        if isinstance(change, New):
            self._new(change, hand)
            return
        fact = self.by_key.get(change.fact)
        if fact is None:
            hand.found.counts["unknown"] += 1
        elif isinstance(change, Move):
            self.move(
                fact, change.to, hand, reason=change.reason, related=change.related, message_ids=change.message_ids,
                at=change.asked_at, asked_at=change.asked_at,
            )  # fmt: skip
        elif isinstance(change, Again):
            self._again(fact, change, hand)
        elif isinstance(change, Blocked):
            hand.found.counts["blocked"] += fact.status == Status.DEPRECATED
        else:
            self._mark(fact, change, hand)

    def grown(self) -> set[tuple[str, bool]]:
        """Scope and residency of the facts that came into force."""
        return {(fact.scope_id, fact.is_resident) for fact in self.pending.entered if fact.is_active}

    # --- statements ------------------------------------------------------------------------------------------------

    def _new(self, new: New, hand: Hand) -> None:
        fact = self.by_content.get((new.scope_id, new.content))
        if fact is None:
            fact = self._insert(new, hand)
        elif new.status is Status.DEPRECATED and new.source is None:
            self.move(fact, Status.DEPRECATED, hand, reason=new.reason, message_ids=new.evidence)
        elif new.source is not None or hand.origin.source is Source.IMPORT:
            hand.found.counts["known"] += 1
        elif fact.is_active:
            self._strengthen(fact, new, hand)
        elif not self._bring_back(fact, new, hand):
            return
        if new.vector is not None and fact.is_active:
            self.pending.vectors.append((fact, new))
        self._replace_with(fact, new, hand)
        hand.found.facts.append(fact)

    def _replace_with(self, fact: Fact, new: New, hand: Hand) -> None:
        """What the statement takes the place of goes; where a later one contradicts it, it goes itself."""
        stored = (self.by_key.get(key) for key in new.replaces)
        batch = (self.by_content.get((new.scope_id, content)) for content in new.replaces_contents)
        at = new.asked_at or (None if hand.origin.is_by_person else new.said_at)
        for old in (*stored, *batch):
            if old is not None and old is not fact and old.is_active and fact.is_active:
                self.move(old, Status.SUPERSEDED, hand, reason=new.replaces_reason, related=fact.fact_id, at=at)
        later = self.by_key.get(new.yields_to or 0)
        if later is not None and later is not fact and later.is_active and fact.is_active:
            self.move(fact, Status.SUPERSEDED, hand, reason="older", related=later.fact_id, at=later.said_at)

    def _insert(self, new: New, hand: Hand) -> Fact:
        at = new.written_at or hand.now
        fact = Fact(
            profile=self.profile, scope_id=new.scope_id, fact_id=self._free_id(new), content=new.content,
            status=new.status, type=new.type, slot=new.slot, slot_key=new.slot_key,
            source=new.source or hand.origin.source, source_role=new.source_role, confidence=new.confidence,
            importance=importance_of(new.type) if new.importance is None else new.importance,
            agent_id=new.agent_id, evidence=list(new.evidence), is_pinned=new.is_pinned, valid_from=new.valid_from,
            valid_to=new.valid_to, said_at=new.said_at, confirmed_at=new.confirmed_at,
            status_at=at, created_at=at, updated_at=at, last_seen_at=at,
        )  # fmt: skip
        self.pending.added.append(fact)
        self.by_content[fact.scope_id, fact.content] = fact
        self.ids.add((fact.scope_id, fact.fact_id))
        before = next((self.by_key[key].fact_id for key in new.replaces if key in self.by_key), "")
        self.pending.record(fact, "", fact.status, hand, reason=new.reason, related=before, message_ids=new.evidence)
        self.moves_version = True
        hand.found.counts["added"] += 1
        if fact.is_active:
            self.pending.entered.append(fact)
            self._contest(fact, hand, asked_at=new.asked_at, replaced=new.replaces)
        return fact

    def _free_id(self, new: New) -> str:
        """The id of the content, lengthened while another content of the same profile and scope has it."""

        def is_taken(fact_id: str) -> bool:
            if (new.scope_id, fact_id) in self.ids:
                return True
            if len(fact_id) == len("f_") + document.SHORT:
                return False  # the short ones were all read beforehand
            return Fact.objects.of(self.profile).filter(scope_id=new.scope_id, fact_id=fact_id).exists()

        return document.free_id(new.content, is_taken)

    def _strengthen(self, fact: Fact, new: New, hand: Hand) -> None:
        """The same content said again (M2): no row, no event; a resident type takes over from another."""
        self._add_evidence(fact, new.evidence, new.confidence, new.said_at, hand)
        hand.found.counts["repeated"] += 1
        if new.is_pinned and not fact.is_pinned:
            self._mark(fact, Mark(fact.pk or 0, is_pinned=True), hand)
        probe = Fact(type=new.type)
        if probe.is_resident and not fact.is_resident and not self._holder(new.scope_id, new.slot_key, fact):
            self._retype(fact, new.type, new.slot, new.slot_key, hand)

    def _bring_back(self, fact: Fact, new: New, hand: Hand) -> bool:
        is_by_person = hand.origin.is_by_person
        is_outdated = hand.origin.source is Source.INSTRUCTION and new.asked_at and fact.status_at > new.asked_at
        if fact.status == Status.DEPRECATED and (is_outdated or not is_by_person):
            hand.found.counts["blocked"] += 1
            return False
        was_retired = fact.status == Status.SUPERSEDED and (new.asked_at is not None or not is_by_person)
        said_at = new.asked_at or new.said_at
        if was_retired and not lifecycle.comes_back(said_at=said_at, superseded_at=fact.status_at):
            hand.found.counts["already_superseded"] += 1
            return False
        self._add_evidence(fact, new.evidence, new.confidence, new.said_at, hand)
        reason = new.reason or "said_again"
        self.move(fact, Status.ACTIVE, hand, reason=reason, message_ids=new.evidence, asked_at=new.asked_at)
        hand.found.counts["restored"] += 1
        return True

    def _again(self, fact: Fact, again: Again, hand: Hand) -> None:
        if fact.is_active:
            self._add_evidence(fact, again.evidence, again.confidence, again.said_at, hand)
            hand.found.counts["repeated"] += 1
            hand.found.facts.append(fact)

    def _add_evidence(
        self, fact: Fact, evidence: Sequence[int], confidence: float, said_at: datetime | None, hand: Hand
    ) -> None:
        fresh = [key for key in evidence if key not in fact.evidence]
        if fresh or not evidence:
            fact.source_count += 1
        fact.evidence = [*fact.evidence, *fresh]
        fact.confidence = max(fact.confidence, confidence)
        fact.said_at = max(filter(None, (fact.said_at, said_at)), default=None)
        fact.last_seen_at = hand.now
        if fact.valid_to and said_at and said_at > fact.valid_to:
            fact.valid_to = None  # it is said to hold still
        self.pending.touch(fact)

    # --- transitions -----------------------------------------------------------------------------------------------

    def move(
        self, fact: Fact, to: Status, hand: Hand, *, reason: str = "", related: str = "",
        at: datetime | None = None, message_ids: Sequence[int] = (), asked_at: datetime | None = None,
    ) -> None:  # fmt: skip
        """Bring a fact into another state; the state that it has already is answered as done."""
        if fact.status == to:
            return
        old = Status(fact.status)
        lifecycle.check(old, to, by_person=hand.origin.is_by_person)
        fact.status, fact.status_at, fact.updated_at = to, at or hand.now, hand.now
        fact.superseded_by = related if to is Status.SUPERSEDED else ""
        self.pending.touch(fact)
        self.pending.record(fact, old, to, hand, reason=reason, related=related, message_ids=message_ids)
        self.moves_version = True
        if to is Status.ACTIVE:
            self.pending.entered.append(fact)
            self._contest(fact, hand, asked_at=asked_at)
        else:
            self.pending.left.append(fact)

    def _contest(
        self, fact: Fact, hand: Hand, *, asked_at: datetime | None = None, replaced: Sequence[int] = ()
    ) -> None:
        """Settle who stays in a single slot (M4): the one who loses is superseded by the other, and both are kept."""
        holder = self._holder(fact.scope_id, fact.slot_key, fact)
        if holder is None:
            return
        wins = holder.pk in replaced or self._wins(fact, holder, hand, asked_at)
        loser, winner = (holder, fact) if wins else (fact, holder)
        at = (
            (asked_at if wins else holder.said_at) if asked_at else None if hand.origin.is_by_person else winner.said_at
        )
        reason = "slot" if wins else "older"
        self.move(loser, Status.SUPERSEDED, hand, reason=reason, related=winner.fact_id, at=at)
        hand.found.counts["overwritten" if wins else "older"] += 1

    @staticmethod
    def _wins(fact: Fact, holder: Fact, hand: Hand, asked_at: datetime | None) -> bool:
        """A person's hand takes a slot now; a word of theirs as of when it was said, and a pin stays but for a wish."""
        if asked_at is None and hand.origin.is_by_person:
            return True
        held = standing(holder)
        if asked_at is not None and hand.origin.source is Source.INSTRUCTION:
            held = replace(held, is_pinned=False)
        return hands.gives_way(holder, held, said_at=asked_at or fact.said_at)

    def _holder(self, scope_id: str, slot_key: str | None, other_than: Fact) -> Fact | None:
        if not slot_key:
            return None
        self._read_slot(scope_id, slot_key)
        return next(
            (
                fact
                for fact in self._everyone()
                if fact is not other_than and fact.is_active and fact.slot_key == slot_key and fact.scope_id == scope_id
            ),
            None,
        )

    def _mark(self, fact: Fact, mark: Mark, hand: Hand) -> None:
        if mark.is_pinned is not None and mark.is_pinned != fact.is_pinned:
            fact.is_pinned = mark.is_pinned
            self.pending.touch(fact)
            reason = "pinned" if mark.is_pinned else "unpinned"
            self.pending.record(fact, fact.status, fact.status, hand, reason=reason)
        if mark.type is not None and mark.type != fact.type:
            self._retype(fact, mark.type, mark.slot, mark.slot_key, hand)
        hand.found.facts.append(fact)

    def _retype(self, fact: Fact, kind: str, slot: str, slot_key: str | None, hand: Hand) -> None:
        fact.type, fact.slot, fact.slot_key = kind, slot, slot_key
        fact.importance = max(fact.importance, importance_of(kind))
        fact.updated_at = hand.now
        self.pending.touch(fact)
        self.pending.record(fact, fact.status, fact.status, hand, reason="type")
        self.moves_version = True
        if fact.is_active:
            self.pending.entered.append(fact)
            self._contest(fact, hand)

    def _read_slot(self, scope_id: str, slot_key: str) -> None:
        """Take the holder of a slot onto the sheet: what is brought back contests the slot that it once had."""
        if (scope_id, slot_key) not in self.slots:
            self.slots.add((scope_id, slot_key))
            self.adopt(Fact.objects.of(self.profile).active().filter(scope_id=scope_id, slot_key=slot_key))

    def _everyone(self) -> Iterable[Fact]:
        return self.by_content.values()

    def write(self) -> None:
        """Bring everything decided so far to the database; more may be decided afterwards."""
        for fact in self.pending.write():
            self.by_key[fact.pk] = fact
