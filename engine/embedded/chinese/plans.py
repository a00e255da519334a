"""Goals, plans and what somebody is busy with for a while: learning, reading, looking for work."""

import re
from collections.abc import Iterable
from dataclasses import replace

from engine.embedded.chinese import cues
from engine.embedded.chinese.rules import Found, Predicate, Rule, is_empty, is_pointing, rule

_MODAL = "正?在?(?:打算|计划|准备|筹划|考虑)(?:着)?|已经?(?:决定|打算|计划)了?|决定|立志|希望(?:将来|以后|未来|有一天|能够?|可以|有机会)*|想要?|很想|特别想|非常想|真的很想|好想|最想|梦想着?|渴望|期待|争取|必须|得|需要|该|将要?|将会|会|要|马上要?|即将|就要"
_COMPANY_WITH = r"(?:(?:和|跟|与|同|带着?|陪|约了?)(?:我的?)?[^，去]{1,10}?(?:一起|一块儿?|一同)?)?"
# What is worth keeping although no day was named: it takes longer than the day.
_LASTING = re.compile(
    rf"^(?:Q\d|第?[一二三四]季度|\d{{1,2}}月份?|[一二三四五六七八九十]{{1,2}}月份?|年[底内中初])?(?:五一|国庆|春节|元旦|暑假|寒假|端午|中秋|清明|过年)?(?:[^，]{{1,4}}岁(?:之|以)?前)?(?:去|时|期间|给[^，]{{1,4}})?{_COMPANY_WITH}(?:在[^，]{{1,8}}?)?(?:把[^，]{{1,10}})?(?:再|多|也|还|重新|好好|以后|将来|认真|系统地?|继续|尽快|早日|努力|自己|开始|能|去){{0,5}}(?:学习?|考|读|报考|报名|申请|攻读|备考|换(?:一?个|一?份|一?家|一?辆|一?台)?(?:新)?(?:工作|城市|行业|房|车|手机|电脑|专业|岗位)|找(?:一?个|一?份)?(?:新的?)?(?:工作|对象|房子|合伙人|兼职|实习)|跳槽|辞职|离职|转行|创业|开(?:一?家|一?个|店|公司|工作室|咖啡)|买|卖|租|搬|装修|养|领养|结婚|离婚|生|要(?:个|二胎|孩子)|移民|留学|出国"
    r"|游览|自驾|(?<=去)(?:旅游|旅行)(?=.)|减肥|减重|瘦|增肌|健身|戒|攒|存|还清|投资|理财|退休|成为|当|做(?:一[名个]|自己的)|写(?:一[本部篇]|小说|书|论文)|出版|出(?:一?本)?书|完成|实现|提高|提升|改善|增强|坚持|培养|参加|挑战|跑(?:一?[个场次])?(?:全|半)?程?马拉松|登|攀登|爬|去[^，]{2,}|搭建|组建|创办|建|拥有|练|掌握|通过|拿(?:到|下)|升职|转正|治|手术|体检|研究|尝试[^，]{2,}|体验|塑造|环游|(?:用[^，]{{1,12}})?(?:重构|重写|改造|替换|迁移|接入|引入|部署)|迁|升级|上线|发布|推出|招|融资|扩|拓展|开发|做[^，]{2,}(?:项目|产品|品牌|生意|系统|app|App|APP|小程序|公众号|视频|播客))"
)
_FLEETING = re.compile(
    r"^去?(?:旅游|旅行|玩|逛街)$|看电影$|一下|一趟|一些|去一[个家]|一个$|一次$|再见|见$|玩玩|上班$|上学$|起床|吃[晚午早]?饭|睡觉|休息|放松|聊|散步$|逛逛|看看$|走走$|试试|尝试(?:一下|一些|这|你)|问|请教|分享|推荐|哪|什么|一些(?:电影|地方|书|建议|方法|资料|简单|其他|新的)|查|忙|走了|出门|户外玩|去玩|想法|想想|早点|再见|下次|地方看|继续|注意|努力$|考虑|好好|寻找属于|谈谈|说说|告诉|知道|了解|喝|洗澡|加油|面对|克服|做出|好的(?:工作|办法)|理清|缓解|调整|自己的?(?:建议|方向|动力)|有意义的事"
)
_SMALL = re.compile(
    r"^(?:去)?(?:吃|喝|睡|洗|看(?!望|病|牙|医生|演唱会|展)|走|试|回家|上厕所|休息|放松|聊|逛|散步|说|问|想|知道|找你|听)"
)
_GOAL = re.compile(
    r"(?:去|再|先|好好|系统地?|努力|自己){0,5}(?:成为|当|减肥|减重|瘦|增肌|健身|考(?!虑)|提高|提升|改善|实现|环游|拥有|学|坚持|掌握|戒|攒|存|还清|创业|转行|出版|增强|塑造|退休)"
)


