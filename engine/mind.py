"""The seam between the pipelines and the engines: which one answers for a scope."""

from dataclasses import dataclass

from engine.condensing import (
    ConsolidateAnswer,
    ConsolidateQuestion,
    DescribeAnswer,
    DescribeQuestion,
    SummariseAnswer,
    SummariseQuestion,
)
from engine.embedded import consolidate as embedded_consolidate
from engine.embedded import describe as embedded_describe
from engine.embedded import extract as embedded_extract
from engine.embedded import judge as embedded_judge
from engine.embedded import match as embedded_match
from engine.embedded import summarise as embedded_summarise
from engine.model import consolidate as model_consolidate
from engine.model import describe as model_describe
from engine.model import extract as model_extract
from engine.model import judge as model_judge
from engine.model import match as model_match
from engine.model import summarise as model_summarise
from engine.questions import (
    ExtractAnswer,
    ExtractQuestion,
    JudgeAnswer,
    JudgeQuestion,
    MatchAnswer,
    MatchQuestion,
    ModelChoice,
)

EMBEDDED = "embedded"


@dataclass(frozen=True)
class Mind:
    """An engine's verbs. None of them raises for what an engine cannot do: the answer says what failed."""

    choice: ModelChoice

    @property
    def name(self) -> str:
        """What the console and the API call the engine: `embedded`, or the model's own name."""
        return EMBEDDED if self.choice.is_embedded else self.choice.model

    def extract(self, question: ExtractQuestion) -> ExtractAnswer:
        """What the target says that is worth remembering."""
        if self.choice.is_embedded:
            return embedded_extract.extract(question)
        return model_extract.extract(question, self.choice)

    def judge(self, question: JudgeQuestion) -> JudgeAnswer:
        """What becomes of a new statement beside a stored one."""
        if self.choice.is_embedded:
            return embedded_judge.judge(question)
        return model_judge.judge(question, self.choice)

    def match(self, question: MatchQuestion) -> MatchAnswer:
        """Whether a wish about the memory means a stored statement."""
        if self.choice.is_embedded:
            return embedded_match.match(question)
        return model_match.match(question, self.choice)

    def describe(self, question: DescribeQuestion) -> DescribeAnswer:
        """What a whole conversation was about."""
        if self.choice.is_embedded:
            return embedded_describe.describe(question)
        return model_describe.describe(question, self.choice)

    def summarise(self, question: SummariseQuestion) -> SummariseAnswer:
        """The running summary of a conversation, brought up to date."""
        if self.choice.is_embedded:
            return embedded_summarise.summarise(question)
        return model_summarise.summarise(question, self.choice)

    def consolidate(self, question: ConsolidateQuestion) -> ConsolidateAnswer:
        """A plan for tidying a person's facts by what a day's conversations say."""
        if self.choice.is_embedded:
            return embedded_consolidate.consolidate(question)
        return model_consolidate.consolidate(question, self.choice)


def for_scope(choice: ModelChoice) -> Mind:
    """The engine that `choice` names."""
    return Mind(choice)
