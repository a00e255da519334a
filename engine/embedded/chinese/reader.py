"""One Chinese message read clause by clause: who is spoken of, what is said, and what is left out and why."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from engine.embedded.chinese import clauses, cues, duties, following, owners, spoken, standing, subject, tastes
from engine.embedded.chinese.clauses import Clause
from engine.embedded.chinese.cleaning import Cleaned
from engine.embedded.chinese.message import Message, add
from engine.embedded.chinese.predicate import Prepared, prepare
from engine.embedded.chinese.rules import Found
from engine.embedded.chinese.subject import ATTRIBUTE, COMPANY, KIN, NOBODY, OTHER, PART, USER, Subject

LONGEST_CLAUSE = 200  # nobody says more of themselves in one breath; what is longer was pasted

_OPEN_TO_PARTS = {NOBODY, COMPANY, KIN}
_GREETS = re.compile(r"你好|您好|大家好|认识|嗨|自我介绍|叫我|早上好|下午好|晚上好")
_REPAIR = re.compile(r"^(?:哦|噢|啊|呃|等等|等一下)?(?:不对|说错了?|记错了?|口误|打错了?|更正|纠正)(?:一下|了)?$")
_OWN_SUBJECT = re.compile(
    r"^(?!不|没|很|也|都|还|就|会|在|每|平|经|一般|通常|喜|爱|讨|想|打|计|准|住|做|叫|有|是|对|从|用|因|所|但|最|比|非|特|更|已|刚|把|去|来|到|学|读|看|听|吃|喝|养|买|卖)[一-鿿\ue200-\ue8ff]{1,8}?(?:很|太|非常|是|有|都|也|会|比较|真|不错|挺|叫|让|讲述|说|的)"
)
_OTHERS = r"[他她它你您]|别人|大家|人们|朋友|同学|同事"
_RETOLD = re.compile(r"^(?P<head>住在|在|叫|是|来自|姓|生日是|今年)")


def read(cleaned: Cleaned, split: clauses.Split, today: date | None) -> Message:
    """All statements of a cleaned and split message."""
    message = Message(
        today, cleaned, greets=bool(_GREETS.search(cleaned.text)), speakers=frozenset(_speakers(split.clauses))
    )
    for clause in split.clauses:
        _read_clause(message, clause)
    return message


def _read_clause(message: Message, clause: Clause) -> None:
    _begin(message, clause)
    if len(clause.text) > LONGEST_CLAUSE:
        message.dropped["too_long"] += 1
        return
    if _REPAIR.match(clause.text):
        _take_back(message)
        return
    prepared = prepare(_in_full(message, clause.text), message.today, greets=message.greets)
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
    if not _is_duty(message, prepared):
        _read_statement(message, clause, prepared)


def _begin(message: Message, clause: Clause) -> None:
    """Forget what only held within the sentence before."""
    if clause.sentence == message.sentence:
        return
    message.sentence, message.wishes = clause.sentence, False
    message.topic = Subject(USER, "用户", "") if clause.sentence in message.speakers else None
    message.like, message.day, message.is_wanting = "", None, False
    message.last_type = "lead" if message.topic else ""  # a leading 是… or 叫… names something else (是周末)


def _is_duty(message: Message, prepared: Prepared) -> bool:
    """Take what others lay on the user (医生让我少喝酒); what follows is again the user's own."""
    label, duty = duties.read(prepared.marked)
    if duty:
        add(message, prepared, label, duty)
        message.topic = Subject(USER, "用户", "")
    return bool(duty)


def _wish(message: Message, clause: Clause) -> list[Found]:
    is_asked = clause.mood == clauses.QUESTION and standing.is_request(clause.text)
    if clause.mood not in {clauses.STATEMENT, clauses.ORDER} and not is_asked:
        return []
    text = spoken.without_idle_pointing(clause.text)
    text = subject.without_opening(text)
    said_of_self = message.topic is not None and text.startswith("不用")  # 我用安卓，不用微信支付 asks for nothing
    if said_of_self:
        return []
    if re.match(r"(?:那|这)(?:个|种|些|段|天|时)[^，]", clause.text):
        return []
    is_order = clause.mood == clauses.ORDER or bool(re.match(r"别|不要|不用", text))
    return tastes.wish(text, is_order=is_order, goes_on=message.wishes) or standing.standing(text, is_order=is_order)


def _take_back(message: Message) -> None:
    """What was said a moment ago was a slip: 我住在天津，不对，是廊坊."""
    text, count = message.last
    head = _RETOLD.match(text)
    if count:
        del message.statements[-count:]
        message.dropped["corrected"] += count
    message.repairs = head["head"] if head and count else ""
    message.last = ("", 0)


_SELF_EVIDENT = re.compile(
    r"(?:最近|目前|现在|正|一直){0,5}(?:在(?:备考|减脂|减肥|增肌|备孕|读研|读博|待业|自学|哺乳)|坐标|base|本人|毕业于|[一-鿿]{1,3}不耐受|全职|身高\d|体重\d|对[^，的]{1,8}过敏$|[男女]$|\d[05]后|单身$|已婚|离异|未婚|独居|吃素)"
)


