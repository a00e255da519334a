"""What every request meets before and after its view: a limit for its body, a readable address, headers of the answer."""

import re
from collections.abc import Callable
from http import HTTPStatus

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django_structlog.middlewares import RequestMiddleware

from memoryhub import failures, outage
from memoryhub.api import problems
from profiles import keys, rates

GetResponse = Callable[[HttpRequest], HttpResponseBase]
WITHOUT_DATABASE = ("/healthz", "/readyz", "/metrics", "/static/")  # they say themselves what they miss


REQUEST_ID = "X-Request-ID"
NOTED_ID = "memoryhub.request_id"
# What proxies and tracers make. Anything else is somebody's text, and gets an id of our own.
SANE_ID = re.compile(r"[A-Za-z0-9_.:=-]{8,128}")


class RequestLog(RequestMiddleware):
    """One line a request, with the path alone: what people search for and whom a caller names stands in the query.

    The request's id is that of the proxy before us, if it sends one; the answer says it.
    """

    def prepare(self, request: HttpRequest) -> None:
        super().prepare(request)
        brought = request.headers.get(REQUEST_ID, "")
        if SANE_ID.fullmatch(brought) and not brought.startswith(keys.MARK):
            structlog.contextvars.bind_contextvars(request_id=brought)
        request.META[NOTED_ID] = structlog.contextvars.get_contextvars()["request_id"]

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        response.headers[REQUEST_ID] = request.META[NOTED_ID]
        super().handle_response(request, response)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"


class Boundary:
    """Turns away what no view should see, and says on the answer how often its caller may still come."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = _refused(request) or self._answered(request)
        if problems.is_api(request):
            response.headers.setdefault("Cache-Control", "no-store")
        rate = request.META.get(rates.NOTE)
        if rate is not None:
            for name, value in rate.headers.items():
                response.headers[name] = value
        return response

    def _answered(self, request: HttpRequest) -> HttpResponseBase:
        """The view's answer; at once a refusal while the database is known to be away."""
        if not outage.present.is_known or request.path.startswith(WITHOUT_DATABASE):
            return self.get_response(request)
        if outage.present.holds():
            return failures.unavailable(request)
        response = self.get_response(request)
        if response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
            outage.present.ends()
        return response


def _refused(request: HttpRequest) -> HttpResponseBase | None:
    """The refusal of a request that cannot be served, before any of its body is read."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length[:20]) > settings.MEMORYHUB_BODY_BYTES:
        limit = f"{settings.MEMORYHUB_BODY_BYTES:,}"
        return problems.respond(
            request, "body_too_large", 413, f"The body may have at most {limit} bytes: send less at once."
        )
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        return problems.respond(request, "length_required", 411, "Say how long the body is in Content-Length.")
    if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
        return failures.unreadable(request)
    if any("\0" in value for value in request.COOKIES.values()):  # written as \000: a session is looked for by it
        return failures.unreadable(request)
    return None
