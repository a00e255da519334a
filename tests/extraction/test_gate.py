"""The gate, in both languages: what is worth thinking about and what is not."""

import pytest

from extraction import gate

OPEN_USER = [
    "我喜欢用表格看结果", "I'm vegan.", "我吃素", "我叫李雷", "i’m a dev", "my dog is called Rex", "We use Kafka", "call me Al please",
    "别给我打电话，发邮件", "以后用中文回答", "不能吃香菜", "对花生过敏", "预算三千以内", "记住我住在北京", "忘掉我喜欢可乐的事", "Forget that I like cola",
    "Remember: no peanuts", "never use emojis", "I moved to Lyon", "Prefer short answers", "please answer in German",
    "我下周要去深圳，有什么推荐？", "I'm vegan, what can I eat?", "Thanks! I'm allergic to nuts.", "好的，我住在上海", "我不喜欢开会",
    "Do you know Lyon? I live there.", "I ski", "我怕狗", "The deadline is Friday and the budget is tight.", "俺是东北人", "我们公司做储能电池",
    "Okay, I live in Bergen", "我用Python", "用户AI说我在学I2C", "I've quit smoking", "no longer employed there",
]  # fmt: skip
CLOSED_USER = [
    "好的", "什么是索引下推", "     \n\t  ", "👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍", "", "ok", "OK.", "go on", "Go on!", "thanks a lot", "Thank you very much for your advice, friend.",
    "what does that mean?", "What does this error mean and how does one fix it?", "How many people live in Oslo?", "谢谢", "谢谢你的建议！", "继续", "什么意思？", "哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈",
    "德国对储能电池的关税是多少？", "这个函数怎么用", "Is Austin bigger than Dallas?", "lol ok", "hmm", "....................................", "AI is hot", "C++ code", "嗯嗯", "好的，谢谢",
    "Ok, thanks. Bye!", "Hello, how are you?", "今天几号", "不吃香菜", "你好", "can you explain TCP slow start in some more detail", "如果下雨，怎么办？",
]  # fmt: skip
OPEN_ASSISTANT = [
    "已确认采用蓝绿发布，今晚十点开始执行切换。", "We agreed to use PostgreSQL 16.", "Decision: deploy every Tuesday.", "Fine, we go with the blue logo.", "最终方案是先上线支付模块，再上线报表模块。",
    "x" * 121, "Next steps: migrate the billing tables.", "双方同意下周一之前完成接口联调并出测试报告。",
]  # fmt: skip
CLOSED_ASSISTANT = [
    "您好，我是您的智能助手，很高兴为您服务！", "Agreed.", "已确认。", "Here is how a hash map works in short.", "That has not been decided yet, sadly.", "Please confirm the address so that I can help.",
    "这个方案还没有最终确定，我们可以再讨论一下细节。", "The finality of death is a theme in it.", "Hello! How can I help you today with it?",
]  # fmt: skip


@pytest.mark.parametrize("content", OPEN_USER)
def test_a_user_message_that_may_say_something_passes(content):
    assert gate.passes("user", content).is_open, gate.passes("user", content)


@pytest.mark.parametrize("content", CLOSED_USER)
def test_a_user_message_without_a_statement_is_held_back(content):
    verdict = gate.passes("user", content)

    assert not verdict.is_open
    assert verdict.reason in {"blank", "short", "small_talk", "question", "no_cue"}


@pytest.mark.parametrize("content", OPEN_ASSISTANT)
def test_an_assistant_message_that_settles_something_passes(content):
    assert gate.passes("assistant", content).is_open


@pytest.mark.parametrize("content", CLOSED_ASSISTANT)
def test_an_assistant_message_that_settles_nothing_is_held_back(content):
    assert not gate.passes("assistant", content).is_open


@pytest.mark.parametrize("role", ["system", "tool", "", "User"])
def test_no_other_role_is_ever_a_target(role):
    assert gate.passes(role, "I live in Oslo and love tea").reason == "role"


def test_limits_are_the_callers_to_set():
    strict = gate.GateLimits(user_min=50)

    assert gate.passes("user", "I live in Oslo", limits=strict).reason == "short"


def test_a_cue_counts_only_as_a_whole_word():
    assert gate.passes("user", "Mimesis, usury").reason == "no_cue"
