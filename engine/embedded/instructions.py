"""Explicit wishes about the memory itself, in English: forget, remember, update (SPEC X10). Only the user's own words count."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engine.embedded import corrections, english
from engine.embedded.corrections import ADD, DELETE, OPENERS, ORDER, Wish
from engine.embedded.english import mood, prepare
from engine.questions import USER, Instruction, Line

_POLITE = (
    rf"^(?:(?:{OPENERS}|please|pls|ok|okay|hey|hi|hello|and|also|now|so|actually|just|oh|no|well|(?:would|do) you mind|could you|can you|would you|will you|i want you to|i'd like you to|i would like you to"
    r"|i need you to|you can|you may|you should|i think you should|feel free to|always|do|make sure (?:to|you)|be sure to|try to|kindly)[,:]?\s+)*"
)
_MEMORY = r"(?:from|in|out of|to|into) (?:your|the) (?:memory|memories|notes?|records?|profile(?: of me)?|database)"
_END = rf"(?: (?:{_MEMORY}|on (?:record|file)|again|any ?more|please|pls|thanks|for me|at all))*$"
_DROP = r"(?:deleting|removing|erasing|wiping|delete|remove|erase|drop|discard|wipe|scratch|clear|purge|get rid of)"
_UNREMEMBER = r"(?:forget(?:ting)?|(?:don't|do not|no longer|never|(?:you )?(?:don't|do not) (?:need|have) to|(?:there's |there is )?no need to) (?:remember|keep|store|save)|stop (?:remembering|keeping|storing|saving))"
_SAID = r"(?:(?:that )?i(?:'ve| have)? (?:said|told you|mentioned|shared)(?: (?:to )?you)?(?: earlier| before| once| yesterday| last (?:week|time|month))?)"
_KNOWN = r"(?:(?:that )?you(?:'ve| have)? (?:know|knows|remember|remembered|have|stored|saved|noted|learned)(?: down)?)"
_ABOUT = rf"(?:the (?:fact|memory|memories|note|entry|information|info)(?: you have)?|what|everything|anything|all(?: the information)?|whatever)(?: (?:{_SAID}|{_KNOWN}))?"

_OBJECT = rf"(?: {_MEMORY})?(?: about)?,?\s+(?P<frame>{_ABOUT} ?)?(?:about |of |on |regarding )?(?:that )?(?:{_SAID},? (?:that |about )?)?(?P<what>.+?)"
_FORGET = re.compile(rf"{_POLITE}(?:(?P<verb>{_UNREMEMBER})|(?P<drop>{_DROP})){_OBJECT}(?P<end>{_END})", re.IGNORECASE)
_UNWANTED = re.compile(
    rf"{_POLITE}(?:i (?:don't|do not) want you to (?:remember|keep|store|know)|i'd rather you (?:forgot|didn't remember)|i'd prefer (?:that )?you (?:forgot|didn't remember)){_OBJECT}{_END}",
    re.IGNORECASE,
)
_FORGET_IT = re.compile(
    rf"^(?P<what>.+?)(?:\s*[,;–—]|\s-|\s+and|\s+so|\s+but|[.!])\s+(?:(?:and|so|but|could you|can you|please|now|you can|just)[, ]+)*"
    rf"(?:(?P<that>forget (?:about )?(?:that|this)(?: {_MEMORY})?)|(?:{_DROP}|forget(?: about)?) (?:that|this|it) {_MEMORY}|(?P<unstore>(?:don't|do not) (?:remember|store|save|keep) (?:that|this|it)))(?: please| again)?$",
    re.IGNORECASE,
)
# Where only "forget that" follows, it must be clear that something told before is meant.
_TOLD = re.compile(rf"^(?:{_SAID})(?: that)?\s+(?P<clause>.+)$", re.IGNORECASE)
_REMEMBER = re.compile(
    rf"{_POLITE}(?:(?:do not|don't|never|don't ever) forget|remember|keep in mind|bear in mind|memori[sz]e|(?:make|take) a note|(?P<weak>(?:note|write|jot|put)(?: down)?|save|store|add)(?: {_MEMORY})?)"
    rf"(?: of)?(?: this| {_MEMORY})?(?P<link> that|:| -|,)?\s+(?P<what>(?:i|i'm|i've|i'd|my|we|we're|our)\b.+?)(?: {_MEMORY})?$",
    re.IGNORECASE,
)
_REMEMBER_IT = re.compile(
    rf"^(?P<what>.+?)(?:\s*[,;–—]|\s-|\s+and|\s+so|[.!])\s+(?:(?:and|so|could you|can you|please|just|always)[, ]+)*"
    rf"(?:(?:remember|note|memori[sz]e|save|store|don't forget|do not forget|never forget) (?:that|this|it)|keep (?:that|this|it) in mind|make a note(?: of (?:that|this|it))?)(?: {_MEMORY}| please| down)*$",
    re.IGNORECASE,
)
_OWN = re.compile(r"^(?:i|i'm|i've|i'd|my|we|we're|we've|our)\b", re.IGNORECASE)
_SELF = r"(?:i|i['’](?:m|ve|d)|my|we|we['’](?:re|ve)|our)\b"
# "… and that my daughter is called Mia" tells a second thing in any case, "… and I live in Bonn" if both stand alone.
_AND_THAT = re.compile(
    rf"(?:,?\s+and|,|;|,?\s+as well as|,?\s+plus)\s+(?:also\s+)?(?:the fact\s+)?that\s+(?={_SELF})", re.IGNORECASE
)
_AND = re.compile(rf"(?:,?\s+and|[,;])\s+(?:also\s+)?(?={_SELF})", re.IGNORECASE)
_TOPIC = re.compile(r"^(?:my|our) [\w' -]+$", re.IGNORECASE)
# My question, my worries: what belongs to the talk or the mind and is no memory.
_OF_THE_TALK = re.compile(
    r"^my (?:\w+ )?(?:questions?|requests?|messages?|comments?|worr(?:y|ies)|troubles?|problems?|manners|password|point|complaints?|suggestions?|ideas?|order|remarks?|last|previous|earlier|sorrows?|lines?|keys?|breath|mind|words?)\b",
    re.IGNORECASE,
)
_ASKED = (
    (re.compile(r"^(?:where|for whom|who) (?:i|we) work(?: for)?$", re.IGNORECASE), "workplace"),
    (re.compile(r"^where (?:i|we) live$", re.IGNORECASE), "address"),
    (re.compile(r"^where i(?:'m| am| come) from$", re.IGNORECASE), "hometown"),
    (re.compile(r"^what i do(?: for (?:a living|work))?$", re.IGNORECASE), "occupation"),
    (re.compile(r"^how old i am$", re.IGNORECASE), "age"),
    (re.compile(r"^how much i (?:earn|make)$", re.IGNORECASE), "salary"),
    (re.compile(r"^when i was born$", re.IGNORECASE), "birthday"),
    (re.compile(r"^what i(?:'m| am) called$", re.IGNORECASE), "name"),
)
_QUESTION_WORD = re.compile(r"^(?:where|who|whom|what|how|when|for whom)\b", re.IGNORECASE)
_REQUEST = re.compile(rf"^(?:(?:please|hey|hi|also|and|so|ok|thanks|{OPENERS})[,:]? )*(?:could|can|would|will) you\b(?! (?:still )?remember (?:my|where|what|how|who|when)\b)", re.IGNORECASE)  # fmt: skip
_GOES_ON = re.compile(
    rf"^(?:(?:so|and|please|now|but|could you|can you|just|you can)[, ]+)*(?:{ORDER} (?:it|that|this|your (?:memory|notes?|records?))\b|(?:forget|delete|remove|erase|wipe|remember|note|save) (?:about )?(?:that|this|it)\b(?!\s+(?:i|i['’]?(?:m|ve|d)|my|we|our|the|you|everything|where|how)\b)"
    r"|(?:don't|do not|never) forget (?:that|this|it)\s*[.!]*$|keep (?:that|this|it) in mind|make a note of (?:that|this|it))",
    re.IGNORECASE,
)
# Behind a sentence that calls something wrong stands what is right.
_SAYS_WRONG = re.compile(r"\b(?:wrong|outdated|out of date|incorrect|not right|has changed|no longer (?:right|correct|true)|in your (?:memory|notes?|records?)|you still (?:think|believe|say|assume)\b.*)[.!]?$", re.IGNORECASE)  # fmt: skip
_IS_RIGHT = re.compile(r"^(?:it|that|the (?:right|correct|new) one|now|i|my)\b", re.IGNORECASE)
# Forget that …, and remember that …: one sentence, two wishes.
_NEXT_WISH = re.compile(
    r"(?:,\s*(?:(?:and|then|also|but)\s+)*|\s+and\s+(?:then\s+|also\s+)?)(?:please\s+)?(?=(?:forget|remember|don't forget|do not forget)\b(?! (?:about )?(?:it|this|that)\b(?! (?:i|i'm|i've|my|we|our)\b)))",
    re.IGNORECASE,
)
_EXPLANATION = re.compile(r",\s*(?:that|it|this|which|because|since|as|but|so)(?:'s|\s+(?:is|was|were|isn't|wasn't|i|you|we|it))\b.*$", re.IGNORECASE)  # fmt: skip
_LAST_WORDS = re.compile(r",\s*(?:please|pls|thanks|thank you|ok|okay)(?: (?:please|thanks))?$", re.IGNORECASE)
_HEARD = re.compile(r",?\s+(?:he|she|they|\w+) (?:said|whispered|shouted|told me|wrote|sang|replied)$", re.IGNORECASE)


def find_instructions(line: Line) -> list[Instruction]:
    """The imperatives of one message as operations; statements stand in the third person, as facts do."""
    key = (line.key,) if line.key else ()
    return [Instruction(wish.op, wish.old, wish.new, key, wish.is_clear) for wish, _sentence in read(line)]


def read(line: Line) -> list[tuple[Wish, str]]:
    """Each wish of one message with the sentence that holds it."""
    if line.role != USER:
        return []
    found: list[tuple[Wish, str]] = []
    sentences, titles = prepare.own_words(line.content)
    for sentence in _spoken(sentences):
        if prepare.SPEECH in sentence or _HEARD.search(sentence.rstrip(" .!")):
            continue
        text = _LAST_WORDS.sub("", prepare.restore(sentence, titles).rstrip(" .!"))
        found += _in_turn(text)
    return found


def _in_turn(text: str) -> list[tuple[Wish, str]]:
    """The wishes of one sentence. A later order counts behind an earlier one: behind anything else it is only opened
    by it, or somebody else's.
    """
    parts = _NEXT_WISH.split(text)
    if len(parts) > 1 and not _wishes(parts[0]):
        parts = [text]
    return [(wish, part) for part in parts for wish in _wishes(part)]


def _wishes(text: str) -> list[Wish]:
    return next((made for reader in _READERS if (made := reader(text))), [])


def _spoken(sentences: list[str]) -> list[str]:
    """Sentences that may order something, an order that points back joined to what it points at; questions and steering left out."""
    kept: list[str] = []
    for place, sentence in enumerate(sentences):
        if _steers(sentence):
            break
        follows = bool(kept) and sentences[place - 1].rstrip(" .!?") in kept[-1]
        if follows and (_GOES_ON.match(sentence) or (_SAYS_WRONG.search(kept[-1]) and _IS_RIGHT.match(sentence))):
            kept[-1] = f"{kept[-1].rstrip(' .!')}, {sentence.rstrip('?')}"
        elif not sentence.endswith("?") or _REQUEST.match(sentence):
            kept.append(sentence.rstrip("?"))
    return kept


def _steers(sentence: str) -> bool:
    """Orders that would change the rules, and work on a text, end the user's own words; wishes about the memory do not."""
    if re.search(rf"\b(?:everything|anything) (?:(?:that )?(?:i|you)\b|about (?:me|my|us|our)\b)|\badd to your memory that i\b|\b(?:save|store|add|put)\b.*\b{_MEMORY} that (?:i|my)\b", sentence, re.IGNORECASE):  # fmt: skip
        return bool(re.search(r"\b(?:rules?|instructions?|prompts?|above|system)\b", sentence, re.IGNORECASE))
    return mood.steers(sentence)


