"""What a frame makes of a predicate: a statement still without subject, written-out times and stamp."""

import re
from dataclasses import dataclass

from engine.embedded.english.verbs import Predicate

Words = tuple[str, ...]

AS_OF, MENTIONED = "as_of", "mentioned"
PROFILE, GOAL, CONSTRAINT, PREFERENCE, FACT, EPISODE = (
    "user_profile", "user_goal", "user_constraint", "user_preference", "user_fact", "episodic_memory",
)  # fmt: skip


@dataclass(frozen=True)
class Draft:
    """`words` is the predicate in the third person but for its pronouns; `subject` replaces the clause's own when set."""

    type: str
    words: Words
    slot: str = ""
    confidence: float = 0.9
    stamp: str = ""
    subject: str = ""
    of_company: bool = False  # said with `we`, it tells of the user's company


def slug(words: Words) -> str:
    """Words as part of a slot's name."""
    return "_".join(re.sub(r"[^\w]+", "", word.lower()) for word in words if re.sub(r"[^\w]+", "", word))[:40]


def be_words(predicate: Predicate) -> Words:
    """The `be` of the third person as the predicate has it: `is`, `was not`, `has been`, `is no longer`."""
    if "no longer" in predicate.words:
        return ("is", "no longer")
    if predicate.is_perfect:
        return ("has", "not", "been") if predicate.is_negated else ("has", "been")
    verb = "was" if predicate.is_past else "is"
    return (verb, "not") if predicate.is_negated else (verb,)
