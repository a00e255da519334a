"""The folders of an owner: made, renamed, moved, taken away. No folder ever lies within itself."""

from enum import Enum
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from globalmemory import hands, texts
from globalmemory.hands import Hand
from globalmemory.models import Folder, GlobalMemory, Owner
from globalmemory.tree import Tree


class Unsaid(Enum):
    """A place that was not named, as against None, which is the top."""

    UNSAID = 0


UNSAID: Literal[Unsaid.UNSAID] = Unsaid.UNSAID
Place = int | None


class FolderCycle(Refused):
    code = "folder_cycle"
    status = 409

    def __init__(self, field: str) -> None:
        super().__init__(_("A folder cannot lie within itself or one of its own folders."), field=field)


class FolderExists(Refused):
    code = "folder_exists"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("There is a folder of this name in the same place already."), field="name")


class FolderNotEmpty(Refused):
    code = "folder_not_empty"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This folder is not empty. Say with move_to where its contents shall go."), field="move_to")


class FolderTooDeep(Refused):
    code = "folder_too_deep"
    status = 409

    def __init__(self) -> None:
        most = settings.MEMORYHUB_GLOBAL_FOLDER_DEPTH
        super().__init__(format_lazy(_("Folders may lie at most {most} deep in one another."), most=most))


class TooManyFolders(Refused):
    code = "too_many_folders"
    status = 409

    def __init__(self) -> None:
        most = settings.MEMORYHUB_GLOBAL_KEPT
        super().__init__(format_lazy(_("There may be at most {most} folders. Delete some first."), most=most))


def find(owner: Owner, key: int | None) -> Folder:
    """Raises NotFound."""
    folder: Folder = hands.find(Folder.objects.all(), owner, key)
    return folder


def create(name: str, parent_id: int | None, *, hand: Hand) -> Folder:
    name = texts.named(name, contacts=texts.contacts_in(hand.owner.tenant_id))
    with transaction.atomic():
        hand.lock()
        tree = _tree(hand.owner)
        if len(tree.parents) >= settings.MEMORYHUB_GLOBAL_KEPT:
            raise TooManyFolders
        if parent_id is not None:
            find(hand.owner, parent_id)
        _check_depth(tree.depth(parent_id) + 1)
        _check_name(hand.owner, name, parent_id)
        folder = Folder.objects.create(**hand.of_new(), name=name, parent_id=parent_id)
        hand.log("A folder was made.", folder=folder.pk)
    return folder


def edit(key: int, *, hand: Hand, name: str | None = None, parent_id: Place | Unsaid = UNSAID) -> Folder:
    """Rename or move a folder with all that is in it. `parent_id` None is the top. What stays the same is not written."""
    wanted: dict[str, object] = {}
    if name is not None:
        wanted["name"] = texts.named(name, contacts=texts.contacts_in(hand.owner.tenant_id))
    if parent_id is not UNSAID:
        wanted["parent_id"] = parent_id
    with transaction.atomic():
        hand.lock()
        folder = find(hand.owner, key)
        changed = hands.differing(folder, wanted)
        if not changed:
            return folder
        place = folder.parent_id if isinstance(parent_id, Unsaid) else parent_id
        if "parent_id" in changed:
            _check_move(folder, place, field="parent_id")
        _check_name(hand.owner, str(wanted.get("name", folder.name)), place)
        hand.save(folder, **changed)
        hand.log("A folder was changed.", folder=folder.pk, changed=sorted(changed))
    return folder


def delete(key: int, *, hand: Hand, move_to: Place | Unsaid = UNSAID) -> tuple[int, int]:
    """Take a folder away for good; how many memories and folders were moved out of it before.

    What is in it goes to `move_to` (None: the top); unsaid, only an empty folder goes.

    Deleted memories do not keep a folder: they go along to `move_to` or the top, and can still be restored.
    """
    with transaction.atomic():
        hand.lock()
        folder = find(hand.owner, key)
        memories, children = GlobalMemory.objects.filter(folder=folder), list(folder.children.order_by("pk"))
        target = None if isinstance(move_to, Unsaid) else move_to
        if isinstance(move_to, Unsaid) and (children or memories.undeleted().exists()):
            raise FolderNotEmpty
        _move_contents(children, folder, target, hand)
        moved = memories.update(folder_id=target, **hand.of_changed())
        folder.delete()
        hand.log("A folder was deleted.", folder=key, memories=moved, folders=len(children))
    return moved, len(children)


def _move_contents(children: list[Folder], folder: Folder, target: Place, hand: Hand) -> None:
    if target == folder.pk:
        raise FolderCycle("move_to")
    if target is not None:
        find(hand.owner, target)
    for child in children:
        _check_move(child, target, field="move_to")
        _check_name(hand.owner, child.name, target)
        hand.save(child, parent_id=target)


def _check_move(folder: Folder, parent_id: Place, *, field: str) -> None:
    """Raise unless a folder may lie there: NotFound, FolderCycle, FolderTooDeep."""
    if parent_id is None:
        return
    parent = find(folder.owner, parent_id)
    tree = _tree(folder.owner)
    if tree.is_within(parent.pk, folder.pk):
        raise FolderCycle(field)
    _check_depth(tree.depth(parent.pk) + tree.height(folder.pk))


def _check_depth(depth: int) -> None:
    if depth > settings.MEMORYHUB_GLOBAL_FOLDER_DEPTH:
        raise FolderTooDeep


def _check_name(owner: Owner, name: str, parent_id: Place) -> None:
    if Folder.objects.of(owner).filter(name=name, parent_id=parent_id).exists():
        raise FolderExists


def _tree(owner: Owner) -> Tree:
    return Tree(dict(Folder.objects.of(owner).values_list("pk", "parent_id")))
