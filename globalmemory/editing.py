"""What an owner does to a global memory: write it, edit it, delete it, restore it, copy it."""

from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from globalmemory import bindings, hands, indexing, texts, versions
from globalmemory.hands import Hand
from globalmemory.models import AgentBinding, Folder, GlobalMemory, Owner
from globalmemory.models.memories import TEXTS
from observability import texts as handed


class MemoryDeleted(Refused):
    code = "global_memory_deleted"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This global memory is deleted. Restore it first."))


class ChangedSince(Refused):
    code = "precondition_failed"
    status = 412

    def __init__(self, field: str) -> None:
        super().__init__(_("This global memory has changed since you read it: read it again."), field=field)


class TooManyMemories(Refused):
    code = "too_many_global_memories"
    status = 409

    def __init__(self) -> None:
        most = settings.MEMORYHUB_GLOBAL_KEPT
        super().__init__(format_lazy(_("There may be at most {most} global memories. Delete some first."), most=most))


def find(owner: Owner, key: int) -> GlobalMemory:
    """The owner's memory, deleted or not. Raises NotFound."""
    memory: GlobalMemory = hands.find(GlobalMemory.objects.all(), owner, key)
    return memory


def create(wanted: Mapping[str, Any], *, hand: Hand) -> GlobalMemory:
    """Store a new memory, bound to nobody yet. `wanted`: columns; `folder_id` None is the top."""
    values = texts.admitted(wanted, tenant_id=hand.owner.tenant_id)
    with transaction.atomic():
        hand.lock()
        _check_room(hand.owner)
        _check_folder(hand.owner, values)
        memory = GlobalMemory.objects.create(**hand.of_new(), **values)
        hand.log("A global memory was written.", memory=memory.pk)
    return memory


def edit(
    key: int, wanted: Mapping[str, Any], *, hand: Hand, etags: Collection[str] = (), version: int | None = None
) -> GlobalMemory:
    """Change what is named, and leave the rest. Another text is another version, whose vector is made anew.

    The former version is kept.
    `etags` and `version` say what the caller has read: raises ChangedSince when it is so no more; naming none asks for
    nothing. What stays the same is not written. Raises NotFound, MemoryDeleted, and Refused for what may not be stored.
    """
    values = texts.admitted(wanted, tenant_id=hand.owner.tenant_id)
    with transaction.atomic():
        hand.lock()
        memory = find(hand.owner, key)
        _check_seen(memory, etags, version)
        check_undeleted(memory)
        _check_folder(hand.owner, values)
        changed = hands.differing(memory, values)
        if not changed:
            return memory
        is_reworded = not changed.keys().isdisjoint(TEXTS)
        if is_reworded:
            versions.keep(memory, hand=hand)
        hand.save(memory, **changed, version=memory.version + is_reworded)
        if is_reworded:
            indexing.forget(memory)
        hand.log("A global memory was changed.", memory=memory.pk, changed=sorted(changed))
    return memory


def delete(key: int, *, hand: Hand) -> GlobalMemory:
    """Take it out of every recall; it can be restored. Done again, it changes nothing."""
    with transaction.atomic():
        hand.lock()
        memory = find(hand.owner, key)
        if memory.deleted_at is None:
            hand.save(memory, deleted_at=hand.now)
            handed.forget_global(hand.owner.tenant_id, [memory.pk])
            hand.log("A global memory was deleted.", memory=memory.pk)
    return memory


def restore(key: int, *, hand: Hand) -> GlobalMemory:
    """Bring it back, with its bindings. Raises TooManyBindings where their agents have no place for it any more."""
    with transaction.atomic():
        hand.lock()
        memory = find(hand.owner, key)
        if memory.deleted_at is not None:
            bring_back(memory, hand=hand)
            hand.log("A global memory was restored.", memory=memory.pk)
    return memory


def bring_back(memory: GlobalMemory, *, hand: Hand) -> None:
    """As part of the caller's transaction, under its lock."""
    _check_room(hand.owner)
    bindings.check_room_for(memory)
    hand.save(memory, deleted_at=None)


def copy(key: int, *, hand: Hand, name: str | None = None, **elsewhere: int | None) -> GlobalMemory:
    """A second memory of the same texts, bound to nobody. `folder_id` puts it elsewhere; deleted ones can be copied too."""
    original = find(hand.owner, key)
    wanted = {field: getattr(original, field) for field in (*TEXTS, "folder_id", "is_enabled")}
    return create(wanted | elsewhere | ({} if name is None else {"name": name}), hand=hand)


def bind(key: int, agent_id: str, *, hand: Hand, is_enabled: bool = True) -> tuple[AgentBinding, bool]:
    """Give a memory to an agent; whether that is new. Raises NotFound, MemoryDeleted, TooManyBindings."""
    with transaction.atomic():
        hand.lock()
        memory = find(hand.owner, key)
        check_undeleted(memory)
        binding, is_new = bindings.bind(memory, agent_id, hand=hand, is_enabled=is_enabled)
        if is_new:
            hand.log("A global memory was bound.", binding=binding.pk, memory=memory.pk)
    return binding, is_new


def check_undeleted(memory: GlobalMemory) -> None:
    if memory.deleted_at is not None:
        raise MemoryDeleted


def _check_seen(memory: GlobalMemory, etags: Collection[str], version: int | None) -> None:
    if etags and not {"*", memory.etag} & set(etags):
        raise ChangedSince("If-Match")
    if version is not None and version != memory.version:
        raise ChangedSince("version")


def _check_folder(owner: Owner, values: Mapping[str, Any]) -> None:
    if values.get("folder_id") is not None:
        hands.find(Folder.objects.all(), owner, values["folder_id"])


def _check_room(owner: Owner) -> None:
    if GlobalMemory.objects.of(owner).undeleted().count() >= settings.MEMORYHUB_GLOBAL_KEPT:
        raise TooManyMemories
