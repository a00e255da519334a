"""How far an organisation has come with its first steps: a key, first messages, a first context."""

from dataclasses import dataclass
from datetime import datetime

from extraction.models import Job
from memoryhub.pages.playground.playground_steps import Standing
from observability.models import Observation
from profiles import firststart
from profiles.models import ApiKey, Member, Profile
from summaries.models import Session

LOOKED_AT = 500


@dataclass(frozen=True)
class Progress:
    """`has_first_key`: the first start made one that works. `waiting` is how a job that is not over stands, None when
    nothing waits.
    """

    has_key: bool
    has_first_key: bool
    has_messages: bool
    has_context: bool
    waiting: Standing | None = None

    @property
    def is_done(self) -> bool:
        return self.has_key and self.has_messages and self.has_context

    @property
    def done(self) -> int:
        return sum((self.has_key, self.has_messages, self.has_context))

    @property
    def word(self) -> str:
        """Something else whenever there is something new to be seen."""
        ticks = "".join("1" if one else "0" for one in (self.has_key, self.has_messages, self.has_context))
        return f"{ticks}.{self.waiting.word}" if self.waiting else ticks


def of(member: Member, *, now: datetime) -> Progress:
    """At most six statements."""
    # One that somebody made counts as a step, the one of the first start once it was used.
    keys, has_messages = list(ApiKey.objects.filter(tenant=member.tenant_id).usable(now=now)), _talks(member.tenant_id)
    return Progress(
        has_key=any(key.last_used_at or key.name != firststart.KEY_NAME for key in keys),
        has_first_key=any(key.name == firststart.KEY_NAME for key in keys),
        has_messages=has_messages,
        has_context=_asked(member.tenant_id),
        waiting=_waiting(member.tenant_id, now) if has_messages else None,
    )


def is_empty(member: Member) -> bool:
    """Whether nobody is remembered, has said or asked anything. Profiles of accounts, made by hand, do not count.

    Asked in this order it stays cheap: where there are many people, the first question is the last.
    """
    accounts = Member.objects.filter(tenant=member.tenant_id, profile__isnull=False).values("profile")
    others = Profile.objects.filter(tenant=member.tenant_id).exclude(pk__in=accounts)
    remembered = Profile.objects.filter(tenant=member.tenant_id, active_facts__gt=0)
    return not (others.exists() or remembered.exists() or _asked(member.tenant_id) or _talks(member.tenant_id))


def _talks(tenant_id: int) -> bool:
    """Whether somebody of the tenant has said something: among the newest conversations of all, or a number of its people.

    To look through everybody would take long where a hundred thousand were taken over and nobody has spoken yet.
    """
    newest = Session.objects.order_by("-pk").values("pk")[:LOOKED_AT]
    people = Profile.objects.filter(tenant=tenant_id).values("pk")[:LOOKED_AT]
    return (
        Session.objects.filter(pk__in=newest, profile__tenant=tenant_id).exists()
        or Session.objects.filter(profile__in=people).exists()
    )


def _asked(tenant_id: int) -> bool:
    return Observation.objects.filter(tenant_id=tenant_id).exists()


def _waiting(tenant_id: int, now: datetime) -> Standing | None:
    """The first of what is due last, which is where the first messages are."""
    due = Job.objects.open().order_by("-due_at").values_list("profile__tenant", "kind", "pk")[:LOOKED_AT]
    keys = [key for tenant, kind, key in due if tenant == tenant_id and kind == Job.Kind.LEARN]
    job = Job.objects.filter(pk=min(keys)).first() if keys else None
    return Standing(job, now) if job else None
