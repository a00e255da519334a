"""Recognises remembered text that comes back inside a message, so that it is not learned as if it were said again."""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from engine.text import headings

HEADINGS = (
    ("## 全局记忆", "## Global memories"),
    ("## 关于所属公司", "## About the user's company"),
    ("## 关于当前用户", "## About the current user"),
    ("## 长期会话片段", "## Related memories"),
    ("## 近期会话摘要", "## Recent conversations"),
    ("## 会话摘要", "## Session summary"),
    ("## 短期窗口", "## Recent messages"),
    ("## 使用原则", "## How to use this"),
)
_NAMES = "|".join(re.escape(heading.removeprefix("## ")) for pair in HEADINGS for heading in pair).replace("'", "['’]")
_SECTIONS = "|".join(headings.NAMES)
_TYPE = r"\[(?:user|assistant|semantic|episodic)_[a-z]+\]"
_BULLET = r"(?:[-*•·–—+‣▪]\s|\d{1,3}[.)、]\s?)"
# Lines are compared in NFKC, so that a wide # or colon is the usual one.
_HEADING = re.compile(
    rf"[>\s]*(?:#{{1,6}}\s*|\*\*|__|【|\[)(?:\*\*)?(?:{_NAMES})\s*(?:#{{1,6}}|\*\*|__|】|\])?\s*:?(?:\*\*)?\s*"
    rf"|[>\s#*_`]*[\[【]\s*(?:{_SECTIONS})\s*[\]】][*_`]*\s*:?\s*",
    re.IGNORECASE,
)
_BARE_HEADING = re.compile(rf"[>\s]*(?:{_NAMES})\s*:?\s*", re.IGNORECASE)
_HEADING_INSIDE = re.compile(rf"(?<![#\w])#{{2,6}}\s*(?:{_NAMES})(?=\s*[-*•:\[])", re.IGNORECASE)
_LIST = re.compile(rf"[>\s]*{_BULLET}")
_BODY = re.compile(rf"[>\s]*(?:{_BULLET}|\[[A-Z][A-Z_]{{3,}}\]|{_TYPE})|\s{{2,}}\S")
# How an engine words a fact; directly in a block it is one even without its bullet.
_THIRD_PERSON = re.compile(r"[>\s]*(?:用户|(?:the )?user(?:'s)?\s)", re.IGNORECASE)
_FENCE = re.compile(r"[>\s]*(?:```|~~~)\s*[\w-]*\s*")
# The classic form in which a fact is shown: ours wherever it stands.
_TYPED = re.compile(rf"[>\s]*{_BULLET}?\s*[`*\"'“]{{0,2}}{_TYPE}[`*]{{0,2}}\s*\S")
_TYPED_INSIDE = re.compile(rf"{_TYPE}\s[^\n.。！!?？;；]*[.。！!?？;；]?")
_LABELLED = re.compile(r"[>\s]*[^\s:：#][^:：\n]{0,24}[:：]")
_QUOTE_OR_BLANK = re.compile(r"[>\s]*")
_EMPTY_FENCE = re.compile(r"^[>\s]*(```|~~~)\s*[\w-]*\s*\n(?:[>\s]*\n)*[>\s]*\1[ \t]*(?:\n|$)", re.MULTILINE)

_OWN_KEYS = ('"heading"', '"factId"', '"fact_id"', '"f_', '"stored_text"')
_JSON_START = re.compile(r"[{\[](?=\s*[\"{\[])")
_FACT_OBJECT = re.compile(
    r"\{[^{}]{0,400}\"(?:id|factId|fact_id)\"\s*:\s*\"f_[0-9a-f]{8,64}\"[^{}]{0,2000}(?:\}\s*,?|$)"
)
_FACT_ID = re.compile(r"f_[0-9a-f]{8,64}")
_MOST_OBJECTS = 20  # JSON values looked at in one message
_DEEPEST = 6  # levels of them


