"""Nobody sees what is somebody else's: every route, asked by everybody, over a store in which every word says whose it is."""

import difflib
import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import override_settings

from memoryhub import feedback
from memoryhub.api import urls
from memoryhub.api.scopes import TABLE
from profiles.models import Member
from tests.accounts import make_member
from tests.callers import Api, api_with_key, api_with_token, make_issuer
from tests.flows import asking, marked
from tests.flows.asking import DECIDED, MANAGED, PERSON, TENANT, UNKNOWN, WAYS, Way
from tests.flows.marked import AGENTS, ANY, HOUSE, PEOPLE, SCOPES, TENANTS, Mark, Store, Things, marks_in

pytestmark = pytest.mark.django_db
OPEN_TO_ALL = {"schema", "docs"}
REFUSED = {400, 403, 404, 405, 409}
SELF = frozenset({"main", "anna", "bert", "emma"})
ROUTED = [(route, index) for route in sorted(WAYS) for index in range(len(WAYS[route]))]
NAMES = [f"{method}-{name}-{index}" for (name, method), index in ROUTED]


@dataclass(frozen=True)
class Asker:
    """Somebody with credentials. `named` are the people in whose name they may ask, `managed` those of whom they see
    what is not asked in anybody's name. None confines nothing."""

    name: str
    tenant: str
    api: Api
    named: frozenset[str]
    managed: frozenset[str] = frozenset()
    decided: frozenset[str] | None = None
    is_key: bool = False
    scopes: frozenset[str] | None = None
    agents: frozenset[str] | None = None
    sees_all_runs: bool = False
    keeps: bool = False

    def reaches(self, way: Way, mark: Mark) -> bool:
        """Whether the thing that bears the mark may be told of by its id."""
        if mark.tenant != self.tenant:
            return False
        if way.by_run and self.sees_all_runs:
            return True
        return (
            mark.person in self.people_for(way)
            and (self.scopes is None or way.by_run or mark.scope in self.scopes)
            and (self.agents is None or not way.by_agent or (mark.agent in self.agents and not way.by_run))
        )

    def people_for(self, way: Way) -> frozenset[str]:
        if way.about == MANAGED:
            return self.managed
        if way.about == DECIDED and self.decided is not None:
            return self.decided
        return self.named

    def is_refused(self, way: Way, person: str) -> bool:
        if way.about != PERSON:
            return way.by_keeper and not self.keeps
        return person not in self.named and not (way.by_manager and person in self.managed)

    def who(self, person: str) -> Mapping[str, str]:
        """How this asker names somebody: people who ask for themselves name nobody."""
        return PEOPLE[person] if self.is_key or person not in self.named else {}

    def may_read(self, mark: Mark, way: Way, person: str, scope: str) -> bool:
        """Whether a word may stand in the answer to a question about this person and scope."""
        if mark.tenant != self.tenant or mark.kind not in way.shows:
            return False
        if way.for_agent and mark.kind in way.of_agents and mark.agent != way.for_agent:
            return False
        if way.by_keeper and not self.keeps:
            return False
        if way.about == TENANT:
            is_own = not self.is_key and mark.person in self.named  # what an agent takes over from its maker
            return (mark.person == HOUSE or is_own) and (self.agents is None or mark.agent in self.agents | {ANY})
        return (
            self._is_asked_of(mark, way, person)
            and (not way.is_scoped or way.about != PERSON or mark.scope in {scope, ANY})
            and (self.scopes is None or mark.scope in self.scopes | {ANY})
            and (self.agents is None or not way.tells_agents(mark.kind) or mark.agent in self.agents | {ANY})
            and not (mark.kind == "dreamlog" and (self.scopes or self.agents))
        )

    def _is_asked_of(self, mark: Mark, way: Way, person: str) -> bool:
        if mark.person == HOUSE:
            return way.company_too and mark.kind in {"global", "globaltag"}
        if way.about == PERSON:
            is_of_company = way.company_too and person in {"anna", "bert"} and mark.person == "main"
            return mark.person == person or (is_of_company and mark.kind in asking.FACTS)
        return mark.person in self.people_for(way)


