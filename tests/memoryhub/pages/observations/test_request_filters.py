"""Which requests somebody looks at: filters that travel in the address."""

import pytest
from django.test import Client

from profiles.models import Profile
from tests.builders import make_end_user, make_profile
from tests.memoryhub.pages.background import text_of
from tests.memoryhub.pages.observations.asking import REQUESTS, make_request

pytestmark = pytest.mark.django_db


def test_filters_travel_in_the_address(person: Profile, operator: Client) -> None:
    slow = make_request(person, build_ms=900.0, agent_id="desk")
    other = make_request(make_profile("zoe"), average_score=0.2)

    def found(query: str) -> set[str]:
        page = text_of(operator, f"{REQUESTS}?{query}")
        return {one.observation_id for one in (slow, other) if one.observation_id in page}

    assert found("") == found("over=x&memory=y&score=z") == {slow.observation_id, other.observation_id}
    assert found("over=500") == found("agent=desk") == {slow.observation_id}
    assert found("score=low") == found("person=zoe") == {other.observation_id}
    assert found("person=nobody") == found("feedback=bad") == found("state=failed") == set()
    make_request(agent_id="rated", rating=2, reason="private")
    for query in ("feedback=bad&reason=private", "reason=private"):
        assert "<bdi>rated</bdi>" in text_of(operator, f"{REQUESTS}?{query}")
    assert "<bdi>rated</bdi>" not in text_of(operator, f"{REQUESTS}?feedback=good&reason=private")
    assert "Nobody is known by this id." in text_of(operator, f"{REQUESTS}?person=nobody")
    assert "No request of this time is like that." in text_of(operator, f"{REQUESTS}?state=failed")


def test_a_sub_account_is_found_by_both_ids(operator: Client) -> None:
    made = make_request(make_end_user("acme", "jo"))

    page = text_of(operator, f"{REQUESTS}?person=acme+%2F+jo")

    assert made.observation_id in page
    assert "<bdi>acme / jo</bdi>" in page
