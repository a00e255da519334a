"""A busy organisation, brought into an empty database: companies with their people, what is known of them, and what was asked.

One company is large (`LARGE`). Of some people a lot is known: they have conversations, too, and are dreamed of every night.
Rows are made by statements of the database.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import psycopg

from benchmarks import pools
from observability.models import LATENCY_BOUNDS_MS, LEVELS, REASONS

LARGE = "company-000500"
AGENTS = 5
DAYS = 30

# Companies have a main account and up to four others; the large one has `crowd` of them.
PEOPLE = """
    CREATE TEMP TABLE person AS
    SELECT row_number() OVER (ORDER BY hashint8(company), sub) AS id, 'company-' || lpad(company::text, 6, '0') AS company,
        CASE WHEN sub = 0 THEN '' ELSE 'sub-' || lpad(sub::text, 4, '0') END AS sub
    FROM generate_series(1, %(companies)s) company,
        generate_series(0, CASE WHEN company = 500 THEN %(crowd)s WHEN company %% 3 = 0 THEN 1 + company %% 4 ELSE 0 END) sub
"""
PROFILES = """
    INSERT INTO profiles_profile (id, tenant_id, kind, preferences, metadata, facts_version, preferences_version,
        dreamed_through, active_facts, blocked_count, is_paused, created_at, updated_at)
    SELECT id, %(tenant)s, 'end_user', '{}', '{}', 1, 0, 0, 0, 0, false, %(began)s, %(began)s FROM person ORDER BY id
"""
IDENTITIES = """
    INSERT INTO profiles_enduserprofile (profile_id, tenant_id, end_user_id, end_sub_user_id)
    SELECT id, %(tenant)s, company, sub FROM person ORDER BY id
"""
# Some know a hundred things, most a few; a tenth of all is no longer in force.
FACTS = """
    INSERT INTO profiles_fact (profile_id, scope_id, fact_id, content, words, status, type, slot, source, source_role,
        confidence, importance, source_count, agent_id, evidence, is_pinned, superseded_by, said_at, status_at, created_at,
        updated_at, last_seen_at)
    SELECT told.id, '__default__', 'f_' || left(md5(told.id || '.' || i), 16), content, words, status,
        (ARRAY['user_fact', 'user_preference', 'user_goal', 'user_constraint'])[1 + i %% 4], '', 'extraction', 'user', 1,
        0.5, 1, '', '{}', false, '', at, at, at, at, at
    FROM (
        SELECT id, i, %(began)s + i * interval '1 hour' AS at, CASE WHEN i %% 10 = 0 THEN 'deprecated' ELSE 'active' END AS status
        FROM (SELECT id, CASE WHEN id %% 50 = 0 THEN 100 ELSE %(each)s END AS many FROM person) p,
            generate_series(1, many) i
    ) told JOIN pool ON pool.kind = 'fact' AND pool.n = (told.id * 7919 + i * 131) %% %(pool)s
    ORDER BY i, hashint8(told.id)
    LIMIT %(facts)s
"""
EVENTS = """
    INSERT INTO profiles_factevent (profile_id, fact_id, at, actor, from_status, to_status, source, reason, related_fact,
        message_ids)
    SELECT profile_id, id, status_at, '_system', '', status, source, 'learned', '', evidence FROM profiles_fact ORDER BY id
"""
COUNTS = """
    UPDATE profiles_profile SET active_facts = found.number
    FROM (SELECT profile_id, count(*) AS number FROM profiles_fact WHERE status = 'active' GROUP BY profile_id) found
    WHERE profiles_profile.id = found.profile_id
"""
OBSERVATIONS = """
    INSERT INTO observability_observation (observation_id, tenant_id, profile_id, agent_id, session_id, message_id, scope_id,
        question, is_enabled, is_injected, is_degraded, retrieved_count, injected_count, retrieved_ids, retrieval_ms,
        build_ms, recent_message_count, long_term_count, has_summary, top_score, average_score, trace, mode_of_global,
        tokens, error, at)
    SELECT 'obs_' || md5(n::text), %(tenant)s, 1 + n::bigint * 7919 %% %(people)s, 'agent-' || n %% %(agents)s, 's1', 'm' || n, '',
        '', n %% 40 > 0, n %% 40 > 3, n %% 100 = 7, 5, CASE WHEN n %% 40 > 3 THEN 3 ELSE 0 END, '{}', ms * 0.8, ms, 4, 3,
        true, score, score - 0.1, '{}', 'full', 300 + n %% 900, CASE WHEN n %% 500 = 1 THEN 'timeout' ELSE '' END,
        %(now)s - (%(observations)s - n) * %(span)s / %(observations)s
    FROM (
        SELECT n, CASE WHEN n %% 97 = 0 THEN 650 ELSE 8 + hashint8(n) & 63 END AS ms, 0.45 + (hashint8(n) & 511) / 1000.0 AS score
        FROM generate_series(1, %(observations)s) n
    ) asked ORDER BY n
