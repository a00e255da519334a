"""Judges whether what stands behind a label such as "password" is a secret or just the rest of the sentence."""

import re

# What stands where a secret would, in forms, examples and source code.
_PLACEHOLDER = re.compile(
    r"[*•.xX_#-]+|<[^<>]*>?|\$\{.*|\$[A-Z_]+|%[A-Z_]+%|\{\{?.*|\[.*|(?:your|my|the|some|new|old)?[-_ ]?"
    r"(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|key|api[-_ ]?key|user(?:name)?)(?:[-_ ]?here)?"
    r"|(?:os\.|process\.|env[.(\[]|config[.(\[]|settings\.|self\.|this\.|args\.|request\.|getpass).*"
    r"|[a-z_]\w*(?:\.\w+)+[(\[].*|[a-z_]\w*\((?:\d{1,5}\)?|\)?)",
    re.IGNORECASE,
)
_ALGORITHM = re.compile(
    r"(?:sha-?\d+|md5|argon2(?:id|i|d)?|bcrypt|scrypt|pbkdf2|aes-?\d*|rsa-?\d*|base64|oauth2?|utf-?8|2fa|mfa|sso|ldap|jwt|totp|v\d+)[.,;]*",
    re.IGNORECASE,
)
# Words that say something about a secret instead of being one.
_WORDS_ABOUT = """
    required optional string none null true false text hidden secret unknown empty missing invalid incorrect wrong
    correct weak strong secure safe expired encrypted hashed stored saved reset changed lost stolen leaked visible
    mandatory outdated default long short random unique public private sensitive important complex simple easy
    different identical generated automatic manual case-sensitive not too never always still also only very really
    something anything nothing everything mine yours theirs ours here there below above attached online offline
"""
_ABOUT = frozenset(_WORDS_ABOUT.split())
_ABOUT_ENDING = re.compile(r"[a-z]+(?:ed|ing|able|ible|ive|less|ful)")
# What is said about a password in Chinese; the words of one say nothing like that.
_ABOUT_ZH = re.compile(
    r"什么|多少|怎|哪|谁|随|个|不(?!如)|没|很|太|对的|错|由|按照|默认|自动|系统|统一|之前|原来|以前|一样|相同|同一|保密|秘密|安全|^空|旧的|新的|的$|了|吗|呢|吧$"
    r"|需|必|可以|可选|应|只能|建议|生日|名字|姓名|拼音|号码|手机号|学号|工号|身份|字母|数字|组合|随机|生成|复杂|简单|长度|短的|强度|修改|改过|更改|忘|记不|记得|过期|丢|泄露|位|字符"
    r"|加密|明文|公司|公开|重要|关键|用户|客户|管理员|老婆|妈|爸|孩子|宠物|问题|方式|东西|一种|一串|防止|保护|验证|登录|访问|解锁|打开|进入|请联系|请问|请输|联系|如下|这样|为了|用来|因为"
)
# "12-character", "256bit", dates, versions, sums of money: numbers with letters or signs that are no secret.
_MEASURE = re.compile(
    r"v?\d+(?:\.\d+)+|\d{1,4}(?:[-/.:]\d{1,4}){1,3}|[$€£¥+~<>]?\d[\d,.]*[%+]?"
    r"|\d{1,5}-?(?:char|digit|letter|bit|byte|day|week|month|year|hour|min|sec|time|step|factor|part|word|point|[px]{2}|[kmgt]b|st|nd|rd|th|[ap]m|x|k)[a-z]*",
    re.IGNORECASE,
)
_GOODS = re.compile(
    r"(?:订单|运单|快递|单号|流水|编号|条码|序列号|型号|order|tracking|invoice|isbn|barcode|serial|part|model|sku|ticket|(?<![a-z])po|purchase|合同|发票|批号|采购)[^\n\d]{0,12}$",
    re.IGNORECASE,
)
_TRAILING = ".,;:?)]}>\"'，。；：？！、"


def trimmed(value: str) -> str:
    """The value without the punctuation of the sentence around it."""
    return value.rstrip(_TRAILING)


def is_placeholder(value: str) -> bool:
    return bool(_PLACEHOLDER.fullmatch(value) or _ALGORITHM.fullmatch(value))


def is_mixed(value: str) -> bool:
    """Digits with letters or signs among them, or capitals inside: no word of a language looks like that."""
    has_digit = any(character.isdigit() for character in value)
    has_other = not value.isdigit()
    return (has_digit and has_other) or bool(re.search(r"[a-z][A-Z]|[!@#$%^&*_+=~]", value))


def is_password(value: str, *, is_certain: bool, ends: bool) -> bool:
    """Whether a value is a password.

    `is_certain`: a colon, an equals sign or 是 stands before it; `ends`: nothing of the sentence follows.
    """
    if len(value) < 3 or is_placeholder(value):
        return False
    if is_mixed(value) or (value.isdigit() and (len(value) >= 4 or (is_certain and ends))):
        return True
    return len(value) >= 5 and (is_certain or ends) and not is_about(value)


def stands_out(value: str) -> bool:
    """Whether a value without anything that names it is a password all the same: digits and letters, or a row of digits."""
    if is_placeholder(value) or not value[:1].isalnum():
        return False
    if value.isdigit():
        return 4 <= len(value) <= 12
    if _MEASURE.fullmatch(value) or len(value) < 6 or not is_mixed(value):
        return False
    return any(character.isdigit() for character in value)


def is_strong(value: str) -> bool:
    """Whether a value beside a name, which nothing calls a password, is one: letters with digits or signs, no address."""
    if len(value) < 6 or is_placeholder(value) or _MEASURE.fullmatch(value) or not value[:1].isalnum():
        return False
    if "/" in value or "://" in value or re.search(r"@[\w-]+\.|\.[a-z]{2,4}$", value):
        return False
    has_letter = any(character.isalpha() for character in value)
    return has_letter and bool(re.search(r"[0-9!#$%^&*~?]", value))


def is_about(value: str) -> bool:
    word = value.lower()
    return word in _ABOUT or bool(_ABOUT_ENDING.fullmatch(word))


def is_key(value: str, *, shortest: int) -> bool:
    """Whether a value is a machine-made key: long enough, and digits mixed with letters."""
    if len(value) < shortest or is_placeholder(value):
        return False
    return any(character.isdigit() for character in value) and any(character.isalpha() for character in value)


def is_about_zh(value: str) -> bool:
    """Whether Chinese words behind a label say something about a password instead of being one."""
    return bool(_ABOUT_ZH.search(value))


def is_number_of_goods(text: str, start: int) -> bool:
    """Whether the words before a number say that it belongs to an order, a parcel, a thing."""
    return bool(_GOODS.search(text, max(0, start - 24), start))
