"""Rows of the sink. They name tenants and people by plain ids, so that writing one locks and needs no other table."""

import secrets
import time
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# Upper bounds in milliseconds of the latency histogram; one more bucket holds what was slower. 500 is the line of the
# dashboard, the steps around it are fine enough to read a percentile to within a fifth.
LATENCY_BOUNDS_MS = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2000, 5000)

# The steps of a context that are measured one by one. A new one goes to the end: rows name them by their place.
LEVELS = ("global", "long_term", "related", "episodes", "summary", "recent")


def new_observation_id() -> str:
    """A public id that cannot be guessed: an answer carries it out of the house, feedback brings it back.

    It begins with the second in which it was made.
    """
    return f"obs_{int(time.time()):08x}{secrets.token_hex(12)}"


def is_fresh(observation_id: str, seconds: float = 10.0) -> bool:
    """Whether the id was given out only just now, so that its row may be on its way; False for what is no such id."""
    stamp = observation_id.removeprefix("obs_")[:8]
    try:
        return abs(time.time() - int(stamp, 16)) <= seconds
    except ValueError:
        return False


def empty_histogram() -> list[int]:
    """A zero for every bucket of LATENCY_BOUNDS_MS and one for what lies beyond."""
    return [0] * (len(LATENCY_BOUNDS_MS) + 1)


def empty_histograms() -> list[int]:
    """The histograms of all LEVELS, one behind the other."""
    return empty_histogram() * len(LEVELS)


def no_counts() -> list[int]:
    """A zero for each of LEVELS."""
    return [0] * len(LEVELS)


