"""A real browser before a real server: what a person sees and does, not what a template contains."""

import os
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from profiles.models import Member, Profile
from tests.accounts import PASSWORD, make_member
from tests.builders import make_profile, make_tenant

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
LANGUAGES = {"en": "en-GB", "zh": "zh-CN"}


@dataclass
class Screen:
    """One window of one person. `complaints` are errors of the console, scripts and the content policy."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str = "/memory/") -> None:
        self.page.goto(self.address + path)

    def sign_in(self, name: str, password: str = PASSWORD, path: str = "/memory/") -> None:
        self.open(path)
        self.page.locator("[name=username]").fill(name)
        self.page.locator("[name=password]").fill(password)
        self.page.locator("main button").click()
        self.page.wait_for_url(self.address + path)

    @property
    def findings(self) -> list[Any]:
        """What shuts somebody out of the page as it is now: grave rules, each with where it is broken."""
        found = Axe().run(self.page).response["violations"]
        grave = [one for one in found if one["impact"] in ("serious", "critical")]
        return [(one["id"], [node["target"] for node in one["nodes"]]) for one in grave]

    def examine(self, *widths: int) -> None:
        """Assert that nobody is shut out, in light and in dark, and that nothing is wider than a desk's or a phone's window.

        Everything folded is opened first. Leaves the window at the last width.
        """
        self.page.emulate_media(reduced_motion="reduce")
        self.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        for width in widths or (1280, 375):
            self.page.set_viewport_size({"width": width, "height": 800})
            assert self.overflow <= 0, (self.page.url, width)
        root = self.page.locator("html")
        for theme in ("light", "dark"):
            root.evaluate("(element, theme) => element.setAttribute('data-bs-theme', theme)", theme)
            assert self.findings == [], (self.page.url, theme)
        assert self.complaints == [], self.page.url

    @property
    def overflow(self) -> int:
        """Pixels by which the page is wider than the window."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        found: int = self.page.evaluate(wide)
        return found


Opened = Callable[..., Screen]


def lacks_chinese() -> bool:
    """Whether it is known that every Chinese letter would be measured, and photographed, as a box."""
    if not (lister := shutil.which("fc-list")):
        return False
    return not subprocess.run([lister, ":lang=zh"], capture_output=True, check=False).stdout.strip()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's own chromium; the variable CHROMIUM names another. Started once for all tests."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"There is no browser at {CHROMIUM}: install chromium, or name one in the variable CHROMIUM.")
    if lacks_chinese():
        warnings.warn("No font here has Chinese: its pages show boxes. Install fonts-wqy-microhei.", stacklevel=1)
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # the driver runs a loop in this very thread
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Browser, live_server: Any) -> Iterator[Opened]:
    """Open a window: `language` en or zh, `scripts` on or off, any further option of a browser context."""
    contexts = []

    def open_window(language: str = "en", *, scripts: bool = True, **options: Any) -> Screen:
        context = browser.new_context(locale=LANGUAGES[language], java_script_enabled=scripts, **options)
        context.set_default_timeout(20_000)
        contexts.append(context)
        screen = Screen(context.new_page(), live_server.url)

        def note(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                screen.complaints.append(message.text)

        screen.page.on("console", note)
        screen.page.on("pageerror", lambda error: screen.complaints.append(str(error)))
        return screen

    yield open_window
    for context in contexts:
        context.close()


@pytest.fixture
def person(transactional_db: None) -> Profile:
    """Alice, who may sign in as `alice`."""
    profile = make_profile("alice", tenant=make_tenant())
    make_member(profile.tenant, profile=profile, username="alice")
    return profile


@pytest.fixture
def administrator(person: Profile) -> Member:
    """Ada, who administers the organisation in which Alice is remembered."""
    return make_member(person.tenant, role=Member.Role.ADMINISTRATOR, username="ada")
