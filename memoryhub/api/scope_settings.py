"""The routes of what scopes set for themselves."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Refused
from engine.text import normal
from profiles import fields, identity, inforce, paging, scopes
from profiles.api import LIST
from profiles.fields import Switch, Text
from profiles.models import ScopeConfig

MODEL_NAME = ScopeConfig._meta.get_field("llm_model").max_length


class Wording(Text):
    """A text for a model's prompt: cleaned like everything that is stored, and never blank."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=scopes.LONGEST_DEFINITION, **options)

    def to_internal_value(self, data: Any) -> str:
        text = normal.clean(super().to_internal_value(data)).strip()
        if not text:
            self.fail("blank")
        return text


class ModelName(Text):
    """The name of a model at its endpoint: printable, and without blanks around it."""

    default_error_messages: ClassVar = {"unprintable": "This must be printable characters without blanks around them."}

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if not name.isprintable() or name != name.strip():
            self.fail("unprintable")
        return name


def _wording() -> Wording:
    return Wording(required=False, allow_null=True)


def _switch() -> Switch:
    return Switch(required=False, allow_null=True)


def _model() -> ModelName:
    return ModelName(required=False, allow_null=True, max_length=MODEL_NAME)


def _policy() -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=ScopeConfig.SecretPolicy.choices, required=False, allow_null=True)


class ScopeChange(serializers.Serializer[Any]):
    """What is named is replaced; null means: as everywhere."""

    user_profile_definition = _wording()
    semantic_memory_definition = _wording()
    episodic_memory_definition = _wording()
    enable_long_term_mem = _switch()
    enable_user_profile = _switch()
    enable_semantic_memory = _switch()
    enable_episodic_memory = _switch()
    llm_model = _model()
    extract_model = _model()
    judge_model = _model()
    consolidate_model = _model()
    summarise_model = _model()
    message_secrets = _policy()
    contacts = _policy()


class SettingAnswer(serializers.Serializer[Any]):
    """`own` is what the scope itself says (null: nothing), `in_force` what holds, `origin` who says so.

    Of a model `in_force` names the engine that does the work: `embedded` is the built-in one.
    """

    own = serializers.JSONField(allow_null=True)
    in_force = serializers.JSONField()
    origin = serializers.ChoiceField(choices=[inforce.SCOPE, inforce.ENVIRONMENT, inforce.DEFAULT])


class ScopeAnswer(serializers.Serializer[Any]):
    """`settings` holds one entry for each name that a change may name."""

    scope_id = serializers.CharField()
    settings = serializers.DictField(child=SettingAnswer())


class ScopePage(serializers.Serializer[Any]):
    items = ScopeAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class ScopesView(APIView):
    @extend_schema(operation_id="scopes_list", summary="List scopes", parameters=LIST, responses=ScopePage)
    def get(self, request: Request) -> Response:
        """Those that set something for themselves, the newest first."""
        query = fields.query(request, known=paging.FILTERS)
        page = paging.rows(_scopes(request), paging.asked(query, int))
        return Response(page.wire([_wire(row.scope_id, row) for row in page.items]))


class ScopeView(APIView):
    @extend_schema(summary="Read the settings of a scope", responses=ScopeAnswer)
    def get(self, request: Request, scope_id: str) -> Response:
        """Of a scope that sets nothing, what holds everywhere; nothing is created."""
        known = _reached(request, scope_id)
        return Response(_wire(known, scopes.find(identity.caller_of(request).tenant, known)))

    @extend_schema(summary="Change the settings of a scope", request=ScopeChange, responses=ScopeAnswer)
    def put(self, request: Request, scope_id: str) -> Response:
        """What is named is replaced, null clears it, what is not named stays. Sent again, it changes nothing."""
        known = _reached(request, scope_id)
        data = fields.body(request)
        _check_names(data)
        caller = identity.caller_of(request)
        row = scopes.change(caller.tenant, known, fields.checked(ScopeChange, data), actor=caller.actor)
        return Response(_wire(known, row))


def _reached(request: Request, scope_id: str) -> str:
    """The scope of the path. Its settings hold for all its people and agents: a key for some of them reaches none.

    Raises Refused for a wrong name, and NotFound.
    """
    known = identity.scope_of(scope_id)
    _check_unconfined(identity.caller_of(request))
    identity.check_reach(identity.caller_of(request), scope_id=known)
    return known


def _scopes(request: Request) -> "QuerySet[ScopeConfig]":
    caller = identity.caller_of(request)
    _check_unconfined(caller)
    rows = ScopeConfig.objects.filter(tenant=caller.tenant)
    return rows.filter(scope_id__in=caller.key.scope_ids) if caller.key and caller.key.scope_ids else rows


def _check_unconfined(caller: identity.Caller) -> None:
    if caller.key and (caller.key.agents or caller.key.end_user_prefix):
        raise identity.NotFound


def _check_names(data: Mapping[str, Any]) -> None:
    """A misspelt setting that is passed over would look as if it had been changed."""
    unknown = next((name for name in data if name not in inforce.NAMES), None)
    if unknown is not None:
        raise Refused(
            f"There is no such setting: name some of {', '.join(inforce.NAMES)}.", code="field_invalid", field=unknown
        )


def _wire(scope_id: str, row: ScopeConfig | None) -> dict[str, Any]:
    own = scopes.own_of(row)
    in_force = scopes.in_force(own)
    return {
        "scope_id": scope_id,
        "settings": {
            name: {"own": own[name], "in_force": one.value, "origin": one.origin} for name, one in in_force.items()
        },
    }
