"""Secrets that only their label gives away: "my password is …", 验证码是…, 卡号：…."""

import re
from collections.abc import Iterator

from engine.text import checkdigits, secret_values
from engine.text.secret_rules import ACCOUNT, API_KEY, CARD, CODE, IDENTITY, PASSWORD, Rule, Span, digits_of

_NOT_MASKED = r"(?!\[masked:)"
# Between a label and what it names, in Chinese: 是, 为, 改成了, a colon or a blank.
_ZH_IS = r"\s{0,3}(?:现在|目前|已经?|都|也|就|应该|一直)?(?:是|为|改成了?|改为了?|换成了?|设成了?|设为了?|设置[为成]|[:：=→])\s{0,3}[:：]?\s{0,3}"
_ASCII = r"[!-~]{3,128}"
_QUOTED = r"[\"'“”‘’「『`](?P<quoted>[^\"'“”‘’「」『』`\n]{3,128})[\"'“”‘’」』`]"

# --- passwords --------------------------------------------------------------------------------------------------------

_ZH_PASSWORD = r"(?:密码|密碼|口令|通行码|暗号)(?![学本箱锁器管策保])"
_ZH_PASSWORD_IS = re.compile(rf"{_ZH_PASSWORD}{_ZH_IS}{_NOT_MASKED}(?:{_QUOTED}|(?P<value>{_ASCII}))")
_ZH_PASSWORD_BESIDE = re.compile(rf"{_ZH_PASSWORD}\s{{0,3}}{_NOT_MASKED}(?P<value>{_ASCII})")
_ZH_ABOUT = re.compile(
    r"\s{0,2}(?:加密|哈希|散列|存储|算法|格式|方式|[位个天次年月种条]|字符|以上|以内|左右|协议|编码|管理)"
)

_EN_PASSWORD = r"(?:pass ?word|passwd|pass ?phrase|pass ?code|(?<![A-Za-z])(?:pwd|pw))"
_EN_SIGN = r"[\"'`*]{0,3}\s{0,3}(?::=|=>|[:=：])\s{0,3}"
_EN_VERB = (
    r"(?:\s{1,3}(?:for|of|on|at|to)\s[^\n,.;:=]{1,40}?)?\s{1,3}"
    r"(?:(?:is|was|will be|to|are)(?:\s{1,3}(?:now|still|just|set to|changed to|currently))?)\s{1,3}[:：]?\s{0,3}"
)
_EN_PASSWORD_SIGN = re.compile(
    rf"{_EN_PASSWORD}{_EN_SIGN}{_NOT_MASKED}(?:{_QUOTED}|(?P<value>{_ASCII}))", re.IGNORECASE
)
_EN_PASSWORD_VERB = re.compile(
    rf"{_EN_PASSWORD}{_EN_VERB}{_NOT_MASKED}(?:{_QUOTED}|(?P<value>{_ASCII}))", re.IGNORECASE
)
_EN_PASSWORD_BESIDE = re.compile(rf"{_EN_PASSWORD}\s{{1,3}}{_NOT_MASKED}(?P<value>{_ASCII})", re.IGNORECASE)
_ENDS = re.compile(r"[\"'`.,;:!?)\]}]{0,3}(?:\s{0,3}(?:$|\n)|[,;.!?，。；！]|[\u3000-\u9fff])")
_MNEMONIC = re.compile(
    r"(?:seed phrase|recovery phrase|mnemonic|助记词)\s{0,3}(?:is|[:：=是])\s{0,3}(?P<value>(?:[a-z]{3,8}[ ,，]{1,2}){11,23}[a-z]{3,8})",
    re.IGNORECASE,
)


def _value(found: re.Match[str]) -> tuple[str, int]:
    """What the label names, and where it begins."""
    if quoted := found.groupdict().get("quoted"):
        return quoted, found.start("quoted")
    return secret_values.trimmed(found["value"]), found.start("value")


def _passwords_named(pattern: re.Pattern[str], text: str, *, is_certain: bool) -> Iterator[Span]:
    for found in pattern.finditer(text):
        value, start = _value(found)
        end = start + len(value)
        if _ZH_ABOUT.match(text, end):
            continue
        is_quoted = (
            bool(found.groupdict().get("quoted"))
            and not secret_values.is_placeholder(value)
            and not secret_values.is_about(value)
        )
        if is_quoted or secret_values.is_password(value, is_certain=is_certain, ends=bool(_ENDS.match(text, end))):
            yield start, end


