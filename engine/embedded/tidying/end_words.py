"""The wordings by which something ends, by the kind of end, in Chinese and English."""

CANCELLED, PAID, DONE, FAILED, LEFT, NO_MORE = "cancelled", "paid", "done", "failed", "left", "no_more"
GONE, DISPOSED, RETURNED, HEALED, SPLIT, PAIRED = "gone", "disposed", "returned", "healed", "split", "paired"
MOVED, REVOKED, REPLACED, SHUT = "moved", "revoked", "replaced", "shut"
EXPIRED, ARRIVED, WENT = "expired", "arrived", "went"

# What is ended stands behind these, or before them when nothing follows: 卖了那辆车, 那辆车卖了.
ZH = {
    CANCELLED: r"取消|[去跑参考上做来开加]不(?:了|成)了|不(?:打算|想|准备)?续(?:费|课|卡|租|约|签)?|没续费|退赛|弃赛|弃考|作罢|泡汤|黄了|吹了|告吹|落空|搁置|退(?:票|订|房|团|掉|出|了|款)|撤(?:销|回|掉|了)|叫停|放弃|算了(?!算)|打消",
    PAID: r"还清|还完|付清|结清|交清|缴清|付完|两清|清偿|无债一身轻|还上了|[还付扣交]完了|一分不欠|不欠了|(?<=最后一[期笔])[^，。]{0,4}[还付扣交]",
    DONE: r"结[课业营项题]|落幕|谢幕|(?:一把|一次|低空|高分)过|最后一(?:天|班|次|节|堂)课?|结束|毕业|完成|[做写读学考上办弄搞装修跑改翻看拍画录练]完|搞定|通过|(?<![不超经度路])过了|考(?:上|过|到|下)|拿(?:到|下)|到手|交(?:了|上去|付|掉|稿)|提交|上线了|上交|收官|杀青|完工|竣工|装好|办(?:好|妥|下来)|达成|实现|录取|上岸|答辩|转正|定稿|出版了|发表了|收尾|告一段落|大功告成|找到|到货|收到",
    FAILED: r"全军覆没|石沉大海|凉了|(?<![还尚])(?<!一直)(?<!暂时)(?<!至今)没(?:申上|申到|考上|通过|考?过|中标?|拿到|选上|批|成|录取|抢到|签下)|落选|落榜|落标|被拒|拒签|失败|被淘汰|不通过|没戏",
    LEFT: r"辞(?:职|了|掉|去)|离职|裸辞|跳槽|不干了|被裁|裁掉|下岗|退(?:出|掉|了|订|休|会|学|社|役|群)|停(?:了|掉|用|止|更|课|办|薪|练)|戒(?:了|掉)|卸载|注销|解约|解散|弃用|淘汰|断了|撤出|取关",
    GONE: r"走了|飞走|走失|走丢|去世|过世|离世|没了|死了|病逝|安乐死|(?:被)?领养走|跑丢|离开(?:我们|了|人世)|送(?:走|人|养|给)|去[喵汪]星|[老病]死",
    DISPOSED: r"卖(?:了|掉|给|出去?)|转(?:手|让|卖|送)(?:出去)?|送(?:人|给|走)|扔(?:了|掉)|丢(?:了|掉)|报废|捐(?:了|掉|给|出)|处理(?:掉|了)|被偷|以旧换新|出手了?|过户|回收|砸了|弄丢|退货|出掉|出给",
    RETURNED: r"还我(?=了|们|$)|还给(?:了)?(?:我|我们|他|她|别人|人家|公司|同事|朋友)?|还(?:回来|回去|了)|归还|[拿取收送要讨]回(?:来|了)?",
    HEALED: r"好(?:利索|全|透|彻底)了?|(?:病|伤|感冒|腿|脚|手|腰|膝盖|骨头|伤口|身体|已经?|全|都|完全|彻底|差不多)好了|痊愈|康复|长好|[治养]好|治愈|愈合|拆(?:了|掉|线|石膏)|摘(?:了|掉)|出院|退烧|不[疼痛咳]了|停药|停了药|(?<!取)(?<!打)消了|拔(?:了|掉)|恢复(?:了|正常|好)|正常了|卸货|生了|下地走",
    SPLIT: r"分手|离(?:了)?婚|分开了|分居|闹掰|绝交|散了",
    PAIRED: r"结婚|领证|订婚|脱单|在一起了|谈恋爱|有(?:了)?对象|复合|有(?:了)?(?:男|女)朋友",
    MOVED: r"搬(?:走|离|出)(?:了|来|去)?|退(?:了)?租|从(?=[^，。]{1,8}(?:搬|迁))",
    REVOKED: r"不算(?:数)?(?:了)?|作废|不作数|[弄搞说记]错|失效|过期|改主意|无效",
    REPLACED: r"换(?:成|了|掉|到|用|回)|改(?:用|成|为|吃|喝|坐|做|回|叫|去|学|练|开|骑|走|当)|转(?:用|成|到|去|行|做|岗)|升级|替[换掉]|切(?:换)?[到成]|迁移|取代|代替",
    WENT: r"离开(?=[^，。]*(?:公司|单位|厂|店|行业|团队|岗位|银行|学校|医院))",
    EXPIRED: r"到期|期满|过期",
    ARRIVED: r"出来了|下来了|到了|收到",
    SHUT: r"撤(?:了|掉|销)|下线|停(?:用|运|服|掉|了)|关(?:了|门|停|掉|闭)|弃用|淘汰|卸载|拆了|不维护",
}
# 不去了, 不再喝拿铁: what stands inside or behind is ended.
ZH_NO_MORE = r"(?:再也)?(?:不用|不必|不需要|不会|不想|不打算|不准备|不计划|不考虑)?(?:再也?不|不再|不用再|没再)(?P<more>[^，。]{0,14}?)(?:了|$)|决定不(?P<not>[^，。]{1,12})$|(?:好久|很久|早就|一直|再也)没(?P<long>[^，。不没]{0,10}?)了|(?<![一-鿿]不)不(?!得|错|过去|仅|但|光|止|久|少|同|知道|舒服|好意思|太|够|容易|清楚|明白|记得|敢相信|愧|行了?$)(?:用|必|需要|会|想|打算|准备|计划|考虑)?(?P<what>[^，。不没]{0,10}?)了(?!解|不起|得)"
ZH_DENIED = r"(?:没有?|还没有?|并没有?|未|不会|不能|不可能|不想|不愿意?|别|不要|舍不得|不肯|不打算|拒绝|没必要|不用|不许|不准|无法|没法)[^，。]{0,4}$"

