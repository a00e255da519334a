"""What became of a request for a context, and what people thought of it: through the door."""

from threading import Timer
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from extraction import housekeeping, runner
from memoryhub import erasure, feedback
from observability import observations
from observability.models import Feedback, MemoryFeedback, Observation, WorkLogEntry, new_observation_id
from profiles.identity import Named
from profiles.lifecycle import Status
from profiles.models import Fact, HeldItem, Member, Profile
from tests.accounts import make_member
from tests.builders import NOON, after, make_end_user, make_fact, make_profile, make_tenant
from tests.callers import Api, api_with_key, api_with_token, make_issuer

pytestmark = pytest.mark.django_db
ACME = {"end_user_id": "acme"}
QUESTION = ACME | {"agent_id": "helper", "session_id": "s1", "question": "What do I like?"}


@pytest.fixture
def person() -> Profile:
    return make_end_user("acme")


@pytest.fixture
def api() -> Api:
    return api_with_key()


def make_observation(profile: Profile | None, **fields: Any) -> Observation:
    values = {"tenant_id": make_tenant().pk, "profile_id": profile.pk if profile else None, "scope_id": "__default__"}
    return Observation.objects.create(**values | {"agent_id": "helper", "at": NOON} | fields)


def asked(api: Api, **more: Any) -> str:
    answer = api.post("/api/context", QUESTION | more)
    assert answer.status_code == 200, answer.content
    return answer.json()["observation_id"]


def give(api: Api, observation_id: str, **body: Any) -> Any:
    return api.post(f"/api/observations/{observation_id}/feedback", body)


def test_each_request_is_told_with_what_it_weighed_what_it_took_and_why(api, person):
    fact = make_fact(person, "The user likes tea")

    body = api.get(f"/api/observations/{asked(api)}").json()

    assert (body["enabled"], body["injected"], body["injected_count"], body["feedback"]) == (True, True, 1, None)
    assert body["trace"]["levels"]["user"] == [{"id": fact.fact_id, "score": None, "why": "kept"}]
    assert body["trace"]["ran"]["long_term"]["found"] == 1
    assert body["trace"]["ran"]["long_term"]["tokens"] > 0
    assert set(body["trace"]["ran"]) == {"global", "long_term", "related", "episodes", "summary", "recent"}
    assert body["build_ms"] >= body["retrieval_ms"] > 0
    assert (body["mode_of_global"], body["question"], body["agent_id"]) == ("none", "", "helper")


def test_the_list_is_of_one_person_and_scope_the_newest_first_in_pages(api, person):
    other = make_end_user("globex")
    ids = [make_observation(person, at=after(n), session_id=f"s{n % 2}").observation_id for n in range(5)]
    make_observation(other)
    make_observation(person, scope_id="club")
    make_observation(None)

    first = api.get("/api/observations", **ACME, limit=3).json()
    second = api.get("/api/observations", **ACME, limit=3, cursor=first["next_cursor"]).json()
    of_session = api.get("/api/observations", **ACME, session_id="s1").json()

    assert [one["observation_id"] for one in first["items"] + second["items"]] == ids[::-1]
    assert second["next_cursor"] is None
    assert "trace" not in first["items"][0]
    assert [one["observation_id"] for one in of_session["items"]] == [ids[3], ids[1]]
    assert api.get("/api/observations", end_user_id="nobody").json() == {"items": [], "next_cursor": None}


def test_a_page_costs_the_same_for_one_and_for_fifty(api, person, django_assert_num_queries):
    def page(count: int) -> None:
        while Observation.objects.count() < count:
            row = make_observation(person)
            Feedback.objects.create(observation=row, tenant_id=row.tenant_id, profile_id=person.pk, rating=1)
            MemoryFeedback.objects.create(observation=row, tenant_id=row.tenant_id, memory_id="f_1", rating=1)
        with django_assert_num_queries(5):
            assert len(api.get("/api/observations", **ACME).json()["items"]) == count

    page(1)
    page(50)


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ({"limit": 201}, "field_invalid", "limit"),
        ({"cursor": "%%%"}, "field_invalid", "cursor"),
        ({"rating": "bad"}, "filter_unknown", "rating"),
        ({"scope_id": "中文"}, "scope_invalid", "scope_id"),
        ({"agent_id": ""}, "field_invalid", "agent_id"),
    ],
)
def test_a_wrong_filter_is_refused(api, query, code, field):
    body = api.get("/api/observations", **ACME | query).json()

    assert (body["status"], body["code"], body["field"]) == (400, code, field)


