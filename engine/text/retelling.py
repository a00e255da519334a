"""The write guard for what was condensed from a conversation: secrets masked, sentences that steer left out, one line. Pure."""

import re
from collections.abc import Iterable

from engine.text import guard, normal, secrets

# Where a sentence ends: at a Chinese mark, or at a Latin one before a blank; the dot of `3.5`, `Dr.` or `e.g.` is none.
_END = re.compile(
    r"(?<=[。！？])(?![。！？”’」』）])|(?<=[。！？][”’」』）])|(?<=[.!?…])(?<!\b[A-Z]\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!Mrs\.)(?<!e\.g\.)(?<!i\.e\.)\s+"
    r"|(?<=[.!?][”\"'’)])\s+"
)
_TOPIC_EDGES = " \t\"'“”‘’「」『』《》()（）[]【】#*_`-–—·•.。,，、;；:：!！?？"
_SEPARATORS = re.compile(r"\s*[,，、;；|\n]+\s*")


def sentences(text: str) -> list[str]:
    """The sentences of a text on one line."""
    return [part.strip() for part in _END.split(normal.single_line(text)) if part.strip()]


def summary(text: str, *, most: int, longest: int) -> str:
    """At most `most` whole sentences with at most `longest` characters together, none of which steers or shows a secret.

    '' when nothing is left.
    """
    whole, count = "", 0
    for sentence in sentences(secrets.mask(normal.single_line(text)).text):
        longer = joined([whole, sentence])
        if count == most or len(longer) > longest:
            break
        # Alone, and behind what it follows: an order may be spread over two sentences.
        if all(guard.steering(one) < guard.STEERING_LIMIT for one in (sentence, longer)):
            whole, count = longer, count + 1
    return whole


def joined(parts: Iterable[str]) -> str:
    """Sentences behind each other: with a blank, unless the one before ends in a Chinese mark."""
    text = ""
    for part in parts:
        text += part if not text or text[-1] in "。！？」』”）" else f" {part}"
    return text


def topics(found: Iterable[str], *, most: int, longest: int) -> tuple[str, ...]:
    """The first `most` topics, each once, none of which is blank, too long, steering or a secret."""
    kept: dict[str, str] = {}
    for topic in found:
        bare = normal.single_line(topic).strip(_TOPIC_EDGES)
        if bare and len(bare) <= longest and not _is_unfit(bare):
            kept.setdefault(bare.casefold(), bare)
    return tuple(kept.values())[:most]


def split_topics(text: str) -> list[str]:
    """Topics that were written as one text."""
    return [part for part in _SEPARATORS.split(text) if part]


def _is_unfit(topic: str) -> bool:
    if not any(character.isalnum() for character in topic) or secrets.holds_mask(topic) or secrets.has_secret(topic):
        return True
    return guard.steering(topic) >= guard.STEERING_LIMIT