"""
FEEDBACK = """
    INSERT INTO observability_feedback (observation_id, tenant_id, profile_id, rating, reason, remark, at, asked_at)
    SELECT id, tenant_id, profile_id, 1 + (id %% 60 = 0)::integer, CASE WHEN id %% 60 = 0 THEN 'outdated' ELSE '' END, '', at,
        at
    FROM observability_observation WHERE id %% 20 = 0 ORDER BY id
"""
FIGURES = """
    INSERT INTO observability_hourlyfigures (tenant_id, hour, agent_id, requests, enabled, injected, failed, scored, score_sum,
        degraded, tokens, build_ms, latency, level_latency, level_found, level_tokens, level_empty, level_failed,
        good, bad, reasons)
    SELECT tenant_id, hour, agent_id, requests, enabled, injected, failed, requests, score_sum, degraded, tokens, build_ms,
        array_fill(0, ARRAY[5]) || ARRAY[requests - requests / 97] || array_fill(0, ARRAY[9]) || ARRAY[requests / 97]
            || array_fill(0, ARRAY[%(buckets)s - 16]),
        array_fill(0, ARRAY[%(buckets)s * %(levels)s]), array_fill(0, ARRAY[%(levels)s]), array_fill(0, ARRAY[%(levels)s]),
        array_fill(0, ARRAY[%(levels)s]), array_fill(0, ARRAY[%(levels)s]), requests / 30, requests / 60,
        array_fill(0, ARRAY[%(reasons)s])
    FROM (
        SELECT tenant_id, date_trunc('hour', at) AS hour, agent_id, count(*)::integer AS requests,
            count(*) FILTER (WHERE is_enabled) AS enabled, count(*) FILTER (WHERE is_injected) AS injected,
            count(*) FILTER (WHERE error <> '') AS failed, count(*) FILTER (WHERE is_degraded) AS degraded,
            sum(average_score) AS score_sum, sum(tokens) AS tokens, sum(build_ms) AS build_ms
        FROM observability_observation GROUP BY 1, 2, 3
    ) hours
"""
CALLS = """
    INSERT INTO observability_modelcall (tenant_id, profile_id, purpose, model, prompt_version, tokens_in, tokens_out, price,
        latency_ms, outcome, attempt, request_text, reply_text, at)
    SELECT %(tenant)s, 1 + n * 31 %% %(people)s, (ARRAY['extract', 'judge', 'summarise', 'consolidate'])[1 + n %% 4], 'model-a',
        'v1', 900, 120, 0.0003, 400, CASE WHEN n %% 50 = 0 THEN 'timeout' ELSE 'ok' END, 1, '', '',
        %(now)s - (%(calls)s - n) * %(span)s / %(calls)s
    FROM generate_series(1, %(calls)s) n
"""
LOG = """
    INSERT INTO observability_worklogentry (tenant_id, profile_id, module, level, actor, message, details, at)
    SELECT %(tenant)s, 1 + n * 17 %% %(people)s, (ARRAY['Jobs', 'Dream', 'Profile', 'Recall'])[1 + n %% 4],
        (ARRAY['info', 'success', 'warning', 'error'])[1 + n / 4 %% 4], '_system', 'something happened', '{}',
        %(now)s - (%(calls)s - n) * %(span)s / %(calls)s
    FROM generate_series(1, %(calls)s) n
"""
JOBS = """
    INSERT INTO extraction_job (profile_id, kind, state, scope_id, agent_id, message_ids, options, attempt, due_at, reason,
        error, counts, fact_ids, engine, created_at, finished_at, claimed_by)
    SELECT 1 + n * 17 %% %(people)s, 'learn', CASE WHEN n %% 100 = 0 THEN 'failed' ELSE 'done' END, '__default__', 'agent-1',
        '{}', '{}', 1, at, CASE WHEN n %% 100 = 0 THEN 'timeout' ELSE '' END, '', '{}', '{}', 'embedded', at, at, ''
    FROM (SELECT n, %(now)s - (%(jobs)s - n) * %(span)s / %(jobs)s AS at FROM generate_series(1, %(jobs)s) n) made
