"""The folders of an owner as they are drawn: the tree beside the list, the way up, the choices of a move."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from django.db.models import Count
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from globalmemory.models import Folder, GlobalMemory
from globalmemory.tree import Tree
from memoryhub.pages.globals.global_shelf import Shelf

# Up to so many folders the whole tree is drawn, beyond that the way to the open folder and what lies along it.
ALL_DRAWN = 60
INDENT = "\u2003"


class Place(NamedTuple):
    """What of a folder is drawn: there may be thousands."""

    pk: int
    name: str
    parent_id: int | None


@dataclass(frozen=True)
class Branch:
    """One folder of the drawn tree. `closes` counts the lists that end behind it."""

    folder: Place
    label: str
    number: int
    is_current: bool
    has_hidden: bool
    opens: bool
    closes: range


@dataclass(frozen=True)
class Choice:
    """A place that something can be put into; '' is the top."""

    value: str
    label: str
    is_allowed: bool = True


class Folders:
    """All folders of an owner, and how many undeleted memories lie in each and in none (None): two statements."""

    def __init__(self, shelf: Shelf) -> None:
        rows = map(Place._make, Folder.objects.of(shelf.owner).values_list("pk", "name", "parent_id"))
        self._sees_names = shelf.sees_contents
        ordered = sorted(rows, key=lambda row: (row.name.casefold(), row.pk))
        self.by_key = {row.pk: row for row in ordered}
        self.tree = Tree({row.pk: row.parent_id for row in ordered})
        counted = GlobalMemory.objects.of(shelf.owner).undeleted().values_list("folder").annotate(number=Count("pk"))
        self.counts: dict[int | None, int] = dict(counted.order_by())

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def outside(self) -> int:
        return self.counts.get(None, 0)

    def label(self, key: int | None) -> str:
        """What a folder is called; a name is a content, an operator reads the number."""
        folder = self.by_key.get(key or 0)
        if folder is None:
            return _("In no folder")
        return folder.name if self._sees_names else _("Folder %(number)d") % {"number": folder.pk}

    def way_to(self, key: int | None) -> list[tuple[Place, str]]:
        """The folders from the top down to this one, itself the last."""
        return [
            (self.by_key[one], self.label(one)) for one in reversed(list(self.tree.way_up(key))) if one in self.by_key
        ]

    def path(self, key: int | None) -> str:
        return " / ".join(label for _folder, label in self.way_to(key))

    def branches(self, current: int | None) -> list[Branch]:
        is_open = set(self.by_key) if len(self.by_key) <= ALL_DRAWN else set(self.tree.way_up(current))
        return list(self._drawn(None, is_open, current, range(0)))

    def _drawn(self, parent: int | None, is_open: set[int], current: int | None, closing: range) -> Iterator[Branch]:
        """The folders of one list, and between them the lists that they open; `closing` ends behind the last."""
        keys = self.tree.children.get(parent, [])
        for place, key in enumerate(keys):
            inner = self.tree.children.get(key, [])
            opens = bool(inner) and key in is_open
            closes = range(len(closing) + 1) if place == len(keys) - 1 and parent is not None else range(0)
            yield Branch(
                self.by_key[key],
                self.label(key),
                self.counts.get(key, 0),
                key == current,
                bool(inner) and not opens,
                opens,
                range(0) if opens else closes,
            )
            if opens:
                yield from self._drawn(key, is_open, current, closes)

    def choices(self, *, without: int | None = None) -> list[Choice]:
        """Every place, indented as it lies. What lies within `without` is there and cannot be chosen."""
        return [Choice("", _("At the top, in no folder")), *self._choices(None, without, depth=0, is_allowed=True)]

    def _choices(self, parent: int | None, without: int | None, *, depth: int, is_allowed: bool) -> Iterator[Choice]:
        for key in self.tree.children.get(parent, []):
            may_go = is_allowed and key != without
            yield Choice(str(key), INDENT * depth + self.label(key), may_go)
            yield from self._choices(key, without, depth=depth + 1, is_allowed=may_go)


def options(choices: Iterable[Choice], chosen: str, *, note: str = "", noted: str = "") -> SafeString:
    """The options of a list of places; `note` stands behind the place `noted`.

    Written here, and escaped here: of thousands a template makes a page that is waited for.
    """
    lines = []
    for one in choices:
        label = f"{one.label} ({note})" if note and one.value == noted else one.label
        state = " selected" if one.value == chosen else "" if one.is_allowed else " disabled"
        lines.append(f'<option value="{escape(one.value)}"{state}>{escape(label)}</option>')
    return SafeString("".join(lines))
