"""Both clients against the service itself."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from memoryhub_client import AsyncMemoryHub, Conflict, InvalidField, MemoryHub, NotFound, Person, Retries, Unauthorized
from memoryhub_client.calls import people

from memoryhub.wsgi import application
from profiles.models import Fact
from tests.builders import make_end_user, make_fact
from tests.callers import make_key
from tests.client.loops import finished

LI = Person(end_user_id="acme", end_sub_user_id="li")


@pytest.fixture
def transport(db: None) -> Iterator[httpx2.WSGITransport]:
    """The service in this very thread, on the connection of the test, which no request may close."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield httpx2.WSGITransport(app=application, raise_app_exceptions=False)
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def hub(transport: httpx2.WSGITransport) -> Iterator[MemoryHub]:
    once = Retries(attempts=1)
    with MemoryHub("http://localhost", api_key=make_key()[1], transport=transport, retries=once) as client:
        yield client


def test_a_fact_by_hand_is_read_edited_forgotten_and_brought_back(hub):
    added = hub.add_fact("喜欢乌龙茶", LI, type="user_preference", pinned=True)["fact"]
    assert added is not None

    edited = hub.edit_fact(added["factId"], LI, content="喜欢绿茶")
    forgotten = hub.forget_fact(edited["factId"], LI)
    restored = hub.restore_fact(edited["factId"], LI)

    assert (forgotten["status"], restored["status"]) == ("deprecated", "active")
    assert [event["to_status"] for event in hub.history(edited["factId"], LI)["events"]][-1] == "active"
    assert [fact["content"] for fact in hub.facts(LI)] == ["喜欢绿茶"]
    assert {fact["status"] for fact in hub.facts(LI, status="all")} == {"active", "superseded"}


def test_a_list_of_more_than_one_page_is_whole(hub):
    profile = make_end_user("acme", "li")
    for number in range(7):
        make_fact(profile, f"likes tea number {number}", type="user_fact")

    found = [fact["content"] for fact in hub.facts(LI, limit=3)]

    assert found == [f"likes tea number {number}" for number in reversed(range(7))]


def test_the_same_call_under_ones_own_key_takes_effect_once(hub):
    call = people.add_fact("likes tea", LI).with_key("step-1")

    assert hub.send(call) == hub.send(call)
    assert Fact.objects.count() == 1
    with pytest.raises(Conflict) as reused:
        hub.send(people.add_fact("likes coffee", LI).with_key("step-1"))
    assert reused.value.code == "idempotency_key_reused"


def test_refusals_come_with_code_and_field(hub):
    with pytest.raises(InvalidField) as invalid:
        list(hub.facts(LI, limit=500))
    with pytest.raises(NotFound) as missing:
        hub.fact("nothing", LI)

    assert (invalid.value.code, invalid.value.field) == ("field_invalid", "limit")
    assert missing.value.code == "unknown_fact"


def test_a_lost_race_for_a_profile_is_refused(hub):
    seen = hub.profile(LI)["etag"]
    now = hub.update_profile(LI, preferences={"language": "zh"}, if_match=seen)

    assert now["preferences"]["language"] == "zh"
    hub.add_fact("likes tea", LI)
    with pytest.raises(Conflict):
        hub.update_profile(LI, preferences={}, if_match=now["etag"])


def test_an_export_is_whole_and_an_erasure_leaves_nothing(hub):
    hub.add_fact("likes tea", LI)

    kinds = [one["kind"] for one in hub.export(LI)]
    erased = hub.erase(LI)

    assert kinds[0] == "profile"
    assert "fact" in kinds
    assert kinds[-1] == "end"
    assert erased["counts"]
    assert list(hub.facts(LI, status="all")) == []


def test_the_tenants_routes_answer(hub):
    agent = hub.make_agent("sales/eu", name="Sales", settings={"language": "zh"})
    hub.change_agent(agent["agent_id"], paused=True)
    changed = hub.change_scope("work", {"contacts": "mask"})
    run = hub.start_dream(dry_run=True)

    assert hub.agent("sales/eu")["paused"] is True
    assert [one["agent_id"] for one in hub.agents()] == ["sales/eu"]
    assert changed["settings"]["contacts"]["own"] == "mask"
    assert [one["scope_id"] for one in hub.scopes()] == ["work"]
    assert [one["id"] for one in hub.dreams()] == [run["run_id"]]
    assert hub.dream(run["run_id"])["dry_run"] is True
    assert list(hub.dream_people(run["run_id"])) == []
    assert hub.job_overview()["figures"]["failed"] == 0
    assert list(hub.companies()) == []


