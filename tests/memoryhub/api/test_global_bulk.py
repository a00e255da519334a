"""Global memories through the API: many at once, and tried on a question."""

from typing import Any

import pytest

from globalmemory.models import AgentBinding, GlobalMemory
from tests.callers import Api, api_with_key
from tests.memoryhub.api.global_calls import ACME, PATH, TENANT, bound, listed, made, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> Api:
    return api_with_key(acts_for_employees=True)


class TestBulk:
    def bulk(self, api: Api, action: str, ids: list[int], **fields: Any) -> list[tuple[int, str, str | None]]:
        answer = api.post(f"{PATH}/bulk", ACME | {"action": action, "ids": ids} | fields)
        assert answer.status_code == 200, answer.content
        return [(one["id"], one["outcome"], one["code"]) for one in answer.json()["results"]]

    def test_each_answers_for_itself_in_the_order_asked(self, api):
        one, two = made(api, "one")["id"], made(api, "two", enabled=False)["id"]
        theirs = made(api, whose={"end_user_id": "bolt"})["id"]
        gone = made(api, "gone")["id"]
        api.delete(f"{PATH}/{gone}", **ACME)

        done = self.bulk(api, "disable", [two, one, theirs, gone, one])

        assert done == [
            (two, "unchanged", None),
            (one, "done", None),
            (theirs, "refused", "not_found"),
            (gone, "refused", "global_memory_deleted"),
        ]
        assert GlobalMemory.objects.get(pk=theirs).is_enabled

    def test_switches_deletions_and_moves(self, api):
        ids = [made(api, name)["id"] for name in ("one", "two")]
        folder = api.post(f"{PATH}/folders", ACME | {"name": "f"}).json()["id"]

        def outcomes(action: str, **fields: Any) -> set[str]:
            return {outcome for _, outcome, _ in self.bulk(api, action, ids, **fields)}

        assert outcomes("disable") == {"done"}
        assert outcomes("enable") == {"done"}
        assert outcomes("enable") == {"unchanged"}
        assert outcomes("move", folder_id=folder) == {"done"}
        assert listed(api, folder=folder) == ["two", "one"]
        assert outcomes("move", folder_id=None) == {"done"}
        assert listed(api, folder="none") == ["two", "one"]
        assert outcomes("bind", agent_id="a1") == {"done"}
        assert outcomes("bind", agent_id="a1") == {"unchanged"}
        assert outcomes("disable", agent_id="a1") == {"done"}
        assert set(AgentBinding.objects.values_list("is_enabled", flat=True)) == {False}
        assert set(GlobalMemory.objects.values_list("is_enabled", flat=True)) == {True}
        assert outcomes("unbind", agent_id="a1") == {"done"}
        assert outcomes("unbind", agent_id="a1") == {"unchanged"}
        assert outcomes("enable", agent_id="a1") == {"refused"}
        assert outcomes("delete") == {"done"}
        assert outcomes("delete") == {"unchanged"}
        assert outcomes("restore") == {"done"}
        assert outcomes("restore") == {"unchanged"}

    def test_what_has_no_place_any_more_is_refused_and_the_rest_is_done(self, api, settings):
        settings.MEMORYHUB_GLOBAL_BINDINGS = 2
        ids = [made(api, f"n{number}")["id"] for number in range(3)]

        done = self.bulk(api, "bind", ids, agent_id="a1")

        assert [outcome for _, outcome, _ in done] == ["done", "done", "refused"]
        assert done[2][2] == "too_many_bindings"
        assert AgentBinding.objects.count() == 2

    @pytest.mark.parametrize(
        ("fields", "code", "field"),
        [
            ({"action": "explode", "ids": [1]}, "field_invalid", "action"),
            ({"action": "enable", "ids": []}, "field_invalid", "ids"),
            ({"action": "enable", "ids": list(range(1, 202))}, "field_invalid", "ids"),
            ({"action": "enable", "ids": ["1"]}, "field_invalid", "ids.0"),
            ({"action": "bind", "ids": [1]}, "field_missing", "agent_id"),
            ({"action": "delete", "ids": [1], "agent_id": "a1"}, "field_invalid", "agent_id"),
            ({"action": "move", "ids": [1]}, "field_missing", "folder_id"),
            ({"action": "enable", "ids": [1], "folder_id": 1}, "field_invalid", "folder_id"),
        ],
    )
    def test_half_a_wish_is_refused(self, api, fields, code, field):
        assert problem(api.post(f"{PATH}/bulk", ACME | fields)) == (400, code, field)

    def test_a_folder_that_is_not_there_stops_it(self, api):
        memory = made(api)

        answer = api.post(f"{PATH}/bulk", ACME | {"action": "move", "ids": [memory["id"]], "folder_id": 999_999})

        assert problem(answer)[:2] == (404, "not_found")


class TestTrying:
    def tried(self, api: Api, question: str, **fields: Any) -> dict[str, Any]:
        answer = api.post(f"{PATH}/try", ACME | {"agent_id": "a1", "question": question} | fields)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def test_it_says_what_would_be_told_and_why_not_the_rest(self, api):
        goal = made(api, "goal", long_term_goal="K8s")
        bound(api, goal)
        for number in range(6):
            bound(api, made(api, f"n{number}", tags=["java", "jvm"] if number == 3 else ["cooking"]))
        bound(api, made(api, "rules", whose=TENANT, tags=["Java"]), whose=TENANT)

        tried = self.tried(api, "多和我交流一下java吗")

        assert (tried["mode"], tried["key_words"][-1]) == ("lightweight", "java")
        told = [(one["name"], one["why"], one["score"]) for one in tried["candidates"] if one["recalled"]]
        assert told == [("goal", "mandatory", None), ("n3", "tags", 0.15), ("rules", "tags", 0.15)]
        assert {one["why"] for one in tried["candidates"] if not one["recalled"]} == {"no_tag"}
        assert [one["owner"] for one in tried["candidates"] if one["name"] == "rules"] == ["tenant"]

    def test_a_blank_question_an_unknown_agent_and_an_unknown_person_are_answered(self, api):
        made(api)

        assert self.tried(api, "  ")["mode"] == "none"
        assert self.tried(api, "x" * 10_000, agent_id="nobody knows")["mode"] == "none"
        assert self.tried(api, "?!😀", end_user_id="nobody")["candidates"] == []

    def test_many_candidates_are_compared_by_vector(self, api):
        for number in range(21):
            bound(api, made(api, f"n{number}", content="备份数据库" if number == 7 else ""))

        tried = self.tried(api, "怎么备份数据库")

        assert tried["mode"] == "full"
        assert [(one["name"], one["why"]) for one in tried["candidates"] if one["recalled"]] == [("n7", "words")]

    def test_a_key_for_other_agents_finds_none(self, api):
        made(api)
        confined = api_with_key(agents=["a2"])

        assert problem(confined.post(f"{PATH}/try", ACME | {"agent_id": "a1", "question": "x"}))[:2] == (
            404,
            "not_found",
        )
