"""From accepted statements to facts: decided without a transaction, written in one, decided again where it went stale."""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from django.conf import settings
from django.db import connection

from engine import calibration, embeddings
from extraction import embedding, known, merge
from extraction.candidates import Candidate
from extraction.judging import Bench
from extraction.models import Decision, Job
from extraction.policy import Policy
from extraction.rulings import OLDER, REPEATED, SKIPPED, Plan, Rules, Ruling
from extraction.screening import Limits
from profiles import choices, ledger
from profiles.changes import Origin, Outcome
from profiles.models import Fact

logger = logging.getLogger(__name__)

P = TypeVar("P")

# Times that a decision is taken again because a fact changed meanwhile; after that the statements are appended.
DECISIONS = 3


def prepare(job: Job, accepted: Sequence[Candidate], policy: Policy) -> tuple[list[Candidate], Rules]:
    """The statements with their vectors, embedded in one call, and how they are compared and judged.

    Without an embedder they go on without vectors.
    """
    choice = choices.embed_choice_of(job.profile)
    model = embeddings.model_name(choice)
    judge = policy.choice("judge", profile_id=job.profile_id, until=job.thinks_until)
    rules = Rules(
        scores=lambda one, others: calibration.similarities(one, others, model),
        limits=limits(),
        judge=Bench(judge, settings.MEMORYHUB_JUDGED_PAIRS).judge,
        vector_model=model,
        scope_id=job.scope_id,
        agent_id=job.agent_id,
    )
    if not accepted:
        return [], rules
    embedding.fill(job.profile_id, choice=choice)
    vectors = embeddings.try_embed([one.bare for one in accepted], choice)
    if vectors is None:
        return list(accepted), rules
    return [replace(one, vector=tuple(vector)) for one, vector in zip(accepted, vectors, strict=True)], rules


def limits() -> Limits:
    """The merge's numbers as the settings have them."""
    return Limits(
        similar_score=settings.MEMORYHUB_SIMILAR_SCORE,
        same_score=settings.MEMORYHUB_SAME_SCORE,
        overlap=settings.MEMORYHUB_JUDGED_OVERLAP,
        nearest=settings.MEMORYHUB_SIMILAR_FACTS,
    )


def settle(job: Job, *, decide: Callable[[], P], give_up: Callable[[], P], write: Callable[[P], None]) -> None:
    """Decide and hand to `write`, which raises Stale when a fact changed meanwhile: then it is decided again, and at
    last `give_up` says what is done without comparison. `write` opens the transaction; none is open while it is decided.
    """
    for _ in range(DECISIONS):
        plan = decide()
        try:
            write(plan)
        except ledger.Stale:
            logger.info("job %d: facts changed while it was decided", job.pk)
        else:
            return
    write(give_up())


def decide(
    job: Job,
    accepted: Sequence[Candidate],
    rules: Rules,
    *,
    is_blocked: bool = True,
    leave: Collection[int] = (),
) -> Plan:
    """What becomes of the statements beside what is stored now. `is_blocked` False: what was deleted does not stand
    against them (P7); facts in `leave` are settled otherwise.
    """
    if not accepted:
        return Plan()
    stored = [one for one in known.read(job, model=rules.vector_model) if one.fact not in leave]
    blocked = known.deleted(job, model=rules.vector_model) if is_blocked else []
    reconnect()
    return merge.decide(accepted, stored, rules, blocked=blocked)


def foretell(job: Job, accepted: Sequence[Candidate], policy: Policy, *, now: datetime) -> list[Decision]:
    """What would be decided now, as rows that are stored nowhere; the job need not be stored either."""
    ready, rules = prepare(job, accepted, policy)
    return [_row(job, ruling, {}, now) for ruling in decide(job, ready, rules).rulings]


def append(job: Job, accepted: Sequence[Candidate], rules: Rules, *, is_blocked: bool = True) -> Plan:
    """What is done when facts keep changing: nothing is lost, nothing is compared but with what was deleted (P7)."""
    blocked = known.deleted(job, model=rules.vector_model) if is_blocked else []
    return merge.append(accepted, rules, reason="changed_meanwhile", blocked=blocked)


def carry_out(job: Job, plan: Plan, *, origin: Origin, now: datetime) -> Outcome:
    """The changes and the reason of each, in the caller's transaction. Raises Stale and ProfileGone as the ledger does."""
    outcome = ledger.apply(job.profile_id, plan.changes, origin=origin, now=now)
    _record(job, plan.rulings, now)
    outcome.counts.update({"statements": len(plan.rulings), "judged": plan.judged})
    outcome.counts[SKIPPED] += sum(ruling.action == SKIPPED for ruling in plan.rulings)
    return outcome


def reconnect() -> None:
    """A server may have ended a connection that was idle for as long as a model thought."""
    if not connection.in_atomic_block:
        connection.close()


def _record(job: Job, rulings: Sequence[Ruling], now: datetime) -> None:
    """One row for each statement; the very same words said again need no reason."""
    told = [ruling for ruling in rulings if (ruling.action, ruling.reason) != (REPEATED, "same_content")]
    if not told:
        return
    standing = {ruling.stands for ruling in told} | {one.content for ruling in told for one in ruling.compared}
    rows = Fact.objects.filter(profile=job.profile_id, scope_id=job.scope_id, content__in=standing)
    facts = {fact.content: fact for fact in rows.only("content", "fact_id", "status")}
    Decision.objects.bulk_create([_row(job, _as_written(ruling, facts), facts, now) for ruling in told])


def _as_written(ruling: Ruling, facts: Mapping[str, Fact]) -> Ruling:
    """What came of it in the end: the ledger may have known better (said before it was retired, crowded out)."""
    fact = facts.get(ruling.stands)
    if fact is None or fact.is_active or ruling.action == OLDER:
        return ruling
    return replace(ruling, action=OLDER, reason="not_in_force")


def _row(job: Job, ruling: Ruling, facts: Mapping[str, Fact], now: datetime) -> Decision:
    ids = {content: fact.fact_id for content, fact in facts.items()}
    return Decision(
        profile_id=job.profile_id,
        scope_id=job.scope_id,
        kind=Decision.Kind.MERGE,
        job_id=job.pk,
        fact_id=ids.get(ruling.stands, ""),
        content=ruling.candidate.content,
        type=ruling.candidate.type,
        action=ruling.action,
        reason=ruling.reason[:200],
        engine=ruling.engine,
        candidates=[one.as_row(ids.get(one.content, one.fact_id)) for one in ruling.compared],
        message_ids=list(ruling.candidate.evidence),
        at=now,
    )
