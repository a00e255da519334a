"""Whom a statement is about when it is not about the person: a relative, a friend, an animal."""

import re

_WORDS = {
    "spouse": "妻子|老婆|太太|爱人|丈夫|老公|配偶|wife|husband|spouse|partner",
    "father": "父亲|爸爸|老爸|father|dad",
    "mother": "母亲|妈妈|老妈|mother|mom|mum",
    "parents": "父母|爸妈|parents",
    "son": "儿子|sons?",
    "daughter": "女儿|daughters?",
    "child": "孩子|子女|小孩|child|children|kids?",
    "brother": "哥哥|弟弟|兄弟|brothers?",
    "sister": "姐姐|妹妹|姐妹|sisters?",
    "in-law": "岳父|岳母|公公|婆婆|丈母娘|姐夫|妹夫|嫂子|弟媳|儿媳|女婿|(?:mother|father|brother|sister|son|daughter)-in-law",
    "uncle": "叔叔|伯伯|大伯|二伯|舅舅|姑父|姨父|uncles?",
    "aunt": "阿姨|舅妈|姑姑|姑妈|姨妈|小姨|婶婶|伯母|aunts?",
    "nephew": "侄子|侄女|外甥女?|nephews?|nieces?",
    "grandchild": "孙子|孙女|外孙女?|grandchild(?:ren)?|grandsons?|granddaughters?",
    "neighbour": "邻居|neighbou?rs?",
    "girlfriend": "女朋友|女友|girlfriend",
    "boyfriend": "男朋友|男友|boyfriend",
    "grandparent": "爷爷|奶奶|外公|外婆|姥姥|姥爷|grandfather|grandmother|grandpa|grandma",
    "friend": "朋友|闺蜜|friends?",
    "colleague": "同事|colleagues?|co-?workers?",
    "boss": "上司|领导|老板|经理|boss|managers?",
    "teacher": "导师|老师|teachers?|supervisors?",
    "roommate": "室友|舍友|roommates?|flatmates?",
    "cousin": "堂[兄弟姐妹哥]|表[兄弟姐妹哥]|cousins?",
    "pet": "猫|狗|宠物|cats?|dogs?|pets?",
}
NAMES = frozenset(_WORDS)
# Of these a person has one; what is said of "the son" may be about one of several.
_SINGLE = frozenset({"spouse", "father", "mother", "parents", "boss"})

_PATTERNS = tuple((name, re.compile(rf"(?<![a-z])(?:{words})(?![a-z])")) for name, words in _WORDS.items())
_ANY = "|".join(_WORDS.values())
_SUBJECT = re.compile(
    rf"(?:[^，,]{{0,8}}(?:错了?|更正|纠正|说明)(?:一下)?[，,:：]\s*|(?:sorry|correction|actually|wait|no)[,:]?\s+)?(?:我|他|她|用户)?的?(?:(?:my|his|her|their|the|a|an|one) )?(?:(?:older|younger|elder|little|big|best|only|late) )?(?P<who>{_ANY})(?![a-z和与跟])(?! (?:and|of) )(?:的|'s|’s)?"
)


def named_early(text: str, *, within: int) -> str:
    """The kind of relative or animal that the first `within` characters begin to name; '' for none."""
    found = [(place.start(), name) for name, words in _PATTERNS if (place := words.search(text.lower()))]
    first, name = min(found, default=(within, ""))
    return name if first < within else ""


def subject(text: str) -> str:
    """The kind of relative or animal that a statement has as its grammatical subject; '' when it is about the person."""
    found = _SUBJECT.match(text.lower())
    return named_early(found["who"], within=1) if found else ""


def mentions(text: str, relative: str) -> bool:
    """Whether a text names a relative or animal of this kind anywhere."""
    return any(name == relative and words.search(text.lower()) for name, words in _PATTERNS)


def without_subject(text: str) -> str:
    """The statement without such a subject."""
    found = _SUBJECT.match(text.lower())
    return text[found.end() :].lstrip() if found else text


def is_only_one(relative: str) -> bool:
    return relative in _SINGLE
