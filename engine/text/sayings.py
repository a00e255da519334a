"""What can be said in several ways, in one of them: only wordings that say the very same are told alike here. Pure.

For comparing two statements of one person; what is stored keeps its own words.
"""

import re
from functools import lru_cache

from engine.text.calendar_names import HOURS, WEEKDAYS

_DAYS = "|".join(WEEKDAYS).lower()
_PART = "morning|afternoon|evening|night"
# Verbs of which the third person does not end in s alone.
_SIBILANT = re.compile(r"(?:s|z|x|ch|sh)$")


def _third(found: re.Match[str]) -> str:
    """ "job is driving" is what somebody does: drives."""
    root = found["root"]
    if len(root) > 3 and root[-1] == root[-2] and root[-1] in "bdgmnprt":
        root = root[:-1]  # running
    return root + ("es" if _SIBILANT.search(root) or root[-1] in "vcgu" else "s")


# In what form somebody would have something: to want it so and to prefer it so is one.
_FORMS = r"(?:a |an |short |plain |simple )?(?:bullet(?:ed)?|tables?|lists?|prose|paragraphs?|markdown|json|csv|pdf|points|charts?|diagrams?|steps)\b"


def _hour(said: str) -> int:
    return int(said) if said.isdecimal() else HOURS.index(said.lower()) + 1


