"""Chinese: a thing that a fact brings up (用户开了一家花店), and what another tells of it (用户的花店在医院旁边)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.embedded.tidying import aspects as told_of
from engine.embedded.tidying import facet_words
from engine.embedded.tidying import thing_words as words
from engine.embedded.tidying.aspects import Aspect

_BODY = re.compile(
    rf"^(?P<owner>用户(?:的?{facet_words.KIN_ZH}(?=的))?)(?:家里?|自己|现在|目前)?(?:[养开买租写学用上报骑住种订办带教弹做](?:班|课|名|读)?了?)?的(?P<body>.+)$"
)
_PREDICATE = re.compile(
    r"(?:现在|目前|今年|已经|已|刚刚|刚|主要|一般|通常|平时|都|也|只|就|最|快)*+"
    r"(?:在|是|有|叫|名叫|名为|取名|名字|姓|位于|[开停放种养设建办摆定拴挂]在|靠|挨着|离|朝|卖|主营|做|用|跑|教|属于|来自|产自|由|从|会|能|可以|一[到吃喝遇碰]|遇到|每|周[一二三四五六日末]|星期|工作日|早上|上午|下午|晚上|\d|[一二三四五六七八九十两]|长|宽|高|重|喜欢|爱|怕|开|办|养|学|满|讲|写|画|上|读|念)"
)
_HAVING = r"(?:养|开|经营|买|租|种|报名参加|报名|报|学|写|做|患|得|戴|骑|用|收藏|参加|加入|订|办|住|弹|负责|管理|画|设计|筹备|装修|组建|组|成立|创办|准备|备考|计划去|打算去|准备去|要去|有|拥有|在(?=.{2,10}(?:上班|工作|打工|任职|兼职|实习|学习|上学|读书)$))"
# Told of the last word of a statement without naming it again.
_CLEAR = frozenset((words.NAME, words.AGE, words.PLACE, words.IS, words.AMOUNT))
_OWN_PART = re.compile(
    "考点|地点|场地|日期|主题|题目|截止|价格|租金|月租|房租|面积|颜色|型号|品牌|牌子|招牌|店名|车牌|内存|屏幕|封面|品种|学费"
)
# Each sign can be read in one way alone: whatever is said, a verb that is not there is soon known to be missing.
_BY_THE_WAY = "(?:家里?|自己|现在|目前|正|一直|平时|刚|还|也|最近)*+"
_BEFORE = rf"^OWNER(?:[和跟与][^，。]{{1,4}}?(?:一起)?(?=[养开组成创办买租合]))?{_BY_THE_WAY}(?:在(?:(?=[学写读养种上办做装筹组准备画弹练])|(?<=正在)|[^，。]{{1,10}}?){_BY_THE_WAY}){{0,2}}"
_LEARNING = re.compile("[学写做画弹]$|准备|备考|负责|管理|设计")  # to learn to drive is to have no car
_SEVERAL = re.compile(
    r"[两二三四五六七八九十几双\d][个只条家辆把台部匹头间套本棵盆门支张位名]|些|多[个只条家辆]|各|别|朋友|邻居|同事|[妈爸哥姐弟妹]"
)
_TAIL = r"(?P<tail>(?:叫|名叫|在|跑|姓|今年|上班|工作|打工|任职|兼职|实习|学习|上学|读书|，)[^。]*)?$"


@lru_cache(maxsize=4096)
def aspects(content: str) -> tuple[Aspect, ...]:
    """What a fact may tell of a thing; where the thing's name ends is not marked, so each place where it may."""
    found = _BODY.match(content)
    return tuple(_splits(found["owner"], found["body"])) if found else ()


def _splits(owner: str, body: str) -> Iterator[Aspect]:
    for at in range(1, min(len(body) - 1, 12)):
        thing, rest = body[:at], body[at:]
        if "的" not in thing and (at > 1 or thing in words.SINGLE_ZH) and _PREDICATE.match(rest):
            yield Aspect(owner, thing, rest, told_of.kind(rest, is_chinese=True))


@lru_cache(maxsize=8192)
def brings_up(content: str, thing: str, owner: str) -> str | None:
    """What follows the thing in a fact that says that somebody has it; None where a fact does not."""
    before = _BEFORE.replace("OWNER", re.escape(owner))
    found = re.match(
        rf"{before}(?P<verb>{_HAVING})[了着过]?(?P<which>[^，。]{{0,14}}?)(?:{_names(thing)}){_TAIL}", content
    )
    if not found or _SEVERAL.search(found["which"]) or (len(thing) == 1 and _LEARNING.search(found["verb"])):
        return None
    return found["tail"] or ""


def _names(thing: str) -> str:
    """Its name as it is, with a word more in its midst, or that of its kind: 普通话水平测试, and 柯基 for a dog."""
    trip = f"{re.escape(thing[:-2])}(?:旅行|旅游|玩)?" if thing.endswith(("之行", "之旅")) else ""
    longer = [
        f"{re.escape(thing[:at])}(?:的|[^，。的]{{1,3}}){re.escape(thing[at:])}" for at in range(2, len(thing) - 1)
    ]
    return "|".join([re.escape(thing), *longer, *filter(None, [words.SPECIES_ZH.get(thing, ""), trip])])


def mentions(content: str, thing: str) -> bool:
    """Whether a fact speaks of such a thing at all."""
    return thing in content


def has_several(content: str, thing: str) -> bool:
    """Whether a fact speaks of several such things, or of another one."""
    return bool(
        re.search(
            rf"(?:[两二三四五六七八九十几双多]|另|别|新|旧|以前|第[二三])[^，。]{{0,6}}{re.escape(thing)}", content
        )
    )


def has_one(content: str, thing: str) -> bool:
    """Whether a fact says that the person has such a thing."""
    return brings_up(content, thing, "用户") is not None


def says_too(first: str, rest: str) -> bool:
    """Whether what is told says nothing that the first does not say."""
    return set(rest) <= set(first) | set("是在有的为关于讲叫")


def named(content: str) -> str:
    """The name that a fact gives its thing."""
    found = re.search(r"(?:名?叫做?|名为|取名)([^，。]{1,8})$", content)
    return found[1] if found else ""


def joined(first: str, thing: str, told: list[Aspect]) -> str:
    """The first statement with what the others tell."""
    text = first
    for one in told:
        name = "" if one.name in text else one.name
        is_clear = first.endswith(thing) and (one.kind in _CLEAR or bool(_OWN_PART.match(one.rest)))
        subject = "" if (is_clear or one is not told[0]) and not name else f"{one.thing}{name}"
        text += f"，{subject}{one.rest}"
    return text
