"""By which words a sentence sets a limit, promises a deed, tells that one is done, or puts an answer off.

Apostrophes are expected to be straight.
"""

import re


def _cue(chinese: str, english: str) -> re.Pattern[str]:
    """Chinese words anywhere, English ones as whole words."""
    return re.compile(rf"{chinese}|(?<![A-Za-z0-9_])(?:{english})(?![A-Za-z0-9_])", re.IGNORECASE)


_DAY_ZH = r"今天|今晚|明天|明早|明晚|后天|周末|[这本下]?个?(?:周|星期|礼拜)[一二三四五六日天末]|这周|本周|下周|下个?月|月底|回头|晚点|稍后|一会儿?"
_DEED_ZH = r"[去来把补做写交寄买订办看打发跑弄改画拍问约搬装测整联准提预核通开选收退拿取送装修查复报带传填登缴付存删换洗背读学练找定贴附](?!.?[了过]|始)"

CONSTRAINT = _cue(
    r"必须|务必|一定要|千万别|(?<!要)不要(?!紧)|不许|不得(?!不)|不准|(?<!能)不能(?!不)|(?<!可)不可以|不接受|不考虑|不想要|(?<![特分区级性个差告类辨识派鉴])别(?!的|人|名|处|墅|致|扭|具|针|称|样|离|忘|担心|急|客气|介意|误会|管|怕|了|闹|提了|提多|$)|只(?:要|能|接受|考虑|用|收|想要|做|在|限|吃|喝|有(?!一?个?[孩儿女弟妹哥姐兄]))"
    r"|不(?:超过|高于|低于|少于|多于|大于|小于|晚于|早于)|至少(?![^，。]{0,4}过)|至多|最多(?!的)|最少(?!的)|最晚|最迟|最低|最高(?=价|预算)|以内|之前(?:必须|得交|完成|交)|前(?:必须|要交|交)|截止|预算|(?:限制|控制)在|上限|下限"
    r"|前提是|要求(?:是|为|用|按)|除非|得用|要用(?=[A-Za-z\d])|过敏|忌口|不(?:想)?(?:再)?(?:吃|喝|碰|买|住|坐|选|加|含|放|换|养|抽|熬夜|加班|出差)(?![起到得了])|不想(?:用|要|去|做)|怕[辣冷热吵晒]|(?:低于|高于|超过|少于|多于|早于|晚于|大于|小于|不到)[^，。]{1,14}(?:不|别|免谈|算了|必须|才|就没)|免谈|才有空|没空|(?:周|星期)[一二三四五六日天末].{0,3}(?:休息|不行|没空)|(?:绝对|坚决|绝|决|一律|从)不|(?:周|星期|礼拜)[一二三四五六日天末][^，。]{0,3}不[^，。了]|受不了|格式要|符合",
    r"(?:should|shall|ought)(?: not|n't)|^(?:please |and |so |but )*(?:don't|do not) (?!worry|forget|know|think|mind|hesitate|remember|have|understand|get)[a-z]+|must(?: not)?|max(?=\.? ?(?:of |[$€£]?\d|one |two |three |four |five |six |seven |eight |nine |ten |a ))|(?<=\d )max|maximum|minimum|mustn't|have to be|has to be|needs? to (?:be|stay|avoid|fit)|can't (?!wait|believe|remember|complain)\w+|cannot|no more than|at most|at least|not exceed|not more than|(?:won't|will not|wouldn't|can't|cannot|don't|do not) (?:\w+ ){1,6}(?:for|than|before|after|over|under|above|below) (?:less|more|\S*\d)|out of the question|off[- ]limits|no[- ]go|ruled out|not allowed|forbidden|prohibited|banned|off the table|deal-?breaker|not an option|(?:impossible|no good) for (?:me|us)|(?:under|below|less than|over|above) [$€£]?\d[\d,.]*k?"
    r"|nothing (?:below|above|over|under|before|after|earlier|later|more|less|with|that|too)|only (?:want|accept|use|work|eat|have|an?|in|on|after|before|remote)|(?:don't|do not) (?:want|eat|drink|use)|won't accept"
    r"|no (?:longer|later|earlier|more|less|fewer|bigger|smaller) than|(?<!have )(?<!has )(?<!had )no (?!longer|later|more|less|problem|idea|worries|thanks|one|need|doubt|wonder|way|luck|rush|big deal|clue|matter|reason|such)[a-z-]+(?! (?:is|are|was|were|has|have))|deadline|due (?:on|by|date|in|to)|budget|limit(?:ed)? (?:is|of|to)|avoid|never(?! (?:been|had|tried|heard|seen|mind|used|done|got|thought|knew|met|eaten|visited|ever))|(?<=but )without [a-z]+|(?<=, )without (?!doubt|you)[a-z]+|without any|as long as|provided that|allerg(?:y|ic)"
    r"|in [A-Z]{2,5} (?:style|format)|(?:finished|done|ready|delivered) (?:before|by)|requirements?|strictly|has to fit|within \d+",
)
TODO = _cue(
    rf"待办|提醒我|[我们也还都就总]得(?![到了分意知失出以益罪奖很挺太非不])|(?:^|[，,我们也还都就总又号前后天周月日底点])(?:必须|得)(?:先|去|再|把|尽快|自己|提前)?(?=[^，。觉分意知罪奖]{{0,8}}{_DEED_ZH})(?!得[到了分意知失出以益])|下一步|接下来(?:还)?(?:要|得|需要|去|我)?|还(?:需要?|要|得|没(?!有空|有?[回来给说告通]))(?=[^，。]*[一-鿿])|需要(?=去|先|再|把|准备|联系|确认|补|写|做|提交|整理|跟)|(?:得|(?<![司位校不])要)(?:先|去|再)?(?=准备|联系|提交|整理|补|确认|预约|修改|复习|买|订|办|寄|写|交|看|检查|核对|通知|发)|记得(?=[去把给先])|别忘了|(?:预?约|定)(?:好|了|在)+[^，。]{{0,6}}(?:{_DAY_ZH}|\d月|\d号)"
    rf"|(?:{_DAY_ZH})(?:之?前)?(?:我们?|咱们|就|再|先|会|要|得|去|来|把)*(?=.{{0,6}}{_DEED_ZH})|(?:我|我们)(?:会|这就|马上|先|来|去|负责)(?={_DEED_ZH})",
    r"(?:i|we|he|she|they|[a-z]+)'ll|(?:i|we) (?:will|shall)(?! not)|[a-z]+ will(?! be)|(?<!used to )(?<!'d )(?<!would )(?<!not )(?<!n't )(?:need|needs|have|has) to(?! (?:be|stay|avoid|fit))|(?:i|we)'(?:m|re) going to|next steps?|to-?dos?|don't forget|remember to"
    r"|next (?:week|month|\w+day) (?:we|i)|remind (?:me|us)|(?:i|we)'(?:m|re) (?:also |then |still )?[a-z]+ing (?=[^.]*(?<![a-z])(?:to|with|for|at|in|out|up|over|a|the|my|him|her|it)(?![a-z])[^.]*(?<![a-z])(?:tomorrow|tonight|next|on \w+day|this (?:week|weekend|afternoon|evening)))|if [^.]*, (?:i|we)'(?:m|re) [a-z]+ing|remaining tasks?|action items?|let me (?=write|send|call|check|book|draft)|plan(?:ning)? to|intend(?:ing)? to|(?:i|we)'d better|ought to(?! be)",
)
DONE = _cue(
    r"已经?(?!经)|好了|完了|搞定|(?:昨|前)天.{0,12}了|[一-鿿]了(?=[，,。]|$)|[一-鿿]过了|(?:签|交|寄|订|买|办|做|写|投|发|问|查|看|选|处理|联系|通知|提交)了",
    r"already|done|finished|completed|has been|have been|(?:i|we)(?: also| have| just| finally|'ve)* (?:\w+ed|sent|bought|booked|paid|wrote|made|got|took|found|chose|did|met|spoke|told)|^(?:just |finally |already )*(?:[a-z]{2,}ed|got|sent|bought|paid|saw|went|met|spoke|did|made|wrote|took|found|had|came|told|read|chose)(?= )",
)
# An answer that is none: it puts off, asks back or only acknowledges.
PUT_OFF = _cue(
    r"看不出|(?:没法|无法|不能|无权)(?:决定|承诺|保证|做主)|做不了主|无法(?:确定|判断|得知|查|提供|确认)|没法(?:确定|判断|查|确认)|不好说|说不准|查不到|没有(?:相关|这方面)?的?(?:信息|资料|数据|记录)|(?:帮|给|替|为)[您你](?:查|问|核实|确认|了解)(?![到清过好]|了)|(?:得|要|需要?)先?(?:问|查|核实|确认|请示)(?![到清过好]|了)|才能(?:判断|确定|说|回答|知道|定)|(?:去|先|再)(?:查|问|核实|确认)(?![到清过好]|了)|需要?(?:核实|确认|查)一?下?|稍后|稍等|我(?:先|再|去)?(?:看看|查|想想|问问|确认)|回头再|不(?:太)?(?:确定|清楚|知道)|待(?:确认|定)|晚点|之后再|以后再说",
    r"(?:can't|cannot|couldn't|could not|unable to) (?:tell|say|see|find|access|check|answer|confirm|know|decide|promise|guarantee|judge)|(?:no|don't have(?: the| that| this| any)?|do not have(?: the| that| this| any)?|without) (?:access|information|data|details|idea|record)|(?:i|we)(?:'d| would) (?:have|need) to (?:see|ask|check|know|look)|without (?:seeing|knowing)|let me (?:check|see|look|ask|think|find|confirm|verify|get back)|(?:i|we)(?:'ll| will) (?:check|see|look|ask|find|get back|come back|have to|confirm|verify|let you know)|not (?:sure|certain)|don't know|get back to you|later|to be (?:decided|confirmed)|hard to say|good question",
)
# What the agent has settled for the other: a fact of both from then on.
SETTLED = _cue(
    r"已经?(?:经)?(?:成功)?(?:[帮为给替][您你])?[^，。]{0,4}(?:约|订|预约|预订|办|退|换|取消|提交|登记|开通|改|下单|报名|续)[^，。]{0,3}(?:好|妥|上|到|成功|完|了|$)|(?:[帮为给替][您你])(?:约|订|办|退|换|取消|改|预约|预订|报名|续)(?:好|上|到)了?",
    r"^(?:booked|reserved|scheduled|confirmed)[:,]|(?:i|we)(?:'ve| have)(?: now| just| already| also)? (?:booked|reserved|scheduled|ordered|cancell?ed|refunded|registered|submitted|placed|upgraded|moved|rescheduled|renewed|extended)|(?:is|are|has been|have been) (?:now )?(?:booked|reserved|scheduled|ordered|refunded|rescheduled)(?: for| on| at| to)",
)
# A reply that names only what the answer hangs on.
HANGS_ON = re.compile(
    r"(?:that|it|this)(?:'ll| will| all| really)* depends?\b[^:：]{0,80}|(?:这个?|那|具体|主要)*(?:得|要|需要?)?(?:看(?=[^，。：:]{2,20}(?:结果|情况|规定|政策|决定|安排)[^，：:]{0,10}$)|取决于[^：:]*|视[^，]*而定)[^，：:]*",
    re.IGNORECASE,
)
INVERTED = re.compile(
    r"(?:and |so |also,? |but )*(?:which|what|when|where|who|why|how|is|are|do|does|did|can|could|will|would|should|shall|has|have)(?![a-z])",
    re.IGNORECASE,
)
# Who somebody is: no limit, whatever the name of the place they work at.
INTRODUCES = re.compile(
    r"(?:(?:my|our) name(?:'s| is) |(?:i'm|i am|this is) (?-i:[A-Z])|i(?:'m| am)(?: also)? (?:an?|the) |(?:i|we)(?: currently| also| both)? (?:work|live|study|teach) (?:at|for|in|as|with)(?![a-z])|i come from|i(?:'m| am) from|call me (?-i:[A-Z]))"
    r"|我(?:叫|姓|是(?=[^，]{1,20}(?:$|[，。]))(?!说|指|想|要|不|在|否|怕|按|用|因为|为了|做不)|来自|住在?|今年\d|在[^，]{1,14}(?:上班|工作|上学|读书|任职))|在[^，]{1,14}(?:上班|任职|读书)$|本人|(?:我的)?(?:名字|姓名|昵称)(?:是|叫)",
    re.IGNORECASE,
)
# A limit even in a sentence that introduces somebody.
_HARD = _cue(
    r"必须|最多|至少|不超过|以内|预算(?=只|是|有|在|\d|[一二三四五六七八九十])|不能|不可以|过敏|只能|不吃",
    r"must|no more than|at most|at least|budget (?:of|is)|(?:under|below|over|above|within) [$€£]?\d[\d,.]*|can't|cannot|allergic|only (?:on|after|before|in the)",
)
# What somebody is to do themselves, however strongly it is said.
_DUTY = _cue(
    rf"[我咱][^，。不别]{{0,60}}(?:必须|得|要)(?:先|再|尽快|去|把|赶紧)*[^，。不别觉]{{0,10}}?{_DEED_ZH}",
    r"(?:i|we)(?: also| still| really| just| first|'ve| have)* (?:must|have to|need to|got to|gotta|had better|should) (?:also |still |first |really )*(?!not|never|be |stay|avoid|keep|fit|have |remain|stick|use|do without|know|like|think|say|store|host|comply|run|limit|respect|live|pay (?:less|no))[a-z]+",
)
# What somebody does again and again is a habit, unless they say that they have to.
_HABIT = _cue(
    r"每(?:天|日|周|月|年|个|晚|逢|隔|到)|经常|时常|常(?=[去在来会和跟带看打做买])|一般|通常|平时|平常|习惯|偶尔|总是|老是",
    r"every|each|often|usually|always|normally|typically|regularly|as a rule|most (?:days|weeks|evenings|mornings)",
)
_HAS_TO = _cue(
    r"[要得]|必须|需要|记得|提醒|别忘|待办|下一步|接下来|打算|计划|准备",
    r"must|have to|has to|need to|needs to|got to|gotta|had better|'ll|will|going to|plan(?:ning)? to|intend(?:ing)? to|remind|don't forget|remember to",
)
_BOUNDED = _cue(
    r"不|别|超过|以内|最多|至少|最低|最高|只|控制|预算|上限|下限",
    r"no|not|never|without|no more than|at most|at least|under|below|budget|only|n't|max(?:imum)?|minimum|exceed|or less|or fewer",
)
_CALLS_OFF = re.compile(
    r"^(?:(?:actually|so|then|ok(?:ay)?|no|well|and|but|please|you can|you could|let's|just),? )*(?:forget(?! to\b)(?: about)?|skip|drop|scrap|cancel|scratch|leave out|never ?mind|no need (?:to|for)|there(?:'s| is) no need (?:to|for))(?![a-z])"
    r"|^(?:actually,? |so |then |and |but )*(?:you|i|we) (?:don't|do not|needn't|no longer|won't)(?: have to| need to| need)(?! (?:a|an|any|to know)(?![a-z]))"
    r"|(?<![a-z])(?:i|we)(?:'ve| have)? (?:decided not to|changed my mind about|decided against|called off)|(?<![a-z])(?:is|has been|was|are|were|have been) (?:cancell?ed|called off|off the table)|(?:is|are)(?: no longer|n't| not) (?:needed|necessary)(?: any ?more)?"
    r"|(?:不用|不必|不需要|无需|用不着|先不|别|不要|不打算|不准备|不想)(?=[^，。]{0,12}了[吧啊呀哈]?$)|取消(?=了|吧|掉|$)|^(?:那|还是)?算了|作废|泡汤|黄了$|不(?=(?:去|买|订|办|写|约|发|做|要|退|换|查)[^，。]{0,8}了$)",
    re.IGNORECASE,
)
_OBLIGED = _cue(
    r"(?:得|要|必须|记得|需要|能不能|可以)(?=[^，。]{0,6}(?:取消|作废))|怎么|如何",
    r"have to|need to cancel|must|going to|will|'ll|want to|can i|how",
)
_UNSAID = re.compile(
    r"(?<![a-z])(?:never|didn't|did not) (?:said|say|asked?|meant|mean)(?![a-z])|没有?(?:说|讲|提|要求)过?",
    re.IGNORECASE,
)
_AFTER_FIRST = re.compile(r"(?:[,;，；]|(?<![a-z])(?:so|but)(?![a-z]))\s*(.+)", re.IGNORECASE)
# A day of now and a deed that has ended: it is past.
_HAS_COME = re.compile(
    r"^[^要得会将]*(?:今天|今早|刚刚?|[上下]午|中午)[^，。要得会将]*[好到完过掉上走回]了(?=$|[，。])"
)
ASKS = re.compile(r"[?？]\s*[\"”’」』)）]*\s*$|(?:吗|呢|么)[。.！!]*\s*$")
# A limit put as a question, which an assent makes one.
BOUNDS = _cue(
    r"最多|至多|至少|最晚|最早|不超过|不要|别|不放|不加|以内|之前|只(?=[要用放]|能)",
    r"no more than|at most|at least|no later than|not more than|without|under|within|only|by (?:\d|\w+day)|before",
)
# What is wanted at this moment, and over with the answer.
ORDER = re.compile(
    r"^(?:那|再|先|请|麻烦|你|您|能不能|可以)*(?:帮我|给我|替我|讲|说说|写|翻译|总结|推荐|介绍|解释|列|算|告诉我|看看这|润色)"
    r"|^(?:please |can you |could you |now |ok,? |then )*(?:tell|write|give|show|help|translate|summari[sz]e|explain|list|draft|suggest|recommend|make me|describe|rewrite)\b",
    re.IGNORECASE,
)
# What the other is told to do.
BIDS = re.compile(
    r"(?:please |now |then |ok,? |just )*(?:book|send|order|reserve|call|email|cancel|schedule|set|add|create|check|find|get|print|fix|change|move|update|forward|arrange|buy|reschedule|upload|sign|put|save|delete|remove|keep|post|order|prepare|look up) (?:me|us|it|them|the|an?|my|our|this|that|two|three|one|some)(?![a-z])"
    r"|(?:那么?|再|先|请|麻烦|你|您)*(?:帮|给|替)我(?!们?[的自])|(?:请|麻烦)(?:你|您)?(?:把|再|先|尽快|帮)",
    re.IGNORECASE,
)
# What opens a sentence and says nothing of its matter.
OPENER = re.compile(
    r"^(?:(?:早上好|上午好|中午好|下午好|晚上好|早安|大家好|好的?|嗯+|行吧?|可以|没问题|对了?|对的|是的|是啊|那么?|另外|还有|哦+|ok|okay|收到|明白了?|谢谢|你好|您好|嗨|哈哈+)[，,、。！!\s]+)+"
    r"|^(?:(?:good (?:morning|afternoon|evening)|ok(?:ay)?|well|so|hi|hello|hey|oh|also|and|but|anyway|btw)[,.!:\s-]+|(?:right|yes|yeah|yep|no|nope|sure|great|good|nice|cool|fine|thanks|thank you|perfect|alright|by the way|update|good news)(?:[,.!:]+|\s+[–-])\s*)+",
    re.IGNORECASE,
)
MOOD = _cue(
    r"^我?(?:觉得|感觉)|^(?:好像|可能|也许|大概)|(?:太好了|真不错|好难|好烦|开心|难过)$|玩笑|哈哈",
    r"i (?:think|guess|feel)|maybe|perhaps|kidding|joking|lol|wow|haha",
)
# An answer to what was asked just before: without the question it says nothing.
FRAGMENT = re.compile(
    r"^(?:是|不是|对|有|没有|都行|随便)[^，,]{0,8}$|^(?:it's|it is|that's|that is|this is|they're|he's|she's) .{0,24}$|^(?:\S+ ){0,2}it is$",
    re.IGNORECASE,
)
# What has come need not be bought any more.
ARRIVED = _cue(
    r"到了|到的|收到|送到|送来|到货",
    r"arrived|delivered|received|came|is here|(?:got|have) (?:the|my|your|both|all|it)",
)
BUY = _cue(
    r"买|订购?|下单|采购|网购|借|领|取|要|找",
    r"buy|order|get|purchase|pick up|borrow|fetch|collect|rent|find|ask for|ask(?: \w+){1,3} for",
)
# A clause that tells alone that something is behind one.
OVER = re.compile(r"已经|昨天|前天|上周|[好完过掉]了")
# Something is now otherwise than it was said before.
CHANGED = _cue(
    r"[改换变](?:了|成|到|为|在|回)|不在.{1,12}了|不是.{1,12}了|推迟|提前(?:到|了)|取消|作废",
    r"changed?|instead of|rather than|no longer|not .{1,30} (?:but|any ?more)|moved|switched|postponed|cancel(?:led|ed)|raised|lowered|going with",
)


