"""A real worker, real queues, and a dump of the whole database made by the server's own program."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from extraction import bell
from extraction.models import Job
from memoryhub import erasure, postgres
from observability.models import ModelCall
from profiles import identity
from profiles.identity import Named
from profiles.models import Fact
from tests.builders import NOON, make_tenant
from tests.callers import api_with_key
from tests.memoryhub.lives import Life, live, model_of
from tests.real_service import RealService, await_that, database_address, queue_client, real_service
from tests.scripted_server import ScriptedServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
GONE = Life("kim-of-the-hills", "zanzibarium")
STAYS = Life("lee-of-the-lakes", "quixotania")


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with model_of(GONE, STAYS) as server:
        yield server


@pytest.fixture
def service(
    transactional_db: None, tmp_path: Path, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[RealService]:
    settings.MEMORYHUB_LOG_CONTENT = True
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 60_000
    words = {"MEMORYHUB_LLM_BASE_URL": model.url, "MEMORYHUB_LLM_MODEL": "m", "MEMORYHUB_LOG_CONTENT": "true"}
    with real_service(tmp_path, **words) as running:
        monkeypatch.setenv("CELERY_BROKER_URL", "pgmq://")  # Celery puts it before what an app was told
        monkeypatch.setattr(bell, "current_app", queue_client(running.database))
        monkeypatch.setattr(bell, "silence", bell.Silence())
        yield running


def test_what_a_worker_made_of_a_person_is_in_no_dump_after_the_erasure(service: RealService) -> None:
    service.worker()
    api = api_with_key(acts_for_employees=True)
    for life in (GONE, STAYS):
        live(api, life, works=_await_the_worker)
    before = pg_dump()

    named = Named(make_tenant().pk, identity.USER, user_id=GONE.user_id)
    erasure.erase(named, actor="key:test", now=NOON)

    after = pg_dump()
    assert len(lines_with(before, GONE)) > len(GONE.traces)
    assert "COPY pgmq.q_learning" in after
    assert lines_with(after, GONE) == []
    assert sorted(lines_with(after, STAYS)) == sorted(lines_with(before, STAYS))
    assert not any(trace in (service.folder / "service.log").read_text() for trace in GONE.traces)


def _await_the_worker(life: Life) -> None:
    person = life.profile.pk
    await_that(lambda: not Job.objects.open().filter(profile=person).exists())
    assert Fact.objects.filter(profile=person).exists()
    assert ModelCall.objects.filter(profile_id=person, request_text__contains=life.word).exists()


def pg_dump() -> str:
    """Every schema and every row, as text."""
    command = [str(postgres.BINARIES / "pg_dump"), database_address()]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def lines_with(dump: str, life: Life) -> list[str]:
    return [line for line in dump.splitlines() if any(trace in line for trace in life.traces)]
