"""What the tests of models behind an endpoint share."""

from typing import Any

import pytest

from engine.model import ladder
from observability.models import ModelCall


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> list[ModelCall]:
    """The recorded calls, without a database; and no wait between attempts."""
    rows: list[ModelCall] = []

    def keep(row: Any, **_besides: Any) -> bool:
        rows.append(row)
        return True

    monkeypatch.setattr("observability.sink.insert", keep)
    monkeypatch.setattr(ladder, "FIRST_WAIT", 0.01)
    return rows