def _plan(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    modal, what = match["modal"] or "", match["what"].removesuffix("了")
    if (hour := _HOUR.match(what)) and predicate.tense == 1:
        predicate, what = replace(predicate, time=predicate.time + hour[0]), re.sub("^[就要]+", "", what[hour.end() :])
    if what.startswith("的"):
        return
    if (
        is_empty(what)
        or is_pointing(what)
        or cues.FEELING.match(what)
        or predicate.past
        or re.search(r"一[个只条本件张份]$|的.*都", what)
    ):
        return
    is_planned = predicate.tense == 1 and not predicate.is_vague
    if is_planned and not _SMALL.match(what) and not re.search(r"聊|再来|再见|见$|见面吧|继续$|回来$|告诉|看看$", what):
        yield from _dated(modal, what, predicate)
        return
    is_wish = modal and not re.fullmatch(r"会|得|需要|该|要|将要?|将会|必须|期待|马上要?|即将|就要|好想", modal)
    if is_wish and not predicate.is_today and _LASTING.match(what) and not _FLEETING.search(what):
        type_ = "user_goal" if _GOAL.match(what) else "user_fact"
        yield Found(type_, "", f"{_said(modal)}{what.removesuffix('了')}", predicate.time)


_TURNING = re.compile(
    r"结婚|订婚|当(?:爸|妈|爷|奶|外)[^，]{0,2}|毕业|搬家|出国|(?:去|到)[^，]{1,8}(?:读书|读博|读研|留学|工作)|生(?:了|孩子|二胎)?|退休|离职|升职|上线|高考|中考|考研|转正"
)


def _soon(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    """我要结婚了: near, without a day; the month of the telling stands for it."""
    if predicate.month and not predicate.time and _TURNING.fullmatch(match["what"]):
        yield Found("user_fact", "", f"将要{match['what']}", predicate.month)


def _refused(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["what"].removesuffix("了")
    if not predicate.is_today and not is_pointing(what) and _LASTING.match(what) and not _FLEETING.search(what):
        yield Found("user_fact", "", f"{match['no']}{match['modal']}{what}", predicate.time)


_HOUR = re.compile(
    r"(?:早上|早晨|上午|中午|下午|傍晚|晚上|凌晨|一早)?(?:[\d一二两三四五六七八九十]{1,3}点(?:半|[一二三]刻|[\d一-十]{1,3}分?)?)?"
)


def _said(modal: str) -> str:
    return re.sub(r"^(?:真的)?(?:很|特别|非常|最)", "", modal).removesuffix("了")


def _dated(modal: str, what: str, predicate: Predicate) -> Iterable[Found]:
    if re.match(r"正?在?(?:打算|计划|准备|考虑)|已经?(?:决定|打算|计划)|决定|想|希望|很想|争取", modal):
        yield Found("user_fact", "", f"{_said(modal)}{predicate.time}{what}")
    else:
        yield Found(
            "user_fact",
            "",
            f"{'要' if not what.startswith('要') and modal in {'', '会', '得', '该', '马上要', '就要', '即将'} and not what.startswith('有') else modal}{what}",
            predicate.time,
        )


_STUDY = "学习|学着|学|自学|练习|练|备考|研究|钻研|攻读|进修|恶补|复习"
_ABOUT = re.compile(
    r"^(?:一个|一些|这|那|新的?(?:东西|知识|技能)?$|一门新的?技能$|更多|更好|如何|怎|提升自己|中)|的过程|^会|方法$|^了|^得|^到|^过|^的|^校|^生|^院|时$|时候$|了几|一些新的"
)


def _studying(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = re.sub(r"了$|的课程$|中$", "", match["x"])
    if is_empty(what) or is_pointing(what) or _ABOUT.search(what) or cues.VAGUE_THING.search(what) or predicate.past:
        return
    verb = {"学着": "学"}.get(match["verb"], match["verb"])
    yield Found(
        "user_fact",
        "",
        f"{match['began'] or ''}{'' if match['began'] else '在'}{verb}{what}",
        predicate.time or predicate.month,
    )


def _busy(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["x"].removesuffix("了")
    if (
        re.search(
            r"^了|时$|时候$|一下$|^(?:饭|菜|作业|家务|梦|核酸|事|吃的|卫生|早饭|午饭|晚饭)$|很棒|好看|^一些(?:电影|书)$|^一[部本][^\ue200-\ue8ff]{0,2}(?:电影|书|小说)$|一些新的",
            what,
        )
        or is_empty(what)
        or is_pointing(what)
        or cues.VAGUE_THING.search(what)
    ):
        return
    yield Found("user_fact", "", f"在{match['verb']}{what}", predicate.time or predicate.month)


_KIND_OF_WORK = r"[^，]{0,12}(?:[\ue200-\ue8ff]|书|书籍|小说|剧|电视剧|电影|诗|散文|论文|博客|报告|漫画|动漫|综艺|传记|歌|曲子?|剧本|回忆录|作品)"

BUSY: tuple[Rule, ...] = (
    Rule(
        re.compile(
            rf"{cues.FILLER}(?P<began>(?:刚|才)?开始)(?:了|在)?(?:去|尝试)?(?P<verb>{_STUDY})(?P<x>[^，]{{1,20}})"
        ),
        _studying,
    ),
    Rule(
        re.compile(
            rf"{cues.FILLER}(?P<began>)(?:一直|正|还|也|每天|努力|业余){{0,5}}在(?:努力|自己|认真|业余|线上)?(?P<verb>{_STUDY})(?P<x>[^，]{{1,20}})"
        ),
        _studying,
    ),
    Rule(
        re.compile(
            rf"{cues.FILLER}(?:正|还|一直|刚){{0,5}}(?:在|开始)(?P<verb>看|读|追|写|听|翻译|创作|重读)(?:着|了)?(?P<x>{_KIND_OF_WORK})"
        ),
        _busy,
    ),
    rule(
        rf"{cues.FILLER}(?P<x>开始(?:吃|喝|跑|练|健身|写|做|坚持|养|带|戒|用)[^，了]{{1,12}})了?",
        "user_fact",
        "{x}",
        dated=True,
    ),
    Rule(
        re.compile(
            rf"{cues.FILLER}(?:正|还|一直){{0,5}}在(?:忙着?|积极)?(?P<verb>准备|找|装修|筹备|申请|减|健|创|收藏|带|备|戒|收集|开发|维护|参与|选型|筛选|评估|对接|调研|对比|试用|搭建?|重构|迁移|招聘|跟进|研发|运营|筹划|计划|考虑|搬|尝试|玩|练|养|招|适应|接受|做)(?P<x>[^，]{{1,18}})"
        ),
        _busy,
    ),
    Rule(
        re.compile(rf"{cues.FILLER}(?:正|还){{0,5}}(?P<verb>(?<!不)热衷于|沉迷于?|迷上了?|着迷于)(?P<x>[^，]{{2,18}})"),
        lambda m, p: _into(m, p),
    ),
)


def _into(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if not is_pointing(match["x"]):
        yield Found("user_preference", "", f"{match['verb']}{match['x']}", predicate.time or predicate.month)


PLANS: tuple[Rule, ...] = (
    Rule(re.compile(r"(?:快要?|马上就?要?|即将|就要|要)(?P<what>[^，了]{1,14})(?:了)?"), _soon),
    Rule(
        re.compile(
            r"(?:暂时|短期内|一直|还|并|也)*+(?P<no>不|没有?)(?P<modal>打算|计划|准备|想)(?:再)?(?P<what>[^，]{2,20})"
        ),
        _refused,
    ),
    rule(
        r"(?:的)?(?:人生|长期|短期|今年的?|职业|学习|近期)?(?:目标|梦想|理想|愿望)(?:就)?是(?P<x>[^，]{2,30})",
        "user_goal",
        "的目标是{x}",
        dated=True,
    ),
    Rule(re.compile(rf"{cues.FILLER}(?P<modal>{_MODAL})(?P<what>[^，]{{2,40}})"), _plan),
    Rule(
        re.compile(r"(?P<modal>)(?P<what>(?!打算|计划|准备|考虑|想|希望|没|不|有点|感|觉|是|很|在|又|了)[^，]{2,30})"),
        lambda m, p: _plan(m, p) if p.tense == 1 else (),
    ),
)
