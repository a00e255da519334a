"""What the database itself refuses of global memories, whatever the code does."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction

from globalmemory.models import AgentBinding, Folder, GlobalMemory, GlobalMemoryVector
from tests.builders import make_profile, make_tenant
from tests.globalmemory.builders import bind, make_folder, make_global_memory

pytestmark = pytest.mark.django_db


def check_after(change: Callable[[], object]) -> None:
    """Make a change, and bring forward what is otherwise checked at the end of a transaction."""
    change()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.fixture
def memory() -> GlobalMemory:
    return make_global_memory(make_profile(), folder=None)


def test_it_refuses_to_bind_one_memory_to_one_agent_twice(memory):
    bind(memory, "a1")

    with pytest.raises(IntegrityError), transaction.atomic():
        bind(memory, "a1")


def test_it_refuses_a_folder_within_itself():
    folder = make_folder(make_profile(), "work")

    with pytest.raises(IntegrityError), transaction.atomic():
        Folder.objects.filter(pk=folder.pk).update(parent=folder)


def test_it_refuses_two_folders_of_one_name_side_by_side(memory):
    make_folder(memory.profile, "work")
    make_folder(make_profile(), "work")

    with pytest.raises(IntegrityError), transaction.atomic():
        make_folder(memory.profile, "work")


@pytest.mark.parametrize("foreign", [lambda: None, make_profile, lambda: make_profile(tenant=make_tenant("other"))])
def test_it_refuses_what_hangs_on_something_of_another_owner(memory, foreign):
    other = foreign()
    theirs = make_folder(other, "theirs")
    binding, own = bind(memory, "a1"), make_folder(memory.profile, "own")

    for change in (
        lambda: GlobalMemory.objects.filter(pk=memory.pk).update(folder=theirs),
        lambda: Folder.objects.filter(pk=own.pk).update(parent=theirs),
        lambda: AgentBinding.objects.filter(pk=binding.pk).update(profile=other, tenant=theirs.tenant),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            check_after(change)


def test_it_refuses_a_person_of_another_tenant(memory):
    with pytest.raises(IntegrityError), transaction.atomic():
        check_after(lambda: GlobalMemory.objects.filter(pk=memory.pk).update(tenant=make_tenant("other")))


def test_it_refuses_a_vector_without_a_direction(memory):
    with pytest.raises(IntegrityError), transaction.atomic():
        GlobalMemoryVector.objects.create(global_memory=memory, model="m", version=1, embedding=[0.0, 0.0])


def test_a_person_goes_with_all_that_is_theirs(memory):
    folder = make_folder(memory.profile, "own")
    GlobalMemory.objects.filter(pk=memory.pk).update(folder=make_folder(memory.profile, "inner", parent=folder))
    bind(memory, "a1")

    check_after(memory.profile.delete)

    assert not GlobalMemory.objects.exists()
    assert not Folder.objects.exists()
    assert not AgentBinding.objects.exists()
