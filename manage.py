#!/usr/bin/env python3
"""MemoryHub's commands: `up` runs the service, `doctor` says what is wrong, `help` lists the rest."""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from memoryhub import environment, home
from memoryhub.environment import CannotStart

# The client is a distribution of its own, which a clone does not install: the demonstration finds it where it lies.
CLIENT = Path(__file__).resolve().parent / "clients" / "python"


def main() -> None:
    sys.path.append(str(CLIENT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    is_starting = sys.argv[1:2] in (["up"], ["demo"], ["restore"])
    try:
        if is_starting:
            environment.start(os.environ)
        home.complete(os.environ, making=is_starting)
        execute_from_command_line(sys.argv)
    except CannotStart as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
