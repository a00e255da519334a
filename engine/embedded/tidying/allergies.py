"""One allergy told in several ways: being allergic, not being able to eat it, what it does; joined into one statement."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.condensing import Stored
from engine.embedded.tidying.aspects import Facets
from engine.text import concepts, keywords, stance


@dataclass(frozen=True)
class _Allergy:
    """To what, how badly and what `more` a fact tells; the `place` of its wording, the plainest first."""

    fact: Stored
    to: str
    degree: str
    more: str
    place: int


_DEGREE_ZH = "(?P<degree>严重|轻微|轻度|重度|特别|非常)?"
_WHAT_ZH = r"(?P<to>[^，。会就不的]{1,8}?)"
_ZH = (
    re.compile(rf"^用户对{_WHAT_ZH}{_DEGREE_ZH}(?:会)?过敏(?P<more>)$"),
    re.compile(rf"^用户(?:[吃喝碰戴闻用摸]|接触)了?{_WHAT_ZH}(?:就|会|就会)过敏(?P<more>)$"),
    re.compile(
        rf"^用户(?P<more>(?:不能|不可以|没法|无法)?(?:[吃喝碰戴闻用摸]|接触)(?:不了|不得|了)?含?有?{_WHAT_ZH}(?:的(?:东西|食物|食品))?(?:就?会?(?:起|长|出)[^，。]{{1,6}})?)，(?:会|属于|因为|有|是)?过敏$"
    ),
    re.compile(rf"^用户有{_WHAT_ZH}过敏(?P<more>)$"),
)
_WHAT_EN = r"(?P<to>(?!this|that|it\b|them\b)[a-z][a-z-]*(?: [a-z][a-z-]*){0,2})"
_DEGREE_EN = r"(?:(?P<degree>severely|mildly|badly|highly|very|slightly) )?"
_EN = (
    re.compile(rf"^The user is {_DEGREE_EN}allergic to {_WHAT_EN}(?P<more>)$"),
    re.compile(
        rf"^The user has an? (?:(?P<degree>severe|mild|bad) )?{_WHAT_EN} allergy(?: and (?P<more>(?!is|has an?)[a-z].+))?$"
    ),
    re.compile(
        rf"^The user (?P<more>(?:can't|cannot|can not|mustn't|must not|doesn't|does not|has to avoid|avoids) ?(?:eat|take|have|wear|touch|drink|use|handle)? ?{_WHAT_EN} (?:because of|due to) (?:an?|his|her|their) allergy)$"
    ),
)
_OVER = re.compile(r"不再|以前|小时候|曾|不过敏|不会过敏|no longer|used to|not allergic|as a child|outgr")


def groups(facts: Sequence[Stored]) -> Iterator[Facets]:
    """What tells one allergy of the person in two ways or more."""
    found = [one for fact in facts if (one := _read(fact))]
    for _, own in groupby(sorted(found, key=_key), key=_key):
        same = list(own)
        degrees = {one.degree for one in same} - {""}
        if len(same) > 1 and len(degrees) < 2:
            yield Facets(tuple(one.fact for one in same), _joined(same))


def _read(fact: Stored) -> _Allergy | None:
    text = fact.content.replace("’", "'")
    if fact.is_pinned or fact.slot or _OVER.search(text) or stance.is_past(text.partition(" and ")[0]):
        return None
    for place, pattern in enumerate(_ZH if keywords.has_cjk(text) else _EN):
        if found := pattern.match(text):
            told = found.groupdict()
            return _Allergy(fact, told["to"], told.get("degree") or "", _again(told["more"] or "", told["to"]), place)
    return None


def _again(more: str, to: str) -> str:
    """What else is told, with the thing as it is called when it has just been named."""
    return more if keywords.has_cjk(more) else more.replace(to, "them" if to.endswith("s") else "it")


def _key(one: _Allergy) -> tuple[str, ...]:
    return tuple(concepts.stem(word) for word in one.to.split())


def _joined(same: Sequence[_Allergy]) -> str:
    """That there is the allergy, and whatever else is told of it; one that says all of it as it is."""
    by_doubt = sorted(same, key=lambda one: (not one.degree, bool(one.more), one.place))
    plain = next((one.fact.content for one in by_doubt if one.degree or not one.more), "")
    more = list(dict.fromkeys(one.more for one in same if one.more and one.more not in plain))
    if keywords.has_cjk(same[0].fact.content):
        return "，".join([plain or f"用户对{same[0].to}过敏", *more])
    return " and ".join([plain or f"The user is allergic to {same[0].to}", *more])
