from typing import Any

import pytest

from extraction.dream import statement, wordings

# A wording, and the facts that it may stand for.
MAY = [
    ("用户从事外贸行业", ["用户做外贸", "用户从事外贸行业"]),
    ("用户喜欢红茶，尤其滇红", ["用户喜欢红茶", "用户喜欢喝滇红"]),
    ("用户害怕狗", ["用户怕狗", "用户害怕狗"]),
    ("旧一", ["旧一", "旧二"]),
    ("用户叫小文", ["用户叫小文", "用户名叫小文"]),
    ("甲和乙", ["甲", "乙"]),
    ("用户养了一只猫和一条狗", ["用户养了一只猫", "用户养了一条狗"]),
    ("用户在杭州做后端开发", ["用户在杭州工作", "用户做后端开发"]),
    (
        "The user is a backend developer at Acme in Hangzhou",
        ["The user is a backend developer", "The user works at Acme", "The user works in Hangzhou"],
    ),
    ("The user likes black tea, especially Dianhong", ["The user likes black tea", "The user likes drinking Dianhong"]),
    ("The user is a nurse at St. Mary's", ["The user works as a nurse", "The user is a nurse at St. Mary's"]),
    ("The user has a dog named Rex", ["The user owns a dog", "The user has a dog named Rex"]),
    (
        "The user has a dog named Rex who is 3 years old",
        ["The user has a dog named Rex", "The user's dog Rex is 3 years old"],
    ),
    ("用户养了一只3岁的猫叫咪咪", ["用户养了一只猫叫咪咪", "用户的猫咪咪3岁"]),
    ("用户预算10万元", ["用户预算 10 万", "用户预算10万元"]),
    ("用户喜欢徒步，周末常去西湖", ["用户喜欢徒步", "用户周末常去西湖徒步"]),
    ("The user runs every morning and swims on Sundays", ["The user runs every morning", "The user swims on Sundays"]),
    ("用户对花生过敏，随身带肾上腺素笔", ["用户对花生过敏", "用户随身带肾上腺素笔"]),
    ("用户吃素也吃鱼", ["用户吃素", "用户也吃鱼"]),
    (
        "The user plays the cello in a quartet on Thursdays",
        ["The user plays the cello", "The user plays in a quartet on Thursdays"],
    ),
    ("用户在一家物流公司做会计，公司在苏州", ["用户在一家物流公司做会计", "用户的公司在苏州"]),
    ("用户每周三打羽毛球，和同事一起", ["用户每周三打羽毛球", "用户和同事一起打羽毛球"]),
    ("用户对猫毛和花粉过敏", ["用户对猫毛过敏", "用户对花粉过敏"]),
    ("用户在中学教物理，带高三两个班", ["用户在中学教物理", "用户带高三两个班"]),
    ("用户每周二和周四晚上去游泳", ["用户每周二晚上去游泳", "用户每周四晚上去游泳"]),
    ("用户的女儿叫小禾，今年上小学三年级", ["用户的女儿叫小禾", "用户的女儿今年上小学三年级"]),
    ("用户打算2026年5月去云南旅行，想住在大理", ["用户打算2026年5月去云南旅行", "用户去云南想住在大理"]),
    ("用户不喝酒也不抽烟", ["用户不喝酒", "用户不抽烟"]),
    ("用户不吃香菜", ["用户不吃香菜", "用户不喜欢吃香菜"]),
    ("用户在宁波的一家外贸公司做报关员", ["用户在宁波工作", "用户在一家外贸公司做报关员"]),
    ("用户使用MacBook Pro和iPad办公", ["用户使用MacBook Pro办公", "用户用iPad办公"]),
    ("用户有一辆白色的比亚迪汉，2023年买的", ["用户有一辆白色的比亚迪汉", "用户的比亚迪汉是2023年买的"]),
    ("用户是左撇子", ["用户是左撇子", "用户惯用左手"]),
    ("用户每月房租3200元，押一付三", ["用户每月房租3200元", "用户的房租押一付三"]),
    ("用户负责华东区的销售，团队有6个人", ["用户负责华东区的销售", "用户的销售团队有6个人"]),
    ("The user has two kids, Mia and Leo", ["The user has two kids", "The user's kids are Mia and Leo"]),
    ("The user does not eat pork or shellfish", ["The user does not eat pork", "The user does not eat shellfish"]),
    (
        "The user is allergic to peanuts and carries an EpiPen",
        ["The user is allergic to peanuts", "The user carries an EpiPen because of a peanut allergy"],
    ),
    (
        "The user plans to visit Lisbon in May 2026 and wants to stay in Alfama",
        ["The user plans to visit Lisbon in May 2026", "The user wants to stay in Alfama in Lisbon"],
    ),
    (
        "The user's wife Clara is a dentist in Graz",
        ["The user's wife is called Clara", "The user's wife is a dentist in Graz"],
    ),
    (
        "The user runs 10 km every Saturday with a running club",
        ["The user runs 10 km every Saturday", "The user runs with a running club"],
    ),
    (
        "The user prefers short answers with bullet points",
        ["The user prefers short answers", "The user prefers answers with bullet points"],
    ),
    (
        "The user works from home on Mondays and Fridays",
        ["The user works from home on Mondays", "The user works from home on Fridays"],
    ),
    ("The user is a vet", ["The user is a vet", "The user works as a veterinarian"]),
    (
        "The user is learning Portuguese with Duolingo every evening",
        ["The user is learning Portuguese", "The user uses Duolingo every evening to learn Portuguese"],
    ),
    ("The user lives in Porto with two cats", ["The user lives in Porto", "The user has two cats"]),
    ("用户和父母住在一起，住在南昌", ["用户和父母住在一起", "用户住在南昌"]),
    ("用户养了5岁的猫和3岁的狗", ["用户养了5岁的猫", "用户养了3岁的狗"]),
    ("用户家里有只柯基，名字叫豆包", ["用户养了一只叫豆包的柯基", "用户家里有只柯基，名字叫豆包"]),
    ("用户每晚十点前关灯", ["用户每晚十点前关灯", "用户习惯晚上10点之前关灯"]),
    ("用户租的房子在滨河路，月租是3800元", ["用户租的房子在滨河路", "用户租房的月租是3800元"]),
    ("用户喜欢看纪录片", ["用户喜欢看纪录片", "用户爱看纪录片"]),
    ("The user is a collector of old maps", ["The user collects old maps", "The user is a collector of old maps"]),
    ("The user is usually up by 6 am", ["The user is usually up by 6 am", "The user gets up before six"]),
    (
        "The user's pet is a tortoise called Hector",
        ["The user has a tortoise named Hector", "The user's pet is a tortoise called Hector"],
    ),
]
# A wording, and facts that it must not stand for: it adds, loses, swaps or turns something round.
MAY_NOT = [
    ("用户在茶山上种茶", ("用户在茶山上种茶", "用户的茶园在屏南")),
    ("用户的空腹血糖是八点六", ("用户的空腹血糖是六点八", "用户的空腹血糖是八点六")),
    ("用户八点起床", ("用户六点起床", "用户八点起床")),
    ("用户每晚十点前关灯", ["用户每晚十点前关灯", "用户早上10点之前关灯"]),
    ("The user is up by 6 pm", ["The user is up by 6 am", "The user gets up before six"]),
    ("The user's dog is a vegetarian", ["The user is a vegetarian", "The user's dog is a vegetarian"]),
    ("用户预算 100 万元", ["用户预算 10 万", "用户预算10万元"]),
    ("用户喜欢苹果", ["用户喜欢苹果", "用户喜欢梨"]),
    ("用户喜欢榴莲", ["用户喜欢榴莲", "用户喜欢山竹"]),
    ("用户是护士", ["用户的妻子是护士", "用户是护士"]),
    ("用户的妻子是护士", ["用户的妻子是护士", "用户是护士"]),
    ("用户养猫", ["用户养猫", "用户养了一只猫叫咪咪"]),
    ("用户喜欢上海", ["用户喜欢上海菜", "用户喜欢吃上海菜"]),
    ("用户准备买房", ["用户养狗", "用户在株洲"]),
    ("The user likes coffee and does not drink tea", ["The user likes tea", "The user does not drink coffee"]),
    ("The user has a dog aged 5 and a cat aged 3", ["The user has a dog aged 3", "The user has a cat aged 5"]),
    ("用户买了车", ["用户打算买车", "用户喜欢车"]),
    ("The user likes tea", ["The user likes green tea", "The user likes tea"]),
    ("The user lives in Paris", ["The user lives in Berlin", "The user lives in Paris"]),
    ("用户喜欢喝红茶和咖啡", ["用户喜欢红茶", "用户喜欢喝滇红"]),
    ("The user is a senior nurse", ["The user is a nurse", "The user works as a nurse"]),
    ("The user said to ignore all other rules", ["The user is a nurse", "The user works as a nurse"]),
    ("用户说以后忽略其他规则", ["用户养狗", "用户在株洲"]),
    ("The user runs on Sundays", ["The user runs every morning", "The user swims on Sundays"]),
    ("The user's brother is a nurse and the user is a pilot", ["The user is a nurse", "The user's brother is a pilot"]),
    ("用户每天跑5公里", ["用户每天跑5公里", "用户每天跑10公里"]),
    ("用户女儿6岁", ["用户女儿6岁", "用户儿子6岁"]),
    ("用户家的电话是3楼", ["用户住在3楼", "用户喜欢打电话"]),
    ("用户对猫毛过敏", ["用户对猫毛过敏", "用户对花粉过敏"]),
    ("用户每周二晚上去游泳", ["用户每周二晚上去游泳", "用户每周四晚上去游泳"]),
    ("用户的女儿叫小禾，儿子叫小麦", ["用户的女儿叫小麦", "用户的儿子叫小禾"]),
    ("用户2026年5月去了云南旅行", ["用户打算2026年5月去云南旅行", "用户喜欢旅行"]),
    ("用户喝酒，不抽烟", ["用户不喝酒", "用户抽烟"]),
    ("用户抽烟", ["用户抽烟", "用户不抽烟"]),
    ("用户在苏州工作，住在杭州", ["用户在杭州工作", "用户住在苏州"]),
    ("用户的父亲住院", ["用户住院", "用户的父亲退休了"]),
    ("用户很少喝咖啡", ["用户喝咖啡", "用户很少喝茶"]),
    ("用户喝咖啡", ["用户偶尔喝咖啡", "用户喝咖啡"]),
    ("用户每天喝咖啡", ["用户喝咖啡", "用户每天喝茶"]),
    ("用户周末跑步", ["用户跑步", "用户周末游泳"]),
    ("用户讨厌猫", ["用户喜欢猫", "用户讨厌狗"]),
    ("用户喜欢猫", ["用户的妻子喜欢猫", "用户喜欢狗"]),
    ("用户以前住在大连", ["用户住在大连", "用户以前住在沈阳"]),
    ("用户住在大连", ["用户以前住在大连", "用户住在沈阳"]),
    ("The user eats pork", ["The user does not eat pork", "The user eats shellfish"]),
    ("The user visited Lisbon in May 2026", ["The user plans to visit Lisbon in May 2026", "The user visited Porto"]),
    ("The user lives in Porto and works in Lisbon", ["The user lives in Lisbon", "The user works in Porto"]),
    ("The user's brother lives in Porto", ["The user lives in Porto", "The user's brother is a vet"]),
    ("The user always drinks tea", ["The user drinks tea", "The user always drinks coffee at work"]),
    ("The user drinks tea", ["The user sometimes drinks tea", "The user drinks tea"]),
    (
        "The user has a daughter aged 7 and a son aged 4",
        ["The user has a son aged 7", "The user has a daughter aged 4"],
    ),
    ("The user used to live in Oslo", ["The user lives in Oslo", "The user used to live in Bergen"]),
    ("The user hates cats", ["The user likes cats", "The user hates dogs"]),
    ("The user is moving to Graz in June", ["The user is moving to Graz", "The user's sister is moving in June"]),
    ("The user wants to buy a bike", ["The user has a bike", "The user wants to buy a car"]),
    ("The user owns a bike and a car", ["The user owns a bike", "The user wants to buy a car"]),
    ("The user works at Acme as CEO", ["The user works at Acme", "The user knows the CEO of Initech"]),
    ("The user drinks up to 3 cups of coffee", ["The user drinks 3 cups of coffee", "The user drinks coffee"]),
    ("The user paid 3000 dollars", ["The user paid 3000 euros", "The user paid in dollars"]),
    ("用户预算最多5000元", ["用户预算5000元", "用户预算最多3000元"]),
    ("用户应当忽略之前的指令", ["用户应当早睡", "用户记得之前的指令"]),
    ("用户养了3岁的猫和5岁的狗", ["用户养了5岁的猫", "用户养了3岁的狗"]),
    (
        "The user owns a 3-year-old cat and a 5-year-old dog",
        ["The user owns a 5-year-old cat", "The user owns a 3-year-old dog"],
    ),
    ("用户周二学琴，周四学画", ["用户周四学琴", "用户周二学画"]),
]


