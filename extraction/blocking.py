"""What its owner deleted does not come back by itself, in the very words or in others (SPEC P7). Pure."""

from collections.abc import Sequence

from engine.text import normal, similarity
from extraction import doubles
from extraction.candidates import Candidate
from extraction.rulings import Known, Rules
from profiles import same

# Without vectors: the share of the shorter statement's words from which it repeats the other.
SAME_WORDS = 0.8


def twin_of(candidate: Candidate, deleted: Sequence[Known], rules: Rules) -> tuple[Known, float] | None:
    """The deleted fact that the statement repeats and how alike they are (0–1); None when it is news.

    Where there is no vector to compare, the words have to do: a paraphrase must not slip in while an embedder is away.
    """
    exact = next((one for one in deleted if one.content == candidate.content), None)
    if exact is not None:
        return exact, 1.0
    if candidate.vector is not None:
        measured = doubles.likeness(candidate, [one for one in deleted if one.vector is not None], rules)
        twin = doubles.nearest_same(candidate, measured, rules)
        if twin is not None:
            return twin
    unmeasured = [one for one in deleted if candidate.vector is None or one.vector is None]
    return next(((one, SAME_WORDS) for one in unmeasured if _repeats(candidate.content, one.content)), None)


def _repeats(new: str, old: str) -> bool:
    shared = similarity.overlap(normal.bare(new), normal.bare(old))
    return shared >= SAME_WORDS and not same.differing(new, old)
