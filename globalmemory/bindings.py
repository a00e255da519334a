"""Which agents get a global memory: bound, switched, unbound, never more than an agent can hold."""

from collections import Counter
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from globalmemory import hands
from globalmemory.hands import Hand
from globalmemory.models import AgentBinding, GlobalMemory, Owner


class TooManyBindings(Refused):
    code = "too_many_bindings"
    status = 409

    def __init__(self) -> None:
        most = settings.MEMORYHUB_GLOBAL_BINDINGS
        super().__init__(
            format_lazy(
                _("An agent may have at most {most} global memories of one owner. Unbind or delete one first."),
                most=most,
            ),
            field="agent_id",
        )


class BindingDeleted(Refused):
    code = "binding_deleted"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This memory is no longer bound to this agent. Bind it again."))


def find(owner: Owner, key: int) -> AgentBinding:
    """The owner's binding, deleted or not. Raises NotFound."""
    binding: AgentBinding = hands.find(AgentBinding.objects.select_related("global_memory"), owner, key)
    return binding


def bind(memory: GlobalMemory, agent_id: str, *, hand: Hand, is_enabled: bool = True) -> tuple[AgentBinding, bool]:
    """The binding of a memory to an agent, and whether it is new. One that stands already is answered as it is.

    Under the owner's lock, as part of the caller's transaction. Raises TooManyBindings.
    """
    return Places([memory.pk], agent_id, hand).bind(memory, is_enabled=is_enabled)


class Places:
    """What an agent has of these memories and how many more it can hold: two statements, however many are to be bound.

    Read under the owner's lock, and good as long as it is held.
    """

    def __init__(self, keys: Iterable[int], agent_id: str, hand: Hand) -> None:
        rows = AgentBinding.objects.filter(global_memory__in=list(keys), agent_id=agent_id)
        self._known = {row.global_memory_id: row for row in rows}
        self._room = room(hand.owner, agent_id)
        self._agent_id, self._hand = agent_id, hand

    def bind(self, memory: GlobalMemory, *, is_enabled: bool = True) -> tuple[AgentBinding, bool]:
        """Raises TooManyBindings."""
        known = self._known.get(memory.pk)
        if known is not None and known.deleted_at is None:
            return known, False
        if self._room < 1:
            raise TooManyBindings
        self._room -= 1
        if known is not None:
            self._hand.save(known, deleted_at=None, is_enabled=is_enabled)
            return known, True
        whose = self._hand.of_new()
        made = AgentBinding(**whose, global_memory=memory, agent_id=self._agent_id, is_enabled=is_enabled)
        made.save(force_insert=True)
        return made, True


def switch(key: int, *, is_enabled: bool, hand: Hand) -> AgentBinding:
    """Switch one binding on or off. Raises NotFound, BindingDeleted."""
    with transaction.atomic():
        hand.lock()
        binding = find(hand.owner, key)
        if binding.deleted_at is not None:
            raise BindingDeleted
        if binding.is_enabled != is_enabled:
            hand.save(binding, is_enabled=is_enabled)
            hand.log("A binding was switched.", binding=binding.pk, memory=binding.global_memory_id, enabled=is_enabled)
    return binding


def unbind(key: int, *, hand: Hand) -> AgentBinding:
    """Take a memory away from an agent. Done again, it changes nothing."""
    with transaction.atomic():
        hand.lock()
        binding = find(hand.owner, key)
        if binding.deleted_at is None:
            hand.save(binding, deleted_at=hand.now)
            hand.log("A global memory was unbound.", binding=binding.pk, memory=binding.global_memory_id)
    return binding


def room(owner: Owner, agent_id: str) -> int:
    """How many more memories of this owner the agent can hold; exact only under the owner's lock."""
    bound = AgentBinding.objects.of(owner).live().filter(agent_id=agent_id).count()
    return int(settings.MEMORYHUB_GLOBAL_BINDINGS) - bound


def check_room_for(memory: GlobalMemory) -> None:
    """Raise TooManyBindings unless all agents of a deleted memory have a place for it."""
    agents = memory.bindings.filter(deleted_at=None).values_list("agent_id", flat=True)
    bound = _bound(memory.owner, agents)
    if any(bound[agent_id] >= settings.MEMORYHUB_GLOBAL_BINDINGS for agent_id in agents):
        raise TooManyBindings


def _bound(owner: Owner, agents: Iterable[str]) -> Counter[str]:
    rows = AgentBinding.objects.of(owner).live().filter(agent_id__in=list(agents))
    return Counter(rows.values_list("agent_id", flat=True))
