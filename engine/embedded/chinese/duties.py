"""What others lay on the user, told by the user: 医生让少喝酒, 老板要求我月底前交付, 公司规定不能装插件."""

import re

from engine.embedded.chinese.rules import Found, is_pointing

_WHO = "老板|领导|上司|主管|公司|单位|医生|大夫|法务|财务|甲方|总部|集团|合规部?|合规|审计|学校|导师|老师|教练|营养师|客户|上级|政府|监管|甲方爸爸|我?老婆|我?老公|我?妈"
_DUTY = re.compile(
    rf"(?:我们?的?|我们公司的?|主治)?(?P<who>{_WHO})(?:明确|一直|已经|都|反复|特意){{0,5}}(?P<verb>要求|规定|让|叮嘱|嘱咐|不让|不允许|不许|禁止|建议|说)(?:了)?(?P<me>我们?)?"
    r"(?P<x>(?:以后|每[天周月次])?[\ue100-\ue1fe]?(?:[^，]{0,3}之?前)?(?:不能|不要|不得|不可以|别|必须|只能|少|多|得|要|戒|忌|控制|一律|统一|每|都|用|交|装|吃|喝|碰|做|走|出|定期|按时|清淡|低|完成|提交|上线)[^，]{1,24})"
)


def read(text: str) -> tuple[str, list[Found]]:
    """Who lays it on the user, as the subject of the statement, and the duty; nothing for other people's wishes."""
    match = _DUTY.fullmatch(text)
    if not match or is_pointing(match["x"]) or re.search(r"[你您他她]|我", match["x"]):
        return "", []
    if match["verb"] in {"说", "建议"} and not re.search(r"医|大夫|营养师|教练", match["who"]):
        return "", []
    who = match["who"].removeprefix("我")
    if who.removesuffix("部") in {"合规", "政府", "监管"}:
        return "用户", [Found("user_constraint", "", f"因{who}要求{match['x']}")]
    label = "用户所在公司" if who in {"公司", "单位"} else f"用户的{who}"
    addressed = "" if label == "用户所在公司" and not match["me"] else "用户"
    return label, [Found("user_constraint", "", f"{match['verb']}{addressed}{match['x']}")]
