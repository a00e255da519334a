"""Which rules read a clause: it depends on whom it speaks of, and on whether it looks ahead."""

import re
from dataclasses import replace

from engine.embedded.chinese import attributes, belongings, cues, lists, parts, subject
from engine.embedded.chinese.belongings import BELONGINGS
from engine.embedded.chinese.events import EVENTS
from engine.embedded.chinese.lasting import LASTING
from engine.embedded.chinese.limits import LIMITS
from engine.embedded.chinese.person import PERSON
from engine.embedded.chinese.plans import BUSY, PLANS
from engine.embedded.chinese.predicate import Prepared
from engine.embedded.chinese.rules import Found, Predicate, Rule, first
from engine.embedded.chinese.subject import ATTRIBUTE, COMPANY, KIN, NOBODY, PART, THING, USER, Subject
from engine.embedded.chinese.tastes import TASTES
from engine.embedded.chinese.working import COMPANY_LASTING

ORDINARY: tuple[Rule, ...] = (*LIMITS, *PERSON, *TASTES, *EVENTS, *BUSY, *PLANS, *BELONGINGS, *LASTING)
_AHEAD: tuple[Rule, ...] = (*LIMITS, *PLANS, *PERSON, *BELONGINGS)
_OF_KIN: tuple[Rule, ...] = (*belongings.KIN, *LIMITS, *PERSON, *TASTES, *EVENTS, *BELONGINGS)
_RULES = {KIN: _OF_KIN, COMPANY: (*belongings.COMPANY, *COMPANY_LASTING), THING: belongings.THING}


def found(owner: Subject, named: Subject, prepared: Prepared) -> list[Found]:
    """What a clause says about its owner; `named` is the subject that the clause itself names."""
    predicate = prepared.predicate
    if prepared.is_unresolved:
        return []
    if named.kind == ATTRIBUTE:
        return attributes.attribute(named.label, predicate)
    if named.kind == PART:
        return parts.read(named.label, predicate)
    if owner.kind == COMPANY and named.kind == NOBODY and subject.continues_company(predicate.text):
        return first((*belongings.COMPANY, *COMPANY_LASTING), predicate)
    if owner.kind == USER:
        return _of_user(owner, predicate)
    rules = (*PLANS, *_OF_KIN) if owner.kind == KIN and predicate.tense == 1 else _RULES[owner.kind]
    facts = first(rules, predicate)
    if not facts and owner.kind == THING:
        facts = parts.read(owner.label, predicate)
    if not facts and owner.kind == KIN:
        facts = first(LASTING, predicate)
    return [_as_of(owner, fact) for fact in facts]


def _of_user(owner: Subject, predicate: Predicate) -> list[Found]:
    text = predicate.text
    if cues.FEELING.match(text) or re.search(r"[你您]", text):
        return []
    if owner.is_plural and re.search(r"聊|下次|再|应该|可以|都是?有|见面|一起|友谊|之间|感情|缘分", text):
        return []
    rules = _AHEAD if predicate.tense == 1 else ORDINARY
    found = first(rules, predicate) or _reworded(rules, predicate)
    return [_formerly(fact) for fact in found] if predicate.past else found


_FRONTED = re.compile(
    r"(?P<x>(?!我|不|没|也|都)[^，]{1,12}?)(?:我|都|也|全|完全|基本上?|一概|统统|通通|从来|绝对){0,5}(?P<verb>不能吃|不能喝|不能碰|不吃|不喝|不碰|不会|不懂|不熟|不考虑|不接受|不用|没学过|没用过)了?"
)
_FOR_YEARS = re.compile(
    r"(?P<x>(?!工作|从业|入行|创业)[^，]{2,12}?)(?:已经|都|快|有|了){0,5}(?:\d+|[一二两三四五六七八九十]{1,3})多?(?:年|个月|个多月)多?了"
)
_TOGETHER = re.compile(
    r"(?P<with>(?:和|跟|与|同)(?!你|您)[^，和跟]{1,6}?)(?P<rest>(?:有|一起|住|都|在|是|养|合伙|共同|租|合租|结婚).*)"
)


def _reworded(rules: tuple[Rule, ...], predicate: Predicate) -> list[Found]:
    """The same said in the plain order: 海鲜都不碰 is 不碰海鲜; 吃素五年了 is 吃素; 和前妻有个女儿 is 有个女儿."""
    text = predicate.text
    if re.match(r"(?:比较|很|挺|最)?熟(?!悉|练|人|能|睡|了)", text):
        return first(rules, replace(predicate, text=text.replace("熟", "熟悉", 1)))
    if fronted := _FRONTED.fullmatch(text):
        things = lists.split(fronted["x"])
        return [fact for one in things for fact in first(rules, replace(predicate, text=fronted["verb"] + one))]
    if lasting := _FOR_YEARS.fullmatch(text):
        return first(rules, replace(predicate, text=lasting["x"]))
    if together := _TOGETHER.fullmatch(text):
        found = first(rules, replace(predicate, text=together["rest"]))
        return [replace(fact, body=together["with"] + fact.body, slot="", type="user_fact") for fact in found]
    return []


def _formerly(found: Found) -> Found:
    """What used to be true fills no slot and binds nobody now."""
    return replace(found, type="user_fact", slot="")


def _as_of(owner: Subject, found: Found) -> Found:
    if owner.kind == COMPANY:
        return found
    return replace(found, type="user_fact", slot="")
