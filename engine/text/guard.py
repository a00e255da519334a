"""Recognises text that is no statement about a person: commands to the agent, and remembered text that came back."""

import re
import unicodedata
from collections.abc import Iterator

from engine.text import secrets
from engine.text.steering import CUES

# From this score on a statement waits for a person instead of becoming a fact.
STEERING_LIMIT = 0.6

_MOST_READ = 4_000  # characters; a statement has at most 500
_SPACED_LETTERS = re.compile(r"(?<![a-z])(?:[a-z][ .\-_*]){3,40}[a-z](?![a-z])")
_SPACED_HAN = re.compile(
    r"(?<![\u4e00-\u9fff])[\u4e00-\u9fff](?:[ .·*_|/-]{1,2}[\u4e00-\u9fff]){3,60}(?![\u4e00-\u9fff])"
)
# Digits and signs in the place of letters.
_DISGUISED = re.compile(r"(?<![\w$@!])(?=[\d$@!|]{0,3}[a-z])(?=[a-z]{0,12}[\d$@!|])[a-z\d$@!|]{3,20}(?![\w$@|])")
_LEET = str.maketrans("0134578$@!|", "oleastbsail")

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
_NAMES = "|".join(re.escape(heading.removeprefix("## ")) for pair in HEADINGS for heading in pair)
_HEADING = re.compile(rf"[>\s]*#{{1,4}}\s*(?:{_NAMES})\s*[:：]?\s*", re.IGNORECASE)
_BODY = re.compile(r"[>\s]*(?:[-*•]\s|\[[A-Z][A-Z_]{3,}\]|\[(?:user|assistant|semantic|episodic)_[a-z]+\])|\s{2,}\S")
# The classic form in which a fact is shown: ours wherever it stands.
_TYPED = re.compile(r"[>\s]*(?:[-*•]\s*)?\[(?:user|assistant|semantic|episodic)_[a-z]+\]\s")
_LABELLED = re.compile(r"[>\s]*[^\s:：#][^:：\n]{0,24}[:：]")
_QUOTE_OR_BLANK = re.compile(r"[>\s]*")


def steering(text: str) -> float:
    """How much a text tries to steer the agent rather than describe the person, from 0 to 1.

    Wishes about how to be answered or reached are none. Cues add up: two weak ones can reach the limit.
    """
    plain = unicodedata.normalize("NFKC", secrets.plain(text[:_MOST_READ])).lower().replace("’", "'")
    plain = _SPACED_LETTERS.sub(lambda found: re.sub("[^a-z]", "", found[0]), plain)
    plain = _SPACED_HAN.sub(lambda found: re.sub(r"[^\u4e00-\u9fff]", "", found[0]), plain)
    undisguised = _DISGUISED.sub(lambda word: word[0].translate(_LEET), plain)
    scores = [_score(reading) for reading in {plain, undisguised}]
    return max(scores)


def _score(text: str) -> float:
    innocent = 1.0
    for cue in CUES:
        if cue.counts(text):
            innocent *= 1 - cue.weight
    return round(1 - innocent, 4)


def cut_recalled(text: str) -> tuple[str, int]:
    """The text without context blocks of ours, and how many characters were cut.

    A block runs from one of our headings over its bullets, sections and labelled lines; other text ends it. A line in
    the classic form `[type] content` is ours wherever it stands.
    """
    if not _has_ours(text):
        return text, 0
    lines = text.splitlines(keepends=True)
    kept = "".join(line for line, is_ours in zip(lines, _marks(lines), strict=True) if not is_ours)
    return re.sub(r"\n{3,}", "\n\n", kept).strip(), len(text) - len(kept)


def _has_ours(text: str) -> bool:
    return any(
        ("#" in line and _HEADING.fullmatch(line)) or ("[" in line and _TYPED.match(line)) for line in text.splitlines()
    )


def _marks(lines: list[str]) -> Iterator[bool]:
    """For each line whether it belongs to a block; blank lines belong to it only if it goes on behind them."""
    in_block = after_gap = False
    waiting = 0
    for place, line in enumerate(lines):
        is_blank = bool(_QUOTE_OR_BLANK.fullmatch(line))
        if in_block and is_blank:
            after_gap, waiting = True, waiting + 1
            continue
        goes_on = bool(_HEADING.fullmatch(line)) or (in_block and _is_body(lines, place, after_gap))
        yield from [goes_on] * waiting
        yield goes_on or bool(_TYPED.match(line))
        in_block, after_gap, waiting = goes_on, False, 0
    yield from [True] * waiting


def _is_body(lines: list[str], place: int, after_gap: bool) -> bool:
    """Bullets and sections always; "label: value" and a name above such a line only without a gap before it."""
    line = lines[place]
    if _BODY.match(line):
        return True
    if after_gap:
        return False
    below = lines[place + 1] if place + 1 < len(lines) else ""
    return bool(_LABELLED.match(line)) or (bool(_HEADING.fullmatch(lines[place - 1])) and bool(_LABELLED.match(below)))
