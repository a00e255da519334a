"""A question is asked at the playground: the context that an agent would get, and how it came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from memoryhub import context
from memoryhub.context import Assembled
from memoryhub.layout import Item
from memoryhub.pages import playground_seat
from memoryhub.pages.playground_seat import Seat, TalkForm
from observability import observations
from observability.models import Observation
from profiles import choices, identity
from profiles.models import Profile, Tenant
from summaries.models import Session

LONGEST = 4_000
MOST_TOKENS = 1_000_000
LEVELS = {
    "global": _("global memories"),
    "long_term": _("facts that always stand in it"),
    "related": _("memories that the question calls up"),
    "episodes": _("recent conversations"),
    "summary": _("summary of the conversation"),
    "recent": _("what was said last"),
}


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
class Level:
    """What one level took and brought. `error` '': it went well."""

    name: object
    ms: float
    found: int
    kept: int
    tokens: int
    error: str = ""


@dataclass(frozen=True)
class Part:
    heading: str
    items: Sequence[Item]


@dataclass(frozen=True)
class Answer:
    """What the agent would get, and the record of how it came about."""

    assembled: Assembled
    observation: Observation
    question: str

    @property
    def text(self) -> str:
        return self.assembled.layout.text

    @property
    def parts(self) -> list[Part]:
        laid = self.assembled.layout
        return [
            Part(heading.lstrip("# "), [one for one in laid.kept if one.part == part])
            for part, heading in laid.headings.items()
        ]

    @property
    def left_out(self) -> list[tuple[Item, object]]:
        laid = self.assembled.layout
        repeated = [(item, _("it repeats what stands above")) for item in laid.repeated]
        return [*repeated, *((item, _("there was no room for it")) for item in laid.dropped)]

    @property
    def missing(self) -> list[tuple[object, str]]:
        """Levels that are not in the text, because they failed or took too long."""
        return [(LEVELS.get(name, name), error) for name, error in self.assembled.errors.items()]

    @property
    def levels(self) -> list[Level]:
        ran: dict[str, dict[str, Any]] = self.observation.trace.get("ran", {})
        return [Level(LEVELS.get(name, name), **figures) for name, figures in ran.items()]


def answer(seat: Seat, form: AskForm, *, tenant: Tenant, now: datetime) -> Answer:
    """The context as the API would give it, observed like any other request."""
    seen: list[Observation] = []
    profile = seat.profile
    choice = choices.embed_choice(
        tenant_id=tenant.pk, profile_id=profile.pk if profile else None, stored=tenant.embedding_model
    )
    assembled = context.assemble(_asked(seat, form), choice=choice, now=now, record=seen.append)
    observations.record(seen[0])
    return Answer(assembled, seen[0], form.cleaned_data["question"])


def _asked(seat: Seat, form: AskForm) -> context.Asked:
    policy, session_id = playground_seat.policy(seat), form.session_id
    return context.Asked(
        tenant_id=seat.named.tenant_id,
        profile=seat.profile,
        company=_company(seat),
        agent_id=seat.agent_id,
        session_id=session_id,
        question=form.cleaned_data["question"],
        is_paused=policy.is_paused or _rests(seat.profile, session_id),
        max_tokens=form.cleaned_data["max_tokens"] or 0,
        contacts=policy.contacts,
    )


def _company(seat: Seat) -> Profile | None:
    """The main account above a sub-account, where its facts are to be shown."""
    above = seat.named.company if settings.MEMORYHUB_SHOW_COMPANY_FACTS else None
    company = identity.find(above) if above else None
    return None if company is None or company.is_paused else company


def _rests(profile: Profile | None, session_id: str) -> bool:
    if profile is None or not session_id:
        return False
    return Session.objects.of(profile).filter(session_id=session_id, is_paused=True).exists()
