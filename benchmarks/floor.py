"""`python -m benchmarks.floor`: what any such service has to do at least, as a measure for the others."""

import argparse
import itertools
import json
from collections.abc import Callable

from benchmarks import load, sentences, service
from benchmarks.load import Ask
from benchmarks.service import Service


def client(target: Service, *, seed: int, people: int) -> Callable[[], Ask]:
    """Makes a client that asks the floor: a new question and a person each time."""

    def make() -> Ask:
        connection = target.connect()
        questions = sentences.questions(seed)
        persons = itertools.cycle(range(1, people + 1))

        def ask() -> None:
            body = {"profile": next(persons), "question": next(questions)}
            service.post(connection, "/benchmark/floor", body)

        return ask

    return make


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=300, help="requests of each client in a round")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with service.running() as target:
        from profiles.models import Profile, Tenant  # noqa: PLC0415 - Django is set up by now

        tenant = Tenant.objects.get(slug="default")
        person = Profile.objects.create(tenant=tenant, kind="user", updated_at=tenant.created_at)
        alone, together = [], []
        for number in range(options.rounds):
            one = client(target, seed=number * 100, people=person.pk)
            alone.append(load.measure([one], options.requests))
            crowd = [client(target, seed=number * 100 + n + 1, people=person.pk) for n in range(8)]
            together.append(load.measure(crowd, options.requests // 4))
    found = {
        "one_client": vars(load.medians(alone)),
        "eight_clients": vars(load.medians(together)),
        "machine": service.machine(),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
