"""The call that fills the pages of background work: a first message of somebody, ready to be pasted into a shell."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from profiles import firstcall


def command(request: HttpRequest) -> str:
    body = {
        "end_user_id": "acme",
        "agent_id": "my-agent",
        "session_id": "first-conversation",
        "messages": [{"role": "user", "content": _("I live in Lisbon and I am allergic to peanuts.")}],
    }
    return firstcall.shell("POST", f"{firstcall.base_of(request)}/api/messages", body)
