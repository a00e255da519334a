"""The wordings by which `stance` tells what a text does, in Chinese and English."""

import re


def _en(alternatives: str) -> str:
    """Whole words: alternatives separated by `|` or line ends."""
    rows = (row.strip() for row in alternatives.strip().splitlines())
    return rf"(?<![a-z])(?:{'|'.join(rows)})(?![a-z])"


def _compiled(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


# A wish that holds for every answer, however it is put.
LASTING = _compiled(
    _en(
        r"""
        always|never|from now on|going forward|in future|in the future|by default|every time|each time|whenever|every|each|unless|must|only|don't|do not|avoid
        stop|no more|(?:all )?(?:answers|replies|responses|messages|comments|outputs?|code samples|examples|explanations)
        """
    ),
    r"以后|今后|往后|从现在起|从今|每次|每天|每周|一律|统一|默认|总是|始终|永远|都(?!行|可以|是)|别|不要|不用|必须|务必|尽量|只(?:用|要|能|准|许)|回答|回复|答复|示例|代码|称呼|叫我|时候|时用|除非|记得|提醒",
)
# A condition that such a wish has: it supposes nothing.
STANDING = _compiled(
    _en("please|always|from now on|answers?|replies|reply|code"),
    r"请(?!大家|你|客|我|人)|务必|回答|回复|答复|代码|提醒",
)

ASKS_EN = re.compile(
    r"(?:(?:and|but|so|then|ok|okay|well|hey|hi|hello|wait|also|by the way|btw)[\s,]+)*(?:"
    r"(?:what|where|when|how|which|whose|who|whom|why)(?:'s|'re|'d)? (?:is|are|was|were|do|does|did|can|could|should|would|will|shall|has|have|am|many|much|long|often|far|old|big|tall|to)(?![a-z])"
    r"|(?:what|where|who|how)(?:'s|s)(?![a-z])|why(?![a-z])|how (?:about|come|bad|good|hard)|what (?:about|if|kind|time|type|sort)|who (?:invented|made|wrote|won|said|knows|discovered|painted|built|directed|sang|\w+ed)(?![a-z])"
    r"|(?:do|did|are|were|have|can|could|would|will|should|shall) (?:you|i|we|u|they)(?![a-z])|(?:is|are|was|were|does|did|has|can|could|will|would|should) (?:it|there|anyone|anybody|someone|everyone|he|she)(?![a-z])|(?:is|are|was|were|could|would|should) (?:that|this|these|those)(?![a-z])"
    r"|any (?:idea|ideas|suggestions?|tips|advice|thoughts|chance|recommendations?)(?![a-z])|(?:tell me|i wonder|wondering|curious|do tell|i'd like to know|i want to know|wants? to know)(?![a-z])"
    r")",
    re.IGNORECASE,
)
# "Is Osaka larger than Kobe": a name where a nurse would have an article.
ASKS_OF_NAME = re.compile(
    r"(?i:is|are|was|were|does|did|do|has|have|can|could|will|would|should) [A-Z][\w'-]+ (?:\S+ )?\S+"
)
TELLS_TOO = _compiled(
    r"^(?:can|could|will|would) (?:you|u) (?:please )?(?:always|never|keep|stop|only|from now on|in future)(?![a-z])",
)
ASKS_ZH = re.compile(
    r"(?:吗|么|呢|来着|没有呀|对吧|是吧|不是吗|怎么样|咋样|怎么办|咋办|如何)$|^(?:请问|想问|问一下|问下|请教|问个|想请教|我?想问)|什么|啥|为何|怎么|咋|怎样|如何|多少|多久|多大|多远|多长|多高|几[个点次天年岁号月楼种位条]"
    r"|哪[里儿个些种家位款一年天本部]|谁|是否|是不是|能不能|可不可以|有没有|要不要|好不好|对不对|会不会|该不该|行不行|算不算|用不用|([一-鿿])不\1(?![一-鿿]{0,2}都)"
)
# Words of asking in what is told: whatever he eats, nothing special, not knowing how, learning how to.
NOT_ASKING_ZH = re.compile(
    r"什么[^，。]{0,4}[都也]|[没无]什么|没啥|什么的|谁[^，。]{0,3}[都也]|怎么[^，。]{0,4}[都也]|[没不]怎么|[没无不]多少|多少[有会能都]|哪[里儿个][^，。]{0,3}[都也]|无论|不管|不论|(?:不知道|不清楚|不记得|记不清|不懂|忘了)(?:[^，。]{0,8}(?:如何|怎么|怎样|什么|为什么|哪|多少|是否|谁))?"
    r"|(?:学习?|学会|掌握|研究|关心|关注|了解|讨论|探索|思考|教|纠结|好奇|知道|解释|说明|说清|告诉|分享|介绍|担心|犹豫|决定|考虑|评估)[^，。]{0,8}(?:如何|怎么|怎样|什么|为什么|哪|多少|是否|谁|要不要|该不该|能不能)"
    r"|有(?:好)?几[个位本条只家]|好几|[十百]几|几[个位次天年岁][^，。]{0,6}[了人]$|因为什么|看(?:什么|谁|情况)"
)

SUPPOSES = _compiled(
    r"^(?:suppose|supposing|imagine|imagining|what if|let's (?:say|pretend|imagine|suppose|assume)|pretend|hypothetically|theoretically|in theory|assume|assuming|just suppose|picture this|say (?:i|we|you) (?:had|were|was|could))(?![a-z])",
    r"(?:^|[\s,])if (?:i|he|she|they|we|it|the user|one|you|[a-z]+) (?:were|won|had been|had won|had (?:become|gone|known|stayed|married|bought|studied|been|moved|taken|chosen|\w+ed)|ever won|could (?:fly|time travel|be|live|choose|turn|go back|start over|have any))(?![a-z])",
    r"^if only(?![a-z])|(?:^|[\s,])if (?:i|we|he|she|they|the user) (?:was|had|could|did|became|got|lived|moved|found|inherited|owned|became|quit|went|ever)(?![a-z]).*(?:would|'d|could|might)(?!['a-z]| (?:like|prefer|rather))",
    r"(?:would|'d|could|might) (?!like|prefer|rather).* if (?:i|we|he|she|they|the user) (?:were|was|had|could|ever|won|lived|became|got)(?![a-z])|(?:^| )(?:if pigs|in another life|in a parallel|in my dreams)",
    r"^(?:我|用户|他|她)?(?:假如|假设|假使|假若|倘若|倘使|若是|设想|想象一下|想象|假定|试想|比方说|打个比方|脑补)(?!力)",
    r"^(?:我|用户|他|她)?(?:哪天|有一天|有朝一日|将来|以后)?(?:如果|要是|万一|若)(?:有一天|有朝一日|哪天|哪一天|将来|以后|真的?|真能|当初|当时|那时候?|早|下辈子|我|用户|他|她|你|能|可以)*(?:是(?:一?[个只名位条头匹棵]|.{1,8}就)|当(?:上?了|上)|成了|成为|变成|变|中了?(?:彩票|大奖|奖|头奖|五百万)|有了?(?:.{0,6}(?:钱|亿|超能力|翅膀|机会|时光机|分身))|发了?财|暴富|会飞|会魔法|会隐身|回到|穿越|重来|重新|年轻|没(?:有|学|去|来|选|嫁|娶|生|遇|认识)|住在?|搬|移民|定居|嫁|娶|辞职|早知道|知道|出生|活到|遇到|碰到|去|买|换|赢)(?!.*(?:请(?!大家|你|客|我|人)|务必|不要|必须|提醒|通常|一般|平时|经常|每次|都会))",
    r"^(?:如果|要是|万一).*(?:就好了|该多好|多好啊|会怎么?样|会如何|会不会|怎么办|会怎么|多爽|就(?:天天|发达|好))",
)

_DEEDS_EN = (
    r"translate|rewrite|rephrase|summari[sz]e|explain|describe|define|show|tell|give|write|draft|compose|fix|debug|correct|proofread|edit|send|list|draw|generate|create|make|calculate|compute|count|convert|solve"
    r"|look up|search|find|google|check|review|repeat|continue|compare|recommend|suggest|help|open|close|read|run|print|format|shorten|expand|simplify|improve|polish|analy[sz]e|plot|play|say|redo|undo|resend|delete"
    r"|paste|copy|sort|merge|refactor|outline|brainstorm|name|pick|choose|guess|book|order|remove|add|change|turn|put|move|set|clean|finish|start|test|try"
)
_DEIXIS_EN = (
    r"this|that|these|those|it|them|the (?:above|below|following|last|previous|first|second|third|next|attached|rest|same|text|article|sentence|paragraph|email|code|function|document|message|file|table|summary|poem|story|essay|answer)"
    r"|my (?:last|previous|text|email|essay|code|message|cv|resume|letter|draft)|me (?:a|an|some|the|\d+|more|another|one|two|three|five|ten|how|what|about|with)|for me|an?(?: \w+)? (?:poem|story|essay|letter|email|joke|song|list|paragraph|table|chart|summary|script|function|tweet|post|haiku|limerick|recipe|speech|report|plan|sentence|picture|name)|(?:some|another|two|three|five|ten) \w+|now|again|please$|between"
)
ORDERS_EN = re.compile(
    rf"(?:(?:please|pls|now|ok|okay|then|and|hey|just|quickly|also|next)[\s,]+)*(?:(?:can|could|would|will) (?:you|u) (?:please )?|i (?:want|need) you to |i'd like you to |help me (?:to )?|let's )?(?:please )?(?:{_DEEDS_EN})(?![a-z])(?: .*)?(?<![a-z])(?:{_DEIXIS_EN})(?![a-z])",
    re.IGNORECASE,
)
_DEEDS_ZH = r"翻译|翻成|译成|总结|概括|归纳|润色|改写|重写|改成|修改|改一?下|写|查|搜|推荐|介绍|解释|讲|说|生成|列|算|计算|画|发|扮演|重复|续写|扩写|缩写|精简|对比|比较|分析|检查|整理|排版|提取|转换|转成|输出|念|读|举|出|做|找|看|起|取|想|优化|调试|运行|打开|关闭|删除|订|预订|放|播放|设计|制定|安排|排序|补充|贴|复制|给"
ORDERS_ZH = re.compile(
    rf"^(?:请|麻烦|那|那就|再|先|你|您|能|可以|能不能|可不可以|快|赶紧|现在|劳烦|来)*(?:(?:帮我|帮忙|替我|给我(?!发邮件|打电话)|为我|教我)(?!们?的)|(?:把|将|对|根据|按照?|照着|参考|结合|基于|用)[^，。]{{0,6}}(?:这|那|上面|上述|刚才|前面|上一|下面|以下|以上|前文|第[一二三四五\d]|它|文章|文本|原文|附件)[^，。]*(?:{_DEEDS_ZH})"
    rf"|(?<=[请烦再来快先你])(?:{_DEEDS_ZH})(?:[一几两三五]?(?:个|条|些|点|张|次|遍)|个)"
    rf"|(?:{_DEEDS_ZH})(?:一下|下|出|个)?(?:这[段篇个句首些份张条]|那[段篇个句首些份张条]|上面|上述|刚才|前面|上一|下面|以下|以上|一下|一?[首篇封段份句](?!子|面)|[几三五十\d]+(?:个|条|首|句|种|款|道|本|部)(?:.{{0,8}}(?:例子|建议|标题|名字|笑话|题|句子|方案|点子))?$))"
)
LIVED = re.compile(
    r"每|经常|习惯|喜欢|计划|打算|想要?(?!象)|希望(?!用|被|以|能用|使用|助手|回)|目标|准备|坚持|正在|负责|擅长|爱|会(?!议)|过(?:$|，)|了(?:$|，)"
)

OTHER = _compiled(
    r"^(?:我|他|她|用户)?(?:的|家)?(?:一个|一位|有个|有位|那个|这个|隔壁|楼下|楼上|好)?(?:邻居|房东|同学|网友|客户|老乡|学生|徒弟|前任|前女友|前男友|前妻|前夫|对象的|叔叔|伯伯|大伯|舅舅|舅妈|姑姑|姑妈|姨妈|小姨|阿姨|婶婶|侄子|侄女|外甥女?|孙子|孙女|姐夫|妹夫|嫂子|弟媳|女婿|儿媳|亲戚|家人|室友|队友|战友|师父|师傅|保姆|助理|秘书|合伙人|老婆|媳妇|女朋友|男朋友|女友|男友)(?!是我|就是|名字)",
    r"^(?:(?:my|his|her|their|the|a|an|one|our|user's|some)\s+)?(?:(?:older|younger|elder|little|big|best|eldest|youngest|oldest|late|old|new|next-door|close|good|former|ex)\s+)*(?:neighbou?rs?|landlord|landlady|classmates?|clients?|students?|uncles?|aunts?|nephews?|nieces?|grandsons?|granddaughters?|grandchildren|(?:brother|sister|son|daughter|mother|father)-in-law|ex(?:-\w+)?|fianc[ée]e?|girlfriend|boyfriend|relatives?|family|teammates?|coach|mentor|assistant|nanny|housemates?|everyone else|other people|some people|people)(?:'s)?(?![a-z-])",
    r"^(?:he|she|they)(?:'s|'re)? ",
)
PAST = _compiled(
    _en(
        r"""
        used to(?= [a-z])|formerly|previously|in the past|back in|years ago|as an? (?:child|kid|teenager|student|boy|girl|toddler)
        in (?:the )?(?:\d{2,4}|eight|nine|seven|six)t?(?:ies|0s)|once (?:lived|worked|owned|had|was|played|studied)|growing up
        when (?:younger|little|small|a child|a kid|he was|she was|i was)|in (?:his|her|my|their) (?:youth|twenties|teens|childhood)
        at (?:university|college|school)$|during (?:college|university|school|childhood)|was an? |was (?:born|raised)|before that|at first|originally|long ago
        (?:his|her|my|the) (?:old|previous|former|first|last) (?:job|employer|company|flat|house|car|phone)|had been|spent (?:\w+ )?(?:years|months)
        """
    ),
    r"以前|曾经|曾(?!祖|孙)|(?<![月日年号点末底])之前(?!要)|过去(?!了)|小时候|那时候?|当年|年轻时|从前|早年|原来(?:是|在|住)|原先|当初|大学时|上学时|读书时|小学时|中学时|高中时|学生时代|童年|[做干待住学当养开去玩用]过|一度|早先|起初|最早|前一份|上一份|上家|前东家|前公司",
)
NOW = _compiled(
    _en(
        r"""
        now|no longer|anymore|any more|nowadays|these days|currently|today|since|instead|until
        """
    ),
    r"现在|如今|目前|当前|不再|改|换|已经?|这就|戒|放弃|不.{0,3}了|没.{0,3}了",
)
SCOPE = _compiled(
    _en(
        r"""
        (?:on|at|during|over) (?:the )?(?:weekends?|weekdays?|holidays?|vacations?|work|home|night|school|the office|the gym|parties|travel|trips|winter|summer|meetings)
        on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|except(?: for)?|unless|apart from|other than
        when (?:it|the|he|she|they|travell?ing|working|eating|at|on|in|alone|out|there|cooking|driving|abroad|sick|tired|stressed|possible|needed|asked|with)
        only (?:when|if|on|at|in|for|with|during)|in (?:winter|summer|spring|autumn|private|public|meetings|emails|code)
        for (?:work|fun|breakfast|lunch|dinner|guests|friends|the kids|emails|code|travel)|while (?:travell?ing|working|driving|abroad)
        outside (?:of )?(?:work|office)|occasionally|sometimes|now and then|may|if (?:it|the|there)|whenever|with (?:friends|family|colleagues|the kids)
        to (?:friends|family|clients|customers)
        """
    ),
    r"周末|工作日|平日|节假日|假期|放假|寒暑假|出差|旅[行游]时|在家时?|在公司|上班时|(?<!上)下班后|[的]?时候|(?:下雨|下雪|天冷|天热|雨|雪|阴)天|早餐|午餐|晚餐|早饭|午饭|晚饭|夏天|冬天|春天|秋天|晚上只|除了|除非|以外|之外|偶尔|有时|只有|生活中|工作中|私下|给(?:熟人|朋友|家人|客户|领导|同事)|对(?:熟人|朋友|家人|客户)|聚会|应酬|生病|心情|遇到|如有|如果|特殊情况|例外|不计入|可以",
)
CORRECTION = _compiled(
    _en(
        r"""
        correction|correcting|actually|i meant|meant to say|misspoke|was (?:wrong|mistaken|a mistake|misdiagnosed)|got (?:that|it) wrong|made a mistake
        mistakenly|turn(?:s|ed) out|in fact|not an? [\w ]{1,25},? but|not [\w .:-]{1,30}(?:,| but)|rather than|wrongly|misremembered|misdiagnos\w+
        came back (?:negative|clean|clear)|false alarm|sorry,? (?:it|that|i)|should (?:be|have been|read)
        """
    ),
    r"说错|写错|打错|记错|搞错|弄错|看错|填错|更正|纠正|订正|勘误|误诊|误会|其实|实际上|准确地?说|应该是|应为|(?:不是|并非|并不是|没有?在?)[^。；]{1,16}(?:而是|是|在)|才对|确切|(?:复查|复诊|检查|化验|医生)[^，。]{0,10}(?:不是|没有|排除|误)|虚惊",
)
# An end, a substitution or a step by which a former state is over.
OVER = _compiled(
    _en(
        r"""
        no longer|not any ?more|any ?more|moved(?: to| into| from| out| away| in| on| over| back)?|relocat\w+|switch(?:ed|es|ing)?|chang(?:ed|es|ing)
        quit(?:s|ting)?|gave up|given up|giving up|gives up|stopp?(?:ed|s|ing)?|instead|replac(?:ed|es|ing)|swapp?(?:ed)?
        trad(?:ed|ing)|upgrad\w+|downgrad\w+|migrat\w+|convert(?:ed|s)|turned(?! (?:[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|[a-z]+ty))|became|becomes?|used to be|not (?:\w+ ){0,3}now
        got (?:married|divorced|engaged|a new|promoted|fired|laid off|rid of|over|approved|rescheduled|moved|pushed|into)|sold|divorced|separated|broke up
        broken up|split up|cancell?ed|called off|postponed|resched\w+|pushed(?: back| to)?|brought forward|delayed|dropped(?! off)|left(?!-| (?:hand|knee|arm|leg|side|foot|eye|ear|ankle|shoulder|wrist|hip)(?![a-z]))|retired|resigned|fired
        laid off|passed away|died|graduated|finished|completed|passed|achieved|reached|expired|ended|renamed|raised(?: to)?|lowered|increased|decreased
        reduced|grew(?! up)|shrank|went (?:up|down|back|vegan|vegetarian)|from now on|going forward|(?<!\()as of|anything but|hasn't|haven't|(?:has|have) not
        ruled out|banned|arrived|lost|broke|stolen|deprecated|removed|phased out|decommissioned|abandoned|ditched|scrapped|kicked
        recovered|cured|over it|paid off|married|unsubscribed|uninstalled|up to|can go|outgrew|tired of|put down|(?:gave|given|threw|thrown|took|sent|put)(?: \w+){0,4} away|handed over|extended|shortened|weaned|doubled|halved|expanded|shut down|closed down|cut (?:down|back|to)|bumped|no need to|got .{1,20} removed|is gone|are gone|ran out|wound up|discontinued|outsourced|promoted|demoted|transferred|donated|returned|evicted|withdrew|withdrawn|backed out|ran away|run away|went missing|closed on (?:a|an|the|his|her|their|our|my)|discharged|back to normal|normali[sz]ed|brok?e(?:n)? up|come off|came off|got .{1,25} off|cut the cord|calls? it quits|decided against|opted out|fell through|dried up|disbanded|vacated|traded in|back together
        """
    ),
    r"不再|改(?:用|成|为|到|在|去|喝|吃|学|做|名|叫|签|约|期|走|打|看|坐|住|由|学)|换(?:成|了|到|为|掉|工作|用|去)|搬(?:到|去|家|走|进|回|来)|戒|退(?:掉|订|出|了|租|役|休|学|群|货|款|烧)|取消|放弃|停(?:用|了|掉|止|更|产)|卖(?:了|掉|给)|不.{0,6}了|没.{0,8}了|别.{0,6}了|离婚|离职|辞职|辞了|跳槽|转(?:到|去|行|岗|学|投|为|成|正|用|战)|升(?:到|级|为|职|任|了|初|高|学)|降(?:到|为|级)|涨(?:到|了|价)|调(?:到|整|去|岗|休|高|低)|扩(?:到|大|充)|缩(?:到|减)|减(?:到|少)|增(?:加|至|到)|推迟|提前|延(?:期|后|到|迟)|挪到|顺延|迁(?:到|移|往|至)|替换|取代|代替|更换|更名|更新|变(?:成|了|为|更)|成了|弃用|废弃|下线|卸载|注销|解散|倒闭|去世|过世|走了|分手|结婚|订婚|领证|毕业(?![于的生])|考(?:上|过|完)|通过了|完成|读完|学完|学会|做完|写完|跑完|看完|修完|装修完|结束|到期|过期|丢了|坏了|报废|送人|扔|康复|痊愈|治好|好了|克服|不怕了|放宽|收紧|不限|达到|恢复|转投|还清|下架|关(?:停|掉|闭)|撤(?:掉|销|了)|拆(?:掉|了)|取代|不用那么|不必|断(?:奶|了|绝|更|供)|[^脱漏]掉(?:了|$|，)|转(?:业|让|租|手|校|院|会)|延长|缩短|拿到|考到|领到|到手|提(?:高|升|速)到?|下调|上调|调任|调职|晋升|降职|解雇|开除|辍学|毁约|解约|断交|绝交|闹翻|送走|捐(?:了|给|掉)|归还|还(?:了|清|掉)|拔(?:了|掉)|割(?:了|掉)|摘(?:了|掉|除)|切除|剪(?:了|短|掉)|剃|翻新|重(?:装|做|写|建)(?=了)|停诊|歇业|闭店|迁走|失效|作废|报停|注销|出院|正常了|恢复正常|好转|降下来|稳定下来|断奶|离世|病故|走失|跑丢|走丢|拿证|持证|转正|上岸|录取|上(?:小学|初中|高中|大学|学)了|升学|复合|团聚|住到一起|调回|送(?:给|人)|拆(?:石膏|线)|下来了|到手|交房|落户|入籍|撤销|流产|泡汤|黄了|作罢|告吹|停刊|改吃|改骑|改坐|改听|改看|改练|改养|改开|改请|改投|改租|改写|改戴|改穿|改发|改交|改每|换(?:了|到|成|乘|个|一)",
)
# Words of a newer time, which may also only add something.
LATELY = _compiled(
    _en(
        r"""
        now|nowadays|these days|since|again|started|began|newly|just|recently|currently|(?:be|is) called|would rather
        new (?:job|phone|car|address|place|employer|company|flat|apartment|house|home|number|name|laptop|bike|role|favou?rite)
        can(?:'t|not) \w+|doesn't|don't|isn't|hates?|dislikes?
        """
    ),
    r"现在|目前|如今|以后|今后|从今|最近|开始|重新|又|已经|刚|终于|上个?月|上周|年初|今年|去年|讨厌|受不了|腻",
)
# How a person stands to a thing: they want it, like it or have it.
WANTS = re.compile(
    r"打算|计划|准备|想(?!法|象|到)|希望(?!用|被|以|能用|使用|助手|回)|目标|争取|考虑|备考|(?<![a-z])(?:plans?|planning|wants?(?! (?:to be |short |brief |detailed |longer )?(?:answer|repl|respon|address|called))|hop(?:es?|ing)|intends?|goal|aims?|saving (?:up )?for|looking (?:for|to)|would like|considering|preparing|training for|learning|studying)(?![a-z])"
)
LIKES = re.compile(
    r"喜欢|喜爱|热爱|偏爱|偏好|最?爱(?!人)|迷上|钟爱|讨厌|(?<![a-z])(?:likes?|loves?|enjoys?|prefers?|favou?rites?|fan|fond|into|hates?|dislikes?|keen)(?![a-z])"
)
HAS = re.compile(
    r"有(?!点|些|时|趣|意|[^，。]{0,8}习惯)|养了?|买了?|名下|(?<![a-z])(?:has|have|owns?|got|bought|keeps?)(?![a-z])"
)
# One thing in another's place, as against an end alone.
INSTEAD = _compiled(
    _en(
        r"""
        moved|relocat\w+|switch(?:ed|es|ing)?|chang(?:ed|es|ing)|instead|replac(?:ed|es|ing)|swapp?(?:ed)?|trad(?:ed|ing)|upgrad\w+|downgrad\w+
        migrat\w+|convert(?:ed|s)|turned|became|becomes?|now|nowadays|these days|from now on|would rather|got a new|went \w+
        """
    ),
    r"改|换|搬|转|迁|变|替|代|升|现在|如今|目前|以后|今后",
)
EVENT = _compiled(
    _en(
        r"""
        went|visited|attended|watched|saw|ate|cooked|made|bought|met|had a|did|ran|played|tried|took|came back|returned|travelled|traveled|celebrated|hosted
        happened|as of \d.*
        """
    ),
    r"了(?!解|得|不)|过(?:$|，|[\u4e00-\u9fff]{1,4}$)|参加|去[\u4e00-\u9fff]{1,8}(?:玩|旅游|爬山)",
)
# What somebody has done, which stays done whatever comes next: two of them are two, whatever number, day or place they name.
DONE = _compiled(
    _en(
        r"""
        went|visited|attended|watched|saw|ate|cooked|made|bought|met|did|ran|played|tried|took|returned|travell?ed|celebrated|hosted|read|finished
        completed|collected|climbed|swam|hiked|cycled|rode|drove|flew|toured|won|published|wrote|gave|presented|donated|walked|sailed|camped
        participated|competed|performed|joined|helped|organi[sz]ed|built|painted|photographed|recorded|stayed|spent|baked|planted|explored
        """
    ),
    r"(?:参加|参观|游览|去|看|读|听|跑|完成|爬|登|游|玩|吃|做|拍|写|获|拿|得|赢|见|办|举办|组织|捐|献|逛|骑|走|画|收藏|收集|收|录|演|出版|发表|参与|打卡|体验|品尝|尝|种|飞|住|待|买|入手)(?:完|遍|到)?(?:了|过)(?!.{0,2}(?:不|解))"
    r"|(?:看|读|跑|听|学|玩|刷|拼|写|画)完|参加[^，。]{1,12}(?:比赛|马拉松|活动|会议|培训|跑|展|节)|去[^，。]{1,8}(?:玩|旅游|旅行|出差|爬山|看展)|参加过|跑过|[^，。]{2}(?:旅游|旅行)$",
)
