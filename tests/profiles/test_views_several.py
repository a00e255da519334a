"""My memory: filters, how full it is, and what is done to several facts at once."""

from typing import Any

import pytest
from django.test import Client

from observability.models import WorkLogEntry
from profiles import editing, ledger
from profiles.changes import Move, New
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent, Profile
from tests.builders import BY_OWNER, LEARNED, NOON, after, make_fact, make_profile
from tests.profiles.pages import HTMX, page_of

pytestmark = pytest.mark.django_db


def lines(page: str) -> list[str]:
    """What the facts of the list say."""
    return [part.split(">", 1)[1].split("<")[0] for part in page.split('id="text-')[1:]]


def undo_in(page: str) -> str:
    return next(part.split('"')[0] for part in page.split('action="') if "/forgotten/" in part.split('"')[0])


# --- filters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("group=user_goal", ["runs a marathon"]),
        ("source=console", ["likes oolong"]),
        ("only=pinned", ["runs a marathon"]),
        ("q=oo&source=console", ["likes oolong"]),
        ("group=user_goal&source=console", []),
        ("group=nonsense&source=%3Cscript%3E&only=all&state=deprecated", ["runs a marathon", "likes oolong", "cooks"]),
    ],
)
def test_filters_narrow_the_list_and_what_is_unreadable_narrows_nothing(
    visitor: Client, person: Profile, query: str, left: list[str]
) -> None:
    make_fact(person, "runs a marathon", type="user_goal", is_pinned=True)
    make_fact(person, "likes oolong", type="user_preference", origin=BY_OWNER)
    make_fact(person, "cooks")

    page = page_of(visitor, f"/memory/?{query}")

    assert lines(page) == left
    assert ("No fact" in page) is (left == [])


def test_filters_stay_in_the_address_and_in_every_form(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "runs a marathon", type="user_goal", is_pinned=True)

    done = visitor.post(f"/memory/{fact.fact_id}/pin", {"group": "user_goal", "only": "pinned", "pinned": "no"})

    assert done.headers["Location"] == "/memory/?group=user_goal&only=pinned"
    assert page_of(visitor, "/memory/?group=user_goal").count('name="group" value="user_goal"') >= 2


def test_the_address_names_only_the_filters_that_are_set(visitor: Client) -> None:
    asked = "/memory/?q=&group=user_goal&source=&only=pinned"

    assert visitor.get(asked).headers["Location"] == "/memory/?group=user_goal&only=pinned"
    assert visitor.get(asked, headers=HTMX).headers["HX-Push-Url"] == "/memory/?group=user_goal&only=pinned"


def test_the_past_is_narrowed_by_state_and_words(visitor: Client, person: Profile) -> None:
    gone = make_fact(person, "likes Oolong")
    make_fact(person, "lives in Bonn", type="user_profile", slot="city")
    make_fact(person, "lives in Cologne", type="user_profile", slot="city")
    editing.delete(person, gone.fact_id, origin=BY_OWNER, now=after(5))

    assert lines(page_of(visitor, "/memory/?show=past")) == ["likes Oolong", "lives in Bonn"]
    assert lines(page_of(visitor, "/memory/?show=past&state=superseded")) == ["lives in Bonn"]
    assert lines(page_of(visitor, "/memory/?show=past&state=deprecated")) == ["likes Oolong"]
    assert lines(page_of(visitor, "/memory/?show=past&q=oolong+LIKES")) == ["likes Oolong"]
    assert lines(page_of(visitor, "/memory/?show=past&q=%25")) == []


