"""Numbers that name a thing, of which the next is another thing: chapter 3, 第3季, cup no. 4 – not those that measure a state."""

import re

from engine.text import values

# Longer rows of digits are no numbers.
_DIGITS = "[0-9]{1,30}"
_ZH_NUMERAL = f"(?:{_DIGITS}|[〇零一二两三四五六七八九十百千]{{1,30}})"
# What is counted off while it goes on – the third year, the fifth place – measures how far it is.
_ZH_COURSE = "年|天|日|周|月|名|位|层|楼|学期|阶段|步|遍|大"
_ZH_NAMED = "线|楼|店|门|机|桌|馆|院|厅|仓|柜|台|车|样|杯|球|选手|作品|藏品|展"
_EN_NAMED = r"no\.?|number|nr\.?|chapter|season|episode|book|vol(?:ume|\.)?|level|part|lesson|unit|issue|edition|building|track|exhibit|sample|item"
_EN_ROW = (
    "season|episode|book|chapter|volume|edition|issue|lesson|part|film|movie|album|marathon|race|novel|concert|trip"
)

_NAMING = re.compile(
    rf"第(?P<zh>{_ZH_NUMERAL})(?!{_ZH_COURSE}|[0-9])|(?<![0-9月])(?P<no>{_DIGITS})号(?={_ZH_NAMED})|(?P<model>(?:19|20)[0-9]{{2}})(?:年?款|年份的|年产)"
    rf"|(?<![a-z])(?:{_EN_NAMED}) ?(?P<en>{_DIGITS}|(?:one|two|three|four|five|six|seven|eight|nine|ten)(?![a-z]))|#(?P<hash>{_DIGITS})"
    rf"|(?P<nth>{_DIGITS}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (?=(?:{_EN_ROW})(?![a-z]))"
    r"|(?P<vintage>(?:19|20)[0-9]{2}) (?=(?:model|edition|vintage|issue)(?![a-z]))",
    re.IGNORECASE,
)
_PLACE = re.compile(
    rf"第(?P<zh>{_ZH_NUMERAL})|(?<![a-z])(?P<nth>{_DIGITS}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?![a-z])",
    re.IGNORECASE,
)
_WORDS = {
    word: place
    for words in ("one two three four five six seven eight nine ten", "first second third fourth fifth sixth seventh eighth ninth tenth")
    for place, word in enumerate(words.split(), start=1)
}  # fmt: skip


def naming_numbers(text: str) -> frozenset[int]:
    """The numbers in a text that name a thing."""
    return frozenset(_value(next(filter(None, found.groups()))) for found in _NAMING.finditer(text))


def places(text: str) -> frozenset[int]:
    """The places in a row that a text counts: first, 3rd, 第三."""
    return frozenset(_value(next(filter(None, found.groups()))) for found in _PLACE.finditer(text))


def name_two(a: str, b: str) -> bool:
    """Whether each of two texts names another one of a row."""
    ours, theirs = naming_numbers(a), naming_numbers(b)
    return bool(ours - theirs and theirs - ours)


def _value(said: str) -> int:
    digits = re.match("[0-9]+", said)
    if digits:
        return int(digits[0])
    return _WORDS.get(said.lower()) or values.chinese_number(said)
