"""Log lines: one JSON object each, with the request's id, one for each request."""

import io
import json
import logging
from typing import Any

import pytest
from django.conf import settings

from memoryhub import logs


@pytest.fixture
def lines(client: Any) -> list[dict[str, Any]]:
    """What the service's own handler writes while the client asks for something twice."""
    stream = io.StringIO()
    written = next(handler for handler in logging.getLogger().handlers if handler.get_name() == "stderr")
    former = written.setStream(stream)  # type: ignore[attr-defined]
    try:
        client.get("/healthz?q=migraine", headers={"X-Request-Id": "of a stranger"})
        client.get("/healthz")
    finally:
        written.setStream(former)  # type: ignore[attr-defined]
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_each_request_is_one_line_of_json_with_its_status_and_an_id_of_our_own(lines):
    assert [(line["event"], line["code"]) for line in lines] == [("request_finished", 200)] * 2
    assert len({line["request_id"] for line in lines} - {"of a stranger"}) == 2


def test_what_people_search_for_is_not_in_the_log(lines):
    assert [line["request"] for line in lines] == ["GET /healthz"] * 2


def test_the_row_that_the_database_refused_is_not_in_the_log():
    told = "IntegrityError: no\nDETAIL:  Failing row contains (7, fond of\nchess)."
    event = {"exception": f"{told}\n\nThe above exception was the direct cause:\n\nValueError\n{told}"}

    left = logs.without_details(None, "error", event)["exception"]

    assert "chess" not in left
    assert left.count("DETAIL: left out") == 2
    assert "ValueError" in left


def test_the_clients_of_model_endpoints_do_not_log_what_they_send():
    levels = {name: logger["level"] for name, logger in settings.LOGGING["loggers"].items()}

    assert {levels[name] for name in ("httpx2", "httpcore2", "openai")} == {"WARNING"}
