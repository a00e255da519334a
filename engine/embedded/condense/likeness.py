"""How much of what one line speaks of another line speaks of too, in words of either language."""

import re

from engine.embedded.english import verbs
from engine.embedded.english.vocabulary import words_of
from engine.text import keywords

# Words of every to-do and every question: they tell nothing of the matter.
_FRAME_ZH = re.compile(
    r"用户(?:一方)?的?|助手|要|去|就|吧|那|需要?|打算|计划|想|先|还|把|得|一下|什么时候|哪[个种些家里天]?|几点|多久|什么|怎么|如何|多少|几|吗|呢|的|了|吧|我们?|已经?|也|是|会|和|在|有"
)
_FRAME_EN = words_of(
    "user users assistant need needs want wants plan plans still also team which what "
    "how should shall could would might must may long much many"
)
# Stems are compared by this many letters: countertop and countertops, renovate and renovation.
_STEM = 6
# When something was said is no part of what was said.
_STAMP = re.compile(r"\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?|\((?:as of|mentioned on) [^)]*\)")


def covered(line: str, by: str, *, but: str = "") -> float:
    """The share of `line` that `by` speaks of, from 0 to 1; 0 when `line` speaks of nothing.

    What stands in `but` as well is left out of `line`.
    """
    line, by = _STAMP.sub("", line), _STAMP.sub("", by)
    if keywords.has_cjk(line):
        return _covered_chinese(_without_shared(line, but) if but else line, by)
    wanted = stems(line) - stems(but)
    return len(wanted & stems(by)) / len(wanted) if wanted else 0.0


def has_matter(line: str) -> bool:
    """Whether there is anything in it that could be spoken of."""
    if keywords.has_cjk(line):
        return any(sign.isalnum() for sign in _FRAME_ZH.sub("", line))
    return bool(stems(line))


def _without_shared(line: str, but: str) -> str:
    """Chinese: without the pairs of signs that both have."""
    left = line
    for at in range(len(line) - 1):
        pair = line[at : at + 2]
        if pair in but:
            left = left.replace(pair, " ")
    return left


def turned(line: str, by: str) -> bool:
    """Whether Chinese words of a line stand in another in turned order: 喝水多吗, 水喝得多."""
    if not keywords.has_cjk(line):
        return False
    signs = {sign for sign in _FRAME_ZH.sub("", line) if keywords.has_cjk(sign)} - set("他她它吗您你我这那")
    shared = {sign for sign in signs if sign in by}
    return len(shared) >= 2 and 2 * len(shared) > len(signs)


def length(line: str) -> int:
    """How much there is in a line to be spoken of."""
    return sum(sign.isalnum() for sign in _STAMP.sub("", line))


def stems(text: str) -> frozenset[str]:
    """The words that tell what is spoken of, in one form each."""
    words = [word for word in keywords.key_words(text) if word not in _FRAME_EN]
    return frozenset((verbs.base_of(word) or word)[:_STEM].rstrip("s") for word in words)


def _covered_chinese(line: str, by: str) -> float:
    """By signs, where at least two that stand together are shared: a to-do and its deed turn the words round."""
    parts = [part for part in _FRAME_ZH.split(line) if part.strip()]
    signs = [sign for sign in "".join(parts).casefold() if sign.isalnum()]
    plain = by.casefold()
    pairs = [part[at : at + 2].casefold() for part in parts for at in range(len(part) - 1)]
    if not signs or not any(pair in plain for pair in pairs):
        return 0.0
    return sum(sign in plain for sign in signs) / len(signs)
