"""How log lines look: one JSON object each, with the request's id and without contents."""

import re
from typing import Any

import structlog
from structlog.typing import EventDict

_DETAIL = re.compile(r"DETAIL:.*?(?=\n\n(?:The above exception|During handling)|\Z)", re.DOTALL)


def without_details(logger: object, method: str, event: EventDict) -> EventDict:
    """The database explains a refusal with the row that it refused: contents, which no log may hold."""
    if "DETAIL:" in event.get("exception", ""):
        event["exception"] = _DETAIL.sub("DETAIL: left out", event["exception"])
    return event


SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
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


def logging_settings(level: str) -> dict[str, Any]:
    """The dictionary for Django's LOGGING."""
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
            "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        },
    }
