"""Global memories in a browser: written, given to an agent, tried out, moved and switched, by mouse and by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import expect

from globalmemory.models import Folder, GlobalMemory
from profiles.models import Member, Profile
from tests.browser.conftest import Opened
from tests.globalmemory.builders import make_folder, make_global_memory, make_version

PAGE = "/global/"
TAG = '"><img src=x onerror=alert(1)>'  # con-002
WORDS = {
    "en": {
        "title": "Global memories", "new": "New memory", "save": "Save", "name": "Name", "content": "Content",
        "tags": "Tags", "nameless": "Give it a name.", "preview": "Preview", "give": "Give", "given": "helper is told it",
        "try": "Try a question", "agent": "Agent", "question": "Question", "ask": "Try it", "told": "1 memory would be told",
    },
    "zh": {
        "title": "全局记忆", "new": "新建记忆", "save": "保存", "name": "名称", "content": "内容",
        "tags": "标签", "nameless": "请填写名称。", "preview": "预览", "give": "绑定", "given": "从现在起会提供给 helper",
        "try": "试问", "agent": "智能体", "question": "问题", "ask": "试一试", "told": "将提供 1 条记忆",
    },
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_memory_is_written_given_to_an_agent_and_tried(opened: Opened, person: Profile, language: str) -> None:
    words, screen = WORDS[language], opened(language)
    page = screen.page
    screen.sign_in("alice")

    page.get_by_role("link", name=words["title"]).click()
    page.get_by_role("link", name=words["new"]).click()
    page.get_by_label(words["content"]).fill("Short, with the result first")
    page.get_by_role("button", name=words["preview"]).click()
    expect(page.locator("#id_name_error")).to_have_text(words["nameless"])
    page.get_by_label(words["name"], exact=True).fill("Answers")
    page.get_by_role("button", name=words["preview"]).click()
    expect(page.locator("#preview")).to_contain_text("- Answers")
    page.get_by_label(words["tags"]).fill(f"a, b/c\n{TAG}")
    page.get_by_role("button", name=words["save"]).click()
    page.locator("[name=agent_id]").fill("helper")
    page.get_by_role("button", name=words["give"], exact=True).click()
    expect(page.locator("#toast")).to_contain_text(words["given"])

    screen.open(PAGE)
    expect(page.locator(".tag")).to_have_text(["a, b/c", TAG])
    page.get_by_role("link", name=words["try"]).click()
    page.get_by_label(words["agent"]).fill("helper")
    page.get_by_label(words["question"]).fill("How?")
    page.get_by_role("button", name=words["ask"]).click()
    expect(page.locator("#tried")).to_contain_text(words["told"])
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["title"])
    assert [
        complaint for complaint in screen.complaints if "422" not in complaint
    ] == []  # the browser remarks on those


def test_a_folder_is_moved_in_a_dialog_by_keyboard_and_back(opened: Opened, person: Profile) -> None:
    home, work = make_folder(person, "Home"), make_folder(person, "Work")
    screen = opened()
    page = screen.page
    screen.sign_in("alice", path=f"{PAGE}?folder={work.pk}")

    page.get_by_role("link", name="Move…").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Move “Work”")).to_be_visible()
    expect(page.get_by_label("Where to")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    page.get_by_role("link", name="Move…").press("Enter")
    expect(page.get_by_label("Where to")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("The folder is moved")
    assert Folder.objects.get(pk=work.pk).parent == home

    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("Undone.")
    assert Folder.objects.get(pk=work.pk).parent is None
    assert screen.complaints == []


def test_many_are_switched_at_once_and_back_shows_a_whole_page(opened: Opened, person: Profile) -> None:
    for number in range(3):
        make_global_memory(person, f"memory {number}", tags=["few"] if number else [])
    screen = opened()
    page = screen.page
    screen.sign_in("alice", path=PAGE)

    page.get_by_label("Tag", exact=True).select_option("few")
    expect(page.locator(".memory")).to_have_count(2)
    page.get_by_label("Select all").check()
    page.get_by_role("group", name="With the selected").get_by_role("button", name="Switch off").click()
    expect(page.locator("#toast")).to_contain_text("2 memories are off.")
    assert GlobalMemory.objects.filter(is_enabled=False).count() == 2
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#toast")).to_contain_text("Undone.")
    assert GlobalMemory.objects.filter(is_enabled=False).count() == 0

    expect(page.locator(".memory")).to_have_count(2)
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Global memories")
    expect(page.locator(".memory")).to_have_count(3)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    assert screen.complaints == []


def test_without_scripts_a_folder_is_made_and_a_memory_put_into_it(opened: Opened, person: Profile) -> None:
    memory = make_global_memory(person, "mine")
    make_folder(person, "Home")
    screen = opened(scripts=False)
    page = screen.page
    screen.sign_in("alice", path=PAGE)

    page.locator("summary", has_text="New folder").click()
    page.get_by_role("button", name="Make the folder").click()
    expect(page.locator("#new-name-error")).to_have_text("Give the folder a name.")
    page.get_by_label("Name of the folder").fill("Work")
    page.get_by_role("button", name="Make the folder").click()
    screen.open(PAGE)
    page.get_by_label("Select mine").check()
    page.locator("summary", has_text="Move").click()
    page.locator("#many-target").select_option("Work")
    page.get_by_role("button", name="Move there").click()
    expect(page.locator("#toast")).to_contain_text("1 memory is moved.")

    memory.refresh_from_db()
    assert memory.folder == Folder.objects.get(name="Work")


def test_the_pages_shut_nobody_out_and_fit_a_phone(opened: Opened, person: Profile) -> None:
    Member.objects.filter(profile=person).update(role=Member.Role.ADMINISTRATOR)
    folder = make_folder(person, "f" * 128, parent=make_folder(person, TAG))
    fields: dict[str, Any] = {"content": "x" * 500, "long_term_goal": "مرحبا\u202eabc", "tags": [TAG, "t" * 64]}
    memory = make_global_memory(person, "n" * 128, folder=folder, agents=("a" * 64, TAG), version=2, **fields)
    make_version(memory, name="<script>alert(1)</script>")
    make_global_memory(person, is_enabled=False)
    screen = opened(reduced_motion="reduce")
    screen.page.on("dialog", lambda dialog: screen.complaints.append(f"dialog: {dialog.message}"))
    screen.sign_in("alice", path=PAGE)

    for path in (
        "", f"?folder={folder.pk}", f"{memory.pk}/edit", f"{memory.pk}/versions/1/", f"try?agent={'a' * 64}&question=x",
    ):  # fmt: skip
        screen.open(PAGE + path)
        screen.examine()
    screen.open(f"{PAGE}{memory.pk}/")
    screen.page.get_by_role("link", name="Move…").click()
    expect(screen.page.get_by_label("Where to")).to_be_visible()
    screen.examine()
