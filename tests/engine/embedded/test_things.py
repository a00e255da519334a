"""A thing that one fact brings up and others tell of: joined where it is surely one, and left alone where it may be two."""

import pytest

from engine.condensing import MERGE, ConsolidateQuestion, Stored
from engine.embedded import consolidate
from extraction.dream import wordings
from tests import effort
from tests.engine.embedded.test_consolidate import day, facts, gone


def joined(*contents: str) -> list[tuple[set[str], str]]:
    known = tuple(Stored(f"f{place}", content) for place, content in enumerate(contents))
    made = consolidate.consolidate(ConsolidateQuestion(known)).operations
    assert all(one.op == MERGE for one in made)
    return [({contents[int(fact_id[1:])] for fact_id in one.ids}, one.content) for one in made]


ONE = [
    (("用户开了一家面馆", "用户的面馆在车站对面"), "用户开了一家面馆，在车站对面"),
    (("用户有关节炎", "用户的关节炎一到冬天就发作"), "用户有关节炎，关节炎一到冬天就发作"),
    (("用户种了一棵枇杷树", "用户的枇杷树种在院子里"), "用户种了一棵枇杷树，种在院子里"),
    (("用户报名了六月的教师资格考试", "用户的教师资格考试考点在三中"), "用户报名了六月的教师资格考试，考点在三中"),
    (("用户在一家律所上班", "用户上班的律所叫正言"), "用户在一家律所上班，律所叫正言"),
    (("用户的女儿在学古筝", "用户的女儿的古筝老师姓秦"), "用户的女儿在学古筝，古筝老师姓秦"),
    (("用户有个徒弟叫小段", "用户的徒弟小段是安徽人"), "用户有个徒弟叫小段，徒弟小段是安徽人"),
    (("用户养了一只狸花猫", "用户的猫叫墨墨", "用户的狸花猫墨墨今年五岁"), "用户养了一只狸花猫，叫墨墨，今年五岁"),
    (("用户的温室有三百平", "用户的温室在镇子东边"), "用户的温室有三百平，在镇子东边"),
    (("用户的婚礼定在十月六日", "用户的婚礼在海边的教堂办"), "用户的婚礼定在十月六日，在海边的教堂办"),
    (("用户在筹备一场雅思考试", "用户的雅思考试在八月九号"), None),
    (("用户和同学组了个话剧社", "用户的话剧社叫野草"), "用户和同学组了个话剧社，叫野草"),
    (("用户在做一个背单词的小程序", "用户的背单词小程序是用Go写的"), None),
    (("用户计划去西藏旅行", "用户的西藏之行定在九月"), None),
    (("用户的妈妈是退休会计", "用户的妈妈今年六十二岁"), None),
    (("用户的狗是柴犬", "用户的狗怕鞭炮"), "用户的狗是柴犬，怕鞭炮"),
    (("The user sings in a choir", "The user's choir rehearses on Mondays"), None),
    (("The user is learning Polish", "The user's Polish teacher is from Lodz"), None),
    (("The user is reading a book on Crete", "The user's book on Crete is by a diver"), None),
    (("The user is a member of a rowing club", "The user's rowing club meets on Fridays"), None),
    (("The user has a kayak", "The user paddles the kayak on the lake"), None),
    (("The user has a blog", "The user writes about moths on the blog"), None),
    (("The user owns a small bakery", "The user's bakery is next to the station"), None),
    (("The user suffers from hay fever", "The user's hay fever is worst in May"), None),
    (("The user is taking a pottery course", "The user's pottery course is at the Guild Hall"), None),
    (("The user has a brother in the police", "The user's brother lives in Porto"), None),
    (("The user is writing a thesis on glaciers", "The user's thesis supervisor is Dr Lind"), None),
    (("The user drives a Scania lorry", "The user's lorry is a 2017 model", "The user moves gravel with the lorry"), None),
    (("The user has a lurcher", "The user's dog is called Pim", "The user's lurcher Pim just turned four"), None),
    (("The user is planning a trip to Oslo", "The user's Oslo trip is going to be in March"), None),
    (("The user's brother is called Anton", "The user's brother is a stonemason"), None),
    (("The user has a lathe", "The user's lathe came from a closed factory"), None),
]  # fmt: skip


@pytest.mark.parametrize(("contents", "wording"), ONE, ids=[contents[0] for contents, _ in ONE])
def test_what_is_told_of_one_thing_becomes_one_statement_that_the_checks_accept(
    contents: tuple[str, ...], wording: str | None
) -> None:
    ((sources, content),) = joined(*contents)

    assert sources == set(contents)
    assert wording in (None, content)
    assert wordings.objection(content, contents) == ""


LIKED = [
    (("用户喜欢看话剧", "用户最喜欢看先锋话剧"), "用户喜欢看话剧，最喜欢看先锋话剧"),
    (("用户喜欢喝酸奶", "用户最喜欢的酸奶是草莓味的"), "用户喜欢喝酸奶，最喜欢的酸奶是草莓味的"),
    (("用户喜欢打乒乓", "用户常去打乒乓，水平不错"), "用户喜欢打乒乓，常去打乒乓，水平不错"),
    (("The user enjoys cheese", "The user enjoys goat cheese most of all"), "The user enjoys cheese and enjoys goat cheese most of all"),
    (("The user likes making lamps", "The user makes lamps from driftwood"), "The user likes making lamps and makes lamps from driftwood"),
    (("The user loves cocoa", "The user's favourite cocoa is a Dutch one"), "The user loves cocoa, and the favourite cocoa is a Dutch one"),
]  # fmt: skip


