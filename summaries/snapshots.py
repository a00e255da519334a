"""The running summary of a conversation: when it is due, and how it is brought up to date (SPEC S1–S4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Sum
from django.db.models.functions import Length

from engine import mind
from engine.questions import ModelChoice
from engine.text import contacts as contact_data
from engine.text import words
from profiles import ledger
from profiles.models.words import day_of
from summaries import folding
from summaries.folding import Draft, Plan
from summaries.models import Message, Session, SnapshotVector, SummarySnapshot

# How often what changed while an engine thought is thought about again: somebody who deletes message after message is
# not raced.
TRIES = 3
# Reasons for which nothing was tried: no failed version tells of them.
NOT_TRIED = frozenset({"breaker_open", "budget"})

NOTHING_NEW, TOO_LITTLE, CHANGED, GONE, PAUSED = (
    "nothing_new",
    "too_little",
    "changed_meanwhile",
    "conversation_gone",
    "paused",
)


@dataclass(frozen=True)
class Refreshed:
    """`snapshot` is the new version, None when there is none: `failed` or `reason` says why in a stable word.

    With both a snapshot and `failed`, what could be folded is in it. `has_more`: there is more to fold than one piece
    of work may. `covered` counts the messages folded, `dropped` by reason the lines that may not be stored.
    """

    snapshot: SummarySnapshot | None = None
    failed: str = ""
    reason: str = ""
    retry_after: float | None = None
    has_more: bool = False
    covered: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    engine: str = ""


@dataclass(frozen=True)
class News:
    """What a conversation has that its latest good snapshot does not cover."""

    latest: SummarySnapshot | None
    messages: int
    characters: int

    @property
    def why_not_due(self) -> str:
        """'' when a summary is due."""
        is_first = self.latest is None
        if is_due(
            self.messages,
            self.characters,
            is_first=is_first,
            enough_messages=settings.MEMORYHUB_SUMMARY_MESSAGES,
            enough_characters=settings.MEMORYHUB_SUMMARY_CHARACTERS,
        ):
            return ""
        return TOO_LITTLE if self.messages else NOTHING_NEW


def is_due(messages: int, characters: int, *, is_first: bool, enough_messages: int, enough_characters: int) -> bool:
    """Whether so many new messages with so much text are worth a summary: the first wants both, a later one either (S2)."""
    if messages <= 0:
        return False
    if is_first:
        return messages >= enough_messages and characters >= enough_characters
    return messages >= enough_messages or characters >= enough_characters


def current(session: Session, scope_id: str) -> SummarySnapshot | None:
    """The version in use: the latest good one that is not deleted."""
    return SummarySnapshot.objects.of(session, scope_id).good().first()


def news(session: Session, scope_id: str) -> News:
    latest = current(session, scope_id)
    unread = Message.objects.filter(session=session, scope_id=scope_id).condensable().not_covered_by(latest)
    found = unread.aggregate(number=Count("pk"), characters=Sum(Length("content")))
    return News(latest, found["number"], found["characters"] or 0)


def scopes_of(session: Session) -> list[str]:
    return list(
        Message.objects.filter(session=session).order_by("scope_id").values_list("scope_id", flat=True).distinct()
    )


def refresh(
    session: Session,
    *,
    scope_id: str,
    choice: ModelChoice,
    now: datetime,
    force: bool = False,
    clock: Callable[[], datetime] | None = None,
    contacts: str = contact_data.KEEP,
    rests: Callable[[], bool] = lambda: False,
    book: Callable[[Refreshed], None] = lambda _done: None,
) -> Refreshed:
    """Fold what was said since the last good snapshot into one new version, at most one call for each window.

    Not due (unless forced) or nothing new: nothing is asked. A failure records a failed version and keeps what was
    folded before it. `rests` tells, when it is written, whether memory has been paused meanwhile; `book` is called in
    the transaction of the effect, unless the engine failed. Raises ProfileGone, and whatever `book` raises.
    """
    later = clock or (lambda: now)
    for _ in range(TRIES):
        plan = _read(session, scope_id, force=force)
        if plan.reason:
            return _write(plan, Draft(), later(), rests=rests, book=book) or Refreshed(reason=CHANGED)
        draft = folding.think(plan, mind.for_scope(choice), contacts)
        done = _write(plan, draft, later(), rests=rests, book=book)
        if done is not None:
            return done
    return Refreshed(failed=CHANGED)


def withdraw(message: Message, *, now: datetime) -> bool:
    """Take the versions that rest on a deleted message out of use, words and all; whether there was one in use.

    In the transaction of the deletion.
    """
    rows = SummarySnapshot.objects.filter(
        session=message.session_id, scope_id=message.scope_id, covers_through__gte=message.pk
    )
    resting = [row.pk for row in rows if _covers(row, message)]
    taken = SummarySnapshot.objects.filter(pk__in=resting)
    in_use = taken.filter(status=SummarySnapshot.State.OK, deleted_at=None).update(deleted_at=now)
    taken.update(text="", words=[])
    SnapshotVector.objects.filter(snapshot__in=resting).delete()
    return bool(in_use)


def _read(session: Session, scope_id: str, *, force: bool) -> Plan:
    """What came in late is folded where it belongs: onto the last version that ends before it was said."""
    found = news(session, scope_id)
    if not found.messages or (found.why_not_due and not force):
        return Plan(session, scope_id, found.latest, reason=found.why_not_due or NOTHING_NEW)
    messages = Message.objects.filter(session=session, scope_id=scope_id).condensable()
    first = messages.not_covered_by(found.latest).as_said().first()
    base = found.latest
    if first is not None and base is not None and _is_before_end(first, base):
        earlier = SummarySnapshot.objects.of(session, scope_id).good()
        base = next((one for one in earlier if not _is_before_end(first, one)), None)
    keys = list(messages.not_covered_by(base).as_said().values_list("pk", flat=True))
    most = settings.MEMORYHUB_SUMMARY_WINDOW * settings.MEMORYHUB_SUMMARY_CALLS
    through = max([*keys, base.covers_through if base else 0])
    return Plan(session, scope_id, found.latest, base, tuple(keys[:most]), through, len(keys) > most)


def _write(
    plan: Plan,
    draft: Draft,
    now: datetime,
    *,
    rests: Callable[[], bool],
    book: Callable[[Refreshed], None],
) -> Refreshed | None:
    """One new version, under the profile's lock; None when something changed meanwhile on which it rests."""
    with transaction.atomic():
        ledger.locked(plan.session.profile_id)
        done = _settled(plan, draft, now, rests)
        if done is not None and (not done.failed):
            book(done)
    return done


