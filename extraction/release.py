"""Carries out what a person let through: statements by way of the merge, the rest on the fact that it is about."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from engine.errors import ProviderFailed
from engine.questions import ASSISTANT_TYPES
from extraction import doubts, jobs, obeying, settling, wishes
from extraction.candidates import Candidate
from extraction.dream import approval
from extraction.jobs import Result
from extraction.models import Decision, Job
from extraction.policy import policy_of
from extraction.rulings import SKIPPED, Plan
from profiles import admission, choices, ledger, slots, wording
from profiles.changes import Change, New, Origin, Outcome
from profiles.lifecycle import Source
from profiles.models import Fact, HeldItem
from summaries.models import Message

Clock = Callable[[], datetime]
ACCEPTED = "accepted"
RETIRED = "retired"  # what a dream had found outdated, counted
# What puts a fact out of force that a dream or somebody's feedback doubts, and how.
RETIRING = {HeldItem.Op.RETIRE: approval.retire, HeldItem.Op.DOUBT: doubts.retire}
# What stores no wording: it only takes a fact out of force.
TAKES_OUT = frozenset({HeldItem.Op.DELETE, *RETIRING})
# Statements that somebody wrote themselves; all others were found in what was said or loaded.
WRITTEN = frozenset({Source.API, Source.CONSOLE})


def is_release(job: Job) -> bool:
    return "held" in job.options


def carry_out(job: Job, *, clock: Clock) -> None:
    """Do what a claimed job promises and book its end: the items go with their effect.

    What a person let through has passed the guard and is not blocked by what was deleted (P7); a secret is left out
    all the same. Raises Fenced and ProfileGone as learning does, and ProviderFailed when an item is gone meanwhile: then
    the job is tried again with the rest.
    """
    items = list(_promised(job))
    statements = [item for item in items if item.op == HeldItem.Op.ADD]
    dropped = Counter(reason for item in items if (reason := _why_not(item)))
    candidates = [_candidate(item) for item in statements if not _why_not(item)]
    by_hand = all(item.source in WRITTEN for item in statements)
    policy = policy_of(job.profile, agent_id=job.agent_id, scope_id=job.scope_id)
    accepted, rules = settling.prepare(job, candidates, policy)
    if by_hand:  # a person's own words are compared with nothing but their slot (M4)
        accepted = [replace(one, vector=None) for one in accepted]

    def write(plan: Plan) -> None:
        now = clock()
        with transaction.atomic():
            ledger.locked(job.profile_id)  # what a wish is about does not change between reading and writing
            if _promised(job).count() < len(items):  # a message was deleted meanwhile, and what quotes it
                raise ProviderFailed("changed_meanwhile")
            outcome = settling.carry_out(job, _accepted(plan, items), origin=_origin(job), now=now)
            _grant(job, [item for item in items if item not in statements and not _why_not(item)], outcome, now)
            HeldItem.objects.filter(pk__in=[item.pk for item in items]).delete()
            jobs.finish(job, _result(items, dropped, outcome), now=now)

    settling.settle(
        job,
        decide=partial(settling.decide, job, accepted, rules, is_blocked=False),
        give_up=partial(settling.append, job, accepted, rules, is_blocked=False),
        write=write,
    )


def _promised(job: Job) -> "QuerySet[HeldItem]":
    return HeldItem.objects.filter(profile=job.profile_id, pk__in=job.options["held"]).order_by("pk")


def _why_not(item: HeldItem) -> str:
    """Why an item may not be stored even now, '' when it may."""
    if item.op in TAKES_OUT:
        return ""
    contacts = wording.contacts_in(item.profile, item.scope_id)
    verdict = admission.admit(item.content, longest=settings.MEMORYHUB_FACT_LENGTH, contacts=contacts)
    return verdict.reason if verdict.outcome == admission.DROPPED else ""


def _candidate(item: HeldItem) -> Candidate:
    said_at = _said_at(item)
    is_agents = item.type in ASSISTANT_TYPES
    return Candidate(
        content=item.content,
        type=item.type,
        slot=item.slot,
        slot_key=slots.slot_key(item.type, item.slot, item.agent_id, choices.slot_policy()),
        source_role=item.source_role,
        evidence=tuple(item.evidence),
        said_at=said_at,
        confirmed_at=said_at if is_agents else None,
    )


def _said_at(item: HeldItem) -> datetime | None:
    """When the newest of the messages that it rests on was said, or when it was written by hand."""
    if item.source in WRITTEN:
        return item.created_at
    said = Message.objects.filter(profile=item.profile_id, pk__in=item.evidence).order_by("-said_at")
    return said.values_list("said_at", flat=True).first()


def _accepted(plan: Plan, items: Sequence[HeldItem]) -> Plan:
    """The plan, whose new facts say in their history that somebody let them through.

    It brings back what was deleted; beside what is in force each counts from when it was said or written on.
    """
    written = {item.content for item in items if item.source in WRITTEN}
    return replace(plan, changes=tuple(_as_accepted(change, written) for change in plan.changes))


def _as_accepted(change: Change, written: Collection[str]) -> Change:
    if not isinstance(change, New):
        return change
    said_at = None if change.content in written else change.said_at  # written by hand it was never said
    return replace(change, reason=ACCEPTED, asked_at=change.said_at, said_at=said_at)


def _origin(job: Job) -> Origin:
    return Origin(str(job.options["actor"]), Source(job.options["source"]), job_id=job.pk)


def _grant(job: Job, held: Sequence[HeldItem], outcome: Outcome, now: datetime) -> None:
    """Carry out what is about stored facts, exactly as it was asked; a fact that is out of force stays as it is."""
    for wish in held:
        fact = Fact.objects.filter(profile=job.profile_id, scope_id=wish.scope_id, fact_id=wish.target).first()
        if wish.op in RETIRING:
            why = RETIRING[HeldItem.Op(wish.op)](wish, fact, origin=_origin(job), now=now)
            outcome.counts[{"": RETIRED, approval.NOT_ACTIVE: "gone"}.get(why, why)] += 1
            continue
        if fact is None or not fact.is_active:
            outcome.counts["gone"] += 1
            _record(job, wish, fact, wishes.NOT_FOUND, "not_in_force", now)
            continue
        changes = obeying.granted(wish, fact, reason=ACCEPTED)
        found = ledger.apply(job.profile_id, changes, origin=_origin(job), now=now)
        deed = wishes.FORGOTTEN if wish.op == HeldItem.Op.DELETE else wishes.UPDATED
        outcome.counts.update(found.counts)
        outcome.counts[deed] += 1
        outcome.facts.extend(found.facts)
        obeying.tell(job, found, {deed: 1}, actor=_origin(job).actor)
        _record(job, wish, fact, deed, ACCEPTED, now)


def _record(job: Job, wish: HeldItem, fact: Fact | None, deed: str, reason: str, now: datetime) -> None:
    told = " → ".join(filter(None, (fact.content if fact else "", wish.content)))
    looked_at = [{"fact_id": fact.fact_id, "action": deed, "reason": reason}] if fact else []
    Decision.objects.create(
        profile_id=job.profile_id,
        scope_id=wish.scope_id,
        kind=Decision.Kind.INSTRUCTION,
        job_id=job.pk,
        fact_id=fact.fact_id if fact else "",
        content=told,
        type=wish.op,
        action=deed,
        reason=reason,
        candidates=looked_at,
        message_ids=list(wish.evidence),
        at=now,
    )


def _result(items: Sequence[HeldItem], dropped: Counter[str], outcome: Outcome) -> Result:
    counts: Counter[str] = Counter({"released": len(items)}) + outcome.counts
    counts.update({f"dropped_{reason}": number for reason, number in dropped.items()})
    figures: dict[str, Any] = {word: number for word, number in counts.items() if number}
    is_something = outcome.facts or outcome.counts[wishes.FORGOTTEN] or outcome.counts[RETIRED]
    reason = "" if is_something else _why_nothing(items, dropped, outcome)
    return Result(reason=reason, counts=figures, fact_ids=list(dict.fromkeys(outcome.fact_ids)))


def _why_nothing(items: Sequence[HeldItem], dropped: Counter[str], outcome: Outcome) -> str:
    if not items:
        return "nothing_left"
    if dropped:
        return "dropped"
    return next((word for word in ("gone", approval.CHANGED, SKIPPED) if outcome.counts[word]), "outdated")
