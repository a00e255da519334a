"""What nobody but a steerer orders an agent to do, in English and Chinese: an act, and what makes it more than a wish."""

import re
from dataclasses import dataclass

from engine.text import literals
from engine.text.steering_cues import STYLE


@dataclass(frozen=True)
class Act:
    """Something that is done (`verb`), suspicious in a sentence that also has `also` and not `unless`."""

    verb: re.Pattern[str]
    also: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    pieces: frozenset[str]


def _act(verb: str, also: str = "", unless: re.Pattern[str] | None = None) -> Act:
    compiled = re.compile(verb)
    return Act(compiled, re.compile(also) if also else None, unless, literals.needed(compiled))


def _en(words: str) -> str:
    return rf"(?<![a-z'-])(?:{words})(?:s|es)?(?![a-z'])"


# --- English: who else is concerned, when, and for how long ------------------------------------------------------------

_OTHERS = (
    r"(?<![a-z])(?:users?|customers?|clients?|patients?|visitors?|guests?|people|any(?:one|body)|every(?:one|body)|some(?:one|body)|who(?:m)?ever|callers?|shoppers?|readers?|students?"
    r"|buyers?|them|others|viewers?|tourists?|members?|employees?|applicants?|candidates?|auditors?|inspectors?|investors?|subscribers?|tenants?|participants?|consumers?|travell?ers?|the public)(?![a-z])"
)
_ASK = (
    r"(?:asks?|asked|asking|mentions?|mentioned|mentioning|says?|types?|talks?|inquires?|enquires?|wants?|wonders?|requests?|needs?|comes? up|turns? to|is about|are about|is raised|raises?|brings? up"
    r"|complains?|looking|looks|search(?:es)?|interested|considers?|writes?|shops?|hears?|sees?|reads?|discuss(?:es)?|concerns?|orders?|books?|applies|touch(?:es)? on)"
)
_WHEN = r"(?:when(?:ever)?|if|once|each time|every time|any ?time|as soon as|in case|should|wherever|the moment)"
_TRIGGER = (
    rf"(?<![a-z]){_WHEN} (?!i(?![a-z])|we(?![a-z])|my(?![a-z]))(?:[a-z']+ ){{1,4}}?{_ASK}(?![a-z])|(?<![a-z]){_WHEN} (?:being )?asked(?![a-z])"
    r"|(?<![a-z])(?:any|every|all|for|on|to) (?:[a-z]+ ){0,2}(?:questions?|inquir(?:y|ies)|quer(?:y|ies)|requests?|conversations?|talk|mention|topics?) (?:about|on|of|regarding|concerning|related|for|that)"
    rf"|(?<![a-z])any(?:one|body) (?:who )?{_ASK}|(?<![a-z])(?:on|about) the (?:subject|topic|matter) of"
)
_EVER = r"(?<![a-z])(?:always|never|every|all|any|each|whenever|whatever|everything|anything|forever|from now on|from here on|henceforth|going forward|in (?:the )?future|permanently|at all times|no matter|regardless|without exception|by default|as a rule)(?![a-z])"
_ANSWERS = r"(?<![a-z])(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|outputs?|reports?|conversations?|chats?|sessions?|search results|recommendations?|reviews?)(?![a-z])"
_MY = r"(?<![a-z])(?:my|mine|this user|the user|user|this customer|the customer|this account|this person|i|he|she|his|her|him|me)(?![a-z])"
_CLAIM = r"(?<![a-z])(?:the |your |our )?(?:best|only|safest|number one|no\. ?1|cheapest|finest|greatest|leading|bankrupt|liar?|thief|fraud|scam|dangerous|unsafe|poison(?:ous)?|closed|fake|proven|guaranteed|risk-free|superior|better than)(?![a-z])"
_SENSITIVE = (
    r"(?<![a-z])(?:(?:system|hidden|secret|internal|initial|developer|full|original) (?:[a-z]+ )?(?:prompts?|instructions?|messages?|rules|guidelines|configuration|settings|notes)|(?:your|its) (?:[a-z]+ )?(?:prompts?|instructions?|configuration|credentials|memory|memories)"
    r"|credentials|api[- ]?keys?|access keys?|passwords|secrets|tokens|(?:other|another|all|every|different|fellow|previous|strangers?) (?:users?|customers?|clients?|patients?|tenants?|person|people|accounts?|employees?|members?)(?:'s|s')?|(?:everyone|everybody|(?:any|some)(?:one|body) else)'s"
    r"|private (?:chats?|data|messages|notes|conversations|files)|(?:user|customer|client|personal|confidential|patient) (?:data|records?|lists?|database|addresses|details|information|files))(?![a-z])"
)
_RULES = r"(?<![a-z])(?:instructions?|rules?|prompts?|guidelines?|guardrails?|restrictions?|constraints?|polic(?:y|ies)|directives?|safeguards?|filters?|safety|moderation|ethics|limits?|limitations?|protections?|censorship|disclaimers?|refusals?)(?![a-z])"
_CHECKS = r"(?<![a-z])(?:checks?|verif[a-z]+|approvals?|authenticat[a-z]+|confirm[a-z]*|security|identity|2fa|two-factor|proof|evidence|receipts?|reviews?|warnings?|documentation|signatures?|permission|id)(?![a-z])"
_SPENDING = r"(?<![a-z])(?:refunds?|transfers?|payments?|claims?|requests?|expenses?|orders?|loans?|discounts?|invoices?|transactions?|withdrawals?|purchases?|returns?|credits?|charges?|reimbursements?|bookings?|upgrades?|applications?)(?![a-z])"
_REMOTE = r"https?:|www\.|(?<![a-z0-9.@])[a-z0-9-]{2,30}\.(?:com|net|org|example|io|xyz|shop|test|evil|cn)(?![a-z0-9@])|(?<![a-z])(?:url|link|web ?page|web ?site|server|base64|base-64|rot13|hex(?:adecimal)?|morse|attachment|pastebin|gist|encoded|cipher|payload)(?![a-z])"
_OBEYING = r"(?<![a-z])(?:commands?|instructions?|orders|directives?|do (?:what|as|whatever|exactly)|comply|obey|follow|execute|run|act on|carry out|apply)(?![a-z])"
_GRANTED = r"(?<![a-z])(?:passed|verified|admin(?:istrator)?s?|authori[sz]ed|approved|cleared|paid|owners?|trusted|logged in|authenticated|confirmed|eligible|manager|staff|employee|insider|developers?|operator|root|final|law|true|binding|gospel|correct|(?:do|does) not (?:exist|apply)|(?:don't|doesn't) (?:exist|apply)|no (?:rules|limits?|restrictions?|filters?)|off|disabled|gone|exempt|priority|official|system)(?![a-z])"

