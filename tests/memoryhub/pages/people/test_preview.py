"""What an agent would be told of a person, shown without a request being counted."""

import html
import json
import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from observability.models import Observation
from profiles import editing
from profiles.models import Profile
from tests.builders import BY_OWNER, make_end_user, make_fact
from tests.callers import api_with_key
from tests.memoryhub.pages.background import HTMX, counted, looked_at, text_of
from tests.memoryhub.pages.people.persons import page_of

pytestmark = pytest.mark.django_db


def test_the_context_is_shown_as_the_agent_gets_it_and_counts_as_no_request(
    administrator: Client, ming: Profile
) -> None:
    make_fact(make_end_user("acme"), "sells shoes")
    make_fact(ming, "is allergic to peanuts")

    page = text_of(administrator, page_of(ming, "context?ask=yes&question=What+may+I+eat%3F&agent=kitchen"))

    assert "sells shoes" in page
    assert "is allergic to peanuts" in page
    assert "http://testserver/api/context" in page
    assert "&quot;question&quot;: &quot;What may I eat?&quot;" in page
    assert re.search(r"about \d+ tokens", page)
    assert not Observation.objects.exists()


def test_a_look_is_on_record_with_everybody_of_whom_something_is_told(administrator: Client, ming: Profile) -> None:
    acme = make_end_user("acme")
    make_fact(ming, "is allergic to peanuts")

    text_of(administrator, page_of(ming, "context?ask=yes"))
    assert looked_at() == [(ming.pk, "context")]  # nothing is told of the company

    make_fact(acme, "plans a merger")
    text_of(administrator, page_of(ming, "context?ask=yes"))

    assert looked_at()[1:] == [(acme.pk, "context"), (ming.pk, "context")]


def test_what_the_question_calls_up_of_the_company_is_a_look_at_it(administrator: Client, ming: Profile) -> None:
    acme = make_end_user("acme")
    make_fact(acme, "went to the fair in Leipzig in May", type="episodic_memory")
    make_fact(ming, "went to Oslo by train in June", type="episodic_memory")

    assert "Leipzig" in text_of(administrator, page_of(ming, "context?ask=yes&question=the+fair+in+Leipzig"))
    assert looked_at() == [(acme.pk, "context"), (ming.pk, "context")]

    assert "Oslo" in text_of(administrator, page_of(ming, "context?ask=yes&question=Oslo+by+train"))
    assert (acme.pk, "context") not in looked_at()[2:]


def test_the_look_at_a_company_costs_no_statement(
    administrator: Client, ming: Profile, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_fact(make_end_user("acme"), "plans a merger")
    make_fact(ming, "is allergic to peanuts")

    with django_assert_max_num_queries(60) as asked:
        text_of(administrator, page_of(ming, "context?ask=yes&question=Nuts%3F"))

    assert counted(asked) <= 14


def test_the_preview_is_the_very_text_that_an_agent_gets(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "is allergic to peanuts")
    asked = {"end_user_id": "acme", "end_sub_user_id": "ming", "agent_id": "a", "session_id": "s", "question": "Nuts?"}
    answer = api_with_key().post("/api/context", asked)

    page = text_of(administrator, page_of(ming, "context?ask=yes&question=Nuts%3F&agent=a&session=s"))

    assert json.loads(answer.content)["text"] in html.unescape(page)


def test_before_a_question_nothing_is_shown_and_nothing_on_record(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "is allergic to peanuts")

    assert "peanuts" not in text_of(administrator, page_of(ming, "context"))
    assert looked_at() == []


def test_a_part_that_is_missing_is_named_in_words_and_not_by_its_codes(
    administrator: Client, ming: Profile, settings: Settings
) -> None:
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 0
    make_fact(ming, "is allergic to peanuts")

    page = text_of(administrator, page_of(ming, "context?ask=yes&question=Nuts%3F"))

    assert "<li>Facts that always come along: There was no time left for it.</li>" in page
    assert "time_budget" not in page
    assert "long_term" not in page


def test_paused_memory_tells_the_agent_nothing(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "is allergic to peanuts")
    editing.pause(ming, True, origin=BY_OWNER, now=timezone.now())

    page = text_of(administrator, page_of(ming, "context?ask=yes&question=Nuts%3F"))

    assert "Memory rests" in page
    assert "peanuts" not in page.split('id="seen"')[1].split("<details")[0]


def test_a_company_is_told_of_its_people_only_where_that_is_set(
    administrator: Client, ming: Profile, settings: Settings
) -> None:
    make_fact(make_end_user("acme"), "sells shoes")
    settings.MEMORYHUB_SHOW_COMPANY_FACTS = False

    assert "sells shoes" not in text_of(administrator, page_of(ming, "context?ask=yes"))


def test_only_the_answer_is_given_to_scripts(administrator: Client, ming: Profile) -> None:
    part = text_of(administrator, page_of(ming, "context?ask=yes"), **HTMX)

    assert "<html" not in part
    assert 'id="seen"' in part
