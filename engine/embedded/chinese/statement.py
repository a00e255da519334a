"""The sentence that is remembered: built from subject, time and body, and refused where it cannot stand alone."""

import re
from dataclasses import dataclass, field

from engine.embedded.chinese import cues
from engine.embedded.chinese.rules import Found
from engine.text.weeks import chinese_times

TIME_BASE, TIME_END = 0xE100, 0xE1FE
LONGEST = 500

_MINE = re.compile(rf"(?<![一-鿿]自)我们?的?(?=(?:{cues.KIN}|家人|全家|家里))")
_RELATIVE = re.compile(
    r"最近|近来|近期|目前|现在|如今|刚才|刚刚|(?<![点岁日月年])以后|今后|(?<![点岁日月年])之前|从前|上次|下次|这次|上回|下回|待会|马上|即将|改天|过几天|前几天|几[天周年]前|几个月前|不久前?|回头|当时|那时|同一天|当天"
)
_SECRET = re.compile(
    r"(?:密码|口令|验证码|身份证|银行卡|信用卡|卡号|护照号|账号|密钥|私钥|令牌|助记词|安全码|有效期|cvv|token|secret|api[\s_-]?key|passw(?:or)?d|pin码?).{0,12}[A-Za-z\d]{3,}|sk-[A-Za-z\d]{8,}|(?:\d[\s-]?){12,}",
    re.IGNORECASE,
)


@dataclass
class Times:
    """The relative times of one clause, each standing in the text as one private-use sign."""

    absolute: dict[str, str] = field(default_factory=dict)

    def restore(self, text: str) -> str:
        return "".join(self.absolute.get(sign, sign) for sign in text)


def build(label: str, past: str, found: Found, times: Times, kept: dict[str, str]) -> tuple[str, str]:
    """The statement and '', or '' and the reason why there is none."""
    if past and found.body.startswith(("曾", past)):
        past = ""
    body = (
        _MINE.sub("", found.body)
        .replace("我们公司", "所在公司")
        .replace("咱们公司", "所在公司")
        .replace("咱公司", "所在公司")
    )
    if label != "用户":
        body = re.sub("我们?", "用户", body)
    text = times.restore(f"{label}{past}{found.time}{body}")
    reason = _flaw(text)
    if reason:
        return "", reason
    content = "".join(kept.get(sign, sign) for sign in text)
    content = re.sub(r"\s+", " ", content).strip(" 、，。.,;；:：")
    if _SECRET.search(content):
        return "", "secret"
    return (content, "") if len(content) <= LONGEST else ("", "too_long")


def _flaw(text: str) -> str:
    if re.search(r"[\ue000-\ue1ff]", text):
        return "unresolved_time"
    body = text.removeprefix("用户")
    if re.search(r"什么|很多地方|很多东西", body):
        return "no_content"
    if cues.POINTING.search(body) or re.search(r"我|咱|俺|咱们", body):
        return "unresolved_pronoun"
    if _RELATIVE.search(body) or chinese_times(body, None):
        return "unresolved_time"
    return "no_content" if len(body) < 2 else ""
