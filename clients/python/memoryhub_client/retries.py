"""When a call is sent again, and after how long: decided without a transport and without a clock."""

import random
from dataclasses import dataclass, field
from typing import Any

from memoryhub_client.call import Answer, Call, Outcome, retry_after
from memoryhub_client.errors import ConnectionFailed

# Not done, whatever was asked: too many requests, or no database behind the service.
NOT_DONE = frozenset({429, 503})
# A proxy that lost the service, or gave up on it: it may have been done.
UNKNOWN = frozenset({502, 504})


@dataclass(frozen=True)
class Retries:
    """`attempts` in all, the first included. Pauses in seconds double from `first` to `longest`, each shortened by up
    to a half at random, so that many clients do not come back at once. `patience` bounds all attempts and pauses of
    one call together: what would end later is not begun.
    """

    attempts: int = 4
    first: float = 0.5
    longest: float = 8.0
    patience: float = 60.0


@dataclass
class Tries:
    """The attempts at one call."""

    call: Call[Any]
    retries: Retries
    made: int = 0
    chance: random.Random = field(default_factory=random.Random)

    def pause_after(self, outcome: Outcome, *, spent: float) -> float | None:
        """Seconds before the next attempt; None when this outcome is the last. `spent`: seconds since the first began."""
        self.made += 1
        if self.made >= self.retries.attempts or not self._may_repeat(outcome):
            return None
        pause = self._pause(outcome)
        return pause if spent + pause < self.retries.patience else None

    def _may_repeat(self, outcome: Outcome) -> bool:
        if isinstance(outcome, ConnectionFailed):
            return self.call.is_safe or outcome.code == "not_sent"
        return outcome.status in NOT_DONE or (self.call.is_safe and outcome.status in UNKNOWN)

    def _pause(self, outcome: Outcome) -> float:
        doubled = min(self.retries.longest, self.retries.first * 2.0 ** (self.made - 1))
        pause = doubled * (1 - self.chance.random() / 2)
        asked = retry_after(outcome) if isinstance(outcome, Answer) else None
        return pause if asked is None else asked + pause * 0.1
