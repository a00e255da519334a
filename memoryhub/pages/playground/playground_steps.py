"""What learning did with a message, step by step: gate, statements, decisions, facts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine import questions
from extraction import conversation, names, undo
from extraction.gate import GateVerdict
from extraction.models import Decision, Job
from memoryhub import reasons
from memoryhub.reasons import Neighbour
from profiles import story
from profiles.models import Fact, FactEvent, HeldItem
from summaries.models import Message

SPEAKERS = {questions.USER: _("The person"), questions.ASSISTANT: _("The agent")}
OTHER_SPEAKER = _("Somebody else")
# A worker that runs takes a job up within a second; after this long it is said that none seems to.
LATE = timedelta(seconds=10)
# The page asks for so long how it stands; a reader who comes back later can look again.
LOOKS_FOR = timedelta(minutes=10)
# Rows of a kind that are shown: a job of two hundred messages is read on its own page.
SHOWN = 100
# Reasons for which nothing is read, whatever was said.
IDLE = frozenset({"paused", "switched_off"})
NOT_ASKED = GateVerdict(is_open=False, reason="")


@dataclass(frozen=True)
class Spoken:
    """One message and what the gate said of it."""

    number: int
    role: str
    text: str
    is_read: bool
    sentence: object

    @classmethod
    def of(cls, number: int, role: str, text: str, verdict: GateVerdict) -> "Spoken":
        sentence = names.GATE.get(verdict.reason, verdict.reason)
        return cls(number, role, text, verdict.is_open, sentence)

    @property
    def speaker(self) -> object:
        return SPEAKERS.get(self.role, OTHER_SPEAKER)


@dataclass(frozen=True)
class Statement:
    """What was found in the messages with these numbers. `waits` says why it is kept for a person's word."""

    content: str
    type: str
    numbers: Sequence[int] = ()
    percent: int | None = None
    waits: object = ""


@dataclass(frozen=True)
class Wish:
    """What the person asked of the memory itself, and what became of it."""

    content: str
    outcome: object


@dataclass(frozen=True)
class Decided:
    """What was decided about a statement; `fact_id` is that of the fact which came of it, '' for none."""

    content: str
    sentence: str
    neighbours: Sequence[Neighbour]
    fact_id: str = ""
    engine: str = ""


@dataclass(frozen=True)
class Known:
    """A fact that was touched, as it is now, and what was done to it."""

    fact: Fact
    what: str


@dataclass(frozen=True)
class Steps:
    """`reason` says why nothing came of it; `counts` are figures under their names. `known` None: nothing was stored."""

    spoken: Sequence[Spoken] = ()
    statements: Sequence[Statement] = ()
    wishes: Sequence[Wish] = ()
    decided: Sequence[Decided] = ()
    known: Sequence[Known] | None = None
    counts: Sequence[tuple[str, int]] = ()
    reason: str = ""
    engine: str = ""


@dataclass(frozen=True)
class Standing:
    """How a job stands. `word` changes whenever there is something new to be seen."""

    job: Job
    now: datetime

    @property
    def is_over(self) -> bool:
        return self.job.state not in undo.OPEN

    @property
    def is_late(self) -> bool:
        """Nobody has taken it up for longer than a worker that runs would need."""
        waits = self.job.state == Job.State.PENDING and not self.job.attempt and not self.job.reason
        return waits and self.now - self.job.created_at > LATE

    @property
    def is_watched(self) -> bool:
        return not self.is_over and self.now - self.job.created_at < LOOKS_FOR

    @property
    def is_undone(self) -> bool:
        return undo.undone(self.job) is not None

    @property
    def can_be_undone(self) -> bool:
        return self.is_over and not self.is_undone and bool(self.job.fact_ids)

    @property
    def word(self) -> str:
        parts = (self.job.state, str(self.job.attempt), self.job.reason, "late" if self.is_late else "")
        return ".".join((*parts, "" if self.is_watched else "unwatched"))