def _passwords_beside(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """Without "is" or a colon only a value that no word looks like counts."""
    for found in pattern.finditer(text):
        value, start = _value(found)
        if _ZH_ABOUT.match(text, start + len(value)) or secret_values.is_placeholder(value):
            continue
        has_all = secret_values.is_mixed(value) and any(character.isdigit() for character in value)
        if len(value) >= 6 and value[0].isalnum() and (has_all or value.isdigit()):
            yield start, start + len(value)


def _passwords(text: str) -> Iterator[Span]:
    yield from _passwords_named(_ZH_PASSWORD_IS, text, is_certain=True)
    yield from _passwords_named(_EN_PASSWORD_SIGN, text, is_certain=True)
    yield from _passwords_named(_EN_PASSWORD_VERB, text, is_certain=False)
    yield from _passwords_beside(_ZH_PASSWORD_BESIDE, text)
    yield from _passwords_beside(_EN_PASSWORD_BESIDE, text)
    yield from (found.span("value") for found in _MNEMONIC.finditer(text))


# --- keys -------------------------------------------------------------------------------------------------------------

_KEY_IS = rf"[\"'`]?(?:\s{{0,3}}(?:(?:is|was)\s{{1,3}}|[:=：]{{1,2}}>?|是|为)|\s)\s{{0,3}}[\"'`“]?{_NOT_MASKED}(?P<value>[A-Za-z0-9+/_=.~-]{{8,}})(?![\[(])"
_NAMED_KEY = re.compile(
    r"(?:(?:api|access|secret|encryption|signing|license|service|master|account)[ _-]?(?:access[ _-]?)?key(?:[ _-]?(?:id|secret))?"
    r"|(?:client|app|consumer|shared|signing|webhook)[ _-]?secret|(?:access|auth|api|refresh|session|private|personal|deploy|bot)[ _-]?token"
    r"|sharedaccesskey|_authtoken|密钥|秘钥|私钥|令牌|授权码|api ?key)(?:值|串)?" + _KEY_IS,
    re.IGNORECASE,
)
_LOOSE_KEY = re.compile(rf"(?<![A-Za-z])(?:secret|token|key|sig|signature)(?![A-Za-z]){_KEY_IS}", re.IGNORECASE)


def _keys(text: str) -> Iterator[Span]:
    for pattern, shortest in ((_NAMED_KEY, 10), (_LOOSE_KEY, 16)):
        for found in pattern.finditer(text):
            value, start = _value(found)
            if secret_values.is_key(value, shortest=shortest):
                yield start, start + len(value)


# --- one-time codes and PINs ------------------------------------------------------------------------------------------

_CODE_VALUE = r"(?P<value>[0-9]{3}[ -][0-9]{3}(?![0-9])|[0-9]{4,10}|(?=[A-Za-z-]{0,8}[0-9])[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8})?)(?![A-Za-z0-9])"
_ZH_CODE = re.compile(
    r"(?:验证码|驗證碼|校验码|动态码|动态密码|动态口令|短信码|确认码|授权码|激活码|提取码|安全码|门禁码|PIN ?码?)"
    rf"(?:\s|是|为|[:：=【“\"])*?{_CODE_VALUE}",
    re.IGNORECASE,
)
_EN_CODE = re.compile(
    r"(?<![A-Za-z])(?:(?:verification|security|confirmation|one[- ]?time|log-?in|sign-?in|auth(?:entication|ori[sz]ation)?|access|sms|2fa"
    r"|mfa|two[- ]factor|backup|recovery|door|gate|alarm|entry|unlock)\s{1,2}(?:backup\s|pass)?(?:code|pin)|otp(?: code)?|passcode"
    r"|pin(?: (?:code|number))?(?=\s{0,2}(?::|=|is\s)))"
    rf"\s{{0,3}}(?:(?:is|was)\s{{1,3}}|[:=：]\s{{0,3}})?{_CODE_VALUE}",
    re.IGNORECASE,
)
_EN_CODE_BEFORE = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]-)?(?P<value>[0-9]{4,8}) is your (?:[a-z0-9-]{1,20} ){0,3}(?:code|otp|pin|passcode)",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"\s{0,2}(?:[位个年月日天元块次条秒字]|分钟|(?:digits?|characters?|chars|minutes?|seconds?|hours?|days?|times?|is|are)(?![a-z]))"
)
_CVV = re.compile(
    r"(?<![A-Za-z])(?:cvv2?|cvc2?|安全码|卡背后三位)\s{0,3}(?:code\s)?(?:is\s|是|为|[:：=])?\s{0,3}(?P<value>[0-9]{3,4})(?![0-9])",
    re.IGNORECASE,
)


