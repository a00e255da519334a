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
        "data": "Export and erase", "export": "Download the export", "erase": "Erase everything",
        "wrong": "so nothing was erased", "erased": "Erased for good",
    },
    "zh": {
        "people": "人员", "search": "公司或其人员 ID 的开头", "forget": "忘记",
        "forgotten": "已忘记。从现在起它不会出现在任何回答中。", "undo": "撤销", "undone": "已撤销。",
        "seen": "智能体看到的内容", "question": "问题", "show": "显示智能体看到的内容", "text": "智能体得到的原文",
        "data": "导出与清除", "export": "下载导出文件", "erase": "清除一切", "wrong": "因此没有清除任何内容", "erased": "已永久清除",
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


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_about_somebody_is_handed_out_and_erased(opened: Opened, ming: Profile, language: str) -> None:
    words, screen = WORDS[language], opened(language)
    page = screen.page
    screen.sign_in("boss", path=f"/people/{ming.pk}/")

    page.get_by_role("link", name=words["data"]).press("Enter")
    with page.expect_download() as download:
        page.get_by_role("link", name=words["export"]).click()
    assert '"likes green tea"' in download.value.path().read_text("utf-8")
    field = page.locator("[name=confirm]")
    field.fill("acme")
    page.get_by_role("button", name=words["erase"]).click()
    expect(page.locator("#id_confirm_error")).to_contain_text(words["wrong"])
    assert ["422" in complaint for complaint in screen.complaints] == [True]  # the browser itself remarks on the status
    screen.complaints.clear()
    assert Fact.objects.filter(profile=ming).count() == 2
    field.fill("ming")
    field.press("Enter")

    expect(page.locator("#toast")).to_contain_text(words["erased"])
    expect(page.get_by_role("heading", level=1)).to_have_text(words["people"])
    assert not Profile.objects.filter(pk=ming.pk).exists()


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
    expect(page.locator(".fact")).to_have_count(0)
    page.keyboard.press("Enter")  # the way back is where the keys are
    expect(page.locator(".fact")).to_have_count(1)
    assert screen.complaints == []


def test_an_administrator_adds_corrects_and_pins_by_mouse(opened: Opened, ming: Profile) -> None:
    screen = opened()
    screen.sign_in("boss", path=f"/people/{ming.pk}/")
    page, toast = screen.page, screen.page.locator("#toast")

    page.get_by_label("What should be remembered?").fill("plays the cello")
    page.locator("#add-fact").get_by_label("Group").select_option(label="About this person")
    page.get_by_role("button", name="Remember", exact=True).click()
    expect(toast).to_contain_text("Remembered.")
    expect(page.get_by_label("What should be remembered?")).to_have_value("")
    cello = page.locator(".fact", has_text="cello")
    expect(cello).to_have_count(1)
    expect(page.locator("h3", has_text="About this person")).to_be_visible()

    cello.get_by_role("link", name="Edit").click()
    field = page.get_by_label("Correct this fact")
    field.fill("plays the viola")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(toast).to_contain_text("Saved.")
    viola = page.locator(".fact", has_text="viola")
    expect(viola).to_have_count(1)
    expect(cello).to_have_count(0)
    viola.get_by_role("button", name="Pin", exact=True).click()
    expect(viola.locator(".badge")).to_have_text("pinned")
    screen.examine()
    assert told_of("plays the viola") == ("user_profile", True, "boss")
    assert screen.complaints == []


def test_an_administrator_corrects_on_the_page_of_one_fact(opened: Opened, ming: Profile) -> None:
    tea, screen = Fact.objects.get(content="likes green tea"), opened()
    screen.sign_in("boss", path=f"/people/{ming.pk}/facts/{tea.fact_id}/")
    page = screen.page

    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Group").select_option(label="Likes and dislikes")
    page.get_by_role("button", name="Save", exact=True).click()

    expect(page).to_have_url(re.compile(rf"/people/{ming.pk}/$"))
    expect(page.locator("#toast")).to_contain_text("Saved.")
    expect(page.locator("h3", has_text="Likes and dislikes")).to_be_visible()
    assert screen.complaints == []


def test_an_administrator_adds_and_corrects_by_keyboard_in_chinese(opened: Opened, ming: Profile) -> None:
    screen = opened("zh")
    screen.sign_in("boss", path=f"/people/{ming.pk}/")
    page, toast, keys = screen.page, screen.page.locator("#toast"), screen.page.keyboard

    page.get_by_label("要记住什么？").focus()
    keys.insert_text("会拉大提琴")
    for key in ("Tab", "Tab", "Enter"):  # past the group to the button
        keys.press(key)
    expect(toast).to_contain_text("已记住。")
    expect(page.locator(".fact", has_text="会拉大提琴")).to_have_count(1)

    page.locator(".fact", has_text="会拉大提琴").get_by_role("link", name="编辑").focus()
    keys.press("Enter")
    field = page.get_by_label("更正这条事实")
    expect(field).to_be_focused()
    keys.press("Escape")
    expect(field).to_have_count(0)
    page.locator(".fact", has_text="会拉大提琴").get_by_role("link", name="编辑").focus()
    keys.press("Enter")
    expect(field).to_be_focused()
    keys.press("ControlOrMeta+a")
    keys.insert_text("会拉中提琴")
    for key in ("Tab", "Tab", "Enter"):
        keys.press(key)
    expect(toast).to_contain_text("已保存。")
    expect(page.locator(".fact", has_text="会拉中提琴")).to_have_count(1)
    assert told_of("会拉中提琴") == ("user_fact", False, "boss")

    keys.press("Enter")  # the way back is where the keys are
    expect(page.locator(".fact", has_text="会拉大提琴")).to_have_count(1)
    expect(toast).to_contain_text(WORDS["zh"]["undone"])
    assert screen.complaints == []


def test_an_administrator_needs_no_scripts_and_is_told_what_is_wrong(opened: Opened, ming: Profile) -> None:
    screen = opened(scripts=False)
    screen.sign_in("boss", path=f"/people/{ming.pk}/")
    page = screen.page

    page.get_by_role("button", name="Remember", exact=True).click()
    expect(page.locator("#id_content_error")).to_be_visible()
    page.get_by_label("What should be remembered?").fill("plays the cello")
    page.get_by_role("button", name="Remember", exact=True).click()
    page.locator(".fact", has_text="cello").get_by_role("link", name="Edit").click()
    expect(page.get_by_role("link", name="Back to acme / ming")).to_be_visible()
    page.get_by_label("Correct this fact").fill("plays the viola")
    page.get_by_role("button", name="Save", exact=True).click()

    expect(page.locator(".fact", has_text="viola")).to_have_count(1)
    assert [complaint for complaint in screen.complaints if "422" not in complaint] == []


def told_of(content: str) -> tuple[str, bool, str]:
    """Of the fact in force with this wording: its type, whether it is pinned, and who wrote it."""
    fact = Fact.objects.active().get(content=content)
    written = fact.events.order_by("pk")[0]
    account = Member.objects.get(account=written.actor.removeprefix("account:")).account
    return fact.type, fact.is_pinned, account.get_username()


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
        f"/people/{strange.pk}/facts/{fact.fact_id}/edit",
        f"/people/{strange.pk}/context?ask=yes",
        f"/people/{strange.pk}/data",
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
