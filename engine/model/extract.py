"""Extraction by a model: asks, asks again differently, and never lets a failure out."""

import logging
from collections import Counter
from dataclasses import dataclass, field, replace

from engine.errors import ProviderFailed
from engine.model import chat, grounds, ladder, prompting, reply
from engine.model.ladder import Ladder
from engine.model.statements import Limits
from engine.questions import USER, ExtractAnswer, ExtractQuestion, Instruction, Item, Line, ModelChoice
from observability import budget

log = logging.getLogger(__name__)

# What a smaller target may cure.
TOO_MUCH = frozenset({"too_large", "bad_request", "timeout"})


def extract(question: ExtractQuestion, choice: ModelChoice) -> ExtractAnswer:
    """What the model finds in the target; with no target, or everything switched off, nobody is asked.

    Never raises: after `max(1, attempts)` failed attempts the answer is empty and names the reason, and one line is
    logged as an error.
    """
    target = prompting.targets(question.target)
    if not target or question.switches.are_all_off:
        return ExtractAnswer(engine=choice.model)
    steps = ladder.start(choice, attempts=question.attempts, plain_after=1)
    run = _Run(question, choice, [target], steps)
    while run.waiting and steps.failures < steps.attempts:
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
    ladder: Ladder
    calls: int = 0
    reason: str = ""
    retry_after: float | None = None
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
        self.reason, self.retry_after = failure.reason, failure.retry_after
        can_go_on = self.ladder.climbs(failure)
        log.info("A model's extraction failed, attempt %d: %s", self.ladder.failures, failure.reason)
        if can_go_on and (failure.reason in TOO_MUCH or (failure.reason == ladder.CUT_OFF and self.ladder.growth > 2)):
            self._halve()
        return can_go_on

    def answer(self) -> ExtractAnswer:
        failed = self.reason if self.waiting and self._came_to_nothing else ""
        if failed and failed != budget.USED_UP:  # an empty purse is no fault, and waits for the day to end
            log.error("A model gave no usable extraction after %d attempts: %s", self.ladder.failures, failed)
        return ExtractAnswer(
            items=tuple(self.items.values()),
            instructions=tuple(self.instructions),
            dropped=dict(self.dropped),
            is_partial=bool(self.waiting) and not failed,
            failed=failed,
            retry_after=self.retry_after if failed else None,
            engine=self.choice.model,
        )

    @property
    def _came_to_nothing(self) -> bool:
        """What was found before the budget ran out is found again by the job that waits: half of it would be final."""
        return self.reason == budget.USED_UP or not (
            self.items or self.instructions or self.calls > self.ladder.failures
        )

    def _ask(self, piece: tuple[Line, ...]) -> chat.Ask:
        prompt = prompting.build(self.question, piece, known=self.items)
        return chat.Ask(
            purpose="extract",
            prompt=self.ladder.wording(prompt),
            prompt_version=prompting.VERSION,
            schema=prompting.SCHEMA,
            max_tokens=self.choice.max_tokens * self.ladder.growth,
            timeout_s=min(self.choice.timeout_s, self.ladder.seconds_left),
            attempt=self.ladder.failures + 1,
            is_plain=self.ladder.is_plain,
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

    def _halve(self) -> None:
        """Less to read at once; a single message stays whole."""
        piece = self.waiting.pop(0)
        middle = len(piece) // 2
        self.waiting[:0] = [part for part in (piece[:middle], piece[middle:]) if part]


def _keys(lines: tuple[Line, ...]) -> tuple[int, ...]:
    return tuple(line.key for line in lines)
