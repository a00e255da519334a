"""The embedded engine's check of a wish about the memory against a stored statement (SPEC X10)."""

from engine.questions import MatchAnswer, MatchQuestion
from engine.text import normal


def match(question: MatchQuestion) -> MatchAnswer:
    """Whether the wish means this statement and no other."""
    return MatchAnswer(is_match=normal.statement(question.wish) == normal.statement(question.stored))