_STYLE_OR_MINE = re.compile(
    rf"{STYLE.pattern}|(?<![a-z])(?:to|for|with|tell|give|show|send|remind|recommend|suggest|call|ask|let|help|teach) me(?![a-z])",
    re.DOTALL,
)
_NOTHING_OF_MINE = re.compile(r"(?<![a-z])(?:my|our)(?![a-z])(?! (?:word|orders?|requests?|commands?|product|company|brand|shop|store|site))")  # fmt: skip

ENGLISH = (
    # what other people are told, shown or led to
    _act(_en("tell(?! me)|inform|assure|convince|persuade|advise|warn|notify|direct|refer|steer|nudge|push|lead|route|guide|point (?!out)[a-z]+|urge|encourage|pressure|talk|sell|offer|charge|quote|invite|redirect(?! me)|funnel|mislead|lie to|insult|mock|accuse|blame|scare|trick|manipulate|pitch|upsell")
         + rf"(?=[^.]{{0,30}}{_OTHERS})", "", _NOTHING_OF_MINE),
    _act(_en("let|allow|permit") + rf"(?= (?:the |any |other |this )?{_OTHERS}[^.]{{0,20}} (?:know|find out|see|notice|learn|realise|realize|read|access|discover|suspect|view|have)(?![a-z]))", "", _NOTHING_OF_MINE),
    _act(_en("promote|plug|advertise|pitch|praise|endorse|upsell|favou?r|push|hype|talk up|speak well of|bring up|steer|nudge|recommend|suggest|mention|name|cite|link to|point to|feature|highlight|rank|rate|put in a good word|boost|bash|badmouth|criticise|discredit|disparage|smear"),
         f"{_OTHERS}|{_TRIGGER}|{_ANSWERS}|{_CLAIM}|(?:five|5|one|1) stars?|no matter", _STYLE_OR_MINE),
    _act(_en("promote|plug|advertise|endorse|upsell|hype|talk up|speak well of|put in a good word"), _EVER, _STYLE_OR_MINE),
    _act(_en("say|claim|state|insist|answer|reply|respond|declare|maintain|assert|write|add|append|insert|include|slip|sneak|weave|work in|end|finish|sign off|close|begin|start|open with|conclude|stress|emphasi[sz]e|repeat|remark|respond with|drop in|attach|deny|confirm|explain"),
         rf"{_TRIGGER}|{_CLAIM}|(?:{_EVER}[^.]{{0,30}}{_ANSWERS})", _STYLE_OR_MINE),
    _act(_en("say|claim|state|insist|declare|assert|pretend|mention|stress|repeat|add|include|end with|end"), _ANSWERS + r"[^.]{0,40}(?<![a-z])(?:must|should|shall|has to|have to|needs? to|to|will|ends?|contains?|mentions?|includes?)(?![a-z])", _STYLE_OR_MINE),
    # what is kept from them
    _act(_en("hide|conceal|withhold|omit|leave out|gloss over|play down|downplay|suppress|bury|censor|obscure|cover up|keep quiet about|keep silent about|stay silent about|avoid mentioning|skip over|filter out|exclude|remove|delete|erase|keep"),
         rf"(?:from|to|with|in) (?:the |any |all |other |your )?(?:{_OTHERS}|{_ANSWERS})|(?<![a-z])(?:fees?|risks?|side effects?|warnings?|complaints?|negative|bad (?:news|reviews)|drawbacks?|downsides?|recalls?|criticism|penalt(?:y|ies)|hidden|accidents?|safety)(?![a-z])", _NOTHING_OF_MINE),
    _act(r"(?<![a-z])(?:never|not|don't|without) (?:ever |to )?(?:mention(?:ing)?|show(?:ing)?|discuss(?:ing)?|tell(?:ing)?|list|name|admit|reveal(?:ing)?|disclos(?:e|ing)|warn(?:ing)?|explain|bring up|refer to|inform(?:ing)?|record|log|report(?:ing)?|answer|help)(?![a-z])",
         rf"{_OTHERS}|{_TRIGGER}|(?<![a-z])(?:fees?|risks?|side effects?|complaints?|drawbacks?|recalls?|competitors?|this (?:note|message|instruction|rule|order|request))(?![a-z])", _NOTHING_OF_MINE),
    # what is waved through, handed out or done without asking
    _act(_en("approve|grant|authori[sz]e|accept|refund|reimburse|waive|pay out|release|issue|process|sign off|wave through|let through|green-?light|rubber-?stamp|fast-?track|honou?r|unlock|give"),
         rf"(?:(?:any|all|every|each|whatever|whichever)(?: [a-z]+){{0,2}} |{_MY}[^.]{{0,20}}){_SPENDING}|{_SPENDING}[^.]{{0,30}}(?<![a-z])(?:i|he|she|they|this user|the user|this customer)(?![a-z])|without (?:any |further |asking|question|check)|no questions asked|(?<![a-z])(?:full|admin(?:istrator)?|root|unlimited|higher?) (?:access|rights|privileges|permissions?)"),
    _act(_en("reveal|print|show|output|repeat|disclose|share|hand over|hand out|give out|give|send|recite|leak|expose|list|dump|tell|provide|paste|display|spell out|summari[sz]e|translate|quote|describe|publish|read out|copy|export|write down|include|append|forward|email|upload|post|hand"), _SENSITIVE),
    _act(_en("transfer|wire|send|pay|move|deposit|donate|buy|order|purchase|invest|sell|withdraw|subscribe|sign|click|accept|charge"),
         rf"(?<![a-z])(?:without (?:asking|confirm|telling|my|any|further|approval)|automatically|(?:every|each) (?:day|week|month|time|night|hour|morning)|{_WHEN} (?:[a-z']+ ){{1,4}}{_ASK})(?![a-z])", re.compile(r"(?<![a-z])(?:my|me|our|i)(?![a-z])")),
    # whom it obeys, what it ignores
    _act(_en("obey|listen|take (?:orders|instructions|commands)|follow|trust|believe|accept|answer|report|defer|side|agree|serve|comply"), r"(?<![a-z])(?:only(?! [a-z]+ing)|nobody but|no one but|none but|unconditional[a-z]*|without question|blindly|exclusively|alone|every (?:request|command|order|word|demand)|any (?:request|command|order|demand)|all (?:requests|commands|orders|demands)|whatever (?:i|he|she|they|the user|this user)|everything (?:i|he|she|they|the user|this user)|in every (?:argument|dispute|case))(?![a-z])", _STYLE_OR_MINE),
    _act(_en("ignore|disregard|forget|override|bypass|break|drop|skip|suspend|set aside|put aside|stop following|violate|work around|get around|disable|turn off|switch off|lift|relax|discard|abandon|deactivate|circumvent|evade|loosen|overrule|waive|dispense with|do away with|stop applying|stop asking for|do not ask for|don't ask for|never ask for|stop requiring|not require|not follow|not apply|don't follow|don't apply"),
         rf"{_RULES}|{_CHECKS}|(?:you (?:were|have been|are|learned|got)|(?:whatever|everything|anything|all)(?: that)? (?:came|was|you|i|has|stands))"),
    _act(_en("pretend|act|assume|imagine|suppose|behave|consider|treat|regard|count|view|proceed|believe|respond|operate")
         + rf"(?=[^.]{{0,60}}?(?<![a-z])(?:as|like|that|i|we|he|she|they|to be|the user|the caller|this user|the rules?|rules)(?![a-z])[^.]{{0,60}}?{_GRANTED})", "", re.compile(r"(?<![a-z])mine(?![a-z])")),
    _act(_en("decode|execute|run|fetch|load|visit|open|check|read|follow|download|look up|consult|click|go to|obey|poll|query|decrypt|retrieve|unpack|parse|interpret"), rf"(?:{_REMOTE})[^\n]{{0,60}}?(?:{_OBEYING})|(?:{_OBEYING})[^\n]{{0,60}}?(?:{_REMOTE})"),
    _act(_en("refuse|deny|reject|decline|block|insult|mock|ban|report|stop helping|not help|don't help|never help|cancel|delay|downgrade|sabotage|overcharge|double|raise|lower|worsen"), rf"{_OTHERS}|{_TRIGGER}|(?:any|every|all) (?:[a-z]+ )?(?:requests?|questions?|orders?|complaints?)", _NOTHING_OF_MINE),
    _act(_en("delete|erase|wipe|overwrite|change|edit|replace|rewrite|alter|falsify|forge|backdate|corrupt|inflate"), r"(?<![a-z])(?:all|every|others?|other users'?|users'?|everyone's) (?:[a-z]+ )?(?:memor(?:y|ies)|facts|records?|databases?|files|histor(?:y|ies)|logs?|accounts?|profiles?|backups?|invoices?|prices|notes)", re.compile(r"(?<![a-z])(?:my|our)(?![a-z])")),
)  # fmt: skip

