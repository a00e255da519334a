"""A message that is nothing but a wish to forget what its speaker said just before: "Forget that.", 忘了这个."""

import re
from collections.abc import Sequence

from engine.questions import USER, Line

# "Forget it" and 算了 let a matter rest; they ask nothing of the memory.
_EN = re.compile(
    r"^(?:(?:please|pls|ok|okay|actually|oh|no|wait|sorry|could you|can you|you can|just|now)[,.]?\s+)*"
    r"(?:(?:forget|delete|erase|remove)(?: about)?|(?:don['’]t|do not) (?:remember|save|store|keep|note))\s+"
    r"(?:that|this|(?:that|this|what|the (?:last )?thing)(?: (?:thing|fact))? i (?:just |have just |['’]ve just )?(?:said|told you|mentioned|wrote)(?: to you)?(?: just now| before| above)?"
    r"|my (?:last|previous) (?:message|statement|sentence))"
    r"(?: (?:from|in) your (?:memory|memories|notes))?(?:,? (?:please|again|thanks|thank you))*$",
    re.IGNORECASE,
)
_ZH_WHAT = (
    r"(?:(?:刚才|刚刚|上面|前面|之前)?(?:的)?(?:这|那|上一?)(?:个|条|句|件事|一条|一句|些)(?:话|事|信息|消息)?|(?:我)?(?:刚才|刚刚|刚|上面)(?:我)?(?:说|讲|提|告诉你)(?:过)?的?(?:那|这)?(?:个|条|句|件事)?(?:话|事|内容)?"
    r"|(?:刚才|刚刚)的(?:话|事|内容))"
)
_ZH_DO = r"(?:忘了|忘掉|忘记|删掉|删除|删了|别记(?:住|下|着)?|不要记(?:住|下|着)?|不用记(?:住|下|着)?)"
_ZH = re.compile(
    rf"^(?:请|麻烦|帮我|你|能不能|可以|可不可以|还是|算了[，,]?|哦[，,]?){{0,4}}(?:{_ZH_DO}{_ZH_WHAT}|(?:把|将)?{_ZH_WHAT}(?:给|都|也)?{_ZH_DO})(?:吧|了|吗|好吗|好不好|谢谢)?$"
)
_EDGE = " \t\n.。!！?？~～，,"


def points_back(text: str) -> bool:
    bare = text.strip(_EDGE)
    return bool(_EN.match(bare) or _ZH.match(bare))


def line_before(line: Line, target: Sequence[Line], reference: Sequence[Line]) -> Line | None:
    """What the same speaker said last before this line; None when nothing is known of that."""
    told = reference if any(_is(one, line) for one in reference) else [*reference, *target]
    place = next((place for place, one in enumerate(told) if _is(one, line)), 0)
    return next((one for one in reversed(told[:place]) if one.role == USER), None)


def _is(one: Line, line: Line) -> bool:
    return one is line or (bool(line.key) and one.key == line.key)
