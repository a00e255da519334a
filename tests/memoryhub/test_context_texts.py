"""The text that an agent got: kept only while contents are logged, and no longer than everything that stands in it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from engine.embeddings import EmbedChoice
from extraction import deletion, housekeeping
from globalmemory import bulk, editing, versions
from globalmemory.bulk import Deed
from globalmemory.hands import Hand
from globalmemory.models import Owner
from memoryhub import context, erasure
from memoryhub.context import Asked
from observability import observations
from observability.models import ContextText, Observation
from profiles import editing as facts
from profiles import identity
from profiles.identity import Named
from profiles.models import Profile
from tests.builders import BY_OWNER, NOON, after, make_end_user, make_fact, make_message, make_session
from tests.globalmemory.builders import bind, make_global_memory, make_version

pytestmark = pytest.mark.django_db

SECRET = "collects invisible stamps"


@pytest.fixture(autouse=True)
def _logging(settings: Any) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 30_000


def asked_of(profile: Profile | None, **fields: Any) -> Asked:
    return Asked(tenant_id=profile.tenant_id if profile else 1, profile=profile, question="What do I like?", **fields)


def ask(profile: Profile | None, **fields: Any) -> str:
    """Ask as an agent does, and answer what it got."""
    return context.assemble(asked_of(profile, **fields), choice=EmbedChoice(), now=NOON).layout.text


def kept() -> list[str]:
    return list(ContextText.objects.order_by("pk").values_list("text", flat=True))


def test_the_very_text_is_kept_where_contents_are_logged_and_the_person_is_known(settings: Any) -> None:
    person = make_end_user("acme")
    make_fact(person, SECRET)
    settings.MEMORYHUB_LOG_CONTENT = False
    ask(person)
    settings.MEMORYHUB_LOG_CONTENT = True
    ask(None)
    got = ask(person)

    assert SECRET in got
    assert kept() == [got]
    assert Observation.objects.count() == 3


def test_it_costs_no_statement_of_its_own(settings: Any) -> None:
    person = make_end_user("acme")
    make_fact(person, SECRET)
    counts = []
    for is_logged in (False, True):
        settings.MEMORYHUB_LOG_CONTENT = is_logged
        seen: list[Observation] = []
        context.assemble(asked_of(person), choice=EmbedChoice(), now=NOON, record=seen.append)
        with CaptureQueriesContext(connection) as captured:
            observations.record(seen[0])
        counts.append(len(captured))

    assert counts[0] == counts[1]
    assert len(kept()) == 1


def _a_fact(person: Profile) -> Callable[[], object]:
    fact = make_fact(person, SECRET)
    return lambda: facts.delete(person, fact.fact_id, origin=BY_OWNER, now=after(1))


def _a_superseded_fact(person: Profile) -> Callable[[], object]:
    fact = make_fact(person, SECRET)

    def forget() -> None:
        facts.edit(person, fact.fact_id, content="collects visible stamps", origin=BY_OWNER, now=after(1))
        assert kept()
        facts.delete(person, fact.fact_id, origin=BY_OWNER, now=after(2))

    return forget


def _an_undone_correction(person: Profile) -> Callable[[], object]:
    fact = make_fact(person, "collects nothing")
    edited = facts.edit(person, fact.fact_id, content=SECRET, origin=BY_OWNER, now=after(1))
    return lambda: facts.undo(person, edited.fact_id, origin=BY_OWNER, now=after(2))


def _a_message(person: Profile) -> Callable[[], object]:
    message = make_message(make_session(person), SECRET)
    return lambda: deletion.delete_message(message, actor="account:1", now=after(1))


def _a_conversation(person: Profile) -> Callable[[], object]:
    session = make_session(person)
    make_message(session, SECRET)
    return lambda: deletion.delete_whole(session, origin=BY_OWNER, now=after(1))


def _everything(person: Profile) -> Callable[[], object]:
    make_fact(person, SECRET)
    return lambda: erasure.erase(identity.person_behind(person), actor="account:1", now=after(1))


def _a_fact_of_the_company(person: Profile) -> Callable[[], object]:
    return _a_fact(company_of(person))


def _the_company(person: Profile) -> Callable[[], object]:
    company = company_of(person)
    make_fact(company, SECRET)
    return lambda: erasure.erase(Named(company.tenant_id, "end_user", end_user_id="acme"), actor="x", now=after(1))


def _an_own_global_memory(person: Profile) -> Callable[[], object]:
    memory, hand = noted(person), hand_of(person.tenant_id, person.pk)
    return lambda: editing.delete(memory, hand=hand)


def _a_global_memory_of_the_organisation(person: Profile) -> Callable[[], object]:
    memory, hand = noted(None), hand_of(person.tenant_id, None)
    return lambda: bulk.carry_out(Deed("delete"), [memory], hand=hand)


def _what_a_global_memory_said_before(person: Profile) -> Callable[[], object]:
    memory, hand = noted(None, has_version=True), hand_of(person.tenant_id, None)
    return lambda: versions.forget(memory, hand=hand)


WAYS = [
    _a_fact, _an_undone_correction, _a_message, _a_conversation, _everything,
    _a_fact_of_the_company, _the_company, _an_own_global_memory, _a_global_memory_of_the_organisation,
    _a_superseded_fact, _what_a_global_memory_said_before,
]  # fmt: skip


def company_of(person: Profile) -> Profile:
    return Profile.objects.get(tenant=person.tenant, end_user__end_user_id="acme", end_user__end_sub_user_id="")


def hand_of(tenant_id: int, profile_id: int | None) -> Hand:
    return Hand(Owner(tenant_id, profile_id), "key:test", after(1))


def noted(profile: Profile | None, *, has_version: bool = False) -> int:
    memory = make_global_memory(profile, name="stamps", background=SECRET)
    bind(memory, "shop")
    if has_version:
        make_version(memory)
    return memory.pk


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_forgotten_is_in_no_text_any_more(way: Callable[[Profile], Callable[[], object]]) -> None:
    make_end_user("acme")
    person, other = make_end_user("acme", "jo"), make_end_user("rival")
    make_fact(other, "likes rum")
    forget = way(person)
    ask(Profile.objects.get(pk=person.pk), company=company_of(person), agent_id="shop", session_id="s1")
    theirs = ask(other)
    assert [SECRET in text for text in kept()] == [True, False]

    forget()

    assert kept() == [theirs]


@pytest.mark.parametrize("way", WAYS[:-2])
def test_a_text_that_is_on_its_way_meanwhile_is_not_stored(way: Callable[[Profile], Callable[[], object]]) -> None:
    make_end_user("acme")
    person = make_end_user("acme", "jo")
    forget = way(person)
    seen: list[Observation] = []
    asked = asked_of(Profile.objects.get(pk=person.pk), company=company_of(person), agent_id="shop", session_id="s1")
    context.assemble(asked, choice=EmbedChoice(), now=NOON, record=seen.append)
    forget()

    observations.record(seen[0])

    assert kept() == []
    assert Observation.objects.filter(observation_id=seen[0].observation_id).exists() is (way is not _everything)


@pytest.mark.django_db(transaction=True)
def test_a_text_waits_for_nobody_who_is_just_forgetting() -> None:
    person = make_end_user("acme")
    fact = make_fact(person, SECRET)
    seen: list[Observation] = []
    context.assemble(asked_of(person), choice=EmbedChoice(), now=NOON, record=seen.append)

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        facts.delete(person, fact.fact_id, origin=BY_OWNER, now=after(1))
        pool.submit(_recorded, seen[0]).result(timeout=10)

    assert kept() == []
    assert Observation.objects.exists()


def _recorded(observation: Observation) -> None:
    try:
        observations.record(observation)
    finally:
        connection.close()


def test_it_goes_with_the_shorter_of_the_days_of_messages_and_requests(settings: Any) -> None:
    settings.MEMORYHUB_MESSAGE_DAYS, settings.MEMORYHUB_OBSERVATION_DAYS = 10, 90
    person = make_end_user("acme")
    make_fact(person, SECRET)
    ask(person)

    housekeeping.forget_expired(now=NOON + timedelta(days=9))
    assert len(kept()) == 1
    housekeeping.forget_expired(now=NOON + timedelta(days=11))

    assert kept() == []
    assert Observation.objects.exists()
