"""Bindings: which agents get a global memory."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from globalmemory.models.memories import GlobalMemory
from globalmemory.models.owned import Owned, OwnedQuerySet


class AgentBindingQuerySet(OwnedQuerySet["AgentBinding"]):
    def live(self) -> Self:
        """Neither the binding nor its memory is deleted; either may be switched off."""
        return self.filter(deleted_at=None, global_memory__deleted_at=None)


class AgentBinding(Owned):
    """One memory for one agent, with a switch of its own. Bound again after a deletion it is the same row."""

    ERASED_BY = "cascade"
    EXPORTED_AS = "global_memory_bindings"

    global_memory = models.ForeignKey(GlobalMemory, on_delete=models.CASCADE, related_name="bindings", db_index=False)
    agent_id = models.CharField(max_length=64, db_collation="C")
    is_enabled = models.BooleanField(default=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = AgentBindingQuerySet.as_manager()

    class Meta:
        verbose_name = _("binding to an agent")
        verbose_name_plural = _("bindings to agents")
        constraints = [
            models.UniqueConstraint(fields=["global_memory", "agent_id"], name="agent_binding_identity"),
            models.CheckConstraint(condition=~models.Q(agent_id=""), name="agent_binding_agent_filled"),
        ]
        indexes = [models.Index(fields=["tenant", "owner_key", "agent_id"], name="agent_binding_of_agent")]

    def __str__(self) -> str:
        return f"binding {self.pk}"
