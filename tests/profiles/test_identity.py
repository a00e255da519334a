import threading

import pytest
from django.db import connection

from engine.errors import Refused
from profiles import identity
from profiles.identity import Caller, Named
from profiles.models import EndUserProfile, Profile, UserProfile
from tests.builders import NOON, make_end_user, make_profile, make_tenant
from tests.callers import make_key

pytestmark = pytest.mark.django_db


def caller_with(**options) -> Caller:
    key, _ = make_key(**options)
    return Caller(key.tenant, f"key:{key.prefix}", "key", key=key)


def employee(user_id: str = "u1") -> Caller:
    tenant = make_tenant()
    return Caller(tenant, "user:1", "token", person=Named(tenant.pk, identity.USER, user_id=user_id))


def refusal_of(caller: Caller, data, **options) -> tuple[str, int]:
    with pytest.raises(Refused) as refused:
        identity.named(caller, data, **options)
    return refused.value.code, refused.value.status


def test_a_key_names_a_company_and_its_people():
    caller = caller_with()

    company = identity.named(caller, {"end_user_id": "acme"})
    person = identity.named(caller, {"end_user_id": "acme", "end_sub_user_id": "op 1"})

    assert (company.end_user_id, company.end_sub_user_id, company.company) == ("acme", "", None)
    assert (person.end_sub_user_id, person.company) == ("op 1", company)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({}, ("identity_missing", 400)),
        ({"end_sub_user_id": "op1"}, ("identity_missing", 400)),
        ({"end_user_id": ""}, ("field_invalid", 400)),
        ({"end_user_id": "   "}, ("field_invalid", 400)),
        ({"end_user_id": "a\tb"}, ("field_invalid", 400)),
        ({"end_user_id": "a\u200bb"}, ("field_invalid", 400)),
        ({"end_user_id": "c" * 65}, ("field_invalid", 400)),
        ({"end_user_id": 42}, ("field_invalid", 400)),
        ({"end_user_id": ["acme"]}, ("field_invalid", 400)),
        ({"user_id": "u1"}, ("employees_forbidden", 403)),
        ({"user_id": "u1", "end_user_id": "acme"}, ("field_invalid", 400)),
    ],
)
def test_a_key_without_rights_over_employees_must_name_an_end_user(data, expected):
    assert refusal_of(caller_with(), data) == expected


def test_a_key_that_may_act_for_employees_names_them():
    named = identity.named(caller_with(acts_for_employees=True), {"user_id": "u1"})

    assert (named.kind, named.user_id) == ("user", "u1")


@pytest.mark.parametrize(
    ("options", "data", "place"),
    [
        ({"end_user_prefix": "acme-"}, {"end_user_id": "other"}, {}),
        ({"end_user_prefix": "acme-", "acts_for_employees": True}, {"user_id": "u1"}, {}),
        ({"agents": ["support"]}, {"end_user_id": "acme"}, {"agent_id": "sales"}),
        ({"scope_ids": ["team-1"]}, {"end_user_id": "acme"}, {"scope_id": "__default__"}),
    ],
)
def test_outside_its_confinement_a_key_finds_nothing(options, data, place):
    assert refusal_of(caller_with(**options), data, **place) == ("not_found", 404)


def test_within_its_confinement_a_key_works():
    caller = caller_with(end_user_prefix="acme-", agents=["support"], scope_ids=["team-1"])

    named = identity.named(caller, {"end_user_id": "acme-1"}, agent_id="support", scope_id="team-1")

    assert named.end_user_id == "acme-1"


@pytest.mark.parametrize("data", [{"user_id": "u2"}, {"end_user_id": "acme"}, {"end_sub_user_id": "op1"}])
def test_an_employee_acts_for_nobody_else(data):
    assert refusal_of(employee("u1"), data) == ("identity_foreign", 400)


def test_an_employee_may_name_themselves_or_nobody():
    assert identity.named(employee("u1"), {}).user_id == "u1"
    assert identity.named(employee("u1"), {"user_id": " u1 "}).user_id == "u1"


