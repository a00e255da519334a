"""The names and titles that a statement holds, and when two of them are one."""

import re

from engine.text import keywords

_TITLE = re.compile(r"[《〈「『“\"]([^《》〈〉「」『』“”\"]{1,80})[》〉」』”\"]")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9+#.&'’-]*")
_PLACE_WORD = re.compile(r"(?:in|at|from|to|near|around|into)$")


def titles(text: str) -> set[str]:
    """Books, films and other things named between marks: two of them are two, and one is more than none."""
    return {found[1].strip().lower() for found in _TITLE.finditer(text)}


def names(text: str) -> dict[str, bool]:
    """Names in Latin letters, in lower case, and whether each stands behind a preposition of place.

    Dates are taken out before. In Chinese every Latin word is a name; in English a capital away from the beginning, or more than one, makes a name.
    """
    is_chinese = keywords.has_cjk(text)
    found: dict[str, bool] = {}
    before = ""
    for word in _NAME.finditer(text):
        name = re.sub(r"['’]s$|[.'’-]+$", "", word[0])
        has_capital = name != name.lower()
        is_opening = word.start() == 0 and name[1:] == name[1:].lower()
        if name != "I" and (is_chinese or (has_capital and not is_opening)):
            found[name.lower()] = bool(_PLACE_WORD.search(before))
        before = word[0].lower()
    return found


def opening(text: str) -> str:
    """The first word, which has a capital whether it is a name or not."""
    found = _NAME.match(text)
    return re.sub(r"['’]s$", "", found[0]).lower() if found else ""


def are_one(a: str, b: str) -> bool:
    """Equal, or one the short form of the other ("tx" for "texas"); "java" and "javascript" are two."""
    short, long = sorted((a, b), key=len)
    letters = iter(long)
    return short == long or (len(short) <= 3 and short[:1] == long[:1] and all(letter in letters for letter in short))
