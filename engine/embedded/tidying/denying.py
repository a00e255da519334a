"""Which facts tell an end, a move or a change that the day's words deny: "I haven't resigned", 最后没去成."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from engine.condensing import Stored
from engine.embedded.tidying import same_thing, sorts, whose
from engine.embedded.tidying.day import Clause
from engine.embedded.tidying.refuting import LIKELY, Refuted
from engine.text import keywords, stance

# What somebody may be said to have done, and has not.
_ACTS_ZH = "离职|辞职|辞掉|跳槽|退休|搬家|搬走|搬到|搬去|分手|离婚|结婚|订婚|怀孕|毕业|退学|休学|转学|转行|转岗|升职|卖掉|卖了|退租|退掉|退出|取消|换成|换了|改成|改吃|吃素|戒烟|戒酒|戒了|戒掉|停了|买了|买房|买车|报名|入职|创业|出国|移民|生孩子"
_ACTS_EN = r"resign|quit|left|leav|mov|sold|sell|retir|divorc|marr|engaged|pregnant|graduat|cancel|switch|chang|stopp|gave|given|giv|stepp|dropp|clos|join|bought|buy|sign|start|broke|brok|split|vegan|vegetarian|hired|fired"
_DENIED_ZH = re.compile(
    rf"(?:没有?|并没|根本没|从没|不是|哪有|未曾?)[^，。]{{0,3}}?(?P<act>{_ACTS_ZH}|离|辞|搬|分|退|卖|换|戒|停)"
)
_DENIED_EN = re.compile(
    rf"(?:n't|not|never)\s+(?:actually |really |even |ever |been |yet )*(?P<act>{_ACTS_EN})\w*", re.IGNORECASE
)
_ACTS = re.compile(rf"{_ACTS_ZH}|(?<![a-z])(?:has|have|had) (?:just |now |already )?(?:{_ACTS_EN})", re.IGNORECASE)
_PARTICLES = re.compile(
    r"最后|结果|到底|其实|[啊呀呢吧嘛哦根本并]|(?<![a-z])(?:actually|really|ever|yet|what|no|well)(?![a-z])",
    re.IGNORECASE,
)
_FAILED = re.compile(
    r"没(?:能)?[去搬来办买考做租换签定谈转走]成|没成(?!功)|(?<![a-z])(?:(?:didn't|never) (?:happen(?:ed)?|work(?:ed)? out|go(?:ne)? through|c[ao]me off)|fell through|came to nothing)(?![a-z])",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"(?:还|仍然?|依然|照样|一直)(?:是|在|住|做|当|用|开|养)|(?<![a-z])still(?! (?:not|n't|plan|want|think|hop|wait))",
    re.IGNORECASE,
)
_STILL_WORDS = re.compile(r"还是|还在|还|仍然?|依然|照样|一直|(?<![a-z])still(?![a-z])", re.IGNORECASE)


def denied(facts: Sequence[Stored], clauses: Iterable[Clause]) -> Iterator[Refuted]:
    """Each fact that tells what the person says has not come about."""
    turns = [fact for fact in facts if _tells_turn(fact.content)]
    for clause in clauses:
        for fact in turns:
            if _is_before(fact, clause) and _denies(clause.text, sorts.bare_of(fact.content)):
                yield Refuted(fact.fact_id, clause.text, LIKELY, 1.0)


def _is_before(fact: Stored, clause: Clause) -> bool:
    if fact.is_pinned or not clause.is_after(fact):
        return False
    return whose.are_one(whose.of(fact.content), whose.of_clause(clause))


@lru_cache(maxsize=4096)
def _tells_turn(content: str) -> bool:
    """Whether a fact tells that something is no longer as it was."""
    return stance.tells_end(content) or sorts.is_over(content) or bool(_ACTS.search(content))


@lru_cache(maxsize=8192)
def _denies(told: str, content: str) -> bool:
    if any(
        found["act"].lower() in content.lower() and _names_no_other(told.replace(found[0], " "), content)
        for found in _acts(told)
    ):
        return True
    if _FAILED.search(told):
        return _shares(_FAILED.sub(" ", told), content)
    return bool(_STILL.search(told)) and _shares(_STILL_WORDS.sub(" ", told), content)


def _names_no_other(told: str, content: str) -> bool:
    return not same_thing.own(_PARTICLES.sub(" ", told), content)[0]


def _acts(told: str) -> Iterator[re.Match[str]]:
    return (_DENIED_ZH if keywords.has_cjk(told) else _DENIED_EN).finditer(told)


def _shares(told: str, content: str) -> bool:
    """Whether what is told names something of the fact, and nothing else."""
    left, both = same_thing.own(_PARTICLES.sub(" ", told), content)
    return not left and both >= (same_thing.LEAST_ZH if keywords.has_cjk(told) else same_thing.LEAST_EN)
