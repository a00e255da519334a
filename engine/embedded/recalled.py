"""Blocks of remembered text that come back inside a message: recognised by their headings, and cut out (SPEC X15)."""

import re

_HEADINGS = (
    "全局记忆",
    "关于所属公司",
    "关于当前用户",
    "长期会话片段",
    "近期会话摘要",
    "会话摘要",
    "短期窗口",
    "使用原则",
    "Global memories",
    "About the user's company",
    "About the current user",
    "Related memories",
    "Recent conversations",
    "Session summary",
    "Recent messages",
    "How to use this",
)
_HEADING = re.compile(rf"\s*#{{1,4}}\s*(?:{'|'.join(map(re.escape, _HEADINGS))})\s*[:：]?\s*$", re.IGNORECASE)
_TYPED = re.compile(
    r"\s*-?\s*\[(?:user|assistant)_[a-z]+\]|\s*-?\s*\[(?:semantic|episodic)_memory\]|\s*-?\s*\[(?:summary|episode)\]"
)
_SECTION = re.compile(r"\s*(?:\[[A-Z_]{4,}\]|[-*•] )")


def without_recalled(text: str) -> str:
    """The text without our own context blocks: a block runs from its heading to an empty line that no further
    heading, bullet or section follows. Lines in the classic form `[type] content` are ours wherever they stand."""
    kept: list[str] = []
    in_block = after_gap = False
    for line in text.split("\n"):
        if _HEADING.match(line):
            in_block, after_gap = True, False
        elif in_block and not line.strip():
            after_gap = True
        elif in_block and after_gap and not _SECTION.match(line):
            in_block = False
        if not in_block and not _TYPED.match(line):
            kept.append(line)
    return "\n".join(kept)
