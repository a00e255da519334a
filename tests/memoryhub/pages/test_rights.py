"""Every page as nobody, as a member, an operator, an administrator: a page that is missing in the table fails the test."""

from http import HTTPStatus
from typing import Final

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from memoryhub.pages.urls import urlpatterns
from profiles.models import Member
from tests.accounts import make_member
from tests.builders import make_profile, make_tenant

pytestmark = pytest.mark.django_db

ANYBODY, MEMBER, OPERATOR, ADMINISTRATOR = "anybody", *Member.Role.values
ROLES: Final = (MEMBER, OPERATOR, ADMINISTRATOR)
# Who at least may open it. A page of things that have owners says "not found" of another's, whoever asks.
LEAST: Final = {
    "home": ANYBODY,
    "sign-in": ANYBODY,
    "sign-out": ANYBODY,
    "language": ANYBODY,
    "appearance": ANYBODY,
    "tenant": MEMBER,
    # my memory
    "memory": MEMBER,
    "fact-add": MEMBER,
    "facts-forget": MEMBER,
    "facts-undo": MEMBER,
    "pause": MEMBER,
    "looks": MEMBER,
    "own-data": MEMBER,
    "own-export": MEMBER,
    "own-erase": MEMBER,
    "own-receipt": MEMBER,
    "wishes": MEMBER,
    "wish-undo": MEMBER,
    "conversations": MEMBER,
    "conversation": MEMBER,
    "conversation-delete": MEMBER,
    "conversation-pause": MEMBER,
    "message-delete": MEMBER,
    "fact": MEMBER,
    "fact-row": MEMBER,
    "fact-edit": MEMBER,
    "fact-delete": MEMBER,
    "fact-restore": MEMBER,
    "fact-pin": MEMBER,
    "fact-undo": MEMBER,
    # waiting for a word
    "waiting": MEMBER,
    "waiting-accept": MEMBER,
    "waiting-refuse": MEMBER,
    # global memories; the organisation's are for operators to see and for administrators to change
    "global": MEMBER,
    "global-new": MEMBER,
    "global-change": MEMBER,
    "global-undo": MEMBER,
    "global-try": MEMBER,
    "global-folder-new": MEMBER,
    "global-folder-rename": MEMBER,
    "global-folder-move": MEMBER,
    "global-folder-delete": MEMBER,
    "global-memory": MEMBER,
    "global-edit": MEMBER,
    "global-change-one": MEMBER,
    "global-move": MEMBER,
    "global-copy": MEMBER,
    "global-bind": MEMBER,
    "global-versions-forget": MEMBER,
    "global-version": MEMBER,
    "global-version-restore": MEMBER,
    # first steps
    "first-run": ADMINISTRATOR,
    "first-run-say": ADMINISTRATOR,
    "first-run-ask": ADMINISTRATOR,
    "first-run-dismiss": ADMINISTRATOR,
    # playground
    "playground": MEMBER,
    "playground-try": MEMBER,
    "playground-say": MEMBER,
    "playground-ask": MEMBER,
    "playground-empty": MEMBER,
    "playground-run": MEMBER,
    "playground-undo": MEMBER,
    # dreams; the owner of a part sees it too
    "dreams": OPERATOR,
    "dream-start": ADMINISTRATOR,
    "dream": OPERATOR,
    "dream-undo": ADMINISTRATOR,
    "dream-part": MEMBER,
    "dream-part-undo": MEMBER,
    "dream-operation-undo": MEMBER,
    "dream-accept": MEMBER,
    "dream-refuse": MEMBER,
    # people; contents are the administrators'
    "people": OPERATOR,
    "company": OPERATOR,
    "person": OPERATOR,
    "person-context": ADMINISTRATOR,
    "person-data": ADMINISTRATOR,
    "person-export": ADMINISTRATOR,
    "person-erase": ADMINISTRATOR,
    "person-pause": ADMINISTRATOR,
    "person-fact-add": ADMINISTRATOR,
    "person-fact": ADMINISTRATOR,
    "person-fact-row": ADMINISTRATOR,
    "person-fact-edit": ADMINISTRATOR,
    "person-fact-pin": ADMINISTRATOR,
    "person-fact-delete": ADMINISTRATOR,
    "person-fact-restore": ADMINISTRATOR,
    "person-fact-undo": ADMINISTRATOR,
    # observations; the person that a request was about sees it, too
    "observations": OPERATOR,
    "levels": OPERATOR,
    "requests": OPERATOR,
    "request": MEMBER,
    "request-feedback": MEMBER,
    # background work
    "work": OPERATOR,
    "work-rerun-all": OPERATOR,
    "work-job": OPERATOR,
    "work-rerun": OPERATOR,
    "work-undo": OPERATOR,  # of a job that is found; then only its person and administrators
    "work-reply": OPERATOR,  # the same
    # operations
    "operations": OPERATOR,
    "work-log": OPERATOR,
    "model-calls": OPERATOR,
    "model-call": OPERATOR,
    "settings-in-force": ADMINISTRATOR,
    # API keys
    "keys": OPERATOR,
    "key-new": ADMINISTRATOR,
    "key-replace": ADMINISTRATOR,
    "key-revoke": ADMINISTRATOR,
    "members": OPERATOR,
    "member-new": ADMINISTRATOR,
    "member": OPERATOR,
    "member-role": ADMINISTRATOR,
    "member-person": ADMINISTRATOR,
    "member-unlink": ADMINISTRATOR,
    "member-password": ADMINISTRATOR,
    "member-remove": ADMINISTRATOR,
    "scopes-list": OPERATOR,
    "scope-settings": OPERATOR,
    "scope-edit": ADMINISTRATOR,
    "scope-clear": ADMINISTRATOR,
    "password": MEMBER,
}
ROUTES = {route.name or "": route for route in urlpatterns if isinstance(route, URLPattern)}
SIGN_IN = "/sign-in"
GUARDED = sorted(name for name, least in LEAST.items() if least != ANYBODY)


