"""Which facts a newer one contradicts, where the person's own words of the day say what the newer one says."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from engine.condensing import Stored
from engine.embedded import judge
from engine.embedded.pair import Pair
from engine.embedded.tidying import change_words, diets, ends, moments, same_thing, slots, sorts, terms, whose
from engine.embedded.tidying.day import Clause
from engine.embedded.tidying.refuting import INFERRED, LIKELY, Refuted, is_part_of_name
from engine.questions import REPLACE, JudgeQuestion
from engine.text import concepts, keywords, ordinals, plans, polarity, stance, values

# So much of what a fact names stands in one clause that says it.
SAID = 0.5
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z]\d?(?![A-Za-z'’])")
# Signs of a Chinese value, words of an English one.
LONGEST_VALUE_ZH, LONGEST_VALUE_EN = 6, 3
_JOB = re.compile(r"做|当|担任|任职|岗|职|(?<![a-z])(?:works?|working|is an?|employed)(?![a-z])", re.IGNORECASE)
_ALLERGIC = re.compile(r"过敏|不耐受|(?<![a-z])(?:allerg\w*|intoleran\w*|coeliac|celiac)(?![a-z])", re.IGNORECASE)
_FIRM = re.compile(r"公司|单位|(?<![a-z])(?:company|firm)(?![a-z])", re.IGNORECASE)
_POST = re.compile(
    r"转岗|调岗|[调转升]到|升(?:为|任|职)|晋升|提拔|(?<![a-z])(?:transferred|moved|promoted|switched|demoted|reassigned) to(?![a-z])",
    re.IGNORECASE,
)
_FEW = re.compile(r"[一二两三四五六七八九十](?=[片粒颗杯瓶次遍包支袋顿节套张本条勺碗份盒](?!直|起|样|定|点))")
_PRICE = re.compile(r"([一二两三四五六七八九十]+)块([一二三四五六七八九])(?![一-鿿]?[十百千万])")
_PART = re.compile(r"[，,。；;]|\s(?:and|but|so|because)\s")
_SLOT_WORDS = {
    "employer": re.compile(
        r"工作|就职|任职|供职|入职|在[^，。]{2,12}上班|跳槽|(?<![a-z])(?:works?|working|employ\w*|joined|job)(?![a-z])",
        re.IGNORECASE,
    ),
    "location": re.compile(
        r"住(?!的)|搬|定居|租(?!的)|(?<![a-z])(?:liv\w+|based|moved (?:to|back|from|in)(?! the \w+ (?:shift|team|role|desk|department))|resid\w+|rents?|home)(?![a-z])",
        re.IGNORECASE,
    ),
}
# How a fact tells where something is, and how what it is or what is taken for it.
_PLACED = re.compile(r"[在于]|(?<![a-z])(?:in|on|at|runs?)(?![a-z])", re.IGNORECASE)
_COPULA = re.compile(
    r"[是叫用选喂刷穿戴]|(?<![a-z])(?:is|are|uses?|chose|cost|drives?|called|runs? on)(?![a-z])", re.IGNORECASE
)


def contradicted(facts: Sequence[Stored], fresh: Sequence[Stored], clauses: Sequence[Clause]) -> list[Refuted]:
    """Older facts that cannot be true beside a newer one which the day brought or confirms."""
    found: dict[str, Refuted] = {}
    for newer in facts:
        saying = _saying(newer, clauses) or (_telling(newer, clauses) if newer in fresh else None)
        if saying is None:
            continue
        for older in facts:
            if (
                older.fact_id not in found
                and _is_older(older, newer)
                and (doubt := _doubt(older, newer, saying, clauses))
            ):
                found[older.fact_id] = Refuted(older.fact_id, saying.text, doubt, 1.0)
    return list(found.values())


def _saying(fact: Stored, clauses: Iterable[Clause]) -> Clause | None:
    """The clause of the day that says a fact; None when the day does not say it."""
    content = sorts.bare_of(fact.content)
    own, owner = terms.of(content), whose.of(fact.content)
    for clause in clauses:
        if not whose.are_one(whose.of_clause(clause), owner) or (
            fact.said_at and clause.said_at and fact.said_at < clause.said_at
        ):
            continue
        both = own & terms.of(clause.text)
        if both and terms.weight(both) >= SAID * terms.weight(own, both):
            return clause
    return None


def _telling(fact: Stored, clauses: Iterable[Clause]) -> Clause | None:
    """The clause that tells of a change in the message from which a fact was learned; None when it tells of none."""
    said = [one for one in clauses if one.said_at == fact.said_at]
    if stance.looks_like_change(fact.content) or slots.change(sorts.bare_of(fact.content)):
        return said[0] if said else Clause(fact.content, said_at=fact.said_at)
    return next((one for one in said if change_words.CHANGED.search(one.text)), None)


def _is_older(older: Stored, newer: Stored) -> bool:
    if older.is_pinned or older.fact_id == newer.fact_id or newer.said_at is None:
        return False
    return (older.said_at or _LONG_AGO) < newer.said_at and whose.are_one(
        whose.of(older.content), whose.of(newer.content)
    )


def _doubt(older: Stored, newer: Stored, saying: Clause, clauses: Sequence[Clause]) -> float:
    """How far it is in doubt that the newer takes the place of the older one; 0 when it does not."""
    if sorts.is_fixed(older.content) or (plans.is_plan(newer.content) and not plans.is_plan(older.content)):
        return 0.0
    ours, theirs = sorts.bare_of(older.content), sorts.bare_of(newer.content)
    if _ALLERGIC.search(ours) and not _ALLERGIC.search(theirs):
        return 0.0
    is_measured_anew = stance.looks_like_change(newer.content) and _is_measured_anew(ours, theirs)
    if is_measured_anew or _is_changed(ours, theirs) or _is_moved(older, theirs) or diets.are_at_odds(ours, theirs):
        return LIKELY
    if _is_given_up(ours, theirs, newer, clauses):
        return LIKELY
    if not _may_differ(older.content, newer.content) or not _is_of_one(ours, theirs, older, newer):
        return 0.0
    question = JudgeQuestion(older.content, newer.content, newer.type, older.said_at, newer.said_at)
    if judge.judge(question).action != REPLACE:
        return 0.0
    return LIKELY if ends.ends(saying.text) or stance.looks_like_change(saying.text) else INFERRED


def _is_changed(older: str, newer: str) -> bool:
    """Whether the newer tells that what the older gives a value has another one now."""
    change = slots.change(newer)
    if change is None or not change.slot or not _names(older, same_thing.own(change.slot, older)[0], by_sign=True):
        return False
    was, now = (dict(values.values(values.marked(_priced(text)))) for text in (older, change.new))
    if change.old and not _holds(older, change.old):
        return False
    if now:
        return (
            any(was.get(kind) and (kind == values.NUMBER) == (other == values.NUMBER) for kind in was for other in now)
            and was != now
        )
    left = same_thing.own(older, change.slot)[0]
    return bool(left) and not was and (bool(change.old) or (_is_valued(older, change) and _is_short(left)))


def _is_valued(older: str, change: slots.Change) -> bool:
    return bool((_PLACED if change.is_of_place else _COPULA).search(older))


def _is_short(left: Sequence[str]) -> bool:
    """Whether so little may be one value."""
    return (
        sum(map(len, left)) <= LONGEST_VALUE_ZH if any(map(keywords.has_cjk, left)) else len(left) <= LONGEST_VALUE_EN
    )


def _is_measured_anew(older: str, newer: str) -> bool:
    """Whether both say the same but for a number, a day or an hour."""
    if same_thing.own(older, newer)[0] or same_thing.own(newer, older)[0] or ordinals.name_two(older, newer):
        return False
    return all(values.MARK.search(values.marked(text)) for text in (older, newer)) and not moments.are_same(
        older, newer
    )


def _is_moved(older: Stored, newer: str) -> bool:
    """Whether somebody has another post where they worked before."""
    both = same_thing.own(_FIRM.sub(" ", older.content), newer)[1]
    least = 2 if keywords.has_cjk(newer) else 1
    return (
        not plans.is_plan(older.content)
        and bool(_JOB.search(older.content))
        and bool(_POST.search(newer))
        and both >= least
    )


def _holds(older: str, value: str) -> bool:
    marks, own = (set(values.MARK.findall(values.marked(text))) for text in (value, older))
    return (bool(marks) and marks <= own) or (not marks and not same_thing.own(value, older)[0])


def _is_given_up(older: str, newer: str, news: Stored, clauses: Sequence[Clause]) -> bool:
    """Whether both tell of one thing, and the day's words give up what only the older says of it."""
    (left, both), (right, _) = same_thing.own(older, newer), same_thing.own(newer, older)
    if not (left and right) or both <= (same_thing.LEAST_ZH if keywords.has_cjk(older) else same_thing.LEAST_EN):
        return False
    said = [one for one in clauses if one.said_at == news.said_at]
    return any(
        _names(one.text, left) and any(change_words.REJECTED.search(near.text) for near in said[place : place + 2])
        for place, one in enumerate(said)
        if whose.are_one(whose.of_clause(one), whose.of(news.content))
    )


