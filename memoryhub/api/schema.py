"""What the OpenAPI schema says of every route: its refusals, and how callers identify themselves."""

from typing import Any, Literal

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from memoryhub.api import problems
from memoryhub.api.serializers import ProblemAnswer

# What every route may answer instead of its own answer.
EVERYWHERE = {
    400: "The request cannot be read, or a value in it is wrong: `field` says which.",
    401: "No valid credentials.",
    403: "The key lacks a scope or a right, or this is for administrators.",
    404: "There is no such thing for this caller.",
    413: "The body is too large.",
    429: "Too many requests: `Retry-After` says when to come again.",
    500: "Something is broken here.",
    503: "The database does not answer: `Retry-After` says when to come again.",
}
WITH_BODY = {
    409: "It contradicts what is stored.",
    411: "The length of the body is missing.",
    415: "The body is not application/json.",
    422: "The Idempotency-Key was used for another request.",
}
IN_STATE = {409: "It contradicts what is stored."}
CHANGED = {412: "It has changed since it was read."}


class DocumentedProblems(AutoSchema):
    """Adds the problem documents to the answers of every route."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        shape = self.resolve_serializer(ProblemAnswer, direction).ref
        for status, why in self._refusals().items():
            bodies[str(status)] = {"description": why, "content": {problems.CONTENT_TYPE: {"schema": shape}}}
        return bodies

    def _refusals(self) -> dict[int, str]:
        has_body = self.method in {"POST", "PUT", "PATCH"}
        return EVERYWHERE | (WITH_BODY if has_body else IN_STATE) | (CHANGED if self.method == "PUT" else {})


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "profiles.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Api-Key mh_…`"}


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "profiles.authentication.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "profiles.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The console's session; what writes needs the header X-CSRFToken.",
        }
