"""Folders of global memories: the tree, and what is done with its folders; and questions tried out."""

from html import escape
from typing import Any

import pytest
from django.test import Client

from engine import embeddings
from globalmemory.models import Folder
from profiles.models import Profile
from tests.builders import make_profile
from tests.globalmemory.builders import make_folder, make_global_memory
from tests.memoryhub.pages.background import HTMX
from tests.memoryhub.pages.globals.shelves import PAGE, administrator, page_of, posted, text_of, undo_in

pytestmark = pytest.mark.django_db

LONG = "f" * 128


def tree_of(client: Client, query: str = "") -> str:
    page = page_of(client, f"{PAGE}?{query}")
    return page[page.index('<ul class="tree">') : page.index("</nav>", page.index('<ul class="tree">'))]


class TestTree:
    def test_it_is_nested_as_the_folders_are(self, person: Profile, visitor: Client) -> None:
        work = make_folder(person, "Work")
        java = make_folder(person, "java", parent=work)
        make_folder(person, "K8s", parent=work)
        make_folder(person, "deep", parent=java)
        make_folder(person, "Zoo")
        make_global_memory(person, folder=java)

        tree = tree_of(visitor, f"folder={java.pk}")

        names = ("Work", "java", "deep", "K8s", "Zoo")
        assert sorted(names, key=tree.index) == list(names)
        assert tree.count("<ul") == tree.count("</ul>") == 3
        assert tree.count("<li>") == tree.count("</li>") == 7
        assert (
            f'folder={java.pk}" aria-current="true"><bdi class="tree-name">java</bdi> <span class="tree-number">1<'
            in tree
        )

    def test_of_very_many_the_way_to_the_open_one_is_drawn(self, person: Profile, visitor: Client) -> None:
        outer = [make_folder(person, f"outer {number}") for number in range(40)]
        inner = [make_folder(person, f"inner {folder.pk}", parent=folder) for folder in outer]

        assert ("inner" in tree_of(visitor), "holds folders" in tree_of(visitor)) == (False, True)
        tree = tree_of(visitor, f"folder={inner[3].pk}")

        assert [folder.name for folder in inner if folder.name in tree] == [inner[3].name]


class TestFolders:
    def test_one_is_made_in_the_open_one(self, person: Profile, visitor: Client) -> None:
        work = make_folder(person, "Work")

        page = text_of(posted(visitor, f"{PAGE}folders/new", name="a/b, <c>", folder=work.pk))

        assert Folder.objects.get(name="a/b, <c>").parent == work
        assert "The folder is there." in page
        assert "<bdi>a/b, &lt;c&gt;</bdi>" in page

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("", "Give the folder a name."),
            ("\u200b", "Give it a name of at least one visible character."),
            (LONG + "f", "This may have at most 128 characters."),
            ("Work", "There is a folder of this name in the same place already."),
        ],
    )
    def test_a_wrong_name_is_said_beside_its_field(
        self, person: Profile, visitor: Client, name: str, sentence: str
    ) -> None:
        make_folder(person, "Work")
        home = make_folder(person, "Home")

        made = visitor.post(f"{PAGE}folders/new", {"name": name})
        renamed = visitor.post(f"{PAGE}folders/{home.pk}/rename", {"name": name})

        assert (made.status_code, renamed.status_code) == (422, 422)
        assert f'id="new-name-error" role="alert">{sentence}' in text_of(made)
        assert f'id="rename-name-error" role="alert">{sentence}' in text_of(renamed)
        assert f'value="{name}"' in text_of(renamed)

    def test_one_is_renamed(self, person: Profile, visitor: Client) -> None:
        folder = make_folder(person, "Work")

        posted(visitor, f"{PAGE}folders/{folder.pk}/rename", name=LONG)

        folder.refresh_from_db()
        assert folder.name == LONG

    def test_the_dialog_offers_every_place_but_those_within(self, person: Profile, visitor: Client) -> None:
        work, home = make_folder(person, "Work"), make_folder(person, "Home")
        java = make_folder(person, "Java", parent=work)
        address = f"{PAGE}folders/{work.pk}/move"

        part, whole = text_of(visitor.get(address, headers=HTMX)), page_of(visitor, address)

        assert "<html" in whole
        assert "<html" not in part
        assert f'<option value="{home.pk}">Home</option>' in part
        assert f'<option value="{work.pk}" disabled>' in part
        assert f'<option value="{java.pk}" disabled>' in part

    def test_one_is_moved_and_moved_back(self, person: Profile, visitor: Client) -> None:
        work, home = make_folder(person, "Work"), make_folder(person, "Home")
        address = f"{PAGE}folders/{work.pk}/move"

        page = text_of(posted(visitor, address, target=home.pk))
        work.refresh_from_db()
        assert (work.parent, "The folder is moved, with all that is in it." in page) == (home, True)
        assert "It lies there already." in text_of(posted(visitor, address, target=home.pk))
        posted(visitor, undo_in(page))

        work.refresh_from_db()
        assert work.parent is None

    def test_one_never_lies_within_itself(self, person: Profile, visitor: Client) -> None:
        work = make_folder(person, "Work")
        java = make_folder(person, "Java", parent=work)

        for target in (work, java):
            answer = visitor.post(f"{PAGE}folders/{work.pk}/move", {"target": target.pk})
            assert answer.status_code == 422
            assert "A folder cannot lie within itself or one of its own folders." in text_of(answer)
        assert "This is no longer there." in text_of(
            visitor.post(f"{PAGE}folders/{work.pk}/move", {"target": make_folder(make_profile(), "other").pk})
        )

    def test_a_deleted_one_leaves_its_contents_where_the_form_says(self, person: Profile, visitor: Client) -> None:
        work, home = make_folder(person, "Work"), make_folder(person, "Home")
        java, memory = make_folder(person, "Java", parent=work), make_global_memory(person, folder=work)
        assert "1 memory goes where you say." in page_of(visitor, f"{PAGE}?folder={work.pk}")

        page = text_of(posted(visitor, f"{PAGE}folders/{work.pk}/delete", target=home.pk))

        java.refresh_from_db()
        memory.refresh_from_db()
        assert (java.parent, memory.folder) == (home, home)
        assert "The folder is deleted. 1 memory was moved out. 1 folder was moved out." in page
        assert visitor.get(f"{PAGE}?folder={work.pk}").status_code == 404

    def test_a_name_that_is_taken_there_keeps_the_folder(self, person: Profile, visitor: Client) -> None:
        work = make_folder(person, "Work")
        make_folder(person, "Java", parent=work)
        make_folder(person, "Java")

        answer = visitor.post(f"{PAGE}folders/{work.pk}/delete", {"target": ""})

        assert answer.status_code == 422
        assert 'id="delete-error" role="alert">There is a folder of this name' in text_of(answer)

    def test_one_memory_is_moved_by_the_same_dialog(self, person: Profile, visitor: Client) -> None:
        memory, work = make_global_memory(person, "mine"), make_folder(person, "Work")
        address = f"{PAGE}{memory.pk}/move"

        assert "Move “<bdi>mine</bdi>”" in page_of(visitor, address)
        page = text_of(posted(visitor, address, target=work.pk))
        memory.refresh_from_db()
        assert (memory.folder, "1 memory is moved." in page) == (work, True)
        posted(visitor, undo_in(page))

        memory.refresh_from_db()
        assert memory.folder is None