def test_the_past_is_read_page_by_page_each_fact_once(
    visitor: Client, person: Profile, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    news = [New(f"note {number:03}", type="semantic_memory") for number in range(130)]
    facts = ledger.apply(person.pk, news, origin=LEARNED, now=NOON).facts
    moves = [Move(fact.pk, Status.SUPERSEDED, reason="outdated") for fact in facts]
    ledger.apply(person.pk, moves[:1], origin=LEARNED, now=after(0))
    with django_assert_max_num_queries(12) as one:
        page_of(visitor, "/memory/?show=past")
    for start in (1, 50, 100):
        ledger.apply(person.pk, moves[start : start + 50], origin=LEARNED, now=after(start))

    with django_assert_num_queries(len(one)):
        first = page_of(visitor, "/memory/?show=past")
    second = page_of(visitor, "/memory/?show=past&after=" + first.split("&amp;after=")[1].split('"')[0])

    assert (len(lines(first)), len(lines(second))) == (100, 30)
    assert len({*lines(first), *lines(second)}) == 130
    assert lines(first)[0] == "note 129"
    assert "There is nothing further." in page_of(visitor, "/memory/?show=past&after=1")


# --- room ----------------------------------------------------------------------------------------------------------


def test_the_page_says_how_full_it_is_and_which_fact_would_go_next(
    visitor: Client, person: Profile, settings: Any
) -> None:
    settings.MEMORYHUB_FACT_LIMIT = 3
    make_fact(person, "pinned first", is_pinned=True)
    make_fact(person, "older", now=after(1))
    make_fact(person, "newer", now=after(2))
    make_fact(person, "a trip to Porto", type="episodic_memory")

    page = page_of(visitor)

    assert "3 of 3 facts that go into every answer." in page
    assert "1 of 1,000 facts that are called up" in page
    assert ">older</a>" in page.split("the next to go is:")[1][:200]

    visitor.post("/memory/add", {"content": "newest", "type": "user_fact"})

    assert Fact.objects.get(content="older").status == Status.SUPERSEDED


def test_where_every_fact_is_pinned_none_goes(visitor: Client, person: Profile) -> None:
    make_fact(person, "likes tea", is_pinned=True)

    page = page_of(visitor)

    assert "each one is pinned" in page
    assert "next to go" not in page


# --- several at once -----------------------------------------------------------------------------------------------


def test_what_was_chosen_is_forgotten_at_once_and_one_undo_brings_exactly_that_back(
    visitor: Client, person: Profile
) -> None:
    earlier = make_fact(person, "forgotten long ago")
    visitor.post(f"/memory/{earlier.fact_id}/delete")
    chosen = [make_fact(person, f"fact {number}").fact_id for number in range(3)]
    make_fact(person, "stays")

    done = visitor.post("/memory/forget", {"fact": chosen}, follow=True).content.decode()

    assert "Forgotten: 3 facts." in done
    assert lines(done) == ["stays"]
    assert WorkLogEntry.objects.filter(message="Facts were deleted.", profile_id=person.pk).count() == 1

    visitor.post(undo_in(done))

    assert sorted(lines(page_of(visitor))) == ["fact 0", "fact 1", "fact 2", "stays"]
    assert Fact.objects.get(pk=earlier.pk).status == Status.DEPRECATED


def test_an_undo_pressed_twice_does_it_once(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes tea")
    undo = undo_in(visitor.post("/memory/forget", {"fact": fact.fact_id}, follow=True).content.decode())

    visitor.post(undo)
    events = FactEvent.objects.count()
    again = visitor.post(undo, follow=True).content.decode()

    assert "changed since" in again
    assert FactEvent.objects.count() == events
    assert Fact.objects.get(pk=fact.pk).is_active


def test_what_happened_since_stays(visitor: Client, person: Profile) -> None:
    first, second = make_fact(person, "likes tea"), make_fact(person, "likes cats")
    forgotten = visitor.post("/memory/forget", {"fact": [first.fact_id, second.fact_id]}, follow=True)
    undo = undo_in(forgotten.content.decode())
    visitor.post(f"/memory/{first.fact_id}/restore")

    page = visitor.post(undo, follow=True).content.decode()

    assert "Restored: 1 fact is remembered again." in page
    assert "1 fact changed since and stays as it is." in page


def test_a_fact_that_was_forgotten_in_another_tab_is_passed_over(visitor: Client, person: Profile) -> None:
    first, second = make_fact(person, "likes tea"), make_fact(person, "likes cats")
    visitor.post(f"/memory/{first.fact_id}/delete")

    both = visitor.post("/memory/forget", {"fact": [first.fact_id, second.fact_id]}, follow=True).content.decode()
    none = visitor.post("/memory/forget", {"fact": [first.fact_id, "f_nowhere"]}, follow=True).content.decode()

    assert "Forgotten: 1 fact." in both
    assert "no longer in force" in none


def test_nothing_chosen_is_said(visitor: Client, person: Profile) -> None:
    make_fact(person, "likes tea")

    page = visitor.post("/memory/forget", {}, headers=HTMX).content.decode()

    assert "Choose at least one fact first." in page
    assert lines(page) == ["likes tea"]


def test_neither_forgetting_nor_its_undo_reaches_another_person(visitor: Client, person: Profile) -> None:
    other = make_profile("bob")
    kept, gone = make_fact(other, "collects stamps"), make_fact(other, "plays chess")
    _facts, events = editing.delete_all(other, [gone.fact_id], origin=BY_OWNER, now=NOON)

    visitor.post("/memory/forget", {"fact": kept.fact_id})
    visitor.post(f"/memory/forgotten/{events.start}/{events.stop}/undo")

    assert Fact.objects.get(pk=kept.pk).is_active
    assert Fact.objects.get(pk=gone.pk).status == Status.DEPRECATED


def test_facts_of_the_legacy_column_can_be_chosen_too(visitor: Client, person: Profile) -> None:
    Profile.objects.filter(pk=person.pk).update(memory={"facts": ["likes tea", "likes cats", "likes dogs"]})
    ids = [part.split('"')[0] for part in page_of(visitor).split('id="fact-')[1:]]

    visitor.post("/memory/forget", {"fact": ids[:2]})

    assert Fact.objects.filter(status=Status.ACTIVE).count() == 1


def test_a_part_asked_from_the_toast_goes_into_the_list(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes tea")
    part = visitor.post("/memory/forget", {"fact": fact.fact_id}, headers=HTMX)

    undone = visitor.post(undo_in(part.content.decode()), headers=HTMX)

    assert (undone.headers["HX-Retarget"], undone.headers["HX-Reswap"]) == ("#facts", "outerHTML")
    assert lines(undone.content.decode()) == ["likes tea"]
