"""A question is asked at the playground: the context that an agent would get, and how it came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from memoryhub import asking, context, layout
from memoryhub.context import Asked, Assembled
from memoryhub.layout import Item, Layout
from memoryhub.pages.observations import traces
from memoryhub.pages.playground.playground_seat import Seat, TalkForm
from observability import observations
from observability.models import Observation
from profiles import choices
from profiles.models import Tenant

LONGEST = 4_000
MOST_TOKENS = 1_000_000
GLOBAL = "global"


class AskForm(TalkForm):
    """A question in the conversation that runs at the playground."""

    question = forms.CharField(
        label=_("The person asks"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"class": "form-control", "dir": "auto", "rows": 3}),
        error_messages={"required": _("Write a question.")},
    )
    max_tokens = forms.IntegerField(
        label=_("At most so many tokens"),
        required=False,
        min_value=1,
        max_value=MOST_TOKENS,
        widget=forms.NumberInput(attrs={"class": "form-control"}),
        error_messages={"invalid": _("Enter a whole number, or leave it empty.")},
    )

    def __init__(self, data: QueryDict | None = None, *, session: str = "") -> None:
        super().__init__(data, initial={"session": session}, auto_id="ask_%s")
        self.fields["max_tokens"].widget.attrs["placeholder"] = str(settings.MEMORYHUB_CONTEXT_TOKENS)


@dataclass(frozen=True)
class Part:
    heading: str
    items: Sequence[Item]


@dataclass(frozen=True)
class LeftOut:
    """What was weighed and is not in the text. `text` '' of what was only weighed: of that the id alone is on record."""

    key: str
    why: str
    text: str = ""
    percent: int | None = None


@dataclass(frozen=True)
class Answer:
    """What the agent would get, and the record of how it came about.

    `hides_global`: of global memories only the ids are left in it.
    """

    asked: Asked
    assembled: Assembled
    observation: Observation
    hides_global: bool = False

    @property
    def question(self) -> str:
        return self.asked.question

    @property
    def text(self) -> str:
        return self._laid.text

    @property
    def parts(self) -> list[Part]:
        laid = self._laid
        return [
            Part(heading.lstrip("# "), [one for one in laid.kept if one.part == part])
            for part, heading in laid.headings.items()
        ]

    @property
    def left_out(self) -> list[LeftOut]:
        texts = {(one.part, one.key): one.shown for one in (*self._laid.repeated, *self._laid.dropped)}
        weighed = [one for part in traces.weighed(self.observation).values() for one in part if not one.is_kept]
        return [LeftOut(one.key, one.why, texts.get((one.part, one.key), ""), one.percent) for one in weighed]

    @property
    def missing(self) -> list[tuple[str, str]]:
        """Levels that are not in the text."""
        return traces.missing(self.assembled.errors)

    @property
    def levels(self) -> list[traces.Level]:
        return traces.levels(self.observation)

    @property
    def has_hidden(self) -> bool:
        laid = self._laid
        return self.hides_global and any(one.part == GLOBAL for one in (*laid.kept, *laid.dropped, *laid.repeated))

    @property
    def _laid(self) -> Layout:
        return self.assembled.layout


def answer(seat: Seat, form: AskForm, *, tenant: Tenant, now: datetime, hides_global: bool = False) -> Answer:
    """The context as the API would give it, observed like any other request. `hides_global`: see Answer."""
    seen: list[Observation] = []
    profile = seat.profile
    choice = choices.embed_choice(
        tenant_id=tenant.pk, profile_id=profile.pk if profile else None, stored=tenant.embedding_model
    )
    question, most = form.cleaned_data["question"], form.cleaned_data["max_tokens"] or 0
    wanted = {"agent_id": seat.agent_id, "session_id": form.session_id, "question": question, "max_tokens": most}
    asked = asking.of(seat.named, wanted)
    assembled = context.assemble(asked, choice=choice, now=now, record=seen.append)
    observations.record(seen[0])
    if hides_global:
        assembled.layout = layout.without_words(assembled.layout, GLOBAL, chinese=asked.is_chinese)
    return Answer(asked, assembled, seen[0], hides_global)
