"""What you asked for: who sees it, what it says, and what undo does."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from extraction.models import Decision
from profiles import ledger
from profiles.changes import Move, New, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, Member, Profile
from tests.accounts import make_member
from tests.builders import BY_OWNER, after, make_fact, make_profile

pytestmark = pytest.mark.django_db

PAGE = "/memory/asked"
JOB = 77


def make_wish(
    profile: Profile, content: str, op: str = "DELETE", outcome: str = "not_found", **fields: Any
) -> Decision:
    values: dict[str, Any] = {"kind": "instruction", "job_id": JOB, "at": after(5)} | fields
    return Decision.objects.create(profile=profile, content=content, type=op, action=outcome, **values)


def origin_of(profile: Profile) -> Origin:
    return Origin(f"user:{profile.pk}", Source.INSTRUCTION, job_id=JOB)


def forgotten(profile: Profile, content: str) -> tuple[Decision, Fact]:
    """A fact that a wish forgot."""
    fact = make_fact(profile, content)
    change = Move(fact.pk, Status.DEPRECATED, reason="instructed")
    ledger.apply(profile.pk, [change], origin=origin_of(profile), now=after(5))
    rows = [{"fact_id": fact.fact_id, "score": 1.0, "action": "forgotten", "reason": ""}]
    return make_wish(profile, content, outcome="forgotten", fact_id=fact.fact_id, candidates=rows), fact


def corrected(profile: Profile, old: str, new: str) -> tuple[Decision, Fact]:
    """A fact whose place another one took by a wish."""
    fact = make_fact(profile, old)
    change = New(new, reason="instructed", replaces=(fact.pk,), replaces_reason="instructed")
    (after_it,) = ledger.apply(profile.pk, [change], origin=origin_of(profile), now=after(5)).facts
    rows = [{"fact_id": fact.fact_id, "score": 1.0, "action": "updated", "reason": ""}]
    wish = make_wish(profile, f"{old} → {new}", "UPDATE", "updated", fact_id=after_it.fact_id, candidates=rows)
    return wish, fact


def text_of(client: Client, address: str = PAGE, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def buttons(page: str) -> list[str]:
    return re.findall(r'action="(/memory/asked/[^"]+)"', page)


def test_a_wish_stands_with_its_outcome_and_its_fact(visitor: Client, person: Profile) -> None:
    _wish, fact = forgotten(person, "likes cola")
    make_wish(person, "plays chess")
    make_wish(make_profile("bob"), "collects stamps")

    page = text_of(visitor)

    assert "You asked to forget" in page
    assert f'href="/memory/{fact.fact_id}/"' in page
    assert page.index("plays chess") < page.index("likes cola")
    assert "Nothing like this is remembered, so nothing was changed." in page
    assert "collects stamps" not in page


@pytest.mark.parametrize(
    ("op", "outcome", "reason", "sentence"),
    [
        ("DELETE", "forgotten", "some_wait", "the rest waits for your word"),
        ("DELETE", "not_confirmed", "", "It is not sure that anything remembered was meant"),
        ("UPDATE", "undecided", "timeout", "It could not be checked what was meant"),
        ("UPDATE", "not_stored", "secret", "something secret, which is never stored"),
        ("ADD", "remembered", "known", "This was remembered already."),
        ("ADD", "waiting", "steering", "it waits for your word"),
        ("DELETE", "someday", "", "This was not done, and nothing was changed."),
    ],
)
def test_each_outcome_is_told_in_a_sentence(
    visitor: Client, person: Profile, op: str, outcome: str, reason: str, sentence: str
) -> None:
    make_wish(person, "…", op, outcome, reason=reason)

    assert sentence in text_of(visitor)


def test_what_waits_leads_to_where_it_is_decided(visitor: Client, person: Profile) -> None:
    make_wish(person, "my job", outcome="waiting", reason="many")

    assert 'href="/review/">Decide about it' in text_of(visitor)


def test_it_is_told_in_chinese_too(visitor: Client, person: Profile) -> None:
    forgotten(person, "用户喜欢可乐")

    page = text_of(visitor, **{"Accept-Language": "zh-hans"})

    assert "您提出的要求" in page
    assert "您要求忘记" in page
    assert "已忘记。" in page


def test_undo_brings_a_forgotten_fact_back(visitor: Client, person: Profile) -> None:
    _wish, fact = forgotten(person, "likes cola")
    (button,) = buttons(text_of(visitor))

    answer = visitor.post(button)

    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    fact.refresh_from_db()
    assert fact.status == Status.ACTIVE
    assert "Undone." in (page := text_of(visitor))
    assert buttons(page) == []


def test_one_button_takes_a_whole_correction_back(visitor: Client, person: Profile) -> None:
    corrected(person, "drinks coffee", "drinks tea")
    (button,) = buttons(text_of(visitor))

    visitor.post(button)

    assert list(Fact.objects.active().values_list("content", flat=True)) == ["drinks coffee"]


def test_what_changed_since_is_not_undone(visitor: Client, person: Profile) -> None:
    _wish, fact = forgotten(person, "likes cola")
    (button,) = buttons(text_of(visitor))
    ledger.apply(person.pk, [Move(fact.pk, Status.ACTIVE, reason="restored")], origin=BY_OWNER, now=after(9))

    assert buttons(text_of(visitor)) == []
    visitor.post(button)

    assert "changed again since" in text_of(visitor)
    fact.refresh_from_db()
    assert fact.status == Status.ACTIVE


def test_undo_pressed_twice_does_nothing_more(visitor: Client, person: Profile) -> None:
    _wish, fact = forgotten(person, "likes cola")
    (button,) = buttons(text_of(visitor))

    visitor.post(button)
    visitor.post(button)

    fact.refresh_from_db()
    assert fact.status == Status.ACTIVE
    assert fact.events.count() == 3


@pytest.mark.parametrize("role", [Member.Role.MEMBER, Member.Role.OPERATOR, Member.Role.ADMINISTRATOR])
def test_nobody_undoes_the_wishes_of_another(visitor: Client, person: Profile, role: str) -> None:
    _wish, fact = forgotten(person, "likes cola")
    (button,) = buttons(text_of(visitor))
    other = Client()
    other.force_login(make_member(person.tenant, role=role, profile=make_profile("bob")).account)

    assert other.post(button).status_code == 404
    assert "likes cola" not in text_of(other)
    fact.refresh_from_db()
    assert fact.status == Status.DEPRECATED


def test_a_wish_undoes_only_its_own_facts(visitor: Client, person: Profile) -> None:
    wish, _fact = forgotten(person, "likes cola")
    _other, stranger = forgotten(person, "likes tea")
    event = ledger.last_events([stranger.pk])[stranger.pk]

    answer = visitor.post(f"/memory/asked/{wish.pk}/{stranger.fact_id}/undo/{event}")

    assert answer.status_code == 404
    stranger.refresh_from_db()
    assert stranger.status == Status.DEPRECATED


def test_who_is_not_signed_in_or_no_person_sees_nothing(person: Profile) -> None:
    forgotten(person, "likes cola")
    guest, nobody = Client(), Client()
    nobody.force_login(make_member(person.tenant).account)

    assert guest.get(PAGE).status_code == 302
    assert nobody.get(PAGE).status_code == 403


def test_a_get_undoes_nothing(visitor: Client, person: Profile) -> None:
    forgotten(person, "likes cola")

    assert visitor.get(buttons(text_of(visitor))[0]).status_code == 405


def test_of_two_scopes_each_wish_leads_to_its_own_fact(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes cola", scope_id="work")
    change = Move(fact.pk, Status.DEPRECATED, reason="instructed")
    ledger.apply(person.pk, [change], origin=origin_of(person), now=after(5))
    rows = [{"fact_id": fact.fact_id, "action": "forgotten"}]
    make_wish(person, "likes cola", outcome="forgotten", candidates=rows, fact_id=fact.fact_id, scope_id="work")
    make_fact(person, "likes cola")

    page = text_of(visitor)

    assert f'href="/memory/{fact.fact_id}/?scope=work"' in page
    visitor.post(buttons(page)[0])
    fact.refresh_from_db()
    assert fact.status == Status.ACTIVE


def test_long_lists_are_paged(visitor: Client, person: Profile) -> None:
    for number in range(27):
        make_wish(person, f"wish number {number:02}")

    first = text_of(visitor)
    address = re.search(r'href="(/memory/asked\?after=\d+)"', first)
    assert address is not None
    second = text_of(visitor, address[1])

    assert "wish number 26" in first
    assert "wish number 01" not in first
    assert "wish number 01" in second
    assert text_of(visitor, f"{PAGE}?after=nonsense").count("<article") == 25
    assert "There is nothing further." in text_of(visitor, f"{PAGE}?after=1")


def test_the_page_costs_the_same_for_one_wish_and_for_many(
    visitor: Client, person: Profile, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    forgotten(person, "likes thing 0")
    with django_assert_num_queries(7):
        text_of(visitor)
    for number in range(1, 20):
        forgotten(person, f"likes thing {number}")

    with django_assert_num_queries(7):
        text_of(visitor)


def test_an_empty_page_says_how_to_ask_and_my_memory_leads_here(visitor: Client) -> None:
    assert "Forget that I like cola" in text_of(visitor)
    assert f'href="{PAGE}"' in text_of(visitor, "/memory/")
