"""Which facts the day itself brought: said at a moment of its conversations: in a message that is told, or in words used there."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.condensing import Digest, Stored
from engine.embedded.tidying import sorts, terms
from engine.questions import USER, Line
from engine.text import keywords, values

# Signs of an English word that stand for all its forms.
ROOT = 4
# Signs that nearly every sentence may have.
_COMMON = frozenset(
    "的了着过是在有不没也都就还又和跟给把被将到从去来上下大小多少好个一这那我你他她们天年月日时今明昨家人会能要想用做得地很最再"
)
_WORD = re.compile(r"[a-z]{3,}|\d+")


def of_day(facts: Sequence[Stored], digests: Iterable[Digest]) -> list[Stored]:
    """Learned from the conversations: what was only remembered in them is older than they are."""
    talks = [[line for line in digest.lines if line.role == USER] for digest in digests]
    return [fact for fact in facts if any(_is_of(fact, lines) for lines in talks)]


def _is_of(fact: Stored, lines: Sequence[Line]) -> bool:
    moments = [line.said_at for line in lines if line.said_at]
    if fact.said_at is None or not moments or not min(moments) <= fact.said_at <= max(moments):
        return False
    content = sorts.bare_of(fact.content)
    source = " ".join(line.content for line in lines if line.said_at == fact.said_at)
    return _is_echoed(content, source) or _is_said(content, lines, fact.said_at)


def _is_echoed(content: str, source: str) -> bool:
    """Whether the very message from which a fact was learned has a sign or a number of it."""
    return not _signs(content).isdisjoint(_signs(source)) or not _numbers(content).isdisjoint(_numbers(source))


def _is_said(content: str, lines: Iterable[Line], said_at: datetime) -> bool:
    said = " ".join(line.content for line in lines if line.said_at and line.said_at <= said_at)
    return bool(terms.shared(content, said)) or not _words(content).isdisjoint(_words(said))


def _words(text: str) -> frozenset[str]:
    """The roots of English words, and the pairs of Chinese signs."""
    lower = text.lower()
    roots = {word[:ROOT] for word in _WORD.findall(lower) if not keywords.is_function_word(word)}
    pairs = {lower[at : at + 2] for at in range(len(lower) - 1)}
    return frozenset(roots | {pair for pair in pairs if all(map(keywords.has_cjk, pair))})


def _signs(text: str) -> frozenset[str]:
    return frozenset(sign for sign in text if keywords.has_cjk(sign) and sign not in _COMMON)


def _numbers(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(values.MARK.findall(values.marked(text)))
