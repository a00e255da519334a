"""What numbers count and how they bound it: five kilometres are 5,000 metres and no miles, "3000元以内" is at most 3,000.

Read from texts whose numbers are marked (`values.marked`).
"""

import re
from functools import lru_cache

from engine.text import values

LIMIT, MOST, LEAST = "l", "most", "least"

# What is counted, in one spelling and one size: five kilometres are 5,000 metres, an hour is 60 minutes.
_UNITS = """
cny 1 元 人民币 rmb cny yuan
usd 1 美元 美金 美刀 刀 usd dollar dollars buck bucks
eur 1 欧元 欧 eur euro euros
gbp 1 英镑 gbp pound_sterling quid
jpy 1 日元 日币 円 jpy yen
hkd 1 港币 港元 港纸 hkd
krw 1 韩元 韩币 won
twd 1 台币 新台币
metre 1000 公里 千米 km kilometer kilometers kilometre kilometres
metre 1 米 公尺 m meter meters metre metres
metre 0.01 厘米 公分 cm centimeter centimeters centimetre centimetres
metre 0.001 毫米 mm
mile 1 英里 mile miles
foot 1 英尺 foot feet ft
inch 1 英寸 寸 inch inches
kilogram 1 公斤 千克 斤 kg kgs kilo kilos kilogram kilograms
kilogram 0.001 克 g gram grams
kilogram 1000 吨 ton tons tonne tonnes
pound 1 磅 lb lbs pound pounds
ounce 1 盎司 ounce ounces oz
litre 1 升 liter liters litre litres
litre 0.001 毫升 ml
minute 1 分钟 分 minute minutes min mins
minute 60 小时 钟头 hour hours hr hrs
minute 1440 天 日 day days
minute 10080 周 星期 个星期 礼拜 week weeks
month 1 月 月份 month months
month 3 季度 个季度 quarter quarters
month 12 年 year years
year_of_age 1 岁 周岁 years_old year_old
percent 1 % 个百分点 percent
degree 1 度 °C ℃ degrees
calorie 1 卡 卡路里 calories kcal
calorie 1 千卡 大卡
square_metre 1 平米 平方米 平方 平 square_meters square_metres sqm
mu 1 亩 acres
character 1 字 个字 字符 characters
word 1 words word
line 1 行 lines line
page 1 页 pages page
sentence 1 句 句话 sentences sentence
times 1 次 times
step 1 步 steps
cup 1 杯 cups cup
bottle 1 瓶 bottles bottle
floor 1 层 楼 floors
gigabyte 1 G GB gb
terabyte 1 T TB tb
"""
_UNIT_OF = {
    word.replace("_", " ").lower(): (row.split()[0], float(row.split()[1]))
    for row in _UNITS.strip().splitlines()
    for word in row.split()[2:]
}
_UNIT_WORDS = "|".join(re.escape(word) for word in sorted(_UNIT_OF, key=len, reverse=True))
_SIGNS = {"$": "usd", "€": "eur", "£": "gbp", "¥": "cny", "￥": "cny"}
_QUANTITY = re.compile(
    rf"(?P<sign>[$€£¥￥]?)\s?{values.OPEN}n:(?P<value>[^{values.CLOSE}]*){values.CLOSE}\s?(?:个|多)?-?(?P<unit>(?:{_UNIT_WORDS})(?![A-Za-z]))?",
    re.IGNORECASE,
)

