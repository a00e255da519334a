"""An agent's message cut into passages and clauses, with the headings and list leads that they stand under; pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

NO_LEAD = -1
_LONGEST = 600  # characters of a sentence: what runs on longer is no statement

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)|(?:https?|ftp)://[^\s一-鿿，。]+")
_OTHERS_LINE = re.compile(r"\s*(?:[>|]|\w{1,12}\s*[:：]\s*[\"“「])")
_MARKS = re.compile(r"\*\*|__|`|~~")
# Somebody's words, as against a name in quotation marks.
_SPEECH = re.compile(
    r"[“\"「『](?=[^“”\"「」『』\n]*(?:[，。！？,!?]|[我你您]|\b(?:i|we|you|my|our)\b)|[^“”\"「」『』\n]{24})[^“”\"「」『』\n]*[”\"」』]",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\s*#{1,6}\s+")
_BULLET = re.compile(
    r"\s*(?:[-*•–·●▪]|\(?\d{1,2}[.)、）]|[（(][一二三四五六七八九十\d]{1,2}[)）]|[一二三四五六七八九十]、|[①-⑳])\s*(?!\d)"
)
# Numbers inside a line: `1. migrate 2. test`.
_INLINE = re.compile(r"(?<=[：:,，;；。.\s])\s*(?=(?:\d{1,2}[.)、）]|[（(]\d{1,2}[)）]|[①-⑳])\s*[^\s\d])")
_SENTENCE = re.compile(
    r".+?(?:[。！？!?]+[\"”」』)）]*|(?<!\bMr)(?<!\bDr)(?<!\be\.g)(?<!\bi\.e)(?<!\bNo)(?<![ap]\.m)[.…](?=\s|$)|$)"
)
_BUT = re.compile(r"[,，;；]?\s*\b(?:but|however)\b,?\s*|[,，]?(?:但是?|不过|然而|可是)[，,]?", re.IGNORECASE)
_CLAUSE = re.compile(r"(?<!\d)[,，;；:：]|[,，;；:：](?!\d)|\s[–—-]{1,2}\s|——")
_COLON = re.compile(r"[:：]\s*$")
_ASKS = re.compile(r"[?？][\"”」』)）]*$|[吗么呢](?:[。.！!]*)$")


@dataclass(frozen=True)
class Passage:
    """A sentence, or the part of one on one side of a "but".

    `under` is the place of the passage that introduces it (a heading, or a line that ends in a colon), NO_LEAD for none.
    """

    text: str
    asks: bool = False
    leads: bool = False
    is_item: bool = False
    under: int = NO_LEAD
    turns: bool = False  # stands behind a "but"
    paragraph: int = 0

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(part.strip() for part in _CLAUSE.split(self.text) if part.strip())


def of(text: str) -> list[Passage]:
    """The passages in order, without code, quoted lines and the marks of emphasis."""
    found: list[Passage] = []
    lead, paragraph, saw_items = NO_LEAD, 0, False
    for line in _lines(text):
        if not line.strip():
            paragraph += 1
            lead = NO_LEAD if saw_items else lead
            continue
        if _OTHERS_LINE.match(line):
            continue
        heading, bullet = _HEADING.match(line), _BULLET.match(line)
        if saw_items and not bullet:
            lead = NO_LEAD
        saw_items = bool(bullet)
        bare = _MARKS.sub("", line[bullet.end() if bullet else heading.end() if heading else 0 :]).strip()
        for passage in _sentences(bare):
            leads = bool(heading) or bool(_COLON.search(passage.text))
            found.append(
                Passage(
                    passage.text.rstrip(" :：。.!！;；,，"),
                    asks=passage.asks,
                    leads=leads,
                    is_item=bool(bullet),
                    under=NO_LEAD if leads and not bullet else lead,
                    turns=passage.turns,
                    paragraph=paragraph,
                )
            )
            if leads and not bullet:
                lead = len(found) - 1
            elif not bullet:
                lead = NO_LEAD
    return found


def _lines(text: str) -> Iterator[str]:
    plain = _SPEECH.sub("…", _LINK.sub(r"\1", _FENCE.sub("\n\n", text)))
    for line in plain.split("\n"):
        parts = [part for part in _INLINE.split(line) if part.strip()]
        yield from parts if len(parts) > 2 else (line,)


def _sentences(line: str) -> Iterator[Passage]:
    for match in _SENTENCE.finditer(line):
        sentence = match[0].strip()
        if not 0 < len(sentence) <= _LONGEST:
            continue
        asks = bool(_ASKS.search(sentence))
        parts = [part for part in _BUT.split(sentence) if part.strip(" ,，")]
        opens_with_but = bool(_BUT.match(sentence))
        for place, part in enumerate(parts):
            yield Passage(part.strip(), asks=asks, turns=place > 0 or opens_with_but)
