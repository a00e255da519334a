"""A question at the playground: what the agent would be told, what had no room, what cannot be asked."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from observability.models import Observation, WorkLogEntry
from profiles.models import Member, Profile
from tests.builders import make_end_user, make_fact, make_profile
from tests.globalmemory.builders import make_global_memory
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, OPERATOR, counted, looked_at
from tests.memoryhub.pages.playground.playing import ME, PAGE, SANDBOX, player, refused

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


# --- looks ---------------------------------------------------------------------------------------------------------


def test_an_administrators_look_is_on_record_with_the_company_that_is_told_of(ming: Profile) -> None:
    client, _member = player(ADMINISTRATOR)
    acme, seat = make_end_user("acme"), {"whose": "end_user", "id": "acme", "sub": "ming", "agent": "a"}
    client.post(f"{PAGE}ask", seat | {"question": "What is planned?"})
    assert looked_at() == [(ming.pk, "observation")]
    make_fact(acme, "plans a merger")

    page = client.post(f"{PAGE}ask", seat | {"question": "What is planned?"}).content.decode()

    assert "plans a merger" in page
    assert looked_at()[1:] == [(acme.pk, "observation"), (ming.pk, "observation")]


# --- global memories -----------------------------------------------------------------------------------------------


def test_an_operator_sees_the_ids_of_the_organisations_memories_and_no_word_of_them() -> None:
    memory = make_global_memory(None, "Layoffs", agents=("hr",), content="names of those who have to go")
    client, _member = player(OPERATOR)
    for room in ("", "1"):  # in the text, and given up for want of room
        for headers in ({}, HTMX):
            data = {**SANDBOX, "agent": "hr", "question": "Who has to go?", "max_tokens": room}
            page = client.post(f"{PAGE}ask", data, headers=headers).content.decode()

            assert f"g_{memory.pk}" in page
            assert "Layoffs" not in page
            assert "names of those" not in page
            assert "you see the ids alone" in page


@pytest.mark.parametrize("role", [Member.Role.MEMBER, ADMINISTRATOR])
def test_who_is_no_operator_reads_what_everybodys_agents_are_told(role: str) -> None:
    make_global_memory(None, "House rules", agents=("shop",), content="answer politely")
    client, _member = player(role)

    page = client.post(f"{PAGE}ask", {**SANDBOX, "agent": "shop", "question": "How?"}).content.decode()

    assert "answer politely" in page
    assert "you see the ids alone" not in page


def test_an_operator_reads_what_is_told_of_themselves(person: Profile) -> None:
    make_global_memory(person, "My style", agents=("shop",), content="answer briefly")
    client, _member = player(OPERATOR, profile=person)

    assert "answer briefly" in client.post(f"{PAGE}ask", {**ME, "agent": "shop", "question": "How?"}).content.decode()


@pytest.mark.parametrize("role", [Member.Role.MEMBER, OPERATOR])
def test_other_persons_global_memories_appear_to_nobody(person: Profile, role: str) -> None:
    make_global_memory(make_profile("bob"), "Bob's plans", agents=("shop",), content="to leave in spring")
    client, _member = player(role, profile=person)

    pages = [
        client.post(f"{PAGE}ask", {**seat, "agent": "shop", "question": "What in spring?"}).content.decode()
        for seat in (ME, SANDBOX)
    ]
    pages.append(client.get("/global/try", {"agent": "shop", "question": "What in spring?"}).content.decode())

    for page in pages:
        assert "plans" not in page
        assert "to leave in spring" not in page


# --- costs ---------------------------------------------------------------------------------------------------------


def test_a_question_costs_what_the_context_of_the_api_costs_and_no_more_for_a_company(
    person: Profile, ming: Profile, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_fact(make_end_user("acme"), "plans a merger")
    make_fact(ming, "likes tea")
    alice = {"whose": "user", "id": "alice", "agent": "a"}
    someone = {"whose": "end_user", "id": "acme", "sub": "ming", "agent": "a"}

    def cost(seat: dict[str, str], role: str, profile: Profile | None = None) -> int:
        client, _member = player(role, profile=profile)
        with django_assert_max_num_queries(60) as asked:
            client.post(f"{PAGE}ask", {**seat, "question": "What?"}, headers=HTMX)
        return counted(asked)

    assert cost(ME, Member.Role.MEMBER, person) <= 14
    assert cost(SANDBOX, Member.Role.MEMBER) <= 9
    assert cost(alice, ADMINISTRATOR) <= 16  # whom the form names, and the look
    assert cost(someone, ADMINISTRATOR) <= 16
