"""Global memories for tests, made with as few words as the test needs. An owner of None is the tenant."""

import itertools
from typing import Any

from globalmemory import versions
from globalmemory.models import AgentBinding, Folder, GlobalMemory, GlobalMemoryVersion
from profiles.models import Profile
from tests.builders import NOON, make_tenant

_numbers = itertools.count(1)


def _stamps(profile: Profile | None) -> dict[str, Any]:
    stamps = {"created_at": NOON, "created_by": "key:test", "updated_at": NOON, "updated_by": "key:test"}
    return stamps | {"profile": profile, "tenant": profile.tenant if profile else make_tenant()}


def make_folder(profile: Profile | None, name: str, **fields: Any) -> Folder:
    return Folder.objects.create(**_stamps(profile) | {"name": name} | fields)


def make_global_memory(
    profile: Profile | None, name: str = "", *, agents: tuple[str, ...] = (), **fields: Any
) -> GlobalMemory:
    """A memory, bound to these agents."""
    values = _stamps(profile) | {"name": name or f"memory {next(_numbers)}"} | fields
    memory = GlobalMemory.objects.create(**values)
    for agent_id in agents:
        bind(memory, agent_id)
    return memory


def make_version(memory: GlobalMemory, version: int = 1, **fields: Any) -> GlobalMemoryVersion:
    """An earlier text of a memory, the present one unless told otherwise."""
    stamps = _stamps(memory.profile) | {"tenant": memory.tenant, "global_memory": memory, "version": version}
    return GlobalMemoryVersion.objects.create(**stamps | dict(versions.texts_of(memory)) | fields)


def bind(memory: GlobalMemory, agent_id: str, **fields: Any) -> AgentBinding:
    stamps = _stamps(memory.profile) | {"tenant": memory.tenant}
    return AgentBinding.objects.create(**stamps | {"global_memory": memory, "agent_id": agent_id} | fields)
