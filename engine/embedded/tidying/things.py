"""Facts of one thing that somebody has: one brings it up, others tell of it; or several tell of the very same.

What is not surely one thing stays: where the person may have two of them, where two tell the same detail differently, where
one tells what was, is to come, or lasts a while only.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from types import ModuleType

from engine.condensing import Stored
from engine.embedded.tidying import aspects, facet_words, moments, sorts, things_en, things_zh
from engine.embedded.tidying import thing_words as words
from engine.embedded.tidying.aspects import Aspect, Facets
from engine.text import concepts, keywords, plans, polarity, stance

# Facts that one statement holds and can still be read.
MOST = 4
# Signs that two statements end with before it is asked of what they are told.
LEAST_SHARED = 4


def groups(facts: Sequence[Stored], known: Sequence[Stored], *, least: int = 2) -> Iterator[Facets]:
    """Facts of one thing, at least so many together; `known` are all facts of the person."""
    free = [fact for fact in facts if _lasts(fact)]
    for first in free:
        told = _told_of(first, free)
        if least <= len(told) + 1 <= MOST and _are_of_one(first, told, known):
            yield Facets((first, *(fact for fact, _ in told)), _joined(first, [aspect for _, aspect in told]))
    if least <= 2:
        yield from _pairs(free, known)


def _lasts(fact: Stored) -> bool:
    """Whether a fact tells how a thing of the person is, and will be."""
    bare = sorts.bare_of(fact.content)
    if fact.is_pinned or fact.slot or not fact.type.startswith("user_") or len(bare) > aspects.LONGEST:
        return False
    is_gone = bool(words.PASSING.search(fact.content)) or stance.is_past(bare)
    if polarity.is_negative(bare) or (is_gone and not _tells_origin(fact)):
        return False
    return not plans.is_plan(bare) or bool(words.EVENT.search(bare))


def _tells_origin(fact: Stored) -> bool:
    """Where a thing came from and when it was made are past, and true for as long as it is there."""
    return any(one.kind in (words.ORIGIN, words.YEAR) for one in _reader(fact).aspects(fact.content))


def _reader(fact: Stored) -> ModuleType:
    """The rules of the fact's language."""
    return things_zh if keywords.has_cjk(fact.content) else things_en


# --- one brings it up, others tell of it ---------------------------------------------------------------------------------


def _told_of(first: Stored, facts: Sequence[Stored]) -> list[tuple[Stored, Aspect]]:
    reader = _reader(first)
    others = [fact for fact in facts if fact is not first and _reader(fact) is reader]
    names = {reader.named(fact.content) for fact in (first, *others)} - {""}
    found = [(fact, aspect) for fact in others if (aspect := _aspect_of(first.content, fact.content, names))]
    thing = things_en.had(first.content) if reader is things_en else ""
    if found and thing:
        thing = found[0][1].thing
    if not thing or words.NO_THING.fullmatch(thing):
        return found
    return [*found, *((fact, aspect) for fact in others if (aspect := things_en.the_thing(fact.content, thing)))]


def _aspect_of(first: str, content: str, names: set[str]) -> Aspect | None:
    """The aspect that a fact tells of what the first brings up, by the longest name for it."""
    if keywords.has_cjk(first):
        return _aspect_zh(first, content, names)
    return _aspect_en(first, content, names)


def _aspect_zh(first: str, content: str, names: set[str]) -> Aspect | None:
    for aspect in reversed(things_zh.aspects(content)):
        for end in range(len(aspect.thing), 0, -1):
            thing, rest = aspect.thing[:end], aspect.thing[end:]
            is_told = not rest or rest in names or re.fullmatch(words.PART_ZH, rest)
            if (end > 1 or thing in words.SINGLE_ZH) and is_told and _brings_up(first, thing, aspect.owner):
                return _with_part(aspect, thing, rest)
    return None


def _with_part(aspect: Aspect, thing: str, rest: str) -> Aspect:
    if re.fullmatch(words.PART_ZH, rest):
        return replace(aspect, thing=thing, rest=f"{rest}{aspect.rest}", kind=f"part {rest}")
    return replace(aspect, thing=thing, name=rest)


def _aspect_en(first: str, content: str, names: set[str]) -> Aspect | None:
    for aspect in reversed(things_en.aspects(content)):
        said = aspect.thing.split()
        plain = " ".join(word for word in said if word not in names)
        if plain and _brings_up(first, plain, aspect.owner):
            return replace(aspect, thing=plain, name=" ".join(word for word in said if word in names))
        if len(said) > 1 and said[-1] in words.PART_EN and _brings_up(first, " ".join(said[:-1]), aspect.owner):
            return replace(aspect, kind=f"part {said[-1]}")
    return None


def _brings_up(first: str, thing: str, owner: str) -> bool:
    if words.NO_THING.fullmatch(thing):
        return False
    if keywords.has_cjk(first):
        return things_zh.brings_up(first, thing, owner or "用户") is not None
    return things_en.brings_up(first, thing, owner) is not None


def _are_of_one(first: Stored, told: Sequence[tuple[Stored, Aspect]], known: Sequence[Stored]) -> bool:
    kinds = {aspect.kind for _, aspect in told}
    if len(kinds) != len(told) or _is_told_already(first.content, told):
        return False
    group = {first.fact_id, *(fact.fact_id for fact, _ in told)}
    things = {aspect.thing for _, aspect in told}
    wholes = {aspect.thing for _, aspect in told if not aspect.kind.startswith("part")}
    if any(words.MANY.search(thing) for thing in wholes) and not _bear_one_name(first, told):
        return False
    return all(is_only_one(thing, group, known, kinds) for thing in things)


