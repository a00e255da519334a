"""One process that starts the service, keeps its programs alive and stops them in order, the database last."""

import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, NoReturn

from memoryhub import processes, programs
from memoryhub.environment import Start, WrongSetting
from memoryhub.home import Home
from memoryhub.logfiles import keep_small
from memoryhub.postgres import Server, ServerFailed
from memoryhub.programs import Program

BASE_DIR = Path(__file__).resolve().parent.parent

LOOK_EVERY = 0.2  # seconds between two looks at the children
STEADY = 60.0  # seconds after which a program counts as well again
LONGEST_PAUSE = 30.0  # seconds between two attempts to start it
WEB_PATIENCE = 60.0  # seconds until somebody is told that the web server does not answer
PORT_PATIENCE = 3.0  # seconds: the children of a killed supervisor may hold the port for a moment
TRIM_LOGS_EVERY = 60.0  # seconds


class StopAsked(BaseException):
    """A signal asked us to stop. Not an error, and nobody catches it on the way."""


def say(sentence: str) -> None:
    """What happens to the programs goes to the terminal's error side, where a ready line is not looked for."""
    print(sentence, file=sys.stderr, flush=True)


@dataclass
class Kept:
    """A program that is started again whenever it ends, sooner at first than later."""

    program: Program
    start: Callable[[Program], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    due_at: float = 0.0
    failures: int = 0

    def look(self, now: float) -> None:
        if self.process is not None and self.process.poll() is not None:
            self._note_end(self.process.returncode, now)
        if self.process is None and now >= self.due_at:
            self.process, self.started_at = self.start(self.program), now

    def _note_end(self, code: int, now: float) -> None:
        self.process = None
        self.failures = 0 if now - self.started_at > STEADY else self.failures + 1
        pause = pause_after(self.failures)
        self.due_at = now + pause
        say(f"{self.program.name} ended ({ending(code)}); it is started again in {pause:g} s.")

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def await_end(self) -> None:
        if self.process is not None:
            processes.stop(self.process, how=None, patience=self.program.patience)


def pause_after(failures: int) -> float:
    """Seconds before the next attempt: half a second at first, doubling."""
    return min(LONGEST_PAUSE, 0.5 * 2.0 ** min(failures, 10))


def ending(code: int) -> str:
    return f"code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


@dataclass
class Supervisor:
    """`server` is None where DATABASE_URL names a database of one's own."""

    chosen: Start
    home: Home
    server: Server | None
    once: Sequence[str] = ()  # a command run beside the service as soon as it is ready
    kept: list[Kept] = field(default_factory=list)
    logs: dict[str, IO[bytes]] = field(default_factory=dict)
    is_hurried: bool = False

    def run(self, prepare: Callable[[], None]) -> None:
        """Start everything and return when a signal asked for the end. `prepare` runs once the database answers.

        Raises ServerFailed or WrongSetting when it cannot start; nothing is left running then.
        """
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            require_free_port(self.chosen.host, self.chosen.port)
            if self.server is not None:
                self.server.log = self._log("postgres")
                self.server.start()
                self.server.create_database()
            prepare()
            self._serve()
        except StopAsked:
            say("Stopping.")
        finally:
            self.is_hurried = True
            self._stop()

    def _serve(self) -> NoReturn:
        web = self._keep(programs.web())
        self._await(web)
        for program in (programs.beat(), *programs.workers()):
            self._keep(program)
        if self.once:
            processes.start(self.once, env=self._environment(web.program), cwd=BASE_DIR)
        trim_at = 0.0
        while True:
            self._look()
            if time.monotonic() >= trim_at:
                keep_small(self.home.logs)
                trim_at = time.monotonic() + TRIM_LOGS_EVERY
            time.sleep(LOOK_EVERY)

    def _look(self) -> None:
        self._look_at_server()
        for kept in self.kept:
            kept.look(time.monotonic())

    def _look_at_server(self) -> None:
        if self.server is None or self.server.is_running:
            return
        say("PostgreSQL ended; it is started again.")
        try:
            self.server.start()
        except ServerFailed as failure:
            say(f"{failure} The next attempt is in {LONGEST_PAUSE:g} s.")
            time.sleep(LONGEST_PAUSE)

    def _await(self, web: Kept) -> None:
        """Return when the web server has answered once, or has not for a long time; say which."""
        deadline = time.monotonic() + WEB_PATIENCE
        while time.monotonic() < deadline:
            self._look()
            if web.process is not None and answers(self.chosen.host, self.chosen.port):
                print(f"MemoryHub is ready: {self.chosen.address}", flush=True)
                return
            time.sleep(0.05)
        say(f"The web server does not answer yet; {self.home.logs / 'web.log'} says why. It is tried again.")

    def _keep(self, program: Program) -> Kept:
        kept = Kept(program, self._start)
        self.kept.append(kept)
        kept.look(time.monotonic())
        return kept

    def _start(self, program: Program) -> subprocess.Popen[bytes]:
        return processes.start(
            program.command, log=self._log(program.name), env=self._environment(program), cwd=BASE_DIR
        )

    def _environment(self, program: Program) -> dict[str, str]:
        return programs.environment_for(program, self.chosen, os.environ)

    def _log(self, name: str) -> IO[bytes]:
        if name not in self.logs:
            self.logs[name] = (self.home.logs / f"{name}.log").open("ab")
        return self.logs[name]

    def _on_signal(self, number: int, frame: object) -> None:
        """The first signal begins an orderly end, a later one cuts it short."""
        if not self.is_hurried:
            self.is_hurried = True
            raise StopAsked
        for kept in self.kept:
            if kept.process is not None:
                kept.process.kill()

    def _stop(self) -> None:
        """Web first, so that nothing new comes in; then beat and the workers; the database last."""
        with ExitStack() as closing:
            for log in self.logs.values():
                closing.enter_context(log)
            if self.server is not None:
                closing.callback(self.server.stop)
            for group in (self.kept[:1], self.kept[1:]):
                for kept in group:
                    kept.ask_to_stop()  # workers all at once: each finishes the task that it has begun
                for kept in group:
                    kept.await_end()


def require_free_port(host: str, port: int) -> None:
    """Raise WrongSetting unless we could listen there."""
    deadline = time.monotonic() + PORT_PATIENCE
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    while True:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except PermissionError as refused:
                raise WrongSetting(
                    f"MEMORYHUB_PORT is {port}, which needs more rights: choose one above 1023."
                ) from refused
            except OSError as refused:
                if refused.errno != errno.EADDRINUSE:
                    raise WrongSetting(
                        f"MEMORYHUB_HOST is {host}, where nothing can listen: {refused.strerror}."
                    ) from refused
                if time.monotonic() > deadline:
                    raise WrongSetting(
                        f"MEMORYHUB_PORT is {port}, where another program listens already: stop it, or choose another."
                    ) from refused
            else:
                return
        time.sleep(0.2)


def answers(host: str, port: int) -> bool:
    """Whether the web server says that it is alive."""
    target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    connection = http.client.HTTPConnection(target, port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
