"""Folders, tags and bindings of global memories through the API."""

from typing import Any

import pytest

from globalmemory.models import AgentBinding, Folder, GlobalMemory
from tests.builders import make_end_user, make_tenant
from tests.callers import Api, api_with_key
from tests.memoryhub.api.test_global_memories import ACME, PATH, TENANT, bound, listed, made, problem

pytestmark = pytest.mark.django_db
FOLDERS = f"{PATH}/folders"
BINDINGS = f"{PATH}/bindings"


@pytest.fixture
def api() -> Api:
    return api_with_key()


def folder(api: Api, name: str, parent: int | None = None, whose: dict[str, Any] = ACME) -> int:
    answer = api.post(FOLDERS, whose | {"name": name, "parent_id": parent})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def tree() -> dict[str, str | None]:
    return {one.name: one.parent.name if one.parent else None for one in Folder.objects.select_related("parent")}


class TestFolders:
    def test_they_make_a_tree_and_count_what_lies_in_them(self, api):
        inner = folder(api, "inner", folder(api, "outer"))
        made(api, folder_id=inner)
        gone = made(api, folder_id=inner)
        api.delete(f"{PATH}/{gone['id']}", **ACME)

        items = api.get(FOLDERS, **ACME).json()["items"]

        assert [(one["name"], one["memory_count"]) for one in items] == [("inner", 1), ("outer", 0)]
        assert items[0]["parent_id"] == items[1]["id"]
        assert listed(api, folder=inner) == ["Work"]

    def test_one_is_renamed_and_moved(self, api):
        a, b = folder(api, "a"), folder(api, "b")

        assert api.patch(f"{FOLDERS}/{b}", ACME | {"parent_id": a, "name": "c"}).json()["parent_id"] == a
        assert tree() == {"a": None, "c": "a"}
        assert api.patch(f"{FOLDERS}/{b}", ACME | {"parent_id": None}).json()["parent_id"] is None
        assert api.patch(f"{FOLDERS}/{b}", ACME | {"parent_id": None}).status_code == 200
        assert tree() == {"a": None, "c": None}

    def test_none_goes_into_itself_or_its_own(self, api):
        a = folder(api, "a")
        b = folder(api, "b", a)
        c = folder(api, "c", b)

        for target in (a, b, c):
            answer = api.patch(f"{FOLDERS}/{a}", ACME | {"parent_id": target})
            assert problem(answer) == (409, "folder_cycle", "parent_id")
        for target in (a, c):
            assert problem(api.delete(f"{FOLDERS}/{a}", **ACME, move_to=target)) == (409, "folder_cycle", "move_to")
        assert tree() == {"a": None, "b": "a", "c": "b"}

    def test_names_are_unique_side_by_side_alone(self, api):
        a = folder(api, "a")
        folder(api, "a", a)

        assert problem(api.post(FOLDERS, ACME | {"name": " a "})) == (409, "folder_exists", "name")
        b = folder(api, "b")
        assert problem(api.patch(f"{FOLDERS}/{b}", ACME | {"name": "a"}))[1] == "folder_exists"
        assert problem(api.delete(f"{FOLDERS}/{a}", **ACME, move_to="none"))[1] == "folder_exists"
        folder(api, "a", whose={"end_user_id": "bolt"})

    def test_only_an_empty_one_goes_unless_its_contents_have_a_place(self, api):
        a, other = folder(api, "a"), folder(api, "other")
        folder(api, "inner", a)
        memory = made(api, folder_id=a)

        assert problem(api.delete(f"{FOLDERS}/{a}", **ACME)) == (409, "folder_not_empty", "move_to")
        assert api.delete(f"{FOLDERS}/{a}", **ACME, move_to=other).json() == {
            "id": a, "moved_memories": 1, "moved_folders": 1,
        }  # fmt: skip
        assert tree() == {"other": None, "inner": "other"}
        assert GlobalMemory.objects.get(pk=memory["id"]).folder_id == other

    def test_a_deleted_memory_keeps_no_folder_and_is_restored_to_the_top(self, api):
        a = folder(api, "a")
        memory = made(api, folder_id=a)
        api.delete(f"{PATH}/{memory['id']}", **ACME)

        assert api.delete(f"{FOLDERS}/{a}", **ACME).status_code == 200
        assert api.post(f"{PATH}/{memory['id']}/restore", ACME).json()["folder_id"] is None

    def test_there_is_an_end_to_depth_and_number(self, api, settings):
        settings.MEMORYHUB_GLOBAL_FOLDER_DEPTH, settings.MEMORYHUB_GLOBAL_KEPT = 2, 4
        a = folder(api, "a")
        b = folder(api, "b", a)
        x = folder(api, "x")
        folder(api, "y", x)

        assert problem(api.patch(f"{FOLDERS}/{x}", ACME | {"parent_id": a}))[:2] == (409, "folder_too_deep")
        assert problem(api.post(FOLDERS, ACME | {"name": "z"}))[:2] == (409, "too_many_folders")
        settings.MEMORYHUB_GLOBAL_KEPT = 5
        assert problem(api.post(FOLDERS, ACME | {"name": "z", "parent_id": b}))[:2] == (409, "folder_too_deep")

    def test_another_owners_is_not_found(self, api):
        theirs = folder(api, "theirs", whose={"end_user_id": "bolt"})
        own, memory = folder(api, "own"), made(api)

        for answer in (
            api.patch(f"{FOLDERS}/{theirs}", ACME | {"name": "x"}),
            api.delete(f"{FOLDERS}/{theirs}", **ACME),
            api.patch(f"{FOLDERS}/{own}", ACME | {"parent_id": theirs}),
            api.delete(f"{FOLDERS}/{own}", **ACME, move_to=theirs),
            api.post(FOLDERS, ACME | {"name": "x", "parent_id": theirs}),
            api.patch(f"{PATH}/{memory['id']}", ACME | {"folder_id": theirs}),
            api.post(PATH, ACME | {"name": "x", "folder_id": theirs}),
            api.post(f"{PATH}/{memory['id']}/copy", ACME | {"folder_id": theirs}),
        ):
            assert problem(answer)[:2] == (404, "not_found")

    def test_a_secret_is_no_name(self, api):
        answer = api.post(FOLDERS, ACME | {"name": "password: hunter2-Zq81"})

        assert problem(answer) == (400, "content_secret", "name")


