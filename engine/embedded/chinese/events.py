"""What somebody did: dated events, and experience that stays true without a date."""

import re
from collections.abc import Iterable

from engine.embedded.chinese import cues
from engine.embedded.chinese.rules import Found, Predicate, Rule, is_empty, is_pointing, rule

_DONE = (
    "去|到|来到|回|飞|看完|看|买|卖|做|学会|学|参加|吃|品尝|尝试|注册|报名|报|通过|收到|拿到|得到|获得|获|得|赢|申请|换|订|预订|领养|养|开|办|组|组织|拍|画|写|读|听|爬|登|攀登|跑|游|骑|打|玩|丢|坏|修|装|装修|做|体检|考|考完|考上|考过"
    "|完成|提交|发布|上线|签|付|交|还清|出差|拜访|接|送|认识|面试|采访|创立|创办|创建|发表|出版|搬|租|逛|参观|游览|制作|煮|烤|种|加入|入职|离开|退出|升|跳槽到|带|陪|庆祝|组了?个|举办|完结|打卡|约|请|练|体验|观看|寄|捐|领|生|剪|染|纹|摔|撞|扭|成立|研究|设计|开发|上|换成|改成|升级到|升级|升职当|当上|下单买|成为|下载|办理|更新|安装"
)
_STATE_CHANGE = "结婚|离婚|分手|面试通过|考试通过|签合同|去面试|毕业|离职|辞职|入职|退休|升职|加薪|搬家|出院|住院|感冒|发烧|怀孕|失业|失恋|恋爱|订婚|转正|跳槽|休学|退学|开学|手术|骨折|确诊|阳|生日|被裁|被裁员|戒烟|戒酒|创业|买房|买车|卖房|领证|出国|回国|转行|跑步|游泳|爬山|健身|加班|出差|请假|搬走"
_LASTING_CHANGE = "结婚|离婚|分手|面试通过|考试通过|签合同|去面试|毕业|离职|辞职|退休|升职|失业|订婚|转正|跳槽|休学|退学|被裁|领证|买房|买车|转行"
_COMPANION = (
    rf"(?P<with>(?:给|帮|为|替)(?:我的?)?(?:{cues.KIN})|"
    r"(?:和|跟|与|同|带着?|陪着?)(?:我的|我|几个|一群)?[^，我你他她去看]{1,10}?(?:一起|一块儿?|一同|出去){0,5})?"
)
_WHEN_PART = r"(?P<part>早上|早晨|上午|中午|下午|晚上|傍晚|凌晨|夜里|半夜|一大早|白天)?"
_CHATTER = re.compile(
    r"[你您]|聊|对话|烦恼|问题|麻烦|困|事情|事儿|了解|建议|决定|感|觉|很不错|天气|主意|来找|想法|心情|起床|几个好消息|坏消息|篇.*文章|一件|挫折|失误|得不|出去玩|不错的(?:电影院|地方)|一直想去"
)

_TRIVIAL = re.compile(
    r"(?:去|到|逛|来到|看|听|吃|读|写)(?:了|过)?(?:看了?)?(?:一[家个部首篇顿场本])?(?:附近的?|新开的?|很棒的?|不错的?|好看的?)?(?:餐厅|西餐厅|饭店|咖啡[店厅馆]|书店|电影院|超市|商场|公园|电影|歌|文章|饭|书|文字|音乐|公司|学校|外面|家)(?:里)?了?"
    r"|去了一[部本首].*|(?:看|学|跑|听|做|玩|感受|体会|认识|遇)到了.*|(?:看|听|吃|认识|学|遇|做)了一些.*|吃了一顿.*"
    r"|看了一[场部](?:新上映的?|好看的?|很棒的?)?(?:电影|剧)"
)


