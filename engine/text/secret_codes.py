"""Keys, recovery phrases, PINs and one-time codes: secrets that a label or what they open gives away."""

import re
from collections.abc import Iterator

from engine.text import secret_values
from engine.text.secret_rules import Span, labels
from engine.text.secret_words import ASCII_VALUE, beside, value_of

# --- keys -------------------------------------------------------------------------------------------------------------

_KEY = labels(
    "key(?:[ _-]?(?:id|secret))?", "secret", "token", "sig(?:nature)?(?![a-z])", "session_?id", "sessid", "session(?==)"
)
_ZH_KEY = labels("密钥", "秘钥", "密鑰", "私钥", "令牌", "授权码")
_KEY_PREFIX = re.compile(
    r"(?:api|access|secret|encryption|signing|license|service|master|account|shared|client|app|consumer|webhook|auth|refresh"
    r"|session|private|personal|deploy|bot|recovery|product|bitlocker|backup|_)[ _-]?$|[?&]$",
    re.IGNORECASE,
)
_KEY_VALUE = re.compile(
    r"(?:值|串)?[\"'`]?(?:\s(?:for|of|to|from|on)\s[^\n,.;:=]{1,40}?)?(?:\s{0,3}(?:(?:is|was)(?:\s{1,3}|[:：]\s{0,3})|[:=：]{1,2}>?|->|→|就?是|为|[设改换][为成]|填|写)|\s)\s{0,3}[\"'`“]?"
    r"(?P<value>[A-Za-z0-9+/_=.~-]{8,})(?![\[(A-Za-z0-9+/_=.~-])"
)
_NUMBER_GROUPS = re.compile("[0-9]{4,8}(?:-[0-9]{4,8}){3,9}")
_NAMED_KEY, _ANY_KEY = 10, 16  # shortest key behind "api key" and behind "key" alone


def keys(text: str) -> Iterator[Span]:
    for pattern, is_named in ((_ZH_KEY, True), (_KEY, False)):
        for label in pattern.finditer(text):
            found = _KEY_VALUE.match(text, label.end())
            if found is None:
                continue
            named = is_named or _KEY_PREFIX.search(text, max(0, label.start() - 12), label.start())
            value, start = value_of(found)
            if (named and _NUMBER_GROUPS.fullmatch(value)) or secret_values.is_key(
                value, shortest=_NAMED_KEY if named else _ANY_KEY
            ):
                yield start, start + len(value)


# --- recovery phrases -------------------------------------------------------------------------------------------------

_MNEMONIC = labels(
    "seed (?:phrase|words)", "recovery (?:phrase|words)", "mnemonic", "backup phrase", "助记词", "恢复短语"
)
_MNEMONIC_WORDS = re.compile(
    r"[^\n:：]{0,24}?(?:is|are|[:：=是])\s{0,3}(?P<value>(?:[a-z]{3,8}[ ,，]{1,2}){11,23}[a-z]{3,8})"
)


def phrases(text: str) -> Iterator[Span]:
    for label in _MNEMONIC.finditer(text):
        if found := _MNEMONIC_WORDS.match(text, label.end()):
            yield found.span("value")


# --- one-time codes and PINs ------------------------------------------------------------------------------------------

