import time
from typing import Any

import pytest
from celery import current_app

from extraction import bell


@pytest.fixture(autouse=True)
def unsilenced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "silence", bell.Silence())


def test_a_bell_names_the_person_and_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **options: sent.append({"name": name, **options}))

    assert bell.ring(7, queue="learning")

    assert sent[0]["name"] == "extraction.tasks.work"
    assert sent[0]["kwargs"] == {"profile_id": 7, "queue": "learning"}
    assert sent[0]["queue"] == "learning"
    assert sent[0]["expires"] <= 600


def test_after_a_failed_bell_none_is_rung_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def fail(name: str, **_: Any) -> None:
        calls.append(name)
        raise ConnectionError

    monkeypatch.setattr(current_app, "send_task", fail)

    assert not bell.ring(7, queue="learning")
    assert not bell.ring(7, queue="learning")
    assert len(calls) == 1


def test_the_silence_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    bell.silence.until = time.monotonic() - 1
    monkeypatch.setattr(current_app, "send_task", lambda name, **options: None)

    assert bell.ring(7, queue="learning")
