"""A clause made ready for the rules: opening words off, times absolute, adverbs aside."""

import re
from dataclasses import dataclass
from datetime import date

from engine.embedded.chinese import spoken, subject
from engine.embedded.chinese.rules import Predicate
from engine.embedded.chinese.statement import TIME_BASE, Times
from engine.text.weeks import TimeWord, chinese_times

_SIGN = "[\ue100-\ue1fe]"
_LEAD = re.compile(
    rf"^(?:(?P<time>{_SIGN})(?P<edge>(?:国庆|五一|春节|元旦|暑假|寒假|假期|夏天|冬天|春天|秋天|年底|年初|(?:\d{{1,2}}|[一二三四五六七八九十]{{1,2}})月(?:份|底|初|[\d一二三四五六七八九十]{{1,3}}[日号])?)?(?:(?:之|以)?[前后](?=[^，]))?)|(?P<past>以前|曾经|曾(?!国|子)|过去|原来(?!是)|之前|小时候|年轻时|年轻的时候|大学时|大学的时候|上学时|上学的时候|高中时|童年时?|当年)"
    r"|(?:也|还(?!清|款|钱|原|没|是)|都|就(?!职|业|读|任)|其实|确实|真的|本身|个人|自己(?!的|人)|正好|刚好|的确|同时|另外|可能|总共|另|便|则|又|呢|啊|(?:以后|将来|未来|长大后|有一天|有机会)(?=想|要|打算|希望|计划)|是说|一般来说|总的来说|(?:就|只)?是(?=不(?!是)|没|想|很|特别|比较)|只是|后来|随后|正(?=打算|准备|计划|考虑)|也许|当然|个人来说|这边|那边|时候|一直(?=想|打算|很|非常|喜欢|都|希望|住|在)|\s|、))"
)
# A time behind the modal or the company: 打算明年考研, 和老婆去年搬到了南京.
_INNER = re.compile(
    rf"(?P<head>(?:正?在?(?:打算|计划|准备|考虑)|决定|希望|很?想要?|要|会|(?:和|跟|与|带着?|陪)[^，]{{1,8}}?))(?P<time>{_SIGN})(?P<rest>.+)"
)
_NAMED_DATE = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d{2})年(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})[日号])?)?(?!\d|出?生|的|款|版|前|后|以|之|左右|[底初末])"
)
_TAIL = re.compile(r"(?:(?<![酒网贴])吧|呢|啊|呀|哦|噢|喔|啦|嘛|嘞|哟|诶|哈|而已|来着|的呢|就是了|\s|、|—|-)+$")
_TODAY_BIRTHDAY = re.compile(
    rf"^我?(?P<time>{_SIGN})(?:就)?(?:是|要|我){{0,5}}(?:我(?:们)?)?的?(?:过)?(?:\d+岁)?生日(?:了)?$"
)


@dataclass(frozen=True)
class Prepared:
    """A clause with its subject and predicate; `is_unresolved` when it names a time nobody can tell."""

    subject: subject.Subject
    predicate: Predicate
    times: Times
    is_unresolved: bool
    birthday: str = ""
    marked: str = ""


def prepare(clause: str, today: date | None, *, greets: bool) -> Prepared:
    clause = spoken.without_idle_pointing(_TAIL.sub("", clause))
    marked, words = _mark(subject.without_opening(clause), today)
    marked = subject.without_opening(marked)
    times = Times({sign: word.absolute or "" for sign, word in words.items()})
    found = subject.find(marked)
    predicate = _lead(found.rest, words, today, greets=greets)
    unresolved = any(word.absolute is None and not word.is_vague for word in words.values())
    return Prepared(found, predicate, times, unresolved, _birthday(marked, times), marked)


def _times(text: str, today: date | None) -> list[TimeWord]:
    """Relative times, and the dates that a clause names in full before what happened then."""
    found = chinese_times(text, today)
    for match in _NAMED_DATE.finditer(text):
        if all(match.end() <= word.start or match.start() >= word.end for word in found):
            found.append(TimeWord(match.start(), match.end(), match[0], _tense(match, today)))
    return sorted(found, key=lambda word: word.start)


def _tense(match: re.Match[str], today: date | None) -> int:
    if today is None:
        return -1
    named = (int(match["year"]), int(match["month"] or today.month), int(match["day"] or today.day))
    now = (today.year, today.month, today.day)
    return (named > now) - (named < now)


def _mark(text: str, today: date | None) -> tuple[str, dict[str, TimeWord]]:
    """Each relative time as one sign; words that only say "now" are left out."""
    words: dict[str, TimeWord] = {}
    parts: list[str] = []
    at = 0
    for word in _times(text, today):
        parts.append(text[at : word.start])
        at = word.end
        if word.absolute == "" or (word.absolute is None and word.is_vague) or len(words) > 200:
            continue
        sign = chr(TIME_BASE + len(words))
        words[sign] = word
        parts.append(sign)
    return "".join([*parts, text[at:]]), words


def _lead(rest: str, words: dict[str, TimeWord], today: date | None, *, greets: bool) -> Predicate:
    """Take times, words for the past and idle adverbs off the front; the first exact time counts."""
    time, past, edge = "", "", ""
    while match := _LEAD.match(rest):
        rest = rest[match.end() :]
        if match["time"] and (not time or words[time].is_vague):
            time, edge = match["time"], match["edge"] or ""
        past = past or match["past"] or ""
    if not time and (inner := _INNER.match(rest)):
        time, rest = inner["time"], inner["head"] + inner["rest"]
    word = words.get(time)
    return Predicate(
        text=rest,
        time=time + edge,
        tense=word.tense if word else 0,
        is_vague=bool(word and word.is_vague),
        is_today=bool(word and word.tense == 0 and not word.is_vague and "日" in (word.absolute or "")),
        past={"": ""}.get(past, past if past.endswith(("时", "时候", "年")) else "曾"),
        month=f"{today.year}年{today.month}月" if today else "",
        greets=greets,
    )


def _birthday(marked: str, times: Times) -> str:
    """The day of the year, when the clause says that a named day is the speaker's birthday."""
    match = _TODAY_BIRTHDAY.match(marked)
    day = re.search(r"\d+月\d+日", times.absolute.get(match["time"], "")) if match else None
    return day[0] if day else ""
