"""The same in other words becomes one statement that loses nothing; what is only alike stays, however alike it is."""

import pytest

from engine.condensing import MERGE, ConsolidateQuestion, Stored
from engine.embedded import consolidate
from extraction.dream import wordings

VERY = 0.95


def joined(*contents: str, type_: str = "user_fact", alike: float = VERY) -> list[str]:
    known = tuple(Stored(f"f{place}", content, type_) for place, content in enumerate(contents))
    pairs = tuple((a.fact_id, b.fact_id, alike) for a in known for b in known if a.fact_id < b.fact_id)
    made = consolidate.consolidate(ConsolidateQuestion(known, (), pairs)).operations
    assert all(one.op == MERGE for one in made)
    return [one.content for one in made]


@pytest.mark.parametrize(
    "contents",
    [
        # verbs parted from their objects, ways to say how often and when
        ("用户每周跑步两次", "用户一周跑两次步"),
        ("用户每天走八千步", "用户每天步行八千步"),
        ("用户每个月健身四次", "用户一个月健四次身"),
        ("用户星期天去教堂", "用户周日去教堂"),
        ("用户清晨在湖边打太极", "用户早上在湖边打太极拳"),
        ("The user jogs twice a week", "The user jogs twice per week"),
        ("The user plays poker on Saturday nights", "The user spends Saturday nights at poker"),
        ("The user stays with an aunt every other weekend", "The user stays with an aunt on alternate weekends"),
        ("The user does not want calls before nine in the morning", "The user doesn't take phone calls before 9 am"),
        # a short name and the full one
        ("用户在市三院当药剂师", "用户在市第三医院当药剂师"),
        ("用户在备考CPA", "用户在备考注册会计师"),
        # what somebody does for a living, where one comes from
        ("The user drives a tram for the city", "The user's job is driving a tram for the city"),
        ("The user paints church ceilings", "The user's job is to paint church ceilings"),
        ("The user comes from Accra", "The user's hometown is Accra"),
        ("The user grew up on a sheep farm", "The user was raised on a sheep farm"),
        ("The user has been mending clocks for 20 years", "The user has spent 20 years repairing clocks"),
        # not to like, not to drink
        ("用户不喝酒", "用户滴酒不沾"),
        ("The user hates small talk", "The user can't stand small talk"),
        ("The user insists on organic flour", "The user only accepts organic flour"),
        ("用户喝豆浆不加糖", "用户喝豆浆从不放糖"),
        ("用户每周四次去泳馆", "用户每周去泳馆四次"),
        ("用户坐地铁上班", "用户地铁通勤"),
        ("用户喜欢看悬疑片", "用户爱看悬疑电影"),
        ("用户对日本料理感兴趣", "用户对日料感兴趣"),
        ("用户每天冥想半小时", "用户每天冥想三十分钟"),
        ("The user gets up at five every morning", "The user wakes up at 5 am every day"),
        ("The user cycles to work", "The user commutes by bike"),
        ("The user takes no milk in tea", "The user drinks tea without milk"),
        ("The user teaches physics at a college", "The user is a physics teacher at a college"),
        ("The user's birthday is on 9 March", "The user was born on 9 March"),
        ("The user spends half an hour every day drawing", "The user draws for thirty minutes a day"),
        ("The user has been practising playing the harp", "The user has been practicing the harp"),
        ("The user likes cool and cloudy weather", "The user loves it when the weather is cloudy and cool"),
        # one begins by saying all of the other
        ("用户喜欢打网球", "用户爱打网球，每周打三次"),
        ("The user plays the cello", "The user plays the cello, mostly chamber music"),
    ],
    ids=lambda contents: contents[0],
)
def test_the_same_in_other_words_becomes_one(contents: tuple[str, ...]) -> None:
    (content,) = joined(*contents)

    assert wordings.objection(content, contents) == ""


@pytest.mark.parametrize(
    "contents",
    [
        ("The user wants invoices in euros as a table", "The user prefers invoices in euros in a table"),
        ("The user wants minutes as bullet points", "The user prefers minutes in bullet points"),
        ("用户希望周报写成表格", "用户喜欢把周报写成表格"),
    ],
    ids=lambda contents: contents[0],
)
def test_to_want_something_so_and_to_prefer_it_so_is_one_wish(contents: tuple[str, ...]) -> None:
    (content,) = joined(*contents, type_="user_preference")

    assert wordings.objection(content, contents) == ""


@pytest.mark.parametrize(
    ("contents", "wording"),
    [
        (("用户对虾过敏", "用户吃了虾会起疹子，属于过敏"), "用户对虾过敏，吃了虾会起疹子"),
        (("用户吃腰果会过敏", "用户对腰果过敏"), "用户对腰果过敏"),
        (("用户戴不了羊毛围巾，会过敏", "用户对羊毛围巾过敏"), "用户对羊毛围巾过敏，戴不了羊毛围巾"),
        (
            ("The user is allergic to kiwi", "The user can't eat kiwi because of an allergy"),
            "The user is allergic to kiwi and can't eat it because of an allergy",
        ),
        (
            ("The user has a latex allergy and gets a rash on the hands", "The user is allergic to latex"),
            "The user is allergic to latex and gets a rash on the hands",
        ),
    ],
)
def test_what_is_told_of_one_allergy_is_one_statement(contents: tuple[str, ...], wording: str) -> None:
    assert joined(*contents) == [wording]
    assert wordings.objection(wording, contents) == ""


