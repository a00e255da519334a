"""Calls to models in the console: figures for those who run the service, texts for administrators under record."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from pytest_django import Settings

from observability import figures
from observability.models import ModelCall, WorkLogEntry
from profiles.models import Profile
from tests.builders import make_job, make_profile, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, OPERATOR, SECRET, plain_text_of, signed_in, text_of

pytestmark = pytest.mark.django_db

PAGE = "/operations/calls/"
ASKED = "what was asked about invisible stamps"


def make_call(profile: Profile | None = None, **fields: Any) -> ModelCall:
    values: dict[str, Any] = {
        "tenant_id": profile.tenant_id if profile else make_tenant().pk,
        "profile_id": profile and profile.pk,
    }
    values |= {"purpose": "extract", "model": "small-one", "outcome": "ok", "tokens_in": 700, "tokens_out": 30}
    call = ModelCall.objects.create(**(values | fields))
    figures.add_call(call)
    return call


def test_a_call_is_listed_with_what_it_took_and_who_asked(person: Profile, operator: Client) -> None:
    job = make_job(person)
    call = make_call(person, job_id=job.pk, price=Decimal("0.0123"), latency_ms=812, attempt=2, outcome="timeout")

    page = plain_text_of(operator, PAGE)

    assert f'href="{PAGE}{call.pk}/"' in page
    assert f'href="/jobs/{job.pk}/"' in page
    assert "find statements" in page
    assert "The model did not answer in time." in page
    assert "700 tokens in, 30 out" in page
    assert "812 ms" in page
    assert "0.0123" in page
    assert "attempt 2" in page


def test_tokens_and_cost_are_added_up_by_day_and_purpose(person: Profile, operator: Client) -> None:
    now = timezone.now()
    for price in ("0.5", "0.25"):
        make_call(person, price=Decimal(price))
    make_call(person, purpose="embed", price=Decimal("1"))
    make_call(person, price=Decimal("8"), at=now - timedelta(days=10))
    make_call(person, price=Decimal("64"), at=now - timedelta(days=40))

    def sums(query: str = "") -> tuple[int, Decimal]:
        found = operator.get(PAGE + query).context["spent"]
        return found.calls, found.price

    assert sums() == (3, Decimal("1.75"))
    assert sums("?purpose=extract") == (2, Decimal("0.75"))
    assert sums("?days=31") == (4, Decimal("9.75"))
    assert sums("?days=4000") == sums()
    assert sums(f"?day={(now - timedelta(days=40)).date().isoformat()}") == (1, Decimal(64))
    assert operator.get(PAGE + "?outcome=ok").context["spending"] == []
    assert "Sums are kept by purpose and hour" in plain_text_of(operator, f"{PAGE}?outcome=ok")


def test_calls_are_found_by_their_filters(person: Profile, operator: Client) -> None:
    failed = make_call(person, purpose="judge", model="big <one>", outcome="timeout")
    old = make_call(at=timezone.now() - timedelta(days=3))

    def found(query: str) -> set[int]:
        page = plain_text_of(operator, PAGE + query)
        return {call.pk for call in (failed, old) if f'href="{PAGE}{call.pk}/"' in page}

    assert found("") == found("?purpose=nonsense&outcome=x&day=y&after=z&days=w") == {failed.pk, old.pk}
    assert found("?day=9999-12-31") == found("?day=0001-01-01") == {failed.pk, old.pk}
    assert found("?purpose=judge") == found("?outcome=failed") == found("?outcome=timeout") == {failed.pk}
    assert found(f"?model={quote('big <one>')}") == found(f"?person={person.user.user_id}") == {failed.pk}
    assert found(f"?day={old.at.date().isoformat()}") == found("?outcome=ok") == {old.pk}
    assert found("?purpose=judge&outcome=ok") == set()
    assert "No call is like that." in plain_text_of(operator, f"{PAGE}?purpose=match")
    assert "Nobody is known to agents as “nobody”" in plain_text_of(operator, f"{PAGE}?person=nobody")


def test_the_list_is_paged_without_a_gap(operator: Client) -> None:
    now = timezone.now()
    calls = [make_call(at=now) for _ in range(60)]

    first = operator.get(PAGE)
    second = operator.get(f"{PAGE}?after={first.context['page'].next}")

    seen = [call.pk for answer in (first, second) for call, _ in answer.context["rows"]]
    assert seen == [call.pk for call in reversed(calls)]


def test_an_empty_list_says_what_would_fill_it(operator: Client, settings: Settings) -> None:
    assert "Set MEMORYHUB_LLM_BASE_URL" in plain_text_of(operator, PAGE)

    settings.MEMORYHUB_LLM_BASE_URL = "https://models.example.com/v1"

    page = plain_text_of(operator, PAGE)
    assert "One appears when a message that is worth reading has come in." in page
    assert "curl -X POST http://testserver/api/messages" in page


def test_one_call_shows_figures_and_no_text(person: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    call = make_call(person, request_text=ASKED, reply_text=SECRET)

    for role, query in ((OPERATOR, ""), (OPERATOR, "?contents=yes"), (ADMINISTRATOR, "")):
        page = text_of(signed_in(role), f"{PAGE}{call.pk}/{query}")
        assert "700" in page
        assert ASKED not in page
        assert SECRET not in page

    assert not WorkLogEntry.objects.exists()


def test_an_administrators_look_at_the_texts_is_on_record(person: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    call = make_call(person, request_text=ASKED, reply_text="<script>" + SECRET)
    client = signed_in(ADMINISTRATOR)

    page = text_of(client, f"{PAGE}{call.pk}/?contents=yes")

    assert ASKED in page
    assert escape("<script>" + SECRET) in page
    entry = WorkLogEntry.objects.get()
    assert (entry.profile_id, entry.details) == (person.pk, {"model": "modelcall", "id": str(call.pk)})


def test_ones_own_texts_are_read_without_a_record(person: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    call = make_call(person, request_text=ASKED)

    assert ASKED in text_of(signed_in(ADMINISTRATOR, profile=person), f"{PAGE}{call.pk}/?contents=yes")
    assert not WorkLogEntry.objects.exists()


def test_where_contents_are_not_logged_what_was_kept_before_is_not_shown(person: Profile) -> None:
    call = make_call(person, request_text=ASKED, reply_text=SECRET)

    page = text_of(signed_in(ADMINISTRATOR), f"{PAGE}{call.pk}/?contents=yes")

    assert "MEMORYHUB_LOG_CONTENT is off" in page
    assert ASKED not in page
    assert SECRET not in page


def test_another_organisations_calls_are_not_there(person: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    other = make_profile("stranger", tenant=make_tenant("other"))
    call = make_call(other, request_text=ASKED)
    nobodys = make_call(tenant_id=None)
    client = signed_in(ADMINISTRATOR)

    for key in (call.pk, nobodys.pk, 10**17):
        assert client.get(f"{PAGE}{key}/?contents=yes").status_code == 404
    assert f"{PAGE}{call.pk}/" not in plain_text_of(client, PAGE)
    assert not WorkLogEntry.objects.exists()


def test_no_key_and_no_address_of_an_endpoint_is_shown(person: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_LLM_BASE_URL = "https://user:hidden-password@models.example.com/v1"
    settings.MEMORYHUB_LLM_API_KEY = "sk-hidden-key"
    call = make_call(person)
    client = signed_in(ADMINISTRATOR)

    for page in (plain_text_of(client, PAGE), text_of(client, f"{PAGE}{call.pk}/")):
        assert "hidden-password" not in page
        assert "sk-hidden-key" not in page
        assert "models.example.com" not in page


def test_only_the_list_is_sent_to_who_asks_for_it_alone(operator: Client) -> None:
    make_call()

    assert text_of(operator, PAGE, **HTMX).lstrip().startswith('<div id="calls">')
    assert "<html" in text_of(operator, PAGE, **HTMX, **{"HX-History-Restore-Request": "true"})


def test_the_list_costs_the_same_statements_for_one_call_and_for_fifty(
    operator: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    make_call(make_profile())
    with django_assert_max_num_queries(12) as one:
        plain_text_of(operator, PAGE)
    for number in range(49):
        make_call(make_profile(), purpose=f"purpose-{number}", model="m" * 128)

    with django_assert_num_queries(len(one)):
        plain_text_of(operator, PAGE)
