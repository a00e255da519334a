"""The Chinese wishes that something remembered be corrected: from the old statement to the new one."""

import re
from collections.abc import Sequence

from engine.embedded.chinese.instructions import Wish
from engine.embedded.chinese.subject import ATTRIBUTES, without_opening

UPDATE = "UPDATE"

_KIN = r"(?:女儿|儿子|孩子|老公|老婆|妻子|丈夫|爱人|爸爸?|妈妈?|父亲|母亲|哥哥|弟弟|姐姐|妹妹|男朋友|女朋友|狗狗?|猫咪?|宠物)"
_NAME = rf"(?P<name>(?:{_KIN}的?)?(?:{ATTRIBUTES}|所在城市|城市|居住地|住处|手机型号|手机|机型|车型|车|公司|单位|体重|鞋码|年级|班级|学位|电话|邮箱|称呼|大学|名称|过敏原|饮食|语言|回复语言|最喜欢的[一-鿿]{{1,4}}|喜欢的[一-鿿]{{1,4}}))"
_ASK = r"(?:请你?|帮我|麻烦你?|拜托|你?可以|能不能|能否|务必|也|快|我(?:想|要|希望)(?:让|请)?你){0,8}"
_TO = r"(?:改成|改为|改到|更新为|更新成|换成|换为|变更为|修改为|修改成|更改为|调整为|设为|设成)"
_EDIT = r"(?:更新|修改|变更|更改|更正|改|调整|换)"
_IN_MEMORY = r"(?:(?:你)?(?:记忆|记录|档案|资料|笔记)(?:里|中)?的?)"

_CHANGE = re.compile(
    rf"^(?:{_ASK}(?:把|将)?{_IN_MEMORY}?我的?|(?:请|麻烦)?帮我(?:把|将)){_NAME}(?:从(?P<old>.+?))?{_TO}了?(?P<new>.+?)(?:了|吧)?$"
)
_CHANGE_RECORDED = re.compile(
    rf"^{_ASK}(?:把|将)?(?:之前|以前|上次|原来){{0,5}}(?:你|我)?(?:记|说|存|写)(?:过)?的(?P<old>我.+?){_TO}(?P<new>.+?)(?:了|吧)?$"
)
_ANNOUNCED = re.compile(
    rf"^{_ASK}(?:(?:把|将)?{_IN_MEMORY}?我的?{_NAME}(?:要|需要|得)?{_EDIT}一下|{_EDIT}(?:一下)?{_IN_MEMORY}?我的?{_NAME.replace('name', 'held')})$"
)
_WRONG = re.compile(
    rf"^(?:(?:之前|以前|上次|刚才|原来|先前|那里|那边|这里|你|我){{0,5}}(?:(?:说|记|提|告诉你|写|存)(?:过|错)?的?)?(?:我的?)?{_NAME}(?:信息)?(?:是|说|记|写)?(?:不对|错的?了?|有误|过时了?|不准确?了?|记错了?|写错了?|说错了?|搞错了?|弄错了?)"
    rf"|(?:你|我)(?:把)?(?:我的?){_NAME.replace('name', 'held')}(?:记|说|写|搞|弄)错了?)$"
)
_VALUE = re.compile(
    rf"^(?:我)?{_ASK}(?:(?:现在|而是|以后|已经|就|应该|实际上?|其实|正确的?|新的){{1,5}}(?:是|为|叫)?|(?:是|{_TO}|改|换|更新))(?:了)?(?P<new>.+?)(?:了|吧|才对)?$"
)
_NO_LONGER = re.compile(
    r"^(?P<who>我(?:已经|现在|以后|从今以后){0,5})(?:(?:不再|再也不)(?P<old>.+?)了?|(?:不|没)(?P<stopped>(?:住|在|用|喝|吃|养|做|开|学|玩|打).+?)了)$"
)
_STOPPED = re.compile(r"^(?:已经|现在)?(?:不再|不)(?P<old>[住在用喝吃学做养开玩].+?)了?$")
_INSTEAD = re.compile(
    rf"^(?:我)?(?:现在|而是|以后|已经|都|就|请|帮我|麻烦){{0,5}}(?:{_TO}|改|换|变成)(?:了)?(?P<new>.+?)了?$"
)
_MARK = re.compile(
    r"(?:更正|纠正|改正|更新)(?:一下)?$|^(?:请|帮我|麻烦){0,5}(?:更正|纠正|改正|改过来|改一下|改掉|更新一下|修改一下|订正)|(?:你|我)?(?:之前|以前|上次)?(?:记|说|写|搞|弄)错[了啦]?(?:$|的)"
)
_NOT = re.compile(r"^(?P<head>.*?)(?:并)?不是(?P<wrong>.+?)(?:了|的)?$")
_BUT = re.compile(r"^(?:而)?(?:应该)?是(?P<right>.+?)(?:才对)?$")
_IS = re.compile(r"^(?P<head>我(?:(?!不是).)*?(?<!不)是)(?P<right>[^是]+)$")
_IS_NOT = re.compile(r"^(?P<said>我.*?是(?P<right>[^是]+?))[，,]?(?:而)?不是(?P<wrong>[^是]+)$")
_AT_NOT = re.compile(
    r"^(?P<said>我.*?(?:在|住|叫|姓|用的?|养的?|有|属)(?P<right>[^是不]{1,12}))[，,]?(?:而)?不是(?P<wrong>[^是]{1,12})$"
)
_VERBS = "吃喝用住做看听坐骑开去穿打玩学养在是"
_THINGS_OF_TALK = re.compile(r"报告|文档|文件|简历|合同|代码|第.{1,3}[页行段章]|标题|作文|翻译|表格|字体|闹钟|会议")


