"""The check of a wish about the memory by a model behind an endpoint (SPEC X10)."""

from engine.questions import MatchAnswer, MatchQuestion, ModelChoice


def match(question: MatchQuestion, choice: ModelChoice) -> MatchAnswer:
    """The model's verdict; an unusable one, after one retry, is no match."""
    return MatchAnswer(failed="not_asked", engine=choice.model)
