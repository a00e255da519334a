"""What holds of a person for long and no narrower rule reads: places of work, abilities, musts, changes, routines."""

import re
from collections.abc import Iterable

from engine.embedded.chinese import cues, lists
from engine.embedded.chinese.durable import is_lasting, keep
from engine.embedded.chinese.rules import Found, Predicate, Rule, is_pointing
from engine.embedded.chinese.working import WORKING

_ORG = "公司|企业|工厂|厂|研究所|设计院|医院|银行|学校|大学|律所|事务所|机构|平台|集团|券商|基金|酒店|餐厅|饭店|书店|药店|诊所|工作室|科技|网络|信息|互联网大厂|大厂|国企|外企|央企|私企|民企|事业单位|超市|报社|出版社|电视台|车企|电厂|政府|部队|NGO"
_DEPARTMENT = r"[一-鿿A-Za-z]{1,8}(?:部门|部|科室|科|事业群|事业部|中心|办公室|项目组|组|处)"
_LANGUAGE = "英语|英文|日语|日文|法语|德语|韩语|俄语|西班牙语|西语|葡萄牙语|阿拉伯语|意大利语|泰语|越南语|粤语|闽南语|客家话|四川话|上海话|普通话|中文|手语|拉丁语"


def _languages(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if predicate.tense == 1:
        return
    verb = {"只会": "会", "懂": "会", "会讲": "会说"}.get(match["verb"], match["verb"])
    for piece in re.split(r"、|和|与|跟|还有|以及", match["x"]):
        little = re.match(r"一点点?(?:儿)?|一些|点", piece)
        name = piece[little.end() :] if little else piece
        degree = "一点" if little or match["little"] else ""
        yield Found("user_fact", "", f"{verb}{degree}{name}")


# What does not work just now, and how many of something is wanted just now.
_TROUBLE = re.compile(
    r"^(?:再|了|先|说|讲|算|一[个次下份]|最|登[录陆]|打开|访问|上传|下载|导出|支付|付款|提交|连接?|同步|显示|播放|安装|更新|注册|操作|点击|保存|退出|收到|看到|找到|选择|输入|修改|删除|编辑)|了$|还行|不行|一次"
)


def _needs(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    said = match["x"]
    if not is_lasting(said, predicate) or len(said) < 2 or _TROUBLE.search(said):
        return
    for thing in lists.split(said):
        yield Found("user_constraint", "", f"{match['must']}{thing}", "" if predicate.is_vague else predicate.time)


def _since(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    what = match["x"].removesuffix("的")
    if len(what) > 1 and is_lasting(what, predicate):
        yield Found("user_fact", "", f"从{match['since']}开始{what}")


def _years_of_work(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    if predicate.month:
        yield Found("user_fact", "", f"已{match['verb']}{match['x']}", f"到{predicate.month}")


def _works_for(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    place, job = match["x"], match["job"] or ""
    if (
        predicate.tense == 1
        or predicate.is_today
        or is_pointing(place)
        or re.search(r"^[这那哪]|找|附近|门口|[的]$", place)
    ):
        return
    yield Found("user_profile", "employer", f"在{place}工作")
    if job and is_lasting(job, predicate):
        yield Found("user_profile", "occupation", f"在{place}{match['verb']}{job}")


def _not_there(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
    place = match["x"]
    if not is_pointing(place) and len(place) > 1 and not re.search(r"^(?:一起|乎|意|家|线|身边|状态|这|那|世)", place):
        yield Found("user_fact", "", f"已不在{place}")


LASTING: tuple[Rule, ...] = (
    *WORKING,
    Rule(
        re.compile(
            rf"(?:现在|目前|还){{0,5}}(?:是)?在(?P<x>(?:[^，在了]{{0,14}}?)(?:{_ORG}))(?:里)?(?:(?P<verb>做|搞|负责|管)(?P<job>[^，]{{2,12}}))?(?:的)?"
        ),
        _works_for,
    ),
    Rule(re.compile(rf"是(?P<x>[一-鿿A-Za-z\d]{{2,14}}(?:{_ORG}))(?P<verb>)(?P<job>)的"), _works_for),
    keep(
        rf"(?:现在|目前|还){{0,5}}(?:在|是|属于|隶属于?)(?:[^，]{{0,6}}的)?(?P<x>{_DEPARTMENT})(?:的|里|工作|上班)?",
        "user_profile",
        "在{x}",
        "department",
    ),
    Rule(re.compile(r"(?:已经|早就|早|现在|已){0,5}不在(?P<x>[^，了]{2,14})(?:了|上班了|工作了|干了)"), _not_there),
    keep(rf"是?(?P<x>{cues.NAMED_PLACE})的", "user_profile", "来自{x}", "hometown"),
    keep(r"在(?P<x>[^，]{2,8})出生(?:的)?", "user_profile", "出生于{x}", "birthplace"),
    keep(
        r"(?:去|到)了?(?P<x>(?!一)[^，]{2,8}?)(?P<v>念书|读书|上大学|上学|读大学|读研|留学|当兵|工作)(?:的)?",
        "user_fact",
        "曾去{x}{v}",
    ),
    keep(
        r"(?P<x>(?:正)?(?:就读于|攻读|在职读|在读|读)(?:在职|全日制|非全日?制?){0,5}(?:[^，一了]{0,8})(?:MBA|EMBA|博士|硕士|研究生|本科|专业|学位|大专|夜校|成人教育))",
        "user_profile",
        "{x}",
        "education",
    ),
    keep(
        r"在(?P<x>[^，]{2,8}?)(?P<v>开|办|经营|承包|租|盘)(?P<done>了|着)?(?P<what>(?:一?[家个间片块])[^，]{2,12})",
        "user_fact",
        "在{x}{v}{done}{what}",
    ),
    keep(
        r"(?P<x>后来转行做了?|转行做了?|改行做了?)(?P<what>[^，了]{2,12})", "user_profile", "转行做{what}", "occupation"
    ),
    keep(
        r"(?:是)?(?P<x>全职(?:在家)?(?:带娃|带孩子|妈妈|爸爸|太太)|接私活|(?:自己)?接项目|打零工|跑滴滴|送外卖|摆摊)",
        "user_profile",
        "{x}",
        "occupation",
    ),
    Rule(
        re.compile(
            rf"(?:也|还|只|略|稍微){{0,5}}(?P<verb>会说|会讲|会|懂|精通|只会)(?P<little>一点点?儿?|一些|点)?(?P<x>(?:一点点?|一些|点)?(?:{_LANGUAGE})(?:(?:、|和|与|跟|还有|以及)(?:一点点?|一些|点)?(?:{_LANGUAGE})){{0,12}})"
        ),
        _languages,
    ),
    keep(
        r"(?P<can>(?:完全|基本上?|几乎|还)?(?:不太|不怎么|不大)?(?:不会|不懂|不熟悉?|看不懂|没学过|没用过|没接触过|没做过)|(?:比较|很|挺|最)?(?:熟悉|擅长|精通|熟练)|能看懂)(?P<x>[^，的了]{1,12})",
        "user_fact",
        "{can}{x}",
        accept=lambda x: not re.match(r"[有做让放忘]", x),
    ),
    Rule(
        re.compile(
            r"(?:已经|也|还|都|就|一直|目前|暂时|基本上?|从来)*+(?P<must>必须|只能|只要(?!是|有|能|不|我)|只接受|只认|只收|只用|只做|只走|只发|只开|不能用?|不可以|不得|不允许|不接受|不考虑|不支持|不碰|禁止|严禁|一律|不提供|不收|不用|吃不了|喝不了|坐不了|用不了|受得了)(?P<x>[^，]{2,20})"
        ),
        _needs,
    ),
    Rule(
        re.compile(
            r"(?:就)?(?:是)?(?:从|自)?(?P<since>(?:19|20)\d\d年?(?:\d{1,2}月)?|\d{2}年|小学|初中|高中|大学|[\ue100-\ue1fe])(?:就)?(?:开始|起)(?:就)?(?P<x>[^，]{2,14})"
        ),
        _since,
    ),
    Rule(
        re.compile(
            r"(?:已经|都)?(?P<verb>工作|从业|入行|做了|干了|创业|当了[^，]{1,6}|参加工作)(?:了|有|已经){0,5}(?P<x>(?:\d+|[一二两三四五六七八九十]{1,3})(?:多)?年(?:多)?)(?:了|多了)?"
        ),
        _years_of_work,
    ),
    keep(
        r"(?:平时|每天|一直|都是?|主要|一般){0,5}(?P<x>(?:坐|骑|开)(?:地铁|公交车?|高铁|电动车|自行车|单车|班车|轻轨|车|摩托)(?:上班|通勤|上下班|去公司))",
        "user_fact",
        "{x}",
    ),
    keep(
        r"(?:上班(?:地点|的地方)?|工作地点?|单位)(?:就)?在(?P<x>[^，]{2,12})",
        "user_profile",
        "上班地点在{x}",
        "work_location",
    ),
    keep(
        r"(?:现在|一直|还){0,5}(?P<x>抽烟|吸烟|喝酒|打呼噜|吃素|不抽烟|不喝酒|不熬夜|不运动|裸辞|备孕|减肥|减脂|增肌|控糖|断食|戒糖|哺乳|服药)",
        "user_fact",
        "{x}",
    ),
    keep(r"不(?:再)?(?P<v>养|抽|喝|吃|打|玩|开|坐|用|炒|戴|做|租|住)(?P<x>[^，了]{1,10})了", "user_fact", "不再{v}{x}"),
    keep(r"(?P<x>更(?:愿意|倾向于?|习惯|喜欢|偏好)[^，]{2,16})", "user_preference", "{x}"),
    keep(
        r"(?:不太|不怎么|从不|不)(?P<v>信任|相信|放心|认可|看好|接受|习惯)(?P<x>[^，]{2,14})",
        "user_preference",
        "不太{v}{x}",
        accept=lambda x: not re.search(r"的$", x),
    ),
    keep(
        r"(?:在|正在)用(?P<x>[^，]{2,16}?)(?:做|跑|写|搭|管理|开发)(?P<what>[^，]{2,12})",
        "user_fact",
        "在用{x}做{what}",
    ),
    keep(
        r"(?P<x>(?:刚|已经)?换(?:了|成)(?:新)?[^，了]{2,14})了?",
        "user_fact",
        "{x}",
        accept=lambda x: not re.search("衣服|话题|角度|心情|口味|位置", x),
    ),
    keep(r"(?:工位|座位|办公室|实验室)在(?P<x>[^，]{2,12})", "user_fact", "的工位在{x}"),
    keep(
        r"(?:是)?(?P<x>(?:白羊|牡羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)(?:的)?",
        "user_profile",
        "是{x}",
        "zodiac",
    ),
    keep(
        r"(?:一个人|自己|独自)?(?P<x>(?:带|养|抚养)(?:着|了)?[\d一两二三四五]个(?:孩子|娃|小孩|儿子|女儿|宝宝))",
        "user_fact",
        "{x}",
    ),
    keep(
        r"(?P<x>(?:出门|上班|通勤|出行|上下班|吃饭|做饭|买菜|购物|记账|记笔记|办公|出差)(?:全|都|基本|主要|一般|平时){0,5}(?:靠|坐|骑|打|走|开|用|叫|吃|点)[^，]{1,8})",
        "user_fact",
        "{x}",
    ),
    keep(
        r"(?P<what>(?![不是没在也会要想能可都又再还])[^，我]{1,6}?)(?:的时候|时|都|一般|主要|基本){0,5}用(?P<x>[A-Za-z][A-Za-z\d+#. ]{1,20})",
        "user_fact",
        "{what}用{x}",
    ),
    keep(rf"(?:就|才)?来(?P<x>{cues.NAMED_PLACE})(?:工作|生活|定居|打拼)?了?", "user_fact", "来{x}"),
    keep(
        r"(?P<what>大学|本科|硕士|研究生|博士|高中)(?:是)?在(?P<x>[^，]{2,8})(?:读|上|念)的?",
        "user_profile",
        "{what}在{x}读",
        "education",
    ),
    keep(r"没(?:有)?(?P<what>时间|空|精力|条件|功夫)(?P<x>[^，]{2,10})", "user_fact", "没{what}{x}"),
    keep(
        r"(?P<x>吃[^，吧]{1,6}|喝[^，吧]{1,6}|出差|加班|熬夜|线上会议|早起)(?:是|也|都|完全){0,5}(?:没问题|可以的?|能接受|没关系)",
        "user_fact",
        "可以{x}",
    ),
    keep(
        rf"(?:一直|主要|目前){{0,5}}(?:做|搞|干)(?P<x>(?:[A-Za-z]{{1,6}} ?)?[一-鿿]{{0,6}}(?:{cues.FIELD}))(?:的|这行)?",
        "user_profile",
        "做{x}",
        "occupation",
    ),
    keep(r"学(?P<x>(?!会|习|得|过|好)[一-鿿]{2,8})(?:专业)?的", "user_profile", "的专业是{x}", "major"),
    keep(
        r"(?:要|需要|得|必须)(?P<x>(?:能|支持|可以|带|有|符合|兼容|包含|满足)[^，]{2,40})",
        "user_constraint",
        "需要{x}",
    ),
    keep(
        r"(?:是)?(?P<x>(?:一般|通常|平时|每)(?:周|星期)[一二三四五六日天](?:到|至)?(?:周?[一二三四五六日天])?(?:早上|上午|中午|下午|晚上)?(?:都|最|比较|一般){0,5}(?:忙|有空|没空|休息|开会|上课|值班|加班|在家|在公司))",
        "user_fact",
        "{x}",
    ),
    keep(r"改(?:成|为)(?:了)?(?P<x>(?:在家|每|用|坐|做|远程|线上|晚上|早上)[^，了]{1,12})了?", "user_fact", "改成{x}"),
    keep(
        rf"(?:现在|目前|一直){{0,5}}(?P<x>在(?:国外|海外|老家|外地|国内|{cues.PLACES})(?:工作|读书|上学|生活|定居|打工|创业|养老)?)",
        "user_fact",
        "{x}",
    ),
    keep(r"是?(?P<x>\d[05]后)", "user_profile", "是{x}", "age_group"),
    keep(r"(?P<x>女|男)(?:生|性)?", "user_profile", "是{x}性", "gender"),
    keep(r"(?:体重|身高)?(?P<x>想(?:减|瘦|增|降)到[^，]{2,8})", "user_goal", "{x}"),
    keep(
        r"(?:人)?(?:现居|坐标|base在?|在)(?P<x>[^，]{2,6}(?:大[学厦]|园区?|广场|中心|街道|附近|新区|开发区))",
        "user_profile",
        "在{x}",
        "location",
    ),
    keep(
        r"(?:挺|有点|比较|特别|很|超|严重|轻微|真的|非常){1,5}(?P<x>晕车|晕船|晕机|恐高|社恐|怕黑|怕冷|怕热|怕狗|怕猫|怕吵|怕虫|认床|路痴)",
        "user_constraint",
        "{x}",
        "body:{x}",
    ),
)
