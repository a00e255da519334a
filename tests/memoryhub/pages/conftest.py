"""Who looks at the pages: a person who is signed in, and those who run the service."""

import pytest
from django.test import Client
from pytest_django import Settings

from extraction import bell
from observability.models import Feedback, Observation
from profiles.models import Profile
from tests.builders import make_end_user, make_fact
from tests.memoryhub.pages.background import ADMINISTRATOR, OPERATOR, SECRET, signed_in
from tests.memoryhub.pages.observations.asking import QUESTION, REMARK, make_request, trace_of
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


@pytest.fixture
def ming() -> Profile:
    """One of the people of the company acme."""
    return make_end_user("acme", "ming")


@pytest.fixture
def asked(person: Profile, settings: Settings) -> Observation:
    """A request about the person with its question, two facts, and a bad opinion with a remark."""
    settings.MEMORYHUB_LOG_CONTENT = True
    fact = make_fact(person, SECRET)
    trace = trace_of(
        user=[(fact.fact_id, None, "kept")],
        memories=[("f_00000000", 0.44, "max_tokens"), ("m_9", 0.2, "below_threshold")],
    )
    made = make_request(
        person, question=QUESTION, trace=trace, mode_of_global="minimal", average_score=0.55, top_score=0.8
    )
    Feedback.objects.create(
        observation=made, tenant_id=person.tenant_id, profile_id=person.pk, rating=2, reason="outdated", remark=REMARK,
        asked_at=made.at,
    )  # fmt: skip
    return made
