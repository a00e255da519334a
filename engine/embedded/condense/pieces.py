"""Cuts a sentence where it tells two things that belong in two sections, asks two questions, or runs on without an end.

A cut stands only before a clause with a subject of its own, so that no clause loses its denial or its condition.
"""

import re
from collections.abc import Iterator

from engine.embedded.condense import cues
from engine.text import keywords

# Characters from which a sentence is cut where it can be, in Chinese and in English.
_LONG = {True: 80, False: 180}
_BOUND_ZH = re.compile(r"(?<=[，；])")
_SUBJECT_EN = r"(?:i|we|my|our|he|she|they|it|there|this|that|the|you|please|his|her|their)(?:'\w+)?(?![a-z])"
_BOUND_EN = re.compile(
    rf"(?<=[,;–—])\s+(?=(?:can|could|would|will|do|does|is|are|what|which|how|when|where) (?:you|i|we|that|it|this|the)(?![a-z]))|(?<=[,;–—])\s+(?=(?:(?:and|but|so|then|also|because|plus|though|although) )*{_SUBJECT_EN})|\s+(?=(?:and|but|so) (?:i|we|my|our)(?![a-z]))",
    re.IGNORECASE,
)
_OWN_ZH = re.compile(
    r"我|咱|您|你|他|她|它|另外|还有|然后|而且|但|不过|所以|因为|这|那|如果|目前|现在|其中|同时|首先|其次|最后|对了"
)
_ASKED_EN = re.compile(
    r",?\s+(?:and|or)\s+(?=(?:also )?(?:which|what|when|where|who|why|how|is|are|do|does|did|can|could|will|would|should)(?:'s)? \w)",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"(?:if|when|suppose|since|because|as|what|how|why|who|where|which|do|does|is|are|can)(?![a-z])|如果|要是|假如|万一|既然|因为|怎么|为什么|是不是|什么",
    re.IGNORECASE,
)
_ASKED_ZH = re.compile(r"(?:吗|呢|什么|多少|几[个点天号]|哪[里儿个天])[，,]")


def of(sentence: str) -> Iterator[str]:
    """The sentence itself, mostly; its marks stay where they are."""
    for part in _questions(sentence):
        yield from _told(part)


def _questions(sentence: str) -> Iterator[str]:
    if not cues.ASKS.search(sentence):
        yield sentence
        return
    is_chinese = keywords.has_cjk(sentence)
    at, mark = 0, "？" if is_chinese else "?"
    for found in (_ASKED_ZH if is_chinese else _ASKED_EN).finditer(sentence):
        head, rest = sentence[at : found.end() if is_chinese else found.start()], sentence[found.end() :]
        if _asks(head, is_chinese=is_chinese) and rest.strip():
            yield head.rstrip("，, ") + mark
            at = found.end()
    yield sentence[at:]


def _asks(head: str, *, is_chinese: bool) -> bool:
    """Whether what stands before is a question too: "Is it small and what does it cost?", not "Is there tea and what"."""
    return is_chinese or bool(cues.INVERTED.match(cues.OPENER.sub("", head).strip()))


def _told(sentence: str) -> Iterator[str]:
    is_chinese = keywords.has_cjk(sentence)
    clauses = _clauses(sentence, is_chinese=is_chinese)
    told = _told_before_asking(clauses, is_chinese=is_chinese)
    if told:
        yield from (told, sentence[len(told) :].lstrip(", "))
        return
    is_long = len(sentence) > _LONG[is_chinese]
    alone = [_stands_alone(clause) for clause in clauses]
    if not is_long and not any(alone):
        yield sentence
        return
    held = ""
    for clause, stands, stood in zip(clauses, alone, [False, *alone], strict=False):
        too_long = is_long and 2 * len(held) > _LONG[is_chinese] and _begins(clause, is_chinese=is_chinese)
        if held and (stands or stood or too_long):
            yield held
            held = ""
        held = f"{held} {clause}" if held and not is_chinese else held + clause
    if held:
        yield held


def _told_before_asking(clauses: list[str], *, is_chinese: bool) -> str:
    """What somebody has to do or bounds before they ask: "I need it by May, can you do that?" is two sentences."""
    if len(clauses) < 2 or not cues.ASKS.search(clauses[-1]):
        return ""
    told = "".join(clauses[:-1]) if is_chinese else " ".join(clauses[:-1])
    bare = cues.OPENER.sub("", told).strip(" ，,;；")
    if _SUPPOSES.match(bare) or cues.ASKS.search(bare) or not (cues.is_task(bare) or cues.is_limit(bare)):
        return ""
    return told


def _clauses(sentence: str, *, is_chinese: bool) -> list[str]:
    return [part for part in (_BOUND_ZH if is_chinese else _BOUND_EN).split(sentence) if part.strip()]


def _begins(clause: str, *, is_chinese: bool) -> bool:
    return bool(_OWN_ZH.match(clause)) if is_chinese else True


def _stands_alone(clause: str) -> bool:
    """Whether it only introduces somebody, or calls something off."""
    bare = cues.OPENER.sub("", clause).strip(" ，；,;。.!！")
    return bool(cues.INTRODUCES.match(bare) or cues.calls_off(bare))
