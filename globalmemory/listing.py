"""Looking for global memories: by folder, tag, agent, switch and words."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, Func, OuterRef, Q, QuerySet, TextField

from globalmemory.folders import Place, Unsaid
from globalmemory.models import AgentBinding, GlobalMemory, Owner
from globalmemory.models.memories import FIELDS

_COUNTS = """
SELECT tag, count(*) FROM globalmemory_globalmemory, unnest(tags) AS tag
WHERE tenant_id = %s AND owner_key = %s AND deleted_at IS NULL AND tag > %s
GROUP BY tag ORDER BY tag LIMIT %s
"""


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed to; '' and None narrow nothing. `words` must each stand somewhere in a memory."""

    folder: Place | Unsaid = Unsaid.UNSAID
    tag: str = ""
    agent_id: str = ""
    is_enabled: bool | None = None
    is_deleted: bool = False
    words: tuple[str, ...] = ()


def memories(owner: Owner, filters: Filters) -> QuerySet[GlobalMemory]:
    found = GlobalMemory.objects.of(owner).filter(deleted_at__isnull=not filters.is_deleted)
    if not isinstance(filters.folder, Unsaid):
        found = found.filter(folder=filters.folder)
    if filters.tag:
        found = found.filter(tags__contains=[filters.tag])
    if filters.agent_id:
        found = found.filter(
            Exists(
                AgentBinding.objects.filter(global_memory=OuterRef("pk"), agent_id=filters.agent_id, deleted_at=None)
            )
        )
    if filters.is_enabled is not None:
        found = found.filter(is_enabled=filters.is_enabled)
    if filters.words:
        found = found.alias(tag_lines=_TagLines("tags"))
    for word in filters.words:
        found = found.filter(_holds(word))
    return found


def tags(owner: Owner, *, after: str, limit: int) -> list[tuple[str, int]]:
    """The tags of the owner's undeleted memories behind `after`, in the order of their characters, and how many have each."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [owner.tenant_id, owner.key, after, limit])
        return [(str(tag), int(count)) for tag, count in cursor.fetchall()]


class _TagLines(Func):
    """The tags as people wrote them: an array's own text has braces, commas, quotes and backslashes besides."""

    function = "array_to_string"
    template = "%(function)s(%(expressions)s, E'\\n')"
    output_field = TextField()


def _holds(word: str) -> Q:
    holds = Q(tag_lines__icontains=word)
    for column in ("name", *FIELDS):
        holds |= Q(**{f"{column}__icontains": word})
    return holds
