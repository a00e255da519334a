"""Whose clause it is: the user's own, that of the user's family, things or company, or somebody else's."""

import re
from dataclasses import dataclass

from engine.embedded.chinese import cues, parts

USER, ATTRIBUTE, KIN, THING, PART = "user", "attribute", "kin", "thing", "part"
COMPANY, NOBODY, OTHER = "company", "nobody", "other"


@dataclass(frozen=True)
class Subject:
    """`label` is how a statement names it (用户, 用户的儿子); `rest` is what is said about it."""

    kind: str
    label: str
    rest: str
    is_plural: bool = False
    is_bare: bool = False


_OPENING = re.compile(
    r"^(?:其实|那个|那么|那就|那|话说回来|话说|对了|说起来|说到这|说实话|老实说|实话说|说真的|讲真|顺便(?:说|问|提|告诉你)一下|顺便|另外|还有就是|还有|不过|但是|但|可是|可(?=我)"
    r"|而且|并且|而(?=我)|所以|因此|因为|由于|既然|然后|于是|接着|嗯+|恩+|呃+|额|哦+|噢|喔|啊+|哇+|唉|哎呀?|哎|嗨|嘿|喂|hi|hello|hey|ok"
    r"|好的|好吧|好啊|行吧|行|是的|是啊|对啊|对呀|对的|没错|可不是|当然可以|当然会|当然啦|当然|确实|的确|毕竟|虽然|尽管|虽说|反正|就是说?(?=我)|主要是|本来|原来是?(?=我)|实际上|事实上|总的来说|总之|最后|首先|其次|再说"
    r"|你好啊?|您好|大家好|早上好|上午好|中午好|下午好|晚上好|早安|晚安|朋友们?|亲爱的|AI伴侣|AI助手|小助手|助手|老师好"
    r"|跟你说|告诉你|我跟你说|和你说|不瞒你说|补充(?:一下|一点)?|更正(?:一下)?|纠正(?:一下)?|自我介绍一下|介绍一下自己|你知道吗?|同时|此外|除此之外|除了这些|比如|例如|作为补充|有一说一|也就是说|换句话说|谢谢|多谢|感谢"
    r"|顺带一提|先说明一下|先声明|说明一下|备注|注意|提醒一下|友情提示|目测|医生(?:说|诊断)(?=我)|体检(?:发现|查出)(?=我)|麻烦你?(?=以后|记)|唯一的是|一方面|另一方面|一来|二来|[的呢吧嘛呀哦、\s])",
    re.IGNORECASE,
)
_WHILE = re.compile(r"^(?:作为|身为)(?:一[名个位])?(?P<role>[^，]{2,12})$")
_TOPIC = re.compile(
    r"^(?P<topic>[一-鿿A-Za-z]{1,6}?)我(?P<verb>(?:是|也|都|从来|一直|很|挺|特别){0,5}(?:不喜欢|不爱|不吃|不喝|过敏|讨厌|喜欢|受不了|熟悉?|不熟悉?|(?:基本|完全)?不会|擅长|不擅长|不懂|不碰|不考虑|没用过|没学过|常用|用得多|吃不了|喝不了|坐不了|受不了|用不了)(?:的)?[了吃喝]?)$"
)
_AHEAD = re.compile(
    r"^(?P<ahead>[\ue100-\ue1fe](?:国庆|五一|春节|元旦|暑假|寒假|假期|夏天|冬天|春天|秋天|早上|上午|中午|下午|晚上|傍晚|凌晨|年底|年初)?|以前|曾经|过去|小时候|周末|工作日|每?(?:周|星期)[一二三四五六日天](?:早上|上午|中午|下午|晚上)?|平时|平常|每[天周月年晚][早晚]?上?|每[天晚早周][^我，]{1,5}[后前]|每个[一-鿿]{1,2}|早上|中午|下午|晚上|有时候?|有空时?|闲暇时?间?|工作之余|业余时间|下班后|睡前|一般|通常|自己|本人|除了[^我]{1,12}|(?:比起|相比|和|跟)[^我]{1,8}?(?:比|相比|比起来)?(?=我更))(?=我)"
)
_COUNTED_KIN = re.compile(r"^(孩子|小孩|娃|女儿|儿子)(?:一共)?有([一两二三四五\d]个)$")
_ME = r"(?:我们全家人?|我们一家人?|我们[俩两]个?|我们自己|我自己|本人|我们|咱们|俺们|我|咱|俺)"
_OTHER_START = re.compile(
    r"^(?:你|您|他|她|它|这|那|大家|别人|有人|人们|有些人|很多人|每个人|谁|对方|某|(?:客户|同事|朋友|老板|领导|同学|室友|老师|邻居|面试官|客服|甲方|乙方|经理|主管|房东|销售)(?:说|问|讲|觉得|反馈|告诉|想|要|在|是|有|那边|跟|让)|小[赵钱孙李周吴郑王陈张刘杨黄林](?![一-鿿]?小)|老[赵钱孙李周吴郑王陈张刘杨黄林]|AI|机器人)"
)
_ALONE = "老大(?=今年|\\d|[一二三四五六七八九十]|上|读|刚)|老二(?=今年|\\d|[一二三四五六七八九十]|上|读|刚)|老三(?=今年|\\d|[一二三四五六七八九十]|上|读|刚)|大宝|二宝|儿子|女儿|老婆|老公|妻子|丈夫|爸爸|妈妈|爸妈|父亲|母亲|爷爷|奶奶|外婆|外公"  # said without "my" they are the speaker's
_WE_MAKE = re.compile(r"^我们(?P<rest>(?:是(?:一?家|做)|主要?做|专门?做|主营|只?卖|生产|专注于?).+)$")
_OUR_PART = re.compile(r"^我们的?(?P<rest>(?:主要|目标)?(?:客户|产品|业务|市场|总部|工厂|办公室|供应商|用户群).+)$")
_KIN = re.compile(
    rf"^(?:{_ME}(?:家)?(?:的)?(?P<count>[两三]个)?(?P<who>(?:{cues.KIN}))|(?P<alone>{_ALONE}))(?!们|家|夫|单位|公司|朋友|同)(?:[\ue200-\ue8ff])?(?P<rest>.*)$"
)
_THING = re.compile(
    rf"^(?:我们|我|咱们?)(?:家)?(?:的)?(?:那[只条辆台])?(?P<who>(?:{cues.PET}|{cues.THINGS}))(?P<rest>.+)$"
)
_OTHERS = re.compile(
    rf"^{_ME}(?:们)?(?:的|大学|高中|初中|小学|前|新|老|好|男(?!朋友|友)|女(?!朋友|友)|有个|有一个|有位|有一位|那个|一个|一位|最好|以前|曾经|公司|部门|隔壁|合租|楼上|楼下|家|身边){{0,5}}"
    rf"(?:{cues.OTHERS})(?!圈|会)"
)
_COMPANY = re.compile(
    rf"^(?:(?P<company>{cues.COMPANY}|(?:公司|单位)(?=刚|已经|要|准备|打算|计划|规定|有|没|在|做|主要|总部|不|只|都|今年|是|用|[\ue100-\ue1fe]))|(?P<team>{cues.TEAM}))(?:的)?(?P<rest>.+)$"
)
_COMPANY_PART = re.compile(
    r"^(?:主要)?(?:客户|总部|产品|业务|办公室|员工|团队|年营收|营收|供应商|目标市场|市场|做|卖|只?卖|主营|专做|工厂|主营)"
)
_HOME = re.compile(
    r"^(?:我们|我|咱们?|俺)家(?:里)?(?P<rest>(?:一共|总共)?(?:有|没有|养|住着|[\d一二两三四五六七八九十]{1,2}口人).*)$"
)
_LIVES = re.compile(r"^(?:我们|我|咱们?|俺)家(?:就)?(?:是)?(?P<rest>(?:住|在).+)$")
ATTRIBUTES = "名字|姓名|大名|英文名|昵称|网名|外号|职业|工作|岗位|职位|职务|行业|年龄|生日|专业|学历|学校|家乡|老家|母语|第一语言|兴趣爱好|爱好|兴趣|特长|长期目标|目标|梦想|理想|愿望|预算|身高|体重|血型|星座|属相|性格|性别|民族|国籍|信仰|MBTI|饮食习惯|习惯|作息|口味|偏好|最爱|经验|时区|操作系统|技术栈|编程语言|收入|月薪|年薪|母校|座驾|编辑器|浏览器|住址|收货地址|地址|上班时间|工作时间|作息时间"
_ATTRIBUTE = re.compile(
    r"^(?:(?:我们?|本人|俺)(?:的|(?!(?:习惯|工作|爱好|偏好|经验|最爱|收入|地址)(?!就?是)))|(?=预算))"
    rf"(?P<name>{ATTRIBUTES})(?P<rest>.+)$"
)
# 我的座驾是高尔夫: any noun can be somebody's attribute, except what belongs to the conversation.
_ANY_ATTRIBUTE = re.compile(
    rf"^(?:我|本人|俺)的(?!.{{0,4}}(?:问题|意思|建议|想法|看法|观点|订单|快递|账|密码|号|原因|理由|感觉|回答|答案|需求|选择|方案|评价|疑问|困惑|话|错|天|印象|理解|心情|烦恼|计划|具体|文章|作品|论文|态度|体会|经历|故事|权限|角色|身份|等级|会员|额度|资格|{cues.OTHERS}))"
    r"(?P<name>[一-鿿A-Za-z]{2,8}?)(?P<rest>(?:就|主要|一直)?(?:是|叫|在|用的是|为)[^，]+)$"
)
_BOSSES = "老板|领导|上司|主管|经理|总监|组长|导师|秘书|助理|对接人|客户经理|负责人|联系人|班主任|合伙人|搭档|医生|教练|律师|会计|法人|CEO|CTO"
# 我们老板姓郑: who stands in which relation to the user is the user's own affair, unlike what these people do.
_RELATION = re.compile(
    rf"^(?:{_ME}|我司)(?:公司|部门|团队)?的?(?P<name>(?:直属|部门|新|大|前|主治|家庭|项目|私人|技术|商务)?(?:{_BOSSES}))"
    rf"(?P<rest>(?:是|叫|姓)(?:[{cues.SURNAMES}][一-鿿]{{0,2}}|[老小阿][{cues.SURNAMES}]|[A-Z][A-Za-z]{{1,12}}))$"
)
_USER = re.compile(rf"^(?P<me>{_ME})(?P<rest>.*)$")