def test_feedback_is_taken_down_changed_and_shown(api, person):
    observation_id = asked(api)

    first = give(api, observation_id, rating="bad", reason="missing", remark="He told you yesterday.")
    second = give(api, observation_id, rating=1, reason="")

    assert first.json() == {
        "observation_id": observation_id, "rating": 2, "reason": "missing", "remark": "He told you yesterday.",
        "memories": [], "waiting": [],
    }  # fmt: skip
    assert (second.json()["rating"], second.json()["reason"]) == (1, "")
    assert second.json()["remark"] == "He told you yesterday."
    assert Feedback.objects.get().profile_id == person.pk
    shown = api.get(f"/api/observations/{observation_id}").json()["feedback"]
    assert (shown["rating"], shown["reason"]) == (1, "")


def test_feedback_taken_back_has_no_reason_left(api, person):
    observation_id = asked(api)
    give(api, observation_id, rating=2, reason="private")

    body = give(api, observation_id, rating="none").json()

    assert (body["rating"], body["reason"]) == (0, "")


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({}, "field_missing", "rating"),
        ({"rating": 3}, "field_invalid", "rating"),
        ({"rating": "great"}, "field_invalid", "rating"),
        ({"rating": True}, "field_invalid", "rating"),
        ({"rating": 1.0}, "field_invalid", "rating"),
        ({"rating": 2, "reason": "ugly"}, "field_invalid", "reason"),
        ({"rating": 2, "remark": "x" * 2_001}, "field_invalid", "remark"),
        ({"rating": 2, "remark": 7}, "field_invalid", "remark"),
        ({"memories": [{"id": "f_1"}]}, "field_missing", "memories.0.rating"),
        ({"memories": [{"id": "f_1", "rating": 1}, {"id": "f_1", "rating": 2}]}, "field_invalid", "memories"),
        ({"memories": [{"id": "f_00000000", "rating": 2}]}, "memory_unknown", "memories"),
        ({"memories": "all"}, "field_invalid", "memories"),
    ],
)
def test_wrong_feedback_is_refused_and_leaves_nothing(api, person, wrong, code, field):
    answer = give(api, asked(api), **wrong)

    assert answer.status_code == 400
    assert (answer.json()["code"], answer.json()["field"]) == (code, field)
    assert not Feedback.objects.exists()
    assert not MemoryFeedback.objects.exists()


def test_secrets_never_stand_in_a_remark(api, person):
    body = give(api, asked(api), rating=2, remark="It told them my password: hunter2Xy!9\u202e").json()

    assert "hunter2Xy" not in body["remark"]
    assert "\u202e" not in body["remark"]
    assert "hunter2Xy" not in Feedback.objects.get().remark


def test_a_remark_about_nobody_known_is_not_kept(api):
    body = give(api, asked(api), rating=2, reason="missing", remark="Lee from Oslo is unhappy").json()

    assert (body["rating"], body["reason"], body["remark"]) == (2, "missing", "")


def test_the_same_key_twice_takes_effect_once(api, person):
    observation_id = asked(api)
    path = f"/api/observations/{observation_id}/feedback"

    first = api.post(path, {"rating": 2}, Idempotency_Key="k1")
    give(api, observation_id, rating=1)
    again = api.post(path, {"rating": 2}, Idempotency_Key="k1")

    assert first.json() == again.json()
    assert Feedback.objects.get().rating == 1


