"""What a request may hold: serializer fields that take a value as it was sent, or refuse it. Nothing is coerced."""

import json
import sys
from collections.abc import Mapping
from datetime import MAXYEAR, datetime, timedelta
from typing import Any, ClassVar, NoReturn

from django.http import QueryDict
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from engine.errors import Refused
from engine.text import normal
from profiles import identity

EARLIEST_YEAR = 2000
FURTHEST_AHEAD = timedelta(days=1)


class Text(serializers.CharField):
    """A text, kept with its blanks."""

    default_error_messages: ClassVar = {"invalid": "This must be a text."}

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "minLength": 1, "maxLength": normal.MAX_IDENTIFIER})
class Identifier(Text):
    """An opaque id (I4): trimmed, NFC, 1 to 64 characters, none of them a control character."""

    default_error_messages: ClassVar = {
        "invalid": "This must be a text of 1 to 64 characters without control characters."
    }

    def to_internal_value(self, data: Any) -> str:
        name = normal.identifier(data) if isinstance(data, str) else None
        if name is None:
            self.fail("invalid")
        return name


@extend_schema_field({"type": "string", "pattern": identity.SCOPE_ID.pattern})
class ScopeId(Text):
    """A name of the closed alphabet. Whatever is wrong with it, the code is the same."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or not identity.SCOPE_ID.fullmatch(data):
            self.fail("invalid")
        return data

    def fail(self, key: str, **_: Any) -> NoReturn:
        raise serializers.ValidationError(identity.SCOPE_SENTENCE, code="scope_invalid")


class Switch(serializers.BooleanField):
    """true or false; neither 1 nor "yes"."""

    default_error_messages: ClassVar = {"invalid": "This must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Whole(serializers.IntegerField):
    """A whole number that was sent as a number."""

    default_error_messages: ClassVar = {"invalid": "This must be a whole number."}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class Number(serializers.FloatField):
    """A finite number that was sent as a number."""

    default_error_messages: ClassVar = {"invalid": "This must be a number."}

    def to_internal_value(self, data: Any) -> float:
        if not isinstance(data, int | float) or isinstance(data, bool) or not abs(data) <= sys.float_info.max:
            self.fail("invalid")  # a whole number may be larger than any fraction: no function of fractions takes it
        return data


@extend_schema_field(OpenApiTypes.DATETIME)
class Moment(serializers.Field[datetime, str, str, Any]):
    """A time in ISO 8601 that keeps the offset it was sent with; without one it is read in the project's zone."""

    default_error_messages: ClassVar = {
        "invalid": "This must be a time such as 2026-01-31T09:30:00+08:00.",
        "range": "This must be a time from the year 2000 to one day from now.",
    }

    def to_internal_value(self, data: Any) -> datetime:
        try:
            moment = datetime.fromisoformat(data)
        except (TypeError, ValueError):
            self.fail("invalid")
        if not EARLIEST_YEAR <= moment.year < MAXYEAR:
            self.fail("range")
        if moment.tzinfo is None:
            moment = timezone.make_aware(moment)
        if moment > timezone.now() + FURTHEST_AHEAD:
            self.fail("range")
        return moment

    def to_representation(self, value: datetime) -> str:
        return value.isoformat(timespec="milliseconds")


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Object(serializers.Field[dict[str, Any], Any, dict[str, Any], Any]):
    """A JSON object of at most `longest` characters."""

    default_error_messages: ClassVar = {
        "invalid": "This must be an object.",
        "max_length": "This must have at most {longest} characters.",
    }

    def __init__(self, *, longest: int = 16_384, **options: Any) -> None:
        super().__init__(**options)
        self.longest = longest

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        if len(json.dumps(data, ensure_ascii=False)) > self.longest:
            self.fail("max_length", longest=self.longest)
        return data

    def to_representation(self, value: dict[str, Any]) -> dict[str, Any]:
        return value


class Identity(serializers.Serializer[Any]):
    """Whom a request is about."""

    user_id = Identifier(required=False, allow_null=True, help_text="An employee; only for keys that may act for them.")
    end_user_id = Identifier(required=False, allow_null=True, help_text="An end user, usually a company; for API keys.")
    end_sub_user_id = Identifier(
        required=False, allow_null=True, allow_blank=True, help_text="One of its people; left out: the company itself."
    )


class Scope(serializers.Serializer[Any]):
    """The namespace in which facts are looked for and written."""

    scope_id = ScopeId(required=False, allow_null=True, help_text="A namespace; left out: the default one.")


def body(request: Request, *, known: frozenset[str] | None = None) -> dict[str, Any]:
    """The request's JSON object. `known`: of a deed that reaches everybody unless a field confines it, where a slip of
    the pen in a name would silently widen it."""
    if not isinstance(request.data, dict) or isinstance(request.data, QueryDict):
        raise Refused("The body must be a JSON object.", code="body_invalid")
    unknown = next((name for name in request.data if known is not None and name not in known), None)
    if unknown is not None:
        raise Refused(f"There is no field {unknown!s:.64} here.", code="field_unknown", field=f"{unknown!s:.64}")
    return request.data


def query(request: Request, *, known: frozenset[str] | None = None) -> dict[str, str]:
    """The query as plain values. `known`: of a list, whose unknown filters would silently widen what is seen."""
    values = request.query_params
    for name in values:
        if len(values.getlist(name)) > 1:
            raise Refused(f"Give {name} once.", code="field_invalid", field=name)
        if known is not None and name not in known:
            raise Refused(f"There is no filter {name} here.", code="filter_unknown", field=name)
    return {name: values[name] for name in values}


def checked(shape: type[serializers.Serializer[Any]], data: Mapping[str, Any]) -> dict[str, Any]:
    """The validated values, defaults filled in. Raises DRF's ValidationError."""
    asked = shape(data=data)
    asked.is_valid(raise_exception=True)
    values: dict[str, Any] = asked.validated_data
    return values


def named_in(request: Request, data: Mapping[str, Any], *, agent_id: str = "") -> tuple[identity.Named, str]:
    """The person and the scope that `data` (a query or a body) names, both within the caller's reach."""
    scope_id = identity.scope_of(data.get("scope_id"))
    person = identity.named(identity.caller_of(request), data, agent_id=agent_id, scope_id=scope_id)
    return person, scope_id
