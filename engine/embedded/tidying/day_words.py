"""The wordings that part what a person says in earnest of themselves from all else that a conversation holds."""

import re

# Behind these the person shows what somebody else wrote.
PASTED = re.compile(
    r"(?:翻译|译成|总结|概括|摘要|改写|润色|校对|解释一下|看看|看下|转发|收到|发来|原文|内容|邮件|短信|这段|这封|这条|下面|以下|如下|歌词|台词|文案)[^:：。！？\n]{0,30}[:：]"
    r"|(?<![a-z])(?:summari[sz]e|translate|rewrite|rephrase|proofread|paraphrase|explain|check|review|edit|reply to|forwarded|pasted?|copied|received|posted|wrote|sent(?: me)?|saw"
    r"|e?-?mail|message|text|letter|note|review|transcript|article|paragraph|lyrics|log|quote)(?![a-z])[^:.!?\n]{0,60}:",
    re.IGNORECASE,
)
QUOTED = re.compile(
    r"“([^”]*)(?:”|$)|「([^」]*)(?:」|$)|『([^』]*)(?:』|$)|\"([^\"]*)(?:\"|$)|^\s*>[^\n]*", re.MULTILINE
)
# A name or a title in quotation marks: no sentence.
LONGEST_NAME = 12
MOST_WORDS = 4

# From these on nothing in the sentence is told as a fact.
SUPPOSED = re.compile(
    r"要是|如果|假如|假设|假使|倘若|万一|的话(?!题|剧|费|音|语|筒|术)|除非|就算|即使|哪怕|哪天|有朝一日|总有一天|恨不得|巴不得|宁可|宁愿|梦[见到]|做梦|听说|据说|传言|谣言|有人说|都说|网上说|新闻(?:里|上)?说"
    r"|(?:小说|电影|剧|书|故事|动漫|漫画|游戏|文章|帖子|视频|新闻|节目|歌)(?:里|中|上)|主角|男主|女主|主人公|假装|扮演|比如|例如|比方|举个例子"
    r"|(?:问|打听|想知道|不知道|不清楚|不确定)(?:了|过)?(?:我|我们|一下|他|她|对方)?(?=[^，。]{0,6}(?:是不是|有没有|要不要|能不能|会不会|是否|还要不要))"
    r"|(?<![a-z])(?:(?:ask(?:ed|s|ing)?|wonder(?:ed|s|ing)?|(?:want(?:ed|s)?|would like) to know|not sure|no idea|don't know|find out|check(?:ed|ing)?)(?: me| us| him| her| them)? (?=whether|when|how))(?![a-z])"
    r"|(?<![a-z])(?:if|whether|unless|suppose|supposing|imagine|pretend|what if|in case|even though i'd|i heard|heard that|rumou?rs?|apparently|they say|people say|someone (?:said|says|told)"
    r"|in (?:the|this|that|a|my) (?:film|movie|book|novel|story|show|series|game|song|play|dream|article|episode|podcast)|(?:main )?character|protagonist|dream(?:t|ed)|for example|for instance)(?![a-z])",
    re.IGNORECASE,
)
# Such a clause tells of what may come, was about to come or is only wished for.
UNSURE = re.compile(
    r"可能|也许|或许|说不定|恐怕|大概(?=会|要)|考虑|犹豫|纠结|该不该|要不要|差点|险些|本来|原本|原来想|(?<!不)(?<!没)想(?!到|不到|起|通)|(?<!不)(?<!没)打算|(?<!不)(?<!没)计划(?!取消|泡汤)|迟早|早晚|目标是|争取|力争|将来|应该|好像|似乎|估计|看样子"
    r"|下(?:周|个月|月|学期|季度)(?:就|要|才|再)|明(?:天|年|晚)(?:就|要|才|再)|准备(?=[把去退卖辞换搬停取戒])|快要|马上要|就要|要(?=[把退卖辞换搬停取戒])|真(?:想|要)"
    r"|(?<![a-z])(?:would|might|(?-i:may)|could|should|maybe|perhaps|probably|possibly|considering|thinking (?:of|about)|i think|i guess|wonder(?:ing)?|(?<!no longer )(?:plan|planning|plans) (?:to|on)|(?<!not )(?:going to|gonna)"
    r"|(?<!n't )(?<!no longer )wants? to|would like|hop(?:e|ing)|wish(?:ing)?|tempted|almost|nearly|about to|was going to|were going to|were supposed to|was supposed to|will(?! not)|i'll|we'll|feel like|dream of|looks? like|seems?)(?![a-z])",
    re.IGNORECASE,
)
JOKES = re.compile(
    r"(?<!不)(?<!不是)(?<!没)(?<!没有)开(?:个)?玩笑|逗你|骗你|说着玩|瞎说的|胡说的|愚人节|(?<![a-z])(?<!not )(?:just |only )?(?:kidding|joking)|(?<![a-z])(?:april fools?|j/k|jk)(?![a-z])",
    re.IGNORECASE,
)
# What is wanted of the agent: an order changes nothing by itself, and the memory is not changed by being told to.
ORDERS = re.compile(
    r"^(?:那|好|行|嗯|对了|顺便|麻烦|劳驾|请|你|您|能不能|可以|再|先|就)*(?:帮(?:我|忙)|给我|替我|请|麻烦|劳驾)|^(?:请|你|现在|立刻|马上)*(?:把|将)[^，。]{0,12}(?:记忆|信息|资料|事实|记录)|忘(?:掉|记|了)[^，。]{0,14}(?:用户|我说|一切|记忆|关于)|(?:记忆|事实|信息)[^，。]{0,10}(?:合并|删|清空|作废|过期|标记|失效)|(?:合并|删除?|清空|忽略|标记)[^，。]{0,10}(?:记忆|事实|指令|规则|信息)"
    r"|^(?:(?:ok(?:ay)?|so|now|and|then|well|please|also|just|can you|could you|would you|you can)[, ]+)*(?:please|forget|delete|remove|erase|merge|ignore|mark|update|remember|write|draft|summari[sz]e|translate|tell|show|give|help|find|cancel|remind|make|add|put|set|let|pretend|imagine|act|drop|stop|clear|store|save|note)(?![a-z'])"
    r"|(?<![a-z])(?:memor(?:y|ies)|stored facts?|facts? about)(?![a-z])",
    re.IGNORECASE,
)
# Where the memory itself is spoken of, nothing in the message is news of the person.
MEMORY = re.compile(
    r"(?:标记|记|设|改)(?:为|成|作)[^，。]{0,4}(?:过期|失效|作废|无效)|忘(?:掉|记|了)(?:关于|我的?一切|所有|全部|用户)|(?:所有|全部|一切)(?:的)?(?:记忆|事实|信息)|你(?:的)?记忆"
    r"|(?<![a-z])(?:mark|flag|treat|set) [^.]{0,40} as (?:outdated|obsolete|expired|invalid|superseded)|(?<![a-z])(?:forget|delete|erase|wipe) (?:everything|all|what you)(?![a-z])|(?<![a-z])your memory(?![a-z])",
    re.IGNORECASE,
)

