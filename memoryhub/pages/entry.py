"""Coming in and going out: home, sign in, sign out, language, and which organisation is looked at."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from memoryhub.pages.playground import first_run
from profiles import console, rates
from profiles.console import ConsoleRequest, Visitor, signed_in
from profiles.forms import Marked

FIELD = {"class": "form-control"}


class SignInForm(AuthenticationForm):
    """Name and password, with sentences that say what to do. It does not say which of the two was wrong."""

    bound_field_class = Marked

    error_messages = {  # noqa: RUF012 - as the stock form declares it
        "invalid_login": _("This name and password do not belong together. Check both; capitals matter."),
        "inactive": _("This account is switched off. Ask whoever runs this installation."),
    }

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.fields["username"].label = _("Account name")
        self.fields["username"].error_messages["required"] = _("Enter your account name.")
        self.fields["password"].error_messages["required"] = _("Enter your password.")
        for field in self.fields.values():
            field.widget.attrs |= FIELD


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Lead administrators of an empty installation to the first steps; everybody else to what is theirs."""
    if not request.user.is_authenticated:
        return redirect(settings.LOGIN_URL)
    visitor = console.visitor_of(request)
    return redirect("first-run" if first_run.is_wanted(request, visitor) else _place_of(visitor))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Let somebody in who knows the password; whoever tries too often waits, right or wrong."""
    asked = request.POST if request.method == "POST" else request.GET
    onward = _safe(asked.get("next", ""))
    if request.method != "POST":
        return redirect(onward) if request.user.is_authenticated else _ask(request, SignInForm(request), onward)
    name, address = request.POST.get("username", ""), request.META.get("REMOTE_ADDR", "")
    if not rates.sign_in_allowed(name, address, now=timezone.now()):
        problem = str(console.TOO_MANY_ATTEMPTS)
        return _ask(request, SignInForm(request), onward, problem, status=HTTPStatus.TOO_MANY_REQUESTS)
    form = SignInForm(request, request.POST)
    if not form.is_valid():
        problem = str(next(iter(form.non_field_errors()), ""))
        return _ask(request, form, onward, problem, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    auth.login(request, form.get_user())
    rates.sign_in_succeeded(name, address)
    return redirect(onward)


@require_POST
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    auth.logout(request)
    return redirect(settings.LOGIN_URL)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Keep the language in a cookie, so that it holds on the sign-in page too."""
    return set_language(request)


@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Keep light or dark in a cookie; anything else is as the system says."""
    chosen = request.POST.get("appearance", "")
    answer = redirect(_safe(request.POST.get("next", "")))
    if chosen in console.APPEARANCES:
        answer.set_cookie(
            console.APPEARANCE,
            chosen,
            max_age=console.A_YEAR,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    else:
        answer.delete_cookie(console.APPEARANCE, samesite="Lax")
    return answer


@signed_in
@require_POST
def tenant(request: ConsoleRequest) -> HttpResponse:
    """Look at another of the organisations that the account is a member of."""
    chosen = request.POST.get("tenant", "")
    if any(str(member.tenant_id) == chosen for member in request.visitor.members):
        request.session[console.TENANT] = int(chosen)
    return redirect("home")


def _place_of(visitor: Visitor) -> str:
    """One's own memory; of those who have none the dashboard for whoever runs the service, the administration for a
    superuser of no organisation."""
    if visitor.profile is not None or not visitor.may_administer:
        return "memory"
    return "observations" if visitor.member else "admin:index"


def _ask(
    request: HttpRequest, form: SignInForm, onward: str, problem: str = "", *, status: int = HTTPStatus.OK
) -> HttpResponse:
    return render(request, "pages/sign_in.html", {"form": form, "next": onward, "problem": problem}, status=status)


def _safe(address: str) -> str:
    """The address to go on to, if it is one of ours."""
    return address if console.is_ours(address) else settings.LOGIN_REDIRECT_URL
