"""Speech made readable before any rule: fillers, topic marks, dialect and idle pointing words come off."""

import re

_FILLER = re.compile(
    r"[呃嗯唔]+|(?:(?<=^)|(?<=[，。！？,\n]))(?:那个|这个|然后呢?|就是说?|怎么说呢|那什么|额+)(?=[，,、])|就是说[，,]?(?=我|咱|俺)"
)
_ME_HERE = re.compile(
    r"(?P<me>我们|咱们|俺们|我|咱|俺)(?:这边儿?|这块儿?|这儿|这个?人|方(?=是|在|想|目前|正|公司|希望|要求|需))(?:的话|呢|嘛|吧|啊)?[，,]?"
)
_TOPIC = re.compile(
    r"(?P<at>^|[，。！!；;\n,])(?:关于|至于)?(?P<me>我们?的?)?(?P<topic>(?!如果|要是|假如|有|没|不|是|你|您|这|那)[一-鿿]{1,5}?)"
    r"(?:(?:这块|这方面|这一块|的?方面|这边)(?:的话|呢|嘛|吧)?|的话(?=[，,一二两三四五有是在就大最不])|[呢嘛吧啊](?=[，,]))[，,、]?(?=[^，,。])"
)
# A topic that goes on as the subject of what follows; any other one only says what the talk is about.
_SUBJECT_TOPIC = re.compile(
    r"预算|身高|体重|工资|收入|房贷|车贷|孩子|小孩|儿子|女儿|老婆|老公|客户|公司|团队|部门|仓库|工厂|产品|系统|账期|口味|作息|英语|血压|血糖"
)
_DIALECT = (
    (re.compile(r"(?<=[我俺咱])系(?=[一-鿿]{1,8}(?:人|嘅|的)(?:$|[，。,\s]))"), "是"),
    (re.compile(r"(?<![一-鿿])搁(?=[一-鿿]{2})"), "在"),
    (re.compile(r"(?P<me>[我俺咱])搁(?=[一-鿿]{2})"), r"\g<me>在"),
    (re.compile(r"钟意"), "喜欢"),
    (re.compile(r"嘅"), "的"),
    (re.compile(r"咱家那口子|我家那口子|我们家那口子|俺家那口子"), "我爱人"),
    (re.compile(r"[我俺]家(?:那位|领导)"), "我爱人"),
    (re.compile(r"(?:我们|我|咱|俺)(?:家)?(?:老大)(?=[一-鿿\d])"), "我家老大"),
)
_IDLE_POINTING = (
    (re.compile(r"(?<=[\ue200-\ue8ff])这(?:个|种)(?=称呼|词|字|名字|叫法|说法)"), ""),
    (re.compile(r"(?<=[一-鿿A-Za-z]{2})(?:那边|这边|那块儿?|那一带|那儿|那头)(?=[了的]?$)"), ""),
    (
        re.compile(r"(?<=[一-鿿A-Za-z]{2})这(?:[条类种个]|一[条类种个块])(?:线路?|行业?|业务|领域|赛道|产品)(?=的?$)"),
        "",
    ),
    (re.compile(r"(?<=[一-鿿A-Za-z]{2})这(?:块|一块|行|一行|方面)(?=的?$)"), ""),
    (re.compile(r"(?<=[一-鿿]{2})那个(?=[一-鿿]{1,4}$)"), "的"),
    (re.compile(r"(?<=[了欢厌感惯爱烦怕恨])(?:那种|这种|那些|那类)(?=.{4,}的)"), ""),
    (re.compile(r"(?<=[一-鿿A-Za-z]{2})(?<![欢厌感惯爱烦怕恨了])(?:这|那)(?:种|类)(?=[一-鿿])"), "类"),
)


def plain(text: str) -> str:
    """A whole message without fillers and topic marks, its dialect words in the common language."""
    text = _ME_HERE.sub(lambda match: match["me"], _FILLER.sub("", text))
    for pattern, common in _DIALECT:
        text = pattern.sub(common, text)
    return _TOPIC.sub(_topic, text)


def _topic(match: re.Match[str]) -> str:
    topic = (match["me"] or "") + match["topic"]
    return match["at"] + (topic if _SUBJECT_TOPIC.search(topic) else f"{match['topic']}，")


def without_idle_pointing(clause: str) -> str:
    """虹口那边 is 虹口, 跑步这种项目 is 跑步类项目: the pointing word says nothing that must be looked up."""
    for pattern, common in _IDLE_POINTING:
        clause = pattern.sub(common, clause)
    return clause
