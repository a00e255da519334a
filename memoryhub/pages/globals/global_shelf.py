"""Whose global memories a page shows, what of them the visitor may do, and which of them the address names."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from engine.text import normal
from globalmemory.folders import Unsaid
from globalmemory.hands import Hand
from globalmemory.listing import Filters
from globalmemory.models import Folder, GlobalMemory, Owner
from memoryhub.pages import who
from profiles.console import ConsoleRequest, NothingHere, Visitor, own_profile
from profiles.models import Agent

TENANT = "tenant"
NO_FOLDER = "none"
ON, OFF, DELETED = "on", "off", "deleted"
MOST_WORDS = 10
LONGEST_QUERY = 200
AGENTS_OFFERED = 200
# Refusals whose own sentence is written for programs.
SENTENCES = {
    "not_found": _("This is no longer there. Load the page again."),
    "field_invalid": _("An agent's id has 1 to 64 characters."),
}


class KeptByAdministrators(Refused):
    code = "forbidden"
    status = 403

    def __init__(self) -> None:
        super().__init__(_("The organisation's global memories are kept by its administrators."))


@dataclass(frozen=True)
class Shelf:
    """The global memories of one owner. Who does not see contents does not change them either."""

    owner: Owner
    visitor: Visitor
    sees_contents: bool = True

    @property
    def is_tenants(self) -> bool:
        return self.owner.profile_id is None

    def hand(self) -> Hand:
        """Whoever writes. Raises KeptByAdministrators."""
        self.check_contents()
        return Hand(self.owner, self.visitor.actor, timezone.now())

    def check_contents(self) -> None:
        if not self.sees_contents:
            raise KeptByAdministrators


@dataclass(frozen=True)
class View:
    """Which memories somebody looks at; it travels in the address and in the hidden fields of forms."""

    is_tenants: bool = False
    folder: str = ""
    tag: str = ""
    agent_id: str = ""
    state: str = ""
    query: str = ""
    after: int | None = None

    @classmethod
    def of(cls, data: QueryDict, visitor: Visitor) -> "View":
        """What is not usable is as if it were not there. Who is no person here sees the organisation's, if they may."""
        folder, state = data.get("folder", ""), data.get("state", "")
        return cls(
            is_tenants=data.get("whose") == TENANT or (visitor.profile is None and visitor.may_administer),
            folder=folder if folder == NO_FOLDER or key_of(folder) else "",
            tag=normal.single_line(data.get("tag", ""))[:LONGEST_QUERY],
            agent_id=normal.identifier(data.get("agent", "")) or "",
            state=state if state in (ON, OFF, DELETED) else "",
            query=" ".join(_words(data.get("q", ""))),
            after=key_of(data.get("after", "")),
        )

    @property
    def folder_id(self) -> int | None:
        return key_of(self.folder)

    @property
    def narrowing(self) -> Filters:
        folder = self.folder_id
        return Filters(
            folder=Unsaid.UNSAID if folder is None and self.folder != NO_FOLDER else folder,
            tag=self.tag,
            agent_id=self.agent_id,
            is_enabled={ON: True, OFF: False}.get(self.state),
            is_deleted=self.state == DELETED,
            words=_words(self.query),
        )

    @property
    def is_deleted(self) -> bool:
        return self.state == DELETED

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the folder is asked for."""
        return bool(self.tag or self.agent_id or self.state or self.query)

    @property
    def whose(self) -> str:
        return TENANT if self.is_tenants else ""

    @property
    def fields(self) -> dict[str, str]:
        """What is asked for, by its names in the address."""
        values = {
            "whose": self.whose, "folder": self.folder, "tag": self.tag, "agent": self.agent_id, "state": self.state,
            "q": self.query,
        }  # fmt: skip
        return {name: value for name, value in values.items() if value}

    @property
    def filters(self) -> str:
        return urlencode(self.fields)

    @property
    def owner_query(self) -> str:
        """What every link carries that stays with the owner."""
        return f"?whose={TENANT}" if self.is_tenants else ""

    @property
    def address(self) -> str:
        return reverse("global") + (f"?{self.filters}" if self.filters else "")

    @property
    def without_contents(self) -> "View":
        """For those who see none: what narrows by a text would tell it word by word."""
        return replace(self, tag="", query="")


def shelf_of(request: ConsoleRequest, *, is_tenants: bool) -> Shelf:
    """The visitor's own memories, or the organisation's. Raises NotForYou, NoOrganisation, NobodyHere."""
    if is_tenants:
        member = who.operator(request.visitor)
        return Shelf(Owner(member.tenant_id), request.visitor, member.is_administrator)
    profile = own_profile(request)
    return Shelf(Owner(profile.tenant_id, profile.pk), request.visitor)


def memory_here(request: ConsoleRequest, key: int) -> tuple[Shelf, GlobalMemory]:
    """A memory that the visitor may see, deleted or not. Raises NothingHere."""
    return _here(request, GlobalMemory.objects.all(), key)


def folder_here(request: ConsoleRequest, key: int) -> tuple[Shelf, Folder]:
    """A folder that the visitor may see. Raises NothingHere."""
    return _here(request, Folder.objects.all(), key)


def _here(request: ConsoleRequest, rows: Any, key: int) -> tuple[Shelf, Any]:
    visitor = request.visitor
    for shelf in _shelves(visitor):
        found = rows.of(shelf.owner).filter(pk=key).first()
        if found is not None:
            return shelf, found
    raise NothingHere


def _shelves(visitor: Visitor) -> list[Shelf]:
    """All that the visitor may look at: their own first."""
    member = visitor.member
    if member is None:
        return []
    own = [Shelf(Owner(member.tenant_id, member.profile_id), visitor)] if member.profile_id else []
    tenants = [Shelf(Owner(member.tenant_id), visitor, member.is_administrator)] if visitor.may_administer else []
    return own + tenants


def agents_of(owner: Owner) -> list[Agent]:
    """The agents that the tenant has registered, to choose from."""
    return list(
        Agent.objects.filter(tenant=owner.tenant_id).only("agent_id", "name").order_by("agent_id")[:AGENTS_OFFERED]
    )


def key_of(text: str) -> int | None:
    """An id as an address names it, None for what is none."""
    return normal.whole_number(text) or None


def sentence_of(refusal: Refused) -> str:
    """Why something was not done, in the reader's language."""
    return str(SENTENCES.get(refusal.code, refusal.sentence))


def _words(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(normal.clean(text[:LONGEST_QUERY]).split()))[:MOST_WORDS]
