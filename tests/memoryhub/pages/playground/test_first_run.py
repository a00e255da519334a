"""First steps: who is led to them, when, and how each step is seen to be done."""

import os
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from extraction import runner
from extraction.models import Job
from memoryhub import environment
from memoryhub.home import Home
from observability.models import Observation
from profiles import firststart
from profiles.models import ApiKey, Fact, Member, Profile
from tests.accounts import make_member
from tests.builders import make_end_user, make_fact, make_job, make_message, make_profile, make_session, make_tenant
from tests.callers import make_key
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, OPERATOR, signed_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]

PAGE = "/first-run/"


def led_to(client: Client) -> str:
    return client.get("/").headers["Location"]


def ticks(client: Client) -> list[bool]:
    page = text_of(client, PAGE)
    return ["✓" in part for part in page.split("<h2")[1:]]


# --- who is led there ----------------------------------------------------------------------------------------------


def test_an_administrator_of_an_empty_installation_is_led_to_the_first_steps(administrator: Client) -> None:
    make_key()
    make_end_user("acme", tenant=make_tenant("other"))
    Observation.objects.create(tenant_id=make_tenant("other").pk)

    assert led_to(administrator) == PAGE


def somebody_is_known() -> None:
    make_end_user("acme")


def something_was_said() -> None:
    profile = make_profile("alice")
    make_member(profile=profile)
    make_message(make_session(profile), "hello")


def something_is_remembered() -> None:
    profile = make_profile("alice")
    make_member(profile=profile)
    make_fact(profile, "likes tea")


def something_was_asked() -> None:
    Observation.objects.create(tenant_id=make_tenant().pk)


@pytest.mark.parametrize("data", [somebody_is_known, something_was_said, something_is_remembered, something_was_asked])
def test_where_there_is_data_nobody_is_led_there(administrator: Client, data: Any) -> None:
    make_member(profile=make_profile("carol"))
    assert led_to(administrator) == PAGE  # the profile of an account is no data yet

    data()

    assert led_to(administrator) == "/observations/"
    assert administrator.get(PAGE).status_code == 200  # it can be reached all the same


@pytest.mark.parametrize(
    ("role", "has_profile", "place"),
    [
        (Member.Role.MEMBER, True, "/memory/"),
        (Member.Role.MEMBER, False, "/memory/"),
        (OPERATOR, True, "/memory/"),
        (OPERATOR, False, "/observations/"),
    ],
)
def test_the_others_are_led_to_what_is_theirs(role: str, has_profile: bool, place: str) -> None:
    client = signed_in(role, profile=make_profile("alice") if has_profile else None)

    assert led_to(client) == place
    assert client.get(PAGE).status_code == 403
    assert 'href="/first-run/"' not in text_of(client, "/memory/")


def test_an_administrator_with_a_memory_of_their_own_is_led_to_it_once_there_is_data() -> None:
    client = signed_in(ADMINISTRATOR, profile=make_profile("alice"))
    assert led_to(client) == PAGE

    somebody_is_known()

    assert led_to(client) == "/memory/"


def test_a_superuser_of_no_organisation_is_led_to_the_administration(admin_client: Client) -> None:
    assert led_to(admin_client) == "/admin/"


def test_who_knows_the_way_is_not_led_there_again(administrator: Client) -> None:
    answer = administrator.post(f"{PAGE}dismiss")

    assert answer.headers["Location"] == "/"
    assert led_to(administrator) == "/observations/"
    assert 'href="/first-run/"' in text_of(administrator, "/observations/")


# --- the steps -----------------------------------------------------------------------------------------------------


def test_the_key_of_the_first_start_counts_once_it_was_used(administrator: Client) -> None:
    assert "Make one that may send messages" in text_of(administrator, PAGE)
    ApiKey.objects.create(tenant=make_tenant(), name=firststart.KEY_NAME, prefix="mh_00000001", digest="0" * 64)
    assert f"{Home(environment.home(os.environ)).first_start}</code>" in text_of(administrator, PAGE)
    assert ticks(administrator) == [False, False, False]

    ApiKey.objects.update(last_used_at=timezone.now())

    assert ticks(administrator) == [True, False, False]


