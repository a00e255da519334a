"""Takes back what a dream did: one operation, one person's part, or a whole run, person by person."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from extraction.dream import retold
from extraction.models import DreamOperation, DreamPart, DreamRun, Job
from observability import worklog
from profiles import ledger, reversal
from profiles.changes import Origin
from profiles.lifecycle import Status
from profiles.models import FactEvent, HeldItem, Profile
from profiles.reversal import Undone

MODULE = "Dream"
Op, State = DreamOperation.Op, DreamOperation.State
IN_EFFECT = (State.APPLIED, State.WAITING)
OTHERS = "0"  # under which is kept what became of facts that no operation names


class NotOver(Refused):
    code = "dream_not_over"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This dream is still at work. Wait until it is over."))


class NothingToUndo(Refused):
    """A dry run, or a proposal that was not carried out."""

    code = "nothing_to_undo"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("Nothing was changed here, so nothing can be undone."))


@dataclass(frozen=True)
class RunUndone:
    """What was taken back by this call, person by person. `left` are the people for whom it has to be asked again."""

    parts: tuple[tuple[DreamPart, Undone], ...]
    left: int

    @property
    def fact_ids(self) -> list[str]:
        return [fact_id for _part, done in self.parts for fact_id in done.fact_ids]

    @property
    def kept(self) -> list[tuple[str, str]]:
        return [pair for _part, done in self.parts for pair in done.kept.items()]


def of_operation(operation: DreamOperation, *, origin: Origin, now: datetime) -> Undone:
    """Return the facts of one operation to their former states, unless they changed since; what waits is withdrawn.

    A merged wording leaves and its sources are back. One that stood among its own sources stays and keeps the evidence
    and the count that the others brought it. Done again, it answers the same. Raises NotOver, NothingToUndo, ProfileGone.
    """
    with transaction.atomic():
        profile, part = _locked(operation.part_id, operation.profile_id)
        row = part.operations.get(pk=operation.pk)
        if row.state not in (*IN_EFFECT, State.UNDONE):
            raise NothingToUndo
        if row.state != State.UNDONE:
            _take_back(part, [row], origin=origin, now=now)
            _tell(profile, part, {str(row.pk): _outcomes(part)[str(row.pk)]}, origin, operation=row.pk)
        return outcome_of(row, part)


def of_part(part: DreamPart, *, origin: Origin, now: datetime, scope_ids: Collection[str] = ()) -> Undone:
    """The same for all that a dream did for one person; with `scope_ids` only for what it did in these scopes."""
    with transaction.atomic():
        profile, row = _locked(part.pk, part.profile_id)
        found = row.operations.filter(scope_id__in=scope_ids) if scope_ids else row.operations.all()
        before = set(_outcomes(row))
        if row.undone_at is None:
            operations = list(found.filter(state__in=IN_EFFECT).order_by("pk"))
            _take_back(row, operations, origin=origin, now=now, with_others=not scope_ids)
            _close(row, now)
        fresh = {key: mark for key, mark in _outcomes(row).items() if key not in before}
        if fresh:
            _tell(profile, row, fresh, origin)
        wanted = {str(pk) for pk in found.values_list("pk", flat=True)} | ({OTHERS} if not scope_ids else set())
        return _joined(mark for key, mark in _outcomes(row).items() if key in wanted)


def of_run(
    run: DreamRun, *, origin: Origin, now: datetime, people: Q | None = None, scope_ids: Collection[str] = ()
) -> RunUndone:
    """The same for everybody in a run, or for those that `people` (a condition on parts) tells, each by themselves.

    Who is erased meanwhile is passed over. Of more people than a request has time for the rest is `left`.
    Raises NotOver and NothingToUndo.
    """
    run.refresh_from_db()
    if run.state != DreamRun.State.DONE:
        raise NotOver
    if run.is_dry:
        raise NothingToUndo
    done = []
    for part in _to_do(run, people, scope_ids)[: settings.MEMORYHUB_DREAM_UNDO_PEOPLE]:
        try:
            done.append((part, of_part(part, origin=origin, now=now, scope_ids=scope_ids)))
        except ledger.ProfileGone:
            continue
    if not _to_do(run).exists():
        DreamRun.objects.filter(pk=run.pk, undone_at=None).update(undone_at=now)
    found = RunUndone(tuple(done), left=_to_do(run, people, scope_ids).count())
    if done:
        _tell_of_run(run, found, origin)
    return found


def outcome_of(operation: DreamOperation, part: DreamPart) -> Undone:
    """What became of the facts of an operation that was undone; empty when its retirement was taken back elsewhere."""
    mark = _outcomes(part).get(str(operation.pk))
    return _joined([mark]) if mark else Undone(operation.decided_at.isoformat() if operation.decided_at else "")


def _to_do(run: DreamRun, people: Q | None = None, scope_ids: Collection[str] = ()) -> QuerySet[DreamPart]:
    wanted = Q(operations__state__in=IN_EFFECT)
    if scope_ids:
        wanted &= Q(operations__scope_id__in=scope_ids)
    found = DreamPart.objects.filter(wanted, people or Q(), run=run)
    return found.select_related("profile__user", "profile__end_user").order_by("pk").distinct()


def _locked(part_id: int, profile_id: int) -> tuple[Profile, DreamPart]:
    """Person and part, under the lock of the person first. Raises ProfileGone, NotOver, NothingToUndo."""
    profile = ledger.locked(profile_id)
    part = DreamPart.objects.select_for_update(of=("self",)).select_related("run").filter(pk=part_id).first()
    if part is None:
        raise ledger.ProfileGone
    if part.state == DreamPart.State.PENDING:
        raise NotOver
    if part.run.is_dry:
        raise NothingToUndo
    return profile, part


def _take_back(
    part: DreamPart, operations: Sequence[DreamOperation], *, origin: Origin, now: datetime, with_others: bool = False
) -> None:
    """Return facts, withdraw what waits, and note on the part what became of each operation.

    `with_others`: of the part's other facts, too, but for those that were taken back before.
    """
    marks: dict[str, Any] = {}
    facts_of = {one.pk: _facts_of(one) for one in operations}
    for scope_id in _scopes(part, operations, with_others=with_others):
        here = [one for one in operations if one.scope_id == scope_id]
        which = Q(dream_part_id=part.pk, fact__scope_id=scope_id)
        if with_others:
            which &= ~Q(fact__fact_id__in=_taken_back(part, scope_id))
        else:
            which &= Q(fact__fact_id__in=[fact_id for one in here for fact_id in facts_of[one.pk]])
        done = reversal.carry_out(part.profile_id, which, over_at=part.finished_at, origin=origin, now=now)
        marks |= {str(one.pk): _share(done, facts_of[one.pk]) for one in here}
        rest = _share(done, {*done.fact_ids, *done.kept}.difference(*(facts_of[one.pk] for one in here)))
        if rest["facts"] or rest["kept"]:
            marks[OTHERS] = _mark(_joined([*filter(None, [marks.get(OTHERS)]), rest]))
    HeldItem.objects.filter(pk__in=[one.held_id for one in operations if one.state == State.WAITING]).delete()
    returned = [one for one in operations if one.state == State.APPLIED and marks[str(one.pk)]["facts"]]
    retold.without(part, returned)
    part.log["undone"] = _outcomes(part) | marks
    part.save(update_fields=["log"])
    part.operations.filter(pk__in=[one.pk for one in operations]).update(state=State.UNDONE, decided_at=now)


def _facts_of(operation: DreamOperation) -> set[str]:
    """Ids of the facts that it concerns: those that it names, its result, and what that pushed out of a slot."""
    if not operation.result:
        return set(operation.fact_ids)
    displaced = FactEvent.objects.filter(
        profile=operation.profile_id, fact__scope_id=operation.scope_id, dream_part_id=operation.part_id,
        to_status=Status.SUPERSEDED, related_fact=operation.result,
    )  # fmt: skip
    return {*operation.fact_ids, operation.result, *displaced.values_list("fact__fact_id", flat=True)}


def _scopes(part: DreamPart, operations: Iterable[DreamOperation], *, with_others: bool) -> list[str]:
    named = {one.scope_id for one in operations}
    if with_others:
        events = FactEvent.objects.filter(profile=part.profile_id, dream_part_id=part.pk)
        named |= set(events.values_list("fact__scope_id", flat=True).distinct())
    return sorted(named)


def _taken_back(part: DreamPart, scope_id: str) -> set[str]:
    rows = part.operations.filter(scope_id=scope_id, state=State.UNDONE)
    return {fact_id for one in rows for fact_id in _facts_of(one)}


def _close(part: DreamPart, now: datetime) -> None:
    """Mark a part, and its job, as taken back once nothing of it is in effect."""
    if part.operations.filter(state__in=IN_EFFECT).exists() or not _outcomes(part):
        return
    part.undone_at = now
    part.save(update_fields=["undone_at"])
    mark = _mark(_joined(_outcomes(part).values()))
    for job in Job.objects.filter(dream_part=part):
        Job.objects.filter(pk=job.pk).update(options={**job.options, "undone": mark})


def _outcomes(part: DreamPart) -> dict[str, Any]:
    found: dict[str, Any] = part.log.get("undone", {})
    return found


def _share(done: Undone, facts: Collection[str]) -> dict[str, Any]:
    """The part of an outcome that is about some facts."""
    kept = {fact_id: why for fact_id, why in done.kept.items() if fact_id in facts}
    return _mark(Undone(done.at, tuple(fact_id for fact_id in done.fact_ids if fact_id in facts), kept))


def _mark(done: Undone) -> dict[str, Any]:
    return {"at": done.at, "facts": list(done.fact_ids), "kept": dict(done.kept)}


def _joined(marks: Iterable[Mapping[str, Any]]) -> Undone:
    """Several outcomes as one, of the time of the latest; '' when there is none."""
    found = list(marks)
    facts = dict.fromkeys(fact_id for mark in found for fact_id in mark["facts"])
    kept = {fact_id: why for mark in found for fact_id, why in mark["kept"].items()}
    return Undone(max((mark["at"] for mark in found), default=""), tuple(facts), kept)


def _tell(profile: Profile, part: DreamPart, marks: Mapping[str, Any], origin: Origin, **more: int) -> None:
    done = _joined(marks.values())
    worklog.publish(
        tenant_id=profile.tenant_id,
        profile_id=profile.pk,
        module=MODULE,
        level="info",
        actor=origin.actor,
        message="A proposal of a dream was taken back." if more else "What a dream did for a person was taken back.",
        details={"run": part.run_id, "part": part.pk, **more, "facts": list(done.fact_ids), "kept": dict(done.kept)},
    )


def _tell_of_run(run: DreamRun, found: RunUndone, origin: Origin) -> None:
    figures = {"users": len(found.parts), "facts": len(found.fact_ids), "kept": len(found.kept), "left": found.left}
    worklog.publish(
        tenant_id=run.tenant_id,
        module=MODULE,
        level="info",
        actor=origin.actor,
        message="A dream was taken back.",
        details={"run": run.pk, **figures},
    )
