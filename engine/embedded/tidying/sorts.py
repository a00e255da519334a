"""Of which sort a stored fact is: what may end it. A past event or an origin is ended by nothing."""

import re
from functools import lru_cache

from engine.embedded.english import verbs
from engine.embedded.english.vocabulary import words_of
from engine.embedded.tidying import end_words as ends
from engine.embedded.tidying import kin
from engine.text import normal, plans, polarity, stance

PLAN, ONGOING, DEBT, COURSE, HEALTH, BEING, THING, LENT = (
    "plan",
    "ongoing",
    "debt",
    "course",
    "health",
    "being",
    "thing",
    "lent",
)
RELATION, RESIDENCE, JOB, USE, HABIT, CHOICE, SINGLE = (
    "relation",
    "residence",
    "job",
    "use",
    "habit",
    "choice",
    "single",
)
NAMING, MEMBER, WAITING = "naming", "member", "waiting"


def _both(zh: str, en: str) -> re.Pattern[str]:
    return re.compile(rf"{zh}|(?<![a-z])(?:{en})(?![a-z])", re.IGNORECASE)


_SORTS = {
    PLAN: _both(
        r"计划|打算|准备(?!好)|想(?!起|念|象)|希望|目标|要去|预[订约定]|订了|报(?:了)?名|即将|将(?:要|于)|备[考战]|[正在]考|申请|婚礼(?:定|在)|约了|预约|考虑|攒钱|存钱",
        r"plan(?:s|ning)?|wants? to|would like|hop(?:es|ing)|intends?|aims?|goal|going to|booked|booking|scheduled|upcoming|saving (?:up )?for|applying|applied|preparing|training for|considering|thinking (?:of|about)|signed up|registered|will|looking (?:for|to)|due|appointment|reservation",
    ),
    ONGOING: _both(
        r"正在?|(?<![一-鿿])在(?=[写做学读修考装找办翻追减培申训准备忙搞画译拍赶])|在读|在修|在办|筹备|攻读|装修|进行中|还没|未完成|负责|实习|休假|产假|休学|试用期|等(?!级|于)|待",
        r"is (?:currently |now |still )?\w+ing|are \w+ing|working on|in the (?:middle|process) of|has to finish|pursuing|enrolled|on (?:\w+ )?leave|sabbatical|probation|waiting|pending",
    ),
    DEBT: _both(r"贷|花呗|白条|信用卡|没还|欠|债|分期|借款|月供|按揭", r"loans?|mortgage|debts?|owes?|paying off|pays off|instal?lments?|repay\w*"),
    COURSE: _both(
        r"课|[^上早晚加夜值当](?:班|营)|私教|培训|报了|家教",
        r"class(?:es)?|lessons?|courses?|tutor\w*|coach\w*|trainer|workshop|sessions",
    ),
    MEMBER: _both(
        r"社团?(?!区|会|交|保)|俱乐部|会员|年卡|月卡|季卡|健身卡|订阅|套餐|订了|协会|志愿|钟点工|保姆|月嫂|读书会|乐队|球队",
        r"member(?:ship)?|subscri\w+|account|gym|club|league|choir|orchestra|band|team|volunteer\w*|nanny|cleaner|housekeeper|babysit\w*|therapist|association|plan",
    ),
    WAITING: _both(r"等(?!级|于)|待(?!人|遇|业)|审批", r"waiting|pending|awaiting|expecting"),
    HEALTH: _both(
        r"骨折|石膏|受伤|扭伤|拉伤|感冒|发烧|咳嗽|住院|拐杖|怀孕|孕期|备孕|吃[^，。]{0,6}药|服药|用药|疗程|炎|牙套|矫正|手术|术后|失眠|过敏|复健|康复|疼|痛|病|贫血|缺铁|伤|疹|感染|流感|得了|生了病",
        r"fractur\w*|broken|cast|crutches|injur\w+|sprain\w*|hospital|recover\w*|pregnan\w*|braces|medication|antibiotics|pills|treatment|therapy|physio\w*|surgery|operation|wheelchair|sick|ill|flu|insomnia|pain|hurts?|allerg\w*|anaemi\w*|anemi\w*|infection|concussion|cold|mg",
    ),
    BEING: _both(
        r"养|[猫狗犬兔鸟鱼龟鼠]|宠物|柯基|金毛|边牧|泰迪|拉布拉多|布偶|英短|美短|哈士奇|仓鼠|鹦鹉",
        r"dogs?|cats?|pets?|pupp(?:y|ies)|kittens?|parrots?|rabbits?|hamsters?|horses?|fish|turtles?|tortoise|ferrets?|guinea pigs?|terrier|retriever|poodle|collie|spaniel|siamese|named|called|hens?|chickens?|budg\w+|canary|gecko|snake",
    ),
    THING: _both(
        r"有(?=[一两三几]?[辆台部把架套间栋艘个支块条])|开(?:着)?[^，。]{0,10}车|[车房]|骑|买了|拥有|店|的[^，。]{1,8}是|收藏|用的是",
        r"has an?|has two|has three|owns?|drives?|rides?|keeps?|collects?|possess\w*|bought|car|bike|motorbike|house|flat|apartment|boat|guitar|piano",
    ),
    LENT: _both(r"借给|借了|借走|借出|借用|寄存|寄放|租给|出租|抵押", r"renting an? (?:car|van|bike|suit|dress|tool)|lent|borrow\w*|lend\w*|rents? out|loaned"),
    RELATION: _both(r"男?女?朋友|对象|恋|已婚|妻子|丈夫|老公|老婆|未婚[夫妻]|异地|同居|伴侣", r"girlfriend|boyfriend|partner|dating|married|engaged|fianc\w+|wife|husband|relationship|seeing|roommate|housemates?|flatmate"),
    SINGLE: _both(r"单身|未婚|没有?对象|离异", r"single|unmarried|divorced|not (?:dating|seeing)"),
    RESIDENCE: _both(r"住|租|居|宿舍|家在|定居|合租", r"lives?|living|resides?|based|rents?|renting|home is|dorm|shares? (?:a|an) (?:flat|house|apartment)|housemates?"),
    JOB: _both(
        r"工作|就职|任职|供职|上班|公司|担任|做[^，。]{1,8}$|是一?名?[^，。]{1,10}[员师工生长匠]|实习|兼职|职业|岗位|打工|店员|[银律事]?[行所](?:做|当)|创业|经营|开(?:了)?(?:一家|店|公司)|当[^，。]{1,6}$|带团队|副业|教[^，。]{1,6}$|负责",
        r"works?|working|jobs?|employ\w*|intern\w*|position|occupation|is an? [\w -]*(?:er|or|ist|ant|nurse|chef|clerk|manager|engineer|teacher|assistant)|freelanc\w*|runs? an?|side hustle|part-time|career|profession|teaches|volunteers?|manages?|head of",
    ),
    USE: _both(
        r"使用|[在主]要?用|用|跑在|部署|写的|基于|存(?:储|放)?在|平台|采用|搭建|托管|依赖",
        r"uses?|using|used for|runs? on|written in|stores?|stored|built (?:with|on)|based on|hosted|deploy\w*|relies|powered|codes? in|writes? in|draws? in|takes notes|keeps|backend|frontend|stack",
    ),
    HABIT: _both(
        r"每[天周月年晚早次日]|常|总是|习惯|一般|通常|平时|定期|坚持|周[一二三四五六日末]|早上|晚上|睡前|喝|吃|抽烟|吸烟|跑步|健身|锻炼|练|打|玩|看|听|骑|学|上|逛|写|养成|值|素食?|坐|走|开车|通勤|遛|做饭|减肥|节食|健身房|瑜伽",
        r"every|daily|weekly|monthly|twice|once a|usually|often|always|regularly|drinks?|eats?|smokes?|plays?|runs?|goes|swims?|cycles?|takes?|practi[cs]es?|trains?|watches|reads?|listens?|vegan|vegetarian|commutes?|drives?|walks?|attends?|studies|learns?|learning|does|sings?|writes?|grows?|bakes?|makes|cooks?|meditates?|fasts?|diet",
    ),
    NAMING: _both(r"叫|名为|名字是|取名", r"(?:is|are) (?:called|named)|name is|goes by|titled"),
    CHOICE: _both(r"喜欢|爱|偏好|偏爱|讨厌|倾向|首选|最喜|支持|是[^，。]{1,8}粉|迷", r"likes?|loves?|enjoys?|prefers?|favou?rite|fan of|fond of|into|keen|adores?|interested"),
}  # fmt: skip

