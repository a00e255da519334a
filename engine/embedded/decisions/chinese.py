"""A confirmed Chinese passage as short statements: what was decided, agreed or planned, and who does what next."""

import re
from collections.abc import Iterator

from engine.embedded.chinese import cues
from engine.embedded.decisions.draft import ACTION, CONSTRAINT, DECISION, PLAN, Draft, Settled
from engine.text import confirmation, passages

LONGEST = 120

_POLITE = re.compile(
    r"(?:好的?|嗯+|行|没问题|收到|明白了?|了解了?|当然|很好|太好了|可以|是的|对的?|OK|ok|感谢\S*|谢谢\S*|辛苦了)[呀啊哦呢的吧]*(?:[，,！!。 ]+|$)"
)
_WE = r"(?:我们|咱们|双方|各方|大家|团队|项目组|小组|会议?上|会议(?!室|纪要))"
_ADVERBS = r"(?:已经?|现已|现在|最终|最后|一致|正式|共同|都|也|就|便|再次|明确|今天|刚刚?|经过?[^，]{0,6}(?:讨论|沟通|协商|评估|商量)后?|讨论后?|(?:和|与|跟)[^，]{1,8}?(?=[确商约谈达说])|先|再)*"
_SETTLED = re.compile(
    rf"(?:那么?|所以|因此|综上(?:所述)?|好)?{_WE}?{_ADVERBS}{_WE}?{_ADVERBS}"
    r"(?:确认|决定|确定|敲定|商定|约定|同意|已经?明确|(?:达成(?:了)?|协商|商量)(?:一致|共识)|定稿|拍板|谈妥|[说讲谈]好)(?:了|一下|如下|好)*(?:的?(?:最终)?(?:结论|方案|结果|安排|分工)(?:[是为]|(?=$)))?(?:要(?!求)|将(?!来)|(?<![一-鿿]开)会(?!议|员|场|展))?(?P<rest>.*)"
)
_CONCLUDED = re.compile(
    r"(?:最终|最后)的?(?:结论|方案|决定|结果|选择|意见)(?:如下|[是为])?(?P<rest>.*)|(?:会议|评审|评估|讨论|沟通|协商|本次|今天的?)?(?:结论|方案|决定)(?:已?定稿|如下|已定|[是为])?(?P<none>$)|[^，。]{0,10}(?:的事情?)?就(?:这么|这样)定了?(?P<nothing>$)"
)
_THING_DECIDES = re.compile(
    r"(?P<topic>[^，。：:]{2,14}?)(?:最终|最后|已经?|一致)*(?:决定|商定|同意)(?P<rest>(?:采用|改用|选用|使用|定为|定在|改为|改到|换成|交给|由|不).+)"
)
_NEXT = re.compile(
    r"(?:那么?|我们)?(?:的)?下一步的?(?:计划|行动|安排|工作|任务)?(?:如下|[是为]|将(?=由)|就|将|会|要)?(?P<rest>.*)"
)
_GO_ON = re.compile(
    r"(?:那么?|所以|因此|并且|同时|而且|另外|此外|以后|今后|其中|并|且|而|也|还|再|然后|接着|随后|(?:我们|咱们|双方|大家)(?:会(?!议)|将|要)?|最终|最后|正式|一致|已经?|现已|就(?!业|餐|医|是))"
)
_TOPIC_SETTLED = re.compile(
    r"(?P<topic>(?![和与跟同])[^，。：:]{2,14}?)的?(?:已经?|现已|也|都|均|正式|最终|现在|全部)*(?:确认|确定|敲定|定稿|定下来?|谈妥|通过|商定|明确)(?:了|下来|如下|好|无误|完毕)*"
)

