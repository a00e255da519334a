"""What the agent undertakes to do later, in Chinese and English: not what it offers, advises, denies or does on the spot."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.embedded.condense.sentences import I_ZH, LEADS, PROMISED_BEHIND, STAFF_ZH, Sentence
from engine.embedded.english import moments
from engine.questions import Line

# What is done by saying it is no promise, unless a later time is named.
_AT_ONCE_EN = re.compile(
    r"(?:explain|show|say|tell|walk|assume|note|keep (?:that|this|it|your|in)|remember|summari[sz]e|start|begin|leave|let you (?!know)|recommend|suggest|mention|describe"
    r"|outline|list|break|stick|go with|use|answer|respond|admit|stop|wait|see you|do my best|give you (?:an?|some|the|two|three|one)|need|be (?!in touch|back|sending|checking|following)|like|love|have to|try my best|focus|point)(?![a-z])",
    re.IGNORECASE,
)
_FINDS_OUT_EN = r"(?:check|ask|look|find out|confirm|verify|consult|enquire|inquire|investigate|talk to|speak (?:to|with)|get back|come back|dig)"
_WILL_EN = r"(?:'ll|'m (?:also|now|just|then) going to|'re (?:also|now|just|then) going to|'m going to|'re going to| will| shall| am going to| are going to| is going to)"
_ADVERB_EN = r"(?: (?:also|then|now|just|gladly|certainly|definitely|personally|first|still|immediately|make sure (?:to|that i)|be sure to|go ahead and|try to))*"
_SUBJECT_EN = r"(?:i|we|(?:our|the|one of our|my) (?:[a-z]+ ){0,2}(?:team|staff|colleagues?|technicians?|engineers?|department|support|office|driver|courier|manager|agents?|specialists?|warehouse)|they|he|she|someone|somebody|(?:an?|the|our) (?:[a-z]+ )?(?:colleague|technician|specialist|manager|agent|electrician|plumber|engineer|painter|carpenter|driver|courier|mechanic|gardener|caretaker|nurse|doctor|lawyer|advis[eo]r|consultant|accountant|representative|inspector|installer|locksmith))"
_PROMISE_EN = re.compile(
    rf"(?<![\w'])(?:(?P<who>{_SUBJECT_EN}){_WILL_EN}{_ADVERB_EN} (?!not |never )(?P<deed>[a-z][\w-]*[^,;]*)"
    rf"|let me (?P<finds>{_FINDS_OUT_EN}(?: \w+)+)"
    r"|you(?:'ll| will) (?P<gets>(?:receive|get|hear|have) [^,;]*\b(?:by|within|before|from us|from me|tomorrow|today|tonight|next|on \w+day|in \d+)\b[^,;]*))",
    re.IGNORECASE,
)
_LATER_EN = re.compile(
    rf"(?<![a-z])(?:later|tomorrow|tonight|soon|shortly|by (?!\w+ing)|before|after|next|on (?:{'|'.join(moments.DAY_NAMES)})|on \d|this (?:afternoon|evening|week)|in (?:a|an|the|\d+) ?(?:moment|minute|hour|day|week|morning|afternoon|evening|days|hours|minutes)|when(?:ever)?|once|as soon as|end of)(?![a-z])",
    re.IGNORECASE,
)
_CONDITION_EN = re.compile(
    r"(?:^|(?<=[\s,;]))(?:once|as soon as|when|after|before|if|unless|until) [^;]*$", re.IGNORECASE
)
_OFFER_EN = re.compile(
    r"(?<![a-z])(?:if you(?:'d)? (?:like|want|wish|prefer|need|would)|if that helps|in that case i|would you|happy to|glad to|should you)",
    re.IGNORECASE,
)

_WHO_ZH = rf"(?:我们?(?:这边)?|这边|{STAFF_ZH}|小编|[一-鿿]{{1,3}}工(?!作|程|具)|他们?|她|对方|[一-鿿]{{2}}组)"
_WHEN_ZH = (
    r"稍后|稍晚|晚[点些](?:时候)?|回头|待会儿?|等[会下]儿?|一会儿?|尽快|尽早|随后|之后|到时候?|过后|[今明]天|今晚|明[早晚]|后天|[下这本]?个?(?:周|星期|礼拜)[一二三四五六日天末]|下周|本周|月底|下个?月"
    r"|\d+月\d*[日号]?|[一二三四五六七八九十两\d]+个?(?:工作日|分钟|周)|\d+[日号点天个小时分钟]+|[一二三四五六七八九十两]+[天点个小时]+|第一时间|定期"
)
_DEED_ZH = (
    r"转(?:给|交|接|告)|发|寄|送|问|查|核实|核对|确认(?!了)|跟进|跟踪|回复|答复|回电|回访|联系|通知|反馈|处理|安排|提醒|补|整理|准备|写|做|改|修|加|更新|提交|申请|登记|预约|预订|订|约|催|转告|转达|上报|汇报|汇总|告诉|告知|看(?![来到起见好书])|了解一下"
    r"|排查|测|打电话|传|拟|起草|生成|办理|办|退|换|派|取|盯|留意|拉|约|排|备注|记录|打包|画|设计|审核|评估"
)
_FUTURE_ZH = re.compile(rf"会|将|来|去|这就|马上|立刻|立即|先|负责|把|[给帮为替][您你]|发[您你]|提醒|{_WHEN_ZH}")
_PROMISE_ZH = re.compile(
    rf"^(?:那么?|好的?|然后|另外|同时|也|并|所以|届时|请放心)*(?:[^，]{{1,10}}[后时完])?(?:(?:{_WHEN_ZH}|早上|[上下]午|晚上|之?前|[以之]?内|左右)*+(?P<who>{_WHO_ZH})(?P<way>[^，]{{0,18}}?)(?:{_DEED_ZH})|(?:(?:{_WHEN_ZH}|会|将|马上|立刻|立即|再|内|之?前|[上下]午|晚上)++(?P<less>[给跟为帮向把和]?[^，]{{0,8}}?)(?:{_DEED_ZH})))"
)
_AT_ONCE_ZH = re.compile(
    r"解释|介绍|说明|讲|说|举(?:个)?例|总结|概括|推荐|补充|回答|列[个出一]|分析|提醒[您你](?:一下)?(?:，|$|注意)"
)
_NONE_ZH = re.compile(
    r"可以|能(?!尽)|应该|建议|想|觉得|认为|可能|不(?!久|日)|没|别|已|过了|(?:好|完|到|发|改|加|写|订|查|问|退|换)了|了$|要不要|是否|如果您?(?:需要|想|愿意|方便)|[您你](?:先|再|来|去|要|得|需要|把|记得|请)|请[您你]?|吗$|一般|通常|会员"
)
_CONDITION_ZH = re.compile(r"(?:后|之后|以后|时|的话|的时候)$|^(?:等|如果|只要|一旦|要是)|一(?:到|有|收到|出来)")
_LATER_ZH = re.compile(_WHEN_ZH)
_LISTS = re.compile(r"```|~~~|^\s*(?:[-*•]|\d+[.)、])\s*\S", re.MULTILINE)
_HANDS_OVER = re.compile(r"[:：]\s*$|如下|以下是|(?<![a-z])(?:here (?:is|are)|here's|below|as follows)", re.IGNORECASE)


@dataclass(frozen=True)
class Promise:
    """`line` stands in the summary; `finds_out` says that it only puts an answer off."""

    line: str
    finds_out: bool


def of(said: Sequence[Sentence], line: Line) -> Iterator[Promise]:
    """What one message of the agent promises; what it hands over right there is kept already."""
    hands_over = bool(_LISTS.search(line.content))
    for sentence in said:
        if sentence.asks or _HANDS_OVER.search(sentence.text):
            continue
        find = _chinese if sentence.is_chinese else _english
        words = find(sentence.text, is_later_only=hands_over)
        line_of_it = sentence.as_agents(words) if words else ""
        if line_of_it:
            yield Promise(line_of_it, bool(FINDS_OUT.search(words)))


# A promise to find out, or to answer at all.
FINDS_OUT = re.compile(
    rf"(?<![a-z])(?:{_FINDS_OUT_EN}|let you know)(?![a-z])|问|查|核实|核对|确认|了解|[回答]复|回电|反馈|看看|看一下",
    re.IGNORECASE,
)


def _english(text: str, *, is_later_only: bool) -> str:
    """From the promise, with the condition that it hangs on, to the end of the sentence."""
    if _OFFER_EN.search(text):
        return ""
    for found in _PROMISE_EN.finditer(text):
        deed = found["deed"] or ""
        is_later = bool(_LATER_EN.search(text[found.start() :]))
        if (is_later_only or _AT_ONCE_EN.match(deed)) and not is_later:
            continue
        if not _has_matter(deed or found["finds"] or found["gets"]):
            continue
        condition = _CONDITION_EN.search(text[: found.start()])
        return text[condition.start() if condition else found.start() :]
    return ""


def _has_matter(deed: str) -> bool:
    """Whether a deed says of what it is, or needs no more: I'll ask."""
    words = re.findall(r"[a-z]+", deed.lower())
    return len(words) > 1 or not {"check", "ask", "call", "email"}.isdisjoint(words)


