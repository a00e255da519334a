"""Background work in a browser: an operator finds a failure and starts it again, an administrator takes back a job."""

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from extraction import bell
from extraction.models import Decision, Job
from observability.models import ModelCall
from profiles import ledger
from profiles.changes import New, Origin
from profiles.lifecycle import Source
from profiles.models import Fact, Member, Profile
from tests.accounts import make_member
from tests.browser.conftest import Opened
from tests.builders import NOON, make_job

WORDS = {
    "en": {
        "title": "Background work", "why": "The model did not answer in time.", "all": "Run all 2 again…",
        "sure": "Yes, run 2 again", "again": "2 jobs run again.", "undo": "Undo everything that it learned…",
        "yes": "Yes, undo it", "undone": "What it learned was taken back: 1 fact is as it was before.",
    },
    "zh": {
        "title": "后台任务", "why": "模型没有及时回复。", "all": "重新运行全部 2 个…",
        "sure": "是，重新运行 2 个", "again": "2 个任务重新运行。", "undo": "撤销它学到的一切…",
        "yes": "是，撤销", "undone": "它学到的内容已撤回：1 条事实恢复原状。",
    },
}  # fmt: skip
both_languages = pytest.mark.parametrize("language", ["en", "zh"])
with_and_without_scripts = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


@pytest.fixture
def operator(person: Profile) -> Member:
    """Otto, who watches the service in which Alice is remembered."""
    return make_member(person.tenant, role=Member.Role.OPERATOR, username="otto")


def make_learned(profile: Profile) -> Job:
    job = make_job(profile, "done", counts={"added": 1, "target": 1, "dropped_secret": 1}, engine="embedded")
    ledger.apply(profile.pk, [New("likes tea")], origin=Origin("_system", Source.EXTRACTION, job_id=job.pk), now=NOON)
    return job


@both_languages
@with_and_without_scripts
def test_an_operator_finds_failures_and_starts_them_again(
    opened: Opened, person: Profile, operator: Member, language: str, scripts: bool
) -> None:
    for _ in range(2):
        make_job(person, "failed", "timeout")
    words = WORDS[language]
    screen = opened(language, scripts=scripts)
    screen.sign_in("otto", path="/review/")

    screen.page.get_by_role("link", name=words["title"]).click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words["title"])
    row = screen.page.locator("section li", has_text=words["why"])
    row.get_by_role("link").click()
    expect(screen.page).to_have_url(screen.address + "/jobs/?state=failed&reason=timeout")
    expect(screen.page.locator(".job-row")).to_have_count(2)
    screen.page.get_by_text(words["all"]).click()
    screen.page.get_by_role("button", name=words["sure"]).click()

    expect(screen.page.locator("#toast")).to_contain_text(words["again"])
    expect(screen.page.locator(".job-row")).to_have_count(0)
    assert Job.objects.filter(state="pending").count() == 2
    assert screen.complaints == []


@both_languages
@with_and_without_scripts
def test_an_administrator_takes_back_what_a_job_learned(
    opened: Opened, person: Profile, language: str, scripts: bool
) -> None:
    make_member(person.tenant, role=Member.Role.ADMINISTRATOR, username="ada")
    job = make_learned(person)
    words = WORDS[language]
    screen = opened(language, scripts=scripts)
    screen.sign_in("ada", path="/jobs/")

    screen.page.locator(".job-row a").click()
    expect(screen.page).to_have_url(f"{screen.address}/jobs/{job.pk}/")
    screen.page.get_by_text(words["undo"]).click()
    screen.page.get_by_role("button", name=words["yes"]).click()

    expect(screen.page.get_by_text(words["undone"])).to_be_visible()
    assert Fact.objects.get().status == "superseded"
    expect(screen.page.get_by_text("likes tea")).to_have_count(0)
    assert screen.complaints == []


@both_languages
def test_the_filters_stand_in_the_address(opened: Opened, person: Profile, operator: Member, language: str) -> None:
    make_job(person, "failed", "timeout")
    make_learned(person)
    screen = opened(language)
    screen.sign_in("otto", path="/jobs/")

    screen.page.locator("#state").select_option("failed")

    expect(screen.page.locator(".job-row")).to_have_count(1)
    expect(screen.page).to_have_url(screen.address + "/jobs/?state=failed&kind=&reason=")
    screen.page.reload()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(WORDS[language]["title"])
    screen.page.go_back()
    expect(screen.page.locator(".job-row")).to_have_count(2)
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(WORDS[language]["title"])
    assert screen.complaints == []


def test_failures_are_run_again_and_what_was_learned_is_taken_back_by_keyboard(
    opened: Opened, person: Profile, administrator: Member
) -> None:
    make_job(person, "failed", "timeout")
    job = make_learned(person)
    screen = opened()
    page = screen.page
    screen.sign_in("ada", path="/jobs/")

    page.locator("section li", has_text="did not answer in time").get_by_role("link").press("Enter")
    page.locator("summary", has_text="Run 1 job again").press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Yes, run 1 again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("1 job runs again.")

    screen.open("/jobs/?state=done")
    page.get_by_role("link", name=f"Job {job.pk}").press("Enter")
    page.locator("summary", has_text="Undo everything").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("What it learned was taken back")).to_be_visible()
    assert Fact.objects.get().status == "superseded"
    assert screen.complaints == []

    screen.open("/jobs/")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("combobox", name="State").select_option("failed")
    expect(page.locator("[name=password]")).to_be_visible()


@both_languages
def test_the_pages_shut_nobody_out_and_fit_a_phone(
    opened: Opened, person: Profile, operator: Member, language: str, settings: Settings
) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    settings.MEMORYHUB_LLM_DAILY_BUDGET = 5.0
    Member.objects.filter(pk=operator.pk).update(role=Member.Role.ADMINISTRATOR)
    failed, done = make_job(person, "failed", "format", error="E" * 200), make_learned(person)
    make_job(person, "partial", "truncated")
    make_job(person, "pending", "budget")
    Decision.objects.create(
        profile=person, job_id=done.pk, content="w" * 300, action="appended", at=NOON,
        candidates=[{"fact_id": "f_11111111", "score": 0.6, "action": "append"}],
    )  # fmt: skip
    call = ModelCall.objects.create(
        tenant_id=person.tenant_id, profile_id=person.pk, job_id=failed.pk, at=failed.created_at, purpose="extract",
        model="m" * 100, outcome="format", reply_text="<html>" + "z" * 400,
    )  # fmt: skip
    screen = opened(language, reduced_motion="reduce")
    screen.sign_in("otto", path="/jobs/")

    for path in (
        "/jobs/", "/jobs/?reason=unheard-of", f"/jobs/{done.pk}/?contents=yes", f"/jobs/{failed.pk}/",
        f"/jobs/{failed.pk}/calls/{call.pk}",
    ):  # fmt: skip
        screen.open(path)
        screen.examine()
