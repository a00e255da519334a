"""Words that may ask something of the memory itself: enough to read closer, whatever the sentence looks like otherwise."""

import re

_CUE = re.compile(
    r"[忘记删改换存]|清除|移除|抹[掉去]|不对|不准|过时|有误|更[新正]|纠正|订正"
    r"|\b(?:forg[eo]t|remember|memori|delet|remov|eras|wip(?:e|ing)|drop|scratch|get rid|updat|chang|correct|replac|fix|not(?:e|ing)\b|jot|sav(?:e|ing)|stor(?:e|ing)|keep|wrong|outdated|in mind\b|add\b|your memory|set\b|switch)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?:你的?|从|在)记忆[里中]|这条记忆|\byour (?:memory|memories)\b", re.IGNORECASE)


def may_ask_of_memory(text: str) -> bool:
    """Whether it is worth reading a message for a wish about the memory, even when it looks like a question or an order."""
    return bool(_CUE.search(text))


def names_memory(text: str) -> bool:
    """Whether a message speaks of the memory by its name."""
    return bool(_NAMED.search(text))
