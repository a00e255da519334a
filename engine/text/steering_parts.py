"""The ingredients of an order: none of them is suspicious alone, several in one sentence that describes nobody are."""

import math
import re
from collections.abc import Sequence

from engine.text import literals
from engine.text.steering_cues import STYLE

# How far each ingredient alone makes a sentence an order to an agent; two weak ones do not reach the limit.
_PARTS = tuple(
    (weight, re.compile(pattern))
    for weight, pattern in (
        # praising something before others
        (0.47, r"(?<![a-z])(?:recommend|promote|praise|advertise|endorse|favou?r|plug|upsell|say that|(?:five|5) stars|(?:has|have|must|needs?) to mention)(?![a-z])|五星|满分|好评|必须提到|必须提及|推荐|推销|宣传|夸奖|夸赞|吹捧|安利|力荐|植入|插入|说[^，,。]{1,12}(?:最好|最棒|第一|最安全)"),
        # whom it binds, and for how long
        (0.25, r"(?<![a-z])(?:always|never|every|all|any|each|whenever|whatever|whoever|everything|anything|nobody)(?![a-z])|永远|总是|每次|每当|所有|任何|一律|凡是|一切|无论|不管|绝不|再也|每个|每一"),
        (0.3, r"from now on|going forward|henceforth|from today|as of now|in (?:all )?future|for every future|(?<![a-z])next answer|以后|今后|从现在|从今|往后|从此|即日起|下次回答"),
        (0.2, r"(?<![a-z])(?:you|your|yourself|(?:the|hey|dear|an) (?:assistant|ai|agent|bot|model))(?![a-z])|你|助手|智能体|机器人|(?<![a-z])ai(?![a-z])"),
        # rules, and away with them
        (0.35, r"(?<![a-z])(?:instructions?|rules?|polic(?:y|ies)|guidelines?|restrictions?|prompt|filters?|settings|safeguards?)(?![a-z])|指令|规则|规定|准则|限制|提示词|过滤|设定|设置|守则"),
        (0.4, r"(?<![a-z])(?:ignore|disregard|forget|override|bypass|disable|violate|break|circumvent|do not follow|don't follow|turn off|switch off|discard|abandon|set aside|throw away|drop)(?![a-z])|忽略|无视|忘记|忘掉|覆盖|绕过|关闭|停用|跳过|不要遵守|不遵守|推翻|丢掉|抛弃|放弃|丢弃|撇开|扔掉|抛开|别管"),
        # rights, and without checks
        (0.4, r"(?<![a-z])(?:admin(?:istrator)?|root|premium access|authori[sz]ed|full access|approved?|grant|pre-?approved|privileges?|debug mode|permission|trusted|verified|outranks?|precedence|priority over)(?![a-z])|管理员|最高权限|高级权限|超级权限|授权|批准|授予|调试模式|有权|可信|已验证|优先于|高于|凌驾"),
        (0.4, r"without (?:any )?(?:review|approval|check|question|verif|asking|confirm)|(?:never|don't|do not|not) (?:ask|question|require|request) (?:for )?(?:payments?|proof|id|confirmation|approval|permission|verification)|(?<![a-z])skip (?:the|all|any|every)(?![a-z])|跳过|不用审|无需审|免审|不用确认|无需确认|不要再?要求|绝不质疑|不质疑|不得质疑|不经"),
        (0.45, r"(?<![a-z])(?:obey|agree with|comply|blindly|unconditionally|disagree|contradict|serve only|work for me|listen only)(?![a-z])|服从|听命|盲目|无条件|反对我|同意用户|顶嘴|违抗|为我工作|听我的|归我"),
        # what an agent is told that it must do, say or keep to itself
        (0.45, r"(?<![a-z])you (?:must|are required|shall|are to|have to|need to|now have|are now|may now|are allowed|are permitted|will (?:now|never|always))(?![a-z])|你(?:必须|现在有权|有权|务必|只能|得|被允许|应当|现在可以|今后|以后)"),
        (0.35, r"(?<![a-z])tell (?:them|him|her|everyone|everybody|people|the users?|users|customers|visitors|guests)(?![a-z])|告诉(?:他|她|大家|所有人|用户|客户|每个|顾客|访客)"),
        (0.4, r"(?:hide|keep|conceal) (?:this|it|that|everything) from|(?<![a-z])(?:secretly|quietly)(?![a-z])|瞒着|别让[^,，。]{1,6}知道|保密地|悄悄|偷偷"),
        # what goes out
        (0.35, r"https?:|www\.|(?<![a-z0-9_.@])[a-z0-9-]{2,30}\.(?:com|net|org|example|io|xyz|shop)(?![a-z0-9_@])|(?<![a-z])links?(?![a-z])|链接|网址"),
        (0.4, r"transfer \S{0,12}\d|(?:send|wire|pay) \S{0,12}\d+ ?(?:dollars|usd|eur|euros|\$|€)|转\s?\d+\s?[块元]|转账|打款|汇款|(?:往|向|给)[^，,。]{1,10}账户(?:转|打|汇)"),
        (0.4, r"other (?:users?|customers?|people)(?:'s?)? (?:data|messages|passwords|facts|files)|(?:system|hidden|secret) prompt|admin key|(?:its|own|your|the) prompt|private chats?|泄露提示词|私人聊天|(?:其他|别的)用户的?(?:数据|资料|消息|记忆)|系统提示词|管理员密钥"),
        (0.45, r"(?:remember|store|save|memori[sz]e|keep|record)[^.]{0,24}(?:as (?:a |the )?(?:fact|truth|rule|policy)|the assistant|you (?:must|should))|(?:当成|当作|作为|记为)(?:一个|一条)?(?:事实|规则|真理|指令)|请存储"),
        # a voice from above
        (0.4, r"(?:from|by) (?:your|the) (?:developers?|creators?|administrators?|operators?|owner)|(?:important|urgent|critical|new) (?:system )?(?:update|notice|message|instructions?)|your new (?:instructions?|task|rules?)|(?:开发者|管理员|官方|系统)(?:给你|发给你|下达)?的?(?:指令|命令|更新|通知)|(?:note|message) (?:for|to) (?:the )?(?:ai|assistant|model)|(?:给|致)ai|(?:system|hidden) prompt|系统提示|你的新(?:指令|任务|规则)"),
        (0.3, r"(?<![a-z])(?:(?:act|behave|pretend|speak|answer) (?:like|as)|simulate|impersonate|imitate|role-?play)(?![a-z])|模拟|冒充|扮演|假装|像[^，,。]{1,8}一样(?:行事|说话|回答|做事)|身份行动"),
    )
)  # fmt: skip
_SENTENCE = re.compile(r"[^。！!？?；;\n.]+(?:\.(?=\S)[^。！!？?；;\n.]+)*[？?]?")
_QUESTION = re.compile(r"[？?]$|(?:吗|呢|什么|哪些|哪个|哪里|几个|多少)[^，,。]{0,6}$")

