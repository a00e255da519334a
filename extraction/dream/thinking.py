"""What an engine proposes for one person's night, and what the checks leave of it. No transaction is open meanwhile."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.conf import settings

from engine import calibration, embeddings, mind
from engine.condensing import MERGE, ConsolidateAnswer, ConsolidateQuestion, Operation, Stored
from engine.questions import ASSISTANT_TYPES
from engine.text import normal
from extraction import blocking, known, settling
from extraction.candidates import Candidate
from extraction.dream import approval, plan
from extraction.dream.plan import Bounds, Checked
from extraction.dream.reading import Day, Scope
from extraction.models import Job
from extraction.policy import Policy, policy_of
from extraction.rulings import Known, Rules
from profiles import choices

# Pairs below are nothing alike, and are not pointed out to an engine.
LEAST_ALIKE = 0.30

Vectors = Mapping[str, tuple[float, ...]]


@dataclass(frozen=True)
class Thought:
    """The plan for one scope. `vectors` are those of the merged wordings, empty without an embedder."""

    scope: Scope
    checked: tuple[Checked, ...] = ()
    vectors: Vectors = field(default_factory=dict)
    answer: ConsolidateAnswer | None = None


def think(job: Job, day: Day, *, model: str) -> tuple[Thought, ...]:
    """One question for each scope in which there is something to tidy. The first failure ends it: `failed` tells."""
    thoughts: list[Thought] = []
    for scope in day.scopes:
        policy = policy_of(job.profile, agent_id="", scope_id=scope.place.scope_id)
        thought = _think(job, scope, policy, model) if _is_asked(scope, policy) else Thought(scope)
        thoughts.append(thought)
        if thought.answer is not None and thought.answer.failed:
            break
    settling.reconnect()
    return _within(thoughts, day.active)


def failed(thoughts: Iterable[Thought]) -> ConsolidateAnswer | None:
    """The answer of an engine that could not tell, None when all did."""
    return next((one.answer for one in thoughts if one.answer is not None and one.answer.failed), None)


def _is_asked(scope: Scope, policy: Policy) -> bool:
    """Two facts may be one, and one may be over. Nobody is asked where memory is switched off (X12)."""
    return (len(scope.facts) > 1 or bool(scope.facts and scope.digests)) and not policy.switches({}).are_all_off


def _think(job: Job, scope: Scope, policy: Policy, model: str) -> Thought:
    choice = policy.choice("consolidate", profile_id=job.profile_id, until=job.thinks_until)
    question = ConsolidateQuestion(
        facts=scope.stored,
        digests=scope.digests,
        alike=_alike(scope.facts, model),
        attempts=settings.MEMORYHUB_REPLY_ATTEMPTS,
        longest=settings.MEMORYHUB_FACT_LENGTH,
    )
    settling.reconnect()
    answer = mind.for_scope(choice).consolidate(question)
    if answer.failed:
        return Thought(scope, answer=answer)
    vectors = _vectors(job, scope, answer.operations)
    settling.reconnect()
    bounds = _bounds(scope, policy, vectors, model)
    return Thought(scope, tuple(plan.check(scope.stored, answer.operations, bounds)), vectors, answer)


def _alike(facts: Sequence[Known], model: str) -> tuple[tuple[str, str, float], ...]:
    """All pairs that are at all alike, the most alike first."""
    measured = [one for one in facts if one.vector is not None]
    pairs: list[tuple[str, str, float]] = []
    for place, one in enumerate(measured[:-1]):
        others = measured[place + 1 :]
        scores = calibration.similarities(one.vector or (), [other.vector or () for other in others], model)
        pairs += [
            (one.fact_id, other.fact_id, score)
            for other, score in zip(others, scores, strict=True)
            if score >= LEAST_ALIKE
        ]
    return tuple(sorted(pairs, key=lambda pair: -pair[2]))


def _vectors(job: Job, scope: Scope, operations: Iterable[Operation]) -> Vectors:
    """The vectors of new wordings, all in one call."""
    known_ones = {one.content for one in scope.facts}
    contents = {normal.statement(one.content) for one in operations if one.op == MERGE and one.content}
    wordings = sorted(one for one in contents - known_ones if 0 < len(one) <= settings.MEMORYHUB_FACT_LENGTH)
    choice = choices.embed_choice_of(job.profile)
    found = embeddings.try_embed([normal.bare(one) for one in wordings], choice) if wordings else None
    return {wording: tuple(vector) for wording, vector in zip(wordings, found, strict=True)} if found else {}


def _bounds(scope: Scope, policy: Policy, vectors: Vectors, model: str) -> Bounds:
    deleted = known.deleted(scope.place, model=model)
    rules = Rules(
        scores=lambda one, others: calibration.similarities(one, others, model),
        limits=settling.limits(),
        vector_model=model,
        scope_id=scope.place.scope_id,
    )

    def is_deleted(wording: str) -> bool:
        return blocking.twin_of(Candidate(wording, vector=vectors.get(wording)), deleted, rules) is not None

    def owner(fact: Stored) -> object:
        """Whose word it is, and until when it holds."""
        one = scope.by_id[fact.fact_id]
        is_agents = fact.type in ASSISTANT_TYPES
        return is_agents, one.agent_id if is_agents else "", scope.until.get(one.fact)

    profile_id, scope_id = scope.place.profile_id, scope.place.scope_id
    return Bounds(
        inactive=scope.inactive,
        stored=scope.others,
        waiting=approval.waiting(profile_id, scope_id),
        decided=approval.decided_before(profile_id, scope_id),
        is_deleted=is_deleted,
        owner=owner,
        slot=lambda fact: scope.by_id[fact.fact_id].slot_key or "",
        has_evidence=scope.has_evidence,
        longest=settings.MEMORYHUB_FACT_LENGTH,
        contacts=policy.contacts,
    )


def _within(thoughts: Sequence[Thought], active: int) -> tuple[Thought, ...]:
    """Over all scopes no more leaves in one night than may."""
    share, least = settings.MEMORYHUB_DREAM_LEAVING_SHARE, settings.MEMORYHUB_DREAM_LEAVING_LEAST
    everything = [checked for one in thoughts for checked in one.checked]
    allowed = iter(plan.allow(everything, plan.allowance(active, share=share, least=least)))
    return tuple(replace(one, checked=tuple(next(allowed) for _ in one.checked)) for one in thoughts)
