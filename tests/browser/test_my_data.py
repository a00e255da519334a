"""My memory in a browser: several facts at once, the life of a fact, conversations that go, and everything that goes."""

from typing import Any

import pytest
from playwright.sync_api import expect

from observability.models import Feedback, MemoryFeedback, Observation
from profiles import ledger
from profiles.changes import Move, Origin
from profiles.lifecycle import Source, Status
from profiles.models import ErasureReceipt, Fact, Profile
from summaries.models import Session
from tests.browser.conftest import Opened
from tests.builders import NOON, make_fact, make_message, make_session

WORDS = {
    "en": {
        "forget": "Forget what is chosen", "gone": "Forgotten: 2 facts.", "undo": "Undo", "back": "Restored: 2 facts",
        "title": "My memory", "data": "Export and erase", "erase": "Erase everything about me", "erased": "Erased",
        "wrong": "so nothing was erased", "receipt": "Show the receipt",
    },
    "zh": {
        "forget": "忘记所选", "gone": "已忘记 2 条事实", "undo": "撤销", "back": "已恢复：2 条事实", "title": "我的记忆",
        "data": "导出与清除", "erase": "清除关于我的一切", "erased": "已清除", "wrong": "因此没有清除任何内容",
        "receipt": "查看回执",
    },
}  # fmt: skip
both_languages = pytest.mark.parametrize("language", ["en", "zh"])


@both_languages
def test_several_facts_are_found_by_a_filter_forgotten_at_once_and_brought_back(
    opened: Opened, person: Profile, language: str
) -> None:
    words = WORDS[language]
    for number in range(2):
        make_fact(person, f"goal {number}", type="user_goal")
    make_fact(person, "likes tea")
    screen = opened(language)
    screen.sign_in("alice")
    rows, toast = screen.page.locator("li.fact"), screen.page.locator("#toast")

    screen.page.locator("#group").select_option("user_goal")
    expect(rows).to_have_count(2)
    expect(screen.page).to_have_url(screen.address + "/memory/?group=user_goal")
    screen.page.locator("[data-choose-all]").check()
    expect(screen.page.locator("[name=fact]:checked")).to_have_count(2)
    screen.page.get_by_role("button", name=words["forget"]).click()
    expect(toast).to_contain_text(words["gone"])
    expect(rows).to_have_count(0)
    toast.get_by_role("button", name=words["undo"]).click()
    expect(toast).to_contain_text(words["back"])
    expect(rows).to_have_count(2)

    screen.page.reload()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words["title"])
    expect(rows).to_have_count(2)
    screen.page.go_back()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words["title"])
    expect(rows).to_have_count(3)
    assert screen.complaints == []


def test_facts_are_chosen_and_forgotten_by_keyboard_alone(opened: Opened, person: Profile) -> None:
    for number in range(3):
        make_fact(person, f"fact {number}")
    screen = opened()
    screen.sign_in("alice")
    keyboard = screen.page.keyboard

    screen.page.locator("[name=fact]").first.focus()
    keyboard.press("Space")
    for _step in range(5):  # over Why, Edit, Pin and Forget of the first line
        keyboard.press("Tab")
    expect(screen.page.locator("[name=fact]").nth(1)).to_be_focused()
    keyboard.press("Space")
    keyboard.press("Enter")

    expect(screen.page.locator("li.fact")).to_have_count(1)
    expect(screen.page.get_by_role("button", name="Undo")).to_be_focused()
    keyboard.press("Enter")
    expect(screen.page.locator("li.fact")).to_have_count(3)


def test_a_conversation_goes_with_what_was_learned_in_it(opened: Opened, person: Profile) -> None:
    session = make_session(person, "monday", last_message_at=NOON)
    message = make_message(session, "I want a stall.")
    make_fact(person, "wants a stall", evidence=(message.pk,))
    screen = opened()
    screen.sign_in("alice", path=f"/memory/conversations/{session.pk}/")

    screen.page.get_by_role("link", name="Delete this conversation").click()
    expect(screen.page.locator("li", has_text="wants a stall")).to_be_visible()
    screen.page.go_back()
    expect(screen.page.get_by_role("heading", level=1)).to_contain_text("A conversation")
    screen.page.go_forward()
    screen.page.get_by_label("They are forgotten too").check()
    screen.page.get_by_role("button", name="Yes, delete it for good").click()

    expect(screen.page.locator("#toast")).to_contain_text("1 fact was forgotten with it")
    assert not Session.objects.exists()
    assert Fact.objects.get().status == Status.DEPRECATED
    assert screen.complaints == []