_HOW = r"(?:全部|统一|都|均|也|将|(?<![周例晚开机社协大年班])会|已经?|最终|正式|就|仍然?|继续|则|一律)*"
_CHOSEN = r"采用|采纳|选用|选定|选择|使用|改用|改为|改成|改到|改在|换成|换为|迁移?[到至]|升级[到至为]|切换[到为]|(?:确认|确定|敲定|商定|约定)[为在于]|定为|定在|定于|设为|设定为|设在|(?:安排|预订|预定|订|放|保存|存放)在|部署[在到于]|托管在|命名为|调整[为到]|推迟到|提前到|延期?到|延长[到至]|缩短[到为至]|提高到|降低?到|用的?是|用|选|走|不再(?:使用|采用|支持)|不(?:采用|使用|用|选)"
_OF_THING = re.compile(rf"(?P<thing>[^，。：:]{{1,16}}?)(?P<how>{_HOW})(?P<verb>{_CHOSEN}|叫|[为是])\s*(?P<value>\S.*)")
_BY_THE_BOOK = re.compile(r"(?P<thing>[^，。：:]{0,16}?)就?按照?\s*(?P<value>\S.{0,40}?)(?:来|走|办|执行|进行|做|实施)")
_BARE_CHOICE = re.compile(
    rf"{_HOW}(?P<verb>{_CHOSEN}|启用|引入|放弃|停用|取消|保留|废弃|购买|租用|合并|拆分|统一为|上线|下线|签|聘用|委托)\s*(?P<value>\S.*)"
)
_AS = re.compile(
    r"(?:采用|选定|选用|选择|使用|用|以)\s*(?P<value>[^，\s][^，]{0,30}?)\s*(?:来?作为?|当作?|为)(?P<thing>[^，]{1,14})"
)
_RULE = re.compile(
    r"必须|须(?=在|于|经|由|先|提)|不得|不能|不可以?|不许|禁止|严禁|一律|只能|仅限|不(?:超过|少于|低于|高于|晚于|早于)|上限|下限|至少|最多|最晚|最迟|都[要得]|需要?(?=先|经|由|在|提前|审)|务必|才能|方可"
)
_WHEN = re.compile(
    r"\d{1,2}月\d{0,2}|\d{1,2}[日号](?!楼|线|机)|(?:每|本|这|下)?(?:周|星期|礼拜)[一二三四五六日天末]|[今明后]天|[今明]晚|下周|本周|下?个?月[底初中]|年底|[上下]午|[一二三四五六七八九十\d]{1,3}[点时](?![间候])|\d{1,2}[:：]\d{2}|第[一二三四五六七八九十\d]{1,2}[天周步期]|第[一二三四五六七八九十\d]{1,2}阶段|\d{4}年|[一二三四五六七八九十]{1,3}月(?:[一二三四五六七八九十]{1,3}[日号])?"
)
# Who can be told from a thing: people by surname or title, and those who act for somebody.
_SOMEBODY = rf"(?:[{cues.SURNAMES}][一-鿿]{{1,2}}?|[小老阿][一-鿿]{{1,2}}?|[{cues.SURNAMES}](?:工|总|姐|哥|经理|老师|主任|医生)|[一-鿿]{{0,4}}(?:[部组方]|团队|经理|主管|[师员]|同事|负责人|财务|法务|运维|前端|后端|客服)|[A-Z][A-Za-z]{{1,15}}|我们?|[您你双]方?)"
_DOER = re.compile(
    rf"(?:由(?P<by>[一-鿿A-Za-z]{{1,6}}?)|(?P<who>{_SOMEBODY}))(?:[在于][^，]{{1,10}}?前)?(?:会|将|来|再|先|去|要)*(?:负责|牵头|跟进|对接|会|将|来|联系|准备|提交|提供|发送|发给|整理|完成|购买|采购|支付|检查|审核|编写|起草|设计|开发|测试|预订|通知|汇总|上传|更新|修改|安排|组织|主持|验收|安装|维护|承担)(?P<rest>.{{1,60}})"
    r"|(?P<any>[一-鿿]{2,5}?)(?:负责|牵头|跟进|对接)(?P<what>.{1,60})"
)
# A plain clause under a clear confirmation: somebody or something does or gets something, with nothing argued or praised.
_DOES = re.compile(
    r".{1,12}?(?:[铺刷放寄运搬接派招聘买做学练讲飞去住走开停启扣罚付收交发送写画建拆装换移租卖投播检审测修补拍贴挂登记分减加升降延缩留取领退缴]|暂停|恢复|保留|取消|归|参加|举办|支持|提供|覆盖|包含|控制|按照?|结算|执行|生效|结束|开始|轮流|负责)"
)
_ARGUES = re.compile(
    r"更|很|非常|比较|十分|最好|因为|所以|这样|因此|可以|能够?|就能|会让|使得?|如果|才|却|虽然|尽管|毕竟|其实|总是|往往|一般|通常|需要|应当|应该|值得|难|容易|的话|以便|从而|有助|的$|过[的了]"
)
# 把交货期延到六月底: the thing first.
_MOVED = re.compile(
    r"^[把将](?P<thing>[^，]{1,14}?)(?P<move>(?:延长?|缩短|推迟|提前|改|换|调整?|设|定|提高|降低?|迁移?|升级|增加|减少)[到为成至])(?P<value>\S.*)$"
)
_IN_ORDER = re.compile(r"(?:先|之后|随后|最后|第[一二三四五]步?)[^，]{2,}")
_PLANNED = re.compile(r"计划|方案|安排|行程|日程|时间表|步骤|排期|下一步|阶段|流程")
_PRAISES = re.compile(r"更|很|越来越|顺利|好的?$")
_PLANNED_NEXT = re.compile(r"计划|安排|分工|行动")
_AFTERWARDS = re.compile(r"^[^，]{1,8}?(?:之后|以后|后)(?=[我您你由])")
_TALKS = re.compile(r"讲解|解释|介绍|说明|分析|回答|举例|陪[您你]|聊|尽力|努力|帮[您你助]")
_POINTS = re.compile(
    r"^(?:[这那它他她哪此其该]|以上|上述|前者|后者|一切|所有的?一切|生活|人生|自己|什么|有)|[他她它]们?|自己|前者|后者|上述|以上|视$|(?<![一-鿿])这|[这那](?:个|种|样|些|是|一)|该(?:方案|做法)|此(?:方案|事)|什么|怎么|如何|……|\.\.\."
)
_FOREIGN = re.compile(
    r"(?<![A-Za-z])(?:i|we|you|me|us|my|our|your|it|today|tomorrow|tonight|yesterday)(?![A-Za-z])", re.IGNORECASE
)
_ENDING = re.compile(r"[吧了哦啦呀啊呢即可哈]*[。！!~～\s]*$")
_CHOICE_WORD = re.compile(r"采用|使用|定为|改为|选用")
_WEAK_TOPIC = re.compile(r"^(?:以上|上述|接下来|分工|这[些个]|事情|方案|结论|内容|一切|全部|计划|下一步)")
_FEELING = re.compile(
    r"开心|快乐|高兴|幸福|美好|加油|努力|相信|祝|希望|感谢|喜欢|成功|有趣|精彩|优秀|坚强|重要|有用|适合|正确|明智|不错"
)