def without_opening(text: str) -> str:
    """The clause without greetings, interjections and connectors before it."""
    while True:
        shorter = _OPENING.sub("", text, count=1)
        if shorter == text:
            return text
        text = shorter


def find(text: str) -> Subject:
    """The subject that a clause names; NOBODY when it names none."""
    text = _reorder(text)
    for pattern, build in _READERS:
        match = pattern.match(text)
        if match:
            return build(match, text)
    return Subject(NOBODY, "", text)


def _reorder(text: str) -> str:
    """Put "I" in front: 昨天我去… → 我昨天去…, 海鲜我不吃 → 我不吃海鲜."""
    text = _COUNTED_KIN.sub(r"我有\2\1", text)
    topic = _TOPIC.match(text)
    if topic and not _AHEAD.match(text):
        verb = topic["verb"].removesuffix("的")
        return f"我对{topic['topic']}{verb}" if verb.endswith("过敏") else f"我{verb}{topic['topic']}"
    moved = ""
    while match := _AHEAD.match(text):
        moved += "" if match["ahead"].startswith(("除了", "自己", "本人")) else match["ahead"]
        text = text[match.end() :]
    me = _USER.match(text) if moved else None
    return f"{me['me']}{moved}{me['rest']}" if me else moved + text


_ROLE_NOBODY = re.compile(
    r"客户|用户|消费者|朋友|普通人|过来人|(?<!负责)(?<!主理)(?<!代理)(?<!经纪)(?<!合伙)(?<!创始)(?<!投资)人$|人类|AI|助手|你|您"
)


