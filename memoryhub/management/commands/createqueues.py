"""`manage.py createqueues`: the queues in PostgreSQL, for machines that are not started by `up`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from memoryhub import queues


class Command(BaseCommand):
    help = "Make the queues in PostgreSQL unless they exist. Needed once, and only without a CELERY_BROKER_URL."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.CELERY_BROKER_URL.startswith("pgmq:"):
            raise CommandError("CELERY_BROKER_URL names a broker of its own: there is nothing to make.")
        queues.install(settings.MEMORYHUB_DATABASE_URL)
        self.stdout.write(f"The queues {', '.join(queues.NAMES)} are there.")
