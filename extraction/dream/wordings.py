"""Whether a merged wording says what its sources say: nothing that none of them says, and nothing of them gone. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from engine.text import bilingual, concepts, keywords, namings, normal, polarity, relatives, sayings, stance, values
from extraction.dream import statement
from extraction.dream.statement import Statement
from profiles import same

UNGROUNDED, LOSES, DIFFERS = "ungrounded", "loses", "differs"

LEAST_STEM = 4  # letters of a word from which another can be made
_DOERS = frozenset(("er", "r", "or", "ist", "ian", "ing"))


def objection(wording: str, sources: Sequence[str]) -> str:
    """Why the wording may not stand for its sources: `ungrounded`, `loses` or `differs`; '' when it may.

    What is said in other words is not lost: it may be told as both would tell it in the same words.
    """
    alike = [sayings.plain(text) for text in sources]
    return _objection(wording, sources) and _objection(sayings.plain(wording), alike)


def _objection(wording: str, sources: Sequence[str]) -> str:
    new, old = statement.read(wording), [statement.read(text) for text in sources]
    if wording not in sources and (_brings(new, old) or _turns(new, old)):
        return UNGROUNDED
    if any(_drops(one, new, old) for one in old if one.text != wording):
        return LOSES
    if wording in sources and any(_is_another(new, one) for one in old if one is not new):
        return DIFFERS
    return ""


# --- what is new -----------------------------------------------------------------------------------------------------


def _brings(new: Statement, old: Sequence[Statement]) -> bool:
    """Whether the wording has a number, date, place, name or word that no source has."""
    if not new.dates <= frozenset().union(*(one.dates for one in old)):
        return True
    known = frozenset().union(*(one.amounts for one in old))
    if any(not _is_among(amount, known) for amount in new.amounts) or _changes_hands(new, old):
        return True
    words = frozenset().union(*(one.words for one in old)) | statement.JOINING_STEMS
    if any(stem not in words for stem in new.words):
        return True
    titles = frozenset().union(*(namings.titles(one.text) for one in old))
    return not namings.titles(new.text) <= titles or bool(_uncovered(new, old, is_source=False))


def _is_among(amount: tuple[float, str], others: Iterable[tuple[float, str]]) -> bool:
    value, unit = amount
    return any(value == other and (unit == known or not (unit and known)) for other, known in others)


def _changes_hands(new: Statement, old: Sequence[Statement]) -> bool:
    """Whether a number, date or place stands beside other words than in each source: ages of two pets, home and office.

    Only what has another of its kind beside it can change hands.
    """
    contested = _contested(old)
    if any(_is_moved(piece, old, lambda one: _numbers(one, contested)) for piece in new.pieces):
        return True
    has_two_places = len(new.clauses) > 1 and len(frozenset().union(*(one.whereabouts for one in old))) > 1
    return has_two_places and any(_is_moved(clause, old, _places) for clause in new.clauses)


def _is_moved(
    part: Statement, old: Sequence[Statement], find: Callable[[Statement], Mapping[str, frozenset[str]]]
) -> bool:
    beside = [found for one in old for piece in one.pieces if (found := find(piece))]
    every = [words for found in beside for words in found.values()]
    common = every[0].intersection(*every) if every else frozenset[str]()
    for value, words in find(part).items():
        told = [found[value] - common for found in beside if value in found]
        if words - common and told and all(found and not found & words for found in told):
            return True
    return False


def _contested(old: Sequence[Statement]) -> frozenset[str]:
    """The numbers and dates of which the sources have several of one unit or kind, as they are marked."""
    amounts = {amount for one in old for amount in one.amounts}
    units = Counter(unit for _value, unit in amounts)
    kinds = Counter(kind for kind, _value in {date for one in old for date in one.dates})
    marks = {match[0] for one in old for match in values.MARK.finditer(one.marked)}
    return frozenset(mark for mark in marks if _unit_counts(mark, units) > 1 or kinds[mark[1]] > 1)


def _unit_counts(mark: str, units: Mapping[str, int]) -> int:
    return max(units.values(), default=0) if mark[1] == values.NUMBER else 0


def _numbers(clause: Statement, contested: Set[str]) -> Mapping[str, frozenset[str]]:
    """Each number and date of a clause with what the clause is about."""
    content = concepts.content(normal.bare(clause.plain))
    about = frozenset(thing for thing in content.things if thing in content.named or not concepts.is_slight(thing))
    return {match[0]: about for match in values.MARK.finditer(clause.marked) if match[0] in contested}


def _places(clause: Statement) -> Mapping[str, frozenset[str]]:
    """Each place of a clause with its other words."""
    words = frozenset(
        stem for stem in clause.words if stem not in statement.JOINING_STEMS and not bilingual.known(stem)
    )
    runs = [statement.JOINING_ZH.sub(" ", statement.PLACES_ZH.sub(" ", run)) for run in clause.runs]
    signs = frozenset(token for run in runs for token in keywords.tokens(run))
    return {place: (words | signs) - {statement.stem_of(place)} for place in clause.whereabouts}


class Gap(NamedTuple):
    """A Chinese piece that stands in no other text. `is_opening`: what is known follows in the same breath, 害 in 害怕."""

    piece: str
    is_opening: bool = False


def _uncovered(one: Statement, others: Sequence[Statement], *, is_source: bool) -> list[Gap]:
    """The Chinese pieces of a text that stand in none of the others. Of a source (`is_source`) frame words do not count."""
    texts = [run for other in others for run in other.runs]
    found: list[Gap] = []
    for run in one.runs:
        found += _gaps(run, texts, is_source=is_source)
    return found


def _gaps(run: str, texts: Sequence[str], *, is_source: bool) -> list[Gap]:
    gaps, open_part, at = [], "", 0
    while at < len(run):
        length = _known_length(run, at, texts, is_source=is_source)
        if length:
            gaps.append(Gap(open_part, is_opening=True))
            open_part = ""
        else:
            open_part += run[at]
        at += length or 1
    return [gap for gap in (*gaps, Gap(open_part)) if gap.piece]


def _known_length(run: str, at: int, texts: Sequence[str], *, is_source: bool) -> int:
    """How many signs from here stand together in one of the texts, or join; 0 for none."""
    longest = next((n for n in range(len(run) - at, 1, -1) if any(run[at : at + n] in text for text in texts)), 0)
    joint = statement.JOINING_ZH.match(run, at)
    longest = max(longest, len(joint[0]) if joint else 0)
    if longest:
        return longest
    sign = run[at]
    if is_source and (sign in statement.FRAME_ZH or sign in statement.NUMERALS_ZH):
        return 1
    return int(any(sign in text and (sign in statement.FRAME_ZH or _stands_alone(sign, text)) for text in texts))


def _stands_alone(sign: str, text: str) -> bool:
    """Whether a sign is a word by itself somewhere in a text: 鱼 in 也吃鱼, not in 鱿鱼."""
    for place, other in enumerate(text):
        if other == sign:
            before, after = text[:place][-1:], text[place + 1 : place + 2]
            if (not before or before in statement.FRAME_ZH) and (not after or after in statement.FRAME_ZH):
                return True
    return False


# --- what is turned round ----------------------------------------------------------------------------------------------


def _turns(new: Statement, old: Sequence[Statement]) -> bool:
    """Whether a clause says its matter of somebody else, denies what is affirmed, or takes a plan for a deed."""
    parts = [clause for one in old for clause in one.clauses]
    subject, named = "", frozenset[str]()
    for clause in new.clauses:
        is_users = normal.bare(clause.text) != clause.text
        subject = _subject(clause.text) or ("" if is_users else subject)
        named = _relatives(clause.text) | (frozenset() if is_users else named)
        nearest = _nearest(clause, parts)
        if nearest and not any(_is_told_of(subject, named, part) and _agree(clause, part) for part in nearest):
            return True
    return False


def _is_told_of(subject: str, named: Set[str], part: Statement) -> bool:
    """Whether a clause with this subject, by which these relatives are named, is about whom the source's is about."""
    theirs = _subject(part.text)
    return subject == theirs or theirs in named


