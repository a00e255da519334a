"""What only its label makes a secret: words from `secret_words`, and numbers that a label makes personal."""

import re
from collections.abc import Iterator

from engine.text import secret_codes, secret_identities, secret_pairs, secret_words
from engine.text.secret_rules import ACCOUNT, API_KEY, CARD, CODE, IDENTITY, PASSWORD, Rule, Span, labels

_ZH_LINK = r"(?:号码?|编号|卡号)?(?:\s|是|为|[:：=#]){0,4}"
_EN_LINK = r"(?:\s{0,3}(?:number|no\.?|num|#))?(?:\s|is|was|[:=#]){0,6}"
_END = r"(?![0-9A-Za-z])"

_CVV = labels(
    "cvv2?(?![a-z])",
    "cvc2?(?![a-z])",
    "安全码",
    "背[后面]的?后?三位(?:数字?)?",
    "security code",
    "card verification",
    "three digits(?= (?:on|at) the back)",
    "last three(?= (?:on|at) the back)",
)
_CVV_VALUE = re.compile(
    r"(?:[(（][^)）]{0,8}[)）])?\s{0,3}(?:code\s|number\s|(?:on|of|for) (?:the|my) (?:back|card)(?: of (?:my|the) card)?\s)?(?:is\s|are\s|was\s|是|为|[:：=])?\s{0,3}(?P<value>[0-9]{3,4})(?![0-9])"
)

_DIGITS = r"(?P<value>[0-9](?:[ .-]?[0-9]){%s})" + _END
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


_PASS = ("pass", "pw", "psw", "p4ss", "p@ss", "pa$$", "p a", "p.a", "p-a", "p_a", "p*a", "p/a", "mima")
_LABELS_ZH = ("密", "口", "安全问题", "通行码", "暗号", "暗號")
_SIGNED_IN = (
    "@", "log", "sign", "cred", "wifi", "wi-fi", "wlan", "hotspot", "无线", "热点", "密码", "password", "user", "account", "portal", "get in", "admin", "root", "guest", "postgres", "账号", "帐号", "账户", "登录", "登陆", "用户名",
    "后台", "凭证", "凭据", "sa:", "sa/", "oracle", "test", "ubuntu", "pi",
)  # fmt: skip
LABEL_RULES = (
    Rule(PASSWORD, secret_words.passwords, (*_PASS, *_LABELS_ZH)),
    Rule(PASSWORD, secret_words.foreign_passwords, secret_words.OTHER_HINTS),
    Rule(PASSWORD, secret_codes.phrases, ("phrase", "mnemonic", "words", "助记词", "恢复短语")),
    Rule(
        PASSWORD,
        secret_pairs.sign_ins,
        (
            *("log", "sign", "get in", "unlock", "open", "answer", "takes", "wants", "needs", "accepts"),
            *("登录", "登陆", "开机", "解锁", "键盘", "锁", "保险", "车库", "门"),
        ),
        1,
    ),
    Rule(PASSWORD, secret_pairs.commands, ("mysql", "sshpass", "curl", "root")),
    Rule(
        API_KEY,
        secret_codes.keys,
        ("key", "secret", "token", "sig", "sess", "密钥", "秘钥", "密鑰", "私钥", "令牌", "授权码"),
    ),
    Rule(CODE, secret_codes.codes, digits=1),
    Rule(CODE, secret_codes.openers, ("code", "pin", "otp", "comb", "key", "pad"), 3),
    Rule(CODE, secret_codes.spoken, ("pin", "code", "otp", "combination")),
    Rule(
        PASSWORD,
        secret_codes.network_keys,
        ("wifi", "wi-fi", "wlan", "wireless", "hotspot", "router", "ssid", "network"),
    ),
    Rule(CODE, secret_codes.typed, digits=3),
    Rule(CARD, _cards, digits=3),
    Rule(IDENTITY, secret_identities.labelled, secret_identities.HINTS, 4),
    Rule(IDENTITY, secret_identities.self_proving, digits=5),
    Rule(ACCOUNT, _accounts, digits=3),
    Rule(PASSWORD, secret_pairs.named_after, (*_PASS, "login", *_LABELS_ZH)),
    Rule(CODE, secret_pairs.codes_named_after, ("pin", "code"), 3),
    Rule(PASSWORD, secret_pairs.pairs, _SIGNED_IN),
)
