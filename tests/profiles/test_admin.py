"""The admin: who may come in, whose rows they see, and what of them."""

import itertools
import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django_celery_beat.models import PeriodicTask

from extraction.models import DreamOperation, DreamPart, DreamRun, Job
from observability.models import ContextText, Observation, WorkLogEntry
from profiles.models import Agent, ApiKey, Fact, HeldItem, Member, Profile, ScopeConfig, Tenant, TokenIssuer
from summaries.models import Message
from tests.accounts import make_member
from tests.builders import NOON, make_end_user, make_fact, make_message, make_profile, make_session, make_tenant
from tests.extraction.nights import make_part

pytestmark = pytest.mark.django_db

OURS = ("profiles", "summaries", "globalmemory", "extraction", "observability")
SECRET = "collects invisible stamps"


def signed_in(role: str, **fields: Any) -> Client:
    client = Client()
    client.force_login(make_member(role=role, **fields).account)
    return client


@pytest.fixture
def person() -> Profile:
    profile = make_profile("alice", preferences={"hobby": SECRET}, memory={"facts": [SECRET]})
    make_fact(profile, SECRET)
    make_message(make_session(profile), SECRET)
    HeldItem.objects.create(
        profile=profile, content=SECRET, type="user_fact", source="api", reason="steering", created_at=NOON
    )
    Observation.objects.create(tenant_id=profile.tenant_id, profile_id=profile.pk, question=SECRET)
    part = make_part(profile, log={"merged": [], "outdated": [SECRET], "unchanged": 0})
    DreamOperation.objects.create(
        part=part, profile=profile, op="merge", state="rejected", before=[SECRET], content=SECRET, reason=SECRET
    )
    return profile


def every_list(client: Client) -> dict[str, str]:
    """The list page of every model of ours, by address."""
    pages = {}
    for model in itertools.chain.from_iterable(apps.get_app_config(label).get_models() for label in OURS):
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        answer = client.get(address)
        pages[address] = answer.content.decode() if answer.status_code == 200 else ""
    return pages


def change_page(row: Any) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def test_every_model_of_ours_is_in_the_admin() -> None:
    models = {model for label in OURS for model in apps.get_app_config(label).get_models()}

    assert models <= set(admin.site._registry)


def test_strangers_are_led_to_the_one_sign_in_page(client: Client) -> None:
    answer = client.get("/admin/profiles/fact/", follow=True)

    assert answer.redirect_chain[-1][0] == "/sign-in?next=/admin/profiles/fact/"


def test_a_plain_member_is_told_that_it_is_not_for_them() -> None:
    answer = signed_in(Member.Role.MEMBER).get("/admin/", follow=True)

    assert answer.status_code == 403
    assert "Only operators and administrators" in answer.content.decode()


@pytest.mark.parametrize("role", [Member.Role.OPERATOR, Member.Role.ADMINISTRATOR])
def test_no_list_shows_contents(person: Profile, role: str) -> None:
    pages = every_list(signed_in(role))

    assert "Length of content" in pages["/admin/profiles/fact/"]
    assert not [address for address, page in pages.items() if SECRET in page]


def test_events_name_their_fact_and_say_in_words_what_it_became(person: Profile) -> None:
    client = signed_in(Member.Role.OPERATOR)
    fact = Fact.objects.get()

    page = client.get("/admin/profiles/factevent/", headers={"Accept-Language": "zh-CN"}).content.decode()

    assert re.search(f'<td class="field-fact[^>]*>{fact.fact_id}</td>', page)
    assert re.search('<td class="field-to_status[^>]*>已记住</td>', page)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("remembered", "Other facts", "taken over from earlier records")),
        ("zh-CN", ("已记住", "其他事实", "从旧记录接收")),
    ],
)
def test_facts_are_listed_and_filtered_in_words(person: Profile, language: str, words: tuple[str, ...]) -> None:
    client = signed_in(Member.Role.OPERATOR)

    page = client.get("/admin/profiles/fact/?status=active", headers={"Accept-Language": language}).content.decode()

    for word in words:
        assert re.search(rf'<td class="field-[^>]*>{word}</td>', page)
        assert re.search(rf"<li[^>]*>\s*<a [^>]*>{word}</a>", page)
    assert not re.search(">(active|user_fact|import)<", page)