def _speakers(given: Sequence[Clause]) -> Iterator[int]:
    """The sentences whose first clauses name nobody and speak of the user: "I" comes later in the same sentence,
    or the words are said of oneself alone (坐标成都, 在备考CPA)."""
    decided: set[int] = set()
    for clause in given:
        if clause.sentence in decided:
            continue
        opened = subject.without_opening(clause.text)
        kind = subject.find(opened).kind
        if kind != NOBODY or clause.mood != clauses.STATEMENT:
            decided.add(clause.sentence)
        if (kind in {USER, ATTRIBUTE} and clause.mood == clauses.STATEMENT) or _SELF_EVIDENT.match(opened):
            decided.add(clause.sentence)
            yield clause.sentence


def _in_full(message: Message, text: str) -> str:
    """The clause with what it leaves to the one before it: a corrected value, or the lead-in 作为一名老师."""
    who = subject.role(text) if message.topic is not None and message.topic.kind == USER else ""
    return f"我是{who}" if who else _repaired(message, text)


def _repaired(message: Message, text: str) -> str:
    head, message.repairs = message.repairs, ""
    value = re.sub(r"^(?:我|应该|而){0,5}是?", "", text)
    return f"我{head}{value}" if head and 1 < len(value) <= 10 and not _RETOLD.match(value) else text


def _follow(message: Message, named: Subject) -> None:
    """Remember whose clause it was, for the clauses after it that name nobody."""
    if named.kind != NOBODY and message.last_type == "lead":
        message.last_type = ""
    if named.kind == ATTRIBUTE:
        message.topic = replace(named, kind=USER, label="用户")
    elif named.kind == PART:
        message.topic = message.topic if message.topic and message.topic.kind != OTHER else Subject(USER, "用户", "")
    elif named.kind != NOBODY:
        message.topic = named


def _read_statement(message: Message, clause: Clause, prepared: Prepared) -> None:
    prepared, before = _with_owner(prepared, message.topic), message.topic
    named = prepared.subject
    _follow(message, named)
    if named.kind == NOBODY and (
        following.continues_list(message, clause, prepared) or following.says_of_all(message, clause, prepared)
    ):
        return
    message.like_is_open = False
    owner = following.goes_on_about(message, before, prepared.predicate.text) if named.kind == NOBODY else named
    if owner is None or owner.kind == OTHER:
        message.dropped["no_subject" if owner is None else "somebody_else"] += 1
        return
    prepared = following.dated(message, prepared)
    label, found = _found(message, owner, prepared)
    if not found:
        _leave_out(message, owner, prepared)
        return
    count = add(message, prepared, label, found)
    message.last = (prepared.predicate.text, count)
    following.turn(message, found)


def _with_owner(prepared: Prepared, before: Subject | None) -> Prepared:
    """A bare noun belongs to the one just spoken of: after 我女儿上初二, 数学特别差 is hers."""
    named = prepared.subject
    is_bare = named.is_bare or (named.kind == ATTRIBUTE and prepared.marked.startswith(named.label))
    if not is_bare or before is None or before.kind not in {KIN, COMPANY, OTHER}:
        return prepared
    if before.kind == OTHER:
        return replace(prepared, subject=Subject(OTHER, "", ""))
    if named.kind == ATTRIBUTE:
        return prepared
    return replace(prepared, subject=replace(named, label=named.label.replace("用户", before.label, 1)))


def _found(message: Message, owner: Subject, prepared: Prepared) -> tuple[str, list[Found]]:
    """What the clause says, and of whom: of its owner, or of a part that it names without saying whose."""
    named = prepared.subject
    label = "用户" if owner.kind == ATTRIBUTE else owner.label
    if prepared.predicate.text.startswith("总部") and label.endswith(("厂", "店")):
        label = "用户所在公司"
    if following.is_wanted(message, prepared):
        return label, []
    found = following.fitting(message, named, owners.found(owner, named, prepared))
    part = subject.part_of(owner, prepared.predicate.text) if named.kind in _OPEN_TO_PARTS and not found else None
    if part:
        said = replace(prepared.predicate, text=part.rest)
        return part.label, owners.found(part, part, replace(prepared, subject=part, predicate=said))
    return label, found


def _leave_out(message: Message, owner: Subject, prepared: Prepared) -> None:
    named = prepared.subject
    if (
        named.kind == NOBODY
        and owner.kind == USER
        and (following.names_the_last(message, prepared) or following.qualifies_the_last(message, prepared))
    ):
        return
    message.dropped["no_rule"] += 1
    if _leaves_the_user(named, prepared.predicate.text):
        message.topic = Subject(OTHER, "", "")


def _leaves_the_user(named: Subject, text: str) -> bool:
    """Whether an unread clause has a subject of its own (味道不错), or reports on others (我知道他喜欢…)."""
    if named.kind == NOBODY:
        return bool(_OWN_SUBJECT.match(text))
    return bool(cues.FEELING.match(text) and re.search(_OTHERS, text))
