"""Messages in, jobs asked after, contexts out: through the door."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from extraction.models import Job
from profiles.models import IdempotencyKey, Profile
from summaries.models import Message, Session
from tests.builders import make_end_user, make_fact, make_profile, make_tenant
from tests.callers import api_with_key, api_with_token, make_issuer

pytestmark = pytest.mark.django_db
CALL = {"end_user_id": "acme", "agent_id": "a1", "session_id": "s1"}
TALK = CALL | {"messages": [{"message_id": "m1", "role": "user", "content": "I moved to Yantai last week"}]}


@pytest.fixture
def api(settings):
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 60_000  # the first embedding of a process loads the model
    return api_with_key()


def one(**message) -> dict:
    return CALL | {"messages": [{"role": "user", "content": "x"} | message]}


def test_messages_are_stored_and_a_job_is_promised(api):
    answer = api.post("/api/messages", TALK)

    body = answer.json()
    assert answer.status_code == 202
    assert (body["session_id"], body["message_ids"], body["stored"], body["state"]) == ("s1", ["m1"], 1, "pending")
    assert Job.objects.get(pk=body["job_id"]).kind == "learn"
    assert Message.objects.get().content == "I moved to Yantai last week"


def test_the_profile_says_that_something_is_still_being_learned(api):
    api.post("/api/messages", TALK)

    body = api.get("/api/profile", end_user_id="acme").json()

    assert (body["pending_jobs"], body["memory"]["facts"]) == (1, [])


def test_without_learning_there_is_no_job(api):
    body = api.post("/api/messages", TALK | {"gen_mem": False}).json()

    assert (body["job_id"], body["state"]) == (None, "stored")


def test_parts_are_joined_and_what_is_no_text_is_counted(api):
    parts = [{"type": "text", "text": "我在学车"}, {"type": "image_url", "image_url": {"url": "data:..."}}]

    assert api.post("/api/messages", one(content=parts)).status_code == 202

    message = Message.objects.get()
    assert (message.content, message.dropped_parts) == ("我在学车", 1)


@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_null_from_an_assistant_or_a_tool_is_stored_empty(api, role):
    assert api.post("/api/messages", one(role=role, content=None)).status_code == 202
    assert Message.objects.get().content == ""


def test_blanks_and_offsets_are_kept(api):
    api.post("/api/messages", one(content="  kept  ", created_at="2026-03-10T10:00:00+08:00"))

    message = Message.objects.get()
    assert (message.content, message.said_offset_minutes) == ("  kept  ", 480)
    assert message.said_at == datetime(2026, 3, 10, 2, tzinfo=UTC)


def test_a_time_without_an_offset_is_read_in_the_zone_of_the_project(api, settings):
    settings.TIME_ZONE = "Asia/Shanghai"

    with timezone.override("Asia/Shanghai"):
        api.post("/api/messages", one(created_at="2026-03-10T10:00:00"))

    assert Message.objects.get().said_at == datetime(2026, 3, 10, 2, tzinfo=UTC)


TOO_MANY = [{"role": "user", "content": "x"}] * 201
IN_TWO_DAYS = (timezone.now() + timedelta(days=2)).isoformat()


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        (CALL, "messages", "field_missing"),
        (CALL | {"messages": []}, "messages", "field_invalid"),
        (CALL | {"messages": TOO_MANY}, "messages", "field_invalid"),
        (CALL | {"messages": "hello"}, "messages", "field_invalid"),
        (CALL | {"messages": ["hello"]}, "messages.0", "field_invalid"),
        (TALK | {"session_id": None}, "session_id", "field_invalid"),
        (TALK | {"session_id": 1}, "session_id", "field_invalid"),
        (TALK | {"session_id": "s" * 65}, "session_id", "field_invalid"),
        (TALK | {"agent_id": " "}, "agent_id", "field_invalid"),
        (TALK | {"gen_mem": "yes"}, "gen_mem", "field_invalid"),
        (TALK | {"gen_mem_with_history_msg_num": "2"}, "gen_mem_with_history_msg_num", "field_invalid"),
        (TALK | {"gen_mem_with_history_msg_num": -1}, "gen_mem_with_history_msg_num", "field_invalid"),
        (TALK | {"memory_config": {"enable_user_profile": 0}}, "memory_config.enable_user_profile", "field_invalid"),
        (TALK | {"scope_id": "a/b"}, "scope_id", "scope_invalid"),
        (TALK | {"end_user_id": None}, "end_user_id", "identity_missing"),
        (one(role="wizard"), "messages.0.role", "field_invalid"),
        (one(role=None), "messages.0.role", "field_invalid"),
        (one(content=None), "messages.0.content", "field_invalid"),
        (one(role="system", content=None), "messages.0.content", "field_invalid"),
        (one(content=42), "messages.0.content", "field_invalid"),
        (one(content=[{"type": "text"}]), "messages.0.content", "field_invalid"),
        (one(content=["text"]), "messages.0.content", "field_invalid"),
        (one(message_id=""), "messages.0.message_id", "field_invalid"),
        (one(message_id="a\u0007b"), "messages.0.message_id", "field_invalid"),
        (one(created_at="1999-12-31T23:59:59Z"), "messages.0.created_at", "field_invalid"),
        (one(created_at="2099-01-01T00:00:00Z"), "messages.0.created_at", "field_invalid"),
        (one(created_at="9999-12-31T23:59:59-23:59"), "messages.0.created_at", "field_invalid"),
        (one(created_at="0001-01-01T00:00:00+23:59"), "messages.0.created_at", "field_invalid"),
        (one(created_at=IN_TWO_DAYS), "messages.0.created_at", "field_invalid"),
        (one(created_at="yesterday"), "messages.0.created_at", "field_invalid"),
        (one(created_at=1_700_000_000), "messages.0.created_at", "field_invalid"),
        (one(token_count=-1), "messages.0.token_count", "field_invalid"),
        (one(token_count=2**31), "messages.0.token_count", "field_invalid"),
        (one(token_count=True), "messages.0.token_count", "field_invalid"),
        (one(name="x" * 129), "messages.0.name", "field_invalid"),
        (one(message_type=7), "messages.0.message_type", "field_invalid"),
    ],
)
def test_a_wrong_call_is_named_and_nothing_of_it_is_stored(api, body, field, code):
    answer = api.post("/api/messages", body)

    problem = answer.json()
    assert (answer.status_code, problem["field"], problem["code"]) == (400, field, code)
    assert not Profile.objects.exists()
    assert not Message.objects.exists()


def test_one_wrong_message_refuses_the_whole_call(api):
    messages = [{"role": "user", "content": "fine"}, {"role": "wizard", "content": "x"}]

    assert api.post("/api/messages", CALL | {"messages": messages}).json()["field"] == "messages.1.role"
    assert not Message.objects.exists()


def test_every_fault_is_told_at_once(api):
    errors = api.post("/api/messages", one(role="wizard", content=42)).json()["errors"]

    assert [error["field"] for error in errors] == ["messages.0.role", "messages.0.content"]


def test_another_content_under_a_known_id_is_refused(api):
    api.post("/api/messages", TALK)

    answer = api.post("/api/messages", one(message_id="m1", content="something else"))

    assert (answer.status_code, answer.json()["code"]) == (409, "message_conflict")
    assert Message.objects.count() == 1


def test_the_same_request_twice_takes_effect_once_and_is_answered_twice(api):
    body = CALL | {"messages": [{"role": "user", "content": "without an id"}]}

    first = api.post("/api/messages", body, Idempotency_Key="k1")
    second = api.post("/api/messages", body, Idempotency_Key="k1")

    assert (second.status_code, second.json()) == (202, first.json())
    assert second["Idempotency-Replayed"] == "true"
    assert (Message.objects.count(), Job.objects.count()) == (1, 1)


def test_a_key_that_was_used_for_another_request_is_refused(api):
    api.post("/api/messages", TALK, Idempotency_Key="k1")

    answer = api.post("/api/messages", one(content="other"), Idempotency_Key="k1")

    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert Message.objects.count() == 1


def test_a_refused_request_leaves_its_key_free(api):
    api.post("/api/messages", TALK)
    refused = api.post("/api/messages", one(message_id="m1", content="other"), Idempotency_Key="k1")

    answer = api.post("/api/messages", one(message_id="m2", content="other"), Idempotency_Key="k1")

    assert (refused.status_code, answer.status_code) == (409, 202)


def test_two_callers_may_use_one_key(api):
    api.post("/api/messages", TALK, Idempotency_Key="k1")

    assert api_with_key().post("/api/messages", one(content="other"), Idempotency_Key="k1").status_code == 202


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "ключ"])
def test_a_key_that_is_none_is_refused(api, key):
    answer = api.post("/api/messages", TALK, Idempotency_Key=key.encode().decode("latin-1"))

    assert (answer.status_code, answer.json()["field"]) == (400, "Idempotency-Key")
    assert not Message.objects.exists()


def test_an_answer_goes_with_the_person_that_it_speaks_of(api):
    api.post("/api/messages", TALK, Idempotency_Key="k1")

    assert IdempotencyKey.objects.get().profile == Profile.objects.get()


def test_a_job_tells_what_became_of_it(api):
    job = Job.objects.get(pk=api.post("/api/messages", TALK).json()["job_id"])
    Job.objects.filter(pk=job.pk).update(state="done", reason="gate", counts={"gated": 1}, engine="embedded", attempt=1)

    body = api.get(f"/api/jobs/{job.pk}").json()

    assert (body["id"], body["state"], body["reason"], body["fact_ids"]) == (job.pk, "done", "gate", [])
    assert (body["counts"], body["attempts"], body["engine"]) == ({"gated": 1}, 1, "embedded")


def test_somebody_elses_job_looks_like_none(api):
    job_id = api.post("/api/messages", TALK).json()["job_id"]
    make_issuer()
    strangers = [
        api_with_key(make_tenant("other")),
        api_with_key(end_user_prefix="other-"),
        api_with_key(agents=["a2"]),
        api_with_key(scope_ids=["team-1"]),
        api_with_token("u1"),
    ]

    answers = [stranger.get(f"/api/jobs/{job_id}") for stranger in strangers]
    unknown = api.get(f"/api/jobs/{job_id + 1}")

    assert {(answer.status_code, answer.content) for answer in answers} == {(404, unknown.content)}
    assert api.get(f"/api/jobs/{10**30}").content == unknown.content


def test_an_employees_job_is_for_them_and_for_keys_that_act_for_employees(api):
    make_issuer()
    talk = {name: value for name, value in TALK.items() if name != "end_user_id"}
    job_id = api_with_token("u1").post("/api/messages", talk).json()["job_id"]

    assert api_with_token("u1").get(f"/api/jobs/{job_id}").status_code == 200
    assert api_with_key(acts_for_employees=True).get(f"/api/jobs/{job_id}").status_code == 200
    assert api_with_token("u2").get(f"/api/jobs/{job_id}").status_code == 404
    assert api.get(f"/api/jobs/{job_id}").status_code == 404


QUESTION = CALL | {"question": "What do I like to drink?"}


def test_a_context_holds_what_is_known_and_what_was_said(api):
    make_fact(make_end_user("acme"), "The user likes tea", type="user_preference")
    api.post("/api/messages", TALK)

    body = api.post("/api/context", QUESTION).json()

    assert "The user likes tea" in body["text"]
    assert "I moved to Yantai" in body["text"]
    assert body["observation_id"]
    assert (body["paused"], body["errors"]) == (False, {})
    assert {part["level"] for part in body["parts"]} >= {"user", "recent"}


def test_a_context_about_nobody_is_empty_and_creates_nobody(api):
    body = api.post("/api/context", QUESTION).json()

    assert (body["text"], body["parts"]) == ("", [])
    assert not Profile.objects.exists()


def test_a_sub_account_also_sees_its_company_and_the_company_not_its_people(api):
    make_fact(make_end_user("acme"), "The company sells tea")
    make_fact(make_end_user("acme", "op1"), "The operator likes rain")

    person = api.post("/api/context", QUESTION | {"end_sub_user_id": "op1"}).json()["text"]
    company = api.post("/api/context", QUESTION).json()["text"]

    assert "sells tea" in person
    assert "likes rain" in person
    assert "likes rain" not in company


def test_a_company_whose_memory_is_paused_is_left_out_for_its_people(api):
    make_fact(make_end_user("acme", is_paused=True), "The company makes batteries")
    make_fact(make_end_user("acme", "li"), "The user likes tea")

    text = api.post("/api/context", CALL | {"end_sub_user_id": "li", "question": "hello"}).json()["text"]

    assert ("likes tea" in text, "batteries" in text) == (True, False)


def test_while_memory_is_off_or_paused_no_fact_is_shown(api):
    profile = make_end_user("acme")
    make_fact(profile, "The user likes tea")

    off = api.post("/api/context", QUESTION | {"memory_enabled": False}).json()
    Session.objects.create(profile=profile, session_id="s1", is_paused=True)
    paused = api.post("/api/context", QUESTION).json()

    assert "tea" not in off["text"] + paused["text"]
    assert (off["paused"], paused["paused"]) == (False, True)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"question": None}, "question"),
        ({"question": 42}, "question"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": "many"}, "max_tokens"),
        ({"memory_enabled": "yes"}, "memory_enabled"),
        ({"session_id": ""}, "session_id"),
        ({"scope_id": "中文"}, "scope_id"),
    ],
)
def test_a_wrong_question_is_named(api, wrong, field):
    answer = api.post("/api/context", QUESTION | wrong)

    assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_statements_of_a_context_and_of_messages_stay_within_their_budgets(api, django_assert_max_num_queries):
    make_fact(make_end_user("acme"), "The user likes tea")
    make_fact(make_end_user("acme", "op1"), "The operator likes rain")
    person = {"end_sub_user_id": "op1"}
    api.post("/api/messages", one(message_id="m0") | person)

    with django_assert_max_num_queries(14 + 16) as context:
        api.post("/api/context", QUESTION | person)
    with django_assert_max_num_queries(12 + 8) as ingest:
        api.post("/api/messages", one(message_id="m1") | person)

    assert statements_in(context) <= 14
    assert statements_in(ingest) <= 12


def statements_in(captured) -> int:
    uncounted = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET")
    return sum(not query["sql"].startswith(uncounted) for query in captured.captured_queries)


def test_a_key_acts_for_an_employee_only_with_the_right_to(api):
    make_fact(make_profile("u1"), "private")
    question = {name: value for name, value in QUESTION.items() if name != "end_user_id"} | {"user_id": "u1"}

    assert api.post("/api/context", question).status_code == 403
    assert "private" in api_with_key(acts_for_employees=True).post("/api/context", question).json()["text"]
