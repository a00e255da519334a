"""A message read from its sentences to its statements."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from engine.embedded.english import clauses, dates, moments, mood, nouns, plain, prepare, tokens, verbs
from engine.embedded.english.clauses import Clause
from engine.embedded.english.frames import owning, registry, wishes
from engine.embedded.english.frames.draft import FACT, PROFILE, Draft, Words
from engine.embedded.english.person import placed_times, stamp, third_person, without_fillers
from engine.embedded.english.subjects import USER_ITSELF
from engine.embedded.english.vocabulary import FREQUENT, words_of
from engine.questions import Item, Line
from engine.text import secrets, weeks

LONGEST = 500

_UNSURE = words_of("if unless almost nearly probably maybe perhaps possibly apparently supposedly hardly barely")

_UNTOLD = re.compile(r"[\ue000-\uf8ff]|\b(?:I|me|my|you|your|yours|we|our)\b|[{}\[\]<>|\\]")
_TITLE = re.compile(r"\"[^\"]*\"")
_FUTURE = re.compile(
    r"\b(?:will|going to|gonna|plan|planning|next|tomorrow|want|hope|upcoming|must|have to|need to)\b", re.IGNORECASE
)
_YEARLY = re.compile(
    r"\b(?:birthday|born|anniversary|every year|each year|(?:fiscal|financial|tax|school|academic) year)\b",
    re.IGNORECASE,
)
_BIRTHDAY_TODAY = re.compile(
    r"\b(?P<when>today|tomorrow|yesterday)(?: is|'s| was)(?: actually)? my birthday\b|\bmy birthday(?: is|'s| was)(?: on)? (?P<then>today|tomorrow|yesterday)\b|\bit(?: is|'s) my birthday (?P<later>today|tomorrow)\b",
    re.IGNORECASE,
)
_OF_TOOLS = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|switch(?:ed|ing)?|migrat\w+|tools?|systems?|software|platform|app|hosting|cloud|crm|erp|tickets?|data|codebase|stack)\b",
    re.IGNORECASE,
)
_THEY_TOO = re.compile(r"\b(?:too|as well|also|anymore)$", re.IGNORECASE)


_BROKEN_OFF = re.compile(
    r"\b(?:the|an?|and|or|but|which|that|their|about|is|are|was|were|than|because|when|of|at|by|from|as|in|to|with|for)$",
    re.IGNORECASE,
)
# A place to live in, somebody to talk to, where they come from: there the matter stands before.
_ENDS_IN_PREPOSITION = re.compile(
    r"\bto \w+ (?:in|to|with|for|about|at|from)$|\b(?:where|who|whom|what)\b.* (?:from|to|with|for|about|in|at)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Spoken:
    """One sentence with its time expressions and titles taken out as signs."""

    raw: str
    text: str
    asks: bool
    times: dict[str, moments.Moment]
    titles: dict[str, str]
    day: date | None


def extract_line(line: Line, *, when: str, previous: Sequence[Line] = ()) -> list[Item]:
    """The statements in one message, in the order said. `when` is the conversation's time as written; `previous` only
    stands by: nothing is learned from it."""
    day = weeks.day_of(weeks.parse_when(when))
    found: dict[str, tuple[Item, Draft]] = {}
    for draft, content in _statements(line.content, day):
        if breaks_off(content):
            continue
        is_plain_denial = draft.type == PROFILE and _denies(content) and "no longer" not in content
        kind, slot = (FACT, "") if is_plain_denial else (draft.type, draft.slot)  # what is not so fills no slot
        item = Item(kind, content, slot, draft.confidence, evidence=(line.key,) if line.key else ())
        found.setdefault(content, (item, draft))
    return _corrected(list(found.values()))


def breaks_off(content: str) -> bool:
    """Whether a statement ends where its matter should begin: a message cut short, or an address taken out of it."""
    return bool(_BROKEN_OFF.search(content)) and not _ENDS_IN_PREPOSITION.search(content)


def restate(words: str, *, when: str = "") -> str:
    """One clause of the user in the third person as it stands, `I like cola` → `The user likes cola`; '' when it has no user in it."""
    for spoken in _spoken(words, weeks.day_of(weeks.parse_when(when))):
        for clause in clauses.of_sentence(tokens.split(spoken.text), asks=False):
            predicate = tuple(clause.words)
            agreed = verbs.agree(predicate) if clause.kind == USER_ITSELF else predicate
            content = _content(_subject(clause, ()), Draft("", agreed), clause, spoken)
            if content:
                return content
    return ""


def _statements(content: str, day: date | None) -> Iterator[tuple[Draft, str]]:
    for spoken in _spoken(content, day):
        if secrets.has_secret(spoken.raw):
            continue
        yield from _birthday(spoken)
        is_wish = not spoken.asks or wishes.is_lasting_request(spoken.raw)
        wished = wishes.of(prepare.restore(spoken.raw, spoken.titles)) if is_wish else []
        for draft in wished:
            yield draft, "The user " + " ".join(draft.words)
        yield from _of_clauses(spoken)


def _spoken(content: str, day: date | None) -> Iterator[Spoken]:
    sentences, titles = prepare.own_words(content)
    for sentence in map(plain.written_out, mood.stated(sentences)):
        calendar = moments.Calendar(day, looks_back=_tells_of_past(sentence), is_yearly=bool(_YEARLY.search(sentence)))
        marked, times = dates.mark(sentence, calendar)
        yield Spoken(sentence, marked, sentence.endswith("?"), times, titles, day)


def _tells_of_past(sentence: str) -> bool:
    words = [word.strip(".,!").lower() for word in sentence.split()]
    return not _FUTURE.search(sentence) and any(
        verbs.is_past(word)
        and not (word == "got" and before in ("have", "has", "i've", "we've"))
        and before not in ("am", "i'm", "is", "are", "be", "been", "getting", "get", "being")
        for before, word in pairwise(("", *words))
    )


def _of_clauses(spoken: Spoken) -> Iterator[tuple[Draft, str]]:
    for clause in clauses.of_sentence(tokens.split(spoken.text), asks=spoken.asks):
        for draft in _drafts(clause):
            if draft.slot == "location" and "moved" in draft.words and _OF_TOOLS.search(spoken.raw):
                draft = replace(draft, type=FACT, slot="")  # we no longer use Jira, we moved to Linear
            is_companys = draft.of_company and clause.subject == ("we",)
            subject = draft.subject or ("The user's company" if is_companys else _subject(clause, draft.words))
            content = _content(subject, draft, clause, spoken)
            if content:
                yield draft, content


def _drafts(clause: Clause) -> list[Draft]:
    lead = [
        word[:1].lower() + word[1:] if place == 0 else word for place, word in enumerate(clause.lead) if word != ","
    ]
    frequency = [word for word in lead if word in FREQUENT]
    habit = [word for word in lead if not verbs.is_adverb(word) or dates.is_mark(word)]
    said = [word for word in (*clause.words, *habit) if not dates.is_mark(word) or dates.is_dated([word])]
    words = _not_but(_ended(without_fillers((*frequency, *said))))
    return [draft for one in _coordinated(words) for draft in _of_predicate(one, clause)]


def _coordinated(words: Words) -> list[Words]:
    """`am learning to sail and building a boat`: two undertakings under one auxiliary."""
    predicate = verbs.parse(words)
    if predicate is None or not predicate.is_progressive:
        return [words]
    start = len(words) - len(predicate.rest)
    cut = next(
        (
            at
            for at in range(start, len(words) - 1)
            if words[at].lower() == "and" and verbs.is_ing(words[at + 1]) and verbs.base_of(words[at + 1])
        ),
        None,
    )
    if cut is None or cut == start:
        return [words]
    return [words[:cut], *_coordinated((*words[: start - 1], *words[cut + 1 :]))]


def _of_predicate(words: Words, clause: Clause) -> list[Draft]:
    predicate = verbs.parse(words)
    if predicate is None:
        return []
    rest = nouns.trimmed(predicate.rest)
    if rest != predicate.rest:
        if not rest and predicate.rest:
            return []
        predicate = verbs.parse(words[: len(words) - len(predicate.rest) + len(rest)])
    if predicate is None:
        return []
    if _UNSURE.intersection(word.lower() for word in predicate.words):
        sure = _sure(words)
        return _of_predicate(sure, clause) if sure else []
    return registry.of_user(predicate) if clause.kind == USER_ITSELF else owning.of(clause.subject, predicate)


def _sure(words: Words) -> Words:
    """What stands before the `and` that leads to a doubt: `is 13 and nearly blind` → `is 13`."""
    doubt = next((place for place, word in enumerate(words) if word.lower() in _UNSURE), 0)
    return words[: doubt - 1] if doubt > 2 and words[doubt - 1].lower() == "and" else ()


def _ended(words: Words) -> Words:
    """`do not live in Bonn anymore` → `no longer live in Bonn`: that it ended is more than that it is not so."""
    if words[-1:] == ("anymore",) or words[-2:] in (("any", "more"), ("any", "longer")):
        words = words[:-1] if words[-1] == "anymore" else words[:-2]
        at = next((place for place, word in enumerate(words) if word == "not"), None)
        if at is not None:
            start = at - 1 if at and words[at - 1] in ("do", "does") else at
            return (*words[:start], "no longer", *words[at + 1 :])
    return words


def _not_but(words: Words) -> Words:
    """`am not a designer but a developer`, `live in Bonn , not in Berlin`: only what holds."""
    for place, word in enumerate(words):
        if place > 1 and word.lower() == "not" and words[place - 1] == ",":
            return words[: place - 1]
    return words


def _subject(clause: Clause, words: Words) -> str:
    """The subject in the third person. Companions stay where the verb is the same for one and for many: in the past."""
    if clause.kind != USER_ITSELF:
        owned = "user's " + " ".join(third_person(clause.subject[1:]))
        return f"{clause.share[:1].upper()}{clause.share[1:]} the {owned}" if clause.share else "The " + owned
    others = [word for word in third_person(clause.subject) if word not in ("they", "and", "both", "Both")]
    return (
        f"The user and {' '.join(others)}"
        if others and words and verbs.is_past(words[0]) and words[0] != "was"
        else "The user"
    )


def _content(subject: str, draft: Draft, clause: Clause, spoken: Spoken) -> str:
    words = third_person(draft.words)
    text, loose = placed_times(words, spoken.times)
    loose += [spoken.times[word] for word in (*clause.words, *clause.lead) if dates.is_mark(word) and word not in words]
    day = moments.written(spoken.day) if spoken.day else ""
    is_dated = any(dates.is_mark(word) and spoken.times[word].core for word in words) or bool(
        re.search(r"\b\d{4}\b", text)
    )
    said = f"{subject} {_THEY_TOO.sub('', text).strip(' ,')}"
    content = prepare.restore(said, spoken.titles) + stamp(loose, day, wanted="" if is_dated else draft.stamp)
    return content if _is_fit(content) else ""


def _is_fit(content: str) -> bool:
    """Whether a statement may stand: one short line, in the third person outside its titles, without relative time."""
    unquoted = _TITLE.sub("", content)
    return not (
        len(content) > LONGEST or "\n" in content or _UNTOLD.search(unquoted) or dates.RELATIVE.search(unquoted)
    )


def _birthday(spoken: Spoken) -> Iterator[tuple[Draft, str]]:
    """`Today is my birthday` tells the day and the month of it."""
    found = _BIRTHDAY_TODAY.search(spoken.raw)
    if not found or spoken.day is None or spoken.asks:
        return
    word = (found.group("when") or found.group("then") or found.group("later")).lower()
    day = spoken.day + timedelta(days={"tomorrow": 1, "yesterday": -1}.get(word, 0))
    yield Draft(PROFILE, (), "birthday", 0.9), f"The user's birthday is on {moments.written(day).rpartition(' ')[0]}"


def _corrected(found: list[tuple[Item, Draft]]) -> list[Item]:
    """Of one single slot only the last word counts, and what is denied gives way to what is said instead."""
    last: dict[str, int] = {}
    for place, (item, draft) in enumerate(found):
        before = last.get(draft.slot)
        if before is None or not _denies(item.content) or _denies(found[before][0].content):
            last[draft.slot] = place
    return [
        item
        for place, (item, draft) in enumerate(found)
        if not draft.slot or draft.type != PROFILE or last[draft.slot] == place
    ]


def _denies(content: str) -> bool:
    return bool(re.search(r"\b(?:not|never|no longer)\b", content))