def _relatives(text: str) -> frozenset[str]:
    return frozenset(name for name in relatives.NAMES if relatives.mentions(text, name))


def _nearest(clause: Statement, parts: Sequence[Statement]) -> list[Statement]:
    """The clauses of the sources with which it shares most; none when it shares nothing."""
    shared = [(len(_signs(clause) & _signs(part)), part) for part in parts]
    most = max((count for count, _ in shared), default=0)
    return [part for count, part in shared if count == most] if most else []


def _signs(one: Statement) -> frozenset[str]:
    content = frozenset(stem for stem in one.words if stem not in statement.FRAME_STEMS)
    return content | frozenset(token for run in one.runs for token in keywords.tokens(run)) | one.things


def _agree(clause: Statement, part: Statement) -> bool:
    if polarity.is_negative(clause.bare) != polarity.is_negative(part.bare) and _denies(clause, part):
        return False
    if (stance.attitude(part.bare) == "wants") and stance.attitude(clause.bare) != "wants":
        return False
    return stance.is_past(part.bare) == stance.is_past(clause.bare)


def _denies(clause: Statement, part: Statement) -> bool:
    """Whether what one of the two denies stands in the other; why or when something holds may be left out."""
    return any(
        _signs(statement.read(polarity.denied(one.bare))) & _signs(other)
        for one, other in ((clause, part), (part, clause))
    )


