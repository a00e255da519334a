"""The settings in force for administrators: each with its value, where it comes from and what it means; no secret."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from memoryhub import environment
from memoryhub.pages import who
from memoryhub.pages.operations.settings_explained import SETTINGS, Setting
from profiles.console import ConsoleRequest, signed_in

MASK = "••••••"
# What stands behind the question mark of an address and opens nothing.
HARMLESS = frozenset(
    {"host", "port", "user", "dbname", "sslmode", "connect_timeout", "application_name", "target_session_attrs"}
)
# Several brokers stand in one setting, each with its scheme.
NEXT = re.compile(r";(?=[a-z][a-z0-9+.-]*://)", re.IGNORECASE)
HOSTS = re.compile(r"(?:(?:\[[0-9a-f:.]+\]|[\w.-]*)(?::\d*)?(?:,|\Z))*", re.IGNORECASE)
OPTION = re.compile(r"[a-z][a-z_-]{0,29}", re.IGNORECASE)
WEB = ("http", "https")
# What the path of an endpoint may say without opening anything; another part may be a token.
PLACE = re.compile(r"v?\d{1,2}(?:(?:alpha|beta)\d{0,2})?|api|chat|compatible-mode|embeddings|inference|openai|paas|")
ON, OFF, NOT_SHOWN = _("on"), _("off"), _("set, and not shown")
# Read by the programs themselves or kept by Django under another name; what is not named here is a setting of its name.
READ: Mapping[str, Callable[[], Any]] = {
    "CELERY_BROKER_URL": lambda: settings.CELERY_BROKER_URL,
    "DATABASE_URL": lambda: settings.MEMORYHUB_DATABASE_URL,
    "MEMORYHUB_ALLOWED_HOSTS": lambda: settings.ALLOWED_HOSTS,
    "MEMORYHUB_DATABASE_POOL": lambda: _given("MEMORYHUB_DATABASE_POOL", "0"),
    "MEMORYHUB_HOME": lambda: environment.home(os.environ),
    "MEMORYHUB_HOST": lambda: _given("MEMORYHUB_HOST", "127.0.0.1"),
    "MEMORYHUB_LANGUAGE": lambda: settings.LANGUAGE_CODE,
    "MEMORYHUB_LOG_LEVEL": lambda: _given("MEMORYHUB_LOG_LEVEL", "INFO"),
    "MEMORYHUB_PORT": lambda: _given("MEMORYHUB_PORT", "8000"),
    "MEMORYHUB_SECRET_KEY": lambda: settings.SECRET_KEY,
    "MEMORYHUB_STATIC_ROOT": lambda: settings.STATIC_ROOT,
    "MEMORYHUB_TIME_ZONE": lambda: settings.TIME_ZONE,
    "MEMORYHUB_WEB_PROCESSES": lambda: _given("MEMORYHUB_WEB_PROCESSES", "2"),
    "MEMORYHUB_WEB_THREADS": lambda: _given("MEMORYHUB_WEB_THREADS", "8"),
}
# Of several variables one setting is made.
GATHERED = {"MEMORYHUB_IMPORTANCE_": "MEMORYHUB_IMPORTANCE", "MEMORYHUB_LLM_MODEL_": "MEMORYHUB_LLM_MODELS"}


@dataclass(frozen=True)
class Line:
    """One setting as it is shown; `value` '' where it is not set."""

    name: str
    meaning: object
    value: str
    is_given: bool


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    who.administrator(request.visitor)
    groups = [(title, [_line(setting) for setting in group]) for title, group in SETTINGS]
    return render(request, "pages/operations/settings.html", {"groups": groups})


def _line(setting: Setting) -> Line:
    value = _value(setting.name)
    return Line(setting.name, setting.meaning, _shown(setting, value), bool(_given(setting.name)))


def _given(name: str, default: str = "") -> str:
    return environment.Environment(os.environ).text(name, default)


def _value(name: str) -> Any:
    """The value in force; of what only another program reads, what this one was given."""
    if name in READ:
        return READ[name]()
    for prefix, gathered in GATHERED.items():
        if name.startswith(prefix):
            return getattr(settings, gathered)[name.removeprefix(prefix).lower()]
    return getattr(settings, name) if hasattr(settings, name) else _given(name)


def _shown(setting: Setting, value: Any) -> str:
    if setting.is_secret:
        return str(NOT_SHOWN) if value else ""
    if setting.is_address:
        return masked(str(value))
    if isinstance(value, bool):
        return str(ON if value else OFF)
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(str(one) for one in dict.fromkeys(value))
    return "" if value is None else str(value)


def masked(addresses: str) -> str:
    """Addresses without what opens them: passwords, tokens in the place of a name or of a path, whatever an option holds."""
    return ";".join(_masked(address) for address in NEXT.split(addresses))


def _masked(address: str) -> str:
    """All of it is hidden where it cannot be told what is what: a password with a slash looks like a path."""
    if not address:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return MASK
    scheme, mark, rest = address.partition("://")
    if not mark or scheme.lower() != parts.scheme:
        return MASK
    host = parts.netloc.rpartition("@")[2]
    if "@" in rest[len(parts.netloc) :] or not HOSTS.fullmatch(host):
        return f"{parts.scheme}://{MASK}"
    path = "/".join(map(_part, parts.path.split("/"))) if parts.scheme in WEB else parts.path
    options = "&".join(_options(parts.query))
    return f"{parts.scheme}://{_opening(parts.scheme, parts.netloc)}{host}{path}" + (f"?{options}" if options else "")


def _opening(scheme: str, netloc: str) -> str:
    """The user; a name that stands without a password may be a token itself, except where databases are."""
    opens, at, _host = netloc.rpartition("@")
    name, colon, password = opens.partition(":")
    is_name = scheme in environment.DATABASE_SCHEMES or bool(password)
    shown = name if is_name or not name else MASK
    return f"{shown}{f':{MASK}' if colon else ''}{at}"


def _part(text: str) -> str:
    return text if PLACE.fullmatch(text) else MASK


def _options(query: str) -> Iterator[str]:
    for name, value in parse_qsl(query, keep_blank_values=True):
        if not (value and OPTION.fullmatch(name)):
            yield MASK
        else:
            yield f"{name}={value if name in HARMLESS else MASK}"
