"""Who may be what in an organisation: the rules that hold whichever page asks."""

import threading
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from observability.models import WorkLogEntry
from profiles import members
from profiles.console import NothingHere, Visitor
from profiles.models import Member, Profile
from tests.accounts import PASSWORD, make_member
from tests.builders import NOON, make_profile, make_tenant

ADMINISTRATOR, OPERATOR, MEMBER = Member.Role.ADMINISTRATOR, Member.Role.OPERATOR, Member.Role.MEMBER
pytestmark = pytest.mark.django_db


def visitor(member: Member) -> Visitor:
    return Visitor(member.account, member, (member,))


@pytest.fixture
def ada() -> Visitor:
    return visitor(make_member(role=ADMINISTRATOR, username="ada"))


@pytest.fixture
def root(ada: Visitor) -> Visitor:
    """The administrator, who is the superuser of the installation, too."""
    ada.account.is_superuser = True
    ada.account.save(update_fields=["is_superuser"])
    return ada


def role_of(member: Member | None) -> str:
    assert member
    return Member.objects.get(pk=member.pk).role


def test_the_last_administrator_can_neither_become_less_nor_go(ada: Visitor) -> None:
    make_member(role=ADMINISTRATOR, tenant_slug="other")
    make_member(role=ADMINISTRATOR, is_active=False)
    assert ada.member

    with pytest.raises(members.LastAdministrator):
        members.change_role(ada, ada.member.pk, OPERATOR)
    with pytest.raises(members.LastAdministrator):
        members.remove(ada, ada.member.pk)

    assert role_of(ada.member) == ADMINISTRATOR


def test_one_of_two_administrators_can_become_less(ada: Visitor) -> None:
    make_member(role=ADMINISTRATOR)
    assert ada.member

    members.change_role(ada, ada.member.pk, MEMBER)

    assert role_of(ada.member) == MEMBER
    line = WorkLogEntry.objects.get(module="Members")
    assert (line.actor, line.details["role"]) == (ada.actor, MEMBER)


def test_who_is_no_administrator_any_more_changes_nothing(ada: Visitor) -> None:
    other = make_member(role=MEMBER)
    assert ada.member
    Member.objects.filter(pk=ada.member.pk).update(role=OPERATOR)

    for deed in (
        lambda: members.change_role(ada, ada.member.pk, ADMINISTRATOR) if ada.member else None,
        lambda: members.change_role(ada, other.pk, OPERATOR),
        lambda: members.remove(ada, other.pk),
        lambda: members.link(ada, other.pk, "alice", may_begin=True, now=NOON),
        lambda: members.renew_password(ada, other.pk),
        lambda: members.add(ada, "bob", role=ADMINISTRATOR, now=NOON),
    ):
        with pytest.raises(members.NotAdministrator):
            deed()
    assert (role_of(ada.member), role_of(other)) == (OPERATOR, MEMBER)
    assert not Profile.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", ["less", "gone"])
