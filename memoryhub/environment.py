"""Environment variables, read and checked: what is wrong is said in a sentence that names the variable."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

LOOPBACK = ("127.0.0.1", "localhost", "::1")
DATABASE_SCHEMES = ("postgres", "postgresql")
BROKER_SCHEMES = ("pgmq", "redis", "rediss", "amqp", "amqps", "pyamqp", "memory")

HOST = re.compile(r"\*|\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")

SHORTEST_API_KEY = 32  # characters: below that a key can be guessed
SHORTEST_PASSWORD = 12
SHORTEST_SECRET_KEY = 32


class CannotStart(Exception):
    """Something stops the start. Its text is one sentence for the operator and never repeats a secret."""


class WrongSetting(CannotStart):
    """A value of the environment does; the sentence names its variable."""


@dataclass(frozen=True)
class Environment:
    """Typed reading of a mapping such as `os.environ`. An empty value counts as not set."""

    values: Mapping[str, str]

    def text(self, name: str, default: str = "") -> str:
        return self.values.get(name, "").strip() or default

    def integer(self, name: str, default: int, *, least: int = 0, most: int = 1_000_000_000) -> int:
        value = self.text(name, str(default))
        if not re.fullmatch(r"-?[0-9]{1,12}", value) or not least <= int(value) <= most:
            raise WrongSetting(f"{name} is {value!r}: give a whole number from {least} to {most}.")
        return int(value)

    def number(self, name: str, default: float, *, least: float = 0.0, most: float = 1.0) -> float:
        value = self.text(name, str(default))
        if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,12})?", value) or not least <= float(value) <= most:
            raise WrongSetting(f"{name} is {value!r}: give a number from {least} to {most}.")
        return float(value)

    def switch(self, name: str, *, default: bool) -> bool:
        value = self.text(name, "on" if default else "off").lower()
        if value in {"1", "true", "yes", "on"}:
            return True
        if value in {"0", "false", "no", "off"}:
            return False
        raise WrongSetting(f"{name} is {value!r}: give on or off.")

    def one_of(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise WrongSetting(f"{name} is {value!r}: give one of {', '.join(choices)}.")
        return value

    def names(self, name: str) -> list[str]:
        """A list separated by commas."""
        return [part.strip() for part in self.text(name).split(",") if part.strip()]

    def some_of(self, name: str, default: tuple[str, ...], choices: tuple[str, ...]) -> tuple[str, ...]:
        """A list separated by commas, of words that are known."""
        unknown = sorted(set(self.names(name)) - set(choices))
        if unknown:
            raise WrongSetting(f"{name} names {', '.join(unknown)}: choose from {', '.join(choices)}.")
        return tuple(self.names(name)) or default

    def hosts(self, name: str) -> list[str]:
        """Host names as in a browser's address line, without scheme and port; `*` and a leading dot are allowed."""
        wrong = [host for host in self.names(name) if not HOST.fullmatch(host)]
        if wrong:
            raise WrongSetting(f"{name} names {wrong[0]!r}: give host names only, such as memory.example.com.")
        return self.names(name)

    def zone(self, name: str, default: str) -> str:
        value = self.text(name, default)
        try:
            ZoneInfo(value)
        except (ValueError, OSError, LookupError) as unknown:
            raise WrongSetting(
                f"{name} is {value!r}: give a time zone of the IANA list, such as Asia/Shanghai."
            ) from unknown
        return value

    def web_address(self, name: str, default: str = "") -> str:
        """An http(s) address without its closing slash, '' when none is set."""
        value = self.text(name, default)
        if value and not _is_web_address(value):
            raise WrongSetting(f"{name} is not a web address: give one such as https://memory.example.com.")
        return value.rstrip("/")

    def secret(self, name: str, *, shortest: int) -> str | None:
        """None when it is not set."""
        value = self.text(name)
        if value and len(value) < shortest:
            raise WrongSetting(f"{name} has {len(value)} characters: it must have at least {shortest}.")
        return value or None

    def require_together(self, address: str, model: str) -> None:
        """An endpoint without a model, or a model without an endpoint, is half of a wish."""
        missing = [name for name in (address, model) if not self.text(name)]
        if len(missing) == 1:
            given = model if missing == [address] else address
            raise WrongSetting(f"{missing[0]} is not set, though {given} is: set both, or neither.")