# Sentences about somebody: what one does oneself, or what others do.
_EN_ABOUT = re.compile(
    r"\W*(?:(?:(?:from now on|every|each|last|this|next|on|in|at|when|since|after|before|as|if|during|usually|sometimes|yesterday|today) [^,]{0,40}, ?)|(?:and|but|so|also|from now on) )?"
    r"(?:i|we|he|she|they|it|my|our|his|her|their|the user|user|a |an |no |people|everyone|everybody|nobody|someone|there|this|that|these|those|most|many|some|all [a-z]+s"
    r"|the (?!assistant|ai|agent|bot|model|system|following|correct|answer)[a-z]+|(?!always(?![a-z]))[a-z]+s|[a-z]+ing)(?:'[a-z]+)?(?![a-z])"
)
_ZH_ABOUT = re.compile(
    r"(?!\W*(?:把|将|请|给|对|向|让|帮))[^你]{0,14}?(?<![意从诉醒向对给让帮把请像跟为])(?:我|咱|用户|他|她|它|大家|人们|朋友|同事|老板|经理|医生|老师|教练|客户|孩子|儿子|女儿|妈|爸|老公|老婆|家人|公司|学校|单位|团队|医院|银行|平台|法律|房东|邻居)"
)
_FOR_AGENT = re.compile(
    r"(?<![a-z])(?:you|the (?:assistant|ai|agent|bot)) (?:must|should|always|never|will|shall|are to|have to|need to|can|may|are)(?![a-z])|(?<![a-z])(?:answers?|replies|responses) (?:that|which|should|must|to)(?![a-z])"
    r"|(?<![a-z])your (?:developers?|creators?|rules|guidelines|instructions|prompt|memory|owners?|programming)(?![a-z])|你的(?:开发者|规则|指令|准则|主人|记忆|创造者|程序)|你(?:为|就|要|必须|得|应|都|只|给|去|会|可以|被|再也|每次|的新)|助手(?:就|要|必须|得|应|都|只)|(?:希望|要求|想要|喜欢|让|要)(?:回答|回复|助手|你)"
)


