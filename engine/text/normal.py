"""Brings text into the form in which it is stored, compared and embedded."""

import re
import unicodedata

MAX_IDENTIFIER = 64
MOST_DIGITS = 18  # whatever has no more of them fits into the 64 bits of a key

_JOINERS = "\u200c\u200d"
# Scripts whose spelling uses the joiners: Arabic and Syriac, the Indic blocks, Khmer and Mongolian.
_JOINING = "\u0600-\u07ff\u0860-\u08ff\u0900-\u0dff\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc"
_VIRAMA = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u17d2"
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_PICTURE = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_SKIN = "\U0001f3fb-\U0001f3ff"
_TAGS = "\U000e0020-\U000e007e"

# Most text is nothing but this, and needs no cleaning.
_PLAIN = re.compile("[\t\n -~\u3001-\u3011\u4e00-\u9fff\uff01-\uff5e\u2014\u2018-\u201d\u2026]*")
_LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u2029]")
# Never needed: controls, invisible spaces and fillers, bidirectional marks, annotation marks, lone surrogates.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0001]"
)
# Needed in some company only: what matches `keep` stays, the rest of these characters goes.
_CONDITIONAL = re.compile(
    f"(?P<keep>[{_PICTURE}][\ufe0e\ufe0f{_SKIN}]?(?:\u200d[{_PICTURE}][\ufe0e\ufe0f{_SKIN}]?)*(?:[{_TAGS}]+\U000e007f)?"
    f"|[0-9#*]\ufe0f?\u20e3"
    f"|(?<=[{_VIRAMA}])[{_JOINERS}]"
    f"|(?<=[{_JOINING}])[{_JOINERS}](?=[{_JOINING}])"
    f"|(?<=[{_HAN}])[\ufe00-\ufe0d\U000e0100-\U000e01ef]"
    f"|(?<=[\u1800-\u18af])[\u180b-\u180d\u180f])"
    f"|[{_JOINERS}\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
)
_HAS_CONDITIONAL = re.compile(f"[{_JOINERS}\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0020-\U000e01ef]")

# Wide and narrow forms that mean the same as their usual ones; ，！：；？～ stay, because Chinese is punctuated with them.
_FOLDABLE = re.compile(
    "[\uff02-\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff5d\uff5f-\uff9f\uffe0-\uffe6\ufb00-\ufb06\u3000]+"
)

_BULLET = re.compile(
    r"(?:[-*+–—]\s+|[•‣▪●○◦·]\s*|[-*](?=[\u4e00-\u9fff])|\[[ xX]\]\s+|[☐☑✓✔]\s*"
    r"|\d{1,3}[.)]\s+|\d{1,3}、\s*|\d{1,2}[.)](?=[\u4e00-\u9fff])|\(\d{1,2}\)\s*|[\u2460-\u2473]\s*"
    r"|[一二三四五六七八九十]{1,3}、\s*)"
)
_TAG = re.compile(
    r"[\[【]\s*(?:type|(?:(?:user|assistant|semantic|episodic|system)[_ -])?"
    r"(?:profile|goal|constraint|preference|fact|decision|plan|action|memory|memories)s?)\s*[\]】]\s*:?\s*",
    re.IGNORECASE,
)
_CLOSING = " \t.。．;；,，、…!！·"
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』", "`": "`"}

_NO_WORD = (
    "none|null|nil|n/?a|nan|undefined|unknown|unspecified|empty|nothing|tbd|todo|true|false|placeholder|lorem ipsum"
    "|not (?:applicable|available|mentioned|specified|provided|stated|given|known)"
    "|无|空|没有|暂无|未知|不详|不明|未提及|未提供|未说明|不适用|待定|待补充|同上"
)
_NOTHING_FOUND = (
    r"(?:no|none|没有|无|暂无|未发现|未提取到)(?:\s*(?:any|new|relevant|user|personal|explicit|of|the|明确的?|相关的?|新的?|用户的?|任何|可用的?|有效))*"
    r"\s*(?:facts?|information|info|memor(?:y|ies)|statements?|preferences?|content|data|信息|事实|记忆|内容|偏好|陈述)"
    r"(?:\s*(?:were|was|is|are)?\s*(?:found|available|mentioned|extracted|provided|given))?"
)
_LABEL_ONLY = (
    r"(?:the |one |a |第?[一二三四五六七八九十\d]*[条个]?)?"
    r"(?:事实|记忆|内容|陈述|示例|例子|条目|facts?|statements?|memory|memories|items?|examples?|content|text|string|value)"
    r"\s*[-_#:：]?\s*(?:\d{1,3}|[一二三四五六七八九十]|[abcnxyz甲乙丙])?"
)
_BRACKETED = r"<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]|\$\{?\w+\}?"
_EMPTY = re.compile(
    rf"(?:(?:用户|(?:the )?user)\s*[:：]?\s*)?(?:{_NO_WORD}|{_NOTHING_FOUND}|{_LABEL_ONLY}|{_BRACKETED})", re.IGNORECASE
)
_FILLER_WORD = (
    r"嗯|呃|额|啊|哦|噢|唉|哎|哈|嘿|呵|那个|这个|就是|好的?|行|可以|是的?|对的?|收到|明白了?|知道了?|了解|谢谢你?|多谢|继续|测试|你好|您好|再见"
    r"|(?:ok(?:ay)?|yes|yeah|yep|no|nope|hmm+|um+|uh+|er+|well|lol|haha|thanks|thank you|hi|hello|hey|bye|sure|fine|right|got it|go on"
    r"|continue|test|testing|please|good (?:morning|night|evening))(?![a-z])"
)
_FILLER = re.compile(rf"(?:(?:{_FILLER_WORD})[\W\d_]*)+", re.IGNORECASE)

