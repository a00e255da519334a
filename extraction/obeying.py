"""Carries out what a person asks of the memory in a conversation: read, have it confirmed without a transaction, write."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings

from engine import embeddings, mind
from engine.errors import ProviderFailed
from engine.questions import ExtractAnswer, MatchAnswer, MatchQuestion, ModelChoice
from extraction import deeds, embedding, instructions, known, settling, wishes
from extraction.candidates import Candidate, Screen
from extraction.models import Decision, Job
from extraction.policy import Policy
from extraction.rulings import Rules
from extraction.wishes import HeldWish, Plan, Verdict, Wish
from observability import budget, worklog
from profiles import choices, ledger, slots
from profiles.changes import Change, Origin, Outcome
from profiles.lifecycle import Source, Status
from profiles.models import Fact, HeldItem

Ask = Callable[[MatchQuestion], MatchAnswer]


@dataclass
class Witness:
    """Confirms what a wish means: asked once about a pair, and, when it costs a call, at most `left` times a job.

    Raises ProviderFailed when the day's budget is used up.
    """

    choice: ModelChoice
    left: int
    answers: dict[MatchQuestion, MatchAnswer] = field(default_factory=dict)

    def ask(self, question: MatchQuestion) -> MatchAnswer:
        if question not in self.answers:
            self.answers[question] = self._ask(question)
        return self.answers[question]

    def _ask(self, question: MatchQuestion) -> MatchAnswer:
        if not self.choice.is_embedded:
            if self.left <= 0:
                return MatchAnswer(failed="too_many", engine=self.choice.model)
            self.left -= 1
        answer = mind.for_scope(self.choice).match(question)
        if answer.failed == budget.USED_UP:  # the wish would be refused for good; the whole job waits instead
            raise ProviderFailed(answer.failed, retry_after=answer.retry_after)
        return answer


def witness(job: Job, policy: Policy) -> Witness:
    """Who confirms for this job: the engine that judges."""
    choice = policy.choice("judge", profile_id=job.profile_id, until=job.thinks_until)
    return Witness(choice, settings.MEMORYHUB_JUDGED_PAIRS)


def wishes_in(job: Job, answers: Iterable[ExtractAnswer], screen: Screen, learned: Sequence[Candidate]) -> list[Wish]:
    """The wishes of a turn, screened, and embedded in one call; without an embedder they go on without vectors."""
    told = [instruction for answer in answers for instruction in answer.instructions]
    ready = _without_done(job, wishes.with_types(wishes.prepare(told, screen), learned))
    texts = wishes.texts(ready)
    if not texts:
        return ready
    choice = choices.embed_choice_of(job.profile)
    embedding.fill(job.profile_id, choice=choice)
    vectors = embeddings.try_embed(texts, choice)
    return ready if vectors is None else wishes.with_vectors(ready, vectors)


def _without_done(job: Job, asked: Sequence[Wish]) -> list[Wish]:
    """A job that runs again does not repeat what it did before: somebody may have taken it back since."""
    rows = Decision.objects.filter(profile=job.profile_id, job_id=job.pk, kind=Decision.Kind.INSTRUCTION)
    done = set(rows.exclude(action=wishes.UNDECIDED).values_list("type", "content")) if asked else set()
    return [replace(wish, is_done=(wish.op, wish.told) in done) for wish in asked]


def decide(
    job: Job, asked: Sequence[Wish], learned: Sequence[Candidate], rules: Rules, *, ask: Ask, contacts: str = "keep"
) -> Plan:
    """What becomes of the wishes beside what is stored now. No transaction is open while somebody confirms.

    `contacts` is the scope's policy for phone numbers and e-mail addresses.
    """
    if not asked:
        return Plan()
    active = known.with_hands(job, known.read(job, model=rules.vector_model))
    deleted = known.with_hands(job, known.deleted(job, model=rules.vector_model))
    settling.reconnect()
    return instructions.plan(
        asked,
        active,
        deleted,
        ask=ask,
        rules=rules,
        limit=settings.MEMORYHUB_INSTRUCTED_FACTS,
        slot_policy=choices.slot_policy(),
        learned=learned,
        contacts=contacts,
    )


def undecided(asked: Sequence[Wish]) -> Plan:
    """What is said of wishes when the facts keep changing meanwhile: nothing is changed."""
    left = (wish for wish in asked if not wish.is_done)
    return Plan(verdicts=tuple(Verdict(wish, wishes.UNDECIDED, "changed_meanwhile") for wish in left))


def to_remember(asked: Sequence[Wish]) -> list[Candidate]:
    """The statements that were to be remembered: they are not lost with an undecided wish."""
    wanted = (wish for wish in asked if wish.op == wishes.ADD and not (wish.held or wish.is_done))
    return [wish.candidate for wish in wanted if wish.candidate is not None]


def carry_out(job: Job, plan: Plan, *, now: datetime) -> Outcome:
    """Change the facts, keep what waits and every verdict, in the caller's transaction.

    Before anything that was learned in the same turn. Raises Stale (decide again) and ProfileGone.
    """
    if not plan.verdicts:
        return Outcome()
    origin = Origin(f"user:{job.profile_id}", Source.INSTRUCTION, job_id=job.pk)
    outcome = ledger.apply(job.profile_id, plan.changes, origin=origin, now=now)
    _hold(job, plan.waiting, now)
    verdicts = _as_written(job, plan.verdicts)
    _record(job, verdicts, now)
    done = Counter(verdict.outcome for verdict in verdicts)
    tell(job, outcome, done, actor=origin.actor)
    outcome.counts.update(done)
    return outcome


def _as_written(job: Job, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """What came of it in the end: the ledger knows what was retired, or deleted, after the wish was said."""
    stands = [verdict.stands for verdict in verdicts if verdict.stands]
    facts = Fact.objects.filter(profile=job.profile_id, scope_id=job.scope_id, content__in=stands)
    over = set(facts.exclude(status=Status.ACTIVE).values_list("content", flat=True)) if stands else set()
    return [
        replace(verdict, outcome=wishes.NOT_CONFIRMED, reason=wishes.SAID_SINCE) if verdict.stands in over else verdict
        for verdict in verdicts
    ]


def tell(job: Job, outcome: Outcome, done: Mapping[str, int], *, actor: str) -> None:
    """Put into the work log what wishes changed: ids and counts."""
    if not outcome.changed:
        return
    facts = list(dict.fromkeys(fact.fact_id for fact in outcome.changed))
    worklog.publish(
        tenant_id=job.profile.tenant_id,
        profile_id=job.profile_id,
        module="Profile",
        level="info",
        actor=actor,
        message="Wishes about the memory were carried out.",
        details={"job": job.pk, "facts": facts, **done},
    )


def granted(item: HeldItem, fact: Fact, *, reason: str) -> list[Change]:
    """What a wish does to its fact once a person let it through: exactly what it would have done at once."""
    one = known.of_fact(fact, ledger.last_events([fact.pk]).get(fact.pk))
    evidence, policy = tuple(item.evidence), choices.slot_policy()
    if item.op == HeldItem.Op.DELETE:
        return [deeds.forget(one, reason=reason, evidence=evidence)]
    rest = deeds.parts_in(one, item.content)
    if rest:
        return deeds.cut(one, rest, scope_id=fact.scope_id, slot_policy=policy, reason=reason, evidence=evidence)
    slot = item.slot or slots.slot_of(item.type, item.content, fact.slot)
    new = deeds.wording_of(one, item.content, scope_id=fact.scope_id, type=item.type, slot=slot, slot_policy=policy)
    return [deeds.correct(replace(new, evidence=evidence), [one], reason=reason)]


def _hold(job: Job, waiting: Sequence[HeldWish], now: datetime) -> None:
    HeldItem.objects.bulk_create(
        [
            HeldItem(
                profile_id=job.profile_id,
                scope_id=job.scope_id,
                op=wish.op,
                target=wish.target,
                content=wish.content,
                type=wish.type,
                slot=wish.slot,
                source=Source.INSTRUCTION,
                reason=wish.reason,
                agent_id=job.agent_id,
                evidence=list(wish.evidence),
                job_id=job.pk,
                created_at=now,
            )
            for wish in waiting
        ],
        ignore_conflicts=True,
    )


def _record(job: Job, verdicts: Sequence[Verdict], now: datetime) -> None:
    """One decision for each wish. `type` says what was asked, `action` what became of it."""
    facts = Fact.objects.filter(profile=job.profile_id, scope_id=job.scope_id)
    by_content = dict(
        facts.filter(content__in=[verdict.stands for verdict in verdicts]).values_list("content", "fact_id")
    )
    by_key = dict(
        facts.filter(pk__in=[key for verdict in verdicts for key in verdict.facts]).values_list("pk", "fact_id")
    )
    Decision.objects.bulk_create(
        [
            Decision(
                profile_id=job.profile_id,
                scope_id=job.scope_id,
                kind=Decision.Kind.INSTRUCTION,
                job_id=job.pk,
                fact_id=by_content.get(verdict.stands) or next((by_key[key] for key in verdict.facts), ""),
                content=verdict.wish.told,
                type=verdict.wish.op,
                action=verdict.outcome,
                reason=verdict.reason[:200],
                engine=verdict.engine,
                candidates=list(verdict.candidates),
                message_ids=list(verdict.wish.evidence),
                at=now,
            )
            for verdict in verdicts
        ]
    )
