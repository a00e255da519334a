"""What changes between two attempts at one question, and how long is waited between them."""

import random
import time
from dataclasses import dataclass

from engine.errors import ProviderFailed
from engine.questions import ModelChoice
from observability import budget

# All attempts together, as a multiple of one call's limit: three full time-outs would outlast a worker's soft limit.
PATIENCE = 1.8
# Reasons to wait before the next attempt, and the first wait in seconds; it doubles.
WAITED_FOR = frozenset({"rate_limited", "server_error", "overloaded", "unreachable", "busy"})
FIRST_WAIT = 0.5
# The endpoint (or our own limit of calls at once) did not take the request. It has not failed, and is sent as it was.
NOT_TAKEN = frozenset({"rate_limited", "overloaded", "busy"})
# Failures after which asking again now would change nothing.
HOPELESS = frozenset({"breaker_open", budget.USED_UP})
CUT_OFF = "truncated"

AGAIN = (
    "\n\nEarlier attempts at this answer: {count}, none of them usable. Write the JSON object alone and at once: no"
    " explanation, no code fence."
)


@dataclass
class Ladder:
    """One question's attempts: what went wrong so far decides how it is asked next.

    Never the same request twice, except one that was not taken: a reply that was cut off is asked for with more room,
    any other failure with a line that names it, and after `plain_after` of those without structured output.
    """

    until: float
    attempts: int
    plain_after: int
    failures: int = 0
    fruitless: int = 0
    again: str = AGAIN
    growth: int = 1

    @property
    def is_plain(self) -> bool:
        """Whether to leave structured output alone: some servers break in it."""
        return self.fruitless > self.plain_after

    @property
    def seconds_left(self) -> float:
        return self.until - time.monotonic()

    def wording(self, prompt: str) -> str:
        """The prompt as the next attempt sends it."""
        return prompt + (self.again.format(count=self.fruitless) if self.fruitless else "")

    def climbs(self, failure: ProviderFailed) -> bool:
        """Count a failure, change what is asked next, and wait if need be; False when no attempt can help now."""
        self.failures += 1
        if not failure.is_retryable or failure.reason in HOPELESS or self.failures >= self.attempts:
            return False
        if failure.reason == CUT_OFF:
            self.growth *= 2
        elif failure.reason not in NOT_TAKEN:
            self.fruitless += 1
        return self._has_waited(failure)

    def _has_waited(self, failure: ProviderFailed) -> bool:
        """Wait as long as the failure asks for; False when that would take longer than there is time."""
        wait = 0.0
        if failure.reason in WAITED_FOR:
            wait = FIRST_WAIT * 2 ** (self.failures - 1) * random.uniform(0.5, 1.5)
        wait = max(wait, failure.retry_after or 0.0)
        if wait >= self.seconds_left:
            return False
        time.sleep(wait)
        return True


def start(choice: ModelChoice, *, attempts: int, plain_after: int, again: str = AGAIN) -> Ladder:
    """The first rung: all attempts end within the choice's own time, however many there are.

    `again` is what an attempt is told about those before it.
    """
    until = time.monotonic() + choice.timeout_s * PATIENCE
    if choice.until is not None:
        until = min(until, choice.until)
    return Ladder(until=until, attempts=max(1, attempts), plain_after=plain_after, again=again)
