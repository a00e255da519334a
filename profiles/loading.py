"""The ledger's other hand: many facts of many people at once by COPY, each with its `import` event (P13).

The rules are the ledger's: known contents are skipped, deleted ones stay deleted, one fact a slot, caps kept.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import F, Q

from engine import questions
from profiles import arrivals, choices, document, hands, ledger, legacy, lifecycle, sheet, slots
from profiles.changes import Move
from profiles.identity import Named
from profiles.import_lines import Statement
from profiles.lifecycle import Standing, Status
from profiles.models import Fact, FactEvent, HeldItem, Profile
from profiles.models.words import literal

FACT_COLUMNS = (
    "id", "profile_id", "scope_id", "fact_id", "content", "status", "type", "slot", "slot_key", "source", "source_role",
    "confidence", "importance", "source_count", "agent_id", "evidence", "is_pinned", "superseded_by", "valid_from",
    "valid_to", "said_at", "status_at", "created_at", "updated_at", "last_seen_at", "words",
)  # fmt: skip
EVENT_COLUMNS = (
    "profile_id", "fact_id", "at", "actor", "from_status", "to_status", "source", "reason", "related_fact",
    "message_ids",
)  # fmt: skip


@dataclass
class Row:
    """A fact about to be written, and why it has its status (the reason of its event)."""

    fact: Fact
    reason: str = "import"
    related: str = ""


@dataclass
class Loaded:
    """`counts`: added, known, held, evicted, older, people; `profiles` the keys of those who have new facts."""

    counts: Counter[str] = field(default_factory=Counter)
    profiles: set[int] = field(default_factory=set)


def load(statements: Sequence[Statement], *, now: datetime) -> Loaded:
    """Write a batch in one transaction; done again, everything in it is known. The batch may name many people."""
    loaded = Loaded()
    with transaction.atomic():
        profiles, made = arrivals.keys_of({one.person for one in statements}, now=now)
        loaded.counts["people"] += made
        list(Profile.objects.select_for_update(no_key=True).filter(pk__in=profiles.values()).order_by("pk"))
        _take_in_legacy(profiles.values())
        rows = _fresh(statements, profiles, now, loaded)
        _settle_slots(rows, now, loaded)
        _keep_caps(rows, now, loaded)
        _copy(rows, now)
        _count(rows, now)
        loaded.counts["added"] += len(rows)
        loaded.profiles = {row.fact.profile_id for row in rows}
    return loaded


def _take_in_legacy(profiles: Iterable[int]) -> None:
    """What waits in the legacy column comes first: the same rule as for any other first write."""
    for profile in Profile.objects.filter(pk__in=profiles, memory__isnull=False).order_by("pk"):
        if document.is_document(profile.memory):
            ledger.take_in_legacy(profile.pk)


def _fresh(statements: Sequence[Statement], profiles: Mapping[Named, int], now: datetime, loaded: Loaded) -> list[Row]:
    """What is not stored yet, each content once a scope; suspicious ones go to the review list."""
    contents = {one.content for one in statements}
    digests = {document.digest_of(content) for content in contents}
    stored = Fact.objects.filter(profile__in=profiles.values()).filter(Q(content__in=contents) | Q(fact_id__in=digests))
    known = set(stored.values_list("profile_id", "scope_id", "content"))
    ids = set(stored.values_list("profile_id", "scope_id", "fact_id"))
    rows: list[Row] = []
    held: list[HeldItem] = []
    for one in statements:
        place = (profiles[one.person], one.scope_id)
        if (*place, one.content) in known:
            loaded.counts["known"] += 1
            continue
        known.add((*place, one.content))
        if one.held and one.status == Status.ACTIVE:
            held.append(_held(one, place[0], now))
            continue
        fact_id = document.free_id(one.content, partial(_is_taken, ids, place))
        ids.add((*place, fact_id))
        rows.append(Row(_fact(one, place[0], fact_id, now)))
    loaded.counts["held"] += len(HeldItem.objects.bulk_create(held, ignore_conflicts=True))
    return rows


def _is_taken(ids: Collection[tuple[int, str, str]], place: tuple[int, str], fact_id: str) -> bool:
    return (*place, fact_id) in ids


def _held(one: Statement, profile_id: int, now: datetime) -> HeldItem:
    return HeldItem(
        profile_id=profile_id, scope_id=one.scope_id, content=one.content, type=one.type, slot=one.slot,
        source=one.source, source_role=one.source_role, reason=one.held, agent_id=one.agent_id, created_at=now,
    )  # fmt: skip


def _fact(one: Statement, profile_id: int, fact_id: str, now: datetime) -> Fact:
    at = one.written_at or now
    importance = sheet.importance_of(one.type) if one.importance is None else one.importance
    return Fact(
        profile_id=profile_id, scope_id=one.scope_id, fact_id=fact_id, content=one.content, status=one.status,
        type=one.type, slot=one.slot, slot_key=slots.slot_key(one.type, one.slot, one.agent_id, choices.slot_policy()),
        source=one.source, source_role=one.source_role, confidence=one.confidence, importance=importance,
        source_count=one.source_count, agent_id=one.agent_id, is_pinned=one.is_pinned,
        superseded_by=one.superseded_by if one.status == Status.SUPERSEDED else "", valid_from=one.valid_from,
        valid_to=one.valid_to, said_at=one.said_at, status_at=at, created_at=at, updated_at=at, last_seen_at=at,
    )  # fmt: skip


def _settle_slots(rows: Sequence[Row], now: datetime, loaded: Loaded) -> None:
    """One fact a slot (M4): the one that was said or written last stays, among the new ones and against stored ones."""
    active = sorted(
        (row for row in rows if row.fact.is_active and row.fact.slot_key), key=lambda row: _moment_of(row.fact)
    )
    stored = {_place(fact): fact for fact in _holders(active)}
    fresh: dict[tuple[int, str, str | None], Row] = {}
    for row in active:
        if _place(row.fact) in fresh:
            _yield(fresh[_place(row.fact)], row.fact, "slot")
            loaded.counts["older"] += 1
        fresh[_place(row.fact)] = row
    for place, row in fresh.items():
        holder = stored.get(place)
        if holder is None:
            continue
        loaded.counts["older"] += 1
        if hands.gives_way(holder, sheet.standing(holder), said_at=_moment_of(row.fact)):
            move = Move(holder.pk, Status.SUPERSEDED, reason="slot", related=row.fact.fact_id)
            ledger.apply(holder.profile_id, [move], origin=legacy.ORIGIN, now=now)
        else:
            _yield(row, holder, "older")


def _place(fact: Fact) -> tuple[int, str, str | None]:
    return fact.profile_id, fact.scope_id, fact.slot_key


def _holders(rows: Sequence[Row]) -> "models.QuerySet[Fact]":
    return Fact.objects.active().filter(
        profile__in={row.fact.profile_id for row in rows}, slot_key__in={row.fact.slot_key for row in rows}
    )


def _moment_of(fact: Fact) -> datetime:
    return fact.said_at or fact.updated_at


def _yield(row: Row, winner: Fact, reason: str) -> None:
    row.fact.status, row.fact.superseded_by = Status.SUPERSEDED, winner.fact_id
    row.reason, row.related = reason, winner.fact_id


def _keep_caps(rows: Sequence[Row], now: datetime, loaded: Loaded) -> None:
    """Evict what is too much (P8): the new ones before they are written, stored ones by the ledger."""
    places: dict[tuple[int, str, bool], list[Row]] = defaultdict(list)
    for row in rows:
        if row.fact.is_active:
            places[row.fact.profile_id, row.fact.scope_id, row.fact.is_resident].append(row)
    counted = _active_counts({profile for profile, _, _ in places})
    leaving: dict[int, list[int]] = defaultdict(list)
    for place, fresh in places.items():
        limit = settings.MEMORYHUB_FACT_LIMIT if place[2] else settings.MEMORYHUB_RECALLED_FACT_LIMIT
        if counted.get(place, 0) + len(fresh) > limit:
            leaving[place[0]] += _crowded_out(place, fresh, limit)
            loaded.counts["evicted"] += sum(row.reason == "evicted" for row in fresh)
    for profile_id, facts in leaving.items():
        moves = [Move(fact, Status.SUPERSEDED, reason="evicted") for fact in facts]
        ledger.apply(profile_id, moves, origin=legacy.ORIGIN, now=now)
        loaded.counts["evicted"] += len(facts)


def _active_counts(profiles: Iterable[int]) -> dict[tuple[int, str, bool], int]:
    rows = (
        Fact.objects.active()
        .filter(profile__in=profiles)
        .values_list("profile_id", "scope_id", "type")
        .annotate(number=models.Count("pk"))
        .order_by()
    )
    counted: Counter[tuple[int, str, bool]] = Counter()
    for profile_id, scope_id, kind, number in rows:
        counted[profile_id, scope_id, kind in questions.RESIDENT_TYPES] += number
    return counted


def _crowded_out(place: tuple[int, str, bool], fresh: Sequence[Row], limit: int) -> list[int]:
    """Marks the new facts that do not fit, and answers the keys of stored ones that have to make room."""
    profile_id, scope_id, is_resident = place
    active = Fact.objects.active().filter(profile=profile_id, scope_id=scope_id)
    stored = list(active.resident() if is_resident else active.exclude(type__in=questions.RESIDENT_TYPES))
    standings = [sheet.standing(fact) for fact in stored]
    new = {-number: row for number, row in enumerate(fresh, start=1)}
    standings += [_standing(key, row.fact) for key, row in new.items()]
    gone = lifecycle.evicted(standings, limit=limit, fresh=new.keys())
    for key in gone:
        if key < 0:
            new[key].fact.status, new[key].reason = Status.SUPERSEDED, "evicted"
    return [key for key in gone if key > 0]


def _standing(key: int, fact: Fact) -> Standing:
    return Standing(key, fact.importance, fact.last_seen_at, is_pinned=fact.is_pinned, said_at=fact.said_at)


def _copy(rows: Sequence[Row], now: datetime) -> None:
    if not rows:
        return
    fact_table, event_table = Fact._meta.db_table, FactEvent._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT nextval(pg_get_serial_sequence('{fact_table}', 'id')) FROM generate_series(1, %s)", [len(rows)]
        )
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            row.fact.pk = key
        with cursor.copy(f"COPY {fact_table} ({', '.join(FACT_COLUMNS)}) FROM STDIN") as copy:
            for row in rows:
                fields = {**vars(row.fact), "words": literal(row.fact.lexemes())}
                copy.write_row([fields[column] for column in FACT_COLUMNS])
        with cursor.copy(f"COPY {event_table} ({', '.join(EVENT_COLUMNS)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(_event(row, now))


def _event(row: Row, now: datetime) -> tuple[object, ...]:
    fact = row.fact
    return (
        fact.profile_id, fact.pk, now, legacy.ORIGIN.actor, "", str(fact.status), str(legacy.ORIGIN.source), row.reason,
        row.related, [],
    )  # fmt: skip


def _count(rows: Sequence[Row], now: datetime) -> None:
    """On the profiles' own rows: what is in force, and that something changed."""
    added = Counter(row.fact.profile_id for row in rows if row.fact.is_active)
    touched = sorted({row.fact.profile_id for row in rows})
    by_number: dict[int, list[int]] = defaultdict(list)
    for profile_id in touched:
        by_number[added[profile_id]].append(profile_id)
    for number, profiles in by_number.items():
        Profile.objects.filter(pk__in=profiles).update(
            active_facts=F("active_facts") + number, facts_version=F("facts_version") + 1, updated_at=now
        )
