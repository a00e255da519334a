"""`manage.py doctor`: every look says that something is well, or what to do about it."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone
from django_celery_beat.models import CrontabSchedule, PeriodicTask
from psycopg.conninfo import make_conninfo

from extraction import jobs
from extraction.models import Job
from memoryhub import diagnosis, queues
from memoryhub.diagnosis import Finding
from profiles.models import FactVector
from tests.builders import make_fact, make_profile
from tests.memoryhub.service import manage


class Endpoint(BaseHTTPRequestHandler):
    """A chat endpoint that always gives the same answer."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": '{"ok": true}'}
        answer = {"id": "1", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


def only(findings: Iterator[Finding]) -> Finding:
    (finding,) = findings
    return finding


def test_without_a_database_the_doctor_says_what_to_do_and_ends_with_one(clean_environment):
    home = Path(clean_environment["MEMORYHUB_HOME"])
    env = {
        **clean_environment,
        "MEMORYHUB_SECRET_KEY": "k" * 50,
        "DATABASE_URL": "postgres://nobody:secretword@127.0.0.1:9/nothing",
        "CELERY_BROKER_URL": "redis://127.0.0.1:9/0",
    }

    seen = manage("doctor", env=env)

    lines = seen.stdout.splitlines()
    assert seen.returncode == 1
    assert all(line.startswith(("ok  ", "!!  ")) for line in lines)
    assert any(line.startswith("!!  database: ") and "DATABASE_URL" in line for line in lines)
    assert any(line.startswith("!!  broker: ") and "CELERY_BROKER_URL" in line for line in lines)
    assert any(line.startswith("ok  embedding model: ") and "dimensions" in line for line in lines)
    assert any(line.startswith("ok  language model: ") and "built-in" in line for line in lines)
    assert "Traceback" not in seen.stderr
    assert "secretword" not in seen.stdout + seen.stderr
    assert not home.exists()  # looking makes nothing


def test_wrong_settings_are_the_doctors_first_finding(clean_environment):
    known = {"MEMORYHUB_SECRET_KEY": "k" * 50, "DATABASE_URL": "postgres://nobody@127.0.0.1:9/nothing"}

    seen = manage("doctor", env={**clean_environment, **known, "MEMORYHUB_TIME_ZONE": "Mars/Olympus"})

    assert seen.returncode == 1
    assert "MEMORYHUB_TIME_ZONE" in seen.stderr
    assert "Traceback" not in seen.stderr


@pytest.mark.django_db
def test_a_migrated_database_is_well(database_server, settings):
    settings.MEMORYHUB_DATABASE_URL = make_conninfo(database_server, dbname="template1")

    subjects = {finding.subject: finding for finding in diagnosis.database_found()}

    assert subjects.keys() == {"database", "locale"}
    assert all(finding.is_well for finding in subjects.values())
    assert only(diagnosis.migrations()).is_well
    assert next(diagnosis.clock()).is_well


@pytest.mark.django_db
def test_a_schedule_in_another_zone_than_the_service_is_found(settings):
    settings.TIME_ZONE = "Asia/Shanghai"
    crontab = CrontabSchedule.objects.create(minute="0", hour="3", timezone="Europe/Berlin")
    row = PeriodicTask.objects.create(name="Elsewhere", task="a.task", crontab=crontab, enabled=False)
    assert not [finding for finding in diagnosis.clock() if finding.subject == "zone"]
    PeriodicTask.objects.filter(pk=row.pk).update(enabled=True)

    zone = [finding for finding in diagnosis.clock() if finding.subject == "zone"]

    assert len(zone) == 1
    assert not zone[0].is_well
    assert "Europe/Berlin" in zone[0].sentence
    assert "Asia/Shanghai" in zone[0].sentence


@pytest.mark.django_db
def test_vectors_of_another_model_are_found_with_both_numbers(settings, capsys):
    fact = make_fact(make_profile(), "likes tea")
    FactVector.objects.filter(fact=fact).delete()
    FactVector.objects.create(
        fact=fact, profile_id=fact.profile_id, type=fact.type, model="former@768", embedding=[0.5] * 768
    )
    settings.MEMORYHUB_EMBEDDING_BASE_URL = "http://127.0.0.1:9/v1"
    settings.MEMORYHUB_EMBEDDING_MODEL = "present"
    settings.MEMORYHUB_EMBEDDING_DIMENSIONS = 1024

    with pytest.raises(SystemExit):
        call_command("doctor", "--at-start")

    said = capsys.readouterr().out
    assert said.startswith("!!  vectors: ")
    assert "former@768 with 768 dimensions" in said
    assert "present@1024" in said


def test_queues_in_postgres_are_counted_and_their_absence_is_said(database_server, settings):
    settings.CELERY_BROKER_URL = "pgmq://"
    settings.MEMORYHUB_DATABASE_URL = make_conninfo(database_server, dbname="template1")
    missing = only(diagnosis.broker())

    settings.MEMORYHUB_DATABASE_URL = database_server
    queues.install(database_server)
    queues.install(database_server)  # a second installation changes nothing
    found = only(diagnosis.broker())

    assert not missing.is_well
    assert found == Finding("broker", "queues in PostgreSQL; waiting: learning 0, dream 0, background 0")


@pytest.mark.django_db
def test_a_model_that_answers_is_named_with_its_latency(endpoint, settings):
    settings.MEMORYHUB_LLM_BASE_URL = endpoint
    settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(settings.MEMORYHUB_LLM_MODELS, "tiny")

    found = only(diagnosis.language_model())

    assert found.is_well
    assert found.sentence.startswith("tiny answered in ")


@pytest.mark.django_db
def test_a_model_that_does_not_answer_is_named_with_the_way_out(settings):
    settings.MEMORYHUB_LLM_BASE_URL = "http://127.0.0.1:9/v1"
    settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(settings.MEMORYHUB_LLM_MODELS, "tiny")
    settings.MEMORYHUB_LLM_API_KEY = "not to be shown"

    found = only(diagnosis.language_model())

    assert not found.is_well
    assert "MEMORYHUB_LLM_BASE_URL" in found.sentence
    assert "not to be shown" not in found.sentence


@pytest.mark.django_db
def test_the_command_itself_ends_with_one_when_anything_is_wrong(monkeypatch, capsys):
    monkeypatch.setattr(diagnosis, "examine", lambda: iter([Finding("clock", "is wrong: mend it.", is_well=False)]))

    with pytest.raises(SystemExit) as ended:
        call_command("doctor")

    assert ended.value.code == 1
    assert capsys.readouterr().out == "!!  clock: is wrong: mend it.\n"


@pytest.mark.django_db
def test_jobs_that_nobody_takes_are_found_by_their_age():
    assert [finding.sentence for finding in diagnosis.waiting_jobs()] == ["none waits"]
    job = jobs.add(make_profile(), Job.Kind.LEARN, now=timezone.now() - timedelta(minutes=3))

    (soon,) = diagnosis.waiting_jobs()
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now() - timedelta(hours=2))
    (late,) = diagnosis.waiting_jobs()

    assert (soon.is_well, soon.sentence) == (True, "1 wait, the oldest for 3 min")
    assert not late.is_well
    assert "120 min" in late.sentence


def test_data_of_another_version_is_told_before_anything_is_asked_of_it(clean_environment):
    home = Path(clean_environment["MEMORYHUB_HOME"])
    (home / "postgres" / "data").mkdir(parents=True)
    (home / "postgres" / "data" / "PG_VERSION").write_text("17\n")
    env = {**clean_environment, "MEMORYHUB_SECRET_KEY": "k" * 50, "CELERY_BROKER_URL": "memory://"}

    seen = manage("doctor", env=env)

    (line,) = [line for line in seen.stdout.splitlines() if " database: " in line]
    assert seen.returncode == 1
    assert line.startswith("!!  database: ")
    assert "PostgreSQL 17" in line
    assert "manage.py restore" in line