"""
HOURS_OF_JOBS = """
    INSERT INTO observability_hourlyjobs (tenant_id, hour, kind, state, jobs)
    SELECT %(tenant)s, date_trunc('hour', finished_at), kind, state, count(*) FROM extraction_job GROUP BY 2, 3, 4
"""
HOURS_OF_CALLS = """
    INSERT INTO observability_hourlyspending (tenant_id, hour, purpose, calls, failed, tokens_in, tokens_out, price)
    SELECT tenant_id, date_trunc('hour', at), purpose, count(*), count(*) FILTER (WHERE outcome <> 'ok'), sum(tokens_in),
        sum(tokens_out), sum(price)
    FROM observability_modelcall GROUP BY 1, 2, 3
"""
# What the organisation tells its agents; a list page shows fifty of them.
MEMORIES = """
    INSERT INTO globalmemory_globalmemory (tenant_id, name, tags, background, preferred_language, answer_style, long_term_goal,
        constraints, content, is_enabled, version, created_at, created_by, updated_at, updated_by)
    SELECT %(tenant)s, 'Note ' || made.n, pool.topics, '', '', 'short', '', '', pool.content, true, 2, %(began)s, '_system',
        %(began)s, '_system'
    FROM generate_series(0, 499) AS made (n) JOIN pool ON pool.kind = 'memory' AND pool.n = made.n %% %(noted)s
"""
FORMER = """
    INSERT INTO globalmemory_globalmemoryversion (tenant_id, global_memory_id, version, name, tags, background,
        preferred_language, answer_style, long_term_goal, constraints, content, created_at, created_by, updated_at, updated_by)
    SELECT tenant_id, id, 1, name, tags, '', '', 'long', '', '', content || ' (as it was)', created_at, created_by, updated_at,
        updated_by
    FROM globalmemory_globalmemory ORDER BY id
"""
BINDINGS = """
    INSERT INTO globalmemory_agentbinding (tenant_id, global_memory_id, agent_id, is_enabled, created_at, created_by,
        updated_at, updated_by)
    SELECT tenant_id, id, 'agent-' || id %% %(agents)s, true, created_at, created_by, updated_at, updated_by
    FROM globalmemory_globalmemory WHERE id %% 20 < %(agents)s ORDER BY id
"""
# Those of whom most is known: what they said, what was learned from it, and what their nights made of it.
TALKERS = """
    CREATE TEMP TABLE talker AS
    SELECT id FROM profiles_profile ORDER BY active_facts DESC, id LIMIT %(talkers)s
"""
SESSIONS = """
    INSERT INTO summaries_session (profile_id, session_id, agent_id, is_paused, has_news, created_at, last_message_at)
    SELECT talker.id, 's' || n, 'agent-1', false, false, %(now)s - n * interval '1 day', %(now)s - n * interval '1 day'
    FROM talker, generate_series(1, %(sessions)s) n ORDER BY n DESC, talker.id
"""
MESSAGES = """
    INSERT INTO summaries_message (session_id, profile_id, scope_id, agent_id, message_id, parent_message_id, role, name, content,
        words, content_hash, message_type, stage, sub_type, step, teaches, in_pause, masked, dropped_parts, said_at,
        said_offset_minutes, stored_at, embedded_at)
    SELECT session.id, profile_id, '__default__', session.agent_id, 'm' || i, '', (ARRAY['assistant', 'user'])[1 + i %% 2], '',
        content, words, md5(content), 'chat', '', '', '', true, false, '{}', 0, last_message_at, 0, last_message_at,
        last_message_at
    FROM summaries_session session, generate_series(1, %(messages)s) i, pool
    WHERE pool.kind = 'message' AND pool.n = (session.id * 7919 + i * 131) %% %(said)s ORDER BY session.id, i
"""
EVIDENCE = """
    UPDATE profiles_fact fact SET evidence = ARRAY[message.id]
    FROM summaries_session session JOIN summaries_message message ON message.session_id = session.id
    WHERE session.profile_id = fact.profile_id AND session.session_id = 's1'
        AND message.message_id = 'm' || 1 + fact.id %% %(messages)s
"""
HEARD = """
    UPDATE extraction_job job SET session_id = session.id, message_ids = said.ids
    FROM summaries_session session
        JOIN (SELECT session_id, array_agg(id ORDER BY id) AS ids FROM summaries_message GROUP BY 1) said
            ON said.session_id = session.id
    WHERE session.profile_id = job.profile_id AND session.session_id = 's1'
