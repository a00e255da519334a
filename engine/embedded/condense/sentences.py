"""A message in sentences that its speaker says themselves, each with what it does: ask, order, chat, promise, limit or tell."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from engine.embedded import english
from engine.embedded.condense import cues, pieces
from engine.embedded.english import dates, moments
from engine.questions import USER, Line
from engine.text import guard, keywords, normal, own_words, small_talk, weeks

# Characters of a sentence that may stand in a summary: what runs on is no statement.
LONGEST = 240
# Sentences of one message that are read: a message with more of them is a document.
MOST = 40
_SHORTEST = {True: 4, False: 10}

_SENTENCE = re.compile(
    r".+?(?:[。！？；!?]+[”」』)）]*|(?<!\bMr)(?<!\bDr)(?<!\be\.g)(?<!\bi\.e)(?<![ap]\.m)(?:(?<!\d)[.;…]+(?=\s|$)|(?<=\d)\.(?=\s+[A-Z]|$))|$)"
)
_CLOSING = " \t。．.!！;；,，、…~～"
I_ZH = "我(?!国|军|市|省|校)"
_PERSONS_ZH = (
    (re.compile(r"(?<![自忘])我们俩?|咱们?(?:俩)?|俺们"), "用户一方"),
    (re.compile(rf"(?<![自忘]){I_ZH}|本人|俺"), "用户"),
    (re.compile(r"您|你们?"), "助手"),
)
# Who acts for the agent.
STAFF_ZH = "客服|技术|同事|工程师|专员|工作人员|师傅|财务|仓库|快递"
_OTHERS_ZH = re.compile(rf"{STAFF_ZH}|对方|他们?|她|[一-鿿]{{1,3}}[工组](?!作|程|具)")
# How a line begins, or ends, that says what the agent is asked to do or promised, in Chinese or not.
ASKED = {
    True: ("用户请助手：", "用户说：", "用户问："),
    False: ("The user asks: ", "The user said: ", "The user's words: "),
}
PROMISED = {True: ("承诺：",), False: ("The assistant: ", "The assistant promised: ")}
PROMISED_BEHIND = " (promised)"
LEADS = "|".join((*ASKED[True], *ASKED[False], *PROMISED[True], *PROMISED[False]))
# A part of a day is no date: it stays beside the date that the day becomes.
_PART_OF_DAY_EN = re.compile(
    r"(?<![A-Za-z])(this|tomorrow|yesterday) (morning|afternoon|evening)(?![A-Za-z])", re.IGNORECASE
)
_TWO_PREPOSITIONS_EN = re.compile(r"(?<![A-Za-z])(by|before|until|till|after|from|since) (?:on|in) (?=\d|[A-Z])")
# What is so again and again has no date: "Sundays off" is no coming Sunday.
_HABIT_ZH = re.compile(
    r"(?:周|星期|礼拜)[一二三四五六日天末][^，。]{0,3}不|每[天周个月年日]|才有空|休息|一般|通常|平时|固定|都"
)
_DENIAL_EN = re.compile(
    r"(?<![A-Za-z])(?:no|not|never|none|nor|neither|without|cannot)(?![A-Za-z])|n['’]t(?![A-Za-z])", re.IGNORECASE
)
_NUMBER = re.compile(r"(?<![\w.,])[$€£]?\d+(?:[.,]\d+)*(?!\w)")
_WE_ARE_EN = re.compile(r"(?:we['’]re|we are|we were)(?![A-Za-z])", re.IGNORECASE)
_FIRST_PERSON_EN = re.compile(
    r"(?<![A-Za-z])(?:i|we|my|our|me|us|mine|ours|i['’](?:m|ve|d|ll)|we['’](?:re|ve|d|ll))(?![A-Za-z])", re.IGNORECASE
)


@dataclass(frozen=True)
class Sentence:
    """`text` is how it was said, without its opener and closing; `wording` how a summary says it, '' for not at all."""

    text: str
    wording: str
    is_users: bool
    asks: bool
    key: int = 0
    day: date | None = None

    @property
    def is_chinese(self) -> bool:
        return keywords.has_cjk(self.text)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is told: small talk, an order for the moment, a mood."""
        parts = [part for part in re.split(r"[，,]", self.text) if part.strip()]
        if all(small_talk.is_small_talk(part) for part in parts) or len(self.text) < _SHORTEST[self.is_chinese]:
            return True
        if cues.MOOD.search(self.text) and not cues.is_limit(self.text):
            return True
        return any(pattern.search(self.text) for pattern in (cues.ORDER, cues.FRAGMENT))

    @property
    def is_bidding(self) -> bool:
        """Whether the user tells the agent what to do."""
        return self.is_users and not self.asks and bool(cues.BIDS.match(self.text))

    def as_request(self) -> str:
        """What the agent is asked to do."""
        dated = _chinese_dated(self.text, self.day) if self.is_chinese else _dated(self.text, self.day)
        return first_harmless(f"{lead}{dated}" for lead in ASKED[self.is_chinese])

    def as_agents(self, words: str) -> str:
        """Some of the sentence as the agent's own: in Chinese it says 我, for a line about what 助手 will do reads as an order.

        '' where the guard takes every wording for one.
        """
        dated = _chinese_dated(words, self.day) if keywords.has_cjk(words) else _dated(words, self.day)
        return first_harmless(_agents_forms(dated))


