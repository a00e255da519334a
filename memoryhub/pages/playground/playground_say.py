"""Something is said at the playground: stored and learned from, or only tried."""

import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from engine import questions
from extraction import conversation, messageguard, names, settling, stateless
from extraction.gate import GateVerdict
from extraction.models import Decision, Job
from extraction.policy import Policy
from extraction.stateless import Extracted, Said
from memoryhub import ingest
from memoryhub.ingest import Batch, Incoming, Recorded
from memoryhub.pages.playground import playground_seat, playground_steps
from memoryhub.pages.playground.playground_seat import Seat, TalkForm
from memoryhub.pages.playground.playground_steps import Spoken, Statement, Steps, Wish
from profiles.models import Fact
from profiles.models.tenants import DEFAULT_SCOPE

LONGEST = 20_000
TEXT = {"class": "form-control", "dir": "auto"}
NOT_READ = playground_steps.IDLE | {"gate"}  # reasons for which no engine is asked
REFUSED: Mapping[str, object] = {
    "secret_refused": _(
        "This holds a password, a key or an identity number, which is not accepted here: leave it out."
    ),
    "contact_refused": _("This holds a phone number or an e-mail address, which is not accepted here: leave it out."),
    "message_conflict": _("This was sent already with other words. Send it once more."),
}


class SayForm(TalkForm):
    """What the person says, and the agent's answer. `message` makes a second click the same message."""

    said = forms.CharField(
        label=_("The person says"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs=TEXT | {"rows": 3}),
        error_messages={"required": _("Write what the person says.")},
    )
    answer = forms.CharField(
        label=_("The agent answers (may stay empty)"),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs=TEXT | {"rows": 2}),
    )
    message = forms.RegexField(r"\A[a-z0-9-]{1,48}\Z", required=False, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None = None, *, session: str = "") -> None:
        start = {"session": session or playground_seat.new_session(), "message": new_message()}
        super().__init__(data, initial=start, auto_id="say_%s")

    def renew(self) -> None:
        """Let the next attempt of a form that was refused be another message."""
        self.data = {**self.data, "message": new_message()}

    @property
    def turns(self) -> list[tuple[str, str]]:
        """Roles and contents of a valid form."""
        both = ((questions.USER, "said"), (questions.ASSISTANT, "answer"))
        return [(role, self.cleaned_data[name]) for role, name in both if self.cleaned_data[name]]


@dataclass(frozen=True)
class Tried:
    """`steps` of what was stored nowhere. `is_compared`: there is a memory to compare with."""

    steps: Steps
    is_compared: bool
    is_failed: bool
    is_partial: bool


def new_message() -> str:
    return f"playground-{uuid.uuid4().hex}"


def record(seat: Seat, form: SayForm, *, now: datetime) -> Recorded:
    """Store it as an agent's call would. Raises SecretRefused, ContactRefused and MessageConflict."""
    stem = form.cleaned_data["message"] or new_message()
    messages = tuple(Incoming(role, content, message_id=f"{stem}-{role}") for role, content in form.turns)
    batch = Batch(session_id=form.session_id, messages=messages, agent_id=seat.agent_id)
    return ingest.record(seat.named, batch, now=now)


def tried(seat: Seat, form: SayForm, *, now: datetime) -> Tried:
    """The gate, the engine, and what would be decided. Nothing of it is stored. Raises SecretRefused, ContactRefused."""
    until, policy = time.monotonic() + settings.MEMORYHUB_EXTRACT_SECONDS, playground_seat.policy(seat)
    said = tuple(Said(role, messageguard.guarded(content, policy).text) for role, content in form.turns)
    asked = stateless.Asked(
        said,
        attempts=settings.MEMORYHUB_REPLY_ATTEMPTS,
        agent_id=seat.agent_id,
        profile_id=seat.profile.pk if seat.profile else None,
    )
    found = stateless.extract(asked, policy, now=now)
    is_compared = seat.profile is not None and seat.profile.active_facts > 0
    decisions = _foretold(seat, found, policy, until=until, now=now) if is_compared else []
    return Tried(_steps(seat, said, found, decisions), is_compared, found.is_failed, found.is_partial)


def _foretold(seat: Seat, found: Extracted, policy: Policy, *, until: float, now: datetime) -> list[Decision]:
    """No longer than the stateless extraction may take: a thread of the web waits for both."""
    job = Job(profile=seat.profile, scope_id=DEFAULT_SCOPE, agent_id=seat.agent_id)
    job.thinks_until = until
    return settling.foretell(job, found.candidates, policy, now=now)


def _steps(seat: Seat, said: tuple[Said, ...], found: Extracted, decisions: list[Decision]) -> Steps:
    named = playground_steps.named_in(decisions)
    rows = Fact.objects.filter(profile=seat.profile, scope_id=DEFAULT_SCOPE, fact_id__in=named) if named else []
    return Steps(
        spoken=[
            Spoken.of(number, one.role, one.content, _verdict(one, found.reason))
            for number, one in enumerate(said, start=1)
        ],
        statements=[
            Statement(one.content, one.type, one.evidence, percent=round(100 * one.confidence))
            for one in found.candidates
        ],
        wishes=[
            Wish(_told(one), _("A wish about the memory. It is carried out only when it is stored."))
            for one in found.instructions
        ],
        decided=playground_steps.decided(decisions, {fact.fact_id: fact for fact in rows}),
        counts=[*_counts("held_", found.held), *_counts("dropped_", found.dropped)],
        reason=found.reason,
        engine="" if found.reason in NOT_READ else found.engine,
    )


def _verdict(one: Said, reason: str) -> GateVerdict:
    """Where nothing is read at all, the gate has no say."""
    is_idle = reason in playground_steps.IDLE
    return playground_steps.NOT_ASKED if is_idle else conversation.verdict_on(one.role, one.content)


def _told(wish: questions.Instruction) -> str:
    return " → ".join(filter(None, (wish.old, wish.new)))


def _counts(prefix: str, found: Mapping[str, int]) -> list[tuple[str, int]]:
    if prefix == "held_":
        return [(names.count("held"), sum(found.values()))] if found else []
    return [(names.count(prefix + reason), number) for reason, number in found.items()]
