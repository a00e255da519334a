"""The conversations of a benchmark's people: sessions, messages, episodes, a summary, and the vectors beside them."""

# The words of the day on which something was said.
DAYS = """
    CREATE FUNCTION pg_temp.days_of(at timestamptz) RETURNS tsvector LANGUAGE sql STABLE AS $$
        SELECT array_to_tsvector(ARRAY[to_char(at, '"@"YYYY-MM-DD'), to_char(at, '"@"YYYY-MM'), to_char(at, '"@-"MM-DD')])
    $$
"""
# Everybody has the session s1; who talks much has shorter ones before it; the largest person has 200, 50 minutes apart.
TALKS = """
    CREATE TEMP TABLE talk AS
    SELECT id AS profile_id, 's1' AS session_id, CASE WHEN id <= %(talkers)s THEN %(talked)s ELSE %(messages)s END AS messages,
        id <= %(talkers)s AS is_told, %(now)s - interval '10 minutes' AS ended_at
    FROM person WHERE user_id <> %(largest)s
    UNION ALL
    SELECT id, 's' || n, 10, true, %(now)s - (n - 1) * interval '1 day'
    FROM person, generate_series(2, 4) n WHERE id <= %(talkers)s
    UNION ALL
    SELECT id, 's' || n, 50, true, %(now)s - interval '10 minutes' - (n - 1) * interval '50 minutes'
    FROM person, generate_series(1, 200) n WHERE user_id = %(largest)s
"""
SESSIONS = """
    INSERT INTO summaries_session (profile_id, session_id, agent_id, is_paused, has_news, created_at, last_message_at)
    SELECT profile_id, session_id, 'agent', false, false, ended_at - messages * interval '1 minute', ended_at FROM talk
    ORDER BY session_id, profile_id
"""
MESSAGES = """
    INSERT INTO summaries_message (session_id, profile_id, scope_id, agent_id, message_id, parent_message_id, role, name,
        content, words, content_hash, message_type, stage, sub_type, step, teaches, in_pause, masked, dropped_parts, said_at,
        said_offset_minutes, stored_at, embedded_at)
    SELECT key, profile_id, '__default__', 'agent', 'm' || i, '', (ARRAY['assistant', 'user'])[1 + i %% 2], '',
        content || ' (' || number || ')', words || array_to_tsvector(ARRAY[number::text]) || pg_temp.days_of(at), md5(key || content),
        'chat', '', '', '', true, false, '{}', 0, at, 0, at, at
    FROM (
        SELECT session.id AS key, session.profile_id, i, session.id * 1000 + i AS number, pool.content, pool.words,
            talk.ended_at - (talk.messages - i) * interval '1 minute' AS at
        FROM talk JOIN summaries_session session USING (profile_id, session_id), generate_series(1, talk.messages) i, pool
        WHERE pool.kind = 'message' AND pool.n = (session.id * 7919 + i * 131) %% %(said)s
    ) said ORDER BY i, hashint8(key)
"""
MESSAGE_VECTORS = """
    INSERT INTO summaries_messagevector (message_id, profile_id, scope_id, model, embedding)
    SELECT m.id, m.profile_id, m.scope_id, %(model)s, pool.embedding
    FROM summaries_message m JOIN pool
        ON pool.kind = 'message' AND pool.n = (m.session_id * 7919 + substr(m.message_id, 2)::integer * 131) %% %(said)s
    ORDER BY m.id
"""
MEANS = """
    INSERT INTO summaries_messagemean (profile_id, scope_id, model, mean, count)
    SELECT profile_id, scope_id, model, avg(embedding)::halfvec, count(*) FROM summaries_messagevector
    GROUP BY profile_id, scope_id, model
"""
EPISODES = """
    INSERT INTO summaries_episodesummary (session_id, profile_id, scope_id, summary, topics, words, covers_through,
        message_count, engine, said_offset_minutes, happened_at, written_at)
    SELECT session.id, session.profile_id, '__default__', pool.content, pool.topics,
        pool.words || pg_temp.days_of(talk.ended_at), last.id, talk.messages, 'embedded', 0, talk.ended_at, talk.ended_at
    FROM talk JOIN summaries_session session USING (profile_id, session_id)
        JOIN pool ON pool.kind = 'episode' AND pool.n = session.id * 7919 %% %(episodes)s
        JOIN (SELECT session_id, max(id) AS id FROM summaries_message GROUP BY session_id) last ON last.session_id = session.id
    WHERE talk.is_told ORDER BY talk.ended_at, session.id
"""
EPISODE_VECTORS = """
    INSERT INTO summaries_episodevector (episode_id, profile_id, scope_id, model, embedding)
    SELECT e.id, e.profile_id, e.scope_id, %(model)s, pool.embedding
    FROM summaries_episodesummary e JOIN pool ON pool.kind = 'episode' AND pool.n = e.session_id * 7919 %% %(episodes)s
    ORDER BY e.id
"""
# Two versions of the summary of a long conversation; the newer one covers all but the last ten messages.
SNAPSHOTS = """
    INSERT INTO summaries_summarysnapshot (session_id, profile_id, scope_id, version, text, words, first_message_id,
        last_message_id, covered_until, covers_through, source_message_count, engine, status, latency_ms, error, created_at)
    SELECT session.id, session.profile_id, '__default__', version, pool.content, pool.words || pg_temp.days_of(last.said_at), NULL,
        last.id, last.said_at, last.id, covered, 'embedded', 1, 5, '', last.said_at
    FROM talk JOIN summaries_session session USING (profile_id, session_id),
        generate_series(1, 2) version, LATERAL (SELECT talk.messages - 10 * (3 - version) AS covered) so_far,
        pool, summaries_message last
    WHERE talk.is_told AND session.session_id = 's1'
        AND pool.kind = 'snapshot' AND pool.n = (session.id * 7919 + version) %% %(snapshots)s
        AND last.session_id = session.id AND last.message_id = 'm' || covered
    ORDER BY session.id, version
"""
SNAPSHOT_VECTORS = """
    INSERT INTO summaries_snapshotvector (snapshot_id, profile_id, scope_id, model, embedding)
    SELECT s.id, s.profile_id, s.scope_id, %(model)s, pool.embedding
    FROM summaries_summarysnapshot s JOIN pool ON pool.kind = 'snapshot' AND pool.n = (s.session_id * 7919 + 2) %% %(snapshots)s
    WHERE s.version = 2 ORDER BY s.id
"""
# What follows finds its rows in tables of which the database knows nothing yet.
ANALYZED = "ANALYZE talk, summaries_session, summaries_message"
STATEMENTS = (
    DAYS, TALKS, SESSIONS, MESSAGES, ANALYZED, MESSAGE_VECTORS, MEANS, EPISODES, EPISODE_VECTORS, SNAPSHOTS, SNAPSHOT_VECTORS,
)  # fmt: skip