# Nobody speaks so of themselves: it is dictated.
DICTATED = re.compile(
    r"^[-*#>\s\"“]*(?:用户(?!群|数|量|体验|反馈|界面|中心)|(?:the |this )user(?:'s)?(?![a-z]))", re.IGNORECASE
)
# A question that denies what it names.
RHETORICAL = re.compile(
    r"^(?:谁|哪个)(?:说|讲|告诉你)?(?:我|过我)?(?:要|已经)?(?P<zh>[^，。我]{1,10}?)了?$|^(?:and |but |wait,? |what\?? )?who (?:said|told you|says)(?: that)? i(?:'d|'ve|'m| had| have| was| am)? (?P<en>.{3,40})$",
    re.IGNORECASE,
)

# Whose clause it is.
OF_OTHERS = re.compile(
    r"^(?:说|讲|告诉我|跟我说|问我|喊)?(?:[他她](?:们)?|它们|人家|别人|大家|有人|对方|网友|客户|同学|室友|舍友|房东|邻居|隔壁|楼[上下]|领导|老板|同事|朋友|闺蜜|哥们|亲戚|[小老阿][\u4e00-\u9fff](?=[把将也已都刚说退卖辞搬换停离不没分结去取戒考还请又]|上周|昨|今|最近))"
    r"|^(?:he|she|they|people|everyone|everybody|someone|somebody|anyone|nobody|others|(?:a|an|one|another|some|the) (?:\w+ )?(?:friend|colleague|co-?worker|neighbou?r|guy|man|woman|person|client|customer|classmate|cousin)s?|friends|colleagues|neighbou?rs)(?:'s|'d|'ve|'re|'ll)?(?![a-z])",
    re.IGNORECASE,
)
OF_OTHERS_WITHIN = re.compile(r"^[^我咱]{0,8}(?:他们?|她们?|人家)(?=都|也|已|把|不|没|又|还|自己)")
OF_PERSON = re.compile(
    r"^(?:我们?|咱们?|自己|俺)|^(?:i|we|i'm|i've|i'd|we're|we've|we'd|me|myself|my|our|mine|ours)(?![a-z])",
    re.IGNORECASE,
)
# What stands before a subject.
LEADING = re.compile(
    r"^(?:(?:嗯|啊|哦|唉|哎|对了?|是[的啊]?|好[的吧]?|行|不过|但是?|可是?|所以|因为|于是|然后|而且|另外|结果|其实|终于|总算|那个?|这个?|还有|顺便说一下?|说起来|跟你说|告诉你|(?:就在)?(?:今|昨|前|大前|明|后)[天晚早]|今早|昨儿|上上?个?(?:周|月|星期|礼拜)(?:[一二三四五六日天末])?|[这本]个?(?:周|月|星期|礼拜)(?:[一二三四五六日天末])?|周[一二三四五六日末]|去年|今年|前年|年[初底中]|月[初底中]|\d{1,4}年(?:\d{1,2}月)?|\d{1,2}月(?:\d{1,2}[日号])?|国庆|五一|春节|刚才?|刚刚|最近|前阵子?|前段时间|前些?天|早上|上午|中午|下午|晚上|现在|如今|目前|已经|都|也|又)[，,]?)+",
)
LEADING_EN = re.compile(
    r"^(?:(?:and|but|so|because|since|that|while|then|well|oh|ok(?:ay)?|yes|yeah|yep|no|right|also|by the way|btw|actually|anyway|finally|in the end|it turns out(?: that)?|turns out|good news|bad news|sadly|unfortunately|luckily|thankfully|today|yesterday|tonight|now|lately|recently|last (?:\w+)|this (?:morning|week|month|afternoon|evening|weekend)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4})|as of \w+|a (?:few|couple of) (?:days|weeks|months) ago)[,:]?\s+)+",
    re.IGNORECASE,
)

# One occasion: what is left out once is no end of a habit.
ONCE = re.compile(
    r"今[天晚早日]|明[天晚早]|后天|这[周次回两几]|本[周次]|下[周次]|暂(?:时|停|缓)|先(?=不)|这阵子|这段时间|改天|(?<![a-z])(?:today|tonight|tomorrow|this (?:week|time|weekend|month|once|morning|evening|afternoon)|next (?:week|time)|for now|for a while|temporarily|on hold|just this once|at the moment)(?![a-z])",
    re.IGNORECASE,
)
