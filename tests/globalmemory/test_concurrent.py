"""What holds of global memories whatever two callers do at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from engine.errors import Refused
from globalmemory import editing, folders
from globalmemory.hands import Hand
from globalmemory.models import AgentBinding, Folder, Owner
from profiles.models import Profile
from tests.builders import NOON, make_profile
from tests.globalmemory.builders import make_folder, make_global_memory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def at_once(*deeds: Callable[[], object]) -> list[str]:
    """What came of each: `done`, or the code of the refusal."""

    def do(deed: Callable[[], object]) -> str:
        try:
            deed()
        except Refused as refused:
            return refused.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(deeds)) as pool:
        return sorted(pool.map(do, deeds))


@pytest.mark.parametrize("is_tenants", [False, True])
def test_two_bindings_at_once_cannot_pass_the_limit(profile, settings, is_tenants):
    settings.MEMORYHUB_GLOBAL_BINDINGS = 3
    owner = None if is_tenants else profile
    hand = Hand(Owner(profile.tenant_id, None if is_tenants else profile.pk), "key:test", NOON)
    memories = [make_global_memory(owner, agents=("a1",) if number < 2 else ()) for number in range(6)]

    outcomes = at_once(*(lambda key=memory.pk: editing.bind(key, "a1", hand=hand) for memory in memories[2:]))

    assert outcomes == ["done", *["too_many_bindings"] * 3]
    assert AgentBinding.objects.count() == 3


def test_the_same_binding_at_once_is_one(profile):
    memory, hand = make_global_memory(profile), Hand(Owner(profile.tenant_id, profile.pk), "key:test", NOON)

    outcomes = at_once(*[lambda: editing.bind(memory.pk, "a1", hand=hand)] * 4)

    assert outcomes == ["done"] * 4
    assert AgentBinding.objects.count() == 1


def test_two_folders_cannot_be_moved_into_each_other_at_once(profile):
    hand = Hand(Owner(profile.tenant_id, profile.pk), "key:test", NOON)
    a, b = make_folder(profile, "a"), make_folder(profile, "b")

    outcomes = at_once(
        lambda: folders.edit(a.pk, hand=hand, parent_id=b.pk), lambda: folders.edit(b.pk, hand=hand, parent_id=a.pk)
    )

    assert outcomes == ["done", "folder_cycle"]
    assert Folder.objects.filter(parent=None).count() == 1
