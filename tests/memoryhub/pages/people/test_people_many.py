"""The pages of people where there are a hundred thousand companies: every statement that they make goes by an index."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from profiles.models import EndUserProfile, Profile, Tenant
from tests.builders import make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, signed_in, text_of
from tests.memoryhub.pages.people.crowds import LARGE, make_companies

pytestmark = [pytest.mark.django_db, pytest.mark.long]

COMPANIES, PEOPLE, FACTS = 100_000, 5_000, 300_000
LARGE_TABLES = {"profiles_profile", "profiles_enduserprofile", "profiles_fact"}
FACTS_MADE = """
INSERT INTO profiles_fact (profile_id, scope_id, fact_id, content, words, status, type, slot, source, source_role, confidence,
    importance, source_count, agent_id, evidence, is_pinned, superseded_by, status_at, created_at, updated_at, last_seen_at)
SELECT %(first)s + n %% %(people)s, '__default__', 'f_' || n, 'likes tea', array_to_tsvector(
    CASE WHEN n %% 50000 = 0 THEN ARRAY['likes', 'tea', 'rarely'] ELSE ARRAY['likes', 'tea'] END),
    'active', 'user_fact', '', 'extraction', 'user', 1, 0.5, 1, '', '{}', false, '', now(), now(), now(), now()
FROM generate_series(1, %(facts)s) n
"""


@pytest.fixture
def tenant() -> Tenant:
    tenant = make_tenant()
    make_companies(tenant, COMPANIES, people=PEOPLE)
    first = Profile.objects.order_by("pk").values_list("pk", flat=True)[0]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(FACTS_MADE, {"first": first, "people": COMPANIES, "facts": FACTS})
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("ANALYZE profiles_fact")
    return tenant


def scanned(node: dict[str, Any]) -> set[str]:
    """The tables that a plan reads from one end to the other."""
    found = {node["Relation Name"]} if node["Node Type"] == "Seq Scan" else set()
    return found.union(*(scanned(child) for child in node.get("Plans", [])))


def read_whole(client: Client, address: str) -> set[str]:
    """The large tables that a page reads from one end to the other."""
    with CaptureQueriesContext(connection) as asked:
        text_of(client, address)
    found = set()
    for statement in [one["sql"] for one in asked if one["sql"].lstrip().startswith(("SELECT", "WITH"))]:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}")
            plan = cursor.fetchone()[0]
        found |= scanned((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])
    return found & LARGE_TABLES


def test_no_page_of_people_reads_a_table_from_end_to_end(tenant: Tenant) -> None:
    client = signed_in(ADMINISTRATOR)
    account = EndUserProfile.objects.get(end_user_id=LARGE, end_sub_user_id="sub-02500")
    addresses = [
        "/people/",
        "/people/?after=company-050000",
        "/people/?q=company-077",
        "/people/?q=sub-0",
        "/people/?tab=employees",
        "/people/?tab=facts&q=tea",
        "/people/?tab=facts&q=rarely",
        "/people/?tab=facts&q=nothing",
        f"/people/company/?id={LARGE}",
        f"/people/company/?id={LARGE}&after=sub-02500&facts=yes",
        f"/people/company/?id={LARGE}&q=sub-03",
        f"/people/{account.pk}/",
    ]

    assert {address: found for address in addresses if (found := read_whole(client, address))} == {}
