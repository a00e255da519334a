"""The embedded engine's check of a wish about the memory against a stored statement, strict and by rules (SPEC X10)."""

import re

from engine.embedded import matter
from engine.embedded.matter import Matter
from engine.questions import MatchAnswer, MatchQuestion
from engine.text import atoms, attributes, concepts, normal, polarity, relatives, similarity, topics

# Predicates that name a thing by themselves: "that I smoke" says all, "that I like" nothing.
_WHOLE = frozenset(("~smoke", "~divorced", "~married", "~pregnant", "~meatless", "~allergic"))

# To have a thing is what most statements on it say in other words.
_HAVING = frozenset(("~own",))


def match(question: MatchQuestion) -> MatchAnswer:
    """Whether the wish means this statement: the same thing, of the same person, with nothing that contradicts.

    Of a stored statement that joins several, one that is meant is enough.
    """
    if normal.statement(question.wish) == normal.statement(question.stored):
        return MatchAnswer(is_match=True, reason="the same words")
    reasons = [_why_not(question.wish, part) for part in (question.stored, *atoms.atoms(question.stored))]
    reason = "" if "" in reasons else reasons[0]
    return MatchAnswer(is_match=not reason, reason=reason or "the same thing")


def _why_not(wish: str, stored: str) -> str:
    """What speaks against it; '' when nothing does."""
    name = topics.phrase(wish)
    topic = topics.of_wish(wish)
    if topic is not None:
        is_theirs = _owner(name) == _owner(stored) or topic.is_of_others
        return "" if is_theirs and topics.is_on(topic, _own_part(stored, name)) else "another topic"
    if polarity.is_negative(wish) != polarity.is_negative(stored):
        return "one denies what the other says"
    if _owner(name) != _owner(stored):
        return "about somebody else"
    return _difference(wish, name, stored)


def _owner(text: str) -> str:
    return relatives.subject(normal.bare(text))


def _own_part(stored: str, name: str) -> str:
    """The statement as its owner would say it: a topic of the sister's is asked of "is a nurse"."""
    return relatives.without_subject(normal.bare(stored)) if _owner(name) else stored


def _difference(wish: str, name: str, stored: str) -> str:
    wanted, given = matter.of(name, keeps_manner=False), matter.of(stored)
    if not _names_something(wanted):
        return "names nothing in particular"
    if not wanted.values <= given.values:
        return "other numbers or dates"
    if not wanted.phrases <= given.phrases and not _are_alike_in_two_languages(name, stored):
        return "another thing"
    ours, theirs = (attributes.attribute_of(text) for text in (wish, stored))
    if ours and theirs:
        return "" if _kind(ours) == _kind(theirs) else "another attribute"
    return "" if wanted.predicates - _HAVING <= given.predicates else "says something else of it"


def _are_alike_in_two_languages(name: str, stored: str) -> bool:
    """ "cola" and 可乐: all that is spoken of in one language is known by name in the other, and nothing else stands there."""
    if similarity.shares_script(name, stored):
        return False
    ours, theirs = (concepts.content(normal.bare(text)) for text in (name, stored))
    return bool(ours.named) and ours.things == ours.named == theirs.named == theirs.things


def _kind(slot: str) -> str:
    return re.split("[:@]", slot)[0]


def _names_something(wanted: Matter) -> bool:
    return bool(wanted.phrases or wanted.values or wanted.predicates & _WHOLE)
