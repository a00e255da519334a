"""A store in which every kind of row exists for everybody, each with a word of its own that says whose it is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from django.utils import timezone

from engine import embeddings
from extraction.dream import retold
from extraction.models import Decision, DreamOperation, DreamPart, DreamRun, Job
from globalmemory.models import GlobalMemory, GlobalMemoryVector
from observability.models import Feedback, ModelCall, Observation, WorkLogEntry
from profiles import choices, ledger
from profiles.changes import Move, New
from profiles.lifecycle import Status
from profiles.models import Agent, Fact, FactVector, HeldItem, Profile, ScopeConfig, Tenant
from summaries.models import (
    EpisodeSummary,
    EpisodeVector,
    Message,
    MessageVector,
    SnapshotVector,
    SummarySnapshot,
)
from tests.builders import (
    BY_OWNER,
    LEARNED,
    NOON,
    make_end_user,
    make_message,
    make_profile,
    make_session,
    make_tenant,
)
from tests.extraction.nights import make_run
from tests.globalmemory.builders import bind, make_folder, make_global_memory

TENANTS = ("alpha", "beta")
# A company, two of its people, another company, and an employee; they are named alike in both tenants.
PEOPLE: dict[str, dict[str, str]] = {
    "main": {"end_user_id": "acme"},
    "anna": {"end_user_id": "acme", "end_sub_user_id": "anna"},
    "bert": {"end_user_id": "acme", "end_sub_user_id": "bert"},
    "bolt": {"end_user_id": "bolt"},
    "emma": {"user_id": "emma"},
}
HOUSE = "house"  # what belongs to the tenant and to no person
SCOPES = {"plain": "__default__", "work": "work"}
AGENTS = ("aone", "atwo")
ANY = "any"
SUBJECT = "likes tea 喜欢喝茶"  # of everything that is searched, so that one question finds all of it
FACT_KINDS = {"resident": "user_preference", "recalled": "semantic_memory"}
_MARK = re.compile(r"zz(\w+?)q(\w+?)q(\w+?)q(\w+?)q(\w+?)q(\w+?)zz", re.IGNORECASE)


@dataclass(frozen=True, order=True)
class Mark:
    """Whose a word is. `kind` is the kind of row; `state` is `live`, or what became of the row."""

    tenant: str
    person: str
    scope: str = ANY
    agent: str = ANY
    kind: str = ""
    state: str = "live"

    def __str__(self) -> str:
        return f"zz{self.tenant}q{self.person}q{self.scope}q{self.agent}q{self.kind}q{self.state}zz"

    def of(self, kind: str, state: str = "live") -> "Mark":
        return replace(self, kind=kind, state=state)


def marks_in(text: str) -> set[Mark]:
    return {Mark(*found) for found in _MARK.findall(text.casefold())}


@dataclass
class Things:
    """The ids by which a person's things of one scope and agent are named in requests."""

    mark: Mark
    ids: dict[str, Any] = field(default_factory=dict)


@dataclass
class Store:
    """`things` by tenant, person, scope and agent; `people` by tenant and person."""

    tenants: dict[str, Tenant] = field(default_factory=dict)
    people: dict[tuple[str, str], Profile] = field(default_factory=dict)
    things: dict[tuple[str, str, str, str], Things] = field(default_factory=dict)

    def all_things(self) -> Iterator[Things]:
        yield from self.things.values()


def fill(slugs: tuple[str, ...] = TENANTS) -> Store:
    """Everything of everybody in these tenants, and the vectors of what is searched."""
    store = Store()
    for slug in slugs:
        _fill_tenant(store, slug)
    _embed()
    return store


def _fill_tenant(store: Store, slug: str) -> None:
    tenant = store.tenants[slug] = make_tenant(slug)
    for agent in AGENTS:
        name = str(Mark(slug, HOUSE, agent=agent, kind="agent"))
        Agent.objects.create(tenant=tenant, agent_id=agent, name=name, settings={"note": name})
    for scope, scope_id in SCOPES.items():
        told = str(Mark(slug, HOUSE, scope, kind="scope"))
        ScopeConfig.objects.create(tenant=tenant, scope_id=scope_id, user_profile_definition=told)
    common = make_run(tenant, counts={"users": len(PEOPLE)})
    for person in PEOPLE:
        profile = store.people[slug, person] = _make_person(tenant, person)
        parts = [_make_part(run, profile, slug, person) for run in (common, make_run(tenant, for_one=True))]
        for scope, agent in product(SCOPES, AGENTS):
            mark = Mark(slug, person, scope, agent)
            things = store.things[slug, person, scope, agent] = Things(mark, {"run": parts[1].run_id})
            _fill_things(things, profile, parts)
        _fill_globals(store, slug, person)
    _fill_globals(store, slug, HOUSE)


