"""What you asked for in a browser: a person reads what became of their wishes and takes one back, with scripts and without."""

from typing import Any

import pytest
from playwright.sync_api import expect

from extraction.models import Decision
from profiles import ledger
from profiles.changes import Move, New, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, Profile
from tests.browser.conftest import Opened
from tests.builders import after, make_fact

PAGE = "/memory/asked"
JOB = 77
WORDS = {
    "en": {"title": "What you asked for", "undo": "Undo", "undone": "Undone.", "link": "What you asked for"},
    "zh": {"title": "您提出的要求", "undo": "撤销", "undone": "已撤销。", "link": "您提出的要求"},
}


def wish(profile: Profile, op: str, outcome: str, content: str, **fields: Any) -> None:
    Decision.objects.create(
        profile=profile, kind="instruction", job_id=JOB, at=after(5), type=op, action=outcome, content=content, **fields
    )


def asked(profile: Profile) -> Fact:
    """Four wishes of four outcomes; answers the fact that one of them forgot."""
    origin = Origin(f"user:{profile.pk}", Source.INSTRUCTION, job_id=JOB)
    cola, coffee = make_fact(profile, "用户喜欢可乐"), make_fact(profile, "The user drinks coffee")
    near = make_fact(profile, "用户在学滑冰")
    tea = New("The user drinks tea", reason="instructed", replaces=(coffee.pk,), replaces_reason="instructed")
    changes = [Move(cola.pk, Status.DEPRECATED, reason="instructed"), tea]
    (new,) = ledger.apply(profile.pk, changes, origin=origin, now=after(5)).facts
    looked_at = [{"fact_id": near.fact_id, "score": 0.74, "action": "no match", "reason": "another thing"}]
    wish(profile, "DELETE", "not_confirmed", "用户在学滑雪", candidates=looked_at)
    wish(profile, "DELETE", "waiting", "The user's job", reason="many")
    wish(
        profile, "UPDATE", "updated", "The user drinks coffee → The user drinks tea", fact_id=new.fact_id,
        candidates=[{"fact_id": coffee.fact_id, "score": 1.0, "action": "updated"}],
    )  # fmt: skip
    wish(
        profile, "DELETE", "forgotten", "用户喜欢可乐", fact_id=cola.fact_id,
        candidates=[{"fact_id": cola.fact_id, "score": 1.0, "action": "forgotten"}],
    )  # fmt: skip
    return cola


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_person_reads_what_became_of_their_wishes_and_takes_one_back(
    opened: Opened, person: Profile, language: str, scripts: bool
) -> None:
    words, screen = WORDS[language], opened(language, scripts=scripts)
    cola = asked(person)
    screen.sign_in("alice")

    screen.page.get_by_role("link", name=words["link"], exact=True).click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words["title"])
    buttons = screen.page.get_by_role("button", name=words["undo"], exact=True)
    expect(buttons).to_have_count(2)
    if scripts:
        screen.examine()
    buttons.first.click()

    expect(screen.page.get_by_text(words["undone"], exact=True)).to_be_visible()
    expect(buttons).to_have_count(1)
    cola.refresh_from_db()
    assert cola.status == Status.ACTIVE
    assert screen.complaints == []


def test_a_wish_is_taken_back_by_keyboard(opened: Opened, person: Profile) -> None:
    cola, screen = asked(person), opened()
    page = screen.page
    screen.sign_in("alice", path=PAGE)

    buttons = page.get_by_role("button", name="Undo", exact=True)
    page.locator("summary", has_text="What it was compared with").press("Enter")
    expect(page.get_by_role("link", name="用户在学滑冰")).to_be_visible()
    buttons.first.press("Enter")
    expect(page.get_by_text("Undone.", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("What you asked for")
    page.get_by_role("link", name="Why is this known?").first.press("Enter")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("What you asked for")
    cola.refresh_from_db()
    assert cola.status == Status.ACTIVE
    assert screen.complaints == []

    page.context.clear_cookies(name="sessionid")
    buttons.first.press("Enter")
    expect(page.locator("[name=password]")).to_be_visible()
