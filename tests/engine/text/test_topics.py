"""What "my job" means, and which statements are on it."""

import pytest

from engine.text import topics


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("Everything about the user's job", "job"), ("The user's phone model", "phone model"), ("用户的地址信息", "地址"),
        ("用户的所有工作信息", "工作"), ("用户离婚的事", "离婚"), ("The user likes cola", "likes cola"),
    ],
)  # fmt: skip
def test_a_wish_is_named_without_the_words_around_it(wish: str, name: str) -> None:
    assert topics.phrase(wish) == name


@pytest.mark.parametrize(
    ("wish", "statement", "is_on"),
    [
        ("The user's job", "The user is a nurse", True), ("The user's job", "The user likes tea", False),
        ("The user's job", "The user's sister is a nurse", False), ("用户的地址", "用户住在苏州", True),
        ("用户的地址", "用户老家在苏州", False), ("The user's pets", "The user has a cat", True),
        ("The user's kids", "The user's wife is called Ann", False), ("用户的家人", "用户妻子叫小红", True),
    ],
)  # fmt: skip
def test_a_topic_covers_its_own_statements_alone(wish: str, statement: str, is_on: bool) -> None:
    topic = topics.of_wish(wish)

    assert topic is not None
    assert topics.is_on(topic, statement) is is_on


@pytest.mark.parametrize(
    "name", ["age", "home address", "favourite colour", "sister's job", "预算", "最喜欢的颜色", "鞋码"]
)
def test_what_a_person_has_one_of_is_an_attribute(name: str) -> None:
    assert topics.names_attribute(name)


@pytest.mark.parametrize("name", ["resume", "alarm", "sentence", "flight", "password", "简历", "闹钟", "标题"])
def test_documents_and_alarms_are_none(name: str) -> None:
    assert not topics.names_attribute(name)
