"""Calendar rules: the time and the week of a conversation, and relative times of Chinese text made absolute."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

WEEKDAYS = "一二三四五六日"

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?")
_DIGITS = {"零": 0, "一": 1, "二": 2, "两": 2, "俩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_NUMBER = r"(?:\d{1,4}|[一二两俩三四五六七八九十]{1,3})"


def parse_when(text: str | None) -> datetime | date | None:
    """Read an ISO timestamp or a bare date as it was written (its offset is kept); None for anything else."""
    written = (text or "").strip()
    if not _ISO.fullmatch(written):
        return None
    try:
        return date.fromisoformat(written) if len(written) == 10 else datetime.fromisoformat(written)
    except ValueError:
        return None


def day_of(when: datetime | date | None) -> date | None:
    """The calendar day as written, never the UTC one."""
    return when.date() if isinstance(when, datetime) else when


def week_of(day: date) -> tuple[date, date]:
    """Monday and Sunday of the calendar week that contains the day."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def current_week(conversation_time: str | None) -> str:
    """The line of the prompt that names the calendar week; what is no time is handed through unchanged."""
    day = day_of(parse_when(conversation_time))
    if day is None:
        return conversation_time or ""
    try:
        monday, sunday = week_of(day)
    except OverflowError:  # the first and last week of the calendar that Python knows
        return conversation_time or ""
    return f"{chinese_day(monday)}(周一)～{chinese_day(sunday)}(周日)（即{monday:%m.%d}～{sunday:%m.%d}）"


def chinese_day(day: date) -> str:
    return f"{day.year}年{day.month}月{day.day}日"


def chinese_number(written: str) -> int:
    """Digits, or Chinese numerals below one hundred."""
    if written.isdigit():
        return int(written)
    tens, mark, ones = written.rpartition("十")
    if not mark:
        return int("".join(str(_DIGITS[sign]) for sign in written))
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)


@dataclass(frozen=True)
class TimeWord:
    """A relative time inside a text: `absolute` says it without the speaker's clock, '' when it needs no words
    ("now"), None when there is no clock to resolve it by. `tense` is -1 past, 0 now or unknown, 1 future."""

    start: int
    end: int
    absolute: str | None
    tense: int
    is_vague: bool = False


@dataclass(frozen=True)
class _Resolved:
    text: str
    tense: int = 0
    is_vague: bool = False


_Resolver = Callable[[re.Match[str], date], _Resolved | None]
_DAY_SHIFT = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_SHIFT = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_YEAR_SHIFT = {"前": -2, "去": -1, "今": 0, "明": 1, "后": 2}
_PART = {"早": "早上", "晨": "早晨", "晚": "晚上", "夜": "夜里"}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _month(today: date, shift: int) -> tuple[int, int]:
    months = today.year * 12 + today.month - 1 + shift
    return months // 12, months % 12 + 1


def _day(found: re.Match[str], today: date) -> _Resolved:
    shift = _DAY_SHIFT[found["day"]]
    part = _PART.get(found["part"] or "", "")
    return _Resolved(chinese_day(today + timedelta(days=shift)) + part, _sign(shift))


def _week(found: re.Match[str], today: date) -> _Resolved:
    shift = _SHIFT[found["shift"]]
    monday = week_of(today)[0] + timedelta(weeks=shift)
    named = found["weekday"]
    if not named:
        return _Resolved(_span(monday, monday + timedelta(days=6)), _sign(shift))
    if named == "末":
        saturday = monday + timedelta(days=5)
        return _Resolved(_span(saturday, saturday + timedelta(days=1)), _sign((saturday - today).days))
    day = _in_week(monday, named)
    if found["until"] and (last := _in_week(monday, found["until"])) > day:
        return _Resolved(_span(day, last), _sign((day - today).days))
    return _Resolved(chinese_day(day), _sign((day - today).days))


def _in_week(monday: date, named: str) -> date:
    return monday + timedelta(days=WEEKDAYS.index("日" if named == "天" else named))


def _span(first: date, last: date) -> str:
    if first.year != last.year:
        return f"{chinese_day(first)}至{chinese_day(last)}"
    if first.month != last.month:
        return f"{chinese_day(first)}至{last.month}月{last.day}日"
    return f"{chinese_day(first)}至{last.day}日"


def _weekday(found: re.Match[str], today: date) -> _Resolved | None:
    day = _in_week(week_of(today)[0], found["weekday"])
    return _Resolved(chinese_day(day), _sign((day - today).days)) if day >= today else None


def _months(found: re.Match[str], today: date) -> _Resolved:
    shift = _SHIFT[found["shift"]]
    year, month = _month(today, shift)
    rest = found["rest"] or ""
    if rest.endswith(("号", "日")):
        rest = f"{chinese_number(rest[:-1])}日"
    return _Resolved(f"{year}年{month}月{rest}", _sign(shift))


def _year(found: re.Match[str], today: date) -> _Resolved:
    shift = _YEAR_SHIFT[found["year"]]
    return _Resolved(f"{today.year + shift}年", _sign(shift))


def _half_year(found: re.Match[str], today: date) -> _Resolved:
    is_second = today.month > 6
    return _Resolved(f"{today.year}年{found['half']}", _sign((found["half"] == "下半年") - is_second))


def _quarter(found: re.Match[str], today: date) -> _Resolved:
    count = today.year * 4 + (today.month - 1) // 3 + _SHIFT[found["shift"]]
    return _Resolved(f"{count // 4}年第{'一二三四'[count % 4]}季度{found['edge'] or ''}", _sign(_SHIFT[found["shift"]]))


