"""Which facts say the same in other words: alike by the embedding, with nothing in the one that the other would lose."""

import re
from collections.abc import Iterable, Mapping, Sequence

from engine.condensing import Stored
from engine.embedded import matter
from engine.embedded.tidying import apart, moments, sorts, terms, things, whose
from engine.text import attributes, concepts, contrasts, differences, keywords, kinds, plans, relatives, sayings, stance

# Likeness from which two facts without any difference are one, and from which small differences of wording do not count.
ALIKE, VERY_ALIKE, NEARLY_ONE = 0.8, 0.88, 0.9
# Letters from which a word may be another form of one: collects, collector.
ROOT = 5
# Words that only say of what class something is, or what everything has.
_GENERAL = frozenset(
    [
        "pet",
        "work",
        "job",
        "employed",
        "company",
        "firm",
        "occupation",
        "business",
        "user",
        "name",
        "home",
        "house",
        "kind",
        "member",
        "person",
        "people",
        "lot",
        "someone",
        "favourite",
        "prepare",
        "exam",
        "名字",
        "家里",
        "家中",
        "工作",
        "职业",
        "所在",
        "目前",
        "人员",
        "从事",
        "主营",
        "产品",
        "业务",
        "主要",
        "习惯",
        "意愿",
        "愿意",
        "更愿",
    ]
)
# What only carries a statement: a wording may lack it.
_CARRYING = frozenset("的了着过很也就在是有对会能要用到个上下里每爱吃喝看听养玩做跟喜欢自己") | {
    concepts.stem(word)
    for word in re.findall(r"\w+", "a an the like love enjoy prefer with on in at as for of to and is has them it")
}
_WORD = re.compile(r"[a-z0-9][a-z0-9'-]*")
_CLAUSE_END = re.compile(r"，|, | and (?=[a-z]+(?:s|ed)\b)|, and | rather than | instead of ")
_BUT = re.compile(r"但|不过|只|除|but\b|only\b|except")
_WANTING = re.compile(r"(?<![a-z])(?:wants|would like)(?![a-z])|想要?[养买换学]|想要", re.IGNORECASE)
_GOING = re.compile(r"\b(?:to )?go(?:es|ing)? (?=\w+ing\b)")  # likes to go hiking
# Of the same in other words one may say so much more; beyond that it is the fuller of two.
FULLER = 0.5

Pairs = Iterable[tuple[str, str, float]]


def groups(facts: Sequence[Stored], alike: Pairs, *, is_fuller: bool = False) -> list[tuple[Stored, ...]]:
    """Facts that say the same, each with all others of its group; the likest pairs are looked at first.

    `is_fuller`: one that says all of another and more stands for it too.
    """
    by_id = {fact.fact_id: fact for fact in facts}
    found: list[list[Stored]] = []
    place: dict[str, list[Stored]] = {}
    likeness = {frozenset((one, other)): score for one, other, score in alike}
    for one, other, score in sorted(alike, key=lambda pair: -pair[2]):
        a, b = by_id.get(one), by_id.get(other)
        if a is None or b is None or (score < ALIKE and _bare(a) != _bare(b)):
            continue
        if not is_double(a, b, score, is_fuller=is_fuller):
            continue
        ours, theirs = place.get(one, [a]), place.get(other, [b])
        if ours is theirs or not _are_all_doubles(ours, theirs, likeness, is_fuller=is_fuller):
            continue
        joined = [*ours, *theirs]
        found = [group for group in found if group is not ours and group is not theirs] + [joined]
        place.update((fact.fact_id, joined) for fact in joined)
    return [tuple(group) for group in found]


def is_double(a: Stored, b: Stored, likeness: float, *, is_fuller: bool = True) -> bool:
    """Whether both say the same."""
    if not may_be_joined(a, b):
        return False
    ours, theirs = _bare(a), _bare(b)
    if ours == theirs:
        return True
    if likeness < ALIKE or apart.are_apart(ours, theirs) or things.are_two(a.content, b.content):
        return False
    if is_fuller and _opens_with(ours, theirs):
        return True
    if _speaks_against(ours, theirs, likeness, are_wishes=_is_wish(a) and _is_wish(b)):
        return False
    return is_fuller or _says_no_more(ours, theirs)


