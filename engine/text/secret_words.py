"""Passwords: secrets that only the words around them give away."""

import re
from collections.abc import Iterator

from engine.text import secret_values
from engine.text.secret_rules import Span, labels

ASCII_VALUE = r"(?P<value>[!-~]{3,128})"
QUOTED_VALUE = r"[\"'“”‘’「『`](?P<quoted>[^\"'“”‘’「」『』`\ue000\n]{3,128})[\"'“”‘’」』`]"
NAMED_VALUE = f"(?:{QUOTED_VALUE}|{ASCII_VALUE})"
UNLIKE_A_WORD = r"(?=[!-~]{0,64}?[0-9!@#$%^&*])"
_WHOLE = r"(?<![A-Za-z][A-Za-z]{%d})"  # the label is no end of a longer word
_GAP = "[ .·*_/|-]"  # what people put between the letters of a word that they hide

# --- Chinese ----------------------------------------------------------------------------------------------------------

_ZH_SET = (
    r"(?:就?是|为|係|(?:改|换|设|定|设置|设定|更新)[为成]了?|改用|换用|叫做?|[设定用填写取改换]的?(?:就)?是|[:：=→]|->)"
)
_ZH_NO_SECRET = "(?![学本箱锁器管策保算散协规强长历安框])"
ZH_PASSWORD = labels(
    *(f"{word}{_ZH_NO_SECRET}" for word in ("密码", "密碼", "口令", "通行码", "暗号", "暗號", "密令")),
    f"密{_GAP}{{1,2}}[码碼]",
    f"口{_GAP}{{1,2}}令",
    "密保(?:问题)?(?:的)?答案",
    "安全问题(?:的)?答案",
    f"mima(?![a-z]){_WHOLE % 4}",
)
_ZH_NOW = "(?:现在|目前|已经?|都|也|应该|一直|我们?|咱们?|被|给)?"
_ZH_IS = re.compile(rf"\s{{0,3}}{_ZH_NOW}{_ZH_SET}\s{{0,3}}[:：]?\s{{0,3}}{NAMED_VALUE}")
_ZH_FAR = re.compile(
    rf"[\u4e00-\u9fff\s]{{0,8}}?(?:{_ZH_SET}|用)[\u4e00-\u9fff]{{0,10}}\s{{0,3}}{UNLIKE_A_WORD}{ASCII_VALUE}"
)
_ZH_BESIDE = re.compile(rf"\s{{0,3}}[,，]?\s{{0,3}}{ASCII_VALUE}")
# Words of a language as a password: nothing but the end of the clause may follow.
_ZH_PHRASE = re.compile(
    rf"\s{{0,3}}{_ZH_NOW}{_ZH_SET}\s{{0,3}}[:：]?\s{{0,3}}(?P<value>[\u4e00-\u9fff]{{3,14}})(?=\s*(?:$|[\n，。,.;；！!）)#]))"
)
_ABOUT_BEHIND = re.compile(
    r"\s{0,2}(?:加密|哈希|散列|存储|算法|格式|方式|[位个天次年月种条]|字符|以上|以内|左右|协议|编码|管理)"
)

# --- English ----------------------------------------------------------------------------------------------------------

_EN_PASSWORD = labels(
    "pass ?word(?<!1password)(?<!1pass word)",
    "passwd",
    "pass ?phrase",
    "pass ?code",
    r"pass(?=\s(?:is|for)[\s:])",
    f"pwd{_WHOLE % 3}",
    f"psw(?:r?d)?{_WHOLE % 4}(?![a-z])",
    f"pw{_WHOLE % 2}",
    f"p{_GAP}?[a4@]{_GAP}?[s5$]{_GAP}?[s5$]{_GAP}?w{_GAP}?[o0]{_GAP}?r{_GAP}?d",
)
_EN_PASS = labels(f"pass{_WHOLE % 4}(?=\\s{{0,2}}[:=])")
_EN_FOR = r"(?:\s{1,3}(?:for|of|on|at|to)\s[^\n,.;:=]{1,40}?)?"
_EN_SIGN = re.compile(
    rf"{_EN_FOR}[\"'`*]{{0,3}}(?:\s{{0,3}}(?::=|[=-]>|[:=：→?？]|是|为|[设改换][为成])|\s{{1,3}}[-–—](?=\s))\s{{0,3}}{NAMED_VALUE}"
)
_EN_VERB = re.compile(
    rf"{_EN_FOR}(?:['’]s|\s{{1,3}}(?:is|was|will be|to|are|has (?:always |long )?been|as))(?:\s{{1,3}}(?:now|still|just|set to|changed to|currently))?"
    rf"(?:\s{{1,3}}[:：]?|[:：])\s{{0,3}}{NAMED_VALUE}"
)
_EN_FAR = re.compile(
    rf"(?:\s[A-Za-z'’-]{{1,14}}){{1,7}}?(?:\s(?:is|was|be|to|as|equals)\s{{1,2}}|\s{{0,2}}(?:[:=：→]|->)\s{{0,2}})[\"'“`]?{UNLIKE_A_WORD}{ASCII_VALUE}"
)
_EN_BESIDE = re.compile(rf"\s{{1,3}}\(?{ASCII_VALUE}")
_ENDS = re.compile(r"[\"'`.,;:!?)\]}]{0,3}(?:\s{0,3}(?:$|\n)|[,;.!?，。；！]|[\u3000-\u9fff])")
_LOGIN_BEFORE = re.compile(
    r"(?:user|login|log[ -]?in|account|sign[ -]?in|e-?mail|wi-?fi|ssid|admin|root|@)[^\n]{0,40}$", re.IGNORECASE
)

