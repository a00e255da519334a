"""The embedded engine's judge: what becomes of a new statement beside a stored one, by rules, offline (SPEC M5).

The rules stand in order; the first that speaks decides. What none of them is sure of leaves both statements.
"""

from collections.abc import Callable

from engine.embedded.pair import Pair
from engine.questions import APPEND, NEW, REPLACE, SAME, SKIP, JudgeAnswer, JudgeQuestion
from engine.text import concepts, plans, polarity, stance
from engine.text.concept_domains import ONE_THING, STATES

# A detail adds more than this many things that the stored statement does not name.
ADDED = 1


def judge(question: JudgeQuestion) -> JudgeAnswer:
    """One of replace, append, same, skip and new, with the rule that said so."""
    nothing = stance.no_statement(question.incoming)
    if nothing:
        return JudgeAnswer(SKIP, nothing)
    pair = Pair.of(question.existing, question.incoming)
    for rule in _RULES:
        answer = rule(pair)
        if answer is not None:
            return answer
    if pair.topic or pair.slot or pair.domains:
        return JudgeAnswer(APPEND, "adds to it")
    return JudgeAnswer(NEW, "another topic")


def _repeated(pair: Pair) -> JudgeAnswer | None:
    return JudgeAnswer(SAME, "same words") if pair.existing == pair.incoming else None


def _somebody_else(pair: Pair) -> JudgeAnswer | None:
    return JudgeAnswer(NEW, "about somebody else") if pair.is_of_others else None


def _past(pair: Pair) -> JudgeAnswer | None:
    if stance.is_past(pair.incoming) != stance.is_past(pair.existing):
        return JudgeAnswer(APPEND, "about the past")
    return None


def _planned(pair: Pair) -> JudgeAnswer | None:
    """What somebody means to do retires nothing that they do today; another plan may."""
    if plans.is_plan(pair.incoming) and not plans.is_plan(pair.existing) and not pair.slot:
        return JudgeAnswer(APPEND, "only planned")
    return None


def _corrected(pair: Pair) -> JudgeAnswer | None:
    if stance.is_correction(pair.incoming) and (pair.topic or pair.slot or pair.domains):
        return JudgeAnswer(REPLACE, "corrected")
    return None


def _limited(pair: Pair) -> JudgeAnswer | None:
    if pair.is_limited and not stance.tells_end(pair.incoming):
        return JudgeAnswer(APPEND, "holds at certain times")
    return None


def _of_a_row(pair: Pair) -> JudgeAnswer | None:
    """Another season, another numbered thing; a floor or a building where somebody lives is a state."""
    if pair.slot or not pair.are_of_a_row or stance.tells_substitution(pair.incoming):
        return None
    return JudgeAnswer(NEW, "another of a row")


def _reversed(pair: Pair) -> JudgeAnswer | None:
    """The opposite of the same thing; with another thing on each side it is about another thing."""
    if not pair.is_reversal or not (pair.topic or pair.domains & STATES):
        return None
    if not pair.topic and "diet" in pair.domains and polarity.is_negative(pair.incoming):
        return JudgeAnswer(APPEND, "denies something else")
    is_newer = stance.tells_substitution(pair.incoming) and not pair.denied_besides
    is_over = stance.tells_end(pair.incoming) and not (pair.denied_besides and pair.only_old)
    is_doubtful = pair.denied_besides or (pair.only_old and pair.only_new)
    if is_doubtful and not (is_newer or is_over):
        return JudgeAnswer(APPEND, "denies something else")
    return JudgeAnswer(REPLACE, "reversed")


def _ended(pair: Pair) -> JudgeAnswer | None:
    if not stance.tells_end(pair.incoming) or stance.tells_end(pair.existing):
        return None
    if pair.topic or pair.slot or pair.domains & STATES:
        return JudgeAnswer(REPLACE, "changed")
    is_new_value = pair.shared and (pair.other_value or pair.other_date)
    if is_new_value or (pair.domains and stance.tells_substitution(pair.incoming)):
        return JudgeAnswer(REPLACE, "another took its place")
    return None


def _carried_out(pair: Pair) -> JudgeAnswer | None:
    if pair.is_carried_out and pair.topic and len(pair.only_new) <= ADDED and not pair.new_values:
        return JudgeAnswer(REPLACE, "carried out")
    return None


def _opposed(pair: Pair) -> JudgeAnswer | None:
    return JudgeAnswer(REPLACE, "the other choice") if pair.opposed else None


def _slot_filled(pair: Pair) -> JudgeAnswer | None:
    if not pair.slot:
        return None
    if pair.other_value or pair.other_date or pair.other_place:
        return JudgeAnswer(REPLACE, "another value")
    if pair.is_across or pair.tells_surroundings or pair.attitude[1] == "has":
        return None
    if pair.only_new and pair.only_old and len(pair.only_new) <= len(pair.only_old) + ADDED:
        return JudgeAnswer(REPLACE, "another value")
    return None


def _measured_anew(pair: Pair) -> JudgeAnswer | None:
    """Another number or date of the same thing; "8 engineers" and "3 designers" of a team are two things."""
    if not (pair.other_value or pair.other_date) or not pair.shared:
        return None
    if pair.only_new and not stance.looks_like_change(pair.incoming):
        return JudgeAnswer(NEW, "a number of something else")
    return JudgeAnswer(REPLACE, "another number")


def _favourite(pair: Pair) -> JudgeAnswer | None:
    """Another favourite of the same kind, or another one now."""
    if "favourite" not in pair.shared or not (pair.only_old and pair.only_new):
        return None
    if len(pair.shared) > 1 or stance.tells_substitution(pair.incoming):
        return JudgeAnswer(REPLACE, "another favourite")
    return None


def _grown(pair: Pair) -> JudgeAnswer | None:
    """A child at another school than before."""
    is_one = pair.whose[0] and pair.whose[0] == pair.whose[1]
    return JudgeAnswer(REPLACE, "another school") if is_one and "school_stage" in pair.apart else None


def _lately(pair: Pair) -> JudgeAnswer | None:
    """A newer state of what a person has one of."""
    if pair.topic or not (pair.domains or pair.slot):
        return None
    if stance.tells_substitution(pair.incoming) or (stance.looks_like_change(pair.incoming) and pair.domains & STATES):
        return JudgeAnswer(REPLACE, "newer state")
    return None


def _said_again(pair: Pair) -> JudgeAnswer | None:
    old, new = pair.attitude
    if pair.new_values or pair.is_reversal or not pair.shared or (old and new and old != new):
        return None
    if pair.is_of_two_slots or pair.has_other_signs or pair.are_of_two_places:
        return None
    if pair.whose[0] != pair.whose[1]:
        return None
    if all(concepts.domain_of(thing) in pair.old.domains & ONE_THING for thing in pair.only_new):
        return JudgeAnswer(SAME, "says the same")
    return None


_RULES: tuple[Callable[[Pair], JudgeAnswer | None], ...] = (
    _repeated, _somebody_else, _planned, _corrected, _past, _limited, _of_a_row, _reversed, _ended, _carried_out, _opposed, _favourite, _grown, _slot_filled, _measured_anew, _lately, _said_again,
)  # fmt: skip
