"""Words that a text is found by."""

import pytest

from engine.text import keywords
from tests import effort


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Writes C++ and Node.js", ["writes", "c++", "and", "node.js"]),
        ("C# or F#, v2.10", ["c#", "or", "f#", "v2.10"]),
        ("sets of 3-4, COVID-19", ["sets", "of", "3-4", "covid-19"]),
        ("part-time job", ["part", "time", "job"]),
        ("The cat's bowl, don't", ["the", "cat", "bowl", "don't"]),
        ("喜欢喝茶", ["喜欢", "欢喝", "喝茶"]),
        ("茶", ["茶"]),
        ("喜欢Java编程", ["喜欢", "java", "编程"]),
        ("预算50万元", ["预算", "50", "万元"]),
        ("ＪＡＶＡ", ["java"]),
        ("Ça va à Zürich", ["ça", "va", "à", "zürich"]),
        ("はい猫", ["はい", "い猫"]),
        ("，。!", []),
        ("", []),
    ],
)
def test_text_is_cut_into_words_and_pairs_of_characters(text, words):
    assert keywords.tokens(text) == words


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How do I learn Java for web projects?", ["learn", "java", "web", "projects"]),
        ("What is the user's favourite drink", ["user", "favourite", "drink"]),
        ("请问怎么学习Spring的微服务？", ["学习", "spring", "微服务"]),
        ("我们的会议安排在哪里", ["会议", "安排"]),
        ("如何优化数据库的性能", ["优化", "数据库", "性能"]),
        ("R 和 C++ 哪个好", ["r", "c++", "好"]),
        ("你是谁", []),
    ],
)
def test_a_question_yields_what_it_is_about(question, expected):
    assert keywords.key_words(question) == expected


def test_a_long_chinese_question_yields_the_tag_within_it():
    words = keywords.key_words("我想知道在微服务架构里面应该怎么做好分布式事务")

    assert any("微服务" in word or word in "微服务" for word in words)
    assert any("事务" in word for word in words)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("abcd", 1), ("abcde", 2), ("喜欢茶", 3), ("喜欢tea。", 4)])
def test_tokens_are_counted_by_character_and_by_four(text, count):
    assert keywords.estimate_tokens(text) == count


@pytest.mark.parametrize("text", ["喜欢" * 250_000, "a.b" * 200_000, "3-4-" * 200_000, "的" * 500_000])
def test_a_long_text_is_cut_in_reasonable_time(text):
    with effort.at_most(5):
        keywords.tokens(text)
        keywords.key_words(text)


def test_of_a_question_that_is_a_document_the_beginning_and_the_end_are_looked_at():
    short = "怎么写单元测试 " * 100
    long = "first words " + "filler " * 100_000 + "last words"

    assert keywords.asked_part(short) == short
    assert len(keywords.asked_part(long)) < 10_000
    assert keywords.key_words(keywords.asked_part(long)) == ["first", "words", "filler", "last"]