def read(settled: Settled) -> Iterator[Draft]:
    """The statements of a passage; what names nothing, feels or points elsewhere is left out."""
    topic, is_next = _lead(settled.lead)
    is_planned = bool(_PLANNED_NEXT.search(settled.lead or settled.text))
    for clause in _said(settled):
        if confirmation.supposes(clause):
            return
        if confirmation.is_unsure(clause):
            continue
        rest, its_topic, goes_next = _opened(clause)
        topic, is_next = its_topic or topic, is_next or goes_next
        for part in _split(rest):
            draft = (
                _step(part, is_planned=is_planned) if is_next else _draft(part, topic, is_plain=not settled.is_beside)
            )
            if draft is not None and _is_fit(draft.content):
                if found := _OF_THING.fullmatch(part):
                    topic = topic if found["verb"] in "为是叫" else ""
                yield draft


def _said(settled: Settled) -> tuple[str, ...]:
    """The clauses that stand confirmed: from the one with the cue on, or before it when that says nothing itself."""
    if settled.cue is None:
        return settled.clauses
    cue = settled.clauses[settled.cue]
    if settled.cue and confirmation.is_bare(passages.Passage(cue)):
        return settled.clauses
    return settled.clauses[settled.cue :]


def _lead(lead: str) -> tuple[str, bool]:
    if not lead:
        return "", False
    if _NEXT.fullmatch(lead):
        return "", True
    found = _TOPIC_SETTLED.fullmatch(lead)
    return (found["topic"] if found and not _WEAK_TOPIC.match(found["topic"]) else ""), False


def _opened(clause: str) -> tuple[str, str, bool]:
    """The clause without what only says that it is settled; the thing that it says so of; whether it is a next step."""
    text = clause
    polite = _POLITE.match(text)
    text = text[polite.end() :] if polite else text
    if not text or confirmation.is_bare(passages.Passage(text)):
        return "", "", False
    goes_next = _NEXT.fullmatch(text)
    if goes_next:
        return goes_next["rest"], "", True
    for pattern in (_SETTLED, _CONCLUDED, _THING_DECIDES):
        if found := pattern.fullmatch(text):
            return found["rest"] or "", found.groupdict().get("topic") or "", False
    if (found := _TOPIC_SETTLED.fullmatch(text)) and not _CHOICE_WORD.search(found["topic"]):
        topic = _without_go_on(found["topic"])
        return "", "" if _WEAK_TOPIC.match(topic) else topic, False
    return text, "", False


def _without_go_on(text: str) -> str:
    while found := _GO_ON.match(text):
        text = text[found.end() :]
    return text


