"""The page of a scope's settings: what it says, beside what holds and who says so."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.model import prompting
from observability.models import WorkLogEntry
from profiles import inforce
from profiles.models import Member, ScopeConfig
from tests.accounts import make_member
from tests.builders import make_tenant

pytestmark = pytest.mark.django_db
ADD = "/admin/profiles/scopeconfig/add/"


def signed_in(role: str = Member.Role.ADMINISTRATOR) -> Client:
    client = Client()
    client.force_login(make_member(role=role).account)
    return client


def page_of(client: Client, row: ScopeConfig | None = None, language: str = "en") -> str:
    address = reverse("admin:profiles_scopeconfig_change", args=[row.pk]) if row else ADD
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def in_force(page: str, name: str) -> str:
    """What stands beside a field."""
    cell = page.split(f'fieldBox field-{name}_in_force">')[1].split('class="readonly">')[1].split("</div>")[0]
    return re.sub(r"\s+", " ", cell).strip()


def form(**fields: Any) -> dict[str, Any]:
    unsaid = dict.fromkeys(inforce.SWITCHES, "unknown")
    return {"tenant": make_tenant().pk, "scope_id": "club"} | unsaid | fields


def test_beside_each_setting_stands_what_is_in_force_and_who_says_so() -> None:
    row = ScopeConfig.objects.create(tenant=make_tenant(), scope_id="club", enable_user_profile=False, contacts="mask")

    page = page_of(signed_in(), row)

    assert in_force(page, "enable_user_profile") == "off (set here)"
    assert in_force(page, "enable_long_term_mem") == "on (the default)"
    assert in_force(page, "judge_model") == "built-in rules (the default)"
    assert in_force(page, "contacts") == "mask in messages, keep out of facts (set here)"
    assert prompting.DEFAULTS.episodic_memory in in_force(page, "episodic_memory_definition")
    assert all(f"fieldBox field-{name}_in_force" in page for name in inforce.NAMES)


def test_it_stands_there_in_chinese_too(settings: Any) -> None:
    settings.MEMORYHUB_LLM_BASE_URL = "http://127.0.0.1:9/v1"
    settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(inforce.PURPOSES, "general")
    row = ScopeConfig.objects.create(tenant=make_tenant(), scope_id="club", llm_model="small")

    page = page_of(signed_in(), row, "zh-CN")

    assert in_force(page, "extract_model") == "small (在此设置)"
    assert in_force(page, "message_secrets") == "消息中遮蔽，不写入事实 (默认值)"
    assert in_force(page, "enable_long_term_mem") == "开启 (默认值)"
    assert "与全局一致" in page


def test_a_new_scope_shows_what_holds_everywhere() -> None:
    page = page_of(signed_in())

    assert in_force(page, "contacts") == "keep as written (the default)"


def test_an_operator_sees_what_is_in_force_and_no_form() -> None:
    row = ScopeConfig.objects.create(tenant=make_tenant(), scope_id="club", enable_user_profile=False)

    page = page_of(signed_in(Member.Role.OPERATOR), row)

    assert in_force(page, "enable_user_profile") == "off (set here)"
    assert 'name="enable_user_profile"' not in page


def test_a_change_is_in_the_work_log_by_names_alone() -> None:
    signed_in().post(ADD, form(user_profile_definition="who collects stamps", enable_semantic_memory="false"))

    row, entry = ScopeConfig.objects.get(), WorkLogEntry.objects.get(module="Scopes")
    assert (row.enable_semantic_memory, row.enable_user_profile) == (False, None)
    assert entry.details == {"scope_id": "club", "changed": ["enable_semantic_memory", "user_profile_definition"]}
    assert "stamps" not in f"{entry.message}{entry.details}"


@pytest.mark.parametrize(
    "wrong", [{"scope_id": "中文"}, {"scope_id": "a b"}, {"user_profile_definition": "x" * 4001}, {"contacts": "shred"}]
)
def test_a_wrong_value_comes_back_with_its_error(wrong: dict[str, str]) -> None:
    answer = signed_in().post(ADD, form(**wrong))

    assert answer.status_code in {200, 422}
    assert "errorlist" in answer.content.decode()
    assert not ScopeConfig.objects.exists()
