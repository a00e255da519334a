"""The user's own words in a message: code, quotations, pasted text, recalled context and role lines taken out."""

import re

from engine.embedded.english.vocabulary import words_of

# A title travels through the grammar as one word of the private use area and comes back at the end.
_FIRST_TITLE, _TITLES = 0xE200, 1000
SPEECH = "\ue0ff"  # stands where somebody's words were quoted: a clause that holds it is not the user's statement

_LONGEST = 1500  # characters: what runs on longer without a full stop is pasted, not said

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`\n]*`|\[masked: [a-z_]+\]")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")
_EMOTICON = re.compile(r"(?<!\w)[:;=]-?[)(DPpO/|*](?!\w)|<3|\^\^|[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]+")
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+|(?<!\S)[^\s@]{1,64}@[^\s@]{1,200}\.\w+")
_FORGED = re.compile(r"[\"'\]}]{0,4}\s{0,4}[\[{<|}\]>].*")
_LINE_OF_OTHERS = re.compile(
    r"^\s*(?:>|\||#|\[[a-z_]+\]|at \w+\.|Traceback|File \"|\$ |\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2})"
)
_ROLE_LINE = re.compile(
    r"^\s*(?:user|human|assistant|agent|ai|bot|system|tool|developer|customer|q|a|me|them)\s*[:：]", re.IGNORECASE
)
_HEADING = re.compile(r"^\s*#{1,6}\s")
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+")
_QUOTED = re.compile(r"\"([^\"\n]{1,200})\"|(?<![\w'])'([^'\n]{2,80})'(?![\w'])|«([^»\n]{1,200})»|《([^》\n]{1,200})》")
_NAMED = re.compile(
    r"(?:called|named|titled|entitled|song|book|novel|film|movie|series|show|game|album|like|watched|read|is|and|,)\s*$",
    re.IGNORECASE,
)
# Characters before a place in which the words that a rule looks for there must stand: reading back to the beginning
# of the message for each quotation, or each full stop, would cost the square of its length.
_NEAR = 40
_SMALL = words_of("a an the of in on at to for and or with from by as all")
_TERMINATOR = re.compile(r"(?<=[.!?…])[\"')\]]*\s+(?=\S)|[。！？]\s*|\n+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|e\.g|i\.e|approx|a\.m|p\.m|No|[A-Z]|(?:[A-Z]\.)+[A-Z]))\.$"
)
_BLANKS = re.compile(r"\s{2,}")
_RESERVED = re.compile(r"[\ue000-\uf8ff]")  # our own signs, should a message hold them
_PLAIN = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "`": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "？": "?",
        "！": "!",
        "，": ", ",
        "\u00a0": " ",
    }
)


def own_words(content: str) -> tuple[list[str], dict[str, str]]:
    """The sentences that are the user's own, each with its closing mark, and the titles that stand in them as one sign."""
    text = _INLINE_CODE.sub(SPEECH, _FENCE.sub("\n", _RESERVED.sub("", content))).translate(_PLAIN)
    text = _ADDRESS.sub("", _TAG.sub(" ", "\n".join(_own_lines(text))))
    text = _EMOTICON.sub(" ", text)
    titles: dict[str, str] = {}
    text = _QUOTED.sub(lambda found: _quoted(found, titles), text)
    return [sentence for sentence in _sentences(text) if 0 < len(sentence) <= _LONGEST], titles


def _own_lines(text: str) -> list[str]:
    lines: list[str] = []
    in_context = False
    for line in text.split("\n"):
        if _HEADING.match(line):
            in_context = True
        elif in_context and line.strip() and not _BULLET.match(line):
            in_context = False
        if in_context or _LINE_OF_OTHERS.match(line) or _ROLE_LINE.match(line):
            continue
        lines.append(_BULLET.sub("", line))
    return lines


def _quoted(found: re.Match[str], titles: dict[str, str]) -> str:
    inside = next(group for group in found.groups() if group)
    before = found.string[max(found.start() - _NEAR, 0) : found.start()]
    if not _is_title(inside, is_named=bool(_NAMED.search(before))):
        return f" {SPEECH} "
    if len(titles) >= _TITLES:
        return f" {SPEECH} "
    bare = inside.rstrip(" ,.;")
    sign = chr(_FIRST_TITLE + len(titles))
    titles[sign] = f'"{bare}"'
    return f"{sign}{inside[len(bare) :].strip()}"


def _is_title(text: str, *, is_named: bool) -> bool:
    words = text.split()
    if len(words) > 10 or re.search(r"[{}\[\]<>|]", text):
        return False
    weighty = [word for word in words if word.lower() not in _SMALL]
    is_capital = all(not word[0].islower() for word in weighty)
    return is_capital or (is_named and len(words) <= 6 and not re.search(r"\b(?:i|my|me|user)\b", text, re.IGNORECASE))


def _sentences(text: str) -> list[str]:
    sentences: list[str] = []
    start = 0
    for found in _TERMINATOR.finditer(text):
        piece = text[start : found.start()].rstrip()
        if "\n" not in found.group() and _ABBREVIATION.search(piece, max(len(piece) - _NEAR, 0)):
            continue
        sentences.append(_clean(piece + found.group().strip().replace("？", "?").replace("！", "!").strip("\"')]")))
        start = found.end()
    sentences.append(_clean(text[start:]))
    return sentences


def _clean(sentence: str) -> str:
    return _BLANKS.sub(" ", _FORGED.sub("", sentence)).strip()


def restore(text: str, titles: dict[str, str]) -> str:
    return _RESERVED.sub(lambda found: titles.get(found[0], found[0]), text) if titles else text
