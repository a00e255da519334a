"""`manage.py demo`: the whole service, and beside it a sample of what it does."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from memoryhub.management.commands import up


class Command(BaseCommand):
    help = "Run the whole service, send it the bundled conversations and show what it learned from them."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        up.run(once=(sys.executable, "manage.py", "showsample"))
