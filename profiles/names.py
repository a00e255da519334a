"""What people call the types, sources and states of facts."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from profiles.lifecycle import Source, Status

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

TYPES: dict[str, "StrPromise"] = {
    "user_profile": _("About you"),
    "user_goal": _("Goals"),
    "user_constraint": _("Limits and conditions"),
    "user_preference": _("Likes and dislikes"),
    "user_fact": _("Other facts"),
    "assistant_decision": _("Decisions with an agent"),
    "assistant_constraint": _("Conditions agreed with an agent"),
    "assistant_plan": _("Plans with an agent"),
    "assistant_action": _("What an agent did"),
    "semantic_memory": _("Knowledge"),
    "episodic_memory": _("Events"),
}

# The names of types as they are said of somebody else.
TYPES_OF_OTHERS: dict[str, "StrPromise"] = {**TYPES, "user_profile": _("About this person")}

SOURCE_NAMES: dict[str, "StrPromise"] = {
    Source.EXTRACTION: _("learned from a conversation"),
    Source.DREAM: _("tidied overnight"),
    Source.API: _("written by a program"),
    Source.CONSOLE: _("written by hand"),
    Source.INSTRUCTION: _("asked for in a conversation"),
    Source.IMPORT: _("taken over from earlier records"),
}

STATUS_NAMES: dict[str, "StrPromise"] = {
    Status.ACTIVE: _("remembered"),
    Status.SUPERSEDED: _("replaced"),
    Status.DEPRECATED: _("forgotten"),
}