def _event(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    rest = match["rest"]
    text = f"{match['with'] or ''}{match['verb']}{match['done']}{rest}"
    if not predicate.time or predicate.tense == 1 or _CHATTER.search(text) or is_empty(rest) or is_pointing(rest):
        return
    if _TRIVIAL.fullmatch(f"{match['verb']}{match['done']}{rest}"):
        return
    text = re.sub(r"我们?的?", "", text)
    yield Found("episodic_memory", "", text, predicate.time + (match["part"] or ""))


def _moved_away(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    thing = re.sub(r"^(?:我的?|自己的?)", "", match["x"])
    if is_empty(thing) or is_pointing(thing) or re.search(r"过去|过来|上去|上来|发|打过|传", match["done"]):
        return
    text = f"把{thing}{match['done']}"
    if predicate.time:
        yield Found("episodic_memory", "", text, predicate.time)
    elif not predicate.past:
        yield Found("user_fact", "", text)


def _change(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if predicate.tense == 1 or _CHATTER.search(match["x"]):
        return
    if not match["done"].startswith("了") and not (predicate.time and predicate.tense == -1):
        return
    if not predicate.time and not predicate.past and re.search(_LASTING_CHANGE, match["x"]):
        yield Found("user_fact", "", f"{match['with'] or ''}{match['x']}")
    elif predicate.time:
        yield Found(
            "episodic_memory",
            "",
            re.sub(r"我们?的?|的$", "", f"{match['with'] or ''}{match['x']}"),
            predicate.time + (match["part"] or ""),
        )


def _once(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["what"]
    if is_empty(what) or is_pointing(what) or cues.VAGUE_THING.search(what) or predicate.tense == 1:
        return
    yield Found("user_fact", "", f"{match['verb']}过{what}", predicate.time)


def _formerly(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["what"]
    if predicate.past and not predicate.time and not is_pointing(what) and not _CHATTER.search(what):
        yield Found("user_fact", "", re.sub("^用的是?", "用", what))


_LASTING_DONE = "买|卖|生|养|领养|承包|包|租|盘下|收购|代理|引进|考上|考过|拿到|获得|获|通过|创办|创立|出版|发表|开|加入|搬|换|装修|写|入职|参加|报名|注册"


def _undated(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["what"]
    if predicate.time or predicate.past or is_empty(what) or is_pointing(what) or _CHATTER.search(what):
        return
    yield Found("user_fact", "", f"{match['who'] or ''}{match['verb']}{match['done'] or '了'}{what}")


EVENTS: tuple[Rule, ...] = (
    Rule(
        re.compile(
            r"(?:刚|已经|终于|才|就|也){0,5}把(?P<x>[^，]{1,14}?)(?P<done>[^，了我你他她想要能会]{1,5}了[^，]{0,12})"
        ),
        _moved_away,
    ),
    Rule(
        re.compile(
            rf"(?:刚|已经|终于|才|也|又|就|还|早早){{0,5}}{_WHEN_PART}(?:刚|也|又|还|就){{0,5}}{_COMPANION}(?:成功|第一次|自己|在[^，]{{1,8}})?(?P<verb>去?(?:{_DONE}))(?P<done>了|过|完了?|到了?)(?P<rest>[^，]{{1,40}})"
        ),
        _event,
    ),
    Rule(
        re.compile(
            rf"(?:刚|已经|又|还){{0,5}}{_WHEN_PART}{_COMPANION}(?P<verb>去|到|在)(?P<done>)(?P<rest>[^，]{{2,24}}(?:了|的))"
        ),
        _event,
    ),
    Rule(
        re.compile(
            rf"(?:刚|已经|终于|才|又){{0,5}}{_WHEN_PART}{_COMPANION}(?P<x>[^，没不想要]{{0,10}}(?:{_STATE_CHANGE})(?P<done>了[^，]{{0,10}}|的?))"
        ),
        _change,
    ),
    Rule(
        re.compile(
            r"(?P<verb>(?:从来?|还|一直)?(?:没有?)?(?:去|到|住|学|做|当|养|参加|获得|拿|考|写|出版|发表|练|带|创办|开|经历|玩|打|教|看|坐|用))过(?P<what>[^，]{2,24})"
        ),
        _once,
    ),
    Rule(
        re.compile(
            rf"(?:刚|已经|终于|还|也|又){{0,5}}(?P<who>(?:给|帮|为|替)(?:我的?)?(?:{cues.KIN}))?(?P<verb>{_LASTING_DONE}|报|拿到(?!了)|考上(?!了)|获得(?!了))(?P<done>了|(?<=[到上得]))(?P<what>[^，]{{2,24}})"
        ),
        _undated,
    ),
    rule(
        r"(?P<x>(?:学|玩|练|做|打|弹|跑|写|教|养|用|画|唱|拉)[^，了过]{1,10}?)(?:已经|都|快|有){0,5}[\d一二两三四五六七八九十]{1,3}多?年多?了",
        "user_fact",
        "{x}",
    ),
    rule(r"(?:有|已经有)(?P<x>[^，]{1,6}年(?:多)?(?:的)?[^，]{2,12}经验)", "user_fact", "有{x}"),
    Rule(
        re.compile(r"(?P<what>(?:抽|喝|住|学|做|当|养|玩|打|用|练|教|读|开|吃|信|卖|跑|在|写)[^，]{1,16})"), _formerly
    ),
)
