"""A sentence as clauses with the user, or something of the user's, as their subject; everybody else's clauses are left out."""

from dataclasses import dataclass, field

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.mood import is_question
from engine.embedded.english.parts import Part, opens_verb, parts_of
from engine.embedded.english.subjects import (
    OWN,
    USER_ITSELF,
    is_finite,
    is_foreign,
    is_telling,
    subject_at,
    without_opener,
)
from engine.embedded.english.vocabulary import ORGANISATION, SELF_OWN


@dataclass
class Clause:
    """`subject` is the noun phrase as said, without `my`, for what is the user's; `lead` stood before the subject and tells when or how often."""

    kind: str
    subject: tuple[str, ...]
    words: list[str]
    lead: list[str] = field(default_factory=list)


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
        words = _turned(without_opener(part.words))
        start = subject_at(words) or self._shared(words)
        if not words:
            return
        if _asks_for_it(words, part):
            self.open = None
        elif _is_aside(words, part) or (start is None and is_foreign(words)):
            self.open, self.subject = None, None
        elif start is not None:
            self._begin(words, *start)
        elif self.open is not None:
            self._continue(words, part, self.open)
        elif not self.found:
            self.lead = words

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
        subject = tuple(word for word in words[first:last] if not is_mark(word))
        if kind == OWN and subject[:1] and subject[0].lower() not in SELF_OWN:
            subject = ("our", *subject)
        lead += [word for word in words[first:last] if is_mark(word)]
        self.subject = (kind, subject)
        self.open = Clause(kind, subject, words[last:], lead if is_telling(lead) else [])
        self.found.append(self.open)

    def _tell_of_lead(self) -> None:
        """`As a nurse, I …`, `Being left-handed, I …`: what stands before the subject is said of it too."""
        first = self.lead[0].lower() if self.lead else ""
        if first == "being" or (first == "as" and self.lead[1:] and self.lead[1].lower() in ("a", "an")):
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
        self.open = Clause(kind, subject, words, [word for word in lead if is_dated([word])])
        self.found.append(self.open)


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
