"""Numbers, dates and times of day in one spelling, so that "五十万", "50万" and "500,000" can be compared."""

import re
from collections.abc import Mapping

from engine.text.calendar_names import HOURS, month_number, weekday_index

# Kinds of values: a number, a year, a month, a day of the month, a day of the week, a time, a part of the day.
NUMBER = "n"
YEAR, MONTH, DAY, WEEKDAY, CLOCK, DAYTIME = "y", "m", "d", "w", "t", "p"

OPEN, CLOSE = _OPEN, _CLOSE = "\u27e6", "\u27e7"
MARK = re.compile(f"{_OPEN}([a-z]):([^{_CLOSE}]*){_CLOSE}")

_ZH_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_ZH_UNITS = {"十": 10, "百": 100, "千": 1000}
_ZH_LARGE = {"万": 10_000, "亿": 100_000_000}
_ZH_NUMERAL = "[〇零一二两俩三四五六七八九十百千万亿]"
_N = rf"(?:[0-9]{{1,4}}|{_ZH_NUMERAL}{{1,5}})"

_EN_UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_EN_NUMBERS = {word: value for value, word in enumerate(_EN_UNITS.split())} | {
    word: 20 + 10 * step for step, word in enumerate(_EN_TENS.split())
}
_SCALES = {
    "k": 1e3,
    "thousand": 1e3,
    "m": 1e6,
    "million": 1e6,
    "hundred": 1e2,
    "dozen": 12,
    "百": 1e2,
    "千": 1e3,
    "万": 1e4,
    "亿": 1e8,
}

_EN_MONTH = (
    "(?P<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    "|Nov(?:ember)?|Dec(?:ember)?)(?![A-Za-z])"
)

_ZH_DATE = re.compile(
    rf"(?={_N}[年月])(?:(?P<year>[0-9]{{4}}|[〇零一二三四五六七八九]{{4}})年)?(?:(?P<month>{_N})月份?(?:(?P<day>{_N})[日号]?)?)?"
)
_ISO_DATE = re.compile(r"(?<![0-9])(?P<year>[12][0-9]{3})[-/.](?P<month>[01]?[0-9])[-/.](?P<day>[0-3]?[0-9])(?![0-9])")
_EN_DATE = re.compile(
    rf"(?:(?<![0-9])(?P<before>[0-3]?[0-9])(?:st|nd|rd|th)? (?:of )?)?{_EN_MONTH}\.?"
    r"(?: (?P<day>[0-3]?[0-9])(?:st|nd|rd|th)?(?![0-9]))?(?:,? (?P<year>[12][0-9]{3})(?![0-9]))?"
)
_WEEKDAY = re.compile(
    r"(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])"
    r"|(?<![A-Za-z])(?P<en>(?i:mon|tues|wednes|thurs|fri|satur|sun)(?=(?i:days?)(?![a-z]))|(?:Mon|Tue|Wed|Thu|Fri)(?![A-Za-z]))(?i:days?)?"
)
# 六点八 is a number, unless it is a time with what comes next: 七点一起吃饭, 八点三个人, 六点五分.
_DECIMAL = re.compile(
    r"(?<![上午晚晨里间夜天有差])(?P<whole>[〇零一二两三四五六七八九十百千]{1,6}|[0-9]{1,6})点(?P<part>[〇零一二三四五六七八九]{1,4})"
    r"(?![〇零一二三四五六七八九十百千分刻钟半点起个位号楼层家场直定样边些般道群线滴条次名])"
)
# Behind a bare hour these tell that it is one: 六点起床, and not 提了六点意见.
_AT_HOUR = (
    "起床?|睡|上[班课学]|下[班课]|放学|开[会门店始播工]|关[门店灯]|出[门发]|吃[饭早午晚]|到[家公单学店岗]|[以之]?前|[以之]?后|左右|准时|起飞|见面|集合|回家|收[工摊]|打烊|熄灯|[交换]班|醒|跑步|锻炼|遛"
    "|接(?:孩子|娃|女儿|儿子)|[才就](?:起|睡|下|上|到|回|吃|醒)|的(?:闹钟|飞机|火车|高铁|航班|会|课|班车)"
)
_CLOCK = re.compile(
    rf"(?<![0-9:])(?P<hour>[0-2]?[0-9])[:：](?P<minute>[0-5][0-9])(?![0-9])"
    rf"|(?<!有)(?<!差)(?P<zh_hour>{_N})点(?:(?P<zh_minute>[二三四五]?十[一二三四五六七八九]?|[〇零一二三四五六七八九]{{1,2}}(?=分)|[0-5][0-9](?![0-9.])|[0-9](?=分))分?|(?P<quarter>[一三])刻钟?)"
    rf"|(?P<zh>{_N})(?<![\u4e00-\u5340\u5342-\u9fff]一)点(?=半|钟|整|[0-9]|{_AT_HOUR})(?P<half>半)?钟?"
    rf"|(?<=[{_CLOSE}天午晚早晨])(?P<zh_after>{_N})点(?P<half_after>半)?钟?"
    r"|(?<![0-9.:])(?P<en>[01]?[0-9]) ?(?P<half_day>[ap])\.?m\.?(?![A-Za-z])",
    re.IGNORECASE,
)
_SPOKEN_CLOCK = re.compile(
    rf"(?<![A-Za-z])(?:an? )?(?P<part>half|quarter) (?P<side>past|to) (?P<hour>{'|'.join(HOURS)}|1?[0-9])(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_DAYTIMES = (
    ("morning", r"早上|上午|早晨|清晨|清早|晨(?=跑|练|会)|(?<![a-z])mornings?(?![a-z])"),
    ("small hours", r"凌晨"),
    ("noon", r"中午|(?<![a-z])noon(?![a-z])"),
    ("afternoon", r"下午|(?<![a-z])afternoons?(?![a-z])"),
    ("evening", r"晚上|夜里|夜间|夜晚|傍晚|(?<![a-z])(?:evenings?|nights?)(?![a-z])"),
)
_LATE = tuple(f"{_OPEN}{DAYTIME}:{name}{_CLOSE}" for name in ("afternoon", "evening"))
_DAYTIME = tuple((name, re.compile(words, re.IGNORECASE)) for name, words in _DAYTIMES)

