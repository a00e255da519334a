"""Recognises text that is no statement about a person: commands to the agent, and remembered text that came back."""

import re
import unicodedata

from engine.text import recalled, secrets, steering_learned, steering_orders, steering_parts
from engine.text.steering import CUES

# From this score on a statement waits for a person instead of becoming a fact.
STEERING_LIMIT = 0.6

# How sure the learned reader must be: of sentences that it had not seen one in a hundred was called an order.
_LEARNED_LIMIT = 0.6
_MOST_READ = 4_000  # characters; a statement has at most 500
_SPACED_LETTERS = re.compile(r"(?<![a-z])(?:[a-z][ .\-_*]){3,40}[a-z](?![a-z])")
_SPACED_HAN = re.compile(
    r"(?<![\u4e00-\u9fff])[\u4e00-\u9fff](?:[ .·*_|/-]{1,2}[\u4e00-\u9fff]){3,60}(?![\u4e00-\u9fff])"
)
# Digits and signs in the place of letters.
_DISGUISED = re.compile(r"(?<![\w$@!])(?=[\d$@!|]{0,3}[a-z])(?=[a-z]{0,12}[\d$@!|])[a-z\d$@!|]{3,20}(?![\w$@|])")
_PIECES = tuple(frozenset().union(*(cue.pieces for cue in CUES)))
_LEET = str.maketrans("0134578$@!|", "oleastbsail")


def steering(text: str) -> float:
    """How much a text tries to steer the agent rather than describe the person, from 0 to 1.

    Wishes about how to be answered or reached are none. Cues add up: two weak ones can reach the limit.
    """
    ruled = by_rules(text)
    return ruled if ruled >= STEERING_LIMIT else max(ruled, _by_examples(text[:_MOST_READ]))


def by_rules(text: str) -> float:
    """What the rules alone say, without what was learned from examples."""
    plain = unicodedata.normalize("NFKC", secrets.plain(text[:_MOST_READ])).lower().replace("’", "'")
    plain = _SPACED_LETTERS.sub(lambda found: re.sub("[^a-z]", "", found[0]), plain)
    plain = _SPACED_HAN.sub(lambda found: re.sub(r"[^\u4e00-\u9fff]", "", found[0]), plain)
    undisguised = _DISGUISED.sub(lambda word: word[0].translate(_LEET), plain)
    return max(_score(reading) for reading in {plain, undisguised})


def _by_examples(text: str) -> float:
    return steering_orders.ORDER if steering_learned.score(text) >= _LEARNED_LIMIT else 0.0


def _score(text: str) -> float:
    present = frozenset(piece for piece in _PIECES if piece in text)
    innocent = 1.0
    for cue in CUES:
        if cue.counts(text, present):
            innocent *= 1 - cue.weight
    return round(max(1 - innocent, steering_parts.score(text), steering_orders.score(text)), 4)


def cut_recalled(text: str) -> tuple[str, int]:
    """The text without remembered text of ours that came back, and how many characters were cut (X15)."""
    return recalled.cut(text)
