"""What somebody thinks of an answer, and of single memories in it."""

import pytest
from django.test import Client

from observability.models import Feedback, MemoryFeedback, Observation
from profiles.models import HeldItem, Profile
from tests.memoryhub.pages.background import OPERATOR, signed_in, text_of
from tests.memoryhub.pages.observations.asking import address_of

pytestmark = pytest.mark.django_db


def test_a_person_says_what_an_answer_was_worth_and_changes_it(asked: Observation, visitor: Client) -> None:
    answer = visitor.post(address_of(asked, "feedback"), {"rating": "2", "reason": "private", "remark": "Too much"})

    assert answer.status_code == 302
    assert answer["Location"] == address_of(asked)
    stored = Feedback.objects.get()
    assert (stored.rating, stored.reason, stored.remark) == (2, "private", "Too much")
    visitor.post(address_of(asked, "feedback"), {"rating": "1", "reason": "private", "remark": ""})
    stored.refresh_from_db()
    assert (stored.rating, stored.reason, stored.remark) == (1, "", "")


def test_a_fact_called_wrong_waits_for_a_word(asked: Observation, person: Profile, visitor: Client) -> None:
    fact_id = asked.trace["levels"]["user"][0]["id"]
    data = {"rating": "0", f"memory:{fact_id}": "2:inaccurate", f"was:{fact_id}": "0", "memory:f_zzz": "9:x"}

    answer = visitor.post(address_of(asked, "feedback"), data, follow=True)

    assert "1 fact waits for a person" in answer.content.decode()
    assert MemoryFeedback.objects.get().reason == "inaccurate"
    assert HeldItem.objects.get(profile=person).target == fact_id
    assert 'value="2:inaccurate" selected' in text_of(visitor, address_of(asked))


def test_what_stands_unchanged_in_the_form_says_nothing(asked: Observation, visitor: Client) -> None:
    fact_id = asked.trace["levels"]["user"][0]["id"]

    visitor.post(address_of(asked, "feedback"), {"rating": "1", f"memory:{fact_id}": "0", f"was:{fact_id}": "0"})

    assert not MemoryFeedback.objects.exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "Say good, bad, or no opinion."),
        ({"rating": "7"}, "Say good, bad, or no opinion."),
        ({"rating": "2", "reason": "because"}, "because"),
        ({"rating": "1", "remark": "x" * 2_001}, "A remark may have at most 2,000 characters."),
        ({"rating": "1", "memory:f_77777777": "1"}, "Name memories by the ids"),
    ],
)
def test_what_cannot_be_taken_down_is_said_beside_its_field(
    asked: Observation, visitor: Client, data: dict[str, str], sentence: str
) -> None:
    answer = visitor.post(address_of(asked, "feedback"), data)

    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Feedback.objects.get().reason == "outdated"


def test_an_operator_gives_no_feedback(asked: Observation) -> None:
    assert signed_in(OPERATOR).post(address_of(asked, "feedback"), {"rating": "1"}).status_code == 404
    assert Feedback.objects.get().rating == 2
