"""What a text is found by without vectors: its words, and the days that it names or was said on."""

import re
from collections.abc import Iterator
from datetime import date

from engine.text import dates, keywords

# What a tsvector takes: bytes of one lexeme, and of all of them with room for what it keeps beside each.
LONGEST_LEXEME = 2_046
MOST_BYTES = 600_000
_OVERHEAD = 4
_THOUSANDS = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|,[0-9])")


def lexemes(text: str, on: date | None = None) -> list[str]:
    """Each word once, then each date once; `on` is the day on which it was said.

    Of a date there are up to three: `@2026-01-05`, `@2026-01` and `@-01-05`, the day in any year. A word too long to be
    one is left out, and of a text that is a book its beginning is taken.
    """
    dated = dict.fromkeys(_dates(text, on))
    room = MOST_BYTES - sum(len(lexeme) + _OVERHEAD for lexeme in dated)
    found: dict[str, None] = {}
    for word in dict.fromkeys(keywords.tokens(plain_numbers(text))):
        size = len(word.encode())
        room -= size + _OVERHEAD
        if room < 0:
            break
        if size <= LONGEST_LEXEME:
            found[word] = None
    return [*found, *dated]


def plain_numbers(text: str) -> str:
    """Without the commas of thousands: 3,000 is 3000, and has nothing in common with 20,000."""
    return _THOUSANDS.sub(lambda match: match[0].replace(",", ""), text) if "," in text else text


def of_day(year: int, month: int, day: int) -> Iterator[str]:
    """The lexemes of a date; 0 stands for what is not known of it."""
    if year and day:
        yield f"@{year:04}-{month:02}-{day:02}"
    if year:
        yield f"@{year:04}-{month:02}"
    if day:
        yield f"@-{month:02}-{day:02}"


def _dates(text: str, on: date | None) -> Iterator[str]:
    for one in dates.written(text):
        yield from of_day(one.year, one.month, one.day)
    if on is not None:
        yield from of_day(on.year, on.month, on.day)
