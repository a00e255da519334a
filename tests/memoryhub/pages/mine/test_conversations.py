"""Conversations on the console: the list, the dialogue, its summary and its versions, and who may see them."""

from typing import Any

import pytest
from django.test import Client

from memoryhub.pages import line_differences
from memoryhub.pages.line_differences import ADDED, REMOVED, SAME
from observability.models import WorkLogEntry
from profiles.models import Member, Profile
from summaries.models import EpisodeSummary, Message, Session, SummarySnapshot
from tests import effort
from tests.accounts import make_member
from tests.builders import NOON, after, make_fact, make_message, make_profile, make_session, make_tenant

FIRST = "[CURRENT_TOPIC]\n选址\n\n[CONFIRMED_FACTS]\n- 用 PostgreSQL\n- 租金3000元"
SECOND = "[CURRENT_TOPIC]\n选址\n\n[CONFIRMED_FACTS]\n- 用 PostgreSQL\n- 租金2800元\n\n[OPEN_QUESTIONS]\n- 何时签约"


def page_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def make_episode(
    session: Session, summary: str = "The user asked about a stall. It was settled.", **fields: Any
) -> Any:
    return EpisodeSummary.objects.create(
        session=session, profile=session.profile, summary=summary, topics=["stall", "rent"], message_count=3,
        happened_at=NOON, written_at=NOON, **fields,
    )  # fmt: skip


def make_snapshot(session: Session, text: str = FIRST, **fields: Any) -> SummarySnapshot:
    fields.setdefault("version", SummarySnapshot.objects.filter(session=session).count() + 1)
    fields.setdefault("last_message_id", fields["version"])
    return SummarySnapshot.objects.create(
        session=session, profile=session.profile, text=text, created_at=NOON, **fields
    )


@pytest.fixture
def talk(person: Profile) -> Session:
    session = make_session(person, "monday", last_message_at=after(1))
    message = make_message(session, "I want a stall.", said_at=after(0))
    make_message(session, "Look at the rent first.", role="assistant", said_at=after(1))
    make_fact(person, "wants a stall", evidence=(message.pk,))
    return session


@pytest.mark.django_db
def test_the_list_has_my_conversations_newest_first_under_their_first_words(visitor: Client, person: Profile) -> None:
    old = make_session(person, "old", last_message_at=after(0))
    new = make_session(person, "new", last_message_at=after(60), is_paused=True)
    make_session(make_profile("bob"), "of-bob", last_message_at=after(90))
    make_message(old, "hello")
    make_message(old, "gone", deleted_at=NOON)
    make_episode(new)
    make_snapshot(old)

    page = page_of(visitor, "/memory/conversations")

    assert page.index("The user asked about a stall.") < page.index(">old<")
    assert "It was settled." not in page
    assert "of-bob" not in page
    assert "1 message" in page
    assert page.count(">summary<") == page.count(">paused<") == 1


@pytest.mark.django_db
def test_with_no_conversation_the_list_says_how_one_comes(visitor: Client) -> None:
    page = page_of(visitor, "/memory/conversations")

    assert "A conversation appears here" in page
    assert "curl -X POST http://testserver/api/messages" in page


