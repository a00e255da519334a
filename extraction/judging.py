"""The judge of one job: asked at most once about a pair, and, when it costs a call, not without end."""

from dataclasses import dataclass, field

from engine import mind
from engine.errors import ProviderFailed
from engine.questions import JudgeAnswer, JudgeQuestion, ModelChoice
from observability import budget


@dataclass
class Bench:
    """`left` is how many pairs a model may still judge for this job; the rules cost nothing and have no end.

    Raises ProviderFailed when the day's budget is used up: nothing was tried, so nothing is decided.
    """

    choice: ModelChoice
    left: int
    answers: dict[tuple[str, str, str], JudgeAnswer] = field(default_factory=dict)

    def judge(self, question: JudgeQuestion) -> JudgeAnswer:
        """The engine's answer, the former one where a decision is taken again."""
        pair = (question.existing, question.incoming, question.type)
        if pair not in self.answers:
            self.answers[pair] = self._ask(question)
        return self.answers[pair]

    def _ask(self, question: JudgeQuestion) -> JudgeAnswer:
        if not self.choice.is_embedded:
            if self.left <= 0:
                return JudgeAnswer(failed="too_many", engine=self.choice.model)
            self.left -= 1
        answer = mind.for_scope(self.choice).judge(question)
        if answer.failed == budget.USED_UP:  # both statements would be kept for good; the whole job waits instead
            raise ProviderFailed(answer.failed, retry_after=answer.retry_after)
        return answer
