"""Numbers that prove themselves: identity numbers, payment cards and bank accounts with check digits."""

from datetime import date

_PROVINCES = frozenset(
    map(str, (*range(11, 16), 21, 22, 23, *range(31, 38), *range(41, 47), *range(50, 55), *range(61, 66)))
)
_PROVINCES |= frozenset({"71", "81", "82", "83", "91"})
_IDENTITY_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_IDENTITY_CHECKS = "10X98765432"
_DOUBLED = bytes.maketrans(b"0123456789", b"0246813579")
_ZERO = ord("0")
_FOREIGNER = str.maketrans("XYZ", "012")

# Length by first digits; where several ranges begin alike, the longest beginning decides.
_CARD_LENGTHS: dict[str, range] = {
    "4": range(16, 17),
    "34": range(15, 16),
    "37": range(15, 16),
    "36": range(14, 15),
    "38": range(14, 15),
    "62": range(16, 20),
    "65": range(16, 17),
    "6011": range(16, 17),
    **{str(two): range(16, 17) for two in range(51, 56)},
    **{str(three): range(16, 17) for three in (*range(223, 272), *range(644, 650))},
    **{str(four): range(16, 17) for four in (*range(2221, 2230), 2720, *range(3528, 3590))},
}

# Characters of an IBAN by country, as registered.
_IBAN_LENGTHS = {
    country: length
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FO GL NL",
        19: "MK SI",
        20: "AT BA EE KZ LT LU XK",
        21: "CH HR LI LV",
        22: "BG DE GB GE IE ME RS BH",
        23: "AE GI IL TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "PT",
        26: "IS TR",
        27: "FR GR IT MC SM",
        28: "AL AZ CY DO HU LB PL GT",
        29: "BR PS QA UA",
        30: "JO KW MU",
        31: "MT SC",
    }.items()
    for country in countries.split()
}


def is_date(digits: str) -> bool:
    """True for a day of the calendar written as yyyymmdd, from 1850 on."""
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:8])).year >= 1850
    except ValueError:
        return False


def is_chinese_identity(number: str) -> bool:
    """True for eighteen characters with a province, a birthday and the right check character."""
    if len(number) != 18 or not number[:17].isdecimal() or number[:2] not in _PROVINCES or not is_date(number[6:14]):
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, _IDENTITY_WEIGHTS, strict=False))
    return _IDENTITY_CHECKS[total % 11] == number[17].upper()


def is_card(number: str) -> bool:
    """True for a number that a payment network could have given out."""
    return len(number) in _lengths_of(number) and is_luhn(number)


def is_luhn(number: str) -> bool:
    """True when every second digit, doubled and its digits added, makes a whole ten with the others."""
    digits = number.encode("ascii")
    return (sum(digits[-1::-2]) + sum(digits[-2::-2].translate(_DOUBLED)) - _ZERO * len(digits)) % 10 == 0


def iban_length(text: str) -> int:
    """How many characters an IBAN that begins like this has; 0 for a country without them."""
    return _IBAN_LENGTHS.get(text[:2], 0)


def is_iban(text: str) -> bool:
    if len(text) != iban_length(text):
        return False
    return int("".join(str(int(character, 36)) for character in text[4:] + text[:4])) % 97 == 1


def is_brazilian(number: str) -> bool:
    """True for a CPF with its two check digits; eleven equal digits are none."""
    digits = [int(character) for character in number if character.isdigit()]
    if len(digits) != 11 or len(set(digits)) == 1:
        return False
    return all(
        sum(digit * weight for digit, weight in zip(digits[:size], range(size + 1, 1, -1), strict=True)) * 10 % 11 % 10
        == digits[size]
        for size in (9, 10)
    )


def is_hong_kong(number: str) -> bool:
    """True for one or two letters, six digits and the right check character in brackets."""
    body, check = number[:-3], number[-2]
    values = [36, *(int(character, 36) for character in body)][-8:]
    total = sum(value * weight for value, weight in zip(values, range(9, 1, -1), strict=False))
    return (total + int(check, 16)) % 11 == 0


def is_spanish(number: str) -> bool:
    """True for a DNI or NIE: eight digits, the first may be X, Y or Z, and the letter that follows from them."""
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number[:-1].translate(_FOREIGNER)) % 23] == number[-1]


def is_french(number: str) -> bool:
    """True for the fifteen digits of a social security number, Corsica's letters included."""
    body = number[:-2].replace("2A", "19").replace("2B", "18")
    return len(number) == 15 and 97 - int(body) % 97 == int(number[-2:])


def _lengths_of(number: str) -> range:
    for size in (4, 3, 2, 1):
        if number[:size] in _CARD_LENGTHS:
            return _CARD_LENGTHS[number[:size]]
    return range(0)
