"""What a context tells of conversations: recent ones in a line each, the running one by its summary and its last rounds."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import QuerySet

from engine.text import headings, keywords, normal
from memoryhub.layout import Item, Yields, first_line
from profiles.composed import ComposedRows
from profiles.models import Profile
from summaries import episodes, reach, sections, window
from summaries.models import ROLES, Message, SummarySnapshot

# A heading of a section inside a line of one opens nothing.
_MARK = re.compile(rf"[\[【［]\s*({'|'.join(headings.NAMES)})\s*[\]】］]", re.IGNORECASE)
# Names under which a person could speak as somebody else.
_OTHERS = frozenset({*ROLES, "developer", "human", "ai", "系统", "助手", "用户", "开发者", "工具"})
_COLONS = re.compile(r"\s*[:：]+\s*")


def recent(
    profile: Profile,
    *,
    scope_id: str,
    question: str,
    now: datetime,
    is_chinese: bool,
    session_id: str = "",
    agents: frozenset[str] = frozenset(),
) -> list[Item]:
    """The person's own episodes that the question calls up, best first; of these agents' conversations if there are some.

    None of the running conversation: its summary and its rounds stand below.
    """
    found = episodes.recall(profile, scope_id=scope_id, question=question, now=now, running=session_id, agents=agents)
    return [
        Item(
            "episodes",
            f"e_{one.episode.pk}",
            one.told(now, is_chinese=is_chinese),
            Yields.EPISODE,
            weight=one.score,
            score=round(one.score, 4),
            type="episode",
            says=(one.episode.summary,),
        )
        for one in found
    ]


def running(
    profile: Profile, session_id: str, *, scope_id: str, told: Iterable[Item], agents: frozenset[str] = frozenset()
) -> list[Item]:
    """The latest good summary of a session, a line for each section that says something `told` does not say already.

    Where there are `agents`, none of a conversation that another one took part in. One statement.
    """
    confined = {"agents": sorted(agents)} if agents else {}
    latest = _LATEST.objects(profile=profile.pk, session_id=session_id, scope_id=scope_id, **confined)
    if not latest:
        return []
    texts = section_lines(latest[0].text, [item.text for item in told])
    return [Item("summary", f"s_{latest[0].pk}", text, Yields.SUMMARY, type="summary") for text in texts]


def _latest(*, profile: int, session_id: str, scope_id: str, agents: Sequence[str] = ()) -> QuerySet[SummarySnapshot]:
    of_session = SummarySnapshot.objects.filter(session__profile=profile, session__session_id=session_id)
    of_session = of_session.filter(reach.of_agents(agents)) if agents else of_session
    return of_session.filter(scope_id=scope_id, deleted_at=None).good().order_by("-version")[:1]


_LATEST = ComposedRows(SummarySnapshot, ("id", "text"), _latest)


def section_lines(text: str, told: Iterable[str]) -> list[str]:
    """A line for each section of a summary that says something new; the whole in one line where it has no sections."""
    if not headings.read(text):
        return [text]
    known = {_plain(one) for one in told}
    fresh = {
        name: [_MARK.sub(r"\1", line) for line in lines if _plain(line) not in known]
        for name, lines in sections.as_object(text).items()
    }
    return [f"[{name}] {_joined(lines)}" for name, lines in fresh.items() if lines]


def rounds(
    profile: Profile,
    session_id: str,
    *,
    scope_id: str,
    most: int,
    question: str,
    message_id: str,
    agents: frozenset[str] = frozenset(),
) -> list[Item]:
    """The last rounds of a session as they were said, with these agents if there are some, a line a message.

    One statement.
    """
    found = window.recent(
        profile, session_id, scope_id=scope_id, rounds=most, question=question, message_id=message_id, agents=agents
    )
    return [item for age, one in enumerate(found) for item in _round(one, age, is_newest=age == len(found) - 1)]


def speaker(message: Message) -> str:
    """Whom a message is shown to be from: by name, unless that is somebody else's or begins nothing but a heading, and
    always before the only colon."""
    name = first_line(_COLONS.sub(" ", message.name))
    return message.role if not name or name.casefold() in _OTHERS else name


def _round(one: window.Round, age: int, *, is_newest: bool) -> list[Item]:
    items = []
    for message in one.messages:
        is_kept = is_newest and message is one.asked
        yields = Yields.NEVER if is_kept else Yields.RECENT
        text = f"{speaker(message)}: {message.content}"
        items.append(
            Item("recent", message.message_id, text, yields, weight=age, type=message.role, says=(message.content,))
        )
    return items


def _plain(text: str) -> str:
    return normal.statement(text).casefold()


def _joined(lines: list[str]) -> str:
    return ("；" if keywords.has_cjk(lines[0]) else "; ").join(lines)
