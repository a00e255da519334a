"""What somebody thinks of an answer, and of single memories in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryhub.feedback import LONGEST_REMARK
from memoryhub.pages.observations.traces import REASONS, Weighed
from observability.feedback import OnMemory
from observability.models import Feedback, Observation
from profiles.forms import Marked

GOOD, BAD, NONE = Feedback.Rating.GOOD, Feedback.Rating.BAD, Feedback.Rating.NONE
# What can be said of one memory. Something cannot be missing in it.
ON_MEMORY: Sequence[tuple[str, object]] = (
    ("0", "–"),
    ("1", _("it helped")),
    ("2", _("it was not good")),
    *((f"2:{reason}", label) for reason, label in REASONS.items() if reason not in ("", Feedback.Reason.MISSING)),
)
PREFIX = "memory:"
# Parts whose entries somebody can judge one by one: messages and summaries are no statements.
JUDGED = ("global", "company", "user", "memories")
MOST_JUDGED = 60


class OpinionForm(forms.Form):
    bound_field_class = Marked

    rating = forms.TypedChoiceField(
        label=_("Was the answer good?"),
        choices=[(GOOD, _("Good")), (BAD, _("Bad")), (NONE, _("No opinion"))],
        coerce=int,
        initial=NONE,
        widget=forms.RadioSelect(attrs={"class": "form-check-input"}),
        error_messages={
            "required": _("Say good, bad, or no opinion."),
            "invalid_choice": _("Say good, bad, or no opinion."),
        },
    )
    reason = forms.ChoiceField(
        label=_("What was bad about it?"),
        choices=list(REASONS.items()),
        required=False,
        widget=forms.Select(attrs={"class": "form-select form-select-sm"}),
    )
    remark = forms.CharField(
        label=_("Remark"),
        required=False,
        max_length=LONGEST_REMARK,
        widget=forms.Textarea(attrs={"rows": 2, "class": "form-control", "dir": "auto"}),
        error_messages={"max_length": _("A remark may have at most 2,000 characters. Make it shorter.")},
    )

    on_memory = ON_MEMORY
    memories: Sequence[tuple[Weighed, str]] = ()

    @property
    def given_reason(self) -> str:
        """Only what is bad has a reason."""
        return str(self.cleaned_data["reason"]) if self.cleaned_data["rating"] == BAD else ""

    @property
    def on_memories(self) -> list[OnMemory]:
        """What was chosen of single memories; what is no choice is as if it were not there."""
        values = dict(ON_MEMORY)
        chosen = [
            (name.removeprefix(PREFIX), str(value)) for name, value in self.data.items() if name.startswith(PREFIX)
        ]
        return [
            _on_memory(key, value)
            for key, value in chosen[:MOST_JUDGED]
            if value in values and value != self._before(key)
        ]

    def offer_memories(self, trace: Mapping[str, Sequence[Weighed]], observation: Observation) -> None:
        """Each that is in the text, with what was thought of it so far."""
        said = {row.memory_id: _choice(row.rating, row.reason) for row in observation.memory_feedback.all()}
        kept = [one for part in JUDGED for one in trace.get(part, ()) if one.is_kept]
        self.memories = [(one, said.get(one.key, "0")) for one in kept[:MOST_JUDGED]]

    def _before(self, key: str) -> Any:
        """What stood in the form when it was shown."""
        return self.data.get(f"was:{key}", "0")


def _choice(rating: int, reason: str) -> str:
    return f"{rating}:{reason}" if rating == BAD and reason else str(rating)


def _on_memory(key: str, value: str) -> OnMemory:
    rating, _colon, reason = value.partition(":")
    return OnMemory(key, int(rating), reason)
