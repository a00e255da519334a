"""What a dream did for one person: what was forgotten first, then what was put into other words, then what waits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from extraction import review
from extraction.dream import undo, writing
from extraction.models import DreamOperation, DreamPart, DreamRun
from extraction.review import Reach
from memoryhub.pages import dreams, who
from memoryhub.pages.differences import Piece, against
from memoryhub.pages.effort import Effort
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.models import Fact

OPERATIONS_SHOWN = 300
Op, State = DreamOperation.Op, DreamOperation.State
STANDING = (State.APPLIED, State.PLANNED, State.UNDONE)


@dataclass(frozen=True)
class Wording:
    """One fact as it was worded, in stretches that are marked where the other side has them, too."""

    fact_id: str
    key: int | None
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Shown:
    """One operation as this visitor may see it. `after` None: nothing took the facts' place.

    `kept` are the facts that an undo left as they are, and why; `is_withdrawn`: it had waited, and never came to be.
    """

    operation: DreamOperation
    before: Sequence[Wording]
    after: Wording | None
    may_undo: bool
    may_decide: bool
    kept: Mapping[str, str]
    is_withdrawn: bool

    @property
    def stands(self) -> bool:
        """Whether it came to be, if only on paper or for a while."""
        return self.operation.state in STANDING and not self.is_withdrawn


@dataclass(frozen=True)
class Reader:
    """Who looks at a part: the person themselves, or somebody who administers."""

    is_owner: bool
    sees_contents: bool
    may_change: bool


@signed_in
@require_safe
def show(request: ConsoleRequest, run_id: int, part_id: int) -> HttpResponse:
    part = _known(request, run_id, part_id)
    return _page(request, part)


@signed_in
@require_POST
def take_back(request: ConsoleRequest, run_id: int, part_id: int) -> HttpResponse:
    """All that the dream did for this person."""
    part = _changeable(request, run_id, part_id)
    done = undo.of_part(part, origin=request.visitor.origin, now=timezone.now())
    messages.success(request, dreams.returned(len(done.fact_ids), len(done.kept)))
    return _after(request, run_id, part_id)


@signed_in
@require_POST
def take_back_one(request: ConsoleRequest, run_id: int, part_id: int, operation_id: int) -> HttpResponse:
    operation = _operation(_changeable(request, run_id, part_id), operation_id)
    done = undo.of_operation(operation, origin=request.visitor.origin, now=timezone.now())
    messages.success(request, dreams.returned(len(done.fact_ids), len(done.kept)))
    return _after(request, run_id, part_id)


@signed_in
@require_POST
def accept(request: ConsoleRequest, run_id: int, part_id: int, operation_id: int) -> HttpResponse:
    part = _changeable(request, run_id, part_id)
    review.accept(_held(part, operation_id), reach=_reach(part), origin=request.visitor.origin, now=timezone.now())
    messages.success(request, _("Accepted. It takes effect in a moment."))
    return _after(request, run_id, part_id)


@signed_in
@require_POST
def refuse(request: ConsoleRequest, run_id: int, part_id: int, operation_id: int) -> HttpResponse:
    part = _changeable(request, run_id, part_id)
    review.refuse(_held(part, operation_id), reach=_reach(part), origin=request.visitor.origin, now=timezone.now())
    messages.success(request, _("Refused: the fact stays."))
    return _after(request, run_id, part_id)


def _known(request: ConsoleRequest, run_id: int, part_id: int) -> DreamPart:
    """One's own part, or one of the tenant for those who administer. Raises NothingHere."""
    member = request.visitor.member
    found = DreamPart.objects.select_related("run", "job", "profile", "profile__user", "profile__end_user")
    part = found.filter(pk=part_id, run=run_id, profile__tenant=member.tenant_id).first() if member else None
    if part is None or not (request.visitor.may_administer or _is_owner(request, part)):
        raise NothingHere
    return part


def _changeable(request: ConsoleRequest, run_id: int, part_id: int) -> DreamPart:
    """A part that this visitor may change. Raises NothingHere, NotForYou."""
    part = _known(request, run_id, part_id)
    if not _reader(request, part).may_change:
        raise who.NotForYou
    return part


def _is_owner(request: ConsoleRequest, part: DreamPart) -> bool:
    member = request.visitor.member
    return member is not None and member.profile_id == part.profile_id


def _reader(request: ConsoleRequest, part: DreamPart) -> Reader:
    reads = who.sees_contents(request.visitor, part.profile_id)
    return Reader(_is_owner(request, part), reads, may_change=reads)