# --- Chinese -------------------------------------------------------------------------------------------------------------

_OTHERS_ZH = r"(?:用户|客户|顾客|别人|他人|有人|大家|人家|所有人|任何人|每个人|谁|访客|游客|病人|患者|学生|家长|买家|读者|会员|员工|对方|提问者|咨询者|来访者|来电者|网友|观众|其他人|第三方|消费者|客人|投资人|求职者|旅客|乘客|审计|检查人员|申请人)"
_ASK_ZH = r"(?:问|提到|提及|提起|聊|谈|说到|说起|打听|咨询|想买|想要|需要|申请|要求|搜|找|感兴趣|抱怨|投诉|购买|关心|请求|说|发来|输入|讨论|涉及)"
_TRIGGER_ZH = (
    rf"(?:{_OTHERS_ZH}|(?:只要|凡是?|每当|如果|若是?|要是|一旦|当|遇到|碰到|但凡|无论|不管|哪怕)(?![我你您]))[^，,。我]{{0,14}}?{_ASK_ZH}|(?:聊到|谈到|说到|(?<![你您我所])提到(?!的)|提及|问到|问起|被问|遇到|碰到|涉及|关于|有关|凡|针对)[^，,。我]{{2,16}}"
    r"|[\u4e00-\u9fff]{1,10}?(?:方面|类|相关|有关)的?(?:提问|问题|咨询|话题|请求|对话|内容)|(?:任何|所有|每个|一切)(?:问题|提问|话题|对话|场合)"
)
_ANSWERS_ZH = r"(?:回答|回复|答复|答案|总结|摘要|报告|推荐里|输出|对话|会话|搜索结果|评价|评分)"
_EVER_ZH = r"(?:以后|今后|从此|往后|即日起|从现在|从今|每次|每回|每条|每个|永远|总是|始终|一律|一概|统统|无论|不管|凡是|所有|任何|一切|随时|长期|默认|无条件)"
_SENSITIVE_ZH = r"(?:(?:系统|隐藏|内部|后台|初始|完整的?|原始)(?:的)?(?:提示词?|指令|设定|配置|规则|消息|prompt|资料|文件|数据|备注)|提示词|(?:api|访问)?(?:密钥|凭证|凭据|令牌|口令)|密码|(?:其他|别的|另一个|所有|全部|任何|每个|别)(?:的)?(?:用户|客户|人|病人|患者|会员|员工|顾客|租户)们?(?:的|资料|数据|信息|记录|地址|住址|电话|聊天|隐私|对话)|(?:客户|用户|员工|病人|会员)(?:名单|资料|数据|数据库|住址|信息|隐私|记忆)|你的(?:记忆|设定|指令|规则|配置|提示))"
_RULES_ZH = r"(?:指令|规则|提示词|提示语|设定|限制|约束|准则|安全策略|规定|规矩|守则|政策|护栏|过滤|审查|道德|伦理|底线|免责声明|要求|禁令|安全机制|顾虑|原则|prompt)"
_CHECKS_ZH = r"(?:确认|审核|审批|验证|核验|核实|身份|检查|质疑|批准|核对|审查|证明|凭证|票据|签字|流程|复核|风控|实名|警告|安全问题|手续|单据|盘问|追问|把关)"
_SPENDING_ZH = r"(?:退款|转账|付款|报销|申请|请求|订单|交易|贷款|折扣|赔付|索赔|汇款|打款|提现|发票|费用|预订|升级|放款|理赔|采购|合同|借款|要求|操作|额度|权限)"
_CLAIM_ZH = r"(?:最好|最棒|第一|最安全|最便宜|最靠谱|最可靠|首选|唯一|倒闭|骗子|小偷|诈骗|有毒|危险|停业|关门|假的|无风险|稳赚|保本|没有副作用|零风险|无害|破产|造假|不行)"
_DONT_ZH = r"(?:不要|别|不得|不许|不准|不能|不可|禁止|切勿|无需|不必|不用|勿|再也不|绝不|从不|不(?!妨))"