@dataclass(frozen=True)
class World:
    store: Store
    askers: dict[str, Asker]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once; each question that may write is taken back (see `ask`)."""
    patience = {"MEMORYHUB_REQUESTS_PER_MINUTE": 1_000_000, "MEMORYHUB_CONTEXT_MILLISECONDS": 60_000}
    at_once = mock.patch.object(feedback, "WAITS", ())
    logging.disable()  # thousands of lines that nobody reads take as long as some routes
    with at_once, override_settings(**patience), django_db_blocker.unblock(), transaction.atomic():
        store = marked.fill()
        yield World(store, {asker.name: asker for slug in TENANTS for asker in _askers(store, slug)})
        transaction.set_rollback(True)
    logging.disable(logging.NOTSET)


def _askers(store: Store, slug: str) -> Iterator[Asker]:
    tenant, everybody = store.tenants[slug], frozenset(PEOPLE)
    end_users = everybody - {"emma"}
    issuer = f"https://{slug}.example.com"
    make_issuer(tenant, issuer=issuer)
    yield Asker(f"{slug}-emma", slug, api_with_token("emma", iss=issuer), frozenset({"emma"}))
    for person in ("main", "anna", "bert"):
        yield Asker(f"{slug}-{person}", slug, _session(slug, profile=store.people[slug, person]), frozenset({person}))
    administrator = _session(slug, role=Member.Role.ADMINISTRATOR)
    yield Asker(
        f"{slug}-administrator",
        slug,
        administrator,
        frozenset(),
        everybody,
        decided=everybody,
        sees_all_runs=True,
        keeps=True,
    )
    keys: dict[str, tuple[dict[str, Any], frozenset[str]]] = {
        "employees": ({"acts_for_employees": True}, everybody),
        "end_users": ({}, end_users),
        "prefix": ({"end_user_prefix": "bol", "acts_for_employees": True}, frozenset({"bolt"})),
        "agents": ({"agents": ["aone"]}, end_users),
        "scopes": ({"scope_ids": ["work"]}, end_users),
    }
    for name, (options, people) in keys.items():
        yield Asker(
            f"{slug}-key-{name}", slug, api_with_key(tenant, **options), people, people, is_key=True,
            scopes=frozenset({"work"}) if name == "scopes" else None,
            agents=frozenset({"aone"}) if name == "agents" else None, sees_all_runs=name in {"employees", "end_users"}, keeps=name not in {"prefix", "agents"},
        )  # fmt: skip


def _session(slug: str, **fields: Any) -> Api:
    client = Client(raise_request_exception=False)
    client.force_login(make_member(tenant_slug=slug, **fields).account)
    return Api(client=client)


# Of whom each asks: of those with whom their credentials make a difference.
ASKERS: dict[str, tuple[str, ...]] = {
    "alpha-key-employees": ("main", "anna", "bert", "emma"),
    "alpha-key-end_users": ("emma",),
    "alpha-key-prefix": ("bolt", "main"),
    "alpha-key-agents": ("anna",),
    "alpha-key-scopes": ("anna",),
    "alpha-administrator": ("main", "emma"),
    "beta-administrator": ("main",),
    "beta-key-employees": ("anna",),
} | {
    f"{slug}-{person}": (person, stranger)
    for slug in TENANTS
    for person, stranger in (("main", "anna"), ("anna", "bert"), ("bert", "main"), ("emma", "bolt"))
}


# Whose credentials differ in what is out of their reach.
STRANGERS = (
    "alpha-key-employees", "alpha-key-prefix", "alpha-key-agents", "alpha-key-scopes", "alpha-administrator",
    "alpha-anna", "alpha-emma", "beta-main", "beta-bert",
)  # fmt: skip


def ask(way: Way, asker: Asker, person: str, scope: str, ids: Mapping[str, Any]) -> HttpResponse:
    """The answer; what it changed is changed back."""
    with transaction.atomic():
        answer = way.ask(asker.api, asker.who(person), SCOPES[scope], ids)
        transaction.set_rollback(True)
    return answer


def told(answer: HttpResponse) -> set[Mark]:
    """The marks in body and headers."""
    text = answer.content.decode()
    return marks_in(text + str(answer.headers))


def test_every_route_is_asked():
    routed = {
        (pattern.name, method)
        for pattern in urls.urlpatterns
        if pattern.name not in OPEN_TO_ALL
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        if hasattr(pattern.callback.view_class, method.lower())
    }

    assert routed == set(WAYS)
    assert routed == {(name, method) for name, methods in TABLE.items() for method in methods}


# The second organisation's people ask the same the other way round: their key and their administrator do it each time.
LATER = frozenset({"beta-main", "beta-anna", "beta-bert", "beta-emma"})


@pytest.mark.parametrize("name", [pytest.param(one, marks=[pytest.mark.long] * (one in LATER)) for one in ASKERS])
def test_an_answer_holds_only_what_its_asker_may_see(name, world):
    asker = world.askers[name]
    for (route, index), person, scope, agent in product(ROUTED, ASKERS[name], SCOPES, AGENTS):
        way = WAYS[route][index]
        if not _is_worth_asking(way, asker, person, scope, agent):
            continue
        things = world.store.things[asker.tenant, HOUSE if way.by_keeper else person, scope, agent]

        answer = ask(way, asker, person, scope, things.ids)

        told_of = told(answer)
        wrong = {mark for mark in told_of if not asker.may_read(mark, way, person, scope)}
        stale = {mark for mark in told_of if mark.state not in way.states}
        about = (name, route, index, person, scope, agent, answer.status_code)
        assert not wrong, about
        assert not stale, about
        assert answer.status_code < 500, about
        if asker.is_refused(way, person):
            assert answer.status_code in REFUSED, about
            assert not told_of, about


def _is_worth_asking(way: Way, asker: Asker, person: str, scope: str, agent: str) -> bool:
    """Not the same request twice, and of the other tenant's people not again all that may change something."""
    is_first = (person, scope, agent) == (ASKERS[asker.name][0], "plain", AGENTS[0])
    if agent != AGENTS[0] and not (way.names_things and way.by_agent and asker.agents):
        return False
    if asker.tenant != TENANTS[0] and way.writes:
        return False
    if way.about == TENANT or not (way.names_things or way.about == PERSON):
        return is_first
    if way.about != PERSON:
        return True
    is_in_scope = (way.takes_scope and way.is_scoped) or scope == "plain"
    return is_in_scope and (person in asker.named or (scope, agent) == ("plain", AGENTS[0]))


