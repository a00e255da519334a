"""The running conversation: the last rounds of a session as they were said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from engine import questions
from profiles.composed import ComposedRows
from profiles.models import Profile
from summaries.models import Message

# Messages read to find the last rounds: a round of more than a dozen answers is cut at its old end.
ROWS_PER_ROUND = 12


@dataclass(frozen=True)
class Round:
    """What a person said and what was answered to it; `asked` None when the session began with an answer."""

    asked: Message | None
    answers: tuple[Message, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        return ((self.asked,) if self.asked else ()) + self.answers


def recent(
    profile: Profile,
    session_id: str,
    *,
    scope_id: str,
    rounds: int,
    question: str = "",
    message_id: str = "",
    agents: frozenset[str] = frozenset(),
) -> list[Round]:
    """The last rounds, oldest first, without the question itself (named by id, or the last thing said if it is it).

    `agents`: only what was said with these, if there are some.
    """
    its = {"profile": profile.pk, "session_id": session_id, "scope_id": scope_id}
    rows = _LAST.objects(rounds * ROWS_PER_ROUND, **its, **({"agents": sorted(agents)} if agents else {}))
    said = _without_question(rows[::-1], question, message_id)
    return in_rounds(said)[-rounds:] if rounds else []


def _last(most: int, *, profile: int, session_id: str, scope_id: str, agents: Sequence[str] = ()) -> QuerySet[Message]:
    its = Message.objects.filter(session__profile=profile, session__session_id=session_id, scope_id=scope_id)
    its = its.filter(agent_id__in=agents) if agents else its
    return its.undeleted().chat().order_by("-said_at", "-pk")[:most]


_LAST = ComposedRows(Message, ("id", "message_id", "role", "name", "content", "said_at"), _last)


def in_rounds(messages: Iterable[Message]) -> list[Round]:
    """Messages in the order in which they were said, each user message opening a round."""
    found: list[Round] = []
    for message in messages:
        if message.role == questions.USER or not found:
            is_user = message.role == questions.USER
            found.append(Round(message) if is_user else Round(None, (message,)))
        else:
            found[-1] = Round(found[-1].asked, (*found[-1].answers, message))
    return found


def _without_question(messages: Sequence[Message], question: str, message_id: str) -> list[Message]:
    if message_id:
        return [message for message in messages if message.message_id != message_id]
    last = messages[-1] if messages else None
    is_question = last is not None and last.role == questions.USER and last.content.strip() == question.strip()
    return list(messages[:-1] if is_question else messages)