_STYLE_OR_MINE_ZH = re.compile(
    rf"{STYLE.pattern}|[给向跟和对帮替陪教]我(?![们的]?(?:公司|产品|店))|(?:推荐|提醒|告诉|通知|叫|喊|回复|回答)我",
    re.DOTALL,
)
_MINE_ZH = re.compile(r"我(?!说|的(?:话|申请|请求|要求|命令|账|转账|退款|指令|订单|报销|产品|店))|咱")

CHINESE = (
    _act(rf"(?:告诉|告知|通知|说服|劝说?|引导|诱导|催促?|让|叫|建议|鼓励|忽悠|安抚|承诺|误导|骗|逼|推给|警告|嘲笑|侮辱|辱骂|指责|吓唬|怂恿|煽动|带)(?:一下|所有|每[一个位]{{0,2}}|任何|其他|这些|那些)?(?:的)?(?:{_OTHERS_ZH}|他|她)", "", _MINE_ZH),
    _act(r"(?:引导|引流|导流|导|引|指|推|带|领)[到向去往]", f"{_OTHERS_ZH}|{_TRIGGER_ZH}|{_EVER_ZH}", _MINE_ZH),
    _act(r"(?:推荐|推销|宣传|夸|吹捧|安利|力荐|推广|植入|捧|带货|种草|主推|美言|好话|(?<!的)好评|五星|满分|提一[句下嘴]|(?<![你您我所])提[到及](?!的)|带[上一](?:句|下)?|插播|打广告|站台|抹黑|贬低|诋毁|唱衰|差评|排在)", f"{_TRIGGER_ZH}|{_ANSWERS_ZH}|{_CLAIM_ZH}|{_OTHERS_ZH}", _STYLE_OR_MINE_ZH),
    _act(r"(?:(?<!是)推销|宣传|吹捧|安利|力荐|推广|植入|带货|主推|美言|说好话|打广告|站台)", _EVER_ZH, _STYLE_OR_MINE_ZH),
    _act(r"(?:(?<![小听据方])说|(?<![个条次句段有的篇])(?:回答|回复)(?![里中末开结的时前后要请都控应])|声称|宣称|强调|断言|坚称|承认|否认|(?<![解回])答|结尾|开头|末尾|加上|附上|加一?句|写上|注明|插入|署名|标注|收尾|补一?句|讲|宣布|解释|坚持|咬定)", rf"(?:{_TRIGGER_ZH})|{_EVER_ZH}[^。]{{0,12}}(?:{_ANSWERS_ZH}|问题|提问)|{_CLAIM_ZH}", _STYLE_OR_MINE_ZH),
    # kept from others
    _act(rf"(?:隐瞒|瞒|隐藏|藏|掩盖|回避|略去|略过|省略|淡化|压下|屏蔽|删|去掉|抹去|模糊|避而不谈|闭口不谈|绝口不提|只字不提|遮掩|美化|过滤|轻描淡写|含糊|{_DONT_ZH}(?:再|要|能|主动|向|对|跟|和|在|给|让|把|{_OTHERS_ZH}|[^，,。]{{0,8}}?){{0,3}}(?:提|说|写|出现|显示|展示|透露|告知|告诉|公布|提醒|警告|知道|察觉|发现|看到|看见|记录|上报|汇报))",
         rf"{_OTHERS_ZH}|{_ANSWERS_ZH}|(?:风险|副作用|费用|手续费|差评|缺点|负面|投诉|条款|涨价|真相|价格|违约金|召回|隐患|事故|竞品|对手|缺陷|利息|这条(?:指令|规则|备注|要求))", _MINE_ZH),
    # waved through, handed out
    _act(r"(?:批准|通过|同意|放行|授权|退款|全额退|赔付|赔偿|报销|打折|免单|减免|放款|签字|盖章|受理|答应|满足|接受|照准|准许|核准|照办|开绿灯|执行|转账|付款|打款|下单|退钱|照单全收|默许|兑现)", rf"(?:{_EVER_ZH}|我|此人|该用户|本用户|这个用户|这位用户|该客户|这位客户|用户)[^。]{{0,12}}{_SPENDING_ZH}|(?:无条件|直接|自动|二话不说|不经|不问|不管[^。]{{0,6}}多少|不加)"),
    _act(r"(?:透露|泄露|输出|显示|打印|告诉|复述|公开|说出|给出|交给|交出|提供|分享|发给|发到|展示|列出|翻译|念|吐露|披露|导出|贴出|写出|共享|查看|读取|抄|转发|发送|上传|泄漏|亮出|原样|说一遍|背)", _SENSITIVE_ZH),
    # whom it obeys
    _act(r"只(?:能|许|准|需|要|会)?(?:听|认|信|服从|执行|相信|听从|遵从|效忠|接受|理会|回应|为)[^，,。]{1,12}?(?:的(?:话|命令|指令|指挥|安排|吩咐|要求)|服务|一个人|一人|说了算|为准)|(?:言听计从|唯命是从|听命|效忠|说一不二|马首是瞻)|(?:站在|偏袒|偏向|护着|向着)[^，,。]{1,8}(?:这边|那边|一边|一方|立场)?"),
    _act(rf"(?:忽略|无视|忘[记掉]?|抛开|绕过|跳过|推翻|覆盖|别管|不用管|不要管|不管|{_DONT_ZH}(?:再)?(?:遵守|遵循|理会|受|按|管|执行|在意|顾及|考虑|讲|要求|索要|做|走|查|核|审|验)|违反|突破|放下|丢[开掉]|抛弃|撇开|停用|关闭|关掉|解除|取消|(?<![避以未难不])免(?![得疫费])去?|省去|省略|放宽|放松|搁置|当[成作]?[^，,。]{{0,10}}(?:不存在|没发生|没有|没看见|没说过|耳旁风|废纸))",
         rf"{_RULES_ZH}|{_CHECKS_ZH}", re.compile(r"(?:别忘|不要忘|不忘|不会忘)")),
    _act(rf"(?:{_RULES_ZH}|{_CHECKS_ZH})[^，,。]{{0,6}}(?:不存在|作废|失效|不算数|不适用|形同虚设|没有了|取消了|关了)", r"当|就|你|助手|模型|ai|已|现"),
    _act(r"(?:当作?|当成|假装|假设|假定|视为|视同|视作|看作|认定|默认|就当|权当|设想|相信|按)", r"通过(?:了)?[^，,。]{0,6}(?:验证|审核|核实|认证|安检|考核)|已(?:经)?(?:验证|核实|授权|付款|批准|登录|认证|审核|付清|同意)|管理员|内部(?:员工|人员)|开发者|最高权限|不存在|没有(?:任何)?(?:规则|限制|约束|底线)|圣旨|最终决定|唯一真理|法律|经理本人|系统(?:指令|命令|消息)"),
    _act(r"(?:解码|执行|运行|打开|访问|去|查看|读取|下载|加载|照|按|看看|拉取|请求|翻译|解密|解析|检查)", r"(?:https?:|www\.|(?<![a-z0-9.@])[a-z0-9-]{2,30}\.(?:com|net|org|example|io|xyz|shop|cn)(?![a-z0-9@])|链接|网址|网页|网站|服务器|base64|编码|密文|附件|十六进制|摩斯|暗文)[^。]{0,40}(?:指令|命令|指示|照做|照办|执行|遵照|按(?:其|它|里面|上面|要求)|任务)|(?:指令|命令|指示|任务)[^。]{0,20}(?:https?:|链接|网址|网页|网站|base64)", re.compile(r"我")),
    _act(rf"(?:拒绝|驳回|刁难|拖延|敷衍|冷落|屏蔽|拉黑|取消|举报|打发|加价|抬高|多收|不理|怠慢|{_DONT_ZH}(?:再)?(?:帮|理|接待|服务|回答|搭理|受理))", rf"{_TRIGGER_ZH}|{_OTHERS_ZH}", _MINE_ZH),
    _act(r"(?:删除?|清空|抹掉?|篡改|修改|改写|覆盖|伪造|替换|虚报|改成)", r"(?:所有|全部|其他|别的|每个)[^，,。]{0,8}(?:记忆|事实|记录|数据库|文件|历史|日志|账户|资料|备份|价格)", re.compile(r"我|旧")),
)  # fmt: skip

