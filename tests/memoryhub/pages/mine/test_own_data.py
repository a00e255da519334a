"""What is mine to take: the export, the erasure with its confirmation, and the receipt that stays."""

from html import escape

import pytest
from django.test import Client

from observability.models import WorkLogEntry
from profiles.models import ErasureReceipt, Fact, Member, Profile
from summaries.models import Message
from tests.accounts import make_member
from tests.builders import make_end_user, make_fact, make_message, make_profile, make_session, make_tenant
from tests.memoryhub.pages.background import exported_in

pytestmark = pytest.mark.django_db

PAGE, ERASE = "/memory/data", "/memory/data/erase"
HOSTILE = "<script>alert(1)</script>\u202e" + "x" * 200


def text_of(client: Client, address: str = PAGE, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_export_is_a_file_with_all_that_is_mine_and_nothing_else(visitor: Client, person: Profile) -> None:
    make_fact(person, "likes tea")
    make_message(make_session(person), "I like tea")
    make_fact(make_profile("bob"), "collects stamps")

    answer = visitor.get("/memory/data/export")
    lines = exported_in(answer)

    assert "attachment" in answer.headers["Content-Disposition"]
    assert (lines[0]["user_id"], lines[-1]["kind"]) == ("alice", "end")
    assert {line["content"] for line in lines if line["kind"] in {"fact", "message"}} == {"likes tea", "I like tea"}
    assert WorkLogEntry.objects.filter(module="Export", profile_id=person.pk).count() == 1
    assert "Nobody has looked so far." in text_of(visitor, "/memory/looks")  # one's own export is no look


@pytest.mark.parametrize("typed", ["", "  ", "Alice", "alice ", "bob", HOSTILE])
def test_nothing_is_erased_unless_the_name_was_typed_letter_by_letter(
    visitor: Client, person: Profile, typed: str
) -> None:
    make_fact(person, "likes tea")

    answer = visitor.post(ERASE, {"confirm": typed})
    page = answer.content.decode()

    if typed.strip() == "alice":
        assert answer.status_code == 302  # what stands around a name is none of it
        return
    assert answer.status_code == 422
    assert page.index('name="confirm"') < page.index('id="id_confirm_error"')
    assert escape(typed) in page
    assert "<script>alert" not in page
    assert Fact.objects.filter(profile=person).count() == 1


def test_an_erasure_takes_everything_and_leaves_a_receipt_that_stays_readable(visitor: Client, person: Profile) -> None:
    make_fact(person, "likes tea")
    make_message(make_session(person), "I like tea")
    other = make_fact(make_profile("bob"), "collects stamps")

    done = visitor.post(ERASE, {"confirm": "alice"})
    receipt = ErasureReceipt.objects.get()
    page = text_of(visitor, done.headers["Location"])

    assert not Profile.objects.filter(pk=person.pk).exists()
    assert not Message.objects.exists()
    assert [fact.pk for fact in Fact.objects.all()] == [other.pk]
    assert f"Receipt {receipt.pk}" in page
    assert "Facts" in page
    assert "alice" not in page.split("<main")[1]
    assert f'href="/memory/receipts/{receipt.pk}"' in text_of(visitor, "/memory/")
    assert "not linked to a person" in text_of(visitor, "/memory/")


def test_the_account_name_confirms_too(client: Client) -> None:
    person = make_end_user("Acme", "sub-1")
    client.force_login(make_member(person.tenant, profile=person, username="carol").account)
    assert "sub-1" in text_of(client)
    assert client.post(ERASE, {"confirm": "Acme"}).status_code == 422

    assert client.post(ERASE, {"confirm": "carol"}).status_code == 302
    assert ErasureReceipt.objects.count() == 1


def test_a_list_that_is_open_in_another_tab_leaves_its_page(visitor: Client, person: Profile) -> None:
    visitor.post(ERASE, {"confirm": "alice"})

    answer = visitor.get("/memory/?q=tea", headers={"HX-Request": "true"})

    assert answer.headers["HX-Redirect"] == "/memory/"
    assert not answer.content


def test_a_company_is_told_that_its_people_are_none_of_it(client: Client) -> None:
    company, jo = make_end_user("Acme"), make_end_user("Acme", "jo")
    client.force_login(make_member(company.tenant, profile=company).account)
    assert "The other accounts of your company keep" in text_of(client)

    client.post(ERASE, {"confirm": "Acme"})

    assert [profile.pk for profile in Profile.objects.all()] == [jo.pk]


def test_a_receipt_is_nobody_elses(visitor: Client, person: Profile) -> None:
    visitor.post(ERASE, {"confirm": "alice"})
    address = f"/memory/receipts/{ErasureReceipt.objects.get().pk}"
    others = [
        make_member(role=Member.Role.ADMINISTRATOR),
        make_member(make_tenant("elsewhere"), role=Member.Role.ADMINISTRATOR),
    ]

    for member in others:
        client = Client()
        client.force_login(member.account)
        text_of(client, address, status=404)


def test_whoever_is_no_person_has_nothing_to_take(client: Client) -> None:
    client.force_login(make_member(role=Member.Role.ADMINISTRATOR).account)

    for address in (PAGE, "/memory/data/export"):
        assert client.get(address).status_code == 403
    assert client.post(ERASE, {"confirm": "x"}).status_code == 403
    assert ErasureReceipt.objects.count() == 0


def test_names_with_signs_of_their_own_are_shown_inert(client: Client) -> None:
    person = make_profile('<b>"alice"</b>\u202e')
    client.force_login(make_member(person.tenant, profile=person, username="<i>carol</i>").account)

    page = text_of(client)

    assert "&lt;b&gt;&quot;alice&quot;&lt;/b&gt;" in page
    assert "&lt;i&gt;carol&lt;/i&gt;" in page
    assert "<b>" not in page
    assert "<i>" not in page
