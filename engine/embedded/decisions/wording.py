"""How an agent's English words become statements: persons, times, `X for Y`, and what may stand alone."""

import re
from datetime import date

from engine.embedded.english import dates, moments, verbs
from engine.embedded.english.vocabulary import words_of
from engine.text import confirmation, passages

LONGEST = 200

_VERB = (
    r"will(?! you)|must|shall|cannot|may not|has to|have to|needs? to|is|are|was|were|has|have|does not|do not|run(?:s)?|happens?|goes?|go|starts?|begins?|ends?|expires?|uses?"
    r"|takes? place|stays?|remains?|gets?|returns?|lasts?|contains?|moves?|switch(?:es)?|opens?|closes?|costs?|covers?|includes?|handles?|reviews?|pays?|ships?|leads?|owns?|writes?|follows?|replaces?|becomes?|comes?|never|need"
)
_CLAUSE = re.compile(
    rf"(?!(?:to|for|with|by|on|in|at|as|from|if|when|what|how|why|who|whether|it|this|that|they|there|he|she)\b)(?P<subject>[\w'’/&%-]+(?: [\w'’/&%-]+){{0,7}}?)(?:['’]ll| (?:{_VERB}))(?: .+)$",
    re.IGNORECASE,
)
_RULE_NOUN = re.compile(r"(?:no|only|at most|at least|never) \w+ .+", re.IGNORECASE)
_LIMIT = re.compile(
    r"\b(?:must|never|only|cannot|may not|not allowed|forbidden|no (?:more|later|less|fewer)|at most|at least|required?|has to|have to|limit\w*|cap|capped|maximum|minimum|without|mandatory|not exceed|always|no one|nobody)\b|^no\b",
    re.IGNORECASE,
)
_DOER = re.compile(
    r"(?:I|you|we|the (?:assistant|user|team)|[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?:['’]ll| will| needs? to| is going to) (?!be\b)",
    re.IGNORECASE,
)
_PERSON = re.compile(r"(?:I|you)\b|[A-Z][a-z]+(?: [A-Z][a-z]+)?(?:['’]ll| will)")
_FOR = re.compile(r"(?P<what>[^,;]{1,60}?) (?:for|as) (?P<of>(?:the |our |your |all )?[\w /-]{2,40})$")
_AS = re.compile(r"(?P<what>[^,;]{1,60}?) as (?P<of>(?:the |our |your )[\w /-]{2,40})$")
_TIME_OF = re.compile(
    r"(?:now|today|this|next|the moment|a (?:day|week|month|year|while)|\d+|(?:one|two|three|six)\b|me|you|us|it|them|example|sure|good|free)\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"(?P<who>I|you|we)\s+(?P<does>(?!will|am|are|have|can|could|should|would|may|might|must|need|\w+(?:s|ed|ing)\b|do|had|did|never|always|also|all|both)[a-z]+\s.+)",
    re.IGNORECASE,
)
_NAMED_DOER = re.compile(r"(?!The|All|Every|No|Our|Your|This|That|It|In|On|At|For|If)[A-Z][a-z]+ [a-z]+s [a-z].+")
_NO_SUBJECT = words_of(
    "the a an to of for in on at by with and or will must our your my this that no every each all any not as from"
)
_NO_OPENING = words_of(
    "to for with by on in at as from if when what how why who whether it this that they there he she i you we which"
)
_ORDER = re.compile(
    r"(?!(?:the|a|an|this|that|it|you|we|i|your|our|my|in|on|at|for|if|when|what|how|no|yes|is|are|depends?|would|could|should|let)\b)[A-Za-z]+(?: \S+){1,20}",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"[,]?\s+(?:because|since (?!\d|the \d|last|january|february|march|april|may|june|july|august|september|october|november|december)|so that|as it|as this|as they|which|in order to|given that|due to|thanks to)\b.*$",
    re.IGNORECASE,
)
_WEEKDAY_OF_DATE = re.compile(
    rf"\b(?:{'|'.join(moments.DAY_NAMES)}),?\s+(?=(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{'|'.join(moments.MONTH_NAMES)})|(?:{'|'.join(moments.MONTH_NAMES)})\s+\d)",
    re.IGNORECASE,
)
_BARE_WEEKDAY = re.compile(rf"\b(to|for|from|starts?|begins?|ends?) ({'|'.join(moments.DAY_NAMES)})\b", re.IGNORECASE)
_DAY = re.compile(
    rf"\b(?:{'|'.join(moments.DAY_NAMES)}|{'|'.join(moments.MONTH_NAMES)}|tomorrow|tonight|today|(?:next|this) (?:week|month)|\d{{1,2}}(?:[:.]\d\d)? ?(?:am|pm)|\d{{4}})\b",
    re.IGNORECASE,
)
_TALKS = re.compile(
    r"\b(?:will|['’]ll|to) (?:see|need|find|notice|learn|explain|describe|show|walk|tell|discuss|look|cover|dive|list|help|try|do my best|consider|answer|get|be able|understand)\b",
    re.IGNORECASE,
)
_JOINT = "\ue0fe"
# A length of time in a rule is no date: `deleted after a week`, `paid within 14 days`.
_SPAN = re.compile(
    r"\b(?:after|within|for|every) (?:an?|one|two|three|four|five|six|seven|ten|\d+) (?:minute|hour|day|week|month|year)s?\b",
    re.IGNORECASE,
)
_LEADING = re.compile(r"\b(?:by|until|till|before|from|since|after|for|at|on|in|to)\s+$", re.IGNORECASE)
_UNTOLD = re.compile(
    r"^(?:it|this|that|these|those|they|he|she|there|something|everything|nothing|which|what|who|here|one|some|many|most|people)\b(?! was decided)|\b(?:he|she|him|her|hers|his|former|latter|it|them|(?:this|that|old|new|first|second|other) one|my|me|mine|ours|i|we)\b(?! was decided)"
    r"|\b(?:this|that|these|those|there|with|for|to|of|the|a|an|and|or|as|on|in|at|by)$|[\ue000-\uf8ff…{}<>|\\]|\.\.\.",
    re.IGNORECASE,
)
_FEELING = re.compile(
    r"\b(?:wonderful|amazing|happy|glad|enjoy|love|beautiful|great|proud|fun|important|best|brave|luck|feel\w*|hope|fantastic|exciting|interesting|delicious)\b",
    re.IGNORECASE,
)
_PERSONS = (
    (re.compile(r"\bI['’]ll\b|\bI will\b", re.IGNORECASE), "the assistant will"),
    (re.compile(r"\byou['’]ll\b", re.IGNORECASE), "the user will"),
    (re.compile(r"\bwe['’]ll\b|\bwe will\b", re.IGNORECASE), "the team will"),
    (re.compile(r"\b(?:we['’]re|we are)\b", re.IGNORECASE), "the team is"),
    (re.compile(r"\bwe (?=must|cannot|may|never)", re.IGNORECASE), "the team "),
    (re.compile(r"\bour\b", re.IGNORECASE), "the"),
    (re.compile(r"\byour\b", re.IGNORECASE), "the user's"),
    (re.compile(r"\bus\b"), "the team"),
    (re.compile(r"\bme\b"), "the assistant"),
    (re.compile(r"\byou are\b|\byou['’]re\b", re.IGNORECASE), "the user is"),
    (re.compile(r"\byou need to\b", re.IGNORECASE), "the user needs to"),
    (re.compile(r"\byou\b", re.IGNORECASE), "the user"),
)