def _is_web_address(value: str) -> bool:
    try:
        parts = urlsplit(value)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def database(address: str) -> dict[str, Any]:
    """Django's connection settings for `postgres://user:password@host:port/name?option=value`.

    `?host=/directory` names a socket directory. Other options go to libpq as they are.
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as broken:
        raise WrongSetting("DATABASE_URL cannot be read: give postgres://user:password@host:port/name.") from broken
    name = unquote(parts.path.lstrip("/"))
    if parts.scheme not in DATABASE_SCHEMES or not name:
        raise WrongSetting("DATABASE_URL names no PostgreSQL database: give postgres://user:password@host:port/name.")
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or options.pop("user", "")),
        "PASSWORD": unquote(parts.password or options.pop("password", "")),
        "HOST": unquote(parts.hostname or options.pop("host", "")),
        "PORT": str(port or options.pop("port", "")),
        "OPTIONS": options,
    }


def broker(address: str) -> str:
    """The address unchanged, refused when Celery could do nothing with it."""
    try:
        scheme = urlsplit(address).scheme
    except ValueError:
        scheme = ""
    if scheme not in BROKER_SCHEMES:
        raise WrongSetting("CELERY_BROKER_URL names no known broker: give redis://…, amqp://… or pgmq://….")
    return address


@dataclass(frozen=True)
class Start:
    """What `manage.py up` is told from outside."""

    home: Path
    host: str
    port: int
    web_processes: int
    web_threads: int
    admin_password: str | None
    api_key: str | None

    @property
    def address(self) -> str:
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{shown}:{self.port}"


def start(values: Mapping[str, str]) -> Start:
    """Raise WrongSetting at the first value that `up` cannot work with."""
    env = Environment(values)
    host = env.text("MEMORYHUB_HOST", "127.0.0.1")
    if re.search(r"[\s/@]", host):
        raise WrongSetting(f"MEMORYHUB_HOST is {host!r}: give the address to listen on, such as 127.0.0.1.")
    allowed = env.hosts("MEMORYHUB_ALLOWED_HOSTS")
    if host not in LOOPBACK and not allowed:
        raise WrongSetting(
            f"MEMORYHUB_HOST is {host}, which other machines can reach: set MEMORYHUB_ALLOWED_HOSTS to the host names "
            "that they may use."
        )
    return Start(
        home=home(values),
        host=host,
        port=env.integer("MEMORYHUB_PORT", 8000, least=1, most=65535),
        web_processes=env.integer("MEMORYHUB_WEB_PROCESSES", 2, least=1, most=64),
        web_threads=env.integer("MEMORYHUB_WEB_THREADS", 8, least=1, most=64),
        admin_password=env.secret("MEMORYHUB_ADMIN_PASSWORD", shortest=SHORTEST_PASSWORD),
        api_key=env.secret("MEMORYHUB_API_KEY", shortest=SHORTEST_API_KEY),
    )


def home(values: Mapping[str, str]) -> Path:
    """Where the embedded service keeps its data."""
    return Path(Environment(values).text("MEMORYHUB_HOME", ".memoryhub")).expanduser().absolute()


def token_issuer(values: Mapping[str, str]) -> dict[str, str]:
    """The issuer of JSON web tokens of the default tenant, by the names of its row; empty when none is named.

    Raises WrongSetting when it is named by halves.
    """
    env = Environment(values)
    needed = ("ISSUER", "AUDIENCE", "ALGORITHM", "KEY")
    given = {name.lower(): env.text(f"MEMORYHUB_JWT_{name}") for name in needed}
    missing = [f"MEMORYHUB_JWT_{name}" for name in needed if not given[name.lower()]]
    if len(missing) == len(needed):
        return {}
    if missing:
        raise WrongSetting(
            f"{missing[0]} is not set, though another MEMORYHUB_JWT_ variable is: set all four, or none."
        )
    claims = {
        name: env.text(f"MEMORYHUB_JWT_{name.upper()}") for name in ("user_id_claim", "nickname_claim", "avatar_claim")
    }
    return given | {name: claim for name, claim in claims.items() if claim}