def _priced(text: str) -> str:
    """一块八 and 两片 as numbers."""
    priced = _PRICE.sub(lambda found: f"{values.chinese_number(found[1])}.{values.chinese_number(found[2])}元", text)
    return _FEW.sub(lambda found: str(values.chinese_number(found[0])), priced)


def _names(text: str, left: Sequence[str], *, by_sign: bool = False) -> bool:
    """Whether a text names all of these; of Chinese `by_sign` a sign of each is enough to be a name's short form."""
    if keywords.has_cjk(text) and by_sign:
        return all(sign in text for part in left for sign in part)
    if keywords.has_cjk(text):
        return all(any(part[at : at + 2] in text for at in range(max(1, len(part) - 1))) for part in left)
    return set(left) <= same_thing.roots(text)


def _is_of_one(ours: str, theirs: str, older: Stored, newer: Stored) -> bool:
    """Whether the newer is of the same thing: where each names something else, one attribute has to hold both."""
    if older.slot and older.slot == newer.slot:
        return True
    change = slots.change(theirs)
    if change and change.slot and not _names(ours, same_thing.own(change.slot, ours)[0], by_sign=True):
        return False
    pair = Pair.of(ours, theirs)
    is_reversed = pair.is_reversal and bool(pair.topic) and not pair.only_old and _is_denied(pair)
    if is_part_of_name(theirs, ours):
        return False
    return _fills_slot(pair) or is_reversed or _is_of_one_kind(pair, newer.content) or same_thing.are_one(ours, theirs)


