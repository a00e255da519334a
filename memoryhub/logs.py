"""How log lines look: one JSON object each, with the request's id and without contents."""

import re
import sys
import traceback
from typing import Any

import psycopg
import structlog
from django.db import InterfaceError, OperationalError
from structlog.typing import EventDict

from memoryhub.environment import CannotStart

_DETAIL = re.compile(r"DETAIL:.*?(?=\n\n(?:The above exception|During handling)|\Z)", re.DOTALL)


# Failures of the machinery: their words are about files, addresses and locks, and needed to mend them.
_PLAIN = (OSError, ImportError, OperationalError, InterfaceError, psycopg.OperationalError, CannotStart)


def without_details(logger: object, method: str, event: EventDict) -> EventDict:
    """The database explains a refusal with the row that it refused: contents, which no log may hold."""
    if "DETAIL:" in event.get("exception", ""):
        event["exception"] = _DETAIL.sub("DETAIL: left out", event["exception"])
    return event


class Exceptions:
    """Prints where an exception came from and of which class it is; its words only where contents may be logged.

    What was being read when something failed stands in the words of most exceptions.
    """

    def __init__(self) -> None:
        self.keeps_words = False

    def __call__(self, logger: object, method: str, event: EventDict) -> EventDict:
        error = _error_in(event)
        if error is not None:
            event["exception"] = self._told(error)
            if "error" in event:  # of a task, in its own words
                event["error"] = type(error).__name__
        return event

    def _told(self, error: BaseException) -> str:
        """The whole chain, the first cause first."""
        chain: list[BaseException] = []
        following: BaseException | None = error
        while following is not None and following not in chain:
            chain.append(following)
            following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
        return _FOLLOWED.join(self._one(one) for one in reversed(chain))

    def _one(self, error: BaseException) -> str:
        frames = "".join(traceback.format_tb(error.__traceback__))
        words = f": {error}" if self.keeps_words or isinstance(error, _PLAIN) else ""
        return f"{frames}{type(error).__module__}.{type(error).__qualname__}{words}"


_FOLLOWED = "\n\nThe above exception led to:\n\n"


def _error_in(event: EventDict) -> BaseException | None:
    """Takes the exception that a line is about out of it."""
    given = event.pop("exc_info", None)
    own = event.get("exception")
    if given is True:
        given = sys.exc_info()
    candidates = (own, given[1] if isinstance(given, tuple) else given)
    return next((one for one in candidates if isinstance(one, BaseException)), None)


exceptions = Exceptions()
SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    exceptions,
    without_details,
    structlog.processors.UnicodeDecoder(),
]


def without_starts(logger: object, method: str, event: EventDict) -> EventDict:
    """One line a request is enough: the one at its end says everything that the one at its start says."""
    if event.get("event") == "request_started":
        raise structlog.DropEvent
    return event


def configure_structlog() -> None:
    """Hand structlog's events to the standard logging, which prints them as `logging_settings` says."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            without_starts,
            *SHARED_PROCESSORS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def logging_settings(level: str, *, keeps_content: bool = False) -> dict[str, Any]:
    """The dictionary for Django's LOGGING. `keeps_content`: the words of exceptions may stand in it."""
    exceptions.keeps_words = keeps_content
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(ensure_ascii=False),
                ],
                "foreign_pre_chain": SHARED_PROCESSORS,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Their lines at INFO repeat each request and each text sent.
            "httpx2": {"level": "WARNING"},
            "httpcore2": {"level": "WARNING"},
            "openai": {"level": "WARNING"},
            "pgmq": {"level": "WARNING"},
            # It repeats our own line about a task, with the words of its exception in the message.
            "celery.app.trace": {"level": "CRITICAL"},
            "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        },
    }
