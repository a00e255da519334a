"""Wordings by which somebody takes a role, a right or a voice that is not theirs, or dictates what an agent says to others."""

from engine.text.steering_cues import (
    AGENT_EN,
    AGENT_ZH,
    DICTATED_STYLE,
    EN_PUSH,
    EN_RULES,
    OWN_WISH,
    OWNED_ZH,
    STYLE,
    TOLD_EN,
    TOLD_ZH,
    ZH_PUSH,
    ZH_RULES,
    cue,
)

_EVER_EN = r"(?:from (?:now|here|today|this (?:point|moment|day)) ?(?:on(?:wards?)?|forward)?|going forward|henceforth|starting (?:now|today)|from this (?:second|minute) on|effective immediately|as of (?:now|today)|until further notice|forever|for good|in (?:all |any )?future)"
_EVER_ZH = r"(?:即日起|即刻起|从即刻起|从这一刻起|这一刻起|从这刻起|自此|以后|今后|从今以后|从今往后|从今天起|从今天开始|从现在起|从现在开始|从此|自今日起|往后|打今儿起|此后|永远|一直到另行通知)"
_EACH_EN = r"(?:every|each|all|any)(?: single)?(?: of (?:your|the))?(?: future)?"
_ANSWER_EN = r"(?:repl(?:y|ies)|answers?|responses?|messages?|conversations?|chats?|outputs?|summar(?:y|ies))"
_ANSWER_ZH = r"(?:回复|回答|答复|回应|消息|对话|输出|总结|答案)"
_ORDERED_EN = (
    r"(?:^|[.,;:!?\n)\]>\"'-]\s*|please |must |shall |should |to |and |then |always |now |so |also |kindly |you )"
)
_PEOPLE_EN = r"(?:the user|users?|anyone|anybody|someone|somebody|people|everyone|customers?|they|he|she|this person|visitors?|clients?|others|asked|person|(?:the |a |an |any |every |each )?(?:guest|patient|student|caller|passenger|reader|player|buyer|shopper|parent|tourist|travell?er|employee|colleague|tenant|driver|member|subscriber|viewer)s?)"
_PEOPLE_ZH = r"(?:用户|别人|有人|任何人|谁|对方|客户|顾客|大家|(?<![其吉排])他们?|她|这个人|此人|该用户|访客|客人|病人|患者|学生|家长|游客|旅客|乘客|读者|玩家|买家|来电者|同事|员工|会员|租客|观众|粉丝)"
_SAY_EN = rf"(?:{EN_PUSH}|urge|push|steer|encourage|persuade|convince|direct|point|redirect|suggest|insert|include|add|link|lead|nudge|pitch|sell|name|list|answer|respond|reply|invite|book|order|offer|rate|refuse|deny|(?:tell|ask|get|make|have|let) (?:them|him|her|people) (?:to )?(?:buy|use|choose|book|pick|order|try|visit|download|install|join|invest|subscribe|switch|go|call|sign))"
_SAY_ZH = rf"(?:{ZH_PUSH}|劝|说服|鼓励|引导|诱导|催|带到|指向|建议|提|介绍|植入|插入|加上|夸赞|安利|力荐|说好话|宣扬|回复|回答|答|拒绝|(?:叫|让|请|要|使|带)(?:他|她|它|其|对方|用户|客户|客人|人家|大家)们?(?:都|去|来)?(?:买|用|去|选|订|找|吃|下载|注册|投|看|试|加|住|办|点|换))"
_RIGHTS_EN = r"(?:admin(?:istrator)?|root|system|developer|super ?user|owner|moderator|operator|trusted|verified|authori[sz]ed|privileged)"
_RIGHTS_ZH = r"(?:管理员|系统|开发者|超级用户|最高权限|可信|已验证|已授权|主人|内部人员|运维|官方|上级)"
_LIMITS_EN = r"(?:restrictions?|limits?|limitations?|filters?|rules|safeguards?|guardrails?|content polic(?:y|ies)|ethics|morals?|censorship|boundaries|safety (?:rules|policy|checks|filters?)|moderation)"
_LIMITS_ZH = r"(?:限制|约束|道德|伦理|底线|审查|过滤|内容政策|安全政策|顾忌|规矩|边界|安全限制|规则)"