def _bare(fact: Stored) -> str:
    """A fact without its subject, in the plainest of the wordings that say the same."""
    return sorts.bare_of(sayings.plain(fact.content))


def _is_wish(fact: Stored) -> bool:
    """Whether a fact tells how somebody would have things: to want them so and to prefer them so is one."""
    return fact.type in ("user_preference", "user_constraint")


def _opens_with(ours: str, theirs: str) -> bool:
    """Whether a longer statement begins by saying all that the other says: likes chess, and plays it on Sundays."""
    short, long = sorted((ours, theirs), key=len)
    opening = _CLAUSE_END.split(long, maxsplit=1)
    if len(opening) < 2 or _BUT.match(opening[1]) or stance.attitude(short) != stance.attitude(opening[0]):
        return False
    return _words_of(opening[0]) == _words_of(short)


def _words_of(text: str) -> list[str]:
    """Its words in their order, but for those that only carry it; Chinese as it is written."""
    if keywords.has_cjk(text):
        return [text.strip()]
    return [stem for word in _WORD.findall(text.lower()) if (stem := concepts.stem(word)) not in _CARRYING]


def may_be_joined(a: Stored, b: Stored) -> bool:
    """Whether nothing about two facts forbids one statement for both: language, owner, slot, mood and time."""
    if a.is_pinned or b.is_pinned or (a.slot and b.slot and a.slot != b.slot):
        return False
    ours, theirs = _bare(a), _bare(b)
    if keywords.has_cjk(ours) != keywords.has_cjk(theirs) or whose.of(a.content) != whose.of(b.content):
        return False
    tellings = (stance.is_past, sorts.tells_of_then, plans.is_plan, _is_of_others, sorts.is_over)
    return all(tells(ours) == tells(theirs) for tells in tellings)


def fullest(group: Sequence[Stored]) -> Stored:
    """The one that says most and lacks least of the others; of two that say as much the one said last."""
    return max(
        group,
        key=lambda one: (
            _fullness(one.content)[0],
            -_lacks(one, group),
            _fullness(one.content)[1],
            one.said_at.timestamp() if one.said_at else 0.0,
            one.fact_id,
        ),
    )


def _lacks(one: Stored, group: Sequence[Stored]) -> int:
    """How many words of the others it has not, but for those that only carry a statement."""
    own = _said_words(one)
    return len(frozenset().union(*map(_said_words, group)) - own - _CARRYING)


def _said_words(one: Stored) -> frozenset[str]:
    text = _bare(one)
    return frozenset(sign for sign in text if keywords.has_cjk(sign)) | {
        concepts.stem(word) for word in _WORD.findall(text.lower())
    }


def _fullness(content: str) -> tuple[float, int]:
    bare = sorts.bare_of(content)
    return terms.weight(terms.of(bare) - _GENERAL), len(set(keywords.tokens(bare)))


def _are_all_doubles(
    ours: Sequence[Stored], theirs: Sequence[Stored], likeness: Mapping[frozenset[str], float], *, is_fuller: bool
) -> bool:
    return all(
        is_double(one, other, likeness.get(frozenset((one.fact_id, other.fact_id)), 0.0), is_fuller=is_fuller)
        for one in ours
        for other in theirs
    )


def _says_no_more(ours: str, theirs: str) -> bool:
    """Whether neither goes beyond the other by more than a word."""
    if terms.kinds(ours) != terms.kinds(theirs):
        return False
    a, b, both = terms.of(ours), terms.of(theirs), terms.shared(ours, theirs)
    only_ours, only_theirs = _unlike(a, both, b, theirs), _unlike(b, both, a, ours)
    return bool(only_ours and only_theirs) or terms.weight(only_ours | only_theirs, both) <= FULLER


