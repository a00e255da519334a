"""`python -m benchmarks.ingest`: how fast messages are taken in, and with how many statements.

Without --url it runs a service of its own on a database loaded as in benchmarks.context; with --url and --key it
sends to a running instance. --data names a file of texts, one a line. A request carries --batch messages.
"""

import argparse
import itertools
import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import floor, load, population, service
from benchmarks.load import Ask, Figures
from benchmarks.service import Service

NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET")


def bodies(*, people: int, batch: int, texts: list[str], seed: int) -> Iterator[dict[str, Any]]:
    """New messages of known people, each batch in a session of its own person."""
    words = itertools.cycle(texts) if texts else load.questions(seed)
    for number in itertools.count(seed * 10_007):
        yield {
            "user_id": f"person-{number % people + 1}",
            "agent_id": "agent",
            "session_id": "s1",
            "messages": [
                {"message_id": uuid.uuid4().hex, "role": "user", "content": next(words)} for _ in range(batch)
            ],
        }


def client(target: Service, options: argparse.Namespace, *, seed: int) -> Callable[[], Ask]:
    def make() -> Ask:
        connection = target.connect()
        todo = bodies(people=options.people, batch=options.batch, texts=options.texts, seed=seed)

        def ask() -> None:
            service.post(connection, "/api/messages", next(todo), target.key)

        return ask

    return make


def statements(target: Service, options: argparse.Namespace) -> dict[str, int]:
    """Statements of one call, as SPEC C5 counts them: of a known person, and of a person's very first."""
    from django.db import connection  # noqa: PLC0415 - Django is set up by now
    from django.test import Client  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    headers = {"Authorization": f"Api-Key {target.key}", "Host": "localhost"}
    body = next(bodies(people=options.people, batch=options.batch, texts=options.texts, seed=77))
    found = {}
    for name, change in {
        "known": {},
        "first mention": {"user_id": "new", "agent_id": "new", "session_id": "new"},
    }.items():
        with CaptureQueriesContext(connection) as captured:
            Client().post("/api/messages", json.dumps(body | change), content_type="application/json", headers=headers)
        found[name] = sum(not query["sql"].startswith(NOT_COUNTED) for query in captured)
    return found


def own(options: argparse.Namespace) -> dict[str, Any]:
    with service.running() as target:
        population.populate(
            target.database, people=options.people, facts=options.facts, messages=10, dimensions=384, model="none"
        )
        rounds: dict[str, list[Figures]] = {"floor_1": [], "ingest_1": [], "floor_8": [], "ingest_8": []}
        for number in range(options.rounds):
            seeds = range(number * 100, number * 100 + 8)
            floors = [floor.client(target, seed=seed, people=options.people) for seed in seeds]
            clients = [client(target, options, seed=seed) for seed in seeds]
            rounds["floor_1"].append(load.measure(floors[:1], options.requests))
            rounds["ingest_1"].append(load.measure(clients[:1], options.requests))
            rounds["floor_8"].append(load.measure(floors, options.requests // 4))
            rounds["ingest_8"].append(load.measure(clients, options.requests // 4))
        found = {name: load.medians(measured) for name, measured in rounds.items()}
        return {name: vars(figures) for name, figures in found.items()} | {
            "p50_ratio": round(found["ingest_1"].p50 / found["floor_1"].p50, 2),
            "p95_ratio": round(found["ingest_1"].p95 / found["floor_1"].p95, 2),
            "throughput_ratio": round(found["ingest_8"].per_second / found["floor_8"].per_second, 2),
            "statements": statements(target, options),
            "wanted": {"statements": {"known": "<= 12", "first mention": "<= 18"}},
        }


def running_instance(options: argparse.Namespace) -> dict[str, Any]:
    target = Service(options.url, options.key)
    clients = [client(target, options, seed=seed) for seed in range(8)]
    return {
        "ingest_1": vars(load.measure(clients[:1], options.requests)),
        "ingest_8": vars(load.measure(clients, options.requests // 4)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="a running instance")
    parser.add_argument("--key", default="", help="its API key")
    parser.add_argument("--data", type=Path, help="texts, one a line")
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=2)
    parser.add_argument("--requests", type=int, default=300, help="requests of one client in a round")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    options.texts = options.data.read_text(encoding="utf-8").splitlines() if options.data else []
    found = running_instance(options) if options.url else own(options)
    print(json.dumps(found | {"machine": service.machine()}, ensure_ascii=False))


if __name__ == "__main__":
    main()
