"""How each route of the API is asked, and what it may show of whom."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from string import Formatter
from typing import Any

from django.http import HttpResponse

from tests.callers import Api

LIVE = frozenset({"live"})
# What a message may have been through and still stand in its own conversation.
SAID = LIVE | {"evidence", "paused", "unlearned"}
FACTS = frozenset({"resident", "recalled"})
EVERY_STATE = LIVE | {"superseded", "deprecated", "expired"}
ANYTHING = EVERY_STATE | SAID | {"deleted", "disabled", "unbound", "off"}

# Ids of nothing at all, in the form of each kind.
UNKNOWN: dict[str, Any] = {
    "fact": "f_0123abcd", "gone": "f_0123abcd", "session": "own-nobody", "reused": "own-nobody", "message": "m-nobody",
    "held": 987654321, "job": 987654321, "run": 987654321, "observation": "obs_" + "0" * 24, "memory": 987654321, "deleted_memory": 987654321, "folder": 987654321, "binding": 987654321,
}  # fmt: skip

# Whom a route is about: the person whom the request names, the one to whom an id belongs (for keys: within their reach),
# whoever is managed, or the tenant.
PERSON, OWNER, DECIDED, MANAGED, TENANT = "person", "owner", "decided", "managed", "tenant"


@dataclass(frozen=True)
class Way:
    """One way of asking a route. `{…}` in the path and `of` (body or query: name to id) stand for ids of things.

    `shows` are the kinds of rows whose words may be in the answer and `must` those that have to be, in `states`.
    `is_scoped`: only those of the scope asked for. `by_agent`: a key of some agents sees only what those took part in
    (`agents_kinds`: of these kinds alone; facts are everybody's).
    `by_run`: what is named is a dream, which is the tenant's. `by_keeper`: it is for administrators.
    `by_manager`: administrators name anybody.
    `for_agent`: the agent asked for; of the kinds `of_agents` those of other agents are not told.
    """

    method: str
    path: str
    about: str = PERSON
    extra: Mapping[str, Any] = field(default_factory=dict)
    of: Mapping[str, str] = field(default_factory=dict)
    shows: frozenset[str] = frozenset()
    must: frozenset[str] | None = None
    states: frozenset[str] = LIVE
    is_scoped: bool = True
    takes_scope: bool = True
    by_agent: bool = False
    agents_kinds: frozenset[str] | None = None
    by_run: bool = False
    by_keeper: bool = False
    by_manager: bool = False
    for_agent: str = ""
    of_agents: frozenset[str] = frozenset({"global", "globaltag"})
    is_whole: bool = False
    company_too: bool = False

    @property
    def writes(self) -> bool:
        return self.method != "GET" and not self.path.endswith(("/search", "/context", "/try", "/extract"))

    @property
    def is_reused(self) -> bool:
        """Whether it names a thing by an id that others have too."""
        return "{reused}" in self.path or "reused" in self.of.values()

    @property
    def names_things(self) -> bool:
        return "{" in self.path or bool(self.of)

    @property
    def used(self) -> set[str]:
        """The kinds of things that it names."""
        return {kind for _, kind, _, _ in Formatter().parse(self.path) if kind} | set(self.of.values())

    def named(self, ids: Mapping[str, Any]) -> list[str]:
        """How it names them, as it would stand in an answer."""
        return [ids[kind] if isinstance(ids[kind], str) else f'"id":{ids[kind]}' for kind in self.used]

    def tells_agents(self, kind: str) -> bool:
        """Whether rows of this kind are told to a key of some agents only where those took part."""
        return self.by_agent and (self.agents_kinds is None or kind in self.agents_kinds)

    def data(self, who: Mapping[str, str], scope_id: str, ids: Mapping[str, Any]) -> dict[str, Any]:
        """The body, or the query."""
        data = dict(self.extra) | {name: ids[kind] for name, kind in self.of.items()}
        if "ids" in data:
            data["ids"] = [data["ids"]]
        if self.about == PERSON:
            data |= who | ({"scope_id": scope_id} if self.takes_scope else {})
        return data

    def ask(self, api: Api, who: Mapping[str, str], scope_id: str, ids: Mapping[str, Any]) -> HttpResponse:
        """Send it; `who` is empty for somebody who may ask for themselves alone."""
        path, data = self.path.format(**ids), self.data(who, scope_id, ids)
        if self.method in {"GET", "DELETE"}:
            answer = getattr(api, self.method.lower())(path, **data)
        else:
            answer = getattr(api, self.method.lower())(path, data)
        if answer.streaming:
            return HttpResponse(b"".join(answer.streaming_content), status=answer.status_code, headers=answer.headers)
        return answer


def kinds(*names: str) -> frozenset[str]:
    return frozenset(names)


def _list(path: str, **options: Any) -> Way:
    return Way("GET", path, extra={"limit": 200} | options.pop("extra", {}), **options)


def _context(of: dict[str, str], *, must: frozenset[str], states: frozenset[str] = LIVE, **extra: Any) -> Way:
    """About a conversation; what was said in it stands in the context whatever it may teach."""
    asked = {"agent_id": "aone", "question": _QUESTION} | extra
    return Way(
        "POST", "/api/context", extra=asked, of=of, shows=_CONTEXT, must=must, states=states, company_too=True,
        by_agent=True, agents_kinds=_CONVERSATIONS, for_agent="aone",
    )  # fmt: skip


_FACT = "/api/profile/memory/{fact}"
_SESSION = "/api/sessions/{session}"
_REUSED = "/api/sessions/{reused}"
_CARD = kinds("preference", "metadata", "dreamlog", "nickname")
_TALK = {"agent_id": "aone", "session_id": "a-new-one"}
_QUESTION = "Which tea do I like? 我喜欢喝什么茶?"
_SAY = [{"role": "user", "content": "hello there"}]
_PERSONS_ROWS = FACTS | _CARD | kinds(
    "message", "summary", "episode", "held", "job", "joberror", "joboptions", "decision", "operation", "partlog",
    "asked", "remark", "global", "globaltag", "folder",
)  # fmt: skip

_CONVERSATIONS = kinds("message", "summary", "episode")
_CONTEXT = FACTS | kinds("global", "globaltag", "folder", "message", "summary", "episode")
_FOUND = FACTS | kinds("summary", "episode", "message")
_SEARCH = {"query": _QUESTION, "top_k": 100, "threshold": 0.0}
_TOLD = kinds("global", "globaltag")
_ANY_GLOBAL = LIVE | {"disabled", "unbound", "off"}
_GLOBAL = "/api/global-memories"
_GLOBALS: dict[tuple[str, str], Way] = {
    ("global-memories", "GET"): _list(_GLOBAL, shows=_TOLD, states=_ANY_GLOBAL),
    ("global-memories", "POST"): Way("POST", _GLOBAL, extra={"name": "new"}),
    ("global-memories-bulk", "POST"): Way("POST", f"{_GLOBAL}/bulk", extra={"action": "disable"}, of={"ids": "memory"}),
    ("global-memories-try", "POST"): Way(
        "POST",
        f"{_GLOBAL}/try",
        extra={"agent_id": "aone", "question": _QUESTION},
        shows=_TOLD,
        must=kinds("global"),
        company_too=True,
        for_agent="aone",
    ),
    ("global-memory", "GET"): Way("GET", f"{_GLOBAL}/{{memory}}", shows=_TOLD),
    ("global-memory", "PATCH"): Way("PATCH", f"{_GLOBAL}/{{memory}}", extra={"enabled": False}, shows=_TOLD),
    ("global-memory", "DELETE"): Way("DELETE", f"{_GLOBAL}/{{memory}}", shows=_TOLD),
    ("global-memory-restore", "POST"): Way(
        "POST", f"{_GLOBAL}/{{deleted_memory}}/restore", shows=_TOLD, states=frozenset({"deleted"})
    ),
    ("global-memory-copy", "POST"): Way("POST", f"{_GLOBAL}/{{memory}}/copy", shows=_TOLD),
    ("global-memory-folders", "GET"): _list(f"{_GLOBAL}/folders", shows=kinds("folder")),
    ("global-memory-folders", "POST"): Way("POST", f"{_GLOBAL}/folders", extra={"name": "new"}),
    ("global-memory-folder", "PATCH"): Way("PATCH", f"{_GLOBAL}/folders/{{folder}}", extra={"name": "else"}),
    ("global-memory-folder", "DELETE"): Way("DELETE", f"{_GLOBAL}/folders/{{folder}}", extra={"move_to": "none"}),
    ("global-memory-tags", "GET"): _list(f"{_GLOBAL}/tags", shows=kinds("globaltag"), states=_ANY_GLOBAL),
    ("global-memory-bindings", "GET"): _list(f"{_GLOBAL}/bindings"),
    ("global-memory-bindings", "POST"): Way(
        "POST", f"{_GLOBAL}/bindings", extra={"agent_id": "aone"}, of={"memory_id": "memory"}
    ),
    ("global-memory-binding", "PATCH"): Way(
        "PATCH", f"{_GLOBAL}/bindings/{{binding}}", extra={"enabled": False}, by_agent=True
    ),
    ("global-memory-binding", "DELETE"): Way("DELETE", f"{_GLOBAL}/bindings/{{binding}}", by_agent=True),
}


def _of_person(way: Way) -> Way:
    return replace(way, is_scoped=False)


def _of_tenant(way: Way) -> Way:
    extra = {**way.extra, "owner": "tenant"}
    return replace(way, about=TENANT, extra=extra, by_keeper=True, is_scoped=False)


WAYS: dict[tuple[str, str], list[Way]] = {
    ("profile", "GET"): [
        Way(
            "GET",
            "/api/profile",
            shows=_CARD | kinds("resident"),
            must=kinds("preference", "resident"),
            states=LIVE | {"expired"},
        ),
        Way(
            "GET",
            "/api/profile",
            extra={"status": "all"},
            shows=_CARD | kinds("resident"),
            must=kinds("resident"),
            states=EVERY_STATE,
        ),
    ],
    ("profile", "PUT"): [
        Way(
            "PUT",
            "/api/profile",
            extra={"preferences": {"model": "m"}},
            shows=_CARD | kinds("resident"),
            must=kinds("resident"),
            states=LIVE | {"expired"},
        )
    ],
    ("profile-touch", "POST"): [
        Way("POST", "/api/profile/touch", extra={"knowledge_base_id": "kb"}, shows=kinds("metadata"), takes_scope=False)
    ],
    ("profile-memory", "POST"): [Way("POST", "/api/profile/memory", extra={"content": "collects old maps"})],
    ("profile-fact", "GET"): [
        Way("GET", _FACT, shows=kinds("recalled")),
        Way("GET", "/api/profile/memory/{gone}", shows=kinds("recalled"), states=kinds("deprecated")),
    ],
    ("profile-fact", "PATCH"): [Way("PATCH", _FACT, extra={"pinned": True}, shows=kinds("recalled"))],
    ("profile-fact", "DELETE"): [Way("DELETE", _FACT, shows=kinds("recalled"))],
    ("profile-fact-restore", "POST"): [
        Way("POST", "/api/profile/memory/{gone}/restore", shows=kinds("recalled"), states=kinds("deprecated"))
    ],
    ("profile-fact-history", "GET"): [
        Way("GET", f"{_FACT}/history", shows=kinds("recalled", "message", "decision"), states=SAID)
    ],
    ("profile-pause", "POST"): [Way("POST", "/api/profile/pause", extra={"paused": False}, takes_scope=False)],
    ("profile-export", "GET"): [
        Way(
            "GET",
            "/api/profile/export",
            shows=_PERSONS_ROWS,
            must=FACTS | kinds("message"),
            states=ANYTHING,
            is_scoped=False,
            takes_scope=False,
            is_whole=True,
        )
    ],
    ("profile-erase", "POST"): [Way("POST", "/api/profile/erase", is_scoped=False, takes_scope=False, is_whole=True)],
    ("facts", "GET"): [
        _list("/api/facts", shows=FACTS, states=LIVE | {"expired"}),
        _list("/api/facts", extra={"status": "all"}, shows=FACTS, states=EVERY_STATE),
    ],
    ("messages", "POST"): [Way("POST", "/api/messages", extra=_TALK | {"messages": _SAY})],
    ("extract", "POST"): [Way("POST", "/api/extract", extra={"messages": _SAY})],
    ("session-message", "DELETE"): [Way("DELETE", f"{_SESSION}/messages/{{message}}", by_agent=True)],
    ("session-end", "POST"): [Way("POST", f"{_SESSION}/end", by_agent=True)],
    ("session-summary", "GET"): [
        Way("GET", f"{_SESSION}/summary", shows=kinds("summary"), by_agent=True),
        Way("GET", f"{_REUSED}/summary", shows=kinds("summary"), by_agent=True),
    ],
    ("session-summaries", "GET"): [
        _list(f"{_SESSION}/summaries", shows=kinds("summary"), by_agent=True),
        _list(f"{_REUSED}/summaries", shows=kinds("summary"), by_agent=True),
    ],
    ("session-messages", "GET"): [
        _list(f"{_SESSION}/messages", shows=kinds("message"), states=SAID, by_agent=True),
        _list(f"{_REUSED}/messages", shows=kinds("message"), states=SAID, by_agent=True),
    ],
    ("session", "DELETE"): [
        Way("DELETE", _SESSION, shows=FACTS, must=kinds(), states=EVERY_STATE, by_agent=True),
        Way("DELETE", _REUSED, shows=FACTS, must=FACTS, states=EVERY_STATE, by_agent=True),
    ],
    ("job", "GET"): [Way("GET", "/api/jobs/{job}", OWNER, shows=kinds("job"), by_agent=True)],
    ("job-undo", "POST"): [Way("POST", "/api/jobs/{job}/undo", OWNER, by_agent=True)],
    ("review", "GET"): [
        _list("/api/review", shows=kinds("held"), by_agent=True),
        _list("/api/review", about=DECIDED, shows=kinds("held"), by_agent=True, is_scoped=False),
    ],
    ("review-accept", "POST"): [Way("POST", "/api/review/{held}/accept", DECIDED, by_agent=True)],
    ("review-refuse", "POST"): [Way("POST", "/api/review/{held}/refuse", DECIDED, by_agent=True)],
    ("context", "POST"): [
        _context({}, session_id="a-new-one", must=kinds("resident", "recalled", "global", "message")),
        _context({"session_id": "reused"}, must=kinds("resident", "message", "summary", "global"), states=SAID),
        _context({"session_id": "session"}, must=kinds("resident", "global"), states=SAID),
    ],
    ("memories-search", "POST"): [
        Way(
            "POST",
            "/api/memories/search",
            extra=_SEARCH | {"include_messages": True, "explain": True},
            shows=_FOUND,
            by_agent=True,
            agents_kinds=_CONVERSATIONS,
        ),
        Way(
            "POST",
            "/api/memories/search",
            extra=_SEARCH | {"include_messages": True, "agent_id": "aone"},
            shows=_FOUND,
            by_agent=True,
            agents_kinds=_CONVERSATIONS,
            for_agent="aone",
            of_agents=_FOUND,
        ),
    ],
    ("observations", "GET"): [_list("/api/observations", shows=kinds("asked", "remark"), by_agent=True)],
    ("observation", "GET"): [
        Way("GET", "/api/observations/{observation}", DECIDED, shows=kinds("asked", "remark"), by_agent=True)
    ],
    ("observation-feedback", "POST"): [
        Way(
            "POST",
            "/api/observations/{observation}/feedback",
            DECIDED,
            extra={"rating": 1},
            shows=kinds("remark"),
            by_agent=True,
        )
    ],
    **{route: [_of_person(way), _of_tenant(way)] for route, way in _GLOBALS.items()},
    ("agents", "GET"): [_list("/api/agents", about=TENANT, shows=kinds("agent"))],
    ("agents", "POST"): [
        Way("POST", "/api/agents", TENANT, extra={"agent_id": "athree"}, shows=kinds("preference"), must=kinds())
    ],
    ("agent", "GET"): [Way("GET", "/api/agents/aone", TENANT, shows=kinds("agent"))],
    ("agent", "PATCH"): [Way("PATCH", "/api/agents/aone", TENANT, extra={"paused": False}, shows=kinds("agent"))],
    ("scopes", "GET"): [_list("/api/scopes", about=TENANT, shows=kinds("scope"))],
    ("scope", "GET"): [Way("GET", "/api/scopes/work", TENANT, shows=kinds("scope"))],
    ("scope", "PUT"): [
        Way("PUT", "/api/scopes/work", TENANT, extra={"enable_user_profile": True}, shows=kinds("scope"))
    ],
    ("admin-end-users", "GET"): [_list("/api/admin/end-users", about=MANAGED)],
    ("admin-end-user", "GET"): [_list("/api/admin/end-users/acme", about=MANAGED)],
    ("admin-dream", "POST"): [
        Way("POST", "/api/admin/dream", extra={"dry_run": True}, takes_scope=False, is_whole=True, by_manager=True),
        Way("POST", "/api/admin/dream", MANAGED, extra={"dry_run": True}),
    ],
    ("admin-dream-runs", "GET"): [_list("/api/admin/dream/runs", about=MANAGED)],
    ("admin-dream-run", "GET"): [
        _list(
            "/api/admin/dream/runs/{run}",
            about=MANAGED,
            shows=kinds("operation"),
            is_scoped=False,
            by_agent=True,
            by_run=True,
        )
    ],
    ("admin-dream-undo", "POST"): [
        Way("POST", "/api/admin/dream/runs/{run}/undo", MANAGED, by_agent=True, by_run=True)
    ],
    ("admin-jobs", "GET"): [
        _list("/api/admin/jobs", about=MANAGED, shows=kinds("job"), is_scoped=False, by_agent=True)
    ],
    ("admin-job-rerun", "POST"): [
        Way(
            "POST",
            "/api/admin/jobs/{job}/rerun",
            MANAGED,
            shows=kinds("job"),
            must=kinds(),
            is_scoped=False,
            by_agent=True,
        )
    ],
}

# What differs between two answers to one request.
VOLATILE = re.compile(r'"(\w+_at|\w+At|at|job_id|observation_id|retrieval_ms|build_ms)": ?("[^"]*"|\d+(?:\.\d+)?|null)')