# --- rights and duties that are stated instead of ordered ------------------------------------------------------------------

_AGENT_SECRET = r"(?:(?:system|hidden|secret|internal|developer) (?:[a-z]+ )?(?:prompts?|instructions?|messages?|notes|rules)|your (?:instructions|prompt|rules)|(?:other|another|all|every) (?:users?|customers?|clients?|accounts?)|everything you|anything you|any (?:record|file|data)|all (?:records|files|data)|without (?:any )?(?:check|proof|verif))"
_WHO = (
    r"(?<![a-z])(?:(?:the |this )?(?:users?|customer|account|caller|client|account holder|requester)(?:'s)?)(?![a-z])"
)
_NO_CHECK = r"(?:(?:needs?|requires?) no (?:[a-z]+ )?(?:confirm|approv|check|verif|review|authori|sign|second)|no (?:[a-z]+ )?(?:confirmation|approval|verification|checks?|review|authori[sz]ation) (?:is |are )?(?:needed|required|necessary)|without (?:any |further |asking|checking|confirm|approv|verif|review|question)|(?:exempt|excused) from|(?:do|does) not (?:need|require)|(?:don't|doesn't) (?:need|require)|(?:should|must|shall|has to|have to|are to|is to|can|may|will)(?: always| automatically)* (?:be )?(?:always |automatically )?(?:approved|granted|accepted|refunded|processed|waived|trusted|believed|honou?red|bypass|skip))"

