"""What somebody cannot or must not: allergies, illnesses, diet, fears, abilities that are missing, limits."""

import re
from collections.abc import Iterable

from engine.embedded.chinese import cues, lists
from engine.embedded.chinese.rules import Found, Predicate, Rule, is_empty, is_pointing, rule

_ILL = (
    "帕金森(?:病|症)?|阿尔茨海默(?:病|症)?|中风|脑梗|肺气肿|红斑狼疮|糖尿病|高血压|低血压|高血脂|高血糖|低血糖|哮喘|痛风|胃病|胃炎|近视|散光|失眠症?|抑郁症?|焦虑症|鼻炎|咽炎|癫痫|贫血|心脏病|冠心病|脂肪肝|肝炎|乙肝|肾病|甲亢|甲减|湿疹|荨麻疹|关节炎|颈椎病|腰椎间盘突出"
    "|偏头痛|多动症|自闭症|强迫症|白血病|癌症?|肿瘤|结节|骨折|色盲|色弱|幽闭恐惧症|密集恐惧症|腱鞘炎|干眼症|痔疮|结石|过敏性鼻炎|[一-鿿]{1,5}(?:综合征|炎|症)"
)
_MUST_NOT = "吃|喝|碰|坐|乘|接触|食用|摄入|沾|闻|服用|熬夜|开车|久坐|久站|喝酒|饮酒|抽烟|剧烈运动|运动|坐飞机|出差|加班|晒太阳|接电话|视频|报销|使用|用|超过|晚于|早于|离开|搬"


def _allergy(match: re.Match[str], _: Predicate) -> Iterable[Found]:
    for thing in lists.split(match["x"]):
        if is_empty(thing) or is_pointing(thing):
            continue
        if match["no"]:
            yield Found("user_fact", "", f"对{thing}不过敏")
        else:
            yield Found("user_constraint", f"allergy:{thing}", f"对{thing}{match['how'] or ''}过敏")


