"""Recording what a context request did, and adding it to the figures of its hour: after its answer, in one statement."""

from django.db import connection, models

from observability import figures, sink, texts
from observability.models import Observation

# An observation explains an answer; the fifty best candidates do, ten thousand would only fill the disk.
TRACE_LIMIT = 50

# A person who was erased meanwhile has no observation, but the request was one.
_ROW = """
WITH person AS ({person}),
observed AS (
    INSERT INTO {table} ({columns}) SELECT {values} WHERE %s::bigint IS NULL OR EXISTS (SELECT FROM person) RETURNING id
)
"""


def record(observation: Observation) -> None:
    """Store it apart from everything else. A failure is logged and counted, never raised."""
    sink.carry_out(observation, lambda: _write(observation))


def of_tenant(tenant_id: int) -> "models.QuerySet[Observation]":
    """The observations of a tenant, with what was thought of the answers."""
    rows = Observation.objects.filter(tenant_id=tenant_id).select_related("feedback")
    return rows.prefetch_related("memory_feedback")


def _write(observation: Observation) -> None:
    fields = [field for field in Observation._meta.concrete_fields if not field.primary_key]
    row = _ROW.format(
        person=sink.PERSON,
        table=connection.ops.quote_name(Observation._meta.db_table),
        columns=", ".join(connection.ops.quote_name(str(field.column)) for field in fields),
        values=", ".join(["%s"] * len(fields)),
    )
    values = [field.get_db_prep_save(field.pre_save(observation, True), connection) for field in fields]
    text, kept = texts.part_of(observation, observation.handed) if observation.handed else ("", [])
    upsert, counted = figures.upsert(observation)
    with connection.cursor() as cursor:
        cursor.execute(row + text + upsert, [observation.profile_id, *values, observation.profile_id, *kept, *counted])
