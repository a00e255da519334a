"""Forms of global memories. What may be stored is judged where it is stored; here it is only taken and shown again."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from engine.text import normal
from globalmemory.models import GlobalMemory
from globalmemory.models.memories import FIELDS
from memoryhub.pages.globals.global_shelf import SENTENCES, key_of, sentence_of
from memoryhub.pages.globals.global_tree import Choice, options
from profiles.forms import Marked

# What the wire calls otherwise than the form.
PLACES = {"profile": "background", "folder_id": "folder"}
# What two wordings of a memory may differ in, in the order of the form.
COMPARED = (
    "name", "content", "answer_style", "background", "long_term_goal", "constraints", "preferred_language", "tags",
)  # fmt: skip


def _text(label: Any, *, rows: int = 2, hint: Any = "") -> forms.CharField:
    area = forms.Textarea(attrs={"rows": rows, "class": "form-control", "dir": "auto"})
    return forms.CharField(label=label, help_text=hint, required=False, strip=False, widget=area)


def _line(label: Any, *, hint: Any = "", is_required: bool = False, **attributes: str) -> forms.CharField:
    line = forms.TextInput(attrs={"class": "form-control", "dir": "auto", "autocomplete": "off", **attributes})
    return forms.CharField(label=label, help_text=hint, required=is_required, strip=False, widget=line)


class PlaceSelect(forms.Select):
    """A list of folders, drawn at once: option by option thousands of them take longer than the rest of the page."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: object = None) -> SafeString:
        built = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        choices = [Choice(str(key), str(label)) for key, label in self.choices]
        return format_html("<select{}>{}</select>", flatatt(built), options(choices, str(value or "")))


class Refusable(forms.Form):
    """A form that shows a refusal beside the field that it is about."""

    bound_field_class = Marked

    def refuse(self, refusal: Refused) -> None:
        place = (refusal.field or "").split(".")[0]
        place = PLACES.get(place, place)
        self.add_error(place if place in self.fields else None, sentence_of(refusal))


class MemoryForm(Refusable):
    """A memory as it is written. `seen` says which state of it the writer had before them."""

    name = _line(_("Name"), hint=_("It stands above the rest when an agent is told."), is_required=True)
    folder = forms.ChoiceField(
        label=_("Folder"),
        required=False,
        widget=PlaceSelect(attrs={"class": "form-select"}),
        error_messages={"invalid_choice": _("This folder is no longer there. Choose another one.")},
    )
    tags = _text(_("Tags"), rows=4, hint=_("One a line. A question that names a tag calls this memory up."))
    background = _text(_("Background"), hint=_("If you fill this in, the memory is always told."))
    preferred_language = _line(_("Preferred language"))
    answer_style = _text(_("Answer style"))
    long_term_goal = _text(_("Long-term goal"), hint=_("If you fill this in, the memory is always told."))
    constraints = _text(_("Constraints"))
    content = _text(_("Content"), rows=4)
    is_enabled = forms.BooleanField(
        label=_("On: its agents are told it"),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, folders: Sequence[Choice], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].error_messages["required"] = _("Give it a name.")
        places = self.fields["folder"]
        if isinstance(places, forms.ChoiceField):
            places.choices = [(one.value, one.label) for one in folders]

    @property
    def wanted(self) -> dict[str, Any]:
        """What was written, by the columns it goes into."""
        said = self.cleaned_data
        tags = [line for line in said["tags"].splitlines() if line.strip()]
        places = {"folder_id": key_of(said["folder"]), "tags": tags, "is_enabled": said["is_enabled"]}
        return {"name": said["name"], **{field: said[field] for field in FIELDS}, **places}


class AgentForm(Refusable):
    """To whom a memory is given."""

    agent_id = _line(_("Agent"), is_required=True, list="agents", maxlength="64")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["agent_id"].error_messages["required"] = _("Name the agent.")

    def clean_agent_id(self) -> str:
        name = normal.identifier(self.cleaned_data["agent_id"])
        if name is None:
            raise forms.ValidationError(SENTENCES["field_invalid"])
        return name


class FolderForm(Refusable):
    name = _line(_("Name of the folder"), is_required=True)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].error_messages["required"] = _("Give the folder a name.")


def written(memory: GlobalMemory) -> dict[str, Any]:
    """A stored memory as its form shows it."""
    return {field: getattr(memory, field) for field in ("name", *FIELDS, "is_enabled")} | {
        "folder": str(memory.folder_id or ""),
        "tags": "\n".join(memory.tags),
        "seen": memory.etag,
    }
