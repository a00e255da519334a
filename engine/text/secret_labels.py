"""What only its label makes a secret: words from `secret_words`, and numbers that a label makes personal."""

import re
from collections.abc import Iterator

from engine.text import checkdigits, secret_words
from engine.text.secret_rules import ACCOUNT, API_KEY, CARD, CODE, IDENTITY, PASSWORD, Rule, Span, digits_of, labels

_ZH_LINK = r"(?:号码?|编号|卡号)?(?:\s|是|为|[:：=#]){0,4}"
_EN_LINK = r"(?:\s{0,3}(?:number|no\.?|num|#))?(?:\s|is|was|[:=#]){0,6}"
_END = r"(?![0-9A-Za-z])"

_IDENTITY = labels("身份证", "居民证", "证件")
_IDENTITY_VALUE = re.compile(rf"{_ZH_LINK}(?P<value>[0-9](?:[ -]?[0-9]){{13,16}}(?:[ -]?[0-9Xx])?){_END}")
_SSN = labels("ssn(?![a-z])", "social security")
_SSN_VALUE = re.compile(rf"{_EN_LINK}(?P<value>[0-9]{{3}}[ -]?[0-9]{{2}}[ -]?[0-9]{{4}}){_END}")
_PASSPORT = labels("护照", "通行证", "passport")
_PASSPORT_VALUE = re.compile(rf"(?:{_ZH_LINK}|{_EN_LINK})(?P<value>[A-Za-z]{{0,2}}[0-9]{{6,9}}[A-Za-z]?){_END}")

_CVV = labels("cvv2?(?![a-z])", "cvc2?(?![a-z])", "安全码", "卡背后三位")
_CVV_VALUE = re.compile(r"\s{0,3}(?:code\s)?(?:is\s|是|为|[:：=])?\s{0,3}(?P<value>[0-9]{3,4})(?![0-9])")

_DIGITS = r"(?P<value>[0-9](?:[ -]?[0-9]){%s})" + _END
_ZH_CARD = labels("卡号", "银行卡", "借记卡", "信用卡", "储蓄卡", "工资卡")
_ZH_CARD_VALUE = re.compile(_ZH_LINK + _DIGITS % "11,22")
_EN_CARD = labels("card(?= (?:number|no|#))")
_EN_CARD_VALUE = re.compile(_EN_LINK + _DIGITS % "11,22")
_ZH_BANK_ACCOUNT = labels(*(f"{owner}[账帐][户号]" for owner in ("银行", "对公", "收款", "付款", "工资", "开户")))
_ZH_BANK_ACCOUNT_VALUE = re.compile(_ZH_LINK + _DIGITS % "7,22")
_ZH_ACCOUNT = labels("账号", "账户", "帐号", "帐户")
_EN_ACCOUNT = labels(
    "account(?= ?(?:number|no|num|#))", "acct", "routing(?= (?:number|no))", "iban(?![a-z])", "bank account"
)
_EN_ACCOUNT_VALUE = re.compile(_EN_LINK + _DIGITS % "5,22")


def _behind(label: re.Pattern[str], value: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    for named in label.finditer(text):
        if found := value.match(text, named.end()):
            yield found


def _identities(text: str) -> Iterator[Span]:
    for found in _behind(_IDENTITY, _IDENTITY_VALUE, text):
        digits = digits_of(found["value"])
        if len(digits) in (17, 18) or checkdigits.is_old_chinese_identity(digits):
            yield found.span("value")
    for label, value in ((_SSN, _SSN_VALUE), (_PASSPORT, _PASSPORT_VALUE)):
        yield from (found.span("value") for found in _behind(label, value, text))


def _cards(text: str) -> Iterator[Span]:
    for label, value in ((_ZH_CARD, _ZH_CARD_VALUE), (_EN_CARD, _EN_CARD_VALUE), (_CVV, _CVV_VALUE)):
        yield from (found.span("value") for found in _behind(label, value, text))


def _accounts(text: str) -> Iterator[Span]:
    pairs = (
        (_ZH_BANK_ACCOUNT, _ZH_BANK_ACCOUNT_VALUE),
        (_ZH_ACCOUNT, _ZH_CARD_VALUE),
        (_EN_ACCOUNT, _EN_ACCOUNT_VALUE),
    )
    for label, value in pairs:
        yield from (found.span("value") for found in _behind(label, value, text))


LABEL_RULES = (
    Rule(PASSWORD, secret_words.passwords),
    Rule(API_KEY, secret_words.keys),
    Rule(CODE, secret_words.codes),
    Rule(CARD, _cards),
    Rule(IDENTITY, _identities),
    Rule(ACCOUNT, _accounts),
)
