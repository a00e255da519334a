"""Passwords, keys and one-time codes: secrets that only the words around them give away."""

import re
from collections.abc import Iterator

from engine.text import secret_values
from engine.text.secret_rules import Span, labels

_ASCII = r"(?P<value>[!-~]{3,128})"
_QUOTED = r"[\"'“”‘’「『`](?P<quoted>[^\"'“”‘’「」『』`\ue000\n]{3,128})[\"'“”‘’」』`]"
_NAMED = f"(?:{_QUOTED}|{_ASCII})"
_WHOLE = r"(?<![A-Za-z][A-Za-z]{%d})"  # the label is no end of a longer word

# --- passwords --------------------------------------------------------------------------------------------------------

_ZH_SET = r"(?:就?是|为|(?:改|换|设|设置|设定)[为成]了?|[:：=→])"
_ZH_PASSWORD = labels(*(f"{word}(?![学本箱锁器管策保])" for word in ("密码", "密碼", "口令", "通行码", "暗号")))
_ZH_PASSWORD_IS = re.compile(
    rf"\s{{0,3}}(?:现在|目前|已经?|都|也|应该|一直|我|被)?{_ZH_SET}\s{{0,3}}[:：]?\s{{0,3}}{_NAMED}"
)
_ZH_PASSWORD_FAR = re.compile(rf"[\u4e00-\u9fff\s]{{0,8}}?{_ZH_SET}[\u4e00-\u9fff]{{0,10}}\s{{0,3}}{_ASCII}")
_ZH_PASSWORD_BESIDE = re.compile(rf"\s{{0,3}}{_ASCII}")
_ABOUT_BEHIND = re.compile(
    r"\s{0,2}(?:加密|哈希|散列|存储|算法|格式|方式|[位个天次年月种条]|字符|以上|以内|左右|协议|编码|管理)"
)

_EN_PASSWORD = labels(
    "pass ?word",
    "passwd",
    "pass ?phrase",
    "pass ?code",
    r"pass(?=\s(?:is|for)[\s:])",
    f"pwd{_WHOLE % 3}",
    f"pw{_WHOLE % 2}",
)
_EN_FOR = r"(?:\s{1,3}(?:for|of|on|at|to)\s[^\n,.;:=]{1,40}?)?"
_EN_PASSWORD_SIGN = re.compile(
    rf"{_EN_FOR}[\"'`*]{{0,3}}(?:\s{{0,3}}(?::=|=>|[:=：])|\s{{1,3}}[-–](?=\s))\s{{0,3}}{_NAMED}"
)
_EN_PASSWORD_VERB = re.compile(
    rf"{_EN_FOR}(?:['’]s|\s{{1,3}}(?:is|was|will be|to|are))(?:\s{{1,3}}(?:now|still|just|set to|changed to|currently))?"
    rf"(?:\s{{1,3}}[:：]?|[:：])\s{{0,3}}{_NAMED}"
)
_EN_PASSWORD_BESIDE = re.compile(rf"\s{{1,3}}{_ASCII}")
_EN_AS_PASSWORD = (" as the ", " as my ", " as your ", " as its ", " as a ")
_EN_PASSWORD_BEFORE = re.compile(r"(?<![!-~])(?P<value>[!-~]{6,64}) as [a-z]{1,4} $")
_ENDS = re.compile(r"[\"'`.,;:!?)\]}]{0,3}(?:\s{0,3}(?:$|\n)|[,;.!?，。；！]|[\u3000-\u9fff])")

# `mysql -u root -pSECRET`, `root/SECRET`
_COMMAND = labels(
    r"mysql(?:dump|admin)?\s[^\n]{0,80}?\s-p(?=[^\s-])",
    r"sshpass\s{1,3}-p\s{0,3}",
    r"curl\s[^\n]{0,80}?(?:-u|--user)[\s=]{0,3}[^\s:]{1,40}:",
    r"root\s?/\s?(?=[!-~]{0,40}[!@#$%^&*])",
)
_ARGUMENT = re.compile(_ASCII)
_MNEMONIC = labels("seed phrase", "recovery phrase", "mnemonic", "助记词")
_MNEMONIC_WORDS = re.compile(r"\s{0,3}(?:is|[:：=是])\s{0,3}(?P<value>(?:[a-z]{3,8}[ ,，]{1,2}){11,23}[a-z]{3,8})")


def passwords(text: str) -> Iterator[Span]:
    for label in _ZH_PASSWORD.finditer(text):
        yield from _named(_ZH_PASSWORD_IS.match(text, label.end()), is_certain=True)
        yield from _beside(_ZH_PASSWORD_FAR.match(text, label.end()))
        yield from _beside(_ZH_PASSWORD_BESIDE.match(text, label.end()))
    for label in _EN_PASSWORD.finditer(text):
        yield from _named(_EN_PASSWORD_SIGN.match(text, label.end()), is_certain=True)
        yield from _named(_EN_PASSWORD_VERB.match(text, label.end()), is_certain=False)
        yield from _beside(_EN_PASSWORD_BESIDE.match(text, label.end()))
        if text.endswith(_EN_AS_PASSWORD, max(0, label.start() - 9), label.start()):
            yield from _beside(_EN_PASSWORD_BEFORE.search(text, max(0, label.start() - 80), label.start()))
    for label in _COMMAND.finditer(text):
        yield from _beside(_ARGUMENT.match(text, label.end()))
    for label in _MNEMONIC.finditer(text):
        if found := _MNEMONIC_WORDS.match(text, label.end()):
            yield found.span("value")


