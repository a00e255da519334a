"""Facts that are facets of one thing, and the fuller statement that joins them without losing or adding anything.

Who somebody close is, what a thing of one's own is like, when and where one does what one likes: no other facts are
joined, as most that share a subject stand better alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.condensing import Stored
from engine.embedded.tidying import aspects, pursuits, thing_words, things
from engine.embedded.tidying import facet_words as words
from engine.embedded.tidying.aspects import Facets
from engine.text import concepts, keywords


@dataclass(frozen=True)
class _Trait:
    """What a fact says of `whose` (the statement's subject as it is written): one `kind` of trait, in `words`."""

    fact: Stored
    whose: str
    kind: str
    words: str


_BEING_ZH = re.compile(rf"^用户(?:家)?的?(?P<whose>{words.KIN_ZH}|{words.PET_ZH})(?P<words>.+)$")
_BEING_EN = re.compile(rf"^The user['’]s (?P<whose>{words.KIN_EN}|{words.PET_EN}) (?P<words>.+)$")
_THING_ZH = re.compile(rf"^用户(?:的|现在的|目前的)?(?P<whose>{words.THING_ZH})(?P<words>{words.TRAIT_ZH})$")
_THING_EN = re.compile(rf"^The user['’]s (?P<whose>{words.THING_EN}) (?P<words>{words.TRAIT_EN})$")
_KINDS_ZH = {kind: re.compile(pattern) for kind, pattern in words.BEING_ZH.items()}
_KINDS_EN = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in words.BEING_EN.items()}
_HELD_EN = {thing: re.compile(pattern) for thing, pattern in words.HELD_EN.items()}
_ORDER = ("name", "kind", "colour", "age", "hometown", "home", "school", "job", "thing")
_PAIR_ZH = re.compile(
    r"^用户(?:家里?)?(?:养了?|有)(?:一?[只条匹头个])?(?P<what>[^，。叫名的两二三四五六七八九十几双多些]{1,10})$"
)
_OWNED_EN = re.compile(rf"^The user (?:has|owns|keeps) an? (?P<what>(?:[\w-]+ ){{0,3}}(?P<head>{words.PET_EN}))$")


def groups(facts: Sequence[Stored], known: Sequence[Stored], *, longest: int) -> Iterator[Facets]:
    """Facets among `facts`, each fact in one group at most; `known` are all facts of the person."""
    free = list(facts)
    for find in (_of_beings, _of_things, pursuits.groups, things.groups):
        found = _once(find(free, known), longest)
        yield from found
        taken = {fact.fact_id for one in found for fact in one.facts}
        free = [fact for fact in free if fact.fact_id not in taken]


def of_many(facts: Sequence[Stored], known: Sequence[Stored], *, longest: int) -> list[Facets]:
    """Three facts of one thing and more."""
    return _once(things.groups(facts, known, least=3), longest)


def _once(found: Iterable[Facets], longest: int) -> list[Facets]:
    """Those that are not too long, each fact in the first that has it."""
    taken: set[str] = set()
    kept: list[Facets] = []
    for one in found:
        if len(one.content) <= longest and not any(fact.fact_id in taken for fact in one.facts):
            taken.update(fact.fact_id for fact in one.facts)
            kept.append(one)
    return kept


# --- who somebody is -----------------------------------------------------------------------------------------------------


def _of_beings(facts: Sequence[Stored], known: Sequence[Stored]) -> Iterator[Facets]:
    traits = [trait for fact in filter(aspects.is_plain, facts) if (trait := _being(fact))]
    for whose in dict.fromkeys(trait.whose for trait in traits):
        own = sorted((one for one in traits if one.whose == whose), key=lambda one: _ORDER.index(one.kind))
        kinds = [one.kind for one in own]
        if len(own) > 1 and len(set(kinds)) == len(kinds) and not _has_another(whose, own, known):
            yield Facets(tuple(one.fact for one in own), _joined(own))


def _being(fact: Stored) -> _Trait | None:
    is_chinese = keywords.has_cjk(fact.content)
    found = (_BEING_ZH if is_chinese else _BEING_EN).match(fact.content)
    if not found:
        return None
    if is_chinese:
        kind = next((kind for kind, pattern in _KINDS_ZH.items() if pattern.fullmatch(found["words"])), "")
    else:
        kind = next((kind for kind, pattern in _KINDS_EN.items() if _is_of_kind(kind, pattern, found["words"])), "")
    return _Trait(fact, found["whose"], kind, found["words"]) if kind else None


def _is_of_kind(kind: str, pattern: re.Pattern[str], told: str) -> bool:
    return bool(pattern.fullmatch(told)) and (kind != "age" or bool(words.AGE_WORDS.search(told)))


