"""The settings of scopes: what each says for itself, beside what is in force there and who says so."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import flatten
from django.core.validators import RegexValidator
from django.db import models
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from observability.guarded import Kept, viewer_of
from observability.labels import LABELS
from profiles import identity, inforce, scopes
from profiles.models import ScopeConfig
from profiles.setting_names import AS_EVERYWHERE, ORIGINS, POLICIES, worded

Cell = Callable[[ScopeConfig], str]


@admin.register(ScopeConfig)
class ScopeConfigAdmin(Kept):
    columns = ("scope_id", "enable_long_term_mem", "llm_model", "message_secrets")
    editable = ("tenant", "scope_id", *inforce.SWITCHES, *inforce.DEFINITIONS, *inforce.MODELS, *inforce.POLICIES)
    search_fields = ("=scope_id",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return [_beside_what_holds(one) for one in super().get_fields(request, obj)]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return [one for one in flatten(self.get_fields(request, obj)) if callable(one)]

    def formfield_for_dbfield(self, db_field: "models.Field[Any, Any]", request: Any, **kwargs: Any) -> Any:
        if db_field.name in inforce.DEFINITIONS:
            kwargs["max_length"] = scopes.LONGEST_DEFINITION
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "scope_id":
            field.validators.append(
                RegexValidator(identity.SCOPE_ID, _("1 to 64 of the characters A-Z a-z 0-9 _ . : -"))
            )
        if isinstance(field, forms.NullBooleanField):
            field.widget.choices = [("unknown", AS_EVERYWHERE), ("true", _("on")), ("false", _("off"))]
        return field

    def formfield_for_choice_field(self, db_field: "models.Field[Any, Any]", request: Any, **kwargs: Any) -> Any:
        kwargs["choices"] = [("", AS_EVERYWHERE), *POLICIES.items()]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: ScopeConfig, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        changed = sorted(set(form.changed_data) & set(inforce.NAMES))
        if changed:
            scopes.log(obj, changed, actor=viewer_of(request).actor)


def _beside_what_holds(field: Any) -> Any:
    """A field of the form, or a column of the reading view, in one line with what is in force."""
    name = field if isinstance(field, str) else getattr(field, "__name__", "")
    return (field, IN_FORCE[name]) if name in IN_FORCE else field


def _cell(name: str) -> Cell:
    def shown(row: ScopeConfig) -> str:
        one = scopes.in_force(scopes.own_of(row))[name]
        return f"{worded(name, one.value)} ({ORIGINS[one.origin]})"

    shown.__name__ = f"{name}_in_force"
    vars(shown)["short_description"] = format_lazy(gettext_lazy("in force: {name}"), name=LABELS[name])
    return shown


IN_FORCE = {name: _cell(name) for name in inforce.NAMES}
