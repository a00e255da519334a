"""What one job learns from: the lines that may teach, and those that only say what they point at."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby

from django.conf import settings

from engine.questions import Line
from extraction import gate
from extraction.gate import GateLimits, GateVerdict
from extraction.models import Job
from summaries.models import Message
from summaries.spoken import line, own_words


@dataclass(frozen=True)
class Conversation:
    """`target` is what passed the gate, `reference` the history and then all lines of the batch; in the order said.

    `closed` counts by reason what the gate held back.
    """

    target: tuple[Line, ...]
    reference: tuple[Line, ...]
    closed: Counter[str]

    def days(self) -> Iterator[tuple[Line, ...]]:
        """The target by the calendar day of its speaker: "tomorrow" means another date in each."""
        for _, lines in groupby(self.target, key=_day):
            yield tuple(lines)


def read(job: Job) -> Conversation:
    """The messages of a job as lines. One that was deleted since, or must not teach, is no target."""
    messages = list(Message.objects.filter(profile=job.profile_id, pk__in=job.message_ids).undeleted().as_said())
    current = [(line(message), _may_teach(message)) for message in messages]
    return sort_out(current, history=[line(message) for message in _before(job, messages)])


def sort_out(current: Iterable[tuple[Line, bool]], *, history: Sequence[Line]) -> Conversation:
    """What the gate makes of the lines of a batch, of each of which is known whether it may teach."""
    target: list[Line] = []
    reference = list(history)
    closed: Counter[str] = Counter()
    limits = gate_limits()
    for spoken, may_teach in current:
        reference.append(spoken)
        verdict = _verdict(spoken, may_teach, limits)
        if verdict.is_open:
            target.append(spoken)
        else:
            closed[verdict.reason] += 1
    return Conversation(tuple(target), tuple(reference), closed)


def verdicts(job: Job) -> list[tuple[Message, GateVerdict]]:
    """What the gate says of each message of a job that is not deleted, in the order said."""
    messages = Message.objects.filter(profile=job.profile_id, pk__in=job.message_ids).undeleted().as_said()
    limits = gate_limits()
    return [(message, _verdict(line(message), _may_teach(message), limits)) for message in messages]


def verdict_on(role: str, content: str) -> GateVerdict:
    """What the gate would say of words that are stored nowhere."""
    return gate.passes(role, own_words(content), limits=gate_limits())


def gate_limits() -> GateLimits:
    """The gate's numbers as the settings have them."""
    return GateLimits(
        user_min=settings.MEMORYHUB_GATE_SHORTEST,
        user_min_chinese_self=settings.MEMORYHUB_GATE_SHORTEST_CHINESE,
        user_long=settings.MEMORYHUB_GATE_LONG,
        assistant_min=settings.MEMORYHUB_GATE_SHORTEST_ANSWER,
        assistant_long=settings.MEMORYHUB_GATE_LONG_ANSWER,
    )


_NO_TARGET = replace(gate.passes("", ""), reason="no_target")


def _verdict(spoken: Line, may_teach: bool, limits: GateLimits) -> GateVerdict:
    return gate.passes(spoken.role, spoken.content, limits=limits) if may_teach else _NO_TARGET


def _may_teach(message: Message) -> bool:
    return message.teaches and message.message_type == "chat"


def _before(job: Job, messages: Sequence[Message]) -> list[Message]:
    """The last messages said in the session and scope before the batch, oldest first."""
    count = int(job.options.get("history", settings.MEMORYHUB_HISTORY_MESSAGES))
    if not messages or not count:
        return []
    earlier = (
        Message.objects.filter(session=job.session_id, scope_id=job.scope_id, said_at__lte=messages[0].said_at)
        .exclude(pk__in=job.message_ids)
        .undeleted()
        .chat()
    )
    return _without_pauses(job, list(earlier.order_by("-said_at", "-pk")[:count])[::-1])


def _without_pauses(job: Job, earlier: list[Message]) -> list[Message]:
    """What was said while memory was paused explains nothing later either: a name taken from it would be learned."""
    silent = [message.pk for message in earlier if not message.teaches]
    if not silent:
        return earlier
    paused = Job.objects.filter(profile=job.profile_id, reason="paused", message_ids__overlap=silent)
    unheard = {key for keys in paused.values_list("message_ids", flat=True) for key in keys}
    return [message for message in earlier if message.teaches or message.pk not in unheard]


def _day(spoken: Line) -> date | None:
    return spoken.said_at.date() if isinstance(spoken.said_at, datetime) else None
