"""`manage.py doctor`: what is well, and what to do about the rest."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from memoryhub import diagnosis


class Command(BaseCommand):
    help = "Look at settings, database, broker, models, memory and clock; exit code 1 when something is wrong."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        is_well = True
        for finding in diagnosis.examine():
            is_well = is_well and finding.is_well
            self.stdout.write(f"{'ok' if finding.is_well else '!!'}  {finding.subject}: {finding.sentence}")
            self.stdout.flush()
        if not is_well:
            sys.exit(1)
