"""What global memories said before: kept when a text changes, looked at, brought back, forgotten."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction

from globalmemory import hands
from globalmemory.hands import Hand
from globalmemory.models import GlobalMemory, GlobalMemoryVersion
from globalmemory.models.memories import TEXTS
from observability import texts
from profiles import identity


def keep(memory: GlobalMemory, *, hand: Hand) -> None:
    """Note what it says before another text takes its place; the oldest go. Under the owner's lock."""
    GlobalMemoryVersion.objects.create(
        **hand.of_new(), global_memory=memory, version=memory.version, **texts_of(memory)
    )
    oldest = memory.version - int(settings.MEMORYHUB_GLOBAL_VERSIONS)
    memory.versions.filter(version__lte=oldest).delete()


def find(memory: GlobalMemory, version: int) -> GlobalMemoryVersion:
    """Raises NotFound for one that is not kept."""
    found = memory.versions.filter(version=version).first()
    if found is None:
        raise identity.NotFound
    return found


def forget(key: int, *, hand: Hand) -> int:
    """Delete all earlier versions of a memory for good; how many they were. Raises NotFound."""
    with transaction.atomic():
        hand.lock()
        memory = hands.find(GlobalMemory.objects.all(), hand.owner, key)
        number, _by_model = memory.versions.all().delete()
        if number:
            texts.forget_global(hand.owner.tenant_id, [memory.pk])
            hand.log("Earlier versions of a global memory were deleted.", memory=memory.pk, versions=number)
    return int(number)


def texts_of(row: GlobalMemory | GlobalMemoryVersion) -> Mapping[str, Any]:
    """All that makes a version, by its columns."""
    return {field: getattr(row, field) for field in TEXTS}
