"""`python -m benchmarks.context`: how long an answer waits for its context, as a ratio to the floor of the same run.

Without --url it loads a database of its own by COPY (1,000,000 facts of 20,000 people, 10 messages each, a vector
beside each fact), draws people by Zipf's law, asks questions that are never repeated, and alternates rounds of floor
and context. With --url and --key it only times the contexts of a running instance, for user ids person-1 and up.
--data names a file of questions, one a line.
"""

import argparse
import cProfile
import itertools
import json
import pstats
import random
from bisect import bisect
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import comparison, load, population, service
from benchmarks.load import Ask
from benchmarks.service import Service

ZIPF = 1.1  # the exponent: a few people ask often, most seldom
# Names of functions whose cumulative time explains a request; they do not overlap except with the last one.
WATCHED = {
    "embedding the question": "embed_query",
    "statements": "execute",
    "fitting and joining": "fit",
    "recording the observation": "record",
    "the key and the rate counter": "initial",
}


def zipf(count: int, seed: int) -> Iterator[int]:
    """Numbers 1..count, drawn by Zipf's law."""
    sums = list(itertools.accumulate(1 / rank**ZIPF for rank in range(1, count + 1)))
    dice = random.Random(seed)
    while True:
        yield bisect(sums, dice.random() * sums[-1]) + 1


def client(target: Service, *, seed: int, people: int, questions: list[str]) -> Callable[[], Ask]:
    """Makes a client that asks for the context of somebody else each time."""

    def make() -> Ask:
        connection = target.connect()
        asked = itertools.cycle(questions) if questions else load.questions(seed)
        persons = zipf(people, seed)

        def ask() -> None:
            body = {
                "user_id": f"person-{next(persons)}",
                "agent_id": "agent",
                "session_id": "s1",
                "question": next(asked),
            }
            service.post(connection, "/api/context", body, target.key)

        return ask

    return make


def profiled(target: Service, people: int, requests: int = 200) -> dict[str, float]:
    """Milliseconds of one request by what it is spent on, measured in this process without the web server."""
    from django.test import Client  # noqa: PLC0415 - Django is set up by now

    web, asked, persons = Client(), load.questions(999), zipf(people, 999)
    headers = {"Authorization": f"Api-Key {target.key}", "Host": "localhost"}

    def ask() -> None:
        body = {"user_id": f"person-{next(persons)}", "agent_id": "agent", "session_id": "s1", "question": next(asked)}
        answer = web.post("/api/context", json.dumps(body), content_type="application/json", headers=headers)
        if answer.status_code != 200:
            raise SystemExit(f"The context answered {answer.status_code}.")

    ask()
    profile = cProfile.Profile()
    profile.enable()
    for _ in range(requests):
        ask()
    profile.disable()
    return _shares(pstats.Stats(profile), requests)


def _shares(stats: pstats.Stats, requests: int) -> dict[str, float]:
    rows: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = stats.stats  # type: ignore[attr-defined]
    spent: dict[str, float] = {"whole request": stats.total_tt / requests * 1000}  # type: ignore[attr-defined]
    for label, name in WATCHED.items():
        found = [row[3] for (_, _, function), row in rows.items() if function == name]
        spent[label] = max(found, default=0.0) / requests * 1000
    return {label: round(ms, 2) for label, ms in spent.items()}


def own(options: argparse.Namespace) -> dict[str, Any]:
    with service.running() as target:
        from engine import embeddings  # noqa: PLC0415 - settings are complete by now
        from engine.embeddings import EmbedChoice  # noqa: PLC0415

        vector = embeddings.embed_query("warm", EmbedChoice())
        population.populate(
            target.database,
            people=options.people,
            facts=options.facts,
            messages=options.messages,
            dimensions=len(vector),
            model=embeddings.model_name(EmbedChoice()),
        )
        found = comparison.with_floor(target, options, "context", _maker(target, options))
        found["profile_ms"] = profiled(target, options.people)
        return found | {"wanted": {"p50_ratio": "<= 3", "p95_ratio": "<= 4", "throughput_ratio": ">= 0.33"}}


def _maker(target: Service, options: argparse.Namespace) -> comparison.Maker:
    asked = comparison.texts(options)
    return lambda seed: client(target, seed=seed, people=options.people, questions=asked)


def main() -> None:
    options = comparison.arguments(__doc__, requests=400).parse_args()
    if options.url:
        target = Service(options.url, options.key)
        found = comparison.alone(options, "context", _maker(target, options))
    else:
        found = own(options)
    print(json.dumps(found | {"machine": service.machine()}, ensure_ascii=False))


if __name__ == "__main__":
    main()
