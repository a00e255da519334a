"""The forms of memberships: an account and what it may do, and the person that it is."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from profiles.forms import Marked, identifier_or_blank
from profiles.models import Member

LONGEST_NAME = 150  # of an account
ROLES: Mapping[str, object] = {
    Member.Role.MEMBER: _("Member"),
    Member.Role.OPERATOR: _("Operator"),
    Member.Role.ADMINISTRATOR: _("Administrator"),
}
EXPLAINED: Mapping[str, object] = {
    Member.Role.MEMBER: _("Sees and steers their own memory, nobody else's."),
    Member.Role.OPERATOR: _("Sees in addition how the service works: figures, ids and states, never contents."),
    Member.Role.ADMINISTRATOR: _("Sees and changes everything of your organisation; each look is on record."),
}
TEXT = {"class": "form-control", "dir": "auto", "spellcheck": "false", "autocapitalize": "none", "autocomplete": "off"}


class AccountName(UnicodeUsernameValidator):
    message = _("Letters, digits and @ . + - _ only.")


class AccountField(forms.CharField):
    """The name of an account as it is stored: length and signs are those of what the database gets."""

    def to_python(self, value: Any) -> str:
        name = str(super().to_python(value) or "")
        return name if len(name) > LONGEST_NAME else str(User.normalize_username(name))


class RoleForm(forms.Form):
    bound_field_class = Marked

    role = forms.ChoiceField(
        label=_("Role"), choices=list(ROLES.items()), widget=forms.Select(attrs={"class": "form-select"})
    )


class PersonForm(forms.Form):
    """Which employee an account is."""

    bound_field_class = Marked

    user_id = forms.CharField(
        label=_("The person's id"),
        help_text=_("The id by which your agents and the single sign-on know this employee."),
        widget=forms.TextInput(attrs=TEXT),
        error_messages={"required": _("Enter the person's id.")},
    )
    begins = forms.BooleanField(
        label=_("If nobody is known by this id, begin an empty memory"),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )

    def clean_user_id(self) -> str:
        return identifier_or_blank(self.cleaned_data["user_id"])


class MemberForm(PersonForm, RoleForm):
    """A new membership; without a person it is an account that nothing is remembered of."""

    name = AccountField(
        label=_("Account name"),
        max_length=LONGEST_NAME,
        validators=[AccountName()],
        help_text=_(
            "It gets a random password, unless another organisation has the account already: it keeps its own."
        ),
        widget=forms.TextInput(attrs={**TEXT, "autofocus": True}),
        error_messages={"required": _("Enter an account name.")},
    )
    field_order = ("name", "role", "user_id", "begins")

    def __init__(self, *args: Any, may_link: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not may_link:
            del self.fields["user_id"], self.fields["begins"]
            return
        person = self.fields["user_id"]
        person.required = False
        person.help_text = _(
            "The employee whose memory it sees as its own, by the id that your agents use. Empty: nobody."
        )
