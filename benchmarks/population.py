"""Many people who have told much, brought into an empty database: texts from pools, rows by statements of the database.

The rows of one person lie apart, as they would have come in among everybody else's.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import psycopg

from benchmarks import notes, pools, talks
from benchmarks.pools import Embed

LARGEST = "largest"  # the user id of the largest person

# What each person has: resident facts in force, others in force, facts no longer in force (of each scope), memories.
PEOPLE = """
    CREATE TEMP TABLE person AS
    SELECT n AS id, 'person-' || n AS user_id, 1 AS scopes, %(residents)s AS residents,
        CASE WHEN n <= %(talkers)s THEN 10 ELSE 0 END AS recalled, CASE WHEN n <= %(talkers)s THEN 6 ELSE 0 END AS former,
        CASE WHEN n %% %(every)s = 5 THEN 25 ELSE 5 END AS memories
    FROM generate_series(1, %(people)s) n
    UNION ALL SELECT %(people)s + 1, %(largest)s, 5, 100, 900, 50, 5
"""
PROFILES = """
    INSERT INTO profiles_profile (id, tenant_id, kind, preferences, metadata, facts_version, preferences_version,
        dreamed_through, active_facts, blocked_count, is_paused, created_at, updated_at)
    SELECT id, %(tenant)s, 'user', '{}', '{}', 1, 0, 0, scopes * (residents + recalled), 0, false, %(began)s, %(began)s
    FROM person ORDER BY id
"""
NAMES = """
    INSERT INTO profiles_userprofile (profile_id, tenant_id, user_id, nickname, avatar)
    SELECT id, %(tenant)s, user_id, '', '' FROM person ORDER BY id
"""
# A few messages of each person, for facts to rest on.
EVIDENCE = """
    CREATE TEMP TABLE evidence AS
    SELECT profile_id, (array_agg(id))[1:20] AS keys FROM summaries_message GROUP BY profile_id
"""
FACTS = """
    INSERT INTO profiles_fact (profile_id, scope_id, fact_id, content, words, status, type, slot, source, source_role,
        confidence, importance, source_count, agent_id, evidence, is_pinned, superseded_by, said_at, status_at, created_at,
        updated_at, last_seen_at)
    SELECT id, scope_id, 'f_' || left(md5(id || scope_id || n), 16), content, words || pg_temp.days_of(at), status,
        CASE WHEN i <= residents THEN (ARRAY['user_fact', 'user_preference', 'user_goal', 'user_constraint'])[1 + i %% 4]
            ELSE (ARRAY['semantic_memory', 'episodic_memory'])[1 + i %% 2] END,
        '', 'extraction', 'user', 1, 0.5 + i %% 5 / 10.0, 1, '',
        coalesce(keys[1 + i %% 20:1 + i %% 20], '{}'), false, '', at, at, at, at, at
    FROM (
        SELECT person.*, i, pool.n, pool.content, pool.words, %(began)s + i * interval '1 minute' AS at,
            CASE WHEN scope = 1 THEN '__default__' ELSE 'scope-' || scope END AS scope_id,
            CASE WHEN i <= residents + recalled THEN 'active' WHEN i %% 5 = 0 THEN 'deprecated' ELSE 'superseded' END AS status
        FROM person, generate_series(1, scopes) scope, generate_series(1, residents + recalled + former) i, pool
        WHERE pool.kind = 'fact' AND pool.n = (id * 7919 + scope * 389 + i * 131) %% %(facts)s
    ) told LEFT JOIN evidence ON evidence.profile_id = told.id
    ORDER BY i, hashint8(id)
"""
EVENTS = """
    INSERT INTO profiles_factevent (profile_id, fact_id, at, actor, from_status, to_status, source, reason, related_fact,
        message_ids)
    SELECT profile_id, id, status_at, '_system', '', status, source, 'learned', '', evidence FROM profiles_fact ORDER BY id
"""
VECTORS = """
    INSERT INTO profiles_factvector (fact_id, profile_id, scope_id, type, model, is_blocked, embedding)
    SELECT f.id, f.profile_id, f.scope_id, f.type, %(model)s, f.status = 'deprecated', pool.embedding
    FROM profiles_fact f JOIN pool ON pool.kind = 'fact' AND pool.content = f.content
    WHERE f.status IN ('active', 'deprecated') ORDER BY f.id
"""
STATEMENTS = (PEOPLE, PROFILES, NAMES, *talks.STATEMENTS, EVIDENCE, FACTS, EVENTS, VECTORS, *notes.STATEMENTS)


@dataclass(frozen=True)
class Plan:
    """Who is there. Of `people` the first `talkers` have talked much; every `people / collectors`-th has many memories."""

    people: int = 20_000
    facts: int = 1_000_000
    messages: int = 10
    talkers: int = 2_000
    talked: int = 200
    collectors: int = 200


def populate(database: str, plan: Plan, *, embed: Embed, model: str, now: datetime) -> None:
    """`facts` in all, shared out evenly, with sessions, what was condensed from them, and vectors beside everything.

    One more person, LARGEST, has a thousand facts in each of five scopes, 10,000 messages and 200 episodes.
    """
    with psycopg.connect(database) as connection:
        tenant = connection.execute("SELECT id FROM profiles_tenant WHERE slug = 'default'").fetchone()
        if tenant is None:
            raise SystemExit("There is no tenant named default.")
        values = _values(plan) | {"tenant": tenant[0], "model": model, "now": now, "began": now - timedelta(days=30)}
        # Rows that fit together need not be checked one by one.
        connection.execute("SET session_replication_role = replica")
        pools.fill(connection, embed)
        for statement in STATEMENTS:
            connection.execute(statement, values)
        connection.execute("SELECT setval(pg_get_serial_sequence('profiles_profile', 'id'), %(people)s + 1)", values)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE)")


def _values(plan: Plan) -> dict[str, Any]:
    return vars(plan) | {
        "talkers": min(plan.talkers, plan.people),
        "residents": plan.facts // plan.people,
        "every": max(6, plan.people // plan.collectors),
        "largest": LARGEST,
        "facts": pools.FACTS,
        "said": pools.MESSAGES,
        "episodes": pools.EPISODES,
        "snapshots": pools.SNAPSHOTS,
        "noted": pools.MEMORIES,
    }
