"""The form of a scope's settings: what it says for itself; a field that is left empty holds as everywhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.text import normal
from observability.labels import LABELS
from profiles import inforce, scopes
from profiles.forms import Marked
from profiles.models import ScopeConfig
from profiles.setting_names import AS_EVERYWHERE, POLICIES, worded

ON, OFF = "on", "off"
LONGEST_MODEL = ScopeConfig._meta.get_field("llm_model").max_length
GROUPS: tuple[tuple[object, tuple[str, ...]], ...] = (
    (gettext_lazy("What is learned"), inforce.SWITCHES),
    (gettext_lazy("What models are told to look for"), inforce.DEFINITIONS),
    (gettext_lazy("Secrets and addresses"), inforce.POLICIES),
    (gettext_lazy("Which model does the work"), inforce.MODELS),
)


@dataclass(frozen=True)
class Difference:
    """A setting that stands otherwise by now than somebody has written; `present` is what stands, in words."""

    label: object
    present: str


class Wording(forms.CharField):
    """A text for a model's prompt, cleaned like everything that is stored."""

    def to_python(self, value: Any) -> str:
        return normal.clean(str(super().to_python(value) or "")).strip()


class ModelName(forms.CharField):
    def to_python(self, value: Any) -> str:
        name = str(super().to_python(value) or "")
        if not name.isprintable():
            raise forms.ValidationError(_("A name has no characters that cannot be seen."))
        return name


class ScopeForm(forms.Form):
    """One field for each setting."""

    bound_field_class = Marked

    def __init__(self, own: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data, initial={name: _chosen(value) for name, value in own.items()})
        for name in inforce.NAMES:
            left_empty = scopes.in_force({**own, name: None})[name].value
            self.fields[name] = _field(name, worded(name, left_empty))

    @property
    def groups(self) -> list[tuple[object, list[forms.BoundField]]]:
        return [(title, [self[name] for name in names]) for title, names in GROUPS]

    def wanted(self) -> dict[str, Any]:
        """What was chosen, as `scopes.change` takes it."""
        return {name: _stored(name, self.cleaned_data[name]) for name in inforce.NAMES}

    def differences(self, own: Mapping[str, Any]) -> list[Difference]:
        """Where this form would replace what stands now."""
        wanted = self.wanted()
        return [
            Difference(LABELS[name], str(AS_EVERYWHERE) if own[name] is None else worded(name, own[name]))
            for name in inforce.NAMES
            if wanted[name] != own[name]
        ]


def _field(name: str, left_empty: str) -> forms.Field:
    common: dict[str, Any] = {"label": LABELS[name], "required": False}
    empty = _("as everywhere: %(value)s") % {"value": left_empty}
    if name in inforce.SWITCHES:
        choices = [("", empty), (ON, worded(name, True)), (OFF, worded(name, False))]
        return forms.ChoiceField(choices=choices, widget=forms.Select(attrs={"class": "form-select"}), **common)
    if name in inforce.POLICIES:
        choices = [("", empty), *((key, str(words)) for key, words in POLICIES.items())]
        return forms.ChoiceField(choices=choices, widget=forms.Select(attrs={"class": "form-select"}), **common)
    common["help_text"] = _("Empty: %(value)s") % {"value": left_empty}
    if name in inforce.DEFINITIONS:
        look = {"class": "form-control", "rows": 3, "dir": "auto"}
        return Wording(max_length=scopes.LONGEST_DEFINITION, widget=forms.Textarea(attrs=look), **common)
    look = {"class": "form-control", "dir": "auto", "spellcheck": "false", "autocapitalize": "none"}
    return ModelName(max_length=LONGEST_MODEL, widget=forms.TextInput(attrs=look), **common)


def _chosen(value: Any) -> str:
    """A stored value as its field shows it."""
    if isinstance(value, bool):
        return ON if value else OFF
    return value or ""


def _stored(name: str, chosen: str) -> Any:
    if name in inforce.SWITCHES:
        return {ON: True, OFF: False}.get(chosen)
    return chosen or None