def _named(found: re.Match[str] | None, *, is_certain: bool) -> Iterator[Span]:
    """The value that a label names by "is", 是 or a colon."""
    if found is None:
        return
    value, start = _value(found)
    end = start + len(value)
    if _ABOUT_BEHIND.match(found.string, end):
        return
    if found.groupdict().get("quoted"):
        is_secret = not secret_values.is_placeholder(value) and not secret_values.is_about(value)
    else:
        is_secret = secret_values.is_password(value, is_certain=is_certain, ends=bool(_ENDS.match(found.string, end)))
    if is_secret:
        yield start, end


def _beside(found: re.Match[str] | None) -> Iterator[Span]:
    """A value that only stands near its label: it counts if no word looks like that."""
    if found is None:
        return
    value, start = _value(found)
    if secret_values.stands_out(value) and not _ABOUT_BEHIND.match(found.string, start + len(value)):
        yield start, start + len(value)


def _value(found: re.Match[str]) -> tuple[str, int]:
    if quoted := found.groupdict().get("quoted"):
        return quoted, found.start("quoted")
    return secret_values.trimmed(found["value"]), found.start("value")


# --- keys -------------------------------------------------------------------------------------------------------------

_KEY = labels(
    "key(?:[ _-]?(?:id|secret))?", "secret", "token", "sig(?:nature)?(?![a-z])", "session_?id", "sessid", "session(?==)"
)
_ZH_KEY = labels("密钥", "秘钥", "私钥", "令牌", "授权码")
_KEY_PREFIX = re.compile(
    r"(?:api|access|secret|encryption|signing|license|service|master|account|shared|client|app|consumer|webhook|auth|refresh"
    r"|session|private|personal|deploy|bot|_)[ _-]?$|[?&]$",
    re.IGNORECASE,
)
_KEY_VALUE = re.compile(
    r"(?:值|串)?[\"'`]?(?:\s{0,3}(?:(?:is|was)(?:\s{1,3}|[:：]\s{0,3})|[:=：]{1,2}>?|是|为)|\s)\s{0,3}[\"'`“]?"
    r"(?P<value>[A-Za-z0-9+/_=.~-]{8,})(?![\[(A-Za-z0-9+/_=.~-])"
)
_NAMED_KEY, _ANY_KEY = 10, 16  # shortest key behind "api key" and behind "key" alone


def keys(text: str) -> Iterator[Span]:
    for pattern, is_named in ((_ZH_KEY, True), (_KEY, False)):
        for label in pattern.finditer(text):
            found = _KEY_VALUE.match(text, label.end())
            if found is None:
                continue
            named = is_named or _KEY_PREFIX.search(text, max(0, label.start() - 12), label.start())
            value, start = _value(found)
            if secret_values.is_key(value, shortest=_NAMED_KEY if named else _ANY_KEY):
                yield start, start + len(value)


# --- one-time codes and PINs ------------------------------------------------------------------------------------------

_CODE = (
    r"(?P<value>[0-9]{3}[ -][0-9]{3}(?![0-9])|[0-9]{4,10}|(?=[A-Za-z-]{0,8}[0-9])[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8})?)"
    r"(?![A-Za-z0-9])"
)
_ZH_CODE = labels(
    "验证码", "驗證碼", "校验码", "动态码", "动态密码", "动态口令", "短信码", "确认码", "授权码", "激活码", "提取码", "安全码", "门禁码",
    "pin ?码", r"pin(?=\s{0,2}[是为：])",
)  # fmt: skip
_ZH_CODE_VALUE = re.compile(rf"(?:\s|是|为|[:：=【“\"]){{0,6}}{_CODE}")
_EN_CODE = labels("code(?![a-z])", "pin(?: code| number)?(?![a-z])", "otp(?: code)?(?![a-z])", "passcode")
# Before "code" or "PIN" has to stand what it opens; OTP, passcode and "PIN is" need nothing.
_OPENS = re.compile(
    r"(?<![a-z])(?:verification|security|confirmation|one[- ]?time|log-?in|sign-?in|authentication|authori[sz]ation|auth|access|sms"
    r"|[2m]fa|two[- ]factor|backup|recovery|door|gate|alarm|entry|unlock)[ -]{1,2}(?:backup |pass)?$",
    re.IGNORECASE,
)
_ENOUGH = re.compile(r"(?:otp|passcode|pin(?: code| number)?(?=\s{0,2}(?::|=|is[\s:])))", re.IGNORECASE)
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
