"""By which words a thing of somebody's own is brought up, and what is told of it: its name, place, size, times."""

import re

from engine.embedded.english.vocabulary import words_of
from engine.embedded.tidying import facet_words

NAME, AGE, PLACE, TIME, YEAR, AMOUNT, COLOUR, ORIGIN, IS, HAS, DEED = (
    "name",
    "age",
    "place",
    "time",
    "year",
    "amount",
    "colour",
    "origin",
    "is",
    "has",
    "deed",
)  # fmt: skip
# What is told of a thing once: two such are two things, or one of them is wrong.
OF_A_PERSON = frozenset((NAME, AGE, PLACE, ORIGIN, IS))
OF_A_THING = frozenset(
    (NAME, AGE, PLACE, TIME, YEAR, AMOUNT, COLOUR, ORIGIN, IS, HAS, "deed 卖", "deed 跑", "deed sells")
)

_NUMBER = r"[\d.,零一二两三四五六七八九十百千万半]+"
# The kinds in the order in which they are tried.
KINDS_ZH = {
    NAME: re.compile(r"(?:名字?|小名|大名)?(?:叫|是叫|名为|取名)|名字是|姓(?!格)"),
    AGE: re.compile(rf".*(?:{_NUMBER}|刚满|快).{{0,2}}(?:岁|个月大)"),
    YEAR: re.compile(r".*(?:\d{4}年|[去前今]年)[^，。]{0,6}(?:买|产|款|入手|建|造|装)"),
    TIME: re.compile(
        r".*(?:每[天周月年晚早个]|周[一二三四五六日末]|星期|礼拜|工作日|上午|下午|晚上|早上|点(?:半|整|开|到|$)|\d[日号]|[一二三四五六七八九十][日号]|[一二三四五六七八九十\d]月)|.*(?:开|办|用|养|住|学|写|做|戴|种)了.{1,6}(?:年|个月)"
    ),
    COLOUR: re.compile(facet_words.COLOUR_ZH),
    AMOUNT: re.compile(
        rf"(?:大概|大约|差不多|一共|总共|约)?(?:是|有|长|宽|高|重|占地|面积)*(?:大概|大约|差不多|约)?{_NUMBER}(?!辆|座城|个人|名|位|种)[^，。的]{{0,3}}(?:平|米|斤|克|升|寸|亩|块|元|座|层|厘米|公分|英寸|匹|吨|马力|G|T|公里)"
    ),
    PLACE: re.compile(r"(?:就|主要|一直|现在)?(?:[开停放种养设建办摆位拴挂]?在|位于|靠着?|挨着|紧挨|朝|离)"),
    ORIGIN: re.compile(r"(?:来自|产自|出自|老家|从[^，。]{1,10}(?:来|买|带|运|领养))|是[^，。]{1,6}人$"),
    IS: re.compile(r"(?:其实|就)?是|属于"),
    HAS: re.compile(r"有"),
}
KINDS_EN = {
    NAME: re.compile(r"(?:is|are) (?:called|named)|goes by|has the name"),
    AGE: re.compile(
        r"(?:just |has just |is |are |has )?(?:turned|turns|about|nearly|almost)? ?(?:is )?(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty)(?:[- ]\w+)?(?: (?:years?|months?|weeks?)[ -]old)?$|(?:is|are) (?:\w+ ){1,3}(?:years?|months?|weeks?)[ -]old"
    ),
    YEAR: re.compile(
        r"is a \d{4}(?: model)?$|(?:was|were) (?:made|built|bought) in|dates (?:from|back)|is from (?:the )?\d{4}"
    ),
    TIME: re.compile(
        r"(?:is|are|meets?|starts?|takes? place|is held|are held|runs?|opens?|is due|is going to be|will be|is set for|is scheduled for)\b.*\b(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)|\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}|every|each|weekly|daily|mornings?|evenings?|at \d{1,2})\b",
        re.IGNORECASE,
    ),
    COLOUR: re.compile(
        r"(?:is|are) (?:dark |light |bright |pale )?(?:black|white|red|green|blue|yellow|purple|gr[ae]y|silver|orange|brown|beige|pink|cream|golden)\b"
    ),
    AMOUNT: re.compile(
        r"(?:is|has|holds|seats|weighs|measures|costs|covers|sleeps) (?:about |around |roughly |nearly |over )?[\d.,$£€]+|(?:weighs|measures|seats|sleeps|costs)\b"
    ),
    PLACE: re.compile(
        r"(?:(?:is|are)(?: (?:\w+ed|kept|hung|held))? (?:in|at|on|near|by (?:the|a)|next to|opposite|behind|outside|beside|above|under)|(?:is|are) plot|stands|sits|lives|resides|is based|is stationed|is (?:moored|parked|docked|stabled|kept|located))\b"
    ),
    ORIGIN: re.compile(r"(?:comes?|came|is|are)(?: originally)? from"),
    IS: re.compile(r"(?:is|are) "),
    HAS: re.compile(r"(?:has|have) "),
}  # fmt: skip

