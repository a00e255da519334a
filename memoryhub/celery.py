"""The entry of workers and scheduler."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init, worker_ready
from django.conf import settings
from django.dispatch import receiver
from django.utils.log import configure_logging
from django_structlog.celery.signals import modify_context_before_task_publish
from django_structlog.celery.steps import DjangoStructLogInitStep

from memoryhub import processes, watch

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")

app = Celery("memoryhub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)  # one line a task at its beginning and its end, with its id


@setup_logging.connect
def use_our_logging(**_: Any) -> None:
    """Connected, so that Celery leaves logging alone; its workers print the same lines as the web server."""
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


@receiver(modify_context_before_task_publish)
def tell_only_the_request(context: dict[str, Any], **_: Any) -> None:
    """A message carries the request that rang for it into the log lines of its task; the job that rang is another one,
    and whence somebody came is not for the tables of the queues."""
    for name in ("job_id", "ip"):
        context.pop(name, None)


@worker_process_init.connect
def leave_no_orphans(**_: Any) -> None:
    """A child whose worker was killed would go on with a message that is delivered again."""
    processes.die_with_parent()


@worker_ready.connect
def end_when_stalled(sender: Any, **_: Any) -> None:
    """Celery itself does not notice that its children take nothing any more."""
    watch.start(sender.controller)
