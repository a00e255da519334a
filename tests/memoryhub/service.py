"""A whole service started as an operator would, and what can be seen of it from outside."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from memoryhub import processes

BASE_DIR = Path(__file__).resolve().parent.parent.parent
PATIENCE = 120.0  # seconds, on a machine that is busy with other things


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def manage(*words: str, env: dict[str, str], timeout: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    command = [sys.executable, str(BASE_DIR / "manage.py"), *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=timeout, check=False)


def await_true(what: Callable[[], object], *, patience: float = PATIENCE) -> None:
    deadline = time.monotonic() + patience
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


@dataclass
class Service:
    env: dict[str, str]
    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.env['MEMORYHUB_PORT']}"

    @property
    def output(self) -> str:
        return "".join(self.lines)

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.output
        return f"MemoryHub is ready: {self.url}\n" in self.lines

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def children(self) -> dict[int, str]:
        """The direct children and their command lines."""
        return {pid: command_line(pid) for pid in children_of(self.process.pid)}

    def child(self, words: str) -> int:
        """The one direct child whose command line contains these words, 0 when there is none just now."""
        found = [pid for pid, command in self.children().items() if words in command]
        return found[0] if found else 0

    def family(self) -> list[int]:
        """All descendants."""
        found, waiting = [], [self.process.pid]
        while waiting:
            below = children_of(waiting.pop())
            found += below
            waiting += below
        return found

    def read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.append(line)


@contextmanager
def running(env: dict[str, str], *words: str) -> Iterator[Service]:
    """`manage.py up` (or other words) on a free port, ready; stopped at the end."""
    env = {"MEMORYHUB_PORT": str(free_port()), **env}
    command = [sys.executable, str(BASE_DIR / "manage.py"), *(words or ("up",))]
    process = subprocess.Popen(
        command,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=partial(processes.die_with_parent, signal.SIGTERM),
    )
    service = Service(env, process)
    reader = threading.Thread(target=service.read, daemon=True)
    reader.start()
    try:
        await_true(service.is_ready)
        yield service
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        reader.join(PATIENCE)


def children_of(pid: int) -> list[int]:
    with suppress(OSError):
        threads = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    return []


def command_line(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""


def is_alive(pid: int) -> bool:
    """Whether it does anything any more: a zombie does not."""
    try:
        os.kill(pid, 0)
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