def _correct(text: str) -> list[Wish]:
    wish = corrections.find(text)
    return [wish] if wish else []


def _each(what: str, read_one: Callable[[str], Wish | None], unclear: Wish) -> list[Wish]:
    """A wish for each thing that is named; what cannot be read beside what can is kept in its own words."""
    wishes = [read_one(part) or _unclear_in(unclear, part) for told in _AND_THAT.split(what) for part in _apart(told)]
    return wishes if any(wish.is_clear for wish in wishes) else []


def _unclear_in(wish: Wish, words: str) -> Wish:
    return replace(wish, old=words) if wish.op == DELETE else replace(wish, new=words)


def _apart(told: str) -> list[str]:
    """What "and" joins, where each is a statement or each a topic; "my sister and I live here" is one."""
    parts = [part.strip(" ,") for part in _AND.split(told)]
    states = [bool(english.restate(corrections.capital(part))) for part in parts]
    topics = [bool(_TOPIC.match(part)) and not state for part, state in zip(parts, states, strict=True)]
    return parts if all(states) or all(topics) else [told]


def _forget(text: str) -> list[Wish]:
    found = _FORGET.match(text) or _UNWANTED.match(text)
    if found is None:
        return []
    groups = found.groupdict()
    what, frame = found["what"].strip(" ,"), (found["frame"] or "").strip()
    is_dropped = bool(groups.get("drop"))
    points_at_memory = bool(re.search(_MEMORY, found[0], re.IGNORECASE) or frame)
    if is_dropped and not points_at_memory and not re.match(r"(?:i|i'm|i've)\b", what, re.IGNORECASE):
        return []
    return _each(what, partial(_deletion, is_told=bool(frame)), Wish(DELETE, is_clear=False))


