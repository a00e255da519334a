"""Which attribute of a person a statement fills, by its wording in Chinese and English (SPEC P9)."""

import re
from dataclasses import dataclass

from engine.text import literals, normal, polarity, relatives


@dataclass(frozen=True)
class Attribute:
    """A slot and the wordings that fill it. A group `of` in the wording says of what: `allergy:花生`, `budget:laptop`.

    No match is without one of `pieces`, in lower case; empty when nothing is known.
    """

    slot: str
    pattern: re.Pattern[str]
    pieces: frozenset[str] = frozenset()


def _attribute(slot: str, *wordings: str) -> Attribute:
    source = "|".join(wordings)
    pieces = frozenset(piece.lower() for piece in literals.needed(re.compile(source)))
    return Attribute(slot, re.compile(source, re.IGNORECASE), pieces)


_ZH_JOB = (
    r"工程师|程序员|开发者?|架构师|设计师|医生|护士|教师|老师|教授|律师|会计师?|经理|主管|总监|顾问|学生|研究生|博士生|高中生|大学生|厨师|司机|警察|军人|记者|编辑|作家|画家"
    r"|演员|歌手|农民|工人|销售|客服|分析师|研究员|科学家|创业者|店主|老板|翻译|摄影师|公务员|飞行员|药剂师|产品经理|运营|测试|前端|后端|全栈|运维|自由职业者?|创始人|CEO|CTO|HR"
)
_EN_JOB = (
    r"(?:\w*(?:eer|ologist|ician|ectrician|arian|ographer|nalyst|entist|harmacist|ournalist|rtist|ccountant|onsultant|ssistant|eveloper|rogrammer|esigner"
    r"|eacher|rofessor|anager|irector|octor|urse|awyer|hef|river|riter|ditor|esearcher|dministrator|echnician|ecturer|armer|lumber|ainter|ctor"
    r"|ctress|inger|ilot|fficer|student|founder|ceo|cto|barista|cook|baker|tutor|trader|sales(?:man|woman|person|rep)?|freelancer|intern|owner))"
)
_ZH_LANGUAGE = r"(?:中文|汉语|普通话|英文|英语|日文|日语|法语|德语|韩语|西班牙语|俄语|粤语|双语)"
_EN_LANGUAGE = r"(?:chinese|mandarin|english|japanese|french|german|korean|spanish|russian|italian|portuguese|cantonese|dutch|arabic|hindi)"
_ZH_CITY = (
    r"(?:北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|厦门|福州|宁波|合肥|济南|沈阳|大连|哈尔滨|长春|昆明|贵阳|南宁|南昌|太原|兰州|石家庄|无锡"
    r"|香港|澳门|台北|东京|大阪|首尔|新加坡|纽约|伦敦|巴黎|柏林|悉尼|海外|国外|老家|家里|家)"
)
_ZH_STATE = r"(?:^|，|是|现在|目前|已经?)"

# To be called Max, and neither to be rung up nor to be woken or sent for; to go by Max, and not by train.
_NO_ERRAND = r"(?!起床|[去来吃回做买帮别不醒过拿开看接送出上下到一])"
_NO_TELEPHONE = r"(?! (?:in|at|on|by (?:tele)?phone|before|after|back|when|only|early|late|later|during|every|first|up|again|to|about|for|if|once|twice|as soon|tomorrow|today|tonight|instead|rather|any)\b|$|[,.;])"
_NO_VEHICLE = r"(?! (?:the |a |an )?(?:train|bus|car|bike|bicycle|tram|taxi|plane|air|foot|boat|ferry|metro|subway|rail|coach|[a-z]+(?:'s)? (?:rules?|book|house|place))\b)"

