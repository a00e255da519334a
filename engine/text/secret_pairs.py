"""Passwords without a label before them: beside a name, before the word "password", or in a command."""

import re
from collections.abc import Iterator

from engine.text import secret_values
from engine.text.secret_rules import Span, labels
from engine.text.secret_words import ASCII_VALUE, ZH_PASSWORD, beside

# --- "X is my password" -----------------------------------------------------------------------------------------------

_EN_LABEL = labels("pass(?:word|phrase|code)", "pwd(?![a-z])", "login(?![a-z])")
_EN_CODE = labels("pin(?: code| number)?(?![a-z])", "code(?![a-z])")
_NO_SECRET = re.compile(
    r"[ -]?(?:manager|polic|reset|hash|field|length|strength|generator|vault|rules?|algorithm|protect|hint|less|prompt|file|app"
    r"|store|keeper|change|rotation|cracker|recovery|code for|of choice|s(?![a-z]))",
    re.IGNORECASE,
)
_EN_BEFORE = re.compile(
    r"(?:[\"“'](?P<quoted>[^\"“”'\n\ue000]{3,40})[\"”']|(?<![A-Za-z0-9@#$%^&*!_~+=-])(?P<value>(?![,.;:'\"(])[!-~]{4,64}?))[\"'”),]{0,2} (?:is|was|as|being|will be|are|for|to be|[-–—,:] (?:that|this|it)(?:['’]s| is| was)) (?:(?:my|the|our|his|her|their|a|your|its) )?"
    r"(?!(?:[a-z'’-]{1,14} ){0,2}(?:area|zip|post|postal|country|error|status|promo|discount|coupon|dress|product|order|source|exit|voucher|referral|colou?r) )"
    r"(?:[A-Za-z'’-]{1,14} ){0,3}$"
)
_ZH_BEFORE = re.compile(
    r"(?:(?P<open>[“「『\"‘'])(?P<quoted>[^“”「」『』\"\n\ue000]{3,40})[”」』\"’']|(?<![A-Za-z0-9@#$%^&*!_~+=-])(?P<value>(?![,.;:'\"(])[!-~]{5,64}?))[,，]?\s{0,2}"
    r"(?:这个?|这串)?(?:就?是|作为?|当作?|做|为|这个?|那个?|这串|设[为成]|用作|用来当)(?![\u4e00-\u9fff]{0,10}[最种弱常])[\u4e00-\u9fffA-Za-z]{0,10}?\s?$"
)


_WORTH_A_LOOK = re.compile("[0-9“「『\"‘']")


def named_after(text: str) -> Iterator[Span]:
    yield from _english(_EN_LABEL, text)
    for label in ZH_PASSWORD.finditer(text):
        if not _WORTH_A_LOOK.search(text, max(0, label.start() - 80), label.start()):
            continue
        yield from _before(_ZH_BEFORE.search(text, max(0, label.start() - 80), label.start()))


def codes_named_after(text: str) -> Iterator[Span]:
    yield from _english(_EN_CODE, text)


def _english(labels: re.Pattern[str], text: str) -> Iterator[Span]:
    for label in labels.finditer(text):
        is_worth_it = _WORTH_A_LOOK.search(text, max(0, label.start() - 110), label.start())
        if is_worth_it and not _NO_SECRET.match(text, label.end()):
            yield from _before(_EN_BEFORE.search(text, max(0, label.start() - 110), label.start()))


def _before(found: re.Match[str] | None) -> Iterator[Span]:
    if found and found["quoted"]:
        if not secret_values.is_placeholder(found["quoted"]):
            yield found.span("quoted")
    else:
        yield from beside(found)


# --- a name and what opens it -------------------------------------------------------------------------------------------

_SIGN_IN = re.compile(
    r"creds?(?![a-z])|wi-?fi|wlan|hotspot|无线|热点|log[ -]?in|log[ -]?on|logged in|sign[ -]?in|credential|user ?name|account|portal|get in(?:to)?(?![a-z])|账号|帐号|账户|用户名|登录|登陆|后台|凭证|凭据|密码|password",
    re.IGNORECASE,
)
_NEAR = 60  # characters between a pair and the word that says it is one
_MAIL = re.compile(
    r"@[A-Za-z0-9-]{1,40}(?:\.[A-Za-z0-9-]{1,20}){1,3}(?:\s{0,2}[/|:,，、;；]\s{0,2}|\s{1,2})(?P<value>[!-~]{6,64})"
)
_PAIR = re.compile(
    r"[A-Za-z](?<![\w/.:@-].)(?P<name>[\w.@+-]{1,30})(?:\s{0,2}[/|:]\s{0,2}|\s(?:and|with|&)\s)(?P<value>[!-~]{6,64})(?![\w/])",
    re.ASCII,
)
_NAMED_PAIR = re.compile(
    r"(?:(?i:login|username|user|account|creds?|wi-?fi|wlan)|无线|账号|帐号|账户|用户名|登录名?|登陆名?|后台)\s{0,2}(?:is|是|为|[:：=])?\s{0,2}"
    r"(?P<name>[A-Za-z0-9_.@+-]{2,40})\s{0,2}[,，、/|;；\s]\s{0,2}(?P<value>[!-~]{6,64})"
)
_EVERYBODY = re.compile(
    r"(?:admin|administrator|root|user|guest|sa|postgres|oracle|test|ubuntu|pi|sysadmin)", re.IGNORECASE
)


