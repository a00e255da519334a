"""What the service demands of a PostgreSQL, embedded or not: version, extensions, a locale that knows Chinese."""

import psycopg
from psycopg import sql

from memoryhub.environment import CannotStart

OLDEST_SERVER = 14
# Each with the oldest version that will do.
EXTENSIONS = {"vector": (0, 8), "pg_trgm": (1, 0), "btree_gin": (1, 0)}


class DatabaseUnfit(CannotStart):
    """The service cannot work with this database."""


def connect(address: str) -> psycopg.Connection:
    """A connection of one's own, outside Django. Raises DatabaseUnfit when there is none."""
    try:
        return psycopg.connect(address, autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as failure:
        reason = " ".join(str(failure).split())
        raise DatabaseUnfit(f"The database of DATABASE_URL does not answer: {reason}") from failure


def make_fit(connection: psycopg.Connection) -> None:
    """Create the extensions that are missing. Raises DatabaseUnfit for what we cannot mend."""
    for name in EXTENSIONS:
        try:
            connection.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {}").format(sql.Identifier(name)))
        except psycopg.Error:
            continue  # said below, with the way out
    found = complaints(connection)
    if found:
        raise DatabaseUnfit(" ".join(found))


def complaints(connection: psycopg.Connection) -> list[str]:
    """A sentence for each thing that is wrong, none for a database that will do."""
    found = []
    if connection.info.server_version < OLDEST_SERVER * 10_000:
        found.append(
            f"PostgreSQL is version {connection.info.server_version // 10_000}: {OLDEST_SERVER} or newer is needed."
        )
    installed: dict[str, str] = dict(connection.execute("SELECT extname, extversion FROM pg_extension").fetchall())
    for name, oldest in EXTENSIONS.items():
        if name not in installed:
            found.append(
                f"The extension {name} is missing: install it on the server and run CREATE EXTENSION {name}; as an "
                "administrator of the database."
            )
        elif version(installed[name]) < oldest:
            found.append(
                f"The extension {name} is version {installed[name]}: {'.'.join(map(str, oldest))} or newer is needed."
            )
    if "pg_trgm" in installed and not knows_chinese(connection):
        found.append(
            "The database's locale cannot search Chinese text: make it with LC_CTYPE C.UTF-8 or another UTF-8."
        )
    return found


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def knows_chinese(connection: psycopg.Connection) -> bool:
    """Whether trigram search sees Chinese letters: with the locale C it silently finds nothing."""
    row = connection.execute("SELECT show_trgm('中文测试')").fetchone()
    return bool(row and row[0])