def _subject(text: str) -> str:
    return relatives.subject(normal.bare(text))


# --- what is lost ------------------------------------------------------------------------------------------------------


def _drops(source: Statement, new: Statement, old: Sequence[Statement]) -> bool:
    """Whether a number, date, name or matter of a source is gone, unless another source tells it in other words."""
    gone = (amount for amount in source.amounts if not _is_among(amount, new.amounts))
    if not source.dates <= new.dates or any(unit or value not in new.hours for value, unit in gone):
        return True
    if not source.places <= new.places or not namings.titles(source.text) <= namings.titles(new.text):
        return True
    names = (stem for name in namings.names(source.plain.strip()) if (stem := statement.stem_of(name)) not in new.words)
    if any(stem not in statement.FRAME_STEMS for stem in names):
        return True
    return any(not _is_told_otherwise(gap, source, old) for gap in _left_out(source, new))


def _left_out(source: Statement, new: Statement) -> list[Gap]:
    missing = [
        Gap(word)
        for stem, word in source.words.items()
        if stem not in statement.FRAME_STEMS and not any(_is_kin(stem, other) for other in new.words)
    ]
    signs = {sign for run in new.runs for sign in run}
    for gap in _uncovered(source, [new], is_source=True):
        rest = statement.FRAME_WORDS_ZH.sub("", gap.piece)
        missing += [gap._replace(piece=rest)] if rest and not signs.issuperset(rest) else []
    return [gap for gap in missing if not _is_told(gap.piece, new)]


def _is_kin(stem: str, other: str) -> bool:
    """One word, or the doer of a deed: to collect and a collector."""
    short, long = sorted((stem, other), key=len)
    return short == long or (len(short) >= LEAST_STEM and long.startswith(short) and long[len(short) :] in _DOERS)


def _is_told_otherwise(gap: Gap, source: Statement, old: Sequence[Statement]) -> bool:
    """Whether another source says the same as this one in words of its own; one that only says less does not.

    A single sign that opens a word is no more than a shade of it: 怕 is 害怕.
    """
    if _is_named(gap.piece, source.text):
        return False
    is_shade = gap.is_opening and len(gap.piece) == 1
    return any(
        one is not source
        and gap.piece.lower() not in one.text.lower()
        and not same.differing(source.spoken, one.spoken)
        and (is_shade or bool(_left_out(one, source)))
        for one in old
    )


def _is_named(piece: str, text: str) -> bool:
    """Whether a piece of no known word stands where the name of a place, a person or a thing stands: 在句容, 叫酥酥."""
    value = rf"(?:在|位于|来自|叫做?|名叫|姓|住){re.escape(piece)}(?=$|[，。、的])"
    return bool(re.search(value, text)) and not concepts.content(piece).named


def _is_told(piece: str, new: Statement) -> bool:
    """Whether the wording names the thing by another word."""
    named = concepts.content(piece).named
    return bool(named) and named <= new.things


def _is_another(new: Statement, source: Statement) -> bool:
    """Whether a source that the wording stands for is about something else, although all its words are there."""
    kind = same.differing(new.spoken, source.spoken)
    return kind not in ("", same.MIDDLE) and not (kind == same.NAME and _is_owned(new.text, source.text))


def _is_owned(wording: str, text: str) -> bool:
    """One tells of an animal, the other that the person has it: the user's pet is a parrot, the user has a parrot."""
    one, other = sorted((wording, text), key=_subject)
    return _subject(one) == "" and _subject(other) == "pet" and stance.attitude(normal.bare(one)) == "has"
