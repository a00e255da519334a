"""Members on their pages: roles, persons, who comes in and who goes, and who may do what."""

from html import escape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from observability.models import WorkLogEntry
from profiles.models import Member, Profile
from tests.accounts import make_member
from tests.builders import make_end_user, make_profile, make_tenant
from tests.memoryhub.pages.background import HTMX, secret_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]

PAGE = "/operations/members/"
NEW = f"{PAGE}new"


@pytest.fixture
def ada() -> Member:
    return make_member(role=Member.Role.ADMINISTRATOR, username="ada")


@pytest.fixture
def administrator(ada: Member) -> Client:
    client = Client()
    client.force_login(ada.account)
    return client


@pytest.fixture
def superuser(ada: Member, administrator: Client) -> Client:
    """The administrator, who is the superuser of the installation, too."""
    ada.account.is_superuser = True
    ada.account.save(update_fields=["is_superuser"])
    return administrator


def of(member: Member, deed: str = "") -> str:
    return f"{PAGE}{member.pk}/{deed}"


def test_members_stand_by_name_with_role_and_person(administrator: Client) -> None:
    make_member(username="zoe", role=Member.Role.OPERATOR)
    make_member(username="bob", profile=make_profile("bob-7"), is_active=False)
    make_member(username="cyn", profile=make_end_user("acme", "li"))
    make_member(username="eve", tenant_slug="other")

    page = text_of(administrator, PAGE)

    assert page.index(">ada<") < page.index(">bob<") < page.index(">cyn<") < page.index(">zoe<")
    assert "linked to <bdi>bob-7</bdi>" in page
    assert "linked to <bdi>acme / li</bdi>" in page
    assert "switched off" in page
    assert ">eve<" not in page


def test_members_are_found_by_name_and_role(administrator: Client) -> None:
    for name, role in (("bob", "member"), ("bobby", "operator"), ("zoe", "operator")):
        make_member(username=name, role=role)

    def listed(query: str) -> list[str]:
        page = text_of(administrator, f"{PAGE}?{query}", **HTMX)
        assert "<html" not in page
        return [name for name in ("ada", "bob", "bobby", "zoe") if f"<bdi>{name}</bdi>" in page]

    assert listed("q=bob") == ["bob", "bobby"]
    assert listed("q=bob&role=operator") == ["bobby"]
    assert listed("role=operator") == ["bobby", "zoe"]
    assert listed("after=bob") == ["bobby", "zoe"]
    assert listed("role=nonsense&q=%20") == ["ada", "bob", "bobby", "zoe"]
    assert listed("q=x") == []


def test_a_new_member_signs_in_with_the_password_that_is_shown_once(administrator: Client) -> None:
    form = {"name": "bob", "role": "operator"}

    made = administrator.post(NEW, form)

    password, client = secret_in(made.content.decode()), Client()
    assert "no-store" in made["Cache-Control"]
    assert client.login(username="bob", password=password)
    assert text_of(client, PAGE)
    assert password not in text_of(administrator, of(Member.objects.get(account__username="bob")))
    assert password not in str(administrator.cookies) + str(dict(administrator.session))
    again = administrator.post(NEW, form, headers=HTMX)
    assert again.status_code == 422
    assert "belongs to your organisation already" in again.content.decode()
    assert Member.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Enter an account name."),
        ("name", "x" * 151, "at most 150 characters"),
        ("name", "<script>alert(1)</script>", "Letters, digits and"),
        ("name", "a b", "Letters, digits and"),
        ("name", "\ufb00" * 150, "at most 150 characters"),
        ("name", "\ufdfa", "Letters, digits and"),
        ("name", "\u00a8", "Letters, digits and"),
        ("name", "eve", "belongs to your organisation already"),
        ("role", "superuser", "Select a valid choice"),
        ("user_id", "nobody", "Nobody is known by this id."),
        ("user_id", "alice", "Another account is linked to this person."),
        ("user_id", "x" * 65, "At most 64 characters"),
        ("user_id", "a\u202eb", "At most 64 characters"),
    ],
)
def test_a_wrong_field_is_said_beside_it_and_adds_nobody(
    superuser: Client, field: str, value: str, sentence: str
) -> None:
    make_member(username="eve", role=Member.Role.OPERATOR)
    make_member(profile=make_profile("alice"))
    before = Member.objects.count()

    answer = superuser.post(NEW, {"name": "bob", "role": "member", "user_id": "", field: value}, headers=HTMX)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page.split(f'id="id_{field}_error"')[1][:200]
    assert "<html" not in page
    assert field == "role" or escape(value) in page
    assert "<script>" not in page
    assert Member.objects.count() == before


def test_a_role_is_changed_and_the_last_administrator_stays(administrator: Client, ada: Member) -> None:
    bob = make_member(username="bob")

    refused = administrator.post(of(ada, "role"), {"role": "member"})
    administrator.post(of(bob, "role"), {"role": "administrator"}, follow=True)
    own = administrator.post(of(ada, "role"), {"role": "member"})

    assert refused.status_code == 422
    assert "This is the last administrator" in refused.content.decode().split('id="id_role_error"')[1][:200]
    assert own["Location"] == "/"
    assert dict(Member.objects.values_list("account__username", "role")) == {"ada": "member", "bob": "administrator"}
    assert administrator.post(of(bob, "role"), {"role": "member"}).status_code == 403


def test_the_last_administrator_is_not_removed(administrator: Client, ada: Member) -> None:
    answer = administrator.post(of(ada, "remove"))

    assert answer.status_code == 409
    assert "This is the last administrator" in answer.content.decode()
    assert Member.objects.filter(pk=ada.pk).exists()