_ALLOWED = {
    PLAN: {ends.CANCELLED, ends.LEFT, ends.NO_MORE, ends.FAILED, ends.DONE, ends.REVOKED},
    ONGOING: {ends.DONE, ends.FAILED, ends.CANCELLED, ends.LEFT, ends.NO_MORE, ends.REVOKED},
    DEBT: {ends.PAID, ends.LEFT},
    COURSE: {ends.CANCELLED, ends.DONE, ends.LEFT, ends.WENT, ends.NO_MORE, ends.EXPIRED},
    MEMBER: {ends.CANCELLED, ends.LEFT, ends.WENT, ends.NO_MORE, ends.SPLIT, ends.DISPOSED, ends.EXPIRED},
    WAITING: {ends.ARRIVED, ends.DONE, ends.FAILED},
    HEALTH: {ends.HEALED, ends.NO_MORE},
    BEING: {ends.GONE, ends.DISPOSED},
    THING: {ends.DISPOSED, ends.REPLACED, ends.SHUT},
    LENT: {ends.RETURNED},
    RELATION: {ends.SPLIT},
    SINGLE: {ends.PAIRED},
    RESIDENCE: {ends.MOVED, ends.LEFT},
    JOB: {ends.LEFT, ends.WENT, ends.NO_MORE},
    USE: {ends.SHUT, ends.NO_MORE, ends.REPLACED, ends.LEFT},
    HABIT: {ends.LEFT, ends.NO_MORE, ends.REVOKED, ends.REPLACED},
    NAMING: {ends.CANCELLED, ends.LEFT, ends.REVOKED, ends.REPLACED, ends.NO_MORE},
    CHOICE: {ends.NO_MORE, ends.LEFT},
}

