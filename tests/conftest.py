"""The database of the tests: the embedded PostgreSQL in a folder that is thrown away."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connections

from memoryhub import environment, postgres

EXTERNAL_DATABASE = os.environ.get("DATABASE_URL")


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """The address of a running PostgreSQL: that of DATABASE_URL if it was set, otherwise one started for this run.

    It is started by the first test that needs it, so tests of pure rules do without.
    """
    if EXTERNAL_DATABASE and not EXTERNAL_DATABASE.endswith(":9/memoryhub"):
        yield EXTERNAL_DATABASE
        return
    with tempfile.TemporaryDirectory(prefix="mh-tests-", ignore_cleanup_errors=True) as folder:
        with (Path(folder) / "postgres.log").open("ab") as log:
            server = postgres.Server(Path(folder) / "data", settings=postgres.WITHOUT_DURABILITY, log=log)
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