def _distance(found: re.Match[str], today: date) -> _Resolved:
    sign = -1 if "前" in found["side"] else 1
    unit, half = found["unit"], found["half"]
    count = 0 if half else chinese_number(found["count"])
    end = "之前" if found["side"].endswith("内") else ""
    if unit == "年" and not half:
        return _Resolved(f"{today.year + sign * count}年{end}", sign)
    if unit in {"年", "个月"}:
        months = {"年": 6, "个月": 0}[unit] if half else count
        if months:
            year, month = _month(today, sign * months)
            return _Resolved(f"{year}年{month}月{end}", sign)
    days = 15 if half else count * (1 if unit == "天" else 7)
    return _Resolved(chinese_day(today + timedelta(days=sign * days)) + ("左右" if half else "") + end, sign)


def _end_of(found: re.Match[str], today: date) -> _Resolved:
    is_year = found["period"] == "年"
    head = f"{today.year}年" if is_year else f"{today.year}年{today.month}月"
    return _Resolved(head + found["edge"], 1 if found["edge"] in {"底", "末"} else 0)


def _recent(found: re.Match[str], today: date) -> _Resolved:
    word = found[0]
    if word.startswith("刚"):
        return _Resolved(chinese_day(today), -1)
    tense = 1 if word in {"过几天", "过两天", "过段时间", "过阵子"} else -1 if word.startswith("前") else 0
    return _Resolved(f"{today.year}年{today.month}月", tense, is_vague=True)


def _now(_: re.Match[str], __: date) -> _Resolved:
    return _Resolved("")


_RULES: tuple[tuple[re.Pattern[str], _Resolver], ...] = (
    (
        re.compile(
            r"(?P<day>大前|大后|前|昨|今|明|后)(?:天|日(?![本志常期])|(?P<part>早|晨|晚(?!年)|夜)上?)(?!性|的?努力)"
        ),
        _day,
    ),
    (
        re.compile(
            r"(?P<shift>上上|下下|上|这|本|下)一?个?(?:周|星期|礼拜)(?!围|期|年|边|岁)(?P<weekday>[一二三四五六日天末])?(?:[到至](?:这周|下周|本周|周|星期|礼拜)?(?P<until>[一二三四五六日天]))?"
        ),
        _week,
    ),
    (
        re.compile(
            r"(?P<shift>上上|下下|上|这|本|下)一?个?月(?P<rest>初|中旬|底|末|(?:\d{1,2}|[一二三四五六七八九十]{1,3})[号日])?"
        ),
        _months,
    ),
    (re.compile(r"(?P<year>前|去|今|明|后)年"), _year),
    (re.compile(r"(?P<shift>上|这|本|下)一?个?季度(?P<edge>初|末|底)?"), _quarter),
    (re.compile(r"(?<![年\d])(?P<half>[上下]半年)"), _half_year),
    (
        re.compile(
            r"(?:(?<=[我们在于从要想划算是就])|(?<![\d一-鿿]))(?:大[约概])?"
            rf"(?P<count>{_NUMBER}|(?P<half>半))个?(?P<unit>天|周|星期|礼拜|个月|年)(?P<side>之?以?前|之?以?后|(?<=[天周期拜月年])(?:之|以)?内)"
        ),
        _distance,
    ),
    (
        re.compile(
            r"(?<![每逢各上下这本个到至、和])(?<!一般)(?<!通常)(?<!平时)(?<!固定)(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])(?![到至、和岁]|.{0,4}都)"
        ),
        _weekday,
    ),
    (re.compile(r"(?<![年月个\d每前去今明后])(?P<period>[年月])(?P<edge>底|初|末)"), _end_of),
    (
        re.compile(
            r"最近|近来|近期|近日|这段时间|这阵子|这几天|这两天|这些天|这几周|这几个月"
            r"|前几天|前些天|前两天|前阵子|前段时间|前不久|刚刚|刚才|过几天|过两天|过段时间|过阵子"
        ),
        _recent,
    ),
    (re.compile(r"现在|目前|如今|当前(?!端|台|锋)|眼下|现如今"), _now),
)


def chinese_times(text: str, today: date | None) -> list[TimeWord]:
    """The relative times of a Chinese text, in order and without overlap."""
    found: list[TimeWord] = []
    taken = bytearray(len(text))
    for pattern, resolve in _RULES:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
            found.append(_time_word(match, resolve, today))
    return sorted(found, key=lambda word: word.start)


def _time_word(match: re.Match[str], resolve: _Resolver, today: date | None) -> TimeWord:
    if today is None and resolve is not _now:
        return TimeWord(match.start(), match.end(), None, 0, is_vague=resolve is _recent)
    try:
        resolved = resolve(match, today or date.min)
    except (OverflowError, ValueError):
        resolved = None
    if resolved is None:
        return TimeWord(match.start(), match.end(), None, 0)
    return TimeWord(match.start(), match.end(), resolved.text, resolved.tense, resolved.is_vague)


def absolute(text: str, today: date | None) -> str | None:
    """The text with every relative time made absolute; None when one cannot be resolved."""
    parts: list[str] = []
    at = 0
    for word in chinese_times(text, today):
        if word.absolute is None:
            return None
        parts += [text[at : word.start], word.absolute]
        at = word.end
    return "".join([*parts, text[at:]])
