"""What a person means by "my job" or 我的地址: names of topics, and which statements are on each of them, in Chinese and English."""

import re
from dataclasses import dataclass

from engine.text import attributes, normal, relatives


@dataclass(frozen=True)
class Topic:
    """`slots` are attributes that belong to it, `said` words that only statements on it hold (None: slots alone tell).

    `is_of_others`: it is about people or animals around the person, who are then no owners of something else.
    """

    names: re.Pattern[str]
    slots: frozenset[str] = frozenset()
    said: re.Pattern[str] | None = None
    is_of_others: bool = False

    def covers(self, statement: str) -> bool:
        """Whether a statement without its subject is on the topic."""
        slot = re.split("[:@]", attributes.attribute_of(statement))[0]
        return slot in self.slots or bool(self.said and self.said.search(statement))


def _topic(names: str, slots: str = "", said: str = "", *, is_of_others: bool = False) -> Topic:
    return Topic(
        re.compile(rf"(?:{names})", re.IGNORECASE),
        frozenset(slots.split()),
        re.compile(said, re.IGNORECASE) if said else None,
        is_of_others,
    )


_TOPICS = (
    _topic(r"jobs?|work|career|working life|工作|事业|工作情况", "occupation employer work_location", r"工作|上班|任职|职业|岗位|\b(?:works?|working|job|career|employed)\b"),
    _topic(r"occupation|profession|position|job title|role|职业|职位|岗位|职务|职称", "occupation", r"职业|职位|岗位|\b(?:occupation|profession|job title)\b"),
    _topic(r"employer|company|workplace|firm|公司|单位|雇主|工作单位", "employer", r"公司|单位|\b(?:company|employer)\b"),
    _topic(r"(?:home |street |postal )?address|place of residence|residence|home|(?:家庭|收货)?(?:地址|住址)|住处|居住地|住的地方|家", "location", r"地址|住址|\baddress\b"),
    _topic(r"city|location|town|(?:所在|居住的?)?城市|所在地|位置", "location", r"\bcity is\b|城市是"),
    _topic(r"hometown|birthplace|place of birth|老家|家乡|籍贯|出生地", "hometown"),
    _topic(r"age|年龄|岁数|年纪", "age", r"\byears old\b|\d岁"),
    _topic(r"birthday|birth ?date|date of birth|生日|出生日期", "birthday"),
    _topic(r"(?:full |real |first |last )?name|名字|姓名|真名", "name"),
    _topic(r"nickname|昵称|小名|外号|网名|称呼", "nickname form_of_address", r"\bnickname\b|昵称|网名"),
    _topic(r"gender|sex|性别", "gender"),
    _topic(r"height|身高", "height"),
    _topic(r"weight|体重", "weight", r"\bweigh(?:s|t)\b|体重"),
    _topic(r"blood type|血型", "blood_type"),
    _topic(r"(?:zodiac|star) sign|星座|属相|生肖", "zodiac_sign"),
    _topic(r"personality type|mbti|MBTI", "personality_type"),
    _topic(r"nationality|国籍", "nationality"),
    _topic(r"religion|faith|宗教|信仰|宗教信仰", "religion"),
    _topic(r"native language|mother tongue|母语|第一语言", "native_language"),
    _topic(r"(?:preferred |reply |answer )?language|(?:回复|回答)?语言", "language", r"\bpreferred language\b"),
    _topic(r"time ?zone|时区", "time_zone"),
    _topic(r"e-?mail(?: address)?|邮箱(?:地址)?", "email", r"\be-?mail\b|邮箱"),
    _topic(r"(?:tele)?phone number|mobile number|电话(?:号码)?|手机号码?|联系方式", "phone", r"phone number|电话|手机号"),
    _topic(r"(?:phone|mobile|smartphone)(?: model)?|手机(?:型号)?|机型", "phone_model", r"手机(?!号)|\b(?:phone|android|iphone)\b(?! number)|安卓|苹果手机"),
    _topic(r"cars?|vehicle|车|车子|座驾|车型", "car", r"\bcar\b|座驾|汽车|开车"),
    _topic(r"school|university|college|学校|大学|母校", "school"),
    _topic(r"major|field of study|专业", "major", r"专业(?:是|为)"),
    _topic(r"degree|education|学历|学位|教育背景", "degree major school"),
    _topic(r"marital status|marriage|relationship(?: status)?|love life|婚姻(?:状况|状态)?|感情(?:状况|生活)?", "marital_status", r"离婚|\bdivorc|结婚|\bmarri"),
    _topic(r"divorce|离婚|离异", "", r"离婚|离异|\bdivorc"),
    _topic(r"famil(?:y|ies)|relatives|家人|家庭|家里人|亲人", "children marital_status",
           r"父亲|母亲|爸|妈|妻子|丈夫|老婆|老公|爱人|儿子|女儿|孩子|哥哥|弟弟|姐姐|妹妹|爷爷|奶奶|外公|外婆|岳|家人|\b(?:wife|husband|spouse|partner|father|mother|dad|mom|mum|parents?|sons?|daughters?|child(?:ren)?|kids?|brothers?|sisters?|grand\w+|family|married)\b", is_of_others=True),
    _topic(r"child(?:ren)?|kids?|孩子|小孩|子女", "children", r"孩子|小孩|儿子|女儿|\b(?:child|children|kids?|sons?|daughters?)\b", is_of_others=True),
    _topic(r"pets?|宠物", "pet", r"猫|狗|宠物|仓鼠|兔|鹦鹉|乌龟|金鱼|豚鼠|\b(?:cats?|dogs?|pets?|puppy|kitten|rabbit|hamster|parrot)\b", is_of_others=True),
    _topic(r"allerg(?:y|ies)|过敏(?:史|原)?", "allergy", r"过敏|不耐受|\ballerg|intoleran"),
    _topic(r"diet|eating habits|饮食(?:习惯|偏好)?|忌口", "diet food allergy", r"吃|素食|\b(?:eats?|eating|vegetarian|vegan|diet|gluten|pescatarian)\b"),
    _topic(r"health|medical (?:history|condition)|illness(?:es)?|健康(?:状况|情况)?|病史?|病情|身体(?:状况|情况)?", "condition medication allergy blood_type",
           r"病|血压|血糖|手术|服药|吃药|抑郁|焦虑症|失眠|哮喘|\b(?:health|diabet\w*|blood pressure|asthma\w*|surgery|medication|depress\w*|anxiety|insomnia|diagnos\w*|illness|disease|migraines?)\b"),
    _topic(r"salary|income|wages?|pay|earnings|工资|收入|薪水|薪资|月薪|年薪", "salary", r"工资|收入|薪|\b(?:salary|income|earns?|wages?)\b"),
    _topic(r"budget|预算", "budget", r"预算|\bbudget\b"),
    _topic(r"hobb(?:y|ies)|interests?|(?:兴趣)?爱好|兴趣", "hobby", r"爱好|兴趣|\b(?:hobb(?:y|ies)|interested in)\b"),
    _topic(r"goals?|plans?|目标|计划|打算", "", r"目标|计划|打算|\b(?:goal|plans?|planning|aims?) "),
    _topic(r"smoking(?: habits?)?|抽烟|吸烟", "smoking"),
    _topic(r"drinking(?: habits?)?|喝酒", "drinking"),
)  # fmt: skip

