"""The issuer that the environment names."""

import pytest

from memoryhub import environment
from memoryhub.environment import WrongSetting
from observability.models import WorkLogEntry
from profiles import issuers
from profiles.issuers import Named, WrongIssuer
from profiles.models import TokenIssuer
from tests.builders import make_tenant

SECRET = "a shared secret of enough characters"
VALUES = {
    "MEMORYHUB_JWT_ISSUER": "sso",
    "MEMORYHUB_JWT_AUDIENCE": "memoryhub",
    "MEMORYHUB_JWT_ALGORITHM": "HS256",
    "MEMORYHUB_JWT_KEY": SECRET,
}


def named(**changes):
    return Named(**({"issuer": "sso", "audience": "memoryhub", "algorithm": "HS256", "key": SECRET} | changes))


@pytest.mark.django_db
def test_it_becomes_the_default_tenants_row_and_a_second_start_changes_nothing():
    make_tenant()

    first, second = issuers.keep(named()), issuers.keep(named())

    assert (first.pk, first.tenant.slug) == (second.pk, "default")
    assert WorkLogEntry.objects.count() == 1


@pytest.mark.django_db
def test_a_new_key_replaces_the_old_one():
    make_tenant()
    issuers.keep(named())

    issuers.keep(named(key=SECRET + " rotated"))

    assert TokenIssuer.objects.get().key.endswith("rotated")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes",
    [{"key": "short"}, {"algorithm": "none"}, {"algorithm": "RS256"}, {"algorithm": "RS256", "key": "-----BEGIN\\n"}],
)
def test_a_key_that_does_not_fit_is_refused_by_name(changes):
    make_tenant()

    with pytest.raises(WrongIssuer, match="MEMORYHUB_JWT_"):
        issuers.keep(named(**changes))

    assert not TokenIssuer.objects.exists()


@pytest.mark.django_db
def test_the_issuer_of_another_tenant_is_not_taken_over():
    make_tenant()
    TokenIssuer.objects.create(
        tenant=make_tenant("other"), issuer="sso", audience="memoryhub", algorithm="HS256", key=SECRET
    )

    with pytest.raises(WrongIssuer, match="another tenant"):
        issuers.keep(named())


def test_it_is_named_wholly_or_not_at_all():
    assert environment.token_issuer({}) == {}
    assert environment.token_issuer(VALUES)["issuer"] == "sso"
    for name in VALUES:
        with pytest.raises(WrongSetting, match=name):
            environment.token_issuer({key: value for key, value in VALUES.items() if key != name})
