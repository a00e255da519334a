"""The embedded engine's judge: what becomes of a new statement beside a stored one, by rules, offline (SPEC M5)."""

from engine.questions import JudgeAnswer, JudgeQuestion


def judge(question: JudgeQuestion) -> JudgeAnswer:
    """One of replace, append, same, skip and new, with the rule that said so."""
    return JudgeAnswer(reason="no rule speaks against keeping both")
