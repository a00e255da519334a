"""What Django answers where no view could: a problem document below the API, a page elsewhere."""

import sys

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.views import defaults

from memoryhub import outage
from memoryhub.api import problems
from memoryhub.pages import failures


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return problems.bad_request() if problems.is_api(request) else defaults.bad_request(request, exception)


def unreadable(request: HttpRequest) -> HttpResponseBase:
    """The address or a cookie holds a NUL character. Asked first of all, so the reader's language is found here."""
    if problems.is_api(request):
        return problems.respond(
            request, "request_invalid", 400, "The address or a cookie holds a NUL character: leave it out."
        )
    with translation.override(translation.get_language_from_request(request)):
        return defaults.bad_request(request, SuspiciousOperation())


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return problems.forbidden() if problems.is_api(request) else defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return problems.not_found() if problems.is_api(request) else failures.not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Also where the database went away outside of a route, in the middleware of sessions for instance."""
    error = sys.exc_info()[1]
    if isinstance(error, outage.AWAY):
        outage.note(error, request)
        return unavailable(request)
    return problems.broken() if problems.is_api(request) else failures.broken(request)


def unavailable(request: HttpRequest) -> HttpResponseBase:
    """The database does not answer."""
    answer: HttpResponseBase = problems.unavailable() if problems.is_api(request) else failures.broken(request)
    answer.status_code = 503
    answer["Retry-After"] = str(outage.RETRY_SECONDS)
    return answer
