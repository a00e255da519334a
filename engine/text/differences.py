"""Why two statements that are near in meaning do not say the same: another number, place or name, the opposite, a detail.

No embedding tells a paraphrase from a contradiction, so a score alone never decides.
"""

import re
from collections.abc import Set

from engine.text import (
    attributes,
    bilingual,
    concepts,
    contrasts,
    keywords,
    kinds,
    namings,
    normal,
    polarity,
    quantities,
    relatives,
    roles,
    similarity,
    stance,
    units,
    values,
)
from engine.text.concept_words import GENRES, WEAK

POLARITY, NUMBER, DATE, PLACE, NAME, MIDDLE = "polarity", "number", "date", "place", "name", "middle"

# Things that one wording of the same may name beside the other's; more of them are details of their own.
DETAILS = 1.5

# Signs of Chinese that name a thing, and that tell something of it; of a script with words one word is a thing, two tell.
NAMING_SIGNS, TELLING_SIGNS, TELLING_WORDS = 2, 4, 2

# Words of the shorter wording that a fuller one still says.
REWORDED_SHARE = 0.8

_NAMING = frozenset(("name", "english_name", "nickname", "form_of_address"))

_DATE_KINDS = (values.YEAR, values.MONTH, values.DAY, values.WEEKDAY, values.CLOCK, values.DAYTIME)

_SUBJECT_REACH = 12  # characters in which a sentence names whom it is about

_ZH_PLACE = re.compile(
    r"(?:居住在|住在|住|家在|位于|来自|搬到了?|搬去了?|迁到了?|定居在?|设在|部署在|集中在|老家是?在?|出生[在于]|生于|毕业于|就职于|任职于|就读于|市场在|工厂在)"
    r"(?P<place>[\u4e00-\u9fff]{2,12})"
)
_ZH_PERSON = re.compile(
    r"(?P<who>[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤小老阿][\u4e00-\u9fff]{1,2}?)"
    r"(?=负责|主管|担任|管理|是|在|有|喜欢|住|来自|也|不|会|想|带|做|养|擅长)"
)
_COPULA = re.compile(r"(?:is|are|was|were)(?![\w'’-])", re.IGNORECASE)
_LINKS = frozenset("有是为在叫要会能用做当的了于")
_HEAD = re.compile(
    r"(?P<zh>[\u4e00-\u9fff]{1,10}?)(?:是|为|叫|很|非常)|(?:(?:the|his|her|their|my) )?(?P<en>[A-Za-z][\w' -]{0,30}?) (?:is|are|was|were)(?![\w'-])",
    re.IGNORECASE,
)
_ORDER_WORDS = re.compile(
    r"(?<![a-z])(?:over|than|before|after|to|from|rather|instead)(?![a-z])|比|胜|而不是|多于|先|再|到|换成|变成|改成|当成|赢|输|败|欠|借"
)


def differing(a: str, b: str) -> str:
    """Why two statements cannot be the same: polarity, number, date, place, name or middle; '' when nothing speaks against it."""
    ours, theirs = units.affirmed(normal.bare(a)), units.affirmed(normal.bare(b))
    if ours == theirs:
        return ""
    our_marked, their_marked = quantities.marked(ours), quantities.marked(theirs)
    is_other_value = _value_differing(our_marked, their_marked)
    if roles.are_converse(ours, theirs):
        return is_other_value
    if polarity.differs(ours, theirs):
        return POLARITY
    return (
        is_other_value
        or _contrast(ours, theirs, our_marked, their_marked)
        or (NAME if kinds.are_other(ours, theirs) else "")
        or _place_differing(ours, theirs)
        or _name_differing(values.MARK.sub(" ", our_marked), values.MARK.sub(" ", their_marked))
        or _middle_differing(our_marked, their_marked)
        or (MIDDLE if _goes_on_about(our_marked, their_marked) or _goes_on_about(their_marked, our_marked) else "")
        or _matter_differing(ours, theirs)
    )


def _value_differing(our_marked: str, their_marked: str) -> str:
    ours, theirs = values.values(our_marked), values.values(their_marked)
    for kind in (*_DATE_KINDS, quantities.LIMIT):
        if _are_apart(ours.get(kind, frozenset()), theirs.get(kind, frozenset())):
            return NUMBER if kind == quantities.LIMIT else DATE
    is_other = quantities.are_apart(quantities.quantities(our_marked), quantities.quantities(their_marked))
    return NUMBER if is_other else ""


