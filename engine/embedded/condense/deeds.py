"""Whether a to-do of the summary is behind one: done, handed over, found out, or called off."""

import re

from engine.embedded.condense import cues, likeness, promises
from engine.embedded.condense.sentences import LEADS, PROMISED_BEHIND, Sentence
from engine.embedded.english import moments

# The share of a to-do that a deed speaks of, from which it is that deed; the least, where the deed says nothing else; and
# the share of the deed that the to-do names, from which it says nothing else.
DONE, HINTED, WHOLE = 0.6, 0.34, 0.85

_MONTHS = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May)|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_TIMES_EN = re.compile(
    rf"(?<![a-z-])(?:(?:by|before|on|in|at|after|until|this|next|within|around|from|since|the|end of|latest|a|an) )*"
    rf"(?:\d{{1,2}}(?::\d\d)? ?(?:[ap]\.?m\.?|o'clock)|\d{{1,2}}:\d\d|(?:\d{{1,2}}(?:st|nd|rd|th)? )?{_MONTHS}(?: \d{{1,2}}(?:st|nd|rd|th)?(?!\d))?(?:,? \d{{4}})?|(?:19|20)\d\d|\d{{1,2}}(?:st|nd|rd|th)"
    rf"|{'|'.join(moments.DAY_NAMES)}|today|tonight|tomorrow|yesterday|already|just|finally|(?:\d+ )?(?:week|month|year|moment|minute|hour|day|morning|afternoon|evening|night|noon)(?:end)?s?"
    rf"|(?<=after )(?:lunch|dinner|breakfast|work|school|class)|(?<=before )(?:lunch|dinner|breakfast|work|school|class)|soon|later|shortly|right away|asap|as soon as possible|first|please|also|then|too|now)(?![a-z])",
    re.IGNORECASE,
)
# When a deed is due by what somebody else does first.
_ASIDE = re.compile(r"[,;–] (?:it|they|he|she|which|that|this|so|because|since|as|you) .*", re.IGNORECASE)
_CONDITION = re.compile(
    r"(?<![a-z])(?:straight |right |just )?(?:after|before) (?:our|the|this) [a-z]+|(?<![a-z])(?:once|as soon as|when|after|before) (?:i|you|we|they|he|she|it|the|your|my) [^,;]*|[等待][^，]{1,14}[后了时]，|收到[^，]{1,10}?后|[^，]{1,3}完(?=我)",
    re.IGNORECASE,
)
_FROM_EN = re.compile(r"(?<![a-z])(?:from|at) (?:the |my |their |your )?[a-z]+", re.IGNORECASE)
# Whose words a line is in.
_SPEAKER = re.compile(rf"{LEADS}|The user: |用户：|{re.escape(PROMISED_BEHIND)}$")
_FRAME_EN = re.compile(
    r"(?<![a-z])(?:get back to|come back to|let you know|let the user know|for you|to you|for me|to me|make sure|going to|look into|take care of|follow up|touch|posted|updated|actually|got|btw|by the way|thanks|thank you)(?![a-z])",
    re.IGNORECASE,
)
_FRAME_ZH = re.compile(
    r"\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?|\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}[日号点]|今天|明天|后天|昨天|前天|今晚|刚刚?|[上下]午|晚上|早上|中午|之?前|以后|之后|稍后|回头|尽快|晚点|等[下会]儿?|第一时间|到时候?|[这本下上]?个?(?:周|星期|礼拜)[一二三四五六日天末]|月底|我们?(?:这边)?|[帮给为替]|一下|一[份张个下根条台套件本只双把]|上去|好了|完了|过了|[好完](?=$|[，。])|跟进|[回答]复|告诉|记得|已经?|会|来|尽早"
)
# What stands before what is handed over: the to-do is of its thing.
_HANDS_EN = re.compile(
    r"(?<![a-z])(?:send|give|prepare|write|draft|put together|make|share|email|e-mail|compile|create|get|pull|bring|provide|forward|show|do|find)(?![a-z])",
    re.IGNORECASE,
)
_HANDS_ZH = re.compile(r"发送?|整理|准备|写|列|做|提供|拟|起草|生成|找|传|寄|补")
_HANDED = re.compile(
    r"^(?:here(?:'s| is| are)|attached|please find|below (?:is|are)|these are|this is)(?![a-z])|如下|^(?:这是|附件|以下)|^[^，。,:：]{1,14}[：:]|^[A-Za-z]+(?: [A-Za-z]+){0,4}:\s",
    re.IGNORECASE,
)
_AND = re.compile(r"(?<![a-z])(?:and|or)(?![a-z])|,(?!\d)|[，、;；]|和|与|以及|还有|再去?", re.IGNORECASE)
# Whoever is to be asked, and then says something, has been asked.
_ASKED_EN = re.compile(
    r"(?<![a-z])(?:ask|call|consult|check with|talk to|speak to)(?: (?:my|the|our|their|his|her))? ([A-Za-z]{3,})",
    re.IGNORECASE,
)
_PERSON_EN = re.compile(r"(?<![a-z])(?:him|her|them)(?![a-z])", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*|(?<=第)[一二三四五六七八九十]+")


def is_deed(sentence: Sentence) -> bool:
    """Whether it tells that something has been done or is handed over."""
    if sentence.asks or cues.is_task(sentence.text):
        return False
    if sentence.is_users and cues.ARRIVED.search(sentence.text):
        return True
    return bool(cues.DONE.search(sentence.text) or (not sentence.is_users and _HANDED.search(sentence.text)))


def finishes(sentence: Sentence, line: str) -> bool:
    """Whether the to-do in the line is this deed."""
    hands = bool(not sentence.is_users and _HANDED.search(sentence.text)) or bool(cues.ARRIVED.search(sentence.text))
    matter = _matter(line)
    if _is_done(matter, line, sentence, is_bare_enough=False):
        return True
    thing = _without_handing(cues.BUY.sub(" ", _FROM_EN.sub(" ", matter)))
    return hands and _is_done(thing, line, sentence, is_bare_enough=True)


def _is_done(matter: str, line: str, sentence: Sentence, *, is_bare_enough: bool) -> bool:
    deed = _without_frame(sentence.wording)
    if _differ(matter, deed) or not _all_spoken_of(matter, deed):
        return False
    share = likeness.covered(matter, deed)
    if share >= DONE:
        return is_bare_enough or not _is_bare(matter, line) or likeness.covered(deed, matter) >= WHOLE
    return share >= HINTED and any(_is_all(clause, matter) for clause in _clauses(sentence.wording))


def finds_out(told: str, line: str) -> bool:
    """Whether what the line is to find out is told: it speaks of the same, or the line says nothing of its matter."""
    if not promises.FINDS_OUT.search(line):
        return False
    matter = promises.FINDS_OUT.sub(" ", _matter(line))
    if not likeness.has_matter(matter):
        return promises.is_agents(line)
    asked = _ASKED_EN.search(line)
    if asked and re.search(rf"(?<![A-Za-z]){re.escape(asked[1])}(?![A-Za-z])", told, re.IGNORECASE):
        return True
    return likeness.covered(matter, told) > (0 if promises.is_agents(line) else HINTED)


def calls_off(sentence: Sentence, line: str) -> bool:
    """Whether it takes back what the line asks for or promises."""
    rest = cues.calls_off(sentence.text)
    matter = _without_frame(rest) if rest else ""
    return bool(matter.strip()) and likeness.has_matter(matter) and likeness.covered(matter, line) >= DONE


def is_bare_call_off(sentence: Sentence) -> bool:
    """Whether it takes something back without saying what: never mind, 算了."""
    rest = cues.calls_off(sentence.text)
    return bool(rest) and not likeness.has_matter(_without_frame(rest))


def names_nothing(promise: str) -> bool:
    """Whether it undertakes a thing that only the request before it names: I'll do that, 我就发给您."""
    matter = _without_handing(_matter(promise))
    return not likeness.has_matter(matter.replace("用户", "")) and not promises.FINDS_OUT.search(promise)


def has_matter(line: str) -> bool:
    """Whether a to-do says what is to be done."""
    return likeness.has_matter(_matter(line))


def _matter(line: str) -> str:
    return promises.REMINDS.sub(" ", _without_frame(_ASIDE.sub(" ", _CONDITION.sub(" ", line))))


def _without_handing(matter: str) -> str:
    return _HANDS_ZH.sub("", _HANDS_EN.sub(" ", matter))


def _without_frame(text: str) -> str:
    """Without whose words they are, when it is to be, and what is said of any deed."""
    return _FRAME_EN.sub(" ", _TIMES_EN.sub(" ", _FRAME_ZH.sub(" ", _SPEAKER.sub(" ", text))))


def _all_spoken_of(matter: str, deed: str) -> bool:
    """Of several things that are to be done, each."""
    parts = [part for part in _AND.split(matter) if likeness.has_matter(part)]
    return all(likeness.covered(part, deed) > 0 for part in parts)


def _differ(matter: str, deed: str) -> bool:
    """Chapter five is not done with chapter three."""
    wanted, found = set(_NUMBER.findall(matter)), set(_NUMBER.findall(deed))
    return bool(wanted and found) and not wanted & found


def _is_bare(matter: str, line: str) -> bool:
    """Whether it names a verb alone, and nobody to whom it is done."""
    return matter.isascii() and len(likeness.stems(matter)) == 1 and not _PERSON_EN.search(line)


def _is_all(clause: str, matter: str) -> bool:
    """Whether the clause tells a deed and nothing that the to-do does not name."""
    if not (cues.DONE.search(clause) or cues.ARRIVED.search(clause)):
        return False
    return likeness.covered(cues.ARRIVED.sub(" ", _without_frame(clause)), matter) >= WHOLE


def _clauses(deed: str) -> list[str]:
    return [part.strip() for part in re.split(r"[，；;]|,(?!\d)|(?<![a-z])and(?![a-z])", deed) if part.strip()]
