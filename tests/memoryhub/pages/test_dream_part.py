"""What a dream did for one person, as the person, an administrator and an operator see it."""

from html import escape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from extraction.models import DreamOperation, DreamPart
from observability.models import WorkLogEntry
from profiles import editing
from profiles.models import HeldItem, Member, Profile
from tests.builders import BY_OWNER, make_fact, make_profile, make_tenant
from tests.extraction.nights import (
    MORNING,
    make_merge,
    make_part,
    make_proposal,
    make_retirement,
    make_run,
    make_waiting,
)
from tests.memoryhub.pages.background import OPERATOR, signed_in

pytestmark = pytest.mark.django_db

NASTY = '<script>alert(1)</script><img src=x onerror="alert(2)">' + "w" * 400


@pytest.fixture
def part(person: Profile) -> DreamPart:
    counts = {"outdated": 1, "merged": 1, "unchanged": 7, "waiting": 1}
    return make_part(person, counts=counts)


def path_of(part: DreamPart, rest: str = "") -> str:
    return f"/dream/{part.run_id}/{part.pk}/{rest}"


def text_of(client: Client, part: DreamPart) -> str:
    answer = client.get(path_of(part))
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def make_night(part: DreamPart) -> list[DreamOperation]:
    """One of each: retired, put together, waiting, not allowed."""
    person = part.profile
    tea, green = make_fact(person, "likes tea"), make_fact(person, "likes green tea")
    dog, cat = make_fact(person, "has a dog"), make_fact(person, "has a cat")
    left = make_retirement(part, make_fact(person, "rents a flat"))
    DreamOperation.objects.filter(pk=left.pk).update(reason="moved out on Tuesday")
    merged = make_merge(part, [tea, green], "likes green tea")
    refused = {"state": "rejected", "content": "has a dog, a cat and a horse", "why": "ungrounded"}
    return [left, merged, make_waiting(part, dog), make_proposal(part, "merge", [dog, cat], **refused)]


def test_what_was_forgotten_comes_first_then_new_wordings_then_what_waits(visitor: Client, part: DreamPart):
    make_night(part)

    page = text_of(visitor, part)

    places = [
        page.index(text)
        for text in (
            "No longer in force", "rents a flat", "moved out on Tuesday", "Put together", "likes tea", "likes green tea",
            "Waiting for your word</h2>", "has a dog", "1 proposal was not carried out", "Its wording says something that",
        )
    ]  # fmt: skip
    assert "<ins>" in page or "<del>" in page
    assert places == sorted(places)
    assert "10 % of the facts left without a successor." in page


def test_without_anything_it_says_so(visitor: Client, part: DreamPart):
    page = text_of(visitor, part)

    assert "Nothing was forgotten." in page
    assert "Nothing was put together." in page
    assert "Undo all of this" not in page


def test_a_dry_run_is_said_to_be_one(visitor: Client, person: Profile):
    part = make_part(person, make_run(person.tenant, is_dry=True), counts={"outdated": 1, "unchanged": 3})
    make_proposal(part, "outdated", [make_fact(person, "rents a flat")], state="planned")
    make_proposal(part, "outdated", [make_fact(person, "has a dog")], state="planned", why="allowance")

    page = text_of(visitor, part)

    assert "Nothing was changed: this is what would have been done." in page
    assert "only planned" in page
    assert "25 % of the facts would leave without a successor." in page


def test_what_somebody_wrote_cannot_act(visitor: Client, part: DreamPart):
    nasty = make_fact(part.profile, NASTY)
    make_proposal(part, "merge", [nasty], content=NASTY, reason=NASTY[:200], result=nasty.fact_id)

    page = text_of(visitor, part)

    assert escape(NASTY) in page
    assert "<script>alert" not in page
    assert "<img" not in page.split("<main")[1]


