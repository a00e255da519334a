"""One Chinese message read clause by clause: who is spoken of, what is said, and what is left out and why."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from engine.embedded.chinese import attributes, belongings, clauses, cues, statement, subject, tastes
from engine.embedded.chinese.belongings import BELONGINGS
from engine.embedded.chinese.clauses import Clause
from engine.embedded.chinese.cleaning import Cleaned
from engine.embedded.chinese.events import EVENTS
from engine.embedded.chinese.limits import LIMITS
from engine.embedded.chinese.person import PERSON
from engine.embedded.chinese.plans import BUSY, PLANS
from engine.embedded.chinese.predicate import Prepared, prepare
from engine.embedded.chinese.rules import Found, Predicate, Rule, first
from engine.embedded.chinese.subject import ATTRIBUTE, COMPANY, KIN, NOBODY, OTHER, THING, USER, Subject
from engine.embedded.chinese.tastes import TASTES

_ORDINARY: tuple[Rule, ...] = (*LIMITS, *PERSON, *TASTES, *EVENTS, *BUSY, *PLANS, *BELONGINGS)
_AHEAD: tuple[Rule, ...] = (*LIMITS, *PLANS, *PERSON, *BELONGINGS)
_OF_KIN: tuple[Rule, ...] = (*belongings.KIN, *LIMITS, *PERSON, *TASTES, *EVENTS, *BELONGINGS)
_RULES = {KIN: _OF_KIN, COMPANY: belongings.COMPANY, THING: belongings.THING}

LONGEST_CLAUSE = 200  # nobody says more of themselves in one breath; what is longer was pasted

_GREETS = re.compile(r"你好|您好|大家好|认识|嗨|自我介绍|叫我|早上好|下午好|晚上好")
_REPAIR = re.compile(r"^(?:哦|噢|啊|呃|等等|等一下)?(?:不对|说错了?|记错了?|口误|打错了?|更正|纠正)(?:一下|了)?$")
_OWN_SUBJECT = re.compile(
    r"^(?!不|没|很|也|都|还|就|会|在|每|平|经|一般|通常|喜|爱|讨|想|打|计|准|住|做|叫|有|是|对|从|用|因|所|但|最|比|非|特|更|已|刚|把|去|来|到|学|读|看|听|吃|喝|养|买|卖)[一-鿿\ue200-\ue8ff]{1,8}?(?:很|太|非常|是|有|都|也|会|比较|真|不错|挺|叫|让|讲述|说|的)"
)
_CONTINUES = re.compile(r"^[一-鿿A-Za-z/]{2,6}$")
_NOT_A_THING = re.compile(r"[的了吗呢吧我你他她它这那不很太好是有没都也还会能在想要就]")
_ESPECIALLY = re.compile(r"^(?:尤其|特别)是?(?P<x>[^，]{2,20})$")
_EXAMPLE = re.compile(r"^(?:像|比如说?|例如|譬如|包括)是?(?P<x>[^，的了]{2,40})$")
_NAMED = re.compile(r"^(?:名字)?(?:叫做?|名叫|名字是|书名是|片名是)(?P<x>[^，]{1,24})$")
_NAMELESS = re.compile(r"(?:菜|书|小说|电影|歌|曲子|剧|猫|狗|店|公司|博物馆|乐队|游戏|[只条部本家])$")
_OTHERS = r"[他她它你您]|别人|大家|人们|朋友|同学|同事"
_WANTS = re.compile(r"^(?:会|想|要|打算|计划|准备|希望|决定|应该|可以|需要|尽力|得|将|试着|能)")
_ANEW = re.compile(r"^(?:[\ue100-\ue1fe]|也|还|平时|现在|一直|对|不|没|有|是|在|我|从|最|很|非常|特别|另)")
_KEPT_PET = re.compile(rf"(?:有|养).*?(?P<who>{cues.PET})(?:，?叫.{{1,10}})?$")
_KEPT_KIN = re.compile(rf"^有.*?(?P<who>(?<!前)(?:{cues.KIN}))(?:，?叫.{{1,10}})?$")
_LIKE_BODY = re.compile(r"^(?P<verb>(?:喜欢|喜爱|热爱|爱|享受|讨厌|不喜欢))(?P<thing>[^的]+)$")
_RETOLD = re.compile(r"^(?P<head>住在|在|叫|是|来自|姓|生日是|今年)")


@dataclass(frozen=True)
class Statement:
    """A finished statement with the number of the sentence that it stands in."""

    type: str
    slot: str
    content: str
    sentence: int


@dataclass
class Message:
    """The state of reading one message."""

    today: date | None
    cleaned: Cleaned
    greets: bool
    statements: list[Statement] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    topic: Subject | None = None
    sentence: int = -1
    wishes: bool = False
    like: str = ""
    like_is_open: bool = False
    last: tuple[str, int] = ("", 0)
    repairs: str = ""
    day: Predicate | None = None
    last_type: str = ""
    is_wanting: bool = False


def read(cleaned: Cleaned, split: clauses.Split, today: date | None) -> Message:
    """All statements of a cleaned and split message."""
    message = Message(today, cleaned, greets=bool(_GREETS.search(cleaned.text)))
    for clause in split.clauses:
        _read_clause(message, clause)
    return message


def _read_clause(message: Message, clause: Clause) -> None:
    if clause.sentence != message.sentence:
        message.sentence, message.topic, message.wishes = clause.sentence, None, False
        message.like, message.day, message.last_type, message.is_wanting = "", None, "", False
    if len(clause.text) > LONGEST_CLAUSE:
        message.dropped["too_long"] += 1
        return
    if _REPAIR.match(clause.text):
        _take_back(message)
        return
    prepared = prepare(_repaired(message, clause.text), message.today, greets=message.greets)
    if prepared.birthday:
        _add(message, prepared, "用户", [Found("user_profile", "birthday", f"的生日是{prepared.birthday}")])
    found_wish = _wish(message, clause)
    if found_wish:
        _add(message, prepared, "用户", found_wish)
        message.wishes = True
        return
    if clause.mood != clauses.STATEMENT:
        message.dropped[clause.mood] += 1
        _follow(message, prepared.subject)
        return
    if prepared.is_unresolved:
        message.dropped["unresolved_time"] += 1
    _read_statement(message, clause, prepared)


def _wish(message: Message, clause: Clause) -> list[Found]:
    if clause.mood not in {clauses.STATEMENT, clauses.ORDER}:
        return []
    text = subject.without_opening(clause.text)
    is_order = clause.mood == clauses.ORDER or bool(re.match(r"别|不要|不用", text))
    return tastes.wish(text, is_order=is_order, goes_on=message.wishes)


def _take_back(message: Message) -> None:
    """What was said a moment ago was a slip: 我住在天津，不对，是廊坊."""
    text, count = message.last
    head = _RETOLD.match(text)
    if count:
        del message.statements[-count:]
        message.dropped["corrected"] += count
    message.repairs = head["head"] if head and count else ""
    message.last = ("", 0)


def _repaired(message: Message, text: str) -> str:
    head, message.repairs = message.repairs, ""
    value = re.sub(r"^(?:我|应该|而)*是?", "", text)
    return f"我{head}{value}" if head and 1 < len(value) <= 10 and not _RETOLD.match(value) else text


def _follow(message: Message, named: Subject) -> None:
    """Remember whose clause it was, for the clauses after it that name nobody."""
    if named.kind == ATTRIBUTE:
        message.topic = replace(named, kind=USER, label="用户")
    elif named.kind != NOBODY:
        message.topic = named


def _read_statement(message: Message, clause: Clause, prepared: Prepared) -> None:
    named, before = prepared.subject, message.topic
    _follow(message, named)
    if named.kind == NOBODY and _continues_list(message, clause, prepared):
        return
    message.like_is_open = False
    owner = before if named.kind == NOBODY else named
    if owner is None or owner.kind == OTHER:
        message.dropped["no_subject" if owner is None else "somebody_else"] += 1
        return
    prepared = _dated(message, prepared)
    found = [] if _is_wanted(message, prepared) else _fitting(message, named, _found(owner, named, prepared))
    if not found:
        if named.kind == NOBODY and owner.kind == USER and _names_the_last(message, prepared):
            return
        message.dropped["no_rule"] += 1
        if _leaves_the_user(named, prepared.predicate.text):
            message.topic = Subject(OTHER, "", "")
        return
    label = "用户" if owner.kind == ATTRIBUTE else owner.label
    count = _add(message, prepared, label, found)
    message.last = (prepared.predicate.text, count)
    _turn(message, found)


def _leaves_the_user(named: Subject, text: str) -> bool:
    """Whether an unread clause has a subject of its own (味道不错), or reports on others (我知道他喜欢…)."""
    if named.kind == NOBODY:
        return bool(_OWN_SUBJECT.match(text))
    return bool(cues.FEELING.match(text) and re.search(_OTHERS, text))


def _found(owner: Subject, named: Subject, prepared: Prepared) -> list[Found]:
    predicate = prepared.predicate
    if prepared.is_unresolved:
        return []
    if named.kind == ATTRIBUTE:
        return attributes.attribute(named.label, predicate)
    if owner.kind == COMPANY and named.kind == NOBODY and subject.continues_company(predicate.text):
        return first(belongings.COMPANY, predicate)
    if owner.kind == USER:
        return _of_user(owner, predicate)
    rules = (*PLANS, *_OF_KIN) if owner.kind == KIN and predicate.tense == 1 else _RULES[owner.kind]
    return [_as_of(owner, fact) for fact in first(rules, predicate)]


def _of_user(owner: Subject, predicate: Predicate) -> list[Found]:
    text = predicate.text
    if cues.FEELING.match(text) or re.search(r"[你您]", text):
        return []
    if owner.is_plural and re.search(r"聊|下次|再|应该|需要|可以|都是?有|的", text):
        return []
    found = first(_AHEAD if predicate.tense == 1 else _ORDINARY, predicate)
    return [_formerly(fact) for fact in found] if predicate.past else found


def _formerly(found: Found) -> Found:
    """What used to be true fills no slot and binds nobody now."""
    return replace(found, type="user_fact", slot="")


def _as_of(owner: Subject, found: Found) -> Found:
    if owner.kind == COMPANY:
        return found
    return replace(found, type="user_fact", slot="")


def _add(message: Message, prepared: Prepared, label: str, found: Iterable[Found]) -> int:
    count = 0
    for fact in found:
        content, reason = statement.build(label, prepared.predicate.past, fact, prepared.times, message.cleaned.kept)
        if reason:
            message.dropped[reason] += 1
            continue
        message.statements.append(Statement(fact.type, fact.slot, content, message.sentence))
        count += 1
    return count


def _dated(message: Message, prepared: Prepared) -> Prepared:
    """今天我去了书店，买了一本书: the second clause happened on the same day."""
    predicate, day = prepared.predicate, message.day
    if prepared.subject.kind == NOBODY and day and not predicate.time and "了" in predicate.text:
        shared = {sign: text for sign, text in prepared.times.absolute.items() if sign not in day.time}
        prepared.times.absolute.clear()
        prepared.times.absolute.update(shared)
        return replace(prepared, predicate=replace(predicate, time=day.time, tense=day.tense, is_vague=day.is_vague))
    if predicate.time:
        message.day = replace(predicate, time=prepared.times.restore(predicate.time))
    return prepared


def _is_wanted(message: Message, prepared: Prepared) -> bool:
    """Whether a clause without subject only goes on with what the clause before it wants."""
    text = prepared.predicate.text
    if prepared.subject.kind != NOBODY:
        message.is_wanting = bool(_WANTS.match(text))
        return False
    return message.is_wanting and not _ANEW.match(text) and not _WANTS.match(text)


def _fitting(message: Message, named: Subject, found: list[Found]) -> list[Found]:
    """叫… and 是… without a subject speak of the user only after something else said who the user is."""
    if named.kind != NOBODY or message.last_type in {"", "user_profile"}:
        return found
    return [fact for fact in found if fact.type != "user_profile" or not fact.body.startswith(("叫", "是", "姓"))]


def _names_the_last(message: Message, prepared: Prepared) -> bool:
    """我学会了一道新菜，叫回锅肉: the name belongs to the thing just spoken of."""
    match = _NAMED.match(prepared.predicate.text)
    if not match or not message.statements:
        return False
    last = message.statements[-1]
    if last.sentence != message.sentence or not _NAMELESS.search(last.content):
        return False
    message.statements[-1] = replace(last, content=message.cleaned.restore(f"{last.content}，叫{match['x']}"))
    return True


def _turn(message: Message, found: list[Found]) -> None:
    """After 我有个女儿 the next clauses speak of her; after 我喜欢唱歌 bare nouns go on with the list."""
    body = found[-1].body
    message.last_type = found[-1].type
    like = _LIKE_BODY.match(body)
    message.like, message.like_is_open = (like["verb"], True) if like else ("", False)
    for pattern, kind in ((_KEPT_KIN, KIN), (_KEPT_PET, THING)):
        kept = pattern.search(body)
        if kept and message.topic is not None and message.topic.kind == USER:
            message.topic = Subject(kind, f"用户的{kept['who']}", "")
            return


def _continues_list(message: Message, clause: Clause, prepared: Prepared) -> bool:
    if not message.like:
        return False
    text = prepared.predicate.text
    especially = _ESPECIALLY.match(text)
    if especially and not re.match(r"想|在|当|对|站|看到", especially["x"]):
        things = tastes.objects(especially["x"])
        return bool(
            _add(message, prepared, "用户", [Found("user_preference", "", message.like + thing) for thing in things])
        )
    example = _EXAMPLE.match(text)
    if example:
        things = tastes.objects(example["x"])
        return bool(
            _add(message, prepared, "用户", [Found("user_preference", "", message.like + thing) for thing in things])
        )
    is_thing = _CONTINUES.match(text) and not _NOT_A_THING.search(clause.text)
    if message.like_is_open and is_thing and not cues.FEELING.match(text) and not first(_ORDINARY, prepared.predicate):
        _add(message, prepared, "用户", [Found("user_preference", "", message.like + text)])
        return True
    return False