_EN = [
    (re.compile(pattern, re.IGNORECASE), one)
    for pattern, one in (
        (r"\b(?:can't|cannot|can not) (?:stand|bear)\b|\b(?:detests|loathes)\b", "hates"),
        (r"\bwon't\b", "does not"),
        (r"\bdoesn't\b", "does not"),
        (r"\bisn't\b", "is not"),
        (r"\b(?:but|and) does (?=(?:drink|eat|like|take|use)\b)(?P<verb>\w+)", r"but \g<verb>s"),
        (r"\bdoes not (?:want|take|accept|answer) (?:phone )?calls\b", "does not want calls"),
        (r"\bphone calls\b", "calls"),
        (r"\bdosages?\b", "dose"),
        (r"\b(?:was|were) (?:raised|brought up)\b", "grew up"),
        (r"\b(?:mend|fix)(?P<end>s|ed|ing)?\b", lambda found: f"repair{(found['end'] or '').replace('fixe', '')}"),
        (r"\bhas spent (?P<span>(?:\w+ ){1,2}years?) (?P<doing>\w+ing) (?P<what>.+)$", r"has been \g<doing> \g<what> for \g<span>"),
        (rf"\bspends (?P<when>(?:{_DAYS}) (?:{_PART})s) (?:at|playing|doing) (?P<what>.+)$", r"plays \g<what> on \g<when>"),
        (rf"\b(?:on|each|every) (?P<day>{_DAYS})(?: (?P<part>{_PART}))s\b", r"every \g<day> \g<part>"),
        (rf"\b(?:on|each|every) (?P<day>{_DAYS})s\b", r"every \g<day>"),
        (r"^The user['’]s job is to (?P<verb>\w+)\b", r"The user \g<verb>s"),
        (r"^The user['’]s job is (?P<root>[a-z]{2,})ing\b", lambda found: f"The user {_third(found)}"),
        (r"^The user['’]s job is (?=at|in|with)", "The user works "),
        (r"^The user is a beekeeper\b", "The user keeps bees"),
        (r"^The user['’]s (?:home ?town|place of origin) is\b|^The user (?:is originally|is|hails|originally comes) from\b", "The user comes from"),
        (r"^The user['’]s boy\b", "The user's son"),
        (r"^The user has an? (?P<kin>son|daughter|brother|sister|boy|girl) who\b", r"The user's \g<kin>"),
        (r"\b(?:alternate|alternating|every second) (?P<what>week|weekend|day|month)s?\b", r"every other \g<what>"),
        (r"\b(?:insists on|only accepts|accepts only|will only accept|only wants|demands)\b", "insists on"),
        (r"\b(?:given|written|shown|laid out|formatted|presented|expressed) (?P<how>as|in)\b", r"\g<how>"),
        (r"\b(?:per|a|each) (?P<unit>week|day|month|year)\b", r"every \g<unit>"),
        (r"\b(?P<unit>daily)\b", "every day"),
        (r"\bweekly\b", "every week"),
        (r"\bmonthly\b", "every month"),
        (r"\bgoes swimming\b", "swims"),
        (r"\b(?:likes|loves|enjoys) to (?P<verb>\w+)", r"likes \g<verb>ing"),
        (rf"\b(?P<when>before|after|at|until|by|from) (?P<hour>\d{{1,2}}|{'|'.join(HOURS)})(?P<minutes>:\d\d)? in the morning\b",
         lambda found: f"{found['when']} {_hour(found['hour'])}{found['minutes'] or ''} am"),
        (rf"\b(?P<when>before|after|at|until|by|from) (?P<hour>\d{{1,2}}|{'|'.join(HOURS)})(?P<minutes>:\d\d)? (?:in the (?:afternoon|evening)|at night)\b",
         lambda found: f"{found['when']} {_hour(found['hour'])}{found['minutes'] or ''} pm"),
        (rf"^The user (?:wants|prefers|likes|would like) (?P<what>[\w' -]+?) (?:as|in|in the form of) (?={_FORMS})", r"The user prefers \g<what> in "),
        (r"\b(?:no|not) less than\b", "at least"),
        (r"\b(?:no|not) more than\b", "at most"),
        (r"\ban hour and a half\b", "90 minutes"),
        (r"\bhalf an hour\b", "30 minutes"),
        (r"\ba quarter of an hour\b", "15 minutes"),
        (r"\bspends (?P<span>(?:at least |at most |about |around )?[\w-]+ (?:minutes?|hours?)) (?P<often>every \w+ )?(?:on )?(?P<root>[a-z]{2,})ing\b(?P<what>.*)$",
         lambda found: f"{_third(found)}{found['what']} for {found['span']} {found['often'] or ''}".strip()),
        (r"\bit when the weather is (?P<how>[\w ]+)$", r"\g<how> weather"),
        (r"\b(?:practi[cs]ing|practi[cs]es) playing\b", "practicing"),
        (r"\bpractis(?P<end>e|es|ed|ing)\b", r"practic\g<end>"),
        (r"\b(?P<root>organ|real|recogn|special|apolog|memor|minim|maxim)is(?P<end>e|es|ed|ing)\b", r"\g<root>iz\g<end>"),
        (r"\b(?P<root>col|fav|neighb|flav|hon|hum|lab|harb)our", r"\g<root>or"),
        (r"\b(?P<root>cent|theat|lit|met|fib)re(?P<end>s?)\b", r"\g<root>er\g<end>"),
        (r"\bgrey\b", "gray"),
        (r"\bjewellery\b", "jewelry"),
        (r"\bprogramme(?P<end>s?)\b", r"program\g<end>"),
        (r"\b(?P<root>trave|mode|cance|labe)ll(?P<end>ing|ed|er|ers)\b", r"\g<root>l\g<end>"),
        (rf"\b(?:gets|wakes|is) up (?=at (?:\d|{'|'.join(HOURS)}))", "gets up "),
        (rf"\bat (?P<hour>\d{{1,2}}|{'|'.join(HOURS)})(?P<minutes>:\d\d)? every (?P<half>morning|evening|night)\b",
         lambda found: f"at {_hour(found['hour'])}{found['minutes'] or ''} {'am' if found['half'] == 'morning' else 'pm'} every day"),
        (r"\bis (?:a|the) (?:parent|father|mother|mum|mom|dad) of (?=\w+ (?:children|kids|sons|daughters|boys|girls)\b)", "has "),
        (r"\b(?:commutes by (?:bike|bicycle)|bikes to work|rides (?:a|the|his|her) (?:bike|bicycle) to work)\b", "cycles to work"),
        (r"\bcommutes by (?P<what>train|bus|tram|metro|subway|ferry)\b", r"takes the \g<what> to work"),
        (r"\b(?:commutes by car|commutes on foot)\b", lambda found: "drives to work" if "car" in found[0] else "walks to work"),
        (r"\btakes no (?P<what>sugar|milk|cream|salt|ice) in (?:the |his |her |their )?(?P<drink>\w+)\b", r"drinks \g<drink> without \g<what>"),
        (r"\bis an? (?P<what>[a-z]+) teacher (?=at|in)", r"teaches \g<what> "),
        (r"\bmaths\b", "math"),
        (r"^The user['’]s birthday is (?:on )?", "The user was born on "),
        (r"\bworks out at the gym\b", "goes to the gym"),
        (r"\bis fluent in (?P<what>\w+)\b", r"speaks \g<what> fluently"),
        (r"\bspeaks fluent (?P<what>\w+)\b", r"speaks \g<what> fluently"),
        (r"\bcertified public accountant\b", "CPA"),
        (r"\bcurriculum vitae|r[ée]sum[ée]\b", "CV"),
    )
]  # fmt: skip
_LANDS = {"中": "中国", "日": "日本", "韩": "韩国", "法": "法国", "泰": "泰国"}
_SEPARABLE = "游泳|跑步|泡脚|洗澡|健身|爬山|散步|打球|下棋|唱歌|跳舞|做饭|看书|开会|加班|喝酒|抽烟|理发|洗头"
_ZH = [
    (re.compile(pattern), one)
    for pattern, one in (
        (r"步行|走路(?=\d|[一二三四五六七八九十两几百千万])", "走"),
        (r"(?<=每天)要?走(?=\d|[一二三四五六七八九十两几百千万])", "走"),
        ("".join(["(?P<verb>[", *sorted({word[0] for word in _SEPARABLE.split("|")}), r"])了?(?P<much>(?:[\d一二三四五六七八九十两几]+[次回趟遍]|个))(?P<what>[", *sorted({word[1] for word in _SEPARABLE.split("|")}), "])"]),
         lambda found: _whole(found)),
        (r"(?:每个?|一个?|每一个?)(?:星期|礼拜|周)(?=[^，。]{0,4}[次回趟遍天])", "每周"),
        (r"(?:一个?|每个?)月(?=[^，。]{0,4}[次回趟遍天])", "每月"),
        (r"天天|每日", "每天"),
        (r"(?:星期|礼拜)(?=[一二三四五六])", "周"),
        (r"(?:星期|礼拜|周)[日天]", "周日"),
        (r"每个周", "每周"),
        (r"清早|大清早|一大早|清晨|早晨", "早上"),
        (r"夜里|夜间|晚间", "晚上"),
        (r"(?<=点)(?:之后|以后|后)", "以后"),
        (r"(?<=点)(?:之前|以前|前)", "以前"),
        (r"(?:在家里?|家里|家中)(?=[养种])", "家里"),
        (r"养了?一[缸只条窝群]", "养"),
        (r"(?:(?<=[市省县区])(?P<short>[一二三四五六七八九十])院|第(?P<which>[一二三四五六七八九十]+)(?:人民)?医院)",
         lambda found: f"第{'零一二三四五六七八九十'.index(found['short'] or found['which']) if len(found['short'] or found['which']) == 1 else found['which']}号医院"),
        (r"太极拳", "太极"),
        (r"滴酒不沾|不沾酒", "不喝酒"),
        (r"探望|看望", "看望"),
        (r"平?时?(?:爱|喜欢)找人(?=[下打玩])", "喜欢"),
        (r"(?<=用户)爱(?=[下打听看吃喝玩唱弹跳画读写逛爬])", "喜欢"),
        (r"中英文?(?:对照|双语)", "中英双语"),
        (r"(?:做成|整理成|写作|列成|排成)", "写成"),
        (r"(?<=表格|列表|清单|图表)的形式", ""),
        (r"把(?=[^，。]{1,8}(?:写|做|整理|改|调|排|画))", ""),
        (r"最(?:喜欢|爱)(?P<verb>[做吃喝看听玩读去])的就?是", r"最喜欢\g<verb>"),
        (r"(?P<kind>动作|科幻|恐怖|爱情|喜剧|战争|文艺|悬疑|动画|武侠|灾难|犯罪|惊悚)(?:电影|影片)", r"\g<kind>片"),
        (r"(?<![今每平往])(?P<land>[中日韩法泰])(?:国|本)?(?:菜|餐|料理?|美食)(?![单点])", lambda found: f"{_LANDS[found['land']]}菜"),
        (r"天晴|晴天", "晴朗"),
        (r"暖和", "温暖"),
        (r"(?<=温暖|凉快|凉爽|寒冷|炎热|晴朗)的(?:日子|天)(?!气)", "的天气"),
        (r"(?<!个)半个?小时", "30分钟"),
        (r"一刻钟", "15分钟"),
        (r"一个半小时", "90分钟"),
        (r"(?<=周)(?P<much>[一二三四五六])(?=[次回趟遍])", lambda found: str("一二三四五六".index(found[0]) + 1)),
        (r"(?<=[点半])起(?=$|，)", "起床"),
        (r"清静|幽静|宁静", "安静"),
        (r"俩", "两个"),
        (r"(?<=用户)家里?有(?=[一两三四五六]个?(?:孩子|小孩|娃|儿子|女儿))", "有"),
        (r"从不|从来不", "不"),
        (r"放(?=糖|盐|奶|冰|醋|葱|香菜|辣椒)", "加"),
        (r"惯用左手|左利手", "左撇子"),
        (r"(?:坐|乘|搭)?(?P<what>地铁|公交车?|班车|高铁|轻轨)(?:通勤|上下班|上班|去公司|去上班)", r"坐\g<what>上班"),
        (r"(?P<what>开车|骑车|走路|步行|打车)(?:通勤|上下班|去公司|去上班)", r"\g<what>上班"),
        (r"注册会计师", "CPA"),
    )
]  # fmt: skip


def _whole(found: re.Match[str]) -> str:
    """A verb and its object that a count has parted: 游三次泳 is 游泳三次."""
    word = f"{found['verb']}{found['what']}"
    if word not in _SEPARABLE.split("|"):
        return found[0]
    return word if found["much"] == "个" else f"{word}{found['much']}"


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """A statement with what has several wordings in one of them."""
    for pattern, one in _EN if text.isascii() or text.startswith("The user") else _ZH:
        text = pattern.sub(one, text)
    return text
