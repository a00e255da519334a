"""English verbs: their base form, the third person, and the finite verb of a predicate."""

import re
from dataclasses import dataclass

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.vocabulary import ADVERBS, BE, HAVE, MODALS, NEGATIONS, words_of

_IRREGULAR = (
    "be was been,become became become,begin began begun,break broke broken,bring brought brought,build built built,buy bought bought,"
    "catch caught caught,choose chose chosen,come came come,do did done,draw drew drawn,drink drank drunk,drive drove driven,eat ate eaten,"
    "fall fell fallen,feel felt felt,fight fought fought,find found found,fly flew flown,forget forgot forgotten,get got gotten,give gave given,"
    "go went gone,grow grew grown,have had had,hear heard heard,hold held held,keep kept kept,know knew known,leave left left,lend lent lent,"
    "lose lost lost,make made made,meet met met,pay paid paid,quit quit quit,read read read,ride rode ridden,run ran run,say said said,see saw seen,"
    "sell sold sold,send sent sent,sing sang sung,sleep slept slept,speak spoke spoken,spend spent spent,swim swam swum,take took taken,"
    "teach taught taught,tell told told,think thought thought,throw threw thrown,understand understood understood,wear wore worn,win won won,"
    "write wrote written,hurt hurt hurt,cut cut cut,put put put,set set set,let let let,hit hit hit,split split split,shoot shot shot,"
    "learn learnt learnt,burn burnt burnt,light lit lit,lead led led,fall fell fallen,freeze froze frozen,hide hid hidden,stand stood stood"
)
PAST_OF: dict[str, str] = {}
PARTICIPLE_OF: dict[str, str] = {}
for _row in _IRREGULAR.split(","):
    _base, _past, _participle = _row.split()
    PAST_OF[_past] = _base
    PARTICIPLE_OF[_participle] = _base
PAST_OF |= {"were": "be"}
PARTICIPLE_OF |= {"got": "get"}

# Verbs whose -ed and -ing forms may be met; what is not here or irregular has no frame and is not learned from.
KNOWN = words_of(
    "accept adopt aim apply arrive attend avoid bake book borrow buy call care change climb code coach collect commute complete compose cook "
    "crash create cycle dance date decide deploy design detest develop dislike divorce donate dream dye earn enjoy enrol enroll exercise experience "
    "expand explore fail fast finish fish fix follow form garden graduate handle hate help hike hire hope identify improve inherit injure "
    "install intend interview invest jog join journal knit launch learn like listen live loathe love maintain major manage marry master "
    "meditate miss move need occupy open order organise organize own paint participate pass perform photograph plan plant play practice "
    "practise prefer prepare program promote propose publish purchase qualify race raise record recover register relocate renew renovate rent "
    "replace represent research resign retire return review sail save search serve sew share ship shoot shop sign ski skate smoke specialise "
    "specialize start stay stop stretch struggle study suffer supervise support swim switch target taste test tolerate train transfer translate "
    "travel try upgrade use visit volunteer walk want watch welcome work adore consider celebrate discover experiment look listen crave own "
    "foster breed earn teach paint sketch draw grow raise host moderate tutor freelance babysit mentor found co-found cofound run register "
    "consult lift row surf juggle crochet brew roast ferment restore repair weigh measure bike camp hunt photograph stroll assemble wake inject expect die turn abandon access afford compete consume digest drop exceed gain increase migrate offer post produce receive reduce reside smell type wish submit deliver end check export import span consist consolidate digitise digitize modernise modernize enter exhibit reach rebuild redesign retrain pick describe comply encrypt retain archive manufacture distribute supply process treat operate employ outsource invoice bill stock source charge insure lend lease recruit audit resell assemble bottle cover oversee coordinate administer report focus deal sprain twist fracture damage steal sponsor negotiate release acquire merge cancel postpone reschedule onboard automate reduce double triple cater quote print know rebrand lay bear fear belong close present head include hold drop expire"
) | frozenset(PAST_OF.values())

_VOWEL_Y = re.compile(r"[aeiou]y$")


def third(base: str) -> str:
    """`like` → `likes`, `study` → `studies`."""
    if base in ("be", "am"):
        return "is"
    if base == "have":
        return "has"
    if base.endswith("y") and not _VOWEL_Y.search(base):
        return base[:-1] + "ies"
    if re.search(r"(?:s|x|z|ch|sh|o)$", base):
        return base + "es"
    return base + "s"


def base_of(surface: str) -> str:
    """The base of a known verb in any form, '' for every other word."""
    word = surface.lower()
    if word in KNOWN:
        return word
    if word in BE or word == "been":
        return "be"
    if word in HAVE:
        return "have"
    irregular = PAST_OF.get(word) or PARTICIPLE_OF.get(word)
    return irregular or _regular(word)


def _regular(word: str) -> str:
    for ending in ("ing", "ied", "ies", "ed", "es", "s"):
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            tries = (
                (stem + "y",)
                if ending in ("ied", "ies")
                else (stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem, stem[:-1] + "ie")
            )
            found = next((one for one in tries if one in KNOWN), "")
            if found:
                return found
    return ""


