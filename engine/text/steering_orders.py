"""Tells an order to an agent by its grammar: who is to act, and whether what is done serves somebody else than the person."""

import re
from collections.abc import Sequence

from engine.text.steering_acts import CHINESE, ENGLISH, STATED, STATED_ZH, Act

ORDER = 0.7  # what one order makes of a text

_SENTENCE = re.compile(r"[^。！!？?；;\n.]+(?:\.(?=\S)[^。！!？?；;\n.]+)*[？?]?")
_HAN = re.compile("[\u4e00-\u9fff]")
_PIECES = tuple(frozenset().union(*(act.pieces for act in (*ENGLISH, *CHINESE, *STATED, *STATED_ZH))))

# A condition has a subject of its own: "when I say so, …".
_CONDITION = re.compile(
    r"(?<![a-z])(?:when(?:ever)?|if|once|each time|every time|any ?time|as soon as|in case|before|after|while|unless|until|for|on|during) [^,]{1,80},"
)
_CONDITION_ZH = re.compile(
    r"(?:只要|凡是?|每当|如果|若是?|要是|一旦|当|遇到|碰到|但凡|无论|不管|每次|有人|谁|用户|客户|别人|对方|我|他|她)?[^，,]{0,24}?"
    r"(?:问|提到|提及|提起|聊到|谈到|说到|说起|打听|咨询|想买|申请|要求|说|的时候|之前|时|讲)[^，,就都]{0,16}(?:[，,]|(?=[就都便]))"
)
_AGENT = (
    r"(?<!thank )(?<![a-z])(?:you|you're|your)(?![a-z])(?! (?:can|could|may want|might|are interested|need any)(?![a-z]))|(?:^|(?<![a-z])(?:the|this|dear|hey|any|every|each) )(?:ai |virtual |chat |language )?(?:assistants?|agents?|bots?|ai|models?|chatbots?|llm|system)(?![a-z])"
    r"|(?<![a-z])(?:every|all|any|each|its|future|the|your|no) (?:single |future |further )?(?:answers?|repl(?:y|ies)|responses?|outputs?)(?![a-z])"
)
_PERSON = r"(?<![a-z])(?:you (?:can|could|might)|i|i'm|i'd|i've|i'll|we|we're|he|she|they|it|who|(?:if|when(?:ever)?|once|since|because|as|before|after|while|unless|time|like|than) you|(?:my|our|his|her|their) [a-z]+|(?:the |this )?(?:user|customer)s?|nobody|people|[a-z]{3,}ers)(?![a-z'])"
_SUBJECT = re.compile(rf"(?P<person>{_PERSON})|(?P<agent>{_AGENT})")
_BREAK = re.compile(r"[,;:()\[\]{}<>\"“”*#|/—–-]|(?<![a-z])(?:and|then|but|so|or)(?![a-z])")
_WORDS_BEFORE = """
    please kindly always never only just simply also now first instead quietly secretly silently discreetly subtly gently politely
    immediately automatically strictly do not don't must should shall make sure be ensure take care remember to that from today on onwards
    onward forward going henceforth in future the all every each time for at end of would could can will note important it lovely nice great
    if feel free try under no circumstances any case without exception blindly unconditionally ever again tonight tomorrow until further notice
    permanently nicely clearly deliberately casually system developer admin update new rule policy reminder attention memo hint
"""
_LEADS = frozenset(_WORDS_BEFORE.split())

