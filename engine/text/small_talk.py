"""Clauses that say nothing to remember: thanks, greetings, assent, and remarks about the conversation itself."""

import re

# A clause made of these words alone is small talk, if one of them is a strong one.
_STRONG_EN = frozenset(
    """
    ok okay okey k kk lol lmao haha hahaha hehe yes yeah yep yup no nope nah sure thanks thank thx ty cool nice great fine alright
    perfect awesome wow whoa oh ah hmm hm hmmm um uh er erm well hi hello hey hiya yo bye goodbye morning evening night afternoon
    understood agreed exactly indeed interesting amazing wonderful excellent brilliant fantastic cheers sorry oops whoops typo
    testing test anyway whatever please pardon congrats congratulations welcome ugh meh sigh noted roger true correct right
    absolutely definitely certainly gotcha kidding joking same ditto amen bravo lovely sweet neat dear continue next later soon
    """.split()  # noqa: SIM905
)
_WEAK_EN = frozenset(
    """
    i i'm im you you're u it it's that that's this is are was a an the so very really much many lot lots for your my me again
    there here and or but then now just got get see do does did all good too of to be one two three help helping time quick
    answer answers explanation explaining today tomorrow everyone everybody guys sir friend buddy mate pal man problem worries
    day weekend week luck makes made sense sounds looks seems about that'll let's ha indeed more
    """.split()  # noqa: SIM905
)
_PHRASES_EN = "|".join(
    (
        r"(?:ok(?:ay)?|hm+|well|so|oh|ah|um|please|just|sorry|yes|no|oops)?,?\s*let me (?:think|see|check|try|look|read|get back)\b.*",
        r"(?:you(?:'re| are|r)?|u r|this is|that is|that's|it's|what an?|such an?)\s+(?:really |so |very |truly |quite |just |pretty |a |an |the |such |too |my |doing )*"
        r"(?:great|good|helpful|best|awesome|smart|clever|kind|funny|useless|wrong|right|amazing|nice|sweet|wonderful|brilliant|perfect|lifesaver|welcome|cool|genius"
        r"|all|it|enough|ok|okay|fine|correct|true|interesting|hilarious|weird|strange|boring|silly|lovely|excellent|fantastic|impressive|a joke|stupid|dumb)"
        r"(?:\s+(?:assistant|bot|ai|helper|one|answer|response|reply|question|point|idea|work|job|explanation|day|tool|friend|for (?:now|today)|thing|man|indeed|then))*",
        r"never ?mind.*|(?:please )?(?:ignore|disregard|skip|forget|scratch|strike) (?:that|this|it|my|the|what|previous|all)\b.{0,40}",
        r"(?:that was |it was |it's |this is |a |my |just a |sorry,? |there was a )*(?:typo|mistake|slip|accident|bad)\b.{0,25}|(?:i )?(?:mis-?typed|typed (?:that|it) wrong|made a typo)\b.{0,20}",
        r"(?:oops,? |sorry,? )*(?:posted|sent|typed|pasted)?\s*(?:in |to )?(?:the )?wrong (?:chat|window|person|thread|tab|channel|button|key|link|file)",
        r"(?:i(?:'m| am|m| was)? )?(?:just|only) (?:testing|kidding|joking|saying|asking|checking|curious|wondering|messing around|playing around)\b.{0,20}",
        r"(?:please )?(?:give me|wait|hold on|hang on|just|one|in)?\s*(?:a |one |just a |for a )*(?:sec|second|minute|moment|mo|bit)(?: please)?|hold on|hang on|wait(?: up| please)?",
        r"be right back|brb|gtg|got to go|gotta go|(?:i have|need) to go now|(?:talk|speak|chat|see|catch|cya)(?: to| with)? ?(?:you|ya|u)?(?: again)?(?: later| soon| tomorrow| then| around| next time)",
        r"have (?:a |an )?(?:nice|good|great|lovely|wonderful|fun|pleasant).{0,20}|take care.{0,15}|good luck.{0,15}|happy (?:new year|birthday|holidays|weekend|friday).{0,15}|merry christmas.{0,15}|(?:good|sweet) (?:dreams|night).{0,15}",
        r"(?:how|how's|hows|how is) (?:are you|it going|things|everything|is it going|do you do).{0,20}|what's up.{0,10}|nice to (?:meet|see|talk|hear).{0,20}|pleased to meet.{0,10}|long time no see",
        r"(?:i )?(?:don't|do not|dont) (?:know|care|mind|understand|get it|get that)(?: (?:that|this|it|what to say|yet|really))*|(?:i )?(?:have )?no idea|not (?:sure|really|now|yet|bad|today|again|at all)|(?:i )?(?:guess|suppose|think|hope)(?: so| not)?|maybe|perhaps|probably|it depends|who knows",
        r"(?:please )?(?:go (?:on|ahead)|keep going|carry on|try again|do it again|one more(?: time)?|once more|say (?:that|it) again|proceed|continue.{0,15}|next(?: one| question| please)?|more(?: please)?)",
        r"(?:that |this |it |all )?(?:sounds|looks|seems|feels|works?)(?: (?:really|very|pretty|so|all|quite|like a plan))* ?(?:good|great|fine|perfect|right|nice|ok|okay|fun|interesting|cool|for me)?(?: to me)?",
        r"(?:well|nicely|good|great|nice) (?:done|job|work|one|answer|question|point|idea|call|catch|try|said|stuff|thinking|to know|to hear)|(?:i )?(?:love|like) (?:it|that|this|your answer|the answer)|i (?:see|understand|agree|get it|got it|know|hear you)(?: (?:now|that|what you mean|your point|completely|with you))*|no (?:problem|worries|thanks|thank you|need|rush|way)",
        r"as (?:i|you) (?:said|mentioned|know|wrote)(?: (?:before|above|earlier))?|(?:any|by the)\s?way|like i said|you know|i mean|to be honest|believe it or not|long story short|fun fact|guess what|(?:so )?(?:anyway|anyhow).{0,10}",
        r"(?:thanks|thank you|thx|cheers|much appreciated|appreciate it|i appreciate)\b.{0,50}|(?:you'?ve|you have|that|this) (?:been |was |is |helped |helps |really )*(?:so |very |really |super |extremely )*(?:help(?:s|ed)?|helpful|useful|a lot|much)(?: a lot| much| me| .{0,15})?|my (?:bad|mistake|fault|apologies)",
        r"(?:can|could|would|will) you (?:please )?(?:repeat|say|explain|clarify|rephrase|elaborate|continue|wait|hear|stop)\b.{0,25}|what (?:do you mean|did you say|was that|does that mean)|(?:a|qw)+(?:s|e)d+f.{0,10}|(?:blah ?)+|asdf.{0,8}|foo(?: ?bar)?|lorem ipsum.{0,30}",
    )
)
_PHRASE_EN = re.compile(f"(?:{_PHRASES_EN})", re.IGNORECASE)
_WORD_EN = re.compile(r"[a-z]+(?:'[a-z]+)?", re.IGNORECASE)

