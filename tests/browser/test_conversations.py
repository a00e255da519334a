"""A person reads a conversation in a browser, compares two versions of its summary, and deletes what they said."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from extraction import bell
from profiles.models import Fact, Member, Profile
from summaries.models import EpisodeSummary, Message, Session, SummarySnapshot
from tests.accounts import make_member
from tests.browser.conftest import Opened
from tests.builders import make_fact, make_message, make_session

WORDS = {
    "en": {
        "link": "Conversations", "board": "My conversations", "title": "A conversation", "delete": "Delete…",
        "yes": "Yes, delete it", "done": "Deleted. It is in no answer and no summary from now on; what was learned stays.",
        "gone": "This message was deleted.", "show": "Show", "change": "What changed from version 1 to version 2:",
        "versions": "3 versions", "pause": "Pause memory in this conversation", "resume": "Resume",
    },
    "zh": {
        "link": "会话", "board": "我的会话", "title": "一次会话", "delete": "删除…",
        "yes": "是，删除", "done": "已删除。从现在起它不再出现在任何回答和摘要中；学到的事实会保留。",
        "gone": "这条消息已被删除。", "show": "显示", "change": "从版本 1 到版本 2 的变化：",
        "versions": "3 个版本", "pause": "暂停这次会话的记忆", "resume": "继续记忆",
    },
}  # fmt: skip
FIRST = "[CURRENT_TOPIC]\n- 早餐摊选址\n\n[CONFIRMED_FACTS]\n- 摊位在地铁口\n- 租金每月3000元"
SECOND = "[CURRENT_TOPIC]\n- 早餐摊选址\n\n[CONFIRMED_FACTS]\n- 摊位在地铁口\n- 租金每月2800元\n\n[OPEN_QUESTIONS]\n- 何时签约"
both_languages = pytest.mark.parametrize("language", ["en", "zh"])


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


@pytest.fixture
def talk(person: Profile) -> Session:
    """Alice and her agent about a stall, as it stands the morning after."""
    began = timezone.now() - timedelta(hours=15)
    session = make_session(person, "stall-7", last_message_at=began, agent_id="helper")
    said = [
        ("user", "我打算在大学城开一个早餐摊，选址还没有定。"),
        ("assistant", "先看早高峰的客流和租金，再决定选址。"),
        ("user", "地铁口的租金每月3000元，可以谈到2800元。\nThe landlord wants an answer by Friday."),
        (
            "tool",
            '{"rent": 2800, "unit": "month", "source": "https://example.org/a/very/long/address/that/does/not/end"}',
        ),
        ("assistant", "那就选地铁口，签约前确认租期。"),
    ]
    rows = [
        make_message(session, text, role=role, said_at=began + timedelta(minutes=n), said_offset_minutes=480)
        for n, (role, text) in enumerate(said)
    ]
    make_message(session, "withdrawn", said_at=began + timedelta(minutes=9), deleted_at=timezone.now())
    make_message(session, "这句不用记", said_at=began + timedelta(minutes=10), teaches=False)
    make_fact(person, "用户打算在大学城开早餐摊", evidence=(rows[0].pk,))
    EpisodeSummary.objects.create(
        session=session, profile=person, happened_at=began, written_at=timezone.now(), message_count=5, engine="embedded",
        summary="用户与助手聊到了早餐摊、选址和租金。用户打算在大学城开早餐摊。", topics=["早餐摊", "选址", "租金"],
        covers_through=rows[-1].pk,
    )  # fmt: skip
    for number, (text, fields) in enumerate(
        [(FIRST, {}), (SECOND, {}), ("", {"status": SummarySnapshot.State.FAILED, "error": "timeout"})], start=1
    ):
        SummarySnapshot.objects.create(
            session=session, profile=person, version=number, text=text, created_at=timezone.now(), engine="embedded",
            last_message_id=number, source_message_count=2 * number, **fields,
        )  # fmt: skip
    return session


@both_languages
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_person_finds_a_conversation_compares_versions_and_deletes_a_message(
    opened: Opened, person: Profile, talk: Session, language: str, scripts: bool
) -> None:
    words, screen = WORDS[language], opened(language, scripts=scripts)
    screen.sign_in("alice")
    page = screen.page

    page.get_by_role("link", name=words["link"], exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["board"])
    page.locator("main li a").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(words["title"])

    page.get_by_role("button", name=words["show"], exact=True).click()
    expect(page.get_by_text(words["change"])).to_be_visible()
    expect(page.locator("del")).to_have_text("租金每月3000元")
    expect(page.locator("ins")).to_have_text(["租金每月2800元", "何时签约"])

    message = Message.objects.filter(session=talk).order_by("pk")[0]
    row = page.locator(f"#m-{message.pk}")
    row.get_by_text(words["delete"]).click()
    row.get_by_role("button", name=words["yes"]).click()
    expect(page.locator("#toast")).to_contain_text(words["done"])
    expect(page.locator(f"#m-{message.pk}")).to_contain_text(words["gone"])
    assert Message.objects.get(pk=message.pk).deleted_at is not None
    assert Fact.objects.get().status == "active"
    assert screen.complaints == []


@both_languages
def test_a_message_is_deleted_by_keyboard_alone(opened: Opened, talk: Session, language: str) -> None:
    screen = opened(language)
    screen.sign_in("alice", path=f"/memory/conversations/{talk.pk}/")
    message = Message.objects.filter(session=talk).order_by("pk")[0]

    screen.page.locator(f"#m-{message.pk} summary").focus()
    screen.page.keyboard.press("Enter")
    screen.page.keyboard.press("Tab")
    screen.page.keyboard.press("Enter")

    expect(screen.page.locator(f"#m-{message.pk}")).to_contain_text(WORDS[language]["gone"])
    assert screen.complaints == []


@both_languages
def test_memory_is_paused_and_resumed_in_it(opened: Opened, talk: Session, language: str) -> None:
    words, screen = WORDS[language], opened(language)
    screen.sign_in("alice", path=f"/memory/conversations/{talk.pk}/")

    screen.page.get_by_role("button", name=words["pause"]).click()
    expect(screen.page.get_by_role("button", name=words["resume"])).to_be_visible()
    assert Session.objects.get().is_paused
    screen.page.get_by_role("button", name=words["resume"]).click()

    expect(screen.page.get_by_role("button", name=words["pause"])).to_be_visible()
    assert not Session.objects.get().is_paused
    assert screen.complaints == []


@both_languages
def test_the_pages_shut_nobody_out_and_fit_a_phone(
    opened: Opened, person: Profile, talk: Session, language: str
) -> None:
    make_member(person.tenant, role=Member.Role.ADMINISTRATOR, username="greta")
    own = f"/memory/conversations/{talk.pk}/"
    visits: dict[str, tuple[str, ...]] = {
        "alice": ("/memory/conversations", own, f"{own}?from=1&to=2"),
        "greta": (own, f"{own}?contents=yes"),
    }
    for name, paths in visits.items():
        screen = opened(language, reduced_motion="reduce")
        screen.sign_in(name, path=paths[0])
        for path in paths:
            screen.open(path)
            screen.examine()
