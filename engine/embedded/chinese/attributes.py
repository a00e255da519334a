"""What 我的… says: my name is, my hobby is, my budget is."""

import re

from engine.embedded.chinese import cues
from engine.embedded.chinese.person import NAME
from engine.embedded.chinese.rules import Found, Predicate, is_empty, is_pointing

_IS = r"(?:主要|大概|一般|就|一直|目前|现在){0,5}(?:用的是|是|为|叫|在|有)"
_ATTRIBUTE_SLOTS = {
    "名字": "name", "姓名": "name", "大名": "name", "英文名": "english_name", "昵称": "nickname", "网名": "nickname",
    "母校": "education", "住址": "location", "地址": "location", "职业": "occupation", "工作": "occupation", "岗位": "occupation", "职位": "occupation", "职务": "occupation",
    "行业": "industry", "年龄": "age", "生日": "birthday", "专业": "major", "学历": "education", "学校": "education",
    "家乡": "hometown", "老家": "hometown", "母语": "language", "第一语言": "language", "身高": "height", "体重": "weight",
    "血型": "blood_type", "星座": "zodiac", "属相": "chinese_zodiac", "性格": "personality", "性别": "gender",
    "民族": "ethnicity", "国籍": "nationality", "信仰": "religion", "MBTI": "mbti", "时区": "time_zone",
    "操作系统": "operating_system", "技术栈": "tech_stack", "编程语言": "programming_language", "收入": "income",
    "月薪": "income", "年薪": "income",
}  # fmt: skip
_LIKINGS = {"兴趣爱好", "爱好", "兴趣", "最爱", "偏好", "口味"}
_MEASURED = {"身高", "体重", "月薪", "年薪", "收入"}
_AIMS = {"长期目标", "目标", "梦想", "理想", "愿望"}


def attribute(name: str, predicate: Predicate) -> list[Found]:
    """What 我的NAME … says: my name is, my hobby is, my budget is."""
    text = predicate.text
    if name == "预算":
        return _budget(text)
    pattern = (
        r"(?:大概|大约|是|有){0,5}(?P<x>[\d一二两三四五六七八九十].{0,8})"
        if name in _MEASURED
        else rf"{_IS}(?P<x>[^，]{{1,40}})"
    )
    if name in {"老家", "家乡", "老家儿"} and re.match(cues.PLACES, text):
        text = f"是{text}"
    match = re.fullmatch(pattern, text)
    if not match or is_empty(match["x"]) or is_pointing(match["x"]):
        return []
    value = re.sub(r"的$", "", match["x"]) if name in {"老家", "家乡", "专业"} else match["x"]
    if name in {"名字", "姓名", "大名"}:
        return [Found("user_profile", "name", f"叫{value}")] if re.fullmatch(NAME, value) else []
    if name in _AIMS:
        return [Found("user_goal", "", f"的{name}是{value}")]
    if name in _LIKINGS:
        return [Found("user_preference", "", f"的{name}是{value}")]
    return _described(name, value, text)


def _described(name: str, value: str, text: str) -> list[Found]:
    slot = _ATTRIBUTE_SLOTS.get(name, "")
    if slot and re.search(r"很|非常|有点|压力|忙|累|稳定", value):
        return []
    if name in _MEASURED:
        return [Found("user_profile", slot, f"{name}{value}")]
    if re.match(r"(?:主要|大概|一般|就|一直|目前|现在){0,5}有", text):
        return [Found("user_fact", "", f"的{name}有{value}")]
    is_location = text.startswith("在") or "在" in text[: text.index(value)]
    return [Found("user_profile" if slot else "user_fact", slot, f"的{name}{'在' if is_location else '是'}{value}")]


def _budget(text: str) -> list[Found]:
    if not re.search(r"\d|[一二两三四五六七八九十百千万]+[百千万]", text):
        return []
    body = re.sub(r"了$", "", text)
    return [Found("user_constraint", "budget", f"的预算{body}")]
