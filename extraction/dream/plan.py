"""What of an engine's proposals may be carried out: each is checked alone, whichever engine made it (SPEC D4, D5). Pure."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.condensing import MERGE, OUTDATED, Operation, Stored
from extraction.dream import statement, wordings
from extraction.dream.decided import Decided
from profiles import admission

ACCEPTED, WAITING, REJECTED = "accepted", "waiting", "rejected"

# Why a proposal is rejected.
ADDS, TOO_FEW, UNKNOWN, NOT_ACTIVE, PINNED, TWICE = "adds", "too_few", "unknown_id", "not_active", "pinned", "twice"
NO_EVIDENCE, WAITS, DECIDED, DELETED, EXISTS = "no_evidence", "waits", "undone_before", "deleted_before", "exists"
DIFFERS, LANGUAGES, UNGROUNDED, LOSES, EMPTY = "differs", "languages", "ungrounded", "loses", "empty"


@dataclass(frozen=True)
class Checked:
    """A proposal and what becomes of it. An accepted merge's content is in the form in which it is stored.

    `keeps` is the id of the source that has this wording already, '' when it is a new one.
    """

    operation: Operation
    state: str = ACCEPTED
    why: str = ""
    keeps: str = ""

    @property
    def is_leaving(self) -> bool:
        """Whether a fact leaves without a successor: what the allowance of a night counts."""
        return self.operation.op == OUTDATED


@dataclass(frozen=True)
class Bounds:
    """What the checks know besides the facts that were shown.

    `inactive` are ids of facts that are no longer in force, `stored` the wordings of all facts that are not shown,
    `waiting` the ids of those whose retirement waits for a person. `is_deleted` tells whether a wording says again
    what its owner deleted. `owner` is equal for facts that may be joined (not those of two agents), `slot` names the
    place of which a person has one value, '' for none. `has_evidence` False: the person said nothing that could be read,
    and without that nothing is outdated.
    """

    inactive: Collection[str] = frozenset()
    stored: Collection[str] = frozenset()
    waiting: Collection[str] = frozenset()
    decided: Decided = field(default_factory=Decided)
    is_deleted: Callable[[str], bool] = lambda _wording: False
    owner: Callable[[Stored], object] = lambda _fact: None
    slot: Callable[[Stored], str] = lambda _fact: ""
    has_evidence: bool = True
    longest: int = admission.LONGEST
    contacts: str = "keep"


def check(facts: Sequence[Stored], operations: Iterable[Operation], bounds: Bounds | None = None) -> list[Checked]:
    """Each proposal with whether it may be carried out; one that would retire several facts as one for each of them.

    Of two that name one fact the later is rejected; one that was rejected itself stands in nobody's way.
    """
    limits = bounds or Bounds()
    known = {fact.fact_id: fact for fact in facts}
    taken: set[str] = set()
    found: list[Checked] = []
    for operation in _single(operations):
        checked = _check(operation, known, taken, limits)
        if checked.state == ACCEPTED:
            taken.update(operation.ids)
        found.append(checked)
    return found


def allow(checked: Sequence[Checked], allowance: int) -> list[Checked]:
    """The same with those beyond the allowance waiting: the least doubtful leave first, in the order proposed."""
    leaving = [place for place, one in enumerate(checked) if one.state == ACCEPTED and one.is_leaving]
    leaving.sort(key=lambda place: (checked[place].operation.doubt, place))
    beyond = set(leaving[max(0, allowance) :])
    return [replace(one, state=WAITING) if place in beyond else one for place, one in enumerate(checked)]


def allowance(active: int, *, share: float, least: int) -> int:
    """How many of a person's facts may leave in one night without a successor (SPEC D5)."""
    return max(least, int(share * active + 1e-9))


def _single(operations: Iterable[Operation]) -> Iterable[Operation]:
    """Every id once; what retires several facts is as many proposals."""
    for operation in operations:
        ids = tuple(dict.fromkeys(operation.ids))
        if operation.op == OUTDATED and len(ids) > 1:
            yield from (replace(operation, ids=(one,)) for one in ids)
        else:
            yield replace(operation, ids=ids)


def _check(operation: Operation, known: Mapping[str, Stored], taken: Collection[str], bounds: Bounds) -> Checked:
    why = _why_not_these(operation, known, taken, bounds)
    if why or operation.op == OUTDATED:
        return _judged(operation, why)
    sources = [known[fact_id] for fact_id in operation.ids]
    verdict = admission.admit(operation.content, longest=bounds.longest, contacts=bounds.contacts)
    if verdict.outcome != admission.OK:
        return _judged(operation, EMPTY if verdict.reason == "blank" else verdict.reason)
    held = next((one for one in sources if one.content in (operation.content, verdict.content)), None)
    stands = _in_its_place(held, sources, bounds) if held else None
    wording = stands.content if stands else verdict.content
    why = _why_not_so(wording, sources, known, bounds)
    checked = _judged(replace(operation, content=wording), why)
    return replace(checked, keeps=stands.fact_id) if stands and not why else checked


def _in_its_place(held: Stored, sources: Sequence[Stored], bounds: Bounds) -> Stored:
    """Of two that say the same the one that fills a single slot stays: the next value must find it there."""
    if bounds.slot(held):
        return held
    return next((one for one in sources if bounds.slot(one)), held)


def _judged(operation: Operation, why: str) -> Checked:
    return Checked(operation, REJECTED if why else ACCEPTED, why)


def _why_not_these(operation: Operation, known: Mapping[str, Stored], taken: Collection[str], bounds: Bounds) -> str:
    """What speaks against the facts that it names."""
    if operation.op not in (MERGE, OUTDATED):
        return ADDS
    gone = [fact_id for fact_id in operation.ids if fact_id not in known]
    if gone:
        return NOT_ACTIVE if bounds.inactive and set(gone) <= set(bounds.inactive) else UNKNOWN
    if len(operation.ids) < (2 if operation.op == MERGE else 1):
        return TOO_FEW
    if any(known[fact_id].is_pinned for fact_id in operation.ids):
        return PINNED
    if any(fact_id in taken for fact_id in operation.ids):
        return TWICE
    if operation.op == OUTDATED and not bounds.has_evidence:
        return NO_EVIDENCE
    if any(fact_id in bounds.waiting for fact_id in operation.ids):
        return WAITS
    return DECIDED if bounds.decided.covers(operation.op, operation.ids) else ""


def _why_not_so(wording: str, sources: Sequence[Stored], known: Mapping[str, Stored], bounds: Bounds) -> str:
    """What speaks against joining these facts into this wording."""
    contents = [one.content for one in sources]
    slots = {bounds.slot(one) for one in sources} - {""}
    if len({bounds.owner(one) for one in sources}) > 1 or len(slots) > 1:
        return DIFFERS
    if len({statement.is_chinese(text) for text in (wording, *contents)}) > 1:
        return LANGUAGES
    if wording not in contents:
        if wording in bounds.stored or any(one.content == wording for one in known.values()):
            return DELETED if bounds.is_deleted(wording) else EXISTS
        if bounds.is_deleted(wording):
            return DELETED
    return wordings.objection(wording, contents)