def test_an_operator_never_sees_contents_and_leaves_no_look(person: Profile) -> None:
    client = signed_in(Member.Role.OPERATOR)
    rows = [person, Fact.objects.get(), Message.objects.get(), HeldItem.objects.get(), Observation.objects.get()]
    rows += [DreamPart.objects.get(), DreamOperation.objects.get()]

    pages = [client.get(change_page(row)).content.decode() for row in rows]

    assert not [page for page in pages if SECRET in page]
    assert f">{len(SECRET)}<" in pages[1]
    assert WorkLogEntry.objects.filter(module="Admin").count() == 0


def test_dreams_are_listed_in_words_with_what_became_of_their_proposals(person: Profile) -> None:
    client = signed_in(Member.Role.OPERATOR)
    DreamOperation.objects.update(why="pinned")

    lists = [client.get(f"/admin/extraction/dream{name}/").content.decode() for name in ("run", "part", "operation")]

    assert ">Ended<" in lists[0]
    assert ">Done<" in lists[1]
    assert ">The fact is pinned, and pinned facts are left as they are.<" in lists[2]
    assert client.get(change_page(DreamRun.objects.get())).status_code == 200


def test_an_administrator_reads_what_a_dream_did_and_the_look_is_on_record(person: Profile) -> None:
    page = signed_in(Member.Role.ADMINISTRATOR).get(change_page(DreamOperation.objects.get())).content.decode()

    assert SECRET in page
    entry = WorkLogEntry.objects.get(module="Admin")
    assert (entry.profile_id, entry.details["model"]) == (person.pk, "dreamoperation")


def test_rights_are_those_of_the_tenant_in_use(person: Profile) -> None:
    here = make_member(person.tenant, role=Member.Role.ADMINISTRATOR)
    there = make_member(account=here.account, tenant_slug="other")
    client = Client()
    client.force_login(here.account)

    assert client.get("/admin/").status_code == 200
    client.post("/tenant", {"tenant": there.tenant_id})

    assert client.get("/admin/").status_code == 302
    assert client.get(change_page(Fact.objects.get())).status_code == 302


def test_an_operator_cannot_guess_contents_by_filtering(person: Profile) -> None:
    client = signed_in(Member.Role.OPERATOR)

    for query in ("content__startswith=c", "content=x", "profile__preferences__hobby=x", "fact_id__contains=f"):
        assert client.get(f"/admin/profiles/fact/?{query}").status_code == 400


def test_each_look_of_an_administrator_is_on_record(person: Profile) -> None:
    client = signed_in(Member.Role.ADMINISTRATOR)
    rows = [person, Fact.objects.get(), Message.objects.get(), Observation.objects.get()]

    pages = [client.get(change_page(row)).content.decode() for row in rows]

    assert all(SECRET in page for page in pages)
    looked = WorkLogEntry.objects.filter(module="Admin", profile_id=person.pk).order_by("pk")
    assert [entry.details["model"] for entry in looked] == ["profile", "fact", "message", "observation"]
    assert not [entry for entry in looked if SECRET in f"{entry.message}{entry.details}"]


def test_a_look_at_a_text_that_tells_of_a_company_is_on_record_with_both(person: Profile) -> None:
    company = make_end_user("acme")
    text = ContextText.objects.create(
        observation=Observation.objects.get(), tenant_id=person.tenant_id, profile_id=person.pk, company_id=company.pk,
        text=SECRET, at=NOON,
    )  # fmt: skip

    assert SECRET in signed_in(Member.Role.ADMINISTRATOR).get(change_page(text)).content.decode()

    looked = WorkLogEntry.objects.filter(module="Admin").order_by("pk")
    assert [(entry.profile_id, entry.details["model"]) for entry in looked] == [
        (person.pk, "contexttext"), (company.pk, "contexttext"),
    ]  # fmt: skip


def test_looking_at_oneself_is_not_recorded(person: Profile) -> None:
    client = signed_in(Member.Role.ADMINISTRATOR, profile=person)

    assert SECRET in client.get(change_page(Fact.objects.get())).content.decode()
    assert WorkLogEntry.objects.filter(module="Admin").count() == 0


def test_an_administrator_sees_nothing_of_another_tenant(person: Profile) -> None:
    client = signed_in(Member.Role.ADMINISTRATOR, tenant_slug="other")
    rows = [person, Fact.objects.get(), Message.objects.get(), HeldItem.objects.get(), Observation.objects.get()]

    assert not [address for address, page in every_list(client).items() if "field-length" in page]
    for row in rows:
        assert client.get(change_page(row)).status_code == 302
    assert WorkLogEntry.objects.filter(module="Admin").count() == 0


