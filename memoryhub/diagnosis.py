"""What `manage.py doctor` looks at: each look says that something is well, or what to do about it."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from celery import current_app
from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min
from django.utils import timezone
from django_celery_beat.models import CrontabSchedule
from kombu.exceptions import OperationalError

from engine import embeddings
from engine.errors import ProviderFailed
from engine.model import chat
from extraction.models import Job
from memoryhub import database, environment, queues, running
from memoryhub.home import Home
from profiles import choices
from profiles.models import FactVector, Tenant

LARGEST_CLOCK_DIFFERENCE = 5.0  # seconds between this machine and the database
LONGEST_WAIT = 10  # minutes; a job that waits for its next attempt holds back others for as long
PROBE_TEXT = "A text that is embedded to see whether it can be."
PROBE_PROMPT = 'Answer with the JSON object {"ok": true} and nothing else.'
PROBE_SECONDS = 30.0


@dataclass(frozen=True)
class Finding:
    subject: str
    sentence: str
    is_well: bool = True


Look = Callable[[], Iterator[Finding]]


def examine() -> Iterator[Finding]:
    """All findings, in the order in which trouble is best mended."""
    yield from settings_in_force()
    found = list(database_found())
    yield from found
    if all(finding.is_well for finding in found):
        yield from migrations()
        yield from clock()
        yield from stored_vectors()
        yield from waiting_jobs()
    for look in (broker, embedder, language_model, processes):
        yield from look()


def examine_at_start() -> Iterator[Finding]:
    """What a start would not stumble over and somebody should know: quick, and without a call to a model."""
    yield from clock()
    yield from stored_vectors()


def settings_in_force() -> Iterator[Finding]:
    try:
        environment.start(os.environ)
    except environment.WrongSetting as wrong:
        yield Finding("settings", str(wrong), is_well=False)
        return
    complaints = [message for message in checks.run_checks() if message.level >= checks.ERROR]
    for complaint in complaints:
        yield Finding("settings", f"{complaint.msg} {complaint.hint or ''}".strip(), is_well=False)
    if not complaints:
        home = environment.home(os.environ)
        yield Finding("settings", f"read and in order; home {home}, zone {settings.TIME_ZONE}")


def database_found() -> Iterator[Finding]:
    server = Home(environment.home(os.environ)).server()
    if server.url() == settings.MEMORYHUB_DATABASE_URL and (complaint := server.complaint()):
        yield Finding("database", complaint, is_well=False)
        return
    try:
        with database.connect(settings.MEMORYHUB_DATABASE_URL) as connected:
            complaints = database.complaints(connected)
            version = connected.info.parameter_status("server_version")
            locale = connected.execute(
                "SELECT datcollate || ', ' || datctype FROM pg_database WHERE datname = current_database()"
            ).fetchone()
    except database.DatabaseUnfit as unfit:
        yield Finding("database", f"{unfit} Start the service, or mend DATABASE_URL.", is_well=False)
        return
    except psycopg.Error as failure:
        yield Finding("database", f"answers, but not as it should: {one_line(failure)}", is_well=False)
        return
    for complaint in complaints:
        yield Finding("database", complaint, is_well=False)
    if not complaints:
        yield Finding("database", f"PostgreSQL {version} with {', '.join(database.EXTENSIONS)}")
        yield Finding("locale", f"{locale[0] if locale else 'unknown'}; Chinese text can be searched")


def migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        yield Finding("migrations", f"{len(waiting)} wait: run manage.py migrate.", is_well=False)
    else:
        yield Finding("migrations", "all applied")


def clock() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        there: datetime = cursor.fetchone()[0]
    difference = abs((timezone.now() - there).total_seconds())
    if difference > LARGEST_CLOCK_DIFFERENCE:
        sentence = f"differs from the database's by {difference:.0f} s: synchronise both machines."
        yield Finding("clock", sentence, is_well=False)
    else:
        yield Finding("clock", f"{timezone.localtime():%Y-%m-%d %H:%M:%S %Z}, as the database's")
    running = CrontabSchedule.objects.filter(periodictask__enabled=True)
    others = {str(row.timezone) for row in running} - {settings.TIME_ZONE, "UTC"}
    if others:
        sentence = f"schedules run in {', '.join(sorted(others))}, the service in {settings.TIME_ZONE}: choose one."
        yield Finding("zone", sentence, is_well=False)


def stored_vectors() -> Iterator[Finding]:
    """Vectors of another model, or of other dimensions, than the settings name are never compared with new ones."""
    try:
        tenants = list(Tenant.objects.all()[:1_000])
    except DatabaseError:  # before the first migration; said above
        return
    for tenant in tenants:
        named = embeddings.model_name(choices.embed_choice(tenant_id=tenant.pk))
        stored = FactVector.objects.filter(fact__profile__tenant=tenant).exclude(model=named).first()
        used = choices.embed_choice(tenant_id=tenant.pk, stored=tenant.embedding_model)
        if stored is not None:
            sentence = (
                f"of tenant {tenant.slug} are by {stored.model} with {len(stored.embedding)} dimensions, the "
                f"settings name {named}: run manage.py reembed, or name the former model again. Until then search goes "
                f"by {'words alone' if used.missing else embeddings.model_name(used)}."
            )
            yield Finding("vectors", sentence, is_well=False)


def waiting_jobs() -> Iterator[Finding]:
    """A worker can be alive and idle: only the age of what waits tells that nobody takes it."""
    now = timezone.now()
    try:
        due = Job.objects.open().filter(due_at__lte=now)
        oldest, count = due.aggregate(oldest=Min("due_at"))["oldest"], due.count()
    except DatabaseError:  # before the first migration; said above
        return
    if oldest is None:
        yield Finding("jobs", "none waits")
        return
    minutes = int((now - oldest).total_seconds() // 60)
    sentence = f"{count} wait, the oldest for {minutes} min"
    if minutes < LONGEST_WAIT:
        yield Finding("jobs", sentence)
    else:
        sentence += ": see that the service runs, and look into the logs of its workers."
        yield Finding("jobs", sentence, is_well=False)


def broker() -> Iterator[Finding]:
    scheme = settings.CELERY_BROKER_URL.split(":")[0]
    try:
        if scheme == "pgmq":
            depths = queues.depths(settings.MEMORYHUB_DATABASE_URL)
            waiting = ", ".join(f"{name} {depths.get(name, 0)}" for name in queues.NAMES)
            yield Finding("broker", f"queues in PostgreSQL; waiting: {waiting}")
            return
        with current_app.connection_for_write() as connected:
            connected.ensure_connection(max_retries=1, interval_start=0, timeout=2)
        yield Finding("broker", f"{scheme} answers")
    except (psycopg.Error, OperationalError) as failure:
        sentence = f"does not answer ({one_line(failure)}): start it, or mend CELERY_BROKER_URL."
        yield Finding("broker", sentence, is_well=False)


def embedder() -> Iterator[Finding]:
    choice = choices.embed_choice(tenant_id=0)
    name = embeddings.model_name(choice)
    started = time.monotonic()
    try:
        vector = embeddings.embed_query(PROBE_TEXT, choice)
    except ProviderFailed as failure:
        where = (
            "reinstall the requirements" if choice.is_bundled else "mend MEMORYHUB_EMBEDDING_BASE_URL, _API_KEY, _MODEL"
        )
        yield Finding("embedding model", f"{name} failed ({failure.reason}): {where}.", is_well=False)
        return
    yield Finding("embedding model", f"{name}, {len(vector)} dimensions, {milliseconds(started)} ms with loading")


def language_model() -> Iterator[Finding]:
    choice = choices.model_choice("extract", tenant_id=0)
    if choice.is_embedded:
        yield Finding("language model", "none configured: the built-in rule engine is at work")
        return
    ask: dict[str, Any] = {"schema": {"type": "object"}, "max_tokens": 64, "timeout_s": PROBE_SECONDS}
    started = time.monotonic()
    try:
        chat.complete(chat.Ask("doctor", PROBE_PROMPT, "", is_plain=True, **ask), choice, lambda said: said.text)
    except ProviderFailed as failure:
        sentence = f"{choice.model} failed ({failure.reason}): mend MEMORYHUB_LLM_BASE_URL, _API_KEY, _MODEL."
        yield Finding("language model", sentence, is_well=False)
        return
    yield Finding("language model", f"{choice.model} answered in {milliseconds(started)} ms")


def processes() -> Iterator[Finding]:
    found = running.processes(environment.home(os.environ))
    if not found:
        yield Finding("processes", "the service does not run on this home here")
        return
    named = ", ".join(f"{name} {megabytes} MB" for name, megabytes in found.items())
    yield Finding("processes", f"{sum(found.values())} MB in all: {named}")


def milliseconds(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


def one_line(failure: BaseException) -> str:
    return " ".join(str(failure).split()) or type(failure).__name__
