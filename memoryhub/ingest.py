"""Takes in what was said: messages and the job to learn from them, in one transaction, before anybody is answered."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import OuterRef
from django.db.models.functions import JSONObject
from django.utils.crypto import salted_hmac

from engine.errors import Refused
from extraction import bell, jobs, messageguard
from extraction.models import Job
from extraction.policy import Policy, policy_of
from profiles import identity, ledger
from profiles.models import Agent, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries import seen
from summaries.models import CHAT, Message, Session

HASH_SALT = "memoryhub.ingest.content"


@dataclass(frozen=True)
class Incoming:
    """One message as the caller sent it, its shape checked. `said_at` keeps the caller's offset; None means now.

    `dropped_parts` counts the parts of a multi-part content that were no text.
    """

    role: str
    content: str
    message_id: str = ""
    name: str = ""
    said_at: datetime | None = None
    parent_message_id: str = ""
    message_type: str = CHAT
    stage: str = ""
    sub_type: str = ""
    step: str = ""
    token_count: int | None = None
    dropped_parts: int = 0


@dataclass(frozen=True)
class Batch:
    """One call. `teaches` is `gen_mem`; `memory_config` can only switch off; `history_count` None takes the default."""

    session_id: str
    messages: tuple[Incoming, ...]
    agent_id: str = ""
    scope_id: str = DEFAULT_SCOPE
    teaches: bool = True
    history_count: int | None = None
    memory_config: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class Recorded:
    """What is safe now. `message_ids` are the wire ids in the order sent, `stored` counts the new ones.

    `job_id` None when nothing is to be learned; for a repetition it is the job of the first time. `state` is that
    job's, '' without one. `is_kept` False: memory is paused, and what is said meanwhile is not stored.
    """

    job_id: int | None
    session: int | None
    message_ids: tuple[str, ...]
    stored: int
    state: str = ""
    is_paused: bool = False
    is_kept: bool = True
    profile_id: int | None = None


class MessageConflict(Refused):
    code = "message_conflict"
    status = 409

    def __init__(self) -> None:
        super().__init__(
            "A message with this id and another content is already stored: send it under a new id.",
            field="messages.message_id",
        )


def record(named: identity.Named, batch: Batch, *, now: datetime) -> Recorded:
    """Store the messages that are new and promise to learn from them: all of it, or nothing.

    Raises MessageConflict (nothing is stored), SecretRefused and ContactRefused. A message that is already there, with the same
    content, is accepted and changes nothing; so is one that an erased person of this name had sent.
    """
    sent = _with_ids(batch.messages)
    try:
        return _take_in(named, batch, sent, now)
    except _NothingNew:
        return Recorded(None, None, tuple(one.message_id for one in sent), stored=0)


class _NothingNew(Exception):
    """All of it is an erased person's: not even a profile may come of it."""


def _take_in(named: identity.Named, batch: Batch, sent: Sequence[Incoming], now: datetime) -> Recorded:
    with transaction.atomic():
        # Message ids of a profile are given out under its lock, so that they commit in order.
        profile = ledger.locked(identity.get_or_create(named, now=now).pk)
        policy = policy_of(profile, agent_id=batch.agent_id, scope_id=batch.scope_id)
        if not settings.MEMORYHUB_KEEP_PAUSED_MESSAGES and _rests(profile, policy, batch.session_id):
            return Recorded(None, None, tuple(one.message_id for one in sent), stored=0, is_paused=True, is_kept=False)
        known = seen.known(named, profile, batch.session_id, [one.message_id for one in batch.messages], now=now)
        unseen = [one for one in sent if one.message_id not in known]
        if not unseen:
            raise _NothingNew
        session, stored = _session(profile, batch, unseen, now)
        intake = _Intake(profile, session, batch, policy, now)
        messages = intake.store(intake.fresh(unseen, stored))
        job = intake.promise(messages) if messages else _job_of(profile, [one.key for one in stored.values()])
        return Recorded(
            job_id=job.pk if job else None,
            session=session.pk,
            message_ids=tuple(one.message_id for one in sent),
            stored=len(messages),
            state=job.state if job else "",
            is_paused=intake.is_paused,
            profile_id=profile.pk,
        )


