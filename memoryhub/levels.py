"""Levels of a context, run one after the other within a time budget: one that fails or is too slow is left out, and noted."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import structlog
from django.db import DatabaseError, connection, transaction

from engine.errors import ProviderFailed
from memoryhub.layout import Item

log = structlog.get_logger(__name__)

LEAST_STATEMENT_MS = 5
# A limit that was set is set again once this share of it has passed: statements in between may take as long as it says.
SLACK = 0.8
TIME_BUDGET = "time_budget"

Vector = list[float]


@dataclass
class Ran:
    """What one level took and brought. `error` '': it went well."""

    ms: float = 0.0
    found: int = 0
    error: str = ""


class _OutOfTime(Exception):
    pass


class Levels:
    """Runs levels in one transaction, in a new one after a failure, in none while an embedder thinks.

    `embed` is given the seconds that are left and is asked at most once.
    """

    def __init__(self, budget_ms: int, *, embed: Callable[[float], Vector | None]) -> None:
        self.started = time.monotonic()
        self.ran: dict[str, Ran] = {}
        self.embed_error = ""
        self.embedding_ms: float | None = None
        self._budget_ms, self._embed = budget_ms, embed
        self._vector: Vector | None = None
        self._open: ExitStack | None = None
        self._limit_ms = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing was written: an end that fails loses nothing."""
        try:
            self._close(error)
        except DatabaseError as failure:
            log.warning("context_level_failed", level="end", error=type(failure).__name__)

    @property
    def errors(self) -> dict[str, str]:
        failed = {name: level.error for name, level in self.ran.items() if level.error}
        return failed if not self.embed_error else {"related": self.embed_error} | failed

    @property
    def spent_ms(self) -> float:
        return (time.monotonic() - self.started) * 1000

    @property
    def left_ms(self) -> int:
        return int(self._budget_ms - self.spent_ms)

    def run(self, name: str, level: Callable[[], list[Item]]) -> list[Item]:
        """The items of a level, none when it fails, whatever the failure: the answer goes on without it."""
        before, items, error = self.spent_ms, [], ""
        try:
            self._begin()
            items = level()
        except _OutOfTime:
            error = TIME_BUDGET
        except Exception as failure:  # noqa: BLE001 - any level failing is left out (C4); its class is noted, and counted
            error = type(failure).__name__
            self._close(failure)
            log.warning("context_level_failed", level=name, error=error)
        self.ran[name] = Ran(round(self.spent_ms - before, 2), len(items), error)
        return items

    def vector(self) -> Vector | None:
        """The question's, None when there is none to be had. Asked outside any transaction of ours."""
        if self.embedding_ms is None:
            self._close(None)
            before = self.spent_ms
            self.embedding_ms = 0.0
            try:
                self._vector = self._embed(max(self.left_ms, 1) / 1000)
            except ProviderFailed as failure:
                self.embed_error = failure.reason
            self.embedding_ms = round(self.spent_ms - before, 2)
            self._begin()
        return self._vector

    def _begin(self) -> None:
        """A transaction whose statements end with the budget. Raises _OutOfTime when nothing is left of it."""
        left = self.left_ms
        if left < LEAST_STATEMENT_MS:
            raise _OutOfTime
        if self._open is None:
            stack = ExitStack()
            stack.enter_context(transaction.atomic())
            self._open, self._limit_ms = stack, 0
        if not self._limit_ms or left < self._limit_ms * SLACK:
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = {left}")
            self._limit_ms = left

    def _close(self, error: BaseException | None) -> None:
        """End the transaction, if there is one; after an error it is rolled back."""
        stack, self._open = self._open, None
        if stack is not None:
            stack.__exit__(type(error) if error else None, error, error.__traceback__ if error else None)
