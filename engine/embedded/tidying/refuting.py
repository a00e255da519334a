"""Which facts the day's words put an end to: the trip is cancelled, the loan paid off, the course over."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.condensing import Stored
from engine.embedded.english.vocabulary import words_of
from engine.embedded.tidying import end_words, ends, heads, kin, same_thing, sorts, states, terms, whose
from engine.embedded.tidying.day import OTHER, Clause
from engine.embedded.tidying.ends import End
from engine.text import concepts, keywords, ordinals

# Of what is said to have ended so much has to be named by the fact, and so much of the fact by what is said.
LEAST_OF_END, LEAST_OF_FACT = 0.5, 0.25
_EXAM = re.compile(r"考|证书")
# What undoes a state: that it does not happen keeps the state.
_UNDONE = re.compile(
    r"不(?:用|必|会|想|打算|准备)?(?:再)?([动变改换退卖搬辞离取停关走扔戒撤])|(?<![a-z])((?:leav|quitt?|cancel|sell|stopp?|mov|dropp?|clos|retir|return|divorc|break|chang|switch|replac|giv)(?:e|ing)?)(?![a-z])",
    re.IGNORECASE,
)
_ANYTHING = re.compile(r"什么都?不|(?<![a-z])(?:any(?:thing|body|one|where)|a thing)(?![a-z])", re.IGNORECASE)
_MANY_ZH = re.compile(r"(?:会员|年卡|月卡|卡|课程?|班|订阅|账号|合同|保险|贷款|比赛|考试|预约|套餐|项目|软件|\s)+")
_MANY_EN = frozenset(
    map(
        concepts.stem,
        words_of(
            "subscription membership account contract class course lesson exam loan policy insurance appointment plan project licence license ticket "
            "card club app"
        ),
    )
)
_MEDICINE = re.compile(
    r"药|抗生素|激素|胰岛素|胶囊|[吃服]\D{0,6}片|(?<![a-z])(?:pills?|tablets?|medication|antibiotics?|mg|drops|insulin|inhaler|steroids?|statins?)(?![a-z])",
    re.IGNORECASE,
)
# One time of many that a course or a habit has.
_OCCASION = re.compile(
    r"(?:今[天晚早]|昨[天晚]|明[天晚]|这[次周节堂]|本[周次]|周[一二三四五六日末]|上午|下午|晚上)的?[^，。]{0,8}(?:课|会|班|练|赛|训|场)"
    r"|(?<![a-z])(?:today|tonight|yesterday|this (?:week|morning|evening)|last night|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'s(?![a-z])",
    re.IGNORECASE,
)
# Somebody of whom a fact does not tell, by name.
_OF_SOMEBODY = re.compile(
    r"^(?!(?:I|My|The|We|Our|It|This|That|Today|Yesterday|Finally|Just|And|But|So|Then|Now|Baby|Twins|Braces|Cast|House|Flat|Work|Job|Surgery|Insomnia|Last)\b)(?P<name>[A-Z][a-z]+)(?:'s)? (?:was|got|is|has|just|finally)\b"
)
# What is done for a day as well as for good.
_PAUSED = re.compile(r"停|off|stopp|dropp|clos|kick", re.IGNORECASE)
_VAGUE = frozenset(
    map(concepts.stem, ("waiting", "wait", "worries", "worry", "worrying", "stress", "excuses", "need", "time"))
)
_COUNT = re.compile(r"[一二两三四五六七八九十几\d]+[遍次个下些点天年月周]?")
# What comes to somebody, and who looks out for it.
_GOT = re.compile("收到|到货")
_EXPECTED = re.compile(r"等|待|买|订|购|缺|没到|找|申请|想要|还没")
# A Chinese name as colleagues use it, by signs that are hardly anything but a family's.
_NAME_ZH = re.compile(
    "^[小老阿][赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕张孔曹严魏陶姜谢邹苏潘葛范彭鲁韦唐罗薛余顾孟黄尹姚邵汪毛戴宋庞舒董梁杜阮季贾郭徐邱骆夏蔡胡霍虞莫裘丁邓洪崔龚邢裴陆翁段侯武刘赖卓乔谭温庄瞿阎廖耿聂肖付程]"
)
_LEAD = re.compile("^(?:把|将|连|那|这)+")
_PLACE = "[馆店厅吧屋厂园场机杯壶豆师]|(?i: (?:shops?|houses?|bars?|makers?|machines?|beans?|mugs?|tables?))"
# A fact that is meant less than the one that is meant best by this share is not meant.
NEARLY = 0.8
SURE, LIKELY, INFERRED = 0.1, 0.3, 0.6
# From this worth on an end names its thing plainly.
PLAINLY = 1.2


@dataclass(frozen=True)
class Refuted:
    """A fact that has ended, by which words, and how far that is in doubt."""

    fact_id: str
    reason: str
    doubt: float
    worth: float


def refuted(facts: Sequence[Stored], clauses: Iterable[Clause]) -> list[Refuted]:
    """Each fact that some clause ends, once."""
    found: dict[str, Refuted] = {}
    for clause in clauses:
        for one in _by(clause, facts):
            if one.fact_id not in found or found[one.fact_id].doubt > one.doubt:
                found[one.fact_id] = one
    return list(found.values())


def _by(clause: Clause, facts: Sequence[Stored]) -> list[Refuted]:
    """What one clause ends: of the facts that its words fit, those that they fit best."""
    fitting = [one for end in ends.ends(clause.text) for fact in facts for one in _fit(clause, end, fact)]
    best = max((one.worth for one in fitting), default=0.0)
    by_state = [Refuted(fact.fact_id, clause.text, LIKELY, 1.0) for fact in facts if _is_state_over(clause, fact)]
    return [one for one in fitting if one.worth >= NEARLY * best] + by_state


def _is_state_over(clause: Clause, fact: Stored) -> bool:
    """Whether a clause ends a state, or the life of whom the fact is about, in words that need not name it."""
    if fact.is_pinned or not clause.is_after(fact) or sorts.is_fixed(fact.content):
        return False
    somebody = _OF_SOMEBODY.match(clause.text)
    if somebody and somebody["name"] not in fact.content:
        return False
    named = _NAME_ZH.match(clause.text)
    if named and named[0] not in fact.content:
        return False
    owner = sorts.owner(fact.content)
    if not owner and states.has_moved_out(sorts.bare_of(fact.content), clause.text):
        return True
    if owner and owner == clause.owner and states.is_death(clause.text):
        return kin.called_alike(fact.content, clause.text)
    is_theirs = kin.are_one(clause.owner, owner) if owner else clause.owner in ("", "child", "daughter", "son")
    return is_theirs and states.ends(sorts.bare_of(fact.content), clause.text)


def _fit(clause: Clause, end: End, fact: Stored) -> Iterator[Refuted]:
    if fact.is_pinned or not clause.is_after(fact) or not _is_theirs(clause, end, fact):
        return
    if not _may_end(fact, end.kind) or _is_exception(clause, end, fact):
        return
    content = sorts.bare_of(fact.content)
    if _is_kept(end, content) or is_part_of_name(end.what, content) or _is_another(end.what, content):
        return
    if not _is_vague(end.what) and (terms.of(end.what) or _is_literal(end.what, content) or _passes_exam(end, content)):
        worth = _named(end, content)
        doubt = SURE if worth > PLAINLY else LIKELY
    elif end.kind != end_words.REPLACED:
        worth = next((found for heard in clause.before[:2] if (found := _heard(heard, content))), 0.0)
        doubt = INFERRED
    else:
        return
    if worth:
        yield Refuted(fact.fact_id, clause.text, doubt, worth)


def _may_end(fact: Stored, kind: str) -> bool:
    """Whether an end of this kind can be the end of this fact; a medicine is stopped."""
    if sorts.may_end(fact.content, kind, type_=fact.type):
        return True
    return kind == end_words.LEFT and bool(_MEDICINE.search(fact.content)) and not sorts.is_fixed(fact.content)


def _named(end: End, content: str) -> float:
    """How well an end that names its thing fits a fact."""
    if not terms.of(end.what) or _passes_exam(end, content):
        return 1.0
    shared = terms.shared(end.what, content)
    if not shared and _is_literal(end.what, content):
        return 1.0
    return _worth(end.what, f"{end.what} {end.rest}", content) if heads.names(end.what, shared, content) else 0.0


def _heard(heard: str, content: str) -> float:
    """How well what was said before, and is meant by an end that names nothing, fits a fact."""
    return _worth(heard, heard, content) if heads.names(heard, terms.shared(heard, content), content) else 0.0


def _is_exception(clause: Clause, end: End, fact: Stored) -> bool:
    """Whether a clause leaves out once what the fact tells as a habit, or tells of a part alone."""
    if end.kind == end_words.DONE and (heads.is_part(clause.text) or _is_one_of_many(clause.text, fact)):
        return True
    if end.kind == end_words.DONE and _GOT.search(end.cue) and not _EXPECTED.search(fact.content):
        return True
    if sorts.CHOICE in sorts.of(fact.content) and end.kind != end_words.NO_MORE and heads.is_one_of(clause.text):
        return True
    if not clause.is_once or end.kind not in (end_words.NO_MORE, end_words.CANCELLED, end_words.LEFT, end_words.WENT):
        return False
    if end.kind == end_words.LEFT and (_MEDICINE.search(fact.content) or not _PAUSED.search(end.cue)):
        return False
    return sorts.PLAN not in sorts.of(fact.content) and fact.type != "user_goal"


def _is_one_of_many(said: str, fact: Stored) -> bool:
    """Whether a clause tells of tonight's class alone, and the fact of the course."""
    is_repeated = not sorts.of(fact.content).isdisjoint((sorts.COURSE, sorts.HABIT)) and sorts.PLAN not in sorts.of(
        fact.content
    )
    return is_repeated and bool(_OCCASION.search(said))