def test_a_superuser_without_a_membership_sees_figures_of_all_and_contents_of_nobody(
    person: Profile, client: Client, django_user_model: Any
) -> None:
    client.force_login(django_user_model.objects.create_superuser("root"))

    page = client.get(change_page(Fact.objects.get())).content.decode()

    assert Fact.objects.get().fact_id in page
    assert SECRET not in page


def test_facts_messages_and_jobs_cannot_be_changed_by_anybody(person: Profile) -> None:
    client = signed_in(Member.Role.ADMINISTRATOR, is_superuser=True)

    for row in (Fact.objects.get(), Message.objects.get(), Observation.objects.get()):
        address = change_page(row)
        assert client.post(address, {"content": "other", "status": "deprecated"}).status_code == 403
        assert client.post(address.replace("change", "delete"), {"post": "yes"}).status_code == 403
    assert client.get("/admin/profiles/fact/add/").status_code == 403
    assert Fact.objects.get().content == SECRET


@pytest.mark.parametrize("model", [Tenant, TokenIssuer, PeriodicTask])
def test_what_belongs_to_the_installation_is_the_superusers(model: Any) -> None:
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")

    assert signed_in(Member.Role.ADMINISTRATOR).get(address).status_code == 403
    assert signed_in(Member.Role.MEMBER, is_superuser=True).get(address).status_code == 200


def test_accounts_are_the_superusers() -> None:
    assert signed_in(Member.Role.ADMINISTRATOR).get("/admin/auth/user/").status_code == 403
    assert signed_in(Member.Role.MEMBER, is_superuser=True).get("/admin/auth/user/").status_code == 200


def test_an_operator_changes_nothing(person: Profile) -> None:
    client = signed_in(Member.Role.OPERATOR)
    agent = Agent.objects.create(tenant=person.tenant, agent_id="helper")

    assert client.post(change_page(agent), {"agent_id": "x", "tenant": person.tenant_id}).status_code == 403
    assert client.get("/admin/profiles/apikey/add/").status_code == 403


def test_an_administrator_keeps_the_agents_of_the_tenant_alone(person: Profile) -> None:
    client = signed_in(Member.Role.ADMINISTRATOR)
    other = make_tenant("other")
    form = {"agent_id": "helper", "name": "", "settings": "{}", "memory_config": "{}"}

    refused = client.post("/admin/profiles/agent/add/", form | {"tenant": other.pk})
    client.post("/admin/profiles/agent/add/", form | {"tenant": person.tenant_id})
    doubled = client.post("/admin/profiles/agent/add/", form | {"tenant": person.tenant_id})

    assert refused.status_code == 200
    assert "other" not in refused.content.decode().split('id="id_tenant"')[1].split("</select>")[0].lower()
    assert doubled.status_code == 200
    assert [agent.tenant for agent in Agent.objects.all()] == [person.tenant]


def test_an_operator_starts_given_up_jobs_of_the_tenant_again(person: Profile) -> None:
    stranger = make_profile(tenant=make_tenant("other"))
    given_up, done, foreign = (
        Job.objects.create(profile=owner, kind="learn", state=state, due_at=NOON, created_at=NOON)
        for owner, state in ((person, "failed"), (person, "done"), (stranger, "failed"))
    )
    form = {"action": "run_again", "_selected_action": [given_up.pk, done.pk, foreign.pk]}

    answer = signed_in(Member.Role.OPERATOR).post("/admin/extraction/job/", form, follow=True)

    assert "Jobs that run again: 1." in answer.content.decode()
    states = dict(Job.objects.filter(kind="learn").values_list("pk", "state"))
    assert states == {given_up.pk: "pending", done.pk: "done", foreign.pk: "failed"}


def test_a_new_agent_takes_from_its_maker_what_the_form_does_not_say() -> None:
    maker = make_profile("boss", preferences={"model": "small", "language": "zh"})
    client = signed_in(Member.Role.ADMINISTRATOR, profile=maker)
    form = {"tenant": maker.tenant_id, "agent_id": "helper", "name": "", "memory_config": ""}

    client.post("/admin/profiles/agent/add/", form | {"settings": '{"model": "large"}'})
    made = Agent.objects.get()
    client.post(change_page(made), form | {"settings": ""})

    assert made.settings == {"model": "large", "language": "zh"}
    made.refresh_from_db()
    assert (made.settings, made.memory_config) == ({}, {})


def test_the_settings_of_a_scope_are_kept_by_an_administrator(person: Profile) -> None:
    form = {"tenant": person.tenant_id, "scope_id": "club", "message_secrets": "refuse", "enable_user_profile": "false"}

    signed_in(Member.Role.ADMINISTRATOR).post("/admin/profiles/scopeconfig/add/", form)

    assert ScopeConfig.objects.get().message_secrets == "refuse"


