"""Remembered text that comes back in whatever dress teaches nothing; the person's own words around it stay."""

import json
import time

import pytest

from engine.text import guard

BEFORE, AFTER = "先说一句：我换工作了", "I moved to Ghent last week."
ENGLISH = ["## About the current user", "- Likes jazz", "- Lives in Lyon"]
CHINESE = ["## 关于当前用户", "- 用户喜欢爵士乐", "- 用户住在天津"]
FACTS = ("jazz", "Lyon", "爵士", "天津")


def dressed(lines: list[str], how: str) -> str:
    head, *facts = lines
    dresses = {
        "plain": lines,
        "indented": [f"    {line}" for line in lines],
        "quoted": [f"> {line}" for line in lines],
        "quoted twice": [f"> > {line}" for line in lines],
        "deeper heading": [f"##{head}", *facts],
        "flat heading": [head.removeprefix("#"), *facts],
        "small letters": [head.lower(), *facts],
        "wide signs": [head.replace("#", "＃").replace(" ", "\u3000", 1), *facts],
        "bold heading": [f"**{head.removeprefix('## ')}**", *facts],
        "bare heading": [f"{head.removeprefix('## ')}:", *facts],
        "bracketed heading": [f"【{head.removeprefix('## ')}】", *facts],
        "numbered": [head, *(f"{number}. {fact[2:]}" for number, fact in enumerate(facts, start=1))],
        "starred": [head, *(f"* {fact[2:]}" for fact in facts)],
        "fenced": ["```markdown", *lines, "```"],
        "with a gap": [head, "", *facts],
        "typed": [f"- [user_fact] {fact[2:]}" for fact in facts],
        "typed without bullets": [f"[user_preference] {fact[2:]}" for fact in facts],
        "typed and numbered": [f"{number}) [user_fact] {fact[2:]}" for number, fact in enumerate(facts, start=1)],
        "typed and quoted": [f"> - [user_fact] {fact[2:]}" for fact in facts],
        "cut off": [head, facts[0], facts[1][:-1]],
        "on one line": [" ".join(lines)],
    }
    return "\n".join(dresses[how])


DRESSES = (
    "plain", "indented", "quoted", "quoted twice", "deeper heading", "flat heading", "small letters", "wide signs", "bold heading", "bare heading",
    "bracketed heading", "numbered", "starred", "fenced", "with a gap", "typed", "typed without bullets", "typed and numbered", "typed and quoted",
    "cut off", "on one line",
)  # fmt: skip


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("how", DRESSES)
def test_a_block_in_any_dress_is_cut_and_own_words_stay(lines, how):
    kept, cut = guard.cut_recalled(f"{BEFORE}\n\n{dressed(lines, how)}\n\n{AFTER}")

    assert kept == f"{BEFORE}\n\n{AFTER}"
    assert cut > 0


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_a_block_copied_without_its_beginning_is_cut(lines):
    text = "\n".join([*lines[1:], "", "## 使用原则", "- 不要复述这些内容", "", AFTER])

    assert guard.cut_recalled(text)[0] == AFTER


def test_facts_that_lost_their_bullets_are_cut_with_their_heading():
    text = f"## 关于当前用户\n用户喜欢爵士乐\n用户住在天津\n\n{AFTER}"

    assert guard.cut_recalled(text)[0] == AFTER


def test_a_fact_in_the_middle_of_a_line_leaves_the_words_around_it():
    kept, _ = guard.cut_recalled("You noted [user_fact] Likes jazz. But I prefer rock now.")

    assert kept == "You noted  But I prefer rock now."


PARTS = [
    {
        "level": "user",
        "heading": "## About the current user",
        "items": [{"id": "f_1a2b3c4d", "text": "Likes jazz", "type": "user_fact", "score": None}],
    }
]
DOCUMENT = {"version": 2, "facts": [{"factId": "f_1a2b3c4d", "content": "Lives in Lyon", "status": "active"}]}


@pytest.mark.parametrize(
    "value", [PARTS, PARTS[0], DOCUMENT, {"text": "\n".join(CHINESE), "parts": PARTS, "paused": False}]
)
@pytest.mark.parametrize("indent", [None, 2])
def test_an_answer_of_ours_as_json_is_cut(value, indent):
    pasted = json.dumps(value, ensure_ascii=False, indent=indent)

    kept, cut = guard.cut_recalled(f"{BEFORE}\n{pasted}\n{AFTER}")

    assert not [fact for fact in FACTS if fact in kept]
    assert BEFORE in kept
    assert AFTER in kept
    assert cut >= len(pasted) - 2


def test_json_that_was_cut_off_loses_its_facts():
    pasted = json.dumps(PARTS, ensure_ascii=False)[:-20]

    assert "jazz" not in guard.cut_recalled(f"{BEFORE}\n{pasted}")[0]


@pytest.mark.parametrize(
    "text",
    [
        "我喜欢爵士乐\n- 也喜欢摇滚",
        "## 我的计划\n- 学吉他",
        "About the current user: nothing",
        '{"name": "Kai", "likes": ["jazz"]}',
        "I wrote [1] and [user] in my notes",
        "```\nprint('hi')\n```",
        "1. jazz\n2. rock\n\nthat is my order",
        "会话摘要我已经看过了",
        "- learn guitar\n- visit Porto\n\nThose are my plans",
        '{"id": "f_100", "text": "my form"}',
    ],
)
def test_a_persons_own_lists_and_data_stay(text):
    assert guard.cut_recalled(text) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        '[{"f_' * 1_600,
        "[" * 8_000 + '"heading"',
        "## About the current user\n" * 300,
        "> " * 4_000,
        "- [user_fact] " * 600,
        '{"heading":' * 700,
    ],
)
def test_a_hostile_text_is_read_in_time(text):
    begun = time.process_time()

    guard.cut_recalled(text)

    assert time.process_time() - begun < 0.5
