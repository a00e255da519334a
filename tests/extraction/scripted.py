"""What the tests of learning share: an engine that answers as it is told, and no broker."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.questions import ExtractAnswer, ExtractQuestion, Item, JudgeAnswer, JudgeQuestion
from extraction import jobs, runner
from extraction.models import Job
from profiles.models import Fact, Profile
from summaries.models import Session
from tests.builders import NOON, make_message


@dataclass
class Scripted:
    """An engine that answers what the test wants, and remembers what it was asked."""

    answers: list[ExtractAnswer | Exception] = field(default_factory=list)
    asked: list[ExtractQuestion] = field(default_factory=list)
    judged: list[JudgeQuestion] = field(default_factory=list)
    verdicts: list[JudgeAnswer] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None

    def extract(self, question: ExtractQuestion) -> ExtractAnswer:
        self.asked.append(question)
        self.meanwhile()
        answer = self.answers.pop(0) if self.answers else ExtractAnswer()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def judge(self, question: JudgeQuestion) -> JudgeAnswer:
        self.judged.append(question)
        self.meanwhile()
        return self.verdicts.pop(0) if self.verdicts else JudgeAnswer()


def learned(session: Session, *contents: str, now: Any = NOON, **fields: Any) -> Job:
    """A job for these messages of the user, run once."""
    messages = [make_message(session, content, said_at=now) for content in contents]
    jobs.add(
        session.profile, Job.Kind.LEARN, now=now, session=session, message_ids=[one.pk for one in messages], **fields
    )
    job = runner.run_next(session.profile_id, queue="learning", now=now)
    assert job is not None
    job.refresh_from_db()
    return job


def found(*contents: str, **fields: Any) -> ExtractAnswer:
    return ExtractAnswer(items=tuple(Item("user_fact", content) for content in contents), **fields)


def active(profile: Profile) -> list[str]:
    return list(Fact.objects.of(profile).active().order_by("pk").values_list("content", flat=True))
