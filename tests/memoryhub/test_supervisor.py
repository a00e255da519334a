"""The whole service as real processes: start, refusals, restarts, and an end that leaves nothing behind."""

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from memoryhub import postgres, supervisor
from memoryhub.environment import WrongSetting
from memoryhub.home import Home
from tests.memoryhub.service import Service, await_true, free_port, is_alive, manage, running

PROGRAMS = ("postgres -D", "gunicorn", "--queues learning", "--queues dream", "--queues background", "beat")


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """One service for the tests that leave it running."""
    with tempfile.TemporaryDirectory(prefix="mh-", ignore_cleanup_errors=True) as folder:
        ours = ("MEMORYHUB_", "DJANGO_", "DATABASE_URL", "CELERY_BROKER_URL")
        env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        with running({**env, "MEMORYHUB_HOME": f"{folder}/home"}) as started:
            await_true(lambda: all(map(started.child, PROGRAMS)))
            yield started


def database_of(service: Service) -> str:
    return Home(Path(service.env["MEMORYHUB_HOME"])).server().url()


def test_the_service_answers_when_it_says_that_it_is_ready(service):
    assert service.answers()
    assert service.lines.count(f"MemoryHub is ready: {service.url}\n") == 1


def test_the_home_is_its_owners_alone(service):
    home = Path(service.env["MEMORYHUB_HOME"])

    assert home.stat().st_mode & 0o777 == 0o700
    assert (home / "secret-key").stat().st_mode & 0o777 == 0o600
    assert len((home / "secret-key").read_text().strip()) >= 50


def test_the_first_log_in_and_key_are_kept_where_only_the_owner_reads_them(service):
    kept = Path(service.env["MEMORYHUB_HOME"], "first-start.txt")

    words = dict(line.rsplit(maxsplit=1) for line in kept.read_text().splitlines())

    assert kept.stat().st_mode & 0o777 == 0o600
    assert words.keys() == {"console", "account", "password", "API key"}
    assert words["password"] not in service.output  # no terminal, no secret
    assert words["API key"] not in service.output
    assert str(kept) in service.output


def test_the_embedded_database_listens_on_a_socket_only_and_knows_chinese(service):
    with psycopg.connect(database_of(service)) as connection:
        row = connection.execute("SHOW listen_addresses").fetchone()
        extensions = {name for (name,) in connection.execute("SELECT extname FROM pg_extension").fetchall()}
        trigrams = connection.execute("SELECT show_trgm('中文测试')").fetchone()

    assert row == ("",)
    assert {"vector", "pg_trgm", "btree_gin"} <= extensions
    assert trigrams is not None
    assert trigrams[0]


def test_a_second_start_on_the_same_home_is_refused_with_a_sentence(service):
    second = manage("up", env={**service.env, "MEMORYHUB_PORT": str(free_port())})

    assert second.returncode == 1
    assert "already runs" in second.stderr
    assert str(service.process.pid) in second.stderr
    assert "Traceback" not in second.stderr
    assert service.answers()


def test_a_port_in_use_is_refused_with_a_sentence(service, clean_environment):
    second = manage("up", env={**clean_environment, "MEMORYHUB_PORT": service.env["MEMORYHUB_PORT"]})

    assert second.returncode == 1
    assert f"MEMORYHUB_PORT is {service.env['MEMORYHUB_PORT']}" in second.stderr
    assert "Traceback" not in second.stderr


def test_the_doctor_finds_a_running_service_well_and_weighs_its_processes(service):
    seen = manage("doctor", env=service.env)

    assert seen.returncode == 0, seen.stdout + seen.stderr
    assert all(line.startswith("ok  ") for line in seen.stdout.splitlines())
    weighed = [line for line in seen.stdout.splitlines() if line.startswith("ok  processes: ")]
    for name in ("supervisor", "postgres", "web", "beat", "learning", "dream", "background"):
        assert f"{name} " in weighed[0]


@pytest.mark.parametrize("words", PROGRAMS)
def test_a_killed_program_is_started_again(service, words):
    await_true(lambda: service.child(words))
    killed = service.child(words)

    os.kill(killed, signal.SIGKILL)

    await_true(lambda: service.child(words) not in (0, killed))
    await_true(service.answers)
    assert service.process.poll() is None


