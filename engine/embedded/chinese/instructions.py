"""Explicit wishes about the memory itself, in Chinese: forget this, remember that (SPEC X10). Corrections stand beside."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.embedded.chinese.subject import without_opening

_BEFORE = r"^(?:你(?=帮我|请|别|不要|不用|记|把)|请你?|帮我|麻烦你?|拜托|您?你?可以|你能|能不能|可不可以|能否|能|务必|一定要?|千万|快|把|将|我(?:想|要|希望)(?:让|请)?你){0,8}"
# Things that are written or stored elsewhere; to delete them is no wish about the memory.
_ELSEWHERE = re.compile(
    r"聊天|浏览|搜索|通话|历史|订单|文档|文件|简历|缓存|照片|图片|相册|邮件|短信|代码|数据库|表格|段落?|那一[段行页]|视频|日程|闹钟|购物车|账号|账户|作文|文章|密码"
)
_MEMORY = r"(?:(?:你的?)?(?:记忆|记录|笔记|档案|资料)(?:里|中|库)?)"
_DROP = r"(?:删掉|删除|删了|清除|清掉|移除|去掉|抹掉|抹去|擦掉)"
_FORGET = re.compile(
    _BEFORE
    + rf"(?:(?:忘掉|忘记(?!了?(?:告诉|说|带|拿|问|跟|和|要))|忘了(?=我(?:的|是|在|有|养|对|喜|爱|住|不)|关于|有关)|别(?:再)?记(?:得|住|着|录)?|(?:不要|不用|不必|停止|取消)(?:再)?(?:记得|记住|记着|记录|记)"
    rf"|{_DROP}(?=.*(?:记忆|记录|说过|提过|那条|这条|信息|记住的|记得的|知道的|保存的))|从{_MEMORY}{_DROP})(?:掉)?(?:关于|有关)?(?P<what>.+)"
    r"|(?P<moved>(?:我|关于|有关|用户|之前|以前|刚才|上次|那条|这条|[\ue200-\ue8ff]).+?)(?:这件事|的事情?|这条|那条|的?记忆|的记录|的信息)?(?:给|都|全|也|就){0,5}"
    rf"(?:可以)?(?:忘掉|忘了|忘记|(?:从{_MEMORY})?{_DROP}))(?:吧|了|好吗|好不好|行吗|吗|呗|啦){{0,8}}$"
)
_CLEARLY_MEANT = re.compile(r"把|将|请|帮我|麻烦|可以|这件事|的事|这条|那条|记忆|关于|有关|都")
_OF_THE_SPEAKER = re.compile(r"我|用户|关于|有关|[说提讲]过|[\ue200-\ue8ff]|之前|以前|刚才|上次")
_UNWANTED = re.compile(
    r"^我?(?:已经|现在|其实){0,5}(?:不想|不希望|不愿意?|不喜欢)(?:让)?(?:你|被)(?:再|一直)?(?:记住|记得|记着|记录|知道|保存|留着)(?:关于|有关)?(?P<what>我.+)$"
)
_POINTING_BACK = re.compile(
    r"^(?P<polite>(?:请你?|帮我|麻烦你?|拜托|你?可以|能不能|能否){0,8})(?P<it>(?:把|将)?(?:这条|这个|这件事|这些|它|那条|上面(?:那|这)条|刚才(?:那|这)条)?)(?:从(?P<memory>"
    + _MEMORY
    + rf"))?(?:给|都|也)?(?:忘掉|忘了|忘记|{_DROP})(?P<after>(?:它|这条|这件事|这个|那条|这些)(?:记忆|记录|信息|内容)?)?(?:吧|了|好吗|好不好|吗|呗){{0,8}}$"
)
_SAID = re.compile(
    r"^(?:我)?(?:之前|以前|刚才|刚刚|上次|昨天|曾经|先前){0,5}(?:我)?(?:跟你|和你|对你)?(?:(?:说|提|讲|告诉你?|记录)(?:(?:过|的|到){1,5}|(?=我))|(?<=[前才刚次天经])说(?=我))(?:的)?(?:那句|那条)?"
)
_TAIL = re.compile(
    r"(?:的)?(?:(?:这|那)?[两二三几]?(?:件|条|个)|这|那)?(?:事情?|记忆|信息|内容|话|记录|说法|一切|所有|全部)?(?:了|吧|给|都)?$"
)
_NOTHING_NAMED = re.compile(
    r"(?:这|那|它|刚才|所有|一切|全部|上面|之前|以上).{0,4}|我(?:说|讲|提)?(?:过)?的?(?:话|一切|所有|全部|东西|内容)?"
)
_REMEMBER = re.compile(
    _BEFORE
    + r"(?:把(?:这个|这条|这件事|下面的?)|你?要|以后|以后请){0,5}(?:记住|牢记住?|记下来?|记一下|存一下|记好|记牢|请记得|帮我记|(?<=要)记得(?=我[^们])|(?<=以后)记得(?=我[^们])|(?:别|不要|不能|不许)(?:再)?(?:忘了|忘记|忘)(?=我[^们]))"
    r"(?:了|一下|着|哦|啊)?(?:[，,:：]|$)?"
)
_REMEMBER_AFTER = re.compile(
    _BEFORE
    + r"(?:也|都|把){0,5}(?:这个|这点|它|这些|这件事|这条)?(?:要|得)?(?:记住|牢记|记下来?|记一下|存一下|记好|别忘了?|不要忘记?了?)(?:了|一下|哦|啊|它|这点|这个|吧){0,5}$"
)
_REQUEST = re.compile(
    r"^(?:请|麻烦){0,5}[你您]?(?:别|不要|不用)(?:再)?记.*(?:好吗|行吗|好不好|可以吗)$|^(?:那|请|麻烦|请问){0,5}(?:你|您)?(?:能不能|可不可以|可以|能否|能)(?:请)?(?:你|帮我|不要|不)?(?:把|将)?(?:.{0,12}?)(?:忘掉|忘了|忘记|删掉|删除|删了|清除|别记|不要记|从记忆|改成|改为|更新|记住(?=我[^的们]))"
)
# 我妈说：忘掉我爱喝茶: what follows are somebody else's words. 话说 and 我跟你说 only open one's own.
_SAYS = re.compile(r"(?P<who>.{1,12}?)(?:(?<![小传学据听游])说|讲|喊|回复|写道|告诉我)(?:道|过|了|的是)?[,，:：]?$")
_SAYS_NOTHING = re.compile(
    r"(?:我|咱们?)(?:[想就再要只得也是刚才先又还直接正式]|跟你|和你|对你|之前|已经){0,4}|[话再或虽按]|(?:老实|总的来|一般来|换句话|换言之|也就是|或者|比如|不用|应该|按理|这么|那么|可以|简单来|听我|跟你|对你|我的|反正|顺便)"
)
_GOES_ON = re.compile(r"^(?:还有|以及|另外|同时|并且|并|也|还|再|顺便){1,3}(?:一起)?")
_JOINED = re.compile(r"(?:、|以及|还有|和|跟|与|也)(?=我(?!们))")
LEAST_PART = 4  # characters of what stands alone: 我吃素 beside something else is left to the whole
_UNKNOWN = re.compile(r"什么|谁|哪|多少|怎么|几(?:个|点|岁|月|号)|为何|为什么|是不是")


@dataclass(frozen=True)
class Wish:
    """`op` with the words it is about, still in the first person ("我喜欢可乐"); `old`, `new` '' when not named."""

    op: str
    old: str = ""
    new: str = ""


def forgotten(text: str) -> str | None:
    """What a clause asks to forget, in the first person; '' when it does not say what, None for no such wish."""
    text = without_opening(text)
    unwanted = _UNWANTED.match(text)
    match = unwanted or _FORGET.match(text)
    if not match or _is_own_forgetting(text) or _ELSEWHERE.search(text):
        return None
    moved = match.groupdict().get("moved")
    if not (_CLEARLY_MEANT.search(text) if moved else _OF_THE_SPEAKER.search(text)):
        return None
    return _meant(moved or match["what"])


def forgotten_before(text: str, before: str) -> str | None:
    """What the words before mean where a clause only points at them: 我说过我爱吃榴莲 + 把这条删了吧."""
    match = _POINTING_BACK.match(without_opening(text))
    if not match or _ELSEWHERE.search(before):
        return None
    opened = without_opening(before)
    unwanted = _UNWANTED.match(opened)
    is_told = bool(unwanted or _SAID.match(opened))
    is_clear = bool(match["memory"] or ((match["it"] or match["after"]) and "我" in opened[:3]))
    if not is_told and not is_clear:
        return None  # 算了，忘了吧
    return _meant(unwanted["what"] if unwanted else opened)


def is_request(text: str) -> bool:
    """A question that asks to do it: 能不能忘掉我失眠的事."""
    return bool(_REQUEST.match(text)) and not _UNKNOWN.search(text)


def without_remember(text: str) -> tuple[str, bool]:
    """The text without a leading "remember", and whether there was one."""
    opened = without_opening(text)
    match = _REMEMBER.match(opened)
    return (opened[match.end() :], True) if match else (text, False)


def asks_to_remember(text: str) -> bool:
    """A closing 记住了 that makes what was said before it a wish."""
    return bool(_REMEMBER_AFTER.match(without_opening(text)))


def quotes_somebody(before: str) -> bool:
    """Whether a clause hands over to somebody else, whose words are no wish of the speaker's."""
    says = _SAYS.fullmatch(without_opening(before))
    return says is not None and not _SAYS_NOTHING.fullmatch(says["who"])


