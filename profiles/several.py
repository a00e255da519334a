"""What a person does to several facts at once: forget those that were chosen, and take that back."""

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from profiles import editing, mine
from profiles.console import ConsoleRequest, signed_in
from profiles.desk import Desk


@signed_in
@require_POST
def forget(request: ConsoleRequest) -> HttpResponse:
    """Forget all the facts that were chosen in the list, with one way to take that back."""
    desk = Desk.own(request)
    chosen = request.POST.getlist("fact")[: mine.FACTS_SHOWN]
    gone, events = editing.delete_all(
        desk.profile, chosen, scope_id=desk.view.scope_id, origin=request.visitor.origin, now=timezone.now()
    )
    if gone:
        done = ngettext(
            "Forgotten: %(number)d fact. From now on it is in no answer.",
            "Forgotten: %(number)d facts. From now on they are in no answer.",
            len(gone),
        )
        undo = reverse("facts-undo", args=[events.start, events.stop])
        messages.success(request, done % {"number": len(gone)}, extra_tags=undo)
    elif chosen:
        messages.info(request, _("What you chose was no longer in force. Nothing was done now."))
    else:
        messages.info(request, _("Choose at least one fact first."))
    return desk.after()


@signed_in
@require_POST
def bring_back(request: ConsoleRequest, first: int, end: int) -> HttpResponse:
    """Take back what `forget` did, but for the facts to which something happened since."""
    desk = Desk.own(request)
    done = editing.restore_all(desk.profile, range(first, end), origin=request.visitor.origin, now=timezone.now())
    if done.fact_ids:
        sentence = ngettext(
            "Restored: %(number)d fact is remembered again.",
            "Restored: %(number)d facts are remembered again.",
            len(done.fact_ids),
        )
        messages.success(request, sentence % {"number": len(done.fact_ids)})
    if done.kept:
        sentence = ngettext(
            "%(number)d fact changed since and stays as it is.",
            "%(number)d facts changed since and stay as they are.",
            len(done.kept),
        )
        messages.info(request, sentence % {"number": len(done.kept)})
    if not (done.fact_ids or done.kept):
        messages.info(request, _("This was undone already, or changed again since. Nothing was done now."))
    return desk.from_toast()
