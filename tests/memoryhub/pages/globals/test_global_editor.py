"""Writing a global memory, looking at one, comparing it with what it said before."""

from html import escape
from typing import Any

import pytest
from django.test import Client

from globalmemory.models import AgentBinding, GlobalMemory
from profiles.models import Profile
from tests.builders import make_profile
from tests.globalmemory.builders import bind, make_folder, make_global_memory, make_version
from tests.memoryhub.pages.background import HTMX
from tests.memoryhub.pages.globals.shelves import PAGE, TAG, TENANTS, administrator, page_of, posted, text_of, undo_in

pytestmark = pytest.mark.django_db

NEW = f"{PAGE}new"


class TestWriting:
    def test_it_is_stored_as_it_was_written(self, person: Profile, visitor: Client) -> None:
        folder = make_folder(person, "Work")
        data = {
            "name": "Work", "folder": folder.pk, "tags": f'a, b/c\r\n{TAG}\r\n\r\n"quoted"', "content": "one\r\ntwo",
            "preferred_language": "中文", "is_enabled": "on",
        }  # fmt: skip

        page = text_of(posted(visitor, NEW, **data))

        memory = GlobalMemory.objects.get()
        assert memory.tags == ["a, b/c", TAG, '"quoted"']
        assert (memory.content, memory.folder, memory.is_enabled) == ("one\ntwo", folder, True)
        assert memory.profile_id == person.pk
        assert "Now say which agents are told it." in page
        assert "No agent is told it yet" in page
        assert escape(TAG) in page
        assert ">you</bdi>" in page

    def test_the_organisations_are_written_by_its_administrators(self, person: Profile, visitor: Client) -> None:
        assert visitor.get(f"{NEW}?whose=tenant").status_code == 403

        posted(administrator(person), NEW, whose="tenant", name="House rules")

        assert GlobalMemory.objects.get().profile_id is None

    @pytest.mark.parametrize(
        ("data", "sentence", "field"),
        [
            ({"name": ""}, "Give it a name.", "name"),
            ({"name": "n" * 129}, "This may have at most 128 characters.", "name"),
            ({"content": "x" * 4001}, "This may have at most 4000 characters.", "content"),
            ({"background": "my password is hunter2-Zq81"}, "", "background"),
            ({"tags": "t" * 65}, "This may have at most 64 characters.", "tags"),
            ({"tags": "\n".join(f"t{number}" for number in range(33))}, "A memory may have at most 32 tags.", "tags"),
            ({"folder": "999999"}, "This folder is no longer there.", "folder"),
        ],
    )
    def test_what_is_wrong_is_said_beside_its_field_and_the_rest_stays(
        self, visitor: Client, data: dict[str, str], sentence: str, field: str
    ) -> None:
        answer = visitor.post(NEW, {"name": "Work", "constraints": "Keep me", **data})
        page = text_of(answer)

        assert answer.status_code == 422
        assert f'id="id_{field}_error" role="alert">{sentence}' in page
        assert "Keep me" in page
        assert GlobalMemory.objects.count() == 0

    def test_too_many_are_refused_above_the_form(self, person: Profile, visitor: Client, settings: Any) -> None:
        settings.MEMORYHUB_GLOBAL_KEPT = 1
        make_global_memory(person)

        assert "There may be at most 1 global memories." in text_of(posted(visitor, NEW, name="Work"))

    def test_the_preview_says_what_an_agent_gets_and_stores_nothing(self, visitor: Client) -> None:
        data = {"name": "# Work", "content": "one\r\ntwo", "background": "<b>", "preview": "yes"}

        whole = text_of(visitor.post(NEW, data))
        part = text_of(visitor.post(NEW, data, headers=HTMX | {"HX-Target": "preview"}))

        for page in (whole, part):
            assert "## Global memories\n- Work\n  Background: &lt;b&gt;\n  Content: one two</code>" in page
        assert 'value="# Work"' in whole
        assert "<form" not in part
        assert GlobalMemory.objects.count() == 0

    def test_a_preview_of_what_may_not_be_stored_says_so_beside_the_field(self, visitor: Client) -> None:
        answer = visitor.post(NEW, {"name": "", "preview": "yes"}, headers=HTMX | {"HX-Target": "preview"})

        assert (answer.status_code, answer["HX-Retarget"]) == (422, "#editor")
        assert 'id="id_name_error"' in text_of(answer)

    def test_the_folder_that_was_open_is_chosen(self, person: Profile, visitor: Client) -> None:
        folder = make_folder(person, "Work")

        assert f'<option value="{folder.pk}" selected>' in page_of(visitor, f"{NEW}?folder={folder.pk}")


