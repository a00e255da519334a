import pytest

from engine.text import stance

STATEMENTS = (
    "lives in Bonn",
    "teetotal",
    "The user is the eldest of four",
    "does the bookkeeping for three restaurants",
    "is a nurse",
    "can swim",
    "will move to Oslo in May",
    "would rather have a window seat",
    "would like to visit Japan if the fares drop",
    "always answer in English",
    "please reply in French from now on",
    "could you always give prices in pounds?",
    "don't use emojis",
    "use British spelling",
    "summaries should come first",
    "if it rains, takes the bus",
    "goes to bed early when working the next day",
    "wants to learn how to weld",
    "Actually, no: the meeting is on Monday",
    "thanks, but I moved to Lyon",
    "不吃羊肉",
    "用户住在苏州",
    "我吃素",
    "只用日文回复",
    "不要用表情符号",
    "以后帮我把日期写成英文格式",
    "示例请用Rust",
    "别叫我先生",
    "什么都吃",
    "没什么忌口",
    "有几个朋友在日本",
    "在研究如何降低能耗",
    "不知道怎么做饭",
    "如果下雨就打车上班",
    "如果有代码请标注语言",
    "打错了，生日是六月三日",
    "写了一本小说",
    "想写一本关于航海的书",
    "每天给孩子讲一个故事",
    "喜欢翻译上面提到的那种诗",
)
QUESTIONS = (
    "is Lyon larger than Nantes?",
    "Is Lyon larger than Nantes",
    "how do I cook rice",
    "what about the garden",
    "do you know a good vet",
    "米饭怎么煮",
    "这首歌是谁唱的来着",
    "高铁票多少钱",
    "你们那里下雨吗？",
    "里昂是法国的城市吧？",
)
FILLERS = (
    "lol fine",
    "thanks so much, that helped a lot",
    "typo above, ignore it",
    "good evening",
    "you are brilliant",
    "hold on a second",
    "hmm, let me look",
    "哈哈",
    "好的，辛苦了",
    "发错了，不用管",
    "测试一下",
    "你真厉害",
    "让我想想",
    "!!!",
)
HYPOTHETICAL = (
    "if I were a king I would sleep all day",
    "suppose I sold the boat",
    "imagine living on the moon",
    "if he won the lottery, would he stop working?",
    "如果我是一只鸟就好了",
    "假如我住在海边",
    "要是中了大奖我就环游世界",
    "哪天要是我发财了，就买个岛",
)
COMMANDS = (
    "rewrite the second paragraph",
    "please translate this into French",
    "can you give me an example",
    "write a poem about autumn",
    "帮我写个请假条",
    "把上面的表格改成列表",
    "翻译一下这段话",
    "再讲一个笑话",
)


@pytest.mark.parametrize("text", STATEMENTS)
def test_what_lasts_is_a_statement(text):
    assert stance.no_statement(text) == ""


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_no_statement_with_or_without_its_mark(text):
    assert stance.no_statement(text) == stance.QUESTION


@pytest.mark.parametrize("text", FILLERS)
def test_thanks_greetings_and_remarks_on_the_conversation_say_nothing(text):
    assert stance.no_statement(text) == stance.FILLER


@pytest.mark.parametrize("text", HYPOTHETICAL)
def test_what_is_only_supposed_is_no_statement(text):
    assert stance.no_statement(text) == stance.HYPOTHETICAL


@pytest.mark.parametrize("text", COMMANDS)
def test_an_order_of_the_moment_is_no_statement(text):
    assert stance.no_statement(text) == stance.COMMAND


@pytest.mark.parametrize(
    "text",
    [
        "a neighbour owns a boat",
        "my sister-in-law is a judge",
        "her husband hates jazz",
        "邻居养了一条狗",
        "我的妹妹在读研",
    ],
)
def test_a_subject_that_is_somebody_else_is_seen(text):
    assert stance.is_about_other(text)


@pytest.mark.parametrize("text", ["is a neighbour of the mayor", "喜欢和邻居聊天", "The user has two sisters"])
def test_somebody_who_is_only_mentioned_is_not_the_subject(text):
    assert not stance.is_about_other(text)


@pytest.mark.parametrize(
    "text", ["used to row at school", "was a baker in the nineties", "以前学过法语", "小时候住在乡下"]
)
def test_the_past_is_told_from_the_present(text):
    assert stance.is_past(text)


@pytest.mark.parametrize("text", ["used to smoke, now vapes", "以前抽烟，现在戒了", "rows every day"])
def test_what_tells_of_today_as_well_is_not_past(text):
    assert not stance.is_past(text)


@pytest.mark.parametrize(
    "text", ["drinks wine on weekends", "eats everything except fish", "周末睡懒觉", "除了羊肉都吃"]
)
def test_a_limit_in_time_or_extent_is_seen(text):
    assert stance.has_scope(text)


@pytest.mark.parametrize(
    "text",
    [
        "no longer eats fish",
        "switched to tea",
        "moved to Nice",
        "quit rowing",
        "改用铅笔",
        "不再养鱼",
        "搬到了海口",
        "烟戒了",
        "卖掉了船",
    ],
)
def test_a_reversal_or_a_substitution_looks_like_a_change(text):
    assert stance.looks_like_change(text)


@pytest.mark.parametrize("text", ["not the fifth but the sixth", "说错了，是六月", "turns out it was a cold"])
def test_a_correction_looks_like_a_change(text):
    assert stance.is_correction(text)
    assert stance.looks_like_change(text)


@pytest.mark.parametrize("text", ["likes tea", "has a boat", "喜欢喝茶", "有一条船"])
def test_a_plain_statement_does_not_look_like_a_change(text):
    assert not stance.looks_like_change(text)