def find(texts: Sequence[str]) -> tuple[Wish, frozenset[int]] | None:
    """The correction that the clauses of one sentence ask for, and the clauses that it is made of."""
    clauses = [without_opening(text) for text in texts]
    if any(_THINGS_OF_TALK.search(clause) for clause in clauses):
        return None
    for place, clause in enumerate(clauses):
        after = clauses[place + 1] if place + 1 < len(clauses) else ""
        wish = _changed(clause)
        if wish:
            return wish, frozenset({place})
        wish = _told_later(clause, after) or _no_longer(clause, after)
        if wish:
            return wish, frozenset({place, place + 1})
    return _not_but(texts, clauses)


def _changed(clause: str) -> Wish | None:
    """把我的职业改成产品经理; 之前记的我在备考雅思改成备考托福."""
    match = _CHANGE.match(clause)
    if match:
        mine = _mine(match["name"])
        return Wish(UPDATE, f"{mine}是{match['old']}" if match["old"] else mine, f"{mine}是{match['new']}")
    recorded = _CHANGE_RECORDED.match(clause)
    return Wish(UPDATE, recorded["old"], _in_place(recorded["old"], recorded["new"])) if recorded else None


def _mine(name: str) -> str:
    return f"我{name}" if re.match(_KIN, name) else f"我的{name}"


def _told_later(clause: str, after: str) -> Wish | None:
    """我的住址更新一下 + 现在是杭州; 之前说的生日不对 + 应该是5月3日."""
    match = _ANNOUNCED.match(clause) or _WRONG.match(clause)
    value = _VALUE.match(after)
    if not match or not value:
        return None
    mine, new = _mine(match["name"] or match["held"]), value["new"]
    return Wish(UPDATE, mine, new if new.startswith("我") else f"{mine}是{new}")


def _no_longer(clause: str, after: str) -> Wish | None:
    """我不再喝咖啡了 + 改成喝茶."""
    before, instead = _NO_LONGER.match(clause), _INSTEAD.match(after)
    if not before or not instead:
        return None
    old = before["old"] or before["stopped"]
    return Wish(UPDATE, f"我{old}", _in_place(f"我{old}", instead["new"]))


def _in_place(old: str, new: str) -> str:
    """The old statement with the new words in their place: 我在备考雅思, 备考托福 → 我在备考托福."""
    if new.startswith("我"):
        return new
    alike = old.find(new[:2]) if len(new) > 1 else -1
    if alike > 0:
        return old[:alike] + new
    verb = old[1]
    if new[0] in old[1:3]:
        return old[: old.index(new[0], 1)] + new
    if verb in new or (len(new) > 2 and new[0] in _VERBS):
        return f"我{new}"
    return f"我{verb}{'在' if old[1:3] == '住在' else ''}{new}"


def _not_but(texts: Sequence[str], clauses: Sequence[str]) -> tuple[Wish, frozenset[int]] | None:
    """更正：我的专业是统计学，不是数学. Without a word that asks for it, it only says so."""
    marks = frozenset(place for place, text in enumerate(texts) if _MARK.search(text))
    if not marks:
        return None
    for place, clause in enumerate(clauses):
        wish = _in_one(clause)
        if wish:
            return wish, marks | {place}
        wish = _in_two(clause, clauses[place + 1] if place + 1 < len(clauses) else "")
        if wish:
            return wish, marks | {place, place + 1}
    return None


def _in_one(clause: str) -> Wish | None:
    match = _IS_NOT.match(clause) or _AT_NOT.match(clause)
    return Wish(UPDATE, _with(match["said"], match["right"], match["wrong"]), match["said"]) if match else None


def _in_two(clause: str, after: str) -> Wish | None:
    denied, said = _NOT.match(clause), _BUT.match(after)
    if denied and said and not _IS.match(clause):
        if "我" in denied["head"]:
            return Wish(UPDATE, f"{denied['head']}{denied['wrong']}", _joined(denied["head"], said["right"]))
        return Wish(UPDATE, denied["wrong"], said["right"]) if not denied["head"] else None
    stopped = _STOPPED.match(after)
    if stopped and clause.startswith("我"):
        return Wish(UPDATE, f"我{stopped['old']}", clause)
    affirmed, wrong = _IS.match(clause), re.match(r"^(?:而)?不是(?P<wrong>.+?)(?:了)?$", after)
    if affirmed and wrong:
        return Wish(UPDATE, _with(clause, affirmed["right"], wrong["wrong"]), clause)
    return None


def _joined(head: str, right: str) -> str:
    """我 + 在东莞工作; 我 + 护士 needs its verb back."""
    return f"{head}{right}" if right[0] in _VERBS or len(head) > 1 else f"{head}是{right}"


def _with(said: str, right: str, wrong: str) -> str:
    return said[: len(said) - len(right)] + wrong
