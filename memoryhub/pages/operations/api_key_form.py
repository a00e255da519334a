"""The form of a new API key: what it may do, for whom, and how long."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.text import normal
from profiles import identity
from profiles.forms import Marked, identifier_or_blank
from profiles.models import ApiKey

DEFAULT_RIGHTS = [ApiKey.Scope.INGEST.value, ApiKey.Scope.READ.value]
LONGEST_NAME = 128
LONGEST_LIFE = 36_500  # days
MOST_NAMED = 200  # agents or scopes of one key
RIGHTS: Mapping[str, object] = {
    ApiKey.Scope.INGEST: _("send what was said"),
    ApiKey.Scope.READ: _("read memory"),
    ApiKey.Scope.WRITE: _("change memory"),
    ApiKey.Scope.ADMIN: _("administer"),
}
EXPLAINED: Mapping[str, object] = {
    ApiKey.Scope.INGEST: _("Messages, and feedback on answers. Enough for an agent that only listens."),
    ApiKey.Scope.READ: _("Context for an answer, search, profiles, facts and their history."),
    ApiKey.Scope.WRITE: _("Correct, delete and restore facts, end conversations, keep agents and global memories."),
    ApiKey.Scope.ADMIN: _("Export, erase, start dreams, change the settings of scopes. Not for agents."),
}


class Lines(forms.CharField):
    """Several names, one on each line."""

    def __init__(self, **options: Any) -> None:
        look = {"rows": 2, "class": "form-control", "dir": "auto", "spellcheck": "false"}
        super().__init__(required=False, widget=forms.Textarea(attrs=look), **options)

    def clean(self, value: Any) -> list[str]:
        names = [line.strip() for line in str(super().clean(value)).splitlines()]
        kept = sorted({self.name_of(name) for name in names if name})
        if len(kept) > MOST_NAMED:
            raise forms.ValidationError(_("Name at most %(most)d."), params={"most": MOST_NAMED})
        return kept

    def name_of(self, text: str) -> str:
        """The name in its stored form. Raises ValidationError."""
        raise NotImplementedError


class AgentIds(Lines):
    def name_of(self, text: str) -> str:
        name = normal.identifier(text)
        if name is None:
            raise forms.ValidationError(_("Each has 1 to 64 characters, and none that cannot be seen."))
        return name


class ScopeIds(Lines):
    def name_of(self, text: str) -> str:
        if not identity.SCOPE_ID.fullmatch(text):
            raise forms.ValidationError(_("Each has 1 to 64 of the characters A-Z a-z 0-9 _ . : and -"))
        return text


class ApiKeyForm(forms.Form):
    """Everything that a key is made with. Its right names are those of ApiKey.Scope."""

    bound_field_class = Marked

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("What it is for, so that it is found again: the agent, the program, the machine."),
        widget=forms.TextInput(attrs={"class": "form-control", "dir": "auto", "autofocus": True}),
        error_messages={"required": _("Give it a name.")},
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=list(RIGHTS.items()),
        initial=DEFAULT_RIGHTS,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "form-check-input"}),
        error_messages={"required": _("Choose at least one right.")},
    )
    acts_for_employees = forms.BooleanField(
        label=_("It may also act for employees"),
        required=False,
        help_text=_("Otherwise it reaches end users alone: the people of your customers."),
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )
    agents = AgentIds(label=_("Only these agents"), help_text=_("One agent id on each line. Empty: every agent."))
    end_user_prefix = forms.CharField(
        label=_("Only end users whose id begins with"),
        required=False,
        help_text=_("Empty: every end user."),
        widget=forms.TextInput(attrs={"class": "form-control", "dir": "auto", "spellcheck": "false"}),
    )
    scope_ids = ScopeIds(label=_("Only these scopes"), help_text=_("One scope on each line. Empty: every scope."))
    days = forms.IntegerField(
        label=_("It ends after so many days"),
        required=False,
        min_value=1,
        max_value=LONGEST_LIFE,
        help_text=_("Empty: it works until somebody revokes it."),
        widget=forms.NumberInput(attrs={"class": "form-control narrow", "inputmode": "numeric"}),
    )

    @property
    def rights(self) -> list[tuple[Any, object]]:
        """Each box of a right with its explanation."""
        return [(box, EXPLAINED[str(box.data["value"])]) for box in self["scopes"]]

    @property
    def confines(self) -> bool:
        """Whether a field is in use that most keys leave empty."""
        return any(self[name].value() or self[name].errors for name in ("agents", "end_user_prefix", "scope_ids"))

    def clean_name(self) -> str:
        name = normal.clean(self.cleaned_data["name"]).strip()
        if not name:
            raise forms.ValidationError(self.fields["name"].error_messages["required"])
        return name

    def clean_end_user_prefix(self) -> str:
        return identifier_or_blank(self.cleaned_data["end_user_prefix"])

    def options(self) -> dict[str, Any]:
        """What was chosen, as `keys.create` takes it."""
        chosen = dict(self.cleaned_data)
        days = chosen.pop("days")
        return {**chosen, "expires_at": timezone.now() + timedelta(days=days) if days else None}
