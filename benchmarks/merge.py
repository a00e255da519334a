"""What merging leaves behind: labelled pairs of a stored and a new statement, sent through the product's own path.

    python -m benchmarks.merge [--data FILE] [--show] [--base-url URL --model NAME [--api-key KEY]]

Each pair is a memory of its own with the stored statement in it; the new one is admitted, looked at for its stance,
compared by the bundled embeddings, screened, judged and decided as in a job. Without an endpoint (options, or the
environment's MEMORYHUB_LLM_*) the embedded rules judge. The last line printed is one JSON object.
"""

import argparse
import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import service
from engine.questions import ACTIONS, ModelChoice

if TYPE_CHECKING:
    from benchmarks.pairs import Done

DATA = Path("tests/extraction/updates.jsonl")


def main() -> None:
    options = _options()
    with service.settings(has_endpoint=bool(options.base_url)):
        from benchmarks import pairs  # noqa: PLC0415 - settings must not load before the environment

        choice = ModelChoice(base_url=options.base_url, api_key=options.api_key, model=options.model)
        judge = pairs.Judge(choice)
        done = pairs.learn(pairs.read(options.data), judge)
    if options.show:
        _show(done)
    _confusion(done, ACTIONS)
    print(json.dumps(pairs.summary(done, judge), ensure_ascii=False))


def _show(done: "list[Done]") -> None:
    for one in done:
        if not one.is_right:
            row = one.row
            print(
                f"{row['id']} {row['lang']} {row['tag']}: {row['existing']} | {row['incoming']}\n"
                f"    wanted {row['action']}, became {one.action}: {one.reason}"
            )


def _confusion(done: "list[Done]", actions: tuple[str, ...]) -> None:
    """How many pairs of each label became what."""
    for wanted in actions:
        counts = Counter(one.action for one in done if one.row["action"] == wanted)
        print(f"{wanted:8}", " ".join(f"{action} {counts[action]:3}" for action in actions))


def _options() -> argparse.Namespace:
    environment = os.environ.get
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--show", action="store_true", help="print the pairs that went wrong")
    parser.add_argument("--base-url", default=environment("MEMORYHUB_LLM_BASE_URL", ""))
    parser.add_argument("--model", default=environment("MEMORYHUB_LLM_MODEL", ""))
    parser.add_argument("--api-key", default=environment("MEMORYHUB_LLM_API_KEY", ""))
    options = parser.parse_args()
    if bool(options.base_url) != bool(options.model):
        parser.error("an endpoint needs --base-url and --model")
    return options


if __name__ == "__main__":
    main()
