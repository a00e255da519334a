"""Figures of hours, so that a dashboard adds up a few rows."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

# Upper bounds in milliseconds of the latency histogram; one more bucket holds what was slower. 500 is the line of the
# dashboard, the steps around it are fine enough to read a percentile to within a fifth.
LATENCY_BOUNDS_MS = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2000, 5000)

# The steps of a context that are measured one by one. A new one goes to the end: rows name them by their place.
LEVELS = ("global", "long_term", "related", "episodes", "summary", "recent")

# Why an answer was bad, as far as it was said. A new one goes to the end, for the same cause.
REASONS = ("inaccurate", "irrelevant", "missing", "outdated", "private", "other")


def empty_histogram() -> list[int]:
    """A zero for every bucket of LATENCY_BOUNDS_MS and one for what lies beyond."""
    return [0] * (len(LATENCY_BOUNDS_MS) + 1)


def empty_histograms() -> list[int]:
    """The histograms of all LEVELS, one behind the other."""
    return empty_histogram() * len(LEVELS)


def no_counts() -> list[int]:
    """A zero for each of LEVELS."""
    return [0] * len(LEVELS)


def no_reasons() -> list[int]:
    """A zero for each of REASONS."""
    return [0] * len(REASONS)


class HourlyFigures(models.Model):
    """Counters of one hour of one agent, so that a dashboard adds up rows instead of reading observations.

    `latency` counts requests by build time, one number for each bucket of LATENCY_BOUNDS_MS. The columns of levels hold
    one number for each of LEVELS, `level_latency` one such histogram for each, one behind the other. `good` and `bad` count
    what was thought of the answers to these requests, whenever it was said, `reasons` those of the bad ones by REASONS.
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
    good = models.PositiveIntegerField(_("good answers"), default=0)
    bad = models.PositiveIntegerField(_("bad answers"), default=0)
    reasons = ArrayField(models.PositiveIntegerField(), verbose_name=_("bad answers by reason"), default=no_reasons)

    class Meta:
        verbose_name = _("hourly figures")
        verbose_name_plural = _("hourly figures")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tenant_id", "hour", "agent_id"], name="hourly_figures_once"),
        ]

    def __str__(self) -> str:
        return f"hourly figures {self.pk}"


class HourlyJobs(models.Model):
    """How many jobs of one kind ended in one hour, and how."""

    ERASED_BY: ClassVar[str] = "nothing personal"
    EXPORTED_AS: ClassVar[str] = ""

    tenant_id = models.BigIntegerField(_("tenant"))
    hour = models.DateTimeField(_("hour"))
    kind = models.CharField(_("kind"), max_length=16)
    state = models.CharField(_("state"), max_length=16)
    jobs = models.PositiveIntegerField(_("jobs"), default=0)

    class Meta:
        verbose_name = _("hourly figures of jobs")
        verbose_name_plural = _("hourly figures of jobs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tenant_id", "hour", "kind", "state"], name="hourly_jobs_once"),
        ]

    def __str__(self) -> str:
        return f"hourly figures of jobs {self.pk}"


class HourlySpending(models.Model):
    """What the calls to models came to in one hour, by what they were for. `failed` are those without a usable answer."""

    ERASED_BY: ClassVar[str] = "nothing personal"
    EXPORTED_AS: ClassVar[str] = ""

    tenant_id = models.BigIntegerField(_("tenant"))
    hour = models.DateTimeField(_("hour"))
    purpose = models.CharField(_("purpose"), max_length=24)
    calls = models.PositiveIntegerField(_("calls"), default=0)
    failed = models.PositiveIntegerField(_("failed"), default=0)
    tokens_in = models.PositiveBigIntegerField(_("tokens in"), default=0)
    tokens_out = models.PositiveBigIntegerField(_("tokens out"), default=0)
    price = models.DecimalField(_("price"), max_digits=18, decimal_places=8, default=0)

    class Meta:
        verbose_name = _("hourly figures of model calls")
        verbose_name_plural = _("hourly figures of model calls")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tenant_id", "hour", "purpose"], name="hourly_spending_once"),
        ]

    def __str__(self) -> str:
        return f"hourly figures of model calls {self.pk}"