class TestTags:
    def test_they_are_counted_without_deleted_memories(self, api):
        made(api, tags=["b", "a, b/c"])
        made(api, tags=["b"])
        api.delete(f"{PATH}/{made(api, tags=['gone'])['id']}", **ACME)
        made(api, tags=["theirs"], whose={"end_user_id": "bolt"})

        items = api.get(f"{PATH}/tags", **ACME).json()["items"]

        assert [(one["tag"], one["memory_count"]) for one in items] == [("a, b/c", 1), ("b", 2)]

    def test_they_come_in_pages(self, api):
        made(api, tags=["c", "a", "b"])

        first = api.get(f"{PATH}/tags", **ACME, limit=2).json()
        rest = api.get(f"{PATH}/tags", **ACME, limit=2, cursor=first["next_cursor"]).json()

        assert [one["tag"] for one in first["items"] + rest["items"]] == ["a", "b", "c"]
        assert rest["next_cursor"] is None


class TestBindings:
    def test_a_double_click_binds_once(self, api):
        memory = made(api)
        binding = bound(api, memory)

        again = api.post(BINDINGS, ACME | {"memory_id": memory["id"], "agent_id": "a1"})

        assert (again.status_code, again.json()) == (200, binding)
        assert AgentBinding.objects.count() == 1

    def test_it_is_switched_unbound_and_bound_again_as_the_same(self, api):
        memory = made(api)
        binding = bound(api, memory)
        path = f"{BINDINGS}/{binding['id']}"

        assert api.patch(path, ACME | {"enabled": False}).json()["enabled"] is False
        once, twice = (api.delete(path, **ACME).json() for _ in range(2))
        assert once == twice
        assert problem(api.patch(path, ACME | {"enabled": True}))[:2] == (409, "binding_deleted")
        assert api.get(BINDINGS, **ACME).json()["items"] == []
        assert len(api.get(BINDINGS, **ACME, deleted="true").json()["items"]) == 1
        assert bound(api, memory)["id"] == binding["id"]

    def test_they_are_listed_by_memory_agent_and_switch(self, api):
        one, two = made(api, "one"), made(api, "two")
        first, second = bound(api, one), bound(api, two)
        bound(api, two, "a2")
        api.patch(f"{BINDINGS}/{first['id']}", ACME | {"enabled": False})

        def ids(**filters: Any) -> list[int]:
            return [found["id"] for found in api.get(BINDINGS, **ACME, **filters).json()["items"]]

        assert ids(memory_id=one["id"]) == [first["id"]]
        assert ids(agent_id="a1") == [second["id"], first["id"]]
        assert ids(agent_id="a1", enabled="true") == [second["id"]]
        api.delete(f"{PATH}/{two['id']}", **ACME)
        assert ids() == [first["id"]]

    def test_the_one_too_many_is_refused_with_a_clear_error(self, api, settings):
        settings.MEMORYHUB_GLOBAL_BINDINGS = 2
        memories = [made(api, f"n{number}") for number in range(3)]
        for memory in memories[:2]:
            bound(api, memory)

        answer = api.post(BINDINGS, ACME | {"memory_id": memories[2]["id"], "agent_id": "a1"})

        assert problem(answer) == (409, "too_many_bindings", "agent_id")
        assert "2" in answer.json()["detail"]
        bound(api, memories[2], "a2")
        bound(api, made(api, whose=TENANT), whose=TENANT)  # another owner has places of its own

    def test_a_deleted_memory_takes_no_place_and_returns_only_to_a_free_one(self, api, settings):
        settings.MEMORYHUB_GLOBAL_BINDINGS = 1
        one, two = made(api, "one"), made(api, "two")
        bound(api, one)
        api.delete(f"{PATH}/{one['id']}", **ACME)
        binding = bound(api, two)

        assert problem(api.post(f"{PATH}/{one['id']}/restore", ACME))[:2] == (409, "too_many_bindings")
        assert problem(api.post(BINDINGS, ACME | {"memory_id": one["id"], "agent_id": "a2"}))[1] == (
            "global_memory_deleted"
        )
        api.delete(f"{BINDINGS}/{binding['id']}", **ACME)
        assert api.post(f"{PATH}/{one['id']}/restore", ACME).status_code == 200

    def test_a_key_for_one_agent_sees_and_binds_that_one_alone(self, api):
        memory = made(api)
        mine, other = bound(api, memory, "a1"), bound(api, memory, "a2")
        confined = api_with_key(agents=["a1"])

        assert [one["id"] for one in confined.get(BINDINGS, **ACME).json()["items"]] == [mine["id"]]
        for answer in (
            confined.get(BINDINGS, **ACME, agent_id="a2"),
            confined.post(BINDINGS, ACME | {"memory_id": memory["id"], "agent_id": "a2"}),
            confined.patch(f"{BINDINGS}/{other['id']}", ACME | {"enabled": False}),
            confined.delete(f"{BINDINGS}/{other['id']}", **ACME),
            confined.post(f"{PATH}/bulk", ACME | {"action": "bind", "ids": [memory["id"]], "agent_id": "a2"}),
        ):
            assert problem(answer)[:2] == (404, "not_found")
        assert confined.patch(f"{BINDINGS}/{mine['id']}", ACME | {"enabled": False}).status_code == 200

    def test_another_owners_or_tenants_is_not_found(self, api):
        binding = bound(api, made(api))
        make_end_user("bolt")
        make_end_user("acme", tenant=make_tenant("other"))
        stranger = api_with_key(make_tenant("other"))

        for answer in (
            api.delete(f"{BINDINGS}/{binding['id']}", end_user_id="bolt"),
            api.patch(f"{BINDINGS}/{binding['id']}", TENANT | {"enabled": False}),
            stranger.delete(f"{BINDINGS}/{binding['id']}", **ACME),
        ):
            assert problem(answer)[:2] == (404, "not_found")
