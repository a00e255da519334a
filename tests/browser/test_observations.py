"""Observations in a browser: figures lead to their requests, a request to its reasons, feedback is given, charts drawn."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django import Settings

from observability.models import Feedback, Observation
from profiles.models import Member, Profile
from tests.browser.conftest import Opened
from tests.builders import make_fact, make_profile
from tests.cases.test_console_cases import CASES
from tests.memoryhub.pages.observations.asking import DASHBOARD, QUESTION, REQUESTS, make_request, trace_of

WORDS = {
    "en": {
        "title": "Observations", "table": "As a table", "room": "It had to give way: the text was full.",
        "bad": "Bad", "save": "Save the feedback", "noted": "Noted.", "words": "Show the words",
    },
    "zh": {
        "title": "观测", "table": "以表格查看", "room": "文本已满，只好让位。",
        "bad": "差", "save": "保存反馈", "noted": "已记下。", "words": "显示原文",
    },
}  # fmt: skip


@pytest.fixture
def asked(person: Profile, settings: Settings) -> Observation:
    """One bad hour of an administrator's organisation: this request was slow, others were not."""
    settings.MEMORYHUB_LOG_CONTENT = True
    Member.objects.filter(profile=person).update(role=Member.Role.ADMINISTRATOR)
    zoe = make_profile("zoe")
    fact = make_fact(zoe, "likes tea")
    trace = trace_of(user=[(fact.fact_id, None, "kept")], memories=[("f_00000000", 0.44, "max_tokens")])
    for number in range(3):
        make_request(zoe, agent_id="desk", at=timezone.now() - timedelta(hours=number))
    return make_request(zoe, build_ms=900.0, average_score=0.4, trace=trace, question=QUESTION)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_figure_leads_to_a_request_and_the_request_takes_feedback(
    opened: Opened, asked: Observation, language: str
) -> None:
    words, screen = WORDS[language], opened(language)
    screen.sign_in("alice", path="/review/")

    screen.page.get_by_role("link", name=words["title"], exact=True).click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words["title"])
    expect(screen.page.locator("canvas").first).to_be_visible()
    expect(screen.page.locator("#requests-title ~ details table")).to_be_hidden()
    screen.page.locator("[aria-labelledby=f-time] a", has_text="1").last.click()
    expect(screen.page.locator(".request-row")).to_have_count(1)
    screen.page.locator(".request-row a").click()
    expect(screen.page.get_by_text(words["room"])).to_be_visible()

    screen.page.get_by_label(words["bad"], exact=True).check()
    screen.page.locator("[name=reason]").select_option("missing")
    screen.page.get_by_role("button", name=words["save"]).click()
    expect(screen.page.locator("#toast")).to_contain_text(words["noted"])
    assert screen.complaints == []
    assert Feedback.objects.get().reason == "missing"


def test_requests_are_filtered_by_keyboard_and_back_and_reload_show_whole_pages(
    opened: Opened, asked: Observation
) -> None:
    screen = opened()
    screen.sign_in("alice", path=REQUESTS)
    expect(screen.page.locator(".request-row")).to_have_count(4)

    screen.page.keyboard.press("/")
    screen.page.keyboard.type("nobody")
    expect(screen.page.get_by_text("Nobody is known by this id.")).to_be_visible()
    screen.page.reload()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Requests")
    screen.page.locator("#over").fill("500")
    screen.page.locator("#person").fill("zoe")
    screen.page.keyboard.press("Enter")
    expect(screen.page.locator(".request-row")).to_have_count(1)
    screen.page.locator(".request-row a").focus()
    screen.page.keyboard.press("Enter")
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("One request")
    screen.page.go_back()

    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Requests")
    expect(screen.page.locator(".request-row")).to_have_count(1)
    assert screen.complaints == []


def test_the_pages_shut_nobody_out_and_fit_a_phone(opened: Opened, asked: Observation) -> None:
    """con-003 with them: what an agent is called is never run, neither in the page nor in the data of its charts."""
    name = CASES["con-003"]["input"]["company_id"]
    make_request(None, agent_id=name)
    make_request(None, agent_id="w" * 64, error="related: timeout", is_degraded=True, rating=2, reason="other")
    screen = opened("zh", reduced_motion="reduce")
    screen.page.on("dialog", lambda dialog: screen.complaints.append(f"dialog: {dialog.message}"))
    screen.sign_in("alice", path=DASHBOARD)

    labels = json.loads(screen.page.locator("#chart-agents").inner_text())["labels"]
    assert name[:17] in "".join(labels)
    one = f"{REQUESTS}{asked.observation_id}/"
    for path in (DASHBOARD, f"{DASHBOARD}levels/", REQUESTS, one, f"{one}?contents=yes"):
        screen.open(path)
        screen.examine()


def test_without_scripts_every_table_is_open(opened: Opened, asked: Observation) -> None:
    screen = opened(scripts=False)
    screen.sign_in("alice", path=DASHBOARD)

    expect(screen.page.locator("canvas").first).to_be_hidden()
    expect(screen.page.locator("#times-title ~ details table")).to_be_visible()
    screen.page.locator("#times-title ~ details tbody a", has_text="1").last.click()

    expect(screen.page.locator(".request-row")).to_have_count(1)
