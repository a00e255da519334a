"""The lines of the work log in the language of the reader, and what their details lead to."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from extraction import names
from observability import looks
from observability.labels import LABELS
from observability.models import WorkLogEntry
from profiles import story

MODULES: Mapping[str, object] = {
    looks.MODULE: _("Looks at contents"),
    "Agents": _("Agents"),
    "Conversations": _("Conversations"),
    "Dream": _("Dream"),
    "Erasure": _("Erasure"),
    "Export": _("Export"),
    "Global memories": _("Global memories"),
    "Import": _("Import"),
    "Jobs": _("Background work"),
    "Keys": _("Keys"),
    "Members": _("Members"),
    "Models": _("Models"),
    "Observability": _("Records"),
    "Playground": _("Playground"),
    "Profile": _("Memory of a person"),
    "Recall": _("Recall"),
    "Review": _("Review list"),
    "Scopes": _("Scopes"),
    "Search": _("Search"),
    "Tenants": _("Organisation"),
}

# The work log keeps the English constant; whoever reads it reads their own language.
SENTENCES: Mapping[str, object] = {
    "A binding was switched.": _("A binding was switched."),
    "A conversation was deleted.": _("A conversation was deleted."),
    "A dream was taken back.": _("A dream was taken back."),
    "A fact was added.": _("A fact was added."),
    "A fact was changed.": _("A fact was changed."),
    "A fact was deleted.": _("A fact was deleted."),
    "A fact was restored.": _("A fact was restored."),
    "A folder was changed.": _("A folder was changed."),
    "A folder was deleted.": _("A folder was deleted."),
    "A folder was made.": _("A folder was made."),
    "A global memory was bound.": _("A global memory was bound."),
    "A global memory was changed.": _("A global memory was changed."),
    "A global memory was deleted.": _("A global memory was deleted."),
    "A global memory was restored.": _("A global memory was restored."),
    "A global memory was unbound.": _("A global memory was unbound."),
    "A global memory was written.": _("A global memory was written."),
    "A job failed for the last time.": _("A job failed for the last time."),
    "A membership was changed.": _("A membership was changed."),
    "A membership was ended.": _("A membership was ended."),
    "A membership was made.": _("A membership was made."),
    "A message was deleted.": _("A message was deleted."),
    "A person was erased.": _("A person was erased."),
    "A profile was exported.": _("A profile was exported."),
    "A proposal of a dream was taken back.": _("A proposal of a dream was taken back."),
    "A rehearsal of the dream ended.": _("A rehearsal of the dream ended."),
    "A rehearsal of the dream ended; it did not succeed for everybody.": _(
        "A rehearsal of the dream ended; it did not succeed for everybody."
    ),
    "All vectors are by another embedding model.": _("All vectors are by another embedding model."),
    "An API key was changed.": _("An API key was changed."),
    "An API key was made.": _("An API key was made."),
    "An API key was replaced and ends later.": _("An API key was replaced and ends later."),
    "An API key was revoked.": _("An API key was revoked."),
    "An account got a new password.": _("An account got a new password."),
    "An account was linked to a person.": _("An account was linked to a person."),
    "An account was unlinked from a person.": _("An account was unlinked from a person."),
    "An issuer of tokens was changed.": _("An issuer of tokens was changed."),
    "An issuer of tokens was made.": _("An issuer of tokens was made."),
    "An issuer of tokens was set from the environment.": _("An issuer of tokens was set from the environment."),
    "Earlier versions of a global memory were deleted.": _("Earlier versions of a global memory were deleted."),
    "Facts were deleted by a replacement.": _("Facts were deleted by a replacement."),
    "Facts were deleted.": _("Facts were deleted."),
    "Facts were imported.": _("Facts were imported."),
    "Facts were restored.": _("Facts were restored."),
    "Jobs were started again.": _("Jobs were started again."),
    "Many global memories were changed.": _("Many global memories were changed."),
    "Memory was paused for an agent.": _("Memory was paused for an agent."),
    "Memory was paused for everybody.": _("Memory was paused for everybody."),
    "Memory was paused in a conversation.": _("Memory was paused in a conversation."),
    "Memory was paused.": _("Memory was paused."),
    "Memory was resumed for an agent.": _("Memory was resumed for an agent."),
    "Memory was resumed for everybody.": _("Memory was resumed for everybody."),
    "Memory was resumed in a conversation.": _("Memory was resumed in a conversation."),
    "Memory was resumed.": _("Memory was resumed."),
    "Messages were sent for a person from the playground.": _("Messages were sent for a person from the playground."),
    "Rows about what the service did could not be written.": _("Rows about what the service did could not be written."),
    "Somebody's content was looked at.": _("Somebody's content was looked at."),
    "Something that waited was accepted.": _("Something that waited was accepted."),
    "Something that waited was refused.": _("Something that waited was refused."),
    "The budget for model calls of this day is used up; learning waits.": _(
        "The budget for model calls of this day is used up; learning waits."
    ),
    "The contexts of an hour took longer than they should.": _("The contexts of an hour took longer than they should."),
    "The dream ended.": _("The dream ended."),
    "The dream ended; it did not succeed for everybody.": _("The dream ended; it did not succeed for everybody."),
    "The settings of a scope were changed.": _("The settings of a scope were changed."),
    "What a dream did for a person was taken back.": _("What a dream did for a person was taken back."),
    "What a job learned was taken back.": _("What a job learned was taken back."),
    "What was found in an hour fits its questions less than it should.": _(
        "What was found in an hour fits its questions less than it should."
    ),
    "Wishes about the memory were carried out.": _("Wishes about the memory were carried out."),
}

# Columns have their labels already; these are figures and ids that no column has.
OTHER_LABELS: Mapping[str, object] = {
    "added": _("facts added"),
    "agent": _("agent"),
    "account": _("account"),
    "asked": _("asked for"),
    "attempts": _("attempts"),
    "binding": _("binding"),
    "bound": _("the line"),
    "budget": _("budget"),
    "changed": _("what was changed"),
    "children": _("folders in it"),
    "done": _("done"),
    "enabled": _("switched on"),
    "evicted": _("facts that made room"),
    "facts": _("facts"),
    "facts_forgotten": _("its facts were forgotten, too"),
    "failed": _("failed"),
    "folders": _("folders in it"),
    "former_vectors": _("former vectors removed"),
    "held": _("waiting for a person's word"),
    "hour": _("hour"),
    "issuer": _("issuer"),
    "job": _("job"),
    "jobs": _("jobs"),
    "kept": _("what stayed as it is"),
    "known": _("known already"),
    "left": _("people left"),
    "line": _("measure"),
    "lines": _("lines"),
    "member": _("membership"),
    "memories": _("memories"),
    "memory": _("global memory"),
    "merged": _("put together"),
    "messages": _("messages"),
    "number": _("number"),
    "older": _("said earlier than what is known"),
    "operation": _("proposal"),
    "outdated": _("retired"),
    "receipt": _("receipt"),
    "refused": _("refused"),
    "requests": _("requests"),
    "rows": _("rows"),
    "skipped": _("passed over"),
    "spent": _("spent"),
    "table": _("table"),
    "users": _("people"),
}
MEASURES: Mapping[str, object] = {"latency": _("time (ms)"), "score": _("score")}
YES, NO = _("yes"), _("no")
# What their owners are told of as theirs.
LOOKED_AT: Mapping[object, object] = {"dreampart": _("what a dream did with the facts of a person")}
SOMETHING = _("something of a person")


@dataclass(frozen=True)
class Detail:
    """One word and what it stands for; `links` lead to the things that are named, each with its text."""

    label: str
    text: str = ""
    links: tuple[tuple[str, str], ...] = ()


def module(name: str) -> str:
    return str(MODULES.get(name, name))


def sentence(entry: WorkLogEntry) -> str:
    """What happened, with the reason where one is told; a line of a later release is shown as it was written."""
    said = str(SENTENCES.get(entry.message, entry.message))
    reason = entry.details.get("reason") if isinstance(entry.details, dict) else None
    why = names.HELD if entry.module == "Review" else names.REASONS
    return f"{said} {why[reason]}" if isinstance(reason, str) and reason in why else said


def details(entry: WorkLogEntry) -> Iterator[Detail]:
    found = entry.details if isinstance(entry.details, dict) else {}
    for word, value in found.items():
        if entry.message == looks.MESSAGE and word == "model":
            yield Detail(str(_("What")), str(LOOKED_AT.get(value) or story.LOOKS.get(value, SOMETHING)))
        elif value not in ("", None, [], {}):
            yield Detail(_label(word), _text(word, value), tuple(_links(word, value, found)))


def _label(word: str) -> str:
    return capfirst(str(OTHER_LABELS.get(word) or LABELS.get(word) or names.count(word)))


def _links(word: str, value: Any, found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Where the things are to be seen that a detail names by their number."""
    if word in ("job", "jobs"):
        for key in value if isinstance(value, list) else [value]:
            if isinstance(key, int):
                yield reverse("work-job", args=[key]), str(key)
    if word == "run" and isinstance(value, int):
        yield reverse("dream", args=[value]), str(value)
    if word == "part" and isinstance(value, int) and isinstance(found.get("run"), int):
        yield reverse("dream-part", args=[found["run"], value]), str(value)


def _text(word: str, value: Any) -> str:
    """A value as people read it."""
    if word in SPOKEN:
        return SPOKEN[word](value)
    if isinstance(value, bool):
        return str(YES if value else NO)
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    if isinstance(value, dict):
        return "; ".join(f"{key}: {names.KEPT.get(str(one), one)}" for key, one in value.items())
    return str(value)


def _hour(value: Any) -> str:
    try:
        return formats.date_format(timezone.localtime(datetime.fromisoformat(str(value))), "DATETIME_FORMAT")
    except ValueError:
        return str(value)


SPOKEN: Mapping[str, Callable[[Any], str]] = {
    "hour": _hour,
    "reason": lambda value: str(names.HELD.get(value) or names.reason(str(value))),
    "kind": lambda value: str(names.KINDS.get(value, value)),
    "line": lambda value: str(MEASURES.get(value, value)),
    "changed": lambda value: ", ".join(str(LABELS.get(one, one)) for one in value),
}
