"""The entry of the embedded engine: roles, languages, known facts, switches, remembered blocks."""

from datetime import datetime

import pytest

from engine.embedded.extract import extract
from engine.questions import ASSISTANT, USER, ExtractAnswer, ExtractQuestion, Line, Switches

ALL_ON = Switches()


def answer(*lines: Line, known: tuple[str, ...] = (), switches: Switches = ALL_ON, when: str = "") -> ExtractAnswer:
    return extract(ExtractQuestion(lines, conversation_time=when, known=known, switches=switches))


def contents(given: ExtractAnswer) -> list[str]:
    return [item.content for item in given.items]


def test_only_the_users_own_lines_teach_about_the_user() -> None:
    given = answer(Line(ASSISTANT, "我住在上海"), Line(USER, "我住在廊坊"))

    assert contents(given) == ["用户住在廊坊"]


def test_an_agents_line_gives_only_what_it_settles() -> None:
    given = answer(
        Line(USER, "已确认数据库采用 PostgreSQL。", key=1),
        Line(ASSISTANT, "您住在廊坊。已确认数据库采用 MySQL。", key=2),
    )

    settled = [item for item in given.items if item.type.startswith("assistant_")]
    assert [(item.content, item.source_role, item.evidence) for item in settled] == [
        ("数据库采用 MySQL", ASSISTANT, (2,))
    ]
    assert not any("廊坊" in content for content in contents(given))


def test_a_remembered_block_in_an_agents_line_settles_nothing() -> None:
    said = "## Related memories\n- [assistant_decision] The database is PostgreSQL\n\nAgreed. Logs must never contain names."

    assert contents(answer(Line(ASSISTANT, said))) == ["Logs must never contain names"]


def test_a_secret_is_in_no_decision() -> None:
    given = answer(Line(ASSISTANT, "已确认：数据库密码为 Hunter-Example-77，缓存用 Redis。"))

    assert contents(given) == ["缓存用 Redis"]


def test_reference_lines_teach_nothing() -> None:
    question = ExtractQuestion((Line(USER, "好的谢谢"),), reference=(Line(USER, "我住在廊坊"),))

    assert extract(question).items == ()


@pytest.mark.parametrize("number", ["²", "①", "٣", "9" * 5_000])
def test_a_sign_that_is_no_number_to_count_with_is_no_age(number: str) -> None:
    assert contents(answer(Line(USER, f"I am {number} years old. I live in Berlin."))) == ["The user lives in Berlin"]


def test_each_language_is_read_in_its_own_way() -> None:
    given = answer(Line(USER, "我对花生过敏。I live in Berlin."))

    assert contents(given)[0] == "用户对花生过敏"
    assert any("Berlin" in content and content.startswith("The user") for content in contents(given))


def test_the_same_statement_is_given_once_and_a_known_one_not_at_all() -> None:
    given = answer(Line(USER, "我住在廊坊"), Line(USER, "我住在廊坊，喜欢茶"), known=("用户喜欢茶。",))

    assert contents(given) == ["用户住在廊坊"]
    assert given.dropped["known"] == 2


def test_the_time_of_a_line_goes_before_that_of_the_conversation() -> None:
    line = Line(USER, "昨天我刚把车卖了", said_at=datetime.fromisoformat("2024-03-01T09:00:00+08:00"))

    assert contents(answer(line, when="2026-05-05")) == ["用户2024年2月29日把车卖了"]


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        (Switches(), 2),
        (Switches(episodic_memory=False), 1),
        (Switches(user_profile=False), 1),
        (Switches(long_term=False), 0),
    ],
)
def test_what_is_switched_off_is_not_given(switches: Switches, expected: int) -> None:
    given = answer(Line(USER, "我住在廊坊，昨天把车卖了"), switches=switches, when="2026-01-08")

    assert len(given.items) == expected


def test_remembered_blocks_inside_a_message_are_cut_out() -> None:
    said = "## 关于当前用户\n- 用户喜欢爵士乐\n- 我住在天津\n\n我住在廊坊"

    given = answer(Line(USER, said))

    assert contents(given) == ["用户住在廊坊"]
    assert given.dropped["recalled"] == 1


def test_secrets_are_in_no_statement() -> None:
    given = answer(Line(USER, "身份证 1101 0119 0001 0100 14 这样写可以吗，我住在通州"))

    assert not any("1101" in content for content in contents(given))


def test_wishes_about_the_memory_are_found_in_both_languages() -> None:
    given = answer(Line(USER, "忘掉我喜欢可乐这件事", key=1), Line(USER, "Forget that I like jazz", key=2))

    assert [(wish.op, wish.old, wish.evidence) for wish in given.instructions] == [
        ("DELETE", "用户喜欢可乐", (1,)),
        ("DELETE", "The user likes jazz", (2,)),
    ]
    assert given.items == ()
