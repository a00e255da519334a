"""My memory: what a person adds, corrects, forgets and pins there."""

import pytest
from django.test import Client

from profiles import ledger
from profiles.changes import Move
from profiles.lifecycle import Source, Status
from profiles.models import Fact, FactEvent, Profile
from tests.builders import LEARNED, NOON, make_fact
from tests.profiles.pages import HTMX, page_of, seen

pytestmark = pytest.mark.django_db


def test_a_fact_added_by_hand_is_remembered_at_once(visitor: Client, person: Profile) -> None:
    answer = visitor.post("/memory/add", {"content": "likes tea", "type": "user_preference"})

    assert answer.status_code == 302
    fact = Fact.objects.get(profile=person)
    assert (fact.content, fact.type, fact.source) == ("likes tea", "user_preference", Source.CONSOLE)
    assert "likes tea" in page_of(visitor)


@pytest.mark.parametrize("content", ["", "   ", "x" * 501])
def test_what_cannot_be_remembered_comes_back_with_its_error_beside_the_field(visitor: Client, content: str) -> None:
    answer = visitor.post("/memory/add", {"content": content, "type": "user_fact"})

    assert answer.status_code == 422
    assert "id_content_error" in answer.content.decode()
    assert answer.content.decode().count("is-invalid") == 1
    assert Fact.objects.count() == 0


def test_a_part_that_refuses_an_addition_takes_away_what_was_said_before(visitor: Client) -> None:
    answer = visitor.post("/memory/add", {"content": "", "type": "user_fact"}, headers=HTMX)

    assert answer.headers["HX-Retarget"] == "#adding"
    toast = answer.content.decode().partition('<div id="toast" hx-swap-oob="innerHTML">')[2]
    assert not toast.partition("</div>")[0].strip()
    assert "</div>" in toast


@pytest.mark.parametrize(("language", "label"), [("en", "Correct this fact"), ("zh-CN", "更正这条事实")])
def test_a_correction_is_asked_for_in_its_own_words(
    visitor: Client, person: Profile, language: str, label: str
) -> None:
    fact = make_fact(person, "lives in Bonn")

    page = page_of(visitor, f"/memory/{fact.fact_id}/edit", **{"Accept-Language": language})

    assert f">{label}</label>" in page
    assert "aria-label=" not in page.partition("<textarea")[2].partition(">")[0]


def test_an_unknown_type_is_refused_beside_its_field(visitor: Client) -> None:
    answer = visitor.post("/memory/add", {"content": "likes tea", "type": "nonsense"})

    assert answer.status_code == 422
    assert "id_type_error" in answer.content.decode()


def test_a_correction_makes_a_new_fact_and_keeps_the_old_one(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "lives in Bonn")

    visitor.post(
        f"/memory/{fact.fact_id}/edit", {"content": "lives in Cologne", "type": "user_fact", "seen": seen(fact)}
    )

    assert Fact.objects.get(status=Status.ACTIVE).content == "lives in Cologne"
    assert "Back in force" not in page_of(visitor, "/memory/?show=past")
    assert "lives in Bonn" in page_of(visitor, "/memory/?show=past")


def test_an_undone_correction_brings_the_former_wording_back(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "lives in Bonn")
    after_edit = visitor.post(
        f"/memory/{fact.fact_id}/edit", {"content": "lives in Cologne", "type": "user_fact"}, follow=True
    ).content.decode()
    undo = next(part.split('"')[0] for part in after_edit.split('action="') if "/undo/" in part.split('"')[0])

    visitor.post(undo)
    visitor.post(undo)

    assert Fact.objects.get(status=Status.ACTIVE).content == "lives in Bonn"


def test_a_forgotten_fact_leaves_the_list_and_can_be_restored(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes tea")

    visitor.post(f"/memory/{fact.fact_id}/delete")
    assert "likes tea" not in page_of(visitor)
    assert "likes tea" in page_of(visitor, "/memory/?show=past")
    visitor.post(f"/memory/{fact.fact_id}/restore", {"show": "past"})

    assert "likes tea" in page_of(visitor)


def test_pinning_twice_pins_once(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes tea")

    visitor.post(f"/memory/{fact.fact_id}/pin", {"pinned": "yes"})
    visitor.post(f"/memory/{fact.fact_id}/pin", {"pinned": "yes"})

    assert Fact.objects.get(pk=fact.pk).is_pinned
    assert FactEvent.objects.filter(fact=fact, reason="pinned").count() == 1


def test_a_fact_that_does_not_exist_is_a_sentence_not_an_error(visitor: Client) -> None:
    for address in ("/memory/f_00000000/edit", "/memory/f_00000000/"):
        answer = visitor.get(address)
        assert answer.status_code == 404
        assert "There is no such fact." in answer.content.decode()


def test_a_correction_that_moves_a_fact_shows_the_whole_list(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes tea")

    moved = visitor.post(
        f"/memory/{fact.fact_id}/edit", {"content": "likes tea", "type": "user_preference"}, headers=HTMX
    )

    assert moved.headers["HX-Retarget"] == "#facts"
    assert "Likes and dislikes" in moved.content.decode()
    assert "/undo/" not in moved.content.decode()  # a move between groups cannot be taken back, only made again


def test_a_correction_to_what_is_known_already_shows_one_line_of_it(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes tee")
    make_fact(person, "likes tea")

    joined = visitor.post(f"/memory/{fact.fact_id}/edit", {"content": "likes tea", "type": "user_fact"}, headers=HTMX)

    assert joined.headers["HX-Retarget"] == "#facts"
    assert joined.content.decode().count(">likes tea</p>") == 1


def test_a_night_run_that_superseded_a_fact_is_told_to_who_edits_it(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes tea")
    ledger.apply(person.pk, [Move(fact.pk, Status.SUPERSEDED, reason="outdated")], origin=LEARNED, now=NOON)

    answer = visitor.post(f"/memory/{fact.fact_id}/edit", {"content": "likes green tea", "type": "user_fact"})

    assert answer.status_code == 409
    assert "No longer true, as a later conversation showed." in answer.content.decode()
    assert Fact.objects.count() == 1
