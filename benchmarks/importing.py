"""`python -m benchmarks.importing`: how long facts in bulk take, with their events.

Three files of --facts statements each: a hundred a person, five a person, and all of one person (nearly all of whose are
crowded out, and kept in the history). Each is imported into an empty database of its own, and then once more.
"""

import argparse
import contextlib
import io
import json
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from django.core.management import call_command
from django.db import connection

from benchmarks import service

SHAPES = {"a hundred a person": 100, "five a person": 5, "all of one person": 0}
# Made of parts, so that no two are alike.
PLACES = ("Yantai", "烟台", "Lyon", "Porto", "Graz", "大连", "Turku", "Leeds", "Ghent", "厦门")
THINGS = ("tea", "climbing", "old maps", "木工", "jazz", "陶艺", "cycling", "crosswords", "鸟类", "baking")


def lines(facts: int, each: int) -> Iterator[str]:
    """One fact a line; `each` 0 gives all to one person."""
    for number in range(facts):
        person = number // each if each else 0
        place, thing = PLACES[number % 10], THINGS[number // 10 % 10]
        content = f"The user saw {thing} in {place} on occasion {number}"
        yield json.dumps({"end_user_id": f"company-{person}", "content": content, "updatedAt": "2026-01-05T10:00:00Z"})


def measure(facts: int) -> dict[str, Any]:
    from profiles.models import Fact, FactEvent  # noqa: PLC0415 - models can be loaded once Django is set up

    found: dict[str, Any] = {}
    for name, each in SHAPES.items():
        _empty()
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines(facts, each))
            file.flush()
            seconds = [_timed(file.name) for _ in range(2)]
        found[name] = {
            "seconds": round(seconds[0], 1),
            "again": round(seconds[1], 1),
            "facts": Fact.objects.count(),
            "events": FactEvent.objects.count(),
        }
        print(name, found[name], flush=True)
    return found


def _empty() -> None:
    """No people; the tenant stays."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE profiles_profile CASCADE")


def _timed(name: str) -> float:
    started = time.monotonic()
    with contextlib.redirect_stdout(io.StringIO()):
        call_command("importfacts", name)
    return time.monotonic() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=100_000)
    options = parser.parse_args()
    with service.running():
        print(json.dumps({"facts": options.facts, "machine": service.machine(), **measure(options.facts)}))


if __name__ == "__main__":
    main()
