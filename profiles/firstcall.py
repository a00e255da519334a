"""The call that fills an empty memory, ready to be pasted into a shell."""

import json
import shlex

from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE


def identity_of(profile: Profile) -> dict[str, str]:
    """The keys by which the API names this person."""
    if profile.kind == Profile.Kind.USER:
        return {"user_id": profile.user.user_id}
    named = {"end_user_id": profile.end_user.end_user_id, "end_sub_user_id": profile.end_user.end_sub_user_id}
    return {key: value for key, value in named.items() if value}


def command(profile: Profile, *, base_url: str, said: str, scope_id: str = DEFAULT_SCOPE) -> str:
    """A curl command that sends one message of this person; the reader puts in a key of their own."""
    scope = {} if scope_id == DEFAULT_SCOPE else {"scope_id": scope_id}
    body = {
        **identity_of(profile),
        **scope,
        "agent_id": "my-agent",
        "session_id": "first-conversation",
        "messages": [{"role": "user", "content": said}],
    }
    lines = (
        f"curl -X POST {shlex.quote(base_url + '/api/messages')}",
        "-H 'Authorization: Api-Key YOUR-KEY'",
        "-H 'Content-Type: application/json'",
        f"-d {shlex.quote(json.dumps(body, ensure_ascii=False))}",
    )
    return " \\\n  ".join(lines)
