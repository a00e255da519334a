"""The call that writes a first global memory, ready to be pasted into a shell."""

from django.utils.translation import gettext as _

from memoryhub.pages.globals.global_shelf import TENANT, Shelf
from profiles import firstcall
from profiles.console import ConsoleRequest


def command(request: ConsoleRequest, shelf: Shelf) -> str:
    """A curl command for these memories; the reader puts in a key of their own."""
    profile = shelf.visitor.profile
    whose = {"owner": TENANT} if shelf.is_tenants or profile is None else firstcall.identity_of(profile)
    body = whose | {
        "name": _("How to answer me"),
        "answer_style": _("Short, with the result first."),
        "tags": [_("style")],
    }
    return firstcall.shell("POST", f"{firstcall.base_of(request)}/api/global-memories", body)
