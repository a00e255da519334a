"""Who looked at my memory: by name, what it was, and where it stands."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from observability import looks
from profiles.models import Profile
from tests.builders import make_fact, make_profile, make_session

pytestmark = pytest.mark.django_db


def look(person: Profile, model: str, key: object, name: str = "carol") -> None:
    account = get_user_model().objects.get_or_create(username=name)[0]
    looks.record(tenant_id=person.tenant_id, profile_id=person.pk, actor=f"account:{account.pk}", model=model, key=key)


def page_of(client: Client) -> str:
    answer = client.get("/memory/looks")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_owner_sees_who_looked_at_what_and_is_led_there(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes <b>tea</b>", scope_id="club")
    session = make_session(person)
    look(person, "fact", fact.pk, name="<i>carol</i>")
    look(person, "session", session.pk)
    look(person, "helditem", 1)

    page = page_of(visitor)

    assert f'href="/memory/{fact.fact_id}/?scope=club"' in page
    assert f'href="/memory/conversations/{session.pk}/"' in page
    assert '<a href="/review/">a statement that waits' in page
    assert "likes &lt;b&gt;tea&lt;/b&gt;" in page
    assert "&lt;i&gt;carol&lt;/i&gt;" in page


def test_what_is_gone_or_anothers_is_told_without_a_way_there(visitor: Client, person: Profile) -> None:
    other = make_profile("bob")
    foreign = make_fact(other, "collects stamps")
    for model, key in (
        ("fact", foreign.pk), ("fact", "f_1234"), ("fact", "9" * 40), ("session", make_session(other).pk),
        ("session", 4711), ("profile", person.pk), ("unheard of", "<script>"),
    ):  # fmt: skip
        look(person, model, key)
    look(other, "message", 1)

    page = page_of(visitor)

    assert "stamps" not in page
    assert page.count("<bdi>carol</bdi>") == 7
    assert "something of yours" in page
    assert "a message" not in page
    assert "<script>" not in page.split("<main")[1]
    assert page.split("<main")[1].count("<a ") == 1  # the way back


def test_nobody_looked_is_said_too(visitor: Client) -> None:
    page = page_of(visitor)

    assert "Nobody has looked so far." in page
    assert "/api/profile/export?user_id=" in page


def test_many_looks_cost_what_one_costs(
    visitor: Client, person: Profile, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    look(person, "fact", make_fact(person, "fact 0").pk)
    with django_assert_max_num_queries(12) as one:
        page_of(visitor)
    for number in range(1, 50):
        look(person, "fact", make_fact(person, f"fact {number}").pk, name=f"carol {number}")

    with django_assert_num_queries(len(one)):
        page_of(visitor)
