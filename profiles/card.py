"""What stands about a person besides facts: preferences, names, and what they used lately."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.errors import Refused
from engine.text import normal
from profiles import identity
from profiles.models import Profile, UserProfile

RECENT_AGENTS = "recent_agents"
RECENT_KNOWLEDGE_BASES = "recent_knowledge_bases"
MOST_RECENT = 20
LONGEST_NAME = 128  # characters of a model's or a language's name


def check_preferences(preferences: Mapping[str, Any], *, field: str = "preferences") -> None:
    """Raise Refused (`field_invalid`) when a known preference has a wrong value. Unknown ones may be anything.

    `field` is the part of the request that they stand in: an agent's settings are of the same kind.
    """
    for name, value in preferences.items():
        rule = _RULES.get(name)
        if rule and not rule[0](value):
            raise Refused(f"{field}.{name} must be {rule[1]}.", code="field_invalid", field=f"{field}.{name}")


def update(
    profile: Profile, *, now: datetime, preferences: dict[str, Any] | None = None, nickname: str | None = None,
    avatar: str | None = None,
) -> None:  # fmt: skip
    """Replace what is given in a locked profile; None stays as it is. Raises Refused for an end user's nickname."""
    names = {"nickname": nickname, "avatar": avatar}
    given = {name: normal.single_line(value) for name, value in names.items() if value is not None}
    if profile.kind != identity.USER:
        _refuse_names(given)
        given = {}
    changes = False
    if given:
        rows = UserProfile.objects.filter(pk=profile.pk)
        changes = rows.exclude(**given).update(**given) > 0
    if preferences is not None and preferences != profile.preferences:
        profile.preferences = preferences
        changes = True
    if changes:
        profile.preferences_version += 1
        profile.updated_at = now
        profile.save(update_fields=["preferences", "preferences_version", "updated_at"])


def touch(profile: Profile, *, agent_id: str = "", knowledge_base_id: str = "") -> bool:
    """Note in a locked profile what was used just now, newest first; whether that was news."""
    used = {RECENT_AGENTS: agent_id, RECENT_KNOWLEDGE_BASES: knowledge_base_id}
    metadata = dict(profile.metadata)
    for name, value in used.items():
        if value:
            metadata[name] = _in_front(metadata.get(name), value)
    if metadata == profile.metadata:
        return False
    profile.metadata = metadata
    profile.save(update_fields=["metadata"])
    return True


def _in_front(recent: object, value: str) -> list[Any]:
    others = [one for one in recent if one != value] if isinstance(recent, list) else []
    return [value, *others][:MOST_RECENT]


def _refuse_names(given: Mapping[str, str]) -> None:
    for name, value in given.items():
        if value:
            raise Refused(f"Only employees have a {name}: leave it out.", code="field_invalid", field=name)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _is_share(value: object, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 10_000_000


_NAME = f"a text of 1 to {LONGEST_NAME} characters"
_RULES = {
    "model": (_is_name, _NAME),
    "language": (_is_name, _NAME),
    "temperature": (lambda value: _is_share(value, 2), "a number from 0 to 2"),
    "top_p": (lambda value: _is_share(value, 1), "a number from 0 to 1"),
    "max_tokens": (_is_count, "a whole number of at least 1"),
}
