"""What secrets look like: one rule for each kind of wording or number."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.text import checkdigits, secret_values

Span = tuple[int, int]

PRIVATE_KEY, TOKEN, URL_PASSWORD, PASSWORD = "private_key", "token", "url_password", "password"
API_KEY, CODE, IDENTITY, CARD, ACCOUNT = "api_key", "code", "identity", "card", "account"


@dataclass(frozen=True)
class Rule:
    """`find` yields the parts of a text that are secrets of this kind.

    It is asked only when one of `hints` is in the text in lower case, and at least as many `digits`.
    """

    kind: str
    find: Callable[[str], Iterator[Span]]
    hints: tuple[str, ...] = ()
    digits: int = 0

    def may_find(self, lower: str, digits: int) -> bool:
        return digits >= self.digits and (not self.hints or any(hint in lower for hint in self.hints))


def labels(*words: str) -> re.Pattern[str]:
    """One pattern for labels in any case; each is a regular expression that begins with a plain letter.

    Its own beginning is a plain set of characters, so that the engine skips to the next of them without trying each word:
    on a long text without labels that is ten times faster.
    """
    by_first: dict[str, list[str]] = {}
    for word in words:
        by_first.setdefault(word[0], []).append(word[1:])
    cases = {letter: "".join(sorted({letter, letter.upper()})) for letter in by_first}
    rest = (f"(?<=[{cases[letter]}])(?i:{'|'.join(endings)})" for letter, endings in by_first.items())
    return re.compile(f"[{''.join(cases.values())}](?:{'|'.join(rest)})")


def digits_of(value: str) -> str:
    """A number without the blanks, hyphens and dots that group it."""
    return value.replace(" ", "").replace("-", "").replace(".", "")


# --- written by machines: recognised by their own form ---------------------------------------------------------------

_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINES = re.compile(r"(?:(?:\s|\\[nr]|[>|]){0,6}[A-Za-z0-9+/=]{16,})+")
_LONGEST_KEY = 8_000
_KEY_LINE = re.compile(r"[>|\s]*[A-Za-z0-9+/=]{16,}\s*")
# How the usual keys begin when somebody copied them without their frame; public keys and certificates begin otherwise.
_BODY = re.compile(
    r"(?<![A-Za-z0-9+/])(?:MII[A-Z][A-Za-z0-9+/]{2}IBA[A-Z]|b3BlbnNzaC1rZXktdjE|MHcCAQEE|MIGHAgEAMBMG|MC4CAQAwBQYDK2Vw)[A-Za-z0-9+/=]{20,}"
    r"(?:\s{1,3}[A-Za-z0-9+/=]{16,}){0,120}"
)

_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"sk-(?=[A-Za-z0-9_-]{0,60}[0-9A-Z])[A-Za-z0-9_-]{20,}"
    r"|(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}|LTAI[A-Za-z0-9]{12,30}|AKID[A-Za-z0-9]{13,40}"
    r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,}|gl(?:pat|dt|rt|cbt|ptt|soat)-[A-Za-z0-9_-]{20,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{20,}"
    r"|AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}"
    r"|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{20,}|sq0[a-z]{3}-[A-Za-z0-9_-]{22,}"
    r"|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|dckr_pat_[A-Za-z0-9_-]{20,}|hvs\.[A-Za-z0-9_-]{20,}"
    r"|hf_[A-Za-z0-9]{30,}|r8_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{40,}"
    r"|SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{30,}|key-[0-9a-f]{32}|shp(?:at|ca|pa|ss)_[0-9a-f]{32}|do[opr]_v1_[0-9a-f]{64}"
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}|dapi[0-9a-f]{32}|PMAK-[0-9a-f-]{30,}|ATATT3x[A-Za-z0-9_=-]{30,}|NRAK-[A-Z0-9]{20,}"
    r"|EAA[A-Za-z0-9]{40,}|AGE-SECRET-KEY-1[A-Z0-9]{40,}|[0-9a-f]{32}-us[0-9]{1,2}|[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}"
    # most vendors begin with their name in small letters and an underscore
    r"|(?!img_|file_|doc_|commit_|build_)[a-z][a-z0-9]{1,11}_(?:[a-z0-9]{1,8}_){0,2}(?:(?=[A-Za-z]{0,40}[0-9])(?=[a-z0-9]{0,40}[A-Z])[A-Za-z0-9]{24,}|[0-9a-f]{32,})"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3}"
    r")|(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{20,}|(?<=/api/webhooks/)[0-9]{15,20}/[A-Za-z0-9_-]{40,}|(?<=/bot/v2/hook/)[0-9a-f-]{30,}"
)
# Some piece of every alternative above, in lower case.
_TOKEN_PIECES = """
    sk- sk_ rk_ akia asia agpa aida aroa ltai akid gho_ ghp_ ghs_ ghu_ ghr_ github_pat_ glpat- gldt- glrt- glcbt- glptt- glsoat- xox
    xapp- aiza ya29. gocspx- whsec_ sq0 npm_ pypi- dckr_ hvs. hf_ r8_ gsk_ xai- pplx- sg. key- shpat_ shpca_ shppa_ shpss_ doo_ dop_ dor_
    :aa eyj hooks.slack /webhooks/ /bot/v2/hook/ dapi pmak- atatt3x nrak- eaa age-secret-key -us _
