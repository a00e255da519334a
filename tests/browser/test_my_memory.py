"""My memory in a browser: its tasks by mouse, in both languages, with scripts and without."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from profiles.lifecycle import Status
from profiles.models import Fact, Member, Profile
from tests.accounts import make_member
from tests.browser.conftest import Opened, Screen
from tests.builders import make_fact, make_message, make_session

CORRECTED = "喜欢绿茶 green tea"
WORDS = {
    "en": {
        "edit": "Edit", "save": "Save", "forget": "Forget", "undo": "Undo", "restore": "Restore", "pin": "Pin",
        "past": "Past", "remember": "Remember", "why": "Why is this known?", "pinned": "pinned",
        "content": "What should be remembered?", "group": "Group", "goal": "Goals", "wrong": "do not belong together",
        "title": "My memory", "learned": "Learned from a conversation.", "other": "简体中文", "out": "Sign out", "in": "Sign in",
    },
    "zh": {
        "edit": "编辑", "save": "保存", "forget": "忘记", "undo": "撤销", "restore": "恢复", "pin": "置顶",
        "past": "过往", "remember": "记住", "why": "为什么知道这个？", "pinned": "已置顶",
        "content": "要记住什么？", "group": "分组", "goal": "目标", "wrong": "不匹配",
        "title": "我的记忆", "learned": "从一次会话中学到。", "other": "English", "out": "退出", "in": "登录",
    },
}  # fmt: skip

SCHEMES: dict[Any, dict[str, Any]] = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}

both_languages = pytest.mark.parametrize("language", ["en", "zh"])
with_and_without_scripts = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])


def has_no_complaint(screen: Screen) -> None:
    assert screen.complaints == []


def press(screen: Screen, word: str) -> None:
    screen.page.get_by_role("button", name=word, exact=True).click()


@both_languages
@with_and_without_scripts
def test_a_person_signs_in_and_takes_their_memory_in_hand(
    opened: Opened, person: Profile, language: str, scripts: bool
) -> None:
    screen = opened(language, scripts=scripts)
    message = make_message(make_session(person), "I started collecting stamps again.")
    make_fact(person, "collects stamps", evidence=(message.pk,))

    mistypes_the_password(screen, WORDS[language])
    screen.sign_in("alice")
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(WORDS[language]["title"])
    adds_and_corrects(screen, WORDS[language])
    forgets_and_takes_it_back(screen, WORDS[language])
    assert Fact.objects.get(profile=person, type="user_goal", status=Status.ACTIVE).content == CORRECTED
    forgets_and_restores(screen, WORDS[language])
    asks_why(screen, WORDS[language])
    has_no_complaint(screen)
    changes_the_language(screen, WORDS[language])


def mistypes_the_password(screen: Screen, words: dict[str, str]) -> None:
    screen.open()
    screen.page.locator("[name=username]").fill("alice")
    screen.page.locator("[name=password]").fill("not the password")
    screen.page.locator("main button").click()

    expect(screen.page.get_by_role("alert")).to_contain_text(words["wrong"])
    screen.complaints.clear()  # the browser itself remarks on the status 422


def adds_and_corrects(screen: Screen, words: dict[str, str]) -> None:
    page = screen.page
    page.get_by_label(words["content"]).fill("喜欢乌龙茶 oolong")
    page.locator("#add-fact").get_by_label(words["group"]).select_option(label=words["goal"])
    press(screen, words["remember"])
    row = page.locator("li.fact", has_text="oolong")
    expect(row).to_be_visible()
    expect(page.locator("h2", has_text=words["goal"])).to_be_visible()

    row.get_by_role("link", name=words["edit"]).click()
    page.locator(".fact-edit textarea").fill(CORRECTED)
    press(screen, words["save"])
    expect(page.locator("li.fact", has_text=CORRECTED)).to_be_visible()
    expect(page.locator("li.fact", has_text="oolong")).to_have_count(0)


def forgets_and_takes_it_back(screen: Screen, words: dict[str, str]) -> None:
    row = screen.page.locator("li.fact", has_text=CORRECTED)
    row.get_by_role("button", name=words["pin"], exact=True).click()
    expect(row.locator(".badge")).to_have_text(words["pinned"])

    row.get_by_role("button", name=words["forget"], exact=True).click()
    expect(row).to_have_count(0)
    press(screen, words["undo"])
    expect(row).to_be_visible()


def forgets_and_restores(screen: Screen, words: dict[str, str]) -> None:
    row = screen.page.locator("li.fact", has_text="collects stamps")
    row.get_by_role("button", name=words["forget"], exact=True).click()
    expect(row).to_have_count(0)

    screen.page.get_by_role("link", name=words["past"]).click()
    row.get_by_role("button", name=words["restore"], exact=True).click()
    expect(row).to_have_count(0)
    screen.open()
    expect(row).to_be_visible()


def asks_why(screen: Screen, words: dict[str, str]) -> None:
    row = screen.page.locator("li.fact", has_text="collects stamps")
    row.get_by_role("link", name=words["why"]).click()

    expect(screen.page.locator("blockquote")).to_have_text("I started collecting stamps again.")
    expect(screen.page.get_by_text(words["learned"])).to_be_visible()


def changes_the_language(screen: Screen, words: dict[str, str]) -> None:
    other = WORDS["zh" if words is WORDS["en"] else "en"]
    press(screen, words["other"])
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(other["why"])
    press(screen, other["out"])

    expect(screen.page.get_by_role("heading", level=1)).to_have_text(other["in"])


@with_and_without_scripts
def test_a_correction_on_the_page_of_one_fact_leads_to_the_list(opened: Opened, person: Profile, scripts: bool) -> None:
    fact = make_fact(person, "collects stamps")
    screen = opened(scripts=scripts)
    screen.sign_in("alice", path=f"/memory/{fact.fact_id}/")

    screen.page.get_by_role("link", name="Edit").click()
    screen.page.get_by_label("Group").select_option(label="Goals")
    press(screen, "Save")

    expect(screen.page.locator("#toast")).to_contain_text("Saved.")
    expect(screen.page.locator("#facts h2", has_text="Goals")).to_be_visible()
    has_no_complaint(screen)


@with_and_without_scripts
def test_the_search_narrows_the_list(opened: Opened, person: Profile, scripts: bool) -> None:
    make_fact(person, "likes oolong tea")
    make_fact(person, "plays chess")
    screen = opened(scripts=scripts)
    screen.sign_in("alice")

    screen.page.get_by_role("searchbox").fill("oolong")
    if not scripts:
        press(screen, "Search")

    expect(screen.page.locator("li.fact")).to_have_count(1)
    expect(screen.page).to_have_url(screen.address + "/memory/?q=oolong")
    screen.page.go_back()
    expect(screen.page.locator("li.fact")).to_have_count(2)
    expect(screen.page.get_by_role("heading", level=1)).to_be_visible()
    has_no_complaint(screen)


@both_languages
def test_a_refused_addition_marks_its_field_and_clears_what_was_said_before(
    opened: Opened, person: Profile, language: str
) -> None:
    words = WORDS[language]
    screen = opened(language)
    screen.sign_in("alice")
    field = screen.page.locator("#id_content")
    field.fill("collects stamps")
    press(screen, words["remember"])
    expect(screen.page.locator("#toast .btn")).to_have_text(words["undo"])
    field.evaluate("element => { element.style.height = '90px'; }")  # as dragging its corner does

    press(screen, words["remember"])

    expect(field).to_have_class(re.compile("is-invalid"))
    expect(screen.page.locator("#id_content_error")).to_be_visible()
    expect(screen.page.locator("#toast")).to_have_text("")
    assert [complaint for complaint in screen.complaints if "422" not in complaint] == []


def test_on_a_phone_the_question_why_stands_on_a_line_of_its_own(opened: Opened, person: Profile) -> None:
    make_fact(person, "collects stamps")
    screen = opened(viewport={"width": 375, "height": 800})
    screen.sign_in("alice")

    why = screen.page.locator(".why")
    before = screen.page.locator("li.fact time").bounding_box()
    after = why.bounding_box()

    assert before
    assert after
    assert after["y"] >= before["y"] + before["height"]
    assert why.evaluate("element => getComputedStyle(element, '::before').content") == "none"


def test_everything_can_be_done_by_keyboard(opened: Opened, person: Profile) -> None:
    make_fact(person, "collects stamps")
    screen = opened()
    screen.sign_in("alice")

    screen.page.get_by_role("link", name="Edit").focus()
    screen.page.keyboard.press("Enter")
    expect(screen.page.locator(".fact-edit textarea")).to_be_focused()
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator(".fact-edit")).to_have_count(0)
    screen.page.get_by_role("button", name="Forget", exact=True).focus()
    screen.page.keyboard.press("Enter")
    expect(screen.page.get_by_role("button", name="Undo")).to_be_focused()
    screen.page.keyboard.press("Enter")

    expect(screen.page.locator("li.fact")).to_have_count(1)
    has_no_complaint(screen)


def test_a_lost_connection_is_said_and_nothing_seems_done(opened: Opened, person: Profile) -> None:
    make_fact(person, "collects stamps")
    screen = opened()
    screen.sign_in("alice")

    screen.page.context.set_offline(True)
    press(screen, "Forget")

    expect(screen.page.locator("#toast")).to_contain_text("could not be reached")
    expect(screen.page.locator("li.fact")).to_have_count(1)


def test_no_page_shuts_anybody_out(opened: Opened, person: Profile) -> None:
    fact = make_fact(person, "collects stamps")
    Member.objects.filter(profile=person).update(role=Member.Role.ADMINISTRATOR)
    screen = opened("zh", reduced_motion="reduce")  # a colour in transition has no contrast to judge
    findings = []

    def look(path: str, *schemes: str) -> None:
        screen.open(path)
        for scheme in schemes or ("light",):
            rules = SCHEMES[scheme]
            screen.page.emulate_media(color_scheme=scheme)
            found = Axe().run(screen.page, options=rules).response["violations"]
            grave = [one for one in found if one["impact"] in ("serious", "critical")]
            findings.extend((path, scheme, one["id"], [node["target"] for node in one["nodes"]]) for one in grave)

    look("/sign-in", "light", "dark")
    screen.sign_in("alice")
    look("/memory/", "light", "dark")
    for path in (
        "/memory/?show=past", "/memory/?q=nothing", f"/memory/{fact.fact_id}/", "/memory/looks",
        f"/memory/{fact.fact_id}/edit", "/memory/nowhere/",
    ):  # fmt: skip
        look(path)

    assert findings == []


def test_the_admin_keeps_to_the_content_policy(opened: Opened, person: Profile) -> None:
    make_member(person.tenant, role=Member.Role.ADMINISTRATOR, username="root", is_superuser=True)
    fact = make_fact(person, "collects stamps")
    screen = opened()
    screen.sign_in("root", path="/admin/")

    for path in (
        f"/admin/profiles/fact/{fact.pk}/change/", "/admin/profiles/fact/", "/admin/profiles/apikey/add/",
        "/admin/django_celery_beat/periodictask/add/", "/admin/auth/user/add/",
    ):  # fmt: skip
        screen.open(path)
        expect(screen.page.locator("#content")).to_be_visible()

    has_no_complaint(screen)
