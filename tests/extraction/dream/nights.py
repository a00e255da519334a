"""One person's night with an engine that proposes what the test wants."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from engine.condensing import (
    MERGE,
    OUTDATED,
    ConsolidateAnswer,
    ConsolidateQuestion,
    DescribeAnswer,
    DescribeQuestion,
    Operation,
)
from extraction import jobs, runner
from extraction.dream import runs
from extraction.models import DreamOperation, DreamPart, Job
from profiles.models import Fact, Profile
from tests.builders import after, make_fact, make_message, make_session

HOUR_LATER = after(60)
NIGHT = after(15 * 60)  # three in the morning after NOON's day

Proposal = Callable[[ConsolidateQuestion], ConsolidateAnswer]


@dataclass
class Dreamer:
    """An engine that proposes `plans` one after the other, then nothing, and remembers what it was asked.

    `meanwhile` happens while it thinks.
    """

    plans: list[Proposal | ConsolidateAnswer | Exception] = field(default_factory=list)
    asked: list[ConsolidateQuestion] = field(default_factory=list)
    described: list[DescribeAnswer] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None

    def consolidate(self, question: ConsolidateQuestion) -> ConsolidateAnswer:
        self.asked.append(question)
        self.meanwhile()
        plan = self.plans.pop(0) if self.plans else ConsolidateAnswer()
        if isinstance(plan, Exception):
            raise plan
        return plan if isinstance(plan, ConsolidateAnswer) else plan(question)

    def describe(self, question: DescribeQuestion) -> DescribeAnswer:
        return self.described.pop(0) if self.described else DescribeAnswer("聊了家常。", ("家常", "天气", "周末"))

    def proposes(self, *operations: Operation, **fields: Any) -> None:
        self.plans.append(ConsolidateAnswer(operations, engine="scripted", **fields))


def merge(*facts: Fact, into: str) -> Operation:
    return Operation(MERGE, tuple(fact.fact_id for fact in facts), into)


def outdated(*facts: Fact, doubt: float = 0.5) -> Operation:
    return Operation(OUTDATED, tuple(fact.fact_id for fact in facts), doubt=doubt, reason="said so")


def facts(profile: Profile, *contents: str, **fields: Any) -> list[Fact]:
    return [make_fact(profile, content, **fields) for content in contents]


def say(
    profile: Profile, text: str = "最近事情真多，今天也是忙到很晚", *, at: datetime = HOUR_LATER, **fields: Any
) -> Any:
    return make_message(make_session(profile, fields.pop("session", "s1")), text, said_at=at, **fields)


def open_part(profile: Profile, *, now: datetime = NIGHT, is_dry: bool = False) -> DreamPart:
    """A run for this person, opened and not worked on."""
    profile.refresh_from_db()
    run, is_new = runs.start(profile.tenant, actor="_system", now=now, profile=profile, is_dry=is_dry)
    assert is_new
    return run.parts.get()


def dream(profile: Profile, *, now: datetime = NIGHT, is_dry: bool = False) -> DreamPart:
    """One person's part, worked on as a worker does."""
    return carry_on(open_part(profile, now=now, is_dry=is_dry), now=now)


def carry_on(part: DreamPart, *, now: datetime = NIGHT) -> DreamPart:
    runner.run_next(part.profile_id, queue=jobs.QUEUES[Job.Kind.DREAM], now=now)
    part.refresh_from_db()
    return part


def contents(profile: Profile, status: str = "active") -> list[str]:
    return list(Fact.objects.of(profile).filter(status=status).order_by("pk").values_list("content", flat=True))


def told(part: DreamPart) -> list[tuple[str, str, str]]:
    """Each proposal of a part: what, what became of it, and why not."""
    return [(one.op, one.state, one.why) for one in DreamOperation.objects.filter(part=part).order_by("pk")]


def snapshot(profile: Profile) -> Sequence[tuple[Any, ...]]:
    """All that is stored of somebody's facts."""
    return list(Fact.objects.of(profile).order_by("pk").values_list())