def role(text: str) -> str:
    """Whom a lead-in names as the speaker (作为一名老师); '' for what everybody is."""
    match = _WHILE.match(without_opening(text))
    if not match or _ROLE_NOBODY.search(match["role"]):
        return ""
    return re.sub(r"的([妈爸])$", r"的\1\1", match["role"])


def _kin(match: re.Match[str], text: str) -> Subject:
    if (
        re.match(r"的(?!生日|名字|专业|职业|工作)", match["rest"])
        or not match["rest"].strip()
        or match["rest"].startswith(("和", "跟", "与", "、"))
    ):
        return Subject(OTHER, "", text)
    return Subject(
        KIN, f"用户的{match['count'] or ''}{_full(match['who'] or match['alone'])}", match["rest"].removeprefix("的")
    )


def _full(who: str) -> str:
    return who * 2 if who in {"妈", "爸", "哥", "姐", "弟", "妹"} else who


def _thing(match: re.Match[str], _: str) -> Subject:
    return Subject(THING, f"用户的{match['who']}", match["rest"])


def _company(match: re.Match[str], _: str) -> Subject:
    if match["team"]:
        return Subject(COMPANY, "用户所在" + re.sub(r"^(?:我们|咱们?|我)的?|里$", "", match["team"]), match["rest"])
    kind = re.search(r"工厂|厂|店|机构|事务所|工作室", match["company"])
    return Subject(COMPANY, f"用户的{kind[0]}" if kind else "用户所在公司", match["rest"])


