"""From the first person to the third: `I` becomes the user, `my` their, and nothing else changes its wording."""

from engine.embedded.english.dates import is_mark
from engine.embedded.english.moments import DATED, NOW, RECENT, Moment
from engine.embedded.english.verbs import is_adverb
from engine.embedded.english.vocabulary import BE, FILLER_ADVERBS, HAVE, MODALS

Words = tuple[str, ...]

_AUXILIARIES = BE | HAVE | MODALS | {"do", "does", "did", "been"}

_THIRD = {
    "I": "they", "i": "they", "we": "they", "We": "they", "me": "them", "us": "them", "my": "their", "My": "their", "our": "their", "mine": "theirs",
    "ours": "theirs", "myself": "themselves", "ourselves": "themselves",
}  # fmt: skip
_KEEP_PREPOSITION = frozenset(
    {
        "by",
        "until",
        "till",
        "since",
        "before",
        "after",
        "from",
        "for",
        "starting",
        "of",
        "on",
        "in",
        "at",
        "during",
        "around",
        "about",
        "to",
        "the",
    }
)


def third_person(words: Words) -> Words:
    """Pronouns of the first person in a predicate or object, with the verb that belongs to them."""
    changed: list[str] = []
    for word in words:
        follows_they = bool(changed) and changed[-1] == "they"
        changed.append({"am": "are", "was": "were"}.get(word, word) if follows_they else _THIRD.get(word, word))
    return tuple(changed)


def without_fillers(words: Words) -> Words:
    """Without the adverbs around auxiliaries and before the main verb that tell nothing."""
    kept: list[str] = []
    for place, word in enumerate(words):
        lower = word.lower()
        if lower in FILLER_ADVERBS:
            continue
        kept.append(word)
        if not (is_adverb(word) or lower in _AUXILIARIES):
            return (*kept, *words[place + 1 :])
    return tuple(kept)


def placed_times(words: Words, moments: dict[str, Moment]) -> tuple[str, list[Moment]]:
    """The text with its dated marks written out, and the moments that were only taken out (recent, now, vague)."""
    text: list[str] = []
    late: list[str] = []
    loose: list[Moment] = []
    for place, word in enumerate(words):
        if not is_mark(word):
            text.append(word)
            continue
        moment = moments[word]
        if moment.kind != DATED:
            loose.append(moment)
        elif place < 2 and place < len(words) - 1:
            late.append(moment.phrase)
        else:
            text.append(moment.core if text and text[-1].lower() in _KEEP_PREPOSITION else moment.phrase)
    return _joined([*text, *late]), loose


def _joined(words: list[str]) -> str:
    return " ".join(word for word in words if word).replace(" ,", ",").replace(" ;", ";").strip(" ,;")


def stamp(kinds: list[Moment], said_on: str, *, wanted: str) -> str:
    """How a statement says when it was true: `wanted` is `as_of`, `mentioned` or ''. Empty without a known day."""
    if not said_on or not wanted:
        return ""
    if wanted == "mentioned" and any(moment.kind == RECENT or moment.kind == NOW for moment in kinds):
        return f" shortly before {said_on}"
    return f" (as of {said_on})" if wanted == "as_of" else f" (mentioned on {said_on})"
