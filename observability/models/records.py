"""The work log, and calls to models."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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
            # One for each filter of the console, so that none reads lines that it does not show.
            models.Index(fields=["tenant_id", "actor", "at"], name="worklog_actor_at"),
            models.Index(fields=["tenant_id", "module", "at"], name="worklog_module_at"),
            models.Index(fields=["tenant_id", "level", "at"], name="worklog_level_at"),
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
            models.Index(fields=["tenant_id", "at"], name="modelcall_failed", condition=~Q(outcome="ok")),
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
