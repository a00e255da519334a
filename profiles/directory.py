"""Whom a tenant knows: companies with their figures, and whose facts have certain words. As fast for many as for few."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _
from psycopg import errors

from engine.errors import Refused
from profiles import matching
from profiles.models import EndUserProfile, Fact, Profile
from profiles.models.facts import FactQuerySet

# People of one company that are counted for its figures: a company of more is said to have more.
COUNTED = 10_000
# Facts that are looked through, the newest first, before the index is asked: it would bring up all that have a word
# which many have, to show fifty. What is not found fifty times among these, the index finds at most some thousand times.
RECENT = 10_000
PATIENCE_MS = 3_000

_END_USERS, _PROFILES = EndUserProfile._meta.db_table, Profile._meta.db_table
# From one company to the next, each found by the unique key: DISTINCT would read all people of all companies.
_COMPANIES = f"""
WITH RECURSIVE company (id, place) AS (
    (SELECT end_user_id, 1 FROM {_END_USERS}
     WHERE tenant_id = %(tenant)s AND end_user_id > %(after)s AND end_user_id >= %(beginning)s
     ORDER BY end_user_id LIMIT 1)
    UNION ALL
    SELECT (SELECT end_user_id FROM {_END_USERS} WHERE tenant_id = %(tenant)s AND end_user_id > company.id
            ORDER BY end_user_id LIMIT 1), place + 1
    FROM company WHERE place < %(limit)s AND starts_with(company.id, %(beginning)s)
)
SELECT company.id, its.profiles, its.facts FROM company CROSS JOIN LATERAL (
    SELECT count(*) AS profiles, coalesce(sum(active_facts), 0) AS facts FROM (
        SELECT {_PROFILES}.active_facts FROM {_END_USERS} JOIN {_PROFILES} ON {_PROFILES}.id = {_END_USERS}.profile_id
        WHERE {_END_USERS}.tenant_id = %(tenant)s AND {_END_USERS}.end_user_id = company.id LIMIT %(counted)s
    ) AS counted
) AS its WHERE starts_with(company.id, %(beginning)s) ORDER BY company.place
"""


class TooCommon(Refused):
    """So many facts have these words that they were not sorted out in time."""

    code = "too_many_facts"
    status = 400

    def __init__(self) -> None:
        super().__init__(_("Very many facts have these words. Write one more word that only few of them have."))


@dataclass(frozen=True)
class Company:
    """A company as a list shows it: how many profiles it has, its main account among them, and their facts in force.

    Where it `has_more`, both figures are those of the profiles that were counted.
    """

    end_user_id: str
    profiles: int
    facts: int
    has_more: bool = False


def companies(
    tenant_id: int, *, limit: int, after: str = "", beginning: str = "", counts_all: bool = False
) -> list[Company]:
    """Companies in the order of their ids, those after an id and those whose id begins so. One statement.

    `counts_all`: however many there are, and however long it takes.
    """
    counted = None if counts_all else COUNTED
    values: dict[str, str | int | None] = {
        "tenant": tenant_id,
        "after": after,
        "beginning": beginning,
        "limit": limit,
        "counted": counted,
    }
    with connection.cursor() as cursor:
        cursor.execute(_COMPANIES, values)
        return [
            Company(name, profiles, int(facts), has_more=counted is not None and profiles >= counted)
            for name, profiles, facts in cursor.fetchall()
        ]


def company(tenant_id: int, end_user_id: str) -> Company | None:
    """One company with its figures; None when nobody of that name is known."""
    found = companies(tenant_id, limit=1, beginning=end_user_id)
    return found[0] if found and found[0].end_user_id == end_user_id else None


def facts_saying(tenant_id: int, text: str, *, limit: int, after: int | None = None) -> list[Fact]:
    """Facts in force that have all words of a text, of everybody in the tenant, the newest first.

    Raises TooCommon.
    """
    wanted = matching.all_of(text)
    if not wanted:
        return []
    every = Fact.objects.all() if after is None else Fact.objects.filter(pk__lt=after)
    try:
        keys = _keys_saying(every, wanted, tenant_id, limit)
    except OperationalError as error:
        if isinstance(error.__cause__, errors.QueryCanceled):
            raise TooCommon from error
        raise
    found = Fact.objects.filter(pk__in=keys).select_related("profile__user", "profile__end_user").order_by("-pk")
    return list(found.defer("profile__preferences", "profile__metadata", "profile__memory"))


def _keys_saying(every: FactQuerySet, wanted: str, tenant_id: int, limit: int) -> Sequence[int]:
    floor = every.order_by("-pk").values_list("pk", flat=True)[RECENT : RECENT + 1]
    those: Any = every.saying(wanted).filter(profile__tenant=tenant_id).values_list("pk", flat=True)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {PATIENCE_MS}")
        found = list(those.filter(pk__gte=next(iter(floor), 0)).order_by("-pk")[:limit])
        if len(found) < limit:
            # Not by the key itself: the planner would walk along it through all facts, in the hope of coming upon enough.
            found = list(those.order_by((F("pk") + 0).desc())[:limit])
        cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
        return found
