"""Words that may ask something of the memory itself: enough to look closer, whatever the sentence looks like otherwise."""

import re

_ZH = re.compile(
    r"(?:你的?|从|在)?记忆[里中]|(?:忘掉|忘了|忘记|删掉|删了|删除|清除|移除|记住|记下来?|记一下|存一下|记好|牢记|记得|别(?:再)?记|不要(?:再)?记|取消记录)[^。！？?]{0,12}[我咱俺]"
    r"|(?<![一-鿿])[^。！？?]{0,6}[我咱俺][^。！？?]{1,24}(?:忘掉|忘了|忘记|删掉|删了|删除|改成|改为|换成|更新|改一下|更正|记一下|记住|记下来)"
    r"|(?:帮我|请)(?:把|将)[^。！？?]{1,24}(?:改成|改为|换成|更新为|更新成|忘掉|忘了|删掉|删了|记下来|记住)|记错了|更正|纠正"
    r"|(?:之前|以前|上次|刚才)[^。！？?]{0,4}(?:说|记|提)[^。！？?]{1,16}(?:不对|错了|有误|改成)"
)
_EN = re.compile(
    r"\b(?:forget|unremember|delete|remove|erase|wipe|drop|remember|memori[sz]e|note|update|change|correct|replace|fix|save|store)\b[^?!]{0,60}(?<![a-z])(?:i|i['’]m|i['’]ve|my|me|our|we|your (?:memory|notes?|records?))(?![a-z])"
    r"|\b(?:forget|delete|remove|erase|correct|update|change|remember|note) (?:that|this|it)\b",
    re.IGNORECASE,
)


_NAMED = re.compile(r"(?:你的?|从|在)记忆[里中]|这条记忆|\byour (?:memory|memories)\b", re.IGNORECASE)


def names_memory(text: str) -> bool:
    """Whether a message speaks of the memory by its name."""
    return bool(_NAMED.search(text))


def may_ask_of_memory(text: str) -> bool:
    """Whether it is worth reading a message for a wish about the memory, even when it looks like a question or an order."""
    return bool(_ZH.search(text) or _EN.search(text))
