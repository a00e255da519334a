"""One's own password, changed by whoever knows the old one."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from memoryhub.environment import SHORTEST_PASSWORD
from profiles import console, rates
from profiles.console import ConsoleRequest, signed_in
from profiles.forms import Marked

FIELD = {"class": "form-control"}


class OwnPasswordForm(PasswordChangeForm):
    """The stock form in the console's words."""

    bound_field_class = Marked

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.error_messages = self.error_messages | {
            "password_incorrect": gettext_lazy("This is not your present password. Capitals matter."),
            "password_mismatch": gettext_lazy("The two are not the same."),
        }
        words = {
            "old_password": (gettext_lazy("Your present password"), ""),
            "new_password1": (
                gettext_lazy("The new password"),
                gettext_lazy("At least %(least)d characters, not digits alone, and no password that many people use.")
                % {"least": SHORTEST_PASSWORD},
            ),
            "new_password2": (gettext_lazy("The new password once more"), ""),
        }
        for name, (label, help_text) in words.items():
            field = self.fields[name]
            field.label, field.help_text = label, help_text
            field.error_messages["required"] = _("Fill this in.")
            field.widget.attrs |= FIELD


@signed_in
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: ConsoleRequest) -> HttpResponse:
    """Every other session of the account ends. Guesses at the old password are counted as at the sign-in."""
    account = request.visitor.account
    if request.method != "POST":
        return render(request, "pages/password.html", {"form": OwnPasswordForm(account)})
    address = request.META.get("REMOTE_ADDR", "")
    if not rates.sign_in_allowed(account.get_username(), address, now=timezone.now()):
        about: dict[str, Any] = {"form": OwnPasswordForm(account), "problem": console.TOO_MANY_ATTEMPTS}
        return render(request, "pages/password.html", about, status=HTTPStatus.TOO_MANY_REQUESTS)
    form = OwnPasswordForm(account, request.POST)
    if not form.is_valid():
        return render(request, "pages/password.html", {"form": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    form.save()
    rates.sign_in_succeeded(account.get_username(), address)
    update_session_auth_hash(request, account)
    messages.success(request, _("Your password was changed. Whoever was signed in elsewhere has to sign in again."))
    return redirect("password")
