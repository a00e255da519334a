"""The folders of an owner as they are drawn: how they lie in each other, who reads their names, where something may go."""

import pytest
from pytest_django import DjangoAssertNumQueries

from globalmemory.models import Folder
from globalmemory.models.owned import Owner
from memoryhub.pages.globals import global_tree
from memoryhub.pages.globals.global_shelf import Shelf
from memoryhub.pages.globals.global_tree import INDENT, Choice, Folders
from profiles.console import Visitor
from profiles.models import Profile
from tests.accounts import make_member
from tests.builders import NOON, make_profile
from tests.globalmemory.builders import make_folder, make_global_memory


def folders_of(person: Profile, *, sees_contents: bool = True) -> Folders:
    visitor = Visitor(make_member(person.tenant).account)
    return Folders(Shelf(Owner(person.tenant_id, person.pk), visitor, sees_contents))


@pytest.fixture
def work(person: Profile) -> Folder:
    """`Work` with `Java` in it, which holds `deep`, and `K8s`; beside it `attic`."""
    work = make_folder(person, "Work")
    make_folder(person, "K8s", parent=work)
    make_folder(person, "deep", parent=make_folder(person, "Java", parent=work))
    make_folder(person, "attic")
    make_folder(make_profile("bob"), "of bob")
    return work


@pytest.mark.django_db
class TestFolders:
    def test_they_lie_in_each_other_in_the_order_of_their_names(self, person: Profile, work: Folder) -> None:
        drawn = folders_of(person).branches(work.pk)

        assert [(one.label, one.opens, list(one.closes)) for one in drawn] == [
            ("attic", False, []), ("Work", True, []), ("Java", True, []), ("deep", False, [0]), ("K8s", False, [0]),
        ]  # fmt: skip
        assert [one.label for one in drawn if one.is_current] == ["Work"]

    def test_of_very_many_only_the_way_to_the_open_one_is_open(
        self, person: Profile, work: Folder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(global_tree, "ALL_DRAWN", 3)
        java = Folder.objects.get(name="Java")

        closed, opened = folders_of(person).branches(None), folders_of(person).branches(java.pk)

        assert [(one.label, one.has_hidden) for one in closed] == [("attic", False), ("Work", True)]
        assert [one.label for one in opened] == ["attic", "Work", "Java", "deep", "K8s"]

    def test_memories_that_are_not_deleted_are_counted_where_they_lie(
        self, person: Profile, work: Folder, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        make_global_memory(person, folder=work)
        make_global_memory(person, folder=work, deleted_at=NOON)
        make_global_memory(person)
        make_global_memory(None)
        shelf = Shelf(Owner(person.tenant_id, person.pk), Visitor(make_member(person.tenant).account))

        with django_assert_num_queries(2):
            folders = Folders(shelf)

        assert (folders.total, folders.outside, folders.counts[work.pk]) == (2, 1, 1)

    def test_the_way_is_told_from_the_top_down(self, person: Profile, work: Folder) -> None:
        deep = Folder.objects.get(name="deep")

        assert folders_of(person).path(deep.pk) == "Work / Java / deep"
        assert folders_of(person).path(None) == ""
        assert folders_of(person).label(None) == folders_of(person).label(deep.pk + 999) == "In no folder"

    def test_a_name_is_a_content(self, person: Profile, work: Folder) -> None:
        folders = folders_of(person, sees_contents=False)

        labels = [one.label for one in folders.branches(None)] + [folders.path(work.pk)]

        assert f"Folder {work.pk}" in labels
        assert not {"Work", "Java", "deep", "K8s", "attic"} & set(labels)

    def test_what_lies_within_a_folder_is_no_place_for_it(self, person: Profile, work: Folder) -> None:
        places = folders_of(person).choices(without=work.pk)

        assert [(one.label, one.is_allowed) for one in places] == [
            ("At the top, in no folder", True), ("attic", True), ("Work", False), (f"{INDENT}Java", False),
            (f"{INDENT}{INDENT}deep", False), (f"{INDENT}K8s", False),
        ]  # fmt: skip


def test_options_are_escaped_and_say_which_is_chosen_and_which_cannot_be() -> None:
    choices = [Choice("", "top"), Choice("1", "<b>&"), Choice("2", "inner", is_allowed=False)]

    assert global_tree.options(choices, "1", note="as it is", noted="2") == (
        '<option value="">top</option><option value="1" selected>&lt;b&gt;&amp;</option>'
        '<option value="2" disabled>inner (as it is)</option>'
    )
