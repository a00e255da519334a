"""Fixtures of the tests of learning."""

import pytest

from engine import mind
from engine.questions import ModelChoice
from extraction import bell
from summaries.models import Session
from tests.builders import make_profile, make_session
from tests.extraction.scripted import Scripted


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    scripted = Scripted()

    def for_scope(choice: ModelChoice) -> Scripted:
        return scripted

    monkeypatch.setattr(mind, "for_scope", for_scope)
    return scripted


@pytest.fixture
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


@pytest.fixture
def session() -> Session:
    return make_session(make_profile())
