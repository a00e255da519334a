"""The legacy column: a V1 or V2 document that was loaded in bulk, read at once and taken in by the first write."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from profiles import admission, document, wording
from profiles.changes import SYSTEM_ACTOR, New, Origin
from profiles.lifecycle import Source, Status
from profiles.models import HeldItem, Profile
from profiles.models.tenants import DEFAULT_SCOPE

A_DAY = timedelta(days=1)  # ahead: another time zone
# Its documents know of no types.
TYPE = "user_fact"
ORIGIN = Origin(SYSTEM_ACTOR, Source.IMPORT)


def news(profile: Profile, *, contacts: str = "") -> list[New]:
    """The statements of the column that may be facts, in their order; empty when it holds no document.

    `contacts` is what the default scope does with them; '' looks it up.
    """
    return [new for new, verdict in _judged(profile, contacts) if not _waits(new, verdict)]


def take_in(profile: Profile, *, now: datetime) -> list[New]:
    """Empty the column of a locked profile, put what looks suspicious on hold, and return the rest as changes.

    A value that is no document stays where it is. The caller saves the profile.
    """
    if not document.is_document(profile.memory):
        return []
    judged = list(_judged(profile))
    profile.memory = None
    HeldItem.objects.bulk_create(
        [
            HeldItem(
                profile=profile,
                content=new.content,
                type=new.type,
                source=Source.IMPORT,
                reason=verdict.reason,
                created_at=now,
            )
            for new, verdict in judged
            if _waits(new, verdict)
        ],
        ignore_conflicts=True,
    )
    return [_dated(new, now) for new, verdict in judged if not _waits(new, verdict)]


def _waits(new: New, verdict: admission.Admitted) -> bool:
    """Only what would be in force needs a person's word; what is history is in no prompt."""
    return verdict.outcome == admission.HELD and new.status is Status.ACTIVE


def _dated(new: New, now: datetime) -> New:
    """What is dated ahead gets the time of the upgrade: it would stand above everything said from now on."""
    return replace(new, written_at=None) if new.written_at and new.written_at > now + A_DAY else new


def _judged(profile: Profile, contacts: str = "") -> Iterator[tuple[New, admission.Admitted]]:
    seen = set()
    entries = document.entries(profile.memory)
    if entries and not contacts:
        contacts = wording.contacts_in(profile, DEFAULT_SCOPE)
    for entry in entries:
        verdict = admission.admit_loaded(entry.content, contacts=contacts)
        if verdict.content and verdict.content not in seen:
            seen.add(verdict.content)
            yield _new(entry, verdict.content), verdict


def _new(entry: document.Entry, content: str) -> New:
    known = {source.value: source for source in Source}
    return New(
        content=content,
        type=TYPE,
        status=entry.status,
        source=known.get(entry.source, Source.IMPORT),
        written_at=_moment(entry.updated_at),
        reason="import",
    )


def _moment(text: str) -> datetime | None:
    """None when there is no readable time; without an offset it is read in the project's zone."""
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    if found is None:
        return None
    return found if timezone.is_aware(found) else timezone.make_aware(found)
