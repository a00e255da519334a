"""Who is what to whom: "A is taller than B" turned round, the manager of Anna and Anna the manager, to and from a place."""

import re

from engine.text import concepts, contrasts

_WHO = r"(?:(?:the |his |her |their |my )?[\w-]+)"
_ARTICLE = re.compile(r"^(?:the|an?|his|her|their|my) ", re.IGNORECASE)

_COMPARISONS = (
    re.compile(
        rf"^(?P<more>{_WHO}) (?:is|are|was|were|earns|runs|works|looks|sleeps|eats) (?:much |a bit |far |\d+ \w+ )?(?P<how>\w+er|more \w+|less \w+|worse) than (?P<less>{_WHO})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:prefer(?:s|red)?|choose|chooses|picks?) (?P<more>{_WHO}) (?:to|over|rather than|instead of) (?P<less>{_WHO})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:likes?|loves?|enjoys?) (?P<more>{_WHO}) (?:more|better|rather) than (?P<less>{_WHO})", re.IGNORECASE
    ),
    re.compile(
        rf"(?P<more>{_WHO}) (?:rather than|instead of|and not|before|then) (?P<less>{_WHO})", re.IGNORECASE
    ),
    re.compile(r"比起(?P<less>[^，,更]{1,8}?)[，,]?(?:更|还是)(?:喜欢|爱|想要?|偏好)(?P<more>[^，,]{1,8})"),
    re.compile(r"(?:喜欢|爱|偏好)(?P<more>[^，,]{1,8}?)(?:胜过|超过|多于|甚于|而不是|而非)(?P<less>[^，,]{1,8})"),
    re.compile(r"先(?P<more>[^，,]{1,8}?)[，,]?(?:再|后|然后)(?P<less>[^，,]{1,8})"),
    re.compile(r"^(?P<less>[^，,比]{1,8}?)(?:没有|没|不如)(?P<more>[^，,]{1,8}?)(?P<how>[高矮大小快慢多少早晚贵重轻胖瘦长短好忙强弱冷热懒美帅穷富老近远])$"),
    re.compile(r"^(?P<more>[^，,比]{1,8}?)比(?P<less>[^，,]{1,8}?)(?:更|还|要)?(?P<how>[高矮大小快慢多少早晚贵重轻胖瘦长短好便年忙强弱冷热聪勤懒美帅丑穷富老近远][\u4e00-\u9fff]{0,3})"),
)  # fmt: skip

_NOT_SO = re.compile("没有?|不如")

_EN_ROLE = (
    r"manager|boss|supervisor|teacher|tutor|coach|mentor|student|assistant|landlord|tenant|client|customer|employee|doctor|lawyer|trainer|leader|owner|founder"
    r"|father|mother|son|daughter|uncle|aunt|nephew|niece|child|parent|grandfather|grandmother|godfather|godmother"
)
_ZH_ROLE = r"经理|老板|上司|领导|主管|下属|员工|老师|导师|教练|师父|师傅|徒弟|学生|助理|秘书|房东|房客|客户|医生|律师|爸爸|父亲|妈妈|母亲|儿子|女儿|叔叔|舅舅|阿姨|侄子|外甥|爷爷|奶奶"
_ROLES = (
    re.compile(rf"^(?P<holder>\w+) (?:is|was|works as) (?:the |an? )?(?P<role>{_EN_ROLE}) (?:of|to|for) (?P<whose>\w+)", re.IGNORECASE),
    re.compile(rf"^(?P<holder>\w+) (?:is|was) (?P<whose>\w+)['’]s (?P<role>{_EN_ROLE})", re.IGNORECASE),
    re.compile(rf"^(?P<whose>\w+)['’]s (?P<role>{_EN_ROLE}) (?:is|was)(?: called| named)? (?P<holder>\w+)", re.IGNORECASE),
    re.compile(rf"^(?:the )?(?P<role>{_EN_ROLE}) of (?P<whose>\w+) (?:is|was)(?: called| named)? (?P<holder>\w+)", re.IGNORECASE),
    re.compile(rf"^(?P<whose>\w+) (?:has|had) (?:the |an? )?(?P<role>{_EN_ROLE})(?: called| named)? (?P<holder>\w+)", re.IGNORECASE),
    re.compile(rf"^(?P<holder>[^，,的是]{{1,6}})(?:是|当了?)(?P<whose>[^，,的是]{{1,6}})的(?P<role>{_ZH_ROLE})"),
    re.compile(rf"^(?P<whose>[^，,的是]{{1,6}})的(?P<role>{_ZH_ROLE})(?:是|叫)(?P<holder>[^，,的是]{{1,6}})"),
)  # fmt: skip

