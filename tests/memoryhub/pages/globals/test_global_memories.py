"""The list of global memories: whose they are, what narrows it, what can be done with one and with many."""

from html import escape
from typing import Any

import pytest
from django.test import Client

from globalmemory.models import AgentBinding, GlobalMemory
from profiles.models import Profile
from tests.accounts import make_member
from tests.builders import make_profile, make_tenant
from tests.globalmemory.builders import make_folder, make_global_memory
from tests.memoryhub.pages.background import HTMX, signed_in
from tests.memoryhub.pages.globals.shelves import (
    ADMINISTRATOR,
    OPERATOR,
    PAGE,
    TAG,
    TENANTS,
    administrator,
    page_of,
    posted,
    text_of,
    undo_in,
)

pytestmark = pytest.mark.django_db


def listed(client: Client, query: str, *memories: GlobalMemory) -> list[str]:
    page = page_of(client, f"{PAGE}?{query}")
    return [memory.name for memory in memories if f'id="memory-{memory.pk}"' in page]


class TestWhose:
    def test_a_person_sees_their_own_alone(self, person: Profile, visitor: Client) -> None:
        make_global_memory(person, "mine")
        make_global_memory(make_profile("bob"), "of bob")
        make_global_memory(None, "of everybody")

        page = page_of(visitor)

        assert "mine" in page
        assert "of bob" not in page
        assert "of everybody" not in page
        assert visitor.get(TENANTS).status_code == 403

    def test_an_administrator_keeps_those_of_the_organisation(self, person: Profile) -> None:
        make_global_memory(person, "mine")
        make_global_memory(None, "House rules")

        page = page_of(administrator(person), TENANTS)

        assert "House rules" in page
        assert "mine" not in page
        assert 'href="/global/new?whose=tenant"' in page

    def test_who_is_no_person_here_sees_those_of_the_organisation(self) -> None:
        make_global_memory(None, "House rules")

        assert "House rules" in page_of(administrator())
        assert signed_in("member").get(PAGE).status_code == 403

    def test_an_operator_sees_figures_and_no_words(self) -> None:
        folder = make_folder(None, "Secret folder")
        memory = make_global_memory(
            None, "Secret name", content="Secret content", tags=["secret-tag"], agents=("helpdesk",), folder=folder
        )
        client = signed_in(OPERATOR)

        pages = [page_of(client, f"{TENANTS}&q=nothing&tag=nothing"), page_of(client, f"{PAGE}{memory.pk}/")]

        for page in pages:
            assert "secret" not in page.lower()
            assert "helpdesk" in page
            assert f"Memory {memory.pk}" in page
        assert "35 characters" in pages[0]
        assert 'name="action"' not in "".join(pages)

    def test_an_operator_changes_nothing_of_the_organisation(self) -> None:
        memory = make_global_memory(None, "House rules")
        folder = make_folder(None, "Rules")
        client, own = signed_in(OPERATOR), f"{PAGE}{memory.pk}/"

        for address in (
            f"{own}change", f"{own}edit", f"{own}bind", f"{own}copy", f"{own}move", f"{own}versions/forget",
            f"{own}versions/1/restore", f"{PAGE}change", f"{PAGE}new", f"{PAGE}folders/new",
            f"{PAGE}folders/{folder.pk}/rename", f"{PAGE}folders/{folder.pk}/move",
            f"{PAGE}folders/{folder.pk}/delete",
        ):  # fmt: skip
            data = {"whose": "tenant", "action": "delete", "name": "x", "ids": memory.pk, "agent_id": "a1"}
            assert client.post(address, data).status_code == 403, address
        assert client.get(f"{PAGE}try?whose=tenant&agent=a1").status_code == 403
        assert GlobalMemory.objects.undeleted().count() == 1

    def test_things_of_another_tenant_or_person_are_not_there(self, person: Profile) -> None:
        other = make_profile("eve", tenant=make_tenant("other"))
        theirs = make_global_memory(make_profile("bob"), "of bob")
        client = Client()
        client.force_login(make_member(other.tenant, profile=other, role=ADMINISTRATOR).account)
        mine, everybodys = make_global_memory(person), make_global_memory(None)
        folder = make_folder(person, "Work")

        for key in (mine.pk, everybodys.pk):
            for path in ("", "edit", "move"):
                assert client.get(f"{PAGE}{key}/{path}").status_code == 404
            for path in ("change", "bind", "copy", "edit", "move", "versions/forget"):
                assert client.post(f"{PAGE}{key}/{path}", {"action": "delete"}).status_code == 404
        assert client.get(f"{PAGE}?folder={folder.pk}").status_code == 404
        assert client.post(f"{PAGE}folders/{folder.pk}/delete").status_code == 404
        assert administrator(person).get(f"{PAGE}{theirs.pk}/").status_code == 404


