"""Forms of the console: a field that was filled in wrongly is marked as such, not only followed by a sentence."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.text import normal


class Marked(forms.BoundField):
    """A field that looks wrong when it is."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        built: dict[str, Any] = super().build_widget_attrs(attrs, widget)
        if self.errors:
            look = (widget or self.field.widget).attrs.get("class", "")
            built["class"] = f"{look} is-invalid".strip()
        return built


def identifier_or_blank(text: str) -> str:
    """An id as it is stored, '' where none was given. Raises ValidationError."""
    name = normal.identifier(text) if text else ""
    if name is None:
        raise forms.ValidationError(_("At most 64 characters, and none that cannot be seen."))
    return name


class FactForm(forms.Form):
    """One statement as it is added. `types` are the names of the groups, `seen` is the last event as the writer saw it."""

    bound_field_class = Marked

    content = forms.CharField(
        label=_("What should be remembered?"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 2, "class": "form-control", "dir": "auto"}),
        error_messages={"required": _("Write what should be remembered.")},
    )
    type = forms.ChoiceField(
        label=_("Group"),
        initial="user_fact",
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, types: Mapping[str, object], **options: Any) -> None:
        super().__init__(*args, **options)
        cast("forms.ChoiceField", self.fields["type"]).choices = list(types.items())


class CorrectionForm(FactForm):
    """A statement that stands already, corrected."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        content = self.fields["content"]
        content.label = _("Correct this fact")
        content.widget.attrs["autofocus"] = True