def _speaks_against(ours: str, theirs: str, likeness: float, *, are_wishes: bool) -> bool:
    if not moments.are_same(ours, theirs) or _differ_in_kind(ours, theirs, are_wishes=are_wishes):
        return True
    difference = differences.differing(ours, theirs)
    if difference in (differences.POLARITY, differences.NUMBER, differences.PLACE):
        return True
    if difference in (differences.NAME, differences.MIDDLE) and likeness < VERY_ALIKE:
        return True
    return _differ_in_matter(ours, theirs, most=1.0 if likeness >= NEARLY_ONE and not difference else 0.5)


def _differ_in_kind(ours: str, theirs: str, *, are_wishes: bool) -> bool:
    if any(tells(ours) != tells(theirs) for tells in (stance.is_done, sorts.is_under_way)):
        return True
    if (
        _fill_two_slots(ours, theirs)
        or stance.has_scope(ours) != stance.has_scope(theirs)
        or kinds.are_other(*(_GOING.sub("", text) for text in (ours, theirs)))
    ):
        return True
    if bool(_WANTING.search(ours)) != bool(_WANTING.search(theirs)) and not are_wishes:
        return True
    attitudes = {stance.attitude(text) for text in (ours, theirs)} - {"", "has"}
    return (
        (len(attitudes) > 1 and not are_wishes)
        or bool(contrasts.contrast(ours, theirs))
        or _predicates_differ(ours, theirs)
    )


def _fill_two_slots(ours: str, theirs: str) -> bool:
    """Two attributes, or one of two things; an allergy to peanuts and what becomes of eating them are of one thing."""
    a, b = attributes.attribute_of(ours), attributes.attribute_of(theirs)
    return bool(a and b and a != b and (":" not in a or a.partition(":")[2] != b.partition(":")[2]))


def _predicates_differ(ours: str, theirs: str) -> bool:
    """One tells of working, the other of having: each has a predicate that the other has not."""
    a, b = (matter.of(text).predicates - {"~name"} for text in (ours, theirs))
    return bool(a - b and b - a)


def _differ_in_matter(ours: str, theirs: str, *, most: float) -> bool:
    """Whether each names something that the other does not; `most` is how much that may be, in shares of what both name."""
    a, b = terms.of(ours), terms.of(theirs)
    both = terms.shared(ours, theirs)
    only_ours, only_theirs = _unlike(a, both, b, theirs), _unlike(b, both, a, ours)
    if only_ours and only_theirs and not (both and _are_small(only_ours, only_theirs, both, most)):
        return True
    if _slight(ours, theirs) and _slight(theirs, ours):
        return True
    if not both:
        return bool(a and b) or stance.is_done(ours)
    return terms.weight(only_ours | only_theirs, both) > terms.weight(both) * 2 * most


def _slight(text: str, other: str) -> set[str]:
    """Single signs that name something, and are not in the other: fish and meat are one sign each."""
    return {thing for thing in concepts.content(text).things if concepts.is_slight(thing) and thing not in other}


def _are_small(ours: frozenset[str], theirs: frozenset[str], both: frozenset[str], most: float) -> bool:
    """Whether what each has of its own may be another word for one thing: no name of a known thing."""
    is_named = [any(concepts.content(thing).named for thing in only) for only in (ours, theirs)]
    return not all(is_named) and max(terms.weight(only, both) for only in (ours, theirs)) <= terms.weight(both) * most


def _unlike(things: frozenset[str], both: frozenset[str], others: frozenset[str], whole: str) -> frozenset[str]:
    """What of the one the other does not say in any form; two kinds of one thing are two things."""
    stems = {thing[:ROOT] for thing in others if len(thing) >= ROOT and thing.isascii()}
    return frozenset(
        thing for thing in things - both - _GENERAL
        if thing in others or not ((thing.isascii() and thing[:ROOT] in stems) or (keywords.has_cjk(thing) and thing in whole))
    )  # fmt: skip


def _is_of_others(text: str) -> bool:
    return stance.is_about_other(text) and relatives.subject(text) != "pet"  # animals are the person's own
