"""The console cases: what a page answers. Those that need eyes are in tests/browser/test_console_cases.py."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from extraction.models import Job
from profiles import ledger
from profiles.changes import Move
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent, Member, Profile
from tests.accounts import PASSWORD, make_member
from tests.builders import LEARNED, NOON, make_end_user, make_fact, make_profile
from tests.globalmemory.builders import make_global_memory
from tests.memoryhub.pages.observations.asking import make_request
from tests.memoryhub.pages.people.crowds import LARGE, make_companies

CASES = {
    row["id"]: row for row in map(json.loads, (Path(__file__).parent / "console.jsonl").read_text("utf-8").splitlines())
}
IN_A_BROWSER = {"con-001", "con-010", "con-015", "con-016"}
HTMX = {"HX-Request": "true"}
pytestmark = pytest.mark.django_db


class Desk:
    """Alice before her memory of one fact, speaking as the page's scripts do."""

    def __init__(self) -> None:
        self.profile: Profile = make_profile("alice")
        self.account = make_member(self.profile.tenant, profile=self.profile, username="alice").account
        self.client = Client(enforce_csrf_checks=False)
        self.client.force_login(self.account)
        self.fact: Fact = make_fact(self.profile, "likes tea")

    def get(self, address: str, **headers: str) -> HttpResponse:
        return self.client.get(address, headers=HTMX | headers)  # type: ignore[return-value]

    def post(self, action: str, data: dict[str, Any] | None = None, fact: Fact | None = None) -> HttpResponse:
        address = f"/memory/{(fact or self.fact).fact_id}/{action}"
        return self.client.post(address, data or {}, headers=HTMX)  # type: ignore[return-value]

    def edit(self, content: str, *, seen: int | None = None) -> HttpResponse:
        data = {"content": content, "type": "user_fact"} | ({"seen": seen} if seen else {})
        return self.post("edit", data)

    @property
    def active(self) -> list[str]:
        return [fact.content for fact in Fact.objects.filter(profile=self.profile, status=Status.ACTIVE)]


def text_of(answer: HttpResponse) -> str:
    return answer.content.decode()


def is_page(answer: HttpResponse) -> bool:
    return "<html" in text_of(answer)


class Elements(HTMLParser):
    """Every element of a page as a browser reads it: its name and its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def con_002(desk: Desk) -> None:
    tag = CASES["con-002"]["input"]["tag"]
    memory = make_global_memory(desk.profile, "Tone", tags=[tag])

    for address in ("/global/", f"/global/?{urlencode({'tag': tag})}", f"/global/{memory.pk}/"):
        elements = Elements(desk.client.get(address).content.decode()).found
        assert not any("onerror" in attributes or attributes.get("src") == "x" for _name, attributes in elements)
        links = [attributes["href"] or "" for name, attributes in elements if name == "a"]
        assert tag in [parse_qs(urlsplit(link).query).get("tag", [""])[0] for link in links]
    filtered = Elements(text_of(desk.get("/global/"))).found
    assert ("option", {"value": tag}) in filtered


def con_004(desk: Desk) -> None:
    form = desk.get(f"/memory/{desk.fact.fact_id}/edit")
    saved = desk.edit("likes green tea")

    for answer in (form, saved):
        assert text_of(answer).lstrip().startswith("<li")
        assert text_of(answer).count("<li") == 1
    assert "likes green tea" in text_of(saved)


def con_005(desk: Desk) -> None:
    part = desk.get("/memory/?q=tea")
    whole = desk.get("/memory/?q=tea", **{"HX-History-Restore-Request": "true"})

    assert not is_page(part)
    assert is_page(whole)


def con_006(desk: Desk) -> None:
    answers = [desk.get("/memory/"), desk.client.get("/memory/"), Client().get("/memory/"), desk.post("pin")]

    assert all("HX-Request" in answer.headers["Vary"] for answer in answers)
    assert not is_page(answers[0])
    assert is_page(answers[1])


def con_007(desk: Desk) -> None:
    desk.client.logout()

    answer = desk.client.post(
        f"/memory/{desk.fact.fact_id}/delete",
        headers=HTMX | {"HX-Current-URL": "http://testserver/memory/?q=tea"},
    )

    assert answer.headers["HX-Redirect"] == "/sign-in?next=/memory/%3Fq%3Dtea"
    assert "<form" not in answer.content.decode()
    assert desk.active == ["likes tea"]


def con_008(desk: Desk) -> None:
    answer = desk.edit("")

    assert answer.status_code == 422
    field = text_of(answer).index('name="content"')
    assert text_of(answer).index("Write what should be remembered.") > field
    assert '"code": "409|422", "swap": true' in desk.client.get("/memory/").content.decode()
    assert desk.active == ["likes tea"]


def con_009(desk: Desk) -> None:
    answer = desk.post("delete")

    assert answer.status_code == 200
    assert 'id="facts"' in text_of(answer)
    assert "likes tea" not in text_of(answer)


def con_011(desk: Desk) -> None:
    seen = ledger.last_events([desk.fact.pk])[desk.fact.pk]
    desk.edit("likes green tea", seen=seen)

    second = desk.edit("likes black tea", seen=seen)

    assert second.status_code == 409
    assert "likes green tea" in text_of(second)
    assert re.search(r"<textarea[^>]*>\s*likes black tea</textarea>", text_of(second))
    assert desk.active == ["likes green tea"]


def con_012(desk: Desk) -> None:
    merged = make_fact(desk.profile, "likes tea and cake")
    move = Move(desk.fact.pk, Status.SUPERSEDED, reason="outdated")
    ledger.apply(desk.profile.pk, [move], origin=LEARNED, now=NOON)
    joined = make_fact(desk.profile, "likes cake")
    move = Move(joined.pk, Status.SUPERSEDED, reason="merged", related=merged.fact_id)
    ledger.apply(desk.profile.pk, [move], origin=LEARNED, now=NOON)

    outdated = desk.edit("likes green tea")
    taken_in = desk.post("edit", {"content": "likes pie", "type": "user_fact"}, fact=joined)

    assert outdated.status_code == taken_in.status_code == 409
    assert "No longer true, as a later conversation showed." in text_of(outdated)
    assert "likes tea and cake" in text_of(taken_in)
    assert desk.active == ["likes tea and cake"]


def con_013(desk: Desk) -> None:
    make_end_user("cust_a")

    page = " ".join(re.sub("<[^>]+>", " ", text_of(operator_at(desk).get("/people/"))).split())

    assert "cust_a 1 profile · 0 facts" in page


def con_014(desk: Desk) -> None:
    make_companies(desk.profile.tenant, 5_000, people=3_000)
    pages = ["/people/", "/people/?after=company-002500", f"/people/company/?id={LARGE}"]

    operator = operator_at(desk)

    for address in pages:
        with CaptureQueriesContext(connection) as asked:
            page = text_of(operator.get(address))
        assert len(asked) <= 12
        assert page.count('<li class="list-group-item') <= 51
        assert "after=" in page


def operator_at(desk: Desk) -> Any:
    """Somebody who runs the service for Alice's organisation."""
    operator = Client()
    operator.force_login(make_member(desk.profile.tenant, role=Member.Role.OPERATOR).account)
    return operator


