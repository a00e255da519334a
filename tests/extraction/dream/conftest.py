"""Fixtures of the tests of dreams."""

from typing import Any

import pytest

from engine import mind
from engine.questions import ModelChoice
from extraction import bell
from profiles.models import Tenant
from tests.builders import NOON, make_tenant
from tests.extraction.dream.nights import Dreamer


@pytest.fixture
def bells(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """What was rung: the task, and the id that it was told."""
    rung: list[tuple[str, Any]] = []

    def call(task: str, words: dict[str, Any], *, queue: str) -> bool:
        rung.append((task.rpartition(".")[2], words.get("profile_id", words.get("run_id"))))
        return True

    monkeypatch.setattr(bell, "call", call)
    return rung


@pytest.fixture
def tenant() -> Tenant:
    """One that is older than the times of the tests."""
    tenant = make_tenant()
    tenant.created_at = NOON.replace(year=2020)
    tenant.save(update_fields=["created_at"])
    return tenant


@pytest.fixture
def dreamer(monkeypatch: pytest.MonkeyPatch) -> Dreamer:
    scripted = Dreamer()

    def for_scope(choice: ModelChoice) -> Dreamer:
        return scripted

    monkeypatch.setattr(mind, "for_scope", for_scope)
    return scripted