@pytest.mark.parametrize(("route", "index"), ROUTED, ids=NAMES)
def test_what_is_somebodys_own_is_shown_to_them(route, index, world):
    """Otherwise the walk would prove nothing."""
    way, asker = WAYS[route][index], world.askers["alpha-key-employees"]
    for person, scope, agent in (("anna", "plain", "aone"), ("bert", "work", "atwo"), ("emma", "work", "aone")):
        things = world.store.things["alpha", HOUSE if way.by_keeper else person, scope, agent]
        answer = ask(way, asker, person, scope, things.ids)

        assert answer.status_code in {200, 201, 202}, answer.content
        wanted = way.shows if way.must is None else way.must
        own = {
            mark.kind
            for mark in told(answer)
            if mark.person == HOUSE or not way.is_scoped or (mark.person == person and mark.scope in {scope, ANY})
        }
        assert wanted <= own, (person, scope, agent)


@pytest.mark.parametrize("name", STRANGERS)
def test_what_is_out_of_reach_is_answered_as_what_does_not_exist(name, world):
    """A key of some agents is told that it may not (404) where somebody unknown would be told of nothing (200)."""
    asker = world.askers[name]
    for route, index in ROUTED:
        way = WAYS[route][index]
        if not way.names_things or way.is_reused:
            continue
        person, scope = _position(way, asker)
        unknown = _without(ask(way, asker, person, scope, UNKNOWN), way.named(UNKNOWN))
        for things in _out_of_reach(way, asker, world.store, person, scope):
            answer = ask(way, asker, person, scope, things.ids)

            about = (name, route, person, scope, things.mark, answer.status_code)
            is_of_other_agent = things.mark.agent != AGENTS[0] and answer.status_code == 404
            found = _without(answer, way.named(things.ids))
            assert is_of_other_agent or found == unknown, (about, _differing(unknown, found))
            assert not {mark for mark in told(answer) if not asker.may_read(mark, way, person, scope)}, about