# The first that matches names the slot; what is more special stands before what is more general.
ATTRIBUTES = (
    _attribute("allergy", r"对(?P<of>[^，,。]{1,12}?)(?:严重|轻微|有点)?(?:并)?不?(?:过敏|不耐受)", r"^(?P<of2>[^，,。对有会]{1,8}?)(?:不?过敏|不耐受)",
               r"allergic to (?P<of3>[\w ]{2,30})", r"(?:has|have|having|suffers from) an? (?P<of4>[\w ]{2,20}?) (?:allergy|intolerance)", r"(?P<of5>[\w]{2,20})[- ](?:allergy|allergies|intoleran)"),
    _attribute("english_name", r"英文名", r"english name"),
    _attribute("nickname", r"昵称|小名|外号|绰号", r"nickname"),
    _attribute("form_of_address", rf"称呼(?:我|用户|他|她)?|[叫喊]我{_NO_ERRAND}|(?:希望|要求)被?(?:称为|叫做?)", rf"(?:(?:be |prefers being )called|call me){_NO_TELEPHONE}|addressed as|goes by{_NO_VEHICLE}"),
    _attribute("name", r"^(?:我|本人)?(?:的)?(?:名字|姓名|全名|大名|真名|本名)", r"^(?:我|本人)?(?:就)?叫(?!醒|外卖|车|苦|停|好|人|他|她|你|做)[^，,。]{1,12}$", r"^(?:我)?姓[\u4e00-\u9fff]{1,2}(?:$|，)",
               r"^(?:my |full |first |last |real )*name (?:is|was changed to)", r"^(?:is|am|i am|i'm) (?:called|named)"),
    _attribute("birthday", r"生日|出生日期|出生年月|出生于[^，。]{0,4}\d", r"birthday|date of birth|born on|born in \d{4}"),
    _attribute("age", r"^(?:我)?(?:今年|年龄|现年|已经?)?(?:是|为|：)?[\d一二三四五六七八九十]{1,3}岁(?:了|$|，)|^年龄", r"(?:^|is |am |i'm )(?:\d{1,3}|[a-z-]+) years old|^(?:my )?age is|^aged \d"),
    _attribute("gender", r"性别|^(?:我)?是(?:个|一个|一名|位)?[男女](?:的|性|生|士|孩)?$", r"\bgender\b|^(?:is|am|i am|i'm) (?:a )?(?:male|female|man|woman)$"),
    _attribute("height", r"身高", r"\bheight\b|\d ?cm tall|feet tall"),
    _attribute("weight", r"^体重", r"^(?:my )?weight is|^weighs|^(?:i )?weigh "),
    _attribute("blood_type", r"血型", r"blood type"),
    _attribute("personality_type", r"MBTI|mbti|(?<![a-z])[ie][ns][tf][jp](?:型|$)", r"mbti"),
    _attribute("zodiac_sign", r"星座|属相|生肖", r"zodiac|star sign"),
    _attribute("nationality", r"国籍", r"nationality|citizen of"),
    _attribute("religion", r"宗教信仰|信仰(?:是|为)|信(?:佛|基督|伊斯兰)", r"\breligion\b"),
    _attribute("native_language", r"母语", r"native language|mother tongue|native speaker"),
    _attribute("time_zone", r"时区", r"time ?zone"),
    _attribute("email", r"邮箱(?:地址)?(?:是|为|：|改)", r"e-?mail address"),
    _attribute("phone", r"(?:手机号|电话号码|联系电话|手机号码)", r"phone number"),
    _attribute("budget", r"(?P<of>[\u4e00-\u9fff]{0,8}?)(?:的)?(?:总|月)?预算", r"budget for (?:the |a |an |my |his |her |their )?(?P<of2>[\w ]{2,24}?)(?: is| of| was|$)", r"\b(?!(?:the|a|an|my|his|her|their|our|total|overall|monthly|yearly)\b)(?P<of3>[a-z]\w+) budget", r"budget"),
    _attribute("salary", r"(?:月薪|年薪|工资|薪资|薪水)(?:是|为|涨|有|：|\d|约|大约)", r"\bsalary\b|earns \$?\d"),
    _attribute("language", rf"(?P<of>注释|代码|邮件|文档|报告|周报|标题|论文|简历|合同|变量|提交信息)[^，。]{{0,8}}{_ZH_LANGUAGE}", rf"(?P<of2>comments|e-?mails|docs|documents|reports|commit messages|letters)\b[^.,]{{0,20}}\bin {_EN_LANGUAGE}"),
    _attribute("language", rf"(?:用|以|说|讲|偏好|希望|使用)?{_ZH_LANGUAGE}(?:来)?(?:进行)?(?:回答|回复|答复|交流|沟通|对话|作答|聊天|写|解答)",
               rf"(?:回答|回复|答复|语言|沟通)[^，。]{{0,8}}{_ZH_LANGUAGE}", rf"(?:answer|repl|respon|communicat|talk|speak to|written|writ)\w*[^.,]{{0,24}}\bin {_EN_LANGUAGE}",
               rf"(?:prefers?|wants?|likes?|uses?) {_EN_LANGUAGE}(?: answers?| replies| responses?|$)", r"(?:preferred|answer|reply|response) language"),
    _attribute("answer_length", r"(?:回答|回复|答复|解释|说明)[^，。]{0,8}(?:简短|简洁|精简|详细|字以内|长度|越短|越详细)", r"(?:简短|简洁|精简|详细)(?:一点|一些)?的?(?:回答|回复|答复)",
               r"(?:concise|short|brief|detailed|long|thorough) (?:answers|replies|responses|explanations)", r"(?:answers|replies|responses)[^.,]{0,20}(?:concise|short|brief|detailed|long)"),
    _attribute("answer_format", r"(?:回答|回复|输出|总结|答复)[^，。]{0,8}(?:列表|表格|要点|段落|markdown|Markdown|分点)", r"(?:answers|replies|responses|output)[^.,]{0,20}(?:bullet|table|prose|markdown|list)|bullet points?"),
    _attribute("tone", r"语气|口吻", r"\btone\b"),
    _attribute("marital_status", r"单身|已婚|未婚|离异|离婚|结婚|订婚|(?:有|没有?|交了?)(?:男|女)朋友|有对象", r"\b(?:single|married|divorced|engaged to|engaged|widowed|in a relationship|unmarried)\b(?! (?:room|malt|bed))"),
    _attribute("children", r"(?:有|育有|没有?)[^，。]{0,4}(?:个|名)?(?:孩子|子女|小孩|宝宝)$", r"^has (?:no|\w+) (?:children|kids|child)$|parent of"),
    _attribute("degree", r"学历|学位|^(?:我)?是?(?:本科|硕士|博士|大专|高中)(?:毕业|学历|$)", r"\b(?:bachelor|master|phd|mba)(?:'s)?(?: degree)?\b.*(?:holder|degree)|^holds an? .*degree|highest degree"),
    _attribute("major", r"专业(?:是|为|：)|(?:学|读)的是?[^，。]{1,10}专业", r"major(?:s|ed|ing)? (?:is|in)\b"),
    _attribute("school", r"毕业于|就读于|母校|在[^，。]{2,14}(?:大学|学院|中学|高中)(?:读书|上学|念书|就读|读)", r"graduated from|studies at|student at|alma mater|attends "),
    _attribute("employer", rf"在(?!{_ZH_CITY}(?:工作|上班))[^，。]{{1,16}}?(?:工作|上班|任职|就职|实习|供职)", r"(?:就职|任职|供职)于|(?:入职|加入|跳槽到|跳槽去)了?[^，。]{2,16}(?:公司|集团|银行|$)|(?:公司|单位|雇主)(?:是|为|叫)",
               r"\bworks? (?:at|for)\b|\bworking (?:at|for)\b|employed (?:at|by)|employer is"),
    _attribute("work_location", rf"在{_ZH_CITY}(?:工作|上班)|办公地点|工作地点", r"works? (?:remotely )?(?:in|from)\b|office is in"),
    _attribute("occupation", r"职业(?:是|为|：)|职位|岗位|工作是|从事|担任", rf"{_ZH_STATE}(?:一[名个位])?[^，。的]{{0,10}}(?:{_ZH_JOB})$", rf"(?:做|当|干)(?:的是)?(?:一[名个位])?[^，。]{{0,8}}(?:{_ZH_JOB})(?:的)?$",
               r"已?退休(?:了|$)|失业|待业|自由职业", r"(?:works?|working|employed|worked) as\b|(?:job|occupation|profession|title) is\b",
               rf"^(?:is|am|i am|i'm|became) (?:now )?(?:an? )?(?:[\w-]+ ){{0,3}}{_EN_JOB}(?:$| at | in | for |,)", r"\b(?:retired|unemployed|self-employed|freelances?)\b"),
    _attribute("hometown", r"老家|家乡|籍贯|祖籍|(?:出生|生|长)(?:在|于)(?!\d)|^是[\u4e00-\u9fff]{2,6}人$|来自", r"hometown|grew up in|born in (?!\d)|comes from|^(?:is|am|i am|i'm) (?:originally )?from"),
    _attribute("floor", r"^(?:我)?(?:家)?住(?:在)?(?:第)?[\d一二三四五六七八九十]{1,3}[楼层]", r"\blives? on the \w+ floor$"),
    _attribute("location", r"(?:现|常|长期)?居(?:住)?(?:在|于|地)|住在|住[^，。]{0,2}(?:市|区|县|镇|路)|家住|家(?:就)?在|定居|常住|现居|搬(?:到|去|家到|回)了?|迁居",
               r"\b(?:lives?|living|resides?|based) (?:in|at|near)\b|\bhome is in\b|\b(?:moved|relocated|moving) (?:back )?to\b|place of residence"),
    _attribute("diet", r"吃素|素食|纯素|清真|生酮|低碳饮食|饮食习惯|(?:开始|又)吃肉", r"vegetarian|vegan|pescatarian|halal|kosher|keto|gluten-free diet|low-carb|\bdiet is\b|eating meat"),
    _attribute("food", r"(?:不能|不可以|可以|能|不|忌|禁|戒)吃(?P<of>[^，。了的会]{1,8})", r"(?:can't|cannot|doesn't|does not|can|avoids?|don't|do not) (?:eat(?:ing)? )?(?P<of2>(?:eat )?[\w]+(?: food| dishes)?)$"),
    _attribute("smoking", r"抽烟|吸烟|戒烟", r"\bsmok(?:es?|ing|er)\b"),
    _attribute("drinking", r"(?:不|戒|从不|能|会)喝?酒", r"drinks? alcohol|teetotal"),
    _attribute("car", r"开(?:的是|着)?一?辆|座驾|(?:买|换)了?辆", r"drives? an? "),
    _attribute("phone_model", r"手机(?:用的?是|是|换成|换了)", r"phone is an?"),
    _attribute("wake_up_time", r"(?:早上|每天)?[^，。]{0,8}点[半钟]?起床", r"(?:gets|wakes) up at"),
)  # fmt: skip

