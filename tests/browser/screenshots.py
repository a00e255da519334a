"""`make screenshots`: every screen of the console as a picture, in both languages, light and dark, wide and narrow.

It starts the demo in a home of its own, adds companies, memories, feedback and a dream through the API, signs in as an
administrator and as one of the sample's people, and follows every link once. The pictures lie in `screenshots/`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from memoryhub_client import MemoryHub, Person
from playwright.sync_api import Browser, Page

from memoryhub.home import Home
from memoryhub.sample import AGENT, key_of
from tests.browser.conftest import LANGUAGES
from tests.memoryhub.service import Service, await_true, running

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"
SAMPLE = 2  # people of the bundled sample
WIDTHS = {"wide": 1280, "narrow": 375}
THEMES = ("light", "dark")
MOST = 80  # addresses of one person
# What stands in an address for one thing among many: of each kind one is enough.
ONE_OF_MANY = re.compile(r"(?<=/)(?:\d+|f_[0-9a-f]+|obs_[0-9a-f]+)(?=/|$)")
SHOP = [
    ("acme", None, "We are a bakery in Leeds and we order on Mondays.", "Noted: a bakery in Leeds, orders on Mondays."),
    ("acme", "jo", "I am Jo, I do the ordering. Please never call me before nine.", "I will not call before nine."),
    ("acme", "ravi", "My name is Ravi and I run the night shift.", "Welcome, Ravi."),
    ("星河贸易", None, "我们公司在苏州，主要采购包装材料。", "好的，苏州，采购包装材料。"),
    ("星河贸易", "王敏", "我是王敏，负责采购，我喜欢用邮件联系。", "好的，以后发邮件给您。"),
]
NOTES = [
    ("Tone of voice", "Answer briefly and warmly. Never promise a date that nobody has confirmed."),
    ("语气", "回答要简短、亲切，不要承诺没有人确认过的日期。"),
]


def test_every_screen_is_photographed(browser: Browser, clean_environment: dict[str, str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    home = Home(Path(clean_environment["MEMORYHUB_HOME"]))

    with running(clean_environment, "demo") as service:
        await_true(lambda: service.output.count("Console: ") == SAMPLE)
        fill(service, key_of(home))
        taken = [photograph(browser, service.url, name, password) for name, password in accounts(service, home)]

    assert len(taken) == 1 + SAMPLE
    assert all(taken)


def fill(service: Service, key: str) -> None:
    """What the sample alone does not show."""
    with MemoryHub(service.url, api_key=key) as hub:
        for company, sub, said, answered in SHOP:
            who = Person(end_user_id=company, end_sub_user_id=sub)
            hub.add_messages(
                [
                    {"message_id": "m-1", "role": "user", "content": said},
                    {"message_id": "m-2", "role": "assistant", "content": answered},
                ],
                who,
                agent_id=AGENT,
                session_id="order",
            )
            asked = hub.context(said, who, agent_id=AGENT, session_id="order")
            hub.give_feedback(
                asked["observation_id"], rating="good" if sub else "bad", reason=None if sub else "missing"
            )
        folder = hub.make_folder("Manners", owner="tenant")
        for name, content in NOTES:
            note = hub.write_global_memory(
                name, folder_id=folder["id"], tags=["tone", "all agents"], content=content, owner="tenant"
            )
            hub.bind(note["id"], AGENT, owner="tenant")
        hub.start_dream()


def accounts(service: Service, home: Home) -> Iterator[tuple[str, str]]:
    """Log-ins: the administrator of the first start, and the sample's people."""
    first = home.first_start.read_text(encoding="utf-8")
    found = re.search(r"[Pp]assword:?\s+(\S+)", first)
    assert found, "The first start tells no password."
    yield "admin", found[1]
    yield from re.findall(r"log-in: (\S+)  password: (\S+)", service.output)


def photograph(browser: Browser, url: str, name: str, password: str) -> list[str]:
    """Every screen that this account can reach by links, eight times. Returns their addresses."""
    context = browser.new_context(locale=LANGUAGES["en"], reduced_motion="reduce")
    page = context.new_page()
    sign_in(page, url, name, password)
    addresses = list(reachable(page, url))
    for language in ("en", "zh-hans"):
        for theme in THEMES:
            cookies = {"django_language": language, "appearance": theme}
            context.add_cookies([{"name": key, "value": value, "url": url} for key, value in cookies.items()])
            for place, address in enumerate(addresses):
                page.goto(url + address)
                for width, pixels in WIDTHS.items():
                    page.set_viewport_size({"width": pixels, "height": 800})
                    words = re.sub(r"\W+", "-", address).strip("-") or "home"
                    page.screenshot(
                        path=FOLDER / f"{name}-{place:02}-{words[:60]}-{language}-{theme}-{width}.png", full_page=True
                    )
    context.close()
    return addresses


def sign_in(page: Page, url: str, name: str, password: str) -> None:
    page.goto(f"{url}/sign-in")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(password)
    page.locator("main button").click()
    page.wait_for_url(lambda address: "/sign-in" not in address)


def reachable(page: Page, url: str) -> Iterator[str]:
    """One address of each kind, in the order in which links lead to them."""
    waiting, seen = ["/memory/", "/"], set[str]()
    while waiting and len(seen) < MOST:
        address = waiting.pop(0)
        kind = ONE_OF_MANY.sub("*", urlsplit(address).path)
        if kind in seen or kind.startswith(("/admin/", "/api/")):
            continue
        seen.add(kind)
        answer = page.context.request.get(url + address)
        if not answer.ok or not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        yield address
        page.goto(url + address)
        for link in page.locator("a[href]").evaluate_all("all => all.map(one => one.href)"):
            parts = urlsplit(link)
            if link.startswith(url) and not parts.fragment:
                waiting.append(parts.path + (f"?{parts.query}" if parts.query else ""))
