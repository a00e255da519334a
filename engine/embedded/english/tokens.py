"""A sentence as words: contractions opened, chat spelling made plain, punctuation that separates kept as words of its own."""

import re

from engine.embedded.english.vocabulary import DEMONYMS, DIETS, FAMILY, STATES, words_of

SEPARATORS = frozenset({",", ";", "-", ":"})

_SPACED = re.compile(r"\s*([,;])\s+|\s*([,;])$|\s+[-–—]+\s+|(?<=\w)—(?=\w)|:\s+|\s*\.\.\.+\s*")
_AND_MORE = re.compile(
    r",?\s+(?:and|or) (?:so on|so forth|more|stuff|the like|things like that|something like that|whatnot)\b",
    re.IGNORECASE,
)
_PARENTHESIS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")

_PRONOUN_TAILS = {"'m": "am", "'ve": "have", "'ll": "will", "'re": "are"}
_PRONOUNS = frozenset(
    {
        "i",
        "we",
        "you",
        "they",
        "he",
        "she",
        "it",
        "that",
        "there",
        "who",
        "what",
        "here",
        "this",
        "name",
        "where",
        "how",
    }
)
_NOT = {
    "can't": "cannot", "cant": "cannot", "won't": "will not", "wont": "will not", "shan't": "shall not", "dont": "do not", "doesnt": "does not",
    "didnt": "did not", "isnt": "is not", "wasnt": "was not", "havent": "have not", "hasnt": "has not", "arent": "are not",
    "couldnt": "could not", "wouldnt": "would not", "ain't": "are not",
}  # fmt: skip
_CHAT = {
    "i": "I", "im": "I am", "ive": "I have", "gonna": "going to", "wanna": "want to", "gotta": "have to", "u": "you", "ur": "your",
    "My": "my", "Our": "our", "We": "we", "Im": "I am", "Ive": "I have", "lemme": "let me", "'cause": "because", "cuz": "because", "cos": "because",
    "coz": "because", "bc": "because", "tho": "though", "fav": "favorite", "fave": "favorite", "luv": "love", "gf": "girlfriend", "bf": "boyfriend", "&": "and", "w/": "with",
}  # fmt: skip
_OPENS_COMPLEMENT = words_of("a an allergic not from into called named very really also still always in on at lactose")
_AFTER_HAD = re.compile(r"been|better|had|\w+ed")


def split(sentence: str) -> list[str]:
    """The words of one sentence without its closing mark."""
    text = _AND_MORE.sub("", _PARENTHESIS.sub("", sentence)).rstrip(" .!?…")
    text = _SPACED.sub(_mark, text)
    words: list[str] = []
    raw = text.split()
    for place, word in enumerate(raw):
        words.extend(_open(word, raw[place + 1] if place + 1 < len(raw) else ""))
    return _joined(words)


def _joined(words: list[str]) -> list[str]:
    """`no longer` works as one adverb and travels as one word."""
    joined: list[str] = []
    for word in words:
        if word.lower() == "longer" and joined and joined[-1].lower() == "no":
            joined[-1] = "no longer"
        elif word.lower() == "got" and joined and joined[-1].lower() == "have":
            continue  # have got = have
        else:
            joined.append(word)
    return joined


def _mark(found: re.Match[str]) -> str:
    sign = found.group(1) or found.group(2) or ("," if "." in found.group() else ":" if ":" in found.group() else "-")
    return f" {sign} "


def _open(word: str, following: str) -> list[str]:
    lower = word.lower()
    plain = _CHAT.get(word) or _NOT.get(lower)
    if plain:
        return plain.split()
    if lower.endswith("n't"):
        return [word[:-3], "not"]
    head, mark, _tail = word.rpartition("'")
    tail = word[len(head) :].lower() if mark else ""
    owner = "I" if head.lower() == "i" else head
    if tail in _PRONOUN_TAILS and head.lower() in _PRONOUNS:
        return [_lowered(owner), _PRONOUN_TAILS[tail]]
    if tail == "'d" and head.lower() in _PRONOUNS:
        return [_lowered(owner), "had" if _AFTER_HAD.fullmatch(following.lower()) else "would"]
    if tail == "'s" and (head.lower() in _PRONOUNS or (head.lower() in FAMILY and _is_said_of(following))):
        return [_lowered(owner), "is"]
    return [word]


def _is_said_of(following: str) -> bool:
    """Whether what stands behind `my partner's` tells of the partner: `my partner's vegan`, not `my partner's car`."""
    lower = following.strip(".,!;").lower()
    return lower in DIETS | STATES | DEMONYMS | _OPENS_COMPLEMENT or (
        lower.endswith("ing")
        and len(lower) > 5
        and lower not in ("wedding", "meeting", "painting", "building", "clothing")
    )


def _lowered(pronoun: str) -> str:
    return pronoun if pronoun == "I" else pronoun.lower()