# --- other languages ----------------------------------------------------------------------------------------------------

_OTHER = labels(
    "passwort", "kennwort", "mot de passe", "mots? de passe", "mdp(?![a-z])", "contraseña", "contrasena", "clave(?= (?:es|de|del|wifi)|:)",
    "senha", "palavra[- ]passe", "parola d'ordine", "ma password", "la password", "пароль", "пароля", "hasło", "wachtwoord", "lösenord", "passord", "adgangskode",
    "salasana", "şifre", "sifre(?![a-z])", "parola", "heslo", "jelszó", "mật khẩu", "kata sandi", "パスワード", "暗証番号", "合言葉", "비밀번호",
    "비번", "암호", "รหัสผ่าน", "كلمة المرور", "كلمة السر", "رمز عبور", "पासवर्ड", "סיסמה", "κωδικός",
)  # fmt: skip
OTHER_HINTS = (
    "ma password",
    "passwort", "kennwort", "passe", "mdp", "contrase", "clave", "senha", "parola", "la password", "парол", "hasło", "wachtwoord", "lösenord",
    "passord", "adgangskode", "salasana", "şifre", "sifre", "heslo", "jelszó", "mật khẩu", "kata sandi", "パスワード", "暗証番号", "合言葉",
    "비밀번호", "비번", "암호", "รหัสผ่าน", "كلمة", "رمز عبور", "पासवर्ड", "סיסמה", "κωδικός",
)  # fmt: skip
_OTHER_SIGN = re.compile(rf"(?:\s[^\W\d_]{{1,12}}){{0,4}}?\s{{0,2}}(?:[:：=→]|->|は|：)\s{{0,3}}{NAMED_VALUE}")
_OTHER_FAR = re.compile(rf"[^\W\d_]{{0,4}}(?:\s[^\W\d_]{{1,12}}){{0,6}}?\s{{0,3}}{UNLIKE_A_WORD}{NAMED_VALUE}")


def passwords(text: str) -> Iterator[Span]:
    yield from _chinese(text)
    for label in _EN_PASSWORD.finditer(text):
        yield from _named(_EN_SIGN.match(text, label.end()), is_certain=True)
        yield from _named(_EN_VERB.match(text, label.end()), is_certain=False)
        yield from beside(_EN_BESIDE.match(text, label.end()))
        yield from beside(_EN_FAR.match(text, label.end()))
    for label in _EN_PASS.finditer(text):
        # A pass may also be one for the bus: a word behind it counts only where somebody logs in.
        if _LOGIN_BEFORE.search(text, max(0, label.start() - 60), label.start()):
            yield from _named(_EN_SIGN.match(text, label.end()), is_certain=True)
        yield from beside(_EN_SIGN.match(text, label.end()))


def foreign_passwords(text: str) -> Iterator[Span]:
    for label in _OTHER.finditer(text):
        yield from _named(_OTHER_SIGN.match(text, label.end()), is_certain=True)
        yield from beside(_OTHER_FAR.match(text, label.end()))


def _chinese(text: str) -> Iterator[Span]:
    for label in ZH_PASSWORD.finditer(text):
        yield from _named(_ZH_IS.match(text, label.end()), is_certain=True)
        yield from beside(_ZH_FAR.match(text, label.end()))
        yield from beside(_ZH_BESIDE.match(text, label.end()))
        phrase = _ZH_PHRASE.match(text, label.end())
        if phrase and not secret_values.is_about_zh(phrase["value"]):
            yield phrase.span("value")


def _named(found: re.Match[str] | None, *, is_certain: bool) -> Iterator[Span]:
    """The value that a label names by "is", 是 or a colon."""
    if found is None:
        return
    value, start = value_of(found)
    end = start + len(value)
    if _ABOUT_BEHIND.match(found.string, end):
        return
    if found.groupdict().get("quoted"):
        is_secret = not secret_values.is_placeholder(value) and not secret_values.is_about(value)
    else:
        is_secret = secret_values.is_password(value, is_certain=is_certain, ends=bool(_ENDS.match(found.string, end)))
    if is_secret:
        yield start, end


def beside(found: re.Match[str] | None) -> Iterator[Span]:
    """A value that only stands near its label: it counts if no word looks like that."""
    if found is None:
        return
    value, start = value_of(found)
    if secret_values.stands_out(value) and not _ABOUT_BEHIND.match(found.string, start + len(value)):
        yield start, start + len(value)


def value_of(found: re.Match[str]) -> tuple[str, int]:
    if quoted := found.groupdict().get("quoted"):
        return quoted, found.start("quoted")
    return secret_values.trimmed(found["value"]), found.start("value")
