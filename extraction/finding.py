"""Which stored facts a wish about the memory means: found by likeness, words and attribute, confirmed one by one (SPEC X10). Pure but for who confirms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from engine.questions import MatchAnswer, MatchQuestion
from engine.text import atoms, normal, relatives, similarity
from extraction.candidates import Candidate
from extraction.rulings import Known, Rules
from extraction.verdicts import NEVER_THE_SAME
from extraction.wishes import ADD, NOT_CONFIRMED, NOT_FOUND, SAID_SINCE, UNDECIDED, Verdict, Wish
from profiles import same, slots

Ask = Callable[[MatchQuestion], MatchAnswer]

# Facts that one wish is compared with: each may cost a call, and a topic rarely has more.
LOOKED_AT = 20


@dataclass
class Look:
    """The facts that a wish was compared with, those that are meant, and whether an answer failed.

    `is_late`: something was meant that is newer than the wish, and stays.
    """

    meant: list[Known] = field(default_factory=list)
    rows: dict[int, dict[str, str | float | None]] = field(default_factory=dict)
    failed: str = ""
    engine: str = ""
    is_late: bool = False

    def note(self, one: Known, score: float, action: str, reason: str = "") -> None:
        self.rows[one.fact] = {
            "fact_id": one.fact_id, "score": round(score, 4), "action": action, "reason": reason[:200],
        }  # fmt: skip

    def leave(self, one: Known, score: float) -> None:
        """Note that what is meant was said or handled after the wish."""
        self.is_late = True
        self.note(one, score, "left alone", SAID_SINCE)

    def told(self, wish: Wish, outcome: str, reason: str = "", **fields: object) -> Verdict:
        rows = tuple(self.rows.values())
        return replace(Verdict(wish, outcome, reason, candidates=rows, engine=self.engine), **fields)  # type: ignore[arg-type]

    def nothing(self, wish: Wish) -> Verdict:
        """Why nothing is changed."""
        if self.failed:
            return self.told(wish, UNDECIDED, self.failed)
        return self.told(wish, NOT_CONFIRMED if self.rows else NOT_FOUND, SAID_SINCE if self.is_late else "")


@dataclass(frozen=True)
class Finder:
    """Looks for what a wish means; `ask` confirms or refuses a find."""

    ask: Ask
    rules: Rules

    def look(self, wish: Wish, active: Sequence[Known]) -> Look:
        """The active facts that a wish means. Beside the first, a statement means only others that say the same."""
        look = Look()
        for one, score in self._near(wish, active):
            doubt = self._speaks_against(wish, one, look.meant)
            if doubt:
                look.note(one, score, "no match", doubt)
                continue
            answer = self.confirm(wish, one, look)
            if answer.is_match and one.is_since(wish.said_at):
                look.leave(one, score)
                continue
            look.note(one, score, "match" if answer.is_match else "no match", answer.failed or answer.reason)
            if answer.is_match:
                look.meant.append(one)
        return look

    def _near(self, wish: Wish, active: Sequence[Known]) -> list[tuple[Known, float]]:
        """Facts that are near in meaning, share words or fill the same slot; the very words first, then by score."""
        scores = self._scores(wish.vector, active)
        topic_slot = slots.slot_of("user_fact", wish.old, "")
        target = wish.candidate.slot if wish.candidate else ""
        found = []
        for one, score in zip(active, scores, strict=True):
            is_near = score > self.rules.limits.similar_score or (one.slot and one.slot in (topic_slot, target))
            if is_near or self._shares_words(wish, one) or _is_on_topic(wish, one):
                found.append((one, score))
        found.sort(key=lambda pair: (not _same_words(wish.old, pair[0].content), -pair[1], pair[0].fact))
        most = LOOKED_AT if wish.is_topic else self.rules.limits.nearest
        return found[:most]

    def _shares_words(self, wish: Wish, one: Known) -> bool:
        bare = normal.bare(one.content)
        return (
            similarity.overlap(wish.bare, bare) > self.rules.limits.overlap or wish.bare.casefold() in bare.casefold()
        )

    def _scores(self, vector: Sequence[float] | None, facts: Sequence[Known]) -> list[float]:
        given = [one for one in facts if one.vector is not None]
        if vector is None or not given:
            return [0.0] * len(facts)
        found = dict(
            zip(
                (one.fact for one in given),
                self.rules.scores(vector, [one.vector for one in given if one.vector is not None]),
                strict=True,
            )
        )
        return [found.get(one.fact, 0.0) for one in facts]

    def _speaks_against(self, wish: Wish, one: Known, meant: Sequence[Known]) -> str:
        """Why a fact cannot be meant whatever anybody answers; of a topic everything may be."""
        if wish.is_topic:
            return ""
        parts = (one.content, *atoms.atoms(one.content))
        differences = [same.differing(wish.old, part) for part in parts]
        difference = differences[0]
        if NEVER_THE_SAME.issuperset(differences) and not wish.is_value:
            return f"{difference} differs"
        if meant and one.content != meant[0].content:
            score = self._scores(meant[0].vector, [one])[0]
            if not same.is_same(meant[0].content, one.content, score, self.rules.limits.same_score):
                return "not the same as what was found"
        return ""

    def confirm(self, wish: Wish, one: Known, look: Look) -> MatchAnswer:
        answer = self.ask(MatchQuestion(wish.op, wish.new if wish.op == ADD else wish.old, one.content))
        look.engine, look.failed = answer.engine, answer.failed or look.failed
        return answer

    def means(self, wish: Wish, content: str) -> MatchAnswer:
        return self.ask(MatchQuestion(wish.op, wish.old, content))

    def nearest_same(self, candidate: Candidate, facts: Sequence[Known]) -> tuple[Known, float] | None:
        scored = sorted(
            zip(facts, self._scores(candidate.vector, facts), strict=True),
            key=lambda pair: (pair[0].content != candidate.content, -pair[1], pair[0].fact),
        )
        line = self.rules.limits.same_score
        return next(
            ((one, score) for one, score in scored if same.is_same(one.content, candidate.content, score, line)), None
        )


def _same_words(one: str, other: str) -> bool:
    return _words(one) == _words(other)


def _words(text: str) -> str:
    """The person themselves left out: 我喜欢可乐 and 用户喜欢可乐 are the same words."""
    return normal.bare(text).removeprefix("我").casefold()


def _is_on_topic(wish: Wish, one: Known) -> bool:
    return wish.topic is not None and wish.topic.covers(relatives.without_subject(normal.bare(one.content)))