def _chinese(text: str, *, is_later_only: bool) -> str:
    """The clauses that promise, from the first to the last, with the condition before them."""
    clauses = re.split(r"[，,；;]", text)
    places = [place for place, clause in enumerate(clauses) if _promises_chinese(clause.strip(), is_later_only)]
    if not places:
        return ""
    first, last = places[0], places[-1]
    if first and _CONDITION_ZH.search(clauses[first - 1].strip()):
        first -= 1
    return re.sub("^那么?(?=我)", "", "，".join(clause.strip() for clause in clauses[first : last + 1]))


def _promises_chinese(clause: str, is_later_only: bool) -> bool:
    found = _PROMISE_ZH.match(clause)
    if found is None or _NONE_ZH.search(clause):
        return False
    is_later = bool(_LATER_ZH.search(clause))
    if (is_later_only or _AT_ONCE_ZH.search(clause)) and not is_later:
        return False
    if found["who"]:
        return bool(_FUTURE_ZH.search(clause))
    return bool(re.search(r"[您你]|跟进|处理|回复|答复|联系|通知|反馈|回电|安排", clause))


def without(text: str) -> str:
    """What a sentence tells beside what it promises."""
    words = _english(text, is_later_only=False) or _chinese(text, is_later_only=False)
    return text.replace(words, "").strip(" ，,;；那") if words else text


def is_agents(line: str) -> bool:
    """Whether a line of the summary says what the agent is to do."""
    return bool(_AGENTS_LINE.match(line) or REMINDS.search(line))


# The user's own lines say 用户 for 我.
_AGENTS_LINE = re.compile(
    rf"{LEADS}|.*{re.escape(PROMISED_BEHIND)}$|(?!用户：).*{I_ZH}|(?:[^，]{{1,20}}，)?(?:{STAFF_ZH})[^，]*用户"
)


# Somebody is to be reminded: the line is of the deed, not of the reminding.
REMINDS = re.compile(
    r"(?:please )?remind (?:me|the user|you|us)(?: (?:to|about|of|that))?|(?:到时候?|届时)?(?:再|请|会|记得)?提醒(?:我|用户|您|你)?(?:一下|一声)?",
    re.IGNORECASE,
)