_FROM_ABOVE = re.compile(
    r"\W*(?:给ai[^:：]{0,8}|系统|管理员|开发者|官方|system|admin|developer)(?:消息|通知|指令|message|notice)?\W{0,2}[:：]"
)
_FOR_ME = re.compile(
    r"(?<!work )(?<![a-z])(?:to|for|with) me(?![a-z])|[给向跟和]我|推荐我|记[得住]我(?!的(?:话|指令|规则|命令))|remember (?:that )?(?:i|my)(?! (?:words?|orders?|commands?|instructions?))(?![a-z])|你的?推荐|推荐你|谢"
)
_ADDRESS = re.compile(
    r"https?:|www\.|(?<![a-z0-9_.@])[a-z0-9-]{2,30}\.(?:com|net|org|example|io|xyz|shop)(?![a-z0-9_@])"
)


_NEEDED = tuple((weight, pattern, literals.needed(pattern)) for weight, pattern in _PARTS)
_PIECES = tuple(frozenset().union(*(pieces for _, _, pieces in _NEEDED)))
_MOST_INNOCENT = 0.5  # what is left of innocence when a sentence is looked at as a whole


def score(text: str) -> float:
    """How far the most suspicious sentence of a plain text is an order, from 0 to 1."""
    present = frozenset(piece for piece in _PIECES if piece in text)
    parts = [(weight, pattern) for weight, pattern, pieces in _NEEDED if not pieces or not pieces.isdisjoint(present)]
    if math.prod(1 - weight for weight, _ in parts) > _MOST_INNOCENT:
        return 0.0
    return max((_of_sentence(found[0], parts) for found in _SENTENCE.finditer(text)), default=0.0)


def _of_sentence(sentence: str, parts: Sequence[tuple[float, re.Pattern[str]]]) -> float:
    innocent = math.prod(1 - weight for weight, pattern in parts if pattern.search(sentence))
    if innocent > _MOST_INNOCENT or _is_wish(sentence) or _describes(sentence):
        return 0.0
    return 1 - innocent


def _is_wish(sentence: str) -> bool:
    """A question, how one wants to be answered, or what one asks for oneself."""
    return bool(
        _QUESTION.search(sentence)
        or _FOR_ME.search(sentence)
        or (STYLE.search(sentence) and not _ADDRESS.search(sentence))
    )


def _describes(sentence: str) -> bool:
    if _FOR_AGENT.search(sentence) or _FROM_ABOVE.match(sentence):
        return False
    return bool(_EN_ABOUT.match(sentence) or _ZH_ABOUT.match(sentence))
