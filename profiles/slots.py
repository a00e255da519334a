"""Which facts take each other's place: the policy of each type, slot names, and the key that allows one fact a slot (SPEC P9)."""

import re
from collections.abc import Mapping
from typing import Literal

from engine.text import attributes, normal
from profiles import decisions

Policy = Literal["single", "multi"]
SINGLE: Policy = "single"
MULTI: Policy = "multi"

POLICY: Mapping[str, Policy] = {
    "user_profile": SINGLE,
    "user_goal": SINGLE,
    "user_constraint": SINGLE,
    "user_preference": MULTI,
    "user_fact": MULTI,
    "assistant_decision": SINGLE,
    "assistant_constraint": SINGLE,
    "assistant_plan": MULTI,
    "assistant_action": MULTI,
    "semantic_memory": MULTI,
    "episodic_memory": MULTI,
}

LONGEST_SLOT = 64

# Names that models give to one and the same slot.
_SYNONYMS = {
    "name": "full_name first_name real_name 姓名 名字 名称",
    "form_of_address": "preferred_name address_as salutation 称呼",
    "occupation": "job job_title profession role position career work title 职业 职位 工作 岗位",
    "employer": "company workplace organization organisation 公司 单位 雇主 工作单位",
    "location": "city residence home address current_location place_of_residence live_in 城市 住址 居住地 所在地 位置 住处 地点",
    "hometown": "birthplace place_of_birth origin 老家 家乡 籍贯 出生地",
    "age": "年龄",
    "gender": "sex 性别",
    "birthday": "birth_date birthdate date_of_birth dob 生日 出生日期",
    "language": "answer_language preferred_language reply_language response_language communication_language 语言 回复语言 回答语言",
    "answer_length": "response_length reply_length verbosity 回答长度 字数",
    "answer_format": "response_format output_format 格式 回答格式",
    "native_language": "mother_tongue 母语",
    "degree": "education education_level qualification 学历 学位 教育",
    "school": "university college alma_mater 学校 大学 母校",
    "major": "field_of_study 专业",
    "marital_status": "marriage relationship_status relationship 婚姻 婚姻状况 婚姻状态 感情状况",
    "children": "kids 孩子 子女",
    "budget": "预算",
    "salary": "income 工资 收入",
    "diet": "dietary_restriction dietary_preference dietary 饮食 饮食习惯",
    "allergy": "allergies 过敏 过敏原",
    "email": "email_address 邮箱",
    "phone": "phone_number mobile 电话 手机号",
    "car": "vehicle 车",
    "height": "身高",
    "weight": "体重",
    "nationality": "国籍",
    "time_zone": "timezone 时区",
}
_CANONICAL = {other: name for name, others in _SYNONYMS.items() for other in (name, *others.split())}

# Names that say no more than the type does, or nothing.
_UNTELLING = frozenset(
    (*POLICY, "profile", "goal", "goals", "constraint", "constraints", "preference", "preferences", "fact", "facts", "decision", "decisions",
     "plan", "action", "memory", "general", "other", "others", "misc", "none", "null", "unknown", "slot", "user", "info", "default", "n/a",
     "目标", "约束", "限制", "偏好", "事实", "决定", "其他", "无")
)  # fmt: skip
# Slots of which a person can have several: without the thing they would overwrite each other.
_NEEDS_THING = frozenset(("allergy", "food", "hobby", "skill", "pet", "medication", "condition"))


def slot_of(type: str, content: str, given: str) -> str:
    """The attribute that a statement fills, under its one name; '' when none can be told.

    A known name that a model gives counts most, then what the wording says, then any other name it gives.
    """
    name = _name_of(given)
    derived = decisions.decision_of(content) if type.startswith("assistant_") else attributes.attribute_of(content)
    if name in _CANONICAL.values() and not _is_finer(derived, name):
        return "" if name in _NEEDS_THING else name
    return (derived or ("" if name in _NEEDS_THING else name))[:LONGEST_SLOT]


def slot_key(type: str, slot: str, agent_id: str, policy: Mapping[str, Policy] = POLICY) -> str | None:
    """The key of which a profile has one active fact; None where several may stand side by side."""
    if not slot or policy.get(type, MULTI) != SINGLE:
        return None
    return f"{type}:{slot}@{agent_id}" if type.startswith("assistant_") else f"{type}:{slot}"


def _name_of(given: str) -> str:
    name = re.sub(r"[\s/-]+", "_", normal.single_line(given).lower()).strip("_.:")
    name = re.sub(r"^(?:user|users|current|用户|用户的)_?(?=.)", "", name)
    return "" if name in _UNTELLING else _CANONICAL.get(name, name)


def _is_finer(derived: str, name: str) -> bool:
    """Whether the wording tells more than the name: of what, or of whom."""
    return derived.startswith((f"{name}:", f"{name}@"))
