"""Whom a fact or a clause is about: one near to the person, or anybody else who stands between them and what is told."""

import re
from functools import lru_cache

from engine.embedded.tidying import kin, sorts
from engine.embedded.tidying.day import Clause

# People whom somebody has to do with and who have matters of their own.
_ZH = r"学生|学员|徒弟|徒儿|学徒|助理|助手|下属|手下|员工|店员|实习生|老板娘|合伙人|同行|师傅|师父|师兄|师姐|师弟|师妹|同门|客人|顾客|房客|租客|租户|业主|保姆|月嫂|护工|阿姨|司机|经纪人|编辑|律师|会计|代理商?|供应商|病人|患者|球友|队友|网友|牌友|战友|校友|前[夫妻]|前男友|前女友|未来[公婆]婆?|干[爹妈儿女]|教父|教母|保安|保洁|搭子|[组班队店校处科部局院所厂村船社团会工]长|前台|秘书|总监|主任"
_EN = r"pupils?|students?|trainees?|apprentices?|assistants?|employees?|staff|interns?|directors?|deputy|boss(?:es)?|secretary|clerks?|partners? in [\w ]+|business partners?|tenants?|lodgers?|guests?|patients?|nanny|carers?|cleaners?|drivers?|agents?|editors?|lawyers?|solicitors?|accountants?|suppliers?|contractors?|team ?mates?|training partners?|pen ?pals?|ex(?:-(?:wife|husband|girlfriend|boyfriend))?|godmothers?|godfathers?|godsons?|goddaughters?|godchild(?:ren)?|step-?(?:sons?|daughters?|mother|father|mum|dad|child(?:ren)?|brothers?|sisters?)|hosts?|guy|neighbou?rs?|buddy|rivals?|captain|sub(?:stitute)?|supervisor|committee|chair(?:man|woman|person)?|team ?leads?|foreman|instructor|trainer|therapist|babysitter|in-house counsel|receptionist"
_OF_FACT = re.compile(
    rf"^(?:用户|我们?|咱们?)(?:[家店组班科]里?|公司|的)*(?P<zh>{_ZH})(?!叫|姓|是|[费课证书会馆店卡餐])"
    rf"|^(?:the user's|my|our|the(?! user(?![\w]))) (?:[\w-]+ ){{0,2}}?(?P<en>{_EN})(?:'s)?(?![\w-])(?!'s? name| (?:is|are) )",
    re.IGNORECASE,
)


# 用户科里的小郑: a fact about a colleague, called as colleagues are.
_BY_NAME = re.compile(r"^用户[^，。的]{0,6}的(?P<zh>[小老阿][\u4e00-\u9fff])(?=[在要已也是有会想去休请调转出刚正做当])")


@lru_cache(maxsize=4096)
def of(content: str) -> str:
    """'' for the person's own matters; a kind of relative, or what somebody is to the person."""
    return sorts.owner(content) or _role(content)


@lru_cache(maxsize=8192)
def _role(text: str) -> str:
    found = _OF_FACT.match(text.replace("’", "'")) or _BY_NAME.match(text)
    return next(part for part in found.groups() if part).lower() if found else ""


def are_one(a: str, b: str) -> bool:
    """Whether two may be one person."""
    return a == b or bool(a and b and kin.are_one(a, b))


def may_end(older: str, newer: str) -> bool:
    """Whether what the newer statement tells may end the older: both of one, or the older waits for what befalls somebody."""
    ours, theirs = of(older), of(newer)
    return are_one(ours, theirs) or bool(not ours and theirs and kin.mentions(older, theirs))


def of_clause(clause: Clause) -> str:
    """Whom a clause of a conversation is about."""
    return clause.owner or _role(clause.text)
