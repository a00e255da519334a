"""What was thought and spent before hours kept it. Jobs of before are not counted: nobody knows how often each ended."""

from django.db import migrations

ASKED = """
UPDATE observability_feedback f SET asked_at = o.at FROM observability_observation o WHERE o.id = f.observation_id
"""
# By the hour of the request; an hour whose figures are gone stays gone.
THOUGHT = """
UPDATE observability_hourlyfigures h SET good = told.good, bad = told.bad, reasons = told.reasons FROM (
    SELECT o.tenant_id, date_trunc('hour', o.at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS hour, o.agent_id,
        count(*) FILTER (WHERE f.rating = 1) AS good, count(*) FILTER (WHERE f.rating = 2) AS bad,
        ARRAY[
            count(*) FILTER (WHERE f.rating = 2 AND f.reason = 'inaccurate'),
            count(*) FILTER (WHERE f.rating = 2 AND f.reason = 'irrelevant'),
            count(*) FILTER (WHERE f.rating = 2 AND f.reason = 'missing'),
            count(*) FILTER (WHERE f.rating = 2 AND f.reason = 'outdated'),
            count(*) FILTER (WHERE f.rating = 2 AND f.reason = 'private'),
            count(*) FILTER (WHERE f.rating = 2 AND f.reason = 'other')
        ]::integer[] AS reasons
    FROM observability_feedback f JOIN observability_observation o ON o.id = f.observation_id
    WHERE f.rating > 0 GROUP BY 1, 2, 3
) told
WHERE h.tenant_id = told.tenant_id AND h.hour = told.hour AND h.agent_id = told.agent_id
"""
SPENT = """
INSERT INTO observability_hourlyspending (tenant_id, hour, purpose, calls, failed, tokens_in, tokens_out, price)
SELECT tenant_id, date_trunc('hour', at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', purpose, count(*),
    count(*) FILTER (WHERE outcome <> 'ok'), sum(tokens_in), sum(tokens_out), sum(price)
FROM observability_modelcall WHERE tenant_id IS NOT NULL GROUP BY 1, 2, 3
"""


class Migration(migrations.Migration):
    dependencies = [("observability", "0004_feedback_jobs_and_spending_by_hour")]

    operations = [
        migrations.RunSQL(ASKED, migrations.RunSQL.noop),
        migrations.RunSQL(THOUGHT, migrations.RunSQL.noop),
        migrations.RunSQL(SPENT, "DELETE FROM observability_hourlyspending"),
    ]
