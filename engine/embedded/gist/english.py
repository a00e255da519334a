"""Topics of an English conversation: noun chunks between function words, weighed by how much of the talk they run through."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from engine.embedded.english.verbs import PARTICIPLE_OF, PAST_OF
from engine.embedded.english.vocabulary import ADVERBS, BE, MODALS, PREPOSITIONS, SUBORDINATORS, VAGUE_HEADS, words_of
from engine.embedded.gist.passages import Said
from engine.text import concepts, keywords

_LETTER = "A-Za-zÀ-ÖØ-öø-ɏ"
_TOKEN = re.compile(rf"[{_LETTER}][{_LETTER}0-9+#’']*(?:[.-][{_LETTER}0-9+#]+)*|[^\s{_LETTER}]+")
_TITLE = re.compile(r"[\"“]([A-Z][^\"“”]{1,40})[\"”]")
# Words of talking, feeling and judging, of time and measure: in every conversation, and the topic of none.
_GENERIC = words_of(
    "recommend recommends recommended suggest suggests suggested tell tells telling explain talk talking chat chatting discuss discussed speak mention "
    "mentioned say says said ask asked asking answer answers reply hear heard sounds sound see saw look looking looks feel feels feeling felt think "
    "thinking thought believe know knows understand learn help helps helped helping remember forget hope hopes wish happy glad sad sorry sure "
    "good great nice well better best bad worse worst new old big small long short high low able available possible different important interesting "
    "beautiful wonderful amazing lovely perfect favourite favorite special certain recent recently today yesterday tomorrow tonight morning afternoon "
    "evening night week weekend weekends month year day days hour hours minute minutes monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december one two three four five six seven eight nine ten first second third last next several many "
    "people person someone everyone something anything everything nothing thing things way ways kind sort type lot lots bit piece part place places example "
    "examples detail details step steps list case cases course fine maybe perhaps really very quite actually definitely usually always never often "
    "sometimes already still yet soon later earlier ago let lets please thank thanks welcome hello hi hey bye okay ok yes yeah no not start started "
    "starting begin try tried trying find found give given keep make makes made making take takes took taken want wanted need needed like liked love "
    "loved enjoy enjoyed enjoying prefer use used using go going went gone come came coming get getting got put set bring show shows provide include "
    "includes including consider check worry worried difficult easy hard simple quick quickly free full busy ready own whole main real true right wrong "
    "assistant user bot ai question questions idea ideas tip tips advice suggestion suggestions recommendation recommendations conversation message "
    "yourself myself hearing confident delicious relieve honor services benefits benefit share shares sharing reach support supports read reads buy buys bought professional style "
    "friend friends companion calm seem touching anxious curious opportunities opportunity learning relaxed famous afraid gloomy listen offer "
    "friends companion excellent difficulty watched wonder wondering soothing positive negative unique "
    "nowadays lately ever around every each other others another such much more most less few rather enough quite etc e.g i.e "
    "improve improving reduce avoid ensure create creating choose choosing depends depending based specific overall various "
    "feelings opinion opinions view advice reason reasons experience experiences time times life lives"
)
# Behind these stands a verb, not a thing.
_BEFORE_VERBS = words_of("i you we they he she it to who please let's lets don't can't won't didn't doesn't") | MODALS
_BEFORE_PARTICIPLES = BE | words_of("i'm you're he's she's it's we're they're be been being")
_CLOSED = (
    PREPOSITIONS
    | SUBORDINATORS
    | ADVERBS
    | MODALS
    | VAGUE_HEADS
    | _GENERIC
    | frozenset(PAST_OF)
    | frozenset(PARTICIPLE_OF)
)
_OPEN = words_of("book building painting writing reading running swimming cycling cooking singing drawing")
_QUALITY = re.compile(r"\w{2,}(?:ous|ful|able|ible|ical|less|ish)$")  # alone these say how something is
_MOST_WORDS = 3
_NUMBER_IN_NAME = re.compile(r"\d{1,4}")
# What a second and a third word in a chunk add to its worth, and what it loses unless it recurs.
_LONGER, _ONCE = 0.3, 0.8


def topics(said: Sequence[Said], *, most: int) -> list[str]:
    """The weightiest chunks first, no two of which share a word."""
    weights: dict[str, float] = defaultdict(float)
    chunks: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for one in said:
        seen: set[str] = set()
        for chunk in (chunk for clause in one.clauses for chunk in _chunks(clause)):
            stems = tuple(_stem(word) for word in chunk)
            chunks[stems].append(chunk)
            seen.update(stems)
        for stem in seen:
            weights[stem] += one.weight
    order = {stems: place for place, stems in enumerate(chunks)}
    ranked = sorted(chunks, key=lambda stems: (-_worth(stems, weights, len(chunks[stems])), order[stems]))
    return [_surface(chunks[stems]) for stems in _apart(ranked, most)]


def _worth(stems: tuple[str, ...], weights: dict[str, float], count: int) -> float:
    mean = sum(weights[stem] for stem in stems) / len(stems)
    recurs = 1.0 if count > 1 or len(stems) == 1 else _ONCE
    return mean * (1 + _LONGER * (len(stems) - 1)) * recurs


def _apart(ranked: Sequence[tuple[str, ...]], most: int) -> Iterator[tuple[str, ...]]:
    taken: set[str] = set()
    left = most
    for stems in ranked:
        if left and not taken.intersection(stems):
            taken.update(stems)
            left -= 1
            yield stems


def _chunks(clause: str) -> Iterator[tuple[str, ...]]:
    """Runs of up to three words that may name a thing; of a longer run the last ones, where the noun stands."""
    for title in _TITLE.findall(clause):
        yield (title,)
    run: list[str] = []
    before = ""
    for token in [*_TOKEN.findall(_TITLE.sub(" , ", clause)), "."]:
        if _names(token, before) or (run and _NUMBER_IN_NAME.fullmatch(token) and run[-1][:1].isupper()):
            run.append(token.removesuffix("'s").removesuffix("’s"))
        else:
            if run and (len(run) > 1 or not _QUALITY.search(run[0].lower())):
                yield tuple(run[-_MOST_WORDS:])
            run = []
        before = token.lower().replace("’", "'")


def _names(token: str, before: str) -> bool:
    plain = token.lower().replace("’", "'").removesuffix("'s")
    if not token[:1].isalpha() or len(plain) < 2 or "'" in plain:
        return False
    if plain in _OPEN and before not in _BEFORE_VERBS:
        return True
    is_name = token[0].isupper() and bool(before) and before[-1:].isalpha()
    if is_name and plain not in _GENERIC:
        return True
    if plain in _CLOSED or keywords.is_function_word(plain) or concepts.says_nothing(plain) or plain.endswith("ly"):
        return False
    return before not in _BEFORE_VERBS and not _is_participle(plain, before)


def _is_participle(word: str, before: str) -> bool:
    """`stressed`, `is lacking`; `camping` and `breathing exercises` are things."""
    return (word.endswith("ed") and len(word) > 4) or (word.endswith("ing") and before in _BEFORE_PARTICIPLES)


def _stem(word: str) -> str:
    """One name for a thing in all its wordings."""
    things = concepts.content(word.lower()).things
    return next(iter(things)) if len(things) == 1 else concepts.stem(word.lower())


def _surface(written: Sequence[tuple[str, ...]]) -> str:
    """As it was written first inside a sentence; the capital of a sentence's first word is none of its own."""
    first = min(written, key=lambda chunk: sum(word[:1].isupper() for word in chunk))
    return " ".join(first)
