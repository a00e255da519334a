"""Masks what must not be kept: passwords, keys, one-time codes, identity, card and account numbers."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.text.secret_labels import LABEL_RULES
from engine.text.secret_rules import FORM_RULES

# Wide digits, letters and signs have their narrow twin at a fixed distance, so places in the text stay the same.
_NARROW = {0xFF01 + step: 0x21 + step for step in range(94)} | {0x3000: 0x20, 0x2013: 0x2D, 0x2010: 0x2D, 0xA0: 0x20}

_NARROW |= {
    code: ord(twin)
    for code in (*range(0x1D400, 0x1D800), *range(0x24B6, 0x24EA))
    if len(twin := unicodedata.normalize("NFKC", chr(code))) == 1 and twin.isascii()
}
# Greek and Cyrillic letters that look like a Latin one: inside a word that also has Latin letters they hide it.
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһԛԝвкмнтАВЕКМНОРСТУХІЈЅαβεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijsdhqwbkmhtABEKMHOPCTYXIJSabeiknoptuxABEZHIKMNOPTYX",
)
_HAS_OTHER = re.compile("[\u0370-\u052f]")
_MIXED_WORD = re.compile("(?:[A-Za-z0-9]+[\u0370-\u052f]|[\u0370-\u052f]+[A-Za-z])[A-Za-z0-9\u0370-\u052f]*")
# Digits written as Chinese numerals, one by one.
_NUMERALS = str.maketrans("零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖", "0012345678912123456789")
_SPOKEN_NUMBER = re.compile("[零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖]{4,}")

_DIGIT = re.compile("[0-9]")
_MASK = re.compile(r"\[masked: [a-z_]+\]")
_OPAQUE = "\ue000"  # a private character that no rule knows


@dataclass(frozen=True)
class Masked:
    """The text with each secret replaced, and how many of each kind there were."""

    text: str
    kinds: Mapping[str, int]


MOST_LOOKS = 5


@dataclass(frozen=True)
class Finding:
    """A part of a text that is not to be kept."""

    start: int
    end: int
    kind: str


def mask(text: str) -> Masked:
    """Replace each secret by `[masked: kind]`; masking a masked text changes nothing. Expects cleaned text.

    What stands behind a mask may only then read as labelled ("ID [masked]: 000000"), so it is looked at again.
    """
    masked = replaced(text, _findings(text))
    kinds = dict(masked.kinds)
    for _ in range(MOST_LOOKS):
        if not masked.kinds:
            break
        masked = replaced(masked.text, _findings(masked.text))
        kinds = {kind: kinds.get(kind, 0) + masked.kinds.get(kind, 0) for kind in {*kinds, *masked.kinds}}
    return Masked(masked.text, kinds)


def has_secret(text: str) -> bool:
    return bool(_findings(text))


def holds_mask(text: str) -> bool:
    """Whether something was masked in a text, even if only the beginning of the mask is left."""
    return "[masked" in text


def replaced(text: str, findings: Iterable[Finding]) -> Masked:
    """The text with each finding replaced; they come in order and without overlaps."""
    kinds: dict[str, int] = {}
    parts: list[str] = []
    done = 0
    for finding in findings:
        parts += (text[done : finding.start], f"[masked: {finding.kind}]")
        kinds[finding.kind] = kinds.get(finding.kind, 0) + 1
        done = finding.end
    return Masked("".join([*parts, text[done:]]), kinds)


def plain(text: str) -> str:
    """The text as a reader sees it, with every character in its place: wide, disguised and spoken signs become usual ones."""
    narrow = text.translate(_NARROW)
    if _HAS_OTHER.search(narrow):
        narrow = _MIXED_WORD.sub(lambda word: word[0].translate(_LOOK_ALIKES), narrow)
    return _SPOKEN_NUMBER.sub(lambda number: number[0].translate(_NUMERALS), narrow)


def opaque(text: str) -> str:
    """The plain text, in which nothing masked can be found again."""
    return _MASK.sub(lambda mask: _OPAQUE * len(mask[0]), plain(text))


def _findings(text: str) -> list[Finding]:
    """What was found, in order and without overlaps; of overlapping findings the rule that stands first names the kind."""
    narrow = opaque(text)
    lower = narrow.lower()
    digits = len(_DIGIT.findall(narrow))
    return joined(
        Finding(start, end, rule.kind)
        for rule in (*FORM_RULES, *LABEL_RULES)
        if rule.may_find(lower, digits)
        for start, end in rule.find(narrow)
    )


def joined(found: Iterable[Finding]) -> list[Finding]:
    """In order and without overlaps; of overlapping findings the first named one gives the kind."""
    joined: list[Finding] = []
    for finding in sorted(found, key=lambda each: each.start):
        if joined and finding.start < joined[-1].end:
            last = joined[-1]
            joined[-1] = Finding(last.start, max(last.end, finding.end), last.kind)
        else:
            joined.append(finding)
    return joined
