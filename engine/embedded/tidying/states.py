"""States that end in words of their own: whoever is single gets engaged, whoever is in hospital is discharged."""

import re
from functools import lru_cache

_PAIRS = (
    (
        r"单身|没有?对象|未婚|离异|single|unmarried|not (?:dating|seeing)",
        r"脱单|订婚|结婚|领证|在一起了|有(?:了)?(?:男|女)朋友|有(?:了)?对象|谈恋爱了|\b(?:got|am|we're|i'm|just got) (?:engaged|married|hitched)\b|\b(?:started|been|am) (?:dating|seeing)\b|\bi(?:'m| am) (?:dating|seeing|in a relationship)|\bproposed\b|\bsaid yes\b|\bgot together\b",
    ),
    (
        r"(?<!能)(?<!不)(?<!法)(?:休|请)了?[^，。]{0,2}[病产陪婚年事]?假|停职|停薪留职|休养|on (?:sick|maternity|paternity|parental|medical|unpaid|compassionate) leave|on leave|off work|signed off|on (?:a )?sabbatical|on jury duty",
        r"销假|假(?:期)?(?:休完|结束|到头)|第一天上班|复工|复职|(?:回|来)(?:单位|公司|学校|厂|店|所|院|科)[^，。]{0,4}(?:上班|上课|报到)|(?:回来|开始|恢复|重新|正式)上班|\b(?:back (?:at|to) work|back in (?:the|my) (?:office|classroom|shop|ward|job)|first day back|returned to work|back from (?:\w+ )?leave|back to teaching)\b",
    ),
    (r"住院(?!部|医)|住着院|in (?:the )?hospital(?=$|[,.]| (?:with|for|after|since|until|recover|again|now))|hospitali[sz]ed", r"出院|\bdischarged\b|\b(?:out of|home from|left) (?:the )?hospital\b|\bcame home from (?:the )?hospital\b"),
    (
        r"怀孕|怀着|怀(?:上|了)|怀[一二三头双]胎|孕期|预产期|pregnant|expecting|due date|due in",
        r"(?:宝宝|孩子|老[大二三]|儿子|女儿|娃|双胞胎)[^，。]{0,6}(?:出生|生了|生下来|来了|落地)|(?<!先)(?<!发)(?<!陌)生(?:了|下)(?:个|一个|对)?(?:宝宝|孩子|[头二三]胎|[大小二三]宝|儿子|女儿|男孩|女孩|双胞胎|娃|了)|卸货|顺产|剖腹产|\b(?:baby|twins|son|daughter|girl|boy)\b[^,.]{0,20}\b(?:(?:was|were|is|has been) (?:finally )?(?:born|here)|arrived|came (?:early|late|last|this|yesterday|on))\b|\bgave birth\b|\bhad the baby\b",
    ),
    (
        r"(?:在|正在|想|要)?(?:找|求)(?:新)?(?:工作|实习|兼职)|求职|失业|待业|没有?工作|looking for (?:a |an |new )*(?:job|work|position|internship)|job[- ]hunting|unemployed|out of work|between jobs|applying for jobs",
        r"(?:工作|实习|兼职|offer)[^，。]{0,6}(?:找到|拿到|定了|签了|搞定|落实)|(?:找到|拿到|签了|入职)[^，。]{0,8}(?:工作|实习|兼职|offer|公司|了)|入职|\b(?:got|found|landed|accepted|started|start|signed)\b[^,.]{0,24}\b(?:job|offer|position|internship|contract)\b|\bgot hired\b|\bhired me\b",
    ),
    (r"抽烟|吸烟|烟民|包烟|smok", r"(?<!想)(?<!要)(?<!没)戒(?:了)?烟(?:了|成功|第|已|[一二三四五六七八九十半\d])|烟[^，。]{0,3}戒(?:了|掉)|不抽烟?了|不吸烟了|\b(?:quit|stopped|gave up|given up) (?:smoking|cigarettes|vaping)\b|\bsmoke[- ]free\b|\bhaven't (?:smoked|had a cigarette|touched a cigarette)\b|\bno longer smoke\b|\bdon't smoke any ?more\b"),
    (r"(?:吃素|素食|纯素|vegan|vegetarian)", r"(?:开始|恢复|重新)[^，。]{0,4}吃(?:肉|荤|鱼|鸡)|不吃素了|开荤|破戒|\b(?:eat|eating|started eating) (?:meat|fish|chicken|beef|eggs)[^,.]{0,20}\bagain\b|\bno longer (?:vegan|vegetarian)\b|\bgave up (?:being )?(?:vegan|vegetarian)\w*|\bnot (?:vegan|vegetarian) any ?more\b"),
    (r"找房|看房|looking for (?:a |an |new )*(?:flat|apartment|house|place|room)|(?:house|flat|apartment)[- ]hunting", r"房子?[^，。]{0,6}(?:找到|租到|定了|签了|买了)|(?:找到|租到|签了|买了)[^，。]{0,6}房|\b(?:found|signed for|got|rented|bought|closed on)\b[^,.]{0,20}\b(?:flat|apartment|house|place|room)\b"),
    (r"出差|在外地|on a business trip|away for work", r"(?:出差)?回来了|到家了|\b(?:is|are|am|'s|'m|came) (?:back|home)\b"),
    (r"住在(?:家里|一起|我家|用户家)|一起住|lives with (?:the (?:user|family)|us)|is staying with", r"回(?:老家|国|去|了?自己家)了?|搬(?:走|出|回)|\bmoved (?:back|out|away)\b|\bwent (?:back )?home\b"),
    (r"异地|long[- ]distance", r"(?:结束|不再|不用)[^，。]{0,3}异地|搬到一起|住到一起|同城了|\bmoved in together\b|\bsame city\b|\bno longer long[- ]distance\b"),
    (r"失眠|insomnia|can't sleep|trouble sleeping", r"(?:不失眠了|失眠[^，。]{0,4}(?:好|治|没)了?|睡得(?:很)?(?:好|香)了)|\b(?:sleep|sleeping) (?:well|fine|through)[^,.]{0,16}(?:again|now)\b|\binsomnia is gone\b"),
    (r"(?:在)?哺乳|母乳|breast-?feeding|nursing", r"断奶|\bweaned\b|\bstopped (?:breast-?feeding|nursing)\b"),
    (r"(?:学|考)(?:开车|车|驾照)|驾照|learner'?s? permit|driving (?:lessons|test)|learning to drive", r"驾照[^，。]{0,4}(?:拿到|到手|考到|考下来|下来)|(?:拿到|考到)[^，。]{0,3}驾照|科目[三四]过了|\bpassed (?:my |the )?(?:driving|road) test\b|\bgot (?:my |the )?(?:driver'?s?|driving) licen[sc]e\b"),
    (r"戴(?:着)?牙套|牙齿矫正|正畸|braces", r"牙套[^，。]{0,5}(?:摘|拆|取)|(?:摘|拆|取)[^，。]{0,3}牙套|矫正结束|\bbraces (?:are |came |come )?off\b|\bgot (?:my |the )?braces off\b"),
)  # fmt: skip
_STATES = tuple((re.compile(state, re.IGNORECASE), re.compile(end, re.IGNORECASE)) for state, end in _PAIRS)

