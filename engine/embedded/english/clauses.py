"""A sentence as clauses with the user, or something of the user's, as their subject; everybody else's clauses are left out."""

from dataclasses import dataclass, field
from itertools import zip_longest

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.kin import Kin, named_in, resolved
from engine.embedded.english.mood import is_question
from engine.embedded.english.parts import Part, opens_verb, parts_of
from engine.embedded.english.subjectless import supplied
from engine.embedded.english.subjects import (
    OWN,
    USER_ITSELF,
    is_finite,
    is_foreign,
    is_role,
    is_telling,
    share_of,
    subject_at,
    without_opener,
)
from engine.embedded.english.verbs import base_of
from engine.embedded.english.vocabulary import FAMILY, FREQUENT, ORGANISATION, PETS, SELF, SELF_OWN


@dataclass
class Clause:
    """`subject` is the noun phrase as said, without `my`, for what is the user's; `lead` stood before the subject and tells when or how often."""

    kind: str
    subject: tuple[str, ...]
    words: list[str]
    lead: list[str] = field(default_factory=list)
    share: str = ""  # `most of` the user's customers


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
        self.kin: Kin | None = None
        self.is_split = False
        self.leads = False  # whether a subject stands right behind the part at hand

    def of(self, parts: list[Part]) -> list[Clause]:
        for part, following in zip_longest(parts, parts[1:]):
            self.leads = following is not None and following.before == "," and following.words[0] in SELF
            self.is_split = len(parts) > 1
            self._take(part)
        return self.found

    def _take(self, part: Part) -> None:
        words = _turned(without_opener(part.words))
        words = self._with_subject(words)
        self.kin = named_in(part.words) or self.kin
        start = subject_at(words) or self._shared(words)
        if not words:
            return
        if _asks_for_it(words, part):
            self.open = None
        elif self._names_kin(words):
            self._continue(words, part, self.found[-1])
        elif _is_aside(words, part) or (start is None and is_foreign(words)):
            self.open, self.subject = None, None
        elif start is not None:
            self._begin(words, *start)
        elif self.open is not None:
            self._continue(words, part, self.open)
        elif not self.found:
            self.lead = words

    def _with_subject(self, words: list[str]) -> list[str]:
        """The words with the subject that they leave out, or that a pronoun stands for."""
        if subject_at(words) is not None:
            return words
        is_users = self.open is None or self.open.kind == USER_ITSELF
        opens = not self.found and not self.lead
        return resolved(
            supplied(words, opens=opens, leads=self.leads, is_split=self.is_split) if is_users else words, self.kin
        )

    def _names_kin(self, words: list[str]) -> bool:
        """`two daughters , Mia who is 8`: names behind the people or animals that they belong to."""
        if self.open is None or not words or not words[0][0].isupper() or words[0] in SELF:
            return False
        last = next((word.lower() for word in reversed(self.open.words) if word.lower() in FAMILY | PETS), "")
        is_named_so = len(words) > 1 and words[1].lower() in ("who", "is", "aged", "and", "the")
        return bool(last) and last.endswith(("s", "children")) and is_named_so

    def _continue(self, words: list[str], part: Part, clause: Clause) -> None:
        if opens_verb(words, clause.words) and self.subject:
            self._carry(words)
        elif part.before in (",", "and", "or", "-", "plus"):
            clause.words += [part.before if part.before != "-" else ",", *_with_conjunction(words, part)]
        else:
            self.open = None

    def _begin(self, words: list[str], kind: str, first: int, last: int) -> None:
        self._tell_of_lead()
        lead = [*self.lead, *words[:first]]
        if not lead and self.found:
            lead = [word for word in self.found[-1].lead if is_dated([word])]
        self.lead = []
        subject = _without_marks(words[first:last])
        if kind == OWN and subject[:1] and subject[0].lower() not in SELF_OWN:
            subject = ("our", *subject)
        lead += [word for word in words[first:last] if is_mark(word)]
        self.subject = (kind, subject)
        share = share_of(words[:first])
        if is_role(words[:first]):
            self.lead = words[:first]
            self._tell_of_lead()
            self.lead, lead = [], []
        self.open = Clause(kind, subject, words[last:], lead if is_telling(lead) else [], share)
        self.found.append(self.open)

    def _tell_of_lead(self) -> None:
        """`As a nurse, I …`, `Being left-handed, I …`: what stands before the subject is said of it too."""
        first = self.lead[0].lower() if self.lead else ""
        is_role_of = first == "being" or (first == "as" and self.lead[1:] and self.lead[1].lower() in ("a", "an"))
        if is_role_of and self.lead[-1].lower() not in ORGANISATION:
            self.found.append(Clause(USER_ITSELF, ("I",), ["am", *self.lead[1:]]))

    def _shared(self, words: list[str]) -> tuple[str, int, int] | None:
        """`Our company makes batteries, customers are in Germany`: the second noun is the user's as well."""
        is_own = self.subject is not None and self.subject[0] == OWN
        return (
            (OWN, 0, 1)
            if is_own and len(words) > 2 and words[0].lower() in ORGANISATION and is_finite(words, 1)
            else None
        )

    def _carry(self, words: list[str]) -> None:
        assert self.subject is not None
        kind, subject = self.subject
        lead = self.found[-1].lead if self.found else []
        often = _often(self.found[-1].words) if self.found and base_of(words[0]) == words[0].lower() else []
        self.open = Clause(kind, subject, words, [word for word in lead if is_dated([word])] + often)
        self.found.append(self.open)


def _without_marks(words: list[str]) -> tuple[str, ...]:
    """`My goal for this year` without its time and the preposition that led it."""
    kept: list[str] = []
    for word in words:
        if not is_mark(word):
            kept.append(word)
        elif kept and kept[-1].lower() in ("for", "in", "of", "on"):
            kept.pop()
    return tuple(kept)


def _often(words: list[str]) -> list[str]:
    """The adverb of frequency that opens a predicate: it holds for the verb that is joined to it as well."""
    return [word for word in words[:1] if word.lower() in FREQUENT - {"mostly"}]


def _is_aside(words: list[str], part: Part) -> bool:
    """A question, or a relative clause about what was named before."""
    is_relative = words[0].lower() in ("which", "who", "whose", "where", "that") or part.before in (
        "which",
        "whereby",
        "unless",
    )
    return is_relative or is_question(" ".join(words))


def _asks_for_it(words: list[str], part: Part) -> bool:
    """`please contact me`, `don't call`: said to the assistant."""
    is_order = part.before in (",", ";", "-") and words[0].lower() in ("do", "never") and part.words[0].lower() != "and"
    return is_order or "please" in (word.lower() for word in words[:5])


def _turned(words: list[str]) -> list[str]:
    """`Blue is my favourite colour` → `my favourite colour is blue`."""
    at = next((place for place, word in enumerate(words) if word.lower() in ("is", "are") and place), None)
    if at is None or at > 4:
        return words
    after = words[at + 1 :]
    negation, named = (after[:1], after[1:]) if after[:1] == ["not"] else ([], after)
    if (
        len(named) < 3
        or named[0] not in SELF_OWN
        or named[1].lower() not in ("favourite", "favorite", "native", "first", "mother")
    ):
        return words
    return [*named, words[at], *negation, *words[:at]]


def _with_conjunction(words: list[str], part: Part) -> list[str]:
    first = part.words[0].lower()
    return [first, *words] if first in ("and", "or") and words[0].lower() != first else words
