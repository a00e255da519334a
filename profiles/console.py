"""Who sits at the console: the account, the tenant it looks at, and which person it is there."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from engine.errors import Refused
from profiles import rates
from profiles.changes import Origin
from profiles.lifecycle import Source
from profiles.models import Member, Profile

if TYPE_CHECKING:
    from django.contrib.auth.models import User

APPEARANCE, APPEARANCES = "appearance", ("light", "dark")  # the cookie and what it may say
TENANT = "tenant"  # in the session: the tenant that a person with several memberships looks at
A_YEAR = 365 * 24 * 60 * 60  # seconds that a cookie is kept
VARIES = ("HX-Request", "HX-History-Restore-Request")
# Refusals whose own sentence is written for programs, in English alone.
SENTENCES = {
    "profile_gone": _("This person is no longer known: what was remembered has been erased."),
    "stale": _("This was changed meanwhile, so nothing was done. Look at it again."),
    "rate_limited": _("You have asked too often within a minute. Wait a moment and try again."),
    "forbidden_transition": _("This cannot be done with the fact as it is now. Look at its history."),
}
TOO_MANY_ATTEMPTS = _("There were too many attempts. Wait a quarter of an hour and try again.")
P = ParamSpec("P")


@dataclass(frozen=True)
class Visitor:
    """An account and its memberships; `member` is the one in use, None when the account belongs to no tenant."""

    account: "User"
    member: Member | None = None
    members: tuple[Member, ...] = ()

    @property
    def profile(self) -> Profile | None:
        """The remembered person that this account is in the tenant, if any."""
        return self.member.profile if self.member else None

    @property
    def actor(self) -> str:
        return f"account:{self.account.pk}"

    @property
    def origin(self) -> Origin:
        return Origin(self.actor, Source.CONSOLE)

    @property
    def may_administer(self) -> bool:
        return self.account.is_superuser or bool(self.member and self.member.is_operator)


class ConsoleRequest(HttpRequest):
    """A request of somebody signed in, as `signed_in` hands it to a page."""

    visitor: Visitor
    htmx: HtmxDetails


Page = Callable[Concatenate[ConsoleRequest, P], HttpResponseBase]


def appearance(request: HttpRequest) -> dict[str, str]:
    """For templates: light, dark, or '' for as the system says."""
    chosen = request.COOKIES.get(APPEARANCE, "")
    return {APPEARANCE: chosen if chosen in APPEARANCES else ""}


class NobodyHere(Refused):
    """The account is no remembered person in this tenant, so there is nothing of its own to change."""

    code = "no_profile"
    status = 403

    def __init__(self) -> None:
        super().__init__(_("Your account is not linked to a person, so there is no memory of your own here."))


class NothingHere(Refused):
    """There is no such row, or it is somebody else's: which of the two is not said."""

    code = "not_found"
    status = 404

    def __init__(self) -> None:
        super().__init__(_("There is nothing here, or it is not yours to see."))


class Unstorable(Refused):
    """A field of a form, or its name, holds a character that no text in the database may hold."""

    code = "request_invalid"
    status = 400

    def __init__(self) -> None:
        super().__init__(_("What was sent holds a character that cannot be stored, so nothing was done."))


def visitor_of(request: HttpRequest) -> Visitor:
    """The signed-in account with its memberships, in one query."""
    account = cast("User", request.user)
    members = tuple(
        Member.objects.filter(account_id=account.pk)
        .select_related("tenant", "profile", "profile__user", "profile__end_user")
        .order_by("pk")
    )
    chosen = request.session.get(TENANT)
    member = next((one for one in members if one.tenant_id == chosen), members[0] if members else None)
    return Visitor(account, member, members)


def own_profile(request: ConsoleRequest) -> Profile:
    """The person that the visitor is. Raises NobodyHere."""
    if request.visitor.profile is None:
        raise NobodyHere
    return request.visitor.profile


def count(request: ConsoleRequest) -> None:
    """Count it among the account's requests of this minute, as the API does. For pages on which a model or an embedder
    is asked. Raises rates.TooMany.
    """
    rates.charge(request.META, request.visitor.actor, now=timezone.now())


def wants_fragment(request: HttpRequest) -> bool:
    """Whether only a part of the page was asked for; a page restored from history is asked for whole."""
    asked = cast("ConsoleRequest", request).htmx
    return bool(asked) and not asked.history_restore_request


def signed_in(page: Page[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Show a page to people who are signed in; what it refuses becomes a sentence, never a bare error."""

    @wraps(page)
    @never_cache
    def shown(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        response = _shown(page, request, *args, **kwargs)
        patch_vary_headers(response, VARIES)
        return response

    return cast("Callable[Concatenate[HttpRequest, P], HttpResponseBase]", shown)


def _shown(page: Page[P], request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return to_sign_in(request)
    guest = cast("ConsoleRequest", request)
    guest.visitor = visitor_of(request)
    try:
        _check_storable(request)
        return page(guest, *args, **kwargs)
    except Refused as error:
        return refusal(request, error)


def _check_storable(request: HttpRequest) -> None:
    """Raises Unstorable. What is no UTF-8 was replaced already when the form was read."""
    if any("\0" in text for name, values in request.POST.lists() for text in (name, *values)):
        raise Unstorable


def is_ours(address: str) -> bool:
    """Whether an address that came from outside leads to a page of this service; the name of a route is none."""
    return address.startswith("/") and url_has_allowed_host_and_scheme(address, allowed_hosts=None)


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Lead to the sign-in page and back; a fragment request is told to leave the page, not given a form to swap in."""
    if wants_fragment(request):
        return HttpResponseClientRedirect(redirect_to_login(_seen_at(request)).url)
    asked = request.get_full_path() if request.method == "GET" else reverse("home")
    return redirect_to_login(asked)


def _seen_at(request: HttpRequest) -> str:
    """The page that a fragment was asked for from, as the browser says."""
    try:
        return cast("ConsoleRequest", request).htmx.current_url_abs_path or "/"
    except ValueError:
        return "/"


def refusal(request: HttpRequest, error: Refused) -> HttpResponse:
    """The sentence of a refusal, as a line above the page or as a page of its own."""
    sentence = SENTENCES.get(error.code, error.sentence)
    answer = sorry(request, title=_title(request, error.status), sentence=sentence, status=error.status)
    if isinstance(error, rates.TooMany):
        answer["Retry-After"] = str(error.retry_after)
    return answer


def _title(request: HttpRequest, status: int) -> object:
    """Who only looks was not going to do anything."""
    if status == HTTPStatus.NOT_FOUND:
        return _("Not found")
    is_look = request.method in {"GET", "HEAD"}
    if is_look and status == HTTPStatus.FORBIDDEN:
        return _("You may not see this page")
    return _("Not understood") if is_look and status == HTTPStatus.BAD_REQUEST else _("This was not done")


def sorry(request: HttpRequest, *, title: object, sentence: object, status: int, back: str = "/") -> HttpResponse:
    """Say why something did not happen and where to go from here."""
    if wants_fragment(request):
        messages.error(request, str(sentence))
        return render(request, "_toast.html", status=status)
    about = {"title": title, "sentence": sentence, "back": back, "back_label": _("Back")}
    return render(request, "refused.html", about, status=status)
