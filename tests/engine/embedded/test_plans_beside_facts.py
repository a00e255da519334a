"""What somebody means to do leaves what they do today in force."""

import pytest

from engine.embedded.judge import judge
from engine.questions import JudgeQuestion

REPLACE = "replace"


@pytest.mark.parametrize(
    ("known", "plan"),
    [
        ("用户住在重庆", "用户打算2027年搬去昆明"),
        ("用户喜欢喝咖啡", "用户想戒掉咖啡"),
        ("用户使用iPhone 15", "用户想换成安卓手机"),
        ("The user uses VS Code", "The user wants to switch to Vim"),
        ("The user drinks coffee every day", "The user wants to quit coffee"),
        ("The user works at Meta", "The user is considering moving to Netflix"),
    ],
)
def test_a_plan_retires_nothing_that_is_so_today(known: str, plan: str) -> None:
    assert judge(JudgeQuestion(existing=known, incoming=plan, type="user_fact")).action != REPLACE


@pytest.mark.parametrize(
    ("known", "news"),
    [
        ("用户住在重庆", "用户搬到了昆明"),
        ("用户喜欢吃辣", "用户不想吃辣了"),
        ("用户打算2027年去日本", "用户不再打算去日本"),
        ("用户希望用中文回答", "用户希望用英文回答"),
        ("The user wants to be called Bob", "The user wants to be called Rob"),
    ],
)
def test_what_is_done_and_another_wish_still_do(known: str, news: str) -> None:
    assert judge(JudgeQuestion(existing=known, incoming=news, type="user_fact")).action == REPLACE