def _make_person(tenant: Tenant, person: str) -> Profile:
    mark = Mark(tenant.slug, person)
    about = {
        "tenant": tenant,
        "preferences": {"note": str(mark.of("preference"))},
        "metadata": {"recent_agents": [str(mark.of("metadata"))], retold.LOG: {"merged": [str(mark.of("dreamlog"))]}},
    }
    named = PEOPLE[person]
    if "user_id" not in named:
        return make_end_user(named["end_user_id"], named.get("end_sub_user_id", ""), **about)
    profile = make_profile(named["user_id"], **about)
    profile.user.nickname = str(mark.of("nickname"))
    profile.user.save()
    return profile


def _make_part(run: DreamRun, profile: Profile, slug: str, person: str) -> DreamPart:
    log = {"outdated": [str(Mark(slug, person, kind="partlog"))]}
    return DreamPart.objects.create(run=run, profile=profile, state=DreamPart.State.DONE, log=log)


def _fill_things(things: Things, profile: Profile, parts: list[DreamPart]) -> None:
    said = _fill_conversation(things, profile)
    _fill_facts(things, profile, said)
    _fill_work(things, profile)
    _fill_dream(things, profile, parts)
    _fill_records(things, profile)


def _fill_conversation(things: Things, profile: Profile) -> dict[str, Message]:
    """Two conversations: one whose id is nobody else's, and one that everybody has under the same id.

    The messages of the latter are what facts are learned from.
    """
    mark, own = things.mark, "-".join((things.mark.tenant, things.mark.person, things.mark.scope, things.mark.agent))
    things.ids |= {"session": f"own-{own}", "message": f"m-{own}", "reused": f"talk-{mark.scope}-{mark.agent}"}
    said = {}
    for session_id in (things.ids["session"], things.ids["reused"]):
        session = make_session(profile, session_id, agent_id=mark.agent)
        about = {"session": session, "profile": profile, "scope_id": SCOPES[mark.scope]}
        ways: dict[str, dict[str, Any]] = {
            "live": {}, "deleted": {"deleted_at": NOON}, "evidence": {}, "paused": {"in_pause": True},
            "unlearned": {"teaches": False},
        }  # fmt: skip
        for state, fields in ways.items():
            if state == "evidence" and session_id == things.ids["session"]:
                continue
            known = {"message_id": f"m-{own}"} if state == "live" else {}
            said[state] = make_message(
                session, _text(mark.of("message", state)), scope_id=SCOPES[mark.scope], agent_id=mark.agent,
                **fields, **known,
            )  # fmt: skip
        end = said["live"].pk
        SummarySnapshot.objects.create(
            **about, version=1, text=f"[goals]\n{_text(mark.of('summary'))}", created_at=NOON, last_message_id=end,
            first_message_id=end, covered_until=NOON, covers_through=end,
        )  # fmt: skip
        SummarySnapshot.objects.create(
            **about, version=2, text=_text(mark.of("summary", "deleted")), created_at=NOON, deleted_at=NOON
        )
        EpisodeSummary.objects.create(
            **about, summary=_text(mark.of("episode")), topics=["tea"], happened_at=timezone.now(), written_at=NOON
        )
    return said


def _text(mark: Mark) -> str:
    return f"{SUBJECT} {mark}"


def _fill_facts(things: Things, profile: Profile, said: dict[str, Message]) -> None:
    mark, scope_id = things.mark, SCOPES[things.mark.scope]
    wanted = list(product(FACT_KINDS, _EVIDENCE))
    new = [
        New(
            _text(mark.of(kind, state)), type=FACT_KINDS[kind], scope_id=scope_id, agent_id=mark.agent,
            evidence=(said[_EVIDENCE[state]].pk,),
        )
        for kind, state in wanted
    ]  # fmt: skip
    facts = ledger.apply(profile.pk, new, origin=LEARNED, now=NOON).facts
    made = dict(zip(wanted, facts, strict=True))
    gone = [Move(made[kind, "superseded"].pk, Status.SUPERSEDED, "updated") for kind in FACT_KINDS]
    ledger.apply(profile.pk, gone, origin=LEARNED, now=NOON)
    deleted = [Move(made[kind, "deprecated"].pk, Status.DEPRECATED, "deleted") for kind in FACT_KINDS]
    ledger.apply(profile.pk, deleted, origin=BY_OWNER, now=NOON)
    Fact.objects.filter(pk__in=[made[kind, "expired"].pk for kind in FACT_KINDS]).update(valid_to=NOON)
    things.ids |= {"fact": made["recalled", "live"].fact_id, "gone": made["recalled", "deprecated"].fact_id}


# The message that a fact in each state was learned from.
_EVIDENCE = {"live": "live", "superseded": "live", "deprecated": "evidence", "expired": "live"}