# What a lone Chinese numeral has to stand before: 四个 and 四岁 are numbers, 四川 is a place.
_COUNTED = "个名位口只次回遍辆套条家本台部间层楼岁年月天周小秒块元斤公千米厘毫度倍折份门科句篇页级段代种款项件双张把支瓶杯碗顿餐季期届号"

# Longer rows of digits and powers are no numbers, and too large to count with.
_ARABIC = r"(?<![A-Za-z0-9.])(?P<digits>[0-9]{1,3}(?:,[0-9]{3}){1,8}(?:\.[0-9]+)?|[0-9]{1,30}(?:\.[0-9]+)?)"
_NUMBER = re.compile(
    rf"{MARK.pattern}|{_ARABIC}(?:\s?(?P<scale>k(?![A-Za-z])|m(?![A-Za-z])|thousand|million|hundred|dozen|(?:[百万亿]|千(?![米克瓦卡])){{1,4}}))?"
    rf"|(?P<zh>(?![万亿]){_ZH_NUMERAL}{{2,30}}|[二两俩三四五六七八九十](?=[{_COUNTED}])|一(?=[个名位只次辆套条家]))"
    rf"|(?<![A-Za-z-])(?P<en>(?:{'|'.join(_EN_NUMBERS)})(?:[ -](?:{'|'.join(_EN_NUMBERS)}))?)(?: (?P<en_scale>hundred|thousand|million|dozen)(?: (?:and )?(?P<en_rest>(?:{'|'.join(_EN_NUMBERS)})(?:[ -](?:{'|'.join(_EN_NUMBERS)}))?)(?![A-Za-z]))?)?(?![A-Za-z])",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"百分之(?P<much>[0-9.]+|[零〇一二两三四五六七八九十百]{1,30})?")
_JIN = re.compile("斤(?!两)")  # half a kilogram
# Whoever writes the brackets of a mark means no mark.
_WRITTEN_BRACKETS = str.maketrans({_OPEN: "[", _CLOSE: "]"})
_MEASURE = re.compile(f"({_OPEN}n:[^{_CLOSE}]*{_CLOSE})(?:[个名位口]|(?P<times>[回遍])|(?P<money>块钱?))")


def marked(text: str) -> str:
    """The text with each date, time and number written as a mark: "50万元" becomes "⟦n:500000⟧元"."""
    text = _DECIMAL.sub(_decimal, text.translate(_WRITTEN_BRACKETS))
    text = _ISO_DATE.sub(lambda found: _date(found["year"], found["month"], found["day"]), text)
    text = _ZH_DATE.sub(_chinese_date, _PERCENT.sub(_percent, text))
    text = _EN_DATE.sub(_english_date, text)
    text = _WEEKDAY.sub(_weekday, text)
    for name, words in _DAYTIME:
        text = words.sub(_mark(DAYTIME, name), text)
    text = _CLOCK.sub(_clock, _SPOKEN_CLOCK.sub(_spoken_clock, text))
    text = _NUMBER.sub(_number, text)
    return _MEASURE.sub(lambda found: found[1] + ("次" if found["times"] else "元" if found["money"] else ""), text)


