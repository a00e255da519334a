"""Which rules read a clause: it depends on whom it speaks of, and on whether it looks ahead."""

import re
from dataclasses import replace

from engine.embedded.chinese import attributes, belongings, cues, subject
from engine.embedded.chinese.belongings import BELONGINGS
from engine.embedded.chinese.events import EVENTS
from engine.embedded.chinese.limits import LIMITS
from engine.embedded.chinese.person import PERSON
from engine.embedded.chinese.plans import BUSY, PLANS
from engine.embedded.chinese.predicate import Prepared
from engine.embedded.chinese.rules import Found, Predicate, Rule, first
from engine.embedded.chinese.subject import ATTRIBUTE, COMPANY, KIN, NOBODY, THING, USER, Subject
from engine.embedded.chinese.tastes import TASTES

ORDINARY: tuple[Rule, ...] = (*LIMITS, *PERSON, *TASTES, *EVENTS, *BUSY, *PLANS, *BELONGINGS)
_AHEAD: tuple[Rule, ...] = (*LIMITS, *PLANS, *PERSON, *BELONGINGS)
_OF_KIN: tuple[Rule, ...] = (*belongings.KIN, *LIMITS, *PERSON, *TASTES, *EVENTS, *BELONGINGS)
_RULES = {KIN: _OF_KIN, COMPANY: belongings.COMPANY, THING: belongings.THING}


def found(owner: Subject, named: Subject, prepared: Prepared) -> list[Found]:
    """What a clause says about its owner; `named` is the subject that the clause itself names."""
    predicate = prepared.predicate
    if prepared.is_unresolved:
        return []
    if named.kind == ATTRIBUTE:
        return attributes.attribute(named.label, predicate)
    if owner.kind == COMPANY and named.kind == NOBODY and subject.continues_company(predicate.text):
        return first(belongings.COMPANY, predicate)
    if owner.kind == USER:
        return _of_user(owner, predicate)
    rules = (*PLANS, *_OF_KIN) if owner.kind == KIN and predicate.tense == 1 else _RULES[owner.kind]
    return [_as_of(owner, fact) for fact in first(rules, predicate)]


def _of_user(owner: Subject, predicate: Predicate) -> list[Found]:
    text = predicate.text
    if cues.FEELING.match(text) or re.search(r"[你您]", text):
        return []
    if owner.is_plural and re.search(r"聊|下次|再|应该|需要|可以|都是?有|的", text):
        return []
    found = first(_AHEAD if predicate.tense == 1 else ORDINARY, predicate)
    return [_formerly(fact) for fact in found] if predicate.past else found


def _formerly(found: Found) -> Found:
    """What used to be true fills no slot and binds nobody now."""
    return replace(found, type="user_fact", slot="")


def _as_of(owner: Subject, found: Found) -> Found:
    if owner.kind == COMPANY:
        return found
    return replace(found, type="user_fact", slot="")
