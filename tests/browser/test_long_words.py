"""Long words in a browser: whatever people, agents and folders are called, no page is wider than a phone."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from extraction.models import Decision, DreamPart, Job
from observability.models import Observation, WorkLogEntry
from profiles.models import Fact, Member, Profile, ScopeConfig, Tenant, UserProfile
from summaries.models import EpisodeSummary, Session, SummarySnapshot
from tests.accounts import make_member
from tests.browser.conftest import Opened
from tests.builders import NOON, make_end_user, make_fact, make_job, make_message, make_profile, make_session
from tests.extraction.nights import make_part, make_run, make_waiting
from tests.globalmemory.builders import make_folder, make_global_memory
from tests.memoryhub.pages.observations.asking import REQUESTS, make_request, trace_of

WORD, ID, REASON = "W" * 128, "M" * 64, "X" * 64  # as long as names and ids may be, in the widest letters


@dataclass
class Rows:
    """One row of each kind, all named as long as can be: those of somebody, and of a company's sub-account."""

    me: Profile
    them: Profile
    session: Session
    fact: Fact
    part: DreamPart
    job: Job
    request: Observation


@pytest.fixture
def rows(transactional_db: None) -> Rows:
    me = make_profile(ID)
    them = make_end_user(ID, "Q" * 64)
    member = make_member(role=Member.Role.ADMINISTRATOR, profile=me, username="N" * 150)
    elsewhere = Tenant.objects.create(slug="elsewhere")
    Member.objects.create(account=member.account, tenant=elsewhere, role=Member.Role.MEMBER)
    Tenant.objects.update(name=WORD)
    UserProfile.objects.update(nickname=WORD)
    ScopeConfig.objects.create(tenant=me.tenant, scope_id=ID, llm_model=WORD)
    session, fact = make_talk(me), make_fact(them, "likes tea", agent_id=ID)
    make_fact(me, "likes tea", scope_id=ID)
    for owner in (me, None):
        folder = make_folder(owner, WORD, parent=make_folder(owner, "V" * 128))
        make_global_memory(owner, WORD, folder=folder, tags=[ID], agents=(ID, "K" * 64))
    Decision.objects.create(
        profile=me, kind="instruction", job_id=7, at=NOON, type="DELETE", action="waiting", content=WORD, scope_id=ID
    )
    job = make_job(me, "failed", REASON, scope_id=ID, agent_id=ID, engine=WORD, error=WORD)
    line = {"level": "error", "actor": f"account:{member.account_id}", "details": {"job": job.pk, "table": WORD}}
    WorkLogEntry.objects.create(tenant_id=me.tenant_id, profile_id=me.pk, module="M" * 32, message=WORD, **line)
    found = {"trace": trace_of(user=[(fact.fact_id, None, "kept")]), "error": f"related: {WORD}"}
    request = make_request(them, agent_id=ID, scope_id=ID, session_id=ID, message_id=ID, **found)
    return Rows(me, them, session, fact, make_night(me, member), job, request)


def make_talk(profile: Profile) -> Session:
    session = make_session(profile, ID, last_message_at=NOON, agent_id=ID)
    said = make_message(session, WORD, scope_id=ID, name=WORD, agent_id=ID)
    about = {"session": session, "profile": profile, "engine": WORD}
    SummarySnapshot.objects.create(
        version=1, text=f"[CURRENT_TOPIC]\n- {WORD}", created_at=NOON, last_message_id=said.pk, source_message_count=1,
        scope_id=ID, **about,
    )  # fmt: skip
    EpisodeSummary.objects.create(
        happened_at=NOON, written_at=NOON, message_count=1, summary=WORD, topics=[ID], covers_through=said.pk, **about
    )
    return session


def make_night(profile: Profile, member: Member) -> DreamPart:
    part = make_part(
        profile, make_run(profile.tenant, actor=f"account:{member.account_id}"), engine=WORD, reason=REASON
    )
    make_waiting(part, make_fact(profile, "has a dog"), reason=WORD)
    return part


def own_pages(rows: Rows) -> list[str]:
    talk = f"/memory/conversations/{rows.session.pk}/"
    return [
        "/password", "/memory/", f"/memory/?scope={ID}&q={WORD}", "/memory/data", "/memory/conversations", talk,
        f"{talk}delete", "/memory/looks", "/memory/asked", "/review/", "/global/", f"/global/?folder=none&agent={ID}",
        f"/global/?q={WORD}", "/global/?whose=tenant", "/playground/", "/first-run/",
    ]  # fmt: skip


def pages_of_the_organisation(rows: Rows) -> list[str]:
    them, run = f"/people/{rows.them.pk}/", f"/dream/{rows.part.run_id}/"
    return [
        f"/people/?q={WORD}", f"/people/?tab=employees&q={WORD}", f"/people/?tab=facts&q={WORD}", "/people/?tab=employees",
        f"/people/company/?id={ID}&q={WORD}", f"/people/{rows.me.pk}/", f"{them}?q={WORD}", f"{them}data",
        f"{them}facts/{rows.fact.fact_id}/", f"{them}context?ask=yes&agent={ID}", "/dream/", run, f"{run}{rows.part.pk}/",
        "/jobs/", f"/jobs/{rows.job.pk}/", f"/observations/?agent={ID}", f"{REQUESTS}?person={WORD}",
        f"{REQUESTS}{rows.request.observation_id}/", "/operations/", "/operations/log/", f"/operations/log/?person={WORD}",
        f"/operations/calls/?person={WORD}", "/operations/members/", "/operations/scopes/",
    ]  # fmt: skip


@pytest.mark.parametrize("pages", [own_pages, pages_of_the_organisation])
def test_no_page_is_wider_than_a_phone(opened: Opened, rows: Rows, pages: Callable[[Rows], list[str]]) -> None:
    screen = opened(viewport={"width": 375, "height": 800})
    screen.sign_in("N" * 150, path="/password")

    for path in pages(rows):
        screen.open(path)
        screen.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        assert screen.overflow <= 0, path
    assert screen.complaints == []
