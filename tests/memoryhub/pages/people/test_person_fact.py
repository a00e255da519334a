"""The life of one fact of somebody else, told to an administrator: a look that is on record."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from observability.models import Observation
from profiles import editing
from profiles.models import Profile
from tests.builders import BY_OWNER, after, make_fact, make_message, make_session
from tests.memoryhub.pages.background import looked_at, text_of
from tests.memoryhub.pages.people.persons import page_of

pytestmark = pytest.mark.django_db


def test_the_life_of_a_fact_is_told_and_is_a_look(administrator: Client, ming: Profile) -> None:
    said = make_message(make_session(ming, "s1"), "I like tea!")
    fact = make_fact(ming, "likes tea", evidence=[said.pk, said.pk + 1000])

    page = text_of(administrator, page_of(ming, f"facts/{fact.fact_id}/"))

    assert "I like tea!" in page
    assert "Learned from a conversation." in page
    assert "A message it came from is no longer stored." in page
    assert looked_at() == [(ming.pk, "fact")]
    assert administrator.get(page_of(ming, "facts/f_11111111/")).status_code == 404


def test_the_life_of_a_fact_leads_to_what_took_its_place_and_to_the_requests_that_used_it(
    administrator: Client, ming: Profile, django_assert_max_num_queries: Any
) -> None:
    said = make_message(make_session(ming, "s1"), "I like tea!")
    before = make_fact(ming, "likes tea", evidence=[said.pk])
    later = editing.edit(ming, before.fact_id, content="likes green tea", origin=BY_OWNER, now=after(1))
    used = {"levels": {"long_term": [{"id": later.fact_id, "why": "kept"}]}}
    asked = Observation.objects.create(
        tenant_id=ming.tenant_id,
        profile_id=ming.pk,
        at=timezone.now(),
        retrieved_ids=[later.fact_id],
        trace=used,
        scope_id=later.scope_id,
    )

    with django_assert_max_num_queries(12):
        old = text_of(administrator, page_of(ming, f"facts/{before.fact_id}/"))
    with django_assert_max_num_queries(12):
        new = text_of(administrator, page_of(ming, f"facts/{later.fact_id}/"))

    assert f"/facts/{later.fact_id}/" in old
    assert f"/facts/{before.fact_id}/" in new
    assert f"/observations/requests/{asked.observation_id}/" in new
    assert "Went into an answer." in new
