"""Rows of the app: global memories, the folders they lie in, the agents they are bound to, their vectors and former texts."""

from globalmemory.models.bindings import AgentBinding
from globalmemory.models.folders import Folder
from globalmemory.models.memories import GlobalMemory, GlobalMemoryVector
from globalmemory.models.owned import Owner
from globalmemory.models.versions import GlobalMemoryVersion

__all__ = ["AgentBinding", "Folder", "GlobalMemory", "GlobalMemoryVector", "GlobalMemoryVersion", "Owner"]