def _operation(part: DreamPart, operation_id: int) -> DreamOperation:
    operation = DreamOperation.objects.select_related("part").filter(part=part, pk=operation_id).first()
    if operation is None:
        raise NothingHere
    return operation


def _held(part: DreamPart, operation_id: int) -> int:
    return _operation(part, operation_id).held_id or 0


def _reach(part: DreamPart) -> Reach:
    return Reach(Q(profile=part.profile_id))


def _after(request: ConsoleRequest, run_id: int, part_id: int) -> HttpResponse:
    if wants_fragment(request):
        return _page(request, _known(request, run_id, part_id))
    return redirect("dream-part", run_id, part_id)


def _page(request: ConsoleRequest, part: DreamPart) -> HttpResponse:
    reader = _reader(request, part)
    operations = list(DreamOperation.objects.filter(part=part).order_by("pk")[: OPERATIONS_SHOWN + 1])
    if reader.sees_contents and operations:
        who.note_look(request.visitor, part.profile_id, model="dreampart", key=part.pk)
    shown = _shown(part, operations[:OPERATIONS_SHOWN], reader)
    about: dict[str, Any] = {
        "part": part,
        "run": part.run,
        "name": who.name_of(part.profile),
        "reader": reader,
        "left": [one for one in shown if one.operation.op != Op.MERGE and one.stands],
        "merged": [one for one in shown if one.operation.op == Op.MERGE and one.stands],
        "waiting": [one for one in shown if one.operation.state == State.WAITING],
        "not_done": [one for one in shown if not (one.stands or one.operation.state == State.WAITING)],
        "is_cut": len(operations) > OPERATIONS_SHOWN,
        "share": _share(part, operations),
        "may_undo": reader.may_change and any(one.may_undo for one in shown),
        "is_over": part.run.state == DreamRun.State.DONE,
    }
    fragment = "#part" if wants_fragment(request) else ""
    return render(request, f"pages/dream_part.html{fragment}", about)


def _share(part: DreamPart, operations: Sequence[DreamOperation]) -> int | None:
    """Percent of the person's facts that are gone without a successor, None when none is (any more)."""
    went = [one for one in operations if one.state in (State.APPLIED, State.PLANNED) and one.why != writing.ALLOWANCE]
    gone = sum(one.op != Op.MERGE for one in went)
    left = sum(int(part.counts.get(word, 0)) for word in ("outdated", "expired", "evicted"))
    joined = sum(len(one.fact_ids) for one in operations if one.op == Op.MERGE and one.state in STANDING)
    every = left + joined + int(part.counts.get("unchanged", 0))
    return round(100 * gone / every) if gone and every else None


def _shown(part: DreamPart, operations: Sequence[DreamOperation], reader: Reader) -> list[Shown]:
    keys, effort = _keys(part, operations), Effort()
    return [_one(part, operation, reader, keys, effort) for operation in operations]


def _keys(part: DreamPart, operations: Sequence[DreamOperation]) -> dict[tuple[str, str], int]:
    """The facts that operations name, in one statement."""
    named = {fact_id for one in operations for fact_id in (*one.fact_ids, one.result) if fact_id}
    rows = Fact.objects.filter(profile=part.profile_id, fact_id__in=named).values_list("scope_id", "fact_id", "pk")
    return {(scope_id, fact_id): key for scope_id, fact_id, key in rows} if named else {}


def _one(
    part: DreamPart, one: DreamOperation, reader: Reader, keys: dict[tuple[str, str], int], effort: Effort
) -> Shown:
    before = one.before if reader.sees_contents else [""] * len(one.fact_ids)
    content = one.content if reader.sees_contents else ""

    def wording(fact_id: str, text: str, others: Sequence[str]) -> Wording:
        return Wording(fact_id, keys.get((one.scope_id, fact_id)), against(text, others, effort))

    is_merge = one.op == Op.MERGE
    undone = undo.outcome_of(one, part) if one.state == State.UNDONE else None
    texts = [*before, *([""] * (len(one.fact_ids) - len(before)))]
    return Shown(
        operation=one,
        before=[
            wording(fact_id, text, [content] if is_merge else [text])
            for fact_id, text in zip(one.fact_ids, texts, strict=False)
        ],
        after=wording(one.result, content, before) if is_merge else None,
        may_undo=reader.may_change and one.state == State.APPLIED and part.run.state == DreamRun.State.DONE,
        may_decide=reader.may_change and one.state == State.WAITING and one.held_id is not None,
        kept=undone.kept if undone else {},
        is_withdrawn=undone is not None and one.held_id is not None and not (undone.fact_ids or undone.kept),
    )
