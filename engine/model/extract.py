"""Extraction by a model: asks, asks again differently, and never lets a failure out."""

import logging
import random
import time
from collections import Counter
from dataclasses import dataclass, field, replace

from engine.errors import ProviderFailed
from engine.model import chat, grounds, prompting, reply
from engine.model.statements import Limits
from engine.questions import USER, ExtractAnswer, ExtractQuestion, Instruction, Item, Line, ModelChoice

log = logging.getLogger(__name__)

# All attempts together, as a multiple of one call's limit: three full time-outs would outlast a worker's soft limit.
PATIENCE = 1.8
# Reasons to wait before the next attempt, and the first wait in seconds; it doubles.
WAITED_FOR = frozenset({"rate_limited", "server_error", "overloaded", "unreachable", "busy"})
FIRST_WAIT = 0.5
# Failures after which asking again now would change nothing.
HOPELESS = frozenset({"breaker_open"})
TOO_MUCH = frozenset({"too_large", "bad_request"})
UNREADABLE = frozenset({"format", "no_content", "no_choices", "not_json"})

AGAIN = "\n\nAn earlier answer could not be read as JSON. Write the JSON object alone: no explanation, no code fence."


def extract(question: ExtractQuestion, choice: ModelChoice) -> ExtractAnswer:
    """What the model finds in the target; with no target, or everything switched off, nobody is asked.

    Never raises: after `max(1, attempts)` failed attempts the answer is empty and names the reason, and one line is
    logged as an error.
    """
    target = prompting.targets(question.target)
    if not target or question.switches.are_all_off:
        return ExtractAnswer(engine=choice.model)
    run = _Run(question, choice, [target], until=time.monotonic() + choice.timeout_s * PATIENCE)
    while run.waiting and run.failures < max(1, question.attempts):
        try:
            run.step()
        except ProviderFailed as failure:
            if not run.can_go_on_after(failure):
                break
    return run.answer()


@dataclass
class _Run:
    """One extraction under way: the pieces of target still to be read, and how they will be asked for next."""

    question: ExtractQuestion
    choice: ModelChoice
    waiting: list[tuple[Line, ...]]
    until: float
    calls: int = 0
    failures: int = 0
    reason: str = ""
    retry_after: float | None = None
    growth: int = 1
    unreadable: int = 0
    items: dict[str, Item] = field(default_factory=dict)
    instructions: dict[Instruction, None] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)

    def step(self) -> None:
        """Ask for the first waiting piece. A reply that was cut off leaves it waiting, what was finished is kept."""
        piece = self.waiting[0]
        self.calls += 1
        read = chat.complete(self._ask(piece), self.choice, self._read)
        self._keep(read, piece)
        if read.is_partial:
            raise ProviderFailed("truncated")
        self.waiting.pop(0)

    def can_go_on_after(self, failure: ProviderFailed) -> bool:
        """Change what the next attempt asks for and wait if need be; False when no attempt can help now."""
        self.failures += 1
        self.reason, self.retry_after = failure.reason, failure.retry_after
        log.info("A model's extraction failed, attempt %d: %s", self.failures, failure.reason)
        if not failure.is_retryable or failure.reason in HOPELESS or self.failures >= max(1, self.question.attempts):
            return False
        self._change(failure.reason)
        return self._has_waited(failure)

    def answer(self) -> ExtractAnswer:
        found = bool(self.items or self.instructions or self.calls > self.failures)
        failed = self.reason if self.waiting and not found else ""
        if failed:
            log.error("A model gave no usable extraction after %d attempts: %s", self.failures, failed)
        return ExtractAnswer(
            items=tuple(self.items.values()),
            instructions=tuple(self.instructions),
            dropped=dict(self.dropped),
            is_partial=bool(self.waiting) and not failed,
            failed=failed,
            retry_after=self.retry_after if failed else None,
            engine=self.choice.model,
        )

    def _ask(self, piece: tuple[Line, ...]) -> chat.Ask:
        prompt = prompting.build(self.question, piece, known=self.items)
        return chat.Ask(
            purpose="extract",
            prompt=prompt + (AGAIN if self.unreadable else ""),
            prompt_version=prompting.VERSION,
            schema=prompting.SCHEMA,
            max_tokens=self.choice.max_tokens * self.growth,
            timeout_s=min(self.choice.timeout_s, self.until - time.monotonic()),
            attempt=self.failures + 1,
            is_plain=self.unreadable > 1,
        )

    def _read(self, said: chat.Said) -> reply.Reply:
        limits = Limits(confidence=self.question.least_confidence, characters=self.question.longest)
        return reply.parse(said.text, is_truncated=said.is_truncated, limits=limits)

    def _keep(self, read: reply.Reply, piece: tuple[Line, ...]) -> None:
        self.dropped.update(read.dropped)
        for item in read.items:
            lines = grounds.under(item, piece)
            reason = self._why_unwanted(item) if lines else "wrong_role"
            if reason:
                self.dropped[reason] += 1
            else:
                self.items[item.content] = replace(item, evidence=_keys(lines))
        users = [line for line in piece if line.role == USER]
        for wish in read.instructions if users else ():
            self.instructions[replace(wish, evidence=_keys(grounds.behind(wish.new or wish.old, users)))] = None

    def _why_unwanted(self, item: Item) -> str:
        if not self.question.switches.allow(item.type):
            return "switched_off"
        return "repeated" if item.content in self.items else ""

    def _change(self, reason: str) -> None:
        """The same request would fail the same way: more room, a plainer form, or less to read."""
        if reason == "truncated":
            self.growth *= 2
        self.unreadable += reason in UNREADABLE
        if reason in TOO_MUCH or (reason == "truncated" and self.growth > 2):
            piece = self.waiting.pop(0)
            middle = len(piece) // 2
            self.waiting[:0] = [part for part in (piece[:middle], piece[middle:]) if part]

    def _has_waited(self, failure: ProviderFailed) -> bool:
        """Wait as long as the failure asks for; False when that would take longer than there is time."""
        wait = 0.0
        if failure.reason in WAITED_FOR:
            wait = FIRST_WAIT * 2 ** (self.failures - 1) * random.uniform(0.5, 1.5)
        wait = max(wait, failure.retry_after or 0.0)
        if time.monotonic() + wait >= self.until:
            return False
        time.sleep(wait)
        return True


def _keys(lines: tuple[Line, ...]) -> tuple[int, ...]:
    return tuple(line.key for line in lines)
