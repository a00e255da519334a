"""The five sections of a summary (SPEC S3): their headings, how they are read from a text, and how they are written."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.text import normal

CURRENT_TOPIC, CONFIRMED_FACTS, TODO_ITEMS = "CURRENT_TOPIC", "CONFIRMED_FACTS", "TODO_ITEMS"
USER_CONSTRAINTS, OPEN_QUESTIONS = "USER_CONSTRAINTS", "OPEN_QUESTIONS"
NAMES = (CURRENT_TOPIC, CONFIRMED_FACTS, TODO_ITEMS, USER_CONSTRAINTS, OPEN_QUESTIONS)

Sections = Mapping[str, tuple[str, ...]]

# What an empty section says, in Chinese or in English.
NOTHING = {True: "无", False: "None"}

_HEADING = re.compile(
    r"[\s#>*_`]*(?:\d{1,2}[.)、]\s*)?[*_`]*"
    r"(?:[\[【［]\s*(?P<name>[A-Za-z][A-Za-z _-]{2,40}?)\s*[\]】］]|(?P<bare>[A-Z]+_[A-Z]+)(?=[\s*_`]*(?:[:：]|$)))"
    r"[*_`]*\s*[:：]?[*_`]*(?P<rest>.*)"
)
_BULLET = re.compile(r"\s*(?:[-*+•–·▪●]\s+|[•·▪●]|\d{1,2}[.)、]\s*(?!\d))")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_THOUGHT = re.compile(r".*</(?:think|thinking|thought|reasoning|reflection)>", re.IGNORECASE | re.DOTALL)
_EMPTY = re.compile(
    r"[\s(（\[【*_-]*(?:"
    r"(?:目前|暂时|当前|尚|暂)?(?:无|没有|空)(?:明确|已?确认|新|其他|未解决|未决|待解决)*的?(?:待办(?:事项)?|事项|任务|约束|限制|用户约束|问题|开放问题|事实|内容|主题|话题|信息|计划)?"
    r"|(?:none|n/?a|nil|null|nothing|empty|no (?:\w+[ -]){0,2}(?:items?|to-?dos?|tasks?|questions?|constraints?|facts?|topics?|content|information|limits?))"
    r"(?: (?:yet|so far|identified|mentioned|recorded|stated|known|given|specified|at (?:this|the) (?:time|moment)|for now))*"
    r"|[-—–/.…]*"
    r")[\s.。!！)）\]】*_]*",
    re.IGNORECASE,
)


@dataclass
class _Reader:
    """Goes through the lines of a text; `name` is the section that they stand in, '' outside of all five."""

    found: dict[str, list[str]] = field(default_factory=dict)
    name: str = ""
    is_fenced: bool = False
    has_ended: bool = False
    after_blank: bool = False
    has_bullets: bool = False

    def read(self, line: str) -> None:
        if _FENCE.match(line):
            self._fence()
        elif heading := _heading(line):
            self._open(*heading)
        elif not line.strip():
            self.after_blank = True
        elif self.name:
            self._take(line)

    def _fence(self) -> None:
        """A fence around the whole is none of its text, and what follows it is talk."""
        self.has_ended = self.is_fenced and bool(self.found)
        self.is_fenced = True

    def _open(self, name: str, rest: str) -> None:
        self.name, self.after_blank, self.has_bullets = name, False, False
        if name:
            self.found[name] = []
            if rest.strip():
                self._take(rest)

    def _take(self, line: str) -> None:
        bullet = _BULLET.match(line)
        lines = self.found[self.name]
        if not bullet and self.has_bullets and self.after_blank:
            self.name = ""  # a closing remark
            return
        self.after_blank = False
        text = normal.single_line(line[bullet.end() if bullet else 0 :])
        if not bullet and self.has_bullets and lines and line[:1].isspace():
            lines[-1] = f"{lines[-1]} {text}"
        elif not _EMPTY.fullmatch(text):
            lines.append(text)
        self.has_bullets = self.has_bullets or bullet is not None


def read(text: str) -> dict[str, tuple[str, ...]]:
    """The sections that a text has, each with its lines; what stands outside of them, or under another heading, is left out.

    A section that says that it is empty has no lines; one that is missing is not in the answer.
    """
    reader = _Reader()
    for line in _THOUGHT.sub("", text).splitlines():
        if not reader.has_ended:
            reader.read(line)
    return {name: tuple(reader.found[name]) for name in NAMES if name in reader.found}


def write(sections: Sections, *, is_chinese: bool) -> str:
    """All five in their order, whichever are given."""
    return "\n\n".join(_section(name, sections.get(name, ()), NOTHING[is_chinese]) for name in NAMES)


def key(line: str) -> str:
    """What two lines that say the same word for word have in common, however they are punctuated."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", line).casefold() if sign.isalnum())


def _section(name: str, lines: Iterable[str], nothing: str) -> str:
    return "\n".join([f"[{name}]", *(f"- {line}" for line in (tuple(lines) or (nothing,)))])


def _heading(line: str) -> tuple[str, str] | None:
    """The section that a line opens ('' for one that is none of ours) and what stands behind the heading."""
    match = _HEADING.fullmatch(line)
    if match is None:
        return None
    spelt = match["name"] or match["bare"]
    name = re.sub(r"[ -]+", "_", spelt).upper()
    if name in NAMES:
        return name, match["rest"]
    return ("", "") if spelt.isupper() and not match["rest"].strip() else None