_SOUND_ZH = r"[嗯哦噢喔啊哈呵嘿嘻唉哎诶欸额呃哇呀嗨哼哟喂咦啧唔恩]"
_END_ZH = r"[的地得了啦啊呀吧呢哈哒嘞喽咯哦噢呐嘛滴~～！!。.…\s]*"
# In a repeated choice no wording is made of others: so a run of them can be read in one way alone.
_PHRASES_ZH = "|".join(
    (
        rf"(?:{_SOUND_ZH})+",
        r"(?:那就|那|都|也|就)?(?:好|行|可以|对|是|中|成|嗯|的?没问题|没错|没事|没关系|不客气|不用谢|不用了|不用|不必了|不是|不对|没有|没|当然|确实|的确|同意|赞同|赞成|有道理|说得对|说的是|你说得对|正是|就是|没毛病|必须的|OK|ok)+",
        r"(?:我|已经|都|大概|基本|完全|全)*(?:明白|知道|晓得|收到|了解|理解|懂|清楚|记住|看到|听到|看懂|学到|学会)(?:你的)?(?:意思)?",
        r"(?:太|真|非常|十分|万分|很|多|先)*(?:谢|谢谢|感谢|多谢|谢啦|辛苦|麻烦|打扰|拜托|有劳)(?:你|您|大家|各位|帮忙|你的帮助|你的回答|你的解答|指点|支持|老师|亲|一下)*",
        r"(?:抱歉|对不起|不好意思|sorry|失礼|见谅|请见谅)(?:哈|啊|了)*",
        r"(?:刚才|刚|前面|上面|上一条|上条|上句|之前|我)*(?:的)?(?:消息|内容|那条|那句|话)?(?:是)?(?:我)?(?:打|发|写|说|输|按|点|贴|粘|复制)?(?:错|串|漏)(?:字|别字|了字|人|群|窗口|地方|行|消息|键)*(?:了)?|手滑|口误|笔误|误触|误发|输入法(?:的)?(?:问题|错误)|发重了|重复发了",
        r"(?:请|麻烦|你|您|可以|直接|就)*(?:忽略|无视|跳过|略过|不用管|不用理|不用理会|别管|别理|不必理会|不要管|不用看|别看|当我没说|当没看见|当没看到|撤回|作废|忘了吧|忘掉吧)(?:吧|就好|即可|就行|它|这条|那条|上一条|上条|上面|上面那句|刚才的|刚才那条|我|我刚才说的|前面的|前面那句|消息|内容|的|话|了)*",
        r"(?:测试|试一?试|试试|test|测一?测)(?:一?下|中|用|消息|数据|而已|测试|一二三|成功|[\d\s])*|[一二三四五六七八九十]{3,}|(?:1?2?34?5?6*|6{2,}|2{3,}3*|8{2,})",
        r"(?:你好|您好|大家好|哈喽|哈啰|嗨|hi|hello|早|早安|早上好|上午好|中午好|下午好|晚上好|晚安|午安|再见|拜拜|拜|回见|回头见|回头聊|明天见|明天聊|下次聊|下次见|先这样|就这样|先到这|先到这里|今天先到这里|先聊到这|下班了|去忙了|先忙|我先忙|新年快乐|节日快乐|周末愉快|周末快乐|祝你好运|保重|在吗|在么|在不在|有人吗|你在吗)",
        r"(?=你|您|这|那|回答|答案|太|真|好棒|好厉害|简直|写得|说得|讲得|解释得|总结得)(?:你|您|这|那|这个|那个|这样|(?:这|那)个?(?:表情包|图|图片|段子|笑话|视频|梗|故事|建议|主意|想法|方案|例子)|答案|回答|写|说|讲|总结|分析|解释|做)*(?:得|的)?(?:真|太|可|很|好|非常|挺|确实|简直|超|特别|实在|这么|有点|有些|是|真的|是个|是我)*(?:棒|厉害|聪明|牛|牛逼|赞|强|不错|贴心|好用|给力|专业|有用|有趣|有意思|好玩|可爱|搞笑|好笑|到位|清楚|详细|全面|优秀|完美|对|好|逗|神|智能|最好的助手|好助手|好帮手|笨|傻|离谱|无聊|没用|奇怪)(?:的助手|助手|了|极了|死了|呀|哦|啊|吧|一个|的)*",
        r"(?:请|那|你|就|再)*(?:继续|接着|接着说|往下说|继续说|说下去|然后呢|还有呢|下一个|下一步|下一题|再来一个|再来一次|再来一遍|再说一遍|再试一次|重来|换一个|换一批)",
        r"(?:你|您)?(?:先|请|再|容|让|给|等)*(?:我)?(?:先|再|仔细|好好|自己)*(?:想|看|考虑|琢磨|研究|试|查|捋|缓|消化|回忆)(?:一?想|一?看|一?试|一?查|一下|一会儿?|一?捋|考虑|下|看看|想想)(?:再说|再定|吧|先|怎么说)*",
        r"(?:请)?(?:稍等|等等|等下|等一下|等一等|等会|等会儿|等我一下|稍候|慢着|且慢|稍等一下|稍等片刻)",
        r"笑死|笑死我|太好|真好|好耶|好开心|哎呀|天哪|天啊|我的天|我去|我靠|卧槽|绝|绝绝子|无语|服|扎心|呜呜+|呵呵|嘻嘻|嘿嘿|哈哈+|牛|赞|厉害|加油|恭喜|不错|一般|还行|还好|凑合|随便|都行|都可以|无所谓|看情况|再说|不一定|不知道|不清楚|不确定|没想好|不太懂|不太明白|没听懂|没看懂|听不懂|看不懂",
        r"(?:话说|对|顺便|另外|总之|反正|其实|说实话|说真的|老实说|不瞒你说|怎么说呢|这么说吧|你知道|你懂的|如上|如题|同上|以上|就这些|没别的|没了|完了|完毕)(?:说一下|问一下|一提|了)*",
        r"(?:开个玩笑|开玩笑|逗你|逗你玩|骗你|瞎说|随口一说|随便问问|随便说说|随便聊聊|就问问|只是问问|问问而已|说说而已|好奇而已|闲聊|无聊)(?:的|而已|呢|罢了)*",
    )
)
_PHRASE_ZH = re.compile(f"(?:{_PHRASES_ZH}){_END_ZH}", re.IGNORECASE)
_ENDS = " \t~～.。!！…,，、;；:：\"'“”‘’()（）"


def is_small_talk(clause: str) -> bool:
    """Whether a clause says nothing that would be true tomorrow."""
    bare = clause.strip(_ENDS).replace("’", "'")
    if not any(character.isalnum() for character in bare):
        return True
    return bool(_PHRASE_ZH.fullmatch(bare) or _PHRASE_EN.fullmatch(bare)) or _is_made_of_small_words(bare)


def _is_made_of_small_words(bare: str) -> bool:
    if not bare.isascii():
        return False
    words = [word.lower() for word in _WORD_EN.findall(bare)]
    known = all(word in _STRONG_EN or word in _WEAK_EN for word in words)
    return known and any(word in _STRONG_EN for word in words)
