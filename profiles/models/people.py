"""People: one plain profile row each, and two identity tables, because employees and end users are named differently."""

from typing import TYPE_CHECKING, Self

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db import models
from django.utils.translation import gettext_lazy as _

from profiles.models.tenants import Tenant
from profiles.models.words import literal

if TYPE_CHECKING:
    from profiles.models.facts import FactQuerySet

# What is shown of one person alone: a list does without.
_LARGE = ("profile__preferences", "profile__metadata", "profile__memory")


class ProfileQuerySet(models.QuerySet["Profile"]):
    def of(self, tenant: Tenant) -> Self:
        return self.filter(tenant=tenant)


class Profile(models.Model):
    """Everything of one remembered person or company hangs on this row; it is the unit of locking and of locality.

    `memory` is the legacy column: a V1 or V2 document loaded in bulk, read at once and emptied by the first write.
    `facts_version` grows with status, content and slot of facts, `preferences_version` with preferences and names;
    together they are the ETag. `dreamed_through` is the highest message id that a dream has looked at. `forgettings`
    counts how often something was forgotten: a text about the person that was made before is not stored afterwards.
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
    forgettings = models.PositiveIntegerField(default=0, db_default=0)
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


class UserProfileQuerySet(models.QuerySet["UserProfile"]):
    def for_list_page(self) -> Self:
        """With the figures of each, in the order of their ids."""
        return self.select_related("profile").defer(*_LARGE).order_by("user_id")

    def called(self, name: str) -> Self:
        """Those in whose name every word of this one begins a word."""
        begun = " & ".join(f"{literal([word])}:*" for word in name.split())
        named = self.annotate(names=SearchVector("nickname", config="simple"))
        return named.filter(names=SearchQuery(begun, config="simple", search_type="raw")) if begun else self.none()


class UserProfile(models.Model):
    """An internal user: known by the id that single sign-on gives."""

    ERASED_BY = "cascade"
    EXPORTED_AS = "profile"

    profile = models.OneToOneField(Profile, on_delete=models.CASCADE, primary_key=True, related_name="user")
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    user_id = models.CharField(max_length=64, db_collation="C")
    nickname = models.CharField(max_length=128, blank=True, default="")
    avatar = models.CharField(max_length=512, blank=True, default="")

    objects = UserProfileQuerySet.as_manager()

    class Meta:
        verbose_name = _("employee")
        verbose_name_plural = _("employees")
        constraints = [
            models.UniqueConstraint(fields=["tenant", "user_id"], name="user_profile_identity"),
            models.CheckConstraint(condition=~models.Q(user_id=""), name="user_profile_user_id_filled"),
        ]
        indexes = [GinIndex(SearchVector("nickname", config="simple"), name="user_profile_names")]

    def __str__(self) -> str:
        return f"user profile {self.pk}"


class EndUserProfileQuerySet(models.QuerySet["EndUserProfile"]):
    def for_list_page(self) -> Self:
        """With the figures of each: a company's main account, then its people in the order of their ids."""
        return self.select_related("profile").defer(*_LARGE).order_by("end_user_id", "end_sub_user_id")

    def whose_own_id_begins(self, beginning: str) -> Self:
        """People of whatever company, in the order of their own ids."""
        people = self.exclude(end_sub_user_id="").filter(end_sub_user_id__startswith=beginning)
        return people.select_related("profile").defer(*_LARGE).order_by("end_sub_user_id", "end_user_id")


class EndUserProfile(models.Model):
    """An end user: a company (`end_sub_user_id` '') or one of its people."""

    ERASED_BY = "cascade"
    EXPORTED_AS = "profile"

    profile = models.OneToOneField(Profile, on_delete=models.CASCADE, primary_key=True, related_name="end_user")
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    end_user_id = models.CharField(max_length=64, db_collation="C")
    end_sub_user_id = models.CharField(max_length=64, db_collation="C", blank=True, default="")

    objects = EndUserProfileQuerySet.as_manager()

    class Meta:
        verbose_name = _("end user")
        verbose_name_plural = _("end users")
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "end_user_id", "end_sub_user_id"], name="end_user_profile_identity"
            ),
            models.CheckConstraint(condition=~models.Q(end_user_id=""), name="end_user_profile_id_filled"),
        ]
        # The unique key finds a company's people; this one finds a person of whatever company.
        indexes = [models.Index(fields=["tenant", "end_sub_user_id", "end_user_id"], name="end_user_by_own_id")]

    def __str__(self) -> str:
        return f"end-user profile {self.pk}"
