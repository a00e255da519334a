"""`manage.py exportprofile`: everything that is stored about one person, as a file of JSON lines."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from memoryhub import export
from memoryhub.management import person
from profiles import identity
from profiles.changes import SYSTEM_ACTOR

STANDARD = "-"


class Command(BaseCommand):
    help = "Write everything that is stored about one person as JSON lines; the person can see that it was done."

    def add_arguments(self, parser: CommandParser) -> None:
        person.add_arguments(parser)
        parser.add_argument("--output", default=STANDARD, help="the file to write (default: standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        named = person.named(options)
        profile = identity.find(named)
        if profile is None:
            raise CommandError("Nothing is stored about this person.")
        with transaction.atomic():
            export.log(profile, actor=SYSTEM_ACTOR, is_owner=False)
        lines = export.lines(named, profile, now=timezone.now())
        if options["output"] == STANDARD:
            sys.stdout.writelines(lines)
            return
        written = _write(Path(options["output"]), lines)
        self.stderr.write(f"{written} lines written to {options['output']}.")


def _write(path: Path, lines: Iterator[str]) -> int:
    """Readable by its writer alone, and under its name only when it is whole; answers how many lines it has."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    written = 0
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            for line in lines:
                file.write(line)
                written += 1
        unfinished.replace(path)
    except OSError as failed:
        raise CommandError(f"The file cannot be written: {failed.strerror}.") from failed
    finally:
        unfinished.unlink(missing_ok=True)
    return written
