"""What a context tells of conversations: recent ones in a line each, and the running one by the sections of its summary."""

import re
from collections.abc import Iterable
from datetime import datetime

from engine.text import headings, keywords, normal
from memoryhub.layout import Item, Yields
from profiles.models import Profile
from summaries import episodes, sections
from summaries.models import SummarySnapshot

# A heading of a section inside a line of one opens nothing.
_MARK = re.compile(rf"[\[【［]\s*({'|'.join(headings.NAMES)})\s*[\]】］]", re.IGNORECASE)


def recent(profile: Profile, *, scope_id: str, question: str, now: datetime, is_chinese: bool) -> list[Item]:
    """The person's own episodes that the question calls up, best first."""
    return [
        Item(
            "episodes",
            f"e_{one.episode.pk}",
            one.told(now, is_chinese=is_chinese),
            Yields.EPISODE,
            weight=one.score,
            score=round(one.score, 4),
            type="episode",
        )
        for one in episodes.recall(profile, scope_id=scope_id, question=question, now=now)
    ]


def running(profile: Profile, session_id: str, *, scope_id: str, told: Iterable[Item]) -> list[Item]:
    """The latest good summary of a session, a line for each section that says something `told` does not say already.

    One statement.
    """
    latest = (
        SummarySnapshot.objects.filter(
            session__profile=profile,
            session__session_id=session_id,
            scope_id=scope_id,
            status=SummarySnapshot.State.OK,
            deleted_at=None,
        )
        .order_by("-version")
        .first()
    )
    if latest is None:
        return []
    texts = section_lines(latest.text, [item.text for item in told])
    return [Item("summary", f"s_{latest.pk}", text, Yields.SUMMARY, type="summary") for text in texts]


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


def _plain(text: str) -> str:
    return normal.statement(text).casefold()


def _joined(lines: list[str]) -> str:
    return ("；" if keywords.has_cjk(lines[0]) else "; ").join(lines)
