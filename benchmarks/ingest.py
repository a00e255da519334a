"""`python -m benchmarks.ingest`: how fast messages are taken in, and with how many statements.

Without --url it runs a service of its own on a database loaded as in benchmarks.context; with --url and --key it
sends to a running instance. --data names a file of texts, one a line. A request carries --batch messages.
"""

import argparse
import itertools
import json
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from benchmarks import comparison, pools, population, sentences, service
from benchmarks.load import Ask
from benchmarks.service import Service

NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET")


def bodies(*, people: int, batch: int, texts: list[str], seed: int) -> Iterator[dict[str, Any]]:
    """New messages of known people, each batch in a session of its own person."""
    words = itertools.cycle(texts) if texts else sentences.questions(seed)
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
        plan = population.Plan(options.people, options.facts, options.messages)
        population.populate(target.database, plan, embed=pools.at_random, model="none", now=datetime.now(UTC))
        found = comparison.with_floor(target, options, "ingest", lambda seed: client(target, options, seed=seed))
        found["statements"] = statements(target, options)
        return found | {"wanted": {"statements": {"known": "<= 12", "first mention": "<= 18"}}}


def main() -> None:
    parser = comparison.arguments(__doc__, requests=300)
    parser.add_argument("--batch", type=int, default=2, help="messages of one request")
    options = parser.parse_args()
    options.texts = comparison.texts(options)
    if options.url:
        target = Service(options.url, options.key)
        found = comparison.alone(options, "ingest", lambda seed: client(target, options, seed=seed))
    else:
        found = own(options)
    print(json.dumps(found | {"machine": service.machine()}, ensure_ascii=False))


if __name__ == "__main__":
    main()
