"""`manage.py backup`: everything that must be kept, in one file, while the service runs."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from memoryhub import backup, environment
from memoryhub.environment import CannotStart
from memoryhub.home import Home, HomeTaken


class Command(BaseCommand):
    help = "Save the database and the secret key in one file that only its owner can read; the service may run."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", type=Path, help="a file, or a folder in which one named after the time is made")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with ExitStack() as open_things:
                run_server(open_things)
                file = backup.make(
                    settings.MEMORYHUB_DATABASE_URL, settings.SECRET_KEY, options["target"], now=timezone.now()
                )
        except CannotStart as failure:
            raise CommandError(str(failure)) from failure
        self.stdout.write(
            f"{file} ({file.stat().st_size:,} bytes) holds the database and the secret key: keep it safe."
        )


def run_server(open_things: ExitStack) -> None:
    """Start the embedded PostgreSQL for as long as we need it, unless the service has it running."""
    home = Home(environment.home(os.environ))
    server = home.server()
    if server.url() != settings.MEMORYHUB_DATABASE_URL:
        return
    try:
        open_things.enter_context(home.lock())
    except HomeTaken:
        return
    server.log = open_things.enter_context((home.logs / "postgres.log").open("ab"))
    open_things.callback(server.stop)
    server.start()
