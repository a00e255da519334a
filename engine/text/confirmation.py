"""Tells a thing that was settled from one that is still being weighed, in Chinese and English."""

import re

_ENGLISH = re.compile(
    r"(?<![A-Za-z0-9_])(?:confirm(?:ed|s|ation)?|final|finali[sz]ed?|decided?|decision|agreed?|agreement|adopt(?:ed|s|ing)?"
    r"|(?:go|going|went) with|settled on|approved|next steps?|it is settled|we(?: wi|['’])ll (?:use|proceed)|locked in)(?![A-Za-z0-9_])",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"确认|确定|决定|敲定|最终|定稿|同意|采用|采纳|选定|商定|约定|达成一致|就按|定为|定下|一致认为|下一步"
)
_OPEN = re.compile(
    r"(?<![A-Za-z])(?:not|never|isn['’]t|hasn['’]t|haven['’]t)(?:\s+\w+){0,2}\s+(?:confirmed|final|decided|agreed|approved)(?![A-Za-z])|"
    r"(?<![A-Za-z])(?:please|can you|could you|to be)\s+(?:confirm(?:ed)?|decide)(?![A-Za-z])|(?:尚未|还没有?|没有?|未|请您?|是否|不)(?:最终|正式)?(?:确认|确定|决定|同意|采用)",
    re.IGNORECASE,
)


def is_confirmed(text: str) -> bool:
    """Whether the text confirms something; asking for a confirmation, or saying that there is none, does not."""
    settled = _OPEN.sub(" ", text)
    return bool(_ENGLISH.search(settled) or _CHINESE.search(settled))