def _split(rest: str) -> list[str]:
    """The parts of an enumeration that are clauses of their own: 缓存用 Redis、队列用 Kafka."""
    text = _ENDING.sub("", _without_go_on(rest.strip())).strip()
    text = _MOVED.sub(r"\g<thing>\g<move>\g<value>", text)
    parts = [part for part in re.split(r"[、和](?=[^、和]{1,10}(?:采用|用|改为|定为|选用|使用|为))", text) if part]
    whole = [part for part in parts if _OF_THING.fullmatch(part)]
    return parts if len(whole) == len(parts) else [text] if text else []


def _step(part: str, *, is_planned: bool) -> Draft | None:
    """A next step: by somebody, at a time, or in a list that is called a plan. Others are steps of an explanation."""
    if _TALKS.search(part) or _PRAISES.search(part) or len(part) < 4:
        return None
    part = _AFTERWARDS.sub("", part).removeprefix("由")
    doer = _DOER.fullmatch(part) or re.match(r"[我您你](?!们|可以|需要)", part)
    is_ours = doer is not None and not part.startswith(("我们", "双方", "咱们"))
    return (
        Draft(ACTION, _third_person(part.removeprefix("由"))) if is_ours or is_planned or _WHEN.search(part) else None
    )


def _draft(part: str, topic: str, *, is_plain: bool) -> Draft | None:
    doer = _DOER.fullmatch(part)
    if _RULE.search(part) and not doer:
        return _rule(part, topic)
    if doer:
        return None if _TALKS.search(part) else Draft(ACTION, _third_person(part.removeprefix("由")))
    return _choice(part, topic) or _plan(part, topic) or (_plain(part, topic) if is_plain else None)


def _rule(part: str, topic: str) -> Draft | None:
    if re.match(r"必须|须(?=在|于|经|由|先|提)|不得|不能|不可|禁止|严禁|只能|至少|最多|最晚|最迟|不超过|不少于", part):
        return Draft(CONSTRAINT, f"{topic}{_third_person(part)}") if topic else None
    return Draft(CONSTRAINT, _third_person(part))


def _choice(part: str, topic: str) -> Draft | None:
    if found := _AS.fullmatch(part):
        return Draft(DECISION, f"{found['thing']}采用{_third_person(_spaced(found['value']))}")
    if found := _BY_THE_BOOK.fullmatch(part):
        return Draft(DECISION, f"{_owned(found['thing']) or topic}采用{_third_person(_spaced(found['value']))}")
    if found := _BARE_CHOICE.fullmatch(part):
        return Draft(DECISION, f"{topic}{found['verb']}{_third_person(_spaced(found['value'].removeprefix('了')))}")
    found = _OF_THING.fullmatch(part)
    if not found:
        return None
    thing = _owned(found["thing"])
    if not thing or _POINTS.search(thing) or re.search(r"[了后着吗]$|[您你我]", thing):
        return None
    is_dated = found["verb"] in "为是" and _WHEN.search(found["value"])
    return Draft(
        PLAN if is_dated and _PLANNED.search(thing) else DECISION,
        f"{thing}{found['verb']}{_third_person(_spaced(found['value']))}",
    )


def _plan(part: str, topic: str) -> Draft | None:
    is_dated = bool(_WHEN.search(part)) and len(_WHEN.sub("", part)) > 1
    if not is_dated and not (_PLANNED.search(topic) and _IN_ORDER.fullmatch(part)):
        return None
    said = _third_person(part)
    return Draft(PLAN, f"{topic}：{said}" if topic else said)


def _plain(part: str, topic: str) -> Draft | None:
    if not 4 <= len(part) <= 30 or _ARGUES.search(part) or not _DOES.match(part) or re.match(r"[您你我]", part):
        return None
    is_denial, said = part.startswith(("不", "暂不")), _third_person(part)
    return Draft(DECISION, f"{topic}{said}" if is_denial else said) if topic or not is_denial else None


def _owned(thing: str) -> str:
    return re.sub(r"^(?:我们|咱们)的?", "", _without_go_on(thing.strip()))


def _spaced(value: str) -> str:
    value = value.strip()
    return value if value.startswith(" ") else f" {value}" if value[:1].isascii() and value[:1].isalpha() else value


def _third_person(text: str) -> str:
    text = re.sub(r"^(?:我们|咱们)(?:会|将|要)?", "", text)
    text = re.sub(r"我们|咱们", "双方", text)
    return re.sub(r"[您你](?:们)?", "用户", re.sub(r"(?<!自)我", "助手", text))


def _is_fit(content: str) -> bool:
    return (
        4 <= len(content) <= LONGEST
        and not _POINTS.search(content)
        and not _FOREIGN.search(content)
        and not _FEELING.search(content)
        and "…" not in content
    )