@both_languages
def test_everything_goes_once_the_name_is_typed_and_a_receipt_stays(
    opened: Opened, person: Profile, language: str
) -> None:
    words = WORDS[language]
    make_fact(person, "likes tea")
    screen = opened(language)
    screen.sign_in("alice")

    screen.page.get_by_role("link", name=words["data"]).click()
    with screen.page.expect_download() as download:
        screen.page.locator("a[download]").click()
    assert '"likes tea"' in download.value.path().read_text("utf-8")
    field = screen.page.locator("[name=confirm]")
    field.fill("Alice")
    screen.page.get_by_role("button", name=words["erase"]).click()
    expect(screen.page.locator("#id_confirm_error")).to_contain_text(words["wrong"])
    assert Fact.objects.exists()
    assert ["422" in complaint for complaint in screen.complaints] == [True]  # the browser itself remarks on the status
    screen.complaints.clear()
    field.fill("alice")
    field.press("Enter")

    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words["erased"])
    screen.examine()
    screen.open()
    screen.page.get_by_role("link", name=words["receipt"]).click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words["erased"])
    assert ErasureReceipt.objects.count() == 1
    assert not Fact.objects.exists()
    assert screen.complaints == []


def test_the_pages_shut_nobody_out_and_run_nothing_that_was_said(opened: Opened, person: Profile) -> None:
    hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>\u202e"
    session = make_session(person, "<b>monday</b>", last_message_at=NOON, agent_id="<i>agent</i>")
    message = make_message(session, hostile + "y" * 500)
    fact = make_fact(person, "x" * 500, type="user_goal", evidence=(message.pk,), is_pinned=True)
    make_fact(person, hostile, origin=Origin("account:1", Source.CONSOLE))
    make_fact(person, "went to Porto", type="episodic_memory")
    gone = make_fact(person, "مرحبا " + hostile)
    ledger.apply(person.pk, [Move(gone.pk, Status.DEPRECATED)], origin=Origin("account:1", Source.CONSOLE), now=NOON)
    tell_a_night(person, hostile)
    answer_with(fact, hostile)
    screen = opened("zh")
    screen.page.on("dialog", lambda dialog: screen.complaints.append(f"dialog: {dialog.message}"))
    screen.sign_in("alice")

    for path in (
        "/memory/", "/memory/?show=past", f"/memory/{fact.fact_id}/", "/memory/data", "/memory/conversations",
        f"/memory/conversations/{session.pk}/delete", "/memory/looks",
    ):  # fmt: skip
        screen.open(path)
        screen.examine()


def tell_a_night(person: Profile, wording: str) -> None:
    log = {"merged": [[[wording, "z" * 300], wording]], "outdated": [wording], "unchanged": 1}
    last = {"run": 7, "part": 9, "at": NOON.isoformat()}
    Profile.objects.filter(pk=person.pk).update(metadata={"dreamLog": log, "lastDream": last})


def answer_with(fact: Fact, question: str) -> None:
    about: dict[str, Any] = {"tenant_id": fact.profile.tenant_id, "profile_id": fact.profile_id}
    observation = Observation.objects.create(
        **about, scope_id=fact.scope_id, agent_id="<i>agent</i>", session_id="<b>monday</b>", question=question,
        retrieved_ids=[fact.fact_id], trace={"levels": {"user": [{"id": fact.fact_id, "score": None, "why": "kept"}]}},
    )  # fmt: skip
    Feedback.objects.create(**about, observation=observation, rating=Feedback.Rating.BAD)
    MemoryFeedback.objects.create(
        **about, observation=observation, memory_id=fact.fact_id, rating=2, reason=Feedback.Reason.OUTDATED
    )
