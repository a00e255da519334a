"""Whether a message is worth a model call: cheap, pure and in both languages (SPEC X3)."""

import re
from dataclasses import dataclass

from engine.embedded import extract, pointing
from engine.questions import ASSISTANT, USER, ExtractQuestion, Line
from engine.text import confirmation, wish_cues


@dataclass(frozen=True)
class GateLimits:
    """Lengths in characters of the trimmed message; each is a setting of the scope."""

    user_min: int = 5
    user_min_chinese_self: int = 3  # 我吃素 is a whole statement
    user_long: int = 20
    assistant_min: int = 20
    assistant_long: int = 120


@dataclass(frozen=True)
class GateVerdict:
    """`reason` is a short stable word that jobs count: `open`, `role`, `blank`, `short`, `small_talk`, `question`, `no_cue`."""

    is_open: bool
    reason: str


def _words(*alternatives: str) -> re.Pattern[str]:
    """Whole words of alphabetic scripts; `\\b` would fail beside Chinese, whose signs count as word characters."""
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{'|'.join(alternatives)})(?![A-Za-z0-9_])", re.IGNORECASE)


_SELF_EN = _words(
    r"i(?!/)",
    r"i['’](?:m|ve|d|ll)",
    "im",
    "ive",
    "my",
    "me",
    "mine",
    "myself",
    "we",
    r"we['’](?:re|ve|d|ll)",
    "our",
    "ours",
    "us",
)
_WISH_EN = _words(
    r"prefer(?:s|red|ably|ences?)?", r"favou?rites?", "like", "love", "hate", "dislike", "enjoy", "want", "need", "plan(?:s|ning)?",
    "going to", "hop(?:e|ing)", "goal", "always", "never", "must", "only", "cannot", r"can['’]?t", "avoid", r"allerg(?:y|ic|ies)",
    "vegan", "vegetarian", "budget", "deadline", "remember", "forget", "no longer", "from now on", "in future", "please",
    r"don['’]t", "do not", "based in", "married", "divorced", "retired", "kids", r"name['’]?s", "works best", "here", "instead of", "rather than", "used to", "moved to", "switch(?:ed)? to",
)  # fmt: skip
_SELF_ZH = re.compile(r"我|咱|俺|本人|自己|敝|本公司|本店|本司|笔者")
# 帮我…, 告诉我… name the speaker only as the one to be served.
_SERVED = re.compile(
    r"(?:帮|替|教|告诉)我|(?:给|让|跟)我(?=推荐|介绍|讲|说|写|查|看|翻译|列|来|一|个|解释|总结|生成|找|算|画)"
)
# Words that say something of the speaker without naming them: kin, body, belongings, a change, a dated plan.
_OWN_ZH = re.compile(
    r"^(?:我|家里)?(?:儿子|女儿|孩子|老婆|老公|爸|妈|父母|爷爷|奶奶|外公|外婆|老大|老二|手机|电脑|车|膝盖|腰|颈椎|胃|血压|血糖|尿酸|身高|体重|工资|房贷|公司|单位|仓库|工厂|英语)"
    r"|风险承受|发票抬头|抬头|收货地址|坐标|毕业于|备考|在读|减脂|减肥|备孕|怀孕|不耐受|单身|独居|全职|卖了|换成|改成|升级到|搬家|现在(?:开|用|住|在|做)|以前用|[一两二三]口人|口味|怕[辣冷热吵]"
    r"|(?:[明后]天|下?周[一二三四五六日末]|下个?月|下周|月底|年底|[上下]午).{0,4}(?:要|得|去|出差|开会|到)|(?:[昨前]天|上周|上个?月|去年|刚).{0,4}[一-鿿]{1,3}了"
)
_WISH_ZH = re.compile(
    r"喜欢|喜爱|热爱|讨厌|偏好|偏爱|习惯|想要?|打算|计划|准备|希望|目标|要求|不要|别|不能|不吃|不喝|必须|只(?:吃|喝|用|要|能|看)|"
    r"以后|今后|记住|记得|忘掉|忘了|过敏|忌口|素食|吃素|预算|截止|最晚|受不了|改用|不再|搬到|叫(?=\w{2,4}$)|请"
)
_SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*|\n")
_CLAUSE = re.compile(r"[,，、]|(?<=[a-z]{2})\.\s|\.$")
_LETTER = re.compile(r"[^\W_]")
_ASKS_EN = re.compile(
    r"^(?:(?:and|but|so|then|ok|okay|well|hey|hi|hello)\s+)*"
    r"(?:what|who|whom|whose|where|when|why|how|which|is|are|am|was|were|do|does|did|"
    r"can|could|will|would|should|shall|may|have you|has|any|tell me|explain|define)(?:['’]\w+)?(?![a-z])",
    re.IGNORECASE,
)
# A question in form, a wish for every answer: "could you always give prices in pounds?".
_LASTING_EN = re.compile(
    r"^(?:can|could|will|would) (?:you|u) (?:please )?(?:always|never|keep|stop|only|from now on|in future)(?![a-z])",
    re.IGNORECASE,
)
# A question without a mark that runs on into a statement: "can you find a gift for my wife she's into pottery".
_TELLS_TOO_EN = re.compile(
    r"(?:\S+\s+){3,}(?:i['’]?m|i am|i have|i['’]?ve|we['’]re|we are|we have|my \w+ (?:is|has|loves|likes|hates)|(?:she|he)(?:['’]s| is| has| loves| likes| hates))\s+\S",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(
    r"什么|啥|怎么|怎样|如何|为什么|为何|多少|几[个点次天年]|哪[里儿个些种家位]?|谁|吗$|呢$|是否|是不是|能不能|可不可以|有没有|要不要|好不好|对不对|([一-鿿])不\1|^我?(?:只是|就是|就)?(?:想|要)(?:问|知道|看看|看一下|查|了解|咨询|请教)"
)
# An order for this moment; with 以后, 每次, 别 … it would be a wish for all answers.
_ORDERS_ZH = re.compile(
    r"^(?!.*(?:以后|今后|每次|别|不要|统一|默认|一律|尽量|都|叫我|邮件|电话|微信))(?:请|麻烦|那|再|先|你|能)*(?:帮我|帮忙|给我(?!发)|替我|把|翻译|总结|润色|查一?下?|写一?[个篇封段首份]|推荐|介绍|解释|生成|列出|算一?下?|画一?[张个]|扮演|想象)"
)
_SUPPOSES = re.compile(
    r"^(?:if|suppose|supposing|imagine|what if)(?![a-z])|^(?:如果|假如|假设|要是|要不是|倘若|万一|想象|比如|据说|听说|网上有人)",
    re.IGNORECASE,
)

_SMALL_TALK_EN = re.compile(
    r"(?:ok(?:ay)?|k|yes|yeah|yep|yup|no|nope|sure|fine|great|good|nice|cool|wow|alright|all right|right|exactly|perfect|awesome|got it|i see|"
    r"understood|makes sense|go on|go ahead|continue|next|more|again|please|pls|hi+|hello|hey|bye+|goodbye|see you.*|good (?:morning|evening|night|afternoon)|"
    r"ha(?:ha)+h?|lol|hm+|um+|oh|well|thx|ty|(?:many )?thanks?(?: you)?(?: (?:so|very) much)?(?:,? .*)?|thank you.*|you(?:'|’)?re (?:welcome|right)|no problem|"
    r"what do(?:es)? (?:that|it|this) mean|how are you.*|nice to meet you.*|that(?:'|’)?s (?:all|it|right|good|great|fine)|i (?:understand|agree)|"
    r"(?:my |dear )?friend|ai companion|talk to you .*)",
    re.IGNORECASE,
)
_SMALL_TALK_ZH = re.compile(
    r"(?:好[的吧啊呀嘞哒]*|行[的吧啊]?|可以[的啊]?|对[的啊]?|是[的啊]|嗯+|哦+|噢+|啊+|哈+|呵+|嘿+|谢+|感谢.{0,6}|谢谢.{0,6}|多谢.{0,4}|不客气|辛苦了?|"
    r"继续.{0,2}|接着说?|下一[个步条]|再说一遍|什么意思|没事|没问题|知道了|明白了?|了解了?|收到|你好[啊呀]?|您好|早上?好?|晚安|再见|拜拜|"
    r"我(?:知道|明白|懂|了解)了?|我?(?:大概)?(?:知道|明白|懂|了解)了?你的意思了?|我不(?:知道|明白|懂)你.{0,8}|我?(?:再|先)?(?:看看|想想|考虑(?:一下|考虑)|试试|这样)吧?|你再想想"
    r"|[你您](?:真|可|太)(?:是|的|好)?.{0,14}|你是我?.{0,8}最.{0,8}|我觉得(?:这个|你的)?(?:回答|答案|结果).{0,10}|好的好的|(?:非常|十分|真的)?感谢.{0,12}|今天天气.{0,8}|早上好[呀啊]?|下午好|晚上好|在[吗么]|笑死|太[好棒]了|真[好棒]|厉害|不错)"
)


def passes(line_role: str, content: str, *, limits: GateLimits = GateLimits()) -> GateVerdict:
    """Judge one message by its role; only `user` and `assistant` messages can ever be a target."""
    text = content.strip()
    if line_role not in (USER, ASSISTANT):
        return GateVerdict(is_open=False, reason="role")
    if not _LETTER.search(text):
        return GateVerdict(is_open=False, reason="blank")
    reason = _user(text, limits) if line_role == USER else _assistant(text, limits)
    return GateVerdict(is_open=reason == "open", reason=reason)


def _user(text: str, limits: GateLimits) -> str:
    if pointing.points_back(text):
        return "open"
    has_self = bool(_SELF_ZH.search(text))
    if len(text) < (limits.user_min_chinese_self if has_self else limits.user_min):
        return "short"
    closed = _closed(text, limits)
    return "open" if not closed or _asks_of_memory(text) else closed


def _asks_of_memory(text: str) -> bool:
    """A wish about the memory looks like an order or a question: 能不能忘掉我失眠的事. Read by the rules, which are exact."""
    if not wish_cues.may_ask_of_memory(text):
        return False
    question = ExtractQuestion(target=(Line(USER, text),))
    return wish_cues.names_memory(text) or bool(extract.extract(question).instructions)


def _closed(text: str, limits: GateLimits) -> str:
    """Why a message tells nothing of the person; '' when it may."""
    clauses = _clauses(text)
    if all(_is_small_talk(clause) for clause, _ in clauses):
        return "small_talk"
    said = [clause for clause, is_asked in clauses if not is_asked and not _is_small_talk(clause)]
    if not said:
        return "question"
    return "" if len(text) > limits.user_long or any(_has_cue(clause) for clause in said) else "no_cue"


def _assistant(text: str, limits: GateLimits) -> str:
    if len(text) < limits.assistant_min:
        return "short"
    if len(text) > limits.assistant_long:
        return "open"
    return "open" if confirmation.is_confirmed(text) else "no_cue"


def _clauses(text: str) -> list[tuple[str, bool]]:
    """Each clause with whether it asks; a condition goes with the question that it introduces."""
    found: list[tuple[str, bool]] = []
    for sentence in _SENTENCE.findall(text):
        parts = [part.strip() for part in _CLAUSE.split(sentence.rstrip("。！？!?；; ")) if _LETTER.search(part)]
        is_marked = sentence.rstrip().endswith(("?", "？"))
        for place, part in enumerate(parts):
            is_last = place == len(parts) - 1
            asks = (
                (is_marked and is_last and not _LASTING_EN.search(part))
                or bool(_asks_english(part) or _ASKS_ZH.search(part))
                or bool(_SUPPOSES.search(part) or _ORDERS_ZH.search(part))
            )
            found.append((part, asks))
    return found


def _asks_english(part: str) -> bool:
    return bool(_ASKS_EN.search(part)) and not (_LASTING_EN.search(part) or _TELLS_TOO_EN.match(part))


def _is_small_talk(clause: str) -> bool:
    bare = clause.strip(" .!~…～'\"")
    return bool(_SMALL_TALK_EN.fullmatch(bare) or _SMALL_TALK_ZH.fullmatch(bare))


def _has_cue(clause: str) -> bool:
    spoken = _SERVED.sub("", clause)
    return any(pattern.search(spoken) for pattern in (_SELF_EN, _WISH_EN, _SELF_ZH, _WISH_ZH, _OWN_ZH))
