"""Which attribute a statement fills, and which facts take each other's place."""

import pytest

from engine import questions
from profiles import slots


@pytest.mark.parametrize(
    ("content", "slot"),
    [
        ("用户叫小满", "name"),
        ("my name is Ada", "name"),
        ("The user's name is Ada", "name"),
        ("希望被称为老周", "form_of_address"),
        ("以后请叫我老周", "form_of_address"),
        ("prefers to be called Max", "form_of_address"),
        ("Wants to be called by her middle name", "form_of_address"),
        ("goes by Max", "form_of_address"),
        ("用户是后端开发", "occupation"),
        ("用户是一名小学老师", "occupation"),
        ("I am a backend developer", "occupation"),
        ("Works as a nurse", "occupation"),
        ("用户在蓝鲸科技上班", "employer"),
        ("Works at a shipyard", "employer"),
        ("用户在成都工作", "work_location"),
        ("用户住在成都", "location"),
        ("搬到了厦门", "location"),
        ("Relocated to Ghent in May", "location"),
        ("老家在绍兴", "hometown"),
        ("用户今年41岁", "age"),
        ("is 41 years old", "age"),
        ("生日是6月1日", "birthday"),
        ("用户希望用英文回复", "language"),
        ("Wants replies in German", "language"),
        ("邮件要用英文写", "language:邮件"),
        ("回答要简短", "answer_length"),
        ("已婚", "marital_status"),
        ("Has three children", "children"),
        ("身高180厘米", "height"),
        ("毕业于厦门大学", "school"),
        ("每月预算 2500 元", "budget"),
        ("装修预算八万", "budget:装修"),
        ("The budget for the camera is $800", "budget:camera"),
        ("对芒果过敏", "allergy:芒果"),
        ("Allergic to walnuts", "allergy:walnut"),
        ("不吃羊肉", "food:羊肉"),
        ("Follows a vegan diet", "diet"),
        ("妻子是会计", "occupation@spouse"),
    ],
)
def test_the_wording_tells_the_slot(content, slot):
    assert slots.slot_of("user_profile", content, "") == slot


@pytest.mark.parametrize(
    "content",
    [
        "以前住在成都",
        "Used to work at a shipyard",
        "打算搬到厦门",
        "Plans to move to Ghent",
        "不住在成都",
        "弟弟是会计",
        "女儿叫小满",
        "猫叫年糕",
        "喜欢下雨天",
        "Is a mother of two",
        "prefers to be called in the morning",
        "wants to be called back on Monday",
        "asks to be called before a visit",
        "prefers to be called by phone",
        "usually goes by train",
        "每天早上要人叫我起床",
    ],
)
def test_the_past_plans_and_other_people_fill_no_slot(content):
    assert slots.slot_of("user_profile", content, "") == ""


@pytest.mark.parametrize(
    ("content", "thing"),
    [
        ("数据库采用 PostgreSQL", "database"),
        ("项目的数据库选用了 MySQL", "database"),
        ("uses SQLite in production", "database"),
        ("日志服务的数据库用 MongoDB", "日志服务的数据库"),
        ("决定使用单体架构", "architecture"),
        ("上线时间定在周五", "release"),
        ("决定周三上线", "release"),
        ("缓存使用 Redis", "cache"),
        ("We decided to use Kafka for the message queue", "message queue"),
        ("接口采用 REST 风格", "interface"),
        ("接口使用 JWT 认证", "interface authentication"),
        ("大家都很满意", ""),
        ("the MySQL server has two replicas", ""),
    ],
)
def test_the_slot_of_a_decision_is_the_thing_decided(content, thing):
    assert slots.slot_of("assistant_decision", content, "") == thing


@pytest.mark.parametrize(
    ("given", "slot"),
    [
        ("job", "occupation"),
        ("Job Title", "occupation"),
        ("城市", "location"),
        ("user_name", "name"),
        ("language", "language"),
        ("favourite drink", "favourite_drink"),
        ("user_goal", ""),
        ("goal", ""),
        ("other", ""),
        ("allergy", ""),
        ("", ""),
    ],
)
def test_a_given_slot_gets_its_one_name_or_none(given, slot):
    assert slots.slot_of("user_profile", "一句话", given) == slot


def test_the_wording_sharpens_a_given_slot():
    assert slots.slot_of("user_constraint", "对芒果过敏", "allergy") == "allergy:芒果"
    assert slots.slot_of("user_profile", "妻子是会计", "occupation") == "occupation@spouse"


def test_a_long_given_slot_is_shortened_to_what_fits():
    assert len(slots.slot_of("user_preference", "一句话", "x" * 300)) == slots.LONGEST_SLOT


def key(type, content, agent_id=""):
    return slots.slot_key(type, slots.slot_of(type, content, ""), agent_id)


@pytest.mark.parametrize(
    ("type", "old", "new"),
    [
        ("user_profile", "I am a backend developer", "I am a frontend developer"),
        ("user_profile", "用户是后端开发", "用户是产品经理"),
        ("user_constraint", "每月预算 3000 元", "每月预算 5000 元"),
        ("user_constraint", "不能吃辣", "能吃辣"),
        ("assistant_decision", "数据库采用 PostgreSQL", "数据库改用 MySQL"),
    ],
)
def test_a_new_value_takes_the_place_of_the_old(type, old, new):
    assert key(type, old) is not None
    assert key(type, old) == key(type, new)


@pytest.mark.parametrize(
    ("type", "one", "other"),
    [
        ("user_profile", "I am a backend developer", "my name is Yachiyo"),
        ("user_constraint", "对花生过敏", "对尘螨过敏"),
        ("user_constraint", "Allergic to peanuts", "Allergic to dust"),
        ("user_constraint", "装修预算八万", "旅行预算八千"),
        ("user_constraint", "不吃羊肉", "不吃香菜"),
        ("user_constraint", "只用中文回复", "邮件要用英文写"),
        ("assistant_decision", "数据库采用 PostgreSQL", "缓存使用 Redis"),
        ("assistant_decision", "接口采用 REST 风格", "接口使用 JWT 认证"),
    ],
)
def test_two_things_stand_side_by_side(type, one, other):
    assert key(type, one) != key(type, other)


def test_goals_without_an_attribute_have_no_key():
    assert key("user_goal", "想学手风琴") is None
    assert key("user_goal", "今年要跑一个半马") is None


def test_types_of_many_values_have_no_key():
    assert slots.slot_key("user_fact", "location", "") is None
    assert slots.slot_key("assistant_plan", "database", "a1") is None
    assert slots.slot_key("unknown_type", "location", "") is None


def test_one_agents_decision_leaves_another_agents_alone():
    assert key("assistant_decision", "数据库采用 MySQL", "a1") != key("assistant_decision", "数据库采用 MySQL", "a2")


def test_a_persons_slot_is_shared_by_all_agents():
    assert key("user_profile", "用户住在成都", "a1") == key("user_profile", "用户住在厦门", "a2")


def test_every_type_has_a_policy():
    assert set(slots.POLICY) == set(questions.FACT_TYPES)
