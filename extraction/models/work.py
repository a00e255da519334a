"""Jobs: the promise that what was accepted will be learned from."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE, Tenant
from summaries.models import Session


class JobQuerySet(models.QuerySet["Job"]):
    def of(self, tenant: Tenant) -> Self:
        return self.filter(profile__tenant=tenant)

    def open(self) -> Self:
        return self.filter(state__in=(Job.State.PENDING, Job.State.RUNNING))

    def can_run_again(self) -> Self:
        """Given up, or ended before everything was read; what was undone stays undone, and a later summary is enough."""
        later = Job.objects.filter(
            kind=Job.Kind.SUMMARISE,
            session=models.OuterRef("session"),
            scope_id=models.OuterRef("scope_id"),
            pk__gt=models.OuterRef("pk"),
        )
        over = self.filter(state__in=(Job.State.FAILED, Job.State.PARTIAL)).exclude(options__has_key="undone")
        return over.exclude(models.Q(kind=Job.Kind.SUMMARISE) & models.Exists(later))


class Job(models.Model):
    """One piece of background work for one profile; the queue message is only a bell.

    `message_ids` are primary keys of the messages to learn from. `attempt` counts claims and is the fencing number of
    the finishing UPDATE; `leased_until` is when a claim is given up for dead. `reason` says why nothing was found or
    what went wrong, in a stable word; `counts` what was found, stored and dropped by reason; no content in either.
    `waiting_since` is when it was first put off for another attempt, and `claimed_by` the queue message of the present
    claim: its redelivery proves that the worker which had it is gone.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "jobs"

    class Kind(models.TextChoices):
        LEARN = "learn"
        SUMMARISE = "summarise"
        DREAM = "dream"
        EMBED = "embed"

    class State(models.TextChoices):
        PENDING = "pending"
        RUNNING = "running"
        DONE = "done"
        PARTIAL = "partial"
        FAILED = "failed"

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    state = models.CharField(max_length=7, choices=State.choices, default=State.PENDING)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    agent_id = models.CharField(max_length=64, blank=True, default="")
    message_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    options = models.JSONField(default=dict, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    waiting_since = models.DateTimeField(null=True, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)
    claimed_by = models.CharField(max_length=64, blank=True, default="")
    reason = models.CharField(max_length=64, blank=True, default="")
    error = models.CharField(max_length=512, blank=True, default="")
    counts = models.JSONField(default=dict, blank=True)
    fact_ids = ArrayField(models.CharField(max_length=66), default=list, blank=True)
    engine = models.CharField(max_length=128, blank=True, default="")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    # Of a claimed job alone: the moment of `time.monotonic()` after which no model is asked anything more for it.
    thinks_until: float | None = None

    objects = JobQuerySet.as_manager()

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints = [
            models.UniqueConstraint(
                fields=["profile"], condition=models.Q(state="running"), name="job_one_running_per_profile"
            ),
            models.UniqueConstraint(
                fields=["session", "scope_id"],
                condition=models.Q(kind="summarise", state="pending"),
                name="job_one_summary_waits_per_session",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["pending", "running", "done", "partial", "failed"]), name="job_state"
            ),
        ]
        indexes = [
            models.Index(
                fields=["profile", "id"],
                condition=models.Q(state__in=["pending", "running"]),
                name="job_open_of_profile",
            ),
            models.Index(
                fields=["due_at"], condition=models.Q(state__in=["pending", "running"]), name="job_open_by_due"
            ),
            # For those who watch: most jobs are done, and nobody reads through them to find the others.
            models.Index(
                fields=["state", "id"],
                condition=models.Q(state__in=["pending", "running", "partial", "failed"]),
                name="job_not_done",
            ),
            models.Index(fields=["finished_at"], condition=models.Q(state="done"), name="job_done_at"),
            models.Index(fields=["reason", "id"], condition=~models.Q(reason=""), name="job_of_reason"),
        ]

    def __str__(self) -> str:
        return f"job {self.pk}"


class Decision(models.Model):
    """Why a statement was kept, merged, replaced something or was left out, or what became of an explicit wish.

    Written once, with the facts it led to. `fact_id` is the fact that came of it, '' for none; `content` the statement
    or the wish; `action` what was done. `candidates` lists what it was compared with: `fact_id`, `score` (0..1),
    `screen` (why the pair went to the judge, '' when it did not), `action` and `reason` of the verdict. `job_id` and
    `held_id` are plain values.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "decisions"

    class Kind(models.TextChoices):
        MERGE = "merge"
        INSTRUCTION = "instruction"

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="decisions")
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    kind = models.CharField(max_length=11, choices=Kind.choices, default=Kind.MERGE)
    job_id = models.BigIntegerField(null=True, blank=True)
    fact_id = models.CharField(max_length=66, db_collation="C", blank=True, default="")
    content = models.TextField()
    type = models.CharField(max_length=20, blank=True, default="")
    action = models.CharField(max_length=16)
    reason = models.CharField(max_length=200, blank=True, default="")
    engine = models.CharField(max_length=128, blank=True, default="")
    candidates = models.JSONField(default=list, blank=True)
    message_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        indexes = [
            models.Index(fields=["profile", "scope_id", "fact_id"], name="decision_of_fact"),
            models.Index(fields=["profile", "id"], name="decision_of_profile"),
            models.Index(fields=["job_id"], name="decision_of_job", condition=models.Q(job_id__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"decision {self.pk}"
