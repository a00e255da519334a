"""One conversation for the person who had it: what was said, condensed and learned in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from engine import questions
from extraction import deletion, names
from memoryhub.pages import line_differences, who
from memoryhub.pages.line_differences import Section
from memoryhub.pages.mine import speakers
from profiles.console import ConsoleRequest, NothingHere, signed_in
from profiles.models import Fact
from profiles.shelves import scope_query
from summaries import pausing
from summaries.models import CHAT, EpisodeSummary, Message, Session, SummarySnapshot

MESSAGES_SHOWN = 100
VERSIONS_SHOWN = 30
FACTS_SHOWN = 50
SECTION_NAMES = {
    "CURRENT_TOPIC": gettext_lazy("What it is about"),
    "CONFIRMED_FACTS": gettext_lazy("What is settled"),
    "TODO_ITEMS": gettext_lazy("What is to be done"),
    "USER_CONSTRAINTS": gettext_lazy("What has to be observed"),
    "OPEN_QUESTIONS": gettext_lazy("What is open"),
}


@dataclass(frozen=True)
class Reader:
    """Who looks: the person themselves, or somebody who administers and `may_look` at what was said, on record."""

    is_owner: bool
    sees_contents: bool
    may_look: bool = False


@dataclass(frozen=True)
class Said:
    """One message of the dialogue."""

    message: Message
    speaker: str
    is_person: bool
    is_step: bool


@dataclass(frozen=True)
class Version:
    """One version of the summary. `why` says why there is no text."""

    snapshot: SummarySnapshot
    why: str = ""

    @property
    def is_readable(self) -> bool:
        return not self.why


@dataclass(frozen=True)
class Learned:
    fact: Fact
    scope_query: str


@signed_in
@require_safe
def show(request: ConsoleRequest, number: int) -> HttpResponse:
    session = _known(request, number)
    reader = _reader(request, session)
    if reader.sees_contents:
        who.note_look(request.visitor, session.profile_id, model="session", key=session.pk)
    return render(request, "pages/conversation.html", _about(request, session, reader))


@signed_in
@require_POST
def delete_message(request: ConsoleRequest, number: int, message: int) -> HttpResponse:
    """Take one's own message out of everything that is shown, learned or condensed."""
    session = own(request, number)
    found = Message.objects.select_related("profile", "session").filter(session=session, pk=message).first()
    if found is None:
        raise NothingHere
    if found.deleted_at is None:
        deletion.delete_message(found, actor=request.visitor.actor, now=timezone.now())
        messages.success(request, _("Deleted. It is in no answer and no summary from now on; what was learned stays."))
    else:
        messages.info(request, _("This message was deleted already."))
    return redirect(_address(request, session, anchor=f"#m-{found.pk}"))


@signed_in
@require_POST
def pause(request: ConsoleRequest, number: int) -> HttpResponse:
    """Stop or resume memory in one conversation, as the button said: pressed twice, it does the same again."""
    session, is_paused = own(request, number), request.POST.get("paused") != "no"
    pausing.pause(session.profile, session.session_id, is_paused, actor=request.visitor.actor, now=timezone.now())
    done = (
        _("Paused in this conversation: nothing of it is learned, and nothing is recalled in it.")
        if is_paused
        else _("Memory works in this conversation again.")
    )
    messages.success(request, done)
    return redirect(_address(request, session))


# --- whose ---------------------------------------------------------------------------------------------------------


def _known(request: ConsoleRequest, number: int) -> Session:
    """One's own, or one of the tenant for those who administer. Raises NothingHere."""
    member = request.visitor.member
    found = Session.objects.select_related("episode", "profile__tenant", "profile__user", "profile__end_user")
    session = found.filter(pk=number, profile__tenant=member.tenant_id).first() if member else None
    if session is None or not (request.visitor.may_administer or _is_owner(request, session)):
        raise NothingHere
    return session


def own(request: ConsoleRequest, number: int) -> Session:
    """One of one's own. Raises NothingHere."""
    session = _known(request, number)
    if not _is_owner(request, session):
        raise NothingHere
    return session


