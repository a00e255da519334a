"""One deed for many global memories: what can be done is done, and each memory says what came of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db import transaction

from engine.errors import Refused
from globalmemory import bindings, editing, hands
from globalmemory.hands import Hand
from globalmemory.models import AgentBinding, Folder, GlobalMemory
from observability import texts
from profiles import identity

Action = Literal["enable", "disable", "delete", "restore", "move", "bind", "unbind"]
ACTIONS: tuple[Action, ...] = ("enable", "disable", "delete", "restore", "move", "bind", "unbind")
DONE: Literal["done"] = "done"
UNCHANGED: Literal["unchanged"] = "unchanged"
REFUSED: Literal["refused"] = "refused"


@dataclass(frozen=True)
class Outcome:
    """`refusal` says why nothing was done, None when something was or nothing had to be."""

    key: int
    outcome: Literal["done", "unchanged", "refused"]
    refusal: Refused | None = None


@dataclass(frozen=True)
class Deed:
    """`agent_id` is whom to bind to; with enable and disable it turns the switch of the binding, not of the memory."""

    action: Action
    agent_id: str = ""
    folder_id: int | None = None


def carry_out(deed: Deed, keys: Sequence[int], *, hand: Hand) -> list[Outcome]:
    """In one transaction, in the order of the keys, each once. Raises NotFound for a folder that is not there."""
    with transaction.atomic():
        hand.lock()
        if deed.folder_id is not None:
            hands.find(Folder.objects.all(), hand.owner, deed.folder_id)
        rows = {row.pk: row for row in GlobalMemory.objects.of(hand.owner).filter(pk__in=keys)}
        act = _act_of(deed, list(rows), hand)
        outcomes = [_outcome(key, rows.get(key), act) for key in dict.fromkeys(keys)]
        done = sum(one.outcome == DONE for one in outcomes)
        if done:
            if deed.action == "delete":
                texts.forget_global(hand.owner.tenant_id, list(rows))
            hand.log("Many global memories were changed.", action=deed.action, asked=len(outcomes), done=done)
    return outcomes


Act = Callable[[GlobalMemory], bool]


def _outcome(key: int, memory: GlobalMemory | None, act: Act) -> Outcome:
    try:
        if memory is None:
            raise identity.NotFound
        return Outcome(key, DONE if act(memory) else UNCHANGED)
    except Refused as refusal:
        return Outcome(key, REFUSED, refusal)


def _act_of(deed: Deed, keys: Iterable[int], hand: Hand) -> Act:
    """What is done to one memory; it answers whether that changed anything, and refuses before it writes."""
    if deed.action == "restore":
        return lambda memory: _restore(memory, hand)
    if deed.action == "delete":
        return lambda memory: _set(memory, hand, deleted_at=memory.deleted_at or hand.now)
    if deed.action == "bind":
        places = bindings.Places(keys, deed.agent_id, hand)
        return lambda memory: places.bind(_undeleted(memory))[1]
    bound = _bindings(keys, deed.agent_id) if deed.agent_id else {}
    if deed.action == "unbind":
        return lambda memory: memory.pk in bound and _set(bound[memory.pk], hand, deleted_at=hand.now)
    if deed.action == "move":
        return lambda memory: _set(_undeleted(memory), hand, folder_id=deed.folder_id)
    is_enabled = deed.action == "enable"
    if deed.agent_id:
        return lambda memory: _set(_bound(bound, _undeleted(memory)), hand, is_enabled=is_enabled)
    return lambda memory: _set(_undeleted(memory), hand, is_enabled=is_enabled)


def _set(row: GlobalMemory | AgentBinding, hand: Hand, **values: object) -> bool:
    changed = hands.differing(row, values)
    if changed:
        hand.save(row, **changed)
    return bool(changed)


def _restore(memory: GlobalMemory, hand: Hand) -> bool:
    if memory.deleted_at is None:
        return False
    editing.bring_back(memory, hand=hand)
    return True


def _undeleted(memory: GlobalMemory) -> GlobalMemory:
    editing.check_undeleted(memory)
    return memory


def _bindings(keys: Iterable[int], agent_id: str) -> dict[int, AgentBinding]:
    """The undeleted bindings of these memories to the agent."""
    rows = AgentBinding.objects.filter(global_memory__in=list(keys), agent_id=agent_id, deleted_at=None)
    return {row.global_memory_id: row for row in rows}


def _bound(bound: dict[int, AgentBinding], memory: GlobalMemory) -> AgentBinding:
    if memory.pk not in bound:
        raise bindings.BindingDeleted
    return bound[memory.pk]
