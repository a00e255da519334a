"""Near in meaning is the same only when nothing that matters differs."""

import json
from pathlib import Path

import pytest

from profiles import same


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ("用户喜欢榴莲", "用户不喜欢榴莲", same.POLARITY),
        ("Smokes", "Quit smoking", same.POLARITY),
        ("用户每月房租 2400 元", "用户每月房租 2900 元", same.NUMBER),
        ("每周跑步三次", "每周跑步五次", same.NUMBER),
        ("The office has thirty desks", "The office has forty desks", same.NUMBER),
        ("每周二下午值班", "每周四下午值班", same.DATE),
        ("Her birthday is March 3", "Her birthday is April 3", same.DATE),
        ("早上喝茶", "晚上喝茶", same.DATE),
        ("用户住在厦门", "用户住在南京", same.PLACE),
        ("Lives in Lyon", "Lives in Ghent", same.PLACE),
        ("用户住在柏林", "The user lives in Munich", same.PLACE),
        ("用户希望用德语回答", "The user prefers answers in French", same.NAME),
        ("Her tutor is called Anna", "Her tutor is called Clara", same.NAME),
        ("用户在学 Rust", "用户在学 Kotlin", same.NAME),
        ("喜欢Java", "喜欢JavaScript", same.NAME),
        ("Likes Java", "Likes JavaScript", same.NAME),
        ("在厦门大学读书", "妹妹在厦门大学读书", same.NAME),
        ("喜欢用浅蓝主题", "喜欢用深红主题", same.POLARITY),
        ("Prefers aisle seats", "Prefers window seats", same.NAME),
        ("Rides an old bike", "Rides a new bike", same.POLARITY),
        ("The user is a night nurse", "The user is a day nurse", same.MIDDLE),
        ("The user is a carpenter", "The user is a roofer", same.MIDDLE),
        ("The user is nearsighted", "The user is farsighted", same.POLARITY),
        ("Prefers trains over buses", "Prefers buses over trains", same.NAME),
        ("房租三千元", "房租三千欧元", same.NUMBER),
        ("Lifts 40 kg", "Lifts 40 pounds", same.NUMBER),
        ("一次最多带五个人", "一次至少带五个人", same.NUMBER),
        ("Spends under 90 euros", "Spends over 90 euros", same.NUMBER),
        ("秋天去露营", "春天去露营", same.DATE),
        ("Plays golf on weekdays", "Plays golf on weekends", same.DATE),
        ("客厅铺了地毯", "卧室铺了地毯", same.NAME),
        ("Has toast for breakfast", "Has toast for lunch", same.NAME),
        ("小周比小吴胖", "小吴比小周胖", same.NAME),
        ("Nina is the coach of Paul", "Nina has the coach Paul", same.NAME),
        ("Lent a bike to Omar", "Borrowed a bike from Omar", same.POLARITY),
    ],
)
def test_a_difference_that_matters_has_a_name(a, b, reason):
    assert same.differing(a, b) == reason
    assert same.differing(b, a) == reason
    assert not same.is_same(a, b, 0.99)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户养了三只鹦鹉", "用户养了3只鹦鹉"),
        ("预算八万元左右", "预算约8万元"),
        ("生日是六月一日", "6月1日过生日"),
        ("喜欢Rust", "很喜欢Rust语言"),
        ("用户居住在厦门", "用户住在厦门市"),
        ("不吃羊肉", "不能吃羊肉类的菜"),
        ("希望回复简短", "希望回答简短"),
        ("Lives in Lyon", "The user's home is in Lyon"),
        ("Based in Houston, Texas", "Based in Houston, TX"),
        ("Avoids dairy", "Does not consume dairy"),
        ("Anna is her tutor", "Her tutor is called Anna"),
        ("The user is a nurse", "The user is a trained nurse"),
        ("The user is fond of chess", "The user is a chess lover"),
        ("The trip costs $2k", "The trip costs 2,000 dollars"),
        ("用户会弹钢琴", "The user plays the piano"),
        ("用户住在纽约", "Lives in New York"),
        ("希望用普通话交流", "Prefers to talk in Chinese"),
        ("晚上十点睡觉", "每天22点睡觉"),
    ],
)
def test_another_wording_differs_in_nothing(a, b):
    assert same.differing(a, b) == ""
    assert same.is_same(a, b, 0.9)