# Who lives with the person, and that one of them has left.
_LIVING_IN = re.compile(
    r"室友|舍友|合租|租客|房客|借住|暂住|(?<![a-z])(?:roommate|flatmate|housemate|lodger|tenant|subletter|is staying with)(?![a-z])",
    re.IGNORECASE,
)
_MOVED_OUT = re.compile(r"搬(?:走|出去?|离)了?|退租了|(?<![a-z])(?:has |'s )?moved out(?![a-z])", re.IGNORECASE)
_NAMED = re.compile(r"(?<![A-Za-z])[A-Z][a-z]+")

_DEATH = re.compile(
    r"去世|过世|离世|病逝|走了$|不在了|离开(?:了)?(?:我们|人世)|(?<![a-z])(?:died|passed away|passed on|is no longer with us|isn't with us)(?![a-z])",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:没有?|还没|未|不想|想|要|打算|准备|快)[^，。]{0,2}$|(?:not|n't|never|yet to|almost|nearly)\s+$", re.IGNORECASE
)


def ends(state: str, clause: str) -> bool:
    """Whether a clause tells the end of a state in words that need not name it."""
    return not _of(state).isdisjoint(_ended(clause))


@lru_cache(maxsize=2048)
def _of(state: str) -> frozenset[int]:
    return frozenset(place for place, (told, _) in enumerate(_STATES) if told.search(state))


@lru_cache(maxsize=2048)
def _ended(clause: str) -> frozenset[int]:
    found = ((place, end.search(clause)) for place, (_, end) in enumerate(_STATES))
    return frozenset(place for place, match in found if match and not _DENIED.search(clause[: match.start()]))


@lru_cache(maxsize=8192)
def has_moved_out(state: str, clause: str) -> bool:
    """Whether somebody who lives with the person, called so or by name, no longer does."""
    found = _MOVED_OUT.search(clause) if _LIVING_IN.search(state) else None
    if found is None or _DENIED.search(clause[: found.start()]):
        return False
    who = clause[: found.start()]
    names = set(_NAMED.findall(state)) & set(_NAMED.findall(who))
    called = _LIVING_IN.search(who)
    return bool(names) or bool(called and (called[0].lower() in state.lower() or "合租" in state))


@lru_cache(maxsize=2048)
def is_death(clause: str) -> bool:
    """Whether a clause tells that its subject has died."""
    found = _DEATH.search(clause)
    return found is not None and not _DENIED.search(clause[: found.start()])
