"""One job's learning: read, think without a transaction, write facts and the end of the job in one."""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.db import transaction

from engine import mind
from engine.questions import ExtractAnswer, ExtractQuestion, Line, Switches
from extraction import conversation, jobs, known, obeying, settling, wishes
from extraction.candidates import Held, Screen, Screened
from extraction.conversation import Conversation
from extraction.jobs import Result
from extraction.models import Job
from extraction.policy import Policy, policy_of, rests
from extraction.rulings import SKIPPED, Plan, Rules
from extraction.wishes import Wish
from profiles import choices, document, ledger
from profiles.changes import LEARNED, Outcome
from profiles.lifecycle import Source
from profiles.models import HeldItem

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Found:
    """What thinking brought: the answers of the engine, one for each day of the target, and what may be stored of them."""

    answers: tuple[ExtractAnswer, ...]
    screened: Screened
    rules: Rules
    wishes: tuple[Wish, ...] = ()

    @property
    def failed(self) -> str:
        """Why nothing can be said about the batch, '' when every day of it was answered."""
        return next((answer.failed for answer in self.answers if answer.failed), "")

    @property
    def retry_after(self) -> float | None:
        """Seconds for which the endpoint asked to be left alone, None when it did not."""
        return max((answer.retry_after for answer in self.answers if answer.retry_after is not None), default=None)


@dataclass(frozen=True)
class Both:
    """What is decided about the wishes of a turn, and about what was learned beside them."""

    wished: wishes.Plan
    learned: Plan


def learn(job: Job, *, now: datetime, clock: Clock | None = None) -> None:
    """Learn from the messages of a claimed job and book its end.

    A failure of the engine puts the job off (nothing is stored); the loss of an embedder does not. Raises Fenced
    when somebody else has taken the job over, ProfileGone when the person was erased: then nothing is stored.
    `now` is when the work began; `clock` tells when it is written, which a model may make a minute later (None: `now`).
    """
    later = clock or (lambda: now)
    policy = policy_of(job.profile, agent_id=job.agent_id, scope_id=job.scope_id)
    spoken = conversation.read(job)
    idle = _why_idle(job, policy, spoken)
    if idle:
        jobs.finish(job, Result(reason=idle, counts=_gate_counts(spoken)), now=now)
        return

    _take_in_legacy(job, now)
    found = _think(job, policy, spoken)
    if found.failed:
        jobs.put_off(job, found.failed, now=later(), retry_after=found.retry_after)
        return

    _settle(job, policy, spoken, found, later)


def _why_idle(job: Job, policy: Policy, spoken: Conversation) -> str:
    """Why no engine need be asked (X12)."""
    if policy.is_paused or (job.session is not None and job.session.is_paused):
        return "paused"
    if policy.switches(job.options.get("memory_config", {})).are_all_off:
        return "switched_off"
    return "" if spoken.target else "gate"


def _take_in_legacy(job: Job, now: datetime) -> None:
    """What a loaded document says must be known before new statements are compared with it."""
    if document.is_document(job.profile.memory):
        ledger.apply(job.profile_id, (), origin=LEARNED, now=now)


def _think(job: Job, policy: Policy, spoken: Conversation) -> Found:
    switches = policy.switches(job.options.get("memory_config", {}))
    answers = _ask(job, policy, spoken, switches)
    settling.reconnect()
    screen = Screen(
        lines=spoken.target,
        switches=switches,
        agent_id=job.agent_id,
        least_confidence=settings.MEMORYHUB_LEAST_CONFIDENCE,
        longest=settings.MEMORYHUB_FACT_LENGTH,
        contacts=policy.contacts,
        slot_policy=choices.slot_policy(),
    )
    orders = [item for answer in answers for item in answer.orders]
    screened = screen.sift((item for answer in answers for item in answer.items), orders=orders)
    screened.accepted, rules = settling.prepare(job, screened.accepted, policy)
    asked = obeying.wishes_in(job, answers, screen, screened.accepted)
    settling.reconnect()
    return Found(answers, screened, rules, tuple(asked))


def _ask(job: Job, policy: Policy, spoken: Conversation, switches: Switches) -> tuple[ExtractAnswer, ...]:
    """One question for each calendar day of the target; of nearly every batch there is one."""
    choice = policy.choice("extract", profile_id=job.profile_id, until=job.thinks_until)
    question = ExtractQuestion(
        target=(),
        reference=spoken.reference,
        # A model is spared the repetition; the rule engine costs nothing, and a repetition strengthens a fact (M2).
        known=() if choice.is_embedded else tuple(known.contents(job)),
        definitions=policy.definitions,
        switches=switches,
        attempts=settings.MEMORYHUB_REPLY_ATTEMPTS,
        least_confidence=settings.MEMORYHUB_LEAST_CONFIDENCE,
        longest=settings.MEMORYHUB_FACT_LENGTH,
    )
    engine = mind.for_scope(choice)
    return tuple(
        engine.extract(replace(question, target=lines, conversation_time=_spoken_at(lines))) for lines in spoken.days()
    )


