"""The dashboard: what it counts, and that each number leads to exactly the requests that it counts."""

import json
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from memoryhub.pages.observations.periods import Period
from observability import figures
from observability.models import HourlyJobs, ModelCall
from profiles.models import Profile
from tests.builders import make_profile, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, make_job, signed_in, text_of
from tests.memoryhub.pages.observations.asking import DASHBOARD, make_request, trace_of

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12


def numbers(page: str) -> list[tuple[int, str]]:
    """Every whole number that is a link to requests, and where it leads."""
    found = re.findall(r'<a [^>]*href="(/observations/requests/\?[^"]*)"[^>]*>([\d,]+)</a>', page)
    return [(int(number.replace(",", "")), unescape(address)) for address, number in found]


def listed(client: Client, address: str) -> int:
    return text_of(client, address).count("request-row")


def make_some(person: Profile) -> None:
    now = timezone.now()
    make_request(person, build_ms=650.0, average_score=0.4, rating=2, reason="outdated")
    make_request(person, build_ms=20.0, average_score=0.9, rating=1)
    make_request(person, is_injected=False, is_degraded=True, at=now - timedelta(hours=3))
    make_request(person, is_injected=False, is_enabled=False, at=now - timedelta(days=2))
    make_request(person, error="related: timeout", agent_id="desk", rating=2, at=now - timedelta(days=3))
    make_request(person, at=now - timedelta(days=20))
    make_request(make_profile(tenant=make_tenant("other")), rating=2)


@pytest.mark.parametrize("query", ["", "period=24h", "period=30d", "agent=shop", "period=30d&agent=desk"])
def test_every_number_leads_to_exactly_the_requests_that_it_counts(
    person: Profile, operator: Client, query: str
) -> None:
    make_some(person)

    found = numbers(text_of(operator, f"{DASHBOARD}?{query}"))

    assert found
    wrong = [(number, address) for number, address in dict.fromkeys(found) if listed(operator, address) != number]
    assert [one for one in wrong if "over=" not in one[1] or one[1].endswith("over=500")] == []


def test_the_figures_of_a_week_stand_at_the_top(person: Profile, operator: Client) -> None:
    make_some(person)

    page = text_of(operator, DASHBOARD)

    assert re.search(r'<a class="figure" href="[^"]*">5</a>', page)
    assert "0.65" in page
    assert "75 %" in page
    assert "beyond 500 ms" in page
    assert "it was out of date" in page
    assert "no reason given" in page
    assert "average score; the line is at 0.60" in page


def test_a_day_without_requests_is_a_gap_and_no_error(person: Profile, operator: Client) -> None:
    make_request(person, at=timezone.now() - timedelta(days=3))

    page = text_of(operator, DASHBOARD)

    assert page.count('<th scope="row" class="fw-normal"><bdi>') >= 7 * 3
    lines = json.loads(page.split('<script id="chart-times" type="application/json">')[1].split("</script>")[0])
    assert [value is None for value in lines["series"][0]["values"]].count(False) == 1


def test_nothing_at_all_shows_the_exact_call(operator: Client, settings: Settings) -> None:
    settings.MEMORYHUB_PUBLIC_URL = "https://memory.example"

    page = unescape(text_of(operator, DASHBOARD))

    assert "No agent has asked for anything yet" in page
    assert "curl -X POST https://memory.example/api/context" in page
    assert "<canvas" not in page
    for more in ("levels/", "requests/"):
        assert "curl -X POST https://memory.example/api/context" in unescape(text_of(operator, f"{DASHBOARD}{more}"))


def test_a_time_without_requests_leads_to_the_last_day_that_has_some(person: Profile, operator: Client) -> None:
    made = make_request(person, at=timezone.now() - timedelta(days=40))

    page = text_of(operator, DASHBOARD)

    day = made.at.date().isoformat()
    assert "In this time nothing was asked for." in page
    assert f"?from={day}&amp;to={day}" in page
    assert "curl" not in page


def test_what_models_cost_and_how_jobs_ended_stands_beside(person: Profile, operator: Client) -> None:
    make_request(person)
    now = timezone.now()
    for outcome in ("ok", "timeout"):
        figures.add_call(
            ModelCall(
                tenant_id=person.tenant_id, purpose="extract", outcome=outcome, tokens_in=900, tokens_out=100,
                price=Decimal("0.25"), at=now,
            )
        )  # fmt: skip
    figures.add_job(
        HourlyJobs(tenant_id=person.tenant_id, hour=figures.hour_of(now), kind="learn", state="failed", jobs=3)
    )

    page = text_of(operator, DASHBOARD)

    assert "Calls to models: 2; tokens: 2,000; cost: 0.5000." in page
    assert f'href="/operations/calls/?day={timezone.localdate().isoformat()}"' in page
    time = f"from={timezone.localdate() - timedelta(days=6)}&amp;to={timezone.localdate()}"
    assert f'<a href="/jobs/?{time}&amp;kind=learn">learning</a>' in page
    assert f'<a href="/jobs/?{time}&amp;kind=learn&amp;state=failed">3</a>' in page
    assert f'<a href="/operations/calls/?{time}&amp;purpose=extract">2</a>' in page
    assert f'<a href="/operations/calls/?{time}&amp;purpose=extract&amp;outcome=failed">1</a>' in page
    assert f'<a href="/operations/calls/?{time}">2</a>' in page
    assert "Of all agents together." in text_of(operator, f"{DASHBOARD}?agent=shop")