def _is_kept(end: End, content: str) -> bool:
    """Whether no end is what does not happen, or nothing by name: "not selling anything", 厨房不动了."""
    if end.kind != end_words.NO_MORE:
        return False
    if _ANYTHING.search(end.cue):
        return True
    undone = _UNDONE.search(end.cue)
    if undone is None:
        return False
    verb = next(part for part in undone.groups() if part)
    return verb.lower()[:4] not in content.lower()


@lru_cache(maxsize=8192)
def is_part_of_name(what: str, content: str) -> bool:
    """Whether the fact has what has ended only as a part of another thing's name: 咖啡 in 咖啡馆."""
    named = (
        word for word in _LEAD.sub("", what).split() if len(word) > 1 and not keywords.is_function_word(word.lower())
    )
    return any(
        word in content and not re.search(_PLACE, word) and not re.search(rf"{re.escape(word)}(?!{_PLACE})", content)
        for word in named
    )


@lru_cache(maxsize=8192)
def _is_another(what: str, content: str) -> bool:
    """Whether what has ended and the fact share only what there is of many kinds: two memberships, two subscriptions."""
    left, both = same_thing.own(what, content)
    others, _ = same_thing.own(content, what)
    if (
        ordinals.places(what).isdisjoint(ordinals.places(content))
        and ordinals.places(what)
        and ordinals.places(content)
    ):
        return True
    if not (left and others and both):
        return False
    if keywords.has_cjk(what):
        rest = what
        for part in left:
            rest = rest.replace(part, " ")
        return bool(_MANY_ZH.fullmatch(rest.replace("的", " ").strip()))
    shared = same_thing.roots(what) & same_thing.roots(content)
    return shared <= _MANY_EN or all(_are_qualified(head, what, content) for head in shared)


