"""`python -m benchmarks.console`: what each page of the console takes when there is a lot to show.

It loads a database of its own (1,000,000 facts of 100,000 companies, one of them with 5,000 sub-accounts, 1,000,000
requests), signs an administrator in and opens every page a few times, in this process: milliseconds of the server's own
time (median), and statements with those that find out who asks.
"""

import argparse
import json
import logging
import statistics
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks import service
from benchmarks.ingest import NOT_COUNTED

if TYPE_CHECKING:  # models can be loaded once Django is set up
    from django.contrib.auth.models import User

TIMES = 7  # each page is opened so often; the first opening is not counted
WANTED = {"milliseconds": "<= 150", "statements": "<= 12"}


def main() -> None:
    options = _arguments().parse_args()
    with service.database() as base:
        from benchmarks import addresses, companies  # noqa: PLC0415 - models can be loaded once Django is set up

        plan = companies.Plan(companies=options.companies, facts=options.facts, observations=options.observations)
        companies.populate(base.url, plan, now=timezone.now())
        pages = dict(measured(addresses.administrator(), addresses.found()))
    slow = sorted(page for page, found in pages.items() if found["milliseconds"] > 150 or found["statements"] > 12)
    print(json.dumps({"machine": service.machine(), "pages": pages, "wanted": WANTED, "beyond": slow}, indent=2))


def measured(account: "User", addresses: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each address with what opening it took."""
    logging.disable()

    client = Client(headers={"Host": "localhost"})
    client.force_login(account)
    for address in addresses:
        took = []
        with CaptureQueriesContext(connection) as asked:
            status = client.get(address).status_code
        statements = sum(not query["sql"].startswith(NOT_COUNTED) for query in asked)
        for _ in range(TIMES):
            began = time.perf_counter()
            answer = client.get(address)
            b"".join(answer) if answer.streaming else answer.content
            took.append((time.perf_counter() - began) * 1000)
        if status != 200:
            raise SystemExit(f"{address} answered {status}.")
        yield address, {"milliseconds": round(statistics.median(took), 1), "statements": statements}


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--companies", type=int, default=100_000)
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--observations", type=int, default=1_000_000)
    return parser


if __name__ == "__main__":
    main()
