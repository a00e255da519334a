"""Conversations in the API: ended, summed up, listed; nothing of anybody else, and nothing that was deleted."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from engine.text.headings import NAMES
from extraction import bell, deletion, runner, tasks
from extraction.models import Job
from profiles.models import Profile, Tenant
from summaries.models import Message, Session, SummarySnapshot
from tests.builders import NOON, after, make_end_user, make_message, make_session, make_tenant
from tests.callers import Api, api_with_key
from tests.summaries.scripted import Condenser, installed

ACME = {"end_user_id": "acme"}
LONG = "x" * 150
EMPTY = {name: [] for name in NAMES}


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Condenser]:
    yield from installed(monkeypatch)


@pytest.fixture(autouse=True)
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda _profile, *, queue: bool(queue))


@pytest.fixture
def acme() -> Profile:
    return make_end_user("acme")


def talk(profile: Profile, count: int = 10, session_id: str = "s1", **fields: Any) -> Session:
    session = make_session(profile, session_id)
    for number in range(count):
        make_message(session, f"m{number} {LONG}", said_at=after(number), message_id=f"m{number}", **fields)
    return session


def end(api: Api, session_id: str = "s1", **body: Any) -> dict[str, Any]:
    answer = api.post(f"/api/sessions/{session_id}/end", ACME | body)
    assert answer.status_code == 202, answer.content
    told: dict[str, Any] = answer.json()
    return told


def work(profile: Profile) -> None:
    while runner.run_next(profile.pk, queue="background", now=timezone.now()):
        pass


def read(api: Api, what: str, session_id: str = "s1", **query: Any) -> dict[str, Any]:
    answer = api.get(f"/api/sessions/{session_id}/{what}", **ACME | query)
    assert answer.status_code == 200, answer.content
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.django_db
class TestEnd:
    def test_an_ended_conversation_is_condensed_in_the_background(self, acme: Profile, engine: Condenser) -> None:
        talk(acme)

        ended = end(api_with_key(scopes=["ingest"]))
        work(acme)

        assert (ended["state"], ended["reason"]) == ("pending", "")
        assert Job.objects.get(pk=ended["job_id"]).state == "done"
        summary = read(api_with_key(scopes=["read"]), "summary")
        assert (summary["version"], summary["source_message_count"]) == (1, 10)
        assert (summary["first_message_id"], summary["last_message_id"]) == ("m0", "m9")
        assert summary["sections"] == EMPTY | {"CURRENT_TOPIC": ["talk"], "CONFIRMED_FACTS": [f"up to m9 {LONG}"]}
        assert summary["text"].startswith("[CURRENT_TOPIC]\n- talk")
        assert summary["ended_at"] == ended["ended_at"]

    def test_sent_again_it_names_the_job_that_waits(self, acme: Profile) -> None:
        talk(acme)
        api = api_with_key()

        first, second = end(api), end(api)

        assert first == second
        assert Job.objects.count() == 1

    def test_a_repeated_key_is_answered_from_memory(self, acme: Profile) -> None:
        talk(acme)
        api = api_with_key()

        first, second = (api.post("/api/sessions/s1/end", ACME, idempotency_key="k1") for _ in range(2))

        assert first.json() == second.json()
        assert second.headers["Idempotency-Replayed"] == "true"

    @pytest.mark.parametrize(
        ("count", "body", "reason"), [(3, {}, "too_little"), (0, {}, None), (3, {"force": True}, "")]
    )
    def test_it_says_why_nothing_is_due(
        self, acme: Profile, count: int, body: dict[str, Any], reason: str | None
    ) -> None:
        talk(acme, count)
        if reason is None:
            make_message(make_session(acme), "x", message_type="tool_call")
            reason = "nothing_new"

        ended = end(api_with_key(), **body)

        assert ended["reason"] == reason
        assert (ended["job_id"] is None, ended["state"] == "not_due") == (bool(reason),) * 2

    @pytest.mark.parametrize("who", ["tenant", "profile", "session"])
    def test_nothing_is_due_while_memory_rests(self, acme: Profile, who: str) -> None:
        session = talk(acme)
        model, key = {"tenant": (Tenant, acme.tenant_id), "profile": (Profile, acme.pk), "session": (Session, session.pk)}[who]  # fmt: skip
        model.objects.filter(pk=key).update(is_paused=True)

        assert end(api_with_key())["reason"] == "paused"
        assert not Job.objects.exists()

    def test_a_conversation_that_goes_on_ends_anew(self, acme: Profile) -> None:
        session = talk(acme)
        first = end(api_with_key())["ended_at"]
        Session.objects.filter(pk=session.pk).update(ended_at=NOON, last_message_at=after(9))

        assert end(api_with_key())["ended_at"] >= first

    def test_an_unknown_conversation_is_not_found_and_nobody_is_made(self, acme: Profile) -> None:
        answer = api_with_key().post("/api/sessions/s1/end", {"end_user_id": "nobody"})

        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert Profile.objects.count() == 1

    @pytest.mark.parametrize("body", [{"force": "yes"}, {"force": 1}])
    def test_a_bad_switch_is_refused(self, acme: Profile, body: dict[str, Any]) -> None:
        talk(acme)

        answer = api_with_key().post("/api/sessions/s1/end", ACME | body)

        assert (answer.status_code, answer.json()["field"]) == (400, "force")


@pytest.mark.django_db
class TestSummary:
    def test_of_an_unknown_conversation_or_person_it_is_empty_and_nothing_is_made(self) -> None:
        make_tenant()
        api = api_with_key()

        summary, versions, messages = (read(api, what) for what in ("summary", "summaries", "messages"))

        assert (summary["session_id"], summary["version"], summary["text"]) == ("s1", None, "")
        assert summary["sections"] == EMPTY
        assert versions == messages == {"items": [], "next_cursor": None}
        assert not Profile.objects.exists()

    def test_versions_are_listed_newest_first_and_failed_ones_by_the_class_of_their_error(self, acme: Profile) -> None:
        session = talk(acme, 2)
        about = {"session": session, "profile": acme, "created_at": NOON}
        SummarySnapshot.objects.create(**about, version=1, text="[CURRENT_TOPIC]\n- tea")
        SummarySnapshot.objects.create(**about, version=2, text="", deleted_at=NOON)
        SummarySnapshot.objects.create(**about, version=3, status=2, error="timeout")
        api = api_with_key()

        first = read(api, "summaries", limit=1)
        second = read(api, "summaries", limit=1, cursor=first["next_cursor"])

        assert [(one["version"], one["state"], one["error"]) for one in first["items"]] == [(3, "failed", "timeout")]
        assert [(one["version"], one["state"], one["text"]) for one in second["items"]] == [
            (1, "ok", "[CURRENT_TOPIC]\n- tea")
        ]
        assert second["next_cursor"] is None
        assert read(api, "summary")["version"] == 1

    def test_a_deleted_message_takes_the_summary_with_it_until_it_is_made_anew(
        self, acme: Profile, engine: Condenser
    ) -> None:
        talk(acme)
        api = api_with_key()
        end(api)
        work(acme)

        assert api.delete("/api/sessions/s1/messages/m9", **ACME).status_code == 200

        assert read(api, "summary")["version"] is None
        assert read(api, "summaries")["items"] == []
        work(acme)
        assert (read(api, "summary")["version"], read(api, "summary")["last_message_id"]) == (2, "m8")

    def test_the_minute_sweep_condenses_what_nothing_is_learned_from(self, acme: Profile, engine: Condenser) -> None:
        api = api_with_key()
        said = [{"role": "user", "content": f"{number} {LONG}"} for number in range(12)]
        body = ACME | {"agent_id": "a1", "session_id": "s1", "gen_mem": False, "messages": said}
        assert api.post("/api/messages", body).json()["job_id"] is None

        tasks.sweep()
        work(acme)

        assert read(api, "summary")["source_message_count"] == 12

    def test_another_scope_is_another_conversation(self, acme: Profile, engine: Condenser) -> None:
        talk(acme)
        api = api_with_key()
        end(api)
        work(acme)

        assert read(api, "summary", scope_id="home")["version"] is None

    @pytest.mark.parametrize(
        "reach", [{"agents": ["other"]}, {"scope_ids": ["home"]}, {"end_user_prefix": "other"}], ids=str
    )
    @pytest.mark.parametrize("what", ["summary", "summaries", "messages", "end"])
    def test_what_lies_outside_of_a_key_looks_like_nothing(
        self, acme: Profile, reach: dict[str, Any], what: str
    ) -> None:
        talk(acme, agent_id="a1")
        api = api_with_key(**reach)

        answer = api.post(f"/api/sessions/s1/{what}", ACME) if what == "end" else api.get(f"/api/sessions/s1/{what}", **ACME)  # fmt: skip

        assert answer.status_code == 404

    def test_another_tenants_conversation_of_the_same_name_is_not_seen(self, engine: Condenser) -> None:
        theirs = make_end_user("acme", tenant=make_tenant("other"))
        talk(theirs)

        assert read(api_with_key(), "messages")["items"] == []
        assert read(api_with_key(), "summary")["version"] is None

    def test_an_unknown_filter_and_a_broken_cursor_are_refused(self, acme: Profile) -> None:
        talk(acme)
        api = api_with_key()

        for what in ("summary", "summaries", "messages"):
            assert api.get(f"/api/sessions/s1/{what}", **ACME, user="x").status_code == 400
        for cursor in ("x", "Ing", "IjIwMjYtMDMtMTAgMSI", "MQ"):
            answer = api.get("/api/sessions/s1/messages", **ACME, cursor=cursor)
            assert (answer.status_code, answer.json()["field"]) == (400, "cursor")


@pytest.mark.django_db
class TestMessages:
    def test_they_come_by_when_they_were_said_page_by_page(self, acme: Profile) -> None:
        session = talk(acme, 3)
        make_message(session, "late", said_at=after(0.5), message_id="late")
        api, found, cursor = api_with_key(), [], None
        while True:
            page = read(api, "messages", limit=2, **({"cursor": cursor} if cursor else {}))
            found += [one["message_id"] for one in page["items"]]
            cursor = page["next_cursor"]
            if cursor is None:
                break

        assert found == ["m2", "m1", "late", "m0"]

    def test_a_deleted_one_is_marked_and_without_its_words(self, acme: Profile) -> None:
        talk(acme, 2, name="Jo")
        deletion.delete_message(Message.objects.get(message_id="m1"), actor="account:1", now=NOON)

        gone, left = read(api_with_key(), "messages")["items"]

        assert (gone["deleted"], gone["content"], gone["name"]) == (True, "", "")
        assert (left["deleted"], left["content"], left["name"]) == (False, f"m0 {LONG}", "Jo")

    def test_a_session_id_may_hold_slashes(self, acme: Profile) -> None:
        talk(acme, 2, session_id="team/42")
        api = api_with_key()

        assert len(read(api, "messages", "team/42")["items"]) == 2
        assert read(api, "summary", "team/42")["session_id"] == "team/42"
        assert read(api, "summaries", "team/42")["items"] == []
        assert end(api, "team/42")["reason"] == "too_little"

    @pytest.mark.parametrize("count", [1, 50])
    def test_a_page_costs_the_same_statements_for_any_number(
        self, acme: Profile, count: int, django_assert_max_num_queries: Any
    ) -> None:
        talk(acme, count)
        api = api_with_key()

        with django_assert_max_num_queries(9):
            read(api, "messages")


@pytest.mark.django_db(transaction=True)
def test_three_calls_at_once_make_one_version_with_one_call(engine: Condenser) -> None:
    profile = make_end_user("acme")
    talk(profile)
    api = api_with_key()

    def one(_: int) -> dict[str, Any]:
        try:
            told = end(api)
            runner.run_next(profile.pk, queue="background", now=timezone.now())
            return told
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        told = list(pool.map(one, range(3)))
    work(profile)

    assert len(told) == 3
    assert (len(engine.asked), SummarySnapshot.objects.count()) == (1, 1)
