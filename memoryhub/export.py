"""Everything that is stored about one person, one JSON object a line, read in pages however much it is.

Every model says itself whether its rows are exported (`EXPORTED_AS`), and every column goes along that is not left out
by name below: what is added later is exported without a word here. Message keys become the ids that callers gave.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.db import models
from django.http import StreamingHttpResponse

from observability import looks, worklog
from profiles import document, identity, reading
from profiles.identity import Named
from profiles.models import Fact, Profile
from summaries.models import Message

FORMAT = 1
PAGE = 1_000  # rows in memory at a time
NDJSON = "application/x-ndjson"
FILE_NAME = "memoryhub-export.jsonl"  # names nobody: it lands in lists of downloads

# What a line of each group is called, in the order of the file. A group that is not named here comes last, as it is.
KINDS = {
    "facts": "fact",
    "events": "event",
    "decisions": "decision",
    "held": "held",
    "sessions": "session",
    "messages": "message",
    "summaries": "summary",
    "episodes": "episode",
    "global_memory_folders": "global_memory_folder",
    "global_memories": "global_memory",
    "global_memory_versions": "global_memory_version",
    "global_memory_bindings": "global_memory_binding",
    "dreams": "dream",
    "dream_operations": "dream_operation",
    "jobs": "job",
    "observations": "observation",
    "context_texts": "context_text",
    "feedback": "feedback",
    "memory_feedback": "memory_feedback",
}
PROFILE, END = "profile", "end"
EXPORT = "export"  # what the owner sees among the looks

# Whose it is stands in the first line; the rest is the service's own: hashes, keys of slots, claims of workers, the
# index of words.
LEFT_OUT = frozenset(
    {
        "profile",
        "tenant",
        "profile_id",
        "tenant_id",
        "company_id",
        "owner_key",
        "content_hash",
        "slot_key",
        "claimed_by",
        "leased_until",
        "words",
    }
)
# Columns that hold primary keys of messages.
MESSAGE_KEYS = frozenset({"evidence", "message_ids", "first_message_id", "last_message_id", "covers_through"})
# Columns of a profile that count for the service alone.
OF_THE_SERVICE = frozenset({"id", "kind", "facts_version", "preferences_version", "dreamed_through", "forgettings"})
# What of a fact the V2 document does not say, under keys of its kind.
BEYOND_THE_DOCUMENT = {
    "source_role": "sourceRole",
    "evidence": "evidence",
    "valid_from": "validFrom",
    "valid_to": "validTo",
    "said_at": "saidAt",
    "confirmed_at": "confirmedAt",
    "status_at": "statusAt",
    "last_seen_at": "lastSeenAt",
}

Line = dict[str, Any]
References = Mapping[int, dict[str, str]]


@dataclass(frozen=True)
class Column:
    """A column and its key in a line. `related` is the attribute to show of what it leads to, '' for a plain value."""

    name: str
    key: str
    related: str = ""
    is_text: bool = False


@dataclass(frozen=True)
class Group:
    """The exported models of one name, and how their lines are called."""

    name: str
    models: tuple[type[models.Model], ...]

    @property
    def kind(self) -> str:
        return KINDS.get(self.name, self.name)


def lines(person: Named, profile: Profile | None, *, now: datetime) -> Iterator[str]:
    """The file, line by line; the last line counts the others, so that a file that was cut off is told from a whole.

    Of somebody unknown it has only the first line and the last.
    """
    counts: Counter[str] = Counter()
    yield _text(_first(person, profile, now))
    for group in groups():
        for line in _of_group(group, profile) if profile else ():
            counts[group.kind] += 1
            yield _text({"kind": group.kind, **line})
    yield _text({"kind": END, "counts": counts})


def response(person: Named, profile: Profile | None, *, now: datetime) -> StreamingHttpResponse:
    """The lines as a file to keep, sent while they are read."""
    return StreamingHttpResponse(
        lines(person, profile, now=now),
        content_type=NDJSON,
        headers={"Content-Disposition": f'attachment; filename="{FILE_NAME}"', "X-Accel-Buffering": "no"},
    )


def log(profile: Profile, *, actor: str, is_owner: bool) -> None:
    """Write down that everything was taken out; that somebody else did, the owner can see."""
    worklog.publish(
        tenant_id=profile.tenant_id,
        profile_id=profile.pk,
        module="Export",
        level="info",
        actor=actor,
        message="A profile was exported.",
        details={"profile": profile.pk},
    )
    if not is_owner:
        looks.record(tenant_id=profile.tenant_id, profile_id=profile.pk, actor=actor, model=EXPORT, key=profile.pk)


def groups() -> list[Group]:
    """What the models declare, without the profile, which is the first line."""
    declared: dict[str, list[type[models.Model]]] = {}
    for model in apps.get_models():
        declared.setdefault(getattr(model, "EXPORTED_AS", ""), []).append(model)
    names = [*KINDS, *sorted(declared.keys() - KINDS.keys() - {"", PROFILE})]
    return [Group(name, tuple(declared[name])) for name in names if name in declared]


def _first(person: Named, profile: Profile | None, now: datetime) -> Line:
    line = {"kind": PROFILE, "format": FORMAT, "exported_at": document.moment(now), "known": profile is not None}
    return line | _identity(person, profile) | (_of_profile(profile) if profile else {})


def _identity(person: Named, profile: Profile | None) -> Line:
    if person.kind != identity.USER:
        return {"end_user_id": person.end_user_id, "end_sub_user_id": person.end_sub_user_id}
    known = profile.user if profile else person
    return {"user_id": person.user_id, "nickname": known.nickname, "avatar": known.avatar}


def _of_profile(profile: Profile) -> Line:
    """What was loaded and waits in the legacy column goes along as it is; its statements stand among the facts too."""
    line = _line(profile, _columns_of(Profile, leave_out=LEFT_OUT | OF_THE_SERVICE), {})
    waiting = line.pop("memory")
    return line if waiting is None else line | {"legacy_document": waiting}


def _of_group(group: Group, profile: Profile) -> Iterator[Line]:
    for model in group.models:
        columns = _columns_of(model)
        for page in _pages(model, profile):
            known = _references(page, profile)
            yield from (_fact(row, known) if isinstance(row, Fact) else _line(row, columns, known) for row in page)
    if Fact in group.models:
        yield from (_fact(fact, {}) for fact in reading.waiting_of(profile, reading.EVERY_STATUS))


def _pages(model: type[models.Model], profile: Profile) -> Iterator[list[models.Model]]:
    """By key, not by a cursor of the server: nothing is held open while a slow client reads."""
    names = {field.name for field in model._meta.concrete_fields}
    own = {"profile": profile.pk} if "profile" in names else {"profile_id": profile.pk}
    rows = model._default_manager.filter(**own).order_by("pk")
    columns = _columns_of(model)
    foreign = [column for column in columns if column.related]
    if foreign:
        rows = rows.select_related(*(column.name for column in foreign)).only(
            *(column.name for column in columns), *(f"{column.name}__{column.related}" for column in foreign)
        )
    last = 0
    while page := list(rows.filter(pk__gt=last)[:PAGE]):
        yield page
        last = page[-1].pk


def _columns_of(model: type[models.Model], *, leave_out: frozenset[str] = LEFT_OUT) -> list[Column]:
    """The columns of a line, under their own names; what a row belongs to is named by the id that callers know."""
    return [_column(model, field) for field in model._meta.concrete_fields if field.name not in leave_out]


def _column(model: type[models.Model], field: "models.Field[Any, Any]") -> Column:
    if isinstance(field, models.ForeignKey):
        key = f"{field.name}_id"
        names = {one.name for one in field.related_model._meta.concrete_fields}
        return Column(field.name, key=key, related=key if key in names else field.related_model._meta.pk.name)
    # `kind` says on every line what the line is.
    key = f"{model._meta.model_name}_kind" if field.name == "kind" else field.name
    return Column(field.name, key=key, is_text=isinstance(field, models.TextField))


def _references(page: Sequence[models.Model], profile: Profile) -> References:
    """The ids of the messages that these rows name, as far as they are still stored."""
    keys = {key for row in page for name in MESSAGE_KEYS for key in _keys(getattr(row, name, None))}
    if not keys:
        return {}
    rows = Message.objects.filter(profile=profile, pk__in=keys).values_list("pk", "session__session_id", "message_id")
    return {key: {"session_id": session_id, "message_id": message_id} for key, session_id, message_id in rows}


def _keys(value: object) -> Iterable[int]:
    return value if isinstance(value, list) else [value] if isinstance(value, int) else []


def _fact(fact: Fact, references: References) -> Line:
    """The keys of the V2 document, the classic form, and everything else that a fact has."""
    further = {key: _value(fact, name, references) for name, key in BEYOND_THE_DOCUMENT.items()}
    return reading.wire(fact) | {"text": fact.stored_text} | further


def _line(row: models.Model, columns: Sequence[Column], references: References) -> Line:
    """What is deleted says so and keeps its words to itself."""
    is_deleted = getattr(row, "deleted_at", None) is not None
    line: Line = {}
    for column in columns:
        if is_deleted and column.is_text:
            line[column.key] = ""
        elif column.related:
            line[column.key] = getattr(getattr(row, column.name), column.related, None)
        else:
            line[column.key] = _value(row, column.name, references)
    return line


def _value(row: models.Model, name: str, references: References) -> Any:
    value = getattr(row, name)
    if name not in MESSAGE_KEYS:
        return value
    known = [references[key] for key in _keys(value) if key in references]
    return known if isinstance(value, list) else next(iter(known), None)


def _text(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, default=_plain) + "\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return document.moment(value)
    if isinstance(value, date | Decimal):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be exported")
