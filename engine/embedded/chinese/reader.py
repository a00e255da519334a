"""One Chinese message read clause by clause: who is spoken of, what is said, and what is left out and why."""

import re
from dataclasses import replace
from datetime import date

from engine.embedded.chinese import clauses, cues, following, owners, subject, tastes
from engine.embedded.chinese.clauses import Clause
from engine.embedded.chinese.cleaning import Cleaned
from engine.embedded.chinese.message import Message, add
from engine.embedded.chinese.predicate import Prepared, prepare
from engine.embedded.chinese.rules import Found
from engine.embedded.chinese.subject import ATTRIBUTE, NOBODY, OTHER, USER, Subject

LONGEST_CLAUSE = 200  # nobody says more of themselves in one breath; what is longer was pasted

_GREETS = re.compile(r"你好|您好|大家好|认识|嗨|自我介绍|叫我|早上好|下午好|晚上好")
_REPAIR = re.compile(r"^(?:哦|噢|啊|呃|等等|等一下)?(?:不对|说错了?|记错了?|口误|打错了?|更正|纠正)(?:一下|了)?$")
_OWN_SUBJECT = re.compile(
    r"^(?!不|没|很|也|都|还|就|会|在|每|平|经|一般|通常|喜|爱|讨|想|打|计|准|住|做|叫|有|是|对|从|用|因|所|但|最|比|非|特|更|已|刚|把|去|来|到|学|读|看|听|吃|喝|养|买|卖)[一-鿿\ue200-\ue8ff]{1,8}?(?:很|太|非常|是|有|都|也|会|比较|真|不错|挺|叫|让|讲述|说|的)"
)
_OTHERS = r"[他她它你您]|别人|大家|人们|朋友|同学|同事"
_RETOLD = re.compile(r"^(?P<head>住在|在|叫|是|来自|姓|生日是|今年)")


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
        add(message, prepared, "用户", [Found("user_profile", "birthday", f"的生日是{prepared.birthday}")])
    found_wish = _wish(message, clause)
    if found_wish:
        add(message, prepared, "用户", found_wish)
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
    if named.kind == NOBODY and following.continues_list(message, clause, prepared):
        return
    message.like_is_open = False
    owner = before if named.kind == NOBODY else named
    if owner is None or owner.kind == OTHER:
        message.dropped["no_subject" if owner is None else "somebody_else"] += 1
        return
    prepared = following.dated(message, prepared)
    found = (
        []
        if following.is_wanted(message, prepared)
        else following.fitting(message, named, owners.found(owner, named, prepared))
    )
    if not found:
        if named.kind == NOBODY and owner.kind == USER and following.names_the_last(message, prepared):
            return
        message.dropped["no_rule"] += 1
        if _leaves_the_user(named, prepared.predicate.text):
            message.topic = Subject(OTHER, "", "")
        return
    label = "用户" if owner.kind == ATTRIBUTE else owner.label
    count = add(message, prepared, label, found)
    message.last = (prepared.predicate.text, count)
    following.turn(message, found)


def _leaves_the_user(named: Subject, text: str) -> bool:
    """Whether an unread clause has a subject of its own (味道不错), or reports on others (我知道他喜欢…)."""
    if named.kind == NOBODY:
        return bool(_OWN_SUBJECT.match(text))
    return bool(cues.FEELING.match(text) and re.search(_OTHERS, text))