def finished(said: str, day: date | None) -> str:
    """The statement in the third person with absolute times; '' when it points at something not said, or feels."""
    text = said.strip(" ,;:.!–—-")
    for words, other in _PERSONS:
        text = words.sub(other, text)
    text = _dated(_WEEKDAY_OF_DATE.sub("", text), day)
    text = f"{text[:1].upper()}{text[1:]}".strip(" ,;:")
    is_fit = (
        8 <= len(text) <= LONGEST
        and " " in text
        and not (_UNTOLD.search(text) or _FEELING.search(text) or dates.RELATIVE.search(text))
    )
    return text if is_fit else ""


def _dated(text: str, day: date | None) -> str:
    text = _BARE_WEEKDAY.sub(r"\1 on \2", text)
    marked, times = dates.mark(_SPAN.sub(lambda span: span[0].replace(" ", _JOINT), text), moments.Calendar(day))
    if day is None and times:
        return ""
    for sign, moment in times.items():
        at = marked.find(sign)
        phrase = moment.core if _LEADING.search(marked[:at]) else moment.phrase
        if moment.kind != moments.DATED and moment.kind != moments.NOW:
            return ""
        marked = marked.replace(sign, phrase, 1)
    return (
        re.sub(r"\b(by|until|before|since|after|in|on) \1\b", r"\1", re.sub(r"\s{2,}", " ", marked))
        .replace(_JOINT, " ")
        .strip()
    )


def is_bare(clause: str) -> bool:
    return confirmation.is_bare(passages.Passage(clause))


def without_reason(text: str) -> str:
    return _REASON.sub("", text).strip()


def is_clause(part: str) -> bool:
    """Whether it has a subject and a verb of its own."""
    return bool(_CLAUSE.match(part.strip())) or _has_verb(part.split())


