"""Why is this known: the words behind a fact, its history, and what it looked like on a day."""

from typing import Any

import pytest
from django.test import Client

from profiles import editing
from profiles.lifecycle import Status
from profiles.models import Fact, Profile
from summaries.models import Message
from tests.builders import BY_OWNER, LEARNED, NOON, after, make_fact, make_message, make_profile, make_session

pytestmark = pytest.mark.django_db


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_fact_page_costs_the_same_statements_for_a_long_history(
    visitor: Client, person: Profile, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    session = make_session(person)
    first = make_fact(person, "likes tea", evidence=(make_message(session, "I like tea").pk,))
    with django_assert_max_num_queries(10) as one:
        page_of(visitor, f"/memory/{first.fact_id}/")
    for number in range(20):
        message = make_message(session, f"tea {number}")
        make_fact(person, "likes tea", evidence=(message.pk,))
        editing.edit(person, first.fact_id, is_pinned=number % 2 == 0, origin=LEARNED, now=after(number))

    with django_assert_num_queries(len(one)):
        page_of(visitor, f"/memory/{first.fact_id}/")


def test_a_fact_names_the_messages_it_came_from(visitor: Client, person: Profile) -> None:
    message = make_message(make_session(person, "monday"), "I really like tea.")
    fact = make_fact(person, "likes tea", evidence=(message.pk,))

    page = page_of(visitor, f"/memory/{fact.fact_id}/")

    assert "I really like tea." in page
    assert "monday" in page
    assert "Learned from a conversation." in page


def test_how_often_it_was_said_is_told_only_of_what_was_said(visitor: Client, person: Profile) -> None:
    message = make_message(make_session(person), "I really like tea.")
    said = make_fact(person, "likes tea", evidence=(message.pk,))
    written = make_fact(person, "collects stamps", origin=BY_OWNER)

    assert "said 1 time" in page_of(visitor, f"/memory/{said.fact_id}/")
    assert "said 1 time" not in page_of(visitor, f"/memory/{written.fact_id}/")


def test_a_deleted_message_is_named_but_not_quoted(visitor: Client, person: Profile) -> None:
    message = make_message(make_session(person), "I really like tea.", deleted_at=NOON)
    fact = make_fact(person, "likes tea", evidence=(message.pk,))

    page = page_of(visitor, f"/memory/{fact.fact_id}/")

    assert "This message was deleted." in page
    assert "I really like tea." not in page


def test_a_message_of_another_person_is_never_quoted(visitor: Client, person: Profile) -> None:
    foreign = make_message(make_session(make_profile("bob")), "a secret of Bob")
    fact = make_fact(person, "likes tea", evidence=(foreign.pk,))

    page = page_of(visitor, f"/memory/{fact.fact_id}/")

    assert "a secret of Bob" not in page
    assert "no longer stored" in page


def test_words_that_came_later_are_not_shown_as_of_an_earlier_day(visitor: Client, person: Profile) -> None:
    first = make_message(make_session(person), "I really like tea.")
    later = make_message(make_session(person), "Tea, as always.")
    Message.objects.filter(pk=first.pk).update(stored_at=NOON)
    fact = make_fact(person, "likes tea", evidence=(first.pk,))
    make_fact(person, "likes tea", evidence=(later.pk,), now=after(48 * 60))

    that_day = page_of(visitor, f"/memory/{fact.fact_id}/?as_of=2026-03-10")

    assert ("I really like tea." in that_day, "Tea, as always." in that_day) == (True, False)


def test_the_history_says_who_changed_what_from_what(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "lives in Bonn")
    visitor.post(f"/memory/{fact.fact_id}/edit", {"content": "lives in Cologne", "type": "user_fact"})
    present = Fact.objects.get(status=Status.ACTIVE)

    page = page_of(visitor, f"/memory/{present.fact_id}/")
    former = page_of(visitor, f"/memory/{fact.fact_id}/")

    assert "It took the place of:" in page
    assert "lives in Bonn" in page
    assert "Replaced by a corrected wording." in former
    assert "<bdi>you</bdi>" in former


def test_the_history_can_be_asked_for_as_it_was_on_a_day(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes tea")
    editing.edit(person, fact.fact_id, is_pinned=True, origin=LEARNED, now=after(48 * 60))

    that_day = page_of(visitor, f"/memory/{fact.fact_id}/?as_of=2026-03-10")
    before = page_of(visitor, f"/memory/{fact.fact_id}/?as_of=2026-03-09")
    unreadable = page_of(visitor, f"/memory/{fact.fact_id}/?as_of=yesterday")

    assert "Learned from a conversation." in that_day
    assert "Pinned:" not in that_day
    assert "Nothing was on record about it by then." in before
    assert "Pinned:" in unreadable
