"""Finds phone numbers and e-mail addresses, which a scope may keep, mask or refuse."""

import re
from collections.abc import Iterator

from engine.text import secret_values, secrets
from engine.text.secrets import Finding, Masked

KEEP, MASK, REFUSE = "keep", "mask", "refuse"
PHONE, EMAIL = "phone", "email"

_MAIL = re.compile(
    r"(?<![A-Za-z0-9._%+/:@-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![A-Za-z0-9@-]|:\S|\.[A-Za-z0-9])"
)
_SPELT_MAIL = re.compile(
    r"(?<![A-Za-z0-9._-])[A-Za-z0-9][A-Za-z0-9._-]{1,40}\s?(?:[(\[{]\s?at\s?[)\]}]|\sat\s|艾特)\s?[A-Za-z0-9-]{2,40}"
    r"(?:\s?(?:[(\[{]\s?dot\s?[)\]}]|\sdot\s)\s?[A-Za-z]{2,12}){1,3}(?![A-Za-z0-9])",
    re.IGNORECASE,
)

_B, _E = r"(?<![0-9A-Za-z.+#$€£¥-])", r"(?![0-9A-Za-z]|[.-][0-9])"
_CHINA = re.compile(rf"{_B}(?:(?:\+|00)?86[ -]?)?1[3-9][0-9][ -]?[0-9]{{4}}[ -]?[0-9]{{4}}{_E}")
_CHINA_LINE = re.compile(
    rf"{_B}(?:\(0[1-9][0-9]{{1,2}}\)\s?|0[1-9][0-9]{{1,2}}[ -])[2-9][0-9]{{2,3}}[ -]?[0-9]{{4}}(?:\s?(?:-|转|ext\.?)\s?[0-9]{{1,5}})?{_E}"
)
_ABROAD = re.compile(
    r"(?<![0-9A-Za-z+.])(?:\+|00 ?)[1-9][0-9]{0,2}[ .-]?(?:\(0?\)[ ]?)?(?:[ ./()-]{0,2}[0-9]){6,12}" + _E
)
_AMERICA = re.compile(
    rf"{_B}(?:1[ .-])?(?:\([2-9][0-9]{{2}}\)\s?|[2-9][0-9]{{2}}[ .-])[2-9][0-9]{{2}}[ .-][0-9]{{4}}{_E}"
)
_TRUNK = re.compile(rf"{_B}0[1-9][0-9]{{1,3}}[ /-][0-9]{{3,4}}[ -]?[0-9]{{3,5}}{_E}")
_PAIRS = re.compile(rf"{_B}0[1-9](?:[ .][0-9]{{2}}){{4}}{_E}")
_NAMED = re.compile(
    r"(?:电话|手机|手提|座机|固话|传真|联系方式|联系我|打给我|致电|热线|(?<![a-z])(?:phone|telephone|tel|mobile|cell|fax|whatsapp|call me|text me|ring me|reach me))"
    r"(?:号码?|[^\n0-9,，。;；+(（]){0,14}?(?P<value>[+(]?[0-9](?:[ ./()-]{0,2}[0-9]){6,14})(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_NUMBERS = (_CHINA, _CHINA_LINE, _ABROAD, _AMERICA, _TRUNK, _PAIRS)
_COUNTED = re.compile(
    r"\s?(?:[件个元块台份只吨股条袋箱斤克米字页行](?!月)|美元|欧元|人次|公里|(?:units?|pieces|items|euros?|dollars?|usd|eur|in total|users?|rows?|views?|km|kg|people)(?![a-z]))",
    re.IGNORECASE,
)
_IS_DATE = re.compile(r"0?[1-9][ /-][0-9]{1,2}[ /-][0-9]{2,4}|(?:19|20)[0-9]{2}[ ./-]?[0-9]{2}[ ./-]?[0-9]{2}.*")


def mask(text: str) -> Masked:
    """Replace each by `[masked: phone]` or `[masked: email]`. Expects cleaned text."""
    return secrets.replaced(text, _findings(text))


def has_contact(text: str) -> bool:
    return bool(_findings(text))


def _findings(text: str) -> list[Finding]:
    plain = secrets.opaque(text)
    found = [Finding(*span, EMAIL) for span in _mails(plain)]
    found += [Finding(*span, PHONE) for span in _phones(plain)]
    return secrets.joined(found)


def _mails(text: str) -> Iterator[tuple[int, int]]:
    if "@" in text:
        yield from (found.span() for found in _MAIL.finditer(text))
    if "dot" in text.lower():
        yield from (found.span() for found in _SPELT_MAIL.finditer(text))


def _phones(text: str) -> Iterator[tuple[int, int]]:
    for found in _NAMED.finditer(text):
        if not _IS_DATE.fullmatch(found["value"]):
            yield found.span("value")
    for pattern in _NUMBERS:
        for found in pattern.finditer(text):
            if not (_COUNTED.match(text, found.end()) or secret_values.is_number_of_goods(text, found.start())):
                yield found.span()