@pytest.mark.parametrize("hours", [0, 2])
def test_jobs_and_calls_are_listed_of_the_time_that_was_counted(person: Profile, operator: Client, hours: int) -> None:
    """By the day and by the hour."""
    now = timezone.now()
    for days in (0, 9):
        at = now - timedelta(days=days)
        make_job(person, finished_at=at, created_at=at)
        ModelCall.objects.create(tenant_id=person.tenant_id, purpose="extract", model="m", outcome="ok", at=at)
    make_job(person, state="running")
    time = Period.of({"period": "24h" if hours else "7d"}, now=now)
    query = urlencode(time.query)

    jobs = text_of(operator, f"/jobs/?{query}")
    calls = text_of(operator, f"/operations/calls/?{query}&purpose=extract")

    assert (jobs.count("job-row"), text_of(operator, "/jobs/").count("job-row")) == (1, 3)
    assert (calls.count("call-row"), text_of(operator, "/operations/calls/").count("call-row")) == (1, 2)
    for name, value in time.query.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in jobs
        assert f'<input type="hidden" name="{name}" value="{value}">' in calls


@pytest.mark.parametrize(
    "query",
    [
        "from=x&to=y", "from=9999-12-31", "since=2026-01-01T00:30Z&until=2026-01-02T00:00Z",
        "since=9999-12-31T23:00Z&until=9999-12-31T23:00Z", "period=forever", "from=2026-02-30",
    ],
)  # fmt: skip
def test_what_is_no_time_is_as_if_it_were_not_there(person: Profile, operator: Client, query: str) -> None:
    make_request(person)

    assert re.search(r'<a class="figure" href="[^"]*">1</a>', text_of(operator, f"{DASHBOARD}?{query}"))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("from=0001-01-01&to=2026-01-01", "In this time nothing was asked for."),
        ("agent=" + "x" * 900, f"In this time <bdi>{'x' * 64}</bdi> asked for nothing."),
    ],
)
def test_in_a_time_too_long_and_of_an_agent_too_long_nothing_is_found(
    person: Profile, operator: Client, query: str, sentence: str
) -> None:
    make_request(person)

    assert sentence in text_of(operator, f"{DASHBOARD}?{query}")


def test_an_operator_sees_no_words_and_an_administrator_of_another_tenant_nothing(
    person: Profile, operator: Client
) -> None:
    make_request(person, agent_id="unheard-of")
    stranger = signed_in(ADMINISTRATOR, tenant=make_tenant("other"))

    assert "unheard-of" in text_of(operator, DASHBOARD)
    assert "unheard-of" not in text_of(stranger, DASHBOARD)


def test_an_agent_may_have_any_name(person: Profile, operator: Client) -> None:
    name = "</script><script>alert(1)</script>"
    make_request(person, agent_id=name)
    make_request(person, agent_id="\u202e" + "w" * 60)

    page = text_of(operator, DASHBOARD)

    assert "<script>alert(1)" not in page
    assert r"\u003C/script\u003E" in page
    for number, address in numbers(page):
        if "over=" not in address:
            assert listed(operator, address) == number


def test_ten_agents_and_a_month_cost_as_many_queries_as_one_request(
    person: Profile, operator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_request(person)
    with django_assert_max_num_queries(MOST_QUERIES) as few:
        text_of(operator, f"{DASHBOARD}?period=30d")
    for number in range(50):
        make_request(person, agent_id=f"a{number % 10}", at=timezone.now() - timedelta(hours=13 * number))
    with django_assert_max_num_queries(MOST_QUERIES) as many:
        text_of(operator, f"{DASHBOARD}?period=30d")

    assert len(many) == len(few)


def test_where_midnight_lies_within_an_hour_figures_and_lists_agree(
    person: Profile, operator: Client, settings: Settings
) -> None:
    settings.TIME_ZONE = "Asia/Kolkata"
    midnight = datetime(2026, 3, 9, 18, 30, tzinfo=UTC)
    for minutes in (-45, -5, 5, 35, 95):
        make_request(person, at=midnight + timedelta(minutes=minutes))

    found = numbers(text_of(operator, f"{DASHBOARD}?from=2026-03-09&to=2026-03-10"))

    assert {number for number, _address in found} >= {3, 2}
    assert [one for one in found if "over=" not in one[1] and listed(operator, one[1]) != one[0]] == []


def test_levels_stand_on_a_page_of_their_own(person: Profile, operator: Client) -> None:
    make_request(person, trace=trace_of(), agent_id="desk", error="related: time_budget")
    make_request(person, error="episodes: OperationalError")

    page = text_of(operator, "/observations/levels/")

    assert "Facts that always come along" in page
    assert "Memories that the question calls up" in page
    assert "state=failed" in page
    failed = [(number, address) for number, address in numbers(page) if "state=failed%3A" in address]
    assert [number for number, _address in failed] == [1]
    assert [listed(operator, address) for _number, address in failed] == [1]
    assert listed(operator, failed[0][1].replace("related", "episodes")) == 0
    assert "In this time no level was run." in text_of(operator, "/observations/levels/?agent=shop")
