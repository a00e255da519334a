"""What tells two statements that look alike apart: what became of a thing, an origin, a degree, a half of the day, a place."""

import re

# What becomes of a thing, and where somebody comes from: told of one of two, they are not the same.
_BECOME = re.compile(
    r"坏|丢了|换了|修好|放行|卖掉|卖了|辞[掉去了]|退[掉了订]|结束|取消|完成|还清|到账|关[了门]|停业|解决|痊愈|好了$|通过了|批了|长大|出生"
    r"|(?<![a-z])(?:stepped down|resigned|retired|quit|sold|closed|ended|solved|resolved|cancelled|canceled|finished|completed|paid off|broke|broken|lost|stolen|replaced"
    r"|healed|recovered|arrived|released|postponed|approved|rejected|grew up|born)(?![a-z])"
)
# Of each pair one side is named by one statement and the other by the other.
_SIDES = tuple(
    (re.compile(one), re.compile(other))
    for one, other in (
        (
            r"轻微|轻度|有点|稍微|略微|(?<![a-z])(?:mild|mildly|slight|slightly|a bit|somewhat|a little)(?![a-z])",
            r"严重|重度|非常|极其|特别(?!是)|(?<![a-z])(?:severe|severely|badly|very|extremely|highly)(?![a-z])",
        ),
        (
            r"早上|上午|凌晨|清晨|早晨|(?<![a-z])(?:am|a\.m\.|mornings?|noon)(?![a-z])",
            r"下午|晚上|傍晚|夜|(?<![a-z])(?:pm|p\.m\.|afternoons?|evenings?|nights?)(?![a-z])",
        ),
        (r"左(?!右)|(?<![a-z])left(?![a-z])", r"(?<!左)右|(?<![a-z])right(?![a-z])"),
        (r"以前|之前|(?<![a-z])before(?![a-z])", r"以后|之后|(?<![a-z])after(?![a-z])"),
        (r"(?<![a-z])with(?![a-z])", r"(?<![a-z])without(?![a-z])"),
    )
)
# Of one class: where each names its own, they name two things.
_CLASSES = (
    re.compile(r"晴朗|阴[天雨]|下雨|下雪|凉爽|凉快|炎热|温暖|寒冷|刮风|(?<![a-z])(?:sunny|cloudy|rainy|snowy|cool|warm|hot|cold|windy|foggy)(?![a-z])"),
    re.compile(r"中国菜|日本菜|韩国菜|法国菜|泰国菜|川菜|粤菜|湘菜|(?<![a-z])(?:chinese|japanese|korean|french|thai|indian|italian|mexican) (?:food|cuisine|dishes|cooking)"),
    re.compile(r"(?:动作|科幻|恐怖|爱情|喜剧|战争|文艺|悬疑|动画|武侠|灾难|犯罪|惊悚)片"),
)  # fmt: skip
_AT_ZH = re.compile(
    r"(?<!正)在(?!准备|[学备写做读练考看找等用养])([^，。的]{2,8}?)(?=的|当|做|工作|上班|开[一了店]|住|读|学|摆|卖|租)"
)


def are_apart(ours: str, theirs: str) -> bool:
    """Whether one tells what the other cannot be about."""
    a, b = ours.lower(), theirs.lower()
    if set(_BECOME.findall(a)) != set(_BECOME.findall(b)):
        return True
    if any(_are_of_two(set(of.findall(a)), set(of.findall(b))) for of in _CLASSES):
        return True
    return _stand_apart(a, b) or any(_are_opposed(a, b, *sides) for sides in _SIDES)


def _are_of_two(ours: set[str], theirs: set[str]) -> bool:
    return bool(ours and theirs) and not ours & theirs


def _are_opposed(ours: str, theirs: str, one: re.Pattern[str], other: re.Pattern[str]) -> bool:
    a, b = ((bool(one.search(text)), bool(other.search(text))) for text in (ours, theirs))
    return a in ((True, False), (False, True)) and b == (a[1], a[0])


def _stand_apart(ours: str, theirs: str) -> bool:
    """Whether both are at places of their own."""
    a, b = (set(_AT_ZH.findall(text)) for text in (ours, theirs))
    return bool(a and b) and not any(one[:2] == other[:2] or one in other or other in one for one in a for other in b)
