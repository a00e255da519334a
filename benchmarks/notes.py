"""The global memories of a benchmark's people, all bound to the agent that asks; every fifth is mandatory."""

MEMORIES = """
    INSERT INTO globalmemory_globalmemory (tenant_id, profile_id, name, tags, background, preferred_language, answer_style,
        long_term_goal, constraints, content, is_enabled, version, created_at, created_by, updated_at, updated_by)
    SELECT %(tenant)s, person.id, 'Note ' || i, pool.topics,
        CASE WHEN i %% 5 = 1 THEN 'Works in a team of ' || i + 2 || ' people' ELSE '' END, 'English', 'short', '', '',
        pool.content, true, 1, %(began)s, '_system', %(began)s, '_system'
    FROM person, generate_series(1, memories) i, pool
    WHERE pool.kind = 'memory' AND pool.n = (person.id * 7919 + i * 31) %% %(noted)s
    ORDER BY i, hashint8(person.id)
"""
BINDINGS = """
    INSERT INTO globalmemory_agentbinding (tenant_id, profile_id, global_memory_id, agent_id, is_enabled, created_at,
        created_by, updated_at, updated_by)
    SELECT tenant_id, profile_id, id, 'agent', true, created_at, created_by, updated_at, updated_by
    FROM globalmemory_globalmemory ORDER BY id
"""
VECTORS = """
    INSERT INTO globalmemory_globalmemoryvector (global_memory_id, model, version, embedding)
    SELECT m.id, %(model)s, 1, pool.embedding
    FROM globalmemory_globalmemory m JOIN pool
        ON pool.kind = 'memory' AND pool.n = (m.profile_id * 7919 + substr(m.name, 6)::integer * 31) %% %(noted)s
    ORDER BY m.id
"""
STATEMENTS = (MEMORIES, BINDINGS, VECTORS)