@pytest.mark.parametrize(
    "contents",
    [
        ("用户对虾过敏", "用户对蟹过敏"),
        ("用户对虾过敏", "用户的妈妈对虾过敏"),
        ("用户对虾轻微过敏", "用户对虾严重过敏"),
        ("用户对虾过敏", "用户小时候对虾过敏"),
        ("The user is allergic to kiwi", "The user is allergic to kale"),
        ("The user is allergic to kiwi", "The user's sister is allergic to kiwi"),
        ("The user is allergic to kiwi", "The user is no longer allergic to kiwi"),
        ("The user is mildly allergic to cats", "The user is severely allergic to cats"),
    ],
)
def test_two_allergies_stay_two(contents: tuple[str, ...]) -> None:
    assert joined(*contents) == []


@pytest.mark.parametrize(
    "contents",
    [
        # other numbers, times and places
        ("用户每周跑步两次", "用户一周跑三次步"),
        ("用户在广东的仓库占百分之五的库存", "用户在广西的仓库占百分之七的库存"),
        ("用户的代理拿百分之五的佣金", "用户的代理拿百分之八的佣金"),
        ("用户周六去教堂", "用户星期天去教堂"),
        ("用户在肯尼亚的店卖咖啡", "用户在乌干达的店卖咖啡"),
        ("The user plays poker on Saturday nights", "The user spends Friday nights at poker"),
        ("The user does not want calls before nine in the morning", "The user doesn't take calls before 9 pm"),
        ("The user grew up on a sheep farm", "The user works on a sheep farm"),
        ("用户喜欢中国菜", "用户喜欢日本料理"),
        ("用户喜欢韩国料理", "用户喜欢泰国菜"),
        ("用户在市三院当护士", "用户在市五院当护士"),
        ("用户在市三院当护士", "用户在市第五医院当护士"),
        ("用户每周六次去泳馆", "用户每周去泳馆四次"),
        ("用户坐地铁上班", "用户坐公交上班"),
        ("用户喜欢看悬疑片", "用户喜欢看喜剧片"),
        ("用户喜欢晴朗的天气", "用户喜欢凉爽的天气"),
        ("The user takes the train to work", "The user commutes by bus"),
        ("The user takes no milk in tea", "The user drinks tea without sugar"),
        # one tells what became of it
        ("用户的打印机坏了", "用户换了新的打印机"),
        ("用户在等海关放行", "用户的货海关放行了"),
        ("The user is the secretary of the rowing club", "The user has resigned as secretary of the rowing club"),
        ("The user has an open claim for the roof", "The user's claim for the roof is resolved"),
        ("The user has an exhibition in Lyon", "The user's exhibition in Lyon has closed"),
        # the same of two things
        ("用户的网店用Rust写", "用户的博客用Rust写"),
        ("用户的官网部署在自己的机房", "用户的日志部署在自己的机房"),
        ("用户的手表是卡西欧的", "用户的计算器是卡西欧的"),
        ("The user's printer is from 2019", "The user's scanner is from 2019"),
        # others, plans, likes
        ("用户不喝酒", "用户的丈夫滴酒不沾"),
        ("The user hates small talk", "The user loves small talk"),
        ("The user plays the cello", "The user wants to play the cello"),
        ("用户喜欢打网球", "用户喜欢打网球，但现在不打了"),
        # of another, and another number
        ("用户的空腹血糖是六点八", "用户老伴的空腹血糖是八点六"),
        ("用户的空腹血糖是六点八", "用户的空腹血糖是八点六"),
        ("用户每天坐班", "用户的组长每天坐班"),
        ("用户早上六点半起床", "用户早上七点半起床"),
        ("The user plays hooker for the village", "The user's mate plays hooker for the village"),
        # how it was, and how it is
        ("The user lives in Aarhus", "The user lived in Aarhus"),
        ("The user's parrot is called Kiki", "The user's parrot was called Kiki"),
        ("The user works for a brewery", "The user worked for a brewery"),
    ],
    ids=lambda contents: contents[1],
)
def test_what_is_only_alike_stays(contents: tuple[str, ...]) -> None:
    assert joined(*contents) == []


@pytest.mark.parametrize(
    ("wording", "other"),
    [
        ("用户喜欢日本料理", "用户喜欢中国菜"),
        ("用户在市三院当护士", "用户在市第五医院当护士"),
        ("用户坐地铁上班", "用户坐公交上班"),
        ("The user commutes by bus", "The user takes the train to work"),
        ("The user drinks tea without sugar", "The user takes no milk in tea"),
        ("The user was born on 9 March", "The user's birthday is on 8 March"),
    ],
)
def test_no_wording_of_one_stands_for_the_other(wording: str, other: str) -> None:
    assert wordings.objection(wording, (wording, other)) != ""


def test_to_want_a_thing_is_not_to_like_its_kind() -> None:
    assert joined("The user wants a dog", "The user likes dogs", type_="user_fact") == []
