"""Whether a statement tells what somebody means to do, as against what they do."""

import re

from engine.text import normal

_PLANNED = re.compile(
    r"(?<![不没])(?:打算|计划(?=[去在把换买搬学做改辞跳转开移戒到]|\d)|准备(?=[去把换买搬改辞跳转移戒])|考虑|(?<!不)想(?:要)?(?=[去把换买搬学改辞跳转开移戒]|成为|当)|希望(?=[能]?(?:[去换买搬改辞跳转移戒结]|\d)))"
    r"|(?<![a-z])(?:plans?|planning|wants?|hop(?:es|ing)|intends?|aims?|would like|considering|thinking (?:of|about))"
    r" (?:to (?!be (?:called|addressed|answered))|on \w+ing|\w+ing)",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"[不没](?:再)?(?:打算|计划|准备|考虑|想|希望)|(?<![a-z])(?:no longer|not|n't|never) (?:\w+ )?(?:plan|want|hop|intend|aim)|(?<![a-z])now(?![a-z])|现在(?!还)|已经",
    re.IGNORECASE,
)


def is_plan(text: str) -> bool:
    """A plan or a wish for the future; to plan something no longer is a statement about today."""
    plain = normal.bare(text).replace("’", "'")
    return bool(_PLANNED.search(plain)) and not _DENIED.search(plain)