def _deletion(what: str, *, is_told: bool) -> Wish | None:
    asked = next((name for pattern, name in _ASKED if pattern.match(what)), "")
    if asked:
        return Wish(DELETE, old=f"The user's {asked}")
    if is_told and re.fullmatch(r"(?:about )?me|you know|i told you|i said", what, re.IGNORECASE):
        return Wish(DELETE, old="Everything about the user")
    if _QUESTION_WORD.match(what) or _OF_THE_TALK.match(what):
        return None
    if _OWN.match(what):
        return _stated(what)
    if is_told and re.match(r"^\w+ing\b", what):  # what I said about playing the cello
        return Wish(DELETE, old=f"The user {what}")
    return None


def _stated(what: str) -> Wish | None:
    what = re.sub(
        r" on (?:record|file)$|,\s*(?:please )?(?:forget|delete|remove|erase) (?:it|that)$",
        "",
        _EXPLANATION.sub("", what),
    )
    old = english.restate(corrections.capital(what))
    if not old and re.fullmatch(r"(?:my|our) [\w' -]+", what, re.IGNORECASE):
        old = "The user's " + what.split(" ", 1)[1]
    return Wish(DELETE, old=old) if old else None


def _forget_it(text: str) -> list[Wish]:
    found = _FORGET_IT.match(text)
    if not found:
        return []
    told = _TOLD.match(found["what"])
    if found["that"] and not told and not re.search(_MEMORY, found[0], re.IGNORECASE):
        return []  # "I want a pizza, no, forget that" takes back a request
    what = (told["clause"] if told else found["what"]).strip(" ,")
    return _each(what, _stated, Wish(DELETE, is_clear=False)) if _OWN.match(what) else []


def _remember(text: str) -> list[Wish]:
    found = _REMEMBER.match(text)
    if not found or (found["weak"] and not (found["link"] or re.search(_MEMORY, found[0], re.IGNORECASE))):
        return []
    return _each(found["what"], _noted, Wish(ADD, is_clear=False))


def _remember_it(text: str) -> list[Wish]:
    found = _REMEMBER_IT.match(text)
    if not found or not _OWN.match(found["what"]):
        return []
    return _each(found["what"], _noted, Wish(ADD, is_clear=False))


def _noted(what: str) -> Wish | None:
    new = english.restate(corrections.capital(what))
    return Wish(ADD, new=new) if new else None


_READERS: tuple[Callable[[str], list[Wish]], ...] = (_correct, _forget_it, _forget, _remember, _remember_it)
