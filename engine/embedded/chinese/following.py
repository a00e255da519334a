"""Clauses that go on from the one before: lists, names, the same day, the same wish, the one just spoken of."""

import re
from dataclasses import replace

from engine.embedded.chinese import cues, owners, tastes
from engine.embedded.chinese.clauses import Clause
from engine.embedded.chinese.message import Message, add
from engine.embedded.chinese.predicate import Prepared
from engine.embedded.chinese.rules import Found, first
from engine.embedded.chinese.subject import KIN, NOBODY, THING, USER, Subject

_CONTINUES = re.compile(r"^[一-鿿A-Za-z/]{2,6}$")
_NOT_A_THING = re.compile(r"[的了吗呢吧我你他她它这那不很太好是有没都也还会能在想要就]")
_NAMED = re.compile(r"^(?:名字)?(?:叫做?|名叫|名字是|书名是|片名是)(?P<x>[^，]{1,24})$")
_NAMELESS = re.compile(r"(?:菜|书|小说|电影|歌|曲子|剧|猫|狗|店|公司|博物馆|乐队|游戏|[只条部本家])$")
_NEW = re.compile(r"(?:新的?|一[道本部首款家])(?:菜|书|小说|电影|歌|游戏|店)$")
_WANTS = re.compile(r"^(?:会|想|要|打算|计划|准备|希望|决定|应该|可以|需要|尽力|得|将|试着|能)")
_ANEW = re.compile(r"^(?:[\ue100-\ue1fe]|也|还|平时|现在|一直|对|不|没|有|是|在|我|从|最|很|非常|特别|另)")
_KEPT_PET = re.compile(rf"(?:有|养).*?(?P<who>{cues.PET})(?:，?叫.{{1,10}})?$")
_PET = re.compile(rf"的(?:{cues.PET})$")
_KEPT_KIN = re.compile(rf"^有.*?(?P<who>(?<!前)(?:{cues.KIN}))(?:，?叫.{{1,10}})?$")
# What no pet does: after 我养了一只猫 a clause with it goes on about the user.
_PERSONS_DEED = re.compile(
    r"用(?!爪|头|鼻|嘴|舌|尾|猫砂|尿|过)|开会|会议|上班|下班|工作|出差|加班|值班|备考|考[试证研编]|读[书研博]|看(?:书|剧|电影|综艺|新闻|球)|学习|自学|在学|健身|瑜伽|马拉松"
    r"|喝(?:点|一?杯)?(?:咖啡|茶|酒|奶茶|啤酒|白酒|红酒)|咖啡|[抽吸戒]烟|做[饭菜]|下厨|烘焙|开车|[骑打]车|自驾|旅[游行]|[网团]购|购物|点外卖|[还贷]款|房贷|车贷|投资|炒股|理财"
    r"|打(?:篮|羽毛|网|乒乓)?球|打(?:游戏|麻将|牌|电话|工)|写|画画|唱歌|弹(?:琴|吉他)|摄影|编程|负责|租[房的]|结婚|预算|打算|计划|准备[考买换去]|希望|信用卡|微信|飞书|邮件|电话|联系"
)
_LIKE_BODY = re.compile(r"^(?P<verb>(?:喜欢|喜爱|热爱|爱|享受|讨厌|不喜欢))(?P<thing>[^的]+)$")
_MORE = re.compile(
    r"(?:尤其|特别)是?(?!想|在|当|对|站|看到)(?P<most>[^，]{2,20})|(?:像|比如说?|例如|譬如|包括)是?(?P<such>[^，的了]{2,40})"
)


def dated(message: Message, prepared: Prepared) -> Prepared:
    """今天我去了书店，买了一本书: the second clause happened on the same day."""
    predicate, day = prepared.predicate, message.day
    if prepared.subject.kind == NOBODY and day and not predicate.time and "了" in predicate.text:
        return replace(prepared, predicate=replace(predicate, time=day.time, tense=day.tense, is_vague=day.is_vague))
    if predicate.time:
        message.day = replace(predicate, time=prepared.times.restore(predicate.time))
    return prepared


def is_wanted(message: Message, prepared: Prepared) -> bool:
    """Whether a clause without subject only goes on with what the clause before it wants."""
    text = prepared.predicate.text
    if prepared.subject.kind != NOBODY:
        message.is_wanting = bool(_WANTS.match(text))
        return False
    return message.is_wanting and not _ANEW.match(text) and not _WANTS.match(text)


