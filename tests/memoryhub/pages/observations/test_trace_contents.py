"""Where the memories of a trace are to be seen and what they say now: to whom, and nothing of somebody else."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from memoryhub.pages.observations import trace_contents, traces
from observability.models import Observation
from profiles.console import Visitor
from profiles.models import Fact, Member, Profile
from summaries.models import EpisodeSummary, SummarySnapshot
from tests.accounts import make_member
from tests.builders import NOON, make_end_user, make_fact, make_message, make_profile, make_session
from tests.globalmemory.builders import make_global_memory
from tests.memoryhub.pages.background import ADMINISTRATOR, OPERATOR
from tests.memoryhub.pages.observations.asking import trace_of

pytestmark = pytest.mark.django_db

Weights = tuple[str, float | None, str]


def kept(key: object) -> list[Weights]:
    return [(str(key), None, "kept")]


def about(profile: Profile, **fields: Any) -> Observation:
    values = {"tenant_id": profile.tenant_id, "profile_id": profile.pk, "scope_id": "__default__", "session_id": "s1"}
    return Observation(**values | {"at": NOON} | fields)


def contents_of(observation: Observation) -> dict[tuple[str, str], str]:
    trace = traces.weighed(observation)
    return trace_contents.contents(trace_contents.places(observation, trace), trace)


def addresses_of(observation: Observation, member: Member | None, *, profile: Profile) -> dict[tuple[str, str], str]:
    account = member.account if member else make_member(profile.tenant).account
    trace = traces.weighed(observation)
    return trace_contents.addresses(Visitor(account, member), trace_contents.places(observation, trace), trace)


def test_facts_lead_their_owner_and_administrators_to_their_pages_and_operators_nowhere(person: Profile) -> None:
    fact = make_fact(person, "likes tea")
    seen = about(person, trace=trace_of(user=kept(fact.fact_id)))

    def way_of(role: str, profile: Profile | None = None) -> str:
        found = addresses_of(seen, make_member(person.tenant, role=role, profile=profile), profile=person)
        return found.get(("user", fact.fact_id), "")

    assert way_of(Member.Role.MEMBER, person) == f"/memory/{fact.fact_id}/"
    assert way_of(ADMINISTRATOR) == f"/people/{person.pk}/facts/{fact.fact_id}/"
    assert way_of(OPERATOR) == way_of(Member.Role.MEMBER) == ""
    assert addresses_of(seen, None, profile=person) == {}


def test_a_fact_of_a_scope_is_shown_in_its_scope(person: Profile) -> None:
    fact = make_fact(person, "likes tea at work", scope_id="work")
    make_fact(person, "likes tea")
    seen = about(person, scope_id="work", trace=trace_of(user=kept(fact.fact_id)))

    owner = make_member(person.tenant, profile=person)

    assert addresses_of(seen, owner, profile=person) == {("user", fact.fact_id): f"/memory/{fact.fact_id}/?scope=work"}
    assert contents_of(seen) == {("user", fact.fact_id): "likes tea at work"}


def test_of_the_company_above_a_fact_is_the_companys() -> None:
    company, jo = make_end_user("acme"), make_end_user("acme", "jo")
    fact = make_fact(company, "sells shoes")
    seen = about(jo, trace=trace_of(company=kept(fact.fact_id)))

    administrator = make_member(jo.tenant, role=ADMINISTRATOR)

    assert contents_of(seen) == {("company", fact.fact_id): "sells shoes"}
    assert addresses_of(seen, administrator, profile=jo) == {
        ("company", fact.fact_id): f"/people/{company.pk}/facts/{fact.fact_id}/"
    }


def test_global_memories_are_the_persons_own_and_the_organisations(person: Profile) -> None:
    own, shared = make_global_memory(person, "mine"), make_global_memory(None, "everybody's")
    strange = make_global_memory(make_profile("bob"), "bob's")
    keys = [f"g_{one.pk}" for one in (own, shared, strange)] + ["g_x"]
    seen = about(person, trace=trace_of(**{"global": [weight for key in keys for weight in kept(key)]}))
    owner = make_member(person.tenant, profile=person)
    administrator = make_member(person.tenant, role=ADMINISTRATOR)

    assert contents_of(seen) == {("global", keys[0]): "mine", ("global", keys[1]): "everybody's"}
    assert addresses_of(seen, owner, profile=person) == {("global", keys[0]): f"/global/{own.pk}/"}
    assert addresses_of(seen, administrator, profile=person) == {
        ("global", keys[1]): f"/global/{shared.pk}/?whose=tenant"
    }


def test_what_is_deleted_or_gone_is_missing(person: Profile) -> None:
    session = make_session(person)
    said, deleted = make_message(session, "I like tea"), make_message(session, "I hate tea", deleted_at=NOON)
    trace = trace_of(
        memories=[*kept(f"m_{said.pk}"), *kept(f"m_{deleted.pk}"), *kept("m_999999"), *kept("f_00000000")],
        recent=kept(said.message_id),
    )

    assert contents_of(about(person, trace=trace)) == {
        ("memories", f"m_{said.pk}"): "I like tea", ("recent", said.message_id): "I like tea",
    }  # fmt: skip


def test_everything_of_a_trace_costs_three_statements(
    person: Profile, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    session = make_session(person)
    said = make_message(session, "I like tea")
    night = EpisodeSummary.objects.create(
        session=session, profile=person, summary="talked of tea", happened_at=NOON, written_at=NOON
    )
    now = SummarySnapshot.objects.create(session=session, profile=person, version=1, text="tea", created_at=NOON)
    fact = make_fact(person, "likes tea")
    trace = trace_of(
        user=kept(fact.fact_id), memories=kept(f"m_{said.pk}"), episodes=kept(f"e_{night.pk}"), summary=kept(f"s_{now.pk}")
    )  # fmt: skip
    observation = about(person, trace=trace)
    weighed = traces.weighed(observation)
    found = trace_contents.places(observation, weighed)

    with django_assert_num_queries(3):
        told = trace_contents.contents(found, weighed)

    assert sorted(told.values()) == ["I like tea", "likes tea", "talked of tea", "tea"]


def test_of_nobody_there_are_no_words(person: Profile) -> None:
    fact = make_fact(person, "likes tea")
    seen = about(person, profile_id=None, trace=trace_of(user=kept(fact.fact_id), memories=kept("m_1")))

    assert contents_of(seen) == {}
    assert Fact.objects.get() == fact
