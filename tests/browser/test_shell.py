"""What is around every page: light and dark, keys, a row of pages that fits a phone, and one's own password."""

import pytest
from playwright.sync_api import expect

from profiles.models import Profile
from tests.accounts import PASSWORD, make_member
from tests.browser.conftest import Opened, Screen
from tests.builders import make_fact, make_tenant

WORDS = {
    "en": {
        "system": "As the system", "light": "Light", "dark": "Dark", "password": "Change your password",
        "wrong": "This is not your present password.", "differ": "The two are not the same.",
        "changed": "Your password was changed.",
    },
    "zh": {
        "system": "跟随系统", "light": "浅色", "dark": "深色", "password": "修改密码",
        "wrong": "这不是您现在的密码。", "differ": "两次输入不一致。", "changed": "密码已修改。",
    },
}  # fmt: skip
FOCUSED = "document.activeElement === document.getElementById('q')"


def theme(screen: Screen) -> str | None:
    return screen.page.locator("html").get_attribute("data-bs-theme")


def press(screen: Screen, word: str) -> None:
    with screen.page.expect_navigation():
        screen.page.get_by_role("button", name=word, exact=True).click()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_light_and_dark_stay_as_chosen_also_after_signing_out(
    opened: Opened, person: Profile, language: str, scripts: bool
) -> None:
    screen, words = opened(language, scripts=scripts, color_scheme="light"), WORDS[language]
    screen.sign_in("alice")

    press(screen, words["dark"])
    assert theme(screen) == "dark"
    assert screen.page.url.endswith("/memory/")
    expect(screen.page.get_by_role("button", name=words["dark"], exact=True)).to_have_attribute("aria-pressed", "true")

    screen.open("/review/")
    assert theme(screen) == "dark"
    screen.page.context.clear_cookies(name="sessionid")
    screen.open("/memory/")
    assert theme(screen) == "dark"
    press(screen, words["system"])
    assert theme(screen) == ("light" if scripts else None)
    assert screen.complaints == []


def test_as_the_system_follows_it_and_a_choice_does_not(opened: Opened, person: Profile) -> None:
    screen = opened(color_scheme="dark")
    screen.sign_in("alice")
    assert theme(screen) == "dark"

    press(screen, "Light")
    assert theme(screen) == "light"
    assert screen.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert screen.findings == []
    press(screen, "Dark")
    assert screen.findings == []


def test_a_slash_goes_to_the_search_and_escape_leaves_it(opened: Opened, person: Profile) -> None:
    make_fact(person, "likes tea/coffee")
    screen = opened()
    screen.sign_in("alice")
    keyboard = screen.page.keyboard

    keyboard.press("/")
    assert screen.page.evaluate(FOCUSED)
    with screen.page.expect_response("**/memory/?**"):
        keyboard.type("tea/")
    expect(screen.page.locator("#q")).to_have_value("tea/")
    keyboard.press("Escape")
    assert not screen.page.evaluate(FOCUSED)

    screen.page.get_by_role("link", name="Edit").first.click()
    editing = screen.page.locator(".fact-edit textarea")
    editing.press("/")
    assert not screen.page.evaluate(FOCUSED)
    editing.press("Escape")
    expect(screen.page.locator(".fact-edit")).to_have_count(0)


def test_keys_mean_nothing_in_the_middle_of_a_composition(opened: Opened, person: Profile) -> None:
    screen = opened()
    screen.sign_in("alice")
    key = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '/', bubbles: true, isComposing: %s}))"

    screen.page.evaluate(key % "true")
    assert not screen.page.evaluate(FOCUSED)
    screen.page.evaluate(key % "false")
    assert screen.page.evaluate(FOCUSED)


def test_the_row_of_pages_moves_sideways_on_a_phone_and_says_where_one_is(opened: Opened) -> None:
    make_member(make_tenant(), role="administrator", username="ada")
    screen = opened(viewport={"width": 375, "height": 800})
    screen.sign_in("ada", path="/dream/")

    assert screen.overflow <= 0
    row = screen.page.get_by_role("navigation", name="Pages of the organisation")
    box = row.bounding_box()
    assert box
    assert box["height"] < 60
    expect(row.locator("[aria-current=page]")).to_have_text("Dreams")
    screen.open("/jobs/")
    here = row.locator("[aria-current=page]")
    expect(here).to_have_text("Background work")
    place = here.bounding_box()
    assert place
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= 375
    screen.page.set_viewport_size({"width": 1280, "height": 800})
    assert screen.findings == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_password_is_changed_by_keyboard_and_ends_what_is_open_elsewhere(
    opened: Opened, person: Profile, language: str
) -> None:
    screen, elsewhere, words = opened(language), opened(language), WORDS[language]
    page, new = screen.page, "a horse of another colour"
    elsewhere.sign_in("alice")
    screen.sign_in("alice")

    def write(*passwords: str) -> None:
        for name, password in zip(("old_password", "new_password1", "new_password2"), passwords, strict=True):
            expect(page.locator(f"[name={name}]")).to_be_focused()
            page.keyboard.type(password)
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")

    page.get_by_role("link", name="alice", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(words["password"])
    write("not mine", new, f"{new}s")
    expect(page.locator("#id_old_password_error")).to_contain_text(words["wrong"])
    expect(page.locator("#id_new_password2_error")).to_have_text(words["differ"])
    screen.complaints.clear()  # the browser itself remarks on the status 422
    screen.examine()
    write(PASSWORD, new, new)
    expect(page.locator("#toast")).to_contain_text(words["changed"])
    assert screen.complaints == []

    elsewhere.page.reload()
    elsewhere.sign_in("alice", new)
