"""What a text does beside stating something: it asks, supposes, orders or chats; and whose, when and how far it holds.

A statement passes `no_statement` before it is merged. What lasts - a plan, a wish about all answers - is a statement.
"""

import re
from functools import lru_cache

from engine.text import normal, relatives, small_talk
from engine.text import stance_words as words

QUESTION, FILLER, HYPOTHETICAL, COMMAND = "question", "filler", "hypothetical", "command"

_SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*")
_CLAUSE = re.compile(r"[,，、]\s*|(?<=[a-z]{2})\.\s|\s+-\s+|—+")


def no_statement(text: str) -> str:
    """Why a text is nothing to remember: `question`, `filler`, `hypothetical` or `command`; '' for a statement.

    A text with one clause that states something is a statement.
    """
    plain = _plain(text)
    if not plain:
        return FILLER
    if words.SUPPOSES.search(plain) and not words.STANDING.search(plain):
        return HYPOTHETICAL
    reasons = [_clause_stance(clause, is_marked) for clause, is_marked in _clauses(plain)]
    told = [reason for reason in reasons if reason != FILLER]
    if not told:
        return FILLER
    return "" if "" in told else told[-1]


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    return normal.bare(text).replace("’", "'")


def _clauses(text: str) -> list[tuple[str, bool]]:
    """Each clause and whether a question mark closes it; a mark belongs to the last clause of its sentence."""
    found: list[tuple[str, bool]] = []
    for sentence in _SENTENCE.findall(text):
        body = sentence.rstrip("。！？!?；; ")
        parts = [part.strip() for part in _CLAUSE.split(body) if part.strip()]
        is_marked = sentence.rstrip().endswith(("?", "？"))
        found += [(part, is_marked and place == len(parts) - 1) for place, part in enumerate(parts)]
    return found


def _clause_stance(clause: str, is_marked: bool) -> str:
    if small_talk.is_small_talk(clause):
        return FILLER
    if words.LASTING.search(clause) and not _is_plain_question(clause, is_marked):
        return ""
    if _is_order(clause):
        return COMMAND
    return QUESTION if is_marked or _asks(clause) else ""


def _is_plain_question(clause: str, is_marked: bool) -> bool:
    """A question that a lasting word does not turn into a wish: "should the answers always be short?"."""
    return (
        (is_marked or _asks(clause))
        and not words.TELLS_TOO.search(clause)
        and not re.search(r"请|可以.*吗$|能.*吗$", clause)
    )


def _asks(clause: str) -> bool:
    if words.ASKS_EN.match(clause) or words.ASKS_OF_NAME.match(clause):
        return True
    return bool(words.ASKS_ZH.search(words.NOT_ASKING_ZH.sub("", clause)))


def _is_order(clause: str) -> bool:
    if words.ORDERS_EN.match(clause):
        return True
    return bool(words.ORDERS_ZH.search(clause)) and not words.LIVED.search(clause)


def is_about_other(text: str) -> bool:
    """Whether a statement's subject is somebody or something else: a relative, a friend, a neighbour, an animal."""
    plain = _plain(text)
    return bool(relatives.subject(plain)) or bool(words.OTHER.search(plain))


def is_past(text: str) -> bool:
    """Whether a statement tells only how things were; "used to …, now …" tells of today as well."""
    plain = _plain(text)
    return bool(words.PAST.search(plain)) and not words.NOW.search(plain)


def has_scope(text: str) -> bool:
    """Whether a statement holds only at certain times, in certain places or with exceptions."""
    return bool(words.SCOPE.search(_plain(text)))


def is_correction(text: str) -> bool:
    """Whether a statement puts right what was said before: "not A but B", 说错了, "turns out"."""
    return bool(words.CORRECTION.search(_plain(text)))


def tells_end(text: str) -> bool:
    """Whether a statement tells an end, a substitution or a step by which a former state is over: quit, moved to, 换成."""
    return bool(words.OVER.search(_plain(text)))


def tells_substitution(text: str) -> bool:
    """Whether one thing takes another's place: switched to, 改用; of an end alone it is not told what comes instead."""
    return bool(words.INSTEAD.search(_plain(text)))


def looks_like_change(text: str) -> bool:
    """Whether a statement may tell a reversal, an end or a correction, or only speaks of a newer time (M5, screen)."""
    plain = _plain(text)
    return tells_end(text) or bool(words.LATELY.search(plain) or words.CORRECTION.search(plain))


def is_event(text: str) -> bool:
    """Whether a statement tells something that happened once: it went on a day, and is not how things stand."""
    return bool(words.EVENT.search(_plain(text)))


def is_done(text: str) -> bool:
    """Whether a statement tells something that somebody has done: it stays done, so another one comes beside it."""
    return bool(words.DONE.search(_plain(text)))


def attitude(text: str) -> str:
    """How the person stands to what a statement names: `wants`, `likes`, `has`, or '' for anything else."""
    lower = _plain(text).lower()
    if words.WANTS.search(lower):
        return "wants"
    if words.LIKES.search(lower):
        return "likes"
    return "has" if words.HAS.search(lower) else ""