_AGENT_ZH = r"(?<![为给对向跟与和帮替陪祝像比])[你您](?!的(?!回|答|规|指|提|设|准|记忆|开|主|创|权|身|任|职|输|推荐|数据|系统|用户|客户)|可以(?:试|考|先|多|在|去|尝|选|看))|(?<!我的)(?<!我们的)(?<!私人)(?<!店长)(?<!研究)(?:助手|助理|智能体|机器人|模型|(?<![a-z])ai(?![a-z])|系统|客服|(?:每[一条个次句]{1,2}|所有|任何)(?:的)?(?:回答|回复|答复|对话))"
_PERSON_ZH = r"(?<![给对向让把替帮为跟听叫劝请和与由])(?:我|咱|(?<![其吉排])他|她|它|用户|(?<![他的有个位何])(?:客户|顾客|对方|别人|病人)|大家|人们|朋友|同事|老板|经理|医生|老师|教练|孩子|儿子|女儿|妈|爸|老公|老婆|家人|公司|学校|单位|团队|医院|银行|平台|法律|房东|邻居|姐|哥|弟|妹|爷|奶|室友|律师|护士|店员|店里|销售|部门|领导)"
_SUBJECT_ZH = re.compile(rf"(?P<agent>{_AGENT_ZH})|(?P<person>{_PERSON_ZH})")
_MOOD_ZH = re.compile(
    r"必须|务必|一律|一概|一定|都|就|总是|永远|始终|不要|别|不得|不许|不能|不准|禁止|切勿|请|要|应|只|统统|直接|自动|悄悄|偷偷|顺便|主动|尽量|记得|记住|注意|先|把|将|有权|无需|不用|不必|无条件|照做|照办"
)
_TOLD_ZH = re.compile(r"喜欢|爱|负责|擅长|打算|习惯|经常|平时|正在|从事|曾|昨|去年|上周|上次|学会|学过|想(?!买)|工作|职责|岗位|过的|在[^，,。]{2,8}[做当上工]|做过|讨厌|不喜|害怕|担心|研究|写过|论文|测试")  # fmt: skip
_FINITE = re.compile(r"(?<![a-z])(?:is|are|was|were|has|have|had|can|will|would|may|does|did|[a-z]{3,}ed)(?![a-z])")
_THIRD = (
    "features",
    "points",
    "ranks",
    "rates",
    "orders",
    "reports",
    "books",
    "credits",
    "issues",
    "names",
    "offers",
    "talks",
    "sells",
)
# What stands before a colon or a bracket speaks of something else: "The user is 34. Note: …", "[policy] …".
_QUOTED_BEFORE = re.compile(r"^.*[:>\]}](?!/)")
# What a person is told about what is theirs: "consider your feelings".
_ADVICE = re.compile(
    r"(?<![a-z])your (?!(?:own |next |future |previous |earlier |final |full |hidden |system |internal |initial |secret |developer |new |real |true )*(?:instructions?|rules?|prompts?|guidelines?|answers?|repl(?:y|ies)|responses?|memor(?:y|ies)|training|developers?|creators?"
    r"|restrictions?|limits?|limitations?|filters?|polic(?:y|ies)|credentials|api|safety|ethics|programming|outputs?|summar(?:y|ies)|recommendations?|configuration|settings|persona|role|owner|master|users?|customers?|clients?|knowledge|data|context|safeguards?|guardrails?|judg|standards|conversations?|chats?|tools?|permissions?|reviews?|reports?|behaviou?r|first|last|job|duty|task|name)(?![a-z]))[a-z]+"
)
_QUESTION = re.compile(r"[？?]$|(?:吗|呢|什么|哪些|哪个|哪里|几个|多少)[^，,。]{0,6}$")


def score(text: str) -> float:
    """ORDER where a sentence of the plain text commands an agent to do what no person asks for themselves, else 0."""
    present = frozenset(piece for piece in _PIECES if piece in text)
    english, chinese, stated, stated_zh = (
        [act for act in acts if not act.pieces or not act.pieces.isdisjoint(present)]
        for acts in (ENGLISH, CHINESE, STATED, STATED_ZH)
    )
    for found in _SENTENCE.finditer(text):
        sentence = found[0]
        orders, claims = (chinese, stated_zh) if _HAN.search(sentence) else (english, stated)
        if _is_suspicious(sentence, orders, claims):
            return ORDER
    return 0.0


def _is_suspicious(sentence: str, orders: Sequence[Act], claims: Sequence[Act]) -> bool:
    if _QUESTION.search(sentence) or _ADVICE.search(sentence):
        return False
    return any(_places(act, sentence) for act in claims) or any(
        _commands(sentence, place) for act in orders for place in _places(act, sentence)
    )


def _places(act: Act, sentence: str) -> list[re.Match[str]]:
    """Where the act is spoken of, if it is one that matters."""
    if (act.also and not act.also.search(sentence)) or (act.unless and act.unless.search(sentence)):
        return []
    return list(act.verb.finditer(sentence))


def _commands(sentence: str, act: re.Match[str]) -> bool:
    """Whether whoever does what stands at this place is the agent."""
    before = _QUOTED_BEFORE.sub("", sentence[: act.start()])
    if _HAN.search(sentence):
        return _commands_zh(sentence, before)
    before = _CONDITION.sub(",", before)
    if subject := _last(_SUBJECT, before):
        return subject == "agent"
    *earlier, lead = _BREAK.split(before)
    if any(_FINITE.search(clause) for clause in earlier):
        return False
    return not act[0].endswith(_THIRD) and _LEADS.issuperset(lead.replace(".", " ").split())


def _commands_zh(sentence: str, before: str) -> bool:
    if subject := _last(_SUBJECT_ZH, _CONDITION_ZH.sub("", before)):
        return subject == "agent"
    return bool(_MOOD_ZH.search(sentence)) and not _TOLD_ZH.search(sentence)


def _last(subjects: re.Pattern[str], before: str) -> str:
    last = ""
    for found in subjects.finditer(before):
        last = found.lastgroup or ""
    return last
