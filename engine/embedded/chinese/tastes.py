"""Likes, dislikes and habits, and how somebody wants to be answered, called and contacted."""

import re
from collections.abc import Iterable

from engine.embedded.chinese import cues, lists
from engine.embedded.chinese.rules import Found, Predicate, Rule, is_empty, is_pointing, rule

_LIKE = "喜欢|喜爱|热爱|爱好|酷爱|偏爱|钟爱|爱|享受|迷恋|沉迷于?|痴迷于?|热衷于?|着迷于|钟情于|偏好|倾向于|习惯于?|中意|喜好"
_DISLIKE = r"不(?:是)?(?:太|怎么|是?很|大)?(?:喜欢|爱|习惯|感冒|待见)|没(?:有)?那么(?:喜欢|爱)|不(?:讨厌|反感|介意|排斥|怕)|最?讨厌|最?反感|厌恶|最?受不了|忍受不了|看不惯|最?烦|最恨|恨|怕|害怕|恐惧|接受不了|抗拒|抵触|排斥|没法忍受|无法忍受|嫌弃"
_CUT = re.compile(r"(?:因为|由于|所以|但是|不过|尤其是?|特别是|，).*$")
_PRAISE = re.compile(
    r"^(?:别人|他人|人家|大家)|^一[件幅座朵尊]|^(?:上|的(?!是))|^(?:你|您|跟你|和你|与你)|感觉$|东西$|^死|死了$|(?:电影|书|小说|剧|歌)[中里]|时候$|过程$|气质$"
)


_BARE_VERBS = frozenset("吃喝看玩听读写说去用打做学唱跳")


def objects(text: str) -> list[str]:
    """The things liked, each understood alone; nothing where one points elsewhere."""
    text = text.removesuffix("的") if text.endswith(("打电话的", "开会的", "加班的", "应酬的")) else text
    pieces = lists.split(_CUT.sub("", text).replace("一些", ""))
    return [
        piece
        for piece in pieces
        if not is_empty(piece) and piece not in _BARE_VERBS and not is_pointing(piece) and not _PRAISE.search(piece)
    ]


