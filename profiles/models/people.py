"""People: one plain profile row each, and two identity tables, because employees and end users are named differently."""

from typing import TYPE_CHECKING, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from profiles.models.tenants import Tenant

if TYPE_CHECKING:
    from profiles.models.facts import FactQuerySet


class ProfileQuerySet(models.QuerySet["Profile"]):
    def of(self, tenant: Tenant) -> Self:
        return self.filter(tenant=tenant)


class Profile(models.Model):
    """Everything of one remembered person or company hangs on this row; it is the unit of locking and of locality.

    `memory` is the legacy column: a V1 or V2 document loaded in bulk, read at once and emptied by the first write.
    `facts_version` grows with status, content and slot of facts, `preferences_version` with preferences and names;
    together they are the ETag. `dreamed_through` is the highest message id that a dream has looked at.
    """

    ERASED_BY = "itself"
    EXPORTED_AS = "profile"

    class Kind(models.TextChoices):
        USER = "user"
        END_USER = "end_user"

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="profiles")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    preferences = models.JSONField(default=dict, blank=True)
    metadata = models.JSONField(default=dict, blank=True)
    memory = models.JSONField(null=True, blank=True)
    facts_version = models.BigIntegerField(default=0)
    preferences_version = models.BigIntegerField(default=0)
    dreamed_through = models.BigIntegerField(default=0)
    active_facts = models.PositiveIntegerField(default=0)
    blocked_count = models.PositiveIntegerField(default=0)
    is_paused = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField()

    objects = ProfileQuerySet.as_manager()

    if TYPE_CHECKING:
        facts: "FactQuerySet"
        user: "UserProfile"
        end_user: "EndUserProfile"

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")
        constraints = [
            models.UniqueConstraint(fields=["id", "tenant"], name="profile_id_tenant"),
            models.CheckConstraint(condition=models.Q(kind__in=["user", "end_user"]), name="profile_kind"),
        ]

    def __str__(self) -> str:
        return f"profile {self.pk}"

    @property
    def etag(self) -> str:
        return f'"{self.facts_version}.{self.preferences_version}"'


class UserProfile(models.Model):
    """An internal user: known by the id that single sign-on gives."""

    ERASED_BY = "cascade"
    EXPORTED_AS = "profile"

    profile = models.OneToOneField(Profile, on_delete=models.CASCADE, primary_key=True, related_name="user")
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    user_id = models.CharField(max_length=64, db_collation="C")
    nickname = models.CharField(max_length=128, blank=True, default="")
    avatar = models.CharField(max_length=512, blank=True, default="")

    class Meta:
        verbose_name = _("employee")
        verbose_name_plural = _("employees")
        constraints = [
            models.UniqueConstraint(fields=["tenant", "user_id"], name="user_profile_identity"),
            models.CheckConstraint(condition=~models.Q(user_id=""), name="user_profile_user_id_filled"),
        ]

    def __str__(self) -> str:
        return f"user profile {self.pk}"


class EndUserProfile(models.Model):
    """An end user: a company (`end_sub_user_id` '') or one of its people."""

    ERASED_BY = "cascade"
    EXPORTED_AS = "profile"

    profile = models.OneToOneField(Profile, on_delete=models.CASCADE, primary_key=True, related_name="end_user")
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    end_user_id = models.CharField(max_length=64, db_collation="C")
    end_sub_user_id = models.CharField(max_length=64, db_collation="C", blank=True, default="")

    class Meta:
        verbose_name = _("end user")
        verbose_name_plural = _("end users")
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "end_user_id", "end_sub_user_id"], name="end_user_profile_identity"
            ),
            models.CheckConstraint(condition=~models.Q(end_user_id=""), name="end_user_profile_id_filled"),
        ]

    def __str__(self) -> str:
        return f"end-user profile {self.pk}"
