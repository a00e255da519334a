"""What tells that something is going on, and what tells that this very thing is over, in Chinese and English."""

# A name; how a fact tells the state and how a statement tells its end, in Chinese, then in English.
STATES: tuple[tuple[str, str, str, str, str], ...] = (
    (
        "broken",
        r"坏(?:了|掉)|故障|出(?:了)?(?:毛病|问题)|不(?:出[^，。了]{0,4}|工作|转|亮|响|制冷|制热)了?|罢工|漏(?:水|油|气|雨)|失灵|[摔碎裂断堵爆塌]了|死机|卡死|送(?:去|修)|在修|维修|返修|修理中|等(?:着)?(?:配件|修)",
        r"修(?:好|复|完)|换(?:了|上|成|好)(?:[一个台部只新]|$)|换新|恢复|正常(?:了|工作)|好了|能用了|又能|通(?:了|水|电|气)|送回来|取回来|拿回来|补好|疏通",
        r"broken|out of order|not working|(?:doesn't|isn't|won't) (?:work|working|start|turn on)|faulty|leak(?:s|ing|y)?|(?:away |in )?for repairs?|being (?:fixed|repaired|mended|serviced)|at the (?:repair shop|garage|mechanic's)|in the (?:shop|garage for)|cracked|jammed|stuck|stopped working|has (?:failed|died)|clogged|blocked",
        r"fixed|repaired|mended|replaced|restored|sorted|unblocked|patched(?: up)?|(?:works?|working|running|runs) (?:again|fine|properly)|back (?:up|in (?:order|service|action))|up and running|as good as new|(?:got|has|have) (?:a |the |his |her )?new|is back|(?:got|has|have) .* back|back from",
    ),
    (
        "missing",
        r"不见了|丢(?:了|失)|弄丢|找不(?:到|着)|遗失|失踪|走丢|落在",
        r"找(?:到|着|回|见)|捡(?:到|回)|寻回|回来了|出现了|还在[^，。]{1,8}里",
        r"missing|lost|can't (?:be found|find)|cannot find|mislaid|misplaced|disappeared",
        r"found|turned up|got .* back|(?:is|are|came) back|recovered|located",
    ),
    (
        "waiting",
        r"等(?!级|于)|审(?:核|批|稿|理|查)|待(?!人|遇|业)|排(?:队|期|号)|候(?:补|诊)|申请|办理|还没(?:到|下|批|收|出|有)|没到|缺货|(?:正)?在(?:找|招|物色|寻)|寻找|物色|求购|预[订购]|递交|投(?:了|稿)",
        r"到(?:了|账|货|手|位)|收到|批(?:了|准|下来|复)|通过|获批|录取|录用|接[收受]|下来了|拿到|[找请招约租买]到|定(?:下|了|好)|有了|办(?:好|下来|妥|完)|[被退]?拒|驳回|退稿|(?<![还尚])(?<!一直)(?<!至今)(?<!暂时)没(?:通过|批|中|过|戏)|落选|中(?:了|签|标|选)|发(?:表|下来|放)|出(?:来了|结果)|入选|排[到上]|做(?:完|过|好|了)|补(?:上|齐|货)",
        r"waiting|pending|awaiting|on the waiting list|hasn't heard|under review|being (?:reviewed|processed|considered)|appl(?:ied|ying) for|looking for|searching for|hunting for|hoping (?:for|to get)|ordered|on (?:back )?order|has (?:submitted|requested)",
        r"arrived|came (?:through|in|back)|come through|granted|approved|accepted|admitted|got|received|hired|turned down|rejected|refused|denied|declined|has had|had|been paid|landed|fitted|delivered|issued|found|(?:now )?has|have|in place|confirmed",
    ),
    (
        "under way",
        r"正在?|(?<![一-鿿])在(?=[写做学读修考装找办翻追减培申训准备忙搞画译拍赶排查改施休展出进])|还在|进行|施工|改造|装修|筹备|休(?:[病产年婚陪事]?假)|请了?[病产年婚陪事]?假|出差|住院|隔离|进修|培训|展出|办展|赶(?:稿|工)|借调|值班|集训|试用期",
        r"完(?:工|成|了|结|毕)|竣工|结束|搞定|解决|修(?:好|复)|查(?:明|清|出)|找(?:到|着)|收(?:官|尾)|回(?:来|单位|公司|岗|学校)|上班了|复工|销假|[休修做写学考办弄搞装改拍画读开翻译]完|闭幕|撤展|关闭|出院|解除|转正|上线了|交(?:了|付)|期满|杀青",
        r"being \w+ed|(?:is|are) (?:currently |now |still )?\w+ing|running|on \w* ?(?:leave|duty|secondment|sabbatical|probation|parole|furlough)|on (?:a |an )?(?:secondment|assignment|course|trip|tour)|going through|working on|in the (?:middle|process) of|under construction|open (?:ticket|case|claim|issue)|has an? (?:exhibition|show|course|case|claim|ticket|dispute)|away (?:on|for)|in (?:training|rehab|quarantine)",
        r"closed|over|done|finished|complete(?:d|ly)?|solved|resolved|fixed|settled|final(?:i[sz]ed)?|back(?! to)|through|ended|wrapped up|has been (?:\w+ly )?(?!delay|postpon|extend|plan|schedul|start|book|ask|offer|push|mov|pause|join|add)\w+ed|behind|returned|handed in|delivered|discharged|lifted",
    ),
    (
        "at odds",
        r"不(?:说话|来往|联系|理)|冷战|闹(?:翻|僵|掰|矛盾|别扭)|吵(?:架|翻)|绝交|赌气|纠纷|官司|投诉|索赔|仲裁|起诉|诉讼",
        r"和好|和解|言归于好|重归于好|握手言和|结案|撤(?:诉|销|回)|了结|消气|说开了|解决|赔(?:了|付)|胜诉|败诉|调解好",
        r"(?:isn't|not) (?:on speaking terms|speaking|talking)|(?:fallen|fell) out|feud\w*|dispute|legal|lawsuit|suing|claim|complaint|estranged|quarrel\w*|argument",
        r"made (?:it )?up|reconciled|settled|dropped|withdr[ae]wn?|resolved|won|lost|case closed|buried the hatchet|on speaking terms again|talking again|sorted it out|patched things up|called off",
    ),
    (
        "ill",
        r"骨折|石膏|[受扭拉烫擦]伤|感冒|发烧|咳嗽|炎|疹|感染|流感|牙套|拐杖|疼|痛|崴|失眠|过敏|溃疡|结石|肿",
        r"(?:好|治好|养好|全好|长好)了|好(?:利索|全|透|彻底)了?|痊愈|康复|愈合|治愈|消(?:了|肿)|拆(?:了|掉|线)|摘(?:了|掉)|退(?:了|烧)|不[疼痛咳]了",
        r"broken|fractur\w*|sprain\w*|torn|frozen|sore|swollen|infect\w*|flu|cold|cough\w*|rash|injur\w+|pain\w*|aches?|hurts?|migraines?|burn|wound|cast|stitches|crutches|brace",
        r"healed|recovered|cured|cleared up|better|gone|mended|came off|(?:is|are|was|were) (?:off|out|removed)|back to normal|pain-free|as good as new",
    ),
    (
        "held",
        r"压在|扣(?:在|着|押|留)|卡在|滞留|积压|冻结|查封|封(?:了|着)|锁(?:着|定)",
        r"放(?:行|了)|解(?:冻|封|锁|除)|通关|清关|取(?:出来|回)|出来了|退还",
        r"held (?:at|up|by|in)|stuck (?:at|in)|detained|impounded|frozen|locked|seized|confiscated|suspended",
        r"released|cleared|let (?:go|through)|unlocked|unfrozen|freed|returned|lifted|reinstated",
    ),
    (
        "planned",
        r"要(?=[开办做写交去买参考搬见面演比])|想(?!念|象|法)|打算|准备|计划|报(?:了)?名|预[约订]|约了|定[于在]",
        r"[开办做写交考买看装修搬画织编搭建拍录演比]完|[做办写织编搭建画装买]好|开过|落幕|闭幕|顺利|圆满|交了|参加了|举行了|演出(?:了|成功)|取消|不[去办开做考买]了",
        r"wants? to|plans?|planning|going to|hopes? to|intends?|due|upcoming|will|has to|needs? to|booked|scheduled|signed up|registered|entered|saving (?:up )?for",
        r"(?:has|have) (?:now |finally |just )*(?:made|built|finished|bought|completed|written|handed|submitted|done|painted|knitted|sewn|taken|sat|passed)|(?:is|are|was|were) (?:over|done|finished|behind|cancelled|called off)|went (?:well|ahead|off)|took place",
    ),
    (
        "unable",
        r"不会(?!议)|没学过|还没学会|不懂",
        r"学会(?:了)?|会[^，。]{1,6}了|能[^，。]{1,6}了",
        r"can't|cannot|isn't able to|doesn't know how to|never learn(?:ed|t) (?:to|how to)",
        r"learn(?:ed|t)(?: how)?(?: to)?|(?:can|is able to)(?= .* now)|(?:has |have )?picked up",
    ),
    (
        "running out",
        r"到期|期满|快过期|要续",
        r"续(?:了|签|租|费|约|期|保|上)|延(?:期|长)",
        r"expires?|runs? out|up for renewal|due to end",
        r"renewed|extended|prolonged",
    ),
    (
        "owing",
        r"欠|贷|没还|分期|借了",
        r"还(?:清|完|了|上|掉)|付清|结清|缴清|两清",
        r"owes?|debt|loan|mortgage|instal?ments?",
        r"(?:has |have )?(?:paid|repaid|settled|cleared)",
    ),
)  # fmt: skip

