"""Deleting a whole conversation: what becomes of what was learned in it is said, and chosen, beforehand."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from extraction import deletion
from extraction.deletion import Deleted
from memoryhub.pages.mine import conversations
from profiles.console import ConsoleRequest, NothingHere, signed_in
from profiles.shelves import scope_query
from summaries.models import Message, Session

FACTS_SHOWN = 50


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: ConsoleRequest, number: int) -> HttpResponse:
    """Ask first, then delete one's own conversation."""
    session = conversations.own(request, number)
    if request.method != "POST":
        return _ask(request, session)
    done = deletion.delete_whole(
        session,
        origin=request.visitor.origin,
        now=timezone.now(),
        forgets_facts=request.POST.get("facts") == "forget",
    )
    if done is None:
        raise NothingHere
    messages.success(request, _told(done))
    return redirect("conversations")


def _ask(request: ConsoleRequest, session: Session) -> HttpResponse:
    facts = deletion.learned_only_in(session)
    about = {
        "session": session,
        "messages_in_it": Message.objects.filter(session=session).count(),
        "facts": [(fact, scope_query(fact.scope_id)) for fact in facts[:FACTS_SHOWN]],
        "number": len(facts),
    }
    return render(request, "pages/conversation_delete.html", about)


def _told(done: Deleted) -> str:
    number = len(done.facts)
    if not number:
        return _("The conversation was deleted. Nothing that is remembered was learned in it alone.")
    if done.is_forgotten:
        sentence = ngettext(
            "The conversation was deleted, and %(number)d fact was forgotten with it. It can be restored under Past.",
            "The conversation was deleted, and %(number)d facts were forgotten with it. They can be restored under Past.",
            number,
        )
    else:
        sentence = ngettext(
            "The conversation was deleted. %(number)d fact that was learned only in it stays.",
            "The conversation was deleted. %(number)d facts that were learned only in it stay.",
            number,
        )
    return sentence % {"number": number}
