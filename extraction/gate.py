"""Whether a message is worth a model call: cheap, pure and in both languages (SPEC X3)."""

import re
from dataclasses import dataclass

from engine.questions import ASSISTANT, USER
from engine.text import confirmation


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
    r"don['’]t", "do not", "instead of", "rather than", "used to", "moved to", "switch(?:ed)? to",
)  # fmt: skip
_SELF_ZH = re.compile(r"我|咱|俺|本人|自己|敝")
_WISH_ZH = re.compile(
    r"喜欢|喜爱|热爱|讨厌|偏好|偏爱|习惯|想要?|打算|计划|准备|希望|目标|要求|不要|别|不能|不吃|不喝|必须|只(?:吃|喝|用|要|能|看)|"
    r"以后|今后|记住|记得|忘掉|忘了|过敏|忌口|素食|吃素|预算|截止|最晚|受不了|改用|不再|搬到|叫(?=\w{2,4}$)|请"
)
_SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*|\n")
_CLAUSE = re.compile(r"[,，、]|(?<=[a-z]{2})\.\s|\.$")
_LETTER = re.compile(r"[^\W_]")
_ASKS_EN = re.compile(
    r"^(?:(?:and|but|so|then|ok|okay|well|hey|hi|hello)\s+)*(?:what|who|whom|whose|where|when|why|how|which|is|are|am|was|were|do|does|did|"
    r"can|could|will|would|should|shall|may|have you|has|any|tell me|explain|define)(?:['’]\w+)?(?![a-z])",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(
    r"什么|啥|怎么|怎样|如何|为什么|为何|多少|几[个点次天年]|哪[里儿个些种家位]?|谁|吗$|呢$|是否|是不是|能不能|可不可以|有没有|要不要|好不好|对不对"
)
_SUPPOSES = re.compile(
    r"^(?:if|suppose|supposing|imagine|what if)(?![a-z])|^(?:如果|假如|假设|要是|倘若|万一)", re.IGNORECASE
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
    r"我(?:知道|明白|懂|了解)了?|太[好棒]了|真[好棒]|厉害|不错)"
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
    has_self = bool(_SELF_ZH.search(text))
    if len(text) < (limits.user_min_chinese_self if has_self else limits.user_min):
        return "short"
    clauses = _clauses(text)
    if all(_is_small_talk(clause) for clause, _ in clauses):
        return "small_talk"
    said = [clause for clause, is_asked in clauses if not is_asked and not _is_small_talk(clause)]
    if not said:
        return "question"
    return "open" if len(text) > limits.user_long or any(_has_cue(clause) for clause in said) else "no_cue"


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
                (is_marked and is_last)
                or bool(_ASKS_EN.search(part) or _ASKS_ZH.search(part))
                or bool(_SUPPOSES.search(part))
            )
            found.append((part, asks))
    return found


def _is_small_talk(clause: str) -> bool:
    bare = clause.strip(" .!~…～'\"")
    return bool(_SMALL_TALK_EN.fullmatch(bare) or _SMALL_TALK_ZH.fullmatch(bare))


def _has_cue(clause: str) -> bool:
    return any(pattern.search(clause) for pattern in (_SELF_EN, _WISH_EN, _SELF_ZH, _WISH_ZH))