def _likes(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if predicate.tense == 1 or (predicate.is_today and not predicate.past):
        return
    since, verb = match["since"] or "", match["verb"].removesuffix("于")
    verb = {"爱好": "喜欢", "喜好": "喜欢", "中意": "喜欢"}.get(verb, verb) + (
        "于" if match["verb"].endswith("于") else ""
    )
    for thing in objects(match["x"].removeprefix("的是")):
        yield Found("user_preference", "", f"{since}{match['most'] or ''}{verb}{thing}")


def _dislikes(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if (
        predicate.tense == 1
        or predicate.is_today
        or (
            match["verb"] in {"怕", "害怕", "恐惧"}
            and re.search(
                r"时间|来不及|赶不上|出现|发生|迷路|被|意外|说错|失败|自己|出错|忘|预算|不够|错过|打扰", match["x"]
            )
        )
    ):
        return
    for thing in objects(match["x"]):
        verb = re.sub("^没有?那么", "不太", match["verb"])
        yield Found("user_preference", "", f"{verb}{thing}")


def _interest(match: re.Match[str], _: Predicate) -> Iterable[Found]:
    lack = "不" if match["no"] else ""
    for thing in objects(match["x"]):
        yield Found("user_preference", "", f"对{thing}{'没兴趣' if lack else '感兴趣'}")


TASTES: tuple[Rule, ...] = (
    rule(
        rf"{cues.DEGREE}最(?:喜欢|爱|常用|讨厌|不喜欢)的(?P<x>[^是]{{1,10}}(?:就是|是|为)[^，]{{1,30}})",
        "user_preference",
        "最喜欢的{x}",
    ),
    Rule(
        re.compile(
            rf"{cues.DEGREE}对(?P<x>[^，]{{1,20}}?){cues.DEGREE_OR_HAVE}(?P<no>没有?|不)?(?:什么|太|怎么|大)?(?:感兴趣|有?兴趣|有?热情)了?"
        ),
        _interest,
    ),
    Rule(re.compile(rf"(?:{cues.DEGREE})(?P<verb>{_DISLIKE})(?:的就?是)?(?P<x>[^，]{{1,30}})"), _dislikes),
    Rule(
        re.compile(
            rf"(?:有时候?|闲暇时间?)?(?P<since>从小就?)?{cues.DEGREE}(?:会)?(?P<most>最)?{cues.DEGREE}(?P<verb>{_LIKE})(?:上)?(?:的?就?是)?(?P<x>[^，]{{1,40}})"
        ),
        _likes,
    ),
    rule(
        r"(?P<x>(?:比起|相比|跟|和)[^，]{1,8}?(?:相?比|来说)?(?:起来)?更(?:喜欢|爱|倾向于?|习惯|愿意)[^，]{1,14})",
        "user_preference",
        "{x}",
    ),
    rule(
        r"(?:其实)?最(?P<x>(?:关心|看重|在意|在乎|重视|头疼|担心)的)(?:就)?是(?P<y>[^，]{2,24})",
        "user_preference",
        "最{x}是{y}",
    ),
    rule(r"(?:有)?(?:更|比较)?(?:喜欢|偏向|偏好)(?P<x>.{1,12}而不是.{1,12})", "user_preference", "喜欢{x}"),
    rule(
        r"(?P<x>只(?:看|穿|买|坐|住|玩|听|读)[^，了过]{2,14})",
        "user_preference",
        "{x}",
    ),
    rule(r"(?:宁愿|宁可)(?P<x>[^，]{2,20})(?:也不.+)?", "user_preference", "宁愿{x}"),
)

_TELL = "回答|回复|答复|解释|说明|总结|沟通|交流|说话|讲解|建议|输出|给我|写代码|举例|聊|表达|联系|通知|提醒|称呼"
_BY = re.compile(r"邮件|邮箱|电邮|电话|微信|短信|语音|视频|钉钉|飞书|QQ")
_MANNER = (
    "中文|英文|英语|日语|粤语|普通话|繁体|简体|表格|列表|要点|分点|分条|表情|emoji|符号|简短|简洁|简单|精简|详细|直接|直白|正式|随意|口语|幽默|温柔|专业术语|术语|通俗|大白话|代码|例子|步骤|结论|markdown|Markdown"
    r"|邮件|邮箱|电邮|电话|微信|短信|语音|视频|文字|钉钉|飞书|QQ|Slack|slack|一句话|字以内|(?:\d+|[一二两三四五六七八九十百千]+)个?字|废话|客气|客套|寒暄|敬语|您|全名|外号"
)
_HABITUAL = re.compile(r"以后|今后|往后|下次开始|每次|一律|一直|总是|尽量|平时|永远|从现在起|从今天起")
_NOT = "别|不要|不用|不必|避免|勿"
_CALL_ME = re.compile(
    r"(?:你|大家|朋友们?|您)?(?:也|都|就|直接|可以|以后|请|平时){0,5}(?:叫|称呼|喊)我(?:为|作|做)?(?P<x>[一-鿿A-Za-z]{1,8}?)(?:就行了?|就好了?|就可以了?|即可|好了|吧)?"
)
_WISH = re.compile(
    rf"(?:希望你?|要求你?|想让你|我(?:比较|更)?(?:希望|想要?|喜欢|倾向于?|需要)你?|请你?|麻烦你?|你|拜托|可以|都|给我|跟我|和我|的时候|时|都?要|尽量|务必|一律|能|联系我|(?:回答|解释|讲解|说明|总结|分析|写代码)[^，用请别要]{{0,5}}?(?:的?时候?)|回答我|回复我|通知我|找我|跟我说话|说话|回答|回复|答复|对我|以后|今后|往后|每次|平时|永远|总是|一直|从现在起|从今天起"
    rf"|问题|我的?|的|请|就|最好|有事|有问题|如有需要)*+(?P<body>(?:{_NOT}|用|发|走|打|给我发|给我打|以|写|附|带|加|先|尽量|简|详|直|说|保持|控制|分|多|少|称|语气).*)"
)
_FORM = re.compile(
    r"(?:以后|今后|给我的|我?(?:希望|要求))*+(?P<what>代码|图表|报告|文档|表格|示例|单位|日期|价格|金额|文件|合同|发票|资料|报价单?|邮件|通知)(?:请|最好|统一|一律|都要?|直接|要|能)*+(?P<how>(?:加|用|以|写|带|附上?|不要|别|发|寄|传|送)[^，我]{0,3}我?[^，]{1,14})"
)
_NO_WISH = re.compile(
    r"都是|打来|帮我|一下|这|那|推荐|附上|链接|http|购买|免费|批准|[？?]|今天|明天|给他|给她|写[一个篇封份]|翻译|审批|退款|规则"
)


def wish(text: str, *, is_order: bool, goes_on: bool = False) -> list[Found]:
    """How the speaker wants to be answered or reached: 以后请用中文回答, 别给我打电话, 叫我小王.

    `goes_on`: the clause before it was such a wish, so that a bare "briefly" is one too.
    """
    form = _FORM.fullmatch(text)
    if form and not _NO_WISH.search(text):
        return [Found("user_preference", "answer_style", f"希望{form['what']}{form['how'].replace('我', '')}")]
    called = _CALL_ME.fullmatch(text)
    if called and not is_empty(called["x"]) and not re.search(r"[我你他她去来做的不]|起床|出|加班|吃饭", called["x"]):
        return [Found("user_preference", "nickname", f"希望被称为{called['x']}")]
    if not re.search(_MANNER, text) or _NO_WISH.search(text):
        return []
    if re.match(
        r"(?:平时|平常|每次|总是|一直|以后|今后)?我(?!.{0,4}(?:希望|想|需要|要求|喜欢|更?倾向).*你)(?!.{0,6}(?:希望|倾向))",
        text,
    ):
        return []
    if not (
        goes_on
        or re.match(r"(?:别|不要)再?用", text)
        or _BY.search(text)
        or _HABITUAL.search(text)
        or re.search(_TELL, text)
    ):
        return []
    return _manner(text, is_order=is_order or goes_on)


def _manner(text: str, *, is_order: bool) -> list[Found]:
    match = _WISH.fullmatch(text)
    if not match or not (
        is_order
        or _HABITUAL.search(text)
        or re.search(r"^有(?:事|问题)|请(?:用|发|走|打|以)", text)
        or re.search(
            r"^(?:我.{0,4}(?:希望|想|需要|喜欢).*你|联系我|回答|回复|答复|请|别|不要|跟我|和我|希望你|想让你|我?(?:还|也|都)?(?:希望|要求)|(?:别|不要)再?用)",
            text,
        )
    ):
        return []
    body = re.sub(r"给我|[我你您]|(?:就行|就好|即可|可以了|好了|吧)$", "", match["body"])
    about = re.match(r".*?(联系|通知|找)(?:我)?", text[: match.start("body")])
    answered = re.search(
        r"((?:回答|回复|答复|说话|解释|讲解|说明|总结|分析|写代码)[^，]{0,6}?)(?:的?时候?|$|[^，时]{0,3}$)",
        text[: match.start("body")],
    )
    head = "被联系时" if about else f"{answered[1]}时" if answered else ""
    slot = "contact" if about or _BY.search(body) else "answer_style"
    if not head and slot == "answer_style" and not re.search(_TELL, body):
        head = "" if "看" in body else "回答时"
    return [Found("user_preference", slot, f"希望{head}{body}")] if len(body) > 1 else []
