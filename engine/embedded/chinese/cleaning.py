"""What is cut out of a Chinese message before it is read, and what is kept whole: titles, short quotes, brackets."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.embedded.chinese import cues, spoken
from engine.text import guard

KEPT_BASE, FOREIGN = 0xE200, "\ue1ff"  # private-use signs: a span kept whole; words that are not the speaker's

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`\n]*`")
_MARKUP = re.compile(r"<[A-Za-z/!][^<>]{0,200}>")
_JSON = re.compile(r"""(?:["']\s*[\]}]|[\[{]\s*["'])[^\n]*""")
_LINK = re.compile(r"\[masked: [a-z_]+\]|(?:https?|ftp)://[^\s一-鿿，。]+|www\.[^\s一-鿿，。]+")
_ROLE_LINE = re.compile(
    r"^[^\S\n]*[\[【(（]?[^\S\n]*(?:agent|assistant|user|system|human|ai|bot|tool|developer|助手|助理|用户|系统|客服|机器人|人类)"
    r"[^\S\n]*[\]】)）]?[^\S\n]*[:：].*$",
    re.IGNORECASE | re.MULTILINE,
)
_SPEAKER_LINE = re.compile(r"^[^\S\n]*(?!我)[^\s:：，。,]{1,8}[:：](?!//).+$", re.MULTILINE)
_INLINE_SPEAKER = re.compile(
    rf"(?:(?<=^)|(?<=[\s。！？；;】\]）)]))(?:[{cues.SURNAMES}][一-鿿]{{1,2}}|[A-Z甲乙丙丁问答]|客户|老板|面试官|对方|领导|采购方|供应商|[男女]方?|[他她])\s*[:：](?!//)[^\n]*",
    re.MULTILINE,
)
_QUOTED_LINE = re.compile(r"^[^\S\n]*[>》|].*$", re.MULTILINE)
_TITLE = re.compile(r"《[^《》\n]{1,60}》")
_QUOTE = re.compile(r"“([^“”\n]*)”|「([^「」\n]*)」|『([^『』\n]*)』|‘([^‘’\n]*)’|\"([^\"\n]*)\"")
_BRACKET = re.compile(r"（([^（）\n]*)）|\(([^()\n]*)\)|【([^【】\n]*)】")
_EMOJI = re.compile("[\U0001f000-\U0001faff☀-➿️‍⬀-⯿]+")
_LAUGH = re.compile(r"哈{2,}|嘿{2,}|嘻{2,}|呵{2,}|h{3,}|233+|(?<![a-z])(?:lol|doge|orz|qaq)(?![a-z])", re.IGNORECASE)
_SPEECH = re.compile(r"[，。！？,!?；;]|我|你|咱")


@dataclass
class Cleaned:
    """The text to read, the spans that stand behind its private-use signs, and what was left out, by reason."""

    text: str
    kept: dict[str, str] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)

    def restore(self, text: str) -> str:
        return "".join(self.kept.get(sign, sign) for sign in text)


def clean(content: str) -> Cleaned:
    """Cut code, markup, pasted dialogue and foreign words; keep titles and short quotes as one sign each."""
    cleaned = _own(content)
    cleaned.text = _LINK.sub(FOREIGN, cleaned.text)
    _keep(cleaned, _TITLE, lambda _: True)
    _keep(cleaned, _QUOTE, _is_name_like)
    _keep(cleaned, _BRACKET, _is_name_like, otherwise="")
    cleaned.text = spoken.plain(_LAUGH.sub("", _EMOJI.sub("，", cleaned.text)))
    return cleaned


def as_said(content: str) -> str:
    """The speaker's own words, unchanged: without code and pasted dialogue, an ellipsis for what others said."""
    return _QUOTE.sub(lambda quote: quote[0] if _is_name(quote) else "…", _own(content).text)


def _is_name(quote: re.Match[str]) -> bool:
    inner = "".join(part or "" for part in quote.groups())
    return _is_name_like(inner) and guard.steering(inner) < guard.STEERING_LIMIT


def _own(content: str) -> Cleaned:
    cleaned = Cleaned(re.sub("[\ue000-\uf8ff]", "", content))
    if len(_SPEAKER_LINE.findall(cleaned.text)) > 1:
        _cut(cleaned, _SPEAKER_LINE, "dialogue")
    for pattern, reason in (
        (_FENCE, "code"),
        (_INLINE_CODE, "code"),
        (_ROLE_LINE, "dialogue"),
        (_INLINE_SPEAKER, "dialogue"),
        (_QUOTED_LINE, "quote"),
        (_JSON, "code"),
        (_MARKUP, "code"),
    ):
        _cut(cleaned, pattern, reason)
    return cleaned


def _cut(cleaned: Cleaned, pattern: re.Pattern[str], reason: str) -> None:
    cleaned.text, count = pattern.subn("\n", cleaned.text)
    if count:
        cleaned.dropped[reason] += count


def _is_name_like(inner: str) -> bool:
    return 0 < len(inner) <= 24 and not _SPEECH.search(inner)


def _keep(
    cleaned: Cleaned, pattern: re.Pattern[str], is_kept: Callable[[str], bool], *, otherwise: str = FOREIGN
) -> None:
    def sign(match: re.Match[str]) -> str:
        inner = "".join(part or "" for part in match.groups()) if match.re.groups else match[0]
        if not is_kept(inner) or len(cleaned.kept) > 1000:
            return otherwise
        mark = chr(KEPT_BASE + len(cleaned.kept))
        cleaned.kept[mark] = match[0]
        return mark

    cleaned.text = pattern.sub(sign, cleaned.text)