"""
_TOKEN_HINTS = tuple(_TOKEN_PIECES.split())
_HEADER = labels("authorization", "x-api-key", "x-auth-token", r"bearer(?=\s)", r"api-key(?=\s)")
_HEADER_VALUE = re.compile(
    r"[\"']?\s{0,3}[:=]?\s{0,3}[\"']?(?:(?i:bearer|basic|token|api-?key|digest)\s{1,3})?(?P<value>[A-Za-z0-9._~+/=-]{8,})"
)
_URL_PASSWORD = re.compile(r"://[^\s/:@\"'<>\u3000-\uffef]{0,100}:(?P<value>[^\s/@\"'<>,\u3000-\uffef]{1,100})@")


def _private_keys(text: str) -> Iterator[Span]:
    done = 0
    for begin in _BEGIN.finditer(text):
        if begin.start() < done:
            continue
        end = _END.search(text, begin.end(), begin.end() + _LONGEST_KEY) or _KEY_LINES.match(text, begin.end())
        done = end.end() if end else begin.end()
        yield begin.start(), done
    for end in _END.finditer(text):
        if end.start() >= done:
            yield _tail(text, end.start()), end.end()
    yield from (found.span() for found in _BODY.finditer(text))


def _tail(text: str, end: int) -> int:
    """Where the lines of a key begin whose beginning is missing."""
    start = end
    for line in reversed(text[max(0, end - _LONGEST_KEY) : end].replace("\\n", "\n ").splitlines(keepends=True)):
        if not _KEY_LINE.fullmatch(line):
            break
        start -= len(line)
    return start


def _tokens(text: str) -> Iterator[Span]:
    return (found.span() for found in _TOKEN.finditer(text))


def _headers(text: str) -> Iterator[Span]:
    for label in _HEADER.finditer(text):
        found = _HEADER_VALUE.match(text, label.end())
        if found and secret_values.is_key(found["value"], shortest=12):
            yield found.span("value")


def _url_passwords(text: str) -> Iterator[Span]:
    for found in _URL_PASSWORD.finditer(text):
        if not secret_values.is_placeholder(found["value"]):
            yield found.span("value")


# --- numbers that prove themselves ------------------------------------------------------------------------------------

_S = "[ -]?"
_IDENTITY = re.compile(
    rf"[1-9](?<![0-9A-Za-z].)(?=(?P<rest>(?:{_S}\d){{5}}{_S}(?:1{_S}[89]|2{_S}0)(?:{_S}\d){{2}}{_S}[01]{_S}\d{_S}[0-3]"
    rf"(?:{_S}\d){{4}}{_S}[0-9Xx])(?![0-9A-Za-z]))",
    re.ASCII,
)
_CARD = re.compile(
    r"[2-6](?<![0-9A-Za-z.].)(?=(?P<rest>\d{3}(?:(?P<gap>[ .-])\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?:(?P=gap)\d{1,3})?"
    r"|[ -]\d{6}[ -]\d{4,5}|\d{2}[ -]\d{8,13}|\d{10,15}))(?![0-9A-Za-z]))",
    re.ASCII,
)
_IBAN = re.compile(r"[A-Z](?<![0-9A-Za-z].)[A-Z]\d{2}(?:[ -]?[A-Z0-9]){11,30}", re.ASCII)
_SSN = re.compile(r"[0-8](?<![\w-].)(?<!\+.)\d{2}(?<!000)(?<!666)-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])", re.ASCII)


def _identities(text: str) -> Iterator[Span]:
    for found in _IDENTITY.finditer(text):
        if checkdigits.is_chinese_identity(digits_of(found[0] + found["rest"])):
            yield found.start(), found.end("rest")


def _cards(text: str) -> Iterator[Span]:
    for found in _CARD.finditer(text):
        value = found[0] + found["rest"]
        # A short number behind four groups of four may belong to the card or stand for itself.
        for candidate in (value, value[:19]) if found["gap"] else (value,):
            if checkdigits.is_card(digits_of(candidate)) and not secret_values.is_number_of_goods(text, found.start()):
                yield found.start(), found.start() + len(candidate)
                break


def _ibans(text: str) -> Iterator[Span]:
    for found in _IBAN.finditer(text):
        end = found.start() + _reach(found[0], checkdigits.iban_length(found[0]))
        goes_on = text[end : end + 1].isascii() and text[end : end + 1].isalnum()
        if not goes_on and checkdigits.is_iban(digits_of(text[found.start() : end])):
            yield found.start(), end


def _reach(grouped: str, count: int) -> int:
    """Where the first `count` characters of a grouped number end."""
    places = [place for place, character in enumerate(grouped, start=1) if character not in " -"]
    return places[count - 1] if 0 < count <= len(places) else 0


def _social_security(text: str) -> Iterator[Span]:
    return (found.span() for found in _SSN.finditer(text))


FORM_RULES = (
    Rule(
        PRIVATE_KEY,
        _private_keys,
        ("private key", "mii", "b3blbnnzac1rzxktdje", "mhccaqee", "mighageambmg", "mc4caqawbqydk2vw"),
    ),
    Rule(TOKEN, _tokens, _TOKEN_HINTS),
    Rule(TOKEN, _headers, ("authorization", "bearer", "api-key", "x-auth-token")),
    Rule(URL_PASSWORD, _url_passwords, ("://",)),
    Rule(IDENTITY, _identities, digits=7),
    Rule(CARD, _cards, digits=7),
    Rule(ACCOUNT, _ibans, digits=7),
    Rule(IDENTITY, _social_security, digits=7),
)
