"""The first call to make with an API key, in a line that can be pasted into a shell."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from profiles import firstcall
from profiles.models import ApiKey


def command(key: ApiKey, text: str, *, base_url: str) -> str:
    """A call that this key may make, as far as it is confined; the first right that it has decides which."""
    method, path, body = _call(key)
    return firstcall.shell(method, base_url + path, body, key=text)


def _call(key: ApiKey) -> tuple[str, str, Mapping[str, Any] | None]:
    """Method, path and body."""
    whom = {"end_user_id": key.end_user_prefix or "acme", **_scope(key)}
    agent = firstcall.PLACE | ({"agent_id": key.agents[0]} if key.agents else {})
    if ApiKey.Scope.INGEST in key.scopes:
        said = {"role": "user", "content": firstcall.said()}
        return "POST", "/api/messages", {**whom, **agent, "messages": [said]}
    if ApiKey.Scope.READ in key.scopes:
        return "POST", "/api/context", {**whom, **agent, "question": firstcall.question()}
    if ApiKey.Scope.WRITE in key.scopes:
        return "GET", f"/api/review?{urlencode(whom)}", None
    return "GET", "/api/scopes", None


def _scope(key: ApiKey) -> dict[str, str]:
    return {"scope_id": key.scope_ids[0]} if key.scope_ids else {}
