"""The wordings of who somebody is, of what a thing is like, and of what somebody does regularly, in Chinese and English."""

import re

KIN_ZH = (
    r"(?:[大小二三]|双胞胎)?(?:女儿|儿子|孩子|宝宝|妻子|老婆|太太|爱人|丈夫|老公|女朋友|男朋友|女友|男友|未婚妻|未婚夫|爸爸|妈妈|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|岳父|岳母|公公|婆婆"
    r"|哥哥|弟弟|姐姐|妹妹|侄子|侄女|外甥女?|孙子|孙女|舅舅|姑姑|阿姨|叔叔|堂[兄弟姐妹哥]|表[兄弟姐妹哥]|室友|导师|老板|助理)"
)
PET_ZH = r"(?:狗狗?|猫咪?|小狗|小猫|狗子|兔子|鹦鹉|仓鼠|乌龟|宠物[狗猫]?|柯基|金毛|边牧|泰迪|拉布拉多|布偶猫?|橘猫|英短|美短|哈士奇|柴犬|马)"
KIN_EN = (
    r"(?:(?:older|younger|elder|oldest|youngest|eldest|middle|little|big|twin|late) )?(?:daughter|son|child|baby|wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|mother|father|mum|mom|dad|grandmother|grandfather"
    r"|grandma|grandpa|brother|sister|aunt|uncle|niece|nephew|cousin|grandson|granddaughter|mother-in-law|father-in-law|brother-in-law|sister-in-law|roommate|flatmate|housemate|boss|mentor|supervisor)"
)
PET_EN = r"(?:dog|cat|puppy|kitten|parrot|rabbit|hamster|horse|pony|tortoise|turtle|budgie|canary|ferret|guinea pig|pet|snake|gecko)"

# What a being is: each of these once makes one statement together.
BEING_ZH = {
    "name": r"(?:名字?|小名|大名|英文名)?(?:叫做?|是叫|名叫|名为)[^，。]{1,12}|(?:名字|小名|大名)是[^，。]{1,12}",
    "age": r"(?:今年|现在|已经?|刚|刚满|快)*(?:满|有)?[0-9零一二两三四五六七八九十百半]{1,4}(?:个月|周?岁|周岁)(?:了|半|多|大)?|\d{4}年(?:\d{1,2}月)?(?:\d{1,2}[日号])?(?:出生|生)的?",
    "school": r"(?:今年|现在|在|正在)*(?:上|读|念)(?:小学|初中|高中|幼儿园|大学|大班|中班|小班|[一二三四五六七八九]年级|初[一二三]|高[一二三]|大[一二三四]|研[一二三])[^，。]{0,8}|在[^，。]{1,14}(?:上学|读书|念书|上大学|读大学|读研|读博)",
    "home": r"(?:现在|目前|一直)?(?:住在?|定居在?|家在)[^，。]{1,14}",
    "job": r"(?:现在|目前)?在[^，。]{1,14}(?:工作|上班|教书|任教|当[^，。]{1,6}|做[^，。]{1,8})|是一?[名位个]?[^，。岁]{0,10}(?:师|员|生|长|匠|护士|医生|老师|工人|司机|律师|警察|军人|会计|厨师|教授|程序员)|(?:职业|工作)是[^，。]{1,10}",
    "kind": r"是一?[只条匹]?[^，。岁师员生]{0,10}(?:犬|狗|猫|牧|毛|基|短|迪|多|布偶|鹦鹉|兔|鼠|龟|串串|混血)|品种是[^，。]{1,10}",
    "hometown": r"(?:老家|籍贯)(?:在|是)[^，。]{1,10}|来自[^，。]{1,10}|是[^，。]{1,6}人",
}
BEING_EN = {
    "name": r"(?:is|are) (?:called|named) [\w' .-]{1,40}|goes by [\w' .-]{1,30}|has the name [\w' .-]{1,30}",
    "age": r"(?:is|turned|has turned|just turned|will be|is about|is nearly) (?:\d{1,3}|[a-z]+(?:[- ][a-z]+)?)(?: (?:and a half))?(?: (?:years|months|weeks)[ -]old)?|was born (?:in|on) [\w ,]{3,25}",
    "school": r"is in (?:the )?(?:\w+ grade|grade \w+|year \w+|primary school|kindergarten|high school|middle school|nursery|preschool|college)|goes to [\w' .-]{3,40}|attends [\w' .-]{3,40}|(?:studies|is studying) [\w' .-]{3,40}|started school",
    "home": r"(?:lives|is living|resides|is based) (?:in|at|near|on|with) [\w' ,.-]{2,50}",
    "job": r"(?:works|is working) (?:as|at|for|in|on) [\w' ,.-]{2,50}|is an? (?:\w+ ){0,3}(?:nurse|doctor|teacher|engineer|lawyer|chef|cook|plumber|electrician|carpenter|driver|pilot|designer|developer|programmer|accountant|dentist|vet|pharmacist|baker|farmer|musician|artist|writer|journalist|architect|scientist|professor|librarian|mechanic|firefighter|officer|manager|consultant|therapist|surgeon|midwife|student|technician|analyst|clerk|secretary|salesperson|builder|barber|hairdresser|florist|paramedic|photographer|translator)(?: (?:at|in|for) [\w' .-]{2,40})?|teaches [\w' .-]{2,40}|runs an? [\w' .-]{2,40}",
    "kind": r"is an? (?:\w+[ -]){0,4}(?:terrier|retriever|poodle|collie|spaniel|shepherd|labrador|beagle|husky|corgi|dachshund|greyhound|whippet|mastiff|bulldog|setter|pointer|hound|pug|chihuahua|akita|dalmatian|mutt|mix|rescue|cross|siamese|persian|bengal|ragdoll|tabby|shorthair|maine coon|sphynx|calico|tuxedo cat|parrot|cockatiel|macaw|lop|rex|mare|gelding|stallion|labradoodle|cockapoo)",
    "hometown": r"(?:comes|is|is originally) from [\w' ,.-]{2,40}",
    "colour": r"is (?:black|white|brown|grey|gray|ginger|orange|golden|cream|black and white|brown and white)",
}
AGE_WORDS = re.compile(
    r"\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|born"
)

