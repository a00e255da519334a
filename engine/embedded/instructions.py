"""Explicit wishes about the memory itself, in English: forget, remember, update (SPEC X10). Only the user's own words count."""

import re
from collections.abc import Callable

from engine.embedded import english
from engine.embedded.english import mood, prepare
from engine.questions import USER, Instruction, Line

ADD, UPDATE, DELETE = "ADD", "UPDATE", "DELETE"

_POLITE = r"^(?:(?:please|pls|ok|okay|hey|hi|hello|and|also|now|so|actually|just|could you|can you|would you|will you|i want you to|i'd like you to|you can)[,]?\s+)*"
_FACTUAL = r"(?:the fact |what i said |everything (?:i said )?about |anything about )?"
_FORGET = re.compile(
    rf"{_POLITE}(?:(?:forget|delete|remove|erase|drop|discard)(?: from (?:your |the )?memory)?|don't remember|do not remember|stop remembering)(?: about)?,?\s+{_FACTUAL}(?:that |where )?"
    r"(?:i (?:said|told you|mentioned)(?: earlier| before| once)?,? (?:that )?)?(?P<what>(?:i|i'm|i've|my|we|our)\b.+)$",
    re.IGNORECASE,
)
_FORGET_TOPIC = re.compile(rf"{_POLITE}forget (?:about )?(?P<what>my [\w' -]+)$", re.IGNORECASE)
_REMEMBER = re.compile(
    rf"{_POLITE}(?:(?:do not|don't) forget|remember|note|keep in mind|make a note|memori[sz]e|bear in mind|save|store)(?: this)?(?: that|:|,)?\s+(?P<what>(?:i|i'm|i've|my|we|our)\b.+)$",
    re.IGNORECASE,
)
_UPDATE_TO = re.compile(
    r"(?:^|[,;]\s*|\band\s+|\bso\s+)(?:please\s+)?(?:update|change|correct|set)\s+(?:it|that|this|my \w+(?: \w+)?|your (?:memory|notes?|records?))\s+to\s+(?P<new>.+)$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    rf"{_POLITE}(?:update|change|correct)\s+my\s+(?P<slot>[\w ]+?)\s+(?:from\s+(?P<old>.+?)\s+)?to\s+(?P<new>.+)$",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"\b(?:no longer|(?:do |does )?not)\b|\bany ?more\b|\bany longer\b", re.IGNORECASE)
_SHORT_NOT = re.compile(r"(?<=\w)(?:n't)\b")


def find_instructions(line: Line) -> list[Instruction]:
    """The imperatives of one message as operations; statements stand in the third person, as facts do."""
    if line.role != USER:
        return []
    found: list[Instruction] = []
    sentences, titles = prepare.own_words(line.content)
    for sentence in _spoken(sentences):
        text = prepare.restore(sentence, titles).rstrip(" .!")
        instruction = next((made for read in _READERS if (made := read(text)) is not None), None)
        if instruction is not None and prepare.SPEECH not in sentence:
            found.append(Instruction(instruction.op, instruction.old, instruction.new, (line.key,) if line.key else ()))
    return found


def _spoken(sentences: list[str]) -> list[str]:
    """Sentences that order something, joined where `update it` stands in a sentence of its own; questions and steering left out."""
    kept: list[str] = []
    for sentence in sentences:
        if mood.steers(sentence):
            break
        if sentence.endswith("?") and not re.match(
            r"^(?:please |could you|can you|would you|will you)", sentence, re.IGNORECASE
        ):
            continue
        if kept and re.match(
            r"^(?:so |and |please )*(?:update|change|correct) (?:it|that|this)\b", sentence, re.IGNORECASE
        ):
            kept[-1] = kept[-1].rstrip(" .!") + ", " + sentence
        else:
            kept.append(sentence.rstrip("?"))
    return kept


def _forget(text: str) -> Instruction | None:
    topic = _FORGET_TOPIC.match(text)
    if topic:
        return Instruction(DELETE, old="The user's " + topic.group("what")[3:])
    found = _FORGET.match(text)
    old = english.restate(_capital(found.group("what"))) if found else ""
    return Instruction(DELETE, old=old) if old else None


def _update(text: str) -> Instruction | None:
    change = _CHANGE.match(text)
    if change:
        slot = change.group("slot").strip()
        old = f"The user's {slot} is {change.group('old')}" if change.group("old") else f"The user's {slot}"
        return Instruction(UPDATE, old=old, new=f"The user's {slot} is {change.group('new')}")
    target = _UPDATE_TO.search(text)
    if not target:
        return None
    affirmed = _affirmed(text[: target.start()])
    old = english.restate(_capital(affirmed)) if affirmed else ""
    new = _exchanged(old, target.group("new"))
    return Instruction(UPDATE, old=old, new=new) if old and new else None


def _remember(text: str) -> Instruction | None:
    found = _REMEMBER.match(text)
    new = english.restate(_capital(found.group("what"))) if found else ""
    return Instruction(ADD, new=new) if new else None


_READERS: tuple[Callable[[str], Instruction | None], ...] = (_update, _forget, _remember)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _affirmed(words: str) -> str:
    """`I do not live in Bonn any more` → `I live in Bonn`; '' when nothing is denied."""
    opened = _SHORT_NOT.sub(" not", re.sub(r"\b[Ii]'m\b", "I am", words))
    if not _NEGATION.search(opened):
        return ""
    plain = re.sub(r"\b(am|is|are|was|were) (?:no longer|not)\b", r"\1", opened)
    return " ".join(_NEGATION.sub(" ", plain).split()).strip(" ,;.")


def _exchanged(old: str, new: str) -> str:
    """The old statement with its object exchanged, or the new one restated if it is a clause of its own."""
    clause = english.restate(_capital(new))
    if clause:
        return clause
    found = re.match(
        r"(?P<head>.*\b(?:in|at|for|to|as|is|an?|the|likes|prefers|uses|drives|eats|drinks|speaks)\s+)(?P<object>[^\s].*)$",
        old,
    )
    return found.group("head") + new.strip(" .") if found else ""