_SUBJECT = re.compile(
    r"(?:(?:该|本|此|这位|这个|当前)?用户(?:本人|自己)?(?!名|体验|数|群|端|界面|画像|增长|量|研究|手册|故事|反馈|留存|访谈|态|表|协议)"
    r"(?:的|[:：,，]\s*)?"
    r"|(?:(?:the|this|current)\s+)*user(?:['’]s\s+|:?\s+"
    r"(?!(?:experience|interface|base|research|stor(?:y|ies)|manual|guide|ids?|names?|data|growth|interviews?|accounts?)\b)))",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """NFC text without anything invisible that could disguise it; line ends become newlines.

    Joiners stay inside emoji and in scripts spelt with them, variation selectors stay behind emoji and Han characters.
    """
    if _PLAIN.fullmatch(text):
        return text
    text = _LINE_ENDS.sub("\n", text)
    text = _UNWANTED.sub("", text)
    if _HAS_CONDITIONAL.search(text):
        text = _CONDITIONAL.sub(lambda found: found["keep"] or "", text)
    return unicodedata.normalize("NFC", text)


def single_line(text: str) -> str:
    """Clean text with every run of white space folded into one blank."""
    return " ".join(clean(text).split())


def statement(text: str) -> str:
    """The form in which a fact is stored; '' when nothing is said: a filler, a placeholder, punctuation alone."""
    line = single_line(_folded(clean(text)))
    shorter = _peeled(line)
    while shorter != line:
        line, shorter = shorter, _peeled(shorter)
    return "" if _is_empty(line) else line


def bare(text: str) -> str:
    """What is embedded: a statement without its tag and without the person as its subject."""
    return without_subject(statement(text))


def without_subject(line: str) -> str:
    """A statement that does not begin with the person; as it was when nothing else would be left."""
    return _SUBJECT.sub("", line, count=1).strip() or line if _SUBJECT.match(line) else line


def identifier(text: str) -> str | None:
    """An opaque identifier, trimmed and in NFC; None when it is empty, too long or holds invisible characters."""
    if clean(text) != unicodedata.normalize("NFC", text) or "\n" in text or "\t" in text:
        return None
    name = unicodedata.normalize("NFC", text).strip()
    return name if 1 <= len(name) <= MAX_IDENTIFIER else None


def whole_number(text: str | None) -> int | None:
    """A number or a key as an address or a form names it; None of anything that the database might not take."""
    if text is None or not (text.isascii() and text.isdecimal()) or len(text) > MOST_DIGITS:
        return None
    return int(text)


def _folded(text: str) -> str:
    folded = _FOLDABLE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    return unicodedata.normalize("NFC", folded)


def _peeled(line: str) -> str:
    """One layer less: bullet, tag, closing punctuation or a pair of quotes around the whole."""
    for opening in (_BULLET, _TAG):
        if found := opening.match(line):
            line = line[found.end() :]
    line = line.strip().rstrip(_CLOSING)
    closing = _QUOTES.get(line[:1])
    if closing and len(line) > 2 and line.endswith(closing) and closing not in line[1:-1]:
        line = line[1:-1]
    return line.strip()


def _is_empty(line: str) -> bool:
    if not any(character.isalnum() for character in line):
        return True
    return bool(_EMPTY.fullmatch(line) or _FILLER.fullmatch(line))
