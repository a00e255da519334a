"""A question at the playground: what the agent would be told, what had no room, what cannot be asked."""

import pytest
from django.test import Client

from observability.models import Observation, WorkLogEntry
from profiles.models import Profile
from tests.builders import make_fact
from tests.memoryhub.pages.background import HTMX
from tests.memoryhub.pages.playing import ME, PAGE, SANDBOX, player, refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]


def test_a_question_shows_what_the_agent_is_told_and_is_observed(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "is allergic to peanuts")
    make_fact(person, "went to Oslo by train in May", type="episodic_memory")

    page = visitor.post(f"{PAGE}ask", {**ME, "question": "What may I eat?", "session": "s9"}).content.decode()

    observation = Observation.objects.get()
    assert (observation.profile_id, observation.agent_id, observation.session_id) == (person.pk, "playground", "s9")
    for words in (
        "## About the current user", "- is allergic to peanuts", fact.fact_id, observation.observation_id,
        "Facts that always come along", "/api/context", f"/api/observations/{observation.observation_id}", "s9",
    ):  # fmt: skip
        assert words in page, words
    assert not WorkLogEntry.objects.exists()


def test_what_had_no_room_is_told(visitor: Client, person: Profile) -> None:
    for number in range(9):
        make_fact(person, f"has visited the town of Number{number} {'quite often ' * 9}")

    data = {**ME, "question": "Where was I?", "max_tokens": "60"}
    page = visitor.post(f"{PAGE}ask", data, headers=HTMX).content.decode()

    assert "It had to give way: the text was full." in page
    assert "<html" not in page


def test_with_nothing_remembered_the_agent_is_told_nothing() -> None:
    client, _member = player()

    page = client.post(f"{PAGE}ask", {**SANDBOX, "question": "Who am I?"}).content.decode()

    assert "Nothing: nothing is remembered that would help" in page
    assert not Profile.objects.exists()  # asking makes nobody


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"question": ""}, "Write a question."),
        ({"question": "why?", "max_tokens": "many"}, "Enter a whole number"),
        ({"question": "why?", "max_tokens": "0"}, "greater than or equal to 1"),
    ],
)
def test_a_question_that_cannot_be_asked(data: dict[str, str], sentence: str) -> None:
    client, _member = player()

    assert sentence in refused(client, f"{PAGE}ask", SANDBOX | data, 422)
    assert not Observation.objects.exists()
