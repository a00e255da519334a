"""The database of the tests: the embedded PostgreSQL in a folder that is thrown away."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from memoryhub import environment, postgres
from observability import sink
from profiles import measures
from tests.settings import NO_DATABASE


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """The address of a running PostgreSQL: that of DATABASE_URL if it was set, otherwise one started for this run.

    It is started by the first test that needs it, so tests of pure rules do without.
    """
    if settings.MEMORYHUB_DATABASE_URL != NO_DATABASE:
        yield settings.MEMORYHUB_DATABASE_URL
        return
    with (
        tempfile.TemporaryDirectory(prefix="mh-tests-", ignore_cleanup_errors=True) as folder,
        (Path(folder) / "postgres.log").open("ab") as log,
    ):
        server = postgres.Server(Path(folder) / "data", is_durable=False, log=log)
        try:
            server.start()
            server.create_database("template1")  # the tests' own databases are copies of it
            yield server.url("postgres")
        finally:
            server.stop()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(database_server: str, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Point Django at that server."""
    connections.databases["default"].update(environment.database(database_server))


@pytest.fixture
def clean_environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a process of its own: nothing that the tests set for themselves, and a home of its own."""
    ours = ("MEMORYHUB_", "DJANGO_", "DATABASE_URL", "CELERY_BROKER_URL", "PYTEST_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "MEMORYHUB_HOME": str(tmp_path / "home")}


@pytest.fixture(autouse=True)
def _nothing_measured_of_models() -> None:
    """Each test starts without what another one measured, and looks for it in no database unless it asks to."""
    measures.start_afresh()


@pytest.fixture(autouse=True)
def _nothing_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test could not write is told in no other."""
    monkeypatch.setattr(sink, "losses", sink.Losses())