class Observation(models.Model):
    """What one context request did: a person's question, what was found for it, and why it was used or not.

    `profile_id` is None when the person is not known; then the question is never kept. `trace` holds per level at
    most the best candidates with their scores and why each was kept or left out: ids, no contents.
    """

    ERASED_BY: ClassVar[str] = "profile_id"
    EXPORTED_AS: ClassVar[str] = "observations"

    observation_id = models.CharField(_("observation id"), max_length=40, unique=True, default=new_observation_id)
    tenant_id = models.BigIntegerField(_("tenant"))
    profile_id = models.BigIntegerField(_("profile"), null=True, blank=True)
    agent_id = models.CharField(_("agent"), max_length=64, blank=True)
    session_id = models.CharField(_("session"), max_length=64, blank=True)
    message_id = models.CharField(_("message"), max_length=64, blank=True)
    scope_id = models.CharField(_("scope"), max_length=64, blank=True)
    question = models.TextField(_("question"), blank=True)
    is_enabled = models.BooleanField(_("memory enabled"), default=True)
    is_injected = models.BooleanField(_("memory injected"), default=False)
    is_degraded = models.BooleanField(_("without embeddings"), default=False)
    retrieved_count = models.PositiveIntegerField(_("memories found"), default=0)
    injected_count = models.PositiveIntegerField(_("memories injected"), default=0)
    retrieved_ids = ArrayField(models.CharField(max_length=64), verbose_name=_("ids found"), default=list, blank=True)
    retrieval_ms = models.FloatField(_("retrieval (ms)"), default=0.0)
    build_ms = models.FloatField(_("context build (ms)"), default=0.0)
    recent_message_count = models.PositiveIntegerField(_("recent messages"), default=0)
    long_term_count = models.PositiveIntegerField(_("long-term fragments"), default=0)
    has_summary = models.BooleanField(_("summary present"), default=False)
    top_score = models.FloatField(_("top score"), null=True, blank=True)
    average_score = models.FloatField(_("average score"), null=True, blank=True)
    trace = models.JSONField(_("trace"), default=dict, blank=True)
    mode_of_global = models.CharField(_("global recall"), max_length=24, blank=True)
    tokens = models.PositiveIntegerField(_("tokens"), default=0)
    error = models.CharField(_("error"), max_length=512, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("observation")
        verbose_name_plural = _("observations")
        indexes: ClassVar = [
            models.Index(fields=["tenant_id", "at"], name="observation_tenant_at"),
            models.Index(fields=["profile_id", "at"], name="observation_profile_at"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(question="") | Q(profile_id__isnull=False), name="observation_text_has_owner"
            ),
        ]

    def __str__(self) -> str:
        return self.observation_id


class Feedback(models.Model):
    """What a person thought of one answer; given again, it is changed, not added."""

    ERASED_BY: ClassVar[str] = "profile_id"
    EXPORTED_AS: ClassVar[str] = "feedback"

    class Rating(models.IntegerChoices):
        NONE = 0, _("none")
        GOOD = 1, _("good")
        BAD = 2, _("bad")

    class Reason(models.TextChoices):
        INACCURATE = "inaccurate", _("inaccurate")
        IRRELEVANT = "irrelevant", _("irrelevant")
        MISSING = "missing", _("missing")
        OUTDATED = "outdated", _("outdated")
        PRIVATE = "private", _("private")
        OTHER = "other", _("other")

    observation = models.OneToOneField(
        Observation, on_delete=models.CASCADE, related_name="feedback", verbose_name=_("observation")
    )
    tenant_id = models.BigIntegerField(_("tenant"))
    profile_id = models.BigIntegerField(_("profile"), null=True, blank=True, db_index=True)
    rating = models.PositiveSmallIntegerField(_("rating"), choices=Rating, default=Rating.NONE)
    reason = models.CharField(_("reason"), max_length=16, choices=Reason, blank=True)
    remark = models.CharField(_("remark"), max_length=2000, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("feedback")
        verbose_name_plural = _("feedback")
        indexes: ClassVar = [models.Index(fields=["tenant_id", "at"], name="feedback_tenant_at")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(rating__in=[0, 1, 2]), name="feedback_rating_known"),
            models.CheckConstraint(
                condition=Q(remark="") | Q(profile_id__isnull=False), name="feedback_text_has_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"feedback {self.pk}"


class MemoryFeedback(models.Model):
    """What a person thought of one memory in an answer. `memory_id` is the id under which the answer named it."""

    ERASED_BY: ClassVar[str] = "profile_id"
    EXPORTED_AS: ClassVar[str] = "memory_feedback"

    observation = models.ForeignKey(
        Observation, on_delete=models.CASCADE, related_name="memory_feedback", verbose_name=_("observation")
    )
    tenant_id = models.BigIntegerField(_("tenant"))
    profile_id = models.BigIntegerField(_("profile"), null=True, blank=True, db_index=True)
    memory_id = models.CharField(_("memory"), max_length=80)
    rating = models.PositiveSmallIntegerField(_("rating"), choices=Feedback.Rating, default=Feedback.Rating.NONE)
    reason = models.CharField(_("reason"), max_length=16, choices=Feedback.Reason, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("feedback on a memory")
        verbose_name_plural = _("feedback on memories")
        indexes: ClassVar = [models.Index(fields=["tenant_id", "at"], name="memory_feedback_tenant_at")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["observation", "memory_id"], name="memory_feedback_once"),
            models.CheckConstraint(condition=Q(rating__in=[0, 1, 2]), name="memory_feedback_rating_known"),
        ]

    def __str__(self) -> str:
        return f"memory feedback {self.pk}"


class WorkLogEntry(models.Model):
    """One line of the work log. `message` and `details` carry ids and counts, never what somebody said."""

    ERASED_BY: ClassVar[str] = "profile_id"
    EXPORTED_AS: ClassVar[str] = ""

    class Level(models.TextChoices):
        INFO = "info", _("info")
        SUCCESS = "success", _("success")
        WARNING = "warning", _("warning")
        ERROR = "error", _("error")

    tenant_id = models.BigIntegerField(_("tenant"))
    profile_id = models.BigIntegerField(_("profile"), null=True, blank=True)
    module = models.CharField(_("module"), max_length=32)
    level = models.CharField(_("level"), max_length=8, choices=Level)
    actor = models.CharField(_("actor"), max_length=160)
    message = models.CharField(_("message"), max_length=512)
    details = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("work log entry")
        verbose_name_plural = _("work log")
        indexes: ClassVar = [
            models.Index(fields=["tenant_id", "at"], name="worklog_tenant_at"),
            models.Index(fields=["profile_id", "at"], name="worklog_profile_at"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(level__in=["info", "success", "warning", "error"]), name="worklog_level_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.module} {self.pk}"


class ModelCall(models.Model):
    """One request to a model endpoint, failed ones included.

    `outcome` is `ok` or the reason of the failure. The texts are kept only when content logging is on, and only for a
    known person. `price` is in the currency of the configured prices: an erasure takes texts and person away, and leaves
    what was spent. `job_id` is the background job that asked, None for anybody else.
    """

    ERASED_BY: ClassVar[str] = "unlinked"
    EXPORTED_AS: ClassVar[str] = ""

    tenant_id = models.BigIntegerField(_("tenant"), null=True, blank=True)
    profile_id = models.BigIntegerField(_("profile"), null=True, blank=True)
    job_id = models.BigIntegerField(_("job"), null=True, blank=True)
    purpose = models.CharField(_("purpose"), max_length=24)
    model = models.CharField(_("model"), max_length=128)
    prompt_version = models.CharField(_("prompt version"), max_length=16, blank=True)
    tokens_in = models.PositiveIntegerField(_("tokens in"), default=0)
    tokens_out = models.PositiveIntegerField(_("tokens out"), default=0)
    price = models.DecimalField(_("price"), max_digits=14, decimal_places=8, default=0)
    latency_ms = models.PositiveIntegerField(_("latency (ms)"), default=0)
    outcome = models.CharField(_("outcome"), max_length=32)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    request_text = models.TextField(_("request"), blank=True)
    reply_text = models.TextField(_("reply"), blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("model call")
        verbose_name_plural = _("model calls")
        indexes: ClassVar = [
            models.Index(fields=["tenant_id", "at"], name="modelcall_tenant_at"),
            models.Index(fields=["profile_id"], name="modelcall_profile"),
            models.Index(fields=["job_id"], name="modelcall_job", condition=Q(job_id__isnull=False)),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(request_text="", reply_text="") | Q(profile_id__isnull=False),
                name="modelcall_text_has_owner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.pk}"


class HourlyFigures(models.Model):
    """Counters of one hour of one agent, so that a dashboard adds up rows instead of reading observations.

    `latency` counts requests by build time, one number for each bucket of LATENCY_BOUNDS_MS. The columns of levels hold
    one number for each of LEVELS, `level_latency` one such histogram for each, one behind the other.
    """

    ERASED_BY: ClassVar[str] = "nothing personal"
    EXPORTED_AS: ClassVar[str] = ""

    tenant_id = models.BigIntegerField(_("tenant"))
    hour = models.DateTimeField(_("hour"))
    agent_id = models.CharField(_("agent"), max_length=64, blank=True)
    requests = models.PositiveIntegerField(_("requests"), default=0)
    enabled = models.PositiveIntegerField(_("memory enabled"), default=0)
    injected = models.PositiveIntegerField(_("memory injected"), default=0)
    failed = models.PositiveIntegerField(_("failed"), default=0)
    scored = models.PositiveIntegerField(_("scored"), default=0)
    score_sum = models.FloatField(_("sum of average scores"), default=0.0)
    degraded = models.PositiveIntegerField(_("without embeddings"), default=0)
    tokens = models.PositiveBigIntegerField(_("tokens"), default=0)
    build_ms = models.FloatField(_("sum of build times (ms)"), default=0.0)
    latency = ArrayField(models.PositiveIntegerField(), verbose_name=_("latency histogram"), default=empty_histogram)
    level_latency = ArrayField(
        models.PositiveIntegerField(), verbose_name=_("latency histograms of levels"), default=empty_histograms
    )
    level_found = ArrayField(models.PositiveBigIntegerField(), verbose_name=_("found by level"), default=no_counts)
    level_tokens = ArrayField(models.PositiveBigIntegerField(), verbose_name=_("tokens by level"), default=no_counts)
    level_empty = ArrayField(models.PositiveIntegerField(), verbose_name=_("empty recalls by level"), default=no_counts)
    level_failed = ArrayField(models.PositiveIntegerField(), verbose_name=_("failures by level"), default=no_counts)

    class Meta:
        verbose_name = _("hourly figures")
        verbose_name_plural = _("hourly figures")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tenant_id", "hour", "agent_id"], name="hourly_figures_once"),
        ]

    def __str__(self) -> str:
        return f"hourly figures {self.pk}"
