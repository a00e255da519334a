"""Requests for a context, and what people thought of the answers."""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# Slower requests have an index of their own: the line of the dashboard as the product comes.
SLOW_MS = 500


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


@dataclass(frozen=True)
class Handed:
    """The text that an agent got, on its way to the database, with what it was put together from.

    `forgettings`: for each person of whom it tells, how often something of theirs had been forgotten when it was made.
    `company_id` is the one among them that is not whom the request is about, None where there is none.
    """

    text: str
    forgettings: Mapping[int, int]
    company_id: int | None = None
    global_memory_ids: Sequence[int] = ()


class Observation(models.Model):
    """What one context request did: a person's question, what was found for it, and why it was used or not.

    `profile_id` is None when the person is not known; then the question is never kept. `trace` holds per level at
    most the best candidates with their scores and why each was kept or left out: ids, no contents.
    """

    ERASED_BY: ClassVar[str] = "profile_id"
    EXPORTED_AS: ClassVar[str] = "observations"

    # What is to be kept beside the row when it is recorded; None: nothing.
    handed: "Handed | None" = None

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
            # For those who look for something: what is rare among a million rows is not found by reading through them.
            models.Index(fields=["tenant_id", "agent_id", "at"], name="observation_agent_at"),
            models.Index(fields=["tenant_id", "at"], name="observation_failed", condition=~Q(error="")),
            models.Index(fields=["tenant_id", "at"], name="observation_degraded", condition=Q(is_degraded=True)),
            models.Index(
                fields=["tenant_id", "at"],
                name="observation_empty",
                condition=Q(is_enabled=True, is_injected=False),
            ),
            models.Index(fields=["tenant_id", "at"], name="observation_slow", condition=Q(build_ms__gt=SLOW_MS)),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(question="") | Q(profile_id__isnull=False), name="observation_text_has_owner"
            ),
        ]

    def __str__(self) -> str:
        return self.observation_id


class ContextText(models.Model):
    """The text that an agent got for one request, kept only while contents are logged, and only about a known person.

    In a table of its own: lists of requests do without it, and it goes without anybody waiting for the request's row.
    It tells of `profile_id`, of the company above (`company_id`), and of the global memories that are named.
    """

    ERASED_BY: ClassVar[str] = "profile_id"
    EXPORTED_AS: ClassVar[str] = "context_texts"

    observation = models.OneToOneField(
        Observation, on_delete=models.CASCADE, related_name="context_text", verbose_name=_("observation")
    )
    tenant_id = models.BigIntegerField(_("tenant"))
    profile_id = models.BigIntegerField(_("profile"), db_index=True)
    company_id = models.BigIntegerField(_("company"), null=True, blank=True)
    global_memory_ids = ArrayField(
        models.BigIntegerField(), verbose_name=_("global memories"), default=list, blank=True
    )
    text = models.TextField(_("text"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("text of a context")
        verbose_name_plural = _("texts of contexts")
        indexes: ClassVar = [
            models.Index(fields=["tenant_id"], name="context_text_tenant"),
            models.Index(fields=["company_id"], name="context_text_company", condition=Q(company_id__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"context text {self.pk}"


class Feedback(models.Model):
    """What a person thought of one answer; given again, it is changed, not added. `asked_at` is when the observation was made."""

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
    asked_at = models.DateTimeField(_("asked at"), default=timezone.now)

    class Meta:
        verbose_name = _("feedback")
        verbose_name_plural = _("feedback")
        indexes: ClassVar = [
            models.Index(fields=["tenant_id", "at"], name="feedback_tenant_at"),
            models.Index(fields=["tenant_id", "rating", "asked_at"], name="feedback_rated"),
        ]
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
