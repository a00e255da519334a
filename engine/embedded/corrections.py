"""The English wishes that something remembered be corrected: from the old statement to the new one."""

import re
from dataclasses import dataclass

from engine.embedded import english
from engine.text import attributes, topics

ADD, UPDATE, DELETE = "ADD", "UPDATE", "DELETE"
ORDER = r"(?:update|change|correct|fix|amend|adjust|set|make)"

OPENERS = (
    r"by the way|btw|(?:one|just one) (?:more|last) thing|(?:a )?quick (?:thing|note|one|favou?r)|oh and|fyi|for (?:the )?(?:future )?(?:reference|record)|before i forget|anyway"
    r"|in that case|on second thoughts?|listen|look|first(?: of all)?|finally|again"
)
_OPENING = rf"^(?:(?:{OPENERS}|please|pls|ok|okay|hey|hi|hello|and|also|now|so|actually|just|oh|no|well|sorry|could you|can you|would you|will you|i want you to|i'd like you to|you can)[,]?\s+)*"
_MINE = r"(?P<slot>my (?:\w+'s )?[\w -]+?)"
_IT = r"(?:it|that|this|your (?:memory|notes?|records?)|what you (?:know|have|remember))"
_CLOSING = re.compile(
    rf"[,;.!\s–-]+(?:(?:so|and|please|could you|can you)[, ]+)*{ORDER} {_IT}(?: accordingly| please| in your memory)*$",
    re.IGNORECASE,
)
_TO_IT = re.compile(
    r"(?:^|[,;.]\s*|\band\s+|\bso\s+)(?:(?:so|please|and)[, ]+)*(?:update|change|correct|set|switch)\s+(?:it|that|this|my \w+(?: \w+)?|your (?:memory|notes?|records?))\s+(?:to|into)\s+(?P<new>.+)$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    rf"{_OPENING}(?:(?:update|change|correct|set|switch|fix)\s+{_MINE}\s+(?:from\s+(?P<old>.+?)\s+)?to|replace\s+(?P<other>my [\w -]+?)\s+(?:with|by))\s+(?P<new>.+)$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    rf"{_OPENING}(?:{ORDER}\s+(?:what you (?:know|have|remember|noted)(?: down)? about |what i (?:said|told you) about |the (?:memory|note|entry) (?:about|on) )?{_MINE}|what i (?:said|told you) about {_MINE.replace('slot', 'said')}(?: earlier| before)? (?:is|was)(?: now)? (?:wrong|outdated|incorrect|not right|no longer true)"
    rf"|you(?:'ve| have)? (?:have|got|remember|noted)? ?{_MINE.replace('slot', 'held')} (?:wrong|down wrong|incorrectly)|{_MINE.replace('slot', 'news')} (?:has|have) changed|{_MINE.replace('slot', 'bad')} (?:is|are) (?:wrong|outdated|out of date|incorrect|not right|no longer (?:right|correct|true))(?: in your (?:memory|notes?|records?))?)\s*[:,;.–-]+\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"^(?:it(?:'s|'ll be| is| should be| should read| was)|(?:it )?should (?:be|read)|now(?: it's| it is)?|it's now|the (?:right|correct|new) one is|they are)\s+(?:now |actually )?(?P<value>.+?)(?:,? not (?P<wrong>.+))?$",
    re.IGNORECASE,
)
_MEMORY_NEWS = re.compile(
    rf"{_OPENING}(?:update|correct|change) (?:your (?:memory|notes?|records?)|what you (?:know|have|remember)(?: about me)?)\s*[:,;–-]+\s*(?P<news>.+)$",
    re.IGNORECASE,
)
_NOT_BUT = re.compile(
    r"^(?P<mark>(?:(?:actually|no|sorry|correction|(?:please )?(?:correct|fix|update) (?:that|this|it)(?: please)?(?=\s*[:,–-])|please correct(?: that| this)?|oh|wait|i meant)\s*[,:–-]*\s+)+)?(?P<said>.+?),?\s+(?:and )?not (?P<wrong>[^,;.]+)$",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\b(?:correction|(?:please )?(?:correct|fix|update) (?:that|this|it)|please correct)\b", re.IGNORECASE
)
_STILL = re.compile(
    rf"{_OPENING}you (?:still )?(?:think|believe|say|assume|remember|have it)(?: that)? (?P<old>(?:i|i'm|my)\b.+?)\s*[,;.]\s*(?:but )?(?P<new>(?:i|i'm|my)\b.+)$",
    re.IGNORECASE,
)
_BARE = re.compile(r"^(?:it's|it is|that's|it should be)\s+(?P<value>[\w' -]{1,60})$", re.IGNORECASE)

_NEGATION = re.compile(r"\b(?:no longer|(?:do |does )?not)\b|\bany ?more\b|\bany longer\b", re.IGNORECASE)
_SHORT_NOT = re.compile(r"(?<=\w)(?:n't)\b")
_STOPPED = re.compile(
    r"^i(?:'ve| have)? (?:stopped|quit|gave up|given up) (?P<doing>\w+ing)\b(?P<rest>.*)$", re.IGNORECASE
)
_HEAD = re.compile(
    r"(?P<head>.*\b(?:in|at|for|to|as|is|are|an?|the|likes|prefers|uses|drives|eats|drinks|speaks|plays|has|owns|called|named|studies)\s+)(?P<object>[^\s].*)$"
)


@dataclass(frozen=True)
class Wish:
    """`op` with the statements it is about, in the third person; '' where it names none. Not `is_clear`: as it was said."""

    op: str
    old: str = ""
    new: str = ""
    is_clear: bool = True


def find(text: str) -> Wish | None:
    """What one sentence wants corrected; None when it wants nothing of the kind."""
    found = next((wish for read in _READERS if (wish := read(text)) is not None), None)
    return found if found and found.new and found.old else None


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _changed(text: str) -> Wish | None:
    """Change my budget from 500 to 800: only what a person has one of, no document, no alarm."""
    found = _CHANGE.match(text)
    if not found:
        return None
    slot = (found["slot"] or found["other"])[3:].strip()
    if not topics.names_attribute(slot) or found["new"].lower().startswith(("include ", "have ")):
        return None
    old = f"The user's {slot} is {found['old']}" if found["old"] else f"The user's {slot}"
    return Wish(UPDATE, old, f"The user's {slot} is {found['new']}")


def _exchanged_in_place(text: str) -> Wish | None:
    """I no longer drink coffee, update it to tea."""
    target = _TO_IT.search(text)
    if not target:
        return None
    affirmed = _affirmed(text[: target.start()])
    if not affirmed:  # I moved, so please update my city to Porto
        return _changed(re.sub(r"^[,;.\s]*(?:(?:and|so|but) )*", "", text[target.start() :]))
    old = english.restate(capital(affirmed)) if affirmed else ""
    return Wish(UPDATE, old, _exchanged(old, target["new"]))


def _news(text: str) -> Wish | None:
    """Please update your memory: I now work at Siemens."""
    found = _MEMORY_NEWS.match(text)
    if not found:
        return None
    corrected = _not_but(f"Correction: {found['news']}")
    if corrected and corrected.old:
        return corrected
    new = english.restate(capital(found["news"]))
    return Wish(UPDATE, _topic_of(new), new)


def _about(text: str) -> Wish | None:
    """You have my job wrong: I'm a nurse. What I said about my age was wrong, it should be 34."""
    found = _ABOUT.match(_CLOSING.sub("", text))
    if not found:
        return None
    slot = (found["slot"] or found["said"] or found["held"] or found["news"] or found["bad"])[3:].strip()
    is_ordered = not (found["news"] or found["bad"]) or bool(_CLOSING.search(text))
    if not is_ordered or not topics.names_attribute(slot):
        return None
    rest = found["rest"].strip(" ,")
    corrected = _not_but(f"Correction: {rest}")
    value = _VALUE.match(rest)
    if value:
        return Wish(UPDATE, f"The user's {slot}", f"The user's {slot} is {value['value']}")
    if corrected and corrected.new:
        return corrected
    new = english.restate(capital(rest))
    return Wish(UPDATE, f"The user's {slot}", new or f"The user's {slot} is {rest}")


def _not_but(text: str) -> Wish | None:
    """Actually my sister lives in Lyon, not Paris. Please correct that."""
    body = _CLOSING.sub("", text)
    found = _NOT_BUT.match(body)
    if not found or not (_CORRECTION.search(found["mark"] or "") or body != text):
        return None
    said, wrong = found["said"].strip(" ,"), found["wrong"].strip()
    value = _BARE.match(said)
    if value:
        return Wish(UPDATE, wrong, value["value"].strip())
    new = english.restate(capital(said))
    return Wish(UPDATE, _exchanged(new, re.sub(r"^(?:an?|the|in|at|to|for|as) ", "", wrong)), new) if new else None


def _still(text: str) -> Wish | None:
    """You still think I work at Bosch. I'm at Siemens now, please update that."""
    body = _CLOSING.sub("", text)
    found = _STILL.match(body) if body != text else None
    if not found:
        return None
    return Wish(UPDATE, english.restate(capital(found["old"])), english.restate(capital(found["new"])))


_READERS = (_changed, _exchanged_in_place, _news, _about, _still, _not_but)


def _affirmed(words: str) -> str:
    """`I do not live in Bonn any more` → `I live in Bonn`; '' when nothing is denied."""
    stopped = _STOPPED.match(words.strip(" ,;."))
    if stopped:
        return f"I {_present(stopped['doing'])}{stopped['rest']}"
    opened = _SHORT_NOT.sub(" not", re.sub(r"\b[Ii]'m\b", "I am", words))
    if not _NEGATION.search(opened):
        return ""
    plain = re.sub(r"\b(am|is|are|was|were) (?:no longer|not)\b", r"\1", opened)
    return " ".join(_NEGATION.sub(" ", plain).split()).strip(" ,;.")


def _present(doing: str) -> str:
    """using → use, eating → eat, running → run."""
    stem = doing[:-3]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "ls":
        return stem[:-1]
    return f"{stem}e" if re.search(r"(?:[aiou][sv]|[^aeiou][aiou][kvzrmd]|[rn]c)$", stem) else stem


def _exchanged(old: str, new: str) -> str:
    """The old statement with its object exchanged, or the new one restated if it is a clause of its own."""
    clause = english.restate(capital(new))
    if clause:
        return clause
    found = _HEAD.match(old)
    return found["head"] + new.strip(" .") if found else _after_verb(old, new)


def _after_verb(old: str, new: str) -> str:
    """The user is vegetarian → The user is vegan: behind the verb stands what is exchanged."""
    found = re.match(r"(?P<head>The user(?:'s \w+)? \w+ )\S.*$", old)
    return found["head"] + new.strip(" .") if found else ""


def _topic_of(statement: str) -> str:
    """The attribute that a statement fills, as a wish names it; '' when it fills none."""
    slot = re.split("[:@]", attributes.attribute_of(statement))[0] if statement else ""
    named = {"employer": "workplace", "work_location": "workplace", "location": "address"}.get(slot, slot)
    return f"The user's {named.replace('_', ' ')}" if named else ""