def _contrast(a: str, b: str, our_marked: str, their_marked: str) -> str:
    """Words that exclude each other, other things of which the same is told, or one relation turned round."""
    found = contrasts.contrast(*map(quantities.without_limits, (our_marked, their_marked)))
    if found:
        return {contrasts.POLARITY: POLARITY, contrasts.DATE: DATE}.get(found[0], NAME)
    return NAME if roles.are_swapped(a, b) or _is_told_of_another(our_marked, their_marked) else ""


def _is_told_of_another(our_marked: str, their_marked: str) -> bool:
    """One thing told of two heads: the phone is old, the car is old."""
    ours, theirs = _HEAD.match(our_marked), _HEAD.match(their_marked)
    if not (ours and theirs) or our_marked[ours.end() :].lower() != their_marked[theirs.end() :].lower():
        return False
    head, other = (found["zh"] or found["en"] for found in (ours, theirs))
    things, others = concepts.content(head).things, concepts.content(other).things
    return bool(things and others and not things & others) and not contrasts.are_one(head, other)


def _are_apart(ours: Set[str], theirs: Set[str]) -> bool:
    """Each side says something that the other does not; saying more is no difference."""
    return bool(ours - theirs and theirs - ours)


def _place_differing(a: str, b: str) -> str:
    if _are_apart(bilingual.known_names(a, bilingual.PLACES), bilingual.known_names(b, bilingual.PLACES)):
        return PLACE
    ours, theirs = _ZH_PLACE.search(a), _ZH_PLACE.search(b)
    if ours and theirs and not _shares_pair(ours["place"], theirs["place"]):
        return PLACE
    return ""


def _shares_pair(a: str, b: str) -> bool:
    """Whether two neighbouring characters stand in both; with a link in it a pair says nothing (军事的书, 烹饪的书)."""
    pairs = (a[at : at + 2] for at in range(len(a) - 1))
    return any(pair in b for pair in pairs if not _LINKS & set(pair))


def _name_differing(a: str, b: str) -> str:
    if namings.titles(a) != namings.titles(b) or _is_of_another(a, b):
        return NAME
    languages = (bilingual.known_names(text, bilingual.LANGUAGES) for text in (a, b))
    if _about(a) != _about(b) or _are_apart(*languages):
        return NAME
    ours, theirs = namings.names(a), namings.names(b)
    only_ours = {name for name in ours if not any(namings.are_one(name, other) for other in theirs)}
    only_theirs = {name for name in theirs if not any(namings.are_one(name, other) for other in ours)}
    if not (only_ours and only_theirs) or (only_ours == {namings.opening(b)} and only_theirs == {namings.opening(a)}):
        return ""
    return PLACE if all(ours[name] for name in only_ours) and all(theirs[name] for name in only_theirs) else NAME


def _is_of_another(a: str, b: str) -> bool:
    """Two people named as the subjects: 张三负责…, 李四负责…."""
    ours, theirs = _ZH_PERSON.match(a), _ZH_PERSON.match(b)
    return bool(ours and theirs and ours["who"] != theirs["who"])


def _about(text: str) -> str:
    """The relative or animal near the beginning; children in general may be the person's own attribute."""
    relative = relatives.named_early(text, within=_SUBJECT_REACH)
    return "" if relative == "child" else relative


def _middle_differing(a: str, b: str) -> str:
    """A substitution behind a common beginning (a bare "is" will do), or a change of order around a comparing word."""
    ours, theirs = units.of(a), units.of(b)
    if sorted(ours) == sorted(theirs):
        has_order = _ORDER_WORDS.search(a.lower()) or _ORDER_WORDS.search(b.lower())
        return NAME if ours != theirs and has_order else ""
    head = units.common(ours, theirs)
    tail = units.common(ours[head:][::-1], theirs[head:][::-1])
    our_core, their_core = ours[head : len(ours) - tail], theirs[head : len(theirs) - tail]
    begins_alike = head or (_COPULA.match(a) and _COPULA.match(b)) or (tail and _are_words(our_core, their_core))
    if not (begins_alike and our_core and their_core):
        return ""
    around = (units.around(ours, head, tail), units.around(theirs, head, tail))
    if any(map(contrasts.are_one, *around)) or units.named(a) == units.named(b):
        return ""
    return "" if _is_one_thing(our_core, their_core) else MIDDLE


def _goes_on_about(first: str, then: str) -> bool:
    """The thing at the end of one opens the other, which tells of it what the first says nothing about: 家里养了兰花,
    兰花放在阳台上. To say what the thing is (a copula) would be the first once more, turned round."""
    ours, theirs = units.of(first), units.of(then)
    longest = min(len(ours), len(theirs))
    reach = next((size for size in range(longest, 0, -1) if ours[-size:] == theirs[:size]), 0)
    thing, before, told = "".join(ours[-reach:]), "".join(ours[:-reach]), "".join(theirs[reach:])
    if not reach or not before or told.startswith(("是", "为")) or _COPULA.match(told):
        return False
    names_a_thing = reach >= NAMING_SIGNS if keywords.has_cjk(thing) else len(thing) > 1 and not thing.isdecimal()
    enough = TELLING_SIGNS if keywords.has_cjk(told) else TELLING_WORDS
    is_told_besides = len(theirs) - reach >= enough and not set(ours[:-reach]) & {
        unit for unit in theirs if len(unit) > 1
    }
    return names_a_thing and is_told_besides and not _shares_pair(before, told)