_CODE = (
    r"(?P<value>[0-9]{3}[ -][0-9]{3}(?![0-9])|[0-9]{1,3}(?:-[0-9]{1,3}){2,3}(?![0-9-])|[0-9]{4,10}"
    r"|(?=[A-Za-z-]{0,8}[0-9])[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){0,5})(?![A-Za-z0-9])"
)
_ZH_CODE = labels(
    "验证码", "驗證碼", "校验码", "动态码", "动态密码", "动态口令", "短信码", "确认码", "授权码", "激活码", "提取码", "安全码", "门禁码",
    "解锁码", "开锁码", "备用码", "恢复码", "puk ?码", "puk", "一次性密码", "登录码", "pin ?码", r"pin(?=\s{0,2}[是为：:])",
    *(f"{thing}的?(?:密码|数字|组合)" for thing in ("密码锁", "保险箱", "保险柜", "行李箱", "门锁", "车库门", "单元门", "门禁")),
)  # fmt: skip
_ZH_CODE_VALUE = re.compile(rf"(?:这次|现在|就|的|\s|是|为|用|改成|[:：=【“\"]){{0,6}}{_CODE}")
_EN_CODE = labels(
    "codes?(?![a-z])", "pin(?: code| number)?(?![a-z])", "otp(?: code)?(?![a-z])", "passcode", "puk(?: code)?(?![a-z])"
)
# Before "code" or "PIN" has to stand what it opens; OTP, passcode and "PIN is" need nothing.
_OPENS = re.compile(
    r"(?<![a-z])(?:verification|security|confirmation|one[- ]?time|log-?in|sign-?in|authentication|authori[sz]ation|auth|access|sms"
    r"|[2m]fa|two[- ]factor|backup|recovery|door|gate|alarm|entry|unlock|garage|locker|lock|safe|keypad|building|intercom|wi-?fi|sim|atm)"
    r"[ -]{1,2}(?:backup |pass|entry |unlock )?$",
    re.IGNORECASE,
)
_ENOUGH = re.compile(r"(?:otp|passcode|puk|pin(?: code| number)?(?=\s{0,2}(?::|=|is[\s:])))", re.IGNORECASE)
_EN_CODE_VALUE = re.compile(rf"\s{{0,3}}(?:(?:is|was)(?:\s{{1,3}}|[:：]\s{{0,3}})|[:=：]\s{{0,3}})?{_CODE}")
_YOUR_CODE = labels("your (?:[a-z0-9-]{1,20} ){1,3}code is ")
_CODE_IN_SENTENCE = re.compile(
    r"(?P<value>[0-9](?<![A-Za-z0-9][0-9])[0-9]{3,7}) (?:is your (?:[A-Za-z0-9-]{1,20} ){0,3}(?:code|OTP|PIN|passcode)"
    r"|(?:to|as) (?:verify|log ?in|sign ?in|confirm|complete|reset|your (?:[a-z-]{1,20} ){0,2}(?:code|PIN)))"
)
_QUANTITY = re.compile(
    r"\s{0,2}(?:[位个年月日天元块次条秒字]|小时|分钟|(?:digits?|characters?|chars|minutes?|seconds?|hours?|days?|times?|is|are)(?![a-z]))"
)


def codes(text: str) -> Iterator[Span]:
    for label in _ZH_CODE.finditer(text):
        yield from _code(_ZH_CODE_VALUE.match(text, label.end()))
    for label in _EN_CODE.finditer(text):
        if _ENOUGH.match(text, label.start(), label.end() + 5) or _OPENS.search(
            text, max(0, label.start() - 24), label.start()
        ):
            yield from _code(_EN_CODE_VALUE.match(text, label.end()))
    for label in _YOUR_CODE.finditer(text):
        yield from _code(_EN_CODE_VALUE.match(text, label.end()))
    yield from (found.span("value") for found in _CODE_IN_SENTENCE.finditer(text))


def _code(found: re.Match[str] | None) -> Iterator[Span]:
    if found and not _QUANTITY.match(found.string, found.end()) and not secret_values.is_placeholder(found["value"]):
        yield found.span("value")


# --- what opens something: "the alarm code at home is …", "garage door keypad …" ----------------------------------------

_OPENER = labels(
    "code(?![a-z])",
    "pin(?![a-z])",
    "otp(?![a-z])",
    "puk(?![a-z])",
    "combination",
    "combo(?![a-z])",
    "key ?pad",
    "key(?![a-z])",
    "passkey",
)
_OPENED = re.compile(
    r"(?<![a-z])(?:wi-?fi|wlan|hotspot|router|alarm|doors?|gate|garage|safe|locker|lock ?box|padlock|lock|entry|entrance|unlock|phone|sim|card|debit"
    r"|credit|bank|atm|voicemail|suitcase|luggage|intercom|building|apartment|key ?pad|tablet|ipad|iphone|laptop|vault|otp|bike|shed|office|house|pin)"
    r"(?![a-z])",
    re.IGNORECASE,
)
_NETWORK = re.compile(r"(?<![a-z])(?:wi-?fi|wlan|wireless|hotspot|router|ssid|network)(?![a-z])", re.IGNORECASE)
_FAR = r"(?P<middle>(?:\s{1,2}[A-Za-z'’-]{1,12}){0,7}?)"
_SAYS = (
    r"(?:\s{1,2}(?:is|was|will be|to)(?:\s(?:now|still|set to))?\s{1,2}|\s{0,2}(?:[:=：→?？]|->|[-–]\s)\s{0,2})[\"'“`]?"
)
_NUMBER = r"(?P<value>[0-9]{1,3}(?:-[0-9]{1,3}){2,3}|[*#]?[0-9]{3,10}[#*]?)(?!\w|[.%]\d|%)"
_OPENER_SAYS = re.compile(_FAR + _SAYS + _NUMBER)
_OPENER_BESIDE = re.compile(r"\s{1,2}" + _NUMBER)
_OPENER_WORD = re.compile(rf"{_FAR}{_SAYS}{ASCII_VALUE}")
_CLAUSE_END = re.compile(r"[.,;:!?\n]")
_AFTER = re.compile(r"[.,;:!?\"'”)]{0,3}(?:\s*$|\n|\s*[,.;!?])")


