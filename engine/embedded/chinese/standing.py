"""Standing wishes about how the agent serves the user: 别安排大巴, 坐飞机尽量选过道, 发票抬头开…."""

import re

from engine.embedded.chinese.rules import Found, is_empty

# What an agent does for somebody. Without one of these a 别… is only talk (别担心).
_SERVICE = "推荐|安排|推送|发送|群发|发|打|预约|约|选|订|叫|寄|送|开|联系|提醒|通知|催|回复|回答|回|解释|写|附上|附|列出?|报价|报|加上|加|称呼|排|派|找|放|走|给|用|翻译|总结|转给|转|抄送|展示|显示|输出|标注|标|换算|按|留|举例|打扰|营销"
_NOT = r"(?:千万|尽量|最好|请|也|就|都|再|一定){0,5}(?:别|不要|不用|勿|不必|少)(?:再|总|老|一直){0,5}"
_ASKING = re.compile(
    r"^(?:你们?|您)?(?:能不能|可不可以|能否|可否|可以|能)(?:请)?(?=.{0,6}(?:以后|今后|每次|别|不要|尽量|统一|默认|都))"
)
_POLITE = re.compile(
    r"^(?:(?:所以|因此|那么|那|还有|另外|对了|请问?|麻烦(?:你们?|您)?|劳驾|拜托|希望(?:你们?|您)?|也){1,5})"
)
_LASTS = re.compile(
    r"(?<![点日月年天号])以后|今后|往后|每次|每回|一律|统一|默认|优先|尽量|最好|始终|永远|从现在起|以后都|长期|凡是|只要是|通常|一般(?=[都发给用])"
)
_MOMENT = re.compile(
    r"帮我|一下|这(?!类)|那(?!种)|[你您](?!们?$)|今天|明天|刚才|刚刚|现在|推荐(?:.{0,4})(?:给别人|给客户)|附上链接|http|购买|免费|批准|审批|退款|规则|他|她|它|怎么|什么|[？?]|担心|生气|难过|客气|介意|误会|着急|急|闹|逗|笑|骗|说了|再说|管我|告诉别人|忘了|忘记|想太多|太累|放弃|灰心|放在心上|给自己|加油|不好意思|都是|都有|是不是|加上|末尾|结尾"
)
_NEGATED = re.compile(
    rf"(?P<topic>[^，别不勿少]{{0,14}}?)(?:就|都|也|请|麻烦|一概){{0,5}}(?P<not>{_NOT})(?:给我|向我|跟我|为我|帮我|对我)?(?P<verb>{_SERVICE})(?P<x>[^，]{{0,16}})"
)
_SET = re.compile(
    r"(?:以后的?|今后的?)?(?:我们?的?|公司的?)?(?P<what>发票抬头|抬头|收货地址|收货人|收件人|收件地址|寄件地址|地址|账单|发票|报价单?|合同|资料|文件|报告|快递|样品|邮件标题|邮件|月报|周报|日报|含税价|单价|时间|日期|金额|图表|数字|截图|订单|通知|价格|售后|提醒|方案|文档|物流|会议纪要|纪要|会议|行程|酒店|机票|座位|房间)"
    r"(?:以后|今后|请|麻烦|都|一律|统一|默认|另外?|最好|要|就|尽量){0,5}(?P<how>(?:的?(?:抬头|地址|收件人|标题))?(?:开|写|填|寄|发|走|用|送|列|按|抄送|订|选|给|安排|转|约|定)(?:在|到|成|给|至|为)?[^，了过着]{2,24})"
)
_WANTED = re.compile(
    rf"(?P<when>[^，]{{0,16}}?)(?:请|麻烦|就|都|你们?|您){{0,5}}(?P<how>(?:尽量|最好|优先|统一|一律|默认|始终|每次都?|以后都?|今后都?|都)(?:请|麻烦|再|先|只|能|要){{0,5}}(?:给我|向我|跟我|为我|帮我|对我)?[^，]{{0,6}}?(?:{_SERVICE}|沟通|称呼)[^，]{{0,16}})"
)
_BY_WAY = re.compile(
    r"(?:有事|有问题|平时|以后|一般|的话){0,5}(?:用|发|走)?(?P<way>微信|邮件|邮箱|电话|短信|钉钉|飞书|企微|企业微信|QQ|文字|语音)(?P<how>留言|联系|沟通|说|发|聊|通知|找)?(?:我)?(?:就好|就行|即可|就可以|最好|最方便|优先)了?"
    r"|有(?:什么)?事(?:请|直接)?(?P<only>微信|邮件|短信|钉钉|飞书|企微)"
)
_WHILE_DOING = re.compile(
    r"(?P<do>住酒店|订酒店|坐飞机|坐高铁|坐火车|订票|订机票|订餐|点餐|点外卖|吃饭|出差|聚餐|开会|约会议|买[^，]{1,4}|选[^，]{1,4}|推荐[^，]{1,4})(?:的时候|的话|时)?(?P<how>(?:要|得|必须|只要|只住|只坐|只选|不要|尽量|最好|优先)(?!我|去|来|注意|小心|考虑|看|多|少|先|开|准备|提前|记得|带|做)[^，]{1,14})"
)
_AFTER = re.compile(
    r"(?P<x>[^，]{0,10}(?:点|早上|上午|中午|下午|晚上|周末|工作日|周[一二三四五六日])[^，]{0,5}(?:再|才|之间)?(?:联系|找|通知|打给|回复|提醒)我)"
)
_HOPES = re.compile(
    r"我(?:们)?(?:很|比较|更|还是?|都|只|真的|特别){0,5}(?:希望|想让|要求|想要|需要|喜欢)(?:你们?|您)(?:能够?|可以|以后|每次|都|尽量|在){0,5}(?P<x>[^，]{2,28})"
)
_MY_OWN = re.compile(r"(?<![给向跟为帮对找系知打让复醒])我(?!们?$|的)")  # "I" as the one who does it


