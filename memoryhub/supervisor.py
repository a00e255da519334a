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
LOOK_QUICKLY = 0.05  # until the web server answers
STEADY = 60.0  # seconds after which a program counts as well again
LONGEST_PAUSE = 30.0  # seconds between two attempts to start it
WEB_PATIENCE = 60.0  # seconds until somebody is told that the web server does not answer
PORT_PATIENCE = 3.0  # seconds: the children of a killed supervisor may hold the port for a moment
TRIM_LOGS_EVERY = 60.0  # seconds
BESIDE_PATIENCE = 2.0  # seconds


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
    once: Sequence[str] = ()  # a command run beside the service as soon as it is ready; it writes to our terminal
    beside: list[subprocess.Popen[bytes]] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    logs: dict[str, IO[bytes]] = field(default_factory=dict)
    is_ready: bool = False
    is_hurried: bool = False
    server_due_at: float = 0.0
    trim_at: float = 0.0

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
        self._keep(programs.web())
        patient_until = time.monotonic() + WEB_PATIENCE
        while not self.is_ready and time.monotonic() < patient_until:
            self._look()
            time.sleep(LOOK_QUICKLY)
        if not self.is_ready:
            say(f"The web server does not answer yet; {self.home.logs / 'web.log'} says why. It is tried again.")
        for program in (programs.beat(), *programs.workers()):
            self._keep(program)
        while True:
            self._look()
            time.sleep(LOOK_EVERY)

    def _look(self) -> None:
        now = time.monotonic()
        self._look_at_server(now)
        for kept in self.kept:
            kept.look(now)
        for process in self.beside:
            process.poll()  # takes note of its end; it is not started again
        if not self.is_ready and answers(self.chosen.host, self.chosen.port):
            self._announce()
        if now >= self.trim_at:
            keep_small(self.home.logs)
            self.trim_at = now + TRIM_LOGS_EVERY

    def _look_at_server(self, now: float) -> None:
        if self.server is None or self.server.is_running or now < self.server_due_at:
            return
        say("PostgreSQL ended; it is started again.")
        try:
            self.server.start()
        except ServerFailed as failure:
            say(f"{failure} The next attempt is in {LONGEST_PAUSE:g} s.")
            self.server_due_at = time.monotonic() + LONGEST_PAUSE

    def _announce(self) -> None:
        self.is_ready = True
        print(f"MemoryHub is ready: {self.chosen.address}", flush=True)
        for command in filter(None, (programs.look_around(), self.once)):
            self.beside.append(processes.start(command, env=self._environment(programs.web()), cwd=BASE_DIR))

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
            for process in self.beside:
                processes.stop(process, patience=BESIDE_PATIENCE)
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
