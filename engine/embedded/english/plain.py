"""Chat spelling, slips of the pen, filled pauses and turns of phrase written out before the grammar reads a sentence."""

import re

_SPELLING = {
    "pls": "please", "plz": "please", "plse": "please", "kindly": "please", "yr": "year", "yrs": "years", "wk": "week", "wks": "weeks", "mth": "month", "mths": "months",
    "tmrw": "tomorrow", "tmr": "tomorrow", "tomorow": "tomorrow", "tommorow": "tomorrow", "tommorrow": "tomorrow", "yday": "yesterday", "bday": "birthday",
    "appt": "appointment", "hubby": "husband", "missus": "wife", "alergic": "allergic", "allergik": "allergic", "alergy": "allergy", "alergies": "allergies", "vegeterian": "vegetarian",
    "vegitarian": "vegetarian", "vegatarian": "vegetarian", "recieve": "receive", "buisness": "business", "bussiness": "business", "comapny": "company", "wich": "which",
    "becuase": "because", "becasue": "because", "beacuse": "because", "prefere": "prefer", "perfer": "prefer", "favrite": "favourite", "favourit": "favourite", "restaraunt": "restaurant",
    "dont": "don't", "cant": "can't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "wont": "won't", "im": "I'm", "ive": "I've", "i'm": "I'm", "i've": "I've",
    "i": "I", "daugther": "daughter", "collegue": "colleague", "collegues": "colleagues", "enginer": "engineer", "manger": "manager", "acount": "account",
    "definately": "definitely", "usualy": "usually", "realy": "really", "thier": "their", "teh": "the", "currenlty": "currently",
}  # fmt: skip
_WORD = re.compile(r"(?<![\w'])[A-Za-z']+(?![\w'])")
_PAUSE = re.compile(r"(?<![\w-])(?:u[mh]+|erm+|hmm+)(?![\w-])[,]?\s*", re.IGNORECASE)
_TAIL = re.compile(
    r"[\s,–-]+(?:tbh|fyi|btw|lol|lmao|haha+|hehe|imo|imho|ngl|thx|ty|cheers|thanks(?: a lot| so much| in advance)?|thank you(?: very much)?|mate|if possible|if you can|"
    r"if you (?:do not|don't) mind|if that helps|just so you know|for your information|by the way|in case (?:it|that) (?:helps|matters))(?P<end>[.!]*)$",
    re.IGNORECASE,
)
_GREETING = r"(?P<greeting>(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|dear (?:all|team)|greetings)(?: there| all| team)?[,.!]?\s+)?)"
_FIRM = r"company|firm|business|start-?up|school|hospital|bank|agency|team|clinic|studio|organi[sz]ation|place|shop|restaurant|university|factory"
_UNIT = r"days|weeks|months|years|year|month|decades"
_TURNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE if not is_exact else 0), text)
    for pattern, text, is_exact in (
        (rf"^(?i:{_GREETING})(?i:this is|it is|it's) (?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+){{0,2}}),? (?:here )?(?P<by>from|at|with|of) (?=[A-Z])", r"\g<greeting>I am \g<name> \g<by> ", True),
        (rf"^(?i:{_GREETING})(?i:my good self|myself)(?: is| am)? (?=[A-Z]|an? |\w+ manager\b)", r"\g<greeting>I am ", True),
        (rf"\bthe ({_FIRM})(?: that| which)? (?:I|we) (?:work (?:for|at|in)|run|own|founded|started)\b", r"my \1", False),
        (rf"\bsince (?:the )?(?:last |past )?(\d+|two|three|four|five|six|seven|eight|nine|ten|several|many|a few) ({_UNIT})\b(?! ago)", r"for \1 \2", False),
        (r"\b(colou?r) blind\b", r"\1-blind", False),
        (r"\b(contract|agreement|subscription|account|licen[cs]e|plan) with you\b", r"\1", False),
        (r"^(?i:(?:actually|sorry|no|hi|hello),? )*(?i:it's|it is|that's) (?P<name>[A-Z][a-z]+) with an? [A-Za-z]\b,? not .*$", r"my name is \g<name>", True),
        (r"^(?:before (?:this|that)|previously|prior to (?:this|that)|in my (?:last|previous) (?:job|role)),? (?=I (?:was|worked|had|did|ran|led))", "", False),
        (r"\b(am|I'm|not) (?:more|rather) of an? ", r"\1 a ", False),
        (r"\bhardly ever\b", "rarely", False),
        (r"^ours is (?=an? )", "our company is ", False),
        (r"^it(?:'s| is) (my|our) ([\w' -]{0,40}?(?:anniversary|birthday|wedding|graduation|exam|interview)) (?=on |next |this |tomorrow)", r"\1 \2 is ", False),
        (r"\b(left|right) handed\b", r"\1-handed", False),
        (r"\b(?:a |one |next )?fortnight\b", "two weeks", False),
        (r"\b(next|last|this) week(?:'s| on)? (monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b", r"\1 \2", False),
        (r"\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday) (next|last|this) week\b", r"\2 \1", False),
    )
)  # fmt: skip


def written_out(sentence: str) -> str:
    """The sentence in plain words; what it says is left as it is."""
    text = _WORD.sub(lambda found: _spelled(found.group()), _PAUSE.sub("", sentence))
    for pattern, replacement in _TURNS:
        text = pattern.sub(replacement, text)
    while (tail := _TAIL.search(text)) is not None and tail.start():
        text = text[: tail.start()] + tail.group("end")
    return text


def _spelled(word: str) -> str:
    plain = _SPELLING.get(word.lower())
    if plain is None or (word.isupper() and len(word) > 1):
        return word
    return plain.capitalize() if word[0].isupper() and plain[0] != "I" else plain
