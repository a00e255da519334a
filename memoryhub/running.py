"""Which processes of the service run on a home, and how much memory they take."""

from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
# What a command line contains, and what its process is called then; the first that fits.
NAMES = {
    "gunicorn": "web",
    "--queues learning": "learning",
    "--queues dream": "dream",
    "--queues background": "background",
    "celery -A memoryhub beat": "beat",
    "postgres": "postgres",
    "manage.py": "supervisor",
}


def processes(home: Path) -> dict[str, int]:
    """Megabytes by name of program, its children included; empty when nothing runs, or where /proc does not exist.

    Memory that processes share is counted in parts, so that the sum is true.
    """
    supervisor = _owner(home)
    if supervisor is None:
        return {}
    found: dict[str, int] = {}
    waiting = [(supervisor, "supervisor")]
    while waiting:
        pid, name = waiting.pop()
        found[name] = found.get(name, 0) + _kilobytes(pid)
        waiting += [(child, _name(child) or name) for child in _children(pid)]
    return {name: round(kilobytes / 1024) for name, kilobytes in found.items()}


def _owner(home: Path) -> int | None:
    with suppress(OSError, ValueError):
        pid = int((home / "lock").read_text(encoding="utf-8"))
        if "manage.py" in _command(pid):
            return pid
    return None


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        threads = list((PROC / str(pid) / "task").iterdir())
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    return []


def _name(pid: int) -> str:
    command = _command(pid)
    return next((name for words, name in NAMES.items() if words in command), "")


def _command(pid: int) -> str:
    with suppress(OSError):
        return (PROC / str(pid) / "cmdline").read_text(errors="replace").replace("\0", " ")
    return ""


def _kilobytes(pid: int) -> int:
    with suppress(OSError):
        for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0
