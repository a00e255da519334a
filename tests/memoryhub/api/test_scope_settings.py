"""The settings of a scope through the API: what it says, what holds, and who says so."""

import pytest

from engine.model import prompting
from observability.models import WorkLogEntry
from profiles import inforce, scopes
from profiles.models import ScopeConfig
from tests.builders import make_tenant
from tests.callers import api_with_key

pytestmark = pytest.mark.django_db
CLUB = "/api/scopes/club"


@pytest.fixture
def api():
    return api_with_key(scopes=["admin"])


def setting(answer, name: str) -> tuple[object, object, str]:
    one = answer.json()["settings"][name]
    return one["own"], one["in_force"], one["origin"]


def test_of_a_scope_that_nobody_knows_everything_is_as_everywhere_and_nothing_is_created(api):
    answer = api.get(CLUB)

    assert answer.status_code == 200
    assert answer.json()["scope_id"] == "club"
    assert set(answer.json()["settings"]) == set(inforce.NAMES)
    assert setting(answer, "user_profile_definition") == (None, prompting.DEFAULTS.user_profile, "default")
    assert setting(answer, "enable_long_term_mem") == (None, True, "default")
    assert setting(answer, "judge_model") == (None, "embedded", "default")
    assert setting(answer, "message_secrets") == (None, "mask", "default")
    assert not ScopeConfig.objects.exists()


def test_what_is_named_is_replaced_what_is_not_named_stays_and_null_clears(api):
    api.put(CLUB, {"semantic_memory_definition": "只记录设备故障", "enable_user_profile": False, "contacts": "mask"})
    answer = api.put(CLUB, {"enable_user_profile": None, "message_secrets": "refuse"})

    assert answer.status_code == 200
    assert answer.json() == api.get(CLUB).json()
    assert setting(answer, "semantic_memory_definition") == ("只记录设备故障", "只记录设备故障", "scope")
    assert setting(answer, "enable_user_profile") == (None, True, "default")
    assert setting(answer, "message_secrets") == ("refuse", "refuse", "scope")
    assert setting(answer, "contacts") == ("mask", "mask", "scope")


def test_a_text_is_cleared_by_null(api):
    api.put(CLUB, {"llm_model": "small", "user_profile_definition": "the person's boat"})

    answer = api.put(CLUB, {"llm_model": None, "user_profile_definition": None})

    assert setting(answer, "llm_model") == (None, "embedded", "default")
    assert setting(answer, "user_profile_definition")[2] == "default"


def test_the_models_in_force_are_named_by_purpose(api, settings):
    settings.MEMORYHUB_LLM_BASE_URL = "http://127.0.0.1:9/v1"
    settings.MEMORYHUB_LLM_MODEL = "general"
    settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(inforce.PURPOSES, "general") | {"judge": "careful"}
    api.put(CLUB, {"extract_model": "smallest"})

    answer = api.get(CLUB)

    assert setting(answer, "extract_model") == ("smallest", "smallest", "scope")
    assert setting(answer, "judge_model") == (None, "careful", "environment")
    assert setting(answer, "llm_model") == (None, "general", "environment")


def test_what_the_environment_sets_is_told_from_what_the_product_brings(api, settings):
    settings.MEMORYHUB_CONTACTS = "refuse"
    settings.MEMORYHUB_SET_VARIABLES = frozenset({"MEMORYHUB_CONTACTS"})

    assert setting(api.get(CLUB), "contacts") == (None, "refuse", "environment")


def test_a_change_sent_twice_is_one_change(api):
    first = api.put(CLUB, {"llm_model": "small"})
    again = api.put(CLUB, {"llm_model": "small"})

    assert again.json() == first.json()
    assert ScopeConfig.objects.count() == 1
    assert WorkLogEntry.objects.filter(module="Scopes").count() == 1


