"""One deed for many global memories: what it costs while the owner is locked."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from globalmemory import bulk
from globalmemory.bulk import Deed
from globalmemory.hands import Hand
from globalmemory.models import Owner
from profiles.models import Profile
from tests.builders import NOON, make_profile
from tests.globalmemory.builders import make_global_memory

pytestmark = pytest.mark.django_db


def carried_out(deed: Deed, profile: Profile, keys: list[int]) -> tuple[set[str], int]:
    """What came of it, and the statements that it took."""
    with CaptureQueriesContext(
        connection,
    ) as said:
        outcomes = bulk.carry_out(deed, keys, hand=Hand(Owner(profile.tenant_id, profile.pk), "key:test", NOON))
    return {one.outcome for one in outcomes}, len(said.captured_queries)


@pytest.mark.parametrize("action", ["bind", "unbind", "disable", "delete"])
def test_each_further_memory_costs_one_statement_more(action):
    profile = make_profile()
    agents = () if action == "bind" else ("a1",)
    few, many = ([make_global_memory(profile, agents=agents).pk for _ in range(number)] for number in (2, 12))
    deed = Deed(action, agent_id="" if action == "delete" else "a1")

    (outcomes, first), (others, second) = (carried_out(deed, profile, keys) for keys in (few, many))

    assert outcomes == others == {"done"}
    assert second - first == 10


def test_who_finds_no_place_is_refused_and_the_others_are_bound(settings):
    settings.MEMORYHUB_GLOBAL_BINDINGS = 2
    profile = make_profile()
    known = make_global_memory(profile, agents=("a1",)).pk
    new = [make_global_memory(profile).pk for _ in range(2)]

    outcomes = bulk.carry_out(
        Deed("bind", agent_id="a1"), [known, *new], hand=Hand(Owner(profile.tenant_id, profile.pk), "key:test", NOON)
    )

    assert [one.outcome for one in outcomes] == ["unchanged", "done", "refused"]
    assert [one.refusal.code for one in outcomes if one.refusal] == ["too_many_bindings"]