class TestTrying:
    ASKED = f"{PAGE}try?agent=coder&question=How+do+I+deploy+my+spring+service"

    def test_each_memory_says_why_it_is_told_or_not(self, person: Profile, visitor: Client) -> None:
        make_global_memory(person, "Goal", long_term_goal="K8s", agents=("coder",))
        make_global_memory(None, "Everybody's", tags=["springboot"], agents=("coder",))
        for number in range(5):
            make_global_memory(person, f"other {number}", agents=("coder",))

        page = page_of(visitor, self.ASKED)

        assert "2 memories would be told" in page
        assert "those whose tags the question names" in page
        assert "Always told: its background or its long-term goal is filled." in page
        assert "The question names its tags." in page
        assert page.count("The question names none of its tags.") == 5
        assert "0.15" in page
        assert "## Global memories\n- Goal\n  Long-term goal: K8s\n- Everybody&#x27;s" in page

    def test_many_are_weighed_by_meaning_or_where_that_is_down_by_tags(
        self, person: Profile, visitor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(embeddings, "try_embed", lambda *args, **options: None)
        for number in range(21):
            make_global_memory(person, tags=["spring"] if number < 2 else [], agents=("coder",))

        page = page_of(visitor, self.ASKED)

        assert "tags alone decide" in page
        assert "2 memories would be told" in page

    def test_the_organisations_are_tried_without_the_persons(self, person: Profile) -> None:
        make_global_memory(person, "mine", agents=("coder",))
        make_global_memory(None, "House rules", agents=("coder",))

        page = page_of(administrator(person), f"{self.ASKED}&whose=tenant")

        assert "House rules" in page
        assert "mine" not in page

    def test_before_a_question_it_says_what_to_do(self, person: Profile, visitor: Client) -> None:
        assert "No memory is given to an agent yet" in page_of(visitor, f"{PAGE}try")
        make_global_memory(person, agents=("coder",))
        assert "Name an agent and type a question" in page_of(visitor, f"{PAGE}try")
        assert "No memory that is on is given to this agent" in page_of(visitor, f"{PAGE}try?agent=nobody")

    def test_a_pause_is_said(self, person: Profile, visitor: Client) -> None:
        Profile.objects.filter(pk=person.pk).update(is_paused=True)

        assert "Memory is paused, so in earnest nothing is told" in page_of(visitor, self.ASKED)

    def test_only_what_was_asked_for_is_answered_and_all_of_it_is_text(self, person: Profile, visitor: Client) -> None:
        make_global_memory(person, "<script>alert(1)</script>", agents=("coder",))
        question = "?agent=coder&question=%3Cscript%3Ealert(2)%3C/script%3E" + "x" * 3000

        part, whole = (text_of(visitor.get(f"{PAGE}try{question}", headers=headers)) for headers in (HTMX, {}))

        assert part.lstrip().startswith('<div id="tried"')
        assert "<script>alert" not in part + whole
        assert escape("<script>alert(1)</script>") in part

    def test_it_costs_the_same_statements_for_one_and_for_fifty(
        self, person: Profile, visitor: Client, django_assert_max_num_queries: Any
    ) -> None:
        for _ in range(50):
            make_global_memory(person, agents=("coder",))

        with django_assert_max_num_queries(12):
            page_of(visitor, self.ASKED)