@pytest.mark.parametrize(
    "over",
    [{"revoked_at": timezone.now()}, {"expires_at": timezone.now() - timedelta(days=1)}],
    ids=["revoked", "expired"],
)
def test_only_a_key_that_works_counts(administrator: Client, over: dict[str, Any]) -> None:
    key, _text = make_key()
    assert ticks(administrator)[0]

    ApiKey.objects.filter(pk=key.pk).update(**over)

    assert not ticks(administrator)[0]


def test_the_page_does_the_steps_itself_and_notices_when_they_are_done(administrator: Client) -> None:
    make_key()
    page = text_of(administrator, PAGE)
    seen = page.split("seen=")[1].split('"')[0].replace("&amp;", "&")
    address = f"{PAGE}?seen={seen}"
    assert "1 of 3 is done." in page
    assert administrator.get(address, headers=HTMX).status_code == 204

    sent = administrator.post(f"{PAGE}say", follow=True).content.decode()
    assert "is being learned from" in sent
    part = administrator.get(address, headers=HTMX).content.decode()
    assert "2 of 3 are done." in part
    assert "<html" not in part
    job = Job.objects.get()
    runner.run_next(job.profile_id, queue="learning", now=timezone.now())
    assert "nothing waits to be learned from" in text_of(administrator, PAGE)
    asked = administrator.post(f"{PAGE}ask").content.decode()

    assert "All three are done." in asked
    assert "allergic to peanuts" in asked.split('id="context-text"')[1]
    assert "every 2s" not in asked
    assert "<html" in asked
    assert Observation.objects.get().session_id == "first-conversation"
    assert Fact.objects.active().exists()


def test_the_steps_can_be_asked_for_as_a_part_too(administrator: Client) -> None:
    sent = administrator.post(f"{PAGE}say", headers=HTMX).content.decode()
    asked = administrator.post(f"{PAGE}ask", headers=HTMX).content.decode()

    assert "<html" not in sent + asked
    assert "Sent. It is learned from in a moment." in sent
    assert "What the agent is told" in asked


def test_the_page_says_why_a_step_does_not_get_done(administrator: Client) -> None:
    person = make_profile("alice")
    make_session(person)
    waiting = make_job(person, "pending")
    assert "is being learned from" in text_of(administrator, PAGE)

    Job.objects.filter(pk=waiting.pk).update(created_at=timezone.now() - timedelta(minutes=1))
    assert "perhaps none runs" in text_of(administrator, PAGE)
    Job.objects.filter(pk=waiting.pk).update(reason="unreachable", attempt=1)
    assert "The model endpoint could not be reached. It is tried again by itself." in text_of(administrator, PAGE)


def test_the_page_does_not_ask_for_ever(administrator: Client) -> None:
    past = administrator.get(f"{PAGE}?seen=000&until=12", headers=HTMX).content.decode()

    assert "every 2s" not in past
    assert "Look again" in past
    for wrong in ("x", "9" * 40, "-1", "٣"):
        assert administrator.get(f"{PAGE}?until={wrong}").status_code == 200


def test_nothing_is_sent_while_memory_is_paused_and_nothing_is_kept(administrator: Client, settings: Any) -> None:
    settings.MEMORYHUB_KEEP_PAUSED_MESSAGES = False
    tenant = make_tenant()
    tenant.is_paused = True
    tenant.save()

    page = administrator.post(f"{PAGE}say", follow=True).content.decode()

    assert "Nothing was stored." in page
    assert not Job.objects.exists()


def test_home_and_the_page_cost_little(
    administrator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(50):
        make_key()
    with django_assert_max_num_queries(12):
        administrator.get(PAGE)
    with django_assert_max_num_queries(8):
        administrator.get("/")
    for number in range(50):
        make_end_user(f"acme-{number}")
    assert Profile.objects.count() == 50
    with django_assert_max_num_queries(5):
        administrator.get("/")
