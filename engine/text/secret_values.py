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
    if is_mixed(value) or (value.isdigit() and len(value) >= 4):
        return True
    return len(value) >= 5 and (is_certain or ends) and not is_about(value)


def stands_out(value: str) -> bool:
    """Whether a value without anything that names it is a password all the same: digits and letters, or a row of digits."""
    if is_placeholder(value) or not value[:1].isalnum():
        return False
    if value.isdigit():
        return 4 <= len(value) <= 12
    return len(value) >= 6 and is_mixed(value) and any(character.isdigit() for character in value)


def is_about(value: str) -> bool:
    word = value.lower()
    return word in _ABOUT or bool(_ABOUT_ENDING.fullmatch(word))


def is_key(value: str, *, shortest: int) -> bool:
    """Whether a value is a machine-made key: long enough, and digits mixed with letters."""
    if len(value) < shortest or is_placeholder(value):
        return False
    return any(character.isdigit() for character in value) and any(character.isalpha() for character in value)
