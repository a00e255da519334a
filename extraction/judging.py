"""The judge of one job: asked at most once about a pair, and, when it costs a call, not without end."""

from dataclasses import dataclass, field

from engine import mind
from engine.questions import JudgeAnswer, JudgeQuestion, ModelChoice


@dataclass
class Bench:
    """`left` is how many pairs a model may still judge for this job; the rules cost nothing and have no end."""

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
        return mind.for_scope(self.choice).judge(question)
