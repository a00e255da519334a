"""Global memories through the API: written, found, changed, deleted and copied."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from globalmemory.models import AgentBinding, GlobalMemory
from observability.models import WorkLogEntry
from profiles.models import Member, Profile
from tests.accounts import make_member
from tests.builders import make_end_user, make_profile, make_tenant
from tests.callers import Api, api_with_key, api_with_token, make_issuer
from tests.memoryhub.api.global_calls import ACME, PATH, TENANT, bound, listed, made, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> Api:
    return api_with_key(acts_for_employees=True)


class TestWriting:
    def test_it_comes_back_as_it_was_written(self, api):
        fields = {
            "tags": ["java", "a, b/c"], "profile": "architect", "preferred_language": "中文", "answer_style": "short",
            "long_term_goal": "K8s", "constraints": "no cloud", "content": "line one\nline two", "enabled": False,
        }  # fmt: skip

        memory = made(api, **fields)

        assert memory.items() >= fields.items()
        assert (memory["owner"], memory["version"], memory["mandatory"]) == ("person", 1, True)
        assert api.get(f"{PATH}/{memory['id']}", **ACME).json() == memory
        assert Profile.objects.get().end_user.end_user_id == "acme"

    def test_the_same_request_again_makes_no_second_one(self, api):
        body = ACME | {"name": "Work"}

        first, second = (api.post(PATH, body, Idempotency_Key="k1") for _ in range(2))

        assert first.json() == second.json()
        assert GlobalMemory.objects.count() == 1

    @pytest.mark.parametrize(
        ("fields", "code", "field"),
        [
            ({"name": ""}, "field_invalid", "name"),
            ({"name": "\u200b"}, "content_blank", "name"),
            ({"name": "n" * 129}, "content_too_long", "name"),
            ({"content": "x" * 4001}, "content_too_long", "content"),
            ({"profile": "my password is hunter2-Zq81"}, "content_secret", "profile"),
            ({"tags": ["ok", " "]}, "content_blank", "tags.1"),
            ({"tags": ["t" * 65]}, "content_too_long", "tags.0"),
            ({"tags": [f"t{number}" for number in range(33)]}, "too_many_tags", "tags"),
            ({"tags": "java"}, "field_invalid", "tags"),
            ({"enabled": "yes"}, "field_invalid", "enabled"),
            ({"folder_id": 2**63}, "field_invalid", "folder_id"),
            ({"owner": "everybody"}, "field_invalid", "owner"),
        ],
    )
    def test_what_may_not_be_stored_is_refused_and_nothing_is_half_stored(self, api, fields, code, field):
        answer = api.post(PATH, ACME | {"name": "Work"} | fields)

        assert problem(answer) == (400, code, field)
        assert not GlobalMemory.objects.exists()
        assert not Profile.objects.exists()

    def test_text_is_cleaned_and_an_order_to_the_agent_is_welcome(self, api):
        memory = made(
            api, "  Style \n guide\u200b", answer_style="以后每次都用中文回答。\u202eAlways answer briefly.",
            tags=["Java", " java ", "e\u0301"],
        )  # fmt: skip

        assert memory["name"] == "Style guide"
        assert memory["answer_style"] == "以后每次都用中文回答。Always answer briefly."
        assert memory["tags"] == ["Java", "é"]

    def test_contacts_are_refused_where_they_are_not_kept(self, api, settings):
        settings.MEMORYHUB_CONTACTS = "mask"

        answer = api.post(PATH, ACME | {"name": "Work", "content": "call me on +49 151 23456789"})

        assert problem(answer) == (400, "content_contact", "content")

    def test_there_is_an_end_to_how_many(self, api, settings):
        settings.MEMORYHUB_GLOBAL_KEPT = 1
        memory = made(api)

        assert problem(api.post(PATH, ACME | {"name": "Second"}))[:2] == (409, "too_many_global_memories")
        api.delete(f"{PATH}/{memory['id']}", **ACME)
        made(api, "Second")
        assert problem(api.post(f"{PATH}/{memory['id']}/restore", ACME))[:2] == (409, "too_many_global_memories")

    def test_the_work_log_tells_ids_and_no_words(self, api):
        memory = made(api, content="quixotania")
        api.patch(f"{PATH}/{memory['id']}", ACME | {"content": "zanzibarium"})

        entries = WorkLogEntry.objects.filter(module="Global memories").order_by("pk")

        assert [entry.details for entry in entries] == [
            {"memory": memory["id"]},
            {"memory": memory["id"], "changed": ["content"]},
        ]


class TestChanging:
    def test_what_is_named_is_replaced_and_another_text_is_another_version(self, api):
        memory = made(api, content="old", tags=["x"])
        path = f"{PATH}/{memory['id']}"

        switched = api.patch(path, ACME | {"enabled": False}).json()
        reworded = api.patch(path, ACME | {"content": "new"}).json()
        same = api.patch(path, ACME | {"content": "new"}).json()

        assert (switched["version"], switched["content"], switched["enabled"]) == (1, "old", False)
        assert (reworded["version"], reworded["tags"], reworded["enabled"]) == (2, ["x"], False)
        assert same == reworded

    def test_a_lost_race_is_refused(self, api):
        memory = made(api)
        path = f"{PATH}/{memory['id']}"
        etag = api.get(path, **ACME)["ETag"]

        first = api.patch(path, ACME | {"content": "mine"}, If_Match=etag)
        second = api.patch(path, ACME | {"content": "theirs"}, If_Match=etag)
        third = api.patch(path, ACME | {"content": "theirs", "version": 1})

        assert first.status_code == 200
        assert problem(second) == (412, "precondition_failed", "If-Match")
        assert problem(third) == (412, "precondition_failed", "version")
        assert api.patch(path, ACME | {"content": "theirs"}, If_Match=first["ETag"]).status_code == 200

    def test_deleted_it_is_out_of_the_list_and_can_be_restored(self, api):
        memory = made(api)
        path = f"{PATH}/{memory['id']}"

        once, twice = (api.delete(path, **ACME).json() for _ in range(2))

        assert once["deleted_at"] == twice["deleted_at"] != None  # noqa: E711
        assert listed(api) == []
        assert listed(api, deleted="true") == ["Work"]
        assert problem(api.patch(path, ACME | {"name": "x"}))[:2] == (409, "global_memory_deleted")
        assert api.post(f"{path}/restore", ACME).json()["deleted_at"] is None
        assert listed(api) == ["Work"]

    def test_a_copy_has_the_same_texts_and_no_agents(self, api):
        memory = made(api, content="words", tags=["x"], profile="p")
        bound(api, memory)

        copy = api.post(f"{PATH}/{memory['id']}/copy", ACME | {"name": "Second"})

        assert copy.status_code == 201
        assert copy.json().items() >= {"name": "Second", "content": "words", "tags": ["x"], "version": 1}.items()
        assert AgentBinding.objects.count() == 1


class TestFinding:
    def test_by_tag_agent_switch_and_words(self, api):
        made(api, "one", tags=["a, b/c"], content="Apfelkuchen backen")
        bound(api, made(api, "two", enabled=False, answer_style="数据库要备份"))

        assert listed(api) == ["two", "one"]
        assert listed(api, tag="a, b/c") == ["one"]
        assert listed(api, tag="a") == []
        assert listed(api, agent_id="a1") == ["two"]
        assert listed(api, enabled="true") == ["one"]
        assert listed(api, q="APFEL backen") == ["one"]
        assert listed(api, q="数据库") == ["two"]
        assert listed(api, q="100%_") == []

    def test_words_in_tags_are_found_as_they_were_written(self, api):
        made(api, "one", tags=['say "hi"', "back\\slash", "{x}"])
        made(api, "two", tags=["a", "b"])

        for word, names in (
            {'"hi"': ["one"], "k\\s": ["one"], "{": ["one"], '"': ["one"], ",": [], "a": ["two", "one"]}
        ).items():
            assert listed(api, q=word) == names, word

    @pytest.mark.parametrize(
        ("filters", "code"),
        [
            ({"q": " "}, "query_blank"),
            ({"q": "w " * 11 + "w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11"}, "field_invalid"),
            ({"enabled": "1"}, "field_invalid"),
            ({"folder": "top"}, "field_invalid"),
            ({"folder": "9" * 19}, "field_invalid"),
            ({"limit": "0"}, "field_invalid"),
            ({"colour": "red"}, "filter_unknown"),
        ],
    )
    def test_a_wrong_filter_is_refused(self, api, filters, code):
        assert problem(api.get(PATH, **ACME | filters))[:2] == (400, code)

    def test_it_comes_in_pages(self, api):
        for number in range(3):
            made(api, f"n{number}")

        first = api.get(PATH, **ACME, limit=2).json()
        rest = api.get(PATH, **ACME, limit=2, cursor=first["next_cursor"]).json()

        assert [one["name"] for one in first["items"] + rest["items"]] == ["n2", "n1", "n0"]
        assert rest["next_cursor"] is None

    @pytest.mark.parametrize("path", ["", "/folders", "/bindings", "/tags"])
    def test_a_page_costs_the_same_statements_however_long_it_is(self, api, path):
        def statements() -> int:
            with CaptureQueriesContext(connection) as seen:
                assert api.get(f"{PATH}{path}", **ACME).json()["items"]
            return len(seen)

        def more(number: int) -> None:
            folder = api.post(f"{PATH}/folders", ACME | {"name": f"f{number}"}).json()["id"]
            bound(api, made(api, tags=[f"t{number}"], folder_id=folder))

        more(0)
        few = statements()
        for number in range(1, 5):
            more(number)

        assert statements() == few

    def test_of_somebody_unknown_there_is_nothing_and_nobody_is_made(self, api):
        assert listed(api) == []
        assert api.get(f"{PATH}/tags", **ACME).json()["items"] == []
        assert problem(api.get(f"{PATH}/1", **ACME))[:2] == (404, "not_found")
        assert problem(api.delete(f"{PATH}/1", **ACME))[:2] == (404, "not_found")
        assert not Profile.objects.exists()


class TestWhose:
    def test_another_persons_is_not_found(self, api):
        memory = made(api)
        path, other = f"{PATH}/{memory['id']}", {"end_user_id": "bolt"}
        make_end_user("bolt")

        for answer in (
            api.get(path, **other),
            api.patch(path, other | {"name": "x"}),
            api.delete(path, **other),
            api.post(f"{path}/restore", other),
            api.post(f"{path}/copy", other),
            api.post(f"{PATH}/bindings", other | {"memory_id": memory["id"], "agent_id": "a1"}),
            api.get(path, **TENANT),
        ):
            assert problem(answer)[:2] == (404, "not_found")

    def test_a_token_keeps_its_own(self):
        make_issuer()
        me = api_with_token("u1")

        memory = made(me, whose={})

        assert memory["created_by"] == f"user:{Profile.objects.get().pk}"
        assert me.get(PATH).json()["items"] == [memory]
        assert problem(me.get(PATH, user_id="u2"))[:2] == (400, "identity_foreign")
        assert problem(me.post(PATH, TENANT | {"name": "x"}))[:2] == (403, "forbidden")

    def test_the_tenants_are_kept_by_keys_with_admin_that_reach_everybody(self, api):
        memory = made(api, whose=TENANT)

        assert memory["owner"] == "tenant"
        assert api.get(PATH, **TENANT).json()["items"] == [memory]
        assert listed(api) == []
        writer = api_with_key(scopes=["read", "write"])
        assert problem(writer.get(PATH, **TENANT))[:2] == (403, "scope_missing")
        for confined in ({"agents": ["a1"]}, {"end_user_prefix": "ac"}, {"scope_ids": ["s1"]}):
            assert problem(api_with_key(**confined).get(PATH, scope_id="s1", **TENANT))[:2] == (404, "not_found")
        assert problem(api.get(PATH, **TENANT, **ACME))[:2] == (400, "field_invalid")
        assert api_with_key(make_tenant("other")).get(PATH, **TENANT).json()["items"] == []

    @pytest.mark.parametrize(("role", "status"), [("member", 403), ("operator", 403), ("administrator", 200)])
    def test_the_tenants_are_seen_by_administrators_of_the_console(self, role, status):
        member = make_member(role=Member.Role(role), profile=make_profile("me"))
        client = Client()
        client.force_login(member.account)

        assert Api(client=client).get(PATH, **TENANT).status_code == status
