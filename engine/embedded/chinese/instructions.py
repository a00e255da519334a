"""Explicit wishes about the memory itself: forget this, remember that, no longer this but that (SPEC X10)."""

import re
from dataclasses import dataclass

from engine.embedded.chinese.subject import ATTRIBUTES, without_opening

_BEFORE = r"^(?:请你?|帮我|麻烦你?|拜托|你|可以|能不能|务必|一定|快|把|我(?:想|要|希望)(?:让)?你)*"
_FORGET = re.compile(
    _BEFORE
    + r"(?:(?:忘掉|忘记(?!了?(?:告诉|说|带|拿|问|跟|和|要))|别(?:再)?记(?:得|住|着)?|不要(?:再)?(?:记得|记住|记着|记录)|(?:删掉|删除|清除|移除|去掉|抹掉)(?=.*(?:记忆|记录|说过|提过|那条|这条|信息)))(?:关于|有关)?(?P<what>.+)"
    r"|(?P<moved>.+?)(?:这件事|的事情?|这条|的记忆|的记录|的信息)?(?:给|都|全)?(?:忘掉|忘了|忘记|删掉|删了|从记忆(?:里|中)(?:删除|删掉|移除)))(?:吧|了)?$"
)
_SAID = re.compile(
    r"^(?:我)?(?:之前|以前|刚才|刚刚|上次|昨天|曾经|先前)?(?:跟你|和你|对你)?(?:说|提|讲|告诉你?|记录)(?:过|的|到)+(?:的)?(?:那句|那条)?"
)
_TAIL = re.compile(r"(?:的)?(?:这|那)?(?:件|条|个)?(?:事情?|记忆|信息|内容|话|记录|说法)?(?:了|吧)?$")
_REMEMBER = re.compile(
    _BEFORE + r"(?:记住|记下来?|记一下|记好|记牢|请记得|帮我记|别忘了(?=我))(?:了|一下|着|哦|啊)?(?:[，,:：]|$)?"
)
_REMEMBER_AFTER = re.compile(
    _BEFORE
    + r"(?:也|都|把)*(?:这个|这点|它|这些|这件事)?(?:记住|记下来?|记一下|记好)(?:了|一下|哦|啊|它|这点|这个|吧)*$"
)
_NO_LONGER = re.compile(r"^(?P<who>我(?:已经|现在|以后|从今以后)*)(?:不再|再也不)(?P<old>.+?)了?$")
_INSTEAD = re.compile(
    r"^(?:我)?(?:现在|而是|以后|已经|都|就|请)*(?:改成|改为|改|换成|换|更新为|更新成|变成)(?:了)?(?P<new>.+?)了?$"
)
_CHANGE = re.compile(
    _BEFORE
    + rf"(?:把|将)?(?:我的?)(?P<name>{ATTRIBUTES})(?:从(?P<old>.+?))?(?:改成|改为|更新为|更新成|换成|变更为)了?(?P<new>.+?)(?:了|吧)?$"
)


@dataclass(frozen=True)
class Wish:
    """`op` with the words it is about, still in the first person ("我喜欢可乐"); `old`, `new` '' when not named."""

    op: str
    old: str = ""
    new: str = ""


def forgotten(text: str) -> str | None:
    """What a sentence asks to forget, in the first person; '' when it does not say what, None for no such wish."""
    text = without_opening(text)
    match = _FORGET.match(text)
    if not match or re.match(r"我(?!说|提|讲|告诉|喜|的|对|住|在|是|有|不|爱|叫|养|吃|喝|之前|以前)", text):
        return None
    what = _TAIL.sub("", _SAID.sub("", (match["what"] or match["moved"]).strip("，,：: ")))
    if not what or re.fullmatch(r"(?:这|那|它|刚才|所有|一切|全部|上面|之前|以上).{0,4}", what):
        return ""
    return what if what.startswith("我") else f"我{what}"


def without_remember(text: str) -> tuple[str, bool]:
    """The text without a leading "remember", and whether there was one."""
    opened = without_opening(text)
    match = _REMEMBER.match(opened)
    return (opened[match.end() :], True) if match else (text, False)


def asks_to_remember(text: str) -> bool:
    """A closing 记住了 that makes what was said before it a wish."""
    return bool(_REMEMBER_AFTER.match(without_opening(text)))


def changed(first: str, second: str) -> Wish | None:
    """我不再喝咖啡了 + 改成喝茶."""
    before, after = _NO_LONGER.match(without_opening(first)), _INSTEAD.match(without_opening(second))
    if not before or not after:
        return None
    old, new = before["old"], after["new"]
    starts_alike = new[0] == old[0] or (len(new) > 2 and new[0] in "吃喝用住做看听坐骑开去穿打玩学")
    return Wish("UPDATE", f"我{old}", f"我{new if starts_alike else old[0] + new}")


def renamed(text: str) -> Wish | None:
    """把我的职业改成产品经理."""
    match = _CHANGE.match(without_opening(text))
    if not match:
        return None
    old = f"我的{match['name']}是{match['old']}" if match["old"] else f"我的{match['name']}"
    return Wish("UPDATE", old, f"我的{match['name']}是{match['new']}")
