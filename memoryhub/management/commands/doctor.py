"""`manage.py doctor`: what is well, and what to do about the rest."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memoryhub import diagnosis


class Command(BaseCommand):
    help = "Look at settings, database, broker, models, memory and clock; exit code 1 when something is wrong."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--at-start", action="store_true", help="say only what is wrong and no start refuses")

    def handle(self, *args: Any, **options: Any) -> None:
        is_at_start = options["at_start"]
        is_well = True
        for finding in diagnosis.examine_at_start() if is_at_start else diagnosis.examine():
            is_well = is_well and finding.is_well
            if not (is_at_start and finding.is_well):
                self.stdout.write(f"{'ok' if finding.is_well else '!!'}  {finding.subject}: {finding.sentence}")
                self.stdout.flush()
        if not is_well:
            sys.exit(1)