def test_after_a_crash_of_the_database_the_committed_rows_are_there(service):
    with psycopg.connect(database_of(service), autocommit=True) as connection:
        connection.execute("CREATE TABLE survivor (word text)")
        connection.execute("INSERT INTO survivor VALUES ('still here')")
    killed = service.child("postgres -D")

    os.kill(killed, signal.SIGKILL)

    await_true(lambda: service.child("postgres -D") not in (0, killed))
    await_true(lambda: can_read(database_of(service)))


def can_read(address: str) -> bool:
    try:
        with psycopg.connect(address) as connection:
            return connection.execute("SELECT word FROM survivor").fetchone() == ("still here",)
    except psycopg.OperationalError:
        return False


def test_nothing_outlives_a_killed_supervisor_and_the_next_start_ends_in_order(clean_environment):
    with running(clean_environment) as killed:
        await_true(lambda: all(map(killed.child, PROGRAMS)))
        family = killed.family()
        killed.process.kill()
        await_true(lambda: not any(map(is_alive, family)), patience=10)

    with running(killed.env) as stopped:
        await_true(lambda: all(map(stopped.child, PROGRAMS)))
        family = stopped.family()
        stopped.process.send_signal(signal.SIGINT)
        assert stopped.process.wait(60) == 0

    assert len(family) > len(PROGRAMS)
    assert not any(map(is_alive, family))
    log = Path(stopped.env["MEMORYHUB_HOME"], "logs", "postgres.log").read_text()
    assert log.rstrip().endswith("database system is shut down")
    assert not stopped.answers()

    differing = manage("up", env={**stopped.env, "MEMORYHUB_ADMIN_PASSWORD": "another than the first"})
    assert differing.returncode == 1
    assert "MEMORYHUB_ADMIN_PASSWORD differs" in differing.stderr
    assert "Traceback" not in differing.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEMORYHUB_PORT", "http"),
        ("MEMORYHUB_HOST", "0.0.0.0"),
        ("MEMORYHUB_API_KEY", "too-short"),
        ("MEMORYHUB_TIME_ZONE", "Mars/Olympus"),
        ("MEMORYHUB_EMBEDDING_DIMENSIONS", "3072"),
        ("MEMORYHUB_LLM_BASE_URL", "models.example.com"),
        ("DATABASE_URL", "mysql://somewhere/else"),
        ("CELERY_BROKER_URL", "sqs://"),
    ],
)
def test_a_wrong_value_stops_the_start_with_a_sentence_that_names_it(clean_environment, name, value):
    refused = manage("up", env={**clean_environment, name: value})

    assert refused.returncode == 1
    assert name in refused.stderr
    assert "Traceback" not in refused.stderr


def test_without_a_secret_key_nothing_but_up_starts(clean_environment):
    refused = manage("migrate", env={**clean_environment, "DATABASE_URL": "postgres://nobody@127.0.0.1:9/nothing"})

    assert refused.returncode == 1
    assert "MEMORYHUB_SECRET_KEY" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_database_that_does_not_answer_stops_the_start_with_a_sentence(clean_environment):
    refused = manage("up", env={**clean_environment, "DATABASE_URL": "postgres://nobody@127.0.0.1:9/nothing"})

    assert refused.returncode == 1
    assert "DATABASE_URL does not answer" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_data_of_another_major_version_is_refused_by_number(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "PG_VERSION").write_text("15\n")

    with pytest.raises(postgres.ServerFailed, match=r"PostgreSQL 15.* 18"):
        postgres.Server(data).start()


def test_a_host_that_is_not_ours_is_refused_by_name():
    with pytest.raises(WrongSetting, match=r"MEMORYHUB_HOST is 192\.0\.2\.1"):
        supervisor.require_free_port("192.0.2.1", free_port())


def test_the_pause_before_a_restart_grows_to_a_limit():
    pauses = [supervisor.pause_after(failures) for failures in range(100)]

    assert pauses[:4] == [0.5, 1.0, 2.0, 4.0]
    assert pauses == sorted(pauses)
    assert pauses[-1] == supervisor.LONGEST_PAUSE
