"""The console cases that need eyes: nothing runs, nothing overflows, no direction leaks, a double click does one thing."""

from typing import Any

import pytest
from playwright.sync_api import expect

from profiles.models import Fact, FactEvent, Profile
from tests.browser.conftest import Opened, Screen
from tests.builders import make_fact
from tests.cases.test_console_cases import CASES, IN_A_BROWSER

# Presses whatever a pointer would meet there, at the moment when the list has been replaced: no machine is too slow for it.
SECOND_CLICK = """([x, y]) => document.addEventListener(
    "htmx:afterSettle", () => document.elementFromPoint(x, y).click(), { once: true }
)"""
BOX = "element => { const box = element.getBoundingClientRect(); return [box.left, box.right]; }"


def content_of(case: str) -> str:
    given: dict[str, Any] = CASES[case]["input"]
    if "fact_generator" in given:
        return str(given["fact_generator"]["char"] * given["fact_generator"]["count"])
    return str(given.get("fact", "likes tea"))


def is_text_only(screen: Screen, fact: Fact) -> None:
    """con-001: the fact is read as it was written, and no dialog of its making appears."""
    expect(screen.page.locator(f"#text-{fact.fact_id}")).to_have_text(fact.content)
    assert screen.page.locator("main script").count() == 0


def changes_once(screen: Screen, fact: Fact) -> None:
    """con-010: nor does the second click meet the fact that moves up under the pointer, however fast the answer is."""
    for number in range(3):
        make_fact(fact.profile, f"plays chess on board {number}")
    screen.open()
    before = FactEvent.objects.count()
    button = screen.page.locator(f"#fact-{fact.fact_id} .btn-outline-danger")
    box = button.bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    screen.page.evaluate(SECOND_CLICK, middle)
    screen.page.mouse.click(*middle)
    expect(screen.page.locator("li.fact")).to_have_count(3)

    screen.page.wait_for_timeout(300)
    assert FactEvent.objects.count() == before + 1


def stays_inside(screen: Screen, fact: Fact) -> None:
    """con-015: also on a phone the page scrolls in one direction only."""
    for width in (1280, 375):
        screen.page.set_viewport_size({"width": width, "height": 800})
        assert screen.overflow <= 0
        left, right = screen.page.locator(f"#text-{fact.fact_id}").evaluate(BOX)
        assert left >= 0
        assert right <= width


def keeps_its_direction(screen: Screen, fact: Fact) -> None:
    """con-016: the fact runs right to left, the words beside it do not."""
    text = screen.page.locator(f"#text-{fact.fact_id}")

    assert text.evaluate("element => getComputedStyle(element).direction") == "rtl"
    assert text.evaluate("element => getComputedStyle(element).unicodeBidi").startswith("isolate")
    beside = screen.page.locator(f"#fact-{fact.fact_id} .small")
    assert beside.evaluate("element => getComputedStyle(element).direction") == "ltr"


CHECKS = {"con-001": is_text_only, "con-010": changes_once, "con-015": stays_inside, "con-016": keeps_its_direction}


@pytest.mark.parametrize("case", sorted(IN_A_BROWSER))
def test_a_person_sees_what_the_case_says(opened: Opened, person: Profile, case: str) -> None:
    fact = make_fact(person, content_of(case))
    screen = opened()
    screen.page.on("dialog", lambda dialog: screen.complaints.append(f"dialog: {dialog.message}"))
    screen.sign_in("alice")

    CHECKS[case](screen, fact)

    assert screen.complaints == []
