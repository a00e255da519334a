"""The playground: who sees which run and who waits for it, what is taken back, and what of it is on record."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from extraction.models import Job
from memoryhub.pages.playground import playground_seat
from observability.models import WorkLogEntry
from profiles.models import Fact, Profile
from summaries.models import Message
from tests.builders import NOON, make_fact, make_job, make_message, make_session, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, OPERATOR, SCRIPT, SECRET, make_learned, text_of
from tests.memoryhub.pages.playground.playing import ME, PAGE, TEA, learn, player, said_and_learned, say

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]


# --- what people wrote ----------------------------------------------------------------------------------------------


def test_text_of_people_stays_text(visitor: Client, person: Profile) -> None:
    make_fact(person, f"likes {SCRIPT} tea")
    hostile = f"I like {SCRIPT} coffee and I live in \u202eLisbon{'x' * 500}."

    tried = visitor.post(f"{PAGE}try", {**ME, "said": hostile, "answer": SCRIPT}).content.decode()
    job = said_and_learned(visitor, hostile, ME | {"agent": SCRIPT}, answer=SCRIPT)
    pages = [
        tried,
        text_of(visitor, f"{PAGE}{job.pk}/"),
        visitor.post(f"{PAGE}ask", {**ME, "agent": SCRIPT, "question": f"{SCRIPT} What do I like?"}).content.decode(),
        visitor.get(f"{PAGE}?whose=me&agent={SCRIPT}").content.decode(),
    ]

    for page in pages:
        assert SCRIPT not in page
        assert "&lt;script&gt;" in page


# --- waiting -------------------------------------------------------------------------------------------------------


def test_the_page_asks_again_only_while_there_is_something_to_come() -> None:
    client, _member = player()
    say(client, TEA)
    job = Job.objects.get()
    address = f"{PAGE}{job.pk}/"
    seen = text_of(client, address).split("run-state")[1].split("seen=")[1].split('"')[0]

    unchanged = client.get(f"{address}?seen={seen}", headers=HTMX)
    learn(job)
    changed = client.get(f"{address}?seen={seen}", headers=HTMX)

    assert unchanged.status_code == 204
    assert changed.status_code == 200
    assert "<html" not in changed.content.decode()
    assert 'hx-trigger="every' not in changed.content.decode()
    restored = client.get(address, headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert "<html" in restored.content.decode()


def test_a_page_that_waits_in_vain_says_that_no_worker_runs(person: Profile, visitor: Client) -> None:
    fresh, old = make_job(person, "pending"), make_job(person, "pending", created_at=NOON)
    put_off = make_job(person, "pending", "timeout", attempt=1)
    failed = make_job(person, "failed", "unreachable")

    assert "perhaps none runs" not in text_of(visitor, f"{PAGE}{fresh.pk}/")
    page = text_of(visitor, f"{PAGE}{old.pk}/")
    assert "perhaps none runs" in page
    assert "every 1s" not in page  # it was asked for long ago
    assert "Look again" in page
    assert "The model did not answer in time. Next attempt:" in text_of(visitor, f"{PAGE}{put_off.pk}/")
    page = text_of(visitor, f"{PAGE}{failed.pk}/")
    assert "It could not be learned from. The model endpoint could not be reached." in page


# --- undoing and emptying ------------------------------------------------------------------------------------------


def test_what_was_learned_is_taken_back() -> None:
    client, _member = player()
    job = said_and_learned(client)
    assert Fact.objects.active().exists()

    page = client.post(f"{PAGE}{job.pk}/undo", follow=True).content.decode()

    assert "Taken back:" in page
    assert "What was learned from it has been taken back." in page
    assert not Fact.objects.active().exists()
    assert "Take back what was learned" not in page


def test_the_sandbox_is_emptied_and_nobody_elses(person: Profile) -> None:
    client, member = player()
    other, _other_member = player()
    job = said_and_learned(client)
    said_and_learned(other)
    make_fact(person, "likes tea")
    assert "Empty the sandbox" in text_of(client, PAGE)

    page = client.post(f"{PAGE}empty", follow=True).content.decode()

    assert "Your sandbox is empty." in page
    assert "Empty the sandbox" not in page
    assert not Profile.objects.filter(end_user__end_user_id=playground_seat.sandbox_id(member)).exists()
    assert client.get(f"{PAGE}{job.pk}/").status_code == 404
    assert Message.objects.count() == 1
    assert Fact.objects.filter(profile=person).exists()
    assert client.post(f"{PAGE}empty").status_code == 302  # done again, it changes nothing


# --- whose ---------------------------------------------------------------------------------------------------------


def test_a_run_is_shown_to_its_owner_and_to_administrators_alone(person: Profile) -> None:
    job = make_learned(person)
    address = f"{PAGE}{job.pk}/"
    owner, _member = player(profile=person)
    administrator, _member = player(ADMINISTRATOR)
    strangers = [
        player()[0],
        player(OPERATOR)[0],
        player(ADMINISTRATOR, tenant=make_tenant("other"))[0],
    ]

    assert SECRET in text_of(owner, address)
    assert not WorkLogEntry.objects.exists()
    for client in strangers:
        assert client.get(address).status_code == 404
        assert client.post(f"{address}undo").status_code == 404
    assert SECRET in text_of(administrator, address)
    look = WorkLogEntry.objects.get()
    assert (look.profile_id, look.details["model"]) == (person.pk, "session")


def test_an_administrator_speaks_for_somebody_and_all_of_it_is_on_record(person: Profile) -> None:
    client, member = player(ADMINISTRATOR)
    make_fact(person, "likes green tea")
    alice = {"whose": "user", "id": "alice", "agent": "a"}
    assert "You speak for" in text_of(client, f"{PAGE}?whose=user&id=alice&agent=a")
    assert not WorkLogEntry.objects.exists()  # nothing of hers was shown

    client.post(f"{PAGE}ask", alice | {"question": "What does she drink?"})
    client.post(f"{PAGE}try", alice | {"said": TEA})
    job = said_and_learned(client, TEA, alice)
    text_of(client, f"{PAGE}{job.pk}/")

    entries = WorkLogEntry.objects.filter(profile_id=person.pk).order_by("pk")
    assert {entry.actor for entry in entries} == {f"account:{member.account_id}"}
    assert [entry.details.get("model") for entry in entries] == ["observation", "decision", None, "session"]
    assert entries[2].details["job"] == job.pk


def test_the_page_costs_the_same_for_a_small_and_for_a_large_job(
    visitor: Client, person: Profile, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    session = make_session(person, "s")

    def job_of(number: int) -> Job:
        keys = [make_message(session, f"I like tea number {n}.").pk for n in range(number)]
        facts = [make_fact(person, f"likes tea number {number} {n}").fact_id for n in range(number)]
        return make_job(person, "done", message_ids=keys, fact_ids=facts, session=session)

    def cost(address: str) -> int:
        with django_assert_max_num_queries(12) as asked:
            visitor.get(address)
        return len(asked.captured_queries)

    few, many = job_of(1), job_of(50)
    assert cost(f"{PAGE}{few.pk}/") == cost(f"{PAGE}{many.pk}/")
    assert cost(PAGE) <= 12


def test_administrators_cost_no_more_than_the_others(
    person: Profile, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client, _member = player(ADMINISTRATOR)
    job = make_learned(person)

    with django_assert_max_num_queries(12):
        client.get(f"{PAGE}{job.pk}/")
