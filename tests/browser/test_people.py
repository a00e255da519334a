"""The people of an organisation in a browser: found, read, corrected, and shown as an agent sees them."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from profiles.lifecycle import Status
from profiles.models import Fact, Member, Profile
from tests.accounts import make_member
from tests.browser.conftest import Opened
from tests.builders import make_end_user, make_fact, make_message, make_profile, make_session, make_tenant

STRANGE = "<img src=x onerror=alert(1)>"
WORDS = {
    "en": {
        "people": "People", "search": "How the id of a company, or of one of its people, begins", "forget": "Forget",
        "forgotten": "Forgotten. From now on it is in no answer.", "undo": "Undo", "undone": "Undone.",
        "seen": "What the agent sees", "question": "The question", "show": "Show what the agent sees",
        "text": "The text as the agent gets it",
    },
    "zh": {
        "people": "人员", "search": "公司或其人员 ID 的开头", "forget": "忘记",
        "forgotten": "已忘记。从现在起它不会出现在任何回答中。", "undo": "撤销", "undone": "已撤销。",
        "seen": "智能体看到的内容", "question": "问题", "show": "显示智能体看到的内容", "text": "智能体得到的原文",
    },
}  # fmt: skip


@pytest.fixture
def ming(transactional_db: None) -> Profile:
    """One of acme's people, of whom two things are known; `boss` and `ops` run the service."""
    tenant = make_tenant()
    make_member(tenant, role=Member.Role.ADMINISTRATOR, profile=make_profile("boss", tenant=tenant), username="boss")
    make_member(tenant, role=Member.Role.OPERATOR, username="ops")
    make_fact(make_end_user("acme", tenant=tenant), "sells shoes")
    ming = make_end_user("acme", "ming", tenant=tenant)
    said = make_message(make_session(ming), "I am allergic to peanuts.")
    make_fact(ming, "is allergic to peanuts", evidence=[said.pk])
    make_fact(ming, "likes green tea")
    return ming


@pytest.mark.parametrize("language", ["en", "zh"])
def test_somebody_is_found_corrected_and_seen_as_an_agent_does(opened: Opened, ming: Profile, language: str) -> None:
    words, screen = WORDS[language], opened(language)
    screen.sign_in("boss")
    page, toast = screen.page, screen.page.locator("#toast")

    page.get_by_role("link", name=words["people"], exact=True).click()
    page.get_by_label(words["search"]).press_sequentially("min")
    page.get_by_role("link", name="ming", exact=True).click()
    tea = page.locator(".fact", has_text="likes green tea")
    tea.get_by_role("button", name=words["forget"]).click()
    expect(toast).to_contain_text(words["forgotten"])
    expect(tea).to_have_count(0)
    assert Fact.objects.get(content="likes green tea").status == Status.DEPRECATED
    toast.get_by_role("button", name=words["undo"]).click()
    expect(toast).to_contain_text(words["undone"])
    expect(tea).to_have_count(1)

    page.get_by_role("link", name=words["seen"]).click()
    page.get_by_label(words["question"]).fill("What may I eat?")
    page.get_by_role("button", name=words["show"]).click()
    expect(page.get_by_role("heading", name=words["text"])).to_be_visible()
    expect(page.locator("#text")).to_contain_text("is allergic to peanuts")
    assert screen.complaints == []


def test_the_keyboard_is_enough(opened: Opened, ming: Profile) -> None:
    screen = opened()
    screen.sign_in("boss", path="/people/")
    page = screen.page

    page.keyboard.press("/")
    page.keyboard.type("acme")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?q=acme$"))
    page.get_by_role("link", name="acme", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="ming", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("acme / ming")
    page.keyboard.press("/")
    page.keyboard.type("tea")
    expect(page.locator(".fact")).to_have_count(2)  # contents are searched when asked to: each time is on record
    page.keyboard.press("Enter")
    expect(page.locator(".fact")).to_have_count(1)
    page.locator(".fact").get_by_role("button", name="Forget").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("Forgotten.")
    page.keyboard.press("Enter")  # the way back is where the keys are
    expect(page.locator(".fact")).to_have_count(2)
    assert screen.complaints == []


def test_the_pages_shut_nobody_out_and_run_nothing(opened: Opened, ming: Profile) -> None:
    strange = make_end_user(STRANGE, "x" * 64, tenant=ming.tenant)
    for content in ("a" * 500, STRANGE, "\u05d0\u05d1\u05d2 abc"):
        make_fact(strange, content)
    fact = Fact.objects.get(content=STRANGE)
    screen = opened(reduced_motion="reduce")
    screen.page.on("dialog", lambda dialog: screen.complaints.append(f"dialog: {dialog.message}"))
    screen.sign_in("boss", path="/people/?q=x")

    for path in (
        "/people/?q=x",
        "/people/?tab=facts&q=img",
        f"/people/company/?id={quote(STRANGE)}&facts=yes",
        f"/people/{strange.pk}/",
        f"/people/{strange.pk}/facts/{fact.fact_id}/",
        f"/people/{strange.pk}/context?ask=yes",
    ):
        screen.open(path)
        expect(screen.page.locator("main img")).to_have_count(0)
        screen.examine()


def test_back_and_reload_show_whole_pages_and_an_operator_no_contents(opened: Opened, ming: Profile) -> None:
    screen = opened()
    screen.sign_in("ops", path="/people/")
    page = screen.page

    page.locator("[data-search]").press_sequentially("acme")
    expect(page).to_have_url(re.compile(r"\?q=acme$"))
    page.get_by_role("link", name="acme", exact=True).click()
    page.get_by_role("link", name="ming", exact=True).click()
    expect(page.locator("#facts")).to_contain_text("22 characters")
    expect(page.locator("main")).not_to_contain_text("peanuts")
    page.go_back()
    page.go_back()
    expect(page.locator("header nav").first).to_be_visible()
    expect(page.get_by_role("link", name="acme", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("People")
    assert screen.complaints == []
