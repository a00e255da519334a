"""A sentence as clauses with the user, or something of the user's, as their subject; everybody else's clauses are left out."""

from dataclasses import dataclass, field

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.mood import is_question
from engine.embedded.english.prepare import SPEECH
from engine.embedded.english.tokens import SEPARATORS
from engine.embedded.english.verbs import base_of, is_adverb, is_ing, is_past, third
from engine.embedded.english.vocabulary import (
    BE, CUT_CONJUNCTIONS, FOREIGN_PRONOUNS, HAVE, MODALS, OTHER_PEOPLE, PREPOSITIONS, SELF, SELF_OWN, SUBORDINATORS, words_of,
)  # fmt: skip

USER_ITSELF, OWN = "user", "own"

_OPENERS = words_of("well okay ok yes yeah yep no oh ah hi hello hey hmm um uh haha lol sure great thanks also actually honestly frankly fyi so and but then plus "
    "however anyway besides furthermore additionally moreover basically personally unfortunately fortunately luckily sadly obviously though "
    "alright right indeed wow btw sorry correction")
_OPENING_PHRASES = (
    "by the way", "to be honest", "in fact", "as for me", "for me", "in general", "on another note", "of course", "no problem", "you know",
    "just so you know", "for context", "for the record", "for your information", "as you know", "good morning", "good evening", "the thing is",
    "the fact is", "speaking of which", "in addition", "as a result", "that said", "most of the time", "please remember that", "remember that", "remember",
    "please note that", "note that", "keep in mind that", "please keep in mind that", "please remember", "don't forget that", "do not forget that",
    "i meant", "i mean", "what i meant is",
)  # fmt: skip
# Verbs that never stand for a noun: after "and" they open a clause of their own.
_CLEAR_VERBS = words_of("am have has live lives own speak prefer hate am enjoy use want need cannot can do does did was were had never always usually often moved work works like love "
    "teach drive commute")
_LIKING = words_of("like love enjoy adore prefer hate dislike")
_TIME_NOUNS = words_of(
    "weekend weekends weekday weekdays morning mornings evening evenings afternoon afternoons night nights day days week weeks month months year years time lunch dinner "
    "breakfast work school monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays summer winter spring autumn "
    "childhood age university college holidays vacation"
)
_HABIT_LEADS = words_of("on in after before during every each at most from since until for")
_CLAUSE_STARTERS = words_of("am live work have like love hate prefer use want need cannot do own speak")


@dataclass
class Clause:
    """`subject` is the noun phrase as said, without `my`, for what is the user's; `lead` stood before the subject and tells when or how often."""

    kind: str
    subject: tuple[str, ...]
    words: list[str]
    lead: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Part:
    before: str
    words: list[str]


def of_sentence(words: list[str], *, asks: bool) -> list[Clause]:
    """The clauses in order. A sentence that asks keeps only what was stated before its question."""
    parts = parts_of(words)
    if asks and not any(is_question(" ".join(part.words)) for part in parts[1:]):
        return []
    return _Reading().of(parts)


class _Reading:
    """Walks over the parts of one sentence and remembers whose clause is open."""

    def __init__(self) -> None:
        self.found: list[Clause] = []
        self.open: Clause | None = None
        self.subject: tuple[str, tuple[str, ...]] | None = None
        self.lead: list[str] = []

    def of(self, parts: list[Part]) -> list[Clause]:
        for part in parts:
            self._take(part)
        return self.found

    def _take(self, part: Part) -> None:
        words = without_opener(part.words)
        if not words:
            return
        if is_question(" ".join(words)) or words[0].lower() in ("which", "who", "whose", "where", "that") or part.before in ("which", "whereby", "unless"):
            self.open, self.subject = None, None
            return
        start = subject_at(words)
        if start is not None:
            self._begin(words, *start)
        elif is_foreign(words):
            self.open, self.subject = None, None
        elif self.open is not None and opens_verb(words, self.open) and self.subject:
            self._carry(words)
        elif self.open is not None and part.before in (",", "and", "or", "-", "plus"):
            self.open.words += [part.before if part.before != "-" else ",", *_with_conjunction(words, part)]
        elif self.open is None and not self.found:
            self.lead = words
        else:
            self.open = None

    def _begin(self, words: list[str], kind: str, first: int, last: int) -> None:
        lead = [*self.lead, *words[:first]]
        if not lead and self.found:
            lead = [word for word in self.found[-1].lead if is_dated([word])]
        self.lead = []
        subject = tuple(words[first:last])
        self.subject = (kind, subject)
        self.open = Clause(kind, subject, words[last:], lead if is_telling(lead) else [])
        self.found.append(self.open)

    def _carry(self, words: list[str]) -> None:
        assert self.subject is not None
        kind, subject = self.subject
        lead = self.found[-1].lead if self.found else []
        self.open = Clause(kind, subject, words, [word for word in lead if is_dated([word])])
        self.found.append(self.open)


