"""From the judge's answers about single pairs to one verdict on a statement (SPEC M5, judge and decide). Pure.

An answer is somebody's claim: it is carried out only where the two statements allow it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from engine.questions import APPEND, REPLACE, SAME, SKIP, JudgeAnswer, JudgeQuestion
from engine.text import atoms, plans, relatives, stance
from extraction.candidates import Candidate
from extraction.rulings import Compared, Known
from extraction.screening import Limits, Pair, why_judged
from profiles import lifecycle, same

# What settles a statement; of the other answers the nearest pair's stands for all.
DECIDING = frozenset({REPLACE, SAME, SKIP})

# Differences of which no judge may say that they are none.
NEVER_THE_SAME = frozenset({same.POLARITY, same.NUMBER, same.DATE, same.PLACE, same.NAME})


@dataclass
class Verdict:
    """`replaced` pairs each fact that goes with the atoms of it that stay; `yields_to` is one that was said later."""

    action: str = APPEND
    reason: str = "nothing_alike"
    engine: str = ""
    same: Known | None = None
    replaced: list[tuple[Known, tuple[str, ...]]] = field(default_factory=list)
    yields_to: Known | None = None
    seen: list[Compared] = field(default_factory=list)

    @property
    def compared(self) -> tuple[Compared, ...]:
        return tuple(self.seen)


def reach(
    candidate: Candidate,
    near: Sequence[tuple[Known, float]],
    limits: Limits,
    judge: Callable[[JudgeQuestion], JudgeAnswer],
) -> Verdict:
    """Judge the pairs that pass the screen, nearest first, until one says that the statement adds nothing."""
    verdict = Verdict(reason="nothing_to_judge" if near else "nothing_alike")
    for one, score in near:
        whole = atoms.atoms(one.content)
        gone: list[str] = []
        for atom in whole:
            screen = _screen(candidate, one, atom, score, limits, is_part=len(whole) > 1)
            if not screen:
                continue
            answer = _allowed(judge(_question(candidate, one, atom)), candidate, atom)
            verdict.seen.append(_noted(one, score, screen, answer))
            _explain(verdict, answer)
            if answer.action in (SAME, SKIP):
                verdict.action, verdict.same = answer.action, one if answer.action == SAME else None
                return verdict
            if answer.action == REPLACE:
                gone.append(atom)
        _conclude(verdict, candidate, (one, score), gone, whole)
    return verdict


def _conclude(
    verdict: Verdict, candidate: Candidate, pair: tuple[Known, float], gone: Sequence[str], whole: Sequence[str]
) -> None:
    one, score = pair
    if gone:
        _replace(verdict, candidate, one, tuple(atom for atom in whole if atom not in gone))
    elif not verdict.seen or verdict.seen[-1].fact_id != one.fact_id:
        verdict.seen.append(Compared.of(one, score))


def _explain(verdict: Verdict, answer: JudgeAnswer) -> None:
    """The reason of the pair that decided; of pairs that left both, the nearest one's; of two replacements, the first's."""
    is_repeated = verdict.action == REPLACE and answer.action == REPLACE
    if not is_repeated and (answer.action in DECIDING or not verdict.engine):
        verdict.engine, verdict.reason = answer.engine, answer.failed or answer.reason


def _screen(candidate: Candidate, one: Known, atom: str, score: float, limits: Limits, *, is_part: bool) -> str:
    pair = Pair(candidate.content, atom, candidate.slot, "" if is_part else one.slot, 0.0 if is_part else score)
    return why_judged(pair, limits)


def _question(candidate: Candidate, one: Known, atom: str) -> JudgeQuestion:
    return JudgeQuestion(
        existing=atom,
        incoming=candidate.content,
        type=candidate.type,
        existing_said_at=one.said_at,
        incoming_said_at=candidate.said_at,
    )


def _allowed(answer: JudgeAnswer, candidate: Candidate, atom: str) -> JudgeAnswer:
    """The answer, or append where the statements speak against it: both are kept when in doubt."""
    if answer.action == SAME:
        difference = same.differing(candidate.content, atom)
        if difference in NEVER_THE_SAME:
            return replace(answer, action=APPEND, reason=f"not the same: {difference} differs")
    if answer.action == REPLACE:
        doubt = _speaks_against_replacing(candidate.content, atom)
        if doubt:
            return replace(answer, action=APPEND, reason=doubt)
    return answer


def _speaks_against_replacing(incoming: str, existing: str) -> str:
    """Statements about somebody else, of the past alone or of plans retire nothing (M5). What became of somebody may end
    what is said of having them: "has a dog", "the dog died".
    """
    whose, before = relatives.subject(incoming), relatives.subject(existing)
    if whose != before and (before or not relatives.mentions(existing, whose)):
        return "about somebody else"
    if stance.is_past(incoming) and not stance.is_past(existing) and not stance.looks_like_change(incoming):
        return "about the past"
    if plans.is_plan(incoming) and not plans.is_plan(existing):
        return "only planned"
    return ""


def _replace(verdict: Verdict, candidate: Candidate, one: Known, rest: tuple[str, ...]) -> None:
    """What was said later, pinned, or written by hand since, stays (as in M4)."""
    if lifecycle.takes_slot(one, said_at=candidate.said_at, by_person=False):
        verdict.action = REPLACE
        verdict.replaced.append((one, rest))
    elif one.is_pinned or one.fact < 0:
        verdict.reason = "pinned"
    else:
        verdict.yields_to, verdict.reason = one, "said_earlier"


def _noted(one: Known, score: float, screen: str, answer: JudgeAnswer) -> Compared:
    reason = f"failed: {answer.failed}" if answer.failed else answer.reason
    return Compared.of(one, score, screen=screen, action=answer.action, reason=reason, engine=answer.engine)