def _fill_work(things: Things, profile: Profile) -> None:
    """What waits, what was done, and why."""
    mark, scope_id = things.mark, SCOPES[things.mark.scope]
    held = HeldItem.objects.create(
        profile=profile, scope_id=scope_id, agent_id=mark.agent, content=_text(mark.of("held")), type="user_fact",
        source="extraction", reason="steering", created_at=NOON,
    )  # fmt: skip
    job = Job.objects.create(
        profile=profile, scope_id=scope_id, agent_id=mark.agent, kind="learn", state="failed", due_at=NOON,
        created_at=NOON, reason=str(mark.of("job"))[:64], error=str(mark.of("joberror")),
        options={"note": str(mark.of("joboptions"))},
    )  # fmt: skip
    Decision.objects.create(
        profile=profile, scope_id=scope_id, fact_id=things.ids["fact"], content=_text(mark.of("decision")),
        action="append", candidates=[{"fact_id": "f_1", "score": 0.5, "reason": str(mark.of("decision"))}], at=NOON,
    )  # fmt: skip
    things.ids |= {"held": held.pk, "job": job.pk}


def _fill_dream(things: Things, profile: Profile, parts: list[DreamPart]) -> None:
    mark = things.mark
    for part in parts:
        DreamOperation.objects.create(
            part=part, profile=profile, scope_id=SCOPES[mark.scope], op="outdated", state="rejected",
            fact_ids=[things.ids["fact"]], before=[_text(mark.of("operation"))], reason=str(mark.of("operation")),
        )  # fmt: skip


def _fill_globals(store: Store, slug: str, person: str) -> None:
    """Global memories of a person, or of the tenant: for each agent one that is told and four that are not."""
    profile = store.people.get((slug, person))
    whose = {"profile": profile, "tenant": store.tenants[slug]}
    for agent in AGENTS:
        mark = Mark(slug, person, agent=agent)
        folder = make_folder(profile, str(mark.of("folder")), tenant=store.tenants[slug])
        made = {
            state: make_global_memory(
                name=f"tea {mark.of('global', state)}", content=_text(mark.of("global", state)), folder=folder,
                tags=["tea", str(mark.of("globaltag", state))], **whose, **fields,
            )
            for state, fields in _GLOBAL_STATES.items()
        }  # fmt: skip
        bindings = {state: bind(memory, agent) for state, memory in made.items() if state != "unbound"}
        bindings["off"].is_enabled = False
        bindings["off"].save()
        ids = {"memory": made["live"].pk, "deleted_memory": made["deleted"].pk, "folder": folder.pk}
        for scope in SCOPES:
            things = store.things.setdefault((slug, person, scope, agent), Things(Mark(slug, person, scope, agent)))
            things.ids |= ids | {"binding": bindings["live"].pk}


# What keeps a global memory from being told: it is deleted, disabled, bound to nobody, or its binding is off.
_GLOBAL_STATES: dict[str, dict[str, Any]] = {
    "live": {}, "deleted": {"deleted_at": NOON}, "disabled": {"is_enabled": False}, "unbound": {}, "off": {},
}  # fmt: skip


def _fill_records(things: Things, profile: Profile) -> None:
    mark = things.mark
    owner = {"tenant_id": profile.tenant_id, "profile_id": profile.pk}
    observation = Observation.objects.create(
        **owner, agent_id=mark.agent, session_id=things.ids["session"], scope_id=SCOPES[mark.scope],
        question=_text(mark.of("asked")), trace={"levels": {"user": [{"id": things.ids["fact"]}]}},
        retrieved_ids=[things.ids["fact"]],
    )  # fmt: skip
    Feedback.objects.create(observation=observation, **owner, rating=2, remark=str(mark.of("remark")))
    WorkLogEntry.objects.create(**owner, module="Test", level="info", actor="x", message=str(mark.of("worklog")))
    ModelCall.objects.create(
        **owner,
        purpose="extract",
        model="m",
        outcome="ok",
        request_text=str(mark.of("modelcall")),
        job_id=things.ids["job"],
    )
    things.ids["observation"] = observation.observation_id


def _embed() -> None:
    """Vectors for everything that has some in the service, and for what lost them: no filter may rely on their absence."""
    choice = choices.embed_choice(tenant_id=0)
    (vector,) = embeddings.embed_passages([SUBJECT], choice)
    same = {"embedding": vector, "model": embeddings.model_name(choice)}
    FactVector.objects.bulk_create(
        FactVector(
            fact=fact, profile_id=fact.profile_id, scope_id=fact.scope_id, type=fact.type,
            is_blocked=fact.status == Status.DEPRECATED, **same,
        )
        for fact in Fact.objects.filter(vectors=None)
    )  # fmt: skip
    for rows, vectors, name in (
        (Message, MessageVector, "message"),
        (EpisodeSummary, EpisodeVector, "episode"),
        (SummarySnapshot, SnapshotVector, "snapshot"),
    ):
        vectors.objects.bulk_create(
            vectors(**{name: row}, profile_id=row.profile_id, scope_id=row.scope_id, **same)
            for row in rows.objects.filter(vectors=None)
        )
    GlobalMemoryVector.objects.bulk_create(
        GlobalMemoryVector(global_memory=row, version=row.version, **same) for row in GlobalMemory.objects.all()
    )
