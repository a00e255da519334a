"""The embedded engine's dream: what the facts of a day end, overtake or deny of older ones, and what they leave alone."""

from typing import Any

import pytest

from engine.condensing import Stored
from tests.engine.embedded.test_consolidate import TODAY, day, facts, gone, rows


@pytest.mark.parametrize("row", rows("news.jsonl"), ids=lambda row: f"{row['older'][:30]} - {row['newer'][:30]}")
def test_the_news_of_a_day_retires_what_cannot_hold_beside_it_and_nothing_else(row: dict[str, Any]) -> None:
    newer = (Stored("new", row["newer"], said_at=TODAY),) if row["newer"] else ()

    assert gone((*facts(row["older"]), *newer), day(row["said"])) == ({"f0"} if row["is_gone"] else set())