def _codes(text: str) -> Iterator[Span]:
    for pattern in (_ZH_CODE, _EN_CODE):
        for found in pattern.finditer(text):
            if not _QUANTITY.match(text, found.end()) and not secret_values.is_placeholder(found["value"]):
                yield found.span("value")
    yield from (found.span("value") for found in _EN_CODE_BEFORE.finditer(text))


def _card_codes(text: str) -> Iterator[Span]:
    return (found.span("value") for found in _CVV.finditer(text))


# --- numbers that a label makes personal ------------------------------------------------------------------------------

_ZH_LINK = r"(?:\s|是|为|[:：=#]){0,4}"
_EN_LINK = r"(?:\s{0,3}(?:number|no\.?|num|#))?(?:\s|is|was|[:=#]){0,6}"
_LABELLED_IDENTITY = re.compile(
    rf"(?:身份证|居民证|证件)(?:号码?|编号)?{_ZH_LINK}(?P<value>[0-9](?:[ -]?[0-9]){{13,16}}(?:[ -]?[0-9Xx])?)(?![0-9A-Za-z])"
)
_LABELLED_SSN = re.compile(
    rf"(?<![a-z])(?:ssn|social security){_EN_LINK}(?P<value>\d{{3}}[ -]?\d{{2}}[ -]?\d{{4}})(?!\d)", re.IGNORECASE
)
_PASSPORT = re.compile(
    rf"(?:护照(?:号码?|编号)?{_ZH_LINK}|通行证(?:号码?)?{_ZH_LINK}|passport{_EN_LINK})(?P<value>[A-Z]{{0,2}}[0-9]{{6,9}}[A-Z]?)(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_DIGITS = r"(?P<value>[0-9](?:[ -]?[0-9]){%s})(?![0-9A-Za-z])"
_ZH_CARD = re.compile(rf"(?:卡号|(?:银行|借记|信用|储蓄|工资)卡)(?:号码?|卡号)?{_ZH_LINK}{_DIGITS % '11,22'}")
_ZH_ACCOUNT = re.compile(rf"(?:银行|对公|收款|付款|工资|开户)[账帐][户号](?:号码?)?{_ZH_LINK}{_DIGITS % '7,22'}")
_ZH_LOOSE_ACCOUNT = re.compile(rf"[账帐][户号](?:号码?)?{_ZH_LINK}{_DIGITS % '11,22'}")
_EN_ACCOUNT = re.compile(
    rf"(?<![a-z])(?:(?:account|acct|routing|iban)\s{{0,2}}(?:number|no\.?|num\.?|#)|bank account)(?:\s|is|was|[:=#]){{0,6}}{_DIGITS % '5,22'}",
    re.IGNORECASE,
)


def _labelled_identities(text: str) -> Iterator[Span]:
    for found in _LABELLED_IDENTITY.finditer(text):
        digits = digits_of(found["value"])
        if checkdigits.is_old_chinese_identity(digits) or len(digits) in (17, 18):
            yield found.span("value")
    for pattern in (_LABELLED_SSN, _PASSPORT):
        yield from (found.span("value") for found in pattern.finditer(text))


def _labelled_cards(text: str) -> Iterator[Span]:
    return (found.span("value") for found in _ZH_CARD.finditer(text))


def _accounts(text: str) -> Iterator[Span]:
    for pattern in (_ZH_ACCOUNT, _ZH_LOOSE_ACCOUNT, _EN_ACCOUNT):
        yield from (found.span("value") for found in pattern.finditer(text))


LABEL_RULES = (
    Rule(
        PASSWORD,
        _passwords,
        ("密码", "密碼", "口令", "通行码", "暗号", "pass", "pwd", "pw", "phrase", "mnemonic", "助记词"),
    ),
    Rule(API_KEY, _keys, ("key", "secret", "token", "sig", "密钥", "秘钥", "私钥", "令牌", "授权码")),
    Rule(CODE, _codes, ("码", "碼", "动态口令", "code", "otp", "pin")),
    Rule(CARD, _card_codes, ("cvv", "cvc", "安全码", "卡背后")),
    Rule(
        IDENTITY,
        _labelled_identities,
        ("身份证", "居民证", "证件", "ssn", "social security", "护照", "通行证", "passport"),
    ),
    Rule(CARD, _labelled_cards, ("卡",)),
    Rule(ACCOUNT, _accounts, ("账", "帐", "account", "acct", "routing", "iban")),
)