def test_two_administrators_who_dismiss_each_other_at_once_leave_one(deed: str) -> None:
    both = [make_member(make_tenant(), role=ADMINISTRATOR) for _ in range(2)]
    barrier = threading.Barrier(2)

    def dismiss(by: Member, whom: Member) -> Callable[[], None]:
        def run() -> None:
            barrier.wait()
            try:
                if deed == "less":
                    members.change_role(visitor(by), whom.pk, MEMBER)
                else:
                    members.remove(visitor(by), whom.pk)
            except (members.LastAdministrator, members.NotAdministrator):
                pass
            finally:
                connection.close()

        return run

    threads = [threading.Thread(target=dismiss(*pair)) for pair in (both, reversed(both))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert Member.objects.filter(role=ADMINISTRATOR).count() == 1


def test_a_new_account_gets_a_random_password_and_opens_nothing_else(root: Visitor) -> None:
    entry = members.add(root, "bob", role=OPERATOR, user_id="bob-7", may_begin=True, now=NOON)

    account = get_user_model().objects.get(username="bob")
    assert account.check_password(entry.password)
    assert len(entry.password) == 20
    assert (account.is_superuser, account.is_staff) == (False, False)
    assert entry.member.profile
    assert (entry.member.role, entry.member.profile.user.user_id) == (OPERATOR, "bob-7")
    assert entry.password not in repr(entry)
    assert entry.password not in str(list(WorkLogEntry.objects.values()))


def test_an_account_that_was_removed_can_come_back_with_a_new_password(ada: Visitor) -> None:
    first = members.add(ada, "bob", role=MEMBER, now=NOON)
    members.remove(ada, first.member.pk)

    again = members.add(ada, "bob", role=MEMBER, now=NOON)

    assert again.member.account.pk == first.member.account.pk
    assert again.member.account.check_password(again.password)
    assert again.password != first.password
    with pytest.raises(members.MemberAlready):
        members.add(ada, "bob", role=ADMINISTRATOR, now=NOON)
    assert role_of(again.member) == MEMBER


@pytest.mark.parametrize("was_made_there", [True, False])
def test_a_password_that_another_organisation_set_opens_nothing_here(ada: Visitor, was_made_there: bool) -> None:
    other = visitor(make_member(role=ADMINISTRATOR, tenant_slug="other"))
    if not was_made_there:
        get_user_model().objects.create_user("bob")
    there = members.add(other, "bob", role=MEMBER, now=NOON)
    known = [there.password, members.renew_password(other, there.member.pk).password]
    members.remove(other, there.member.pk)

    here = members.add(ada, "bob", role=MEMBER, now=NOON)

    account = get_user_model().objects.get(username="bob")
    assert not any(account.check_password(password) for password in known)
    assert account.check_password(here.password)


def test_an_account_of_somebody_else_comes_in_by_a_superuser_alone(ada: Visitor) -> None:
    make_member(tenant_slug="other", username="eve")
    get_user_model().objects.create_superuser("root")

    for name in ("eve", "root"):
        with pytest.raises(members.NameTaken):
            members.add(ada, name, role=MEMBER, now=NOON)
    ada.account.is_superuser = True
    assert members.add(ada, "eve", role=MEMBER, now=NOON).password == ""

    assert get_user_model().objects.get(username="eve").check_password(PASSWORD)
    assert set(Member.objects.filter(tenant=make_tenant()).values_list("account__username", flat=True)) == {
        "ada",
        "eve",
    }


def test_a_linked_person_finds_the_account_among_those_who_looked(root: Visitor) -> None:
    alice, member = make_profile("alice"), make_member()

    members.link(root, member.pk, "alice", now=NOON)
    members.link(root, member.pk, "alice", now=NOON)

    member.refresh_from_db()
    assert member.profile == alice
    looks = WorkLogEntry.objects.filter(profile_id=alice.pk, module="Admin")
    assert [(look.actor, look.details) for look in looks] == [(root.actor, {"model": "member", "id": str(member.pk)})]
    assert WorkLogEntry.objects.filter(profile_id=alice.pk, module="Members").count() == 1

    members.unlink(root, member.pk)

    member.refresh_from_db()
    assert member.profile is None
    assert Profile.objects.filter(pk=alice.pk).exists()


def test_no_administrator_says_which_person_an_account_is(ada: Visitor) -> None:
    make_profile("alice")
    linked, other = make_member(profile=make_profile("bob")), make_member()
    assert ada.member

    for deed in (
        lambda: members.add(ada, "zoe", role=MEMBER, user_id="alice", now=NOON),
        lambda: members.link(ada, ada.member.pk if ada.member else 0, "alice", now=NOON),
        lambda: members.link(ada, other.pk, "nobody-yet", may_begin=True, now=NOON),
        lambda: members.unlink(ada, linked.pk),
    ):
        with pytest.raises(members.PersonNotYours):
            deed()
    with pytest.raises(members.PasswordNotYours):
        members.renew_password(ada, linked.pk)

    assert Member.objects.filter(profile__isnull=False).get() == linked
    assert Profile.objects.count() == 2
    assert not get_user_model().objects.filter(username="zoe").exists()


def test_a_person_is_one_account_and_is_known_or_begun_on_purpose(root: Visitor) -> None:
    make_profile("carol", tenant=make_tenant("other"))
    first, second = make_member(profile=make_profile("alice")), make_member()

    with pytest.raises(members.PersonTaken):
        members.link(root, second.pk, "alice", now=NOON)
    with pytest.raises(members.UnknownPerson):
        members.link(root, second.pk, "carol", now=NOON)
    members.link(root, second.pk, "carol", may_begin=True, now=NOON)
    members.link(root, first.pk, "alice", now=NOON)

    second.refresh_from_db()
    assert second.profile
    assert (second.profile.user.user_id, second.profile.tenant) == ("carol", make_tenant())


def test_a_password_is_renewed_only_where_it_opens_nothing_else(ada: Visitor) -> None:
    bob, eve, root = make_member(), make_member(), make_member(is_superuser=True)
    make_member(account=eve.account, tenant_slug="other")
    assert ada.member

    entry = members.renew_password(ada, bob.pk)

    bob.account.refresh_from_db()
    assert bob.account.check_password(entry.password)
    for member in (eve, root, ada.member):
        with pytest.raises(members.PasswordNotYours):
            members.renew_password(ada, member.pk)


def test_a_person_finds_who_made_their_account_a_new_password_among_those_who_looked(root: Visitor) -> None:
    linked = make_member(profile=make_profile("bob"))

    members.renew_password(root, linked.pk)

    looks = WorkLogEntry.objects.filter(profile_id=linked.profile_id, module="Admin")
    assert [look.details for look in looks] == [{"model": "member", "id": str(linked.pk)}]


def test_members_of_another_organisation_are_unknown(ada: Visitor) -> None:
    foreign = make_member(tenant_slug="other", profile=make_profile("eve", tenant=make_tenant("other")))

    for deed in (
        lambda: members.change_role(ada, foreign.pk, ADMINISTRATOR),
        lambda: members.remove(ada, foreign.pk),
        lambda: members.unlink(ada, foreign.pk),
        lambda: members.link(ada, foreign.pk, "alice", may_begin=True, now=NOON),
        lambda: members.renew_password(ada, foreign.pk),
    ):
        with pytest.raises(NothingHere):
            deed()
    assert role_of(foreign) == MEMBER
