"""Who is spoken for at the playground: oneself, the sandbox, and for administrators somebody else."""

import pytest
from pytest_django import Settings

from extraction.models import Job
from memoryhub.pages.playground import playground_seat
from observability.models import Observation
from profiles.models import Member, Profile
from tests.accounts import make_member
from tests.builders import make_end_user, make_fact, make_profile, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, OPERATOR, SECRET, text_of
from tests.memoryhub.pages.playground.playing import PAGE, SANDBOX, TEA, player, refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]


def test_only_administrators_speak_for_somebody_else(person: Profile) -> None:
    make_fact(person, SECRET)
    alice = {"whose": "user", "id": "alice", "agent": "a"}
    for role in (Member.Role.MEMBER, OPERATOR):
        client, _member = player(role)
        assert "An internal user, by id" not in text_of(client, PAGE)
        assert client.get(PAGE, alice).status_code == 422
        for what, words in (("try", "said"), ("say", "said"), ("ask", "question")):
            assert SECRET not in refused(client, f"{PAGE}{what}", alice | {words: TEA}, 404)
    assert not Job.objects.exists()
    assert not Observation.objects.exists()


def test_an_end_user_and_its_sub_account_are_found_by_their_ids() -> None:
    client, _member = player(ADMINISTRATOR)
    make_fact(make_end_user("acme"), "pays by invoice")
    make_fact(make_end_user("acme", "bob"), "drinks espresso")
    bob = {"whose": "end_user", "id": "acme", "sub": "bob", "agent": "a"}

    page = client.post(f"{PAGE}ask", bob | {"question": "What about Bob?"}).content.decode()

    assert "drinks espresso" in page
    assert "pays by invoice" in page  # of the company above
    assert "end_sub_user_id" in page


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        ({"whose": "user", "id": "", "agent": "a"}, "Enter the id of the person."),
        ({"whose": "user", "id": "nobody", "agent": "a"}, "Nobody is known by this id."),
        ({"whose": "end_user", "id": "acme", "sub": "x\u202e", "agent": "a"}, "Nobody is known by this id."),
        ({"whose": "sandbox", "agent": ""}, "Name an agent: any id will do."),
        ({"whose": "sandbox", "agent": "a" * 65}, "An id has 1 to 64 characters"),
        ({"whose": "everybody", "agent": "a"}, "Only administrators may speak for somebody else."),
    ],
)
def test_a_seat_that_cannot_be_taken_is_told_beside_the_field(seat: dict[str, str], sentence: str) -> None:
    client, _member = player(ADMINISTRATOR)

    answer = client.get(PAGE, seat)

    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_one_of_another_tenant_is_nobody() -> None:
    make_profile("carol", tenant=make_tenant("other"))
    client, _member = player(ADMINISTRATOR)

    assert (
        "Nobody is known by this id."
        in client.get(PAGE, {"whose": "user", "id": "carol", "agent": "a"}).content.decode()
    )


def test_a_customer_who_is_called_like_a_sandbox_is_nobodys_sandbox() -> None:
    client, member = player()
    stranger, _member = player()
    customers = [make_end_user(f"playground-{member.account_id}"), make_end_user("playground")]
    for customer in customers:
        make_fact(customer, SECRET)

    for one in (client, stranger):
        assert SECRET not in one.post(f"{PAGE}ask", SANDBOX | {"question": "What do I collect?"}).content.decode()
        assert one.post(f"{PAGE}empty").status_code == 302

    assert Profile.objects.filter(pk__in=[customer.pk for customer in customers]).count() == 2


def test_each_account_has_a_sandbox_of_its_own_in_each_organisation() -> None:
    _client, member = player()
    _client, other = player()
    elsewhere = make_member(make_tenant("other"), account=member.account)

    names = {playground_seat.sandbox_id(one) for one in (member, other, elsewhere)}

    assert len(names) == 3
    assert all(len(name) <= 64 for name in names)
    assert playground_seat.sandbox_id(Member.objects.get(pk=member.pk)) in names


def test_who_asks_too_often_is_told_to_wait_and_no_model_is_asked(settings: Settings) -> None:
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 3
    client, _member = player()
    for what, words in (("try", "said"), ("say", "said"), ("ask", "question")):
        assert client.post(f"{PAGE}{what}", SANDBOX | {words: TEA}).status_code in (200, 302)

    for what, words in (("try", "said"), ("say", "said"), ("ask", "question")):
        for headers in ({}, HTMX):
            answer = client.post(f"{PAGE}{what}", SANDBOX | {words: TEA}, headers=headers)
            assert answer.status_code == 429
            assert 0 < int(answer["Retry-After"]) <= 60
            assert "You have asked too often within a minute." in answer.content.decode()
    assert Job.objects.count() == Observation.objects.count() == 1
    assert client.get(PAGE).status_code == 200  # reading goes on
    assert player()[0].post(f"{PAGE}try", SANDBOX | {"said": TEA}).status_code == 200


def test_the_api_and_the_playground_count_together(person: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 2
    client, _member = player(profile=person)

    assert client.get("/api/profile").status_code == 200
    assert client.post(f"{PAGE}try", SANDBOX | {"said": TEA}).status_code == 200
    assert client.get("/api/profile").status_code == 429


def test_trying_global_memories_and_the_first_steps_count_too(person: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = 1
    client, _member = player(ADMINISTRATOR, profile=person)

    assert client.get("/global/try?agent=a&question=What").status_code == 200
    assert client.get("/global/try?agent=a&question=What").status_code == 429
    for what in ("say", "ask"):
        assert client.post(f"/first-run/{what}").status_code == 429