def _is_owner(request: ConsoleRequest, session: Session) -> bool:
    member = request.visitor.member
    return member is not None and member.profile_id == session.profile_id


def _reader(request: ConsoleRequest, session: Session) -> Reader:
    if _is_owner(request, session):
        return Reader(is_owner=True, sees_contents=True)
    may_look = who.sees_contents(request.visitor, session.profile_id)
    return Reader(is_owner=False, sees_contents=may_look and request.GET.get("contents") == "yes", may_look=may_look)


# --- one conversation ----------------------------------------------------------------------------------------------


def _about(request: ConsoleRequest, session: Session, reader: Reader) -> dict[str, Any]:
    page = _messages(request, session)
    about: dict[str, Any] = {
        "session": session,
        "reader": reader,
        "name": who.name_of(session.profile),
        "page": page,
        "dialogue": [_said(message, reader) for message in page],
        "episode": episode_of(session),
        "versions": [],
        "learned": _learned(session, page),
        "contents": "&contents=yes" if reader.sees_contents and not reader.is_owner else "",
    }
    snapshots = SummarySnapshot.objects.filter(session=session).order_by("-version")[:VERSIONS_SHOWN]
    versions = [Version(one, _why_unreadable(one)) for one in snapshots]
    return about | {"versions": versions} | (_compared(request, versions) if reader.sees_contents else {})


def episode_of(session: Session) -> EpisodeSummary | None:
    """None when there is none; the session comes with its episode."""
    return getattr(session, "episode", None)


def _messages(request: ConsoleRequest, session: Session) -> Page[Message]:
    """A stretch of the dialogue, in the order said; the last one unless another is asked for."""
    stretches = Paginator(Message.objects.filter(session=session).as_said(), MESSAGES_SHOWN)
    return stretches.get_page(request.GET.get("page") or stretches.num_pages)


def _said(message: Message, reader: Reader) -> Said:
    speaker = speakers.named(message.role, is_own=reader.is_owner)
    is_step = message.message_type != CHAT or message.role not in speakers.NAMES
    name = message.name if reader.sees_contents else ""
    return Said(message, name or speaker, message.role == questions.USER, is_step)


def _why_unreadable(snapshot: SummarySnapshot) -> str:
    if snapshot.status == SummarySnapshot.State.FAILED:
        return _("It was not written: %(why)s") % {"why": names.reason(snapshot.error)}
    if snapshot.deleted_at is not None or not snapshot.text:
        return _("It was taken out of use, because something that it told of was deleted or came in late.")
    return ""


def _compared(request: ConsoleRequest, versions: Sequence[Version]) -> dict[str, Any]:
    """The version that is shown, and where another one is asked for, what came and went between the two."""
    readable = {str(one.snapshot.version): one.snapshot for one in versions if one.is_readable}
    newest = next(iter(readable.values()), None)
    later = readable.get(request.GET.get("to", ""), newest)
    earlier = readable.get(request.GET.get("from", ""))
    if later is None:
        return {}
    if earlier is None or earlier.pk == later.pk:
        return {"readable": list(readable.values()), "later": later, "summary": _named(line_differences.of(later.text))}
    found = line_differences.between(earlier.text, later.text)
    return {
        "readable": list(readable.values()),
        "later": later,
        "earlier": earlier,
        "summary": _named(found),
        "is_same": not line_differences.has_changes(found),
    }


def _named(found: Sequence[Section]) -> list[tuple[str, Section]]:
    return [(str(SECTION_NAMES.get(section.name, "")), section) for section in found]


def _learned(session: Session, page: Page[Message]) -> list[Learned]:
    """Facts that rest on the messages of this stretch."""
    keys = [message.pk for message in page]
    facts = Fact.objects.filter(profile=session.profile_id, evidence__overlap=keys).order_by("-pk")[:FACTS_SHOWN]
    return [Learned(fact, scope_query(fact.scope_id)) for fact in facts]


def _address(request: ConsoleRequest, session: Session, *, anchor: str = "") -> str:
    page = request.POST.get("page", "")
    stretch = f"?page={page}" if page.isascii() and page.isdecimal() else ""
    return reverse("conversation", args=[session.pk]) + stretch + anchor