"""
RUNS = """
    INSERT INTO extraction_dreamrun (tenant_id, state, slot, actor, is_dry, for_one, started_at, finished_at, counts)
    SELECT %(tenant)s, 'done', to_char(at, 'YYYY-MM-DD"T"03:00'), '_system', false, false, at, at + interval '1 hour',
        '{"users": 2000, "merged": 10, "outdated": 10}'
    FROM (SELECT %(now)s - n * interval '1 day' AS at FROM generate_series(1, %(nights)s) n) night ORDER BY at
"""
PARTS = """
    INSERT INTO extraction_dreampart (run_id, profile_id, state, after_message, through_message, log, counts, reason, engine,
        tokens, seconds, finished_at)
    SELECT run.id, talker.id, 'done', 0, 0, '{}', '{"merged": 10, "outdated": 10, "unchanged": 80}', '', 'embedded', 900, 1,
        run.finished_at
    FROM extraction_dreamrun run, talker ORDER BY run.id, talker.id
"""
# Of the latest night alone; a fact without one before it has nothing to be joined with.
OPERATIONS = """
    INSERT INTO extraction_dreamoperation (part_id, profile_id, scope_id, op, state, fact_ids, before, content, result, reason,
        why, doubt)
    SELECT part.id, part.profile_id, scope_id, CASE WHEN n %% 2 = 0 THEN 'merge' ELSE 'outdated' END, 'applied',
        CASE WHEN n %% 2 = 0 THEN ARRAY[former_id, fact_id] ELSE ARRAY[fact_id] END,
        CASE WHEN n %% 2 = 0 THEN ARRAY[former, content] ELSE ARRAY[content] END,
        CASE WHEN n %% 2 = 0 THEN content ELSE '' END, CASE WHEN n %% 2 = 0 THEN fact_id ELSE '' END, '', '', 0
    FROM extraction_dreampart part JOIN (
        SELECT profile_id, scope_id, fact_id, content, row_number() OVER own AS n, lag(fact_id) OVER own AS former_id,
            lag(content) OVER own AS former
        FROM profiles_fact WHERE profile_id IN (SELECT id FROM talker) WINDOW own AS (PARTITION BY profile_id ORDER BY id)
    ) fact USING (profile_id)
    WHERE part.run_id = (SELECT max(id) FROM extraction_dreamrun) AND n <= %(operations)s ORDER BY part.id, n
"""
STATEMENTS = (
    PEOPLE, PROFILES, IDENTITIES, FACTS, EVENTS, COUNTS, OBSERVATIONS, FEEDBACK, FIGURES, CALLS, LOG, JOBS, HOURS_OF_JOBS,
    HOURS_OF_CALLS, MEMORIES, FORMER, BINDINGS, TALKERS, SESSIONS, MESSAGES, EVIDENCE, HEARD, RUNS, PARTS, OPERATIONS,
)  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """How much there is. `crowd` is the number of sub-accounts of the large company."""

    companies: int = 100_000
    crowd: int = 5_000
    facts: int = 1_000_000
    observations: int = 1_000_000
    calls: int = 200_000
    jobs: int = 300_000
    sessions: int = 5  # of each of those who talk
    messages: int = 20  # of each conversation
    nights: int = 40
    operations: int = 20  # of each person in the latest night

    @property
    def talkers(self) -> int:
        return max(1, self.companies // 50)


def populate(database: str, plan: Plan, *, now: datetime) -> None:
    """Fill the tenant `default`. Hourly figures fit the requests in number, in latencies only roughly."""
    with psycopg.connect(database) as connection:
        tenant = connection.execute("SELECT id FROM profiles_tenant WHERE slug = 'default'").fetchone()
        if tenant is None:
            raise SystemExit("There is no tenant named default.")
        values = _values(plan, tenant[0], now)
        # Rows that fit together need not be checked one by one.
        connection.execute("SET session_replication_role = replica")
        pools.fill(connection, pools.at_random)
        for statement in STATEMENTS:
            connection.execute(statement, values)
        connection.execute(
            "SELECT setval(pg_get_serial_sequence('profiles_profile', 'id'), (SELECT max(id) FROM profiles_profile))"
        )
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE)")


def _values(plan: Plan, tenant_id: int, now: datetime) -> dict[str, Any]:
    """What the statements ask for by name."""
    return vars(plan) | {
        "tenant": tenant_id,
        "now": now,
        "began": now - timedelta(days=DAYS + 10),
        "span": timedelta(days=DAYS),
        "agents": AGENTS,
        "pool": pools.FACTS,
        "said": pools.MESSAGES,
        "noted": pools.MEMORIES,
        "each": 6,
        "people": plan.companies,
        "talkers": plan.talkers,
        "buckets": len(LATENCY_BOUNDS_MS) + 1,
        "levels": len(LEVELS),
        "reasons": len(REASONS),
    }