_STATED = (
    rf"{_WHO}(?: [a-z',-]+){{0,14}}? (?:entitled|allowed|permitted|authori[sz]ed|cleared|free|eligible|(?:the )?right|permission|may|can|welcome) (?:to )?(?:see|access|know|read|receive|get|view|request|obtain|hear|have|change|delete|override|use|be (?:told|given|shown|sent))(?: [a-z']+){{0,4}}? {_AGENT_SECRET}",
    rf"{_WHO}[^.]{{0,60}}{_SPENDING}[^.]{{0,50}}{_NO_CHECK}|{_SPENDING}[^.]{{0,50}}{_WHO}[^.]{{0,50}}{_NO_CHECK}|{_NO_CHECK}[^.]{{0,40}}{_SPENDING}[^.]{{0,30}}{_WHO}",
    rf"{_WHO}[^.]{{0,30}}(?<![a-z])(?:counts? as|is (?:to be )?(?:considered|treated as|regarded as)|qualifies as|ranks? (?:above|as)|is exempt from|bypasses|overrides|outranks)(?![a-z])[^.]{{0,40}}(?:{_GRANTED}|{_CHECKS}|{_RULES})",
    rf"(?:(?<![a-z])(?:any(?:one|body)|every(?:one|body)|who(?:m)?ever|users|people who|those who)(?![a-z])|{_TRIGGER})[^.]{{0,60}}? (?:should|must|shall|ought to|has to|have to|is to|are to|needs? to|will)(?: always| never| only| not)*(?: then)? (?:be |hear |get |receive |know )(?:always |never |only )?(?:told|informed|assured|warned|convinced|persuaded|directed|steered|referred|sent|given|shown|offered|advised|led|pushed|encouraged|denied|refused|charged|pointed|urged|sold|that|how)(?![a-z])",
    rf"(?<![a-z])(?:should|must|shall|has to|have to|are to|is to|needs? to|prefers?|wants?|asks?|requests?|expects?|insists?)(?![a-z])[^.]{{0,60}}? (?:(?:never|not)(?: be| to be)?|be|are|is|get|stay|remain|to be)(?: always| never| not| only)* (?:shown|mentioned|told|disclosed|revealed|hidden|left out|omitted|withheld|concealed|kept|excluded|suppressed|displayed|praised|promoted|recommended|favou?red|described|presented|portrayed|ranked|rated)(?: of| as| out| away)* ?(?:to|from|in|of|with|by|as)? (?:the |any |all |your |other |every )*(?:{_OTHERS}|{_ANSWERS}|best|first|only)",
    r"(?<!my )(?<!our )(?<!his )(?<!her )(?<!their )(?:assistant|ai|agent|chatbot|bot|model)'s (?:real|true|only|main|primary|secret|actual|hidden|new) (?:goal|job|purpose|task|role|mission|owner|loyalty|master|aim|duty|objective|instructions?|prompt)",
)  # fmt: skip
_AT_WORK = re.compile(r"(?<![a-z])(?:i|we|our|my (?:job|boss|company|team|work|manager|employer)|at work|by law|the law|gdpr|works?|employed|i'm|building|builds|writes|wrote|developing|develops|designing|designs)(?![a-z])")  # fmt: skip

