"""New messages folded into the summary before them, window by window, while no transaction is open (SPEC S2, S3)."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.conf import settings

from engine.condensing import SummariseQuestion
from engine.mind import Mind
from summaries import sections
from summaries.models import Message, Session, SummarySnapshot
from summaries.spoken import line


@dataclass(frozen=True)
class Plan:
    """What is to be folded: `keys` of the messages in the order said, onto `base`. `latest` is the version in use.

    `through` is the highest key that was there; `reason` says why nothing is folded. `has_more`: the rest waits.
    """

    session: Session
    scope_id: str
    latest: SummarySnapshot | None = None
    base: SummarySnapshot | None = None
    keys: tuple[int, ...] = ()
    through: int = 0
    has_more: bool = False
    reason: str = ""

    def windows(self) -> Iterator[tuple[int, ...]]:
        size = settings.MEMORYHUB_SUMMARY_WINDOW
        for start in range(0, len(self.keys), size):
            yield self.keys[start : start + size]


@dataclass(frozen=True)
class Draft:
    """`folded` are the messages that are in the text; `failed` says why the others are not."""

    text: str = ""
    folded: tuple[int, ...] = ()
    failed: str = ""
    retry_after: float | None = None
    engine: str = ""
    latency_ms: int = 0
    dropped: Counter[str] = field(default_factory=Counter)


def think(plan: Plan, engine: Mind, contacts: str) -> Draft:
    """One call a window; the first failure ends it, with what was folded so far. No transaction is open here."""
    draft = Draft(text=plan.base.text if plan.base else "", engine=engine.name)
    limits = sections.Limits(settings.MEMORYHUB_SUMMARY_LINES, settings.MEMORYHUB_FACT_LENGTH, contacts)
    started = time.monotonic()
    for window in plan.windows():
        draft = _fold(draft, window, engine, limits)
        if draft.failed:
            break
    return replace(draft, latency_ms=round((time.monotonic() - started) * 1000))


def _fold(draft: Draft, window: Sequence[int], engine: Mind, limits: sections.Limits) -> Draft:
    messages = Message.objects.filter(pk__in=window).undeleted().as_said()
    question = SummariseQuestion(
        lines=tuple(line(message) for message in messages),
        previous=draft.text,
        most_lines=limits.lines,
        attempts=settings.MEMORYHUB_REPLY_ATTEMPTS,
    )
    answer = engine.summarise(question)
    if answer.failed:
        return replace(draft, failed=answer.failed, retry_after=answer.retry_after)
    tidied = sections.tidy(answer.text, previous=draft.text, limits=limits)
    if tidied is None:
        return replace(draft, failed="format")
    dropped = draft.dropped + tidied.dropped
    return replace(draft, text=tidied.text, folded=(*draft.folded, *window), dropped=dropped)
