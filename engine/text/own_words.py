"""What of a message its speaker said themselves: without code, quotations, pasted lines and texts to be worked on."""

import re

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
_LINES_OF_OTHERS = re.compile(
    r"^\s*(?:[>》|].*|\[?(?:user|human|assistant|agent|ai|bot|system|tool|客服|用户|助手|系统)\]?\s*[:：].*)$",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"\n]*\"|«[^»]*»|(?<![\w'])'[^'\n]{6,}'(?!\w)")
# Behind such an order and its colon stands a text that is somebody's material.
_MATERIAL = re.compile(
    r"(?:\b(?:translate|rewrite|rephrase|summari[sz]e|proofread|paraphrase|explain|continue|complete|reply to|respond to|edit|polish)\b"
    r"|翻译|润色|改写|总结|概括|校对|续写|解释|改成英文|译成)[^:：\n]{0,40}[:：].*",
    re.IGNORECASE | re.DOTALL,
)


def spoken(text: str) -> str:
    """The speaker's own words; where something was cut out stands a blank."""
    for pattern in (_FENCE, _LINES_OF_OTHERS, _QUOTED, _MATERIAL):
        text = pattern.sub(" ", text)
    return text