def _bear_one_name(first: Stored, told: Sequence[tuple[Stored, Aspect]]) -> bool:
    """Whether all name the person: of an apprentice there may be two."""
    name = _reader(first).named(first.content)
    return bool(name) and all(name in fact.content for fact, _ in told)


def _joined(first: Stored, told: list[Aspect]) -> str:
    ordered = sorted(told, key=lambda one: (not first.content.endswith(one.thing), one.kind != words.NAME))
    if all(_reader(first).says_too(first.content, one.rest) for one in told):
        return first.content  # the same once more
    return str(_reader(first).joined(first.content, ordered[0].thing, ordered))


def _is_told_already(first: str, told: Sequence[tuple[Stored, Aspect]]) -> bool:
    """Whether what brings the thing up has a detail of the same sort, which may be another: its place, its name."""
    kinds = {aspect.kind for _, aspect in told}
    if kinds & {words.TIME, words.AMOUNT, words.YEAR, words.AGE} and moments.has_any(first):
        return True
    if plans.is_plan(sorts.bare_of(first)):
        return any(kind in (words.NAME, words.IS, words.HAS, words.COLOUR, words.AMOUNT) for kind in kinds)
    return bool(kinds & words.kinds_named(first, is_chinese=keywords.has_cjk(first)))


def is_only_one(thing: str, group: Collection[str], known: Sequence[Stored], kinds: Collection[str]) -> bool:
    """Whether no other fact tells of another such thing, of several, of what became of one, or of this one otherwise."""
    return not any(fact.fact_id not in group and _is_of_another(fact.content, thing, kinds) for fact in known)


def _is_of_another(content: str, thing: str, kinds: Collection[str]) -> bool:
    if keywords.has_cjk(content) != keywords.has_cjk(thing):
        return False
    reader = things_zh if keywords.has_cjk(content) else things_en
    if not reader.mentions(content, thing):
        return False
    bare = sorts.bare_of(content)
    if stance.is_past(bare) or sorts.is_over_now(bare) or reader.has_several(content, thing):
        return True
    if reader.has_one(content, thing):
        return True
    return any(one.kind in kinds or one.thing != thing for one in reader.aspects(content) if one.thing.endswith(thing))


def are_two(ours: str, theirs: str) -> bool:
    """Whether the same is told of two things: of a blog and of a shop."""
    if keywords.has_cjk(ours) != keywords.has_cjk(theirs):
        return False
    reader = things_zh if keywords.has_cjk(ours) else things_en
    told = {one.rest: one for one in reader.aspects(ours)}
    pairs = [(told[one.rest], one) for one in reader.aspects(theirs) if one.rest in told]
    if any(one.owner == other.owner and not _may_be_one(one.thing, other.thing) for one, other in pairs):
        return True
    return reader is things_zh and _end_alike_of_two(ours, theirs)


def _end_alike_of_two(ours: str, theirs: str) -> bool:
    """Whether all that differs is whose or which thing it is told of, in front."""
    if not (ours.startswith("用户的") and theirs.startswith("用户的")):
        return False
    ends = takewhile(lambda pair: pair[0] == pair[1], zip(reversed(ours), reversed(theirs), strict=False))
    shared = sum(1 for _ in ends)
    one, other = ours[3:-shared], theirs[3:-shared]
    return shared >= LEAST_SHARED and min(len(one), len(other)) > 1 and not _may_be_one(one, other)


def _may_be_one(one: str, other: str) -> bool:
    """Whether one name is in the other, or both are known names of one thing."""
    if one in other or other in one or (keywords.has_cjk(one) and one[-1] == other[-1]):
        return True
    ours, theirs = concepts.content(one), concepts.content(other)
    return bool(ours.named & theirs.named) or bool(ours.solid & theirs.solid)


# --- several tell of the very same ---------------------------------------------------------------------------------------


def _pairs(facts: Sequence[Stored], known: Sequence[Stored]) -> Iterator[Facets]:
    told: dict[tuple[str, str], list[tuple[Stored, Aspect]]] = {}
    for fact in facts:
        for aspect in _reader(fact).aspects(fact.content):
            told.setdefault((aspect.owner, aspect.thing), []).append((fact, aspect))
    for (_, thing), own in sorted(told.items(), key=lambda one: -len(one[0][1])):
        if 2 <= len(own) <= MOST and _may_be_told_together(thing, [aspect for _, aspect in own]):
            kinds = {aspect.kind for _, aspect in own}
            if is_only_one(thing, {fact.fact_id for fact, _ in own}, known, kinds):
                yield Facets(tuple(fact for fact, _ in own), _in_a_row(own))


def _may_be_told_together(thing: str, told: Sequence[Aspect]) -> bool:
    kinds = [aspect.kind for aspect in told]
    if len(set(kinds)) != len(kinds) or words.NO_THING.fullmatch(thing) or words.MANY.search(thing):
        return False
    if re.search(f"(?:{facet_words.KIN_ZH}|{facet_words.KIN_EN})$", thing):
        return set(kinds) <= words.OF_A_PERSON
    is_animal = re.search(f"(?:{facet_words.PET_ZH}|{facet_words.PET_EN})$", thing)
    return set(kinds) <= (words.OF_AN_ANIMAL if is_animal else words.OF_A_THING)


def _in_a_row(own: Sequence[tuple[Stored, Aspect]]) -> str:
    (first, _), *rest = sorted(own, key=lambda one: one[1].kind != words.NAME)
    joint = "，" if keywords.has_cjk(first.content) else " and "
    return joint.join([first.content, *(aspect.rest for _, aspect in rest)])
