"""What an administrator does on the page of a person: forget, undo, restore, pause."""

import pytest
from django.test import Client

from profiles.lifecycle import Status
from profiles.models import Fact, Profile
from tests.builders import make_fact
from tests.memoryhub.pages.background import HTMX, text_of
from tests.memoryhub.pages.persons import page_of

pytestmark = pytest.mark.django_db


def test_a_fact_is_forgotten_undone_and_restored(administrator: Client, ming: Profile) -> None:
    fact = make_fact(ming, "likes tea")
    address = page_of(ming, f"facts/{fact.fact_id}/")

    part = administrator.post(address + "delete", headers=HTMX).content.decode()
    fact.refresh_from_db()
    assert fact.status == Status.DEPRECATED
    assert "Forgotten." in part
    assert "<html" not in part

    undo = part.split(f'hx-post="{address}undo/')[1].split('"')[0]
    answer = administrator.post(f"{address}undo/{undo}", headers=HTMX)
    fact.refresh_from_db()
    assert answer["HX-Redirect"] == page_of(ming)
    assert fact.status == Status.ACTIVE

    assert administrator.post(f"{address}undo/{undo}").status_code == 302
    assert "This was undone already" in text_of(administrator, page_of(ming))
    administrator.post(address + "delete", {"show": "", "q": "tea"})
    answer = administrator.post(address + "restore", {"show": "past"})
    fact.refresh_from_db()
    assert answer["Location"] == page_of(ming, "?show=past")
    assert fact.status == Status.ACTIVE
    assert fact.events.latest("pk").actor.startswith("account:")


def test_facts_of_a_scope_are_forgotten_in_their_scope(administrator: Client, ming: Profile) -> None:
    general, work = make_fact(ming, "likes tea"), make_fact(ming, "likes tea", scope_id="work")

    page = text_of(administrator, page_of(ming, "?scope=work"))
    administrator.post(page_of(ming, f"facts/{work.fact_id}/delete"), {"scope": "work"})

    assert f"/facts/{work.fact_id}/?scope=work" in page
    assert Fact.objects.get(pk=work.pk).status == Status.DEPRECATED
    assert Fact.objects.get(pk=general.pk).status == Status.ACTIVE


def test_memory_is_paused_and_resumed(administrator: Client, ming: Profile) -> None:
    page = administrator.post(page_of(ming, "pause"), {"paused": "yes"}, follow=True).content.decode()
    ming.refresh_from_db()
    assert ming.is_paused
    assert "The memory of this person is paused" in page

    administrator.post(page_of(ming, "pause"), {"paused": "no"})
    ming.refresh_from_db()
    assert not ming.is_paused


def test_an_operator_changes_nothing(operator: Client, ming: Profile) -> None:
    fact = make_fact(ming, "likes tea")

    for path in (f"facts/{fact.fact_id}/delete", f"facts/{fact.fact_id}/restore", "pause"):
        assert operator.post(page_of(ming, path)).status_code == 403
    assert Fact.objects.get().status == Status.ACTIVE
