"""The cases of global memories, each kind through one adapter: what is recalled, which tags match, what edits do."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from engine import embeddings
from engine.errors import ProviderFailed
from extraction import embedding
from globalmemory import recall, scoring
from globalmemory.models import AgentBinding, Folder, GlobalMemory, GlobalMemoryVector
from globalmemory.recall import Recalled
from profiles import choices
from profiles.models import Profile
from tests.builders import NOON, make_end_user
from tests.callers import Api, api_with_key
from tests.globalmemory.builders import bind, make_folder, make_global_memory

LINES = (Path(__file__).parent / "global_memory.jsonl").read_text("utf-8").splitlines()
ALL: list[dict[str, Any]] = [json.loads(line) for line in LINES]
KINDS = {"global_recall", "tag_match", "global_edit"}
PATH = "/api/global-memories"
ACME = {"end_user_id": "acme"}
AGENT = "a1"
# The modes as the cases say them.
MODES = {scoring.FULL_WITHOUT_VECTORS: "full without vectors"}


def cases(kind: str) -> list[Any]:
    return [pytest.param(case["input"], case["expect"], id=case["id"]) for case in ALL if case["input"]["kind"] == kind]


def test_every_case_of_global_memories_is_run() -> None:
    assert {case["input"]["kind"] for case in ALL} == KINDS
    assert sum(len(cases(kind)) for kind in KINDS) == len(ALL) == 18


# --- what is recalled ------------------------------------------------------------------------------------------------


class Embedder:
    """The real one, counted; or one that fails."""

    def __init__(self, question: str, profile: Profile) -> None:
        self.question, self.calls = question, 0
        self.choice = choices.embed_choice(tenant_id=profile.tenant_id)

    def __call__(self) -> list[float] | None:
        self.calls += 1
        vectors = embeddings.try_embed([self.question], self.choice, is_query=True)
        return vectors[0] if vectors else None


def candidates(profile: Profile, given: Any) -> dict[int, GlobalMemory]:
    """By the ids of the case; a mere number stands for so many of which nothing is known."""
    if isinstance(given, int):
        given = [{"id": number + 1} for number in range(given)]
    return {one["id"]: candidate(profile, one) for one in given}


def candidate(profile: Profile, one: dict[str, Any]) -> GlobalMemory:
    memory = make_global_memory(
        profile, f"memory {one['id']}", tags=one.get("tags", []), background=one.get("profile", ""),
        long_term_goal=one.get("long_term_goal", ""), is_enabled=one.get("enabled", True),
    )  # fmt: skip
    bind(
        memory,
        AGENT,
        is_enabled=one.get("binding_enabled", True),
        deleted_at=NOON if "binding_deleted" in one else None,
    )
    return memory


def recalled(profile: Profile, embed: Embedder) -> Recalled:
    return recall.recall(
        profile.tenant_id, profile.pk, agent_id=AGENT, question=embed.question, embed=embed,
        model=embeddings.model_name(embed.choice),
    )  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), cases("global_recall"))
@pytest.mark.django_db
def test_what_is_recalled(given: dict[str, Any], expected: dict[str, Any], monkeypatch: Any) -> None:
    assert given["max_memories"] == settings.MEMORYHUB_GLOBAL_MEMORIES
    profile, wanted = make_end_user("acme"), dict(expected)
    rows = candidates(profile, given["candidates"])
    if "embedding_raises" in given:
        rows |= {0: candidate(profile, {"id": 0, "profile": "p"}), -1: candidate(profile, {"id": -1, "tags": ["选型"]})}
        embedding.fill_global_memories(is_thorough=True, now=NOON)
        monkeypatch.setattr(embeddings, "_embed", failing(given["embedding_raises"]))
    embed = Embedder(given["question"], profile)

    found = recalled(profile, embed)

    by_id = {memory.pk: number for number, memory in rows.items()}
    ids = [by_id[one.memory.pk] for one in found.found]
    mandatory = [by_id[one.memory.pk] for one in found.found if one.is_mandatory]
    shown = {
        "mode": MODES.get(found.mode, found.mode),
        "returned": len(ids),
        "ids": ids,
        "embedding_calls": embed.calls,
        "mandatory": mandatory,
        "mandatory_first": ids[: len(mandatory)],
        "from_tags": sum(one.why == scoring.TAGS for one in found.found),
    }
    if "returned_at_least" in wanted:
        assert wanted.pop("returned_at_least") == "mandatory and tag hits"
        assert wanted.pop("no_exception")
        assert ids == [0, -1]
    assert {name: shown[name] for name in wanted} == wanted


def failing(reason: str) -> Any:
    def embed(*_: Any, **__: Any) -> Any:
        raise ProviderFailed(reason)

    return embed


# --- which tags match ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "expected"), cases("tag_match"))
def test_which_tags_match(given: dict[str, Any], expected: dict[str, Any]) -> None:
    asked = scoring.ask(given.get("question", given.get("word", "")))

    matches = scoring.matching(asked, given["tags"])

    assert list(matches) == expected["matches"]
    if "score" in expected:
        assert scoring.tag_score(len(matches), scoring.Limits()) == pytest.approx(expected["score"])
    if "key_words" in expected:
        assert list(asked.words) == expected["key_words"]


# --- what edits do ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "expected"), cases("global_edit"))
@pytest.mark.django_db
def test_what_an_edit_does(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert EDITS[given["event"]](make_end_user("acme"), api_with_key()) == expected


def edited(profile: Profile, api: Api) -> dict[str, Any]:
    memory = make_global_memory(profile, "note", content="祖母的苹果蛋糕食谱")
    for number in range(21):
        bind(memory if number == 0 else make_global_memory(profile, f"other {number}"), AGENT)
    embedding.fill_global_memories(is_thorough=True, now=NOON)
    before = GlobalMemoryVector.objects.get(global_memory=memory).embedding
    embed = Embedder("苹果蛋糕的食谱", profile)
    assert memory in [one.memory for one in recalled(profile, embed).found]

    answer = api.patch(f"{PATH}/{memory.pk}", ACME | {"content": "部署生产环境之前先备份数据库"})

    at_once = recalled(profile, embed).found
    embedding.fill_global_memories(is_thorough=True, now=NOON)
    later = recalled(profile, embed).found
    by_new = [one.memory for one in recalled(profile, Embedder("部署之前要备份什么", profile)).found]
    after = GlobalMemoryVector.objects.get(global_memory=memory)
    is_new = answer.json()["version"] == after.version == 2 and after.embedding != before and memory in by_new
    is_old_found = memory in [one.memory for one in (*at_once, *later)]
    return {"embedding": "recomputed" if is_new else "kept", "old_text_in_search": is_old_found}


def bound_twice(profile: Profile, api: Api) -> dict[str, Any]:
    memory = make_global_memory(profile)
    for _ in range(2):
        answer = api.post(f"{PATH}/bindings", ACME | {"memory_id": memory.pk, "agent_id": AGENT})
        assert answer.status_code in {200, 201}
    found = recalled(profile, Embedder("", profile)).found
    return {"bindings": AgentBinding.objects.count(), "recalled_once": [one.memory for one in found] == [memory]}


def moved_under_its_own(profile: Profile, api: Api) -> dict[str, Any]:
    outer = make_folder(profile, "outer")
    inner = make_folder(profile, "inner", parent=outer)
    before = list(Folder.objects.order_by("pk").values())

    answer = api.patch(f"{PATH}/folders/{outer.pk}", ACME | {"parent_id": inner.pk})

    is_unchanged = list(Folder.objects.order_by("pk").values()) == before
    assert answer.json()["code"] == "folder_cycle"
    return {
        "outcome": "rejected" if answer.status_code == 409 else "done",
        "tree": "unchanged" if is_unchanged else "?",
    }


def one_too_many(profile: Profile, api: Api) -> dict[str, Any]:
    for _ in range(50):
        make_global_memory(profile, agents=(AGENT,))
    memory = make_global_memory(profile)

    answer = api.post(f"{PATH}/bindings", ACME | {"memory_id": memory.pk, "agent_id": AGENT})

    is_clear = (answer.status_code, answer.json()["code"]) == (409, "too_many_bindings")
    return {
        "outcome": "refused with a clear error" if is_clear else "?",
        "bindings": AgentBinding.objects.filter(agent_id=AGENT).count(),
    }


EDITS = {
    "content of a global memory is edited": edited,
    "one memory bound to the same agent twice": bound_twice,
    "folder moved under its own subfolder": moved_under_its_own,
    "binding memory number 51 of one owner to one agent": one_too_many,
}
