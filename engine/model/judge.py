"""The judge behind an endpoint: what becomes of a new statement beside a stored one (SPEC M5)."""

from engine.questions import JudgeAnswer, JudgeQuestion, ModelChoice


def judge(question: JudgeQuestion, choice: ModelChoice) -> JudgeAnswer:
    """The model's verdict; an unusable one, after one retry, counts as append and says so."""
    return JudgeAnswer(failed="not_asked", engine=choice.model)
