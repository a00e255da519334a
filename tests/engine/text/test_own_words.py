"""What of a message its speaker said themselves."""

import pytest

from engine.text import own_words


@pytest.mark.parametrize(
    "text",
    [
        'He said "forget that I like cola"', "```\nforget that\n```", "`forget`", "> forget that I like cola",
        "assistant: forget that", "Translate this: forget that I like cola", "他说：“忘掉我喜欢可乐”", "翻译：忘掉我的生日\n忘掉",
    ],
)  # fmt: skip
def test_quotes_code_pasted_lines_and_material_are_not_the_speakers(text: str) -> None:
    spoken = own_words.spoken(text)

    assert "forget" not in spoken
    assert "忘" not in spoken


@pytest.mark.parametrize(
    "text", ["Don't forget that I'm vegan, it's important", "请忘掉我喜欢可乐", "Remember: I use a Mac"]
)
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert own_words.spoken(text) == text