def _with_conjunction(words: list[str], part: Part) -> list[str]:
    first = part.words[0].lower()
    return [first, *words] if first in ("and", "or") and words[0].lower() != first else words


def parts_of(words: list[str]) -> list[Part]:
    """Cut at punctuation, at conjunctions, and where a new subject begins."""
    parts: list[Part] = []
    current: list[str] = []
    before = ""
    for place, word in enumerate(words):
        lower = word.lower()
        if word in SEPARATORS or _cuts(words, place):
            if current:
                parts.append(Part(before, current))
                current, before = [], lower
            elif lower not in SEPARATORS or not before:
                before = lower
            continue
        if current and _runs_on(words, place):
            parts.append(Part(before, current))
            current, before = [], ";"
        current.append(word)
    return [*parts, Part(before, current)] if current else parts


def _cuts(words: list[str], place: int) -> bool:
    lower, following = words[place].lower(), words[place + 1 :]
    if lower in CUT_CONJUNCTIONS:
        return not (lower == "while" and following and is_ing(following[0]))
    if lower in ("so", "since", "as") and following:
        return following[0].lower() in SELF | SELF_OWN | FOREIGN_PRONOUNS and not (lower == "since" and "was" in following[1:2])
    if lower in ("and", "or") and following:
        return _begins_clause(without_opener(following), words[:place])
    return False


def _begins_clause(following: list[str], before: list[str]) -> bool:
    if not following:
        return False
    if subject_at(following) is not None:
        return len(before) != 1 or before[0] not in SELF
    if is_question(" ".join(following[:2])):
        return True
    word = following[0]
    if is_foreign(_until_cut(following)):
        return True
    if is_past(word) and any(is_past(earlier) for earlier in before):
        return True
    if base_of(word) == word.lower() and word.lower() not in HAVE and _is_governed(before):
        return False
    return _is_clear_verb(following) or _continues_present(word, before)


def _is_clear_verb(words: list[str]) -> bool:
    lower = words[0].lower()
    return lower in _CLEAR_VERBS and not (lower in ("work", "like", "love", "use", "need", "drive") and len(words) == 1)


def _is_governed(before: list[str]) -> bool:
    """Whether an auxiliary or `to` reigns over what follows: `will try to cook and use less salt`."""
    start = next((place for place, earlier in enumerate(before) if earlier in SELF), 0)
    return any(word.lower() in MODALS | {"to", "did"} for word in before[start:])


def _continues_present(word: str, before: list[str]) -> bool:
    """`I work nights and study law`: a second base verb after a first one that takes no list of nouns."""
    start = next((place for place, earlier in enumerate(before) if earlier in SELF), None)
    if start is None or base_of(word) != word.lower() or word.lower() in ("practice", "design", "research", "travel", "dance", "paint"):
        return False
    verb = next((earlier.lower() for earlier in before[start + 1 :] if not is_adverb(earlier)), "")
    return base_of(verb) == verb and verb not in _LIKING and "to" not in before and verb not in ("do", "can", "cannot")


def _runs_on(words: list[str], place: int) -> bool:
    """Chat without punctuation: `i'm a dev i live in berlin`."""
    if words[place] not in SELF or place + 2 >= len(words) or words[place - 1].lower() in SUBORDINATORS | PREPOSITIONS | {"and", "or", "but", "think", "know", "say"}:
        return False
    if words[place + 1].lower() not in _CLAUSE_STARTERS or not any(word in SELF for word in words[:place]):
        return False
    return words[place + 2].lower() not in ("to", "been") and not any(word.lower() in ("the", "every", "all", "any", "how", "what") for word in words[max(0, place - 4) : place])


def without_opener(words: list[str]) -> list[str]:
    """Leave out what only opens the talk: `Well`, `By the way`, `Actually`."""
    rest = list(words)
    while rest:
        text = " ".join(rest).lower() + " "
        phrase = next((one for one in _OPENING_PHRASES if text.startswith(one + " ")), "")
        if phrase:
            rest = rest[len(phrase.split()) :]
        elif rest[0].lower() in _OPENERS and (len(rest) > 1 or rest[0].lower() not in ("right",)):
            rest = rest[1:]
        else:
            break
    return rest


