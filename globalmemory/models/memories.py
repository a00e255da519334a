"""Global memories: what somebody told their agents once, for all conversations."""

from typing import TYPE_CHECKING, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from globalmemory.models.folders import NAME_LENGTH, Folder
from globalmemory.models.owned import Owned, OwnedQuerySet

if TYPE_CHECKING:
    from globalmemory.models.bindings import AgentBinding
    from globalmemory.models.versions import GlobalMemoryVersion

TAG_LENGTH = 64
LANGUAGE_LENGTH = 64
# What may be filled, in the order in which it is told and embedded. `background` is `profile` on the wire.
FIELDS = ("background", "preferred_language", "answer_style", "long_term_goal", "constraints", "content")
# What is embedded, makes a version, and goes along with a copy.
TEXTS = ("name", "tags", *FIELDS)


class GlobalMemoryQuerySet(OwnedQuerySet["GlobalMemory"]):
    def undeleted(self) -> Self:
        return self.filter(deleted_at=None)


class GlobalMemory(Owned):
    """One global memory. `version` counts how often its text changed: a vector of another version is not its vector."""

    ERASED_BY = "cascade"
    EXPORTED_AS = "global_memories"

    folder = models.ForeignKey(Folder, on_delete=models.RESTRICT, null=True, blank=True, related_name="memories")
    name = models.CharField(max_length=NAME_LENGTH)
    tags = ArrayField(models.CharField(max_length=TAG_LENGTH), default=list, blank=True)
    background = models.TextField(blank=True, default="")
    preferred_language = models.CharField(max_length=LANGUAGE_LENGTH, blank=True, default="")
    answer_style = models.TextField(blank=True, default="")
    long_term_goal = models.TextField(blank=True, default="")
    constraints = models.TextField(blank=True, default="")
    content = models.TextField(blank=True, default="")
    is_enabled = models.BooleanField(default=True)
    version = models.PositiveIntegerField(default=1)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = GlobalMemoryQuerySet.as_manager()

    if TYPE_CHECKING:
        bindings: models.QuerySet["AgentBinding"]
        vectors: models.QuerySet["GlobalMemoryVector"]
        versions: models.QuerySet["GlobalMemoryVersion"]

    class Meta:
        verbose_name = _("global memory")
        verbose_name_plural = _("global memories")
        constraints = [
            models.UniqueConstraint(fields=["id", "tenant", "owner_key"], name="global_memory_of_owner"),
            models.CheckConstraint(condition=~models.Q(name=""), name="global_memory_name_filled"),
        ]
        indexes = [
            models.Index(fields=["tenant", "owner_key", "id"], name="global_memory_listed"),
            models.Index(fields=["updated_at"], name="global_memory_changed"),
        ]

    def __str__(self) -> str:
        return f"global memory {self.pk}"

    @property
    def is_mandatory(self) -> bool:
        """Whether it stands in every context of its agents (G4)."""
        return bool(self.background.strip() or self.long_term_goal.strip())

    @property
    def texts(self) -> list[str]:
        """Its filled fields, by which it is found (G7)."""
        return [text for text in (self.name, *self.tags, *(getattr(self, field) for field in FIELDS)) if text]

    @property
    def etag(self) -> str:
        return f'"{self.version}.{round(self.updated_at.timestamp() * 1_000_000)}"'


class GlobalMemoryVector(models.Model):
    """The embedding of one version of a global memory, in a narrow table of its own."""

    ERASED_BY = "cascade"
    EXPORTED_AS = ""

    global_memory = models.ForeignKey(GlobalMemory, on_delete=models.CASCADE, related_name="vectors")
    model = models.CharField(max_length=128)
    version = models.PositiveIntegerField()
    embedding = HalfVectorField()

    class Meta:
        verbose_name = _("vector of a global memory")
        verbose_name_plural = _("vectors of global memories")
        constraints = [
            models.UniqueConstraint(fields=["global_memory", "model"], name="global_memory_vector_identity"),
        ]

    def __str__(self) -> str:
        return f"global memory vector {self.pk}"
