#!/usr/bin/env python3
"""MemoryHub's commands: `up` runs the service, `doctor` says what is wrong, `help` lists the rest."""

import os
import sys

from django.core.management import execute_from_command_line

from memoryhub import home
from memoryhub.environment import WrongSetting


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    try:
        home.complete(os.environ, making=sys.argv[1:2] in (["up"], ["demo"]))
        execute_from_command_line(sys.argv)
    except WrongSetting as wrong:
        sys.exit(f"{wrong}")


if __name__ == "__main__":
    main()
