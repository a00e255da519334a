"""Which right each route asks of an API key (I5), and who else may use it."""

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from engine.errors import Refused
from profiles import identity
from profiles.identity import Caller
from profiles.models import ApiKey

if TYPE_CHECKING:
    from rest_framework.views import APIView  # loads this module itself, by the name in the settings

INGEST, READ = ApiKey.Scope.INGEST.value, ApiKey.Scope.READ.value
WRITE, ADMIN = ApiKey.Scope.WRITE.value, ApiKey.Scope.ADMIN.value

# Any one of the scopes opens the route. A route or method that is missing here is open to nobody.
TABLE: dict[str, dict[str, frozenset[str]]] = {
    "profile": {"GET": frozenset({READ}), "PUT": frozenset({WRITE})},
    "profile-touch": {"POST": frozenset({INGEST})},
    "profile-memory": {"POST": frozenset({WRITE})},
    "profile-fact": {"GET": frozenset({READ}), "PATCH": frozenset({WRITE}), "DELETE": frozenset({WRITE})},
    "profile-fact-restore": {"POST": frozenset({WRITE})},
    "profile-fact-history": {"GET": frozenset({READ})},
    "profile-pause": {"POST": frozenset({WRITE})},
    "profile-export": {"GET": frozenset({ADMIN})},
    "profile-erase": {"POST": frozenset({ADMIN})},
    "facts": {"GET": frozenset({READ})},
    "extract": {"POST": frozenset({INGEST})},
    "messages": {"POST": frozenset({INGEST})},
    "session-message": {"DELETE": frozenset({WRITE})},
    "session-end": {"POST": frozenset({INGEST})},
    "session-summary": {"GET": frozenset({READ})},
    "session-summaries": {"GET": frozenset({READ})},
    "session-messages": {"GET": frozenset({READ})},
    "session": {"DELETE": frozenset({WRITE})},
    "job": {"GET": frozenset({INGEST, READ})},
    "job-undo": {"POST": frozenset({WRITE})},
    "review": {"GET": frozenset({WRITE})},
    "review-accept": {"POST": frozenset({WRITE})},
    "review-refuse": {"POST": frozenset({WRITE})},
    "memories-search": {"POST": frozenset({READ})},
    "context": {"POST": frozenset({READ})},
    "observations": {"GET": frozenset({READ})},
    "observation": {"GET": frozenset({READ})},
    "observation-feedback": {"POST": frozenset({INGEST})},
    "global-memories": {"GET": frozenset({READ}), "POST": frozenset({WRITE})},
    "global-memories-bulk": {"POST": frozenset({WRITE})},
    "global-memories-try": {"POST": frozenset({READ})},
    "global-memory": {"GET": frozenset({READ}), "PATCH": frozenset({WRITE}), "DELETE": frozenset({WRITE})},
    "global-memory-restore": {"POST": frozenset({WRITE})},
    "global-memory-copy": {"POST": frozenset({WRITE})},
    "global-memory-folders": {"GET": frozenset({READ}), "POST": frozenset({WRITE})},
    "global-memory-folder": {"PATCH": frozenset({WRITE}), "DELETE": frozenset({WRITE})},
    "global-memory-tags": {"GET": frozenset({READ})},
    "global-memory-bindings": {"GET": frozenset({READ}), "POST": frozenset({WRITE})},
    "global-memory-binding": {"PATCH": frozenset({WRITE}), "DELETE": frozenset({WRITE})},
    "agents": {"GET": frozenset({READ}), "POST": frozenset({WRITE})},
    "agent": {"GET": frozenset({READ}), "PATCH": frozenset({WRITE})},
    "scopes": {"GET": frozenset({ADMIN})},
    "scope": {"GET": frozenset({ADMIN}), "PUT": frozenset({ADMIN})},
    "admin-end-users": {"GET": frozenset({ADMIN})},
    "admin-end-user": {"GET": frozenset({ADMIN})},
    "admin-dream": {"POST": frozenset({ADMIN})},
    "admin-dream-runs": {"GET": frozenset({ADMIN})},
    "admin-dream-run": {"GET": frozenset({ADMIN})},
    "admin-dream-undo": {"POST": frozenset({ADMIN})},
    "admin-jobs": {"GET": frozenset({ADMIN})},
    "admin-job-rerun": {"POST": frozenset({ADMIN})},
}

# Asked of a key as management is, and open to everybody who comes as themself: it is about nobody else.
ONES_OWN = frozenset({"profile-export", "profile-erase"})


class ScopeMissing(Refused):
    code = "scope_missing"
    status = 403


class MayUseRoute(BasePermission):
    """A key needs one of the route's scopes; tokens and sessions use what is their own, administrators the rest."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        caller = identity.caller_of(request)
        if request.method == "OPTIONS" or request.method not in view.allowed_methods:
            return True  # DRF answers 405
        match: Any = request.resolver_match
        asked = "GET" if request.method == "HEAD" else str(request.method)
        scopes = TABLE.get(match.url_name, {}).get(asked, frozenset())
        return _may(caller, scopes, is_ones_own=match.url_name in ONES_OWN)


def _may(caller: Caller, scopes: frozenset[str], *, is_ones_own: bool) -> bool:
    if not scopes:
        return False
    if caller.key is not None:
        if scopes.isdisjoint(caller.key.scopes):
            raise ScopeMissing(f"This key lacks the scope {' or '.join(sorted(scopes))}.")
        return True
    return is_ones_own or caller.is_administrator or scopes != {ADMIN}