@pytest.mark.parametrize(("contents", "wording"), LIKED, ids=[contents[0] for contents, _ in LIKED])
def test_what_is_liked_is_told_with_what_of_it_is_liked_most(contents: tuple[str, ...], wording: str) -> None:
    assert joined(*contents) == [(set(contents), wording)]
    assert wordings.objection(wording, contents) == ""


APART = [
    # what one learns, hires for a day, wants, or is
    ("用户在学琴", "用户的琴在客厅"),
    ("The user hires a van for concerts", "The user's van is a Ford"),
    ("The user wants a kitten", "The user's kitten is called Pim"),
    ("The user is a nurse", "The user's nurse is called Ines"),
    ("The user is writing a play", "The user's play was staged in 2018"),
    ("用户喜欢喝茶", "用户最喜欢喝奶茶"),
    ("用户喜欢看话剧", "用户最喜欢看京剧"),
    ("The user likes making lamps", "The user makes chairs from driftwood"),
    ("The user loves cocoa", "The user's favourite soup is a Dutch one"),
    # two of a kind
    ("用户开了一家面馆", "用户开了一家小面馆", "用户的面馆在车站对面"),
    ("用户有两辆车", "用户的车是白色的", "用户的车停在公司"),
    ("用户养了一只橘猫", "用户养了一只黑猫", "用户的猫叫墨墨"),
    ("The user has a tabby cat", "The user has a Persian cat", "The user's cat is called Pim"),
    ("The user has two boats", "The user owns a boat", "The user's boat is moored in Cork"),
    # somebody else's
    ("用户开了一家面馆", "用户的姐姐的面馆在车站对面"),
    ("用户的姐姐开了一家面馆", "用户的面馆在车站对面"),
    ("The user's sister owns a bakery", "The user's bakery is next to the station"),
    ("The user owns a bakery", "The user's sister's bakery is next to the station"),
    # of people whom one has several
    ("用户有个徒弟叫小段", "用户的徒弟小蒋是安徽人"),
    ("The user has a friend called Ines", "The user's friend lives in Porto"),
    ("用户的朋友在银行工作", "用户的朋友住在天津"),
    # planned, past, over, or for a while
    ("用户想开一家面馆", "用户的面馆在车站对面"),
    ("用户以前开过一家面馆", "用户的面馆在车站对面"),
    ("用户开了一家面馆", "用户的面馆今天停业"),
    ("用户买了一辆旅行车", "用户的旅行车坏了"),
    ("The user wants to open a bakery", "The user's bakery is next to the station"),
    ("The user used to own a bakery", "The user's bakery is next to the station"),
    ("The user owns a bakery", "The user's bakery is closed this week"),
    ("The user has a sprained wrist", "The user's sprained wrist has healed"),
    ("The user has an open order for tiles", "The user's order for tiles was cancelled"),
    # one detail told twice: places, names, amounts
    ("用户在城东开了一家面馆", "用户的面馆在车站对面"),
    ("用户的温室有三百平", "用户的温室有五百平"),
    ("The user owns a bakery in Lyon", "The user's bakery is in Turin"),
    ("The user has a dog called Rex", "The user's dog is called Pim"),
    # other things that share a word
    ("用户喜欢面馆", "用户的面馆在车站对面"),
    ("用户报名了英语考试", "用户的日语考试考点在三中"),
    ("The user is planning a trip to Oslo", "The user's Lisbon trip is going to be in March"),
    ("The user likes boats", "The user's boat is moored in Cork"),
    ("The user takes Dutch lessons", "The user's piano lessons are on Monday evenings"),
    # of work, home and the like much is told that is no single thing
    ("用户的公司在上海", "用户的公司有两百人"),
    ("The user's job is in Leeds", "The user's job is well paid"),
]  # fmt: skip


@pytest.mark.parametrize("contents", APART, ids=[contents[-1] + str(place) for place, contents in enumerate(APART)])
def test_what_may_be_two_things_or_does_not_last_stays_apart(contents: tuple[str, ...]) -> None:
    assert joined(*contents) == []


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (("用户喜欢游泳", "用户" + "在" * 60 + "游泳池"), ""),
        (("用户喜欢游泳", "用户" + "常" * 60 + "游泳池"), ""),
        (("用户开了一家花店", "用户的花店" + "刚" * 60), ""),
        (("用户的花店在车站对面", "用户" + "在" * 60 + "花店"), ""),
        (("用户的花店在车站对面", "用户" + "在也" * 30 + "花店"), ""),
        (("用户住在杭州", "用户" + "公司的" * 100), "我" + "公司的" * 1000 + "取消了"),
    ],
    ids=["places", "often", "just", "at", "too", "company"],
)
def test_no_wording_without_end_holds_the_night_up(contents: tuple[str, ...], said: str) -> None:
    with effort.at_most(0.5):
        assert joined(*contents) == []
        assert gone(facts(*contents), day(said)) == set()