# What a thing is like. A class of things, and how a possession of it is told.
THING_ZH = r"(?:电脑|笔记本电脑|笔记本|台式机|手机|平板|相机|单反|耳机|键盘|显示器|手表|打印机|车|汽车|轿车|自行车|单车|电动车|电瓶车|公路车|山地车|摩托车|房子|公寓|新房|新家|租的房子|租房|出租屋|吉他|钢琴|小提琴|古筝|二胡|尤克里里|帐篷|冰箱|洗衣机)"
TRAIT_ZH = r"(?:的)?(?:(?:品牌|牌子|型号|颜色|内存|硬盘|存储|屏幕|系统|处理器|显卡|面积|月租|租金|房租|楼层|户型|朝向|车牌|排量|容量|尺寸|里程|年份|车架|材质|价格)(?:是|为|有|在)?[^，。]{1,20}|是[^，。]{1,16}|在[^，。]{1,14}|有[^，。]{1,14}|(?:已经?)?(?:用|开|骑|住)了[^，。]{1,8}|\d{4}年(?:买|的|款|产|入手)[^，。]{0,4}|买了?[^，。]{1,8}年了?)"
THING_EN = r"(?:computer|laptop|desktop|phone|tablet|camera|watch|car|van|truck|bike|bicycle|motorbike|motorcycle|scooter|e-bike|boat|kayak|house|flat|apartment|room|home|guitar|piano|violin|cello|flute|drum kit|saxophone|trumpet|tent|printer|keyboard|monitor|sewing machine|espresso machine|garden|allotment|rent|job title)"
TRAIT_EN = (
    r"(?:is|has|was (?:made|built|bought)|runs|costs|comes|dates|weighs|measures|holds|seats) [\w' ,.%$€£/-]{2,60}"
)
COLOUR_ZH = r"是[红白绿黑蓝黄紫灰粉橙银金棕米深浅]{1,3}色?的?|颜色是.*"
COLOUR = re.compile(
    rf"{COLOUR_ZH}|is (?:dark |light |bright )?(?:black|white|red|green|blue|yellow|purple|gr[ae]y|silver|orange|brown|beige|pink)"
)
# A thing told by its owner's verb, and what it is then called: who drives a Subaru has a car.
HELD_EN = {
    "car": r"The user (?:drives|owns) an? [\w' .-]{2,40}",
    "rent": r"The user (?:rents|is renting) an? [\w' .-]{2,40}",
    "job title": r"The user works (?:at|for) [\w' .&-]{2,40}",
}