@dataclass(frozen=True)
class _Intake:
    """One call on its way into the database; the profile is locked."""

    profile: Profile
    session: Session
    batch: Batch
    policy: Policy
    now: datetime

    @property
    def is_paused(self) -> bool:
        return self.policy.is_paused or self.session.is_paused

    def fresh(self, sent: Sequence[Incoming], stored: Mapping[str, "_Stored"]) -> dict[str, Incoming]:
        """What is new, by its id. Raises MessageConflict."""
        fresh: dict[str, Incoming] = {}
        for one in sent:
            digest = self._digest(one)
            twin = fresh.get(one.message_id)
            if twin is not None and self._digest(twin) != digest:
                raise MessageConflict
            if one.message_id not in stored:
                fresh[one.message_id] = one
            elif stored[one.message_id].digest != digest:
                raise MessageConflict
        return fresh

    def store(self, fresh: Mapping[str, Incoming]) -> list[Message]:
        if not fresh:
            return []
        if not self.policy.knows_agent:
            agent = Agent(tenant_id=self.profile.tenant_id, agent_id=self.batch.agent_id)
            Agent.objects.bulk_create([agent], ignore_conflicts=True)
        messages = Message.objects.bulk_create([self._message(one) for one in fresh.values()])
        latest = max(message.said_at for message in messages)
        is_latest = self.session.last_message_at is None or latest > self.session.last_message_at
        if is_latest or not self.session.has_news:
            said_at = latest if is_latest else self.session.last_message_at
            Session.objects.filter(pk=self.session.pk).update(last_message_at=said_at, has_news=True)
        return messages

    def promise(self, messages: Sequence[Message]) -> Job | None:
        """One job for the batch, and its bell after the commit. None when nothing is to be learned from it."""
        batch = self.batch
        if not batch.teaches:
            return None
        history = settings.MEMORYHUB_HISTORY_MESSAGES if batch.history_count is None else batch.history_count
        job = jobs.add(
            self.profile,
            Job.Kind.LEARN,
            now=self.now,
            session=self.session,
            scope_id=batch.scope_id,
            agent_id=batch.agent_id,
            message_ids=[message.pk for message in messages],
            options={"history": history, "memory_config": dict(batch.memory_config)},
            is_paused=self.is_paused,
        )
        if not self.is_paused:
            ring = partial(bell.ring, self.profile.pk, queue=jobs.QUEUES[Job.Kind.LEARN])
            transaction.on_commit(ring, robust=True)
        return job

    def _message(self, one: Incoming) -> Message:
        said_at = one.said_at or self.now
        offset = said_at.utcoffset() or timedelta()
        content = messageguard.guarded(one.content, self.policy)
        return Message(
            session=self.session,
            profile=self.profile,
            scope_id=self.batch.scope_id,
            agent_id=self.batch.agent_id,
            message_id=one.message_id,
            parent_message_id=one.parent_message_id,
            role=one.role,
            name=messageguard.guarded_name(one.name, self.policy),
            content=content.text,
            content_hash=self._digest(one),
            message_type=one.message_type,
            stage=one.stage,
            sub_type=one.sub_type,
            step=one.step,
            token_count=one.token_count,
            teaches=self.batch.teaches and not self.is_paused,
            in_pause=self.is_paused,
            masked=dict(content.kinds),
            dropped_parts=one.dropped_parts,
            said_at=said_at,
            said_offset_minutes=offset // timedelta(minutes=1),
        )

    def _digest(self, one: Incoming) -> str:
        """Keyed, so that the table does not tell who else said the same; of the content as it was sent."""
        return salted_hmac(f"{HASH_SALT}.{self.profile.pk}", one.content, algorithm="sha256").hexdigest()


def _with_ids(messages: Sequence[Incoming]) -> list[Incoming]:
    return [one if one.message_id else replace(one, message_id=f"m_{uuid.uuid4().hex}") for one in messages]


@dataclass(frozen=True)
class _Stored:
    """A message that is there already: its keyed hash and its primary key."""

    digest: str
    key: int


def _session(
    profile: Profile, batch: Batch, sent: Sequence[Incoming], now: datetime
) -> tuple[Session, dict[str, _Stored]]:
    """The session, made when it is new, and which of these messages it holds already; read in one statement."""
    theirs = Message.objects.filter(session=OuterRef("pk"), message_id__in=[one.message_id for one in sent])
    of_each = JSONObject(id="message_id", digest="content_hash", key="pk")
    named = Session.objects.of(profile).filter(session_id=batch.session_id)
    found = named.annotate(stored=ArraySubquery(theirs.values(each=of_each))).first()
    if found is not None:
        found.has_news = False  # whatever it was: a look for news may just be taking it away
        return found, {one["id"]: _Stored(one["digest"], one["key"]) for one in vars(found)["stored"]}
    made = Session.objects.create(
        profile=profile,
        session_id=batch.session_id,
        agent_id=batch.agent_id,
        has_news=True,
        last_message_at=max(one.said_at or now for one in batch.messages),
    )
    return made, {}


def _rests(profile: Profile, policy: Policy, session_id: str) -> bool:
    """Whether memory is paused, for whomever or for this conversation alone."""
    return policy.is_paused or Session.objects.of(profile).filter(session_id=session_id, is_paused=True).exists()


def _job_of(profile: Profile, keys: Sequence[int]) -> Job | None:
    """The job that was promised when these messages came the first time."""
    return Job.objects.filter(profile=profile, message_ids__overlap=list(keys)).order_by("-pk").first()
