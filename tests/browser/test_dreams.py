"""Dreams in a browser: an administrator starts one, reads what it did for a person, and takes a part of it back."""

import pytest
from playwright.sync_api import expect

from extraction import bell
from extraction.models import DreamPart, DreamRun
from profiles.models import Fact, Member, Profile
from tests.browser.conftest import Opened
from tests.builders import make_fact, make_profile
from tests.extraction.nights import make_merge, make_part, make_proposal, make_retirement, make_run, make_waiting

WORDS = {
    "en": {
        "title": "Dreams", "start": "Start now…", "yes": "Yes, start it", "begun": "It begins in a moment.", "undo": "Undo",
        "undone": "Taken back: 1 fact is as before.", "keep": "No, keep it", "kept": "Refused: the fact stays.",
    },
    "zh": {
        "title": "夜间整理", "start": "立即开始…", "yes": "是，开始", "begun": "马上开始。", "undo": "撤销",
        "undone": "已撤回：1 条事实恢复原状。", "keep": "不，保留", "kept": "已拒绝：该事实保留。",
    },
}  # fmt: skip
both_languages = pytest.mark.parametrize("language", ["en", "zh"])
with_and_without_scripts = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)
    monkeypatch.setattr(bell, "call", lambda *_args, **_words: True)


def make_night(person: Profile) -> DreamPart:
    counts = {"merged": 2, "outdated": 1, "unchanged": 9, "waiting": 1, "rejected": 1}
    run = make_run(person.tenant, slot="2026-03-11T03:00", counts={"users": 2, "failed": 1, "tokens": 1234, **counts})
    part = make_part(person, run, counts=counts, tokens=1234)
    make_part(make_profile("bob"), run, state="failed", reason="timeout")
    make_retirement(part, make_fact(person, "The user rents a flat in Leipzig"))
    make_merge(part, [make_fact(person, text) for text in ("用户喜欢红茶", "用户喜欢喝滇红")], "用户喜欢红茶，尤其滇红")
    part.operations.update(reason="moved into the house on Tuesday")
    make_waiting(part, make_fact(person, "The user has a dog"))
    cat = make_fact(person, "The user has a cat called " + "x" * 200)
    refused = {"state": "rejected", "content": "The user has a cat and a <b>horse</b>", "why": "ungrounded"}
    make_proposal(part, "merge", [cat], **refused)
    return part


@both_languages
@with_and_without_scripts
def test_an_administrator_starts_a_dream(
    opened: Opened, person: Profile, administrator: Member, language: str, scripts: bool
) -> None:
    words = WORDS[language]
    screen = opened(language, scripts=scripts)
    screen.sign_in("ada", path="/jobs/")

    screen.page.get_by_role("link", name=words["title"], exact=True).click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words["title"])
    screen.page.get_by_text(words["start"]).click()
    screen.page.get_by_role("button", name=words["yes"]).click()

    expect(screen.page.locator("#toast")).to_contain_text(words["begun"])
    run = DreamRun.objects.get()
    expect(screen.page).to_have_url(f"{screen.address}/dream/{run.pk}/")
    assert screen.complaints == []


@both_languages
@with_and_without_scripts
def test_somebody_reads_what_was_done_keeps_a_fact_and_takes_one_back(
    opened: Opened, person: Profile, administrator: Member, language: str, scripts: bool
) -> None:
    words, part = WORDS[language], make_night(person)
    screen = opened(language, scripts=scripts)
    screen.sign_in("ada", path="/dream/")

    screen.page.locator("#dreams .list-group-item a").first.click()
    screen.page.get_by_role("link", name="alice").click()
    expect(screen.page.get_by_text("rents a flat in Leipzig")).to_be_visible()
    screen.page.get_by_role("button", name=words["keep"]).click()
    expect(screen.page.locator("#toast")).to_contain_text(words["kept"])
    screen.page.locator(".card", has_text="Leipzig").get_by_role("button", name=words["undo"], exact=True).click()
    expect(screen.page.locator("#toast")).to_contain_text(words["undone"])

    assert Fact.objects.get(content__contains="Leipzig").is_active
    assert Fact.objects.get(content__contains="dog").is_active
    assert part.operations.filter(state="undone").count() == 1
    assert screen.complaints == []


def test_a_dream_is_started_and_another_taken_back_by_keyboard(
    opened: Opened, person: Profile, administrator: Member
) -> None:
    part = make_night(person)
    screen = opened()
    page, toast = screen.page, screen.page.locator("#toast")
    screen.sign_in("ada", path="/dream/")

    page.locator("summary", has_text="Start now").press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Yes, start it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(toast).to_contain_text("It begins in a moment.")

    screen.open(f"/dream/{part.run_id}/")
    page.get_by_role("link", name="alice").press("Enter")
    page.locator(".card", has_text="Leipzig").get_by_role("button", name="Undo", exact=True).press("Enter")
    expect(toast).to_contain_text("Taken back: 1 fact is as before.")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("What the dream did: alice")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dream of")
    assert Fact.objects.get(content__contains="Leipzig").is_active
    assert screen.complaints == []

    page.context.clear_cookies(name="sessionid")
    page.get_by_role("link", name="alice").press("Enter")
    expect(page.locator("[name=password]")).to_be_visible()


@both_languages
def test_the_pages_shut_nobody_out_and_fit_a_phone(
    opened: Opened, person: Profile, administrator: Member, language: str
) -> None:
    part = make_night(person)
    make_run(person.tenant, state="running", counts={"active": 2})
    screen = opened(language, reduced_motion="reduce")
    screen.sign_in("ada", path="/dream/")

    for path in (
        "/dream/",
        f"/dream/{part.run_id}/",
        f"/dream/{part.run_id}/?show=skipped",
        f"/dream/{part.run_id}/{part.pk}/",
    ):
        screen.open(path)
        screen.examine()