def goes_on(text: str) -> tuple[str, bool]:
    """A clause behind a wish without the connector before it (也…, 还有…), and whether it names a further thing."""
    match = _GOES_ON.match(text)
    rest = text[match.end() :] if match else text
    return rest, bool(match) and rest.startswith("我")


def apart(words: str) -> list[str]:
    """What 和 joins, where each part has the speaker in front: 我喜欢可乐和我住在苏州, not 我和我妈住在一起."""
    parts = _JOINED.split(words)
    return parts if all(len(part) >= LEAST_PART for part in parts) else [words]


def is_about_self(texts: Sequence[str]) -> bool:
    return any("我" in text or text.startswith("用户") for text in texts)


def _is_own_forgetting(text: str) -> bool:
    """我忘了带钥匙, 我想忘掉这段感情: the speaker's own forgetting."""
    return bool(
        re.match(r"我(?:都|也|早|又|差点|总是?|经常|老是?|已经|好像|真的?){0,5}(?:想|要|希望|试着|努力|不会|没|没有|会)?(?:忘|记不)", text)
        and not re.match(r"我(?:想|要|希望)(?:让|请)?你", text)
    )  # fmt: skip


def _meant(words: str) -> str:
    what = words.strip("，,：: ")
    what = re.sub(r"^(?:你(?:记住|记得|记录|知道|保存|存)(?:下来|下)?的)?(?:关于|有关)?", "", what)
    what = _TAIL.sub("", _SAID.sub("", what))
    what = re.sub(r"^(?:关于|有关)", "", what)
    if not what or _NOTHING_NAMED.fullmatch(what):
        return ""
    return what if what.startswith(("我", "用户")) or what[0] >= "\ue200" else f"我{what}"
