"""Which questions of a conversation are open: what each asks for, and whether what follows gives it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.embedded.condense import cues, likeness, promises
from engine.embedded.condense.sentences import Sentence
from engine.embedded.english import moments
from engine.questions import Line
from engine.text import keywords, small_talk

# Words of company, which are the whole clause: nobody waits for an answer to "Are you ready?", but to "When is it ready?".
_CHAT = re.compile(
    r"(?:how (?:are|r) (?:you|u)|how(?:'s| is| was) (?:it going|your (?:day|weekend|morning|evening)|everything|life)|are you (?:still there|there|ok|a (?:bot|robot|human|real)|real|human)|(?:is |are )?(?:still|you|anyone|anybody) there"
    r"|have you (?:eaten|slept|had (?:lunch|dinner|breakfast))|what's up|can you (?:hear|see) me|(?:(?:do|are|is) )?(?:you |that |it )?(?:really|right|seriously|deal|see|remember|ready|ok(?:ay)?|makes? sense|know|isn't it|don't you think|got it)|who knows|does (?:that|this|it) (?:help|make sense|sound (?:good|right|ok(?:ay)?)|work for you|answer)"
    r"|(?:is there )?anything else|what else can i|(?:how|what) (?:can|may|could) (?:i|we) (?:help|assist|do for)|can i help|what brings you)"
    r"(?: (?:person|people|you|your|question|i|we|me|today|tonight|now|then|yet|already|so|far|here|there|with|to|for|do|doing|feeling|going|can|could|may|help|assist|need|want|would|you'd|like|ask|add|know|discuss|all|guys|too|please|this|that|morning|evening|afternoon|by the way|btw|anyway)(?![a-z']))*+"
    r"|(?:在[吗嘛么]|在不在|有人(?:在)?吗|(?:吃|睡)(?:过饭?了?|饭了?|了)(?:吗|没|呢)|(?:最近)?(?:怎么样|好吗|忙吗)|能?听得[到见]吗|(?:真的|真|是|对|好|懂|明白|知道|行|可以|确定|记得|准备好)(?:了|不是|不)?(?:吗|吧|么)?|(?:是不是|是)(?:机器人|真人|人工|AI)(?:客服|助手|回复)?"
    r"|(?:有什么|有啥|怎么|如何|有别的)(?:事情?|问题|地方|忙)?(?:是|我)*(?:可以|能够?|需要)?我?(?:[帮为][到助上]*[您你]|效劳|帮忙|帮助)(?:们|服务|效劳|忙|做|处理|解决|一下)*|有(?:别的|其他|什么)(?:问题|需要|要问)(?:要问|想问|咨询|帮忙|帮助|我|您|你)*|(?:这样|这么说)(?:清楚|明白|可以|行|有帮助))[的了吗呢么吧啊不]*",
    re.IGNORECASE,
)
_BEFORE_CHAT_ZH = re.compile(r"^(?:那么?|请问|[您你亲还]|们|现在|今[天晚]|中午|[早晚]上|客服)+")
# The agent's own proposal: it stands until the other speaks.
_OFFER = re.compile(
    r"(?<![a-z])(?:(?:(?:would you like|do you want|want|need) (?:me|us)(?: to)?|shall (?:i|we)|(?:should|may|can|could) i (?:book|send|draft|write|prepare|set|schedule|put|reserve|arrange|forward|add) (?:it|that|this|them|you|one|the|a))(?![a-z])|would you like (?:a|an|some|more|to (?:hear|know|see)))|(?:需要|要不要|想要|想让|要|用)(?:我们?|客服)(?=[帮给为替来再把先]|[^，？?]*[您你])|要(?:帮|给|为|替)[您你]|(?:需|想|要)(?:要|不要)?(?:帮|给|为|替)[您你]",
    re.IGNORECASE,
)
# To do something, asked of the other: an assent or a promise is the answer.
_REQUEST = re.compile(
    r"(?:^|[,;] )(?:and |so |also,? |but |then |please )*(?:(?:can|could|would) you|will you please)(?! (?:be|have|need|get any|deliver|ship|open|offer|sell|accept)(?![a-z]))|(?:能|可以|能不能|可不可以|能否|可否|方便)(?:[再先请也你您]|帮|麻烦)*(?:给我|帮我|替我|发我|教我|告诉我|提醒我|把|发一?[下份]|发个|帮忙)|(?:你|您)(?:能|可以|能不能)(?:再|先)?(?:帮|给|替|发|教|告诉|提醒|写|做|整理)",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"^(?:and |so |also,? |but |then |please )*(?:can|could|would) (?:you|it|we|they|that|this|the|i)(?![a-z])|(?:可以|行|好|能行|成)(?:吗|吧|不)|能不能|可不可以|可否|能否",
    re.IGNORECASE,
)
_POLAR = re.compile(
    r"^(?:(?!wh|how)[a-z]+,? ){0,2}?(?:do|does|did|is|are|am|was|were|can|could|will|would|shall|should|may|might|has|have|had|don't|doesn't|didn't|isn't|aren't|won't|can't)(?![a-z'])|吗[?？。]*$|能不能|可不可以|要不要|是不是|有没有|会不会|行不行|好不好|是否|对不对|用不用",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|(?<![a-z])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|half|dozen|none|few|several|many|little|couple|free|nothing|unlimited)(?![a-z])|[一二三四五六七八九十百千万两半几零]|免费|不多|很多|不限|没有",
    re.IGNORECASE,
)
_TIME = re.compile(
    rf"\d|(?<![a-z])(?:yesterday|today|tonight|tomorrow|now|immediately|{'|'.join((*moments.DAY_NAMES, *moments.MONTH_NAMES))}|week|weekend|month|year|morning|noon|afternoon|evening|night|always|never|anytime|ago|soon|once|after|before|when|until|since|one|two|three|four|five|six|seven|eight|nine|ten)(?![a-z])"
    r"|[今明昨后前]天|[早上中下晚]午?[上午]|周|星期|礼拜|月|年|号|点|随时|现在|刚|之后|以后|之前|马上|一直|从不|[一二三四五六七八九十两]+[天个]",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?<![a-z])(?:in|at|on|from|to|near|inside|outside|here|there|home|online|under|behind|next)(?![a-z])|[在去到从往]|里|附近|旁|边|楼|区|路|市|家|这儿|那儿|线上",
    re.IGNORECASE,
)
_FITTING = (
    (
        re.compile(
            r"(?<![a-z])(?:when|what time|what day|which day|what date|since when)(?![a-z])|什么时候|几点|哪[天年月]|何时|几[号月]",
            re.IGNORECASE,
        ),
        _TIME,
    ),
    (
        re.compile(
            r"(?<![a-z])(?:how (?:many|much|old|long|far|big|tall|heavy|often|fast|large)|what (?:size|price|age|number|budget|percentage|amount|(?:is|'s) (?:the|your) (?:budget|price|size|age|number|amount|limit|weight)))(?![a-z])|多少|多[大久长高重远宽]|(?<![哪这那])几(?![乎率何])|字数|预算|价格|尺寸|面积|人数|年龄|体重|身高",
            re.IGNORECASE,
        ),
        _NUMBER,
    ),
    (re.compile(r"(?<![a-z])where(?![a-z])|哪里|哪儿|在哪|去哪|何处|什么地方", re.IGNORECASE), _PLACE),
)
_YES_OR_NO = re.compile(
    r"\s*(?:(?:oh|well|hmm|um|ah|啊|哦|嗯)[,，. ]*)?(?:(?:yes|yeah|yep|yup|no|nope|nah|not|sure|of course|certainly|absolutely|definitely|please|unfortunately|i do|i don't(?! know| think| have (?:that|the|any))|we do|we don't(?! know| think| have (?:that|the|any))|it does|it is|correct|exactly)(?![a-z])|是的?(?![什谁哪否])|不(?!好意思|确定|清楚|知道|太清楚)|对|可以|能|有|没|会|要|需要|行|当然|嗯|抱歉，?不|暂时不)",
    re.IGNORECASE,
)
_ASSENT = re.compile(
    r"\s*(?:(?:sure|of course|certainly|absolutely|definitely|will do|no problem|ok(?:ay)?|yes|gladly|happy to|with pleasure|consider it done|done|right away|great|perfect|alright|all right)(?![a-z])|好|可以|没问题|行|当然|嗯|收到|马上|明白|没关系)",
    re.IGNORECASE,
)
_ONLY_ASSENTS = re.compile(
    r"(?:(?:of course|sure|certainly|absolutely|definitely|with pleasure|gladly|happy to|will do|consider it done|noted|understood|no problem|not at all)[,.! ]*)+|(?:当然|可以|好|没问题|的|行|嗯|收到|明白|记下|了|乐意|随时|，|没关系)+",
    re.IGNORECASE,
)
# Somebody comes back with what was to be found out.
_REPORTS = re.compile(
    r"(?<![a-z])(?:(?:i|we|they|he|she|the [a-z]+(?: [a-z]+)?)(?: have|'ve| has| just| now)* (?:found|checked|confirmed|heard|asked|looked|says?|said|replied|answered|told)|(?-i:[A-Z][a-z]+) (?:says?|said|replied|answered|confirmed)|it turns out|according to|good news|update)(?![a-z])|查(?:到|过|清楚|了|明白)|问(?:到|过|清楚|了)|(?:确认|核实|了解|打听)(?:过|清楚|到|好|了)|回复[了说]|[一-鿿]{2,5}说|原来|结果(?:出来|是)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Reply:
    """What the other side says until the asker speaks again: what it tells, and what it only undertakes."""

    told: tuple[Sentence, ...]
    undertaken: tuple[Sentence, ...]
    first: str

    @classmethod
    def of(cls, lines: Sequence[Line], sentences: Sequence[Sequence[Sentence]]) -> "Reply":
        told = [one for of_line in sentences for one in of_line if tells(one)]
        undertaken = tuple(one for one in told if not one.is_users and _says_nothing(promises.without(one.text)))
        return cls(tuple(one for one in told if one not in undertaken), undertaken, lines[0].content if lines else "")

    @property
    def has_come(self) -> bool:
        return bool(self.first.strip())


def tells(sentence: Sentence) -> bool:
    """Whether it can answer: neither a question, a courtesy, nor an answer put off."""
    if sentence.asks or cues.PUT_OFF.search(sentence.text):
        return False
    if cues.HANGS_ON.fullmatch(promises.without(sentence.text)):
        return False
    return not _says_nothing(sentence.text)


def _says_nothing(text: str) -> bool:
    return not text or bool(_ONLY_ASSENTS.fullmatch(text)) or _is_company(text)


def _is_company(text: str) -> bool:
    return all(small_talk.is_small_talk(part) for part in re.split(r"[，,]", text) if part.strip())


def is_worth(sentence: Sentence) -> bool:
    """Whether somebody waits for the answer."""
    return sentence.asks and not _is_chat(sentence.text) and not _is_courtesy(sentence.text)


def _is_chat(text: str) -> bool:
    """Whether its last clause, the one that asks, is company and no more."""
    clause = re.split(r"[，,;；]", text.rstrip("?？ "))[-1].strip()
    return any(_CHAT.fullmatch(form) for form in (clause, _BEFORE_CHAT_ZH.sub("", clause)))


def is_offer(line: str) -> bool:
    return bool(_OFFER.search(line))


def is_request(text: str) -> bool:
    return bool(_REQUEST.search(text))


def bids(sentence: Sentence) -> bool:
    """Whether something is to be done by the other."""
    return bool(cues.BIDS.match(sentence.text)) or (sentence.asks and is_request(sentence.text))


def is_wish(text: str) -> bool:
    """Whether it asks that something be so: can it have four at most, 最多四次可以吗."""
    return bool(_WISH.search(text))


def reports(text: str) -> bool:
    return bool(_REPORTS.search(text))


def assents(content: str) -> bool:
    return bool(_ASSENT.match(content))


def open_ones(asked: Sequence[Sentence], reply: Reply, *, beside: Sequence[Sentence] = ()) -> Iterator[Sentence]:
    """Those of one message that the reply leaves open; `beside` is what was told with them, to which it may speak instead."""
    if not reply.has_come:
        yield from asked
        return
    clauses = [part for sentence in reply.told for part in _clauses(sentence.text)]
    claimed = _claims(asked, clauses)
    taken = {clause for of_question in claimed for clause in of_question}
    for question, own in zip(asked, claimed, strict=True):
        left = [clause for clause in clauses if clause not in taken]
        if own or _gives(question, left, reply, is_alone=len(asked) == 1, beside=beside):
            continue
        yield question


def _claims(asked: Sequence[Sentence], clauses: Sequence[str]) -> list[list[str]]:
    """What speaks of each question: by what it alone names, or, where that helps nowhere, by what it names at all."""
    others = [" ".join(one.text for one in asked if one is not question) for question in asked]
    alone = [
        [clause for clause in clauses if likeness.covered(question.text, clause, but=other) > 0]
        for question, other in zip(asked, others, strict=True)
    ]
    if any(alone):
        return alone
    return [
        [
            clause
            for clause in clauses
            if likeness.covered(question.text, clause) > 0 or likeness.turned(question.text, clause)
        ]
        for question in asked
    ]


def _gives(
    question: Sentence, left: Sequence[str], reply: Reply, *, is_alone: bool, beside: Sequence[Sentence]
) -> bool:
    """Whether the clauses that speak of no other question answer this one all the same."""
    text = question.text
    if is_request(text) and assents(reply.first):
        return True
    wanted = [fits for asks, fits in _FITTING if asks.search(text)]
    if wanted:
        own = [one.text for one in reply.undertaken if likeness.covered(text, one.text)]
        return any(fits.search(clause) for fits in wanted for clause in (*left, *own))
    if _POLAR.search(text) and (_YES_OR_NO.match(reply.first) or (is_offer(text) and assents(reply.first))):
        return True
    own = [clause for clause in left if not any(likeness.covered(clause, one.text) for one in beside)]
    return bool(own) and (is_alone or not _POLAR.search(text))


def _clauses(text: str) -> list[str]:
    return [
        part.strip() for part in re.split(r"[，；;。]|,(?!\d)|(?<![a-z])(?:and|but)(?![a-z])", text) if part.strip()
    ]


def _is_courtesy(text: str) -> bool:
    bare = text.rstrip("?？ ")
    return _is_company(bare) or len(bare) < (3 if keywords.has_cjk(bare) else 6)