class TestList:
    def test_it_is_narrowed_by_its_address(self, person: Profile, visitor: Client) -> None:
        work = make_folder(person, "Work")
        first = make_global_memory(person, "first", folder=work, tags=["a, b/c"], agents=("coder",))
        second = make_global_memory(person, "second", is_enabled=False, content="Deploy by merge requests")

        def found(query: str) -> list[str]:
            return listed(visitor, query, first, second)

        assert found("") == ["first", "second"]
        assert found(f"folder={work.pk}") == found("tag=a%2C+b%2Fc") == found("agent=coder") == ["first"]
        assert found("folder=none") == found("state=off") == found("q=merge+DEPLOY") == ["second"]
        assert found("state=on&q=merge") == found("state=deleted") == []
        assert found("state=nonsense&folder=x&after=y&agent=%E2%80%8B") == ["first", "second"]

    def test_it_is_paged_from_the_newest(self, person: Profile, visitor: Client) -> None:
        memories = [make_global_memory(person) for _ in range(52)]

        assert f"/global/?after={memories[2].pk}" in page_of(visitor)
        assert listed(visitor, f"after={memories[2].pk}", *memories[:3]) == [one.name for one in memories[:2]]
        assert "There is nothing further." in page_of(visitor, f"{PAGE}?after={memories[0].pk}")

    def test_it_costs_the_same_statements_for_one_and_for_fifty(
        self, person: Profile, visitor: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
    ) -> None:
        make_global_memory(person, agents=("a1",), folder=make_folder(person, "Work"), tags=["t"])
        with django_assert_max_num_queries(12) as one:
            page_of(visitor)
        for number in range(50):
            folder = make_folder(person, f"folder {number}")
            make_global_memory(person, agents=("a1", f"b{number}"), folder=folder, tags=[f"t{number}"])

        with django_assert_num_queries(len(one)):
            page_of(visitor)

    def test_an_empty_one_shows_the_call_that_fills_it(self, visitor: Client) -> None:
        page = page_of(visitor)

        assert "curl -X POST http://testserver/api/global-memories" in page
        assert escape('"user_id": "alice"') in page
        assert escape('"owner": "tenant"') in page_of(administrator(), TENANTS)
        assert "curl" not in page_of(signed_in(OPERATOR), TENANTS)
        assert "No memory is like that." in page_of(visitor, f"{PAGE}?q=nothing")
        assert "No memory is deleted." in page_of(visitor, f"{PAGE}?state=deleted")

    def test_what_people_wrote_is_shown_and_not_run(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(
            person, "<script>alert(1)</script>", content=TAG, tags=[TAG, "x/y,z"], agents=(TAG,),
            folder=make_folder(person, TAG),
        )  # fmt: skip

        for address in (PAGE, f"{PAGE}{memory.pk}/", f"{PAGE}{memory.pk}/edit", f"{PAGE}{memory.pk}/move"):
            page = page_of(visitor, address)
            assert "<script>alert" not in page
            assert "<img src=x" not in page
            assert escape("<script>alert(1)</script>") in page or address.endswith("move")
        assert "tag=x%2Fy%2Cz" in page_of(visitor)

    def test_a_filter_gets_the_list_and_a_switch_the_page(self, person: Profile, visitor: Client) -> None:
        make_global_memory(person, "mine")

        lone = text_of(visitor.get(PAGE, headers=HTMX | {"HX-Target": "memories"}))
        part = text_of(visitor.get(PAGE, headers=HTMX | {"HX-Target": "global"}))
        whole = text_of(visitor.get(PAGE, headers=HTMX | {"HX-History-Restore-Request": "true"}))

        assert (lone.count("<aside"), part.count("<aside"), whole.count("<html")) == (0, 1, 1)
        assert "<html" not in lone + part
        assert 'id="toast"' in part


class TestChanges:
    @pytest.mark.parametrize(
        ("action", "sentence", "before", "after"),
        [
            ("disable", "2 memories are off.", (True, None), (False, None)),
            ("enable", "2 memories are on.", (False, None), (True, None)),
            ("delete", "2 memories are deleted: no agent is told them any more.", (True, None), (True, "gone")),
        ],
    )
    def test_many_are_changed_at_once_and_taken_back_at_once(
        self, person: Profile, visitor: Client, action: str, sentence: str, before: Any, after: Any
    ) -> None:
        keys = [make_global_memory(person, is_enabled=before[0]).pk for _ in range(2)]
        make_global_memory(person)

        def states() -> set[Any]:
            rows = GlobalMemory.objects.filter(pk__in=keys)
            return {(row.is_enabled, "gone" if row.deleted_at else None) for row in rows}

        page = text_of(posted(visitor, f"{PAGE}change", ids=keys, action=action))
        assert (sentence in page, states()) == (True, {after})
        assert "Undone." in text_of(posted(visitor, undo_in(page)))

        assert states() == {before}
        assert "This was undone already." in text_of(posted(visitor, undo_in(page)))

    def test_a_move_goes_back_to_where_each_came_from(self, person: Profile, visitor: Client) -> None:
        work, home = make_folder(person, "Work"), make_folder(person, "Home")
        first, second = make_global_memory(person, folder=work), make_global_memory(person)

        page = text_of(posted(visitor, f"{PAGE}change", ids=[first.pk, second.pk], action="move", target=home.pk))
        assert {row.folder for row in GlobalMemory.objects.all()} == {home}
        posted(visitor, undo_in(page))

        assert dict(GlobalMemory.objects.values_list("pk", "folder")) == {first.pk: work.pk, second.pk: None}

    def test_many_are_given_to_an_agent_and_taken_from_it(
        self, person: Profile, visitor: Client, settings: Any
    ) -> None:
        settings.MEMORYHUB_GLOBAL_BINDINGS = 2
        keys = [make_global_memory(person).pk for _ in range(3)]

        page = text_of(posted(visitor, f"{PAGE}change", ids=keys, action="bind", agent_id=" coder "))

        assert "2 memories are given to coder." in page
        assert "1 was left as it is: An agent may have at most 2 global memories of one owner." in page
        posted(visitor, undo_in(page))
        assert AgentBinding.objects.live().count() == 0

    def test_what_is_so_already_is_said(self, person: Profile, visitor: Client) -> None:
        on, off = make_global_memory(person), make_global_memory(person, is_enabled=False)

        page = text_of(posted(visitor, f"{PAGE}change", ids=[on.pk, off.pk], action="enable"))

        assert "1 memory is on. 1 was so already." in page

    def test_what_was_deleted_in_another_tab_is_left(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person, deleted_at="2026-03-10T12:00:00Z")

        page = text_of(posted(visitor, f"{PAGE}change", ids=[memory.pk], action="enable"))

        assert "This global memory is deleted. Restore it first." in page
        assert "/global/undo/" not in page

    @pytest.mark.parametrize("data", [{}, {"action": "delete"}, {"action": "bind"}, {"action": "burn", "ids": "1"}])
    def test_without_a_choice_nothing_is_done(self, person: Profile, visitor: Client, data: dict[str, Any]) -> None:
        make_global_memory(person)

        assert "Nothing was done: select memories" in text_of(posted(visitor, f"{PAGE}change", **data))
        assert GlobalMemory.objects.undeleted().count() == 1

    def test_a_folder_that_is_gone_takes_nothing_in(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person)

        page = text_of(posted(visitor, f"{PAGE}change", ids=[memory.pk], action="move", target="999999"))

        assert "This is no longer there." in page

    def test_another_persons_are_not_touched(self, person: Profile, visitor: Client) -> None:
        theirs = make_global_memory(make_profile("bob"))

        posted(visitor, f"{PAGE}change", ids=[theirs.pk], action="delete")

        assert GlobalMemory.objects.undeleted().count() == 1

    def test_one_is_switched_within_the_list_and_on_its_page(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person)
        address = f"{PAGE}{memory.pk}/change"

        part = visitor.post(address, {"action": "disable", "q": "memory"}, headers=HTMX | {"HX-Target": "global"})
        assert f'id="switch-{memory.pk}"' in text_of(part)
        assert "1 memory is off." in text_of(part)
        whole = visitor.post(address, {"action": "enable", "back": "memory"})

        assert whole["Location"] == f"{PAGE}{memory.pk}/"

    def test_an_undo_is_signed_and_is_its_owners(self, person: Profile, visitor: Client) -> None:
        memory = make_global_memory(person)
        undo = undo_in(text_of(posted(visitor, f"{PAGE}change", ids=[memory.pk], action="delete")))

        assert administrator(make_profile("bob")).post(undo).status_code == 404
        assert visitor.post(undo[:-2] + "xx").status_code == 404
        assert visitor.post(undo, headers=HTMX)["HX-Redirect"] == PAGE
        assert GlobalMemory.objects.undeleted().count() == 1