def _has_verb(words: list[str]) -> bool:
    """`late essays lose one point`: a known verb that agrees with the noun before it, and something behind it."""
    for place in range(1, min(6, len(words) - 1)):
        word, before = words[place].lower(), words[place - 1].lower()
        if before in _NO_SUBJECT or not verbs.base_of(word) or verbs.is_ing(word):
            continue
        is_many = before.endswith("s") and not before.endswith(("ss", "us", "is"))
        if (word == verbs.base_of(word)) if is_many else (word == verbs.third(verbs.base_of(word))):
            return words[0].lower() not in _NO_OPENING
    return False


def promised(part: str) -> str:
    """`I prepare the tender` as what will be done; '' for others."""
    found = _PRESENT.fullmatch(part)
    return f"{found['who']} will {found['does']}" if found else ""


def is_somebodys(part: str) -> bool:
    """`Rosa schedules the signing`."""
    return bool(_NAMED_DOER.match(part))


def stands_alone(part: str) -> bool:
    return is_clause(part) or bool(promised(part)) or bool(placed(part))


def is_limit(part: str) -> bool:
    return bool(_LIMIT.search(part))


def is_rule_without_verb(part: str) -> bool:
    return bool(_RULE_NOUN.fullmatch(part)) and is_limit(part)


def has_doer(part: str) -> bool:
    """Whether somebody named does it: `Marta will book the hall`, not `the code will be removed`."""
    found = _DOER.match(part)
    return bool(
        found and (_PERSON.match(part) or part.lower().startswith(("the assistant", "the user", "the team", "we")))
    )


def is_dated(part: str) -> bool:
    """Whether a day, week, month or hour is named."""
    return bool(_DAY.search(part))


def is_agreed(lead: str) -> bool:
    """Whether next steps are called ours."""
    return bool(re.search(r"\b(?:our|agreed|action|planned|plan)\b", lead, re.IGNORECASE))


def only_talks(part: str) -> bool:
    """Whether somebody is to do nothing but speak, or the user is told how a thing works."""
    return bool(_TALKS.search(part))


def can_only_be_agreed(said: str) -> bool:
    """Whether a sentence beside an "Agreed." is more than an opinion that is shared: a rule, a day, something that will be."""
    return is_limit(said) or is_dated(said) or bool(re.search(r"\bwill\b|^It was decided|^The choice for", said))


def is_order(part: str) -> bool:
    """`migrate the user table on Saturday`."""
    return bool(_ORDER.fullmatch(part.strip()))


def placed(part: str, *, is_used: bool = False) -> str:
    """`Redis for the cache` → `The choice for the cache is Redis`, or `The cache uses Redis` when it is used, `PostgreSQL as the database` → `The database is PostgreSQL`; '' for others."""
    if found := _AS.fullmatch(part.strip()):
        return f"{_named(found['of'])} is {found['what']}"
    found = _FOR.fullmatch(part.strip())
    if not found or _TIME_OF.match(found["of"]) or is_clause(found["what"]):
        return ""
    of = _named(found["of"])
    if not is_used:
        return f"The choice for {of[:1].lower() if of.startswith('The ') else of[:1]}{of[1:]} is {found['what']}"
    is_many = of.endswith("s") and not of.endswith(("ss", "us", "is"))
    return f"{of} {'use' if is_many else 'uses'} {found['what']}"


def _named(of: str) -> str:
    of = re.sub(r"^(?:our|your) ", "the ", of)
    return f"{of[:1].upper()}{of[1:]}"


def choice(rest: str, verb: str) -> str:
    """What was chosen, for what if that is said."""
    said = placed(rest, is_used=verb.lower() in ("use", "using", "adopt", "adopted", "adopting"))
    if said:
        return said
    plain = {"went": "go", "going": "go", "chose": "choose", "chosen": "choose", "picked": "pick", "selected": "select", "opted": "opt", "adopted": "adopt", "adopting": "adopt",
             "settled": "settle", "using": "use", "proceeding": "proceed", "sticking": "stick", "staying": "stay", "switching": "switch"}  # fmt: skip
    first, _, others = verb.lower().replace("ahead ", "").partition(" ")
    return " ".join(filter(None, ("It was decided to", plain.get(first, first), others, rest)))


def rejoined(parts: list[str]) -> list[str]:
    """Parts of a list, a year or day behind a comma put back: `Monday` + `16 March`."""
    found: list[str] = []
    for part in (re.sub(r"^(?:and |then )+", "", part) for part in parts):
        if found and re.fullmatch(r"\d[\w ]{0,20}", part):
            found[-1] += f", {part}"
        else:
            found.append(part)
    return found