# --- single memories ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["outdated", "inaccurate"])
def test_a_fact_called_wrong_waits_once_for_a_word_and_leaves_with_it(api, person, reason):
    fact, other = make_fact(person, "The user lives in Rome"), make_fact(person, "The user likes tea")
    doubt = [{"id": fact.fact_id, "rating": "bad", "reason": reason}, {"id": other.fact_id, "rating": "good"}]
    observation_id = asked(api)

    first = give(api, observation_id, memories=doubt).json()
    again = give(api, observation_id, memories=doubt).json()
    elsewhere = give(api, asked(api), memories=doubt[:1]).json()

    assert [one["waiting"] for one in (first, again, elsewhere)] == [[fact.fact_id], [], [fact.fact_id]]
    item = HeldItem.objects.get()
    assert (item.op, item.target, item.reason, item.content) == ("DOUBT", fact.fact_id, reason, fact.content)
    assert "The user lives in Rome" in api.post("/api/context", QUESTION).json()["text"]

    accepted = api.post(f"/api/review/{item.pk}/accept")
    while runner.run_next(person.pk, queue="learning", now=timezone.now()):
        pass

    fact.refresh_from_db()
    assert accepted.status_code == 202
    assert (fact.status, fact.events.latest("pk").reason) == (Status.SUPERSEDED, "feedback")
    assert not HeldItem.objects.exists()
    assert "Rome" not in api.post("/api/context", QUESTION).json()["text"]


def test_a_doubt_that_is_refused_keeps_the_fact_and_is_not_raised_again_by_the_same_word(api, person):
    fact = make_fact(person, "The user lives in Rome")
    doubt = [{"id": fact.fact_id, "rating": 2, "reason": "outdated"}]
    observation_id = asked(api)
    give(api, observation_id, memories=doubt)

    refused = api.post(f"/api/review/{HeldItem.objects.get().pk}/refuse")
    again = give(api, observation_id, memories=doubt).json()

    fact.refresh_from_db()
    assert (refused.status_code, fact.status, again["waiting"]) == (200, Status.ACTIVE, [])
    assert not HeldItem.objects.exists()


def test_a_doubt_that_nobody_has_any_more_waits_no_longer(api, person):
    fact = make_fact(person, "The user lives in Rome")
    one, other = asked(api), asked(api)
    for observation_id in (one, other):
        give(api, observation_id, memories=[{"id": fact.fact_id, "rating": 2, "reason": "outdated"}])

    give(api, one, memories=[{"id": fact.fact_id, "rating": 1}])
    still = HeldItem.objects.count()
    give(api, other, memories=[{"id": fact.fact_id, "rating": 0}])

    assert (still, HeldItem.objects.count()) == (1, 0)
    assert Fact.objects.get().status == Status.ACTIVE


@pytest.mark.parametrize(
    "opinion",
    [{"rating": 2, "reason": "irrelevant"}, {"rating": 2}, {"rating": 1, "reason": "outdated"}, {"rating": 0}],
)
def test_what_speaks_not_against_the_fact_itself_makes_nothing_wait(api, person, opinion):
    fact = make_fact(person, "The user lives in Rome")

    body = give(api, asked(api), memories=[{"id": fact.fact_id, **opinion}]).json()

    assert body["waiting"] == []
    assert body["memories"][0]["rating"] == opinion["rating"]
    assert not HeldItem.objects.exists()


def test_a_fact_of_the_company_is_doubted_by_the_company_alone(api, person):
    fact = make_fact(person, "The company is in Quanzhou")
    make_end_user("acme", "op1")
    observation_id = asked(api, end_sub_user_id="op1")

    body = give(api, observation_id, memories=[{"id": fact.fact_id, "rating": 2, "reason": "outdated"}]).json()

    assert body["waiting"] == []
    assert MemoryFeedback.objects.get().rating == 2
    assert not HeldItem.objects.exists()


def test_of_many_facts_also_one_that_the_trace_has_no_room_for_is_doubted(api, person):
    facts = [make_fact(person, f"likes number {number}") for number in range(60)]
    observation_id = asked(api, max_tokens=10_000)
    told = {one["id"] for one in Observation.objects.get().trace["levels"]["user"]}
    silent = next(fact for fact in facts if fact.fact_id not in told)

    body = give(api, observation_id, memories=[{"id": silent.fact_id, "rating": 2, "reason": "inaccurate"}]).json()

    assert body["waiting"] == [silent.fact_id]


# --- the moment before the observation is there --------------------------------------------------------------------------


def test_feedback_on_an_answer_that_was_never_given_is_not_found(api):
    answer = give(api, "obs_never", rating=1)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("unknown", ["obs_never", "obs_" + "0" * 32, "x", "obs_" + "f" * 32])
