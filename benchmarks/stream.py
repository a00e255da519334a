"""Conversations learned one after another: how many statements need the judge, and how many doubles stay in force.

    python -m benchmarks.stream --data FOLDER [--times 2] [--labels FILE] [--pairs FILE] [--dream [--verbose]]

FOLDER holds files of people (name → history → date → turns with `query` and `response`). Each turn is sent as one
batch and learned at once, through the product's own jobs on a throw-away database; with --times 2 everything is said
twice over, the second time a year later. --labels names a file of statement pairs of these people, labelled `same` or
`different`: counted are pairs labelled `same` of which both are in force. Its rows with `said` are sentences that say
statement `a` in other words: they are said afterwards, and counted is what stands beside `a` then. --pairs runs
benchmarks.merge beside it. --dream has everybody dreamt of at the end, with all that was said, and counts the doubles
before and after: pairs labelled `same`, what stood beside `a`, and equal contents; --verbose prints each operation.
The last line printed is one JSON object.
"""

import argparse
import json
from datetime import timedelta
from pathlib import Path

from benchmarks import service
from engine.questions import ModelChoice


def main() -> None:
    options = _options()
    with service.running():
        from benchmarks import conversations, pairs, tidying  # noqa: PLC0415 - models can be loaded once Django is set up

        found = conversations.learn(options.data, options.times)
        if options.labels:
            found["near_duplicates"] = conversations.labelled(options.labels)
            found["said_in_other_words"] = conversations.said(options.labels, options.times)
        if options.dream:
            doubles = [
                pair
                for name in ("near_duplicates", "said_in_other_words")
                for pair in found.get(name, {}).get("pairs", ())
            ]
            found["dream"] = tidying.tidy(doubles, now=conversations.last_said() + timedelta(hours=15))
            if options.verbose:
                tidying.show()
        if options.pairs:
            judge = pairs.Judge(ModelChoice())
            found["pairs"] = pairs.summary(pairs.learn(pairs.read(options.pairs), judge), judge)
    print(json.dumps({"benchmark": "stream", "machine": service.machine(), **found}, ensure_ascii=False))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--times", type=int, default=2, help="how often everything is said (default: %(default)s)")
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--dream", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
