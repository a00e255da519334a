"""Calls of the API, ready to be pasted into a shell."""

import json
import shlex
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE

KEY = "YOUR-KEY"
# Where the examples are said and asked.
PLACE = {"agent_id": "my-agent", "session_id": "first-conversation"}


def said() -> str:
    """What the person of an example says."""
    return _("I live in Lisbon and I am allergic to peanuts.")


def question() -> str:
    """What they ask, once that is known."""
    return _("What should I cook tonight?")


def identity_of(profile: Profile) -> dict[str, str]:
    """The keys by which the API names this person."""
    if profile.kind == Profile.Kind.USER:
        return {"user_id": profile.user.user_id}
    named = {"end_user_id": profile.end_user.end_user_id, "end_sub_user_id": profile.end_user.end_sub_user_id}
    return {key: value for key, value in named.items() if value}


def base_of(request: HttpRequest) -> str:
    """The address at which programs reach this service, without a slash at its end."""
    return str(settings.MEMORYHUB_PUBLIC_URL or request.build_absolute_uri("/")).rstrip("/")


def command(profile: Profile, *, base_url: str, said: str, scope_id: str = DEFAULT_SCOPE) -> str:
    """A curl command that sends one message of this person; the reader puts in a key of their own."""
    scope = {} if scope_id == DEFAULT_SCOPE else {"scope_id": scope_id}
    return message({**identity_of(profile), **scope}, base_url=base_url, said=said)


def message(whom: Mapping[str, str], *, base_url: str, said: str) -> str:
    """The same of somebody under the keys by which the API names them."""
    body = {**whom, **PLACE, "messages": [{"role": "user", "content": said}]}
    return shell("POST", f"{base_url}/api/messages", body)


def shell(method: str, url: str, body: Mapping[str, Any] | None = None, *, key: str = KEY) -> str:
    """One call as a curl command, whatever quotes and line breaks are in it."""
    lines = [f"curl -X {method} {shlex.quote(url)}", f"-H {shlex.quote(f'Authorization: Api-Key {key}')}"]
    if body is not None:
        lines += ["-H 'Content-Type: application/json'", f"-d {shlex.quote(_visible(body))}"]
    return " \\\n  ".join(lines)


def _visible(body: Mapping[str, Any]) -> str:
    """JSON in which everything can be seen: signs that turn the direction of the text would hide what is pasted."""
    text = json.dumps(body, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)
