"""What has several wordings is told in one, and what says something else keeps its own."""

import pytest

from engine.text import sayings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用户一周跑三次步", "用户每周跑步三次"),
        ("用户晚上九点之后泡个脚", "用户晚上九点以后泡脚"),
        ("用户礼拜天去看望外公", "用户星期日去探望外公"),
        ("用户在市第四医院上班", "用户在市四院上班"),
        ("The user's job is running a ferry", "The user's job is to run a ferry"),
        ("The user won't eat tripe", "The user does not eat tripe"),
        ("The user rings at ten in the morning", "The user rings at 10 am"),
        ("The user has spent 12 years fixing pianos", "The user has been repairing pianos for 12 years"),
        ("The user sings on Sundays", "The user sings every Sunday"),
    ],
)
def test_the_same_in_other_words_is_told_alike(one: str, other: str) -> None:
    assert sayings.plain(one) == sayings.plain(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用户一周跑三次步", "用户每月跑步三次"),
        ("用户在市第四医院上班", "用户在市五院上班"),
        ("用户周六去看望外公", "用户周日去看望外公"),
        ("The user rings at ten in the morning", "The user rings at 10 pm"),
        ("The user sings on Sundays", "The user sings on Saturdays"),
        ("The user has an exam on Sunday", "The user has an exam every Sunday"),
        ("The user hates tripe", "The user eats tripe"),
    ],
)
def test_what_says_something_else_keeps_its_own_words(one: str, other: str) -> None:
    assert sayings.plain(one) != sayings.plain(other)
