"""Earlier texts of global memories: kept when a text changes, never of anything else, and no more than so many."""

import pytest
from django.db import IntegrityError, connection

from globalmemory import editing, versions
from globalmemory.hands import Hand
from globalmemory.models import GlobalMemory, GlobalMemoryVersion, Owner
from observability.models import WorkLogEntry
from profiles import identity
from tests.builders import NOON, make_profile
from tests.globalmemory.builders import make_global_memory, make_version

pytestmark = pytest.mark.django_db


@pytest.fixture
def memory() -> GlobalMemory:
    return make_global_memory(make_profile(), "Work", tags=["java"], content="first")


def hand_of(memory: GlobalMemory) -> Hand:
    return Hand(memory.owner, "account:7", NOON)


def kept(memory: GlobalMemory) -> list[tuple[int, str]]:
    return list(memory.versions.order_by("version").values_list("version", "content"))


def test_the_text_that_is_replaced_is_kept_with_who_replaced_it(memory):
    editing.edit(memory.pk, {"content": "second", "tags": ["k8s"]}, hand=hand_of(memory))

    former = GlobalMemoryVersion.objects.get()
    assert (former.version, former.name, former.tags, former.content) == (1, "Work", ["java"], "first")
    assert (former.created_by, former.created_at, former.profile_id) == ("account:7", NOON, memory.profile_id)


def test_what_is_no_text_makes_no_version(memory):
    editing.edit(memory.pk, {"is_enabled": False}, hand=hand_of(memory))
    editing.edit(memory.pk, {"content": "first"}, hand=hand_of(memory))

    assert kept(memory) == []


def test_no_more_than_so_many_are_kept(memory, settings):
    settings.MEMORYHUB_GLOBAL_VERSIONS = 2
    for text in ("second", "third", "fourth"):
        editing.edit(memory.pk, {"content": text}, hand=hand_of(memory))

    assert kept(memory) == [(2, "second"), (3, "third")]


def test_with_none_wanted_none_is_kept(memory, settings):
    settings.MEMORYHUB_GLOBAL_VERSIONS = 0

    editing.edit(memory.pk, {"content": "second"}, hand=hand_of(memory))

    assert kept(memory) == []


def test_they_are_forgotten_for_good_and_the_log_tells_their_number_alone(memory):
    for text in ("second", "third"):
        editing.edit(memory.pk, {"content": text}, hand=hand_of(memory))

    assert versions.forget(memory.pk, hand=hand_of(memory)) == 2
    assert versions.forget(memory.pk, hand=hand_of(memory)) == 0
    entry = WorkLogEntry.objects.order_by("-pk")[0]
    assert (kept(memory), entry.details) == ([], {"memory": memory.pk, "versions": 2})


def test_another_owner_forgets_nothing(memory):
    make_version(memory)

    with pytest.raises(identity.NotFound):
        versions.forget(memory.pk, hand=Hand(Owner(memory.tenant_id), "account:7", NOON))

    assert len(kept(memory)) == 1


def test_one_that_is_not_kept_is_not_found(memory):
    with pytest.raises(identity.NotFound):
        versions.find(memory, 1)


def test_the_database_refuses_a_version_of_another_owner(memory):
    make_version(memory, profile=make_profile())

    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