def cut(text: str) -> tuple[str, int]:
    """The text without context blocks of ours, and how many characters were cut.

    A block runs from one of our headings over its bullets, sections and labelled lines; other text ends it. A line in
    the classic form `[type] content`, and an answer of ours as JSON, is ours wherever it stands.
    """
    rest = _without_json(text)
    lines = rest.splitlines(keepends=True)
    plain = [unicodedata.normalize("NFKC", line) for line in lines]
    if rest == text and not any(_is_telling(plain, place) for place in range(len(plain))):
        return text, 0
    kept = "".join(_left_of(line) for line, is_ours in zip(lines, _marks(plain), strict=True) if not is_ours)
    kept = _EMPTY_FENCE.sub("", kept)
    return re.sub(r"\n{3,}", "\n\n", kept).strip(), len(text) - len(kept)


def _is_telling(lines: list[str], place: int) -> bool:
    line = lines[place]
    if "[" in line and _TYPED_INSIDE.search(line):
        return True
    return _is_heading(lines, place) or ("#" in line and bool(_HEADING_INSIDE.search(line)))


def _is_heading(lines: list[str], place: int) -> bool:
    """With its mark, or bare above a list."""
    line = lines[place]
    if _HEADING.fullmatch(line):
        return True
    below = next((other for other in lines[place + 1 : place + 3] if not _QUOTE_OR_BLANK.fullmatch(other)), "")
    return bool(_BARE_HEADING.fullmatch(line) and (_LIST.match(below) or _TYPED.match(below)))


def _left_of(line: str) -> str:
    """A line of the person's own without what stands in its middle and is ours."""
    if "#" in line and (found := _HEADING_INSIDE.search(line)):
        line = line[: found.start()] + "\n" * line.endswith("\n")
    return _TYPED_INSIDE.sub("", line) if "[" in line else line


def _marks(lines: list[str]) -> Iterator[bool]:
    """For each line whether it belongs to a block; blank lines belong to it only if it goes on behind them."""
    in_block = after_gap = False
    waiting = 0
    headless = _headless(lines)
    for place, line in enumerate(lines):
        if place < headless:
            yield True
            continue
        if in_block and _QUOTE_OR_BLANK.fullmatch(line):
            after_gap, waiting = True, waiting + 1
            continue
        goes_on = _is_heading(lines, place) or (in_block and _is_body(lines, place, after_gap))
        yield from [goes_on] * waiting
        yield goes_on or bool(_TYPED.match(line))
        in_block, after_gap, waiting = goes_on, False, 0
    yield from [True] * waiting


def _headless(lines: list[str]) -> int:
    """How many lines at the top are the end of a block that was copied without its beginning: a list above our heading."""
    for place, line in enumerate(lines):
        if place and _HEADING.fullmatch(line):
            return place
        if not (_LIST.match(line) or _QUOTE_OR_BLANK.fullmatch(line)):
            return 0
    return 0


def _is_body(lines: list[str], place: int, after_gap: bool) -> bool:
    """Bullets and sections always; "label: value" and a name above such a line only without a gap before it."""
    line = lines[place]
    if _BODY.match(line) and not _FENCE.fullmatch(line):
        return True
    if after_gap:
        return False
    if _THIRD_PERSON.match(line):
        return True
    below = lines[place + 1] if place + 1 < len(lines) else ""
    return bool(_LABELLED.match(line)) or (_is_heading(lines, place - 1) and bool(_LABELLED.match(below)))


# --- answers of the API, pasted as they are -----------------------------------------------------------------------------


def _without_json(text: str) -> str:
    if not any(key in text for key in _OWN_KEYS):
        return text
    decoder = json.JSONDecoder()
    done, parts = 0, []
    for start in [found.start() for found in _JSON_START.finditer(text)][:_MOST_OBJECTS]:
        if start < done:
            continue
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if _is_ours(value):
            parts.append(text[done:start])
            done = end
    return _FACT_OBJECT.sub("", "".join([*parts, text[done:]]))


def _is_ours(value: Any, depth: int = 0) -> bool:
    if depth > _DEEPEST:
        return False
    if isinstance(value, list):
        return any(_is_ours(one, depth + 1) for one in value)
    if isinstance(value, str):
        return any(_HEADING.fullmatch(line) for line in value.splitlines())
    if not isinstance(value, dict):
        return False
    named = next((value[key] for key in ("factId", "fact_id", "id") if key in value), None)
    if isinstance(named, str) and _FACT_ID.fullmatch(named):
        return True
    return any(_is_ours(one, depth + 1) for one in value.values())