_PAST = re.compile(
    r"以前|之前|曾经?|过去|原来|小时候|当年|上学时|大学时|(?:待|住|做|当|干)过|\bused to\b|\bformerly\b|\bpreviously\b|\bwas an?\b|\bwere\b|\bas a (?:child|kid)\b"
)
_NOT_YET = re.compile(
    r"打算|计划|准备|想要?|希望|考虑|将要?|可能|也许|如果|要是|\b(?:plans?|wants?|hopes?|hoping|considering|would like|might|if|thinking)\b"
)
_PIECES = tuple(frozenset().union(*(attribute.pieces for attribute in ATTRIBUTES)))

# What is so or not: a plan or a denial does not fill these slots. Wishes about answers are their own value.
_STATES = frozenset(
    ("name", "age", "occupation", "employer", "work_location", "location", "hometown", "school", "major", "degree", "marital_status",
     "car", "phone_model", "salary", "weight", "children", "nationality", "religion", "smoking", "diet")
)  # fmt: skip
_DENIABLE = frozenset(("marital_status", "children", "smoking", "diet", "religion"))
_ARTICLES = re.compile(r"^(?:the|a|an|my|his|her|their|some|any) |^(?:我|用户|他|她)?的|^每[年月周天]?|^(?:总|月)$")
_ENDINGS = re.compile(r"(?:(?<=ss|sh|ch)es|(?<=x)es|s)$")


