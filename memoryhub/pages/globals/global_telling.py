"""A global memory as an agent is told it, in the very words of the context."""

from collections.abc import Iterable

from django.utils import translation

from engine.text import keywords
from globalmemory.models import GlobalMemory
from globalmemory.recall import Found
from globalmemory.scoring import ALL
from memoryhub import layout, memory_levels


def told(memories: Iterable[GlobalMemory]) -> str:
    """The lines under their heading in the reader's language, '' when there is nothing to tell."""
    is_chinese = (translation.get_language() or "").startswith("zh")
    found = [Found(memory, None, memory.is_mandatory, ALL) for memory in memories]
    lines = [memory_levels.global_item(one, is_chinese=is_chinese).line for one in found]
    return "\n".join([layout.HEADINGS["global"][is_chinese], *lines]) if lines else ""


def tokens(text: str) -> int:
    return keywords.estimate_tokens(text)