def pairs(text: str) -> Iterator[Span]:
    for pattern in (_MAIL, _NAMED_PAIR):
        yield from _strong(pattern, text)
    for found in _PAIR.finditer(text):
        name = found[0][: found.end("name") - found.start()]
        about = text[max(0, found.start() - _NEAR) : found.start()] + "\n" + text[found.end() : found.end() + _NEAR]
        if _EVERYBODY.fullmatch(name) or _SIGN_IN.search(about):
            yield from _strong(_PAIR, text, found)


def _strong(pattern: re.Pattern[str], text: str, only: re.Match[str] | None = None) -> Iterator[Span]:
    for found in (only,) if only else pattern.finditer(text):
        value = secret_values.trimmed(found["value"])
        if secret_values.is_strong(value):
            yield found.start("value"), found.start("value") + len(value)


# --- "use X to log in" ----------------------------------------------------------------------------------------------------

_TO_SIGN_IN = re.compile(
    r"(?<![a-z])(?:use|using|with|enter|type|via)\s[\"'“]?(?P<value>[!-~]{5,64}?)[\"'”]?\s(?:to|when|for|and)\s(?:i\s)?(?:log|sign|get|unlock)(?:ging|ing|ting)?[ -]?(?:in|on|into)?(?![a-z])",
    re.IGNORECASE,
)

# The other way round: "unlock it with X", "登录，后面填X", "the keypad takes 5519".
_SIGNED_IN = (
    re.compile(
        r"(?<![a-z])(?:unlock|log|sign|open)(?:s|ed|ging|ing)?\s[^\n.]{0,30}?(?<![a-z])with\s[\"'“]?(?P<value>[!-~]{6,64})",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<![a-z])(?:secret|security) answer\s[^\n.]{0,30}?(?<![a-z])is\s(?P<value>[!-~]{6,64})", re.IGNORECASE
    ),
    re.compile(r"(?:登录|登陆|开机|解锁)[^。\n]{0,8}?(?:用的?是?|填|输入?)\s{0,2}(?P<value>[!-~]{6,64})"),
)
_TYPED = (
    re.compile(
        r"(?<![a-z])(?:keypad|safe|door|gate|garage|locker|padlock|alarm)\s[^\n.,]{0,20}?(?:takes|wants|needs|accepts|opens (?:with|to|on))\s(?P<value>\d[\d-]{3,11})(?![\d:])(?! ?[a-z]{0,3}(?:euro|dollar|minute|hour|people))",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:键盘|门锁|密码锁|保险[箱柜]|车库|大门|单元门)[^，。\n]{0,6}?(?:输入?|按)\s{0,2}(?P<value>\d{4,12})(?!\d)"
    ),
)


def sign_ins(text: str) -> Iterator[Span]:
    for pattern in (_TO_SIGN_IN, *_SIGNED_IN):
        for found in pattern.finditer(text):
            yield from beside(found)
    for pattern in _TYPED:
        yield from (found.span("value") for found in pattern.finditer(text))


# --- commands: `mysql -u root -pSECRET`, `root/SECRET` --------------------------------------------------------------------

_COMMAND = labels(
    r"mysql(?:dump|admin)?\s[^\n]{0,80}?\s-p(?=[^\s-])",
    r"sshpass\s{1,3}-p\s{0,3}",
    r"curl\s[^\n]{0,80}?(?:-u|--user)[\s=]{0,3}[^\s:]{1,40}:",
    r"root\s?/\s?(?=[!-~]{0,40}[!@#$%^&*])",
)
_ARGUMENT = re.compile(ASCII_VALUE)


def commands(text: str) -> Iterator[Span]:
    for label in _COMMAND.finditer(text):
        yield from beside(_ARGUMENT.match(text, label.end()))
