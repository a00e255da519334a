"""Very many people, made by one statement of the database."""

from django.db import connection

from profiles.models import Tenant

LARGE = "company-000500"
_MADE = """
WITH made AS (
    INSERT INTO profiles_profile (tenant_id, kind, preferences, metadata, facts_version, preferences_version,
        dreamed_through, active_facts, blocked_count, is_paused, created_at, updated_at)
    SELECT %(tenant)s, 'end_user', '{}', '{}', 0, 0, 0, 2, 0, false, now(), now()
    FROM generate_series(1, %(companies)s + %(people)s) RETURNING id
), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM made)
INSERT INTO profiles_enduserprofile (profile_id, tenant_id, end_user_id, end_sub_user_id)
SELECT id, %(tenant)s, CASE WHEN n <= %(companies)s THEN 'company-' || lpad(n::text, 6, '0') ELSE %(large)s END,
    CASE WHEN n <= %(companies)s THEN '' ELSE 'sub-' || lpad((n - %(companies)s)::text, 5, '0') END FROM numbered
"""


def make_companies(tenant: Tenant, companies: int, *, people: int) -> None:
    """Companies with two facts in each main account; of `people` sub-accounts all are LARGE's, with two facts each."""
    values: dict[str, str | int] = {"tenant": tenant.pk, "companies": companies, "people": people, "large": LARGE}
    with connection.cursor() as cursor:
        cursor.execute(_MADE, values)
        cursor.execute("ANALYZE profiles_profile")
        cursor.execute("ANALYZE profiles_enduserprofile")