def calls_off(text: str) -> str:
    """What of a clause is left beside the words that call something off; '' where it calls nothing off."""
    found = _CALLS_OFF.search(text)
    if (
        found is None
        or ASKS.search(text)
        or (_OBLIGED.search(text) and not found[0].lower().startswith(("you", "i ", "we", "no need")))
    ):
        return ""
    return f"{text[: found.start()]} {text[found.end() :]} "


def is_limit(text: str) -> bool:
    """Whether it bounds what is wanted, as against what its speaker has to do, who they are, or what they never said."""
    if _UNSAID.search(text):
        return False
    said = _behind_introduction(text)
    if said != text and _HARD.search(text):
        return True
    if _DUTY.search(said) and not _BOUNDED.search(said):
        return False
    return bool(CONSTRAINT.search(said))


def _behind_introduction(text: str) -> str:
    """What is said after who somebody is; '' where nothing is, all where nobody is introduced."""
    while text and INTRODUCES.match(OPENER.sub("", text)):
        rest = _AFTER_FIRST.search(text)
        text = rest[1] if rest else ""
    return text


def is_task(text: str) -> bool:
    """Whether something is to be done."""
    if INTRODUCES.match(OPENER.sub("", text)) or calls_off(text) or (_HABIT.search(text) and not _HAS_TO.search(text)):
        return False
    return bool(TODO.search(text) or _DUTY.search(text)) and not _HAS_COME.search(text)