def fitting(message: Message, named: Subject, found: list[Found]) -> list[Found]:
    """叫… and 是… without a subject speak of the user only after something else said who the user is."""
    if named.kind != NOBODY or message.last_type in {"", "user_profile"}:
        return found
    return [fact for fact in found if fact.type != "user_profile" or not fact.body.startswith(("叫", "是", "姓"))]


_QUALIFIES = re.compile(
    r"(?:不要|别|最好|不能)(?:有|是|靠近?|太|带|加|放|临|选)?[一-鿿]{1,8}|[一-鿿]{1,4}(?:大|小|高|低|粗|细|浅|深|亮|暗|多|少)一[点些]"
)


def qualifies_the_last(message: Message, prepared: Prepared) -> bool:
    """我喜欢安静的酒店，不要临街: a condition on what was just said to be liked."""
    last = message.statements[-1] if message.statements else None
    if last is None or last.sentence != message.sentence or not re.search(r"喜欢|偏好|爱住|习惯", last.content):
        return False
    if last.type != "user_preference" or not _QUALIFIES.fullmatch(prepared.predicate.text):
        return False
    message.statements[-1] = replace(last, content=f"{last.content}，{prepared.predicate.text}")
    return True


def says_of_all(message: Message, clause: Clause, prepared: Prepared) -> bool:
    """我们有五家门店，都在杭州: the second clause speaks of the shops."""
    last = message.statements[-1] if message.statements else None
    if last is None or last.sentence != message.sentence or prepared.subject.kind != NOBODY:
        return False
    is_counted = re.search(r"有[两二三四五六七八九十百\d]+多?[家个条台套间处位只名辆]", last.content)
    if not is_counted or not re.fullmatch(r"(?:全部?)?都[在是叫用做][^，我你您他她这那]{1,12}", clause.text):
        return False
    message.statements[-1] = replace(last, content=f"{last.content}，{clause.text}")
    return True


def names_the_last(message: Message, prepared: Prepared) -> bool:
    """我学会了一道新菜，叫回锅肉: the name belongs to the thing just spoken of."""
    text = prepared.predicate.text
    last = message.statements[-1] if message.statements else None
    if last is None or last.sentence != message.sentence or not _NAMELESS.search(last.content):
        return False
    match = _NAMED.match(text)
    is_bare = _NEW.search(last.content) and _CONTINUES.match(text) and not _NOT_A_THING.search(text)
    if not match and not is_bare:
        return False
    name = match["x"] if match else text
    message.statements[-1] = replace(last, content=message.cleaned.restore(f"{last.content}，叫{name}"))
    return True


def goes_on_about(message: Message, before: Subject | None, text: str) -> Subject | None:
    """Of whom a clause without subject speaks: of the one before, or of the user again when a pet cannot do this."""
    if before is None or before.kind != THING or not _PET.search(before.label) or not _PERSONS_DEED.search(text):
        return before
    message.topic = Subject(USER, "用户", "")
    return message.topic


def turn(message: Message, found: list[Found]) -> None:
    """After 我有个女儿 the next clauses speak of her; after 我喜欢唱歌 bare nouns go on with the list."""
    body = found[-1].body
    message.last_type = found[-1].type
    like = _LIKE_BODY.match(body)
    message.like, message.like_is_open = (like["verb"], True) if like else ("", False)
    for pattern, kind in ((_KEPT_KIN, KIN), (_KEPT_PET, THING)):
        kept = pattern.search(body)
        if kept and message.topic is not None and (message.topic.kind == USER or message.topic.label == "用户家"):
            message.topic = Subject(kind, f"用户的{kept['who']}", "")
            return


def continues_list(message: Message, clause: Clause, prepared: Prepared) -> bool:
    """我喜欢唱歌，健身，尤其是跳舞: whether the clause only adds to what is liked."""
    text = prepared.predicate.text
    if not message.like:
        return False
    more = _MORE.fullmatch(text)
    if more:
        return _adds(message, prepared, tastes.objects(more["most"] or more["such"]))
    is_thing = _CONTINUES.match(text) and not _NOT_A_THING.search(clause.text) and not cues.FEELING.match(text)
    if message.like_is_open and is_thing and not first(owners.ORDINARY, prepared.predicate):
        return _adds(message, prepared, [text])
    return False


def _adds(message: Message, prepared: Prepared, things: list[str]) -> bool:
    return bool(add(message, prepared, "用户", [Found("user_preference", "", message.like + one) for one in things]))
