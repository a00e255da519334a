"""The log files of the programs, kept from growing without end."""

import shutil
from pathlib import Path

LARGEST_LOG = 20 * 1024 * 1024  # bytes; one older file of the same size is kept beside it


def keep_small(folder: Path, largest: int = LARGEST_LOG) -> None:
    """Copy a log that has grown too large to `NAME.log.1` and empty it; its program goes on writing to it."""
    for log in folder.glob("*.log"):
        if log.stat().st_size > largest:
            shutil.copyfile(log, log.with_name(log.name + ".1"))
            with log.open("r+b") as file:
                file.truncate(0)
