"""The settings of a scope: two who write at once, and how it is noticed."""

import pytest

from observability.models import WorkLogEntry
from profiles import inforce, scopes
from profiles.models import ScopeConfig
from tests.builders import make_tenant

pytestmark = pytest.mark.django_db


def test_the_later_of_two_writers_is_told_and_changes_nothing() -> None:
    tenant = make_tenant()
    seen = scopes.fingerprint(scopes.own_of(None))
    scopes.change(tenant, "club", {"contacts": "mask"}, actor="account:1", seen=seen)

    with pytest.raises(scopes.ChangedMeanwhile):
        scopes.change(tenant, "club", {"contacts": "refuse", "llm_model": "big"}, actor="account:2", seen=seen)
    with pytest.raises(scopes.ChangedMeanwhile):
        scopes.change(tenant, "shop", {"contacts": "refuse"}, actor="account:2", seen="something else")

    row = ScopeConfig.objects.get()
    assert (row.scope_id, row.contacts, row.llm_model) == ("club", "mask", "")
    assert WorkLogEntry.objects.count() == 1


def test_each_setting_counts_in_what_was_seen() -> None:
    nothing = scopes.own_of(None)
    every = {scopes.fingerprint(nothing)}

    for name in inforce.NAMES:
        for value in (True, False) if name in inforce.SWITCHES else ("mask",):
            every.add(scopes.fingerprint({**nothing, name: value}))

    assert len(every) == 1 + len(inforce.NAMES) + len(inforce.SWITCHES)
