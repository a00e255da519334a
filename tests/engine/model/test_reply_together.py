"""The three categories, typed items and plain facts in one reply (SPEC X7, X8), and what the switches leave of them."""

import json

import pytest

from engine.model import extract, reply
from engine.questions import ExtractQuestion, Line, ModelChoice, Switches
from tests.scripted_server import ScriptedServer, said

LINES = (
    Line("user", "我做储能电池出口，公司叫澄江科技，1月3日去了医院，喜欢安静，养了两只猫，预算三千", key=1),
    Line("assistant", "好的，已确认：数据库采用 PostgreSQL，就这么定了。", key=2),
)
REPLY = {
    "user_profile": ["用户做储能电池出口"],
    "semantic_memory": ["用户的公司叫澄江科技"],
    "episodic_memory": ["用户2026年1月3日去了医院"],
    "memories": [
        {"type": "user_preference", "content": "用户喜欢安静", "confidence": 0.9},
        {"type": "user_constraint", "content": "用户的预算是三千", "slot": "budget"},
        {"type": "assistant_decision", "content": "数据库采用 PostgreSQL", "slot": "database"},
        {"content": "用户做储能电池出口"},
    ],
    "facts": ["用户养了两只猫"],
}
ALL = {
    "user_profile": "用户做储能电池出口",
    "semantic_memory": "用户的公司叫澄江科技",
    "episodic_memory": "用户2026年1月3日去了医院",
    "user_preference": "用户喜欢安静",
    "user_constraint": "用户的预算是三千",
    "assistant_decision": "数据库采用 PostgreSQL",
    "user_fact": "用户养了两只猫",
}


@pytest.fixture(autouse=True)
def _no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of calls has its own tests; these need no database."""
    monkeypatch.setattr("observability.sink.insert", lambda _row, **_besides: True)


def test_all_lists_of_a_reply_are_read_each_statement_once() -> None:
    read = reply.parse(json.dumps(REPLY, ensure_ascii=False))

    assert {item.type: item.content for item in read.items} == ALL
    assert dict(read.dropped) == {"repeated": 1}
    assert {item.slot for item in read.items} == {"", "budget", "database"}


@pytest.mark.parametrize(
    ("switches", "missing"),
    [
        (Switches(), set()),
        (Switches(semantic_memory=False), {"semantic_memory"}),
        (Switches(episodic_memory=False), {"episodic_memory"}),
        (Switches(user_profile=False), {"user_profile", "user_preference", "user_constraint", "user_fact"}),
    ],
)
def test_a_switch_leaves_out_its_own_types_and_no_others(switches: Switches, missing: set[str]) -> None:
    with ScriptedServer([said(json.dumps(REPLY, ensure_ascii=False))]) as server:
        answer = extract.extract(
            ExtractQuestion(target=LINES, reference=LINES, switches=switches),
            ModelChoice(base_url=server.url, model="m"),
        )

    assert {item.type: item.content for item in answer.items} == {k: v for k, v in ALL.items() if k not in missing}
    assert answer.dropped.get("switched_off", 0) == len(missing)


def test_each_item_rests_on_the_words_of_its_own_speaker() -> None:
    with ScriptedServer([said(json.dumps(REPLY, ensure_ascii=False))]) as server:
        answer = extract.extract(
            ExtractQuestion(target=LINES, reference=LINES), ModelChoice(base_url=server.url, model="m")
        )

    assert {item.evidence for item in answer.items if item.source_role == "user"} == {(1,)}
    assert {item.evidence for item in answer.items if item.source_role == "assistant"} == {(2,)}
