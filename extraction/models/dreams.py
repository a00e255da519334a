"""A night's work: one run per tenant, one part per person, and every operation that was proposed in it."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from extraction.models.work import Job
from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE, NOTHING_PERSONAL, Tenant


class DreamRunQuerySet(models.QuerySet["DreamRun"]):
    def of(self, tenant: Tenant) -> Self:
        return self.filter(tenant=tenant)

    def open(self) -> Self:
        return self.exclude(state=DreamRun.State.DONE)


class DreamRun(models.Model):
    """One dream of a tenant: ids and counts only, so that nothing of a person is left when they are erased.

    `slot` is the local wall-clock time of the schedule that it stands for (`2026-03-11T03:00`), '' for one that somebody
    started; a clock change or a second scheduler meets the same slot. While it is `opening` its parts are not made yet.
    `counts` has `active` (people it was opened for), `users` (parts that succeeded), `failed`, `merged`, `outdated`,
    `waiting`, `rejected`, `skipped`, `episodes`, `tokens`. `window_from` is shown to people and decides nothing.
    `is_dry`: operations are planned and shown, nothing is changed. `for_one`: started for a single person.
    """

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    class State(models.TextChoices):
        OPENING = "opening"
        RUNNING = "running"
        DONE = "done"

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="dream_runs")
    state = models.CharField(max_length=7, choices=State.choices, default=State.OPENING)
    slot = models.CharField(max_length=16, blank=True, default="")
    actor = models.CharField(max_length=64)
    is_dry = models.BooleanField(default=False)
    for_one = models.BooleanField(default=False)
    window_from = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    counts = models.JSONField(default=dict, blank=True)

    objects = DreamRunQuerySet.as_manager()

    class Meta:
        verbose_name = _("dream")
        verbose_name_plural = _("dreams")
        constraints = [
            models.UniqueConstraint(
                fields=["tenant"], condition=~models.Q(state="done"), name="dream_run_one_open_per_tenant"
            ),
            models.UniqueConstraint(fields=["tenant", "slot"], condition=~models.Q(slot=""), name="dream_run_slot"),
            models.CheckConstraint(
                condition=models.Q(state__in=["opening", "running", "done"]), name="dream_run_state"
            ),
        ]
        indexes = [models.Index(fields=["tenant", "id"], name="dream_run_of_tenant")]

    def __str__(self) -> str:
        return f"dream {self.pk}"


class DreamPart(models.Model):
    """One person's part of a run; its work is a job of its own.

    `after_message` and `through_message` are primary keys: what was read lies above the first, up to the second.
    `log` is the `dreamLog` of SPEC D6, and under `undone` what became of each operation that was taken back. `counts` are those of the run, for one person. `reason` says in a stable word
    why nothing came of it, or what went wrong.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "dreams"

    class State(models.TextChoices):
        PENDING = "pending"
        DONE = "done"
        FAILED = "failed"
        SKIPPED = "skipped"

    run = models.ForeignKey(DreamRun, on_delete=models.CASCADE, related_name="parts")
    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="dream_parts")
    job = models.OneToOneField(Job, on_delete=models.CASCADE, null=True, blank=True, related_name="dream_part")
    state = models.CharField(max_length=7, choices=State.choices, default=State.PENDING)
    after_message = models.BigIntegerField(default=0)
    through_message = models.BigIntegerField(default=0)
    log = models.JSONField(default=dict, blank=True)
    counts = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=64, blank=True, default="")
    engine = models.CharField(max_length=128, blank=True, default="")
    tokens = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    finished_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("person's part of a dream")
        verbose_name_plural = _("people's parts of dreams")
        constraints = [
            models.UniqueConstraint(fields=["run", "profile"], name="dream_part_of_run"),
            models.CheckConstraint(
                condition=models.Q(state__in=["pending", "done", "failed", "skipped"]), name="dream_part_state"
            ),
        ]
        indexes = [
            models.Index(fields=["profile", "id"], name="dream_part_of_profile"),
            models.Index(fields=["run", "id"], condition=models.Q(state="pending"), name="dream_part_waiting"),
        ]

    def __str__(self) -> str:
        return f"part {self.pk} of a dream"


class DreamOperation(models.Model):
    """One proposal of a night and what became of it.

    `op` as in engine.condensing, or `expired` and `evicted` for what rules retire. `fact_ids` are those that it names,
    `before` their wordings at that time in the same order, `content` the merged wording, `result` the id of the fact that
    holds it. `why` is the stable word for which it was rejected or left alone; `reason` the engine's own words.
    """

    ERASED_BY = "cascade"
    EXPORTED_AS = "dream_operations"

    class Op(models.TextChoices):
        MERGE = "merge"
        OUTDATED = "outdated"
        EXPIRED = "expired"
        EVICTED = "evicted"

    class State(models.TextChoices):
        PLANNED = "planned"  # of a dry run
        APPLIED = "applied"
        WAITING = "waiting"  # more would leave than may in one night
        REFUSED = "refused"  # by a person
        REJECTED = "rejected"  # by the checks
        STALE = "stale"  # the fact changed meanwhile
        UNDONE = "undone"

    part = models.ForeignKey(DreamPart, on_delete=models.CASCADE, related_name="operations")
    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="+")
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    op = models.CharField(max_length=8, choices=Op.choices)
    state = models.CharField(max_length=8, choices=State.choices)
    fact_ids = ArrayField(models.CharField(max_length=66), default=list)
    before = ArrayField(models.TextField(), default=list)
    content = models.TextField(blank=True, default="")
    result = models.CharField(max_length=66, db_collation="C", blank=True, default="")
    reason = models.CharField(max_length=200, blank=True, default="")
    why = models.CharField(max_length=64, blank=True, default="")
    doubt = models.FloatField(default=0.0)
    held_id = models.BigIntegerField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("operation of a dream")
        verbose_name_plural = _("operations of dreams")
        indexes = [
            models.Index(fields=["part", "id"], name="dream_operation_of_part"),
            models.Index(fields=["profile", "scope_id"], name="dream_operation_of_profile"),
            models.Index(fields=["held_id"], name="dream_operation_held", condition=models.Q(held_id__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"operation {self.pk} of a dream"
