"""`python -m benchmarks.context`: how long an answer waits for its context, as a ratio to the floor of the same run.

Without --url it loads a database of its own (1,000,000 facts of 20,000 people, five global memories and a session each,
a tenth of them with hundreds of messages, a summary and episodes, vectors beside everything), draws people by Zipf's law,
asks questions that are never repeated, and alternates rounds of floor and context. Then it measures one very large person
against the usual one, counts statements, and tells where the time goes. With --url and --key it only times the contexts
of a running instance, for user ids person-1 and up. --data names a file of questions, one a line.
"""

import argparse
import itertools
import json
import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

from benchmarks import comparison, load, population, sentences, service
from benchmarks.load import Ask, Figures
from benchmarks.population import LARGEST, Plan
from benchmarks.service import Service

ZIPF = 1.1  # the exponent: a few people ask often, most seldom
# How many contexts had all levels, and how many were left without one for want of time: those are answered faster.
ANSWERS: Counter[str] = Counter()

WANTED = {
    "p50_ratio": "<= 3",
    "p95_ratio": "<= 4",
    "throughput_ratio": ">= 0.33",
    "largest": {"p95_ratio": "<= 3"},
    "statements": "<= 14",
}


def zipf(count: int, seed: int) -> Iterator[int]:
    """Numbers 1..count, drawn by Zipf's law."""
    sums = list(itertools.accumulate(1 / rank**ZIPF for rank in range(1, count + 1)))
    dice = random.Random(seed)
    while True:
        yield bisect(sums, dice.random() * sums[-1]) + 1


def body(user_id: str, question: str) -> dict[str, Any]:
    return {"user_id": user_id, "agent_id": "agent", "session_id": "s1", "question": question}


def client(
    target: Service, *, seed: int, people: int, questions: list[str], users: Callable[[], Iterator[str]] | None = None
) -> Callable[[], Ask]:
    """Makes a client that asks for the context of somebody else each time: of `users`, or people by Zipf's law."""

    def make() -> Ask:
        connection = target.connect()
        asked = itertools.cycle(questions) if questions else sentences.questions(seed)
        persons = users() if users else (f"person-{number}" for number in zipf(people, seed))

        def ask() -> None:
            answer = service.post(connection, "/api/context", body(next(persons), next(asked)), target.key)
            ANSWERS.update(["complete"] if not answer["errors"] else [f"without {level}" for level in answer["errors"]])

        return ask

    return make


def largest(target: Service, options: argparse.Namespace) -> dict[str, Any]:
    """One client asking about the largest person against one asking about the usual ones, in turn."""
    usual: list[Figures] = []
    large: list[Figures] = []
    for number in range(options.rounds):
        for users, rounds in ((partial(_usual, options, number), usual), (_largest, large)):
            one = client(target, seed=5_000 + number, people=0, questions=[], users=users)
            rounds.append(load.measure([one], options.requests // 2))
    found = {"usual": load.medians(usual), "largest": load.medians(large)}
    ratio = round(found["largest"].p95 / found["usual"].p95, 2)
    return {name: vars(figures) for name, figures in found.items()} | {"p95_ratio": ratio}


def _largest() -> Iterator[str]:
    return itertools.repeat(LARGEST)


def _usual(options: argparse.Namespace, seed: int) -> Iterator[str]:
    """People of the middle: they have as much as most, and nobody is asked about twice as often as another."""
    dice = random.Random(seed)
    while True:
        yield f"person-{dice.randrange(options.talkers, options.people) + 1}"


def own(options: argparse.Namespace) -> dict[str, Any]:
    """A service of its own, full of people, and all that is measured on it."""
    with service.running() as target:
        from benchmarks import spent  # noqa: PLC0415 - models can be loaded once Django is set up

        _populate(target, options)
        spent.check_levels(target)
        found = comparison.with_floor(target, options, "context", _maker(target, options))
        found["largest"] = largest(target, options)
        found["statements"] = spent.statements(target, ["person-1", "person-5", f"person-{options.people}", LARGEST])
        found["profile"] = {
            name: spent.profile(target, users)
            for name, users in {
                "people by Zipf's law": (f"person-{number}" for number in zipf(options.people, 999)),
                LARGEST: _largest(),
            }.items()
        }
        return found | {"wanted": WANTED}


def _populate(target: Service, options: argparse.Namespace) -> None:
    from engine import embeddings  # noqa: PLC0415 - settings are complete by now
    from engine.embeddings import EmbedChoice  # noqa: PLC0415

    choice = EmbedChoice()
    population.populate(
        target.database,
        Plan(options.people, options.facts, options.messages, options.talkers),
        embed=partial(embeddings.embed_passages, choice=choice),
        model=embeddings.model_name(choice),
        now=datetime.now(UTC),
    )


def _maker(target: Service, options: argparse.Namespace) -> comparison.Maker:
    asked = comparison.texts(options)
    return lambda seed: client(target, seed=seed, people=options.people, questions=asked)


def main() -> None:
    parser = comparison.arguments(__doc__, requests=400)
    parser.add_argument("--talkers", type=int, default=2_000, help="people with many messages, episodes and a summary")
    options = parser.parse_args()
    if options.url:
        target = Service(options.url, options.key)
        found = comparison.alone(options, "context", _maker(target, options))
    else:
        found = own(options)
    print(json.dumps(found | {"answers": ANSWERS, "machine": service.machine()}, ensure_ascii=False))


if __name__ == "__main__":
    main()