def openers(text: str) -> Iterator[Span]:
    for label in _OPENER.finditer(text):
        before = _clause_before(text, label)
        opens_itself = label[0].lower() in ("pin", "otp", "puk")
        said = _OPENER_SAYS.match(text, label.end())
        if said and (opens_itself or _OPENED.search(f"{before}|{said['middle']}")):
            yield from _code(said)
        if not opens_itself and _OPENED.search(before):
            yield from _code(_OPENER_BESIDE.match(text, label.end()))


def network_keys(text: str) -> Iterator[Span]:
    for label in _OPENER.finditer(text):
        word = _OPENER_WORD.match(text, label.end())
        if word and _NETWORK.search(f"{_clause_before(text, label)}|{word['middle']}"):
            yield from _of_network(word)


def _clause_before(text: str, label: re.Match[str]) -> str:
    return _CLAUSE_END.split(text[max(0, label.start() - 40) : label.start()])[-1]


def _of_network(found: re.Match[str]) -> Iterator[Span]:
    value, start = value_of(found)
    end = start + len(value)
    is_last = len(value) >= 6 and bool(_AFTER.match(found.string, end)) and not secret_values.is_about(value)
    if is_last and not secret_values.is_placeholder(value):
        yield start, end
    yield from beside(found)


# --- what one types to get in -----------------------------------------------------------------------------------------------

_TYPED = re.compile(
    r"(?:(?<![a-z])(?:type|enter|dial|press|punch in|key in|input|use|(?:opens?|unlocks?) (?:with|at|on|by))(?: in)?|输入|按下?|拨)\s{0,2}[\"“]?(?P<value>[*#]?[0-9](?:-?[0-9]){2,9}[*#]?)(?!\w|[.%]\d|%)",
    re.IGNORECASE,
)
_TO_GET_IN = re.compile(
    r"disarm|unlock|alarm|(?<![a-z])(?:laptop|computer|iphone|door|gate|safe|lock|locker|suitcase|tablet|phone|garage)(?![a-z])|解锁|开门|开锁|门禁|大门|门锁|保险[箱柜]|警报|报警器|锁屏",
    re.IGNORECASE,
)
_ZH_OPENED = labels(
    *(
        f"{thing}(?:的)?"
        for thing in (
            "单元门禁",
            "门禁",
            "门锁",
            "大门",
            "单元门",
            "车库门",
            "保险柜",
            "保险箱",
            "解锁",
            "开锁",
            "锁屏",
            "储物柜",
            "行李箱",
            "密码锁",
            "警报器",
        )
    )
)
_ZH_OPENED_BY = re.compile(
    r"(?:号|数字|手势)?\s{0,2}(?:就?是|[:：=]|用|按)\s{0,2}(?P<value>[*#]?[0-9](?:-?[0-9]){2,9}[*#]?)(?!\w|[.%]\d|%)"
)


def typed(text: str) -> Iterator[Span]:
    for found in _TYPED.finditer(text):
        if _TO_GET_IN.search(text, max(0, found.start() - 40), found.end() + 30):
            yield from _code(found)
    for label in _ZH_OPENED.finditer(text):
        yield from _code(_ZH_OPENED_BY.match(text, label.end()))


# --- digits written as words ----------------------------------------------------------------------------------------------

_DIGIT_WORD = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_SPOKEN = re.compile(
    rf"{_FAR}(?:{_SAYS}|\s{{1,2}})(?P<value>{_DIGIT_WORD}(?:[ ,-]{{1,2}}{_DIGIT_WORD}){{2,11}})(?![a-z])", re.IGNORECASE
)


def spoken(text: str) -> Iterator[Span]:
    for label in _OPENER.finditer(text):
        if found := _SPOKEN.match(text, label.end()):
            yield found.span("value")