def test_after_an_undo_it_says_what_stayed_and_what_never_came_to_be(visitor: Client, part: DreamPart):
    left, merged, waiting, _rejected = make_night(part)
    editing.delete(part.profile, merged.result, origin=BY_OWNER, now=MORNING)

    visitor.post(path_of(part, "undo"))

    page = text_of(visitor, part)
    gone, refused = page.split("proposals were not carried out")
    assert "rents a flat" in gone
    tea = next(fact_id for fact_id in merged.fact_ids if fact_id != merged.result)
    assert f"<code>{tea}</code> It changed since, so it stays." in gone
    assert "without a successor" not in page
    assert "withdrawn" in refused
    assert "has a dog" not in gone
    assert waiting.fact_ids != left.fact_ids


@pytest.mark.parametrize(
    ("language", "reason"), [("en", "The same in other words."), ("zh-hans", "换一种说法说的同一件事。")]
)
def test_the_rules_give_their_reason_in_the_readers_language(visitor: Client, part: DreamPart, language, reason):
    make_night(part)
    DreamOperation.objects.filter(op="merge").update(reason="the same in other words")
    visitor.post("/language", {"language": language})

    assert reason in text_of(visitor, part)


class TestWhoSees:
    def test_the_person_leaves_no_look(self, visitor: Client, part: DreamPart):
        make_night(part)

        text_of(visitor, part)

        assert not WorkLogEntry.objects.exists()

    def test_an_administrator_reads_and_the_look_is_on_record(self, part: DreamPart):
        make_night(part)

        assert "rents a flat" in text_of(signed_in(), part)

        entry = WorkLogEntry.objects.get()
        assert entry.profile_id == part.profile_id
        assert entry.details == {"model": "dreampart", "id": str(part.pk)}

    def test_an_operator_sees_ids_and_figures_alone(self, part: DreamPart):
        operations = make_night(part)
        client = signed_in(OPERATOR)

        page = text_of(client, part)

        assert operations[0].fact_ids[0] in page
        assert "rents a flat" not in page
        assert "likes" not in page
        assert "moved out" not in page
        assert "Undo" not in page
        assert client.post(path_of(part, "undo")).status_code == 403

    @pytest.mark.parametrize("rest", ["", "undo", "{operation}/undo", "{operation}/accept", "{operation}/refuse"])
    def test_nobody_else_finds_it(self, part: DreamPart, rest: str):
        operation = make_night(part)[2]
        strangers = [
            signed_in(Member.Role.MEMBER, profile=make_profile("bob")),
            signed_in(tenant=make_tenant("other")),
        ]

        for client in strangers:
            path = path_of(part, rest.format(operation=operation.pk))
            answer = client.post(path) if rest else client.get(path)
            assert answer.status_code == 404
        assert HeldItem.objects.get().released_at is None

    def test_a_part_is_not_found_under_another_run(self, visitor: Client, part: DreamPart, person: Profile):
        other = make_run(person.tenant)

        assert visitor.get(f"/dream/{other.pk}/{part.pk}/").status_code == 404


class TestDeciding:
    def test_refusing_keeps_the_fact(self, visitor: Client, part: DreamPart):
        operation = make_night(part)[2]

        answer = visitor.post(path_of(part, f"{operation.pk}/refuse"), follow=True)

        operation.refresh_from_db()
        assert operation.state == "refused"
        assert "Refused: the fact stays." in answer.content.decode()
        assert not HeldItem.objects.exists()

    def test_approving_promises_it(self, visitor: Client, part: DreamPart):
        operation = make_night(part)[2]

        answer = visitor.post(path_of(part, f"{operation.pk}/accept"), headers={"HX-Request": "true"})

        assert answer.status_code == 200
        assert 'id="part"' in answer.content.decode()
        assert HeldItem.objects.get().released_at is not None

    @pytest.mark.parametrize("rest", ["accept", "refuse"])
    def test_what_does_not_wait_cannot_be_decided(self, visitor: Client, part: DreamPart, rest: str):
        operation = make_night(part)[0]

        assert visitor.post(path_of(part, f"{operation.pk}/{rest}")).status_code == 404


@pytest.mark.parametrize("number", [1, 100])
def test_it_costs_the_same_for_one_and_for_many(
    visitor: Client, part: DreamPart, number: int, django_assert_max_num_queries: DjangoAssertNumQueries
):
    for place in range(number):
        make_retirement(part, make_fact(part.profile, f"rents flat {place}"))

    with django_assert_max_num_queries(12):
        text_of(visitor, part)
