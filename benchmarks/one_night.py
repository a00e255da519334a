"""`python -m benchmarks.one_night`: how long a night takes, what its worker needs, and who waits longer because of it.

A service of its own with --people active people, each with --facts facts and --messages messages of the day in two
conversations, made from parts in both languages: some facts say the same in other words, and the day refutes some. The
worker of the dream runs as in production, with the embedded engine. Contexts are asked for one after the other, in short
rounds before the night and during it; `p50_ratio` is the latter over the former.
"""

import argparse
import json
import time
from typing import Any

from benchmarks import load, service


def measure(options: argparse.Namespace) -> dict[str, Any]:
    with service.running() as target:
        from benchmarks import sleepers, sleeping  # noqa: PLC0415 - models can be loaded once Django is set up

        began = time.monotonic()
        sleepers.populate(options)
        loaded = time.monotonic() - began
        sleeping.asked(target, options, 1)  # warms caches and connections
        quiet = load.medians([sleeping.asked(target, options, 2 + number) for number in range(options.rounds)])
        night = sleeping.a_night(target, options)
    ratio = round(night["context"]["p50"] / quiet.p50, 2)
    return {"loading_seconds": round(loaded, 1), "quiet": vars(quiet), "night": night, "p50_ratio": ratio}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--facts", type=int, default=50)
    parser.add_argument("--messages", type=int, default=20)
    parser.add_argument("--requests", type=int, default=100, help="questions of one round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds before the night")
    options = parser.parse_args()
    asked_for = {"people": options.people, "facts": options.facts, "messages": options.messages}
    found = measure(options) | {"wanted": {"p50_ratio": "<= 2"}, "machine": service.machine()}
    print(json.dumps(asked_for | found, ensure_ascii=False))


if __name__ == "__main__":
    main()
