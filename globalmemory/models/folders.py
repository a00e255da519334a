"""Folders: a tree for each owner, in which global memories lie."""

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from globalmemory.models.owned import Owned, OwnedQuerySet

NAME_LENGTH = 128


class FolderQuerySet(OwnedQuerySet["Folder"]):
    def for_list_page(self) -> Self:
        """Each with `memory_count`: its own undeleted memories, without those of folders in it."""
        return self.annotate(memory_count=models.Count("memories", filter=models.Q(memories__deleted_at=None)))


class Folder(Owned):
    """A folder; `parent` None: it stands at the top. That no folder lies within itself is seen to under the owner's lock."""

    ERASED_BY = "cascade"
    EXPORTED_AS = "global_memory_folders"

    parent = models.ForeignKey("self", on_delete=models.RESTRICT, null=True, blank=True, related_name="children")
    name = models.CharField(max_length=NAME_LENGTH)

    objects = FolderQuerySet.as_manager()

    if TYPE_CHECKING:
        memory_count: int  # of those read for a list

    class Meta:
        verbose_name = _("folder")
        verbose_name_plural = _("folders")
        constraints = [
            models.UniqueConstraint(
                "tenant", "owner_key", Coalesce("parent", 0), "name", name="global_folder_one_of_a_name"
            ),
            models.UniqueConstraint(fields=["id", "tenant", "owner_key"], name="global_folder_of_owner"),
            models.CheckConstraint(condition=~models.Q(parent=models.F("id")), name="global_folder_not_in_itself"),
            models.CheckConstraint(condition=~models.Q(name=""), name="global_folder_name_filled"),
        ]

    def __str__(self) -> str:
        return f"folder {self.pk}"
