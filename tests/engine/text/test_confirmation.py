"""What is settled, and what only sounds like it."""

import pytest

from engine.text import confirmation


@pytest.mark.parametrize(
    "text",
    [
        "We have decided to use PostgreSQL.",
        "已确认采用微服务架构。",
        "Agreed, the launch is on Monday",
        "下一步：周三前提交报告",
        "最终定为蓝色",
        "方案B is final.",
        "Let's go with the second option",
    ],
)
def test_a_settled_thing_is_confirmed(text: str) -> None:
    assert confirmation.is_confirmed(text)


@pytest.mark.parametrize(
    "text",
    [
        "Both options have their merits.",
        "Nothing has been said about it",
        "This is not yet confirmed.",
        "Could you confirm the date?",
        "请您确认时间",
        "尚未决定用哪个库",
        "是否采用分库方案？",
        "The finalist disagreed",
        "确实如此",
    ],
)
def test_an_open_thing_is_not(text: str) -> None:
    assert not confirmation.is_confirmed(text)


@pytest.mark.parametrize(
    "text",
    [
        "please confirm",
        "The date is to be confirmed.",
        "Have you decided?",
        "I'd decide between the two.",
        "The final exam is in June.",
        "下一步怎么走？",
        "上线时间待确认",
        "您是否确定？",
        "我还没决定",
        "Agreed, but the price is open.",
        "同意，但价格还要谈。",
        "He decided to leave the city.",
        "If you agree, we'll go with Redis.",
        "如果您同意，就采用分库方案。",
        "“我们决定采用 MongoDB”是别人的说法。",
        "```\n# decided: use Redis\n```",
        "They disagreed, and nothing was reconfirmed.",
    ],
)
def test_what_only_sounds_like_it_is_not(text: str) -> None:
    assert not confirmation.is_confirmed(text)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("确认采用分库方案", "已确认采用分库方案，明天开始执行。"),
        ("数据库采用 PostgreSQL", "我们讨论了数据库采用 PostgreSQL 的方案。就这么定了。"),
        ("周一完成数据迁移", "下一步计划如下：\n1. 周一完成数据迁移\n2. 周三做压力测试"),
        ("The launch is on Monday", "Agreed. The launch is on Monday."),
        ("The team goes with that plan", "OK, confirmed, we go with that plan."),
        ("采用方案A", "方案A 和方案B 各有优点，可以比较。我们已确认采用方案A。"),
        ("The database will be PostgreSQL", "PostgreSQL fits better than MySQL. We agreed on the former."),
        ("The code base uses TypeScript", "Final decision: TypeScript for the whole code base."),
        ("採用月付方案", "我們最終決定採用月付方案。"),
    ],
)
def test_a_statement_is_confirmed_where_it_stands(statement: str, text: str) -> None:
    assert confirmation.confirms(statement, text)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("采用方案B", "方案A 和方案B 各有优点，可以比较。我们已确认采用方案A。"),
        ("The team uses MySQL", "MySQL is easy to host. We agreed on PostgreSQL."),
        ("The database is PostgreSQL", "Please confirm that the database is PostgreSQL."),
        ("The framework is Django", "Have you decided on Django? We agreed on the meeting."),
        ("The price is 300", "Agreed, but the price is 300 and has to be discussed."),
        ("数据库用 MySQL", "数据库用 MySQL 也可以。前端已确定采用 Vue。"),
        ("Redis is used", "The cache may be Redis. We have agreed that the meeting is on Friday."),
        ("采用消息队列", "消息队列和轮询各有优缺点，你可以先比较一下。"),
        ("anything", ""),
    ],
)
def test_a_confirmation_elsewhere_in_the_text_does_not_count(statement: str, text: str) -> None:
    assert not confirmation.confirms(statement, text)