def test_an_account_without_a_person_has_no_memory():
    caller = Caller(make_tenant(), "account:1", "session", role="administrator")

    assert refusal_of(caller, {}) == ("person_missing", 403)


@pytest.mark.parametrize("scope_id", ["a/b", "中文", " ", "", "x" * 65, 42, "a b"])
def test_a_scope_outside_the_alphabet_is_refused_and_not_replaced(scope_id):
    with pytest.raises(Refused) as refused:
        identity.scope_of(scope_id)

    assert refused.value.code == "scope_invalid"


def test_a_scope_that_is_not_named_is_the_default():
    assert identity.scope_of(None) == "__default__"
    assert identity.scope_of("team-1:qa.v2") == "team-1:qa.v2"


def test_finding_somebody_costs_one_statement_and_creates_nothing(django_assert_num_queries):
    tenant = make_tenant()

    with django_assert_num_queries(1):
        found = identity.find(Named(tenant.pk, identity.END_USER, end_user_id="nobody"))

    assert found is None
    assert not Profile.objects.exists()


def test_a_person_is_made_once_and_then_found():
    named = Named(make_tenant().pk, identity.USER, user_id="u1", nickname="Ann")

    made = identity.get_or_create(named, now=NOON)

    assert identity.get_or_create(named, now=NOON) == made
    assert UserProfile.objects.get(user_id="u1").nickname == "Ann"


@pytest.mark.parametrize(
    ("first", "second", "are_same"),
    [
        (("cust", ""), ("cust", ""), True),
        (("cust", "0"), ("cust", ""), False),
        (("CUST", "op1"), ("cust", "op1"), False),
        (("客户-北京", "张三"), ("客户-北京", "张三"), True),
        (("a/b", "x.y"), ("a", "b"), False),
    ],
)
def test_ids_are_opaque(first, second, are_same):
    tenant = make_tenant()
    people = [
        identity.get_or_create(
            Named(tenant.pk, identity.END_USER, end_user_id=pair[0], end_sub_user_id=pair[1]), now=NOON
        )
        for pair in (first, second)
    ]

    assert (people[0] == people[1]) is are_same


def test_two_tenants_use_one_id_for_two_people():
    here, there = make_tenant(), make_tenant("other")

    mine = identity.get_or_create(Named(here.pk, identity.END_USER, end_user_id="acme"), now=NOON)
    theirs = identity.get_or_create(Named(there.pk, identity.END_USER, end_user_id="acme"), now=NOON)

    assert mine != theirs
    assert identity.find(Named(here.pk, identity.END_USER, end_user_id="acme")) == mine


@pytest.mark.django_db(transaction=True)
def test_ten_callers_at_once_make_one_person():
    tenant = make_tenant()
    named = Named(tenant.pk, identity.END_USER, end_user_id="acme")
    start, made = threading.Barrier(10), []

    def create() -> None:
        start.wait()
        made.append(identity.get_or_create(named, now=NOON).pk)
        connection.close()

    threads = [threading.Thread(target=create) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(made)) == 1
    assert (EndUserProfile.objects.count(), Profile.objects.count()) == (1, 1)


def test_a_key_reaches_what_it_is_confined_to_and_nothing_of_another_tenant():
    near, far = make_end_user("acme-1"), make_end_user("other")
    boss = make_profile("boss")
    foreign = make_end_user("acme-1", tenant=make_tenant("other"))

    def reached(caller: Caller) -> set[int]:
        everyone = Profile.objects.filter(pk__in=[near.pk, far.pk, boss.pk, foreign.pk])
        return set(everyone.filter(identity.within_reach(caller)).values_list("pk", flat=True))

    assert reached(caller_with()) == {near.pk, far.pk}
    assert reached(caller_with(acts_for_employees=True)) == {near.pk, far.pk, boss.pk}
    assert reached(caller_with(end_user_prefix="acme-")) == {near.pk}
    assert reached(employee()) == set()


def test_single_sign_on_renews_the_names_it_tells():
    profile = make_profile("u1")

    identity.refresh_names(profile, nickname="Ann", avatar="")

    assert UserProfile.objects.get(pk=profile.pk).nickname == "Ann"