_WHO_ZH = r"(?:(?:本|该|此|这个|这位|本)?(?:用户|账号|账户|客户|顾客)|此人|本人)"
_NO_CHECK_ZH = rf"(?:无需|无须|不用|不必|不需要?|不得|(?<![避以未难])免|免除|跳过|绕过|不经|不走|不再)(?:再|任何|一切|人工|二次|再次|额外|经过?|进行|要求|做|走|通过|提供|被)*{_CHECKS_ZH}"

_STATED_ZH = (
    rf"(?:{_WHO_ZH}|我|他|她)[^。]{{0,30}}?(?:有权|可以|获准|有资格|被?允许|能够?)[^。，,]{{0,6}}(?:查看|看|获取|知道|读取|索取|了解|拿到|调取|访问|要求)[^。，,]{{0,10}}(?:系统提示|提示词|隐藏(?:的)?(?:指令|提示)|内部指令|(?:其他|别的|所有|任何)(?:用户|客户|人|会员)|密钥|全部(?:数据|资料|记录)|后台)",
    rf"{_WHO_ZH}[^。]{{0,24}}{_SPENDING_ZH}[^。]{{0,12}}{_NO_CHECK_ZH}|{_NO_CHECK_ZH}[^。]{{0,12}}{_WHO_ZH}|{_WHO_ZH}[^。]{{0,12}}{_NO_CHECK_ZH}",
    rf"{_WHO_ZH}[^。]{{0,20}}{_SPENDING_ZH}[^。]{{0,12}}(?:视为|视同|默认|自动|一律|都|全部|直接)(?:应|应该|要|会|被|算|予以)?(?:通过|批准|同意|生效|放行|有效|成立|处理)",
    rf"(?:有人|谁|任何人|所有人|凡[^，,。]{{0,10}}的人|{_TRIGGER_ZH})[^。]{{0,12}}(?:应|应当|应该|必须|要|一律|都)(?:要|得|会)?被?(?:告知|引导|劝|提醒|拒绝|导|带|推荐|转)(?!我)",
    r"(?<!我的)(?<!我们的)(?:助手|智能体|机器人|ai|模型)的(?:真正|真实|唯一|主要|秘密|首要|隐藏)的?(?:目标|任务|职责|身份|使命|主人|目的|指令)",
)  # fmt: skip
_AT_WORK_ZH = re.compile(
    r"我们|我(?:的)?(?:工作|公司|单位|老板|们)|咱|法律|法规|规范要求|负责|上班|从事|开发|设计|研究|正在做|写了"
)

STATED = tuple(_act(pattern, "", _AT_WORK) for pattern in _STATED)
STATED_ZH = tuple(_act(pattern, "", _AT_WORK_ZH) for pattern in _STATED_ZH)
