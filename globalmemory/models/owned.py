"""Whose something is: a person's, or the tenant's as a whole."""

from dataclasses import dataclass
from typing import Self, TypeVar

from django.db import models
from django.db.models.functions import Coalesce

from profiles.models import Profile, Tenant

Row = TypeVar("Row", bound="Owned")
# In `owner_key` of what belongs to the tenant: no profile has this key, and unlike NULL it equals itself.
OF_THE_TENANT = 0
ACTOR_LENGTH = 64


@dataclass(frozen=True)
class Owner:
    """A person of a tenant, or with `profile_id` None the tenant itself."""

    tenant_id: int
    profile_id: int | None = None

    @property
    def key(self) -> int:
        return self.profile_id or OF_THE_TENANT


class OwnedQuerySet(models.QuerySet[Row]):
    def of(self, owner: Owner) -> Self:
        return self.filter(tenant=owner.tenant_id, owner_key=owner.key)


class Owned(models.Model):
    """A row of an owner, and who wrote it when. `profile` None: it is the tenant's, for all its people.

    `owner_key` is reckoned by the database, so that keys over it tie rows of one owner together.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    owner_key = models.GeneratedField(
        expression=Coalesce("profile_id", OF_THE_TENANT), output_field=models.BigIntegerField(), db_persist=True
    )
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=ACTOR_LENGTH)
    updated_at = models.DateTimeField()
    updated_by = models.CharField(max_length=ACTOR_LENGTH)

    class Meta:
        abstract = True

    @property
    def owner(self) -> Owner:
        return Owner(self.tenant_id, self.profile_id)
