"""Many people with many facts, brought into an empty database by COPY."""

import hashlib
import itertools
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg

START = datetime(2026, 1, 1, tzinfo=UTC)
BLOCK = 5_000  # rows of one write
POOL = 1_000  # different vectors; each fact gets one of them
TYPES = ("user_fact", "user_preference", "user_goal", "user_constraint")
FACT_COLUMNS = (
    "id, profile_id, scope_id, fact_id, content, status, type, slot, source, source_role, confidence, importance, "
    "source_count, agent_id, evidence, is_pinned, superseded_by, said_at, status_at, created_at, updated_at, last_seen_at"
)


def populate(database: str, *, people: int, facts: int, messages: int, dimensions: int, model: str) -> None:
    """`facts` in all, shared out evenly; a session of `messages` for each person; a vector beside each fact."""
    per_person = facts // people
    with psycopg.connect(database) as connection:
        tenant = connection.execute("SELECT id FROM profiles_tenant WHERE slug = 'default'").fetchone()
        if tenant is None:
            raise SystemExit("There is no tenant named default.")
        _people(connection, tenant[0], people, per_person)
        _copy(connection, "profiles_fact", FACT_COLUMNS, _facts(people, per_person))
        _copy(
            connection,
            "profiles_factevent",
            "profile_id, fact_id, at, actor, from_status, to_status, source, reason, related_fact, message_ids",
            _events(people, per_person),
        )
        _conversations(connection, people, messages)
        _vectors(connection, dimensions, model)
        for table in ("profiles_profile", "profiles_fact", "summaries_session"):
            connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE)")


def _people(connection: psycopg.Connection[Any], tenant: int, people: int, per_person: int) -> None:
    columns = (
        "id, tenant_id, kind, preferences, metadata, facts_version, preferences_version, dreamed_through, active_facts, "
        "blocked_count, is_paused, created_at, updated_at"
    )
    rows = ((n, tenant, "user", "{}", "{}", 1, 0, 0, per_person, 0, False, START, START) for n in range(1, people + 1))
    _copy(connection, "profiles_profile", columns, rows)
    names = ((n, tenant, f"person-{n}", "", "") for n in range(1, people + 1))
    _copy(connection, "profiles_userprofile", "profile_id, tenant_id, user_id, nickname, avatar", names)


def _facts(people: int, per_person: int) -> Iterator[tuple[Any, ...]]:
    dice = random.Random(7)
    times = [str(START + timedelta(minutes=index)) for index in range(per_person)]
    number = 0
    for person in range(1, people + 1):
        for index in range(per_person):
            number += 1
            content = f"The user keeps {dice.randrange(10**6)} of thing {index} in place {dice.randrange(10**6)}"
            fact_id = "f_" + hashlib.sha256(f"{person}:{content}".encode()).hexdigest()[:16]
            at = times[index]
            yield (
                number, person, "__default__", fact_id, content, "active", TYPES[index % len(TYPES)], "", "import", "user",
                1.0, 0.5 + index % 5 / 10, 1, "", "{}", False, "", at, at, at, at, at,
            )  # fmt: skip


def _events(people: int, per_person: int) -> Iterator[tuple[Any, ...]]:
    at = str(START)
    for number in range(people * per_person):
        yield (number // per_person + 1, number + 1, at, "_system", "", "active", "import", "import", "", "{}")


def _conversations(connection: psycopg.Connection[Any], people: int, messages: int) -> None:
    sessions = ((n, n, "s1", "agent", False, False, START, START) for n in range(1, people + 1))
    columns = "id, profile_id, session_id, agent_id, is_paused, has_news, created_at, last_message_at"
    _copy(connection, "summaries_session", columns, sessions)
    _copy(
        connection,
        "summaries_message",
        "session_id, profile_id, scope_id, agent_id, message_id, parent_message_id, role, name, content, content_hash, "
        "message_type, stage, sub_type, step, teaches, in_pause, masked, dropped_parts, said_at, said_offset_minutes, stored_at",
        _messages(people, messages),
    )


def _messages(people: int, messages: int) -> Iterator[tuple[Any, ...]]:
    for person in range(1, people + 1):
        for index in range(messages):
            at = START + timedelta(minutes=index)
            role = ("user", "assistant")[index % 2]
            content = (
                f"Message {index} of person {person}, about as long as what people write to an agent on a normal day."
            )
            yield (
                person, person, "__default__", "agent", f"m{index}", "", role, "", content, f"{person}-{index}", "chat",
                "", "", "", True, False, "{}", 0, at, 0, at,
            )  # fmt: skip


def _vectors(connection: psycopg.Connection[Any], dimensions: int, model: str) -> None:
    """One of a thousand random directions beside each fact: an exact scan costs the same for any content."""
    dice = random.Random(11)
    connection.execute("CREATE TEMP TABLE pool (n integer PRIMARY KEY, embedding halfvec)")
    rows = ((n, str([round(dice.gauss(0, 1), 4) for _ in range(dimensions)])) for n in range(POOL))
    _copy(connection, "pool", "n, embedding", rows)
    connection.execute(
        "INSERT INTO profiles_factvector (fact_id, profile_id, scope_id, type, model, is_blocked, embedding)"
        " SELECT f.id, f.profile_id, f.scope_id, f.type, %s, false, pool.embedding"
        " FROM profiles_fact f JOIN pool ON pool.n = f.id %% %s ORDER BY f.id",
        (model, POOL),
    )


def _copy(connection: psycopg.Connection[Any], table: str, columns: str, rows: Iterator[tuple[Any, ...]]) -> None:
    """Rows of values without tabs and line ends, written as they print: ten times as fast as one by one."""
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        while lines := ["\t".join(map(str, row)) for row in itertools.islice(rows, BLOCK)]:
            copy.write("\n".join([*lines, ""]))
