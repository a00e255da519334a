"""The events of a fact, told in sentences, in the language of the reader."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.text import normal
from profiles.changes import SYSTEM_ACTOR
from profiles.lifecycle import Source, Status
from profiles.models import FactEvent

CREATED = {
    Source.EXTRACTION: gettext_lazy("Learned from a conversation."),
    Source.DREAM: gettext_lazy("Put together overnight from earlier facts."),
    Source.API: gettext_lazy("Written through the API."),
    Source.CONSOLE: gettext_lazy("Written by hand."),
    Source.INSTRUCTION: gettext_lazy("Remembered because it was asked for in a conversation."),
    Source.IMPORT: gettext_lazy("Taken over from earlier records."),
}

SUPERSEDED = {
    "edited": gettext_lazy("Replaced by a corrected wording."),
    "slot": gettext_lazy("Replaced by a newer statement about the same thing."),
    "older": gettext_lazy("Set aside, because a statement about the same thing was said later."),
    "merged": gettext_lazy("Joined with other facts that say the same."),
    "outdated": gettext_lazy("No longer true, as a later conversation showed."),
    "expired": gettext_lazy("No longer valid: its time has passed."),
    "evicted": gettext_lazy("Set aside to make room: there were too many facts."),
    "reworded": gettext_lazy("Replaced by a more informative wording."),
    "replaced": gettext_lazy("Replaced by a newer statement."),
    "split": gettext_lazy("Taken apart, because one part of it changed."),
    "instructed": gettext_lazy("Corrected because it was asked for in a conversation."),
    "undone": gettext_lazy("Taken back."),
    "feedback": gettext_lazy("No longer held to be true, as somebody found in an answer."),
}

DEPRECATED = {
    "undone": gettext_lazy("Taken back."),
    "instructed": gettext_lazy("Forgotten because it was asked for in a conversation."),
}

UNCHANGED = {
    "pinned": gettext_lazy("Pinned: it is kept whatever else is tidied away."),
    "unpinned": gettext_lazy("No longer pinned."),
    "type": gettext_lazy("Moved to another group."),
}

ACTIVE = {
    "said_again": gettext_lazy("Back in force: it was said again."),
    "undone": gettext_lazy("Back in force: the last change was undone."),
    "restored": gettext_lazy("Restored."),
    "instructed": gettext_lazy("Back in force: it was asked for in a conversation."),
}


def sentence(event: FactEvent) -> str:
    """What happened to the fact, without who did it and when."""
    if event.from_status == event.to_status:
        return str(UNCHANGED.get(event.reason, gettext_lazy("Changed.")))
    if event.to_status == Status.DEPRECATED:
        return str(DEPRECATED.get(event.reason, gettext_lazy("Forgotten.")))
    if event.from_status == "":
        return _written(event)
    if event.to_status == Status.SUPERSEDED:
        return str(SUPERSEDED.get(event.reason, gettext_lazy("Replaced.")))
    return str(ACTIVE.get(event.reason, gettext_lazy("Back in force.")))


def _written(event: FactEvent) -> str:
    if event.reason == "edited":
        return _("Written as a correction of an earlier wording.")
    if event.reason == "accepted":
        return _("Let through by a person, after it had waited.")
    return str(CREATED.get(Source(event.source), gettext_lazy("Written.")))


def who(actor: str, *, own: frozenset[str], accounts: Mapping[int, str]) -> str:
    """Who did it, as the reader may know them. `own` are the actors that are the reader, `accounts` names by key."""
    if actor in own:
        return _("you")
    if actor == SYSTEM_ACTOR:
        return _("the service")
    kind, _colon, name = actor.partition(":")
    if kind == "key":
        return _("a program (key %(prefix)s…)") % {"prefix": name}
    if kind == "account" and (key := normal.whole_number(name)) is not None:
        return accounts.get(key) or _("an account that no longer exists")
    return _("the person themselves") if kind == "user" else actor


def accounts_in(actors: list[str]) -> set[int]:
    """Keys of the accounts among these actors."""
    named = (normal.whole_number(actor.removeprefix("account:")) for actor in actors if actor.startswith("account:"))
    return {key for key in named if key is not None}


LOOKS = {
    "context": gettext_lazy("what an agent is told about you"),
    "export": gettext_lazy("everything: an export"),
    "fact": gettext_lazy("a fact"),
    "factevent": gettext_lazy("an event in the history of a fact"),
    "helditem": gettext_lazy("a statement that waits for a decision"),
    "decision": gettext_lazy("why a statement was kept or left out"),
    "dreampart": gettext_lazy("what a dream did with your facts"),
    "member": gettext_lazy("everything, as its own: an account was linked to you"),
    "profile": gettext_lazy("the profile"),
    "userprofile": gettext_lazy("the name and picture"),
    "message": gettext_lazy("a message"),
    "session": gettext_lazy("a conversation"),
    "summarysnapshot": gettext_lazy("the summary of a conversation"),
    "episodesummary": gettext_lazy("what a conversation was about"),
    "observation": gettext_lazy("a question and what was found for it"),
    "feedback": gettext_lazy("feedback"),
    "modelcall": gettext_lazy("a call to the model"),
    "idempotencykey": gettext_lazy("the answer to a request"),
}


def looked_at(details: Mapping[str, object]) -> str:
    """What somebody looked at, told from the details of a work-log entry."""
    return str(LOOKS.get(str(details.get("model")), gettext_lazy("something of yours")))
