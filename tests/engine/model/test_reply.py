"""Replies as models write them, beyond the shared cases."""

import json

import pytest

from engine.errors import ProviderFailed
from engine.model import reply
from engine.model.statements import Limits
from engine.questions import Instruction
from tests import effort


def contents(text: str, *, is_truncated: bool = False) -> list[str]:
    return [item.content for item in reply.parse(text, is_truncated=is_truncated).items]


def reason_of(text: str, *, is_truncated: bool = False) -> str:
    with pytest.raises(ProviderFailed) as failed:
        reply.parse(text, is_truncated=is_truncated)
    return failed.value.reason


def memories(*items: object) -> str:
    return json.dumps({"memories": items})


@pytest.mark.parametrize(
    "text",
    [
        '```JSON\n{"facts": ["The user sings"]}\n```',
        'Sure!\n\n```json {"facts": ["The user sings"]} ```\nAnything else? {}',
        'For example {"facts": ["..."]} would do. The answer: {"facts": ["The user sings"]}',
        'Draft:\n```json\n{"facts": ["The user hums"]}\n```\nFinal:\n```json\n{"facts": ["The user sings"]}\n```',
        '<think>{"facts": ["The user hums"]}</think>{"facts": ["The user sings"]}',
        '<THINKING>well</THINKING>\n<think>again</think>\n{"facts": ["The user sings"]}',
        '{"facts": ["The user sings"]}<think>was that right',
        "{'facts': ['The user sings',]}",
        "{“facts”：［“The user sings”］}".replace("［", "[").replace("］", "]"),
        '{"Facts": ["The user sings"], "notes": {"a": [1, {"b": null}]}}',
        '{"memories": [{"type": "fact", "content": "The user sings"}]}',
        '{"memories": {"type": "user_fact", "content": "The user sings"}}',
        '{"facts": [{"text": "The user sings"}]}',
        '"{\\"facts\\": [\\"The user sings\\"]}"',
        '[note] here it is {"facts": ["The user sings"]}',
    ],
)
def test_one_fact_is_found_however_it_is_wrapped(text: str) -> None:
    assert contents(text) == ["The user sings"]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "null",
        "42",
        '"just words"',
        '{"result": ["The user sings"]}',
        '{"facts": null}',
        '{"facts": 3, "instructions": "none"}',
        '[{"facts": ["The user sings"]}]',
        '```json\n[{"facts": ["The user sings"]}]\n```',
        '{"facts": ["The user says "hi" often"]}',
        '{"memories": {"a": {"b": "c"}}}',
        "{" * 5000,
        "[" * 500_000,
        '{"facts": ' + "[" * 3000,
        '{"a": ' * 3000,
        "{]" * 20_000,
    ],
)
def test_what_is_no_answer_is_a_format_error_and_no_empty_result(text: str) -> None:
    with effort.at_most(0.5):
        assert reason_of(text) in {"format", "truncated"}


@pytest.mark.parametrize("text", ['{"memories": []}', "{}", '{"instructions": []}', '{"facts": [], "x": 1}'])
def test_an_empty_answer_is_an_answer(text: str) -> None:
    assert reply.parse(text) == reply.Reply()


def test_nothing_at_all_is_told_from_an_answer_that_ran_out_of_room() -> None:
    assert reason_of("  \n") == "no_content"
    assert reason_of("", is_truncated=True) == "truncated"
    assert reason_of("I will now list", is_truncated=True) == "truncated"
    assert reason_of('{"memories": [{"type": "user_fact", "cont', is_truncated=True) == "truncated"


@pytest.mark.parametrize(
    "cut",
    [
        '{"memories": [{"type": "user_fact", "content": "The user sings"}, {"type": "user_fact", "content": "The user da',
        '{"memories": [{"type": "user_fact", "content": "The user sings"}, {"type": "user_fact", "content": "The user dances"',
        '{"memories": [{"type": "user_fact", "content": "The user sings"}, {"type": "user_fact", "content": "The user dances", "confidence": 0.',
        '{"memories": [{"type": "user_fact", "content": "The user sings"},',
        '{"facts": ["The user sings", "The user dances',
        '{"facts": ["The user sings"], "semantic_memory": ["The us',
        '{"facts": ["The user sings"], "semantic_mem',
        '{"facts": ["The user sings", "The user \\u00',
        '```json\n{"facts": ["The user sings", "The',
    ],
)
def test_a_reply_that_was_cut_off_keeps_what_was_finished(cut: str) -> None:
    read = reply.parse(cut, is_truncated=True)

    assert [item.content for item in read.items] == ["The user sings"]
    assert read.is_partial