def attribute_of(content: str) -> str:
    """The slot that a statement about a person fills; '' when none can be told, or when it is about the past,
    or a plan or a denial of what is asked to be a state.

    What is said of a relative whom one has once carries them: `occupation@spouse`; of one among several: ''.
    """
    text = normal.bare(content)
    if _PAST.search(text.lower()):
        return ""
    slot = _of_anybody(text)
    kind = slot.partition("@")[0]
    if kind in _STATES and (_NOT_YET.search(text.lower()) or (kind not in _DENIABLE and polarity.is_negative(text))):
        return ""
    return slot


def _of_anybody(text: str) -> str:
    relative = relatives.subject(text)
    if not relative:
        return _first(text)
    slot = _first(relatives.without_subject(text)) if relatives.is_only_one(relative) else ""
    return f"{slot}@{relative}" if slot else ""


def _first(text: str) -> str:
    lower = re.sub(r"^i(?: am|'m) ", "is ", text.lower().replace("’", "'"))
    present = frozenset(piece for piece in _PIECES if piece in lower)
    for attribute in ATTRIBUTES:
        if attribute.pieces and attribute.pieces.isdisjoint(present):
            continue
        if found := attribute.pattern.search(lower):
            thing = next((part for part in found.groupdict().values() if part), "")
            return _qualified(attribute.slot, thing)
    return ""


def _qualified(slot: str, thing: str) -> str:
    short = thing_name(thing)
    return f"{slot}:{short}" if short else slot


def thing_name(text: str) -> str:
    """A thing in one spelling: without article and plural, in lower case."""
    name = _ARTICLES.sub("", text.strip().lower()).strip()
    return _ENDINGS.sub("", name) if name.isascii() and len(name) > 3 and not name.endswith("ss") else name