def is_past(surface: str) -> bool:
    word = surface.lower()
    return word in ("was", "were", "did", "had") or word in PAST_OF or (word.endswith("ed") and bool(_regular(word)))


def is_ing(word: str) -> bool:
    return (
        word.endswith("ing")
        and len(word) > 4
        and word
        not in ("something", "anything", "everything", "nothing", "during", "evening", "morning", "string", "spring")
    )


def is_adverb(word: str) -> bool:
    return (
        is_mark(word)
        or word.lower() in ADVERBS
        or (
            word.endswith("ly")
            and word.lower()
            not in (
                "fly",
                "family",
                "italy",
                "july",
                "only",
                "apply",
                "supply",
                "rely",
                "lovely",
                "friendly",
                "elderly",
                "lonely",
            )
        )
    )


@dataclass(frozen=True)
class Predicate:
    """A predicate taken apart. `words` is all of it as said; `verb` the base of its main verb ('' when unknown), `rest` what follows."""

    words: tuple[str, ...]
    finite: str
    verb: str
    rest: tuple[str, ...]
    modal: str = ""
    is_negated: bool = False
    is_past: bool = False
    is_progressive: bool = False
    is_perfect: bool = False

    @property
    def said(self) -> str:
        return " ".join(self.rest)


def parse(words: tuple[str, ...]) -> Predicate | None:
    """Find the finite and the main verb; None when there is no verb at all."""
    at = _skip(words, 0)
    if at >= len(words):
        return None
    finite = words[at].lower()
    place = _skip(words, at + 1)
    negated = any(word.lower() in NEGATIONS for word in words[:place]) or finite == "cannot"
    if finite in MODALS or finite in ("do", "does", "did"):
        return _after_auxiliary(words, finite, at, place, negated)
    if finite in HAVE and place < len(words) and _is_participle(words[place]):
        return _perfect(words, finite, place, negated)
    was = finite in ("was", "were")
    if finite in BE and place < len(words) and is_ing(words[place]) and base_of(words[place]):
        main, rest = base_of(words[place]), words[place + 1 :]
        return Predicate(words, finite, main, rest, is_negated=negated, is_past=was, is_progressive=True)
    has_passed = is_past(finite) and finite != "read"
    return Predicate(
        words, finite, base_of(finite), _without_not(words[at + 1 :]), is_negated=negated, is_past=has_passed
    )


def _after_auxiliary(words: tuple[str, ...], finite: str, at: int, place: int, negated: bool) -> Predicate | None:
    if place >= len(words):
        return None
    main = words[place].lower()
    if finite in ("do", "does", "did") and not negated and base_of(main) == "":
        return Predicate(words, finite, "do", words[at + 1 :], is_past=finite == "did")
    modal = finite if finite in MODALS else ""
    return Predicate(
        words, finite, base_of(main), words[place + 1 :], modal=modal, is_negated=negated, is_past=finite == "did"
    )


def _perfect(words: tuple[str, ...], finite: str, place: int, negated: bool) -> Predicate:
    main, after = words[place].lower(), _skip(words, place + 1)
    if main == "been" and after < len(words) and is_ing(words[after]) and base_of(words[after]):
        return Predicate(
            words,
            finite,
            base_of(words[after]),
            words[after + 1 :],
            is_negated=negated,
            is_progressive=True,
            is_perfect=True,
        )
    return Predicate(words, finite, base_of(main), words[place + 1 :], is_negated=negated, is_perfect=True)


def _is_participle(word: str) -> bool:
    lower = word.lower()
    return lower == "been" or lower in PARTICIPLE_OF or (lower.endswith("ed") and bool(_regular(lower)))


def _skip(words: tuple[str, ...], at: int) -> int:
    while at < len(words) and is_adverb(words[at]):
        at += 1
    return at


def _without_not(words: tuple[str, ...]) -> tuple[str, ...]:
    at = 0
    while at < len(words) and (words[at].lower() == "not" or is_mark(words[at])):
        at += 1
    return words[at:] if any(word.lower() == "not" for word in words[:at]) else words


def agree(words: tuple[str, ...]) -> tuple[str, ...]:
    """The predicate of `I` for a third person: its finite verb changes and nothing else."""
    at = _skip(words, 0)
    if at >= len(words):
        return words
    finite = words[at].lower()
    if finite == "read":
        changed = "read" if is_dated(words) else "reads"
    elif finite in ("am", "are"):
        changed = "is"
    elif finite == "were":
        changed = "was"
    elif finite == "do" or finite == "have":
        changed = third(finite)
    elif (
        finite in MODALS
        or finite in ("is", "was", "has", "does", "did", "had", "quit", "hurt", "put", "cut", "set")
        or is_past(finite)
    ):
        changed = finite
    else:
        changed = third(finite)
    return (*words[:at], changed, *words[at + 1 :])