def _settled(plan: Plan, draft: Draft, now: datetime, rests: Callable[[], bool]) -> Refreshed | None:
    if not Session.objects.filter(pk=plan.session.pk).exists():
        return Refreshed(reason=GONE)
    if rests():
        return Refreshed(reason=PAUSED)
    if plan.reason:
        return Refreshed(reason=plan.reason)
    if not _still_stands(plan, draft):
        return None
    made = _add_good(plan, draft, now) if draft.folded else None
    if draft.failed and draft.failed not in NOT_TRIED:
        _record_failure(plan, draft, now)
    return Refreshed(
        snapshot=made,
        failed=draft.failed,
        retry_after=draft.retry_after,
        has_more=plan.has_more,
        covered=len(draft.folded),
        dropped=draft.dropped,
        engine=draft.engine,
    )


def _still_stands(plan: Plan, draft: Draft) -> bool:
    """Whether the version in use is the one that was read, and no message that was folded has been deleted or forgotten."""
    good = set(SummarySnapshot.objects.of(plan.session, plan.scope_id).good().values_list("pk", flat=True))
    latest = current(plan.session, plan.scope_id)
    if (latest.pk if latest else None) != (plan.latest.pk if plan.latest else None):
        return False
    if plan.base is not None and plan.base.pk not in good:
        return False
    return Message.objects.filter(pk__in=draft.folded).condensable().count() == len(draft.folded)


def _add_good(plan: Plan, draft: Draft, now: datetime) -> SummarySnapshot:
    base = plan.base
    ends = {row.pk: row for row in Message.objects.filter(pk__in=(draft.folded[0], draft.folded[-1]))}
    last = ends[draft.folded[-1]]
    # Those that are passed over lack what came late, or tell of what was deleted since.
    passed = SummarySnapshot.objects.of(plan.session, plan.scope_id).filter(status=SummarySnapshot.State.OK)
    passed.filter(version__gt=base.version if base else 0).update(deleted_at=now)
    SnapshotVector.objects.filter(snapshot__session=plan.session, scope_id=plan.scope_id).delete()  # of former versions
    return SummarySnapshot.objects.create(
        session=plan.session,
        profile_id=plan.session.profile_id,
        scope_id=plan.scope_id,
        version=_next_version(plan.session),
        text=draft.text,
        first_message_id=base.first_message_id if base else draft.folded[0],
        last_message_id=last.pk,
        covered_until=last.said_at,
        covers_through=plan.through,
        source_message_count=(base.source_message_count if base else 0) + len(draft.folded),
        engine=draft.engine,
        latency_ms=draft.latency_ms,
        created_at=now,
        words=words.lexemes(draft.text, day_of(last.said_at, last.said_offset_minutes)),
    )


def _record_failure(plan: Plan, draft: Draft, now: datetime) -> None:
    """One row until something good follows, however often it is tried."""
    newest = SummarySnapshot.objects.of(plan.session, plan.scope_id).first()
    told = {"error": draft.failed[:512], "engine": draft.engine, "latency_ms": draft.latency_ms, "created_at": now}
    if newest is not None and newest.status == SummarySnapshot.State.FAILED:
        SummarySnapshot.objects.filter(pk=newest.pk).update(**told)
        return
    SummarySnapshot.objects.create(
        session=plan.session,
        profile_id=plan.session.profile_id,
        scope_id=plan.scope_id,
        version=_next_version(plan.session),
        status=SummarySnapshot.State.FAILED,
        **told,
    )


def _next_version(session: Session) -> int:
    """Deleted and failed versions keep their numbers. Under the profile's lock."""
    highest: int | None = SummarySnapshot.objects.filter(session=session).aggregate(Max("version"))["version__max"]
    return (highest or 0) + 1


def _is_before_end(message: Message, snapshot: SummarySnapshot) -> bool:
    if snapshot.covered_until is None or snapshot.last_message_id is None:
        return False
    return (message.said_at, message.pk) < (snapshot.covered_until, snapshot.last_message_id)


def _covers(snapshot: SummarySnapshot, message: Message) -> bool:
    return message.pk == snapshot.last_message_id or _is_before_end(message, snapshot)