# A limit says on which side of its number a value has to stay; over and under are limits only beside a number.
_AT = rf"(?=[^\w{values.OPEN}]*(?:of )?[$€£¥￥]?{values.OPEN}n:)"
_BEHIND = rf"(?<={values.CLOSE})(?P<what>[^，,。；;{values.OPEN}{values.CLOSE}]{{0,10}}?)"
_LIMIT = re.compile(
    r"(?P<most>最多|至多|顶多|(?:的)?上限(?:是|为)?|不(?:会|要|得|能|可|应)?(?:超过|多于|高于|大于)|(?:别|勿)超过|(?:要)?(?:低于|少于|小于|不到|不足)"
    r"|(?<![a-z])(?:at (?:the )?most|not? (?:more|longer|higher) than|(?:does |do |must |should )?(?:not |n't |never )exceed(?:ing)?|max(?:imum)?(?: of)?|up to|less than|fewer than"
    rf"|(?:under|below|within){_AT})(?![a-z]))"
    r"|(?P<least>最少|至少|起码|(?:的)?下限(?:是|为)?|不(?:会|要|得|能|可|应)?(?:低于|少于|小于)|(?:要)?(?:超过|多于|高于|大于)"
    r"|(?<![a-z])(?:at (?:the )?least|not? (?:less|fewer|lower|shorter) than|minimum(?: of)?|more than|exceed(?:s|ing)?"
    rf"|(?:over|above|upwards of){_AT})(?![a-z]))",
    re.IGNORECASE,
)
_LIMIT_BEHIND = re.compile(
    rf"{_BEHIND}(?:(?P<most>以内|之内|以下|内(?![\u4e00-\u9fff])|封顶|or (?:less|fewer|under)(?![a-z])|at most|max(?:imum)?(?![a-z]))"
    r"|(?P<least>以上|起步?(?![\u4e00-\u9fff])|or (?:more|over)(?![a-z])|at least|minimum))",
    re.IGNORECASE,
)
_MARKED_LIMIT = re.compile(f"{values.OPEN}{LIMIT}:[a-z]+{values.CLOSE}")


@lru_cache(maxsize=2048)
def marked(text: str) -> str:
    """The text with its dates, numbers and limits as marks."""
    return limited(values.marked(text))


def limited(marked: str) -> str:
    """The marked text with its limits as marks: "3000元以内" and "最多3000元" say the same."""
    marked = _LIMIT.sub(lambda found: _mark(found), marked)
    return _LIMIT_BEHIND.sub(lambda found: found["what"] + _mark(found), marked)


def without_limits(text: str) -> str:
    """The text without its limits: "no less than" takes no side between less and more."""
    return _MARKED_LIMIT.sub(" ", text)


def _mark(found: re.Match[str]) -> str:
    return f"{values.OPEN}{LIMIT}:{MOST if found['most'] else LEAST}{values.CLOSE}"


def quantities(marked: str) -> frozenset[tuple[float, str]]:
    """The numbers of a marked text with what they count, '' for no known unit; sizes of one kind in one unit."""
    found: set[tuple[float, str]] = set()
    for quantity in _QUANTITY.finditer(marked):
        unit, size = _UNIT_OF.get((quantity["unit"] or "").lower(), ("", 1.0))
        found.add((round(float(quantity["value"]) * size, 6), unit or _SIGNS.get(quantity["sign"], "")))
    return frozenset(found)


def converted(marked: str) -> str:
    """The marked text with each number in the usual unit and without the unit's name: 5公里 and 5000米 are one."""
    return _QUANTITY.sub(_converted, marked)


def _converted(quantity: re.Match[str]) -> str:
    _, size = _UNIT_OF.get((quantity["unit"] or "").lower(), ("", 1.0))
    return f"{values.OPEN}{values.NUMBER}:{round(float(quantity['value']) * size, 6):g}{values.CLOSE}"


def are_apart(ours: frozenset[tuple[float, str]], theirs: frozenset[tuple[float, str]]) -> bool:
    """Whether either counts something that the other does not; a number without a unit is any number of that size."""
    return any(not _is_among(one, theirs) for one in ours) and any(not _is_among(one, ours) for one in theirs)


def _is_among(quantity: tuple[float, str], others: frozenset[tuple[float, str]]) -> bool:
    value, unit = quantity
    return any(value == other and (unit == known or not (unit and known)) for other, known in others)
