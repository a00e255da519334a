"""Keys, members and scopes in a browser: made, changed and taken back, by mouse and by keyboard, in both languages."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import expect

from extraction import bell
from profiles import keys, scopes
from profiles.models import ApiKey, Member, ScopeConfig
from tests.accounts import make_member
from tests.browser.conftest import Opened
from tests.builders import make_profile
from tests.callers import make_key

KEYS, MEMBERS, SCOPES = "/operations/keys/", "/operations/members/", "/operations/scopes/"
WORDS = {
    "en": {
        "operations": "Operations", "keys": "API keys", "make": "Make a key", "name": "Name", "done": "Make the key",
        "title": "Your new API key", "copy": "Copy the key", "copied": "Copied", "revoke": "Revoke…",
        "sure": "Revoke for good", "revoked": "Revoked: this key opens nothing any more.",
    },
    "zh": {
        "operations": "运维", "keys": "API 密钥", "make": "新建密钥", "name": "名称", "done": "新建密钥",
        "title": "您的新 API 密钥", "copy": "复制密钥", "copied": "已复制", "revoke": "吊销…",
        "sure": "永久吊销", "revoked": "已吊销：此密钥不再有效。",
    },
}  # fmt: skip
MEMBER_WORDS = {
    "en": {
        "new": "Add a member", "account": "Account name", "person": "The person's id", "add": "Add",
        "nobody": "Nobody is known by this id.", "back": "Back to the members", "role": "Role", "save": "Save",
        "changed": "The role was changed.", "remove": "Remove…", "sure": "Remove from the organisation",
        "last": "This is the last administrator",
    },
    "zh": {
        "new": "添加成员", "account": "账号名", "person": "此人的 ID", "add": "添加", "nobody": "没有使用此 ID 的人。",
        "back": "返回成员列表", "role": "角色", "save": "保存", "changed": "角色已更改", "remove": "移除…",
        "sure": "从组织中移除", "last": "这是您组织的最后一位管理员",
    },
}  # fmt: skip
SCOPE_WORDS = {
    "en": {
        "name": "Name of a scope", "open": "Open", "change": "Change", "events": "Learn events",
        "contacts": "Phone numbers and e-mail addresses", "mask": "mask in messages, keep out of facts", "save": "Save",
        "saved": "Saved.", "back": "Back to as everywhere…", "sure": "Drop all settings of this scope",
        "cleared": "Cleared.",
    },
    "zh": {
        "name": "范围名称", "open": "打开", "change": "更改", "events": "学习事件", "contacts": "电话号码和邮箱地址",
        "mask": "消息中遮蔽，不写入事实", "save": "保存", "saved": "已保存", "back": "恢复为与全局一致…",
        "sure": "删除此范围的所有设定", "cleared": "已清除。",
    },
}  # fmt: skip


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_key_is_made_copied_once_and_revoked(opened: Opened, administrator: Member, language: str) -> None:
    words, screen = WORDS[language], opened(language)
    page = screen.page
    screen.sign_in("ada", path="/jobs/")

    page.get_by_role("link", name=words["operations"], exact=True).click()
    page.get_by_role("link", name=words["keys"], exact=True).click()
    page.get_by_role("link", name=words["make"], exact=True).click()
    page.get_by_label(words["name"], exact=True).fill("sales bot")
    page.get_by_role("button", name=words["done"]).dblclick()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["title"])
    text = page.locator("#secret").inner_text()
    assert keys.find(text, now=timezone.now()) == ApiKey.objects.get()
    assert text in page.locator("#call").inner_text()
    page.get_by_role("button", name=words["copy"]).click()
    expect(page.get_by_role("button", name=words["copied"], exact=True)).to_be_visible()

    page.reload()
    expect(page.get_by_role("button", name=words["done"])).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["keys"])
    expect(page.get_by_text("sales bot")).to_be_visible()
    assert text not in page.content()

    page.get_by_text(words["revoke"]).click()
    page.get_by_role("button", name=words["sure"]).click()
    expect(page.locator("#toast")).to_contain_text(words["revoked"])
    expect(page.get_by_text("sales bot")).to_have_count(0)
    assert keys.find(text, now=timezone.now()) is None
    assert ApiKey.objects.count() == 1
    assert screen.complaints == []


def test_a_key_is_made_and_replaced_by_keyboard(opened: Opened, administrator: Member) -> None:
    screen = opened()
    page = screen.page
    screen.sign_in("ada", path=f"{KEYS}new")

    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#id_name_error")).to_have_text("Give it a name.")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("sales bot")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your new API key")).to_be_focused()

    screen.open(KEYS)
    page.locator("summary", has_text="Replace").focus()
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Make the new key")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Your new API key")).to_be_focused()
    expect(page.get_by_text("works until")).to_be_visible()
    assert ApiKey.objects.count() == 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_member_is_added_signs_in_and_becomes_an_administrator(
    opened: Opened, administrator: Member, language: str
) -> None:
    words = MEMBER_WORDS[language]
    make_profile("bob-7")
    User.objects.filter(username="ada").update(is_superuser=True)
    screen, theirs = opened(language), opened(language)
    page = screen.page
    screen.sign_in("ada", path=MEMBERS)

    page.get_by_role("link", name=words["new"]).click()
    page.get_by_label(words["account"]).fill("bob")
    page.get_by_label(words["person"]).fill("bob-8")
    page.get_by_role("button", name=words["add"], exact=True).click()
    expect(page.locator("#id_user_id_error")).to_contain_text(words["nobody"])
    expect(page.locator(".htmx-added")).to_have_count(0)  # from then on the new form is the scripts'
    page.get_by_label(words["person"]).fill("bob-7")
    page.get_by_role("button", name=words["add"], exact=True).click()
    theirs.sign_in("bob", page.locator("#secret").inner_text())

    page.get_by_role("link", name=words["back"]).click()
    page.get_by_role("link", name="bob").click()
    page.get_by_role("combobox", name=words["role"]).select_option("administrator")
    page.get_by_role("button", name=words["save"]).click()
    expect(page.locator("#toast")).to_contain_text(words["changed"])
    theirs.open(MEMBERS)
    expect(theirs.page.get_by_role("link", name="ada")).to_be_visible()

    screen.open(f"{MEMBERS}{administrator.pk}/")
    page.get_by_text(words["remove"]).click()
    page.get_by_role("button", name=words["sure"]).click()
    theirs.open(f"{MEMBERS}{Member.objects.get(account__username='bob').pk}/")
    theirs.page.get_by_role("combobox", name=words["role"]).select_option("member")
    theirs.page.get_by_role("button", name=words["save"]).click()
    expect(theirs.page.locator("#id_role_error")).to_contain_text(words["last"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_two_write_to_one_scope_without_scripts_and_the_later_is_told(
    opened: Opened, administrator: Member, language: str
) -> None:
    words, screen = SCOPE_WORDS[language], opened(language, scripts=False)
    page = screen.page
    screen.sign_in("ada", path=SCOPES)

    page.get_by_label(words["name"]).fill("club")
    page.get_by_role("button", name=words["open"]).click()
    page.get_by_role("link", name=words["change"], exact=True).click()
    page.get_by_label(words["events"]).select_option("off")
    scopes.change(administrator.tenant, "club", {"contacts": "mask"}, actor="account:1")
    page.get_by_role("button", name=words["save"]).click()
    expect(page.get_by_role("alert")).to_contain_text(words["mask"])
    expect(page.get_by_label(words["events"])).to_have_value("off")
    page.get_by_label(words["contacts"]).select_option("mask")
    page.get_by_role("button", name=words["save"]).click()
    expect(page.locator("#toast")).to_contain_text(words["saved"])

    row = ScopeConfig.objects.get()
    assert (row.scope_id, row.enable_episodic_memory, row.contacts) == ("club", False, "mask")
    page.reload()
    page.get_by_text(words["back"]).click()
    page.get_by_role("button", name=words["sure"]).click()
    expect(page.locator("#toast")).to_contain_text(words["cleared"])


def test_the_pages_shut_nobody_out_and_fit_a_phone(opened: Opened, administrator: Member) -> None:
    key, _ = make_key(agents=["客服", "x" * 64], end_user_prefix="y" * 64, scope_ids=["z" * 64])
    ApiKey.objects.filter(pk=key.pk).update(name="w" * 128)
    member = make_member(username="v" * 150, profile=make_profile("u" * 64))
    wording = "<script>alert(1)</script>\u05d0" + "t" * 500
    make_scope = ScopeConfig.objects.create
    make_scope(tenant=administrator.tenant, scope_id="s" * 64, user_profile_definition=wording, llm_model="r" * 128)
    screen = opened()
    screen.sign_in("ada", path=KEYS)

    for path in (
        KEYS, f"{KEYS}new", MEMBERS, f"{MEMBERS}{member.pk}/",
        f"{SCOPES}settings?scope={'s' * 64}", f"{SCOPES}edit?scope={'s' * 64}",
    ):  # fmt: skip
        screen.open(path)
        screen.examine()
    screen.open(f"{KEYS}new")
    screen.page.get_by_label("Name", exact=True).fill("sales bot")
    screen.page.get_by_role("button", name="Make the key").click()
    expect(screen.page.locator("#secret")).to_be_visible()
    screen.examine()
