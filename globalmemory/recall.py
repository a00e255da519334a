"""Which global memories a question to an agent calls up, and why (G3–G7). Two statements at most."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import BinaryField, F, Func, QuerySet
from pgvector import HalfVector

from engine import calibration
from globalmemory import scoring
from globalmemory.models import GlobalMemory, GlobalMemoryVector
from globalmemory.models.owned import OF_THE_TENANT
from globalmemory.scoring import Candidate, Limits, Mode, Weighed
from profiles.composed import ComposedRows

Vector = Sequence[float]


@dataclass(frozen=True)
class Found:
    """A memory to be told. `score` None: it comes whatever is asked."""

    memory: GlobalMemory
    score: float | None
    is_mandatory: bool
    why: str


@dataclass(frozen=True)
class Considered:
    """What became of a candidate, in ids and figures; `similarity` None: it was not compared by vector."""

    memory: GlobalMemory = field(repr=False)
    why: str
    score: float | None
    similarity: float | None
    tags: tuple[str, ...]
    is_recalled: bool


@dataclass(frozen=True)
class Recalled:
    """`found` in the order of telling; `considered` are all candidates, the recalled ones first."""

    mode: Mode
    found: tuple[Found, ...] = ()
    considered: tuple[Considered, ...] = ()


class _Sent(Func):
    """A vector as the server sends it in binary: as text, the reading of a hundred takes longer than all the rest."""

    function = "halfvec_send"
    output_field = BinaryField()


def limits() -> Limits:
    """The numbers in force."""
    return Limits(
        minimal=settings.MEMORYHUB_GLOBAL_MINIMAL,
        lightweight=settings.MEMORYHUB_GLOBAL_LIGHTWEIGHT,
        most=settings.MEMORYHUB_GLOBAL_MEMORIES,
        tag_score=settings.MEMORYHUB_GLOBAL_TAG_SCORE,
        tag_step=settings.MEMORYHUB_GLOBAL_TAG_STEP,
        low=settings.MEMORYHUB_GLOBAL_LOW_SCORE,
        high=settings.MEMORYHUB_GLOBAL_HIGH_SCORE,
    )


def recall(
    tenant_id: int,
    profile_id: int | None,
    *,
    agent_id: str,
    question: str,
    embed: Callable[[], Vector | None],
    model: str,
) -> Recalled:
    """What of a person's and their tenant's memories the agent is told. `profile_id` None: the tenant's alone.

    `embed` gives the question's vector under `model`, None where there is none to be had; it is asked at most once.
    """
    memories = _candidates(tenant_id, profile_id, agent_id) if agent_id else []
    numbers = limits()
    mode = scoring.mode_of(len(memories), numbers)
    similarities = None
    if mode == scoring.FULL and question.strip():
        vector = embed()
        if vector is None:
            mode = scoring.FULL_WITHOUT_VECTORS
        else:
            similarities = _similarities([memory.pk for memory in memories], vector, model)
    weighed = scoring.weigh(
        [_candidate(memory) for memory in memories],
        scoring.ask(question),
        mode=mode,
        limits=numbers,
        similarities=similarities,
    )
    return _told(mode, memories, weighed)


def _candidates(tenant_id: int, profile_id: int | None, agent_id: str) -> list[GlobalMemory]:
    """The enabled memories with an enabled binding, the person's before the tenant's, in the order written."""
    owners = [OF_THE_TENANT] if profile_id is None else [OF_THE_TENANT, profile_id]
    return _BOUND.objects(tenant=tenant_id, owners=owners, agent_id=agent_id)


def _bound(*, tenant: int, owners: list[int], agent_id: str) -> QuerySet[GlobalMemory]:
    return GlobalMemory.objects.filter(
        bindings__tenant=tenant,
        bindings__owner_key__in=owners,
        bindings__agent_id=agent_id,
        bindings__deleted_at=None,
        bindings__is_enabled=True,
        deleted_at=None,
        is_enabled=True,
    ).order_by("-owner_key", "pk")


_BOUND = ComposedRows(GlobalMemory, [field.attname for field in GlobalMemory._meta.concrete_fields], _bound)


def _similarities(keys: Sequence[int], vector: Vector, model: str) -> dict[int, float]:
    """Calibrated scores of those whose present version has a vector of this model, and of this length."""
    rows = GlobalMemoryVector.objects.filter(
        global_memory__in=keys, model=model, version=F("global_memory__version")
    ).values_list("global_memory", _Sent(F("embedding")))
    vectors = {key: HalfVector.from_binary(bytes(sent)).to_numpy() for key, sent in rows}
    stored = {key: embedding for key, embedding in vectors.items() if len(embedding) == len(vector)}
    return dict(zip(stored, calibration.relevances(vector, list(stored.values()), model), strict=True))


def _candidate(memory: GlobalMemory) -> Candidate:
    return Candidate(memory.pk, memory.tags, memory.is_mandatory, "\n".join(memory.texts))


def _told(mode: Mode, memories: Sequence[GlobalMemory], weighed: Sequence[Weighed]) -> Recalled:
    by_key = {memory.pk: memory for memory in memories}
    found = [
        Found(by_key[one.key], one.score, one.why == scoring.MANDATORY, one.why) for one in weighed if one.is_recalled
    ]
    considered = [
        Considered(by_key[one.key], one.why, one.score, one.similarity, one.tags, one.is_recalled) for one in weighed
    ]
    return Recalled(mode, tuple(found), tuple(considered))