_CORPORATE = re.compile(
    r"产线|产能|门店|分公司|客户|供应商|付款|月结|账期|招标|代理商|经销商|营收|起订|[两三]班倒|日均|月均|对公|开票|出货|备货|样品|招人|员工|量产|会员系统|海外版"
)


def _user(match: re.Match[str], _: str) -> Subject:
    is_plural = match["me"] in {"我们", "咱们", "俺们"}
    is_corporate = is_plural and _CORPORATE.search(match["rest"])
    return Subject(
        USER,
        "用户全家" if "家" in match["me"] else "用户所在公司" if is_corporate else "用户",
        match["rest"],
        is_plural=is_plural,
    )


def _part_of_user(match: re.Match[str], _: str) -> Subject:
    return Subject(PART, f"用户的{match['name']}", match["rest"])


def _part(match: re.Match[str], _: str) -> Subject:
    if not match["me"]:
        return Subject(PART, f"用户的{match['name']}", match["rest"], is_bare=True)
    is_company = match["me"] in {"我们", "咱们", "我司", "本公司"} and parts.is_business(match["name"])
    return Subject(PART, f"用户{'所在公司' if is_company else ''}的{match['name']}", match["rest"])


def part_of(owner: Subject, text: str) -> Subject | None:
    """A clause that names only a part of the one spoken of: 我女儿上初二，数学特别差."""
    match = parts.GOES_ON.match(text.removeprefix("的") if owner.kind == COMPANY else text)
    if not match or owner.kind not in {USER, COMPANY, KIN, THING}:
        return None
    return Subject(PART, f"{'用户' if owner.kind == THING else owner.label}的{match['name']}", match["rest"])


_READERS = (
    (_RELATION, _part_of_user),
    (_COMPANY, _company),
    (_WE_MAKE, lambda match, _: Subject(COMPANY, "用户所在公司", match["rest"])),
    (_OUR_PART, lambda match, _: Subject(COMPANY, "用户所在公司", match["rest"])),
    (_KIN, _kin),
    (_OTHERS, lambda _, text: Subject(OTHER, "", text)),
    (_THING, _thing),
    (_ATTRIBUTE, lambda match, _: Subject(ATTRIBUTE, match["name"], match["rest"])),
    (_ANY_ATTRIBUTE, lambda match, _: Subject(ATTRIBUTE, match["name"], match["rest"])),
    (parts.OWNED, _part),
    (_LIVES, lambda match, _: Subject(USER, "用户", re.sub("^(?:就)?在", "住在", match["rest"]))),
    (_HOME, lambda match, _: Subject(THING, "用户家", match["rest"])),
    (_USER, _user),
    (_OTHER_START, lambda _, text: Subject(OTHER, "", text)),
    (parts.ALONE, _part),
    (parts.CHANGED, _part),
)


def continues_company(text: str) -> bool:
    """Whether a clause goes on about the company named before: 客户主要在德国."""
    return bool(_COMPANY_PART.match(text))