def address(name: str) -> str:
    """The address of a page, of things that do not exist."""
    converters = ROUTES[name].pattern.converters
    return reverse(name, kwargs={key: kind.to_url("1") for key, kind in converters.items()})


def status_for(client: Client, name: str, **headers: str) -> int:
    """How the page answers, asked in the way that it can be asked."""
    answer = client.get(address(name), headers=headers)
    if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        answer = client.post(address(name), headers=headers)
    return answer.status_code


def signed_in(role: str) -> Client:
    tenant, client = make_tenant(), Client()
    client.force_login(make_member(tenant, role=role, profile=make_profile("alice", tenant=tenant)).account)
    return client


def test_the_table_names_every_page_and_no_other() -> None:
    assert len(ROUTES) == len(urlpatterns)
    assert set(ROUTES) == set(LEAST)


@pytest.mark.parametrize("name", GUARDED)
def test_nobody_is_led_to_the_sign_in_page_and_a_part_of_a_page_leaves_it(client: Client, name: str) -> None:
    for ask in (client.get, client.post):
        whole, part = ask(address(name)), ask(address(name), headers={"HX-Request": "true"})

        assert whole.status_code == HTTPStatus.FOUND
        assert whole["Location"].startswith(SIGN_IN)
        assert part["HX-Redirect"].startswith(SIGN_IN)
        assert not part.content


@pytest.mark.parametrize("role", ROLES)
def test_a_page_opens_from_its_least_role_upwards_and_to_nobody_below(role: str) -> None:
    client = signed_in(role)

    for name in GUARDED:
        status, is_enough = status_for(client, name), ROLES.index(role) >= ROLES.index(LEAST[name])
        assert (status != HTTPStatus.FORBIDDEN) is is_enough, (name, status)
        assert status < HTTPStatus.INTERNAL_SERVER_ERROR, (name, status)
