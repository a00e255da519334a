"""Which word of a phrase names the thing itself: of a motorbike helmet the helmet, of 车的旧锁 the lock."""

import re
from functools import lru_cache

from engine.embedded.english.vocabulary import words_of
from engine.text import concepts, keywords

# Words that name a thing only together with the one before: a course, a trip, a membership of something.
_GENERAL_ZH = re.compile(
    r"^(?:课程?|班|计划|行程|之?旅|之行|事儿?|会员|年卡|月卡|季卡|卡|工作|账号|账户|订单|门?票|机票|酒店|活动|项目|训练|练习|比赛|那边|这边|手续|考试|培训|订阅|预约|安排|合同|任务|习惯|活儿?|游|旅行|旅游|行|软件|应用|书|剧|片|系统|服务|套餐|套装|款|业务|疗程|治疗|治|病|伤|药|贷款|款项|钱|申请|面试|协会|社团|团|队|群|岗位|职位|职务|职|了|的|得|也|都|就|全|已|被|给|让|我|又|还|再|终|总|算|昨|今|前|上|下|这|那|去|来|到|在|吃|喝|学|考|打|练|上|看|读|做|写|买|养|玩|用|跑|弹|唱|跳|画|骑|开|住|租|订|报|办|交|还|一|两|三|全部|彻底|顺利|正式|证|出|坏|网|圆)"
)
_GENERAL_EN = words_of(
    """
    trip plan plans subscription membership class classes lesson lessons course courses job contract appointment account habit project idea booking
    tickets ticket position work training treatment diet tour holiday vacation visit journey exam test programme program session sessions club team
    thing stuff service app plan payments payment loan debt balance move application course degree studies routine training party event conference
    gig role internship shift license licence certificate cast surgery operation problem issue injury pain infection search hunt renovation remodel
    wedding lease rent rental flat house apartment car bike dog cat place one it them part rest last half game season series book report
    """
)
_PHRASE_END = re.compile(
    r"\b(?:of|in|at|with|for|on|to|from|by|about|until|till|since|because|when|where|which|who|that|and|or|but|so|as|after|before|during|through|without|into|onto|over|under|is|are|was|were)\b|[,;:]",
    re.IGNORECASE,
)


# A part of something is not the whole of it.
_PART = re.compile(
    r"第[一二三四五六七八九十\d]+[章节课册集部卷单期]|一半|初稿|开头|这[期集节章]|\b(?:lesson|chapter|unit|part|episode|module|section|volume|level|draft|week|issue|round|stage|phase)s? (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"|\b(?:first|second|third|fourth|fifth|next|last) (?:lesson|chapter|unit|part|episode|module|section|volume|level|draft|round|stage|phase)\b|\b(?:this|last) (?:week|month)'s\b",
    re.IGNORECASE,
)


# One of a kind, which the liking for the kind outlives.
_ONE_OF = re.compile(
    r"[那这某](?:一)?[档家部本款间集期场首支只条位]|(?<![a-z])(?:this|that|my favou?rite|the last|one) \w+",
    re.IGNORECASE,
)


def is_one_of(clause: str) -> bool:
    """Whether a clause points at one of a kind."""
    return bool(_ONE_OF.search(clause))


def is_part(clause: str) -> bool:
    """Whether a clause tells of a part alone: a chapter, a lesson, one issue."""
    return bool(_PART.search(clause))


@lru_cache(maxsize=4096)
def names(phrase: str, shared: frozenset[str], fact: str) -> bool:
    """Whether the thing that `phrase` names is among what it shares with a fact, or general enough to be its kind."""
    if keywords.has_cjk(phrase):
        return any(_stands_free(part, shared, fact) for part in phrase.split())
    words = _PHRASE_END.split(phrase.lower())[0].split()
    if not words:
        return True
    head = words[-1].strip("'.!?")
    if head in _GENERAL_EN or concepts.content(head).solid & shared or not concepts.content(head).solid:
        return True
    return concepts.stem(head) in {concepts.stem(word) for word in re.findall(r"[a-z][a-z'-]*", fact.lower())}


def _stands_free(part: str, shared: frozenset[str], fact: str) -> bool:
    """Whether what a part shares ends it, but for a general word; behind 的 stands the thing itself."""
    before, mark, behind = part.rpartition("的")
    told = behind if mark and behind else part
    if mark and behind and behind not in fact and _GENERAL_ZH.fullmatch(behind):
        told = before
    end = 0
    while end < len(told):
        longest = next((n for n in range(len(told) - end, 0, -1) if told[end : end + n] in fact), 0)
        if longest > 1 or (longest == 1 and len(told) == 1):
            rest = told[end + longest :]
            if not rest or _GENERAL_ZH.match(rest):
                return True
        end += max(longest, 1)
    return bool(concepts.content(told).solid & shared) and not any(
        told[at : at + 2] in fact for at in range(len(told) - 1)
    )
