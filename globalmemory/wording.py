"""How a global memory is told in a prompt."""

from globalmemory.models import GlobalMemory
from globalmemory.models.memories import FIELDS

LABELS = {
    "background": ("Background", "背景"),
    "preferred_language": ("Preferred language", "首选语言"),
    "answer_style": ("Answer style", "回答风格"),
    "long_term_goal": ("Long-term goal", "长期目标"),
    "constraints": ("Constraints", "约束"),
    "content": ("Content", "内容"),
}


def lines(memory: GlobalMemory, is_chinese: bool) -> list[str]:
    """Its name, then one labelled line a filled field; a line break within a field becomes a blank."""
    filled = [(field, " ".join(getattr(memory, field).split())) for field in FIELDS]
    return [memory.name, *(_line(field, text, is_chinese) for field, text in filled if text)]


def _line(field: str, text: str, is_chinese: bool) -> str:
    english, chinese = LABELS[field]
    return f"{chinese}：{text}" if is_chinese else f"{english}: {text}"
