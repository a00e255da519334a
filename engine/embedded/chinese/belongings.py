"""Possessions, pets, family, habits, and what is said of them and of the user's company."""

import re
from collections.abc import Iterable

from engine.embedded.chinese import cues
from engine.embedded.chinese.rules import Found, Predicate, Rule, is_empty, is_pointing, rule

_COUNT = r"(?:\d+|[一二两俩三四五六七八九十几])"
_MEASURE = "只|条|辆|台|套|把|架|间|栋|匹|部|家|块|座|艘|所|张|把|盆|缸|对"
_OWNED = re.compile(
    rf"{cues.KIN}|{cues.PET}|{cues.THINGS}|房|车|店|公司|工作室|驾照|证书?|学位|博客|频道|账号|农场|院子|阳台|乐器|钢琴|兄弟|姐妹|兄妹|弟妹|双胞胎|侄|外甥|宠物|贷款|房贷|车贷|副业|纹身|胎|公众号|书房|经验|执照"
)


def _has(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["x"].removesuffix("了")
    counted = match["count"] or ""
    is_thing = re.search(_MEASURE, counted) or _OWNED.search(what)
    if not is_thing or cues.VAGUE_THING.search(what) or is_pointing(what) or predicate.tense == 1:
        return
    if predicate.is_today or re.search(r"[在]$|^(?:点|些|时|关|趣|很|人)|会议|面试|朋友|同事|约", what):
        return
    yield Found("user_fact", "", f"{match['no'] or ''}有{counted}{what}")


def _keeps(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["x"]
    if not is_empty(what) and not is_pointing(what) and not re.search(r"习惯|成|生|老", what[:2]):
        yield Found("user_fact", "", f"{match['done']}{match['count'] or ''}{what}", predicate.time)


_USES = re.compile(r"[A-Za-z]{2,}|苹果|安卓|华为|小米|手机|电脑|笔记本|平板|相机|输入法|浏览器|编辑器|系统|软件|车")
_OFTEN = r"每[天周月年晚][^，有都会]{0,6}|每个(?:月|星期|礼拜|周末|季度|工作日|假期|早上|晚上|[春夏秋冬]天|周[一二三四五六日])|每隔.{1,4}|一(?:天|周|年|个月|个星期)(?=[^，]{0,8}[次回趟遍])|每逢.{1,4}|天天|几乎不|很少|极少|不常|不经常|一般不|基本不|平时不|常年|长年|经常|时常|常常|总是|通常(?=都)|一般(?=都)|平时(?!会)|平常(?!会)|周末(?:都|会|经常|常|一般)|每?(?:周|星期)[一二三四五六日天](?:早上|上午|中午|下午|晚上)?(?=都|要|会|固定)|白天(?=都|基本|一般|通常|没空|不)|周末(?=才|只)|[周每]末(?=去|在|会|陪|带|要|上|学|做|打|看|爱)|早上(?:都|会|习惯)|晚上(?:都|会|习惯)|睡前(?:都|会|习惯)?|从不|从来不|从没|长期|工作日|习惯|有时候?(?=.{0,3}会)|有空(?:就|会|时)|闲暇时?间?(?:都|会)?|隔三差五|偶尔会?"
_NO_HABIT = re.compile(
    r"^(?:都|也|会|就|还){0,5}(?:觉得|感|想(?!办法)|考虑|是|很|有点|不知|听说|发现|怕|担心|忙|累|没|说|问|聊|关注你|为此|因此|因为|沉浸|陷入|遇到|反思|思考|赢不|.*不$|练习一些)|[你您]|一下|一些|^有.*了|过去|回去看看|力不从心|迷茫|沮丧|无助|烧焦|我"
)


def _habit(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    often, what = match["often"], match["x"].removesuffix("了")
    if predicate.tense == 1 or predicate.is_today or is_empty(what) or is_pointing(what) or _NO_HABIT.search(what):
        return
    if len(what) < 2 or (re.search(r"[的吗呢]$", what) and not what.endswith("的吧")):
        return
    if how := re.match(r"(?:也|都|还)?(?=经常|常常|总是|每[天周月年]|从不|很少)", what):
        often, what = "", what[how.end() :]
    often = re.sub(r"^(?:平常|一般|通常)(?:都|会)?$", "平时", often)
    yield Found("user_fact", "", f"{often}{what}", "" if predicate.is_vague and "习惯" in often else predicate.time)


_TOOL = re.compile(r"(?:平时|一直|主要|都|现在|工作中|日常){0,5}(?:在|是)?(?:用|使用)(?:的是?|着)?(?P<x>[^，]{2,20})")


def _tool(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["x"]
    if (
        _USES.search(what)
        and not is_pointing(what)
        and not predicate.is_today
        and not re.search(r"登录|登陆|了$|过|验证|是.*的$", what)
    ):
        yield Found("user_fact", "", f"使用{what}")


BELONGINGS: tuple[Rule, ...] = (
    Rule(
        re.compile(
            rf"{cues.FILLER}(?P<done>养着?了?|领养了|收养了)(?P<count>{_COUNT}?(?:{_MEASURE}|个))?(?P<x>[^，]{{1,16}})"
        ),
        _keeps,
    ),
    Rule(
        re.compile(
            rf"{cues.FILLER}(?:家里?|家|名下|手[上里])?(?:已经|现在)?(?P<no>没|还没)?(?:有|育有)(?:了)?(?P<count>{_COUNT}?(?:{_MEASURE}|个|位|本|份))?(?P<x>[^，]{{1,20}})"
        ),
        _has,
    ),
    rule(
        r"(?:现在|平时)?开(?:的是|着)?(?:一?[辆台])?(?P<x>(?<=开的是)[^，]{2,10}|(?<=的是一辆)[^，]{2,10}|[^，会]{1,10}车|特斯拉.{0,8}|比亚迪.{0,6}|丰田.{0,6}|本田.{0,6}|大众.{0,6}|宝马.{0,6}|奔驰.{0,6}|奥迪.{0,6}|蔚来.{0,6}|理想L?\d?|小鹏.{0,4})",
        "user_fact",
        "开{x}",
    ),
    rule(
        r"(?P<x>戴(?:着)?(?:眼镜|助听器|隐形眼镜|牙套)|(?:信仰?|信)(?:佛教?|基督教?|天主教|伊斯兰教|道教)|独居|一个人住|(?:是)?一个人生活|(?:跟|和)(?:父母|家人|室友|男友|女友|男朋友|女朋友|老公|老婆|爸妈)(?:一起)?(?:住|合租|住在一起))(?:的)?",
        "user_fact",
        "{x}",
    ),
    rule(r"(?:是)?(?P<x>左撇子|夜猫子|早起型|吃货|猫奴|球迷|果粉|车迷|二次元)", "user_fact", "是{x}"),
    rule(
        r"(?:平时|每天|都|现在){0,5}(?P<x>(?:一般|通常)?上(?:夜班|早班|晚班|白班|中班)|(?:一般|通常)?(?:早上|晚上|夜里|凌晨|半夜)?(?:一般|通常|都)?[\d一二三四五六七八九十两]{1,3}点半?(?:才|就|左右){0,5}(?:睡觉?|起床?|下班|上班)|(?:周|星期)[一二三四五六日天][到至](?:周|星期)?[一二三四五六日天](?:上班|工作)|双休|单休|大小周)",
        "user_fact",
        "{x}",
    ),
    Rule(_TOOL, _tool),
    rule(r"有(?P<x>[^，]{2,10}的习惯)", "user_fact", "有{x}"),
    rule(
        r"(?P<x>(?:会|(?:很|特别|挺|比较)?能)(?:开车|游泳|编程|写代码|做饭|做菜|骑车|滑雪|跳舞|下棋|喝酒|吃辣|熬夜|[弹拉]一?点?[^，了]{1,6}|一点[^，了]{1,6}|一些[^，了]{1,6}))(?:的)?",
        "user_fact",
        "{x}",
    ),
    Rule(re.compile(rf"{cues.FILLER}(?P<often>(?:{_OFTEN}))(?P<x>[^，]{{2,36}})"), _habit),
)

_KIN_MORE: tuple[Rule, ...] = (
    rule(
        r"(?:刚|已经|就|要|快){0,5}(?P<x>(?:上|读|念|在读|在上)(?:博士?|研究生|硕士?|本科|小学|初中|高中|大学|幼儿园|中学|[一二三四五六]年级|[大高初研博小][一二三四五六])[^，]{0,8}?)了?",
        "user_fact",
        "{x}",
        dated=True,
    ),
    rule(
        r"(?P<x>(?:刚|已经|也)?(?:考上|考入|毕业|高考|中考|考研|结婚|出生|去世|退休|怀孕|离婚|住院|出国|留学)了?[^，]{0,14})",
        "user_fact",
        "{x}",
        dated=True,
    ),
    rule(
        r"(?:刚|才|已经){0,5}满?(?P<x>周岁)(?:了)?",
        "user_fact",
        "满{x}",
        dated=True,
    ),
    rule(
        r"(?P<x>(?:刚|才|已经)?(?:满月|周岁|[\d一二两三四五六七八九十]{1,3}个(?:多)?月))(?:大)?了?",
        "user_fact",
        "{x}大",
        dated=True,
    ),
    rule(r"(?:也|都)?(?P<x>(?:会|能)(?:说|弹|拉|跳|画|游泳)[^，]{1,10})", "user_fact", "{x}"),
    rule(r"(?P<x>(?:是|叫)[^，]{1,14})", "user_fact", "{x}"),
    rule(r"(?P<x>(?:在)[^，]{1,14}(?:工作|上班|读书|上学|当[^，]{2,6}|做[^，]{2,6}|住))", "user_fact", "{x}"),
    rule(
        r"(?P<x>(?:今年)?(?:刚|才|快|已经)?[\d一二两三四五六七八九十]{1,3}岁(?:半)?)了?", "user_fact", "{x}", dated=True
    ),
    rule(r"(?P<x>\d{1,2}月\d{1,2}[日号]?(?:生日|出生|生的|过生日))", "user_fact", "{x}"),
    rule(r"(?:的)?生日(?:是|在)(?P<x>[^，]{3,12})", "user_fact", "的生日是{x}"),
)
_COMPANY_RULES: tuple[Rule, ...] = (
    rule(
        r"(?:的)?(?P<x>(?:年度?|每[月年])?预算[^，]*(?:\d|[一二两三四五六七八九十百千]+[百千万亿])[^，]{0,8})",
        "user_constraint",
        "的{x}",
        "company_budget",
    ),
    rule(
        r"(?:主要|一直|目前){0,5}(?:是)?(?!一?家.*(?:公司|企业|厂|店|机构)$)(?:一?家)?(?:专门)?(?:做|从事|经营|生产|销售|卖|主营|专注于?|研发|开发|提供)(?!给)(?:的(?:主要)?[有是])?(?P<x>[^，了]{1,24}?)(?:的|这块|方面的?|业务)?",
        "user_profile",
        "做{x}",
        "company_business",
    ),
    rule(
        r"(?P<x>(?:主要|一般|大多|都){0,5}(?:卖给|供给|供应给?|提供给|面向|服务于?|发给|销往|出口到)[^，了]{2,20}?)(?:的)?",
        "user_profile",
        "{x}",
        "company_customers",
    ),
    rule(r"(?P<x>(?:的)?(?:主要)?客户[^，]{2,24})", "user_profile", "的{x}", "company_customers"),
    rule(
        r"(?:的)?(?P<x>(?:总部|办公室|工厂|办公地点)(?:就|位于|设|开|搬)?(?:在|到了?)[^，]{2,14}|位于[^，]{2,14}|(?:就)?(?:开|设|搬)?(?:在|到了?)"
        + "(?:"
        + cues.PLACES
        + ")(?![裁招做开卖])[一-鿿]{0,6}"
        + r")",
        "user_profile",
        "{x}",
        "company_location",
    ),
    rule(
        r"(?:一共|总共|大概|现在|目前|才|只|差不多|里|已经|扩[大充张招]?到了?|增加到了?|缩减到了?|裁到了?){0,5}有?(?P<x>[\d一二两三四五六七八九十百千几]{1,5}(?:多|来)?(?:个|名|号)?(?:人|员工)[^，了]{0,6})了?",
        "user_profile",
        "有{x}",
        "company_size",
    ),
    rule(r"(?:名字)?(?:就)?叫(?:做)?(?P<x>[一-鿿A-Za-z\d]{2,16})", "user_profile", "叫{x}", "employer"),
    rule(r"(?P<x>(?:都|统一|一直|内部)?(?:不|只|不准|禁止)?(?:用|使用|采用)[^，]{2,20})", "user_fact", "{x}"),
    rule(
        r"(?P<x>(?:成立于|创立于)[^，]{1,12}|(?:全面|已经|都){0,5}(?:换成|改用|迁移?到|切换到|换到)了?[^，]{2,14}?(?=了?$)|(?:年)?(?:营收|营业额|销售额)[^，]{2,14}|(?:计划|准备|打算|正在)[^，]{2,24})",
        "user_fact",
        "{x}",
        dated=True,
    ),
    rule(
        r"(?P<x>(?:产品|业务|员工|团队|目标市场|市场|供应商)(?:主要|都|大多|大部分)?(?:是|在|来自|面向|销往|出口到?|用)[^，]{2,20})",
        "user_profile",
        "的{x}",
        "company_business",
    ),
    rule(
        r"(?:是)(?P<x>(?:一?家|一个)?[^，]{2,18}(?:公司|企业|机构|工厂|工作室|团队|单位|银行|医院|学校|平台))",
        "user_profile",
        "是{x}",
        "company_kind",
    ),
    rule(
        r"(?:的)?(?P<x>(?:预算|规模|周期|要求|规定|政策|流程|制度)(?:是|为|要求|不能|必须|都)[^，]{2,24})",
        "user_fact",
        "的{x}",
    ),
)
_THING_RULES: tuple[Rule, ...] = (
    rule(r"(?:其中|还有|另外?){0,5}(?P<x>[一两二三][只条](?:叫|是)[^，]{1,8})", "user_fact", "有{x}"),
    rule(r"(?P<x>(?:名字)?(?:是|叫)[^，]{1,14})", "user_fact", "{x}"),
    rule(
        r"(?:今年|已经|快|才){0,5}(?P<x>[\d一二两三四五六七八九十]{1,3}(?:岁|个月)(?:大|半)?)了?",
        "user_fact",
        "{x}",
        dated=True,
    ),
    rule(
        r"(?:里)?(?P<x>(?:一共|总共)?(?:有|住着|没有|养着?了?)[^，]{2,16}|[\d一二两三四五六七八九十]{1,2}口人|(?:住|位于|在)[^，]{2,16})",
        "user_fact",
        "{x}",
    ),
    rule(
        r"(?P<x>(?:最近|昨天|刚)?(?:坏了|丢了|卖了|生病了|去世了|生了[^，]{1,8}|做了?绝育[^，]{0,4}|走丢了|被偷了))",
        "user_fact",
        "{x}",
        dated=True,
    ),
    rule(r"(?P<x>(?:很|非常|特别)?(?:喜欢|爱|不吃|只吃|怕|对)[^，]{1,12}|用的是[^，]{2,14})", "user_fact", "{x}"),
)


KIN, COMPANY, THING = _KIN_MORE, _COMPANY_RULES, _THING_RULES
