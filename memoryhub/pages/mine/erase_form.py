"""The confirmation before everything of a person is erased: a name by which the service knows them, letter by letter."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from profiles.forms import Marked


class EraseForm(forms.Form):
    """`accepted` are the names that confirm it. `people` stands for all of a company, asked only `with_people`."""

    bound_field_class = Marked

    missing = _("Type the id to confirm.")
    wrong = _("This is not the id, so nothing was erased. Capitals matter.")

    confirm = forms.CharField(
        max_length=300,
        label=_("To confirm, type the id, letter by letter"),
        widget=forms.TextInput(
            attrs={"class": "form-control", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    people = forms.BooleanField(
        required=False,
        label=_("Erase all its sub-accounts, too"),
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )

    def __init__(self, *args: Any, accepted: frozenset[str], with_people: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self.accepted = accepted
        self.fields["confirm"].error_messages["required"] = self.missing
        if not with_people:
            del self.fields["people"]

    def clean_confirm(self) -> str:
        typed: str = self.cleaned_data["confirm"]
        if typed not in self.accepted:
            raise forms.ValidationError(self.wrong)
        return typed


class OwnEraseForm(EraseForm):
    """The same for oneself, who may be known by an id and by an account."""

    missing = _("Type your id or your account name to confirm.")
    wrong = _("This is neither your id nor your account name, so nothing was erased. Capitals matter.")
