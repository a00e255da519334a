"""How child processes are started so that none outlives its parent."""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1  # linux/prctl.h
CLONE_NEWUSER = 0x10000000  # linux/sched.h
MAPPED_ID = 1000  # who root is inside the user namespace; any ordinary id does

# Loaded before any fork: between fork and exec nothing may be imported.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(how: signal.Signals = signal.SIGKILL) -> None:
    """Ask the kernel to signal this process when its parent is gone. Elsewhere than on Linux it does nothing."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, int(how), 0, 0, 0)


def leave_root() -> None:
    """Become an ordinary user inside a user namespace of one's own; files stay root's on the outside."""
    uid, gid = os.geteuid(), os.getegid()
    if _libc is None or _libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "user namespaces are refused here")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{MAPPED_ID} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{MAPPED_ID} {gid} 1")


def namespaces_work() -> bool:
    """Whether a child of ours may leave root that way: containers often refuse it."""
    try:
        return start(["true"], become=leave_root).wait() == 0
    except subprocess.SubprocessError:
        return False


@dataclass(frozen=True)
class Account:
    """An ordinary user that root can become."""

    uid: int
    gid: int

    def become(self) -> None:
        os.setgroups([])
        os.setgid(self.gid)
        os.setuid(self.uid)


def ordinary_account(names: Sequence[str]) -> Account | None:
    """The first of these accounts that exists."""
    for name in names:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(found.pw_uid, found.pw_gid)
    return None


def start(
    command: Sequence[str],
    *,
    log: IO[bytes] | int | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    on_parent_death: signal.Signals = signal.SIGKILL,
    become: Callable[[], None] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own (a Ctrl-C reaches only us) that dies when we die.

    `become` runs in the child before the program, to change who it is. The death signal is set after it, since a
    change of identity clears it.
    """
    parent = os.getpid()

    def prepare() -> None:
        if become is not None:
            become()
        die_with_parent(on_parent_death)
        if os.getppid() != parent:
            os._exit(1)

    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT if log is not None else None,
        env=dict(env) if env is not None else None,
        cwd=cwd,
        start_new_session=True,
        preexec_fn=prepare,
    )


def stop(process: subprocess.Popen[bytes], *, how: signal.Signals | None = signal.SIGTERM, patience: float) -> None:
    """Ask a child to end (unless `how` is None: it was asked), and end it when its patience in seconds is used up."""
    if process.poll() is None:
        if how is not None:
            process.send_signal(how)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
