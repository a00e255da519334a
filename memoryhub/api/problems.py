"""Problem documents (RFC 9457): every refusal of the API says what to do, under a code that stays the same."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response

from engine.errors import Refused
from memoryhub import outage

CONTENT_TYPE = "application/problem+json"
PREFIX = "/api/"

_CODES = {
    "not_authenticated": "not_authenticated",
    "permission_denied": "forbidden",
    "parse_error": "body_invalid",
    "unsupported_media_type": "media_type_unsupported",
}
NO_CREDENTIALS = "Say who you are: send Authorization: Api-Key <key>, or Authorization: Bearer <token>."
_FIELD_CODES = {"required": "field_missing", "scope_invalid": "scope_invalid", "query_blank": "query_blank"}


def document(
    code: str, status: int, detail: object, *, field: str | None = None, errors: list[dict[str, str]] | None = None
) -> dict[str, Any]:
    """The body of a problem. `field` is the part of the request at fault; `errors` names all when there are several."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": str(detail),
    }
    if field is not None:
        body["field"] = field
    if errors and len(errors) > 1:
        body["errors"] = errors
    return body


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook. None leaves the error to Django, which answers that something is broken."""
    if isinstance(error, outage.AWAY):
        outage.note(error, context["request"]._request)
        return _answer(_away(), headers={"Retry-After": str(outage.RETRY_SECONDS)})
    headers: dict[str, str] = {}
    if isinstance(error, Refused):
        body = document(error.code, error.status, error.sentence, field=error.field)
        if wait := getattr(error, "retry_after", None):
            headers["Retry-After"] = str(wait)
    elif isinstance(error, exceptions.ValidationError):
        body = _validation(error)
    elif isinstance(error, exceptions.APIException):
        body = _refused_by_framework(error)
        if scheme := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = scheme
    elif isinstance(error, Http404 | PermissionDenied):
        body = _missing() if isinstance(error, Http404) else _forbidden()
    else:
        return None
    return _answer(body, headers=headers)


def respond(request: HttpRequest, code: str, status: int, detail: str) -> HttpResponse:
    """A refusal from outside DRF: a problem below the API, a plain sentence elsewhere."""
    if is_api(request):
        return _json(document(code, status, detail))
    return HttpResponse(detail, status=status, content_type="text/plain; charset=utf-8")


def is_api(request: HttpRequest) -> bool:
    return request.path.startswith(PREFIX)


# --- answers for errors outside DRF ----------------------------------------------------------------------------------


def bad_request() -> HttpResponse:
    return _json(document("request_invalid", 400, "This request cannot be read: check its address and headers."))


def forbidden() -> HttpResponse:
    return _json(_forbidden())


def not_found() -> HttpResponse:
    return _json(_missing())


def broken() -> HttpResponse:
    return _json(document("internal_error", 500, "Something went wrong here: try again, and tell the operator."))


def unavailable() -> HttpResponse:
    return _json(_away())


# --- bodies --------------------------------------------------------------------------------------------------------


def _missing() -> dict[str, Any]:
    return document("not_found", 404, "There is nothing at this address.")


def _forbidden() -> dict[str, Any]:
    return document("forbidden", 403, "You may not do this.")


def _away() -> dict[str, Any]:
    return document("store_unavailable", 503, "The database does not answer: try again in a few seconds.")


def _refused_by_framework(error: exceptions.APIException) -> dict[str, Any]:
    code = str(error.get_codes())
    if isinstance(error, exceptions.MethodNotAllowed):
        code = "method_not_allowed"
    detail = NO_CREDENTIALS if isinstance(error, exceptions.NotAuthenticated) else error.detail
    return document(_CODES.get(code, code), error.status_code, detail)


def _validation(error: exceptions.ValidationError) -> dict[str, Any]:
    errors = [
        {"field": field, "code": _FIELD_CODES.get(str(found.code), "field_invalid"), "detail": f"{field}: {found}"}
        for field, found in _flat(error.detail)
    ]
    first = errors[0]
    return document(first["code"], 400, first["detail"], field=first["field"], errors=errors)


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, exceptions.ErrorDetail]]:
    """Each error with the dotted path of its field; `non_field_errors` belong to the object around them."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _flat(inner, ".".join(part for part in (path, own) if part))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            is_nested = isinstance(inner, dict | list)
            yield from _flat(inner, f"{path}.{index}" if is_nested else path)
    else:
        yield path or "body", detail


def _answer(body: dict[str, Any], *, headers: dict[str, str]) -> Response:
    return Response(body, status=body["status"], content_type=CONTENT_TYPE, headers=headers)


def _json(body: dict[str, Any]) -> HttpResponse:
    return JsonResponse(body, status=body["status"], content_type=CONTENT_TYPE)
