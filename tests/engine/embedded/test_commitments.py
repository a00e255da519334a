"""What the rules' summary keeps of promises, duties, open questions and limits, and what leaves it later."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.condensing import SummariseQuestion
from engine.embedded import summarise
from engine.text import headings
from summaries import sections
from tests.engine.embedded.test_summarise import holds, lines

HERE = Path(__file__).parent
TODO, OPEN, LIMITS, FACTS = "TODO_ITEMS", "OPEN_QUESTIONS", "USER_CONSTRAINTS", "CONFIRMED_FACTS"


def stages(row: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """A conversation, and what was said of it later, each with the summary that stands then."""
    found, text = [], ""
    for part in (row, *([row["later"]] if "later" in row else [])):
        told = [f"{message['role'][0]}: {message['content']}" for message in part["messages"]]
        text = summarise.summarise(SummariseQuestion(lines(*told), text)).text
        found.append((part, text))
    return found


def score(rows: list[dict[str, Any]]) -> tuple[float, float]:
    """As a reader of the stored summary sees it: what had to be there, and what must not be there and is not."""
    must: list[bool] = []
    never: list[bool] = []
    for part, text in (stage for row in rows for stage in stages(row)):
        tidied = sections.tidy(text)
        found = headings.read(tidied.text if tidied else "")
        must += [any(holds(line, want) for line in found[name]) for name in part["must"] for want in part["must"][name]]
        never += [
            not any(holds(line, bad) for line in found[name]) for name in part["never"] for bad in part["never"][name]
        ]
    return sum(must) / len(must), sum(never) / len(never)


@pytest.mark.parametrize("language", ["zh", "en", "mix"])
def test_what_is_promised_asked_and_bounded_stands_in_its_section_until_it_is_over(language: str) -> None:
    rows = [json.loads(line) for line in (HERE / "condensed_fourth.jsonl").read_text("utf-8").splitlines()]

    kept, left_out = score([row for row in rows if row["language"] == language])

    assert kept >= 0.96
    assert left_out == 1.0
