"""Operations in a browser: from the status to a failure, through the work log and the calls, to the settings."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django import Settings

from extraction.models import Job
from observability import figures
from observability.models import ModelCall, WorkLogEntry
from profiles.models import Member, Profile
from tests.browser.conftest import Opened, Screen

WORDS = {
    "en": {
        "operations": "Operations", "failed": "1 × The model did not answer in time.", "log": "Work log",
        "line": "A job failed for the last time. The model did not answer in time.", "details": "Details", "job": "Job",
        "calls": "Model calls", "call": "Call", "show": "Show the texts", "settings": "Settings",
        "hidden": "set, and not shown",
    },
    "zh": {
        "operations": "运维", "failed": "1 × 模型没有及时回复。", "log": "工作日志",
        "line": "一个任务最终失败，不再重试。 模型没有及时回复。", "details": "详情", "job": "任务",
        "calls": "模型调用", "call": "调用", "show": "显示文本", "settings": "设置",
        "hidden": "已设置，不显示",
    },
}  # fmt: skip


@pytest.fixture
def failed(person: Profile) -> Job:
    """A job of Alice that failed, its line in the log, and the call that it made."""
    now = timezone.now()
    job = Job.objects.create(
        profile=person, kind="learn", state="failed", reason="timeout", due_at=now, created_at=now, finished_at=now
    )
    make_line(
        person, module="Jobs", level="error", message="A job failed for the last time.",
        details={"job": job.pk, "kind": "learn", "attempts": 5, "reason": "timeout"},
    )  # fmt: skip
    make_line(person)
    call = ModelCall.objects.create(
        tenant_id=person.tenant_id, profile_id=person.pk, job_id=job.pk, purpose="extract", model="m" * 120,
        outcome="timeout", tokens_in=700, request_text="<script>alert(1)</script>" + "x" * 500, reply_text="\u202eabc",
    )  # fmt: skip
    figures.add_call(call)
    return job


def make_line(person: Profile, **fields: Any) -> WorkLogEntry:
    values: dict[str, Any] = {
        "module": "Keys",
        "level": "success",
        "actor": "_system",
        "message": "An API key was made.",
    }
    return WorkLogEntry.objects.create(tenant_id=person.tenant_id, profile_id=person.pk, **(values | fields))


def follow(screen: Screen, name: str) -> None:
    screen.page.locator("main nav").get_by_role("link", name=name, exact=True).click()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_administrator_finds_out_what_failed_and_with_which_settings(
    opened: Opened, administrator: Member, failed: Job, settings: Settings, language: str
) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    words, screen = WORDS[language], opened(language)
    screen.sign_in("ada", path="/dream/")

    screen.page.get_by_role("link", name=words["operations"], exact=True).click()
    screen.page.get_by_role("link", name=words["failed"]).click()
    expect(screen.page.locator(".job-row")).to_have_count(1)
    follow(screen, words["log"])
    line = screen.page.locator(".log-line", has_text=words["line"])
    line.get_by_text(words["details"]).click()
    expect(line.get_by_role("link", name=str(failed.pk), exact=True)).to_have_attribute("href", f"/jobs/{failed.pk}/")
    follow(screen, words["calls"])
    screen.page.locator(".call-row").get_by_role("link", name=words["call"]).click()
    screen.page.get_by_role("link", name=words["show"]).click()
    expect(screen.page.locator("pre").first).to_contain_text("<script>alert(1)</script>")
    follow(screen, words["settings"])
    expect(screen.page.get_by_text(words["hidden"]).first).to_be_visible()
    assert screen.complaints == []
    assert WorkLogEntry.objects.filter(module="Admin", profile_id=failed.profile_id).count() == 1


def test_the_log_is_narrowed_by_keyboard_and_back_shows_it_whole(
    opened: Opened, administrator: Member, failed: Job
) -> None:
    screen = opened()
    screen.sign_in("ada", path="/operations/log/")
    lines = screen.page.locator(".log-line")
    expect(lines).to_have_count(2)

    screen.page.get_by_label("Level").focus()
    screen.page.keyboard.type("Err")
    expect(lines).to_have_count(1)
    assert "level=error" in screen.page.url
    screen.page.keyboard.press("Control+Home")
    screen.page.locator("h1").click()
    screen.page.keyboard.press("/")
    screen.page.keyboard.type("nobody")
    expect(screen.page.get_by_text("Nobody is known to agents as “nobody”")).to_be_visible()

    screen.page.reload()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Work log")
    expect(screen.page.get_by_label("About the person")).to_have_value("nobody")
    screen.page.go_back()
    expect(lines).to_have_count(1)
    screen.page.go_back()
    expect(lines).to_have_count(2)
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Work log")
    assert screen.complaints == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_pages_shut_nobody_out_and_fit_a_phone(
    opened: Opened, administrator: Member, failed: Job, person: Profile, settings: Settings, language: str
) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    make_line(person, level="warning", actor="w" * 160, details={"table": "<img src=x onerror=alert(1)>" + "y" * 500})
    call = ModelCall.objects.get()
    screen = opened(language)
    screen.page.on("dialog", lambda dialog: screen.complaints.append(f"dialog: {dialog.message}"))
    screen.sign_in("ada", path="/operations/")

    for path in (
        "/operations/", "/operations/log/", "/operations/log/?module=Export", "/operations/calls/",
        f"/operations/calls/{call.pk}/?contents=yes", "/operations/settings/",
    ):  # fmt: skip
        screen.open(path)
        screen.examine()


def test_the_status_is_looked_at_again_without_leaving_the_page(
    opened: Opened, administrator: Member, person: Profile
) -> None:
    screen = opened()
    screen.sign_in("ada", path="/operations/")
    failures = screen.page.locator(".status-line", has_text="Failures of the last hour")
    expect(failures).to_contain_text("Nothing failed.")
    now = timezone.now()
    Job.objects.create(
        profile=person, kind="learn", state="failed", reason="quota", due_at=now, created_at=now, finished_at=now
    )

    screen.page.get_by_role("link", name="Look again").click()

    expect(failures).to_contain_text("1 job did not end well.")
    expect(failures.locator(".badge")).to_have_text("Wants an eye")
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Status")
    assert screen.complaints == []