def _fills_slot(pair: Pair) -> bool:
    """Whether both give a value to one attribute, told in words for it: a builder's name is no employer's."""
    told = _SLOT_WORDS.get(pair.slot)
    return bool(pair.slot) and (told is None or all(told.search(text) for text in (pair.existing, pair.incoming)))


def _is_denied(pair: Pair) -> bool:
    """Whether what both name is what the newer affirms or denies, and no other thing beside it."""
    negative = [part for part in _PART.split(pair.incoming) if polarity.is_negative(part)]
    return not negative or any(concepts.content(polarity.denied(part)).solid & pair.topic for part in negative)


def _is_of_one_kind(pair: Pair, newer: str) -> bool:
    """Whether one thing takes the place of another of its kind, and nothing else is told apart."""
    kin = {concepts.domain_of(thing) for thing in pair.only_new}
    return bool(pair.apart) and stance.tells_substitution(newer) and kin <= pair.apart


def _may_differ(older: str, newer: str) -> bool:
    """Not two refusals, not the same once more, and no other thing of which another number is told."""
    pair = Pair.of(older, newer)
    if polarity.is_negative(pair.existing) and polarity.is_negative(pair.incoming):
        return False
    if _letters(pair.existing) != _letters(pair.incoming):
        return False
    if not (pair.only_old or pair.only_new or pair.is_reversal) and moments.are_same(pair.existing, pair.incoming):
        return False  # the same in other words
    is_of_value = bool(pair.other_value or pair.other_date)
    return not (is_of_value and pair.only_old and pair.only_new and not stance.looks_like_change(newer))


def _letters(text: str) -> set[str]:
    return {found[0].lower() for found in _LETTER.finditer(text)} - {"a", "i"}