def test_a_change_is_in_the_work_log_by_names_alone(api):
    api.put(CLUB, {"user_profile_definition": "who is allergic to peanuts", "enable_user_profile": False})

    entry = WorkLogEntry.objects.get(module="Scopes")
    assert entry.details == {"scope_id": "club", "changed": ["enable_user_profile", "user_profile_definition"]}
    assert "peanuts" not in f"{entry.message}{entry.details}"
    assert entry.actor.startswith("key:")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"enable_user_profile": "no"}, "enable_user_profile"),
        ({"enable_user_profile": 0}, "enable_user_profile"),
        ({"user_profile_definition": ""}, "user_profile_definition"),
        ({"user_profile_definition": " \n\u200b"}, "user_profile_definition"),
        ({"user_profile_definition": 7}, "user_profile_definition"),
        ({"user_profile_definition": "x" * (scopes.LONGEST_DEFINITION + 1)}, "user_profile_definition"),
        ({"llm_model": "m" * 129}, "llm_model"),
        ({"llm_model": " padded "}, "llm_model"),
        ({"llm_model": "two\nlines"}, "llm_model"),
        ({"judge_model": ["m"]}, "judge_model"),
        ({"message_secrets": "shred"}, "message_secrets"),
        ({"contacts": ""}, "contacts"),
        ({"contacts": {}}, "contacts"),
        ({"enable_user_profil": True}, "enable_user_profil"),
        ({"scope_id": "other"}, "scope_id"),
        ({"embedding_model": "x"}, "embedding_model"),
    ],
)
def test_what_is_wrong_is_named_and_changes_nothing(api, wrong, field):
    answer = api.put(CLUB, {"enable_episodic_memory": False} | wrong)

    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "field_invalid", field)
    assert not ScopeConfig.objects.exists()


@pytest.mark.parametrize("body", ["[]", "null", "7", '"x"', '{"llm_model": "a\\u0000b"}', '{"llm_model": "\\ud800"}'])
def test_a_body_that_is_no_storable_object_is_refused(api, body):
    assert api.send("PUT", CLUB, body).status_code == 400
    assert not ScopeConfig.objects.exists()


@pytest.mark.parametrize("name", ["%E4%B8%AD%E6%96%87", "a%2Fb", "x" * 65, "a%20b", "club/"])
@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_a_wrong_scope_id_is_refused(api, name, method):
    answer = api.send(method, f"/api/scopes/{name}", "{}")

    assert (answer.status_code, answer.json()["code"]) == (400, "scope_invalid")


@pytest.mark.parametrize(
    "confined", [{"scope_ids": ["elsewhere"]}, {"end_user_prefix": "acme"}, {"agents": ["a1"]}], ids=str
)
def test_a_key_confined_elsewhere_finds_nothing(confined):
    api = api_with_key(**confined)
    ScopeConfig.objects.create(tenant=make_tenant(), scope_id="club")

    assert api.get(CLUB).status_code == 404
    assert api.put(CLUB, {"llm_model": "m"}).status_code == 404
    listed = api.get("/api/scopes")
    assert listed.status_code == 404 or listed.json()["items"] == []
    assert ScopeConfig.objects.get().llm_model == ""


def test_a_key_confined_to_a_scope_keeps_that_one():
    api = api_with_key(scope_ids=["club"])

    assert api.put(CLUB, {"llm_model": "m"}).status_code == 200
    assert [one["scope_id"] for one in api.get("/api/scopes").json()["items"]] == ["club"]


def test_two_tenants_may_call_a_scope_by_the_same_name(api):
    api.put(CLUB, {"llm_model": "ours"})

    theirs = api_with_key(make_tenant("other")).put(CLUB, {"llm_model": "theirs"})

    assert setting(theirs, "llm_model")[0] == "theirs"
    assert setting(api.get(CLUB), "llm_model")[0] == "ours"


def test_the_list_comes_in_pages(api):
    for number in range(3):
        api.put(f"/api/scopes/s{number}", {})

    first = api.get("/api/scopes", limit="2").json()
    second = api.get("/api/scopes", limit="2", cursor=first["next_cursor"]).json()

    assert [one["scope_id"] for one in first["items"] + second["items"]] == ["s2", "s1", "s0"]
    assert second["next_cursor"] is None
    assert api.get("/api/scopes", everything="1").status_code == 400
