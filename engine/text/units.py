"""A statement as a row of units that can be compared: marks, words under their one name, single Chinese signs."""

import re

from engine.text import concepts, keywords, quantities, values

_UNIT = re.compile(rf"{values.MARK.pattern}|[{keywords.CJK}]|[^\W{keywords.CJK}]+(?:[.'’+#-]+[^\W{keywords.CJK}]*)*")
_SAYING_NOTHING = "a an the of in on at to for and or with is are be very really quite just also about only"
_EMPTY_WORDS = frozenset(_SAYING_NOTHING.split())
_ONE_WORDING = (
    ("回复", "回答"),
    ("答复", "回答"),
    ("偏好", "喜欢"),
    ("喜爱", "喜欢"),
    ("星期", "周"),
    ("每日", "每天"),
    ("子女", "孩子"),
    ("爸爸", "父亲"),
    ("妈妈", "母亲"),
    ("老婆", "妻子"),
)
_PLAIN = {"不远": "近", "没有结婚": "单身", "没结婚": "单身", "未婚": "单身", "不难": "容易", "not far": "near", "not married": "single", "unmarried": "single"}  # fmt: skip
_DENIED = re.compile("|".join(_PLAIN), re.IGNORECASE)


def affirmed(text: str) -> str:
    """A denied word as the plain one that says it: 不远 is 近."""
    return _DENIED.sub(lambda found: _PLAIN[found[0].lower()], text)


def named(marked: str) -> list[str]:
    """The units with each known Chinese word under its one name."""
    return of(concepts.renamed(marked))


def of(marked: str) -> list[str]:
    """Marks, CJK characters and words, in one wording and without words that say nothing."""
    for wording, usual in _ONE_WORDING:
        marked = marked.replace(wording, usual)
    marked = quantities.without_limits(quantities.converted(marked))
    units = (found[0].lower() for found in _UNIT.finditer(marked))
    return [_stem(unit) for unit in units if unit not in _EMPTY_WORDS]


def _stem(word: str) -> str:
    if len(word) > 4 and word.isascii() and word.isalpha():
        return re.sub(r"(?:ing|ed|es|s|e)$", "", word)
    return word


def common(ours: list[str], theirs: list[str]) -> int:
    """How many units two rows begin with in common."""
    for place, (our_unit, their_unit) in enumerate(zip(ours, theirs, strict=False)):
        if our_unit != their_unit:
            return place
    return min(len(ours), len(theirs))


def around(units: list[str], head: int, tail: int) -> tuple[str, str, str]:
    """What stands between head and tail: alone, with the sign before and with the sign behind.

    A Chinese word may be cut through: 夏天 and 夏季, 清静 and 安静.
    """
    end = len(units) - tail
    spans = ((head, end), (max(head - 1, 0), end), (head, min(end + 1, len(units))))
    joint = "" if keywords.has_cjk("".join(units[head:end])) else " "
    return tuple(joint.join(units[first:last]) for first, last in spans)  # type: ignore[return-value]