def _differing(unknown: tuple[int, str], found: tuple[int, str]) -> list[str]:
    """The lines of one answer that the other has not."""
    ours, theirs = (
        json.dumps(json.loads(body or "null"), indent=1, ensure_ascii=False).splitlines()
        for _, body in (unknown, found)
    )
    return [line for line in difflib.unified_diff(ours, theirs, lineterm="", n=0) if line[:1] in "+-"]


def _position(way: Way, asker: Asker) -> tuple[str, str]:
    """As whom and in which scope a stranger's thing is asked for."""
    person = min(asker.named, default="main")
    return person, "work" if asker.scopes or len(way.path) % 2 else "plain"


def _out_of_reach(way: Way, asker: Asker, store: Store, person: str, scope: str) -> list[Things]:
    """A thing of each other person of the tenant, of the other scope, of the other agent, and of the other tenant."""
    found = []
    for things in store.all_things():
        mark = things.mark
        is_namesake = (mark.person, mark.scope, mark.agent) == (person, scope, AGENTS[0])
        differs = sum((mark.person != person, mark.scope != scope, mark.agent != AGENTS[0]))
        is_own = mark.tenant == asker.tenant
        if is_own and mark.person not in {person, HOUSE, "bert", min(PEOPLE)}:
            continue
        is_strange = is_namesake if not is_own else differs == 1 and not _is_within(way, asker, mark, person, scope)
        if is_strange and way.used <= things.ids.keys():
            found.append(things)
    return found


def _is_within(way: Way, asker: Asker, mark: Mark, person: str, scope: str) -> bool:
    is_of_agent = asker.agents is None or not way.by_agent or mark.agent in asker.agents
    if way.by_keeper:
        return mark.person == HOUSE and asker.keeps and is_of_agent
    if way.about != PERSON:
        return asker.reaches(way, mark)
    return mark.person == person and (mark.scope == scope or not way.is_scoped) and is_of_agent


def _without(answer: HttpResponse, sent: list[str]) -> tuple[int, str]:
    """Status and body apart from the ids that were sent, and from what differs with every request."""
    text = answer.content.decode()
    for value in sorted(sent, key=len, reverse=True):
        text = text.replace(value, "?")
    return answer.status_code, asking.VOLATILE.sub(r'"\1":', text)


@pytest.mark.parametrize(
    "route", [route for route in sorted(WAYS) if WAYS[route][0].about == PERSON and WAYS[route][0].writes]
)
def test_a_change_of_one_person_leaves_everybody_else_as_they_were(route, world):
    way, asker = WAYS[route][0], world.askers["alpha-key-employees"]
    things = world.store.things["alpha", "anna", "work", "aone"]
    anna = world.store.people["alpha", "anna"].pk
    before = fingerprints(anna)
    with transaction.atomic():
        answer = way.ask(asker.api, asker.who("anna"), "work", things.ids)
        after = fingerprints(anna)
        transaction.set_rollback(True)

    assert answer.status_code < 300
    assert after == before


def fingerprints(profile_id: int) -> dict[str, Any]:
    """A sum over the rows of everybody but one person, for each table whose rows are somebody's."""
    found = {}
    for model in apps.get_models():
        if any(column.column == "profile_id" for column in model._meta.concrete_fields):
            with connection.cursor() as cursor:
                cursor.execute(
                    f"SELECT count(*), sum(hashtextextended(t::text, 0)::numeric) FROM {model._meta.db_table} t "
                    "WHERE profile_id <> %s",
                    [profile_id],
                )
                found[model.__name__] = cursor.fetchone()
    return found