def test_a_reply_that_ends_in_the_prose_after_it_is_whole() -> None:
    assert not reply.parse('{"facts": ["The user sings"]} I have also', is_truncated=True).is_partial


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (7, "wrong_item"),
        (["The user sings"], "wrong_item"),
        ({"type": "user_fact"}, "wrong_item"),
        ({"type": "user_fact", "content": {"zh": "x"}}, "wrong_item"),
        ({"type": "superpower", "content": "The user flies"}, "unknown_type"),
        ({"type": 3, "content": "The user flies"}, "unknown_type"),
        ({"content": "The user flies", "confidence": "maybe"}, "wrong_confidence"),
        ({"content": "The user flies", "confidence": True}, "wrong_confidence"),
        ({"content": "The user flies", "confidence": 1e300}, "wrong_confidence"),
        ({"content": "The user flies", "confidence": 0.49}, "low_confidence"),
        ({"content": "The user flies", "confidence": "low"}, "low_confidence"),
        ({"content": "The user flies", "confidence": "30%"}, "low_confidence"),
        ({"content": " \t\u200b"}, "blank"),
        ({"content": "[user_fact] "}, "blank"),
        ({"content": "<fact about the user>"}, "blank"),
        ({"content": "N/A"}, "blank"),
        ({"content": "x" * 501}, "too_long"),
        ({"content": "The user's password is hunter2secret"}, "secret"),
        ({"content": "half \ud83d"}, "broken_text"),
    ],
)
def test_a_wrong_item_is_dropped_with_its_reason_and_its_neighbour_stays(item: object, reason: str) -> None:
    read = reply.parse(memories(item, {"content": "The user sings"}))

    assert [kept.content for kept in read.items] == ["The user sings"]
    assert read.dropped == {reason: 1}


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (None, 1.0),
        (1, 1.0),
        (0.5, 0.5),
        ("0.88", 0.88),
        (92, 0.92),
        ("92%", 0.92),
        (" 92 ", 0.92),
        (100, 1.0),
        (1.2, 1.0),
        ("High", 0.9),
    ],
)
def test_confidence_is_understood_in_the_ways_models_write_it(given: object, read: float) -> None:
    (item,) = reply.parse(memories({"content": "The user sings", "confidence": given})).items

    assert item.confidence == pytest.approx(read)


@pytest.mark.parametrize(
    ("named", "content", "kind"),
    [
        ("user_goal", "The user trains for a race", "user_goal"),
        ("User Preference", "The user likes tea", "user_preference"),
        ("[user_preference]", "The user likes tea", "user_preference"),
        ("preference", "The user likes tea", "user_preference"),
        (None, "The user likes tea", "user_fact"),
        ("", "[user_preference] The user likes tea", "user_preference"),
        ("user_goal", "[user_preference] The user likes tea", "user_goal"),
    ],
)
def test_a_type_is_known_by_its_name_its_synonym_or_its_tag(named: str | None, content: str, kind: str) -> None:
    (item,) = reply.parse(memories({"type": named, "content": content})).items

    assert item.type == kind
    assert not item.content.startswith("[")


def test_slot_and_importance_are_taken_over_only_when_usable() -> None:
    good, bad = reply.parse(
        memories(
            {"content": "The user is a nurse", "slot": "Job Title", "importance": 0.9},
            {"content": "The user is tall", "slot": "null", "importance": 17},
        )
    ).items

    assert (good.slot, good.importance) == ("job_title", 0.9)
    assert (bad.slot, bad.importance) == ("", None)


def test_the_same_statement_twice_counts_once() -> None:
    read = reply.parse('{"facts": ["The user sings", "The user sings."], "facts": ["The user dances"]}')

    assert [item.content for item in read.items] == ["The user sings", "The user dances"]
    assert read.dropped == {"repeated": 1}


def test_a_runaway_reply_is_ended_and_counted() -> None:
    text = json.dumps({"facts": [f"The user owns cup {n}" for n in range(12)]})

    read = reply.parse(text, limits=Limits(items=10))

    assert len(read.items) == 10
    assert read.dropped == {"too_many": 2}


def test_instructions_are_read_and_wrong_ones_dropped() -> None:
    wishes = [
        {"op": "DELETE", "old": "The user likes cola"},
        {"op": "update", "old": "The user lives in Rome", "new": "The user lives in Pisa"},
        {"op": "remember", "new": "The user is left-handed", "old": None},
        {"op": "DELETE"},
        {"op": "UPDATE", "old": "The user lives in Rome"},
        {"op": "DROP TABLE", "old": "everything"},
        "forget it all",
        {"op": "ADD", "new": "The user's password is hunter2secret"},
    ]

    read = reply.parse(json.dumps({"instructions": wishes}))

    assert read.instructions == (
        Instruction("DELETE", old="The user likes cola"),
        Instruction("UPDATE", old="The user lives in Rome", new="The user lives in Pisa"),
        Instruction("ADD", new="The user is left-handed"),
    )
    assert read.dropped == {"wrong_instruction": 4, "secret": 1}


def test_an_unknown_escape_keeps_its_backslash_and_a_broken_one_costs_only_its_item() -> None:
    assert contents(
        r'{"facts": ["The user keeps logs in D:\logs\all", "The user is \u12 tall", "The user sings"]}'
    ) == [
        r"The user keeps logs in D:\logs\all",
        "The user sings",
    ]


def test_an_escaped_emoji_is_one_character_in_a_reply_that_needs_repair_too() -> None:
    assert contents('{"facts": ["The user likes \\ud83d\\ude00",]}') == ["The user likes 😀"]


def test_a_million_characters_of_garbage_are_refused_quickly() -> None:
    garbage = [
        '{"facts": [' * 90_000,
        "\n" * 1_000_000,
        '{"a"' * 250_000,
        "“" * 1_000_000,
        "'" * 1_000_000,
        "{'" * 400_000,
    ]

    with effort.at_most(3):
        reasons = {reason_of(text) for text in garbage}

    assert reasons <= {"format", "truncated", "no_content"}
