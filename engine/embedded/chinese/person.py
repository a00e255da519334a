"""Who somebody is: name, age, home, work and languages."""

import re
from collections.abc import Iterable

from engine.embedded.chinese import cues
from engine.embedded.chinese.rules import Found, Predicate, Rule, is_empty, is_pointing, rule
from engine.embedded.chinese.schooling import SCHOOLING

NAME = r"(?!我|了|外卖|车|人|上|来|什么|不|一|个|他|她)(?:[一-鿿·]{2,5}|[A-Za-z][A-Za-z .'-]{1,30})"
_NO_NAME_END = "人座子员师生迷控族党型粉者手家长妈爸友工商民军医警"
_NUMBER = r"(?:\d{1,3}|[一二三四五六七八九十两]{1,3})"
_WORK = "工作|上班|任职|就职|打工|供职|干活|从业"
_VAGUE_PLACE = re.compile(
    r"^(?:家|外面|路上|公司|单位|学校|当前公司|目前.*|同一.*|一家公司|一个公司|现在.*|当前.*|.{0,2}地方|一起)$"
)


def _name(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    name = match["x"].strip()
    is_introduced = predicate.greets and name[0] in cues.SURNAMES and len(name) <= 3 and name[-1] not in _NO_NAME_END
    if is_introduced:
        yield Found("user_profile", "name", f"叫{name}")


def _age(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if match["unit"] or predicate.time:
        yield Found("user_profile", "age", f"{match['x']}岁", predicate.time)


def _home(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    place = match["x"]
    if not is_empty(place) and not _VAGUE_PLACE.match(place) and predicate.tense < 1:
        yield Found("user_profile", "location", f"住在{place}")


def _moved(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if is_empty(match["x"]) or predicate.tense == 1:
        return
    origin = (match["with"] or "") + (match["from"] or "")
    yield Found("user_profile", "location", f"{origin}搬到了{match['x'].removesuffix('住')}", predicate.time)


def _works_in(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    place = match["x"]
    if _VAGUE_PLACE.match(place) or is_pointing(place) or predicate.tense == 1 or predicate.is_today:
        return
    is_place = re.fullmatch(rf"{cues.PLACE}|(?:{cues.PLACES})[一-鿿]{{1,2}}", place)
    yield Found("user_profile", "work_location" if is_place else "employer", f"在{place}工作")


def _works_as(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    place, job = match["x"], match["job"]
    if is_pointing(place) or is_pointing(job) or predicate.tense == 1:
        return
    if _VAGUE_PLACE.match(place) or re.fullmatch(cues.PLACE, place):
        yield Found("user_profile", "occupation", f"在{place}{match['verb']}{job}")
        return
    yield Found("user_profile", "employer", f"在{place}工作")
    is_field = match["verb"] == "做" and re.fullmatch(rf".{{0,6}}(?:{cues.FIELD})", job)
    yield Found("user_profile", "occupation", f"{'做' if is_field else '是'}{job}")


def _hometown(match: re.Match[str], _: Predicate) -> Iterable[Found]:
    yield Found("user_profile", "hometown", f"是{match['x']}人")


def _one_of(match: re.Match[str], _: Predicate) -> Iterable[Found]:
    what = match["x"]
    if not is_pointing(what) and not re.search(
        r"^(?:第|来|为了|说|想|因为|在|被|不|个?人$|本人|有名)|[是了]|相信|觉得", what
    ):
        yield Found("user_fact", "", f"是{match['one'] or ''}{what}")


def _job(match: re.Match[str], _: Predicate) -> Iterable[Found]:
    what = match["x"]
    if not is_pointing(what) and not re.search(
        r"^(?:第|来|为了|说|想|因为|被|找|听|和|跟|负责|分管)|[了]|^(?:超级|系统|平台|后台)?管理员$", what
    ):
        yield Found("user_profile", "occupation", f"是{match['one'] or ''}{what}")


PERSON: tuple[Rule, ...] = (
    rule(rf"(?:的?(?:名字|姓名|大名))?(?:就?叫做?|名叫|是叫|本名叫?)(?P<x>{NAME})", "user_profile", "叫{x}", "name"),
    rule(rf"姓(?P<x>[{cues.SURNAMES}])", "user_profile", "姓{x}", "surname"),
    Rule(re.compile(r"(?:就)?是(?P<x>[一-鿿]{2,4})"), _name),
    Rule(re.compile(rf"(?:已经|刚){{0,5}}(?:满)?(?P<x>{_NUMBER})(?P<unit>周?岁)?(?:了|半)?"), _age),
    rule(r"是?属(?P<x>[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?", "user_profile", "属{x}", "chinese_zodiac"),
    rule(r"是?(?P<x>(?:19|20)?\d{2})年?(?:出生|生人|生)(?:的|人)?", "user_profile", "出生于{x}年", "birth_year"),
    rule(r"是?(?P<x>\d0后|零零后|九零后|八零后|七零后)", "user_profile", "是{x}", "age_group"),
    rule(
        r"(?:的)?生日(?:就)?(?:是|在)(?P<x>(?:农历|阴历)?.{1,4}月.{1,4}[日号]?)",
        "user_profile",
        "的生日是{x}",
        "birthday",
    ),
    rule(
        r"(?:每年)?(?P<x>(?:农历|阴历)?[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}[日号]?)(?:过|是我?的?)生日",
        "user_profile",
        "的生日是{x}",
        "birthday",
    ),
    rule(r"是(?:一?个)?(?P<x>男生|女生|男的|女的|男性|女性|男人|女人|男士|女士)", "user_profile", "是{x}", "gender"),
    rule(
        r"(?P<x>单身|已婚|未婚|离异|离婚了|已经结婚了?|结婚了|是单身|恋爱了|订婚了)(?:多年)?",
        "user_profile",
        "{x}",
        "marital_status",
        dated=True,
    ),
    Rule(
        re.compile(
            r"(?:家)?(?:住(?!处|宿(?!舍)|院|房|店)|定居|常住|居住|租住|落户|现居)(?:在|于)?(?!酒店|宾馆|民宿|旅馆|.{0,6}(?:要|得|必须|尽量|最好))(?P<x>[^了过的一-九十]?[^了过]{1,18})"
        ),
        _home,
    ),
    Rule(re.compile(r"(?:人|家|坐标|base)(?:就)?(?:在)?(?P<x>" + cues.PLACE + ")"), _home),
    Rule(re.compile(r"(?:长期)?(?:待|呆|生活)在(?P<x>[^了过]{1,14})"), _home),
    Rule(re.compile(rf"在(?P<x>{cues.PLACE})(?:生活|居住|定居|安家|租房)(?:了?.{{0,4}}年了?)?"), _home),
    Rule(
        re.compile(
            r"(?P<with>(?:和|跟|与)[^，]{1,8}?)?(?:一起|已经|刚|才){0,5}(?P<from>从.{1,8})?搬(?:家)?(?:到|去|来|回)了?(?P<x>[^了，]{1,14})(?:了|来了|去了)?"
        ),
        _moved,
    ),
    rule(rf"(?:人|是)?在(?P<x>{cues.NAMED_PLACE})", "user_profile", "在{x}", "location"),
    rule(r"(?:是)?来自(?:于)?(?P<x>[一-鿿]{2,12})", "user_profile", "来自{x}", "hometown"),
    Rule(
        re.compile(
            rf"是(?:土生土长的?|地道的?|地地道道的)?(?P<x>(?:{cues.PLACES})[一-鿿]{{0,4}}|[一-鿿]{{1,6}}[州市省县])本?地?人"
        ),
        _hometown,
    ),
    rule(
        r"(?P<v>出生)(?:在|于)(?P<x>.{2,12}?)(?:的)?",
        "user_profile",
        "出生于{x}",
        "birthplace",
    ),
    Rule(
        re.compile(
            rf"(?:是)?在(?P<x>.{{1,20}}?)(?P<verb>当|做|担任|任)(?P<job>.{{0,10}}(?:{cues.JOB_END}|{cues.FIELD}))(?:的)?"
        ),
        _works_as,
    ),
    Rule(
        re.compile(
            rf"(?:是)?在(?!找|考虑|换|准备|想|忙|努力|寻|面|认真|这|那|搞|做|完成|处理|应付)(?P<x>.{{1,20}}?)(?:{_WORK})(?:的)?(?:了?[^，]{{0,4}}年多?了?|至今)?"
        ),
        _works_in,
    ),
    rule(r"在(?P<x>.{2,16}?)实习", "user_profile", "在{x}实习", "employer", dated=True),
    rule(r"(?:就职|任职|供职|受雇)于(?P<x>.{2,20})", "user_profile", "在{x}工作", "employer"),
    rule(
        r"(?:已经|刚|正式|新){0,5}(?P<v>入职|加入|跳槽到|跳槽去)了?(?P<x>(?!快|近|已|有|[\d一二两三四五六七八九十]+个?[年月天]|一家新?公司).{2,16}?)(?:了|工作)?",
        "user_profile",
        "{v}了{x}",
        "employer",
        dated=True,
    ),
    Rule(re.compile(rf"(?:就是|是|算是)(?P<one>一[名个位]|个|名|位)?(?P<x>.{{0,14}}?(?:{cues.JOB_END}))(?:的)?"), _job),
    rule(
        r"(?:是)?(?:做|搞|干)(?P<x>[一-鿿A-Za-z]{2,12}?)(?:工作|行业|这一行|这行|方面)?的",
        "user_profile",
        "从事{x}",
        "occupation",
    ),
    rule(
        r"(?:一直)?从事(?:的是)?(?:了)?(?P<x>.{2,14}?)(?:的?工作|行业)?(?:.{1,3}年多?了?)?",
        "user_profile",
        "从事{x}",
        "occupation",
    ),
    rule(
        rf"(?:现在)?(?:做|当|担任|干)(?:一[名个位])?(?!过)(?P<x>.{{0,8}}(?:{cues.JOB_END}))(?:的?工作)?",
        "user_profile",
        "是{x}",
        "occupation",
    ),
    rule(
        r"(?P<x>退休了?|已经退休了?|自由职业|失业了?|待业|待业中|全职带娃|全职在家带孩子|待业在家)",
        "user_profile",
        "{x}",
        "occupation",
        dated=True,
    ),
    rule(
        rf"(?:刚|已经){{0,5}}(?P<from>从[^，]{{1,8}})?转(?:行|岗|型)?(?:做|到|去|为|成)?了?(?P<x>.{{0,6}}(?:{cues.JOB_END}|{cues.FIELD}))了?",
        "user_profile",
        "{from}转做{x}",
        "occupation",
        dated=True,
    ),
    rule(r"(?:还|都|一直){0,5}没(?:有)?(?P<x>结婚|对象)", "user_profile", "没有{x}", "marital_status"),
    rule(r"(?:从小)?(?P<x>在[^，]{1,12}长大)(?:的)?", "user_profile", "{x}", "birthplace"),
    rule(
        r"(?P<x>在[^，]{1,12}(?:留学|工作|生活|住|待|学习|实习|交换|读书|当兵|读|上)(?:过|了)(?:[^，]{1,4}[年月]多?|大学|高中|研究生|初中|小学)?)(?:了)?",
        "user_fact",
        "{x}",
    ),
    *SCHOOLING,
    rule(r"(?:主要|平时|一直){0,5}(?P<x>(?:写|搞|玩)[A-Za-z][A-Za-z\d+#. ]*)", "user_fact", "{x}"),
    rule(r"(?:已经)?不(?:再)?住(?:在)?(?P<x>[^，了]{2,12})了?", "user_fact", "不再住在{x}"),
    rule(r"(?:已经)?不(?:再)?在(?P<x>[^，了]{2,16})(?P<v>工作|上班|任职|干)了", "user_fact", "不再在{x}{v}"),
    rule(
        r"是?(?P<x>(?:开|卖|跑|送|修|种)(?!玩笑|心|会|始|车)[^，了过]{1,8})的", "user_profile", "是{x}的", "occupation"
    ),
    rule(r"在(?P<x>[东西][一二三四五六七八九十]{1,2}区)", "user_profile", "在{x}", "time_zone"),
    rule(r"(?:自己|在|正在){0,5}(?P<x>创业)(?:中|了)?", "user_profile", "在{x}", "occupation"),
    rule(
        r"(?:是|现在|目前|主要){0,5}负责(?P<x>(?!任).{2,16}?)(?:的?工作|的)?",
        "user_profile",
        "负责{x}",
        "responsibility",
    ),
    rule(
        r"在(?P<x>[^，]{0,12}(?:学|院|校|班|机构|中心|高中|初中|幼儿园))(?P<v>教)(?P<y>[^，]{1,8})",
        "user_profile",
        "在{x}教{y}",
        "occupation",
    ),
    rule(
        r"(?:已经)?结婚(?:已经|都|有|快)?(?:了)?(?P<x>[^，]{1,4}年)多?(?:了)?", "user_profile", "已婚", "marital_status"
    ),
    rule(
        r"(?:会|能|可以)(?:流利地?)?(?:说|讲)(?:一点|一些|流利的)?(?P<x>.{0,8}[语话文](?:[和、与].{1,6}[语话文]){0,8})",
        "user_fact",
        "会说{x}",
    ),
    rule(
        r"(?:的)?性格(?:是|属于)?(?:比较|很|有点|偏|挺|非常){0,5}(?P<x>[一-鿿]{2,8}?)(?:的|型)?",
        "user_profile",
        "的性格{x}",
        "personality",
    ),
    rule(
        r"(?:是)?(?:一?个)?(?:比较|很|非常|有点|挺|偏){0,5}(?P<x>(?:内向|外向|敏感|慢热|乐观|悲观|完美主义|社恐|i人|e人|I人|E人)(?:[和、又]?[一-鿿]{2,3})?)(?:的人|的)?",
        "user_profile",
        "是{x}的人",
        "personality",
    ),
    rule(r"(?:是)?(?P<x>[IEie][NSns][TFtf][JPjp])", "user_profile", "是{x}", "mbti"),
    rule(
        r"(?:身高|高|(?=一米|1[.米]))(?:是)?(?P<x>(?:\d{3}(?:cm|厘米|公分|CM)?|一米[一-鿿\d]{1,3}|1[.米]\d{1,2}米?))",
        "user_profile",
        "身高{x}",
        "height",
    ),
    rule(r"(?:体重|重)(?:是)?(?P<x>\d{2,3}(?:kg|KG|公斤|斤|千克))", "user_profile", "体重{x}", "weight", dated=True),
    rule(
        r"(?:已经)?(?:瘦|减|胖|重)了?到了?(?P<x>\d{2,3}(?:kg|KG|公斤|斤|千克))了?",
        "user_profile",
        "体重{x}",
        "weight",
        dated=True,
    ),
    rule(r"(?:是)?(?P<x>A|B|O|AB)型血?", "user_profile", "是{x}型血", "blood_type"),
    Rule(
        re.compile(
            r"(?:就是|是|算是)(?P<one>一[名个位枚]|个|名|位)?(?P<x>[^，]{0,12}(?:者|[^的]人|控|迷|党|粉丝|爱好者|座|族|发烧友|新手|小白|老手|会员|子女|左撇子|吃货|夜猫子|路痴|教徒|主义者|选手|队员"
            r"|党员|房奴|独生子|独生女|双胞胎|单亲|妈妈|爸爸|父亲|母亲|(?<!的)用户|体质|文科生|理科生|工科生|艺术生|独居者|早起鸟|会员))"
        ),
        _one_of,
    ),
)