def con_003(desk: Desk) -> None:
    name = CASES["con-003"]["input"]["company_id"]
    make_request(desk.profile, agent_id=name)

    page = operator_at(desk).get("/observations/").content.decode()

    data = re.search(r'<script id="chart-agents" type="application/json">(.*?)</script>', page)
    assert data
    assert json.loads(data[1])["labels"] == [f"{name[:17]}…"]
    assert "<script>alert" not in page


def con_017(desk: Desk) -> None:
    answer = operator_at(desk).get("/observations/")

    assert answer.status_code == 200
    assert "No agent has asked for anything yet" in answer.content.decode()
    assert "/api/context" in answer.content.decode()


def con_018(desk: Desk) -> None:
    now = timezone.now()
    for reason in ("timeout", "timeout", "format"):
        Job.objects.create(
            profile=desk.profile,
            kind="learn",
            state="failed",
            reason=reason,
            due_at=now,
            created_at=now,
            finished_at=now,
        )
    operator = operator_at(desk)
    page = operator.get("/jobs/").content.decode()
    status = operator.get("/operations/").content.decode()

    assert "3 jobs did not end well." in status
    assert 'href="/jobs/?state=failed&amp;reason=timeout">2 × The model did not answer in time.</a>' in status
    assert "The model did not answer in time." in page
    assert '<a href="/jobs/?state=failed&amp;reason=timeout">2</a>' in page
    assert "The model&#x27;s reply could not be read." in page
    assert '<a href="/jobs/?state=failed&amp;reason=format">1</a>' in page


def con_019(desk: Desk) -> None:
    browser = Client(enforce_csrf_checks=True)
    sign_in(browser)
    stale = token_in(browser.get("/memory/"))
    browser.post("/sign-out", {"csrfmiddlewaretoken": stale})
    sign_in(browser)

    data = {"csrfmiddlewaretoken": stale}
    part = browser.post(f"/memory/{desk.fact.fact_id}/delete", data, headers=HTMX)
    whole = browser.post(f"/memory/{desk.fact.fact_id}/delete", data)

    for answer in (part, whole):
        assert answer.status_code == 403
        assert "Reload it and try again." in answer.content.decode()
    assert not is_page(part)
    assert is_page(whole)
    assert desk.active == ["likes tea"]


def token_in(answer: Any) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.content.decode())
    assert found
    return found[1]


def sign_in(browser: Client) -> None:
    token = token_in(browser.get("/sign-in"))
    browser.post("/sign-in", {"username": "alice", "password": PASSWORD, "csrfmiddlewaretoken": token})


ADAPTERS: dict[str, Callable[[Desk], None]] = {
    name.replace("_", "-"): adapter for name, adapter in globals().items() if re.fullmatch(r"con_\d+", name)
}


@pytest.mark.parametrize("case", ADAPTERS)
def test_a_page_answers_as_the_case_says(case: str) -> None:
    assert case in CASES
    desk = Desk()

    ADAPTERS[case](desk)


def test_every_case_is_run() -> None:
    assert ADAPTERS.keys() | IN_A_BROWSER == CASES.keys()


def test_a_second_press_of_each_button_changes_nothing() -> None:
    desk = Desk()

    for action in ("pin", "delete", "restore"):
        desk.post(action)
        events = FactEvent.objects.count()
        answer = desk.post(action)
        assert answer.status_code == 200
        assert FactEvent.objects.count() == events
