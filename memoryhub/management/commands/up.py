"""`manage.py up`: the whole service on one machine."""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections, transaction

from memoryhub import database, environment, queues
from memoryhub.environment import Start, WrongSetting
from memoryhub.home import Home, private
from memoryhub.supervisor import Supervisor
from profiles import firststart, issuers, keys


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
        Supervisor(chosen, home, server if is_embedded else None, once).run(partial(prepare, chosen, home))


def prepare(chosen: Start, home: Home) -> None:
    """Bring the database up to date, and make the first account and key. Runs before any program of the service."""
    with database.connect(settings.MEMORYHUB_DATABASE_URL) as connection:
        database.make_fit(connection)
    call_command("migrate", interactive=False, verbosity=0)
    if settings.CELERY_BROKER_URL.startswith("pgmq:"):
        queues.install(settings.MEMORYHUB_DATABASE_URL)
    make_first_start(chosen, home)
    keep_issuer(os.environ)
    connections.close_all()


def make_first_start(chosen: Start, home: Home) -> None:
    """Keep what the first start made where its owner finds it: committed only once the file is written."""
    try:
        with transaction.atomic():
            made = firststart.ensure(admin_password=chosen.admin_password, api_key=chosen.api_key)
            if made is None:
                return
            text = f"console   {chosen.address}/\naccount   {made.account}\npassword  {made.password}\nAPI key   {made.api_key}\n"
            private(home.first_start, text)
    except (firststart.Differs, keys.KeyTaken) as refused:
        raise WrongSetting(str(refused)) from refused
    except ValidationError as refused:
        raise WrongSetting(f"MEMORYHUB_API_KEY or MEMORYHUB_ADMIN_PASSWORD: {' '.join(refused.messages)}") from refused
    shown = f"{text}\nIt is kept" if sys.stdout.isatty() else "The first log-in and API key are"
    print(f"{shown} in {home.first_start}", flush=True)


def keep_issuer(values: Mapping[str, str]) -> None:
    """Let the tokens of the company's single sign-on in, if the environment names their issuer."""
    named = environment.token_issuer(values)
    if not named:
        return
    try:
        issuers.keep(issuers.Named(**named))
    except issuers.WrongIssuer as refused:
        raise WrongSetting(str(refused)) from refused
