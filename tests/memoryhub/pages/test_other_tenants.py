"""Every page of something that has an id, asked for by the administrator of another organisation: it is not there."""

from dataclasses import dataclass
from http import HTTPStatus
from itertools import product
from typing import Any, Final

import pytest
from django.apps import apps
from django.core import signing
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from extraction.models import Decision
from memoryhub.pages.globals import global_change
from profiles import keys
from profiles.models import ErasureReceipt, FactEvent, HeldItem, Member, Profile, RateCounter
from tests.accounts import make_member
from tests.builders import NOON, make_fact, make_message, make_profile, make_session, make_tenant
from tests.extraction.nights import make_part, make_waiting
from tests.globalmemory.builders import make_folder, make_global_memory, make_version
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, SECRET, make_call, make_learned
from tests.memoryhub.pages.observations.asking import make_request, trace_of
from tests.memoryhub.pages.test_rights import ROUTES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]

APPS = ("profiles", "summaries", "globalmemory", "extraction", "observability")
WITH_IDS = sorted(name for name, route in ROUTES.items() if route.pattern.converters)
OF_CONVERSATIONS: Final = ("conversation", "message-delete")  # the number of these is no person's
# Undoes what the visitor's own events between two numbers did; with somebody else's it does nothing and says so.
BY_OWN_EVENTS: Final = {"facts-undo"}
HIDDEN: Final = {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED}


@dataclass(frozen=True)
class Rows:
    """What Alice and her organisation have, by the names that addresses have for it."""

    ids: dict[str, Any]
    conversation: int

    def address(self, name: str) -> str:
        number = {"number": self.conversation} if name.startswith(OF_CONVERSATIONS) else {}
        return reverse(name, kwargs={key: (self.ids | number)[key] for key in ROUTES[name].pattern.converters})


@pytest.fixture
def owner() -> Member:
    alice = make_profile("alice")
    return make_member(alice.tenant, role=ADMINISTRATOR, profile=alice)


@pytest.fixture
def rows(owner: Member) -> Rows:
    alice = owner.profile
    assert alice is not None
    job = make_learned(alice)
    fact, session = make_fact(alice, "likes tea"), make_session(alice)
    part = make_part(alice)
    operation = make_waiting(part, make_fact(alice, "has a dog"))
    memory = make_global_memory(alice, SECRET, content=SECRET, folder=make_folder(alice, SECRET), version=2)
    held = HeldItem.objects.create(
        profile=alice, content=SECRET, type="user_fact", source="extraction", reason="steering", created_at=NOON
    )
    request = make_request(alice, trace=trace_of(user=[(fact.fact_id, 0.9, "kept")]), question=SECRET)
    ids = {
        "fact_id": fact.fact_id,
        "event": FactEvent.objects.filter(fact=fact).latest("pk").pk,
        "decision_id": _wish(alice, fact.fact_id).pk,
        "receipt_id": ErasureReceipt.objects.create(**_receipt(owner)).pk,
        "number": alice.pk,
        "message": make_message(session, SECRET).pk,
        "held_id": held.pk,
        "memory_id": memory.pk,
        "folder_id": memory.folder_id,
        "version": make_version(memory).version,
        "job_id": job.pk,
        "call_id": make_call(job).pk,
        "run_id": part.run_id,
        "part_id": part.pk,
        "operation_id": operation.pk,
        "observation_id": request.observation_id,
        "key_id": keys.create(owner.tenant, name=SECRET, scopes=["read"])[0].pk,
        "member_id": make_member(owner.tenant, username=SECRET.replace(" ", "-")).pk,
    }
    ids |= {"first": ids["event"], "end": ids["event"] + 1, "token": _undo(owner, alice.pk)}
    return Rows(ids, session.pk)


@pytest.fixture
def of_the_organisation(owner: Member, rows: Rows) -> Rows:
    """The same with a global memory that is the organisation's."""
    memory = make_global_memory(None, SECRET, content=SECRET, folder=make_folder(None, SECRET), version=2)
    make_version(memory)
    ids = {"memory_id": memory.pk, "folder_id": memory.folder_id, "token": _undo(owner, None)}
    return Rows(rows.ids | ids, rows.conversation)


def _wish(profile: Profile, fact_id: str) -> Decision:
    return Decision.objects.create(
        profile=profile, kind=Decision.Kind.INSTRUCTION, fact_id=fact_id, content=SECRET, type="DELETE", action="forgotten",
        candidates=[], at=NOON,
    )  # fmt: skip


def _receipt(owner: Member) -> dict[str, Any]:
    return {"tenant": owner.tenant, "identity_hash": "0" * 64, "actor": f"account:{owner.account_id}", "counts": {}}


def _undo(owner: Member, profile_id: int | None) -> str:
    whose = [owner.tenant_id, profile_id or 0]
    said = {"tenants": profile_id is None, "owner": whose, "steps": [], "back": "/global/"}
    return signing.dumps(said, salt=global_change.SALT, compress=True)


def signed_in(member: Member) -> Client:
    client = Client()
    client.force_login(member.account)
    return client


def stored() -> dict[str, list[dict[str, Any]]]:
    """Every row of every app, apart from who comes how often."""
    every = [model for app in APPS for model in apps.get_app_config(app).get_models() if model is not RateCounter]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in every}


def asked(client: Client, address: str, method: str) -> HttpResponse:
    """The answer to one request, whose effects are taken back."""
    with transaction.atomic():
        answer = client.generic(method, address)
        transaction.set_rollback(True)
    return answer


@pytest.mark.parametrize("whose", ["rows", "of_the_organisation"])
def test_the_administrator_of_another_organisation_finds_nothing_and_changes_nothing(
    request: pytest.FixtureRequest, whose: str, settings: Settings
) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    rows, other = request.getfixturevalue(whose), make_tenant("other")
    stranger = make_member(other, role=ADMINISTRATOR, profile=make_profile("alice", tenant=other))
    client, found, before = signed_in(stranger), {}, stored()
    client.get("/")

    for name in WITH_IDS:
        for method, headers in product(("GET", "POST"), ({}, HTMX)):
            answer = client.generic(method, rows.address(name), headers=headers)
            if (answer.status_code not in HIDDEN and name not in BY_OWN_EVENTS) or SECRET in answer.content.decode():
                found[name, method] = answer.status_code

    assert found == {}
    assert stored() == before


@pytest.mark.parametrize("whose", ["rows", "of_the_organisation"])
def test_whose_it_is_finds_all_of_it(
    request: pytest.FixtureRequest, owner: Member, whose: str, settings: Settings
) -> None:
    """Otherwise the test above would prove nothing."""
    settings.MEMORYHUB_LOG_CONTENT = True
    rows, client = request.getfixturevalue(whose), signed_in(owner)

    missing = [
        name
        for name in WITH_IDS
        if all(asked(client, rows.address(name), method).status_code in HIDDEN for method in ("GET", "POST"))
    ]

    assert missing == []
