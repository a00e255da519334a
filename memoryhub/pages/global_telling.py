"""A global memory as an agent is told it, in the very words of the context."""

from collections.abc import Iterable

from engine.text import keywords
from globalmemory.models import GlobalMemory
from globalmemory.recall import Found
from globalmemory.scoring import ALL
from memoryhub import layout, memory_levels


def told(memories: Iterable[GlobalMemory], *, is_chinese: bool) -> str:
    """The lines under their heading, '' when there is nothing to tell."""
    found = [Found(memory, None, memory.is_mandatory, ALL) for memory in memories]
    lines = [memory_levels.global_item(one, is_chinese=is_chinese).line for one in found]
    return "\n".join([layout.HEADINGS["global"][is_chinese], *lines]) if lines else ""


def tokens(text: str) -> int:
    return keywords.estimate_tokens(text)
