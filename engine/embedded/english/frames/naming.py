"""What a person is called."""

from engine.embedded.english.frames.draft import Words
from engine.embedded.english.vocabulary import (
    DEMONYMS,
    LANGUAGES,
    MONTHS,
    PREPOSITIONS,
    WEEKDAYS,
    words_of,
)  # fmt: skip

_NO_NAMES = (
    DEMONYMS
    | MONTHS
    | WEEKDAYS
    | LANGUAGES
    | words_of(
        "ok okay new back ready here fine good sorry it ai not from a an the so very glad happy just batman superman spiderman spider-man ironman santa sherlock gandalf hulk thor dracula"
    )
)


def name_in(words: Words, *, is_sure: bool) -> Words:
    """The name at the start of the words: capitalised words, or after `my name is` whatever stands there."""
    found: list[str] = []
    for word in words[:4]:
        if word.lower() in PREPOSITIONS | {"and", ",", "but"} or not word[0].isalpha() or word.lower() in _NO_NAMES:
            break
        if not (word[0].isupper() or (is_sure and not found) or (is_sure and len(words) <= 2)) or (
            len(word) < 4 and word.isupper() and not is_sure
        ):
            break
        found.append(word)
    return tuple(found)