def _are_words(ours: list[str], theirs: list[str]) -> bool:
    """Two openers that say more than the frame of a statement: cuts and dyes, but not has and owns."""
    for part in (ours, theirs):
        opener = "".join(part)
        most = 2 if keywords.has_cjk(opener) else 1
        if len(part) > most or not concepts.content(opener).solid - WEAK:
            return False
    return True


def _matter_differing(a: str, b: str) -> str:
    """One tells an end or a limit, they name two things, one adds details, or they have but a number in common."""
    if any(tells(a) != tells(b) for tells in (stance.tells_end, stance.is_correction)):
        return MIDDLE
    if _is_limited(a) != _is_limited(b) and not contrasts.share_a_time(a, b):
        return MIDDLE
    ours, theirs = concepts.content(a).solid, concepts.content(b).solid
    shared = ours & theirs
    if _stands_otherwise(a, b, shared) or _names_another(a, b) or _fill_two_slots(a, b) or _tells_a_value_more(a, b):
        return MIDDLE
    if _has_details(concepts.weight(ours - shared), concepts.weight(theirs - shared), concepts.weight(shared)):
        return MIDDLE
    is_alike = shared - WEAK or shared in (ours, theirs) or keywords.has_cjk(a) != keywords.has_cjk(b)
    return "" if is_alike or not _share_a_value(a, b) else MIDDLE


def _is_limited(text: str) -> bool:
    """Limited by more than a day or an hour, which are compared as values."""
    return stance.has_scope(values.MARK.sub(" ", quantities.marked(text)))


def _stands_otherwise(a: str, b: str, shared: Set[str]) -> bool:
    """To want a thing, to like it and to have it are three; a wish about answers is a preference too."""
    attitudes = {stance.attitude(a), stance.attitude(b)} - {""}
    return len(attitudes) > 1 and "answer" not in shared


def _fill_two_slots(a: str, b: str) -> bool:
    """A name and the form of address: near in meaning, and of both a person has one."""
    ours, theirs = attributes.attribute_of(a), attributes.attribute_of(b)
    return ours != theirs and {ours, theirs} <= _NAMING


def _tells_a_value_more(a: str, b: str) -> bool:
    """Only one has numbers or dates, and it is no fuller wording of the other, which would be kept in its place."""
    ours, theirs = (
        any(found - {"1"} for found in values.values(values.marked(text)).values()) for text in (a, b)
    )  # 一家 counts nothing
    return ours != theirs and similarity.overlap(a, b) < REWORDED_SHARE and similarity.shares_script(a, b)


def _names_another(a: str, b: str) -> bool:
    ours, theirs = concepts.content(a).named, concepts.content(b).named
    if (ours ^ theirs) & GENRES:
        return True
    only_ours, only_theirs = ours - theirs, theirs - ours
    return bool(only_ours and only_theirs and (only_ours | only_theirs) - WEAK)


def _has_details(ours: float, theirs: float, shared: float) -> bool:
    """Other words of a paraphrase stand for each other; what only one of the two goes beyond is told besides."""
    most = DETAILS if min(ours, theirs) == 0 else DETAILS + 1
    return max(ours, theirs) > max(most, shared)


def _share_a_value(a: str, b: str) -> bool:
    ours, theirs = (values.values(values.marked(text)) for text in (a, b))
    return any(ours[kind] & theirs.get(kind, frozenset()) for kind in ours)


def _is_one_thing(ours: list[str], theirs: list[str]) -> bool:
    """Whether two parts share what they are about, or one of them is only the link between the rest."""
    if _LINKS.issuperset(ours) or _LINKS.issuperset(theirs) or set(ours) <= set(theirs) or set(theirs) <= set(ours):
        return True
    if any(len(unit) > 1 for unit in set(ours) & set(theirs)):
        return True
    things, others = (concepts.content(" ".join(part)).things for part in (ours, theirs))
    if things and things == others:
        return True
    our_text, their_text = "".join(ours), "".join(theirs)
    has_cjk = keywords.has_cjk(our_text + their_text)
    return _shares_pair(our_text, their_text) if has_cjk else namings.are_one(our_text, their_text)