@pytest.mark.django_db
def test_the_list_is_paged_and_costs_the_same_for_one_as_for_many(
    visitor: Client, person: Profile, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    make_episode(make_session(person, "s0", last_message_at=NOON))
    with django_assert_max_num_queries(12) as one:
        page_of(visitor, "/memory/conversations")
    for number in range(1, 40):
        session = make_session(person, f"s{number}", last_message_at=after(number))
        make_message(session, "hello")
        make_episode(session)

    with django_assert_num_queries(len(one)):
        first = page_of(visitor, "/memory/conversations")
    second = page_of(visitor, "/memory/conversations?after=" + first.split('href="?after=')[1].split('"')[0])

    assert (first.count("list-group-item"), second.count("list-group-item")) == (30, 10)


@pytest.mark.django_db
def test_my_memory_leads_to_the_conversations_and_a_fact_to_its_own(
    visitor: Client, person: Profile, talk: Session
) -> None:
    message = Message.objects.filter(session=talk).order_by("pk")[0]
    fact = make_fact(person, "wants a stall")

    assert 'href="/memory/conversations"' in page_of(visitor, "/memory/")
    assert f'href="/memory/conversations/{talk.pk}/#m-{message.pk}"' in page_of(visitor, f"/memory/{fact.fact_id}/")


@pytest.mark.django_db
def test_a_conversation_shows_what_was_said_noted_and_learned(visitor: Client, person: Profile, talk: Session) -> None:
    make_episode(talk)
    make_snapshot(talk)

    page = page_of(visitor, f"/memory/conversations/{talk.pk}/")

    assert page.index("I want a stall.") < page.index("Look at the rent first.")
    assert ">You<" in page
    assert ">The agent<" in page
    assert "It was settled." in page
    assert ">rent<" in page
    assert "What is settled" in page
    assert "用 PostgreSQL" in page
    assert "wants a stall" in page


@pytest.mark.django_db
def test_a_conversation_costs_the_same_statements_however_much_was_said(
    visitor: Client, person: Profile, talk: Session, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    make_episode(talk)
    make_snapshot(talk)
    with django_assert_max_num_queries(12) as one:
        page_of(visitor, f"/memory/conversations/{talk.pk}/")
    for number in range(60):
        message = make_message(talk, f"again {number}", said_at=after(number))
        make_fact(person, f"said it {number} times", evidence=(message.pk,))
        make_snapshot(talk, SECOND)

    with django_assert_num_queries(len(one)):
        page_of(visitor, f"/memory/conversations/{talk.pk}/?from=2&to=3")


@pytest.mark.django_db
def test_a_long_conversation_opens_at_its_end(visitor: Client, person: Profile) -> None:
    session = make_session(person, "long")
    for number in range(130):
        make_message(session, f"message number {number}.", said_at=after(number))

    last = page_of(visitor, f"/memory/conversations/{session.pk}/")
    first = page_of(visitor, f"/memory/conversations/{session.pk}/?page=1")

    assert ("number 129." in last, "number 0." in last) == (True, False)
    assert ("number 129." in first, "number 0." in first) == (False, True)
    assert "Earlier messages" in last
    assert "Later messages" in first


@pytest.mark.django_db
def test_markup_in_words_is_text(visitor: Client, person: Profile, talk: Session) -> None:
    make_message(talk, "<script>alert(1)</script>")
    make_snapshot(talk, "[CURRENT_TOPIC]\n<script>alert(2)</script>")
    make_episode(talk, "<script>alert(3)</script>")

    page = page_of(visitor, f"/memory/conversations/{talk.pk}/")

    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert") == 3


@pytest.mark.django_db
def test_what_a_message_is_beside_its_words_is_told(visitor: Client, person: Profile, talk: Session) -> None:
    make_message(talk, "said in a pause", teaches=False, in_pause=True)
    make_message(talk, "not to learn", teaches=False)
    make_message(talk, "a gone one", deleted_at=NOON)
    make_message(talk, "called a tool", role="tool")

    page = page_of(visitor, f"/memory/conversations/{talk.pk}/")

    assert page.count("said while memory was paused") == 1
    assert page.count("not to be learned from") == 1
    assert "a gone one" not in page
    assert "This message was deleted." in page
    assert "A step of the agent" in page


@pytest.mark.django_db
def test_a_message_is_deleted_and_its_words_are_gone(visitor: Client, person: Profile, talk: Session) -> None:
    message = Message.objects.get(content="I want a stall.")
    make_episode(talk, covers_through=message.pk)
    address = f"/memory/conversations/{talk.pk}/messages/{message.pk}/delete"

    answer = visitor.post(address, {"page": "1"}, follow=True)
    again = visitor.post(address, follow=True)

    assert answer.redirect_chain == [(f"/memory/conversations/{talk.pk}/?page=1#m-{message.pk}", 302)]
    assert "I want a stall." not in answer.content.decode()
    assert "Deleted. It is in no answer" in answer.content.decode()
    assert "deleted already" in again.content.decode()
    assert Message.objects.get(pk=message.pk).deleted_at is not None
    assert not EpisodeSummary.objects.exists()
    assert "wants a stall" in answer.content.decode()


@pytest.mark.django_db
def test_memory_is_paused_and_resumed_in_one_conversation(visitor: Client, talk: Session) -> None:
    address = f"/memory/conversations/{talk.pk}/pause"

    paused = visitor.post(address, {"paused": "yes"}, follow=True).content.decode()
    assert Session.objects.get(pk=talk.pk).is_paused
    resumed = visitor.post(address, {"paused": "no"}, follow=True).content.decode()

    assert "Memory is paused in this conversation" in paused
    assert "Memory works in this conversation again." in resumed
    assert not Session.objects.get(pk=talk.pk).is_paused


@pytest.mark.django_db
def test_two_versions_are_compared_line_by_line(visitor: Client, talk: Session) -> None:
    make_snapshot(talk, FIRST)
    make_snapshot(talk, SECOND)

    newest = page_of(visitor, f"/memory/conversations/{talk.pk}/")
    compared = page_of(visitor, f"/memory/conversations/{talk.pk}/?from=1&to=2")
    same = page_of(visitor, f"/memory/conversations/{talk.pk}/?from=2&to=2")

    assert "租金3000元" not in newest
    assert '<del class="said">租金3000元</del>' in compared
    assert '<ins class="said">租金2800元</ins>' in compared
    assert '<ins class="said">何时签约</ins>' in compared
    assert "added:" in compared
    assert "removed:" in compared
    assert "<ins" not in same


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", ["?from=x&to=99", "?from=&to=", "?page=x", "?page=-1", "?to=-1"])
def test_what_cannot_be_compared_shows_the_newest(visitor: Client, talk: Session, wrong: str) -> None:
    make_snapshot(talk)

    assert "租金3000元" in page_of(visitor, f"/memory/conversations/{talk.pk}/{wrong}")


@pytest.mark.django_db
def test_failed_and_withdrawn_versions_say_why_and_are_not_shown(visitor: Client, talk: Session) -> None:
    make_snapshot(talk, FIRST)
    make_snapshot(talk, "", status=SummarySnapshot.State.FAILED, error="timeout")
    make_snapshot(talk, "withdrawn words", deleted_at=NOON)

    page = page_of(visitor, f"/memory/conversations/{talk.pk}/?to=3")

    assert "It was not written: The model did not answer in time." in page
    assert "It was taken out of use" in page
    assert "withdrawn words" not in page
    assert "租金3000元" in page


@pytest.mark.django_db
@pytest.mark.parametrize("tenant", ["default", "other"])
def test_nobody_elses_conversation_can_be_opened_or_changed(visitor: Client, tenant: str) -> None:
    session = make_session(make_profile("bob", tenant=make_tenant(tenant)), "of-bob")
    message = make_message(session, "a secret of Bob")
    address = f"/memory/conversations/{session.pk}/"

    refused = page_of(visitor, address, 404)
    assert "Not found" in refused
    assert "secret" not in refused
    assert "secret" not in page_of(visitor, f"{address}?contents=yes", 404)
    assert visitor.post(f"{address}pause", {"paused": "yes"}).status_code == 404
    assert visitor.post(f"{address}messages/{message.pk}/delete").status_code == 404
    assert not Session.objects.get(pk=session.pk).is_paused
    assert Message.objects.get(pk=message.pk).deleted_at is None


@pytest.mark.django_db
def test_a_message_of_another_conversation_is_not_deleted_through_mine(visitor: Client, talk: Session) -> None:
    foreign = make_message(make_session(make_profile("bob")), "a secret of Bob")

    answer = visitor.post(f"/memory/conversations/{talk.pk}/messages/{foreign.pk}/delete")

    assert answer.status_code == 404
    assert Message.objects.get(pk=foreign.pk).deleted_at is None


def everything(session: Session) -> Session:
    make_message(session, "a secret of Bob", name="Bobby")
    make_episode(session, "The user told a secret.")
    make_snapshot(session, "[CURRENT_TOPIC]\nsecret plan")
    return session


@pytest.mark.django_db
def test_an_administrator_looks_only_on_record(client: Client) -> None:
    session = everything(make_session(make_profile("bob"), "of-bob"))
    member = make_member(session.profile.tenant, role=Member.Role.ADMINISTRATOR)
    client.force_login(member.account)
    address = f"/memory/conversations/{session.pk}/"

    outside = page_of(client, address)
    assert "secret" not in outside
    assert "Bobby" not in outside
    assert not WorkLogEntry.objects.exists()

    inside = page_of(client, f"{address}?contents=yes")

    assert "a secret of Bob" in inside
    assert "secret plan" in inside
    assert "Delete…" not in inside
    entry = WorkLogEntry.objects.get()
    assert (entry.profile_id, entry.details) == (session.profile_id, {"model": "session", "id": str(session.pk)})
    assert client.post(f"{address}pause", {"paused": "yes"}).status_code == 404


@pytest.mark.django_db
def test_the_person_sees_who_looked_at_a_conversation(visitor: Client, person: Profile, talk: Session) -> None:
    other = Client()
    other.force_login(make_member(person.tenant, role=Member.Role.ADMINISTRATOR, username="greta").account)
    page_of(other, f"/memory/conversations/{talk.pk}/?contents=yes")

    page = page_of(visitor, "/memory/looks")

    assert "greta" in page
    assert "a conversation" in page


@pytest.mark.django_db
def test_an_operator_sees_figures_and_no_contents(client: Client) -> None:
    session = everything(make_session(make_profile("bob"), "of-bob"))
    client.force_login(make_member(session.profile.tenant, role=Member.Role.OPERATOR).account)

    page = page_of(client, f"/memory/conversations/{session.pk}/?contents=yes&from=1&to=1")

    assert not any(word in page for word in ("secret", "Bobby", "stall", "rent<"))
    assert "15 characters" in page
    assert "of-bob" in page
    assert not WorkLogEntry.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/memory/conversations", "/memory/conversations/1/"])
def test_who_is_not_signed_in_is_led_to_the_sign_in(client: Client, address: str) -> None:
    assert client.get(address).status_code == 302


@pytest.mark.django_db
def test_an_account_without_a_person_has_no_conversations(client: Client) -> None:
    client.force_login(make_member(make_tenant()).account)

    assert client.get("/memory/conversations").status_code == 403


@pytest.mark.django_db
def test_the_pages_speak_chinese(visitor: Client, talk: Session) -> None:
    make_snapshot(talk, "", status=SummarySnapshot.State.FAILED, error="timeout")
    visitor.cookies["django_language"] = "zh-hans"

    board, page = page_of(visitor, "/memory/conversations"), page_of(visitor, f"/memory/conversations/{talk.pk}/")

    assert "我的会话" in board
    assert "2 条消息" in board
    assert "所说内容" in page
    assert "没有写成：模型没有及时回复。" in page


def test_lines_that_stayed_came_and_went_are_told_by_section() -> None:
    found = {
        section.name: [(line.text, line.mark) for line in section.lines]
        for section in line_differences.between(FIRST, SECOND)
    }

    assert found == {
        "CURRENT_TOPIC": [("选址", SAME)],
        "CONFIRMED_FACTS": [("用 PostgreSQL", SAME), ("租金3000元", REMOVED), ("租金2800元", ADDED)],
        "OPEN_QUESTIONS": [("何时签约", ADDED)],
    }


def test_a_text_without_sections_is_compared_as_lines() -> None:
    (section,) = line_differences.between("a\nb", "b\nc")

    assert section.name == ""
    assert [(line.text, line.mark) for line in section.lines] == [("a", REMOVED), ("b", SAME), ("c", ADDED)]
    assert line_differences.of("") == []


def test_texts_that_take_too_long_to_compare_are_shown_one_after_the_other() -> None:
    earlier, later = "a\n" * 3_000, "b\na\n" * 1_500

    with effort.at_most(1.0):
        (section,) = line_differences.between(earlier, later)
        (own,) = line_differences.of(earlier)

    assert [line.mark for line in section.lines] == [REMOVED] * 3_000 + [ADDED] * 3_000
    assert {line.mark for line in own.lines} == {SAME}