# What somebody does: told as a liking or a pursuit, and again with when, where or how.
PURSUED_ZH = re.compile(
    r"^用户(?:很|最|特别|非常|一直|也|平时|现在|最近|正在|开始)*(?:喜欢|喜爱|热爱|爱好是?|爱(?!人|吃|喝)|在学习?|正?在练习?|学习|学(?!历|校|生|院|位)|练习?|会)(?P<what>[\u4e00-\u9fff]{2,6}|[A-Za-z]{3,15})$"
)
# WHAT stands for what is pursued. Each sign can be read in one way, but for three of places and people.
_AT_TIMES = r"(?:每[天周月晚年早][一二三四五六日天末]?|周[一二三四五六日末]|星期[一二三四五六日天]|早上|上午|中午|下午|晚上|傍晚|睡前|周末|工作日|平时|一般|通常|经常|常|总是|习惯|大多|主要|多半|偶尔|会|都)*"
DETAIL_ZH = (
    rf"^用户(?P<rest>{_AT_TIMES}(?:(?:在[^，。]{{1,10}}|[和跟][^，。]{{1,6}}){_AT_TIMES}){{0,3}}(?:[去上打练学做玩弹拉跳骑跑游爬]|参加)?WHAT(?:课|班)?"
    r"(?:，|只|时|的时候|一般|通常|主要|偏爱|喜欢|最|都|会|常|多|是|用|在|走|去|每|已经?|\d|[一两三四五六七八九十]|$).*)$"
)
PURSUED_EN = re.compile(
    r"^The user (?:really |also |is )?(?P<verb>likes?|loves?|enjoys?|into|fond of|keen on|learns|learning|is learning|takes|taking|practi[cs]es|plays|does|goes|attends|studies|studying) (?:to )?(?P<what>(?:the )?[A-Za-z][\w'-]*(?: [\w'-]+){0,2})$"
)
STUDIES_EN = re.compile(r"^The user (?:is )?(?:studies|studying|majors in|majoring in) (?!at )[A-Za-z][\w' -]+$")
STUDENT_EN = re.compile(
    r"^The user (?P<rest>(?:is an? (?:\w+ ){0,2}student at|attends|studies at|goes to) [\w' .-]+(?:University|College|Institute|School|Academy|university|college)[\w' .-]*)$"
)
STUDIES_ZH = re.compile(r"^用户(?:的专业是|学的是|主修|读的是|在读|学习|攻读|是)[^，。]{2,12}(?:专业|生)?$")
STUDENT_ZH = re.compile(
    r"^用户(?P<rest>(?:现在|目前)?(?:在[^，。]{2,14}(?:大学|学院|学校)(?:读[书研博]?|上学|念书|就读|读本科|读大学)|就读于[^，。]{2,16}|专业是[^，。]{2,12}|是[^，。]{2,14}(?:大学|学院)的?(?:本科|研究|大学|博士)?生))$"
)
# Of what somebody likes the kind that they like most.
MOST_ZH = re.compile(
    r"^用户(?P<rest>(?:最|尤其|特别|更)(?:喜欢|喜爱|爱|偏爱)(?P<what>(?:(?!的?就?是)[\u4e00-\u9fff]){3,10}))$"
)
MOST_EN = re.compile(
    r"^The user (?P<rest>(?:especially |particularly )?(?:likes|loves|enjoys|prefers) (?P<what>[\w' -]+?)(?: (?:most of all|best of all|most|best|above all|especially|in particular))?)$"
)
# What of all that they like somebody likes best.
BEST_ZH = re.compile(r"^用户(?P<rest>最(?:喜欢|爱)(?:[喝吃看听玩读])?的(?P<what>[\u4e00-\u9fff]{2,6})是.+)$")
BEST_EN = re.compile(r"^The user['’]s (?P<rest>favou?rite (?:kind of |type of )?(?P<what>[\w' -]+?) (?:is|are) .+)$")
