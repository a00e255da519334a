"""The texts that agents got, kept beside observations where contents are logged: gone with anything that stood in one."""

from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import Q

from observability.models import ContextText, Handed, Observation

# Words about other apps' tables, as in the sink: a text is stored after its answer, and what it tells may be forgotten
# in between. Whoever forgets holds the person's row, or changes that of the global memory; then the text is left out.
_KEPT = """,
told_of AS (SELECT id FROM profiles_profile WHERE {people} FOR SHARE SKIP LOCKED),
told AS (
    SELECT id FROM globalmemory_globalmemory WHERE id = ANY(%s) AND deleted_at IS NULL FOR SHARE SKIP LOCKED
),
handed AS (
    INSERT INTO {table} (observation_id, tenant_id, profile_id, company_id, global_memory_ids, text, at)
    SELECT observed.id, %s, %s, %s, %s, %s, %s FROM observed
    WHERE (SELECT count(*) FROM told_of) = %s AND (SELECT count(*) FROM told) = %s
)
"""


def part_of(observation: Observation, handed: Handed) -> tuple[str, list[Any]]:
    """What stores the text in the statement that stores its observation, with its values."""
    people = " OR ".join(["(id = %s AND forgettings = %s)"] * len(handed.forgettings))
    notes = list(handed.global_memory_ids)
    values = [
        *(value for person in handed.forgettings.items() for value in person),
        notes,
        observation.tenant_id, observation.profile_id, handed.company_id, notes, handed.text, observation.at,
        len(handed.forgettings), len(notes),
    ]  # fmt: skip
    return _KEPT.format(people=people, table=connection.ops.quote_name(ContextText._meta.db_table)), values


def of(observation: Observation) -> str:
    """What the agent got, '' where it was not kept or has gone since."""
    kept: ContextText | None = getattr(observation, "context_text", None)
    return kept.text if kept else ""


def company_of(observation: Observation) -> int | None:
    """The company of which such a text may tell, None where there is none or the text was not kept."""
    kept: ContextText | None = getattr(observation, "context_text", None)
    return kept.company_id if kept else None


def forget_of(profile_id: int) -> None:
    """Everything that was told of a person, in requests about them or about their sub-accounts.

    All of it: what was forgotten may be retold in episodes and summaries, and stand in texts that do not name it.
    """
    ContextText.objects.filter(Q(profile_id=profile_id) | Q(company_id=profile_id)).delete()


def forget_global(tenant_id: int, keys: Collection[int]) -> None:
    """Every text in which one of these global memories stands."""
    ContextText.objects.filter(tenant_id=tenant_id, global_memory_ids__overlap=list(keys)).delete()