_FIXED = re.compile(
    r"出生|生于|籍贯|老家|毕业于|祖籍|血型|去过|到过|[学做当去住养看读玩用开]过|得过|获得|曾|(?:生日|名字)是?|出身"
    r"|(?<![a-z])(?:was born|grew up|comes from|graduated|studied|born|used to|learned|learnt|visited|went|won|ran|gave|had (?!to )|attended|met|birthday|native|originally|moved|started|name is|is from|majored)(?![a-z])",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"养|名叫|named|called|借|lent|已|[办买报订请签开租换得]了|开通了|加入了|注册了|bought|joined|signed up",
    re.IGNORECASE,
)
_TOLD_AS_DONE = re.compile(
    r"已(?:经)?(?!婚)|(?:完成|通过|提交|取消|退掉|卖掉|辞职|离职|毕业|还清|结束)(?:了|$)|不再|(?<![a-z])(?:has (?:finished|completed|passed|submitted|cancelled|quit|left|sold|paid)|no longer|submitted|finished|completed|passed|cancelled|quit|sold|paid off|doesn't .* any ?more)(?![a-z])",
    re.IGNORECASE,
)
# What somebody cannot stand or is to be set has not ended: 受不了, 戴不了, 调到大号.
_UNABLE = re.compile(r"[一-鿿]不[了得](?!了)|别放|[调设]到")
_GRADUATED = re.compile(r"毕业|(?<![a-z])graduated", re.IGNORECASE)
_AGED = re.compile(r"岁|年级|(?<![a-z])turned", re.IGNORECASE)