# What tells how a thing stands, when, and how much of it: no part of what it is.
ASIDE_ZH = (
    r"用户|自己|[一二两三四五六七八九十半几\d]+(?:年|个?月|天|周)|正在|还在|已经|现在|如今|目前|最近|终于|总算|刚刚?|之前|以前|原来|后来|一直|每个?[天周月年次]|今[天年]|昨[天晚]|这[周月年个次段]|下[周月个]|上[周月个]|时间|月底|月初|年底|周末|早上|上午|中午|下午|晚上"
    "|问题|原因|情况|事情|毛病|结果|手续|一[个位只条台辆套份批张件家笔篇场次所名部种]|那[个位只条台辆套份批张件家笔篇]|[那这]批|新的|旧的|等配件|为[^，。给请找]{1,4}(?=[请找招])|能[^，。的]{1,6}的"
    "|我们?|咱们?|[的了着在是有把被将给从到去和跟与及为要想得地就还又都也才正没不吧啊呢咯]"
)
ASIDE_EN = (
    r"the user(?:'s)?|my|our|i've|we've|i'm|i|we|me|btw|now|currently|already|finally|recently|still|again|yesterday|today|last(?: \w+)?|this (?:week|month|year|morning)|completely|fully|in full|for good|any ?more|no longer|at last|new|old|temporary|open|officially|just"
    r"|broken|out of order|not working|faulty|for repairs?|away|missing|gone missing|gone|found|fixed|repaired|mended|replaced|restored|sorted|solved|resolved|settled|waiting(?: list)?|on the waiting list|pending|awaiting|looking|searching|applied|applying|arrived|approved|granted|accepted|rejected|turned down|received|got|getting|had|paid|back|come|came|through|over|done|finished|completed?|closed|ended|final|going|being|chasing|investigating|fixing|debugging|tracking"
    r"|cancelled|canceled|dropped|withdrawn|withdrew|given up|gave up|quit|left|sold|returned|stopped|has|have|having|owns?|is|are|was|were|be|been|making|made|up|in|on|off|out|with|without|from|about|because|her|his|their"
    r"|isn't on speaking terms|speaking terms|speaking|made up|reconciled"
)