def _has_another(whose: str, own: Sequence[_Trait], known: Sequence[Stored]) -> bool:
    """Whether the person may have two of them: another fact speaks of one with another name, or of several."""
    mine = {one.fact.fact_id for one in own}
    several = re.compile(
        rf"[两二三四五几双][个只条位名头对]?[^，。]{{0,4}}{re.escape(whose)}|[大小二三]{re.escape(whose)}"
        rf"|(?:two|three|four|several|twin|older|younger|other|second|both|all) (?:\w+ )?{re.escape(whose)}s?\b|\b{re.escape(whose)}s\b",
        re.IGNORECASE,
    )
    return any(several.search(fact.content) for fact in known if fact.fact_id not in mine)


def _joined(own: Sequence[_Trait]) -> str:
    first, *rest = own
    if keywords.has_cjk(first.fact.content):
        return "，".join([first.fact.content, *(one.words for one in rest)])
    if len(rest) == 1:
        return f"{first.fact.content} and {rest[0].words}"
    return f"{', '.join([first.fact.content, *(one.words for one in rest[:-1])])} and {rest[-1].words}"


# --- what a thing is like -------------------------------------------------------------------------------------------------


def _of_things(facts: Sequence[Stored], known: Sequence[Stored]) -> Iterator[Facets]:
    yield from _of_animals(list(filter(aspects.is_plain, facts)), known)
    traits = [trait for fact in filter(aspects.is_plain, facts) if (trait := _thing(fact))]
    for place, first in enumerate(traits):
        for second in traits[place + 1 :]:
            if _are_one_thing(first, second) and not _has_another(first.whose, (first, second), known):
                yield Facets((first.fact, second.fact), _joined_things(first, second))


def _thing(fact: Stored) -> _Trait | None:
    if thing_words.PASSING.search(fact.content):
        return None
    for pattern in (_THING_ZH, _THING_EN):
        if found := pattern.match(fact.content):
            return _Trait(fact, found["whose"], "thing", found["words"].removeprefix("的"))
    for thing, pattern in _HELD_EN.items():
        if pattern.fullmatch(fact.content):
            return _Trait(fact, thing, "held", "")
    return None


def _are_one_thing(first: _Trait, second: _Trait) -> bool:
    if first.fact.content == second.fact.content or "held" == second.kind == first.kind:
        return False
    short, long = sorted((first.whose, second.whose), key=len)
    is_one = (
        short in long
        or bool(concepts.content(short).named & concepts.content(long).named)
        or ("租" in short and "租" in long)
    )
    return is_one and _head(first.words) != _head(second.words)


def _head(told: str) -> str:
    """Of what a trait tells: two colours are no facets, and neither are two things that it is."""
    if words.COLOUR.fullmatch(told):
        return "colour"
    return re.split(r"[是为有在]|\s", told)[0] or told[:1]


def _joined_things(first: _Trait, second: _Trait) -> str:
    if second.kind == "held":
        first, second = second, first
    if keywords.has_cjk(first.fact.content):
        return f"{first.fact.content}，{second.words}"
    if first.kind == "held":
        return f"{first.fact.content}, and the {second.whose} {second.words}"
    return f"{first.fact.content} and {second.words}"


def _of_animals(facts: Sequence[Stored], known: Sequence[Stored]) -> Iterator[Facets]:
    """ "has a dog" and "the dog is called Max": one animal of the kind, and its name or breed."""
    for held in facts:
        found = _OWNED_EN.match(held.content) or _PAIR_ZH.match(held.content)
        if not found:
            continue
        for fact in facts:
            trait = _being(fact)
            if (
                trait
                and _is_that(found, trait)
                and not _has_another(trait.whose, (trait, _Trait(held, "", "", "")), known)
                and things.is_only_one(trait.whose, (held.fact_id, fact.fact_id), known, (trait.kind,))
            ):
                yield Facets((held, fact), _with_trait(held.content, trait))
                break


def _is_that(found: re.Match[str], trait: _Trait) -> bool:
    if trait.kind not in ("name", "kind", "age"):
        return False
    what = found.groupdict().get("head") or found["what"]
    named = concepts.content(what).named
    return (
        what.endswith(trait.whose)
        or trait.whose.endswith(what)
        or bool(named and named == concepts.content(trait.whose).named)
    )


def _with_trait(held: str, trait: _Trait) -> str:
    if keywords.has_cjk(held):
        return f"{held}，{trait.words}"
    if trait.kind == "name":
        return f"{held} {trait.words.removeprefix('is ').removeprefix('are ')}"
    return f"{held}, which {trait.words}"
