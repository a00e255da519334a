"""`manage.py up`: the whole service on one machine."""

import os
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections

from memoryhub import database, environment, queues
from memoryhub.home import Home
from memoryhub.programs import QUEUES
from memoryhub.supervisor import Supervisor


class Command(BaseCommand):
    help = "Run the whole service: PostgreSQL unless DATABASE_URL names one, web, workers and scheduler."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        run()


def run(once: Sequence[str] = ()) -> None:
    """Serve until a signal asks for the end. Raises CannotStart.

    `once` is a command that is run beside the service as soon as it is ready.
    """
    chosen = environment.start(os.environ)
    home = Home(chosen.home)
    server = home.server()
    is_embedded = server.url() == settings.MEMORYHUB_DATABASE_URL
    with home.lock():
        Supervisor(chosen, home, server if is_embedded else None, once).run(prepare)


def prepare() -> None:
    """Bring the database up to date. Runs before any program of the service does."""
    with database.connect(settings.MEMORYHUB_DATABASE_URL) as connection:
        database.make_fit(connection)
    call_command("migrate", interactive=False, verbosity=0)
    if settings.CELERY_BROKER_URL.startswith("pgmq:"):
        queues.install(settings.MEMORYHUB_DATABASE_URL, list(QUEUES))
    connections.close_all()
