"""The cases of session summaries, each kind through one adapter: the trigger, the reply, what travels and what stays in use."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.template import Context, Template

from engine.questions import ModelChoice
from engine.text import headings
from extraction import bell, runner
from profiles.models import Profile
from summaries import sections, snapshots
from summaries.models import Message, Session, SummarySnapshot
from summaries.snapshots import Refreshed
from tests.builders import NOON, after, make_end_user, make_message, make_profile, make_session
from tests.callers import api_with_key
from tests.scripted_server import ScriptedServer, refused, said

LINES = (Path(__file__).parent / "summary.jsonl").read_text("utf-8").splitlines()
ALL: list[dict[str, Any]] = [case for case in map(json.loads, LINES) if case["id"] < "sum-020"]
KINDS = {"summary_trigger", "concurrent", "summary_parse", "summary_incremental"}
PREVIOUS = headings.write(
    {"CURRENT_TOPIC": ("选型",), "USER_CONSTRAINTS": ("预算5万",), "OPEN_QUESTIONS": ("谁来压测？",)}, is_chinese=True
)
GOOD = headings.write({"CURRENT_TOPIC": ("选型",), "CONFIRMED_FACTS": ("用 PostgreSQL",)}, is_chinese=True)


def cases(kind: str) -> list[Any]:
    return [pytest.param(case["input"], case["expect"], id=case["id"]) for case in ALL if case["input"]["kind"] == kind]


def test_every_case_of_summaries_is_run() -> None:
    assert {case["input"]["kind"] for case in ALL} == KINDS
    assert sum(len(cases(kind)) for kind in KINDS) == len(ALL) == 15


def talk(session: Session, first: int, last: int, *, characters: int) -> None:
    """So many messages, with so many characters in all."""
    count = last - first + 1
    for number in range(first, last + 1):
        share = characters // count + (characters % count if number == last else 0)
        text = f"n{number} ".ljust(share, "字")[:share]
        make_message(session, text, said_at=after(number), message_id=f"n{number}")


def covering(session: Session, count: int, text: str = PREVIOUS) -> SummarySnapshot:
    """A good version over the first so many messages."""
    last = Message.objects.get(message_id=f"n{count}")
    return SummarySnapshot.objects.create(
        session=session, profile=session.profile, version=1, text=text, source_message_count=count, created_at=NOON,
        first_message_id=Message.objects.get(message_id="n1").pk, last_message_id=last.pk,
        covered_until=last.said_at, covers_through=last.pk,
    )  # fmt: skip


def refresh(session: Session, server: ScriptedServer, **options: Any) -> Refreshed:
    choice = ModelChoice(base_url=server.url, model="small-1")
    return snapshots.refresh(session, scope_id="__default__", choice=choice, now=NOON, **options)


@pytest.mark.parametrize(("given", "expected"), cases("summary_trigger"))
@pytest.mark.django_db
def test_when_a_summary_is_made(given: dict[str, Any], expected: dict[str, Any], settings: Any) -> None:
    settings.MEMORYHUB_SUMMARY_MESSAGES = given["threshold"]
    settings.MEMORYHUB_SUMMARY_CHARACTERS = given["char_threshold"]
    settings.MEMORYHUB_SUMMARY_WINDOW = given["window"]
    session = make_session(make_profile())
    covered, count = given["last_covered"] or 0, given["message_count"]
    if covered:
        talk(session, 1, covered, characters=covered * 200)
        covering(session, covered)
    if count < covered:  # some went, none came
        Message.objects.filter(session=session, message_id__in=["n3", "n4"][: covered - count]).delete()
    elif count > covered:
        talk(session, covered + 1, count, characters=given["new_chars"])

    with ScriptedServer([said(GOOD)]) as server:
        done = refresh(session, server)

    assert bool(done.snapshot) is expected["triggers"]
    assert bool(server.requests) is expected["triggers"]
    assert len(server.requests) <= 1


@pytest.mark.parametrize(("given", "expected"), cases("summary_parse"))
@pytest.mark.django_db
def test_what_becomes_of_a_reply(given: dict[str, Any], expected: dict[str, Any]) -> None:
    session = make_session(make_profile())
    talk(session, 1, 20, characters=4000)
    former = covering(session, 10)

    with ScriptedServer([said(given["reply"])]) as server:
        done = refresh(session, server)

    latest = snapshots.current(session, "__default__")
    assert latest is not None
    found = sections.as_object(latest.text)
    if expected.get("outcome") == "reject":
        assert latest == former
        row = SummarySnapshot.objects.get(status=SummarySnapshot.State.FAILED)
        assert row.error == done.failed == "format"
    elif "any_of" in expected:
        assert found["USER_CONSTRAINTS"] == ["预算5万"]
        assert found["OPEN_QUESTIONS"] == ["谁来压测？"]
    else:
        assert latest == done.snapshot
        assert len(found) == expected["sections"]
        assert [name for name, lines in found.items() if not lines] == expected.get("empty_sections", [])
        assert not any(name in latest.text for name in expected.get("ignored", []))
    if "console" in expected:
        shown = Template("{{ text }}").render(Context({"text": latest.text}))
        assert "&lt;script&gt;" in shown
        assert "<script>" not in shown


@pytest.mark.parametrize(("given", "expected"), cases("summary_incremental"))
@pytest.mark.django_db
def test_what_travels_and_what_stays_in_use(given: dict[str, Any], expected: dict[str, Any]) -> None:
    session = make_session(make_profile())
    if "messages_out_of_order" in given:
        _out_of_order(session, given["messages_out_of_order"], expected)
        return
    covered, count = given.get("previous_covers", 22), given.get("messages", 26)
    talk(session, 1, count, characters=count * 400)
    former = covering(session, covered)
    fails = given.get("event") == "model fails"

    with ScriptedServer([refused(500, "x" * 2000) if fails else said(GOOD)]) as server:
        done = refresh(session, server)

    if fails:
        row = SummarySnapshot.objects.get(status=SummarySnapshot.State.FAILED)
        assert 0 < len(row.error) <= 512
        assert snapshots.current(session, "__default__") == former
        return
    (prompt,) = server.prompts
    assert PREVIOUS in prompt
    assert all(f": n{number} " in prompt for number in range(covered + 1, count + 1))
    assert not any(f": n{number} " in prompt for number in range(1, covered + 1))
    assert done.snapshot is not None
    assert (done.snapshot.version, done.snapshot.source_message_count) == (former.version + 1, count)


def _out_of_order(session: Session, messages: list[dict[str, Any]], expected: dict[str, Any]) -> None:
    for one in messages:
        at = datetime.fromisoformat(f"2026-03-10T{one['at']}+00:00")
        make_message(session, f"我是{one['id']}", said_at=at, message_id=one["id"])

    with ScriptedServer([said(GOOD)]) as server:
        made = refresh(session, server, force=True).snapshot

    assert made is not None
    places = [server.prompts[0].index(f"我是{name}") for name in expected["prompt_order"]]
    assert places == sorted(places)
    names = dict(Message.objects.values_list("pk", "message_id"))
    assert [names[made.first_message_id], names[made.last_message_id]] == expected["range"]


@pytest.mark.parametrize(("given", "expected"), cases("concurrent"))
@pytest.mark.django_db(transaction=True)
def test_ends_at_once(
    given: dict[str, Any], expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(bell, "ring", lambda _profile, *, queue: bool(queue))
    profile: Profile = make_end_user("acme")
    session = make_session(profile)
    talk(session, 1, 22, characters=4400)
    covering(session, 22)
    talk(session, 23, given["message_count"], characters=given["new_chars"])
    api = api_with_key()

    def ended(_: int) -> int:
        try:
            answer = api.post("/api/sessions/s1/end", {"end_user_id": "acme"})
            runner.run_next(profile.pk, queue="background", now=NOON.replace(year=2100))
            return answer.status_code
        finally:
            connection.close()

    with ScriptedServer([said(GOOD)]) as server:
        settings.MEMORYHUB_LLM_BASE_URL = server.url
        settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(settings.MEMORYHUB_LLM_MODELS, "small-1")
        with ThreadPoolExecutor(3) as pool:
            statuses = list(pool.map(ended, range(3)))
        while runner.run_next(profile.pk, queue="background", now=NOON.replace(year=2100)):
            pass

    assert statuses == [202] * 3
    latest = snapshots.current(session, "__default__")
    assert latest is not None
    assert latest.version == expected["version"]
    assert SummarySnapshot.objects.count() == 1 + expected["snapshots_added"]
    assert len(server.requests) <= expected["llm_calls_max"]