def test_a_member_is_linked_unlinked_and_removed(superuser: Client) -> None:
    alice, bob = make_profile("alice"), make_member(username="bob")

    wrong = superuser.post(of(bob, "person"), {"user_id": "alyce"})
    linked = superuser.post(of(bob, "person"), {"user_id": "alice"}, follow=True).content.decode()
    assert wrong.status_code == 422
    assert "Nobody is known by this id." in wrong.content.decode().split('id="id_user_id_error"')[1][:200]
    assert "sees what is remembered about <bdi>alice</bdi> as its own" in linked

    unlinked = superuser.post(of(bob, "unlink"), follow=True).content.decode()
    removed = superuser.post(of(bob, "remove"), follow=True).content.decode()
    assert "Unlinked. What is remembered about the person stays." in unlinked
    assert "Removed. The account can no longer open anything" in removed
    assert not Member.objects.filter(pk=bob.pk).exists()
    assert Profile.objects.filter(pk=alice.pk).exists()
    assert [line.message for line in WorkLogEntry.objects.filter(module="Members").order_by("pk")] == [
        "An account was linked to a person.", "An account was unlinked from a person.", "A membership was ended.",
    ]  # fmt: skip


def test_an_account_of_another_organisation_is_not_taken(administrator: Client) -> None:
    make_member(username="eve", tenant_slug="other")

    answer = administrator.post(NEW, {"name": "eve", "role": "member"}, headers=HTMX)

    assert answer.status_code == 422
    assert "There is an account of this name already." in answer.content.decode().split('id="id_name_error"')[1][:200]
    assert Member.objects.filter(account__username="eve").count() == 1


def test_no_administrator_makes_anybody_somebody_else(administrator: Client, ada: Member) -> None:
    """Who could would read and change another's memory as their own (SPEC I7); a password of theirs would do as well."""
    alice, cyn, bob = (
        make_profile("alice"),
        make_member(username="cyn", profile=make_profile("cyn")),
        make_member(username="bob"),
    )

    new = administrator.post(NEW, {"name": "zoe", "role": "member", "user_id": "alice", "begins": "on"}, follow=True)

    for member in (ada, bob):
        assert administrator.post(of(member, "person"), {"user_id": "alice", "begins": "on"}).status_code == 422
        assert "nobody can make themselves somebody else" in text_of(administrator, of(member))
        assert f'action="{of(member, "person")}"' not in text_of(administrator, of(member))
    for deed in ("unlink", "password"):
        assert administrator.post(of(cyn, deed)).status_code == 403
        assert f'action="{of(cyn, deed)}"' not in text_of(administrator, of(cyn))
    assert 'name="user_id"' not in text_of(administrator, NEW)
    assert new.status_code == 200
    assert not Member.objects.filter(profile=alice).exists()
    assert Member.objects.get(account__username="zoe").profile is None
    assert Member.objects.get(pk=cyn.pk).profile == cyn.profile


def test_the_superuser_brings_somebody_in_as_a_person(superuser: Client) -> None:
    superuser.post(NEW, {"name": "bob", "role": "member", "user_id": "bob-7", "begins": "on"})

    assert str(Member.objects.get(account__username="bob").profile.user.user_id) == "bob-7"


def test_a_linked_person_reads_who_may_look_at_everything(superuser: Client) -> None:
    alice = make_profile("alice")
    superuser.post(of(make_member(), "person"), {"user_id": "alice"})
    own = make_member(alice.tenant, profile=alice, username="alice")
    client = Client()
    client.force_login(own.account)

    assert "an account was linked to you" in text_of(client, reverse("looks"))


def test_a_new_password_ends_what_the_old_one_opened(administrator: Client) -> None:
    bob, client = make_member(username="bob"), Client()
    client.force_login(bob.account)

    page = administrator.post(of(bob, "password"), headers=HTMX).content.decode()

    assert Client().login(username="bob", password=secret_in(page))
    assert client.get("/memory/").status_code == 302


def test_an_operator_reads_and_changes_nothing(operator: Client) -> None:
    bob = make_member(username="bob", profile=make_profile("bob-7"))

    page = text_of(operator, of(bob))

    assert ">bob<" in text_of(operator, PAGE)
    assert "bob-7" in page
    assert "/remove" not in page
    for deed in ("role", "person", "unlink", "password", "remove"):
        form = {"role": "administrator", "user_id": "x", "begins": "on"}
        assert operator.post(of(bob, deed), form).status_code == 403
    assert operator.post(NEW, {"name": "zoe", "role": "administrator"}).status_code == 403
    bob.refresh_from_db()
    assert (bob.role, Member.objects.count()) == ("member", 2)
    assert bob.profile


def test_members_of_another_organisation_are_not_there(administrator: Client) -> None:
    eve = make_member(make_tenant("other"), username="eve")

    assert administrator.get(of(eve)).status_code == 404
    for deed in ("role", "person", "unlink", "password", "remove"):
        answer = administrator.post(of(eve, deed), {"role": "operator", "user_id": "x", "begins": "on"})
        assert answer.status_code == 404, deed
    eve.refresh_from_db()
    assert eve.role == "member"


def test_a_list_costs_the_same_queries_for_one_member_and_for_fifty(
    administrator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12) as for_one:
        text_of(administrator, PAGE)
    account = make_member(username="member-00", profile=make_profile()).account
    for number in range(1, 52):
        account.pk, account.username = None, f"member-{number:02}"
        account.save()
        Member.objects.create(account=account, tenant=make_tenant(), profile=make_profile())

    with django_assert_max_num_queries(len(for_one.captured_queries)):
        page = text_of(administrator, PAGE)

    assert "after=member-48" in page
    assert "member-49" not in page
    assert "member-49" in text_of(administrator, f"{PAGE}?after=member-48")
    assert "There is nothing further." in text_of(administrator, f"{PAGE}?after=zzz")
