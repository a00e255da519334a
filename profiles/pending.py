"""What one write has decided and not yet written: rows, events and vectors, brought to the database in the order it needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from profiles import measures
from profiles.changes import New, Origin, Outcome
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent, FactVector, Profile

CHANGING = [
    "status", "type", "slot", "slot_key", "confidence", "source_count", "evidence", "is_pinned", "importance",
    "superseded_by", "valid_to", "confirmed_at", "said_at", "status_at", "updated_at", "last_seen_at",
    "words",
]  # fmt: skip


@dataclass
class Hand:
    """Who writes, when, and the account that is kept of it."""

    origin: Origin
    now: datetime
    found: Outcome


class Pending:
    """The unwritten part of one write to one profile. `entered` are all facts that this write brought into force."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.entered: list[Fact] = []
        self.has_changes = False
        self.forgets = False
        self.added: list[Fact] = []
        self.dirty: dict[int, Fact] = {}
        self.left: list[Fact] = []
        self.events: list[FactEvent] = []
        self.vectors: list[tuple[Fact, New]] = []

    def touch(self, fact: Fact) -> None:
        self.has_changes = True
        if fact.pk:
            self.dirty[fact.pk] = fact

    def record(
        self, fact: Fact, old: str, new: str, hand: Hand, *, reason: str = "", related: str = "",
        message_ids: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self.has_changes = True
        self.forgets = self.forgets or new == Status.DEPRECATED or _is_undone(new, reason)
        hand.found.changed.append(fact)
        self.events.append(
            FactEvent(
                profile=self.profile,
                fact=fact,
                at=hand.now,
                actor=hand.origin.actor,
                from_status=old,
                to_status=new,
                source=hand.origin.source,
                reason=reason,
                related_fact=related,
                job_id=hand.origin.job_id,
                dream_part_id=hand.origin.dream_part_id,
                message_ids=list(message_ids),
            )
        )

    def write(self) -> list[Fact]:
        """Bring everything decided so far to the database: what leaves a slot first, what enters it last.

        Returns the facts that are new, with their primary keys.
        """
        leaving = [fact for fact in self.dirty.values() if not fact.is_active]
        staying = [fact for fact in self.dirty.values() if fact.is_active]
        for batch in (leaving, staying):
            # An upsert of rows that exist: one plan for all, where bulk_update writes a CASE for every row and field.
            Fact.objects.bulk_create(
                batch, update_conflicts=True, unique_fields=["id"], update_fields=CHANGING, batch_size=500
            )
        Fact.objects.bulk_create(sorted(self.added, key=lambda fact: fact.is_active), batch_size=500)
        FactEvent.objects.bulk_create(self.events, batch_size=500)
        self._write_vectors()
        new = self.added
        self.added, self.dirty, self.left, self.events, self.vectors = [], {}, [], [], []
        return new

    def _write_vectors(self) -> None:
        """A superseded fact has no vector, a deleted one only to recognise its paraphrases (P7)."""
        vectors = FactVector.objects.filter(profile=self.profile)
        gone = [fact.pk for fact in self.left if fact.status == Status.SUPERSEDED and fact.pk]
        blocked = [fact.pk for fact in self.left if fact.status == Status.DEPRECATED and fact.pk]
        back = [fact.pk for fact in self.entered if fact.is_active and fact in self.dirty.values()]
        if gone:
            vectors.filter(fact__in=gone).delete()
        if blocked:
            vectors.filter(fact__in=blocked).update(is_blocked=True)
        if back:
            vectors.filter(fact__in=back).update(is_blocked=False)
        FactVector.objects.bulk_create(
            [_vector(fact, new) for fact, new in self.vectors if fact.is_active and _fits(new)], ignore_conflicts=True
        )


def _fits(new: New) -> bool:
    """Whether its vector is as long as the others of its model: one that is not could be compared with none of them."""
    return measures.admit(new.vector_model, len(new.vector or ()))


def _vector(fact: Fact, new: New) -> FactVector:
    return FactVector(
        fact=fact,
        profile_id=fact.profile_id,
        scope_id=fact.scope_id,
        type=fact.type,
        model=new.vector_model,
        embedding=list(new.vector or ()),
    )


def _is_undone(new: str, reason: str) -> bool:
    """Whether what was learned by mistake leaves: nobody is told of it any more."""
    return reason == "undone" and new == Status.SUPERSEDED
