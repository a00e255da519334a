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
    is_negated: bool = False


def slug(words: Words) -> str:
    """Words as part of a slot's name."""
    return "_".join(re.sub(r"[^\w]+", "", word.lower()) for word in words if re.sub(r"[^\w]+", "", word))[:40]


def up_to_verb(predicate: Predicate) -> Words:
    """The predicate without what follows its main verb."""
    return predicate.words[: len(predicate.words) - len(predicate.rest)]