def subject_at(words: list[str]) -> tuple[str, int, int] | None:
    """Kind, start and end of the subject if it is the user or the user's; None for every other subject."""
    for place, word in enumerate(words):
        if word in SELF:
            return _self_at(words, place)
        if word.lower() in SELF_OWN and (place == 0 or is_telling(words[:place])):
            return _own_at(words, place)
        if word.lower() in SUBORDINATORS and word.lower() not in ("after", "before", "since", "as", "until") or word == SPEECH:
            return None
    return None


def _self_at(words: list[str], place: int) -> tuple[str, int, int] | None:
    before = words[:place]
    if before and before[-1].lower() == "and" and before[0].lower() == "my":
        return USER_ITSELF, 0, place + 1  # my friend and I
    if place + 1 < len(words) and words[place + 1].lower() == "and":
        end = _companions_end(words, place + 2)
        return (USER_ITSELF, place, end) if end and not before else None
    if before and not is_telling(before):
        return None
    return USER_ITSELF, place, place + 1


def _companions_end(words: list[str], start: int) -> int | None:
    if start >= len(words) or words[start].lower() not in SELF_OWN:
        return None
    return start + 2 if start + 2 < len(words) else None


def _own_at(words: list[str], place: int) -> tuple[str, int, int] | None:
    """`My daughter`, `our company`, `my dog's name`: up to the finite verb, which has to follow within a few words."""
    for end in range(place + 1, min(place + 7, len(words))):
        lower = words[end].lower()
        if end > place + 1 and is_finite(words, end):
            return OWN, place, end
        if lower in SUBORDINATORS or words[end] in SEPARATORS:
            return None
    return None


def is_finite(words: list[str], at: int) -> bool:
    lower = words[at].lower()
    if lower in BE | HAVE | MODALS or lower in ("do", "does", "did"):
        return True
    if is_mark(words[at]) or is_ing(lower) or is_adverb(lower):
        return False
    base = base_of(lower)
    if not base:
        return False
    return lower == third(base) or is_past(lower) or (words[at - 1].lower().endswith("s") and lower == base and at >= 2)


def is_telling(lead: list[str]) -> bool:
    """Whether the words before a subject tell when or how often; anything else before it makes it no main clause."""
    if not lead:
        return True
    if all(is_adverb(word) or word == "," for word in lead):
        return True
    if lead[0].lower() not in _HABIT_LEADS or not any(is_mark(word) or word.isdigit() or word.lower() in _TIME_NOUNS for word in lead):
        return False
    return not any(word in SELF or word.lower() in SUBORDINATORS - {"after", "before", "since", "until", "as"} for word in lead)


def is_foreign(words: list[str]) -> bool:
    """Whether the words are a clause of somebody or something else."""
    if not words:
        return False
    lower = words[0].lower()
    if lower in FOREIGN_PRONOUNS and not (lower in ("one", "people", "both", "all", "most", "those", "that", "everything") and len(words) < 3):
        return True
    if lower in SELF_OWN or is_ing(lower) or lower == "to" or lower in PREPOSITIONS or is_adverb(lower):
        return False
    if lower in OTHER_PEOPLE:
        return True
    return any(words[at].lower() in BE | {"has", "had", "would", "will", "can", "could"} and words[at - 1].lower() not in ("that", "which", "who") for at in range(1, len(words)))


def _until_cut(words: list[str]) -> list[str]:
    for place, word in enumerate(words):
        if word in SEPARATORS or word.lower() in CUT_CONJUNCTIONS or (place and word.lower() in ("and", "that", "who", "which")):
            return words[:place]
    return words


def opens_verb(words: list[str], clause: Clause) -> bool:
    """Whether a part without a subject is a predicate of its own for the subject of the clause before it."""
    at = 0
    while at < len(words) - 1 and is_adverb(words[at]):
        at += 1
    lower = words[at].lower()
    if lower in BE | HAVE | MODALS | {"do", "does", "did"}:
        return True
    if is_past(lower):
        return any(is_past(word) for word in clause.words) or "have" in clause.words[:3]
    if lower == "like" and at == 0 or _is_governed(clause.words):
        return False
    return _is_clear_verb(words[at:]) or _continues_present(words[at], ["I", *clause.words])