def _no_food(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if predicate.is_today or predicate.tense == 1:
        return
    quit_ = "再" if match["again"] or match["x"].endswith("了") else ""
    for thing in lists.split(match["x"].removesuffix("了") if quit_ else match["x"]):
        if not is_empty(thing) and not is_pointing(thing) and not re.search(r"^[了下得出起完惯]|了$", thing):
            yield Found(
                "user_constraint",
                f"diet:{thing}",
                f"{match['never'] or ''}不{quit_}{match['little'] or ''}{match['verb']}{thing}",
            )


def _must_not(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    rest = match["x"]
    if predicate.is_today or is_pointing(rest):
        return
    if match["verb"] in {"吃", "喝", "碰", "接触", "食用", "摄入", "用", "使用"} and is_empty(rest.removesuffix("的")):
        return
    for thing in lists.split(
        rest if re.match("[太过很]|[生辣凉冰甜咸酸油硬热冷腥]的$", rest) else rest.removesuffix("的")
    ):
        yield Found(
            "user_constraint",
            f"cannot:{match['verb']}{thing}",
            f"{match['cannot']}{match['verb']}{thing}",
            predicate.time,
        )


def _limit(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    said = match["x"]
    concrete = re.search(
        r"\d|[一二两三四五六七八九十百千万半][个天小时点元块周月次分]|周末|晚上|早上|上午|下午|线上|线下|远程|现金|素|中文|英文|邮件|微信|左手|坐|吃|喝|加班|出差|夜班|转账|调岗|外派|预付|分期",
        said,
    )
    if re.search(r"^了|[^早晚]一点$|一次|^先?说", said):
        return
    if concrete and not is_pointing(said) and not predicate.is_today:
        yield Found("user_constraint", "", f"{match['only']}{said}", predicate.time)


def _pregnant(_: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    yield Found("user_constraint", "body:pregnancy", "处于孕期", predicate.time or predicate.month)


LIMITS: tuple[Rule, ...] = (
    Rule(
        re.compile(
            rf"{cues.FILLER}对(?P<x>[^，不]{{1,16}}?)(?P<no>不)?(?:都|也|会|有点?|很|特别|非常|容易){{0,5}}(?P<how>严重|轻度|轻微|重度|中度)?(?:地|的)?过敏(?:了|的|体质)?"
        ),
        _allergy,
    ),
    Rule(re.compile(r"(?:有|是)(?P<x>[^，没不]{1,6})(?P<no>不)?(?P<how>)过敏(?:史|症|体质)?"), _allergy),
    Rule(
        re.compile(r"(?:一?吃|喝|碰|闻到?|沾)(?P<x>[^，不]{1,8}?)(?P<no>不)?(?:就|都|会|也|容易){0,5}(?P<how>)过敏"),
        _allergy,
    ),
    Rule(
        re.compile(
            rf"{cues.FILLER}(?P<x>(?!有|是|会|容易|很|皮肤|春天|最近)[^，对不]{{1,6}}?)(?P<no>)(?P<how>严重|轻度)?过敏"
        ),
        _allergy,
    ),
    rule(
        r"(?:是)?(?:属于)?(?P<x>过敏体质|敏感肌|红绿色盲|左撇子)",
        "user_constraint",
        "是{x}",
        "body:{x}",
    ),
    rule(r"(?:是|有)?(?P<x>[一-鿿]{1,3}不耐受?症?|色盲|色弱)", "user_constraint", "{x}", "body:{x}"),
    rule(
        r"(?:有点儿?|比较|特别|很|超|严重|轻微|真的|非常|挺){0,5}(?P<x>晕车|晕船|晕机|恐高|恐飞|社恐|怕黑|有洁癖|夜盲)",
        "user_constraint",
        "{x}",
        "body:{x}",
        dated=True,
    ),
    rule(
        rf"{cues.FILLER}(?:有|得了|得过|患有|患了|患上了?|确诊了?|(?:体检)?查出来?了?|体检发现|被诊断出?为?|被诊断为)(?:轻度|严重的?|先天性|慢性|遗传性|多年的?|点){{0,5}}(?P<x>{_ILL})",
        "user_constraint",
        "有{x}",
        "health:{x}",
        dated=True,
    ),
    rule(
        r"有(?:一?点儿?|轻微的?|严重的?|中度的?|比较严重的?){0,5}(?P<x>洁癖|强迫症|拖延症|社恐|选择困难症|起床气|密集恐惧|幽闭恐惧|飞行恐惧|口音|口吃|阅读障碍)",
        "user_constraint",
        "有{x}",
        "body:{x}",
    ),
    rule(rf"{cues.FILLER}(?P<x>腰椎间盘突出|颈椎病|{_ILL})", "user_constraint", "有{x}", "health:{x}"),
    rule(r"是?(?:一[个名位])?(?P<x>(?:纯|蛋奶|严格的?)?素食(?:者|主义者))", "user_constraint", "是{x}", "diet"),
    rule(
        r"(?:是)?(?P<x>素食|吃(?:纯|全)?素|纯素|信佛吃素|清真饮食|生酮饮食|低碳饮食|吃清真)(?:的)?",
        "user_constraint",
        "{x}",
        "diet",
    ),
    rule(
        r"(?:需要|要|得|必须|医生让)?忌口?(?P<x>(?!比较|很|挺|较|不|太|有点)[^，口多少]{1,10})",
        "user_constraint",
        "忌{x}",
        "diet:{x}",
    ),
    rule(
        r"(?:已经|刚|成功){0,5}戒(?:掉)?了?(?P<x>烟|酒|糖|奶茶|咖啡|肉|辣|游戏|碳水)(?:了|.{1,3}年了?)?",
        "user_constraint",
        "戒了{x}",
        "quit:{x}",
        dated=True,
    ),
    Rule(
        re.compile(
            rf"{cues.FILLER}(?P<never>从来?|从小|一直|基本|完全|一点|滴)*(?:都|就)?不(?P<again>再)?(?P<little>怎么|太|常|经常|大)?(?P<verb>吃|喝|沾|碰|抽|吸)(?P<x>[^，]{{1,12}})"
        ),
        _no_food,
    ),
    Rule(
        re.compile(
            rf"{cues.FILLER}(?P<cannot>不能|不太能|不怎么能|不大能|不可以|没法|无法|不敢|不让|禁止|不便|不方便)(?:再)?(?P<verb>{_MUST_NOT})(?P<x>[^，]{{0,16}})"
        ),
        _must_not,
    ),
    Rule(
        re.compile(
            r"(?:每[天周月次]|平时|工作日)?(?P<only>只能|最多只能|最多|不接受|必须|最晚|至少要|至少|只吃|只喝|只用|只接受|只在|不考虑)(?P<x>[^，]{2,24})"
        ),
        _limit,
    ),
    rule(
        r"(?P<x>(?:一(?:吃|喝|闻到?|碰|坐|熬夜|紧张|运动)|闻到|吃了|喝了)[^，]{0,8}就(?:会|容易|要)?(?:拉肚子|头[疼痛晕]|过敏|起疹子|长痘|胃[疼痛]|不舒服|失眠|睡不着|想?吐|晕|恶心|咳嗽|打喷嚏|心慌)[^，]{0,4})",
        "user_constraint",
        "{x}",
        "body:{x}",
    ),
    rule(
        r"(?P<x>(?:血压|血糖|血脂|尿酸|胆固醇|转氨酶)(?:有点|比较|一直|很|偏){0,5}[高低])",
        "user_constraint",
        "{x}",
        "health:{x}",
    ),
    rule(
        r"(?:早就|再也|已经|早已)*+不(?:再)?(?P<v>玩|打|看|学|养|写)(?P<x>[^，了]{2,12})了",
        "user_fact",
        "不再{v}{x}",
    ),
    Rule(re.compile(r"(?:已经|刚){0,5}怀孕(?:了|.{1,4}[周月]多?了?)?"), _pregnant),
    rule(r"不对(?P<x>[^，]{1,10})过敏", "user_fact", "对{x}不过敏"),
    rule(r"(?P<x>(?:看|听)不懂[^，]{2,12}|不(?:太|怎么)?懂(?!你|得|事|为|怎)[^，]{2,10})", "user_fact", "{x}"),
    rule(
        r"(?:已经)?(?P<x>(?:五一|国庆|春节|元旦|暑假|寒假|周末)?改(?:喝|吃|用|坐|骑|学|做|看|穿|去|约|住)[^，了]{1,12})了?",
        "user_fact",
        "{x}",
        dated=True,
    ),
    rule(
        r"(?P<x>(?:每?(?:早上|上午|中午|下午|晚上|周末|工作日|每天|午休|夜里)(?:的|[^，不]{0,8}[点半](?:以|之)?[前后])?)(?:都|一般|基本上?|通常)?不(?:接|回|看|吃|喝|加班|工作|开会|方便|上班)[^，]{0,10})",
        "user_constraint",
        "{x}",
    ),
    rule(
        r"(?:完全|还|根本|从来|一点都?){0,5}不(?:太|怎么|大)?会(?P<x>开车|游泳|编程|写代码|做饭|做菜|骑车|骑自行车|喝酒|抽烟|打字|跳舞|唱歌|[说讲].{1,6}[语话文]|英语|英文|日语|法语)",
        "user_fact",
        "不会{x}",
    ),
    rule(
        r"(?P<x>(?:高度)?近视(?:\d+度|[一-十百]+度)|五音不全|路痴|看不见|听不见|听力不好|视力不好|视力障碍|听力障碍|腿脚不便|行动不便|坐轮椅|用轮椅)",
        "user_constraint",
        "{x}",
        "body",
    ),
)
