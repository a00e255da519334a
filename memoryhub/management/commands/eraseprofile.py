"""`manage.py eraseprofile`: one person, or a company with all its people, taken out of every table."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from engine.errors import Refused
from memoryhub import erasure
from memoryhub.management import person
from profiles.changes import SYSTEM_ACTOR
from profiles.identity import Named


class Command(BaseCommand):
    help = "Erase one person for good. What stays is a receipt with counts; backups keep their own retention."

    def add_arguments(self, parser: CommandParser) -> None:
        person.add_arguments(parser)
        parser.add_argument("--include-sub-accounts", action="store_true", help="of a company: all its people too")
        parser.add_argument("--yes", action="store_true", help="do not ask for the id once more")

    def handle(self, *args: Any, **options: Any) -> None:
        named = person.named(options)
        try:
            if not options["yes"]:
                erasure.check_confirmation(named, self._typed(named))
            erased = erasure.erase(
                named,
                actor=SYSTEM_ACTOR,
                now=timezone.now(),
                include_sub_accounts=options["include_sub_accounts"],
            )
        except Refused as refused:
            raise CommandError(str(refused.sentence)) from refused
        for kind, number in sorted(erased.counts.items()):
            self.stdout.write(f"{number:>8}  {kind}")
        receipts = ", ".join(str(receipt.pk) for receipt in erased.receipts)
        self.stdout.write(f"Erased; receipt {receipts}. Copies in backups go when the backups' own retention ends.")

    def _typed(self, named: Named) -> str:
        if not sys.stdin.isatty():
            raise CommandError("Nobody is there to confirm it: say --yes.")
        self.stdout.write("This takes everything away for good. Type the id of the person to go on:")
        return input().strip()