# Words among which the verb of a statement stands, if it tells of the person or of something of theirs.
_VERB_WITHIN = 4
_PRESENT = frozenset(("is", "are", "am", "has", "have", "does", "do", "will", "can"))
_THIRD_PERSON = re.compile(r"[a-z]{2,}(?<![su'i])s")
_STATES_THEN = words_of(
    "was were had lived worked owned kept rented drove loved liked enjoyed hated feared preferred wanted needed played taught studied belonged stayed spoke knew "
    "drank smoked used wore managed led coached volunteered commuted slept weighed shared attended practised practiced"
)


@lru_cache(maxsize=4096)
def bare_of(content: str) -> str:
    """A fact without the person as its subject; asked for each pair of facts and each clause."""
    return normal.bare(content)


@lru_cache(maxsize=4096)
def tells_of_then(content: str) -> bool:
    """Whether an English statement tells of a state that was: lived, was called; not lives, has lived or graduated."""
    for word in re.findall(r"[a-z']+", bare_of(content).lower())[:_VERB_WITHIN]:
        if verbs.is_past(word) or word in _PRESENT or _THIRD_PERSON.fullmatch(word):
            return word in _STATES_THEN
    return False


@lru_cache(maxsize=2048)
def of(content: str) -> frozenset[str]:
    """The sorts of a fact; several where its words allow for several."""
    bare = bare_of(content)
    found = frozenset(sort for sort, pattern in _SORTS.items() if pattern.search(bare))
    return found or frozenset({HABIT})  # whatever else somebody does


# Why somebody began is no state: it stays the reason when they are done.
_EXPLAINS = re.compile(
    r"(?<!不)是(?:因为|由于|为了)|原因就?[是在]|为的是|(?<![a-z])the reasons? (?:why|for|that)(?![a-z])"
    r"|(?<![a-z])reasons? (?:is|was|are|were) (?:that|because)(?![a-z])",
    re.IGNORECASE,
)


def explains(content: str) -> bool:
    """Whether a fact tells why something began, as in 学车是因为… or the reason that …"""
    return _EXPLAINS.search(content) is not None


@lru_cache(maxsize=2048)
def is_fixed(content: str) -> bool:
    """Whether a fact tells what was, why it began, or an end itself: nothing that could end."""
    bare = bare_of(content)
    if _TOLD_AS_DONE.search(bare) or explains(bare):
        return True
    if plans.is_plan(bare) or PLAN in of(content):
        return False
    is_past = bool(_FIXED.search(bare)) or stance.is_past(bare) or stance.is_done(bare)
    return is_past and not _LASTS.search(bare)


@lru_cache(maxsize=8192)
def may_end(content: str, kind: str, *, type_: str = "") -> bool:
    """Whether an end of this kind can be the end of this fact."""
    if is_fixed(content):
        return False
    if polarity.is_negative(bare_of(content)) and kind in (ends.NO_MORE, ends.LEFT):
        return False
    sorts = of(content) | ({PLAN} if type_ == "user_goal" else frozenset())
    return any(kind in _ALLOWED[sort] for sort in sorts)


@lru_cache(maxsize=2048)
def owner(content: str) -> str:
    """Whom a fact is about: '' for the person and their animals, otherwise the kind of relative."""
    return kin.subject(content.lower().replace("’", "'"))


@lru_cache(maxsize=2048)
def is_under_way(content: str) -> bool:
    """Whether a fact tells of something that is being done and will be finished."""
    return ONGOING in of(content)


@lru_cache(maxsize=2048)
def is_over(content: str) -> bool:
    """Whether a fact tells an end; what somebody plans to end has not ended."""
    bare = _UNABLE.sub("", bare_of(content))
    return stance.tells_end(bare) and not (plans.is_plan(bare) or _GRADUATED.search(bare))


def is_over_now(content: str) -> bool:
    """Whether a statement tells that something has ended; an age that was reached has not."""
    return bool(_TOLD_AS_DONE.search(content)) or (stance.tells_end(content) and not _AGED.search(content))
