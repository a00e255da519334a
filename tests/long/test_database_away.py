"""A web server whose database goes away and comes back: refusals in time, nothing half-stored, no restart needed."""

import http.client
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from memoryhub import postgres, programs
from tests.memoryhub.service import await_true, free_port, manage

pytestmark = pytest.mark.long
TIME_LIMIT = 4.0  # seconds in which a caller must know
AT_ONCE = 16


@dataclass
class Site:
    server: postgres.Server
    port: int
    key: str

    def post(self, message_id: str) -> tuple[int, dict[str, str], dict[str, Any], float]:
        """Status, headers and body of one message, and the seconds that they took."""
        body = {
            "end_user_id": "acme",
            "agent_id": "a1",
            "session_id": "s1",
            "messages": [{"message_id": message_id, "role": "user", "content": "I moved to Yantai"}],
        }
        headers = {"Authorization": f"Api-Key {self.key}", "Content-Type": "application/json"}
        started = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("POST", "/api/messages", json.dumps(body), headers)
            answer = connection.getresponse()
            told = json.loads(answer.read())
        finally:
            connection.close()
        return answer.status, dict(answer.getheaders()), told, time.monotonic() - started

    def is_open(self) -> bool:
        try:
            return self.post("warm-up")[0] == 202
        except OSError:
            return False

    def stored(self) -> set[str]:
        with psycopg.connect(self.server.url()) as connection:
            return {row[0] for row in connection.execute("SELECT message_id FROM summaries_message")}


@pytest.fixture
def site() -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="mh-away-", ignore_cleanup_errors=True) as folder:
        server = postgres.Server(Path(folder) / "data", is_durable=False)
        server.start()
        web = None
        try:
            server.create_database()
            port = free_port()
            ours = ("MEMORYHUB_", "DJANGO_", "DATABASE_URL", "CELERY_BROKER_URL")
            env = {name: value for name, value in os.environ.items() if not name.startswith(ours)} | {
                "DJANGO_SETTINGS_MODULE": programs.SETTINGS,
                "DATABASE_URL": server.url(),
                "CELERY_BROKER_URL": "memory://",
                "MEMORYHUB_DATABASE_POOL": "10",
                "MEMORYHUB_HOME": folder,
                "MEMORYHUB_PORT": str(port),
                "MEMORYHUB_WEB_PROCESSES": "1",  # warm after its first request
                "MEMORYHUB_SECRET_KEY": "only-for-this-test-" * 3,
            }
            assert manage("migrate", "--verbosity", "0", env=env).returncode == 0
            made = manage("createkey", "--name", "away", "--scopes", "ingest", env=env)
            key = next(word for word in made.stdout.split() if word.startswith("mh_"))
            web = subprocess.Popen(programs.web().command, env=env)
            found = Site(server, port, key)
            await_true(found.is_open)
            yield found
        finally:
            if web is not None:
                web.terminate()
                web.wait(20)
            server.stop()


def test_callers_are_told_in_time_and_served_again_as_soon_as_it_is_back(site: Site):
    site.server.stop()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        away = list(pool.map(lambda number: site.post(f"away-{number}"), range(AT_ONCE * 2)))
    one_by_one = [site.post(f"later-{number}") for number in range(3)]

    site.server.start()
    await_true(site.is_open, patience=float(one_by_one[0][1]["Retry-After"]))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        back = list(pool.map(lambda number: site.post(f"back-{number}"), range(AT_ONCE * 2)))

    for status, headers, told, seconds in away + one_by_one:
        assert (status, told["code"]) == (503, "store_unavailable")
        assert headers["Retry-After"] == "5"
        assert seconds < TIME_LIMIT
    assert {answer[0] for answer in back} == {202}
    assert site.stored() == {"warm-up", *(f"back-{number}" for number in range(len(back)))}


def test_a_restart_that_nobody_noticed_costs_no_caller_a_500(site: Site):
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda number: site.post(f"before-{number}"), range(AT_ONCE)))
    site.server.stop()
    site.server.start()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        after = list(pool.map(lambda number: site.post(f"after-{number}"), range(AT_ONCE * 2)))

    assert {answer[0] for answer in after} <= {202, 503}
    assert all(answer[3] < TIME_LIMIT for answer in after)
    assert site.post("settled")[0] == 202