def _are_qualified(head: str, what: str, content: str) -> bool:
    """Whether another word stands before it in each: the village council, the parents' council."""
    before = [_word_before(head, text) for text in (what, content)]
    return all(before) and before[0] not in same_thing.roots(content) and before[1] not in same_thing.roots(what)


def _word_before(head: str, text: str) -> str:
    """The root of the word before, '' for a small word and for the verb with which a fact begins."""
    words = re.findall(r"[a-z]+", text.lower().replace("'s", ""))
    place = next((place for place, word in enumerate(words) if concepts.stem(word) == head), 0)
    is_named = place > 1 or (place == 1 and not words[0].endswith("s"))
    return concepts.stem(words[place - 1]) if is_named and not keywords.is_function_word(words[place - 1]) else ""


def _is_theirs(clause: Clause, end: End, fact: Stored) -> bool:
    """Whether the clause tells of whom the fact is about; what was lent, the borrower brings back."""
    owner, told = whose.of(fact.content), whose.of_clause(clause)
    if end.kind == end_words.RETURNED:
        return owner == "" and (not clause.owner or kin.mentions(fact.content, clause.owner))
    if clause.owner and clause.is_carried and not owner:  # "the child has a fever, Harbin is cancelled"
        return clause.owner != OTHER and sorts.PLAN in sorts.of(fact.content)
    return whose.are_one(told, owner)


def _is_literal(what: str, content: str) -> bool:
    """Whether a name that no table knows stands in the fact as it was said."""
    return len(what) > 1 and " " not in what and what in content and not _COUNT.fullmatch(what)


def _is_vague(what: str) -> bool:
    """Whether what has ended is no thing by itself: no more waiting, no more worries."""
    return not keywords.has_cjk(what) and same_thing.roots(what) <= _VAGUE


def _passes_exam(end: End, content: str) -> bool:
    """Whether an examination that the fact prepares for is over, or a plan given up, called by its short name."""
    if end.kind in (end_words.CANCELLED, end_words.NO_MORE) and sorts.PLAN in sorts.of(content):
        return terms.abbreviates(end.what.split(" ")[0], content)
    is_over = end.kind in (end_words.DONE, end_words.FAILED)
    return is_over and bool(_EXAM.search(content)) and terms.abbreviates(end.what.removesuffix("考试"), content)


def _worth(what: str, told: str, content: str) -> float:
    """How well what has ended fits a fact; 0 when it does not."""
    shared = terms.shared(what, content)
    if not shared:
        return 0.0
    of_end = terms.weight(shared) / terms.weight(terms.of(what), shared)
    all_shared = terms.shared(told, content)
    of_fact = terms.weight(all_shared) / terms.weight(terms.of(content), all_shared)
    least = LEAST_OF_FACT if of_end < 1 else LEAST_OF_FACT / 2
    return of_end + of_fact if of_end >= LEAST_OF_END and of_fact >= least else 0.0