def is_request(text: str) -> bool:
    """Whether a question is a polite request: 能不能以后别…."""
    return bool(_ASKING.match(text))


def standing(text: str, *, is_order: bool) -> list[Found]:
    """The wish that a clause expresses, when it is meant for the time to come and not for this one answer."""
    asked = _ASKING.sub("", text)
    text = _POLITE.sub("", asked)
    hoped = _HOPES.fullmatch(text)
    if hoped and not _MOMENT.search(hoped["x"]) and re.search(rf"{_SERVICE}|称呼|叫我|语气|时候", hoped["x"]):
        return _wish(hoped["x"])
    if _MOMENT.search(text) or _MY_OWN.search(text):
        return []
    for read in (_set, _by_way, _while_doing, _negated, _wanted, _after):
        found = read(text, is_order=is_order or asked != text)
        if found:
            return found
    return []


def _set(text: str, *, is_order: bool) -> list[Found]:
    match = _SET.fullmatch(text)
    if not match or not (
        is_order
        or _LASTS.search(text)
        or match["what"].endswith(("抬头", "地址", "含税价", "人"))
        or re.search("请|麻烦", text)
    ):
        return []
    return _wish(f"{match['what']}{match['how']}")


def _negated(text: str, *, is_order: bool) -> list[Found]:
    match = _NEGATED.fullmatch(text)
    if not match:
        return []
    topic, rest = _LASTS.sub("", match["topic"]), match["x"].removesuffix("了")
    if re.search(r"我", topic) or (is_empty(topic) and is_empty(rest)):
        return []
    if not topic and not (is_order or _LASTS.search(text) or len(rest) > 1):
        return []
    verb = f"{'少' if '少' in match['not'] else '不要'}{match['verb']}"
    is_object = (
        topic and is_empty(rest) and not re.search(r"[点后前]$|时候?$|早上|上午|中午|下午|晚上|周末|凌晨|之间", topic)
    )
    return _wish(f"{verb}{topic}" if is_object else f"{topic}{verb}{rest}")


def _wanted(text: str, *, is_order: bool) -> list[Found]:
    match = _WANTED.fullmatch(text)
    if not match or re.search(r"^(?:我|他|她)|觉得|想", match["when"]):
        return []
    is_for_all = match["how"].startswith("都") and is_order
    if not is_for_all and (match["how"].startswith("都") or not _LASTS.search(text)):
        return []
    return _wish(re.sub(r"以后|今后", "", f"{match['when']}{match['how']}"))


def _by_way(text: str, *, is_order: bool) -> list[Found]:
    match = _BY_WAY.fullmatch(text)
    return _wish(f"用{match['way'] or match['only']}{match['how'] or '联系'}") if match else []


def _while_doing(text: str, *, is_order: bool) -> list[Found]:
    match = _WHILE_DOING.fullmatch(text)
    return _wish(f"{match['do']}时{match['how']}") if match else []


def _after(text: str, *, is_order: bool) -> list[Found]:
    match = _AFTER.fullmatch(text)
    return _wish(match["x"]) if match and not re.match(r"我|他|她", text) else []


def _wish(body: str) -> list[Found]:
    body = re.sub(rf"(?:给|向|跟|为|帮|对)我(?={_SERVICE}|再)", "", body)
    body = re.sub(r"^都", "", body)
    body = re.sub(r"我", "自己", re.sub(r"[你您]们?", "", body))
    body = re.sub(r"(?:就行了?|就好了?|就可以了?|即可|好了|吧|了)$", "", body)
    slot = "contact" if re.search(r"联系|通知|打扰|推送|沟通|找自己|发邮件|电话|微信|短信", body) else "service"
    return [Found("user_preference", slot, f"希望{body}")] if len(body) > 2 else []
