"""`manage.py importfacts FILE`: facts from elsewhere, or from an export, into people's profiles."""

import os
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from observability import worklog
from profiles import identity, import_lines, loading, weighing
from profiles.changes import SYSTEM_ACTOR
from profiles.identity import Named
from profiles.import_lines import Draft, Reader, Statement, WrongLine
from profiles.models import Tenant
from profiles.models.tenants import DEFAULT_SCOPE, DEFAULT_TENANT
from profiles.weighing import Asked, Weighed

# Statements of one transaction: large enough for COPY to pay, small enough to hold nobody's lock for long.
BATCH = 5_000
Numbered = tuple[int, Draft | WrongLine]

# Statements that one process weighs at a time, and chunks that wait for each other.
CHUNK = 1_000
AHEAD = 6
# Refused lines that are told one by one; the rest is counted.
TOLD = 100
# How the command ends when a part of the file was refused.
PARTLY = 3


class Command(BaseCommand):
    help = (
        "Import facts from a JSONL file: one fact or one V1 or V2 document a line, or an export. What is known already is "
        "skipped, so that the same file can be imported again. Broken lines are told by number, the rest goes in."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file, - for standard input")
        parser.add_argument("--tenant", default=DEFAULT_TENANT, help="whose people they are (default: %(default)s)")
        parser.add_argument("--user-id", default="", help="the employee whose the lines are that name nobody")
        parser.add_argument("--end-user-id", default="", help="the end user whose the lines are that name nobody")
        parser.add_argument("--end-sub-user-id", default="")
        parser.add_argument("--scope-id", default=DEFAULT_SCOPE, help="the scope of lines that name none")
        parser.add_argument("--dry-run", action="store_true", help="read and judge every line, and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"There is no tenant named {options['tenant']}.")
        own = dict(tenant.scope_configs.exclude(contacts="").values_list("scope_id", "contacts"))
        reader = Reader(
            tenant.pk,
            person=_person(tenant, options),
            scope_id=_scope(options),
            contacts=own,
            usual_contacts=settings.MEMORYHUB_CONTACTS,
            now=timezone.now(),
        )
        counts, started = Counter[str](), time.monotonic()
        with _opened(options["file"]) as lines:
            for batch in self._batches(lines, reader, counts):
                counts["statements"] += len(batch)
                if not options["dry_run"]:
                    counts += loading.load(batch, now=timezone.now()).counts
        if not options["dry_run"]:
            _log(tenant, counts)
        counts["skipped"] = sum(reader.skipped.values())
        self._report(counts, time.monotonic() - started, is_dry=options["dry_run"])

    def _batches(self, lines: TextIO, reader: Reader, counts: Counter[str]) -> Iterator[list[Statement]]:
        """Statements in transactions' worth; refused ones are told on the way."""
        batch: list[Statement] = []
        for number, one in _completed(_chunks(_drafts(lines, reader, counts))):
            if isinstance(one, WrongLine):
                self._refuse(number, one, counts)
                continue
            batch.append(one)
            if len(batch) == BATCH:
                yield batch
                batch = []
        if batch:
            yield batch

    def _refuse(self, number: int, wrong: WrongLine, counts: Counter[str]) -> None:
        counts["refused"] += 1
        if counts["refused"] <= TOLD:
            self.stderr.write(f"line {number}: {wrong}")

    def _report(self, counts: Counter[str], seconds: float, *, is_dry: bool) -> None:
        skipped = counts["skipped"]
        if is_dry:
            self.stdout.write(
                f"{counts['lines']} lines, {counts['statements']} statements could be imported, {counts['refused']}"
                f" refused, {skipped} lines of another kind skipped. Nothing was stored."
            )
        else:
            self.stdout.write(
                f"{counts['added']} facts added in {seconds:.1f} s ({counts['older']} older and {counts['evicted']} crowded"
                f" out, kept in the history); {counts['known']} known already, {counts['held']} wait on the review list,"
                f" {counts['refused']} refused, {skipped} lines of another kind skipped; {counts['people']} people are"
                " new. Vectors follow in the background."
            )
        if counts["refused"] > TOLD:
            self.stderr.write(f"... and {counts['refused'] - TOLD} more")
        if counts["refused"]:
            raise CommandError("Some lines were refused; everything else was read.", returncode=PARTLY)


def _drafts(lines: TextIO, reader: Reader, counts: Counter[str]) -> Iterator[Numbered]:
    for number, text in enumerate(lines, start=1):
        if text.strip():
            counts["lines"] += 1
            yield from ((number, one) for one in reader.read(number, text))


def _chunks(drafts: Iterator[Numbered]) -> Iterator[list[Numbered]]:
    while chunk := list(islice(drafts, CHUNK)):
        yield chunk


def _completed(chunks: Iterator[list[Numbered]]) -> Iterator[tuple[int, Statement | WrongLine]]:
    """In the order of the file. What one chunk holds is weighed at once; a longer file by a process for each core,
    while this one reads and writes. Only a few chunks wait at a time, however long it is.
    """
    first = next(chunks, [])
    yield from _join(first, weighing.weigh(_asked(first)))
    second = next(chunks, [])
    if not second:
        return
    waiting: deque[tuple[list[Numbered], Future[list[Weighed]]]] = deque()
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for chunk in chain([second], chunks):
            waiting.append((chunk, pool.submit(weighing.weigh, _asked(chunk))))
            if len(waiting) >= AHEAD:
                done, weighed = waiting.popleft()
                yield from _join(done, weighed.result())
        for done, weighed in waiting:
            yield from _join(done, weighed.result())


def _asked(chunk: list[Numbered]) -> list[Asked]:
    return [one.asked for _, one in chunk if isinstance(one, Draft)]


def _join(chunk: list[Numbered], weighed: list[Weighed]) -> Iterator[tuple[int, Statement | WrongLine]]:
    answers = iter(weighed)
    for number, one in chunk:
        yield number, one.completed(next(answers)) if isinstance(one, Draft) else one


def _person(tenant: Tenant, options: dict[str, Any]) -> Named | None:
    named = {name: options[name] for name in ("user_id", "end_user_id", "end_sub_user_id") if options[name]}
    try:
        return import_lines.person_of(named, tenant.pk)
    except WrongLine as wrong:
        raise CommandError(f"Of the options: {wrong}.") from None


def _scope(options: dict[str, Any]) -> str:
    scope: str = options["scope_id"]
    if not identity.SCOPE_ID.match(scope):
        raise CommandError(identity.SCOPE_SENTENCE)
    return scope


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    """The file as text. Bytes that are no UTF-8 become marks, so that one bad line does not end the import."""
    if name == "-":
        yield sys.stdin
        return
    try:
        with Path(name).open(encoding="utf-8-sig", errors="replace") as file:
            yield file
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None


def _log(tenant: Tenant, counts: Counter[str]) -> None:
    worklog.publish(
        tenant_id=tenant.pk,
        module="Import",
        level="warning" if counts["refused"] else "success",
        actor=SYSTEM_ACTOR,
        message="Facts were imported.",
        details={name: counts[name] for name in ("lines", "added", "known", "held", "evicted", "older", "refused")},
    )