class TestEditing:
    def test_a_new_text_is_a_new_version(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work", content="first", tags=["a"])

        page = text_of(
            posted(visitor, f"{PAGE}{memory.pk}/edit", name="Work", content="second", seen=memory.etag, is_enabled="on")
        )

        memory.refresh_from_db()
        assert (memory.content, memory.tags, memory.version) == ("second", [], 2)
        assert "Saved. It holds from the next question on." in page
        assert f"/global/{memory.pk}/versions/1/" in page

    def test_saved_as_it_was_nothing_is_changed(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work", content="one\ntwo", tags=["a, b", "c"])

        page = text_of(
            posted(
                visitor, f"{PAGE}{memory.pk}/edit", name="Work", content="one\r\ntwo", tags="a, b\r\nc", is_enabled="on",
                seen=memory.etag,
            )
        )  # fmt: skip

        assert "Nothing was changed." in page
        assert GlobalMemory.objects.get().version == 1

    def test_the_later_of_two_is_told_and_may_insist(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work", content="first")
        address = f"{PAGE}{memory.pk}/edit"
        posted(visitor, address, name="Work", content="second", seen=memory.etag, is_enabled="on")

        late = visitor.post(address, {"name": "Work", "content": "third", "seen": memory.etag, "is_enabled": "on"})
        page = text_of(late)
        memory.refresh_from_db()

        assert late.status_code == 409
        assert memory.content == "second"
        assert "<mark>second</mark>" in page
        assert "third</textarea>" in page
        assert f'name="seen" value="{escape(memory.etag)}"' in page
        posted(visitor, address, name="Work", content="third", seen=memory.etag, is_enabled="on")
        memory.refresh_from_db()
        assert memory.content == "third"

    def test_what_was_deleted_meanwhile_can_be_restored_first(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work")
        seen = memory.etag
        posted(visitor, f"{PAGE}{memory.pk}/change", action="delete")

        answer = visitor.post(f"{PAGE}{memory.pk}/edit", {"name": "Work", "content": "mine", "seen": seen})

        assert answer.status_code == 409
        assert "This memory was deleted meanwhile" in text_of(answer)
        assert "mine</textarea>" in text_of(answer)
        assert visitor.get(f"{PAGE}{memory.pk}/edit").status_code == 302


class TestOne:
    def test_it_is_shown_as_an_agent_is_told_it(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work", background="architect", tags=["java"], agents=("coder",))

        page = page_of(visitor, f"{PAGE}{memory.pk}/")

        assert "## Global memories\n- Work\n  Background: architect" in page
        assert "always told" in page
        assert "has 1 of these memories, of 50 at most" in page
        assert "a program (key test…)" in page

    def test_it_costs_the_same_statements_however_much_there_is(
        self, person: Profile, visitor: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
    ) -> None:
        memory = make_global_memory(person, agents=("a0",), folder=make_folder(person, "Work"), version=60)
        make_version(memory)
        with django_assert_max_num_queries(12) as one:
            page_of(visitor, f"{PAGE}{memory.pk}/")
        for number in range(1, 50):
            bind(memory, f"a{number}")
            make_version(memory, number + 1)

        with django_assert_num_queries(len(one)):
            page_of(visitor, f"{PAGE}{memory.pk}/")

    def test_it_is_given_to_an_agent_and_taken_back(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person)
        address = f"{PAGE}{memory.pk}/bind"

        page = text_of(posted(visitor, address, agent_id="  coder "))
        assert "coder is told it from now on." in page
        assert "coder has it already." in text_of(posted(visitor, address, agent_id="coder"))
        posted(visitor, undo_in(page))

        assert AgentBinding.objects.live().count() == 0

    @pytest.mark.parametrize(
        ("agent_id", "sentence"),
        [
            ("", "Name the agent."),
            ("\u200b", "An agent&#x27;s id has 1 to 64 characters."),
            ("a" * 65, "An agent&#x27;s id has 1 to 64 characters."),
            ("full", "An agent may have at most 50 global memories of one owner. Unbind or delete one first."),
        ],
    )
    def test_who_cannot_get_it_is_said_beside_the_field(
        self, person: Profile, visitor: Client, agent_id: str, sentence: str
    ) -> None:
        for _ in range(50):
            make_global_memory(person, agents=("full",))
        memory = make_global_memory(person)

        answer = visitor.post(f"{PAGE}{memory.pk}/bind", {"agent_id": agent_id})

        assert answer.status_code == 422
        assert f'id="id_agent_id_error" role="alert">{sentence}' in text_of(answer)

    def test_a_binding_has_a_switch_of_its_own(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, agents=("coder",))
        deed = {"back": "memory", "for": "agent", "agent_id": "coder"}
        address = f"{PAGE}{memory.pk}/change"

        page = text_of(posted(visitor, address, action="disable", **deed))
        assert "1 memory is off for coder." in page
        assert (AgentBinding.objects.get().is_enabled, GlobalMemory.objects.get().is_enabled) == (False, True)
        posted(visitor, undo_in(page))
        assert AgentBinding.objects.get().is_enabled
        taken = text_of(posted(visitor, address, action="unbind", **deed))

        assert "1 memory is taken from coder." in taken
        assert AgentBinding.objects.live().count() == 0

    def test_a_copy_is_another_memory(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work", agents=("coder",))

        page = text_of(posted(visitor, f"{PAGE}{memory.pk}/copy"))

        assert "This is the copy. It is given to no agent yet." in page
        assert GlobalMemory.objects.count() == 2

    def test_an_administrator_reads_the_organisations_and_nobody_elses(self, person: Profile) -> None:
        memory, theirs = make_global_memory(None, "House rules"), make_global_memory(make_profile("bob"))
        client = administrator(person)

        assert "House rules" in page_of(client, f"{PAGE}{memory.pk}/")
        assert f'href="{TENANTS}"' in page_of(client, f"{PAGE}{memory.pk}/")
        assert client.get(f"{PAGE}{theirs.pk}/").status_code == 404


class TestVersions:
    def test_then_and_now_stand_beside_each_other(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work", content="I like green tea", version=2)
        make_version(memory, content="I like black tea", tags=[TAG])

        page = page_of(visitor, f"{PAGE}{memory.pk}/versions/1/")

        assert "I like <del>black</del> tea" in page
        assert "I like <ins>green</ins> tea" in page
        assert escape(TAG) in page
        assert "Constraints" not in page

    def test_a_former_text_comes_back_as_a_new_version(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work", content="second", version=2)
        make_version(memory, content="first")
        address = f"{PAGE}{memory.pk}/versions/1/restore"

        page = text_of(posted(visitor, address, seen=memory.etag))

        memory.refresh_from_db()
        assert (memory.content, memory.version) == ("first", 3)
        assert "Brought back." in page
        assert "It says this already." in text_of(posted(visitor, address, seen=memory.etag))
        assert visitor.post(address, {"seen": '"1.1"'}).status_code == 412

    def test_they_are_forgotten_for_good(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, "Work", version=2)
        make_version(memory, content="what nobody should read")

        page = text_of(posted(visitor, f"{PAGE}{memory.pk}/versions/forget"))

        assert "1 earlier version is deleted for good." in page
        assert memory.versions.count() == 0

    def test_those_of_another_are_not_there(self, person: Profile, visitor: Client) -> None:
        theirs = make_global_memory(make_profile("bob"), version=2)
        make_version(theirs)
        mine = make_global_memory(person)

        assert visitor.get(f"{PAGE}{theirs.pk}/versions/1/").status_code == 404
        assert visitor.post(f"{PAGE}{theirs.pk}/versions/1/restore").status_code == 404
        assert visitor.get(f"{PAGE}{mine.pk}/versions/1/").status_code == 404
