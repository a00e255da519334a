"""Whom a page may show, and by which names: for those who run the service, for administrators, and for nobody else."""

import pytest

from memoryhub.pages import who
from memoryhub.pages.who import NoOrganisation, NotForYou
from observability.models import WorkLogEntry
from profiles.console import Visitor
from profiles.models import Member, Profile
from tests.accounts import make_member
from tests.builders import make_end_user, make_profile, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, OPERATOR, looked_at

pytestmark = pytest.mark.django_db


def visitor_of(role: str, profile: Profile | None = None, **fields: bool) -> Visitor:
    member = make_member(role=role, profile=profile, **fields)
    return Visitor(member.account, member)


def test_operators_see_how_the_service_works_and_administrators_read_contents() -> None:
    member, operator, administrator = (visitor_of(role) for role in (Member.Role.MEMBER, OPERATOR, ADMINISTRATOR))

    assert who.operator(operator) == operator.member
    assert who.operator(administrator) == who.administrator(administrator) == administrator.member
    for check, visitor in ((who.operator, member), (who.administrator, member), (who.administrator, operator)):
        with pytest.raises(NotForYou):
            check(visitor)


def test_whoever_sees_all_and_belongs_to_no_organisation_is_told_so() -> None:
    superuser = make_member(is_superuser=True).account

    with pytest.raises(NoOrganisation):
        who.operator(Visitor(superuser))


def test_a_look_at_oneself_is_none_and_any_other_is_on_record(person: Profile) -> None:
    who.note_look(visitor_of(ADMINISTRATOR, person), person.pk, model="fact", key="f_1")
    assert not WorkLogEntry.objects.exists()

    who.note_look(visitor_of(ADMINISTRATOR), person.pk, model="fact", key="f_1")
    assert looked_at() == [(person.pk, "fact")]


def test_people_are_meant_by_the_ids_that_agents_know() -> None:
    ada, acme, jo = make_profile("ada"), make_end_user("acme"), make_end_user("acme", "jo")
    strange = make_profile("eve", tenant=make_tenant("other"))
    tenant_id = ada.tenant_id

    assert who.with_name(tenant_id, "ada") == ada.pk
    assert who.with_name(tenant_id, "acme") == acme.pk
    assert who.with_name(tenant_id, " acme / jo ") == jo.pk
    assert who.with_name(tenant_id, "jo") is None
    assert who.with_name(tenant_id, "eve") is None
    assert who.names_of(tenant_id, {ada.pk, jo.pk, strange.pk}) == {ada.pk: "ada", jo.pk: "acme / jo"}
    assert who.names_of(tenant_id, set()) == {}