def _settle(job: Job, policy: Policy, spoken: Conversation, found: Found, later: Clock) -> None:
    """Wishes first, then what was learned beside them: a statement that a wish has settled is not learned again."""
    ask = obeying.witness(job, policy).ask

    def decide() -> Both:
        wished = obeying.decide(
            job, found.wishes, found.screened.accepted, found.rules, ask=ask, contacts=policy.contacts
        )
        rest = [one for one in found.screened.accepted if one.content not in wished.taken]
        return Both(wished, settling.decide(job, rest, found.rules, leave=wished.touched))

    def give_up() -> Both:
        wanted = [*found.screened.accepted, *obeying.to_remember(found.wishes)]
        return Both(obeying.undecided(found.wishes), settling.append(job, wanted, found.rules))

    def write(both: Both) -> None:
        """Facts, held items and the end of the job stand together or not at all: the effect is there exactly once."""
        now = later()
        with transaction.atomic():
            ledger.locked(job.profile_id)
            if rests(job.profile_id, agent_id=job.agent_id, session=job.session_id):  # since we began to think
                jobs.finish(job, Result(reason="paused", counts=_gate_counts(spoken)), now=now)
                return
            obeyed = obeying.carry_out(job, both.wished, now=now)
            outcome = settling.carry_out(job, both.learned, origin=replace(LEARNED, job_id=job.pk), now=now)
            _hold(job, found.screened.held, now)
            jobs.finish(job, _result(spoken, found, obeyed, outcome), now=now)

    settling.settle(job, decide=decide, give_up=give_up, write=write)


def _result(spoken: Conversation, found: Found, obeyed: Outcome, outcome: Outcome) -> Result:
    counts = _gate_counts(spoken)
    counts.update(obeyed.counts)
    counts.update({"found": sum(len(answer.items) + len(answer.orders) for answer in found.answers)})
    counts.update({"instructions": sum(len(answer.instructions) for answer in found.answers)})
    counts.update({"held": len(found.screened.held)})
    counts.update(outcome.counts)
    for dropped in (found.screened.dropped, *(answer.dropped for answer in found.answers)):
        counts.update({f"dropped_{reason}": number for reason, number in dropped.items()})
    is_partial = any(answer.is_partial for answer in found.answers)
    return Result(
        state=Job.State.PARTIAL if is_partial else Job.State.DONE,
        reason="" if outcome.facts or obeyed.changed or obeyed.facts else _why_nothing(found, outcome),
        counts={word: number for word, number in counts.items() if number},
        fact_ids=list(dict.fromkeys((*obeyed.fact_ids, *outcome.fact_ids))),
        engine=found.answers[0].engine,
    )


def _why_nothing(found: Found, outcome: Outcome) -> str:
    if found.screened.held:
        return "held"
    if outcome.counts["blocked"]:
        return "blocked"
    if outcome.counts["already_superseded"] or outcome.counts["older"]:
        return "outdated"
    if outcome.counts[SKIPPED]:
        return "skipped"
    if any(answer.instructions for answer in found.answers):
        return "instructions"
    return "dropped" if found.screened.dropped else "nothing_found"


def _gate_counts(spoken: Conversation) -> Counter[str]:
    counts = Counter({f"gate_{reason}": number for reason, number in spoken.closed.items()})
    counts["target"] = len(spoken.target)
    return counts


def _hold(job: Job, held: Sequence[Held], now: datetime) -> None:
    HeldItem.objects.bulk_create(
        [
            HeldItem(
                profile_id=job.profile_id,
                scope_id=job.scope_id,
                content=one.candidate.content,
                type=one.candidate.type,
                slot=one.candidate.slot,
                source=Source.EXTRACTION,
                source_role=one.candidate.source_role,
                reason=one.reason,
                agent_id=job.agent_id,
                evidence=list(one.candidate.evidence),
                job_id=job.pk,
                created_at=now,
            )
            for one in held
        ],
        ignore_conflicts=True,
    )


def _spoken_at(lines: Sequence[Line]) -> str:
    """The time of the newest line as it was written, with its offset."""
    times = [line.said_at for line in lines if line.said_at is not None]
    return max(times).isoformat() if times else ""
