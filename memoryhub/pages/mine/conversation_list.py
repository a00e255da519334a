"""My conversations, the newest first."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.text import normal, retelling
from memoryhub.pages.mine.conversations import episode_of
from profiles import mine
from profiles.console import ConsoleRequest, own_profile, signed_in
from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries.models import Message, Session, SummarySnapshot

SHOWN = 30


@dataclass(frozen=True)
class Entry:
    """One conversation of the list under its first words, or its id."""

    session: Session
    title: str
    topics: Sequence[str] = ()


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    profile, after = own_profile(request), normal.whole_number(request.GET.get("after"))
    rows = _listed(profile)
    ahead = list((rows if after is None else _behind(rows, after))[: SHOWN + 1])
    shown = ahead[:SHOWN]
    about = {
        "entries": [_entry(one) for one in shown],
        "next": shown[-1].pk if len(ahead) > SHOWN else None,
        "after": after,
        "call": "" if shown or after else mine.first_call(profile, request, DEFAULT_SCOPE),
    }
    return render(request, "pages/conversations.html", about)


def _listed(profile: Profile) -> QuerySet[Session]:
    """One in which nothing was said yet comes last."""
    said = Message.objects.filter(session=OuterRef("pk")).undeleted().chat().order_by()
    number = Subquery(said.values("session").annotate(number=Count("pk")).values("number"))
    return (
        Session.objects.of(profile)
        .select_related("episode")
        .annotate(
            message_count=Coalesce(number, 0, output_field=IntegerField()),
            has_summary=Exists(SummarySnapshot.objects.good().filter(session=OuterRef("pk"), deleted_at=None)),
        )
        .order_by(F("last_message_at").desc(nulls_last=True), "-pk")
    )


def _behind(rows: QuerySet[Session], seen: int) -> QuerySet[Session]:
    """What comes behind the conversation with this key; nothing where there is none."""
    last = rows.filter(pk=seen).first()
    if last is None:
        return rows.none()
    if last.last_message_at is None:
        return rows.filter(last_message_at=None, pk__lt=seen)
    older = Q(last_message_at__lt=last.last_message_at) | Q(last_message_at=None)
    return rows.filter(older | Q(last_message_at=last.last_message_at, pk__lt=seen))


def _entry(session: Session) -> Entry:
    episode = episode_of(session)
    first = retelling.sentences(episode.summary)[:1] if episode else []
    return Entry(session, title=first[0] if first else session.session_id, topics=episode.topics if episode else ())
