"""Which pairs of statements are worth a judgement (SPEC M5, screen): cheap, pure. What is not judged is appended."""

from dataclasses import dataclass

from engine.text import keywords, normal, polarity, similarity, stance

SLOT, WORDS, REVERSAL, CHANGE, NEAR = "slot", "words", "reversal", "change", "near"

# Words of liking and doing: two statements that share nothing else speak of different things.
_ATTITUDE_EN = """
    like likes love loves hate hates dislike dislikes prefer prefers enjoy enjoys want wants longer anymore not no never
    does user
"""
_ATTITUDE_ZH = "喜欢 不喜 讨厌 不爱 热爱 偏好 偏爱 不再 不想 不要 不能 不吃 不喝 欢吃 欢喝 用户 爱吃 爱喝 想要"
_ATTITUDE = frozenset((*_ATTITUDE_EN.split(), *_ATTITUDE_ZH.split()))


@dataclass(frozen=True)
class Limits:
    """From which calibrated score (0–1) a fact is on the topic, or a double, and from which share of words it is judged."""

    similar_score: float = 0.40
    same_score: float = 0.85
    overlap: float = 0.5
    nearest: int = 5


@dataclass(frozen=True)
class Pair:
    """A new statement beside a stored one (or one atom of it), their slots ('' for none) and their calibrated score."""

    incoming: str
    existing: str
    incoming_slot: str = ""
    existing_slot: str = ""
    score: float = 0.0


def why_judged(pair: Pair, limits: Limits) -> str:
    """Why the pair goes to the judge: one slot, a refused double, shared words, a reversal, a change; '' when it does not.

    Near or alike in words alone is not enough: "likes to read" and "likes to run" have no thing in common.
    """
    if pair.incoming_slot and pair.incoming_slot == pair.existing_slot:
        return SLOT
    ours, theirs = normal.bare(pair.incoming), normal.bare(pair.existing)
    kinship = similarity.kinship(ours, theirs)
    if pair.score >= limits.same_score and (kinship or polarity.differs(ours, theirs)):
        return NEAR
    if kinship and max(kinship, similarity.overlap(ours, theirs)) > limits.overlap:
        return WORDS
    if polarity.differs(ours, theirs) and _share_a_thing(ours, theirs):
        return REVERSAL
    return CHANGE if stance.looks_like_change(ours) else ""


def _share_a_thing(a: str, b: str) -> bool:
    return bool((set(keywords.tokens(a)) & set(keywords.tokens(b))) - _ATTITUDE or similarity.shared_things(a, b))
