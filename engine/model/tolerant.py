"""Reading JSON as models write it: with trailing commas, odd quotes, broken escapes, or cut off in the middle."""

import json
import re
from typing import Any

# Deeper than any answer that was asked for; a reply of a million brackets ends here and not in the stack.
MAX_DEPTH = 24

SPACE = re.compile(r"\s*")
COMMA = re.compile(r"\s*[,，]")
COLON = re.compile(r"\s*[:：]")
DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
SINGLE = re.compile(r"'((?:[^'\\]|\\.|'(?!\s{0,20}[,:\]}，：]))*)'", re.DOTALL)
CURLY = re.compile(r"“([^”]*)”")
WORD = re.compile(r"[A-Za-z_0-9.+\-]+")
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
PAIR = re.compile(r"[\ud800-\udbff][\udc00-\udfff]")

STRINGS = {'"': DOUBLE, "'": SINGLE, "“": CURLY}
CONSTANTS = {"true": True, "false": False, "null": None, "none": None, "nan": None}
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", '"': '"', "\\": "\\", "'": "'"}


class Malformed(ValueError):
    """Not JSON, not even nearly."""


class _CutOff(Exception):
    """The text ended inside a value that is worth nothing half."""


class _Broken:
    """Stands for a string whose escapes cannot be read: it is neither kept nor does it spoil its neighbours."""


BROKEN = _Broken()


def merged(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of `pairs`; lists under a repeated key are joined, of other values the last one counts."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        earlier = found.get(key)
        found[key] = [*earlier, *value] if isinstance(earlier, list) and isinstance(value, list) else value
    return found


_STRICT = json.JSONDecoder(strict=False, object_pairs_hook=merged)


def read_strictly(text: str, start: int) -> tuple[Any, int]:
    """The JSON value at `start` and where it ends; control characters in strings are let through."""
    try:
        value, end = _STRICT.raw_decode(text, start)
    except (ValueError, RecursionError) as problem:
        raise Malformed from problem
    return value, end


def read_object(text: str, start: int) -> tuple[dict[str, Any], int, bool]:
    """The object at `start`, where it ends, and whether it is whole.

    Cut off, it holds what was finished: members and list elements that were complete when the text ended. Raises
    Malformed for anything else.
    """
    try:
        value, end = read_strictly(text, start)
    except Malformed:
        reader = _Reader(text, start)
        value = reader.members(depth=0)
        return value, reader.position, not reader.is_cut
    if not isinstance(value, dict):
        raise Malformed
    return value, end, True


def read_list(text: str, start: int) -> tuple[list[Any], int, bool]:
    """The same for the list at `start`: an element that was cut off is left out."""
    try:
        value, end = read_strictly(text, start)
    except Malformed:
        reader = _Reader(text, start)
        value = reader.elements(depth=0)
        return value, reader.position, not reader.is_cut
    if not isinstance(value, list):
        raise Malformed
    return value, end, True


class _Reader:
    """A forgiving reader of one value; `is_cut` says that the text ended before the value did."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.position = start
        self.is_cut = False

    def members(self, *, depth: int) -> dict[str, Any]:
        """The object whose opening brace is next."""
        pairs: list[tuple[str, Any]] = []
        self.position += 1
        try:
            while not self._closes("}"):
                key = self._string()
                self._expect(COLON)
                pairs.append((str(key), self._value(depth=depth + 1)))
                self._separate("}")
        except _CutOff:
            self.is_cut = True
        return merged(pairs)

    def elements(self, *, depth: int) -> list[Any]:
        """The list whose opening bracket is next; an element that was cut off is left out."""
        found: list[Any] = []
        self.position += 1
        try:
            while not self._closes("]"):
                element = self._value(depth=depth + 1)
                if self.is_cut:
                    break
                found.append(element)
                self._separate("]")
        except _CutOff:
            self.is_cut = True
        return found

    def _value(self, *, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise Malformed
        opening = self._peek()
        if opening == "{":
            return self.members(depth=depth)
        if opening == "[":
            return self.elements(depth=depth)
        if opening in STRINGS:
            return self._string()
        return self._word()

    def _string(self) -> str | _Broken:
        pattern = STRINGS.get(self._peek())
        if pattern is None:
            raise Malformed
        match = pattern.match(self.text, self.position)
        if match is None:
            raise _CutOff
        self.position = match.end()
        return _unescaped(match[1])

    def _word(self) -> Any:
        match = WORD.match(self.text, self.position)
        if match is None:
            raise Malformed
        self.position = match.end()
        if self.position == len(self.text):
            raise _CutOff
        word = match[0].lower()
        if word in CONSTANTS:
            return CONSTANTS[word]
        try:
            return float(word)
        except ValueError as problem:
            raise Malformed from problem

    def _closes(self, bracket: str) -> bool:
        if self._peek() != bracket:
            return False
        self.position += 1
        return True

    def _separate(self, bracket: str) -> None:
        """Pass over the commas before the next member; none is needed before the closing bracket."""
        if self.is_cut:
            raise _CutOff
        if self._peek() != bracket:
            self._expect(COMMA)

    def _expect(self, pattern: re.Pattern[str]) -> None:
        self._peek()
        match = pattern.match(self.text, self.position)
        if match is None:
            raise Malformed
        self.position = match.end()

    def _peek(self) -> str:
        """The next character that is no white space; the end of the text cuts off."""
        match = SPACE.match(self.text, self.position)
        self.position = match.end() if match else self.position
        if self.position >= len(self.text):
            raise _CutOff
        return self.text[self.position]


def _unescaped(raw: str) -> str | _Broken:
    """The string as meant: an unknown escape keeps its backslash (a path), a broken \\u is beyond repair."""
    if re.search(r"(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})", raw):
        return BROKEN
    plain = ESCAPE.sub(_character, raw)
    return PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), plain)


def _character(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) == 5:
        return chr(int(code[1:], 16))
    return ESCAPES.get(code, match[0])