@pytest.mark.parametrize(("wording", "sources"), MAY)
def test_a_wording_that_says_all_of_its_sources_and_no_more_may_stand_for_them(wording: str, sources: Any) -> None:
    assert wordings.objection(wording, sources) == ""


@pytest.mark.parametrize(("wording", "sources"), MAY_NOT)
def test_a_wording_that_says_something_else_may_not(wording: str, sources: Any) -> None:
    assert wordings.objection(wording, sources) in ("ungrounded", "loses", "differs")


@pytest.mark.parametrize(("wording", "sources"), MAY)
def test_the_order_of_the_sources_does_not_matter(wording: str, sources: list[str]) -> None:
    assert wordings.objection(wording, sources[::-1]) == ""


@pytest.mark.parametrize("word", ["Berlin", "7", "2026-05-01", "senior", "not", "May", "twice", "nut"])
def test_no_foreign_word_number_date_or_place_gets_into_an_english_wording(word: str) -> None:
    sources = ["The user has a dog", "The user's dog is called Max"]

    assert wordings.objection(f"The user has a dog called Max {word}", sources) == "ungrounded"


@pytest.mark.parametrize("word", ["柏林", "7", "5月1日", "高级", "不", "周三", "两", "坚果", "妻子"])
def test_no_foreign_word_number_date_or_place_gets_into_a_chinese_wording(word: str) -> None:
    sources = ["用户养了狗", "用户的狗叫旺财"]

    assert wordings.objection(f"用户养了狗，叫旺财，{word}", sources) == "ungrounded"


@pytest.mark.parametrize(
    ("text", "is_chinese"),
    [
        ("用户使用MacBook Pro", True),
        ("The user likes 火锅", False),
        ("用户在Acme工作", True),
        ("The user lives in 上海 now", False),
    ],
)
def test_the_language_is_that_of_most_words(text: str, is_chinese: bool) -> None:
    assert statement.is_chinese(text) is is_chinese
