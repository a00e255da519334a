"""What is around every page: light and dark, keys, and a row of pages that fits a phone."""

import pytest
from playwright.sync_api import expect

from profiles.models import Profile
from tests.accounts import make_member
from tests.browser.conftest import Opened, Screen
from tests.builders import make_fact, make_tenant

WORDS = {
    "en": {"system": "As the system", "light": "Light", "dark": "Dark"},
    "zh": {"system": "跟随系统", "light": "浅色", "dark": "深色"},
}
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
