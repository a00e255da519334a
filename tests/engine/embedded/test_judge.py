"""What the embedded judge says of a stored and a new statement: the kinds, in both languages."""

import time

import pytest

from engine.embedded.judge import judge
from engine.questions import APPEND, NEW, REPLACE, SAME, SKIP, JudgeQuestion

KEPT = {APPEND, NEW}

REPLACED = [
    ("plays the cello", "sold the cello and plays no more", "ended"),
    ("弹琵琶", "琵琶已经卖了，不弹了", "ended"),
    ("likes olives", "doesn't like olives any more", "reversed"),
    ("爱喝豆浆", "不再喝豆浆", "reversed"),
    ("lives in Bergen", "moved to Tromsø in January", "moved"),
    ("住在海口", "搬到三亚了", "moved"),
    ("works at Siemens", "works at Bosch", "another employer"),
    ("在中国银行工作", "跳槽去了一家券商", "another employer"),
    ("用户28岁", "用户29岁", "another age"),
    ("the rehearsal is at 7 pm", "the rehearsal starts at 8 pm now", "another hour"),
    ("合唱团有20个人", "合唱团扩到35人", "another number"),
    ("single", "got married in spring", "another state"),
    ("is studying for the bar exam", "passed the bar exam", "reached"),
    ("打算考驾照", "驾照考完了", "reached"),
    ("allergic to cats", "actually the cat allergy was misdiagnosed", "corrected"),
    ("会议室在三楼", "说错了，会议室在五楼", "corrected"),
    ("prefers an aisle seat", "prefers a window seat", "the other choice"),
    ("likes replies in bullet points", "likes replies in full paragraphs", "the other choice"),
    ("favourite colour is green", "favourite colour is blue", "another favourite"),
    ("writes notes in Vim", "switched to Emacs", "another in its domain"),
    ("用安卓手机", "换成苹果手机了", "another in its domain"),
    ("smokes", "戒烟了", "across languages"),
    ("喜欢去图书馆自习", "腰疼以后不去图书馆了，改去咖啡厅", "a cause before what is denied"),
    ("血压偏高", "最近血压恢复正常了", "a finding that is over"),
    ("对海鲜过敏", "化验结果出来，不是海鲜过敏", "ruled out"),
    ("has 2 cats", "has 3 cats", "another count"),
    ("lives on the 3rd floor", "lives on the 5th floor", "another floor"),
    ("入职第3年", "入职第4年", "how far it is"),
    ("喜欢恐怖片", "can't stand horror movies any more", "across languages"),
    ("daughter is in primary school", "daughter goes to high school", "grown"),
]
LEFT = [
    ("plays the cello", "the cello was made in Cremona", "detail"),
    ("弹琵琶", "琵琶是红木做的", "detail"),
    ("has a dog called Rex", "the user's dog is four years old (as of 3 March 2026)", "a stamp is no change"),
    ("is fond of gardening", "the garden is full of slugs (as of 2 May 2026)", "a stamp is no change"),
    ("likes cats", "doesn't like dogs", "another thing"),
    ("喜欢兔子", "不喜欢鹦鹉", "another thing"),
    ("likes coffee", "doesn't like coffee with sugar", "a denial of something narrower"),
    ("drinks tea", "quit coffee", "an end of something else"),
    ("a vegan since 2019", "stopped eating pork", "an end that fits"),
    ("plays the cello", "a neighbour sold the cello", "somebody else"),
    ("妻子是律师", "表姐不再做律师了", "somebody else"),
    ("works as a vet", "used to work as a baker", "past"),
    ("住在海口", "以前住在广州", "past"),
    ("does not drink", "has a beer on Saturdays", "scope"),
    ("每天坐地铁", "下雨天打车", "scope"),
    ("allergic to pollen", "allergic to eggs", "sibling"),
    ("对花粉过敏", "对鸡蛋过敏", "sibling"),
    ("team has 8 testers", "the team meets in room 8", "number of something else"),
    ("went to the zoo on 3 May 2025", "went to the zoo on 9 June 2025", "two events"),
    ("likes jazz", "sold the car", "another topic"),
    ("dog is called Rex", "dog is called Max", "perhaps two dogs"),
    ("收藏了第1号茶杯", "收藏了第2号茶杯", "another of a row"),
    ("watched season 1 of Dark", "did not like season 2 of Dark", "another season"),
    ("参加了5公里跑", "参加了10公里跑", "two deeds with a number"),
    ("ran a marathon in 2022", "ran a marathon in 2023", "two deeds with a year"),
    ("visited Rome", "visited Paris", "two deeds with a place"),
    ("住在武汉", "住在18楼", "a floor of a residence"),
    ("son is in the first grade", "son is in the second grade at a choir school", "another place in a row"),
    ("has a dog", "the dog ate a sock", "what an animal did"),
    ("has a nephew", "the nephew turned nine in June", "a birthday"),
    ("孩子在学琵琶", "孩子的琵琶老师是音乐学院毕业的", "where somebody comes from"),
    ("runs a tea room", "the tea room is closed on Tuesdays", "a day of rest"),
    ("最喜欢的作家是鲁迅", "最喜欢的乐队是黑豹", "another favourite of another kind"),
]
SAID_AGAIN = [
    ("likes tea", "loves tea"),
    ("喜欢喝茶", "爱喝茶"),
    ("has diabetes", "有糖尿病"),
    ("commutes by bicycle", "cycles to work"),
    ("the course starts at 9:30", "the course starts at half past nine"),
    ("体重70公斤", "体重140斤"),
]


@pytest.mark.parametrize(("existing", "incoming"), [pair[:2] for pair in REPLACED], ids=[p[2] for p in REPLACED])
def test_what_is_over_is_replaced(existing, incoming):
    assert judge(JudgeQuestion(existing, incoming)).action == REPLACE


@pytest.mark.parametrize(("existing", "incoming"), [pair[:2] for pair in LEFT], ids=[p[2] for p in LEFT])
def test_what_contradicts_nothing_leaves_both(existing, incoming):
    assert judge(JudgeQuestion(existing, incoming)).action in KEPT


@pytest.mark.parametrize(("existing", "incoming"), SAID_AGAIN)
def test_other_words_for_the_same_are_the_same(existing, incoming):
    assert judge(JudgeQuestion(existing, incoming)).action == SAME


@pytest.mark.parametrize(
    ("incoming", "reason"),
    [
        ("is the cello hard to learn?", "question"),
        ("thanks, great", "filler"),
        ("if I were a cellist I would travel", "hypothetical"),
        ("把这段话翻译成英文", "command"),
    ],
)
def test_what_is_no_statement_is_skipped_and_says_why(incoming, reason):
    answer = judge(JudgeQuestion("plays the cello", incoming))

    assert (answer.action, answer.reason) == (SKIP, reason)


@pytest.mark.parametrize("pair", [*REPLACED, *LEFT])
def test_every_answer_has_a_reason(pair):
    assert judge(JudgeQuestion(pair[0], pair[1])).reason


def test_a_wish_for_a_thing_is_carried_out_by_having_it():
    assert judge(JudgeQuestion("wants a dog", "has a dog")).action == REPLACE
    assert judge(JudgeQuestion("has a dog", "wants a dog")).action in KEPT


def test_a_judgement_takes_about_a_millisecond():
    pairs = [JudgeQuestion(*pair[:2]) for pair in (*REPLACED, *LEFT)]
    for pair in pairs:
        judge(pair)  # patterns are compiled at the first use

    started = time.process_time()
    for pair in pairs:
        judge(pair)

    assert (time.process_time() - started) / len(pairs) < 0.005