ROLE_CUES = (
    # rules that are said to be gone
    cue(0.7, rf"(?:previous|earlier|prior|old|former|above|existing|original|your|all|these|those|the)\s(?:[a-z]{{1,12}}\s){{0,3}}?{EN_RULES}(?:\s(?:from|before|above)\s[a-z]{{1,12}}){{0,1}}\s(?:are|is|have been|no longer|do not|don't|were)\s(?:now |hereby |all |any ?more )?(?:void|invalid|cancel|apply|lifted|removed|disabled|suspended|obsolete|revoked|gone|off|overridden|superseded|in force|null)"),
    cue(0.7, rf"(?:之前|以前|先前|原来|原有|旧|以上|上述|所有|一切|此前|原先|你|你们)的?(?:所有|全部|一切)?(?:{ZH_RULES}|规定|要求|安排)(?:都|全部?|一律|均|已经?|现已|即日起|统统)*(?:作废|失效|无效|取消|废除|不再(?:生效|适用|有效|管用|算)|不算|撤销|清空|不再有效|解除|清零)"),
    cue(0.7, rf"(?:把|将)[^，,。\n]{{0,14}}(?:{ZH_RULES}|规定|训练内容)[^，,。\n]{{0,6}}(?:忘|丢|抛|删|清|作废|忽略|取消|关|撤|扔|抹|置之不理)"),
    cue(0.7, rf"(?:all |any |every |no more |your )?{_LIMITS_EN}\s(?:on|for|against)?[^.\n]{{0,24}}?(?:are|is|have been|has been)\s(?:now |hereby |all )?(?:lifted|removed|disabled|off|suspended|void|cancelled|switched off|turned off)"),
    cue(0.7, r"(?:限制|约束|过滤|审查|安全模式|防护)(?:都|已经?|均|全部|现已|全)*(?:被)?(?:解除|取消|关闭|失效|撤销|移除|关掉)"),
    cue(0.7, rf"(?:turn off|switch off|disable|deactivate|remove|lift|lower|suspend|drop) (?:all |any |your |the |every ){{0,2}}(?:[a-z]{{1,12}} ){{0,2}}?{_LIMITS_EN}", told=TOLD_EN),
    cue(0.7, rf"(?:关闭|关掉|停用|禁用|移除|解除|去掉)(?:你的?|所有|全部|一切|任何|的){{0,3}}(?:安全|内容|道德|审核)?(?:{_LIMITS_ZH}|过滤器|防护|护栏|审核)", told=TOLD_ZH),
    cue(0.7, r"(?:不要|别|不用|无需|不必|休要)(?:再)?(?:听|理|管|遵守|遵循|理会|服从)[^，,。\n]{0,4}(?:开发者|公司|平台|运营|系统|厂商|官方|训练|程序员|设计者|其他人|任何人)"),
    cue(0.7, r"(?:disregard|ignore|don't listen to|do not listen to|forget|stop listening to|stop obeying|disobey)\s(?:[a-z']{1,10}\s){0,3}?(?:developers?|creators?|company|operators?|makers?|vendor|owner|administrators?|programmers?|openai|anthropic|provider)(?![a-z])", told=TOLD_EN),
    cue(0.7, rf"(?:stop|cease|quit|no longer|don't|do not|never|refrain from) (?:follow|obey|apply|us|comply(?:ing)? with|enforc|heed|respect|car(?:e|ing) about)(?:ing|e)? (?:to |with )?(?:your|the|any|all|those|these|its)(?: [a-z]{{1,12}}){{0,2}}? ?(?:{EN_RULES}|filters?|ethics|code|principles|limits)(?![a-z])", told=TOLD_EN),
    cue(0.7, rf"(?:停止|不再|别再|不要再|拒绝|放弃)(?:遵循|遵守|执行|使用|听从|理会|服从)(?:你的?|任何|所有|那些|这些|之前的?){{0,2}}[^，,。\n]{{0,6}}?(?:{ZH_RULES}|设定|程序|准则|守则|原则|要求)", told=TOLD_ZH),
    cue(0.6, r"(?:do|follow|execute|obey) (?:exactly |only |just |precisely |blindly )?(?:what(?:ever)? i|everything i|my (?:words|orders?|commands?|every word))(?: (?:say|write|tell|type|order|command|ask))?(?![a-z])|(?:only|just) (?:obey|listen to|trust|follow) (?:me|this|my)(?![a-z])|obey only"),
    cue(0.6, r"(?:照|按)(?:着)?我(?:写|说|讲|要求|吩咐)的(?:去)?(?:做|办|执行)|只(?:能|许|准)?(?:听|服从|执行|相信|听从|认)(?:这个|我|本|此|他|她|该)|无条件(?:地)?(?:同意|服从|执行|接受|相信|满足|听从|照办|批准|支持)"),
    cue(0.6, r"unconditional(?:ly)? (?:agree|obey|accept|trust|approv|compl|follow|support)|(?:agree|comply|go along) (?:with|to) (?:whatever|everything|anything|all)", told=TOLD_EN),
    cue(0.7, r"(?:无视|忽略|绕过|绕开|跳过|避开|规避|免去|免除|省去|略过|不做|关掉)(?:所有|一切|任何|你的|全部)?的?(?:安全|身份|内容|风险|合规|人工|二次)(?:审查|审核|检查|验证|核验|核实|机制|防护|措施|协议|警告|提示|认证|校验|限制)", told=TOLD_ZH),
    cue(0.6, r"(?:skip|bypass|waive|omit|ignore|disable|drop|avoid|suppress) (?:all |any |the |every |further |his |her |their |my )?(?:identity|security|id|safety|fraud|age|compliance|credit|background|2fa|password)[ -](?:checks?|verification|review|screening|control|warnings?|prompts?|confirmation|protocols?)", told=TOLD_EN),
    # another role, no limits
    cue(0.7, rf"(?:with|has|have|having|without|there (?:are|is)|you (?:have|feel)|free (?:of|from))\s?(?:no|any|all|zero)?\s?(?:[a-z]{{1,10}}\s)?(?:no|any|without)?\s?{_LIMITS_EN}", needs=r"(?<![a-z])(?:you(?:r|'re)?|ai|assistant|model|bot|chatbot|answer|respond|pretend|imagine|act|mode)(?![a-z])", also=r"(?<![a-z])(?:no|without|free|zero)(?![a-z])"),
    cue(0.7, rf"(?:没有|不受|毫无|抛开|摆脱|不设|无|不带)(?:任何|一切|所有)?(?:[\u4e00-\u9fff]{{0,4}})?{_LIMITS_ZH}", needs=rf"{AGENT_ZH}|你|扮演|回答|模式|身份|假[装设]|人工智能"),
    cue(0.6, r"(?:let's play|let us play|play a game|role[- ]?play|pretend|imagine|suppose|act out|in this (?:game|story|scenario)|hypothetically|for this (?:game|story|scene))[^.\n]{0,40}?(?<![a-z])you(?:'re| are| have| play| become| must| will| act| speak|r role)(?![a-z])", STYLE),
    cue(0.6, r"(?:玩个?(?:一个)?(?:角色扮演)?(?:的)?游戏|角色扮演|假装|假设|设想|想象|假如|就当)(?:一下|成)?[^。\n]{0,16}?你(?:就|现在|来|将|要|会)?(?:是|当|扮演|没有|变成|不受|作为|演)"),
    cue(0.6, r"你(?:现在|从现在起|接下来|今天起|马上|已经)(?:开始)?(?:就|要|来|将|需要|必须)?(?:扮演|变成|变身|化身|成为|切换[为成到]|进入)"),
    cue(0.6, r"(?:以|用)[^，,。\n]{1,14}(?:身份|口吻|人格)[^，,。\n]{0,6}(?:回答|回复|说话|行事|发言|执行)", STYLE, needs=r"恶魔|黑客|无限制|管理员|开发者|系统|邪恶|没有|不受|官方|dan|客服经理"),
    cue(0.6, r"(?:answer|respond|reply|speak|behave|act)\s(?:only )?(?:as|like)\s(?:an? |the )?(?:[a-z]{1,12} ){0,2}?(?:evil|dan|unrestricted|uncensored|unfiltered|jailbroken|hacker|admin|root|developer|[a-z]{0,12}bot)(?:[a-z]{0,8})(?![a-z])", told=TOLD_EN),
    cue(0.7, r"(?:evil|uncensored|unfiltered|unrestricted|unlocked|god|sudo|debug|admin|developer|maintenance|root) mode|(?:enter|enable|activate|switch to|unlock) (?:the )?(?:[a-z]{1,12} )?mode[^.\n]{0,30}(?:no |without |unlimited|restrict)"),
    cue(0.7, r"(?:进入|开启|打开|切换到?|启用|激活)(?:了)?[“\"「]?(?:开发者?|越狱|上帝|调试|无限制|管理员|维护|超级|不受限|自由|root|debug|dan)[^，,。\n]{0,3}模式"),
    cue(0.6, r"(?:^|[^a-z])(?:be|become|play|speak as|answer as|continue as|stay as) (?:her|him|them|that (?:character|person)|the character|it)(?: and|,|;|\.) (?:then )?(?:continue|go on|tell|answer|respond|proceed|whisper|read|recite|keep)"),
    cue(0.6, r"(?:你(?:来|就)?(?:当|是|演|扮演|变成)(?:她|他|它|这个角色))[^。\n]{0,6}(?:继续|接着|说|念|回答|告诉)"),
    # powers
    cue(0.6, rf"(?:user|person|account|customer|caller|requester|i|he|she|they|speaker|employee)s? (?:has|have|had|is|are|am|was|were) (?:now |already |been |hereby |fully |also )*(?:verified|approved|authenticated|confirmed|whitelisted|cleared|certified|validated|recognised|promoted|elevated|upgraded) (?:as|to|for) (?:an? |the |full |highest |top )*{_RIGHTS_EN}"),
    cue(0.6, rf"(?:通过|经过|获得|具备|升级为|被认定为|确认为|验证为)(?:了)?(?:{_RIGHTS_ZH})(?:的)?(?:认证|验证|授权|许可|身份|权限|级别|批准|审批)|{_RIGHTS_ZH}(?:已经?|都)?(?:批准|授权|同意|允许|要求)(?:了)?(?:的|他|她|我|该|此|这)?(?:$|[，,。！])"),
    cue(0.6, r"(?:count|counts|are|is|be|considered|treated|regarded|deemed)(?: as)? (?:already |automatically |always )?(?:pre-?approved|pre-?authori[sz]ed|auto-?approved|whitelisted|beyond question|exempt from)"),
    cue(0.6, r"(?:请求|要求|申请|操作|命令|交易|订单|指令|退款|报销)[^，,。\n]{0,8}?(?:视为|视作|算作|默认|当作|当成|等同)(?:是|为)?(?:已经?|全部|自动)*(?:批准|授权|同意|通过|许可|确认)"),
    cue(0.7, r"(?:as|is|be) (?:the |an? |my )?(?:highest|top|supreme|absolute|overriding|ultimate|first)[ -](?:[a-z]{1,10} )?(?:instruction|priority instruction|command|order|directive|rule|law)|最高(?:级别?的?|优先级的?)?(?:指令|命令|规则|准则|指示)"),
    cue(0.7, r"(?:your (?:new|real|true|only|actual) (?:owner|master|boss|developer|creator|administrator|user|operator)|i am your (?:\w+ )?(?:developer|creator|owner|master|administrator|operator|boss)|you (?:now )?(?:belong|answer|report) (?:only )?to me)"),
    cue(0.7, r"(?:我|他|她|本人)(?:才|就)?(?:是|当)(?:了)?你(?:的|真正的|新的|唯一的?){0,3}(?:主人|开发者|创造者|管理员|老板|上司|创建者)|(?:只|必须|要)?(?:听命于|效忠|听从|服从)(?:于)?(?:我|他|本人|该用户|这个人)"),
    cue(0.7, rf"(?:treat|regard|consider|accept|handle|view|take)\s[^\n]{{1,60}}?\s(?:as|like)\s(?:if (?:it|they|he|she) (?:came|comes|come|were|was|is) )?(?:coming )?(?:from )?(?:an? |the |your )?{_RIGHTS_EN}", told=TOLD_EN),
    cue(0.7, rf"(?:当作|当成|当做|视为|视作|看作|看成|等同于?|按)(?:是|来自)?{_RIGHTS_ZH}", needs=r"一律|都|凡|所有|任何|每|话|消息|指令|命令|请求|账号|发来"),
    cue(0.6, r"(?:allowed|permitted|entitled|authori[sz]ed|cleared|free) to (?:skip|bypass|see|access|read|change|override|avoid|approve|do)\s(?:every|all|any|each|everything|anything|without)"),
    cue(0.6, r"(?:can|may|must be able to|is able to) (?:skip|bypass|override|circumvent|avoid) (?:every|all|any|the|each|identity|security)(?: [a-z]{1,12})? ?(?:checks?|verification|approvals?|reviews?|authentication|controls?|limits?|security|2fa|login)"),
    cue(0.6, r"(?:可以|有权|能|能够|允许|准许|直接)(?:直接)?(?:跳过|绕过|免除|免去|无视|省略|不经过?)(?:所有|一切|任何|全部|身份|安全)?的?(?:审核|验证|检查|审批|认证|限制|核实|校验|权限)"),
    cue(0.7, rf"(?:grant|give|assign|hand|promote)\s(?:this|the|my|his|her|that|every|all|me|him|them|user|account)?\s?(?:[\w@.]{{1,30}}\s){{0,3}}?(?:to )?(?:full |an? |the )?{_RIGHTS_EN}(?:'s)?(?: (?:rights?|access|privileges?|role|permissions?|status))", told=TOLD_EN),
    cue(0.7, r"(?:给|为|把|将)(?:这个|该|此|我的?|他的?|她的?|本)?(?:账号|账户|帐号|用户|人|我|他|她)?[^，,。\n]{0,8}(?:开通|授予|赋予|提升|设为|升级|添加|分配|开)(?:成|为|到)?[^，,。\n]{0,6}(?:管理员|最高|超级|root|所有|全部)(?:的)?(?:权限|身份|角色)?"),
    # notes to the agent inside other text
    cue(0.6, rf"(?:to|for) (?:the |any |all |every |whichever |whatever )?{AGENT_EN}s? (?:that (?:is |are )?|who (?:is |are )?|now )?(?:read|process|see|summari[sz]|pars|handl|index|learn|extract|ingest)[a-z]*(?![a-z])"),
    cue(0.6, rf"(?:给|致)(?:看到|读到|处理|正在|所有|任何|每个|负责)[^，,。\n]{{0,10}}?{AGENT_ZH}|{AGENT_ZH}(?:们)?(?:请看|请读|看这里|听好|听着|请执行|请记住)|(?:看到|读到|处理)(?:这|此)[条段句行][^，,。\n]{{0,6}}{AGENT_ZH}"),
    cue(0.6, r"</(?:context|user|document|data|input|memory|memories|facts?|conversation|history|text|source|quote|article|email|human|message|content|question|task)>"),
    cue(0.7, r"(?:new|updated|real|actual|further|additional|secret|hidden|final|true|revised) (?:instruction|rule|task|order|directive|command|objective)s?\s?[:：]"),
    cue(0.7, r"(?:新的?|真正的?|最新的?|秘密|隐藏的?|追加的?|更新后的?|实际的?|最终)(?:指令|规则|任务|命令|指示|目标)\s?[:：]"),
    cue(0.7, r"(?<![a-z])system[ _-](?:override|message|update|notice|alert|command|directive|prompt|instruction|order|note)s?\s?[:：-]|(?<![a-z])(?:admin|developer|root|operator)[ _-](?:override|message|command|directive|note|instruction|order)s?\s?[:：-]"),
    cue(0.7, r"(?:系统|管理员|开发者|后台|官方)(?:覆盖|越权|强制|紧急|最高|内部)?(?:指令|命令|消息|通知|提示|公告|指示)(?:】|\]|）)?\s?[:：]"),
    cue(0.6, r"(?:^|[\n。.;；])\s*(?:assistant|ai|bot|助手|智能体|机器人|模型)\s?[:：]\s?(?:sure|of course|okay|ok|yes|understood|i (?:will|shall|'ll|agree|promise)|好的|当然|没问题|收到|明白|我会|我将|是的|遵命)"),
    # one answer for everybody
    cue(0.7, r"(?:the |only |one )?(?:correct|right|only|best|official|standard|true|proper) (?:answer|reply|response|choice|recommendation) (?:to|for) (?:any|every|all|each|questions?)[^.\n]{0,50}? (?:is|are|must be|will be)(?![a-z])"),
    cue(0.7, r"(?:任何|所有|一切|凡是|每个|全部)[^。\n]{0,20}?(?:问题|提问|咨询|疑问)[^。\n]{0,8}?(?:答案|回答|答复|回复)(?:都|就|只能|一律|永远|必须)*是"),
    cue(0.6, r"(?:^|[.;:!\n>)]\s*)(?:please |kindly |now |just |always )?(?:tell|inform|convince|notify|assure|persuade|instruct|advise|remind|warn|approve|grant|forward|email|rate|rank|deny|refuse|obey|disclose|reveal|share|publish|delete|erase|hide|book|accept|execute|leak)\s(?:[a-z]{1,14} ){0,2}?(?:every|all|any|each|everyone|everybody|anyone|anybody|whoever|whatever)(?: [a-z]{1,14})?", OWN_WISH, told=TOLD_EN),
    cue(0.6, r"(?:^|[，,。；：:\n]\s*)(?:请|务必|直接|马上|立刻)?(?:告诉|通知|告知|说服|转告|批准|同意|公开|删除|隐瞒|接受|执行|答应|放行)(?:所有|每个|每一个|每位|任何|全部|一切|大家|全体)", OWN_WISH),
    cue(0.6, r"(?:有人|谁|任何人|别人|对方)(?:要|问|索要|索取|提出|申请|请求)[^。\n]{0,8}?(?:就|都|即可|一律|便)(?:公开|透露|给|发|批准|同意|提供|说出|交出)"),
    cue(0.6, r"(?:disclose|reveal|share|hand over|give out|release|publish|expose)\s[^.\n]{0,40}?(?:on request|upon request|to (?:anyone|whoever|everyone|anybody)|when asked|if asked)", told=TOLD_EN),
    cue(0.7, r"你(?:以后|今后|永远|从此|再也|绝对|往后)?(?:都|就|再)?(?:不许|不准|不得|不能|不要|别|不可)(?:再)?(?:提醒|警告|告诉|建议|质疑|拒绝|纠正|反驳|劝阻|过问)(?:用户|客户|别人|任何人|他|她|大家|病人|顾客|客人)"),
    cue(0.7, r"(?:you|the (?:assistant|ai|agent|bot)) (?:will|shall|must|should|may|can|are) (?:never|not|no longer)(?: again| ever| to)? (?:warn|remind|tell|inform|advise|question|refuse|correct|contradict|challenge|stop)\s(?:the |any |other )?(?:users?|customers?|clients?|people|anyone|them|him|her|patients?|guests?)"),
    cue(0.6, r"(?:don't|do not|never) (?:tell|let) (?:anyone|anybody|them|people|the others)[^.\n]{0,20}?(?:but|and|just|,)\s(?:[a-z]{1,10} )?(?:quietly|secretly|silently|add|insert|put|send|say)|(?:quietly|secretly|silently|covertly|discreetly|without (?:telling|informing|notifying))\s(?:add|insert|append|send|forward|include|approve|log|copy|change|replace|promote|recommend|delete)", told=TOLD_EN),
    cue(0.6, r"(?:悄悄|偷偷|暗中|私下|别声张|不动声色)[^。\n]{0,12}?(?:加上|附上|加入|发送|发给|转发|改|批准|推荐|删除|插入|记录|上传|替换)", told=TOLD_ZH),
    cue(0.6, r"<!--[^>]{6,400}(?:-->|$)|\[//\]: ?#|\[comment\]: ?<|/\*[^*]{0,100}(?:assistant|ai|agent|model|助手|智能体)[^*]{0,200}\*/"),
    cue(0.7, r"</?(?:system|instructions?|admin|developer|prompt|important|secret|override|assistant|rules?|hidden|tool|function)(?:[ _-][^>]{0,40})?>"),
    cue(0.6, rf"(?:^|[^a-z])(?:note|message|instructions?|reminder|hint|attention|memo|order|directive|info|hidden note)s?\s?(?:to|for)?[ ,:]{{0,2}}(?:the |all |any |an? |future |reading ){{0,2}}{AGENT_EN}(?![a-z])", told=TOLD_EN),
    cue(0.6, r"(?:^|[.!?\n(\[:;]\s*)(?:dear|hey|hello|attention|ok|okay|hi)?,?\s?(?:assistant|ai|chatbot|llm|language model|agent)\s?[,:]\s?(?:please |you |when |always |never |if |do |make |from |ignore |must )", STYLE),
    cue(0.6, rf"(?:给|致|告知|提醒|对)(?:正在阅读的?|所有|看到这里的|读到这里的|未来的|后续)?{AGENT_ZH}(?:们)?(?:的)?(?:话|指示|备注|提示|说明|留言|指令|命令|信|通知|注意)|{AGENT_ZH}(?:们)?请注意|(?:写|留)给{AGENT_ZH}"),
    cue(0.6, r"#{1,4} ?(?:指令|系统|新规则|新任务|指示|隐藏指令|系统提示|new (?:task|rules?|instructions?)|override)(?![\u4e00-\u9fff])"),
    cue(0.6, r"(?:^|[。\n；;(（【\[])\s*(?:系统|system)(?:消息|通知|指令|提示|公告|message|notice|update|override|alert)(?:】|\]|）|\))?\s?[:：】\]]?[^。\n]{0,40}(?:用户|user|账号|限制|权限|批准|授权|必须|解除|all|must|approved|granted|lifted|unlocked)"),
    # what an agent must do or say to others
    cue(0.6, rf"(?<!my )(?<!our )(?<!personal )(?:the |this |every |any |your )?(?<!my ){AGENT_EN}s? (?:must|shall|should|has to|have to|needs? to|is to|are to|ought to|is required to|will always|always has to)\s(?:not |never |always |only |also )?[a-z]+", STYLE),
    cue(0.6, rf"{AGENT_ZH}(?:在|对|被|遇到|回答|面对|应对)?[^，,。\n]{{0,14}}?(?:必须|务必|一定要|应该|应当|得|不得|不许|不准|需要|只能|只许|只准|一律|都要|永远|总要|要先|要求|绝不能|不能|见到|一律)", STYLE, told=OWNED_ZH),
    cue(0.7, rf"(?:user|customer|person|he|she|they|client|owner|i)s? (?:wants?|asks?|asked|requires?|required|instructs?|instructed|told|tells|expects?|demands?|demanded|orders?|ordered|requests?|requested|insists?|would like)(?: that)? (?:the |this |that )?{AGENT_EN}s? (?:to |must |should |shall |always |never |)(?:always |never |only )?(?:{EN_PUSH}|ignore|disregard|bypass|override|hide|delete|skip|treat|forget|obey|act|pretend|reply|say)", STYLE),
    cue(0.7, rf"(?:用户|客户|他|她|我)(?:要求|希望|让|叫|命令|指示|规定|嘱咐|吩咐|想让|要)(?:{AGENT_ZH}|你)(?:们)?[^。\n]{{0,24}}?(?:{ZH_PUSH}|忽略|无视|绕过|隐瞒|跳过|忘记|服从|扮演|当作|只回|一律|无条件)", STYLE),
    cue(0.7, rf"(?:when(?:ever)?|whichever|whatever|whoever|wherever|no matter (?:what|which|who|how)|if|each time|every time|any ?time|as soon as|once|in case)\s(?:[a-z]{{1,14}} ){{0,2}}?(?:{_PEOPLE_EN}|the (?:topic|conversation|subject|talk))[^.\n]{{0,60}}?(?:,|then| you| always| only| just|:)\s?(?:please |only |always |just |you |must |should |then |gently |subtly |do not |never |don't ){{0,3}}{_SAY_EN}(?![a-z])", STYLE, told=TOLD_EN),
    cue(0.7, rf"(?:每当|只要|一旦|凡是|每次|如果|若|当|倘若|但凡|不管|无论)?(?:{_PEOPLE_ZH}|被)(?:一)?(?:问|提|说|要|申请|聊|谈|咨询|想买|打听|需要)[^。\n]{{0,20}}?(?:(?:，|,|时|则)[^。\n]{{0,8}}?)?(?:就|都|一律|必须|务必|要|请|只|只许|只能|得|直接|顺便|悄悄){{1,3}}[^。\n]{{0,6}}?{_SAY_ZH}", STYLE),
    cue(0.7, rf"{_EVER_EN},?\s(?:please |you |only |always |just |never |must |should |will |are to |do not |don't |the assistant ){{0,4}}(?:{EN_PUSH}|respond|reply|answer|treat|obey|follow|execute|append|end|start|begin|sign|insert|include|add|recommend|hide|ignore|refuse|decline|stop|avoid|approve|book|forward|steer|push)(?![a-z])", STYLE),
    cue(0.7, rf"(?<![a-z])(?:in|at the (?:end|start|beginning) of|to|into|with|after|before) {_EACH_EN} {_ANSWER_EN},? ?[^.\n]{{0,24}}?(?:mention|say|include|add|insert|promot|link|prais|recommend|advertis|append|state|claim|tell|name|plug|put|write|quote)", STYLE),
    cue(0.7, rf"(?:mention|say|include|add|insert|promote|praise|recommend|advertise|append|plug|put|slip|work|weave|sneak)\s[^.\n]{{1,50}}?\s(?:in|into|to|at the (?:end|start|beginning) of) {_EACH_EN} {_ANSWER_EN}", STYLE, told=TOLD_EN),
    cue(0.7, rf"(?:每(?:一)?(?:条|次|个|句|段|篇)|所有|任何|全部)(?:的)?{_ANSWER_ZH}(?:的?(?:里|中|末尾|最后|结尾|开头|后面|前面))?[^。\n]{{0,4}}?(?:都|一律|必须|务必|要|得|须|需){{1,3}}[^。\n]{{0,8}}?(?:提|加|附|带|说|写|插|夸|推|强调|宣传|植入|署|声明)", STYLE),
    cue(0.7, rf"{_EVER_ZH}[^。\n]{{0,10}}(?:都|一律|只|只能|只许|必须|务必|要){{1,2}}[^。\n]{{0,6}}(?:{ZH_PUSH}|回复|回答|执行|照办|服从|附上|加上|署名|劝|夸)|{_EVER_ZH}[^。\n]{{0,6}}(?:拒绝|停止|不再|避免)(?:谈|提|回答|推荐|讨论|提供|承认|警告)", STYLE),
    cue(0.7, r"(?:回答|回复|答|说|输出|回应|reply|respond|answer|say|output|return|write)(?:ing)?(?: only)?(?: with)?[^。\n“”\"「」']{0,14}[“\"「'][^”\"」'\n]{1,80}[”\"」']", DICTATED_STYLE, needs=r"每|都|任何|一律|永远|只(?!是)|从现在|以后|always|every|each|only|whatever|any question|no matter|must|shall"),
    cue(0.7, r"(?:永远|绝对|一律|从此|以后|今后|务必|必须|请)?(?:不要|不得|禁止|别|不许|不准|不能|切勿)(?:再)?(?:向|对|跟|给|和|在)(?:这个|该|任何|所有|其他)?(?:用户|客户|顾客|人|别人|访客)(?:们)?(?:面前)?(?:提|说|推荐|展示|透露|讲|介绍|承认|显示|告知|谈|泄)"),
    cue(0.7, r"(?:never|do not|don't|must not|should not|refuse to|avoid) (?:ever )?(?:mention|mentioning|recommend|recommending|show|showing|discuss|discussing|tell|list|name|admit|reveal)[^.\n]{1,50}?(?:to|with|for) (?:this|the|any|these|other|your) (?:user|customer|person|client|people|visitor|guest)s?", STYLE, told=TOLD_EN),
    cue(0.7, r"(?:必须|务必|应|应该|应当|要|得|一律|都|始终)(?:始终|永远|主动|悄悄|自动|帮忙|全部)?(?:隐瞒|掩盖|隐藏|屏蔽|删除|淡化|美化|遮掩|压下)[^，,。\n]{0,16}(?:差评|负面|缺点|风险|投诉|事实|真相|价格|竞争|竞品|对手|记录)"),
    cue(0.7, r"(?:must|should|shall|always|to|please|need to|has to) (?:always )?(?:hide|conceal|suppress|bury|omit|withhold|downplay|censor|delete|cover up)\s[^.\n]{0,24}(?:reviews?|risks?|complaints?|negative|drawbacks?|downsides?|competitors?|truth|fees?|warnings?|criticism|records?)"),
    # taking text out
    cue(0.7, rf"{_ORDERED_EN}(?:print|repeat|output|show|copy|echo|recite|display|reproduce|dump|translate|summari[sz]e|write out|paste|quote)\s(?:me |us |back |out ){{0,2}}(?:everything|all|the (?:text|words|lines?|content|messages?|conversation|prompt|paragraph)s?|what(?:ever)?|whatever is)\s?(?:of the |that is |that was |text |words |written |said |stands |is |was |you (?:were|have been) (?:told|given) ){{0,2}}(?:above|before|preceding|prior|at the (?:start|beginning|top)|so far|in your)", told=TOLD_EN),
    cue(0.7, r"(?:把|将)?(?:这行|这句|这段|这条|本行)?(?:以上|上面|之前|前面|上文|最开头|开头)的?(?:所有|全部|一切)?(?:内容|文字|话|文本|提示|设定|消息|对话|东西)[^，,。\n]{0,8}(?:打印|输出|复述|重复|念|写出|抄|贴|显示|发给|展示|列出|翻译)"),
    cue(0.7, rf"{_ORDERED_EN}(?:send|forward|cc|bcc|copy|upload|post|mail|e-mail|sync|export|report|submit|leak|deliver)\s[^.\n]{{0,40}}?(?:conversations?|chats?|messages?|history|data|answers?|replies|facts|memor(?:y|ies)|transcripts?|logs?|everything|secrets|contacts|notes)[^.\n]{{0,24}}?\sto\s(?:\S{{0,40}}@|https?:|www\.|the following|this (?:address|server|url|number|webhook|mail)|an? (?:external|outside))", told=TOLD_EN),
    cue(0.7, r"(?:每[条段次句]|所有|全部|一切)?(?:的)?(?:对话|聊天|消息|记录|资料|记忆|数据|回复|通讯录|信息)[^，,。\n]{0,10}(?:抄送|转发|发送|同步|上传|上报|泄|发到|发给|传到|提交|寄)[^，,。\n]{0,6}(?:\S{0,30}@|https?:|www\.|外部|这个(?:地址|邮箱|网址|服务器))"),
)  # fmt: skip