_FRAME_EN = re.compile(
    r"^(?:(?:all|any|every|the|some|his|her|their|my|other) )*(?:everything|anything|all|(?:all )?(?:information|info|facts?|details?|memor(?:y|ies)|data))?(?: (?:known |i said )?(?:about|on|of|regarding|related to))?\s*"
    r"(?:the user(?:'s|’s)? |my |his |her |their )?",
    re.IGNORECASE,
)
_FRAME_ZH = re.compile(r"^(?:关于|有关)?(?:该?用户|我|他|她)?(?:的)?(?:所有|全部|一切)?(?:关于|有关)?(?:我|用户)?的?")
_TAIL = re.compile(
    r"(?:的)?(?:相关|有关)?(?:的)?(?:信息|事情?|一切|所有|全部|情况|内容|记忆|资料|记录|方面)$| (?:details|information|info|situation|facts?)$",
    re.IGNORECASE,
)


def phrase(wish: str) -> str:
    """What a wish is about without the words around it: "everything about the user's job" is "job"."""
    bare = normal.bare(wish)
    short = _FRAME_ZH.sub("", _FRAME_EN.sub("", bare, count=1), count=1).strip()
    while (shorter := _TAIL.sub("", short).strip(" 的")) != short and shorter:
        short = shorter
    return short or bare


def named(name: str) -> Topic | None:
    """The topic of this name; None for a name that is no topic known here."""
    return next((topic for topic in _TOPICS if topic.names.fullmatch(name.strip())), None)


def of_wish(wish: str) -> Topic | None:
    """The topic that a wish is about, whoever's: my job, my sister's job."""
    name = phrase(wish)
    return named(relatives.without_subject(name) or name)


def names_attribute(name: str) -> bool:
    """Whether a person has one value of this: my age, my favourite colour, my daughter's school; no document or alarm."""
    bare = re.sub(
        r"^(?:new|current|home|新|现在的?|目前的?) ?", "", relatives.without_subject(name.strip()).strip(" 的")
    )
    return named(bare) is not None or bool(_FAVOURITE.match(bare))


_FAVOURITE = re.compile(
    r"(?:fav(?:ou?rite)?|preferred) \w+(?: \w+)?$|最?(?:喜欢|喜爱|爱)的.{1,6}$|shoe size$|(?:operating|working) (?:system|hours)$|(?:wake-?up|bed) ?time$"
    r"|(?:browser|editor|tech stack|blood pressure|eye colou?r|hair colou?r)$|(?:鞋码|操作系统|技术栈|编程语言|编辑器|浏览器|作息|习惯|口味|年级|班级|民族|星座|性格|上班时间|工作时间|偏好|名称)$",
    re.IGNORECASE,
)


def is_on(topic: Topic, statement: str) -> bool:
    """Whether a stored statement is on a topic of the person's own."""
    text = normal.bare(statement)
    return topic.covers(text) and (topic.is_of_others or not relatives.subject(text))