def test_a_wrong_key_is_told_without_the_key(transport):
    with (
        MemoryHub("http://localhost", api_key="mh_wrong_wrong_wrong", transport=transport) as client,
        pytest.raises(Unauthorized) as refused,
    ):
        client.profile(LI)

    assert "mh_wrong" not in str(refused.value)


@pytest.mark.django_db(transaction=True)
def test_what_was_said_goes_from_an_asynchronous_client_to_a_synchronous_one(live_server):
    key = make_key()[1]

    async def say() -> tuple[Any, list[str]]:
        async with AsyncMemoryHub(live_server.url, api_key=key) as hub:
            said: Any = [{"message_id": f"m{number}", "role": "user", "content": "我喜欢茶"} for number in range(3)]
            accepted = await hub.add_messages(said, LI, agent_id="a", session_id="上午/1")
            again = await hub.add_messages(said, LI, agent_id="a", session_id="上午/1")
            kept = [one["message_id"] async for one in hub.messages("上午/1", LI, limit=2)]
            return (accepted["stored"], again["stored"]), kept

    stored, kept = finished(say())
    with MemoryHub(live_server.url, api_key=key) as hub:
        hub.delete_message("上午/1", "m1", LI)
        texts = {one["message_id"]: one["content"] for one in hub.messages("上午/1", LI)}
        context = hub.context("喜欢什么？", LI, agent_id="a", session_id="上午/1")
        deleted = hub.delete_session("上午/1", LI)

    assert stored == (3, 0)
    assert sorted(kept) == ["m0", "m1", "m2"]
    assert texts == {"m0": "我喜欢茶", "m1": "", "m2": "我喜欢茶"}
    assert "我喜欢茶" in context["text"]
    assert deleted["deleted"] is True


def test_what_is_remembered_is_found_and_what_was_told_is_judged(hub):
    fact = hub.add_fact("喜欢乌龙茶", LI, type="user_preference")["fact"]
    assert fact is not None

    found = hub.search("喜欢喝什么茶？", LI, threshold=0.0, explain=True)
    told = hub.context("喜欢喝什么茶？", LI, agent_id="a", session_id="s")
    judged = hub.give_feedback(told["observation_id"], rating="bad", reason="outdated", remark="no longer")
    (observed,) = hub.observations(LI, agent_id="a")

    assert [one["mem_info"]["mem_id"] for one in found["fragment_memory_results"]] == [fact["factId"]]
    assert [one["why"] for one in found["candidates"]] == ["kept"]
    assert (judged["rating"], judged["reason"]) == (2, "outdated")
    assert observed["observation_id"] == told["observation_id"]
    assert observed["feedback"] is not None
    assert hub.observation(told["observation_id"])["trace"]
    with pytest.raises(InvalidField) as blank:
        hub.search(" ", LI)
    assert blank.value.code == "query_blank"


def test_global_memories_are_written_placed_bound_and_tried(hub):
    inner = hub.make_folder("Inner", LI)
    memory = hub.write_global_memory("Tone", LI, folder_id=inner["id"], tags=["style"], long_term_goal="short answers")
    binding = hub.bind(memory["id"], "sales", LI)

    tried = hub.try_global_memories("What now?", LI, agent_id="sales")
    changed = hub.change_global_memory(memory["id"], LI, at_top=True, version=memory["version"])
    with pytest.raises(Conflict):
        hub.change_global_memory(memory["id"], LI, content="lost race", version=memory["version"] - 1 or 99)

    assert [one["recalled"] for one in tried["candidates"]] == [True]
    assert changed["folder_id"] is None
    assert [one["id"] for one in hub.global_memories(LI, at_top=True, query="tone")] == [memory["id"]]
    assert list(hub.global_memories(LI, folder_id=inner["id"])) == []
    assert [one["tag"] for one in hub.tags(LI)] == ["style"]
    assert hub.switch_binding(binding["id"], LI, enabled=False)["enabled"] is False
    assert hub.unbind(binding["id"], LI)["deleted_at"]
    assert list(hub.bindings(LI)) == []
    copied = hub.copy_global_memory(memory["id"], LI, name="Tone 2")
    results = hub.change_global_memories("delete", [memory["id"], copied["id"]], LI)["results"]
    assert [one["outcome"] for one in results] == ["done", "done"]
    assert hub.restore_global_memory(memory["id"], LI)["deleted_at"] is None
    assert hub.change_folder(inner["id"], LI, name="Outer")["name"] == "Outer"
    assert hub.delete_folder(inner["id"], LI)["moved_memories"] == 0
    assert list(hub.folders(LI)) == []
