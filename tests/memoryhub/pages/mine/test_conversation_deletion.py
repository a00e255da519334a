"""Deleting a conversation on the console: asked first, with what becomes of the facts, and by its owner alone."""

from html import escape

import pytest
from django.test import Client

from profiles.lifecycle import Status
from profiles.models import Fact, Member, Profile
from summaries.models import Message, Session
from tests.accounts import make_member
from tests.builders import make_fact, make_message, make_profile, make_session, make_tenant

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(person: Profile) -> Session:
    """A fact that was learned in it alone, one that was said elsewhere too, and one of another scope."""
    session, other = make_session(person, "monday"), make_session(person, "tuesday")
    here, there = make_message(session, "I want a stall."), make_message(other, "A stall it is, and I like tea.")
    club = make_message(session, "I play chess.", scope_id="club")
    make_fact(person, "wants a stall", evidence=(here.pk,))
    make_fact(person, "likes tea", evidence=(here.pk, there.pk))
    make_fact(person, "plays chess", evidence=(club.pk,), scope_id="club")
    return session


def ask(client: Client, talk: Session, status: int = 200) -> str:
    answer = client.get(f"/memory/conversations/{talk.pk}/delete")
    assert answer.status_code == status
    return answer.content.decode()


def delete(client: Client, talk: Session, facts: str = "keep") -> str:
    return client.post(f"/memory/conversations/{talk.pk}/delete", {"facts": facts}, follow=True).content.decode()


def test_the_question_names_what_was_learned_nowhere_else(visitor: Client, talk: Session) -> None:
    page = ask(visitor, talk)

    assert "Its 2 messages" in page
    assert "2 facts were learned nowhere else." in page
    assert "wants a stall" in page
    assert "plays chess" in page
    assert "likes tea" not in page
    assert Session.objects.filter(pk=talk.pk).exists()


@pytest.mark.parametrize(("choice", "left"), [("keep", 3), ("forget", 1), ("<script>", 3)])
def test_it_goes_in_every_scope_and_the_facts_as_it_was_chosen(
    visitor: Client, talk: Session, choice: str, left: int
) -> None:
    page = delete(visitor, talk, choice)

    assert not Session.objects.filter(pk=talk.pk).exists()
    assert Message.objects.count() == 1
    assert Fact.objects.filter(status=Status.ACTIVE).count() == left
    assert ("2 facts were forgotten with it" if left == 1 else "2 facts that were learned only in it stay") in page


def test_what_is_gone_already_is_not_found(visitor: Client, talk: Session) -> None:
    delete(visitor, talk)

    assert "There is nothing here" in delete(visitor, talk)
    ask(visitor, talk, status=404)


def test_an_empty_conversation_can_go_too(visitor: Client, person: Profile) -> None:
    session = make_session(person, "empty")

    assert "learned in it alone" in ask(visitor, session)
    assert "The conversation was deleted." in delete(visitor, session)
    assert not Session.objects.filter(pk=session.pk).exists()


def test_nobody_else_can_delete_it(talk: Session) -> None:
    others = [
        make_member(role=Member.Role.ADMINISTRATOR),
        make_member(make_tenant("elsewhere"), role=Member.Role.ADMINISTRATOR),
        make_member(profile=make_profile("bob")),
    ]

    for member in others:
        client = Client()
        client.force_login(member.account)
        assert "There is nothing here" in ask(client, talk, status=404)
        delete(client, talk)
    assert Session.objects.filter(pk=talk.pk).exists()


def test_the_conversation_leads_its_owner_there_and_nobody_else(visitor: Client, talk: Session) -> None:
    address = f"/memory/conversations/{talk.pk}/"
    administrator = Client()
    administrator.force_login(make_member(role=Member.Role.ADMINISTRATOR).account)

    assert f'href="{address}delete"' in visitor.get(address).content.decode()
    assert f'href="{address}delete"' not in administrator.get(address).content.decode()


def test_a_hostile_id_is_shown_inert(visitor: Client, person: Profile) -> None:
    session = make_session(person, "<img src=x onerror=alert(1)>")

    page = ask(visitor, session)

    assert escape(session.session_id) in page
    assert "<img src=x" not in page
