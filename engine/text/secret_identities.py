"""Numbers that a state gives to a person: by their check digits where these are telling, else by their label."""

import re
from collections.abc import Iterator

from engine.text import checkdigits, secret_values
from engine.text.secret_rules import Span, digits_of, labels

_END = r"(?![0-9A-Za-z])"
_NO_LETTER = "(?![a-z])"

# --- behind a label -----------------------------------------------------------------------------------------------------

_ZH = labels(
    "身份证", "身分證", "身份證", "居民证", "证件号?", "公民身份号码", "护照", "護照", "通行证", "通行證", "台胞证", "回乡证", "居留证", "居留许可",
    "居住证", "驾驶证", "驾照", "驾驶执照", "社保卡?", "社会保障", "社会保险", "医保卡?", "军官证", "个人税号", "纳税人识别号", "港澳证", "签证号", "档案编号",
)  # fmt: skip
_EN = labels(
    f"ssn{_NO_LETTER}", "social security", "social insurance", "passport", "national id", "nat(?:ional)? insurance", "ni (?=number|no)", f"nino{_NO_LETTER}",
    "identity (?:card|number|document)", "id card", "id (?=number|no)", "driv(?:er|ing)(?:['’]?s)? licen[cs]e", "dl (?=number|no)", "aadhaar", "aadhar", "pan (?=card|number|no|is|:)",
    "tax(?:payer)? ?(?:id|identification|file|number|no)", f"tin{_NO_LETTER}(?=\\s(?:is|number)|:)", f"tfn{_NO_LETTER}", "sin (?=number|no|is)", "medicare", "nhs (?=number|no)",
    "residence (?:permit|card)", "green card", "alien (?:registration )?number", "visa number", "steuer-?(?:id|identifikationsnummer|nummer)", "idnr", "personalausweis",
    "ausweisnummer", "reisepass", "sozialversicherungsnummer", f"cpf{_NO_LETTER}", f"rg{_NO_LETTER}(?=:| é| is)", f"dni{_NO_LETTER}", f"nie{_NO_LETTER}", f"nif{_NO_LETTER}",
    "codice fiscale", f"bsn{_NO_LETTER}", "pesel", "personnummer", f"curp{_NO_LETTER}", "num[ée]ro de s[ée]curit[ée]", "passeport", "pasaporte", "cédula", "emirates id",
    f"hkid{_NO_LETTER}", "nric", f"mrn{_NO_LETTER}", "voter id", "military id", "permanent resident",
)  # fmt: skip
_SOCIAL = labels("social(?= is|:| number|,? )", f"ssn{_NO_LETTER}", "tax")
_SOCIAL_VALUE = re.compile(r"[^\n0-9]{0,24}?(?P<value>[0-9]{3}[ -][0-9]{2}[ -][0-9]{4})(?![0-9A-Za-z-])")
_OTHER = labels(
    "паспорт", "снилс", "инн(?![а-я])", "マイナンバー", "個人番号", "パスポート番号", "運転免許", "주민등록번호", "여권"
)
HINTS = (
    "证", "照", "證", "護", "社保", "社会", "医保", "税", "档案", "ssn", "social", "passport", "passeport", "pasaporte", "national id", "insurance", "ni n",
    "nino", "identity", "id card", "id n", "licen", "dl n", "aadh", "pan ", "tax", "tin:", "tin ", "tfn", "sin ", "medicare", "nhs", "residen", "green card",
    "alien", "visa n", "steuer", "idnr", "ausweis", "reisepass", "cpf", "rg:", "rg ", "dni", "nie", "nif", "codice", "bsn", "pesel", "personnummer", "curp",
    "securit", "sécurit", "cédula", "emirates", "hkid", "nric", "mrn", "voter", "military", "паспорт", "снилс", "инн", "マイナンバー", "個人番号", "番号",
    "運転", "주민", "여권",
)  # fmt: skip
# Between the label and its number may stand whose it is, but nothing about its validity and no other thing.
_AHEAD = re.compile(
    r"(?P<between>[^\n0-9,，.。；;!?！？]{0,44}?(?:(?:no|nr|num)\.)?\s?[,，]?[\s:：=#「“\"(]{0,3})(?<![A-Za-z])"
    r"(?P<value>[A-Za-z]{0,6}[0-9](?:[ ./()-]{0,2}[0-9A-Za-z]){4,24}\)?)(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_OTHER_THING = re.compile(
    r"有效|无效|到期|日期|格式|错|不对|例如|比如|办|页|费|过期|余额|交了|电话|手机|订单|微信|expir|valid|issue|renew|fee|cost|photo|office|cent|queue|page"
    r"|since|until|(?<![a-z])(?:on|at|in|by|phone|call|order|tel|born)(?![a-z])",
    re.IGNORECASE,
)
_WORD_IN_VALUE = re.compile(r"[ ./()-]{1,2}(?:[a-z]{2,}|[A-Za-z]{4,}|(?=[0-9]{1,2}[/.][0-9]{1,2}[ ,.]?)).*$", re.DOTALL)
_A_DATE = re.compile(r"(?:19|20)\d{2}[-/.]?(?:0?[1-9]|1[0-2])(?:[-/.]?\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}")
_FEWEST_DIGITS = 6
_FEW_DIGITS = 4  # beside capital letters, in eight characters or more


