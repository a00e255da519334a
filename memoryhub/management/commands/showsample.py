"""`manage.py showsample`: send the bundled conversations to the running service and show what became of them."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memoryhub import environment, sample
from memoryhub.home import Home


class Command(BaseCommand):
    help = "Send the bundled conversations to the running service and show what it learned; `demo` does both."

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = environment.start(os.environ)
        try:
            show = sample.Show(chosen.address, sample.key_of(Home(chosen.home)), Home(chosen.home))
            for person in sample.people():
                for line in show.of(person):
                    self.stdout.write(line)
                    self.stdout.flush()
        except sample.SampleFailed as failure:
            raise CommandError(str(failure)) from failure
