"""What a person lets through counts from when it was said, and the decision says what came of it."""

from datetime import datetime
from typing import Any

import pytest
from django.db.models import Q

from extraction import bell, review
from extraction.models import Decision
from profiles.models import Fact, HeldItem, Profile
from tests.builders import BY_OWNER, after, make_fact, make_message, make_profile, make_session
from tests.flows.steps import work_off

pytestmark = pytest.mark.django_db

NAME: dict[str, Any] = {"type": "user_profile", "slot": "name", "slot_key": "user_profile:name"}


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


@pytest.fixture
def profile() -> Profile:
    return make_profile("kai")


def released(profile: Profile, content: str, *, said_at: datetime, **fields: Any) -> Fact:
    """A statement of a conversation, let through at minute ten."""
    message = make_message(make_session(profile), "from this", said_at=said_at)
    about = {"type": "user_profile", "slot": "name", "source": "extraction", "reason": "steering"} | fields
    item = HeldItem.objects.create(
        profile=profile, content=content, evidence=[message.pk], created_at=after(9), **about
    )  # fmt: skip
    review.accept(item.pk, reach=review.Reach(Q(profile=profile.pk)), origin=BY_OWNER, now=after(10))
    work_off(profile, now=after(10))
    return Fact.objects.get(content=content)


@pytest.mark.parametrize(
    ("stored", "content"),
    [("The user's name is Alice", "The user's name is Bob"), ("用户的名字是王芳", "用户的名字是李雷")],
)
@pytest.mark.parametrize("held_by", [{"is_pinned": True}, {"said_at": after(5)}], ids=["pinned", "said later"])
def test_it_takes_no_slot_from_what_is_pinned_or_was_said_later(
    profile: Profile, stored: str, content: str, held_by: dict[str, Any]
) -> None:
    stands = make_fact(profile, stored, **NAME, **({"said_at": after(0)} | held_by))

    fact = released(profile, content, said_at=after(1))

    stands.refresh_from_db()
    assert (stands.is_active, fact.is_active) == (True, False)
    assert fact.superseded_by == stands.fact_id
    assert Decision.objects.get(kind="merge").action == "older"


def test_it_takes_the_slot_of_what_was_said_before_it(profile: Profile) -> None:
    before = make_fact(profile, "The user's name is Alice", **NAME, said_at=after(0))

    fact = released(profile, "The user's name is Bob", said_at=after(1))

    before.refresh_from_db()
    assert (before.is_active, fact.is_active) == (False, True)
    assert Decision.objects.get(kind="merge").action == "replaced"


def test_what_an_agent_decided_is_confirmed_when_it_was_said(profile: Profile) -> None:
    fact = released(
        profile, "The project uses PostgreSQL", said_at=after(1), type="assistant_decision", slot="database",
        source_role="assistant",
    )  # fmt: skip

    assert fact.confirmed_at == after(1)