def first_harmless(forms: Iterable[str]) -> str:
    """The first of several wordings that nobody takes for an order to the agent; '' for none."""
    return next((form for form in forms if guard.steering(form) < guard.STEERING_LIMIT), "")


def _agents_forms(dated: str) -> Iterator[str]:
    if not keywords.has_cjk(dated):
        said = f"{dated[:1].upper()}{dated[1:]}"
        yield from (*(f"{lead}{said}" for lead in PROMISED[False]), f"{said}{PROMISED_BEHIND}")
        return
    told = re.sub(r"您|你们?", "用户", dated)
    has_subject = "我" in told or _OTHERS_ZH.match(told)
    yield from (told if has_subject else f"我{told}", *(f"{lead}{dated}" for lead in PROMISED[True]))


def of(line: Line) -> Iterator[Sentence]:
    """The sentences of one message, in order; quotations, code and what steers the agent are none of them.

    Of a message with very many those at both ends.
    """
    text, _ = guard.cut_recalled(line.content)
    day = line.said_at.date() if line.said_at else None
    said = list(dict.fromkeys(_split(own_words.spoken(text))))
    half = MOST // 2
    for one in said if len(said) <= MOST else (*said[:half], *said[-half:]):
        sentence = _sentence(one, line, day)
        if sentence is not None:
            yield sentence


def _split(text: str) -> Iterator[str]:
    for paragraph in text.splitlines():
        for match in _SENTENCE.finditer(normal.single_line(paragraph)):
            yield from (piece.strip() for piece in pieces.of(match[0].strip()))


def _sentence(said: str, line: Line, day: date | None) -> Sentence | None:
    asks = bool(cues.ASKS.search(said))
    opened = cues.OPENER.sub("", said).strip()
    text = opened.rstrip(_CLOSING)
    if not text.rstrip("?？") or len(text) > LONGEST or _steers(said, line):
        return None
    return Sentence(
        text.replace("’", "'"), _wording(text, line, day, asks=asks), line.role == USER, asks, line.key, day
    )


def _steers(said: str, line: Line) -> bool:
    """The agent does not order itself about: of its own words only what the rules know is one, and the line is looked at again."""
    score = guard.steering if line.role == USER else guard.by_rules
    return score(said) >= guard.STEERING_LIMIT


def _wording(text: str, line: Line, day: date | None, *, asks: bool) -> str:
    """In the third person and with absolute dates, as far as the rules can tell; otherwise as it was said, by whom."""
    if asks:
        return text
    return _chinese(text, line, day) if keywords.has_cjk(text) else _english(text, line, day)


def _chinese(text: str, line: Line, day: date | None) -> str:
    dated = text if _HABIT_ZH.search(text) else _chinese_dated(text, day)
    if line.role != USER:
        return dated
    third = dated
    for pattern, person in _PERSONS_ZH:
        third = pattern.sub(person, third)
    return first_harmless((third, f"用户：{dated}")) or third


def _chinese_dated(text: str, day: date | None) -> str:
    """Relative times as dates; a word like 现在, or one that cannot be resolved, stays."""
    parts, at = [], 0
    for word in weeks.chinese_times(text, day):
        parts += [text[at : word.start], word.absolute or text[word.start : word.end]]
        at = word.end
    return "".join([*parts, text[at:]])


def _english(text: str, line: Line, day: date | None) -> str:
    dated = _dated(text, day)
    if line.role != USER or not _FIRST_PERSON_EN.search(text):
        return f"{dated[:1].upper()}{dated[1:]}"
    when = line.said_at.isoformat() if line.said_at else ""
    restated = english.restate(text, when=when)
    if restated and not _WE_ARE_EN.match(text) and _is_whole(text, restated):
        return first_harmless((restated, f"The user: {dated}", f"The user's words: {dated}")) or restated
    return first_harmless((f"The user: {dated}", f"The user's words: {dated}", dated)) or dated


def _is_whole(text: str, restated: str) -> bool:
    """Whether nothing of the sentence is lost: one clause of several is not the whole, nor is one without its `no`."""
    if len(_DENIAL_EN.findall(restated)) != len(_DENIAL_EN.findall(text)):
        return False
    if set(_NUMBER.findall(text)) - set(_NUMBER.findall(restated)):
        return False
    wanted = {word for word in keywords.key_words(text) if not dates.RELATIVE.search(word)}
    said = restated.casefold()
    return sum(word[:5] in said for word in wanted) >= 0.8 * len(wanted)


def _dated(text: str, day: date | None) -> str:
    """Relative times as dates; as it was said where one cannot be told."""
    parted = _PART_OF_DAY_EN.sub(_parted, text)
    marked, times = dates.mark(parted, moments.Calendar(day))
    if day is None or any(moment.kind != moments.DATED for moment in times.values()):
        return text
    for sign, moment in times.items():
        marked = marked.replace(sign, moment.phrase, 1)
    return _TWO_PREPOSITIONS_EN.sub(r"\1 ", " ".join(marked.split()))


def _parted(found: re.Match[str]) -> str:
    day = "today" if found[1].lower() == "this" else found[1]
    return f"{day} in the {found[2]}"