def test_only_an_id_that_was_just_given_out_is_waited_for(api, unknown, monkeypatch):
    waited: list[float] = []
    monkeypatch.setattr(feedback.time, "sleep", waited.append)

    assert give(api, unknown, rating=1).status_code == 404
    assert waited == []
    assert give(api, new_observation_id(), rating=1).status_code == 404
    assert waited == list(feedback.WAITS)


@pytest.mark.django_db(transaction=True)
def test_feedback_that_comes_a_moment_before_its_observation_is_not_lost():
    person, api = make_end_user("acme"), api_with_key()
    row = Observation(tenant_id=make_tenant().pk, profile_id=person.pk, agent_id="helper", scope_id="__default__")

    def store() -> None:
        observations.record(row)
        connection.close()

    late = Timer(0.1, store)
    late.start()
    answer = give(api, row.observation_id, rating=2, reason="missing")
    late.join()

    assert answer.status_code == 200, answer.content
    assert Feedback.objects.get().observation.observation_id == row.observation_id


# --- who may -------------------------------------------------------------------------------------------------------------


def statuses(api: Api, observation_id: str) -> tuple[int, int]:
    return api.get(f"/api/observations/{observation_id}").status_code, give(api, observation_id, rating=1).status_code


def test_a_key_reaches_what_it_may_ask_about_and_nothing_else(person):
    observation_id = make_observation(person, agent_id="helper", scope_id="club").observation_id
    of_employee = make_observation(make_profile("u1")).observation_id
    nobodys = make_observation(None).observation_id

    assert statuses(api_with_key(agents=["helper"], scope_ids=["club"], end_user_prefix="ac"), observation_id) == (
        200,
        200,
    )
    for confined in ({"agents": ["other"]}, {"scope_ids": ["work"]}, {"end_user_prefix": "glob"}):
        assert statuses(api_with_key(**confined), observation_id) == (404, 404)
    assert statuses(api_with_key(make_tenant("other")), observation_id) == (404, 404)
    assert statuses(api_with_key(), of_employee) == (404, 404)
    assert statuses(api_with_key(acts_for_employees=True), of_employee) == (200, 200)
    assert statuses(api_with_key(end_user_prefix="ac"), nobodys) == (404, 404)


def test_people_see_their_own_and_nobody_elses():
    make_issuer()
    mine, theirs = (make_observation(make_profile(name)).observation_id for name in ("u1", "u2"))

    assert statuses(api_with_token("u1"), mine) == (200, 200)
    assert statuses(api_with_token("u1"), theirs) == (404, 404)
    assert statuses(api_with_token("u3"), mine) == (404, 404)
    listed = api_with_token("u1").get("/api/observations").json()["items"]
    assert [one["observation_id"] for one in listed] == [mine]


def test_an_administrator_sees_those_of_the_organisation_and_the_look_is_on_record(person):
    observation_id = make_observation(person).observation_id
    administrator = make_member(role=Member.Role.ADMINISTRATOR, profile=make_profile("admin"))
    client = Client(raise_request_exception=False)
    client.force_login(administrator.account)

    answer = Api(client=client).get(f"/api/observations/{observation_id}")

    assert answer.status_code == 200
    look = WorkLogEntry.objects.get(profile_id=person.pk)
    assert look.details == {"model": "observation", "id": observation_id}


def test_what_was_thought_leaves_with_the_person_and_with_the_observation(person, settings):
    for profile in (person, make_end_user("globex")):
        row = make_observation(profile)
        Feedback.objects.create(observation=row, tenant_id=row.tenant_id, profile_id=profile.pk, rating=1)
        MemoryFeedback.objects.create(
            observation=row, tenant_id=row.tenant_id, profile_id=profile.pk, memory_id="f_1", rating=2
        )

    named = Named(tenant_id=make_tenant().pk, kind="end_user", end_user_id="acme")
    erasure.erase(named, actor="key:test", now=NOON)
    left = Observation.objects.count(), Feedback.objects.count(), MemoryFeedback.objects.count()
    gone = housekeeping.forget_expired(now=after(60 * 24 * 100))

    assert left == (1, 1, 1)
    assert gone == 1
    assert not MemoryFeedback.objects.exists()