_EN_DEED = (
    r"owe|lend|lent|pay|paid|teach|taught|work(?:s|ed)? (?:for|under)|report(?:s|ed)? to|manage|support|help|call|visit|love|like|hate|trust|follow|hire|sponsor|mentor|coach|tutor"
    r"|supervise|lead|led|drive|drove|cook(?:s|ed)? for|send|sent|give|gave|sell|sold|rent(?:s|ed)? to|invite|miss|admire|introduce|replace|beat|chase|raise|feed|fed|train"
)
_EN_ACTS = re.compile(
    rf"^(?:(?P<who>(?:the |his |her |their |my )?[A-Za-z][\w-]*) )??(?P<deed>{_EN_DEED})(?:e?s|e?d)? (?P<whom>(?:the |his |her |their |my )?[\w-]+)",
    re.IGNORECASE,
)
_ZH_DEED = r"借给|借|欠|送给?|教|管理?|帮助?|照顾|喜欢|暗恋|追|雇佣?|给|打败|赢|输给|推荐|介绍|领导|指导|资助|赡养|抚养|拜访|邀请|崇拜|接替|代替|卖给|租给|付给|还给|超过|等"
_ZH_PERSON = r"我|用户|他|她|小[\u4e00-\u9fff]|老[\u4e00-\u9fff]|阿[\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}?"
_ZH_ACTS = re.compile(
    rf"^(?P<who>{_ZH_PERSON})??(?:经常|每天|一直|还|正在|也|很|非常)?(?P<deed>{_ZH_DEED})了?(?P<whom>我|用户|他|她|小[\u4e00-\u9fff]|老[\u4e00-\u9fff]|阿[\u4e00-\u9fff]|[\u4e00-\u9fff]{{2,3}})"
)
_USER = frozenset(("", "user", "the user", "用户", "我", "me", "i", "him", "her"))

_TO = re.compile(
    r"(?<![a-z])(?:in)?to (?:the |an? |his |her |their |my )?([a-z][\w'-]+)|(?:到|去|往|给|换成|改成|改用)了?([\u4e00-\u9fff]{2})"
)
_FROM = re.compile(r"(?<![a-z])from (?:the |an? |his |her |their |my )?([a-z][\w'-]+)|(?:从|来自)([\u4e00-\u9fff]{2})")


def are_swapped(a: str, b: str) -> bool:
    """Whether both tell one relation between the same two, each the other way round."""
    turns = _turns(_comparison(a), _comparison(b))
    if turns is not None:
        return turns
    return _holds_other(a, b) or _acts_other(a, b) or _goes_other(a, b)


def are_converse(a: str, b: str) -> bool:
    """Whether two comparisons say one thing from both ends: A is taller than B, B is shorter than A."""
    ours, theirs = _comparison(a), _comparison(b)
    if ours is None or theirs is None or _turns(ours, theirs) is not False:
        return False
    is_denied = bool(_NOT_SO.search(a)) != bool(_NOT_SO.search(b))
    return is_denied if ours[2] == theirs[2] else _are_opposed(ours[2], theirs[2])


def _comparison(text: str) -> tuple[str, str, str] | None:
    for pattern in _COMPARISONS:
        if found := pattern.search(text):
            parts = found.groupdict()
            return _plain(parts["more"]), _plain(parts["less"]), (parts.get("how") or "").lower()
    return None


def _turns(ours: tuple[str, str, str] | None, theirs: tuple[str, str, str] | None) -> bool | None:
    """None when they do not compare the same two."""
    if ours is None or theirs is None or {ours[0], ours[1]} != {theirs[0], theirs[1]} or ours[0] == ours[1]:
        return None
    return (ours[0] != theirs[0]) != _are_opposed(ours[2], theirs[2])


def _are_opposed(a: str, b: str) -> bool:
    return bool(contrasts.contrast(_positive(a), _positive(b)))


def _positive(word: str) -> str:
    """The word compared, without its comparative ending: taller, bigger, happier."""
    if not word.endswith("er"):
        return word
    short = word[:-2]
    if len(short) > 2 and short[-1] == short[-2] and short[-1] not in "ls":
        short = short[:-1]
    return short[:-1] + "y" if short.endswith("i") else short


def _plain(who: str) -> str:
    return concepts.stem(_ARTICLE.sub("", who.strip().lower()))


def _holds_other(a: str, b: str) -> bool:
    ours, theirs = _role(a), _role(b)
    return bool(ours and theirs and ours[0] == theirs[0] and ours[1:] == theirs[:0:-1] and ours[1] != ours[2])


def _role(text: str) -> tuple[str, str, str] | None:
    for pattern in _ROLES:
        if found := pattern.search(text):
            return found["role"].lower(), found["holder"].lower(), found["whose"].lower()
    return None


def _acts_other(a: str, b: str) -> bool:
    """The doer of the one is whom the other is about; the person stands for what is left out."""
    for pattern in (_EN_ACTS, _ZH_ACTS):
        ours, theirs = pattern.match(a), pattern.match(b)
        if ours and theirs and _deed(ours) == _deed(theirs):
            doer, other_doer = _person(ours["who"]), _person(theirs["who"])
            whom, other_whom = _person(ours["whom"]), _person(theirs["whom"])
            return doer != other_doer and (doer == other_whom or not doer) and (whom == other_doer or not other_doer)
    return False


def _deed(found: re.Match[str]) -> str:
    return concepts.stem(found["deed"].lower().split()[0])


def _person(who: str | None) -> str:
    plain = _ARTICLE.sub("", (who or "").lower())
    return "" if plain in _USER else plain


def _goes_other(a: str, b: str) -> bool:
    """To a place and from it; to a friend and from a friend."""
    (to, out), (other_to, other_out) = _ends(a), _ends(b)
    return bool((to - out) & (other_out - other_to) or (out - to) & (other_to - other_out))


def _ends(text: str) -> tuple[frozenset[str], frozenset[str]]:
    lower = text.lower()
    return _named(_TO, lower), _named(_FROM, lower)


def _named(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    return frozenset(found[1] or found[2] for found in pattern.finditer(text))
