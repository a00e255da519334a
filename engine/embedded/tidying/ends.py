"""What a clause ends, and in which way: the end of a course, of a debt, of a friendship, of a habit."""

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.embedded.tidying import end_words as words
from engine.embedded.tidying import kin
from engine.text import concepts, keywords


@dataclass(frozen=True)
class End:
    """`kind` of the end, `what` is ended (words of the clause, '' when it leaves that out), `rest` the other words.

    `cue` is what tells it.
    """

    kind: str
    what: str
    rest: str = ""
    cue: str = ""


# What is given away stands before whom it is given to.
_GIVEN = frozenset((words.DISPOSED, words.GONE))
_TO_WHOM = re.compile(r"(?<=[a-z])\s(?:to|for|on|via|through) .*$", re.IGNORECASE)
_NO_LETTER = r"(?:(?<=\s)|(?![a-z-]))"  # a wording may look ahead at what it ends
_ZH = tuple((kind, re.compile(pattern)) for kind, pattern in words.ZH.items())
_ZH_NO_MORE = re.compile(words.ZH_NO_MORE)
_ZH_DENIED = re.compile(words.ZH_DENIED)
_EN = tuple(
    (kind, re.compile(rf"(?<![a-z'-])(?:{pattern}){_NO_LETTER}", re.IGNORECASE)) for kind, pattern in words.EN.items()
)
_EN_BEHIND = tuple(
    (kind, re.compile(rf"(?:(?<![a-z-])|(?='))(?:{pattern}){_NO_LETTER}", re.IGNORECASE))
    for kind, pattern in words.EN_BEHIND.items()
)
_EN_NO_MORE = re.compile(words.EN_NO_MORE, re.IGNORECASE)
_EN_NO_MORE_MARK = re.compile(words.EN_NO_MORE_MARK, re.IGNORECASE)
_EN_DENIED = re.compile(words.EN_DENIED, re.IGNORECASE)
_ZH_WHITHER = re.compile(
    r"^(?:了|掉|完|出去|出来|回来|回去|过来|上去|下来|吧|啦|呢|的)*(?:(?:给|到|在|跟|和|于|去)[^，。的]{0,8})?(?:了|吧|啦|呢)?$"
)
# Time, degree and manner: they name nothing that could be ended.
_ZH_ASIDE = re.compile(
    r"(?:今|昨|前|明)[天晚早年]|上上?个?(?:周|月|星期|礼拜|学期|季度)[一二三四五六日天末]?|[这本下]个?(?:周|月|星期|礼拜)[一二三四五六日天末]?|周[一二三四五六日](?!末)|早上|上午|中午|下午|晚上|刚刚?|刚才|最近|终于|总算|已经?|全部|全都?|一次性|提前|彻底|正式|顺利|圆满|直接|干脆|只好|都|也|又|就|早就?|还是|现在|如今|目前|以后|今后|[的得地了着过吧啊呢呀哦嘛啦]$|^(?:我们?|咱们?|自己|那个?|这个?|因为|所以|但是?|不过|把|将|被|给|由|跟|和|去)+|我们?|咱们?|他们?|她们?|一下子?|手续|那边|这边|那个|这个|这次|那次"
)
_EN_ASIDE = re.compile(
    r"\b(?:yesterday|today|tonight|this (?:morning|week|month|afternoon|evening|weekend|year)|last (?:\w+)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4})|now|finally|already|for good|officially|just|recently|after all|any ?more|completely|fully|(?:an?|one|two|\d+) (?:hours?|days?|weeks?|months?|years?|minutes?)(?: (?:early|late|ago|earlier|before))?|a (?:few|couple of) (?:days|weeks|months) ago|ago|at last|early|again|all|i|we|me|us|it|so|but|and|because|really|have|has|had|been)\b|'(?:ve|s|m|re|d|ll)\b",
    re.IGNORECASE,
)
_EN_PERSON = re.compile(r"\b(?:i|we|i'\w+|we'\w+|me|us)\b", re.IGNORECASE)
_EN_AUXILIARY = re.compile(
    r"(?:^|\s)(?:got|get|was|were|is|are|be|being|do|does|did|don't|didn't|can't|won't)$", re.IGNORECASE
)


@lru_cache(maxsize=2048)
def ends(clause: str) -> tuple[End, ...]:
    """The ends that a clause tells; none when it denies them."""
    found = _chinese(clause) if keywords.has_cjk(clause) else _english(clause)
    return tuple(dict.fromkeys(found))


def _chinese(clause: str) -> list[End]:
    found = []
    for kind, pattern in _ZH:
        for cue in pattern.finditer(clause):
            before, behind = clause[: cue.start()], clause[cue.end() :]
            if _ZH_DENIED.search(before) or (not cue[0].endswith("给") and _is_of_a_thing(before, behind)):
                continue
            is_given = cue[0].endswith("给")
            is_before = kind == words.REPLACED or is_given or _is_no_thing(behind)
            what = _aside_zh(before if is_before else behind) or _aside_zh(behind if is_given else before)
            found.append(End(kind, what, _aside_zh(before), cue=cue[0]))
    for cue in _ZH_NO_MORE.finditer(clause):
        inside = next((part for part in cue.groups() if part), "")
        behind = clause[cue.end() :]
        found.append(End(words.NO_MORE, _aside_zh(f"{clause[: cue.start()]} {inside} {behind}"), cue=cue[0]))
    return found


def _is_of_a_thing(before: str, behind: str) -> bool:
    """Whether a thing is the subject and another one the object: the gym has cancelled its Monday class."""
    if _is_no_thing(behind) or re.search(r"我|咱|把|将|被|去|到|在|来", before):
        return False
    return bool(concepts.content(_aside_zh(before)).solid and concepts.content(_aside_zh(behind)).solid)


def _is_done_by_somebody(before: str) -> bool:
    """Whether the subject of an active word is a person, said or left out: a shop that closed ends nothing."""
    plain = _aside_en(before)
    return not plain or bool(_EN_PERSON.search(before)) or bool(kin.subject(before.lower().lstrip()))


def _is_no_thing(behind: str) -> bool:
    """Whether what stands behind tells whither or to whom, not what."""
    return bool(_ZH_WHITHER.match(behind))


def _english(clause: str) -> list[End]:
    found = []
    for kind, pattern in _EN:
        for cue in pattern.finditer(clause):
            before, behind = clause[: cue.start()], clause[cue.end() :]
            if not _EN_DENIED.search(before) and _is_done_by_somebody(before):
                what = _aside_en(_TO_WHOM.sub("", behind) if kind in _GIVEN else behind) or _aside_en(before)
                found.append(End(kind, what, _aside_en(before), cue=cue[0]))
    for kind, pattern in _EN_BEHIND:
        for cue in pattern.finditer(clause):
            before, behind = clause[: cue.start()], clause[cue.end() :]
            if not _EN_DENIED.search(before):
                found.append(End(kind, _aside_en(before) or _aside_en(behind), _aside_en(behind), cue=cue[0]))
    said = _EN_NO_MORE.search(clause) if _EN_NO_MORE_MARK.search(clause) else None
    if said is not None:
        found.append(End(words.NO_MORE, _aside_en(f"{said['what']} {clause[: said.start()]}"), cue=said[0]))
    return found


def _aside_zh(text: str) -> str:
    return _ZH_ASIDE.sub(" ", text).strip()


def _aside_en(text: str) -> str:
    return _EN_AUXILIARY.sub("", " ".join(_EN_ASIDE.sub(" ", text).split()))
