"""Earlier versions: what a global memory said before its text was changed."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from globalmemory.models.folders import NAME_LENGTH
from globalmemory.models.memories import LANGUAGE_LENGTH, TAG_LENGTH, GlobalMemory
from globalmemory.models.owned import Owned


class GlobalMemoryVersion(Owned):
    """The texts of one version that is no more. It was made when, and by whom, the next one took its place."""

    ERASED_BY = "cascade"
    EXPORTED_AS = "global_memory_versions"

    global_memory = models.ForeignKey(GlobalMemory, on_delete=models.CASCADE, related_name="versions", db_index=False)
    version = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    tags = ArrayField(models.CharField(max_length=TAG_LENGTH), default=list, blank=True)
    background = models.TextField(blank=True, default="")
    preferred_language = models.CharField(max_length=LANGUAGE_LENGTH, blank=True, default="")
    answer_style = models.TextField(blank=True, default="")
    long_term_goal = models.TextField(blank=True, default="")
    constraints = models.TextField(blank=True, default="")
    content = models.TextField(blank=True, default="")

    class Meta:
        verbose_name = _("earlier version of a global memory")
        verbose_name_plural = _("earlier versions of global memories")
        constraints = [
            models.UniqueConstraint(fields=["global_memory", "version"], name="global_memory_version_identity"),
        ]

    def __str__(self) -> str:
        return f"version {self.version} of global memory {self.global_memory_id}"
