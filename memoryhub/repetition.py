"""What a context has told already, so that nothing is told twice (SPEC C2). Pure."""

import re
from collections.abc import Iterable

from engine.text import normal

# Where one claim of a wording ends and the next begins; a point inside a number is none.
_ENDS = re.compile(r"[，。！？；;]\s*|[,.!?](?:\s+|$)")
_MYSELF = re.compile(r"我(?!们)")


class Told:
    """Wordings that stand above, by what they say word for word."""

    def __init__(self) -> None:
        self._wordings: set[str] = set()
        self._claims: list[frozenset[str]] = []
        self._lines: dict[str, str] = {}  # what is asked for is often added next

    def add(self, wordings: Iterable[str]) -> None:
        for wording in wordings:
            line = self._line(wording)
            plain = _plain(line, wording)
            if plain and plain not in self._wordings:
                bare = _bare(line)
                self._wordings.update({plain, bare} - {""})
                self._claims += [_claims(one) for one in {plain, bare}]

    def has(self, wording: str) -> bool:
        """Whether exactly this stands there."""
        return _plain(self._line(wording), wording) in self._wordings

    def covers(self, wording: str) -> bool:
        """Whether this stands there, as it is, without its subject, or as a part of what says more."""
        line = self._line(wording)
        plain = _plain(line, wording)
        forms = {plain, _bare(line), _myself(line)} - {""}
        if forms & self._wordings:
            return True
        asked = [claimed for form in forms if (claimed := _claims(form))]
        return any(claimed <= told for claimed in asked for told in self._claims)

    def _line(self, wording: str) -> str:
        if wording not in self._lines:
            self._lines[wording] = normal.statement(wording)
        return self._lines[wording]


def key(text: str) -> str:
    """What two wordings that say the same word for word have in common."""
    return _plain(normal.statement(text), text)


def claims(text: str) -> frozenset[str]:
    return _claims(key(text))


# A wording's statement is taken once, and all else is made from it.


def _plain(line: str, text: str) -> str:
    return (line or normal.single_line(text)).casefold()


def _claims(plain: str) -> frozenset[str]:
    return frozenset(part.strip() for part in _ENDS.split(plain) if part.strip())


def _bare(line: str) -> str:
    return normal.without_subject(line).casefold()


def _myself(line: str) -> str:
    """What somebody says of themselves, without themselves as its subject."""
    return line[1:].casefold() if _MYSELF.match(line) else ""
