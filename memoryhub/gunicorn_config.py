"""How gunicorn serves the web: threads, since a request waits for the database and not for the processor."""

import os
from typing import Any

from django.urls import get_resolver

from engine import bundled
from memoryhub import environment, processes
from memoryhub.environment import Environment

_env = Environment(os.environ)
_start = environment.start(os.environ)

bind = _start.address.removeprefix("http://")
workers = _start.web_processes
threads = _start.web_threads
worker_class = "gthread"
preload_app = False  # a database pool must not cross a fork
control_socket_disable = True  # otherwise a socket appears under the account's home folder
timeout = 60  # seconds
graceful_timeout = 10
keepalive = 5
accesslog = None  # the middleware logs each request, with its id
errorlog = "-"


def post_fork(server: Any, worker: Any) -> None:
    """A worker whose master was killed would keep the port."""
    processes.die_with_parent()


def post_worker_init(worker: Any) -> None:
    """Load routes and embedder before the first request, whose time budget their loading would use up."""
    len(get_resolver().url_patterns)
    if not _env.text("MEMORYHUB_EMBEDDING_BASE_URL"):
        bundled.embed(["ready"], is_query=True)
