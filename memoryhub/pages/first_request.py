"""The call that fills pages on which no agent has asked for anything yet, ready to be pasted into a shell."""

from django.utils.translation import gettext as _

from observability import stats
from profiles import firstcall
from profiles.console import ConsoleRequest


def command(request: ConsoleRequest) -> str:
    """A question of the person who reads this, or of an example."""
    profile = request.visitor.profile
    named = firstcall.identity_of(profile) if profile else {"user_id": "alice"}
    body = {**named, **firstcall.PLACE, "question": _("What do you know about me?")}
    return firstcall.shell("POST", f"{firstcall.base_of(request)}/api/context", body)


def missing(request: ConsoleRequest, tenant_id: int) -> str:
    """The same where nothing was ever asked, '' elsewhere."""
    return command(request) if stats.last_hour(tenant_id) is None else ""
