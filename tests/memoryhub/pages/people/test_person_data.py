"""Everything of one person: handed out, and erased for good once that was confirmed."""

from html import escape

import pytest
from django.test import Client

from profiles.models import Fact, Profile
from tests.builders import make_end_user, make_fact
from tests.memoryhub.pages.background import ADMINISTRATOR, SCRIPT, exported_in, looked_at, signed_in, text_of
from tests.memoryhub.pages.people.persons import page_of

pytestmark = pytest.mark.django_db


def test_everything_is_handed_out_and_the_person_can_see_it(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "likes tea")

    answer = administrator.get(page_of(ming, "export"))
    lines = exported_in(answer)

    assert answer["Content-Disposition"].startswith("attachment")
    assert any(line.get("content") == "likes tea" for line in lines)
    assert looked_at() == [(ming.pk, "export")]


@pytest.mark.parametrize("typed", ["", "acme", "Ming", SCRIPT])
def test_a_wrong_confirmation_erases_nothing_and_is_said_at_the_field(
    administrator: Client, ming: Profile, typed: str
) -> None:
    make_fact(ming, "likes tea")

    answer = administrator.post(page_of(ming, "erase"), {"confirm": typed})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.index('name="confirm"') < page.index('role="alert"')
    assert f'value="{escape(typed)}"' in page or not typed
    assert SCRIPT not in page
    assert Fact.objects.exists()


def test_a_person_is_erased_and_the_company_stays(administrator: Client, ming: Profile) -> None:
    company = make_end_user("acme")
    make_fact(ming, "likes tea")

    page = administrator.post(page_of(ming, "erase"), {"confirm": "ming", "people": "on"}, follow=True).content.decode()

    assert "Erased for good:" in page
    assert "Receipt" in page
    assert [one.pk for one in Profile.objects.all()] == [company.pk]
    assert administrator.get(page_of(ming)).status_code == 404


def test_a_company_is_erased_with_its_people_only_when_that_was_chosen(administrator: Client, ming: Profile) -> None:
    company, other = make_end_user("acme"), make_end_user("other")

    assert 'name="people"' in text_of(administrator, page_of(company, "data"))
    assert 'name="people"' not in text_of(administrator, page_of(ming, "data"))
    administrator.post(page_of(company, "erase"), {"confirm": "acme"})
    assert {one.pk for one in Profile.objects.all()} == {ming.pk, other.pk}

    company = make_end_user("acme")
    administrator.post(page_of(company, "erase"), {"confirm": "acme", "people": "on"})
    assert {one.pk for one in Profile.objects.all()} == {other.pk}


@pytest.mark.parametrize("path", ["data", "export", "erase"])
def test_export_and_erasure_are_the_administrators_of_the_tenant(operator: Client, ming: Profile, path: str) -> None:
    stranger = signed_in(ADMINISTRATOR, tenant_slug="other")

    def ask(client: Client) -> int:
        return (client.post if path == "erase" else client.get)(page_of(ming, path)).status_code

    assert (ask(operator), ask(stranger)) == (403, 404)
    assert Profile.objects.filter(pk=ming.pk).exists()
