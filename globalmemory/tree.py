"""The shape of a tree of folders, by their keys alone. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping


class Tree:
    """`parents` gives of each folder the one it lies in, None at the top."""

    def __init__(self, parents: Mapping[int, int | None]) -> None:
        self.parents = parents
        self.children: dict[int | None, list[int]] = defaultdict(list)
        for key, parent in parents.items():
            self.children[parent].append(key)

    def way_up(self, key: int | None) -> Iterator[int]:
        """A folder and all it lies in; ends even if the tree is broken."""
        seen: set[int] = set()
        while key is not None and key not in seen:
            seen.add(key)
            yield key
            key = self.parents.get(key)

    def is_within(self, key: int | None, other: int) -> bool:
        """Whether a folder is the other one or lies somewhere in it."""
        return other in self.way_up(key)

    def depth(self, key: int | None) -> int:
        """How many folders deep it lies, itself counted; 0 for the top."""
        return sum(1 for _ in self.way_up(key))

    def height(self, key: int) -> int:
        """How many levels it holds, itself counted."""
        level, levels = [key], 0
        while level and levels <= len(self.parents):
            level = [child for one in level for child in self.children[one]]
            levels += 1
        return levels
