"""A sentence as clauses with the user, or something of the user's, as their subject; everybody else's clauses are left out."""

from dataclasses import dataclass, field

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.mood import is_question
from engine.embedded.english.parts import Part, opens_verb, parts_of
from engine.embedded.english.subjects import is_foreign, is_telling, subject_at, without_opener


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
        words = without_opener(part.words)
        if not words:
            return
        if (
            is_question(" ".join(words))
            or words[0].lower() in ("which", "who", "whose", "where", "that")
            or part.before in ("which", "whereby", "unless")
        ):
            self.open, self.subject = None, None
            return
        start = subject_at(words)
        if start is not None:
            self._begin(words, *start)
        elif is_foreign(words):
            self.open, self.subject = None, None
        elif self.open is not None and opens_verb(words, self.open.words) and self.subject:
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
        subject = tuple(word for word in words[first:last] if not is_mark(word))
        lead += [word for word in words[first:last] if is_mark(word)]
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
