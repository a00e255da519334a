"""Who looks at the pages: a person who is signed in, and those who run the service."""

import pytest
from django.test import Client

from extraction import bell
from tests.memoryhub.pages.background import ADMINISTRATOR, OPERATOR, signed_in
from tests.visitors import person, visitor

__all__ = ["person", "visitor"]


@pytest.fixture
def bells(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Whose bells were rung; no broker is asked."""
    rung: list[int] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append(profile_id)
        return True

    monkeypatch.setattr(bell, "ring", ring)
    return rung


@pytest.fixture
def operator() -> Client:
    return signed_in(OPERATOR)


@pytest.fixture
def administrator() -> Client:
    return signed_in(ADMINISTRATOR)