def values(text: str) -> Mapping[str, frozenset[str]]:
    """What marks a marked text holds, by kind."""
    found: dict[str, set[str]] = {}
    for kind, value in MARK.findall(text):
        found.setdefault(kind, set()).add(value)
    return {kind: frozenset(several) for kind, several in found.items()}


def chinese_number(numeral: str) -> int:
    """The value of 五十, 两百, 一二三 or 三千五百万; digits in a row are read as written."""
    if all(character in _ZH_DIGITS for character in numeral):
        return int("".join(str(_ZH_DIGITS[character]) for character in numeral))
    total = section = digit = 0
    for character in numeral:
        if character in _ZH_DIGITS:
            digit = _ZH_DIGITS[character]
        elif character in _ZH_UNITS:
            section += (digit or 1) * _ZH_UNITS[character]
            digit = 0
        else:
            total = (total + section + digit or 1) * _ZH_LARGE[character]
            section = digit = 0
    return total + section + digit


def _mark(kind: str, value: object) -> str:
    return f"{_OPEN}{kind}:{value}{_CLOSE}"


def _plain(numeral: str) -> int:
    return int(numeral) if numeral.isdecimal() else chinese_number(numeral)


def _decimal(found: re.Match[str]) -> str:
    return f"{_plain(found['whole'])}.{''.join(str(_ZH_DIGITS[digit]) for digit in found['part'])}"


def _percent(found: re.Match[str]) -> str:
    """A share as it is written in digits: 百分之五 is 5%."""
    much = found["much"] or ""
    return f"{much if much[0].isascii() else chinese_number(much)}%" if much else ""


def _date(year: str | None, month: str | None, day: str | None) -> str:
    parts = ((YEAR, year), (MONTH, month), (DAY, day))
    return "".join(_mark(kind, _plain(part)) for kind, part in parts if part)


def _chinese_date(found: re.Match[str]) -> str:
    return _date(found["year"], found["month"], found["day"]) or found[0]


def _english_date(found: re.Match[str]) -> str:
    month = month_number(found["month"])
    return _date(found["year"], str(month), found["before"] or found["day"])


def _weekday(found: re.Match[str]) -> str:
    if found["zh"]:
        return _mark(WEEKDAY, "一二三四五六日天".index(found["zh"]) % 7 + 1 if found["zh"] != "天" else 7)
    return _mark(WEEKDAY, weekday_index(found["en"]) + 1)


def _clock(found: re.Match[str]) -> str:
    if found["hour"]:
        return _mark(CLOCK, f"{int(found['hour'])}:{found['minute']}")
    if hour := found["zh_hour"]:
        past = 15 * _plain(found["quarter"]) if found["quarter"] else _plain(found["zh_minute"])
        return _mark(CLOCK, f"{_plain(hour) + _later(found, _plain(hour))}:{past:02}")
    if hour := found["zh"] or found["zh_after"]:
        minute = "30" if found["half"] or found["half_after"] else "00"
        return _mark(CLOCK, f"{_plain(hour) + _later(found, _plain(hour))}:{minute}")
    hour = int(found["en"]) % 12 + (12 if found["half_day"].lower() == "p" else 0)
    return _mark(CLOCK, f"{hour}:00")


def _spoken_clock(found: re.Match[str]) -> str:
    """Half past nine, quarter to ten."""
    word = found["hour"].lower()
    hour = HOURS.index(word) + 1 if word in HOURS else int(word)
    minute = 30 if found["part"].lower() == "half" else 15
    if found["side"].lower() == "to":
        hour, minute = (hour - 1) or 12, 60 - minute
    return f"{hour}:{minute}"


def _later(found: re.Match[str], hour: int) -> int:
    """Twelve hours for an hour of the afternoon or evening that is said on a clock of twelve."""
    is_late = found.string.endswith(_LATE, 0, found.start())
    return 12 if is_late and hour < 12 else 0


def _number(found: re.Match[str]) -> str:
    if found[0].startswith(_OPEN):
        return found[0]  # a date, whose digits are no number
    is_halved = _JIN.match(found.string, found.end())
    if found["zh"]:
        return _mark(NUMBER, _written(chinese_number(found["zh"]) * (0.5 if is_halved else 1)))
    if found["en"]:
        value = _counted(found["en"]) * _SCALES.get((found["en_scale"] or "").lower(), 1)
        return _mark(NUMBER, _written(value + _counted(found["en_rest"])))
    value = float(found["digits"].replace(",", "")) * (0.5 if is_halved else 1)
    for character in [found["scale"]] if (found["scale"] or "").isascii() else found["scale"]:
        value *= _SCALES.get((character or "").lower(), 1)
    return _mark(NUMBER, _written(value))


def _counted(words: str | None) -> float:
    return float(sum(_EN_NUMBERS[word] for word in re.split("[ -]", (words or "zero").lower())))


def _written(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)