# An animal is told of by what it likes and fears as well.
OF_AN_ANIMAL = OF_A_THING | frozenset(
    ("deed 怕", "deed 喜", "deed 爱", "deed likes", "deed loves", "deed hates", "deed eats", "deed sleeps")
)
# A name or a place that stands in what brings a thing up.
_NAMED = re.compile(r"叫|名为|取名|(?<![a-z])(?:called|named)(?![a-z])")
_PLACED_ZH = re.compile(r"^用户[^，。]{0,4}在(?!学|写|读|用|养|家)|[^，。]在(?!学|写|读|用|养|家)")
_PLACED_EN = re.compile(r" (?:in|at|near) (?:the )?[A-Z]")


def kinds_named(text: str, *, is_chinese: bool) -> frozenset[str]:
    """The name or the place that a fact which brings a thing up tells of it."""
    placed = (_PLACED_ZH if is_chinese else _PLACED_EN).search(text)
    return frozenset(kind for kind, found in ((NAME, _NAMED.search(text)), (PLACE, placed)) if found)


# What holds for a while, or tells an event: no facet that lasts as long as the thing.
PASSING = re.compile(
    r"今天|昨[天晚]|明天|前天|[这上下本]个?(?:周|星期|礼拜|月)|最近|刚刚|刚才|暂时|正在|坏|丢|漏|破|裂|断了|修(?!表|理|车|鞋)|病了|受伤|走失|去世|过世|出问题|堵|停业|转让|出租|卖掉|卖了|借|退(?!休)|换|取消|推迟|改[到成在期]|放行|到期|涨|降|结束|完成|通过|批|[^，。]了$(?<!岁了)(?<!年了)(?<!月了)"
    r"|(?<![a-z])(?:today|tonight|tomorrow|yesterday|this (?:week|month|morning|afternoon)|last (?:week|month|night|year)|next (?:week|month)|recently|at the moment|for now|temporarily|currently|being \w+|broke|broken|leaks?|leaking|lost|stolen|missing|sick|ill|injured|out of order|faulty|cracked|repairs?|repaired|fixed|sold|for sale|closed|closing|cancelled|canceled|postponed|moved|over|finished|done|solved|resolved|gone|died|dead|late|needs?|ha(?:s|ve) (?!turned)[a-z]+(?:ed|wn|ne|ld|de)|(?:was|were) (?!made|built|bought|born)\w+|healed|better|is back|should|must|no longer|has (?:been|gone|got|now|just(?! turned))|have been|won|passed|failed|expir\w+|due back|on loan|lent|borrowed)(?![a-z])",
    re.IGNORECASE,
)
# An event is told beforehand with its day and its place, each as a plan or not.
EVENT = re.compile(
    r"婚礼|旅行|之旅|行程|考试|测试|测验|比赛|典礼|聚会|展览?|演出|手术|面试|答辩|会议|培训|讲座|(?<![a-z])(?:trip|wedding|holiday|vacation|tour|exam|test|race|marathon|party|exhibition|show|concert|surgery|operation|interview|conference|course|workshop|retreat|move)(?![a-z])",
    re.IGNORECASE,
)
# Of these everybody has one, and much is told of it that belongs to no single statement; or they are nothing to be told of.
NO_THING = re.compile(
    r"(?:工作|生活|公司|单位|部门|团队|家|家里|家人|家庭|爱好|兴趣|习惯|目标|计划|心情|性格|身体|健康|职业|专业|年龄|名字|生日|电话|邮箱|地址|收入|工资|预算|体重|身高|血型|问题|情况|想法|要求|职责|时间|饮食|口味|作息|睡眠|学校|城市|老家|社会|机会)"
    r"|(?:job|work|life|company|employer|team|office|department|home|family|hobby|habit|goal|plan|mood|health|diet|name|birthday|age|phone number|email|address|income|salary|budget|weight|height|blood type|problem|idea|school|city|town|schedule|routine|day|time|sleep|taste|favou?rite .*|main .*|first .*|last .*|next .*|biggest .*|current .*|new .*|preferred .*|usual .*)"
)
# People of whom one has several: only by their names they are one.
MANY = re.compile(
    r"(?:朋友|同事|客户|邻居|同学|闺蜜|学生|徒弟|老师|教练|下属|员工|组员|队友|室友|亲戚|表[兄弟姐妹哥]|堂[兄弟姐妹哥]|叔叔|阿姨|舅舅|侄子|侄女|外甥女?)"
    r"|(?:friend|colleague|co-?worker|client|customer|neighbou?r|classmate|student|pupil|apprentice|teacher|coach|employee|teammate|roommate|flatmate|housemate|lodger|tenant|relative|cousin|uncle|aunt|niece|nephew)",
)
# What belongs to a thing and is told with it.
PART_ZH = r"(?:的)?(?:课|班|老师|教练|导师|考点|地点|场地|时间|日期|主题|题目|截止日期|截止时间|价格|租金|月租|房租|面积|颜色|型号|品牌|牌子|名字|招牌|主人|房东|店名|车牌|内存|屏幕|封面|编辑|出版社|甲方|负责人|预算|经纬|品种|学费)"
PART_EN = words_of(
    """
    supervisor teacher tutor coach instructor trainer adviser advisor topic subject title deadline venue location date price colour color name owner
    landlord landlady editor publisher rent size model make licence plate theme budget fee organiser organizer
    """
)
# By which breeds an animal is told of.
SPECIES_ZH = {
    "狗": "柯基犬?|金毛犬?|边牧|泰迪|拉布拉多犬?|哈士奇|柴犬|萨摩耶|比熊|贵宾犬?|博美|阿拉斯加|雪纳瑞|吉娃娃|法斗|斗牛犬|牧羊犬|田园犬|腊肠犬?",
    "猫": "布偶|英短|美短|暹罗|蓝猫|加菲|缅因|银渐层|金渐层|奶牛猫|狸花",
    "鸟": "鹦鹉|玄凤|虎皮|八哥|画眉|文鸟|金丝雀",
}
SPECIES_EN = {
    "dog": "terrier|retriever|poodle|collie|spaniel|shepherd|labrador|beagle|husky|corgi|dachshund|greyhound|whippet|mastiff|bulldog|setter|pointer|hound|pug|chihuahua|akita|dalmatian|mutt|labradoodle|cockapoo|puppy|sheepdog|schnauzer|boxer|rottweiler|lurcher",
    "cat": "siamese|persian|bengal|ragdoll|tabby|shorthair|maine coon|sphynx|calico|tomcat|kitten|moggy",
    "bird": "parrot|budgie|cockatiel|macaw|canary|parakeet|cockatoo|finch|lovebird",
    "horse": "mare|gelding|stallion|pony|cob",
}
SINGLE_ZH = frozenset("猫狗车店船马鸟鱼兔龟琴伞表房家床书画")
