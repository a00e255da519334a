"""The folder of the embedded service: where its data, secret key, logs and lock are."""

import fcntl
import os
import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from memoryhub import environment
from memoryhub.environment import CannotStart
from memoryhub.postgres import Server


class HomeTaken(CannotStart):
    """Another MemoryHub runs on this home."""


@dataclass(frozen=True)
class Home:
    path: Path

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def first_start(self) -> Path:
        return self.path / "first-start.txt"

    @property
    def secret_key(self) -> Path:
        return self.path / "secret-key"

    def server(self, log: IO[bytes] | None = None) -> Server:
        """The embedded PostgreSQL of this home, not started."""
        return Server(self.path / "postgres" / "data", log=log)

    def make(self) -> None:
        """Create the folder for its owner alone, and a secret key in it, unless they are there."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.logs.mkdir(exist_ok=True, mode=0o700)
        if not self.secret_key.exists():
            private(self.secret_key, secrets.token_urlsafe(48) + "\n")

    def lock(self) -> IO[str]:
        """Hold the returned file open for as long as the home is in use. Raises HomeTaken."""
        held = (self.path / "lock").open("a+", encoding="utf-8")
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            held.seek(0)
            by = held.read().strip()
            held.close()
            raise HomeTaken(
                f"MemoryHub already runs on {self.path} (process {by}): stop it first, or set MEMORYHUB_HOME to "
                "another folder."
            ) from taken
        held.truncate(0)
        held.write(f"{os.getpid()}\n")
        held.flush()
        return held


def private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    unfinished.replace(path)


def complete(values: MutableMapping[str, str], *, making: bool) -> None:
    """Fill in what the embedded service knows by itself: its secret key and where its database is.

    `making` creates a home that is not there yet; otherwise one is only read.
    """
    here = Home(environment.home(values))
    if making:
        here.make()
    if here.secret_key.exists() and not values.get("MEMORYHUB_SECRET_KEY"):
        values["MEMORYHUB_SECRET_KEY"] = here.secret_key.read_text(encoding="utf-8").strip()
    if here.path.exists() and not values.get("DATABASE_URL"):
        values["DATABASE_URL"] = here.server().url()