def _is_long_enough(value: str) -> bool:
    digits = sum(character.isdigit() for character in value)
    return digits >= _FEWEST_DIGITS or (
        digits >= _FEW_DIGITS and len(value) >= 8 and value.isalnum() and value.isupper()
    )


def labelled(text: str) -> Iterator[Span]:
    for label in _SOCIAL.finditer(text):
        if found := _SOCIAL_VALUE.match(text, label.end()):
            yield found.span("value")
    for pattern in (_ZH, _EN, _OTHER):
        for label in pattern.finditer(text):
            found = _AHEAD.match(text, label.end())
            if found is None or _OTHER_THING.search(found["between"]):
                continue
            value = _WORD_IN_VALUE.sub("", found["value"]).rstrip(" ./(-")
            if _is_long_enough(value) and not _A_DATE.fullmatch(value):
                yield found.start("value"), found.start("value") + len(value)


# --- by their own form ----------------------------------------------------------------------------------------------------

_START = r"(?<![0-9A-Za-z-].)"
_BRAZIL = re.compile(rf"\d{_START}\d\d\.\d{{3}}\.\d{{3}}-\d\d{_END}", re.ASCII)
_HONG_KONG = re.compile(rf"[A-Z]{_START}[A-Z]?\d{{6}}\([0-9A]\)", re.ASCII)
_SPAIN = re.compile(rf"[0-9XYZ]{_START}\d{{7}}-?[A-HJ-NP-TV-Z]{_END}", re.ASCII)
_FRANCE = re.compile(rf"[12]{_START} ?\d\d ?(?:0[1-9]|1[0-2]) ?(?:\d\d|2[AB]) ?\d{{3}} ?\d{{3}} ?\d\d{_END}", re.ASCII)
_ITALY = re.compile(rf"[A-Z]{_START}[A-Z]{{5}}\d\d[A-EHLMPRST]\d\d[A-Z]\d{{3}}[A-Z]{_END}", re.ASCII)
_KOREA = re.compile(rf"\d{_START}\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-4]\d{{6}}{_END}", re.ASCII)
_BRITAIN = re.compile(rf"[A-CEGHJ-PR-TW-Z]{_START}[A-CEGHJ-NPR-TW-Z] \d\d ?\d\d ?\d\d ?[A-D]{_END}", re.ASCII)
_MEXICO = re.compile(rf"[A-Z]{_START}[A-Z]{{3}}\d{{6}}[HM][A-Z]{{5}}[0-9A-Z]\d{_END}", re.ASCII)
_PROVED = (
    (_BRAZIL, checkdigits.is_brazilian),
    (_HONG_KONG, checkdigits.is_hong_kong),
    (_SPAIN, checkdigits.is_spanish),
    (_FRANCE, checkdigits.is_french),
)
_TELLING = (_ITALY, _KOREA, _BRITAIN, _MEXICO)


def self_proving(text: str) -> Iterator[Span]:
    for pattern, is_one in _PROVED:
        for found in pattern.finditer(text):
            if is_one(digits_of(found[0])) and not secret_values.is_number_of_goods(text, found.start()):
                yield found.span()
    for pattern in _TELLING:
        yield from (found.span() for found in pattern.finditer(text))
