"""Dreams through the API: started once, followed, looked at and taken back, each key within its reach."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from extraction import bell
from extraction.dream import runs
from extraction.models import DreamPart, DreamRun
from observability.models import WorkLogEntry
from profiles.models import Fact, IdempotencyKey, Profile
from tests.builders import NOON, make_end_user, make_fact, make_profile, make_tenant
from tests.callers import Api, api_with_key, api_with_token, make_issuer
from tests.extraction.nights import make_part, make_retirement, make_run, make_waiting
from tests.memoryhub.api.dreaming import BOTH, GREEN, RUNS, START, TEA, administrator, people_in, refusal, undo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "call", lambda task, words, *, queue: True)


# --- starting ----------------------------------------------------------------------------------------------------------


def test_a_dream_of_everybody_is_started_once():
    api = api_with_key()

    first, second = api.post(START), api.post(START, {"dry_run": True})

    run = DreamRun.objects.get()
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json() == {"run_id": run.pk, "state": "opening", "is_new": True, "dry_run": False}
    assert second.json() == {"run_id": run.pk, "state": "opening", "is_new": False, "dry_run": False}
    assert run.actor.startswith("key:")
    assert not run.is_dry


def test_a_dry_run_says_so():
    assert api_with_key().post(START, {"dry_run": True}).json()["dry_run"] is True
    assert DreamRun.objects.get().is_dry


def test_a_dream_of_one_person_has_one_part(acme):
    make_end_user("bolt")

    answer = api_with_key(end_user_prefix="ac").post(START, {"end_user_id": "acme"})

    assert answer.status_code == 202, answer.content
    assert DreamRun.objects.get().for_one
    assert DreamPart.objects.get().profile == acme


def test_a_repeated_request_gets_the_answer_that_it_had(acme):
    api = api_with_key()
    first = api.post(START, {"end_user_id": "acme"}, Idempotency_Key="k1")
    DreamPart.objects.update(state="done")
    runs.settle(first.json()["run_id"], NOON)

    again = api.post(START, {"end_user_id": "acme"}, Idempotency_Key="k1")

    assert again.json() == first.json()
    assert again["Idempotency-Replayed"] == "true"
    assert DreamRun.objects.count() == 1
    assert IdempotencyKey.objects.get().profile == acme


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"end_user_id": "nobody"}, (404, "not_found")),
        ({"end_user_id": "acme", "end_sub_user_id": "op 9"}, (404, "not_found")),
        ({"user_id": "u1"}, (403, "employees_forbidden")),
        ({"user_id": "u1", "end_user_id": "acme"}, (400, "field_invalid")),
        ({"end_user_id": 5}, (400, "field_invalid")),
        ({"dry_run": "yes"}, (400, "field_invalid")),
        ({"end_user_id": None}, (400, "identity_missing")),
        ({"end_user_id": ""}, (400, "field_invalid")),
        ({"end_sub_user_id": ""}, (400, "identity_missing")),
        ({"profile": {"end_user_id": "acme"}}, (400, "field_unknown")),
        ({"scope_id": "work"}, (400, "field_unknown")),
    ],
)
def test_what_names_nobody_or_is_no_request_starts_nothing(acme, body, expected):
    make_profile("u1")

    assert refusal(api_with_key().post(START, body)) == expected
    assert not DreamRun.objects.exists()
    assert Profile.objects.count() == 2


@pytest.mark.parametrize("confined", [{"end_user_prefix": "ac"}, {"scope_ids": ["work"]}, {"agents": ["a1"]}])
def test_a_confined_key_may_not_start_one_of_everybody(acme, confined):
    assert refusal(api_with_key(**confined).post(START)) == (403, "key_confined")
    assert not DreamRun.objects.exists()


@pytest.mark.parametrize("confined", [{"end_user_prefix": "bo"}, {"scope_ids": ["work"]}, {"agents": ["a1"]}])
def test_a_key_that_does_not_reach_the_whole_person_may_not_start_theirs(acme, confined):
    assert refusal(api_with_key(**confined).post(START, {"end_user_id": "acme"})) == (404, "not_found")
    assert not DreamRun.objects.exists()


def test_an_administrator_at_the_console_names_anybody_of_the_tenant(acme):
    make_profile("u1")
    make_end_user("theirs", tenant=make_tenant("other"))
    api = administrator()

    assert refusal(api.post(START, {"end_user_id": "theirs"})) == (404, "not_found")
    assert refusal(api.post(START, {"user_id": "u1", "end_user_id": "acme"})) == (400, "field_invalid")
    assert api.post(START, {"user_id": "u1"}).status_code == 202
    assert DreamPart.objects.get().profile.user.user_id == "u1"


def test_an_employee_may_not_even_for_themself():
    make_issuer()
    make_profile("u1")

    assert refusal(api_with_token("u1").post(START, {"user_id": "u1"}))[0] == 403
    assert not DreamRun.objects.exists()


# --- looking -----------------------------------------------------------------------------------------------------------


def test_runs_are_listed_with_their_figures_and_the_next_one(run):
    newer = make_run(run.tenant, is_dry=True)

    page = api_with_key().get(RUNS, limit=1).json()
    rest = api_with_key().get(RUNS, cursor=page["next_cursor"]).json()

    assert [one["id"] for one in page["items"]] == [newer.pk]
    assert page["items"][0]["dry_run"] is True
    one = rest["items"][0]
    assert (one["id"], one["state"], one["people"]["done"]) == (run.pk, "done", 3)
    assert one["counts"] == {"users": 3, "merged": 1, "outdated": 1}
    assert rest["next_cursor"] is None
    assert page["next_run_at"]
    assert page["schedules"][0]["crontab"].startswith("0 3 ")


def test_one_that_is_at_work_tells_how_far_it_is(acme):
    run = make_run(acme.tenant, state="running")
    make_part(acme, run)
    make_part(make_end_user("bolt"), run, state="pending")

    assert api_with_key().get(RUNS).json()["items"][0]["people"] == {
        "pending": 1, "done": 1, "failed": 0, "skipped": 0,
    }  # fmt: skip


def test_a_run_shows_for_each_person_what_became_of_what(acme, run):
    held = make_waiting(DreamPart.objects.get(profile=acme), make_fact(acme, "plans a move"), reason="moved already")

    page = api_with_key(acts_for_employees=True).get(f"{RUNS}/{run.pk}").json()

    assert [one.get("end_user_id", one.get("user_id")) for one in page["items"]] == ["u1", "bolt", "acme"]
    merge, waiting = page["items"][2]["operations"]
    assert (merge["op"], merge["state"], merge["before"], merge["content"]) == ("merge", "applied", [TEA, GREEN], BOTH)
    assert merge["result"] == Fact.objects.get(content=BOTH).fact_id
    assert (waiting["state"], waiting["held_id"], waiting["reason"]) == ("waiting", held.held_id, "moved already")
    assert page["id"] == run.pk


def test_a_look_at_what_it_did_is_on_record_for_those_whose_it_is(acme, run):
    api_with_key(acts_for_employees=True).get(f"{RUNS}/{run.pk}")

    looks = WorkLogEntry.objects.filter(module="Admin")
    assert {entry.profile_id for entry in looks} == set(
        DreamPart.objects.exclude(operations=None).values_list("profile", flat=True)
    )
    assert looks.get(profile_id=acme.pk).details["model"] == "dreampart"


def test_an_administrators_look_at_their_own_is_not(acme, run):
    administrator(profile=acme).get(f"{RUNS}/{run.pk}")

    assert not WorkLogEntry.objects.filter(module="Admin", profile_id=acme.pk).exists()


def test_people_come_in_pages(run):
    api = api_with_key(acts_for_employees=True)

    first = api.get(f"{RUNS}/{run.pk}", limit=2)
    second = api.get(f"{RUNS}/{run.pk}", limit=2, cursor=first.json()["next_cursor"])

    assert (people_in(first), people_in(second)) == (["u1", "bolt"], ["acme"])
    assert second.json()["next_cursor"] is None


def test_more_people_cost_no_more_queries(run, django_assert_num_queries: DjangoAssertNumQueries):
    api = api_with_key()
    api.get(f"{RUNS}/{run.pk}")
    few = count_queries(api, run)
    for _number in range(20):
        person = make_end_user()
        make_retirement(make_part(person, run), make_fact(person, TEA))

    with django_assert_num_queries(few):
        assert len(api.get(f"{RUNS}/{run.pk}").json()["items"]) == 22


def count_queries(api: Api, run: DreamRun) -> int:
    with CaptureQueriesContext(connection) as queries:
        api.get(f"{RUNS}/{run.pk}")
    return len(queries)


@pytest.mark.parametrize("query", [{"cursor": "broken"}, {"limit": "many"}, {"limit": "201"}, {"state": "done"}])
def test_a_wrong_page_is_refused(run, query):
    for path in (RUNS, f"{RUNS}/{run.pk}"):
        assert refusal(api_with_key().get(path, **query))[0] == 400


def test_a_key_sees_no_employees_unless_it_may_act_for_them(run):
    assert people_in(api_with_key().get(f"{RUNS}/{run.pk}")) == ["bolt", "acme"]


def test_a_confined_key_sees_its_people_alone_and_no_figures_of_others(run):
    make_run(run.tenant)
    api = api_with_key(end_user_prefix="ac")

    listed, page = api.get(RUNS).json(), api.get(f"{RUNS}/{run.pk}")

    assert [one["id"] for one in listed["items"]] == [run.pk]
    assert (listed["items"][0]["counts"], listed["items"][0]["people"]["done"]) == ({}, 1)
    assert people_in(page) == ["acme"]
    assert "Oslo" not in page.content.decode()


def test_a_key_of_some_scopes_sees_what_was_done_there_alone(run):
    page = api_with_key(scope_ids=["work"]).get(f"{RUNS}/{run.pk}")

    assert people_in(page) == ["bolt"]
    assert page.json()["items"][0]["counts"] == {}


def test_a_key_of_some_agents_sees_no_dream(run):
    api = api_with_key(agents=["a1"])

    assert api.get(RUNS).json()["items"] == []
    assert refusal(api.get(f"{RUNS}/{run.pk}")) == (404, "not_found")


def test_a_confined_key_follows_the_dream_that_it_started_itself(acme):
    api = api_with_key(end_user_prefix="ac")

    run_id = api.post(START, {"end_user_id": "acme"}).json()["run_id"]

    assert people_in(api.get(f"{RUNS}/{run_id}")) == ["acme"]


def test_the_dreams_of_another_tenant_do_not_exist(run):
    stranger = api_with_key(make_tenant("other"))

    assert stranger.get(RUNS).json()["items"] == []
    assert refusal(stranger.get(f"{RUNS}/{run.pk}")) == (404, "not_found")
    assert refusal(undo(stranger, run)) == (404, "not_found")
    assert refusal(stranger.get(f"{RUNS}/{run.pk + 999}")) == (404, "not_found")


# --- what waits --------------------------------------------------------------------------------------------------------