def labelled(name):
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", ["same_pairs.jsonl", "same_pairs_second.jsonl"])
def test_no_labelled_pair_of_different_statements_passes_for_the_same(name):
    pairs = [row for row in labelled(name) if row["label"] == "different"]

    passed = [row for row in pairs if not (same.differing(row["a"], row["b"]) and same.differing(row["b"], row["a"]))]

    assert not passed


@pytest.mark.parametrize("name", ["same_pairs.jsonl", "same_pairs_second.jsonl"])
def test_three_of_four_labelled_paraphrases_differ_in_nothing(name):
    pairs = [row for row in labelled(name) if row["label"] == "same"]

    found = [row for row in pairs if not same.differing(row["a"], row["b"])]

    assert len(found) >= 0.75 * len(pairs)


def test_the_score_has_to_reach_the_limit():
    assert not same.is_same("会弹琴", "懂钢琴", 0.84)
    assert same.is_same("会弹琴", "懂钢琴", 0.84, limit=0.8)


def test_one_statement_in_two_wrappings_is_the_same_without_a_score():
    assert same.is_same("- 用户喜欢茶。", "[user_preference] 用户喜欢茶", 0.0)


@pytest.mark.parametrize(
    ("a", "b", "kept"),
    [
        ("喜欢Rust", "喜欢Rust编程", "喜欢Rust编程"),
        ("Likes green tea from Uji", "Likes tea", "Likes green tea from Uji"),
        ("喜欢茶", "喜欢茶", "喜欢茶"),
        ("The user likes tea", "User likes tea", "The user likes tea"),
    ],
)
def test_the_wording_that_says_more_is_kept(a, b, kept):
    assert same.more_informative(a, b) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("出门习惯带现金", "现金一般放在内侧口袋"),
        ("家里养了兰花", "兰花摆在朝南的阳台上"),
        ("网关用的是Kong", "Kong配置了限流插件"),
        ("Drives a Tesla", "The Tesla has a cracked windshield"),
        ("We deploy with Ansible", "Ansible playbooks live in the ops folder"),
    ],
)
def test_what_is_told_of_a_thing_that_the_other_only_names_is_told_besides(one, other):
    assert same.differing(one, other)
    assert same.differing(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("主数据库选用PostgreSQL", "PostgreSQL是主数据库"),
        ("最爱吃的水果是荔枝", "荔枝是最爱吃的水果"),
        ("The gateway is Kong", "Kong is the gateway"),
        ("在招商银行做柜员", "柜员，就职于招商银行"),
    ],
)
def test_a_statement_turned_round_stays_the_same(one, other):
    assert not same.differing(one, other)
    assert not same.differing(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用户2023年5月在看一些军事类的书籍", "用户2023年5月在看一本叫做《活着》的书"),
        ("用户喜欢《流浪地球》", "用户喜欢《三体》"),
        ('The user is reading "To Live"', 'The user is reading "Silent Separation"'),
        ("The user is reading a novel about love", 'The user is reading a novel called "Silent Separation"'),
        ("用户在学做菜的手艺", "用户在学画画的手艺"),
    ],
)
def test_what_has_a_title_is_no_other_thing(one, other):
    assert same.differing(one, other)
    assert same.differing(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("用户很喜欢《流浪地球》", "用户非常喜欢《流浪地球》"), ('The user loves the film "Up"', 'The user loves "Up"')],
)
def test_one_title_in_other_words_stays_one_thing(one, other):
    assert not same.differing(one, other)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("is studying law", "graduated from law school"),
        ("正在修房顶", "房顶修完了"),
        ("backups run on Sundays", "the bakery opens on Sundays"),
        ("王五负责仓库", "赵六负责车队"),
        ("likes films", "likes comedies"),
        ("wants to learn to ski", "likes skiing"),
        ("对芒果过敏", "芒果过敏发作时嘴唇会肿，要带上喷雾去医院"),
        ("用户叫李雷", "用户希望被称为老李"),
        ("the shop is open until nine", "on holidays the shop is open until nine"),
    ],
)
def test_an_end_a_detail_a_wish_or_a_kind_is_not_the_same(a, b):
    assert same.differing(a, b) != ""
    assert same.differing(b, a) != ""