def of_job(job: Job) -> Steps:
    """The steps of a job that is over. Five statements, however much there is."""
    verdicts = conversation.verdicts(job)
    numbers = {message.pk: number for number, (message, _verdict) in enumerate(verdicts, start=1)}
    decisions = list(Decision.objects.filter(profile=job.profile_id, job_id=job.pk).order_by("pk")[:SHOWN])
    merged = [one for one in decisions if one.kind == Decision.Kind.MERGE]
    held = list(HeldItem.objects.filter(profile=job.profile_id, job_id=job.pk).order_by("pk")[:SHOWN])
    events = list(FactEvent.objects.filter(profile=job.profile_id, job_id=job.pk).order_by("pk")[:SHOWN])
    facts = _facts(job, decisions, events)
    return Steps(
        spoken=_spoken(verdicts, is_idle=job.reason in IDLE),
        statements=[*(_found(one, numbers) for one in merged), *(_waiting(one, numbers) for one in held)],
        wishes=[Wish(one.content, names.WISHES.get(one.action, one.action)) for one in decisions if one not in merged],
        decided=decided(merged, facts),
        known=_known(job, facts, events),
        counts=[(names.count(word), number) for word, number in job.counts.items()],
        reason=job.reason,
        engine=job.engine,
    )


def decided(decisions: Iterable[Decision], facts: Mapping[str, Fact]) -> list[Decided]:
    told = [(one, reasons.told(one, facts)) for one in decisions]
    return [Decided(one.content, why.sentence, why.neighbours, one.fact_id, why.engine) for one, why in told]


def named_in(decisions: Iterable[Decision]) -> set[str]:
    """The ids of the facts that decisions speak of."""
    return {
        str(fact_id)
        for one in decisions
        for fact_id in (one.fact_id, *(other.get("fact_id", "") for other in one.candidates))
        if fact_id
    }


def _spoken(verdicts: Sequence[tuple[Message, GateVerdict]], *, is_idle: bool) -> list[Spoken]:
    """Where nothing was read at all, the gate has no say."""
    if is_idle:
        verdicts = [(message, NOT_ASKED) for message, _verdict in verdicts]
    return [
        Spoken.of(number, message.role, message.content, verdict)
        for number, (message, verdict) in enumerate(verdicts, start=1)
    ]


def _found(one: Decision, numbers: Mapping[int, int]) -> Statement:
    return Statement(one.content, one.type, _numbers(one.message_ids, numbers))


def _waiting(item: HeldItem, numbers: Mapping[int, int]) -> Statement:
    waits = names.HELD.get(item.reason, names.OTHER_HELD)
    return Statement(item.content, item.type, _numbers(item.evidence, numbers), waits=waits)


def _numbers(keys: Iterable[int], numbers: Mapping[int, int]) -> list[int]:
    return sorted(numbers[key] for key in keys if key in numbers)


def _facts(job: Job, decisions: Sequence[Decision], events: Sequence[FactEvent]) -> dict[str, Fact]:
    wanted = named_in(decisions) | set(job.fact_ids)
    touched = [event.fact_id for event in events]
    rows = Fact.objects.filter(Q(fact_id__in=wanted) | Q(pk__in=touched), profile=job.profile_id, scope_id=job.scope_id)
    return {fact.fact_id: fact for fact in rows}


def _known(job: Job, facts: Mapping[str, Fact], events: Sequence[FactEvent]) -> list[Known]:
    """What the job touched, in the order in which it did; what it only heard again has no event of it."""
    last = {event.fact_id: story.sentence(event) for event in events}
    by_key = {fact.pk: fact for fact in facts.values()}
    again = [Known(facts[one], "") for one in job.fact_ids if one in facts and facts[one].pk not in last]
    return [*(Known(by_key[key], what) for key, what in last.items() if key in by_key), *again]
