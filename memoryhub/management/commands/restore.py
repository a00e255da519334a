"""`manage.py restore`: bring a backup back, into a new home or in place of what is there."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from memoryhub import backup, environment, queues
from memoryhub.environment import CannotStart
from memoryhub.home import Home, private


class Command(BaseCommand):
    help = "Bring back what `backup` saved. The service must not run; what the database holds goes only by --replace."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="throw away what the database holds now")

    def handle(self, *args: Any, **options: Any) -> None:
        home = Home(environment.home(os.environ))
        own_key = home.secret_key.read_text("utf-8").strip() if home.secret_key.exists() else ""
        try:
            found = backup.read(options["file"])
            with ExitStack() as open_things:
                is_embedded = _run_server(home, open_things)
                known = MigrationLoader(None).disk_migrations
                backup.restore(found, settings.MEMORYHUB_DATABASE_URL, known, replaces=options["replace"])
                if is_embedded:
                    private(home.secret_key, found.secret_key + "\n")
                _bring_up_to_date()
        except CannotStart as failure:
            raise CommandError(str(failure)) from failure
        self.stdout.write(f"The backup of {found.manifest.made_at} is back; start the service.")
        # Of an embedded service the key of the home was brought back, too, unless the environment names another one.
        if found.secret_key != settings.SECRET_KEY and not (is_embedded and own_key == settings.SECRET_KEY):
            self.stderr.write(f"Set MEMORYHUB_SECRET_KEY to that of the backup: unzip -p {options['file']} secret-key")


def _run_server(home: Home, open_things: ExitStack) -> bool:
    """Whether the database is the embedded one, which runs as long as we need it then. Raises HomeTaken."""
    server = home.server()
    if server.url() != settings.MEMORYHUB_DATABASE_URL:
        return False
    open_things.enter_context(home.lock())
    server.log = open_things.enter_context((home.logs / "postgres.log").open("ab"))
    open_things.callback(server.stop)
    server.start()
    server.create_database()
    return True


def _bring_up_to_date() -> None:
    """The backup may be older than this release, and the queues are not in it."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        connections.close_all()
    if settings.CELERY_BROKER_URL.startswith("pgmq:"):
        queues.install(settings.MEMORYHUB_DATABASE_URL)