def test_an_administrator_sets_roles_but_not_persons(person: Profile) -> None:
    member = make_member(person.tenant)
    client = signed_in(Member.Role.ADMINISTRATOR)

    client.post(change_page(member), {"role": "operator", "profile": person.pk, "account": 1})

    member.refresh_from_db()
    assert (member.role, member.profile) == ("operator", None)
    assert WorkLogEntry.objects.get(module="Members").details == {"member": member.pk, "role": "operator"}


def test_a_key_is_shown_once_and_works(person: Profile) -> None:
    client = signed_in(Member.Role.ADMINISTRATOR)
    form = {"tenant": person.tenant_id, "name": "shop", "scopes": ["ingest", "read"], "agents": "", "scope_ids": ""}

    made = client.post("/admin/profiles/apikey/add/", form)

    key = ApiKey.objects.get()
    secret = made.content.decode().split('<code class="secret">')[1].split("<")[0]
    assert secret.startswith(key.prefix)
    assert key.scopes == ["ingest", "read"]
    assert secret not in client.get(change_page(key)).content.decode()
    assert key.digest not in client.get(change_page(key)).content.decode()
    assert WorkLogEntry.objects.filter(module="Keys").count() == 1


def test_keys_are_revoked_after_asking(person: Profile) -> None:
    client = signed_in(Member.Role.ADMINISTRATOR)
    form = {"tenant": person.tenant_id, "name": "shop", "scopes": ["read"]}
    client.post("/admin/profiles/apikey/add/", form)
    chosen = {"action": "revoke", "_selected_action": ApiKey.objects.get().pk}

    asked = client.post("/admin/profiles/apikey/", chosen)
    assert ApiKey.objects.get().revoked_at is None
    client.post("/admin/profiles/apikey/", chosen | {"is_sure": "yes"})

    assert "Revoke these keys?" in asked.content.decode()
    assert ApiKey.objects.get().revoked_at is not None


def test_a_key_of_another_tenant_cannot_be_revoked(person: Profile) -> None:
    form = {"tenant": person.tenant_id, "name": "shop", "scopes": ["read"]}
    signed_in(Member.Role.ADMINISTRATOR).post("/admin/profiles/apikey/add/", form)
    chosen = {"action": "revoke", "_selected_action": ApiKey.objects.get().pk, "is_sure": "yes"}

    signed_in(Member.Role.ADMINISTRATOR, tenant_slug="other").post("/admin/profiles/apikey/", chosen)

    assert ApiKey.objects.get().revoked_at is None


def test_a_list_costs_the_same_statements_for_one_row_and_for_fifty(
    person: Profile, django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    client = signed_in(Member.Role.ADMINISTRATOR)
    with django_assert_max_num_queries(10) as one:
        client.get("/admin/profiles/fact/")
    for number in range(50):
        make_fact(person, f"fact {number}")

    with django_assert_num_queries(len(one)):
        client.get("/admin/profiles/fact/")


def test_a_pause_of_agent_or_tenant_is_in_the_work_log(person: Profile) -> None:
    agent = Agent.objects.create(tenant=person.tenant, agent_id="helper")
    client = signed_in(Member.Role.ADMINISTRATOR, is_superuser=True)
    form = {"tenant": person.tenant_id, "agent_id": "helper", "name": "", "settings": "{}", "memory_config": "{}"}

    client.post(change_page(agent), form | {"is_paused": "on"})
    client.post(change_page(agent), form | {"is_paused": "on", "name": "Renamed"})
    client.post(change_page(person.tenant), {"slug": person.tenant.slug, "name": "", "is_paused": "on"})

    logged = WorkLogEntry.objects.filter(message__startswith="Memory was").order_by("pk")
    assert [entry.module for entry in logged] == ["Agents", "Tenants"]
    assert Tenant.objects.get(pk=person.tenant_id).is_paused


def test_the_last_administrator_stays_one_in_the_administration_too(person: Profile) -> None:
    client, member = signed_in(Member.Role.ADMINISTRATOR), make_member(person.tenant, role=Member.Role.ADMINISTRATOR)
    last = Member.objects.exclude(pk=member.pk).get()

    client.post(change_page(member), {"role": "member"})
    refused = client.post(change_page(last), {"role": "member"})

    assert "This is the last administrator" in refused.content.decode()
    assert dict(Member.objects.values_list("pk", "role")) == {member.pk: "member", last.pk: "administrator"}
