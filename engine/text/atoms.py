"""Takes a joined statement apart: "likes cats; likes dogs", 喜欢猫和狗 – so that one part can change without the others."""

import re

from engine.text import keywords

_JOINT = re.compile(r"\s*[;；\n]\s*")
_LEAST = 2  # characters of a part

# Verbs whose objects stand side by side and are each true alone. "Works at X and Y" may be one thing, so it is not here.
_ZH_LIST = re.compile(
    r"(?P<head>(?:该?用户的?|我)?(?:本人|平时|经常|一直|最|很|也|都)*(?:不|不再|不太|不怎么)?"
    r"(?:喜欢|喜爱|讨厌|热爱|偏爱|爱|想|常|会|能)?(?:看(?![法来病见])|听(?!说|力)|吃(?!力|惊)|喝|玩(?!具)|学(?![校生期院历费])|养(?!老)|用(?![户力心途时])|说(?!话|法)"
    r"|读(?!者)|打(?![算扮扰听工])|做(?!法)|去(?!年|世)|收集|使用|喜欢|讨厌|会说|会用|在学|学过|有(?![时点些关人空限]))了?(?:过)?)"
    r"(?P<list>[^，,。；;、和与及跟]{1,12}(?:(?:、|和|与|以及|还有|跟)[^，,。；;、和与及跟]{1,12}){1,6})"
)
_ZH_BETWEEN = re.compile(r"、|以及|还有|和|与|跟")
_EN_LIST = re.compile(
    r"(?P<head>(?:the user |i |user )?(?:really |also |mostly |often |no longer |does not |doesn't |do not |don't )*"
    r"(?:likes?|loves?|enjoys?|hates?|dislikes?|speaks?|plays?|owns?|has|have|drinks?|eats?|reads?|collects?|knows|uses?|prefers?|is learning|learns|studies)"
    r"(?: (?:to )?(?:eat|drink|play|read|watch|eating|drinking|playing|reading|watching))? )"
    r"(?P<list>[^,;.]{1,40}?(?:(?:, and |, or |, | and | or )[^,;.]{1,40}?){1,6})",
    re.IGNORECASE,
)
# With whom something is done is no second thing: 和朋友喝茶, 和妻子搬到了苏州.
_ZH_CLAUSE = re.compile(
    r"[了过着]|一起|(?<=[一-鿿])(?:[吃喝聊搬住逛做玩看打去学]|结婚|合租|聚餐)[一-鿿]?|^(?:[我他她你]|用户)|^的|(?<=[一-鿿])(?:很|太|多|少)"
)
_EN_BETWEEN = re.compile(r", and |, or |, | and | or ")
_MOST_WORDS = 3  # of one member: a longer one is a clause, not a thing
_NO_MEMBER = re.compile(
    r"\b(?:to|with|for|in|on|at|of|because|when|if|that|who|which|is|are|was|were|has|have|but)\b", re.IGNORECASE
)


def parts(text: str) -> tuple[str, ...]:
    """The statements that a separator joins; the text itself when it is one."""
    found = tuple(part for part in _JOINT.split(text) if len(part) >= _LEAST)
    return found if len(found) > 1 else (text,)


def atoms(text: str) -> tuple[str, ...]:
    """What can change alone: joined statements, and the members of a list behind one verb, each as a statement."""
    return tuple(atom for part in parts(text) for atom in _members(part))


def _members(part: str) -> tuple[str, ...]:
    pattern, between = (_ZH_LIST, _ZH_BETWEEN) if keywords.has_cjk(part) else (_EN_LIST, _EN_BETWEEN)
    found = pattern.fullmatch(part)
    if not found:
        return (part,)
    members = [member.strip() for member in between.split(found["list"])]
    if any(not _is_thing(member) for member in members):
        return (part,)
    return tuple(f"{found['head']}{member}" for member in members)


def _is_thing(member: str) -> bool:
    if keywords.has_cjk(member) and _ZH_CLAUSE.search(member):
        return False
    return bool(member) and len(member.split()) <= _MOST_WORDS and not _NO_MEMBER.search(member)
