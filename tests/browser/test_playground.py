"""The playground in a browser: something is said, learned and asked for, by mouse, by keyboard and without scripts."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from extraction import bell, runner
from profiles.models import Fact, Member, Profile
from tests.accounts import PASSWORD, make_member
from tests.browser.conftest import Opened, Screen
from tests.builders import make_fact, make_tenant
from tests.callers import make_key

WORDS = {
    "en": {
        "title": "Playground", "said": "I live in Lisbon and I am allergic to peanuts.", "store": "Store and learn",
        "waits": "It waits for a worker…", "happened": "What happened", "learned": "The user lives in Lisbon",
        "back": "Take back what was learned", "undone": "What was learned from it has been taken back.",
        "asked": "What may I eat?", "ask": "Ask for the context", "told": "## About the current user",
        "empty": "Empty the sandbox…", "sure": "Yes, empty it", "gone": "Your sandbox is empty.",
    },
    "zh": {
        "title": "试验场", "said": "我住在上海，我对花生过敏。", "store": "存储并学习",
        "waits": "正在等待工作进程…", "happened": "发生了什么", "learned": "用户住在上海",
        "back": "撤回学到的内容", "undone": "从中学到的内容已撤回。",
        "asked": "我能吃什么？", "ask": "获取上下文", "told": "## 关于当前用户",
        "empty": "清空沙盒…", "sure": "是，清空", "gone": "您的沙盒已清空。",
    },
}  # fmt: skip

FIRST = {
    "en": {
        "send": "Send it for me", "learning": "It is stored, and is being learned from.", "ask": "Ask it for me",
        "learned": "It is stored, and nothing waits", "told": "The user is allergic to peanuts",
    },
    "zh": {
        "send": "替我发送", "learning": "已存储，正在从中学习。", "ask": "替我提问",
        "learned": "已存储，没有等待学习的内容了。", "told": "用户对花生过敏",
    },
}  # fmt: skip


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A worker that begins when the test says so."""
    rung: list[int] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append(profile_id)
        return True

    monkeypatch.setattr(bell, "ring", ring)
    return lambda: [runner.run_next(one, queue="learning", now=timezone.now()) for one in rung].clear()


def store(screen: Screen, words: dict[str, str]) -> None:
    screen.page.locator("#say_said").fill(words["said"])
    screen.page.get_by_role("button", name=words["store"]).click()
    expect(screen.page.get_by_text(words["waits"])).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_something_is_said_learned_asked_for_and_taken_back(
    opened: Opened, person: Profile, work: Callable[[], None], language: str
) -> None:
    words, screen = WORDS[language], opened(language)
    page = screen.page
    screen.sign_in("alice")
    page.get_by_role("link", name=words["title"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["title"])

    store(screen, words)
    work()
    expect(page.get_by_role("heading", name=words["happened"])).to_be_visible()  # the page notices by itself
    expect(page.locator("#run .story > li").last).to_contain_text(words["learned"])
    page.locator("#ask_question").fill(words["asked"])
    page.get_by_role("button", name=words["ask"]).click()
    expect(page.locator("#context-text")).to_contain_text(words["told"])
    screen.examine()

    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["title"])
    page.get_by_role("button", name=words["back"]).click()
    expect(page.get_by_text(words["undone"])).to_be_visible()
    page.get_by_text(words["empty"]).click()
    page.get_by_role("button", name=words["sure"]).click()
    expect(page.locator("#toast")).to_contain_text(words["gone"])
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not Fact.objects.exists()


def test_everything_is_done_by_keyboard_and_a_wrong_form_says_so_beside_its_field(
    opened: Opened, person: Profile
) -> None:
    make_fact(person, "lives in Porto")
    Member.objects.filter(profile=person).update(role=Member.Role.ADMINISTRATOR)
    screen = opened()
    page = screen.page
    screen.sign_in("alice", path="/playground/")

    page.locator("#seat_whose").focus()
    page.keyboard.press("ArrowDown")  # one's own memory
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Choose").press("Enter")
    expect(page.get_by_text("You speak for yourself")).to_be_visible()
    page.get_by_role("button", name="Only try").press("Enter")
    expect(page.locator("#say_said_error")).to_have_text("Write what the person says.")
    screen.complaints.clear()  # a browser calls every 422 an error
    page.locator("#say_said").focus()
    page.keyboard.type("I live in Lisbon now.")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Only try")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="What would happen")).to_be_focused()
    expect(page.locator("#saying .story")).to_contain_text("lives in Porto")
    screen.examine()
    assert [fact.content for fact in Fact.objects.all()] == ["lives in Porto"]


def test_it_works_without_scripts(opened: Opened, person: Profile, work: Callable[[], None]) -> None:
    words, screen = WORDS["en"], opened(scripts=False)
    page = screen.page
    screen.sign_in("alice", path="/playground/")

    store(screen, words)
    work()
    page.get_by_role("link", name="Look again").click()
    expect(page.locator("#run .story > li").last).to_contain_text(words["learned"])
    page.locator("#ask_question").fill(words["asked"])
    page.get_by_role("button", name=words["ask"]).click()

    expect(page.locator("#context-text")).to_contain_text(words["told"])
    expect(page.get_by_role("heading", level=1)).to_have_text("Playground")
    assert screen.complaints == []


def test_a_session_that_ran_out_while_the_page_waits_leads_to_the_sign_in_page(
    opened: Opened, person: Profile, work: Callable[[], None]
) -> None:
    screen = opened()
    screen.sign_in("alice", path="/playground/")
    store(screen, WORDS["en"])

    screen.page.context.clear_cookies()

    expect(screen.page.locator("[name=password]")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_first_steps_are_done_from_the_page_and_tick_themselves(
    opened: Opened, transactional_db: None, work: Callable[[], None], language: str
) -> None:
    make_member(make_tenant(), role=Member.Role.ADMINISTRATOR, username="ada")
    words, screen = FIRST[language], opened(language)
    page = screen.page
    screen.open("/")
    page.locator("[name=username]").fill("ada")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/first-run/")

    make_key()
    expect(page.locator("#step-key .text-bg-success")).to_be_visible()  # the page notices by itself
    page.get_by_role("button", name=words["send"]).press("Enter")
    expect(page.get_by_text(words["learning"])).to_be_visible()
    work()
    expect(page.get_by_text(words["learned"])).to_be_visible()
    page.get_by_role("button", name=words["ask"]).click()
    expect(page.locator("#context-text")).to_contain_text(words["told"])
    screen.examine()
    page.reload()
    expect(page.locator(".text-bg-success")).to_have_count(3)
