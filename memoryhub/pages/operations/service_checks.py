"""The service itself, in sentences: its database, queues, workers, scheduler, disk."""

import platform
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memoryhub import metrics, readiness
from memoryhub.pages.operations.check import Check, Level
from memoryhub.pages.operations.status_figures import Standing

LARGEST_CLOCK_DIFFERENCE = 5.0  # seconds between this machine and the database
# The scheduler notes when it last did something only every three minutes.
LONGEST_BEAT = timedelta(minutes=6)
OLDEST_MESSAGE = 15 * 60.0  # seconds: longer than any task may run
LITTLE_SPACE, HARDLY_ANY_SPACE = 0.15, 0.05  # shares of the disk
EXPECTED = ("learning", "dream", "background", "beat")


def release() -> Iterator[Check]:
    said = _("MemoryHub %(version)s on Python %(python)s.")
    yield Check(_("This service"), Level.WELL, said % {"version": metrics.VERSION, "python": platform.python_version()})


def database(found: Standing) -> Iterator[Check]:
    subject, server = _("Database"), found.server
    if server is None:
        yield Check(subject, Level.BROKEN, _("It did not answer in time."), _("See its load, its locks and its log."))
        return
    said = _("PostgreSQL %(version)s answers; %(size)s are stored.")
    size = filesizeformat(server.bytes)
    yield Check(subject, Level.WELL, said % {"version": server.version.split(" ")[0], "size": size})
    if server.seconds_apart > LARGEST_CLOCK_DIFFERENCE:
        apart = _("The database's clock differs from this machine's by %(seconds)d s.")
        yield Check(_("Clock"), Level.WATCH, apart % {"seconds": server.seconds_apart}, _("Synchronise both machines."))
    if server.lost_rows:
        lost = ngettext(
            "%(number)d record of the last hour could not be written.",
            "%(number)d records of the last hour could not be written.",
            server.lost_rows,
        )
        yield Check(
            _("Records"), Level.WATCH, lost % {"number": server.lost_rows},
            _("Figures are too low by as much. See the work log, and the log of the database."),
            [(reverse("work-log") + "?module=Observability", _("Work log"))],
        )  # fmt: skip


def migrations(found: Standing) -> Iterator[Check]:
    subject, state = _("Tables"), found.ready.migrations
    if state == readiness.OK:
        yield Check(subject, Level.WELL, _("They are those of this release."))
    elif state == readiness.BEHIND:
        yield Check(
            subject, Level.BROKEN, _("They are older than this release."), _("Run “manage.py migrate” and restart.")
        )
    else:
        yield Check(subject, Level.UNKNOWN, _("The database could not be asked in time."))


def broker(found: Standing) -> Iterator[Check]:
    subject, state = _("Queues"), found.ready.broker
    scheme = str(settings.CELERY_BROKER_URL).partition(":")[0]
    if state == readiness.AWAY:
        yield Check(
            subject, Level.BROKEN, _("The broker (%(scheme)s) does not answer.") % {"scheme": scheme},
            _("Start it, or mend CELERY_BROKER_URL. What comes in meanwhile is kept, and learned from once it is back."),
        )  # fmt: skip
    elif state == readiness.MISSING:
        yield Check(
            subject, Level.BROKEN, _("The queues in the database are missing."), _("Run “manage.py createqueues”.")
        )
    elif state != readiness.OK:
        yield Check(subject, Level.UNKNOWN, _("The broker could not be asked in time."))
    elif found.lying is None:
        yield Check(subject, Level.WELL, _("The broker (%(scheme)s) answers.") % {"scheme": scheme})
    else:
        yield from _lying(found)


def _lying(found: Standing) -> Iterator[Check]:
    lying = {name: depth for name, depth in (found.lying or {}).items() if depth.messages}
    told = ", ".join(f"{name}: {depth.messages}" for name, depth in sorted(lying.items()))
    late = [name for name, depth in lying.items() if depth.oldest_seconds > OLDEST_MESSAGE]
    if late:
        yield Check(
            _("Queues"), Level.WATCH,
            _("Messages have been lying for more than a quarter of an hour: %(names)s.") % {"names": ", ".join(late)},
            _("See that a worker of each queue runs."),
        )  # fmt: skip
    elif told:
        yield Check(_("Queues"), Level.WELL, _("They answer, in the database. Messages: %(told)s.") % {"told": told})
    else:
        yield Check(_("Queues"), Level.WELL, _("They answer, in the database, and are empty."))


def workers(found: Standing) -> Iterator[Check]:
    subject, here = _("Workers"), found.processes
    if not here:
        if found.server and found.server.finished_at:
            ago = timesince(found.server.finished_at, found.now)
            said = _("They run elsewhere than on this machine. The last piece of work was done %(ago)s ago.")
            yield Check(subject, Level.UNKNOWN, said % {"ago": ago})
        else:
            yield Check(subject, Level.UNKNOWN, _("None runs on this machine, and no work was done yet."))
        return
    missing = [name for name in EXPECTED if name not in here]
    megabytes = sum(here.values())
    if missing:
        said = _("These do not run on this machine: %(names)s.") % {"names": ", ".join(missing)}
        yield Check(subject, Level.BROKEN, said, _("See their logs; the supervisor starts them again."))
    else:
        named = ", ".join(f"{name} {size} MB" for name, size in here.items())
        said = _("All run on this machine, in %(megabytes)d MB: %(names)s.")
        yield Check(subject, Level.WELL, said % {"megabytes": megabytes, "names": named})


def scheduler(found: Standing) -> Iterator[Check]:
    if found.server is None:
        return
    subject, at = _("Scheduler"), found.server.beat_at
    if at is None:
        yield Check(subject, Level.UNKNOWN, _("It has not started anything yet."))
        return
    said = _("It last started something %(ago)s ago.") % {"ago": timesince(at, found.now)}
    if found.now - at > LONGEST_BEAT:
        advice = _("Start “celery beat”: without it no dream begins, and nothing is tried again.")
        yield Check(subject, Level.BROKEN, said, advice)
    else:
        yield Check(subject, Level.WELL, said)


def disk(found: Standing) -> Iterator[Check]:
    if found.disk is None:
        return
    share = found.disk.free / found.disk.total
    said = _("%(free)s of %(total)s are free where the service keeps its data.")
    sentence = said % {"free": filesizeformat(found.disk.free), "total": filesizeformat(found.disk.total)}
    if share < HARDLY_ANY_SPACE:
        yield Check(_("Disk"), Level.BROKEN, sentence, _("Make room: a full disk stops the database."))
    elif share < LITTLE_SPACE:
        yield Check(_("Disk"), Level.WATCH, sentence, _("Make room before it is full."))
    else:
        yield Check(_("Disk"), Level.WELL, sentence)