_HAVE = r"(?:have |has |had |'ve |'s |finally |just |recently |already |officially |now |also |completely |fully )*"
# What is ended stands behind these.
EN = {
    CANCELLED: r"(?:had|decided|chose) to (?:cancel|call off|scrap|drop)|cancell?ed|called off|scrapped|dropped(?! (?:off|by|in))|backed out of|pulled out of|dropped out of|withdr[ae]wn?(?: from)?|gave up on|decided against|abandoned|shelved|opted out of|got (?:a refund|our money back|my money back)",
    PAID: r"paid off|pa(?:id|ying) (?:\w+ )*in full|(?:made|sent|paid) (?:the|my|our) (?:final|last) (?:payment|instal?ment)(?: (?:on|of|for))?|cleared|settled|finished paying(?: off)?",
    DONE: r"found|finished|completed|passed(?! away| on(?![a-z]))|submitted|handed in|turned in|graduated(?: from)?|wrapped up|done with|through with|got (?:my|the|a) certificate (?:for|in|of)|got (?:my|the|our) (?=\w+ (?:license|licence|certificate|degree|diploma))|defended|delivered|shipped|published|achieved|reached|accomplished|aced|sent off|closed on",
    FAILED: r"failed|lost(?! (?:weight|\d))|was rejected (?:by|from)|got rejected (?:by|from)|didn't (?:get|make|pass|win)|missed out on",
    WENT: r"left",
    LEFT: r"(?:had|decided|chose) to (?:quit|leave|give up|stop|drop|close)|(?:was|had|is) (?:my|the|our) (?:last|final) (?:day|shift|class|lesson|session) (?:at|of|with|in|as)|off(?= (?:the|my) [\w-]+ diet)|quit|resigned from|gave up|given up|stopped|dropped(?! (?:off|by|in))|got rid of|unsubscribed from|deleted|uninstalled|ditched|walked away from|kicked|retired from|was (?:fired|laid off) (?:by|from)|got (?:fired|laid off) (?:by|from)|stepped down (?:as|from)|closed",
    GONE: r"(?:had to )?(?:gave|give|given)(?= \w+(?: \w+)? (?:to|away))|rehomed|put(?= \w+ (?:down|to sleep))|buried|lost(?! (?:weight|\d))|said goodbye to|had to put(?= \w+ (?:down|to sleep))",
    DISPOSED: r"(?:had|decided) to (?:sell|give away|get rid of|scrap)|sold|gave away|given away|(?:gave|given)(?= .{2,30} (?:to|away))|got rid of|threw (?:out|away)|donated|scrapped|traded(?: in)?|returned|junked|crashed|totall?ed|lost",
    RETURNED: r"(?:brought|gave|handed|sent) back|returned|got back|brought(?= .{2,30} back)|gave(?= .{2,30} back)|got(?= .{2,30} back)|handed(?= .{2,30} back)|has(?= .{2,30} back)",
    HEALED: r"(?:am|'m|is|finally|now|all) over(?= (?:the|my) )|recovered from|got over|came off|off(?= (?:the |my )?(?:crutches|antibiotics|medication|meds))|out of(?= (?:the )?(?:hospital|cast|wheelchair))|got (?:the|my) (?=(?:cast|braces|stitches) (?:off|out|removed))|no more(?= (?:crutches|pain|braces|cast|pills|medication|physio))|finished(?= (?:the |my )?(?:antibiotics|physio|treatment|chemo))",
    SPLIT: r"broke up with|split (?:up )?(?:with|from)|divorced|separated from|left",
    PAIRED: r"got (?:married|engaged)|am (?:married|engaged)|(?:started|am|been) (?:dating|seeing)|proposed to|married",
    MOVED: r"(?:have |has |'ve )?moved (?:out of|away from|from)|left(?= \w+(?: \w+)? (?:for good|behind|permanently))",
    REVOKED: r"got wrong|was wrong about|changed (?:my|our) minds? (?:about|on)",
    REPLACED: r"switched (?:from)?|replaced|swapped|migrated (?:from|off|away from)|changed|moved (?:from|off|away from)|traded|upgraded from",
    SHUT: r"switched off|shut down|turned off|retired|decommissioned|phased out|sunset|removed|migrated (?:from|off|away from)|moved off|dropped|ditched|stopped using|no longer use",
}
# Before these stands what is ended.
EN_BEHIND = {
    CANCELLED: r"(?:is|was|are|were|got|been|has been|have been|'s) (?:all )?(?:cancell?ed|called off|off(?! to| the| work)|scrapped|shelved|axed|dead)|(?:is|are|'s)(?: now)? out(?=$|,| of the question)|fell through|fallen through|isn't happening|aren't happening|not happening|won't (?:happen|be happening)|came to nothing|went to (?:another|someone|somebody)",
    PAID: r"(?:is|was|are|were|'s) (?:all )?(?:paid(?: off)?|cleared|settled)",
    DONE: r"(?:is|was|are|were|'s|has been|got) (?:all )?(?:over|done|finished|completed?|submitted|delivered|published|accepted|behind me|behind us)|ended|finished|wrapped up|came to an end|went (?:out|live)",
    FAILED: r"(?:was|were|got|is) (?:refused|rejected|denied|turned down)",
    EXPIRED: r"ran out|expired",
    ARRIVED: r"(?:came|come|is|are) (?:back|in|through|out)|arrived",
    GONE: r"(?:went|gone|going) to (?:her|his|its|their|a|the) new (?:home|owners?|family)|found (?:a )?new homes?|died|didn't (?:make it|survive)|passed away|passed on|(?:was|got|is|has been) (?:put down|put to sleep|rehomed|gone|adopted)|ran away|crossed the rainbow|is no longer with us|isn't with us",
    DISPOSED: r"(?:is|was|are|were|got|has been|'s) (?:sold|gone|stolen|scrapped|totall?ed|written off|donated)|died on me|gave up the ghost|broke (?:down )?for good",
    RETURNED: r"(?:is|are|'s|came) back",
    HEALED: r"(?:has |have |is |are |'s |'ve )?(?:fully |completely |all |finally )*(?:healed|recovered|cured|back to normal|all better|pain[- ]free|cleared up|gone away)|came off|(?:is|was|are) (?:off|out|removed)(?= |$)|signed (?:me )?off|gave (?:me )?the all[- ]clear|discharged",
    SPLIT: r"(?:broke|split) up|(?:is|are|got) (?:divorced|separated)|(?:is|'s) over|called it quits",
    MOVED: r"moved (?:out|away)",
    REVOKED: r"no longer (?:counts?|valid|holds?|true|applies|stands)|(?:is|was) (?:wrong|void|outdated|a mistake)|doesn't (?:count|hold|apply) any ?more",
    SHUT: r"(?:is|was|are|were|has been|been|got|'s) (?:switched off|shut down|turned off|retired|decommissioned|gone|phased out|discontinued|removed|history)",
    LEFT: r"(?:is|are|'s) no more|(?:is|are|'s) history|(?:is|are) behind me",
}
EN_NO_MORE = r"(?:no longer|not|never|(?:do|does|did|is|are|am|was|were|have|has|will|wo|ca|can)n't|cannot|no more|don't)\b(?P<what>.*?)(?:\bany ?more\b|\bany longer\b|\bafter all\b|\bever again\b|\bagain$|$)"
EN_NO_MORE_MARK = r"\b(?:decided|chose|agreed) not to\b|\bno longer\b|\bany ?more\b|\bany longer\b|\bafter all\b|\bever again\b|^(?:so )?(?:no more|never again)\b|\bnot (?:going to|gonna)\b|\b(?:we|i)(?:'re| are|'m| am) not (?:\w+ )?\w+ing\b|\b(?:are|is|am)n't (?:\w+ )?\w+ing\b|\bwon't (?:be )?\w+ing\b|\bhave to \w+ no more\b|\bdon't (?:have|need) to\b"
EN_DENIED = rf"(?:halfway|half|partly|mostly|not|n't|never|yet to|cannot|without|no|hardly|refused to|don't want to|nobody|almost|nearly)\s+(?:been |have |has |{_HAVE})?$"
